//! Likely: passages that no level can have, because an end of them is no place or both ends are the same.

use super::cuts::is_passage;
use super::lasting::StartFlow;
use super::{Lint, LintKind, after, right_path};
use crate::base::Diagnostic;
use crate::grammar::resolve::{NewEdge, NewEdgeEnd, RightSide};
use crate::mission::EdgeRole;

pub(super) fn lint_passages(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let start = StartFlow::new(lint);
    lint_start(lint, &start, found);
    lint_loops(lint, &start, found);
}

/// Reports passages of the start that lead to no place. With rules, the left-over symbol is reported instead.
fn lint_start(lint: &Lint<'_>, start: &StartFlow<'_>, found: &mut Vec<Diagnostic>) {
    if !lint.rules.is_empty() {
        return;
    }
    for edge in start.with_role(EdgeRole::Passage) {
        let ends = [edge.from, edge.to].map(|end| &start.nodes[end]);
        let Some(item) = ends.into_iter().find(|node| !lint.is_place(node.symbol)) else { continue };
        let message = format!(
            "The passage of the start from node {} to node {} is left out of levels, because \"{}\" has no form.",
            ends[0].id,
            ends[1].id,
            lint.node_name(item.symbol)
        );
        let hint = "Give it a form.";
        found.push(LintKind::PassageToItem.warning(message).at(&edge.path).hint(hint));
    }
}

fn lint_loops(lint: &Lint<'_>, start: &StartFlow<'_>, found: &mut Vec<Diagnostic>) {
    for (rule, candidates) in &start.rules {
        for (position, side) in lint.sides(*rule) {
            let is_loop = |edge: &&NewEdge| {
                edge.from == edge.to && is_passage(lint, edge.symbol) && !start.may_lose_loops_of(edge.symbol)
            };
            let is_place = |end: NewEdgeEnd| match end {
                NewEdgeEnd::New(position) => lint.is_place(side.new_nodes[position].symbol),
                NewEdgeEnd::Left(position) => {
                    let after = after(side.fates[position], &candidates[position]);
                    !after.is_empty() && after.iter().all(|symbol| lint.is_place(*symbol))
                }
            };
            if let Some(edge) = side.new_edges.iter().filter(is_loop).find(|edge| is_place(edge.from)) {
                let message = format!(
                    "{} makes a passage from node {} to itself. It becomes a way that leaves the place and comes back.",
                    lint.title(*rule),
                    id_of(lint, *rule, side, edge.from)
                );
                let warning = LintKind::MadeLoop.warning(message).at(right_path(*rule, position));
                found.push(warning.hint("Lead it to another place."));
            }
        }
    }
}

fn id_of(lint: &Lint<'_>, rule: usize, side: &RightSide, end: NewEdgeEnd) -> u32 {
    match end {
        NewEdgeEnd::Left(position) => lint.rules[rule].nodes[position].id.0,
        NewEdgeEnd::New(position) => side.new_nodes[position].id.0,
    }
}
