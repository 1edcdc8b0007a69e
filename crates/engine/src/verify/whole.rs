//! P3: all walkable cells are connected.
//!
//! Locks and one-way passages are ignored. Bridges matter: a walker cannot turn on them.

use super::findings::PromiseBreaks;
use super::names;
use super::walk_map::{WalkMap, WalkSpot};

pub(super) fn check(walk_map: &WalkMap) -> PromiseBreaks {
    let mut findings = PromiseBreaks::default();
    let pieces = walk_map.own_pieces.regardless_of_owner(&walk_map.steps_over);
    let largest = pieces.iter().map(|(_, spots)| *spots).max().unwrap_or_default();
    let main = pieces.iter().position(|(_, spots)| *spots == largest);
    for (index, (first, count)) in pieces.into_iter().enumerate() {
        if Some(index) != main
            && let WalkSpot::On(cell) = first
        {
            findings.add_one_of_many(("detached", 0, 0), Some(cell), || {
                let owner = names::owner(walk_map.level, walk_map.owner(cell));
                let cells = if count == 1 { "cell is".to_owned() } else { format!("{count} cells are") };
                format!("{cells} cut off from the rest, at {} in {owner}.", names::cell(cell))
            });
        }
    }
    findings
}
