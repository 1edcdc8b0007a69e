//! Which edge of a rule's right side is which edge of its left side.
//!
//! An edge of the right side pairs with a left one that has the same ends and
//! - the same symbol, where the right side names one;
//! - any symbol, where it says `Keep`.
//!
//! The ends of an either-way edge have no order, so the right side may draw it either way round; it keeps the direction that it has in the mission.
//! Edges with a symbol choose first, each the first that is left; then those that say `Keep`.
//! A left edge without a partner is erased, a right one without a partner is created.

use super::{Direction, EdgePattern, EdgeReplacement, NodeReplacement, Pattern, Replacement, SymbolPattern};

/// For each edge of the right side, the position of the left edge that it is; `None` if it is new.
pub fn pair_edges(lhs: &Pattern, rhs: &Replacement) -> Vec<Option<usize>> {
    let mut partners = vec![None; rhs.edges.len()];
    let mut is_taken = vec![false; lhs.edges.len()];
    for says_keep in [false, true] {
        for (right, partner) in rhs.edges.iter().zip(&mut partners) {
            if (right.symbol == NodeReplacement::Keep) != says_keep {
                continue;
            }
            let free =
                |(position, left): &(usize, &EdgePattern)| !is_taken[*position] && is_same(left, right);
            *partner = lhs.edges.iter().enumerate().find(free).map(|(position, _)| position);
            if let Some(position) = *partner {
                is_taken[position] = true;
            }
        }
    }
    partners
}

fn is_same(left: &EdgePattern, right: &EdgeReplacement) -> bool {
    let same_ends = match left.direction {
        Direction::FromTo => (left.from, left.to) == (right.from, right.to),
        Direction::EitherWay => {
            (left.from, left.to) == (right.from, right.to) || (left.to, left.from) == (right.from, right.to)
        }
    };
    let same_symbol = match (&right.symbol, &left.symbol) {
        (NodeReplacement::Keep, _) => true,
        (NodeReplacement::Is(name), SymbolPattern::Is(known)) => name == known,
        (NodeReplacement::Is(_), SymbolPattern::Any | SymbolPattern::AnyOf(_)) => false,
    };
    same_ends && same_symbol
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::notation::{pattern, replacement};

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
}
