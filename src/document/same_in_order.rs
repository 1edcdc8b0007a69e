//! Compares parts of a project including the order of maps.
//!
//! Equality of maps ignores their order, but files show it, and designers sort their symbols.

use indexmap::IndexMap;

use crate::grammar::{Grammar, Pattern, RecipeStep, Replacement, Requirement, Rule, Start};
use crate::mission::Alphabet;
use crate::rooms::{RoomSet, RoomTemplate};

/// Equality that includes the order.
pub(super) trait SameInOrder: PartialEq {
    /// Returns `true` if everything in it has the same order, given that both are equal.
    fn has_order_of(&self, other: &Self) -> bool;

    /// Returns `true` if both are equal and in the same order.
    fn is_same_in_order(&self, other: &Self) -> bool {
        self == other && self.has_order_of(other)
    }
}

fn same_keys<K: PartialEq, V>(one: &IndexMap<K, V>, other: &IndexMap<K, V>) -> bool {
    one.keys().eq(other.keys())
}

fn all<T: SameInOrder>(one: &[T], other: &[T]) -> bool {
    one.iter().zip(other).all(|(one, other)| one.has_order_of(other))
}

impl SameInOrder for Alphabet {
    fn has_order_of(&self, other: &Self) -> bool {
        same_keys(&self.nodes, &other.nodes)
            && same_keys(&self.edges, &other.edges)
            && same_keys(&self.entities, &other.entities)
            && same_keys(&self.tiles, &other.tiles)
            && same_keys(&self.themes, &other.themes)
    }
}

impl SameInOrder for Grammar {
    fn has_order_of(&self, other: &Self) -> bool {
        same_keys(&self.variables, &other.variables)
            && self.alphabet.has_order_of(&other.alphabet)
            && self.start.has_order_of(&other.start)
            && all(&self.rules, &other.rules)
            && all(&self.recipe, &other.recipe)
    }
}

impl SameInOrder for Start {
    fn has_order_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Graph { nodes, at, .. }, Self::Graph { nodes: other_nodes, at: other_at, .. }) => {
                same_keys(nodes, other_nodes) && same_keys(at, other_at)
            }
            _ => true,
        }
    }
}

impl SameInOrder for Rule {
    fn has_order_of(&self, other: &Self) -> bool {
        self.lhs.has_order_of(&other.lhs)
            && all(&self.forbid, &other.forbid)
            && self.rhs.has_order_of(&other.rhs)
            && all(&self.or, &other.or)
            && same_keys(&self.at, &other.at)
    }
}

impl SameInOrder for Pattern {
    fn has_order_of(&self, other: &Self) -> bool {
        same_keys(&self.nodes, &other.nodes)
    }
}

impl SameInOrder for Replacement {
    fn has_order_of(&self, other: &Self) -> bool {
        same_keys(&self.nodes, &other.nodes)
    }
}

impl SameInOrder for RecipeStep {
    fn has_order_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Repeat { steps, .. }, Self::Repeat { steps: others, .. })
            | (Self::Chance { steps, .. }, Self::Chance { steps: others, .. })
            | (Self::Block { steps, .. }, Self::Block { steps: others, .. }) => all(steps, others),
            (Self::Choose(blocks), Self::Choose(others)) => {
                blocks.iter().zip(others).all(|(block, other)| all(&block.steps, &other.steps))
            }
            (Self::Require { condition, .. }, Self::Require { condition: other, .. }) => {
                pattern(condition).zip(pattern(other)).is_none_or(|(one, other)| one.has_order_of(other))
            }
            _ => true,
        }
    }
}

fn pattern(requirement: &Requirement) -> Option<&Pattern> {
    match requirement {
        Requirement::Present(pattern)
        | Requirement::Absent(pattern)
        | Requirement::Counted { pattern, .. } => Some(pattern),
        Requirement::Nodes(_) | Requirement::Edges(_) | Requirement::LongestWay(_) => None,
    }
}

impl SameInOrder for RoomSet {
    fn has_order_of(&self, other: &Self) -> bool {
        same_keys(&self.legend, &other.legend)
    }
}

impl SameInOrder for RoomTemplate {
    fn has_order_of(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::test_project::grammar;

    #[test]
    fn order_makes_a_difference_that_equality_does_not_see() {
        let changes: [fn(&mut Grammar); 3] = [
            |grammar| grammar.alphabet.nodes.move_index(0, 2),
            |grammar| grammar.rules[1].rhs.nodes.move_index(0, 1),
            |grammar| grammar.rules[0].at.reverse(),
        ];
        for change in changes {
            let mut other = grammar();
            change(&mut other);
            assert!(other == grammar() && !other.is_same_in_order(&grammar()));
        }
        assert!(grammar().is_same_in_order(&grammar()));
    }
}
