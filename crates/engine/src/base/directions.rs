//! Sets of the four cardinal directions.

use std::fmt;

use super::{Direction, Symmetry};

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Directions(u8);

impl Directions {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns all sets except the empty one: first those of one direction, then those of two, and so on.
    pub fn all_but_none() -> Vec<Self> {
        let mut all: Vec<Self> = (1..16).map(Self).collect();
        all.sort_by_key(|directions| (directions.0.count_ones(), *directions));
        all
    }

    /// Returns the set with one more direction.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | 1 << direction as u8)
    }

    /// Returns the set without a direction.
    #[must_use]
    pub const fn without(self, direction: Direction) -> Self {
        Self(self.0 & !(1 << direction as u8))
    }

    /// Returns the directions that are in either set.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Returns `true` if the direction is in the set.
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & 1 << direction as u8 != 0
    }

    /// Returns `true` if this is a subset of the other set.
    pub const fn are_among(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// Returns the directions, clockwise from north.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |direction| self.contains(*direction))
    }

    /// Returns the directions after a picture is flipped and turned.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry) -> Self {
        self.iter().map(|direction| symmetry.direction(direction)).collect()
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        directions.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Directions {
    /// Prints the directions in words: "north, east and west", or "no side".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Direction::name).collect();
        match names.as_slice() {
            [] => f.write_str("no side"),
            [one] => f.write_str(one),
            [first @ .., last] => write!(f, "{} and {last}", first.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_named_and_turned() {
        let corner: Directions = [Direction::East, Direction::North].into_iter().collect();
        assert_eq!(corner.to_string(), "north and east");
        assert_eq!(corner.turned(Symmetry::new(1, false)).to_string(), "east and south");
        assert_eq!(corner.turned(Symmetry::new(0, true)).to_string(), "north and west");
        assert_eq!(corner.with(Direction::West).to_string(), "north, east and west");
        assert_eq!(corner.with(Direction::West).without(Direction::East).to_string(), "north and west");
        assert_eq!(Directions::NONE.to_string(), "no side");
    }

    #[test]
    fn sets_are_listed_from_small_to_large() {
        let all = Directions::all_but_none();
        assert_eq!(all.len(), 15);
        assert!(all.is_sorted_by_key(|directions| directions.iter().count()));
        assert!(all[0].are_among(all[14]) && !all[14].are_among(all[0]));
    }
}
