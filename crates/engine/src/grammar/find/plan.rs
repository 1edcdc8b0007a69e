//! The search plan: the order in which the elements of a left side are searched.

use super::Index;
use crate::grammar::resolve::{LeftEdge, Placements, ReadyRule};

/// One move of the search; numbers are positions in the rule's lists of nodes and edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchMove {
    /// Tries every mission node whose symbol fits.
    EnterNode(usize),
    /// Tries every mission edge whose symbol fits, with its two ends.
    EnterEdge(usize),
    /// Walks along an edge from a known node to an unknown one.
    Walk { edge: usize, known: usize, node: usize },
    /// Looks at the site required for a node, relative to a known node.
    Step { known: usize, node: usize },
    /// Looks for an edge between two known nodes.
    Close(usize),
    /// Continues only if this forbidden pattern cannot be found.
    ///
    /// All of its anchors are known, and it can be searched before the whole match is known.
    Forbid(usize),
}

/// Orders the elements of a rule: from the rarest outwards, and every edge as soon as its ends are known.
pub(super) fn plan(rule: &ReadyRule, index: &Index) -> Vec<SearchMove> {
    let mut planner = SearchPlanner::new(rule);
    planner.rarity = rule.nodes.iter().map(|node| index.count_nodes(&node.fits)).collect();
    planner.edge_rarity = rule.edges.iter().map(|edge| index.count_edges(&edge.fits)).collect();
    match rule.placements {
        Placements::Anywhere => planner.plan_walks(),
        Placements::AsDrawn(_) => planner.plan_steps(),
    }
    planner.moves
}

/// Orders the elements of a rule outwards from one of its nodes, which is known.
pub(super) fn plan_from_node(rule: &ReadyRule, node: usize) -> Vec<SearchMove> {
    let mut planner = SearchPlanner::new(rule);
    planner.know(node);
    planner.plan_rest(node)
}

/// Orders the elements of a rule outwards from one of its edges, which is known with its ends.
pub(super) fn plan_from_edge(rule: &ReadyRule, edge: usize) -> Vec<SearchMove> {
    let mut planner = SearchPlanner::new(rule);
    planner.is_edge_known[edge] = true;
    let LeftEdge { from, to, .. } = rule.edges[edge];
    planner.know(from);
    planner.know(to);
    planner.plan_rest(from)
}

struct SearchPlanner<'a> {
    rule: &'a ReadyRule,
    // Number of mission nodes that fit each pattern node; likewise for edges.
    rarity: Vec<usize>,
    edge_rarity: Vec<usize>,
    is_node_known: Vec<bool>,
    is_edge_known: Vec<bool>,
    is_forbid_planned: Vec<bool>,
    moves: Vec<SearchMove>,
}

impl<'a> SearchPlanner<'a> {
    fn new(rule: &'a ReadyRule) -> Self {
        Self {
            rule,
            rarity: vec![0; rule.nodes.len()],
            edge_rarity: vec![0; rule.edges.len()],
            is_node_known: vec![false; rule.nodes.len()],
            is_edge_known: vec![false; rule.edges.len()],
            is_forbid_planned: rule.forbid.iter().map(|pattern| !pattern.can_be_early).collect(),
            moves: Vec::new(),
        }
    }

    fn plan_rest(mut self, known: usize) -> Vec<SearchMove> {
        match self.rule.placements {
            Placements::Anywhere => {
                self.walk_on();
                self.plan_walks();
            }
            Placements::AsDrawn(_) => self.step_on(known),
        }
        self.moves
    }

    fn plan_walks(&mut self) {
        while let Some(node) = self.rarest_unknown_node() {
            match self.rarest_unknown_edge() {
                Some(edge) if self.edge_rarity[edge] < self.rarity[node] => {
                    self.moves.push(SearchMove::EnterEdge(edge));
                    self.is_edge_known[edge] = true;
                    let LeftEdge { from, to, .. } = self.rule.edges[edge];
                    self.know(from);
                    self.know(to);
                }
                _ => {
                    self.moves.push(SearchMove::EnterNode(node));
                    self.know(node);
                }
            }
            self.walk_on();
        }
    }

    /// Adds walks along edges as far as they lead.
    fn walk_on(&mut self) {
        while let Some((edge, known, node)) = self.next_walk() {
            self.moves.push(SearchMove::Walk { edge, known, node });
            self.is_edge_known[edge] = true;
            self.know(node);
        }
    }

    fn plan_steps(&mut self) {
        let Some(first) = self.rarest_unknown_node() else { return };
        self.moves.push(SearchMove::EnterNode(first));
        self.know(first);
        self.step_on(first);
    }

    /// Adds steps from a known node to the sites of all others.
    fn step_on(&mut self, known: usize) {
        while let Some(node) = self.rarest_unknown_node() {
            self.moves.push(SearchMove::Step { known, node });
            self.know(node);
        }
    }

    /// Marks a node as known, closes edges between known nodes, and looks for forbidden patterns there.
    fn know(&mut self, node: usize) {
        self.is_node_known[node] = true;
        for (position, edge) in self.rule.edges.iter().enumerate() {
            let are_ends_known = self.is_node_known[edge.from] && self.is_node_known[edge.to];
            if are_ends_known && !self.is_edge_known[position] {
                self.is_edge_known[position] = true;
                self.moves.push(SearchMove::Close(position));
            }
        }
        for (position, pattern) in self.rule.forbid.iter().enumerate() {
            let are_known =
                pattern.nodes.iter().all(|node| node.anchor.is_none_or(|anchor| self.is_node_known[anchor]));
            if are_known && !self.is_forbid_planned[position] {
                self.is_forbid_planned[position] = true;
                self.moves.push(SearchMove::Forbid(position));
            }
        }
    }

    fn rarest_unknown_node(&self) -> Option<usize> {
        (0..self.rule.nodes.len())
            .filter(|&node| !self.is_node_known[node])
            .min_by_key(|&node| self.rarity[node])
    }

    fn rarest_unknown_edge(&self) -> Option<usize> {
        (0..self.rule.edges.len())
            .filter(|&edge| !self.is_edge_known[edge])
            .min_by_key(|&edge| self.edge_rarity[edge])
    }

    /// Returns the edge from a known node to the rarest unknown one: edge, known node, unknown node.
    fn next_walk(&self) -> Option<(usize, usize, usize)> {
        let walk = |(position, edge): (usize, &LeftEdge)| match (
            self.is_node_known[edge.from],
            self.is_node_known[edge.to],
        ) {
            (true, false) => Some((position, edge.from, edge.to)),
            (false, true) => Some((position, edge.to, edge.from)),
            (true, true) | (false, false) => None,
        };
        let walks = self.rule.edges.iter().enumerate().filter_map(walk);
        walks.min_by_key(|&(edge, _, node)| self.edge_rarity[edge].min(self.rarity[node]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::resolve::resolve_rule;
    use crate::grammar::testing::{alphabet, mission, rule};

    fn moves(lhs: &str, host: &str) -> Vec<SearchMove> {
        let rule = resolve_rule(&alphabet(), &rule("r", lhs, "")).expect("no mistake");
        plan(&rule, &Index::new(&mission(host)))
    }

    #[test]
    fn plan_begins_at_the_rarest_symbol_and_walks() {
        let host = "1:A 2:A 3:A 4:B 1-p>2 2-p>3 3-p>4 4-p>1";
        let expected = [
            SearchMove::EnterNode(2),
            SearchMove::Walk { edge: 1, known: 2, node: 1 },
            SearchMove::Walk { edge: 0, known: 1, node: 0 },
        ];
        assert_eq!(moves("1:A 2:A 3:B 1-p>2 2-p>3", host), expected);
    }

    #[test]
    fn plan_begins_at_an_edge_that_is_rarer_than_any_node() {
        let host = "1:A 2:A 3:A 1-p>2 2-p>3 1-q>3";
        let expected = [SearchMove::EnterEdge(1), SearchMove::Walk { edge: 0, known: 1, node: 0 }];
        assert_eq!(moves("1:A 2:A 3:A 1-p>2 2-q>3", host), expected);
    }

    #[test]
    fn plan_closes_edges_as_soon_as_both_ends_are_known() {
        let host = "1:A 2:B 1-p>2 2-p>1 1-p>1";
        let expected = [
            SearchMove::EnterNode(0),
            SearchMove::Close(2),
            SearchMove::Walk { edge: 0, known: 0, node: 1 },
            SearchMove::Close(1),
        ];
        assert_eq!(moves("1:A 2:B 1-p>2 2-p>1 1-p>1", host), expected);
    }
}
