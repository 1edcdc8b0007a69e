//! Pairs the edges of a rule's right side with those of its left side.
//!
//! An edge of the right side can pair with a left one that has the same ends and
//! - the same symbol, if the right side names one;
//! - any symbol, if the right side has `Keep`.
//!
//! The ends of an either-way edge have no order, so the right side may draw it in either direction.
//! The edge keeps its direction in the mission.
//!
//! Edges with a symbol choose first, then those with `Keep`; each takes the first one left.
//! Directed left edges are taken before either-way ones, because they fit fewer edges.
//! A left edge without a partner is erased; a right one without a partner is created.

use super::{
    EdgeDirection, EdgePattern, EdgeReplacement, Pattern, Replacement, SymbolPattern, SymbolReplacement,
};

/// Returns for each edge of the right side the position of its left edge; `None` if it is new.
pub fn pair_edges(lhs: &Pattern, rhs: &Replacement) -> Vec<Option<usize>> {
    let (named, kept): (Vec<_>, Vec<_>) =
        rhs.edges.iter().enumerate().partition(|(_, right)| right.symbol != SymbolReplacement::Keep);
    let (directed, either_way): (Vec<_>, Vec<_>) =
        lhs.edges.iter().enumerate().partition(|(_, left)| left.direction == EdgeDirection::FromTo);
    let mut left: Vec<_> = directed.into_iter().chain(either_way).collect();
    let mut partners = vec![None; rhs.edges.len()];
    for (position, right) in named.into_iter().chain(kept) {
        let partner = left.iter().position(|(_, left)| is_same(left, right));
        partners[position] = partner.map(|partner| left.remove(partner).0);
    }
    partners
}

fn is_same(left: &EdgePattern, right: &EdgeReplacement) -> bool {
    let is_along = (left.from, left.to) == (right.from, right.to);
    let is_against = (left.to, left.from) == (right.from, right.to);
    let same_ends = is_along || (is_against && left.direction == EdgeDirection::EitherWay);
    let same_symbol = match (&right.symbol, &left.symbol) {
        (SymbolReplacement::Keep, _) => true,
        (SymbolReplacement::Is(name), SymbolPattern::Is(known)) => name == known,
        (SymbolReplacement::Is(_), SymbolPattern::Any | SymbolPattern::AnyOf(_)) => false,
    };
    same_ends && same_symbol
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::testing::{pattern, replacement};

    fn pairs(lhs: &str, rhs: &str) -> Vec<Option<usize>> {
        pair_edges(&pattern(lhs), &replacement(rhs))
    }

    #[test]
    fn pairing_needs_the_same_ends_and_symbol() {
        assert_eq!(pairs("1:A 2:B 1-p>2", "1:= 2:= 1-p>2 2-p>1 1-q>2"), [Some(0), None, None]);
    }

    #[test]
    fn pairing_takes_parallel_edges_in_their_order() {
        assert_eq!(pairs("1:A 2:B 1-p>2 1-p>2", "1:= 2:= 1-p>2 1-p>2 1-p>2"), [Some(0), Some(1), None]);
    }

    #[test]
    fn pairing_lets_named_edges_choose_before_kept_ones() {
        assert_eq!(pairs("1:A 2:B 1-p>2 1-q>2", "1:= 2:= 1-=>2 1-p>2"), [Some(1), Some(0)]);
    }

    #[test]
    fn pairing_of_an_edge_of_any_symbol_needs_keep() {
        assert_eq!(pairs("1:A 2:B 1-*>2", "1:= 2:= 1-p>2"), [None]);
        assert_eq!(pairs("1:A 2:B 1-*>2", "1:= 2:= 1-=>2"), [Some(0)]);
    }

    #[test]
    fn pairing_ignores_the_order_of_the_ends_of_an_either_way_edge() {
        assert_eq!(pairs("1:A 2:B 1-p-2", "1:= 2:= 2-p>1"), [Some(0)]);
        assert_eq!(pairs("1:A 2:B 1-p>2", "1:= 2:= 2-=>1"), [None]);
    }

    #[test]
    fn pairing_leaves_either_way_edges_to_those_that_fit_no_other() {
        assert_eq!(pairs("1:A 2:B 1-p-2 1-p>2", "1:= 2:= 1-=>2 2-=>1"), [Some(1), Some(0)]);
    }
}
