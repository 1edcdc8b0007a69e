//! Edits of drawn graphs: the start, and the sides of rules.

use crate::grammar::{ElementId, Grammar, Start};
use crate::mission::Site;

/// A graph that can be drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sheet {
    /// The start graph.
    Start,
    /// The left side of the rule at this position.
    Lhs(usize),
    /// A right side of the rule at this position: 0 is the first one, others are those under `or`.
    Rhs(usize, usize),
    /// A forbidden pattern of the rule at this position.
    Forbid(usize, usize),
}

/// Something to do to a drawn graph.
#[derive(Clone, Debug)]
pub enum GraphEdit {
    /// Moves nodes to these sites; on rules, on all sides at once.
    Move {
        /// Where.
        sheet: Sheet,
        /// Which, and where to.
        to: Vec<(ElementId, Site)>,
    },
}

impl GraphEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Move { to, .. } if to.len() == 1 => "Move a node".to_owned(),
            Self::Move { to, .. } => format!("Move {} nodes", to.len()),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::Move { .. } => true,
        }
    }

    pub(super) fn carry_out(&self, grammar: &mut Grammar) {
        match self {
            Self::Move { sheet, to } => {
                let at = match *sheet {
                    Sheet::Start => match &mut grammar.start {
                        Start::Graph { at, .. } => Some(at),
                        Start::Lattice { .. } | Start::Tree { .. } => None,
                    },
                    Sheet::Lhs(rule) | Sheet::Rhs(rule, _) | Sheet::Forbid(rule, _) => {
                        grammar.rules.get_mut(rule).map(|rule| &mut rule.at)
                    }
                };
                if let Some(at) = at {
                    at.extend(to.iter().copied());
                }
            }
        }
    }
}
