//! Changes: what a rule does to the attributes of an element of its right side.
//!
//! Values taken from other elements are those before the step, whatever else the step changes.
//! Taking a missing value changes nothing, and neither does the distance of a node to which no way leads.
//! Adding to a missing attribute begins at 0; adding to a text or a boolean changes nothing. Sums saturate.

use serde::{Deserialize, Serialize};

use super::{DistanceOrigin, ElementId, LocksOnWay};
use crate::base::Described;
use crate::mission::{Attributes, Value};

/// One change of one attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
pub enum Change {
    /// Sets the attribute to this value.
    Set(String, Value),
    /// Adds this number to the attribute. A missing attribute begins at 0.
    Add(String, i64),
    /// Copies the attribute of this name from a matched element.
    Take(String, AttributeSource),
    /// Copies the attribute of the first name from a matched element to the attribute of the last name.
    TakeAs(String, AttributeSource, String),
    /// Sets the attribute to the distance of a matched node: the number of passages on the shortest way.
    ///
    /// It is the distance before the step. Without any way, the attribute stays as it is.
    Distance {
        /// The name of the attribute.
        name: String,
        /// The node, by its number on the left side.
        node: ElementId,
        /// The end of the way.
        from: DistanceOrigin,
        /// The handling of locks on the way.
        #[serde(default, skip_serializing_if = "LocksOnWay::is_default")]
        locks: LocksOnWay,
    },
}

/// A matched element, as the left side names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
pub enum AttributeSource {
    /// The node of this number on the left side.
    Node(ElementId),
    /// The edge at this position of the list on the left side, from 1.
    Edge(u32),
}

impl Change {
    /// Returns the name of the attribute.
    pub fn name(&self) -> &str {
        match self {
            Self::Set(name, _) | Self::Add(name, _) | Self::Take(name, _) => name,
            Self::TakeAs(_, _, name) | Self::Distance { name, .. } => name,
        }
    }

    /// Returns the source of a taken value: its name there, and the element.
    pub fn taken(&self) -> Option<(&str, AttributeSource)> {
        match self {
            Self::Take(name, source) | Self::TakeAs(name, source, _) => Some((name, *source)),
            Self::Set(..) | Self::Add(..) | Self::Distance { .. } => None,
        }
    }

    /// Makes the change; `taken` are the attributes of the source element, `distance` that of the measured node.
    pub(crate) fn make(
        &self,
        attributes: &mut Attributes,
        taken: Option<&Attributes>,
        distance: Option<u32>,
    ) {
        let value = match self {
            Self::Set(_, value) => Some(value.clone()),
            Self::Take(name, _) | Self::TakeAs(name, ..) => taken.and_then(|taken| taken.get(name)).cloned(),
            Self::Distance { .. } => distance.map(|passages| Value::Int(passages.into())),
            Self::Add(name, number) => match attributes.get(name) {
                None => Some(Value::Int(*number)),
                Some(Value::Int(known)) => Some(Value::Int(known.saturating_add(*number))),
                Some(Value::Bool(_) | Value::Text(_)) => None,
            },
        };
        if let Some(value) = value {
            attributes.insert(self.name().to_owned(), value);
        }
    }
}
