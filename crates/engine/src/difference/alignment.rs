//! Lays one level over another.

use std::collections::BTreeMap;

use serde::Serialize;

use super::matching::PlaceMatching;
use crate::base::Cell;
use crate::level::Level;

/// The way in which the cells of two levels correspond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LevelAlignment {
    /// Cells with the same position.
    Position,
    /// Cells after the shift of most places that are in both levels: the shortest of several, and none that only one
    /// of several places made.
    #[default]
    Places,
}

impl LevelAlignment {
    /// Both alignments.
    pub const ALL: [Self; 2] = [Self::Position, Self::Places];

    /// Returns its name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Places => "places",
        }
    }

    /// Returns the cell of the level after that lies on cell (0, 0) of the level before.
    pub(super) fn shift(self, before: &Level, after: &Level, matching: &PlaceMatching) -> Cell {
        match self {
            Self::Position => Cell::default(),
            Self::Places => shift_of_most(before, after, matching),
        }
    }
}

/// The quality of a shift, best last: its places, its shortness, its straightness, and the numbers of its nodes.
type ShiftRank = (usize, std::cmp::Reverse<(u32, u32, u64)>);

/// Returns the shift of most places. It is zero if two shifts are equally good, because a mirrored difference
/// could choose the other one.
fn shift_of_most(before: &Level, after: &Level, matching: &PlaceMatching) -> Cell {
    let mut shifts: BTreeMap<Cell, (usize, u64)> = BTreeMap::new();
    for (one, other) in matching.pairs() {
        let (Some(one), Some(other)) = (before.place(one), after.place(other)) else { continue };
        let shift = minus(other.anchor, one.anchor);
        if overlap(shift, before, after) {
            let (places, nodes) = shifts.entry(shift).or_default();
            *places += 1;
            *nodes += u64::from(one.node.0) + u64::from(other.node.0);
        }
    }
    let rank = |(shift, (places, nodes)): (&Cell, &(usize, u64))| -> ShiftRank {
        let length = shift.manhattan(Cell::default());
        (*places, std::cmp::Reverse((length, shift.x.unsigned_abs(), *nodes)))
    };
    let Some(best) = shifts.iter().map(rank).max() else { return Cell::default() };
    // Places that all moved differently have no shift in common.
    if best.0 == 1 && shifts.len() > 1 {
        return Cell::default();
    }
    let mut found = shifts.iter().filter(|shift| rank(*shift) == best).map(|(shift, _)| *shift);
    match (found.next(), found.next()) {
        (Some(shift), None) => shift,
        _ => Cell::default(),
    }
}

/// Returns `true` if two levels share a cell after a shift.
fn overlap(shift: Cell, before: &Level, after: &Level) -> bool {
    let (one, other) = (before.tiles.rect(), after.tiles.rect());
    one.overlaps(other.moved(minus(Cell::default(), shift)))
}

/// Returns the difference of two cells, also of those that only a broken file has.
pub(super) fn minus(one: Cell, other: Cell) -> Cell {
    Cell::new(one.x.wrapping_sub(other.x), one.y.wrapping_sub(other.y))
}
