//! P3: all walkable cells are of one piece.
//!
//! Locks and one-way passages are not looked at; bridges are: one cannot turn on them.

use super::findings::Findings;
use super::ground::{Ground, Spot};
use super::names;

pub(super) fn check(ground: &Ground) -> Findings {
    let mut findings = Findings::default();
    let pieces = ground.pieces();
    let largest = pieces.spots.iter().max().copied().unwrap_or_default();
    let main = pieces.spots.iter().position(|spots| *spots == largest);
    for (index, first) in pieces.first.iter().enumerate() {
        if Some(index) != main
            && let Spot::On(cell) = first
        {
            let count = pieces.spots.get(index).copied().unwrap_or_default();
            findings.add_one_of_many(("detached", 0, 0), Some(*cell), || {
                let owner = names::owner(ground.level, ground.owner(*cell));
                let cells = if count == 1 { "cell is".to_owned() } else { format!("{count} cells are") };
                format!("{cells} cut off from the rest, at {} in {owner}.", names::cell(*cell))
            });
        }
    }
    findings
}
