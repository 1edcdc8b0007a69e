//! Access of a reader to lists, maps, fields and variants.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use super::error::ValueError;
use super::reader::{Context, ValueReader, check_variant};
use super::tree::TreeNodeId;

type Result<T> = std::result::Result<T, ValueError>;

/// The items of a list or tuple.
pub struct ListItems<'c, 'i> {
    context: &'c Context<'c>,
    rest: &'i [TreeNodeId],
}

impl<'c, 'i> ListItems<'c, 'i> {
    /// Begins with the first item.
    pub fn new(context: &'c Context<'c>, items: &'i [TreeNodeId]) -> Self {
        Self { context, rest: items }
    }

    /// Returns the items that were not read.
    pub fn rest(&self) -> &'i [TreeNodeId] {
        self.rest
    }
}

impl<'c> de::SeqAccess<'c> for &mut ListItems<'c, '_> {
    type Error = ValueError;

    fn next_element_seed<T: DeserializeSeed<'c>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some((&first, rest)) = self.rest.split_first() else { return Ok(None) };
        self.rest = rest;
        let value = seed.deserialize(ValueReader::new(self.context, first));
        value.map(Some).map_err(|error| error.or_in(first))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The entries of a map.
pub struct MapEntries<'c> {
    context: &'c Context<'c>,
    rest: std::vec::IntoIter<(TreeNodeId, TreeNodeId)>,
    value: Option<TreeNodeId>,
}

impl<'c> MapEntries<'c> {
    /// Begins with the first entry.
    pub fn new(context: &'c Context<'c>, entries: Vec<(TreeNodeId, TreeNodeId)>) -> Self {
        Self { context, rest: entries.into_iter(), value: None }
    }
}

impl<'c> de::MapAccess<'c> for MapEntries<'c> {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'c>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(ValueReader::new(self.context, key)).map(Some).map_err(|error| error.or_in(key))
    }

    fn next_value_seed<V: DeserializeSeed<'c>>(&mut self, seed: V) -> Result<V::Value> {
        let value = self.value.take().expect("a value is asked for after its key");
        seed.deserialize(ValueReader::new(self.context, value)).map_err(|error| error.or_in(value))
    }
}

/// The fields of a record.
pub struct RecordFields<'c> {
    context: &'c Context<'c>,
    rest: std::vec::IntoIter<(&'c str, TreeNodeId)>,
    value: Option<TreeNodeId>,
}

impl<'c> RecordFields<'c> {
    /// Begins with the first field.
    pub fn new(context: &'c Context<'c>, fields: Vec<(&'c str, TreeNodeId)>) -> Self {
        Self { context, rest: fields.into_iter(), value: None }
    }
}

impl<'c> de::MapAccess<'c> for RecordFields<'c> {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'c>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(name))
            .map(Some)
            .map_err(|error: ValueError| error.or_in(value))
    }

    fn next_value_seed<V: DeserializeSeed<'c>>(&mut self, seed: V) -> Result<V::Value> {
        let value = self.value.take().expect("a value is asked for after its name");
        seed.deserialize(ValueReader::new(self.context, value)).map_err(|error| error.or_in(value))
    }
}

/// A value as one variant of several.
#[derive(Clone, Copy)]
pub struct VariantOf<'c> {
    pub(super) reader: ValueReader<'c>,
}

impl<'c> VariantOf<'c> {
    /// Returns the variant of a value with a name.
    pub fn new(reader: ValueReader<'c>) -> Self {
        Self { reader }
    }
}

impl<'c> de::EnumAccess<'c> for VariantOf<'c> {
    type Error = ValueError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'c>>(self, seed: V) -> Result<(V::Value, Self)> {
        seed.deserialize(VariantName(self.name())).map(|variant| (variant, self))
    }
}

/// The name of a variant, for types that read it as an identifier or as an enum of its own.
struct VariantName<'c>(&'c str);

impl<'c> de::Deserializer<'c> for VariantName<'c> {
    type Error = ValueError;

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
