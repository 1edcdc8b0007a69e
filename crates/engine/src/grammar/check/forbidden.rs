//! Mistakes in the forbidden patterns of a rule.

use std::fmt::Arguments;

use super::sides::RuleSides;
use super::start::check_ends;
use crate::base::{Diagnostic, PathRef};
use crate::grammar::check_values::lower;
use crate::grammar::{ElementId, Pattern, SymbolPattern};

impl RuleSides<'_> {
    pub fn check_forbidden(&self, found: &mut Vec<Diagnostic>) {
        for (position, pattern) in self.rule.forbid.iter().enumerate() {
            let path = self.path.item("forbid", position);
            let place = format_args!("Forbidden pattern {} of {}", position + 1, lower(self.title));
            self.check_size(pattern, path, format_args!(" in its forbidden pattern {}", position + 1), found);
            self.check_elements(pattern, path, place, found);
            self.check_created_ids(pattern, path, place, found);
            let is_node = |id| pattern.nodes.contains_key(&id) || self.rule.lhs.nodes.contains_key(&id);
            for (position, edge) in pattern.edges.iter().enumerate() {
                let ends = (edge.from, edge.to);
                check_ends(found, path.item("edges", position), place, ends, is_node);
            }
            if self.always_holds(pattern) {
                let message = format!("{place} adds nothing to the match, so the rule never applies.");
                let warning = Diagnostic::warning("forbids-everything", message).at(path);
                found.push(warning.hint("Draw the node or edge that must not be there."));
            }
        }
    }

    fn check_created_ids(
        &self,
        pattern: &Pattern,
        path: PathRef<'_>,
        place: Arguments<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let is_created = |id: &&ElementId| {
            !self.rule.lhs.nodes.contains_key(*id)
                && self.rule.alternatives().any(|right| right.nodes.contains_key(*id))
        };
        for id in pattern.nodes.keys().filter(is_created) {
            let message = format!("{place} uses node {}, but only the After side creates it.", id.0);
            let error = Diagnostic::error("forbid-created", message).at(path.item("nodes", id.0 as usize));
            found.push(error.hint("Give the forbidden node its own number."));
        }
    }

    /// Returns `true` if the pattern has only left-side nodes, and asks no more of them than the left side
    /// does.
    fn always_holds(&self, pattern: &Pattern) -> bool {
        pattern.edges.is_empty()
            && pattern.nodes.iter().all(|(id, wanted)| {
                self.rule.lhs.nodes.get(id).is_some_and(|left| {
                    let asks_no_symbol = wanted.symbol == SymbolPattern::Any || wanted.symbol == left.symbol;
                    asks_no_symbol && wanted.when.iter().all(|condition| left.when.contains(condition))
                })
            })
    }
}
