//! Spots: cells that a technique marks for what is placed later.

use crate::base::Cell;
use crate::level::PlaceId;
use crate::mission::SpotKind;

/// A cell that the forming of its place marks for passes: a walkable one of the place, at most one spot a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What it is meant for.
    pub kind: SpotKind,
    /// Which cell.
    pub at: Cell,
    /// The place that owns the cell.
    pub place: PlaceId,
}
