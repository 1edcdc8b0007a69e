//! The cells near the starts.

use super::LevelDraft;
use crate::base::{BitGrid, Cell};

/// Returns the cells whose straight distance to a start is less than `distance`.
///
/// Row by row: each near start covers one run of columns, and the borders of all runs are summed along the
/// row.
pub(super) fn near_starts(draft: &LevelDraft<'_>, distance: u32) -> BitGrid {
    let mut near = BitGrid::empty(draft.level().tiles.size());
    let (width, height) = (near.size().width, near.size().height);
    let mut starts = draft.starts();
    starts.sort_unstable_by_key(|start| start.y);
    let reach = i64::from(distance);
    let mut borders = vec![0_i32; width as usize + 1];
    for y in 0..i64::from(height) {
        let rows = |start: &Cell| i64::from(start.y) - y;
        let from = starts.partition_point(|start| rows(start) <= -reach);
        let to = starts.partition_point(|start| rows(start) < reach);
        if from >= to {
            continue;
        }
        borders.fill(0);
        for start in &starts[from..to] {
            // Strictly less than the minimum straight distance.
            let half = ((reach.pow(2) - rows(start).pow(2) - 1).max(0) as u64).isqrt() as i64;
            let column = |x: i64| x.clamp(0, i64::from(width)) as usize;
            borders[column(i64::from(start.x) - half)] += 1;
            borders[column(i64::from(start.x) + half + 1)] -= 1;
        }
        let (mut covering, mut from) = (0, 0);
        for (x, border) in (0..).zip(&borders) {
            let before = covering;
            covering += border;
            match (before, covering) {
                (0, 1..) => from = x,
                (1.., 0) => near.set_span(y as usize, from..x, true),
                _ => {}
            }
        }
    }
    near
}
