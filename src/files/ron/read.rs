//! From a tree to a value of any type that serde knows.
//!
//! More lenient than plain RON where people expect it: `Some` may be left out, a bare name stands for a variant with all its defaults, characters may stand in double quotes.
//! What does not hinder reading, such as an unknown field, is noted and passed over.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::{self, DeserializeSeed, Visitor};

use super::access::{Entries, Fields, Items, VariantOf};
use super::error::{Fault, ReadError, describe};
use super::tree::{Field, NodeId, Tree, Value};
use crate::base::{Diagnostic, Position, did_you_mean};

/// What a reading goes by, and what it notes.
pub struct Context<'t> {
    /// The values.
    pub tree: &'t Tree,
    /// Values to pass over as if they were not there.
    pub skipped: &'t BTreeSet<NodeId>,
    /// Fields to add to records that lack them.
    pub added: &'t BTreeMap<NodeId, Vec<(&'static str, NodeId)>>,
    /// What was noted, once for each place.
    pub notes: &'t RefCell<BTreeMap<(Position, String), Diagnostic>>,
}

impl Context<'_> {
    /// Notes a mistake that does not hinder reading.
    pub fn note(&self, at: Position, mut diagnostic: Diagnostic) {
        diagnostic.position = Some(at);
        self.notes.borrow_mut().entry((at, diagnostic.message.clone())).or_insert(diagnostic);
    }
}

/// Reads one value.
#[derive(Clone, Copy)]
pub struct Reader<'c> {
    context: &'c Context<'c>,
    node: NodeId,
    /// Is the name in front of the value already used up?
    nameless: bool,
}

type Result<T> = std::result::Result<T, ReadError>;

impl<'c> Reader<'c> {
    /// A reader of the value of that number.
    pub fn new(context: &'c Context<'c>, node: NodeId) -> Self {
        Self { context, node, nameless: false }
    }

    fn value(self) -> &'c Value {
        self.context.tree.value(self.node)
    }

    fn name(self) -> Option<&'c str> {
        if self.nameless { None } else { self.context.tree.name(self.node) }
    }

    /// The same value without the name in front of it; of a single value in parentheses, that one.
    fn payload(self) -> Self {
        match self.value() {
            Value::Tuple { items, .. } if items.len() == 1 => {
                items.first().map_or(self, |&item| Self::new(self.context, item))
            }
            _ => Self { nameless: true, ..self },
        }
    }

    fn wanted<T>(self, what: impl Into<String>) -> Result<T> {
        match self.value() {
            Value::Broken => Err(ReadError { node: Some(self.node), fault: Fault::Broken }),
            _ => Err(ReadError::wanted(self.node, what)),
        }
    }

    fn located<T>(self, result: Result<T>) -> Result<T> {
        result.map_err(|error| error.or_in(self.node))
    }

    fn whole(self, least: i128, most: i128) -> Result<i128> {
        match *self.value() {
            Value::Int(number) if (least..=most).contains(&number) => Ok(number),
            Value::Int(number) if number < least => {
                self.wanted(format!("a whole number of at least {least}"))
            }
            Value::Int(_) => self.wanted(format!("a whole number of at most {most}")),
            _ => self.wanted("a whole number"),
        }
    }

    fn float(self) -> Result<f64> {
        match *self.value() {
            Value::Float(number) => Ok(number),
            Value::Int(number) => Ok(number as f64),
            _ => self.wanted("a number"),
        }
    }

    /// The fields of a record that its type knows, each once; the others are noted.
    fn known_fields(
        self,
        record: &'static str,
        known: &'static [&'static str],
    ) -> Result<Vec<(&'c str, NodeId)>> {
        let written: &[Field] = match self.value() {
            Value::Record { fields, .. } => fields,
            Value::Tuple { items, .. } if items.is_empty() => &[],
            Value::Name(name) if self.nameless || name == record => &[],
            _ => return self.wanted("fields in parentheses, such as (name: …)"),
        };
        if let Some(name) = self.name().filter(|&name| name != record) {
            let message = format!("the name {name} does not belong before these fields");
            let node = self.context.tree.node(self.node);
            // Inner names are not for authors to know.
            let hint =
                if node.parent.is_none() { format!("write {record}(…)") } else { "take it out".to_owned() };
            self.context.note(node.at, Diagnostic::error("wrong-name", message).hint(hint));
        }
        let mut fields: Vec<(&str, NodeId)> = Vec::with_capacity(written.len());
        for field in written {
            if fields.iter().any(|&(name, _)| name == field.name) {
                let message = format!("`{}` is written twice here", field.name);
                self.context.note(
                    field.at,
                    Diagnostic::error("duplicate-field", message)
                        .hint("the first is used; take this one out"),
                );
            } else if known.contains(&field.name.as_str()) {
                fields.push((&field.name, field.value));
            } else {
                self.context.note(field.at, unknown_field(&field.name, known));
            }
        }
        fields.retain(|(_, value)| !self.context.skipped.contains(value));
        fields.extend(self.context.added.get(&self.node).into_iter().flatten().copied());
        Ok(fields)
    }

    fn fields<V: Visitor<'c>>(
        self,
        record: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let fields = self.known_fields(record, known)?;
        self.located(visitor.visit_map(Fields::new(self.context, fields)))
    }

    /// The values of a tuple, and whether there are more than are wanted.
    fn items<V: Visitor<'c>>(self, items: &'c [NodeId], visitor: V) -> Result<V::Value> {
        let mut access = Items::new(self.context, items);
        let value = self.located(visitor.visit_seq(&mut access))?;
        if let Some(&extra) = access.rest().first() {
            let at = self.context.tree.node(extra).at;
            let message = format!("{} is too much here", describe(self.context.tree, extra));
            self.context.note(at, Diagnostic::error("too-many-values", message).hint("take it out"));
        }
        Ok(value)
    }

    fn list(self) -> Option<Vec<NodeId>> {
        let Value::List(items) = self.value() else { return None };
        Some(items.iter().copied().filter(|item| !self.context.skipped.contains(item)).collect())
    }

    /// The entries of a map, each key once; repeated ones are noted.
    fn entries(self, entries: &'c [(NodeId, NodeId)]) -> Entries<'c> {
        let tree = self.context.tree;
        let mut seen = BTreeSet::new();
        let mut kept = Vec::with_capacity(entries.len());
        for &(key, value) in entries {
            if let Some(text) = tree.key_text(key)
                && !seen.insert(text.clone())
            {
                let message = format!("the key {text} stands twice in this map");
                let diagnostic = Diagnostic::error("duplicate-key", message)
                    .hint("the first is used; rename this one or take it out");
                self.context.note(tree.node(key).at, diagnostic);
            } else if !self.context.skipped.contains(&value) {
                kept.push((key, value));
            }
        }
        Entries::new(self.context, kept)
    }
}

fn unknown_field(name: &str, known: &[&str]) -> Diagnostic {
    let list = || format!("known here are {}", known.join(", "));
    Diagnostic::error("unknown-field", format!("there is no field `{name}` here"))
        .hint(did_you_mean(name, known.iter().copied()).unwrap_or_else(list))
}

/// Refuses a variant that does not exist.
pub fn check_variant(name: &str, variants: &'static [&'static str]) -> Result<()> {
    if variants.contains(&name) {
        return Ok(());
    }
    let list = || format!("write one of {}", variants.join(", "));
    let hint = did_you_mean(name, variants.iter().copied()).unwrap_or_else(list);
    Err(ReadError::other("unknown-variant", format!("`{name}` is not known here"), Some(hint)))
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ident)*) => {$(
        fn $method<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
            let number = self.whole(i128::from($type::MIN), i128::from($type::MAX))?;
            self.located(visitor.$visit(number as $type))
        }
    )*};
}

impl<'c> de::Deserializer<'c> for Reader<'c> {
    type Error = ReadError;

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
        let result = match self.value() {
            Value::Broken => return self.wanted(""),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Int(number) => match (u64::try_from(*number), i64::try_from(*number)) {
                (Ok(number), _) => visitor.visit_u64(number),
                (_, Ok(number)) => visitor.visit_i64(number),
                _ => return self.wanted("a smaller number"),
            },
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Char(character) => visitor.visit_char(*character),
            Value::Text { text, .. } => visitor.visit_borrowed_str(text),
            Value::List(_) => return self.deserialize_seq(visitor),
            Value::Map(entries) => visitor.visit_map(self.entries(entries)),
            Value::Name(name) if name == "None" => visitor.visit_none(),
            Value::Tuple { items, .. } if self.name() == Some("Some") && items.len() == 1 => {
                visitor.visit_some(self.payload())
            }
            _ if self.name().is_some() => visitor.visit_enum(VariantOf::new(self)),
            Value::Tuple { items, .. } if items.is_empty() => visitor.visit_unit(),
            Value::Tuple { items, .. } => return self.items(items, visitor),
            Value::Record { fields, .. } => {
                let fields = fields.iter().map(|field| (field.name.as_str(), field.value));
                visitor.visit_map(Fields::new(self.context, fields.collect()))
            }
            Value::Name(_) => visitor.visit_unit(),
        };
        self.located(result)
    }

    fn deserialize_bool<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match *self.value() {
            Value::Bool(value) => self.located(visitor.visit_bool(value)),
            _ => self.wanted("true or false"),
        }
    }

    fn deserialize_f32<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        let number = self.float()?;
        self.located(visitor.visit_f64(number))
    }

    fn deserialize_f64<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        let number = self.float()?;
        self.located(visitor.visit_f64(number))
    }

    fn deserialize_char<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        let character = match self.value() {
            Value::Char(character) => Some(*character),
            Value::Text { text, .. } => Some(text.chars())
                .filter(|chars| chars.clone().count() == 1)
                .and_then(|mut chars| chars.next()),
            _ => None,
        };
        match character {
            Some(character) => self.located(visitor.visit_char(character)),
            None => self.wanted("one character, such as '#'"),
        }
    }

    fn deserialize_str<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.value() {
            Value::Text { text, .. } => self.located(visitor.visit_borrowed_str(text)),
            Value::Char(character) => self.located(visitor.visit_char(*character)),
            _ => self.wanted("a text in quotes"),
        }
    }

    fn deserialize_string<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        let result = match self.value() {
            Value::Name(name) if name == "None" => visitor.visit_none(),
            Value::Tuple { items, .. } if self.name() == Some("Some") && items.len() == 1 => {
                visitor.visit_some(self.payload())
            }
            Value::Record { .. } if self.name() == Some("Some") => visitor.visit_some(self.payload()),
            _ => visitor.visit_some(self),
        };
        self.located(result)
    }

    fn deserialize_unit<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.value() {
            Value::Tuple { items, .. } if items.is_empty() => self.located(visitor.visit_unit()),
            _ => self.wanted("an empty pair of parentheses"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'c>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match self.value() {
            Value::Name(written) if written == name => self.located(visitor.visit_unit()),
            _ => self.deserialize_unit(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'c>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        let wrapped =
            matches!(self.value(), Value::Tuple { .. }) && self.name().is_none_or(|written| written == name);
        let inner = if wrapped { self.payload() } else { self };
        self.located(visitor.visit_newtype_struct(inner))
    }

    fn deserialize_seq<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.list() {
            Some(items) => self.located(visitor.visit_seq(&mut Items::new(self.context, &items))),
            None => self.wanted("a list in square brackets"),
        }
    }

    fn deserialize_tuple<V: Visitor<'c>>(self, count: usize, visitor: V) -> Result<V::Value> {
        match self.value() {
            Value::Tuple { items, .. } if self.name().is_none() => self.items(items, visitor),
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
            Value::Tuple { items, .. } if self.name().is_none_or(|written| written == name) => {
                self.items(items, visitor)
            }
            _ => self.wanted(format!("{count} values in parentheses")),
        }
    }

    fn deserialize_map<V: Visitor<'c>>(self, visitor: V) -> Result<V::Value> {
        match self.value() {
            Value::Map(entries) => self.located(visitor.visit_map(self.entries(entries))),
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
        let Value::Text { text, .. } = self.value() else { return self.wanted(wanted) };
        let variant = variants.iter().find(|variant| variant.eq_ignore_ascii_case(text));
        let hint = variant.map(|variant| format!("write it without quotes: {variant}"));
        let message = format!("expected {wanted}, found {}", describe(self.context.tree, self.node));
        self.located(Err(ReadError::other("wrong-type", message, hint)))
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
    /// The variant's name.
    pub fn name(self) -> &'c str {
        self.reader.name().unwrap_or_default()
    }
}

impl<'c> de::VariantAccess<'c> for VariantOf<'c> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<()> {
        let name = self.name();
        match self.reader.value() {
            Value::Name(_) => Ok(()),
            Value::Tuple { items, .. } if items.is_empty() => Ok(()),
            _ => self.reader.wanted(format!("{name} alone, without parentheses")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'c>>(self, seed: T) -> Result<T::Value> {
        self.reader.located(seed.deserialize(self.reader.payload()))
    }

    fn tuple_variant<V: Visitor<'c>>(self, count: usize, visitor: V) -> Result<V::Value> {
        let nameless = Reader { nameless: true, ..self.reader };
        de::Deserializer::deserialize_tuple(nameless, count, visitor)
    }

    fn struct_variant<V: Visitor<'c>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        let nameless = Reader { nameless: true, ..self.reader };
        nameless.fields("", fields, visitor)
    }
}
