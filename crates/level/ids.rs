//! The ids by which the parts of a level name each other, and to whom a cell belongs.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The index in the level's list. For 0, which no sound level has, it is beyond the end of every list.
            pub const fn index(self) -> usize {
                (self.0 as usize).wrapping_sub(1)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// The id of a place, from 1.
    PlaceId
}

id! {
    /// The id of a passage, from 1.
    PassageId
}

id! {
    /// The id of an entity, from 1.
    EntityId
}

/// The number of a node of the mission, which need not be without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// The number of an edge of the mission, which need not be without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EdgeId(pub u32);

/// The keys that a walker holds: ids of entities.
pub type Keys = BTreeSet<EntityId>;

/// To whom a cell belongs. In files one number: 0 nobody, n place n, −n passage n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "i32", into = "i32")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Owner {
    #[default]
    Nobody,
    Place(PlaceId),
    Passage(PassageId),
}

impl From<i32> for Owner {
    fn from(number: i32) -> Self {
        match number {
            0 => Self::Nobody,
            1.. => Self::Place(PlaceId(number.unsigned_abs())),
            _ => Self::Passage(PassageId(number.unsigned_abs())),
        }
    }
}

impl From<Owner> for i32 {
    /// Of ids that no level has, the nearest number that there is.
    fn from(owner: Owner) -> Self {
        match owner {
            Owner::Nobody => 0,
            Owner::Place(id) => Self::try_from(id.0).unwrap_or(Self::MAX),
            Owner::Passage(id) => 0_i32.checked_sub_unsigned(id.0).unwrap_or(Self::MIN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owner_is_one_number() {
        for number in [0, 1, -1, i32::MAX, i32::MIN] {
            assert_eq!(i32::from(Owner::from(number)), number);
        }
        assert_eq!(i32::from(Owner::Place(PlaceId(u32::MAX))), i32::MAX);
        assert_eq!(i32::from(Owner::Passage(PassageId(u32::MAX))), i32::MIN);
    }
}
