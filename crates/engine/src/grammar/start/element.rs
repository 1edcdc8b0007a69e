//! Elements of a start graph: a symbol, and values that extend or replace those of the symbol.
//!
//! ```text
//! nodes: {1: "Entrance", 2: (symbol: "Hollow", attributes: {"danger": 3})}
//! edges: [(1, (symbol: "path", attributes: {"secret": true}), 2)]
//! ```

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::Described;
use crate::mission::Attributes;

/// A node or an edge of a start graph. Without values of its own, write its symbol alone.
#[derive(Clone, Debug, PartialEq, Eq, Described)]
#[described(short = String)]
pub struct StartElement {
    /// The name of the symbol.
    pub symbol: String,
    /// Attributes that replace those of the symbol.
    #[described(default)]
    pub attributes: Attributes,
}

impl From<&str> for StartElement {
    fn from(symbol: &str) -> Self {
        Self { symbol: symbol.to_owned(), attributes: Attributes::new() }
    }
}

impl Serialize for StartElement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.attributes.is_empty() {
            return self.symbol.serialize(serializer);
        }
        let mut long = serializer.serialize_struct("Element", 2)?;
        long.serialize_field("symbol", &self.symbol)?;
        long.serialize_field("attributes", &self.attributes)?;
        long.end()
    }
}

impl<'de> Deserialize<'de> for StartElement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Long {
            symbol: String,
            #[serde(default)]
            attributes: Attributes,
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = StartElement;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a symbol's name, or (symbol: …, attributes: {…})")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(name.into())
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let Long { symbol, attributes } = Long::deserialize(MapAccessDeserializer::new(map))?;
                Ok(StartElement { symbol, attributes })
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
