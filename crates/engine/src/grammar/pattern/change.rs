//! Changes: what a rule does to the attributes of an element of its right side.
//!
//! Values that are taken over are those from before the step, whatever else the step changes. Taking over what the other element does not have changes nothing. Adding to an attribute that is not there begins at 0; adding to a text or a yes or no changes nothing; sums stay within the numbers.

use serde::{Deserialize, Serialize};

use super::ElementId;
use crate::mission::{Attributes, Value};

/// One change of one attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// The attribute gets this value.
    Set(String, Value),
    /// This number is added to it.
    Add(String, i64),
    /// It gets the value that the attribute of this name has on a matched element.
    Take(String, Source),
    /// The attribute of the last name gets the value that the one of the first name has on a matched element.
    TakeAs(String, Source, String),
}

/// A matched element, as the left side names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    /// The node of this id.
    Node(ElementId),
    /// The edge at this place of the list; 1 is the first.
    Edge(u32),
}

impl Change {
    /// The name of the attribute.
    pub fn name(&self) -> &str {
        match self {
            Self::Set(name, _) | Self::Add(name, _) | Self::Take(name, _) | Self::TakeAs(_, _, name) => name,
        }
    }

    /// What is taken over, by its name there, and from where.
    pub fn taken(&self) -> Option<(&str, Source)> {
        match self {
            Self::Take(name, source) | Self::TakeAs(name, source, _) => Some((name, *source)),
            Self::Set(..) | Self::Add(..) => None,
        }
    }

    /// Makes the change; `taken` are the attributes of the element that it takes over from.
    pub(crate) fn make(&self, attributes: &mut Attributes, taken: Option<&Attributes>) {
        let value = match self {
            Self::Set(_, value) => Some(value.clone()),
            Self::Take(name, _) | Self::TakeAs(name, ..) => taken.and_then(|taken| taken.get(name)).cloned(),
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
