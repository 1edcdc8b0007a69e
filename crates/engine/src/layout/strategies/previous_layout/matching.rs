//! Recognizes the places of an earlier mission in a changed one.
//!
//! In: the places of both missions in order, and the pairs that passages join. Out: pairs of equal places.
//! A new node shifts the numbers of all later ones, so numbers are unreliable. Instead, places are compared by
//! their surroundings, and the two sequences are aligned for maximum similarity (Needleman and Wunsch 1970).
//! A place whose symbol changed is recognized only by its number.
//! Not guaranteed: that places that changed their order are recognized.

use std::collections::BTreeMap;

use crate::layout::budget::previous_layout::matching::{MOST_PAIRS, SURROUNDINGS};
use crate::layout::graph::color_refinement::refine_colors;
use crate::mission::NodeId;

/// The places of a mission in order, and the pairs that passages join.
pub(super) struct PlaceGraph<'a> {
    pub ids: Vec<NodeId>,
    pub symbols: Vec<&'a str>,
    /// The pairs of places that passages join, as indices.
    pub joined: Vec<(usize, usize)>,
}

/// Returns the pairs of equal places, as indices in ascending order.
///
/// If there are too many places to compare, those with the same number and symbol are equal.
pub(super) fn same_places(was: &PlaceGraph<'_>, now: &PlaceGraph<'_>) -> Vec<(usize, usize)> {
    let (rows, columns) = (was.ids.len(), now.ids.len());
    if rows.saturating_mul(columns) > MOST_PAIRS {
        return same_ids(was, now);
    }
    let looks = looks_of_both(was, now);
    let alike = |one: usize, other: usize| -> u32 {
        let far = looks.iter().filter(|looks| looks[one] == looks[rows + other]).count();
        2 * far as u32 + u32::from(was.ids[one] == now.ids[other])
    };
    // `best` at (row, column) is the maximum similarity of both sequences from these places on.
    //
    //           now
    //          0   1   2
    //   was 0  ╲               ╲  pairs two places
    //       1      →   ╲       →  skips a place of `now`
    //       2          ↓       ↓  skips a place of `was`
    let mut best = vec![0_u32; (rows + 1) * (columns + 1)];
    let at = |row: usize, column: usize| row * (columns + 1) + column;
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let passed_over = best[at(row + 1, column)].max(best[at(row, column + 1)]);
            let paired = alike(row, column);
            let taken = if paired > 0 { paired + best[at(row + 1, column + 1)] } else { 0 };
            best[at(row, column)] = passed_over.max(taken);
        }
    }
    let mut pairs = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        let here = best[at(row, column)];
        let paired = alike(row, column);
        if paired > 0 && here == paired + best[at(row + 1, column + 1)] {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if here == best[at(row + 1, column)] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

fn same_ids(was: &PlaceGraph<'_>, now: &PlaceGraph<'_>) -> Vec<(usize, usize)> {
    let numbers: BTreeMap<&NodeId, usize> = now.ids.iter().zip(0..).collect();
    let same = |(row, id): (usize, &NodeId)| {
        let column = *numbers.get(id)?;
        (was.symbols[row] == now.symbols[column]).then_some((row, column))
    };
    was.ids.iter().enumerate().filter_map(same).collect()
}

/// Returns the looks of the places of both missions, those of the second after those of the first.
fn looks_of_both(was: &PlaceGraph<'_>, now: &PlaceGraph<'_>) -> Vec<Vec<usize>> {
    let shift = was.ids.len();
    let mut neighbours = vec![Vec::new(); shift + now.ids.len()];
    let shifted = now.joined.iter().map(|(from, to)| (from + shift, to + shift));
    for (from, to) in was.joined.iter().copied().chain(shifted) {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    let alone = was.symbols.iter().chain(&now.symbols).collect();
    refine_colors(alone, &neighbours, SURROUNDINGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of places with these symbols, with ascending node numbers.
    fn chain(from: u32, symbols: &str) -> PlaceGraph<'_> {
        let symbols: Vec<&str> = symbols.split(' ').collect();
        PlaceGraph {
            ids: (from..).map(NodeId).take(symbols.len()).collect(),
            joined: (1..symbols.len()).map(|place| (place - 1, place)).collect(),
            symbols,
        }
    }

    #[test]
    fn nothing_changed_and_all_are_the_same() {
        let chain = || chain(0, "entrance hall hall hall goal");
        assert_eq!(same_places(&chain(), &chain()), (0..5).map(|place| (place, place)).collect::<Vec<_>>());
    }

    #[test]
    fn places_are_known_again_after_one_that_is_put_in() {
        let (was, now) = (chain(0, "entrance hall cave goal"), chain(0, "entrance hall shop cave goal"));
        assert_eq!(same_places(&was, &now), [(0, 0), (1, 1), (2, 3), (3, 4)]);
        assert_eq!(same_places(&now, &was), [(0, 0), (1, 1), (3, 2), (4, 3)]);
    }

    #[test]
    fn halls_are_told_apart_by_what_lies_around_them() {
        // A new hall comes before all others, at the goal. It is not the one at the entrance.
        let was = chain(0, "hall entrance cave goal");
        let mut now = chain(0, "hall hall entrance cave goal");
        now.joined = vec![(1, 2), (2, 3), (3, 4), (4, 0)];
        assert_eq!(same_places(&was, &now), [(0, 1), (1, 2), (2, 3), (3, 4)]);
    }

    #[test]
    fn place_with_another_symbol_is_the_same_if_nothing_else_is() {
        let (was, now) = (chain(0, "entrance hall cave goal"), chain(0, "entrance vault cave goal"));
        assert_eq!(same_places(&was, &now), [(0, 0), (1, 1), (2, 2), (3, 3)]);
    }

    #[test]
    fn too_many_to_compare_are_known_by_their_numbers() {
        let symbols = vec!["hall"; 2_100].join(" ");
        let (was, now) = (chain(0, &symbols), chain(1, &symbols));
        let pairs = same_places(&was, &now);
        assert_eq!(pairs.len(), 2_099);
        assert_eq!(pairs[0], (1, 0));
    }
}
