//! Matches the sockets of a room with the passages that use them.
//!
//! A socket with a kind takes only passages of that kind.
//! In a room with such sockets, those passages take no other. All other passages take sockets without a kind.
//! No two passages leave a room next to each other.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::{LegendEntry, RoomTemplate};
use crate::base::Cell;

/// A cell on the edge of a room where a passage can leave it, with the kind of its socket.
pub(crate) type RoomExit<'k> = (Cell, Option<&'k str>);

/// Returns the kind of socket that a passage of the kind `wanted` uses, given the kinds of a room's sockets.
pub(crate) fn kind_used<'w>(
    wanted: Option<&'w str>,
    mut kinds: impl Iterator<Item = Option<&'w str>>,
) -> Option<&'w str> {
    wanted.filter(|_| kinds.any(|kind| kind == wanted))
}

/// Returns `true` if the exits are enough for passages that name these kinds.
///
/// No two exits in use may be next to each other, nor next to exits that are taken.
/// Exits are taken greedily in order. The result may therefore be `false` although another choice of exits
/// would fit.
pub(crate) fn are_enough<'k>(
    exits: impl Iterator<Item = RoomExit<'k>> + Clone,
    wanted: &[Option<&'k str>],
    mut taken: Vec<Cell>,
) -> bool {
    needed(&exits, wanted).into_iter().all(|(kind, count)| {
        let of_kind = exits.clone().filter(|(_, other)| *other == kind);
        let before = taken.len();
        for (exit, _) in of_kind {
            if taken.len() == before + count {
                break;
            }
            if taken.iter().all(|other| other.manhattan(exit) > 1) {
                taken.push(exit);
            }
        }
        taken.len() == before + count
    })
}

/// Returns `true` if the exits are not enough for these passages, and more passages can never change that.
pub(crate) fn are_never_enough<'k>(
    exits: impl Iterator<Item = RoomExit<'k>> + Clone,
    wanted: &[Option<&'k str>],
) -> bool {
    let kinds: BTreeSet<Option<&str>> = exits.clone().map(|(_, kind)| kind).collect();
    if kinds.len() <= 1 {
        return !are_enough(exits, wanted, Vec::new());
    }
    // Among several kinds, one more passage may change which exits are taken for the others.
    let count_of = |kind| exits.clone().filter(|(_, other)| *other == kind).count();
    needed(&exits, wanted).into_iter().any(|(kind, count)| count_of(kind) < count)
}

/// Returns the number of exits of each kind that passages of these kinds use.
fn needed<'k>(
    exits: &(impl Iterator<Item = RoomExit<'k>> + Clone),
    wanted: &[Option<&'k str>],
) -> BTreeMap<Option<&'k str>, usize> {
    let mut needed: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for kind in wanted {
        let kinds = exits.clone().map(|(_, kind)| kind);
        *needed.entry(kind_used(*kind, kinds)).or_default() += 1;
    }
    needed
}

impl RoomTemplate {
    /// Returns the exits of the room's sockets, row by row. Turning the room turns them, and changes nothing
    /// else.
    pub(crate) fn exits<'a>(&'a self, legend: &'a IndexMap<char, LegendEntry>) -> Vec<RoomExit<'a>> {
        let exits = self.sockets(legend).zip(self.leads(legend)).filter_map(|((cell, socket), lead)| {
            let exit = lead?.cells.last().copied().unwrap_or(cell);
            Some((exit, socket.kind.as_deref()))
        });
        exits.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exits<'k>(kinds: &[(i32, Option<&'k str>)]) -> Vec<RoomExit<'k>> {
        kinds.iter().map(|(x, kind)| (Cell::new(*x, 0), *kind)).collect()
    }

    #[test]
    fn exits_that_are_never_enough_are_not_enough_with_more_passages() {
        let (plain, grand) = (None, Some("grand"));
        let cases = [
            exits(&[]),
            exits(&[(0, plain), (1, plain), (2, plain)]),
            exits(&[(0, plain), (2, grand), (3, plain)]),
            exits(&[(1, grand), (0, plain), (2, plain)]),
        ];
        for exits in &cases {
            for few in 0..4 {
                for grand_ones in 0..3 {
                    let wanted = [vec![plain; few], vec![grand; grand_ones]].concat();
                    let more = [wanted.clone(), vec![plain]].concat();
                    let are_enough = |wanted: &[_]| are_enough(exits.iter().copied(), wanted, Vec::new());
                    if are_never_enough(exits.iter().copied(), &wanted) {
                        assert!(!are_enough(&wanted) && !are_enough(&more), "{exits:?} {wanted:?}");
                    }
                }
            }
        }
        assert!(are_never_enough(cases[1].iter().copied(), &[plain; 3]));
        assert!(!are_never_enough(cases[1].iter().copied(), &[plain; 2]));
    }
}
