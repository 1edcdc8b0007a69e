//! The ids of places and passages, and to whom a cell belongs.
//!
//! Ids count from 1, lists from 0. Only this file converts the one into the other.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of what stands at that index of the list.
            pub const fn at(index: usize) -> Self {
                Self(index as u32 + 1)
            }

            /// The index in the list. For 0, which only a broken file has, it is beyond the end of every list.
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

/// To whom a cell belongs, as one number: 0 nobody, n place n, −n passage n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owner(pub i32);

impl Owner {
    /// Belongs to nobody.
    pub const NOBODY: Self = Self(0);

    /// The same, to be matched.
    pub const fn who(self) -> OwnedBy {
        match self.0 {
            0 => OwnedBy::Nobody,
            1.. => OwnedBy::Place(PlaceId(self.0.unsigned_abs())),
            _ => OwnedBy::Passage(PassageId(self.0.unsigned_abs())),
        }
    }

    /// The place, if it is one.
    pub const fn place(self) -> Option<PlaceId> {
        if self.0 > 0 { Some(PlaceId(self.0.unsigned_abs())) } else { None }
    }
}

impl From<PlaceId> for Owner {
    fn from(id: PlaceId) -> Self {
        Self(id.0 as i32)
    }
}

impl From<PassageId> for Owner {
    fn from(id: PassageId) -> Self {
        Self((id.0 as i32).wrapping_neg())
    }
}

/// To whom a cell belongs.
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
    /// The number by which the grid of owners names it.
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
    }
}
