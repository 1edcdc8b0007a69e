//! The verdict about a level.

use crate::level::PlaceId;

/// The verdict about a property of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyVerdict {
    /// The level has the property.
    Holds,
    /// The level does not have it.
    Fails(CounterExample),
    /// The level has nothing that the property is about. The text says what is missing: "no locks".
    Nothing(String),
}

/// The reason why a level does not have a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterExample {
    /// The reason in words, with the places or values, as a sentence.
    pub reason: String,
    /// The places that the reason is about, ascending.
    pub places: Vec<PlaceId>,
}

impl PropertyVerdict {
    /// Returns a failure because of some places.
    pub(super) fn fails(reason: String, places: impl IntoIterator<Item = PlaceId>) -> Self {
        let mut places: Vec<PlaceId> = places.into_iter().collect();
        places.sort_unstable();
        places.dedup();
        Self::Fails(CounterExample { reason, places })
    }

    /// Returns the counter-example, if there is one.
    pub fn counter_example(&self) -> Option<&CounterExample> {
        match self {
            Self::Fails(example) => Some(example),
            Self::Holds | Self::Nothing(_) => None,
        }
    }

    /// Returns the verdict in a word for lists: "holds", "fails" or "has nothing to judge".
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails(_) => "fails",
            Self::Nothing(_) => "has nothing to judge",
        }
    }
}
