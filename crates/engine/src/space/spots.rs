//! Spots: cells that a technique marks for later passes.

use crate::base::Cell;
use crate::level::PlaceId;
use crate::mission::SpotKind;

/// A walkable cell that the technique of its place marks for passes. Each cell has at most one spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassSpot {
    /// The purpose.
    pub kind: SpotKind,
    /// The cell.
    pub at: Cell,
    /// The place that owns the cell.
    pub place: PlaceId,
}
