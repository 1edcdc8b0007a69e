//! Reads values without passing over anything that their types do not know.
//!
//! The types of a level skip unknown fields, so that a game can read levels of later versions.
//! This program would lose such a field when it writes the level again, and would not notice a misspelt one.
//! In: a deserializer of any format. Out: the value, or the error that `deny_unknown_fields` would give.
//! Not checked: values that serde keeps in memory before it knows their type, which are the locks of a passage.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// A field that names the schema for text editors. It is skipped.
const SCHEMA_FIELD: &str = "$schema";

/// The seed of a value that is read strictly.
pub(super) fn strict<T>() -> Strict<PhantomData<T>> {
    Strict { inner: PhantomData, known: Known::Anything }
}

/// A part of serde that hands on this check to all parts within it.
pub(super) struct Strict<T> {
    inner: T,
    known: Known,
}

/// The names that an identifier can have.
#[derive(Clone, Copy)]
enum Known {
    Anything,
    Fields(&'static [&'static str]),
    Variants(&'static [&'static str]),
}

impl Known {
    fn check<E: Error>(self, name: &str) -> Result<(), E> {
        match self {
            Self::Fields(fields) if !fields.contains(&name) && name != SCHEMA_FIELD => {
                Err(E::unknown_field(name, fields))
            }
            Self::Variants(variants) if !variants.contains(&name) => Err(E::unknown_variant(name, variants)),
            Self::Anything | Self::Fields(_) | Self::Variants(_) => Ok(()),
        }
    }
}

impl<T> Strict<T> {
    fn with<U>(&self, inner: U) -> Strict<U> {
        Strict { inner, known: self.known }
    }
}

fn within<T>(inner: T) -> Strict<T> {
    Strict { inner, known: Known::Anything }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        let known = self.known;
        self.inner.deserialize(Strict { inner: deserializer, known })
    }
}

macro_rules! deserialize {
    ($($method:ident)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
                self.inner.$method(within(visitor))
            }
        )*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    deserialize! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_option deserialize_unit deserialize_seq
        deserialize_map deserialize_ignored_any
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let visitor = self.with(visitor);
        self.inner.deserialize_identifier(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let known = Known::Fields(fields);
        self.inner.deserialize_struct(name, fields, Strict { inner: visitor, known })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let known = Known::Variants(variants);
        self.inner.deserialize_enum(name, variants, Strict { inner: visitor, known })
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_unit_struct(name, within(visitor))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_newtype_struct(name, within(visitor))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple(len, within(visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple_struct(name, len, within(visitor))
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! visit {
    ($($method:ident: $type:ty,)*) => {
        $(
            fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
                self.inner.$method(value)
            }
        )*
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Strict<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    visit! {
        visit_bool: bool,
        visit_i8: i8,
        visit_i16: i16,
        visit_i32: i32,
        visit_i64: i64,
        visit_i128: i128,
        visit_u8: u8,
        visit_u16: u16,
        visit_u32: u32,
        visit_u64: u64,
        visit_u128: u128,
        visit_f32: f32,
        visit_f64: f64,
        visit_char: char,
        visit_bytes: &[u8],
        visit_borrowed_bytes: &'de [u8],
        visit_byte_buf: Vec<u8>,
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<V::Value, E> {
        self.known.check(value)?;
        self.inner.visit_str(value)
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<V::Value, E> {
        self.known.check(value)?;
        self.inner.visit_borrowed_str(value)
    }

    fn visit_string<E: Error>(self, value: String) -> Result<V::Value, E> {
        self.known.check(&value)?;
        self.inner.visit_string(value)
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(within(deserializer))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(within(deserializer))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(within(seq))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let map = self.with(map);
        self.inner.visit_map(map)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        let access = self.with(access);
        self.inner.visit_enum(access)
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, A::Error> {
        self.inner.next_element_seed(within(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let seed = self.with(seed);
        self.inner.next_key_seed(seed)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        self.inner.next_value_seed(within(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Strict<A> {
    type Error = A::Error;
    type Variant = Strict<A::Variant>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self::Variant), A::Error> {
        let seed = self.with(seed);
        let (value, variant) = self.inner.variant_seed(seed)?;
        Ok((value, within(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        self.inner.newtype_variant_seed(within(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.inner.tuple_variant(len, within(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.inner.struct_variant(fields, Strict { inner: visitor, known: Known::Fields(fields) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, read_level};
    use crate::level::Level;

    const LEVEL: &str = r##"{"format": 2, "generator": "by hand", "grammar": "Small", "seed": "7",
        "width": 1, "height": 1, "movement": "Cardinal", "legend": {"#": {"name": "wall", "walkable": false}},
        "tiles": ["#"], "owners": [[[0, 1]]], "places": [], "passages": [], "entities": [], "templates": {},
        "bridges": [], "populate": [{"name": "chests", "kind": "Chests", "settings": {"Chests": {"slack": 2}}}],
        "mission": {"nodes": [], "edges": []}, "report": {"P7": {"name": "", "held": true, "broken_by": []}}}"##;

    fn changed(old: &str, new: &str) -> String {
        assert!(LEVEL.contains(old), "{old}");
        let text = LEVEL.replacen(old, new, 1);
        read_level(text.as_bytes(), Format::Json)
            .map_or_else(|error| error.to_string(), |_| "read".to_owned())
    }

    #[test]
    fn unknown_fields_and_promises_are_refused_wherever_they_stand() {
        assert_eq!(changed("by hand", "by foot"), "read");
        for (old, new) in [
            ("\"width\"", "\"weather\": 1, \"width\""),
            ("\"walkable\"", "\"weather\": {}, \"walkable\""),
            ("\"slack\"", "\"weather\": [], \"slack\""),
            ("\"nodes\"", "\"weather\": null, \"nodes\""),
        ] {
            assert!(
                changed(old, new).contains("unknown field `weather`, expected "),
                "{}",
                changed(old, new)
            );
        }
        assert!(changed("\"P7\"", "\"P99\"").contains("unknown variant `P99`"));
        let level: Level = serde_json::from_str(LEVEL).unwrap();
        let ron = ron::to_string(&level).unwrap();
        assert_eq!(read_level(ron.as_bytes(), Format::Ron), Ok(level));
        let error = read_level(ron.replace("slack:", "slackness:").as_bytes(), Format::Ron).unwrap_err();
        assert!(error.to_string().contains("slackness"), "{error}");
    }
}
