//! Entities and markers of a legend. One that only has a kind is written as a plain text.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::TileLook;
use crate::base::Described;
use crate::mission::Attributes;

/// An entity or marker in the picture of a room. With a kind alone, write a plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Described)]
#[described(short = String)]
pub struct Placed {
    /// The kind of the entity or marker, for the game.
    pub kind: String,
    /// The walkable tile below it. By default, the floor of the level.
    #[described(default)]
    pub on: Option<TileLook>,
    /// Values for the game.
    #[described(default)]
    pub properties: Attributes,
}

impl Serialize for Placed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.on.is_none() && self.properties.is_empty() {
            return serializer.serialize_str(&self.kind);
        }
        let mut long = serializer.serialize_struct("Placed", 3)?;
        long.serialize_field("kind", &self.kind)?;
        if let Some(on) = &self.on {
            long.serialize_field("on", on)?;
        }
        if !self.properties.is_empty() {
            long.serialize_field("properties", &self.properties)?;
        }
        long.end()
    }
}

impl<'de> Deserialize<'de> for Placed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Long {
            kind: String,
            #[serde(default)]
            on: Option<TileLook>,
            #[serde(default)]
            properties: Attributes,
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Placed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the kind as a text, or (kind: …, on: …, properties: …)")
            }

            fn visit_str<E: de::Error>(self, kind: &str) -> Result<Placed, E> {
                Ok(Placed { kind: kind.to_owned(), ..Placed::default() })
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Placed, A::Error> {
                let Long { kind, on, properties } = Long::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Placed { kind, on, properties })
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
