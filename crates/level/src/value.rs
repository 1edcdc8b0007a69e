//! The values that an author gives to places and things, for the game to use.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Named values that the author of a grammar gives to places and things, for the game to use.
pub type Attributes = BTreeMap<String, Value>;

/// A whole number, a yes or no, or a text; written bare.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// Yes or no.
    Bool(bool),
    /// A text.
    Text(String),
}

impl Value {
    /// Returns the number, if it is one.
    pub const fn as_int(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    /// Returns yes or no, if it is that.
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(is_so) = self { Some(*is_so) } else { None }
    }

    /// Returns the text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Bool(is_so) => is_so.fmt(f),
            Self::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Text(value) => serializer.serialize_str(value),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, true, false or a text")
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
                Ok(Value::Bool(value))
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
                Ok(Value::Int(value))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
                i64::try_from(value).map(Value::Int).map_err(|_| E::custom("the number is too large"))
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
                Ok(Value::Text(value.to_owned()))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
