//! Finds the crossings of horizontal and vertical stretches of routes.

use crate::base::Cell;
use crate::layout::drawing::Crossing;

/// A horizontal stretch of a route, from left to right.
pub(super) struct HorizontalStretch {
    pub y: i32,
    pub from: i32,
    pub to: i32,
    pub passage: usize,
}

/// A vertical stretch of a route, from top to bottom.
pub(super) struct VerticalStretch {
    pub x: i32,
    pub from: i32,
    pub to: i32,
    pub passage: usize,
}

/// Returns all crossings of different passages. The vertical stretch is the bridge.
pub(super) fn crossings(levels: &[HorizontalStretch], mut uprights: Vec<VerticalStretch>) -> Vec<Crossing> {
    uprights.sort_by_key(|upright| (upright.x, upright.from));
    let mut found = Vec::new();
    for level in levels {
        let first = uprights.partition_point(|upright| upright.x <= level.from);
        let reached = uprights[first..].iter().take_while(|upright| upright.x < level.to);
        let crossed = reached.filter(|upright| {
            upright.from < level.y && level.y < upright.to && upright.passage != level.passage
        });
        found.extend(crossed.map(|upright| Crossing {
            at: Cell::new(upright.x, level.y),
            over: upright.passage,
            under: level.passage,
        }));
    }
    found
}
