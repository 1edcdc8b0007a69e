//! Numbers of walkable cells, counted once for several metrics.

use std::collections::BTreeSet;

use crate::level::{Level, OwnedBy, Owner};

/// Numbers of walkable cells.
pub(super) struct MeasuredCells {
    pub walkable: usize,
    /// Those that belong to passages.
    pub corridors: usize,
    /// Those whose mirror image is walkable, on the axis with more of them.
    pub mirrored: usize,
}

impl MeasuredCells {
    /// Counts the cells of a level.
    pub fn of(level: &Level) -> Self {
        let walkable = level.legend.iter().filter(|(_, tile)| tile.walkable);
        let walkable: BTreeSet<char> = walkable.map(|(character, _)| *character).collect();
        let rows: Vec<Vec<bool>> =
            level.tiles.rows().map(|row| row.iter().map(|tile| walkable.contains(tile)).collect()).collect();
        let across: usize = rows.iter().map(|row| count_both(row.iter().zip(row.iter().rev()))).sum();
        let down: usize =
            rows.iter().zip(rows.iter().rev()).map(|(row, other)| count_both(row.iter().zip(other))).sum();
        let owners = level.owners.rows().zip(&rows).flat_map(|(owners, row)| owners.iter().zip(row));
        let is_corridor = |(owner, is_walkable): &(&Owner, &bool)| {
            **is_walkable && matches!(owner.who(), OwnedBy::Passage(_))
        };
        Self {
            walkable: rows.iter().flatten().filter(|is_walkable| **is_walkable).count(),
            corridors: owners.filter(is_corridor).count(),
            mirrored: across.max(down),
        }
    }
}

/// Returns the number of pairs of which both are true.
fn count_both<'a>(pairs: impl Iterator<Item = (&'a bool, &'a bool)>) -> usize {
    pairs.filter(|(one, other)| **one && **other).count()
}
