//! The written form of pattern elements: bare symbols where possible, tuples for edges.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, EnumAccess, MapAccess, SeqAccess, VariantAccess};
use serde::ser::{SerializeStruct, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    Change, Condition, EdgeDirection, EdgePattern, EdgeReplacement, NodePattern, NodeReplacement,
    SymbolPattern, SymbolReplacement,
};

/// A symbol alone, or with a list next to it.
struct SymbolWithList<'a, Symbol, Item> {
    symbol: &'a Symbol,
    field: &'static str,
    items: &'a [Item],
}

impl<Symbol: Serialize, Item: Serialize> Serialize for SymbolWithList<'_, Symbol, Item> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.items.is_empty() {
            return self.symbol.serialize(serializer);
        }
        let mut long = serializer.serialize_struct("Element", 2)?;
        long.serialize_field("symbol", self.symbol)?;
        long.serialize_field(self.field, self.items)?;
        long.end()
    }
}

fn with_conditions<'a>(
    symbol: &'a SymbolPattern,
    items: &'a [Condition],
) -> SymbolWithList<'a, SymbolPattern, Condition> {
    SymbolWithList { symbol, field: "when", items }
}

fn with_changes<'a>(
    symbol: &'a SymbolReplacement,
    items: &'a [Change],
) -> SymbolWithList<'a, SymbolReplacement, Change> {
    SymbolWithList { symbol, field: "change", items }
}

impl Serialize for NodePattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        with_conditions(&self.symbol, &self.when).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for NodePattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Long {
            #[serde(default)]
            symbol: SymbolPattern,
            #[serde(default)]
            when: Vec<Condition>,
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = NodePattern;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a symbol's name, Any, AnyOf([…]), or (symbol: …, when: […])")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(SymbolPattern::Is(name.to_owned()).into())
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
                SymbolVisitor.visit_enum(data).map(NodePattern::from)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let Long { symbol, when } = Long::deserialize(MapAccessDeserializer::new(map))?;
                Ok(NodePattern { symbol, when })
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl Serialize for SymbolPattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Any => serializer.serialize_unit_variant("SymbolPattern", 0, "Any"),
            Self::Is(name) => serializer.serialize_str(name),
            Self::AnyOf(names) => serializer.serialize_newtype_variant("SymbolPattern", 2, "AnyOf", names),
        }
    }
}

struct SymbolVisitor;

impl<'de> de::Visitor<'de> for SymbolVisitor {
    type Value = SymbolPattern;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a symbol's name, Any, or AnyOf([…])")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(SymbolPattern::Is(name.to_owned()))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
        #[derive(Deserialize)]
        enum Variant {
            Any,
            AnyOf,
        }

        match data.variant()? {
            (Variant::Any, rest) => rest.unit_variant().map(|()| SymbolPattern::Any),
            (Variant::AnyOf, rest) => rest.newtype_variant().map(SymbolPattern::AnyOf),
        }
    }
}

impl<'de> Deserialize<'de> for SymbolPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SymbolVisitor)
    }
}

impl Serialize for NodeReplacement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        with_changes(&self.symbol, &self.change).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for NodeReplacement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Long {
            #[serde(default)]
            symbol: SymbolReplacement,
            #[serde(default)]
            change: Vec<Change>,
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = NodeReplacement;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a symbol's name, Keep, or (symbol: …, change: […])")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(SymbolReplacement::Is(name.to_owned()).into())
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
                ReplacementVisitor.visit_enum(data).map(NodeReplacement::from)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let Long { symbol, change } = Long::deserialize(MapAccessDeserializer::new(map))?;
                Ok(NodeReplacement { symbol, change })
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl Serialize for SymbolReplacement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Keep => serializer.serialize_unit_variant("SymbolReplacement", 0, "Keep"),
            Self::Is(name) => serializer.serialize_str(name),
        }
    }
}

struct ReplacementVisitor;

impl<'de> de::Visitor<'de> for ReplacementVisitor {
    type Value = SymbolReplacement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a symbol's name or Keep")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(SymbolReplacement::Is(name.to_owned()))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
        let (KeepName, rest) = data.variant()?;
        rest.unit_variant().map(|()| SymbolReplacement::Keep)
    }
}

/// The name `Keep`. Authors also write what belongs on left sides, and get a message.
struct KeepName;

impl<'de> Deserialize<'de> for KeepName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = KeepName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("Keep")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                match name {
                    "Keep" => Ok(KeepName),
                    "Any" | "AnyOf" => Err(E::custom(format!(
                        "`{name}` is for Before sides; on an After side, write Keep or the name of a symbol"
                    ))),
                    _ => Err(E::unknown_variant(name, &["Keep"])),
                }
            }
        }

        deserializer.deserialize_identifier(Visitor)
    }
}

impl<'de> Deserialize<'de> for SymbolReplacement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReplacementVisitor)
    }
}

impl Serialize for EdgePattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let either_way = self.direction == EdgeDirection::EitherWay;
        let mut tuple = serializer.serialize_tuple(if either_way { 4 } else { 3 })?;
        tuple.serialize_element(&self.from)?;
        tuple.serialize_element(&with_conditions(&self.symbol, &self.when))?;
        tuple.serialize_element(&self.to)?;
        if either_way {
            tuple.serialize_element(&self.direction)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for EdgePattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = EdgePattern;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an edge like (1, \"path\", 2) or (1, \"path\", 2, EitherWay)")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let short = |count| de::Error::invalid_length(count, &self);
                let from = seq.next_element()?.ok_or_else(|| short(0))?;
                let NodePattern { symbol, when } = seq.next_element()?.ok_or_else(|| short(1))?;
                let to = seq.next_element()?.ok_or_else(|| short(2))?;
                let direction = seq.next_element()?.unwrap_or_default();
                Ok(EdgePattern { from, symbol, when, to, direction })
            }
        }

        deserializer.deserialize_tuple(4, Visitor)
    }
}

impl Serialize for EdgeReplacement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.from, with_changes(&self.symbol, &self.change), self.to).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EdgeReplacement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (from, NodeReplacement { symbol, change }, to) = Deserialize::deserialize(deserializer)?;
        Ok(Self { from, symbol, change, to })
    }
}
