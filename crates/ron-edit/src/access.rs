//! Access of a reader to lists, maps, fields and variants.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use super::error::ReadError;
use super::reader::{Context, Reader, check_variant};
use super::tree::NodeId;

type Result<T> = std::result::Result<T, ReadError>;

/// The items of a list or tuple.
pub struct Items<'c, 'i> {
    context: &'c Context<'c>,
    rest: &'i [NodeId],
}

impl<'c, 'i> Items<'c, 'i> {
    /// Begins with the first item.
    pub fn new(context: &'c Context<'c>, items: &'i [NodeId]) -> Self {
        Self { context, rest: items }
    }

    /// Returns the items that were not read.
    pub fn rest(&self) -> &'i [NodeId] {
        self.rest
    }
}

impl<'c> de::SeqAccess<'c> for &mut Items<'c, '_> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'c>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some((&first, rest)) = self.rest.split_first() else { return Ok(None) };
        self.rest = rest;
        let value = seed.deserialize(Reader::new(self.context, first));
        value.map(Some).map_err(|error| error.or_in(first))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The entries of a map.
pub struct Entries<'c> {
    context: &'c Context<'c>,
    rest: std::vec::IntoIter<(NodeId, NodeId)>,
    value: Option<NodeId>,
}

impl<'c> Entries<'c> {
    /// Begins with the first entry.
    pub fn new(context: &'c Context<'c>, entries: Vec<(NodeId, NodeId)>) -> Self {
        Self { context, rest: entries.into_iter(), value: None }
    }
}

impl<'c> de::MapAccess<'c> for Entries<'c> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'c>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Reader::new(self.context, key)).map(Some).map_err(|error| error.or_in(key))
    }

    fn next_value_seed<V: DeserializeSeed<'c>>(&mut self, seed: V) -> Result<V::Value> {
        let value = self.value.take().expect("a value is asked for after its key");
        seed.deserialize(Reader::new(self.context, value)).map_err(|error| error.or_in(value))
    }
}

/// The fields of a record.
pub struct Fields<'c> {
    context: &'c Context<'c>,
    rest: std::vec::IntoIter<(&'c str, NodeId)>,
    value: Option<NodeId>,
}

impl<'c> Fields<'c> {
    /// Begins with the first field.
    pub fn new(context: &'c Context<'c>, fields: Vec<(&'c str, NodeId)>) -> Self {
        Self { context, rest: fields.into_iter(), value: None }
    }
}

impl<'c> de::MapAccess<'c> for Fields<'c> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'c>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(name))
            .map(Some)
            .map_err(|error: ReadError| error.or_in(value))
    }

    fn next_value_seed<V: DeserializeSeed<'c>>(&mut self, seed: V) -> Result<V::Value> {
        let value = self.value.take().expect("a value is asked for after its name");
        seed.deserialize(Reader::new(self.context, value)).map_err(|error| error.or_in(value))
    }
}

/// A value as one variant of several.
#[derive(Clone, Copy)]
pub struct VariantOf<'c> {
    pub(super) reader: Reader<'c>,
}

impl<'c> VariantOf<'c> {
    /// Returns the variant of a value with a name.
    pub fn new(reader: Reader<'c>) -> Self {
        Self { reader }
    }
}

impl<'c> de::EnumAccess<'c> for VariantOf<'c> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'c>>(self, seed: V) -> Result<(V::Value, Self)> {
        seed.deserialize(VariantName(self.name())).map(|variant| (variant, self))
    }
}

/// The name of a variant, for types that read it as an identifier or as an enum of its own.
struct VariantName<'c>(&'c str);

impl<'c> de::Deserializer<'c> for VariantName<'c> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_enum<V: Visitor<'c>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        check_variant(self.0, variants)?;
        visitor.visit_enum(self.0.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        <W: Visitor<'c>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
