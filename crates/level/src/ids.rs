//! The ids by which the parts of a level name each other, and the owners of cells.
//!
//! Ids count from 1, lists from 0. Only this file converts between the two.

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
            /// Returns the id of the item at that index of the list.
            #[inline]
            pub const fn at(index: usize) -> Self {
                Self(index as u32 + 1)
            }

            /// Returns the index in the list. For 0, which only a broken file has, it is beyond the end of every list.
            #[inline]
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

/// A node's number for life. Numbers are given from 1 upwards and never used twice in a derivation; a mission
/// may have gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// An edge's number for life. Numbers are given from 1 upwards and never used twice in a derivation; a
/// mission may have gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EdgeId(pub u32);

/// The keys that a walker holds: ids of entities.
pub type Keys = BTreeSet<EntityId>;

/// The owner of a cell, as one number: 0 nobody, n place n, −n passage n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owner(pub i32);

impl Owner {
    /// Belongs to nobody.
    pub const NOBODY: Self = Self(0);

    /// Returns the owner as a variant to match.
    #[inline]
    pub const fn who(self) -> OwnedBy {
        match self.0 {
            0 => OwnedBy::Nobody,
            1.. => OwnedBy::Place(PlaceId(self.0.unsigned_abs())),
            _ => OwnedBy::Passage(PassageId(self.0.unsigned_abs())),
        }
    }

    /// Returns the place, if the owner is one.
    #[inline]
    pub const fn place(self) -> Option<PlaceId> {
        if let OwnedBy::Place(id) = self.who() { Some(id) } else { None }
    }

    /// Returns the passage, if the owner is one.
    #[inline]
    pub const fn passage(self) -> Option<PassageId> {
        if let OwnedBy::Passage(id) = self.who() { Some(id) } else { None }
    }
}

impl From<PlaceId> for Owner {
    #[inline]
    fn from(id: PlaceId) -> Self {
        Self(id.0 as i32)
    }
}

impl From<PassageId> for Owner {
    #[inline]
    fn from(id: PassageId) -> Self {
        Self((id.0 as i32).wrapping_neg())
    }
}

/// The owner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OwnedBy {
    /// Nobody.
    Nobody,
    /// A place.
    Place(PlaceId),
    /// A passage.
    Passage(PassageId),
}

impl OwnedBy {
    /// Returns the number by which the grid of owners names it.
    pub fn number(self) -> i64 {
        match self {
            Self::Nobody => 0,
            Self::Place(id) => i64::from(id.0),
            Self::Passage(id) => -i64::from(id.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_count_from_one_and_owners_name_them() {
        assert_eq!((PlaceId::at(0), PlaceId(3).index()), (PlaceId(1), 2));
        assert_eq!([1, 2, 3].get(PassageId(0).index()), None);
        let owners = [Owner::NOBODY, PlaceId(7).into(), PassageId(7).into(), Owner(i32::MIN)];
        assert_eq!(owners.map(|owner| owner.who().number()), [0, 7, -7, i64::from(i32::MIN)]);
        assert_eq!(owners.map(Owner::place), [None, Some(PlaceId(7)), None, None]);
        assert_eq!(owners.map(Owner::passage)[2..], [Some(PassageId(7)), Some(PassageId(1 << 31))]);
    }
}
