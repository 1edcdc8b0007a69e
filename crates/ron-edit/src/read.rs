//! Reads a tree as a value of any type that serde knows.
//!
//! It is more lenient than plain RON. `Some` is optional, and characters may be in double quotes.
//! A bare name is a variant with all of its defaults.
//! A harmless fault, for example an unknown field, is noted and skipped.

use serde::de::{self, DeserializeSeed, Visitor};

use super::access::{ListItems, RecordFields, VariantOf};
use super::error::{ValueError, describe};
use super::reader::{ValueReader, check_variant};
use super::tree::TreeValue;

type Result<T> = std::result::Result<T, ValueError>;

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ident)*) => {$(
        fn $method<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
            let number = self.whole(i128::from($type::MIN), i128::from($type::MAX))?;
            self.located(visitor.$visit(number as $type))
        }
    )*};
}

impl<'c> de::Deserializer<'c> for ValueReader<'c> {
    type Error = ValueError;

    whole_numbers! {
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
    }

    fn deserialize_any<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        if let Some(number) = self.number() {
            return match (u64::try_from(number), i64::try_from(number)) {
                (Ok(number), _) => self.located(visitor.visit_u64(number)),
                (_, Ok(number)) => self.located(visitor.visit_i64(number)),
                _ => self.wanted("a smaller number"),
            };
        }
        let result = match self.value() {
            TreeValue::Broken | TreeValue::Int(_) => return self.wanted(""),
            TreeValue::Bool(value) => visitor.visit_bool(*value),
            TreeValue::Float(number) => visitor.visit_f64(*number),
            TreeValue::Char(character) => visitor.visit_char(*character),
            TreeValue::Text { text, .. } => visitor.visit_borrowed_str(text),
            TreeValue::List(_) => return self.deserialize_seq(visitor),
            TreeValue::Map(entries) => visitor.visit_map(self.entries(entries)),
            TreeValue::Name(name) if name == "None" => visitor.visit_none(),
            TreeValue::Tuple { items, .. } if self.name() == Some("Some") && items.len() == 1 => {
                visitor.visit_some(self.payload())
            }
            _ if self.name().is_some() => visitor.visit_enum(VariantOf::new(self)),
            TreeValue::Tuple { items, .. } if items.is_empty() => visitor.visit_unit(),
            TreeValue::Tuple { items, .. } => return self.items(items, visitor),
            TreeValue::Record { fields, .. } => {
                let fields = fields.iter().map(|field| (field.name.as_str(), field.value));
                visitor.visit_map(RecordFields::new(self.context, fields.collect()))
            }
            TreeValue::Name(_) => visitor.visit_unit(),
        };
        self.located(result)
    }

    fn deserialize_bool<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match *self.value() {
            TreeValue::Bool(value) => self.located(visitor.visit_bool(value)),
            _ => self.wanted("true or false"),
        }
    }

    fn deserialize_f32<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        let number = self.float()?;
        self.located(visitor.visit_f64(number))
    }

    fn deserialize_char<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        let character = match self.value() {
            TreeValue::Char(character) => Some(*character),
            TreeValue::Text { text, .. } => Some(text.chars())
                .filter(|chars| chars.clone().count() == 1)
                .and_then(|mut chars| chars.next()),
            _ => None,
        };
        match character {
            Some(character) => self.located(visitor.visit_char(character)),
            None => self.wanted("one character, for example '#'"),
        }
    }

    fn deserialize_str<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.value() {
            TreeValue::Text { text, .. } => self.located(visitor.visit_borrowed_str(text)),
            TreeValue::Char(character) => self.located(visitor.visit_char(*character)),
            _ => self.wanted("a text in quotes"),
        }
    }

    fn deserialize_string<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    serde::forward_to_deserialize_any! { <V: Visitor<'c>> bytes byte_buf }

    fn deserialize_option<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        let result = match self.value() {
            TreeValue::Name(name) if name == "None" => visitor.visit_none(),
            TreeValue::Tuple { items, .. } if self.name() == Some("Some") && items.len() == 1 => {
                visitor.visit_some(self.payload())
            }
            TreeValue::Record { .. } if self.name() == Some("Some") => visitor.visit_some(self.payload()),
            _ => visitor.visit_some(self),
        };
        self.located(result)
    }

    fn deserialize_unit<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.value() {
            TreeValue::Tuple { items, .. } if items.is_empty() => self.located(visitor.visit_unit()),
            _ => self.wanted("an empty pair of parentheses"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'c>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match self.value() {
            TreeValue::Name(written) if written == name => self.located(visitor.visit_unit()),
            _ => self.deserialize_unit(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'c>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        let wrapped = matches!(self.value(), TreeValue::Tuple { .. })
            && self.name().is_none_or(|written| written == name);
        let inner = if wrapped { self.payload() } else { self };
        self.located(visitor.visit_newtype_struct(inner))
    }

    fn deserialize_seq<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.list() {
            Some(items) => self.located(visitor.visit_seq(&mut ListItems::new(self.context, &items))),
            None => self.wanted("a list in square brackets"),
        }
    }

    fn deserialize_tuple<V: Visitor<'c>>(self, count: usize, visitor: V) -> Result<V::Value> {
        match self.value() {
            TreeValue::Tuple { items, .. } if self.name().is_none() => self.items(items, visitor),
            _ => self.wanted(format!("{count} values in parentheses")),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'c>>(
        self,
        name: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value> {
        match self.value() {
            TreeValue::Tuple { items, .. } if self.name().is_none_or(|written| written == name) => {
                self.items(items, visitor)
            }
            _ => self.wanted(format!("{count} values in parentheses")),
        }
    }

    fn deserialize_map<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.value() {
            TreeValue::Map(entries) => self.located(visitor.visit_map(self.entries(entries))),
            _ => self.wanted("a map in braces"),
        }
    }

    fn deserialize_struct<V: Visitor<'c>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.fields(name, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'c>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Some(name) = self.name() {
            self.located(check_variant(name, variants))?;
            return self.located(visitor.visit_enum(VariantOf::new(self)));
        }
        let wanted = format!("one of {}", variants.join(", "));
        let TreeValue::Text { text, .. } = self.value() else { return self.wanted(wanted) };
        let variant = variants.iter().find(|variant| variant.eq_ignore_ascii_case(text));
        let hint = variant.map(|variant| format!("Write it without quotes: {variant}."));
        let message = format!("Expected {wanted}, found {}.", describe(self.context.tree, self.node));
        self.located(Err(ValueError::other("wrong-type", message, hint)))
    }

    fn deserialize_identifier<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.context.tree.key_text(self.node) {
            Some(text) => self.located(visitor.visit_string(text)),
            None => self.wanted("a name"),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        self.located(visitor.visit_unit())
    }
}

impl<'c> VariantOf<'c> {
    /// Returns the variant's name.
    pub fn name(self) -> &'c str {
        self.reader.name().unwrap_or_default()
    }
}

impl<'c> de::VariantAccess<'c> for VariantOf<'c> {
    type Error = ValueError;

    fn unit_variant(self) -> Result<()> {
        let name = self.name();
        match self.reader.value() {
            TreeValue::Name(_) => Ok(()),
            TreeValue::Tuple { items, .. } if items.is_empty() => Ok(()),
            _ => self.reader.wanted(format!("{name} alone, without parentheses")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'c>>(self, seed: T) -> Result<T::Value> {
        self.reader.located(seed.deserialize(self.reader.payload()))
    }

    fn tuple_variant<V: Visitor<'c>>(self, count: usize, visitor: V) -> Result<V::Value> {
        let nameless = ValueReader { nameless: true, ..self.reader };
        de::Deserializer::deserialize_tuple(nameless, count, visitor)
    }

    fn struct_variant<V: Visitor<'c>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        let nameless = ValueReader { nameless: true, ..self.reader };
        nameless.fields("", fields, visitor)
    }
}
