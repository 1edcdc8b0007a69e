//! The matches of one rule, kept in step with the mission: after a change only what lies around it is searched again, so that a step costs the same in a large mission as in a small one.
//!
//! Whether something is a match depends on its own nodes, on the edges at them, on the sites where the rule would put nodes, and on what it forbids nearby.
//! So a change affects the matches through the nodes that it touches, through those that lie within the drawing's reach of sites that were taken or left, and through those as many edges away as a forbidden pattern is long.
//! All matches through affected nodes are dropped; those there are now are found by search from each of these nodes.
//!
//! Matches are held in no order that means anything, but in the same one for the same history.

use std::collections::BTreeSet;

use super::plan::{Move, plan_from};
use super::search::{Pin, search_around};
use super::{Found, Index, MOST_MATCHES, Match, find, match_of};
use crate::grammar::Delta;
use crate::grammar::resolve::{Lies, Look, ReadyRule};
use crate::mission::{Mission, Node, NodeId, Site};

/// All matches of one rule in a mission that changes.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    row_length: usize,
    nodes: usize,
    /// Rows as in [`Found`], in no order.
    values: Vec<u32>,
    /// For each row and each of its nodes, where it stands in the list of that node.
    positions: Vec<u32>,
    /// For each node id, the rows in which it stands, and at which of their nodes.
    rows_at: Vec<Vec<(u32, u32)>>,
    /// How to search from each node of the left side.
    plans: Vec<Vec<Move>>,
    /// How many edges a forbidden pattern reaches beyond the match.
    forbid_reach: usize,
    /// How far from a matched node the rule may put a node, in sites.
    lattice_reach: i32,
}

/// The limit that ended a search: its name and number.
pub(crate) type GaveUp = (&'static str, u64);

impl Kept {
    /// Nothing kept yet; `None` for a rule whose matches depend on more than what lies around them: a left side or a forbidden pattern of parts that nothing joins.
    pub fn new(rule: &ReadyRule) -> Option<Self> {
        let plans: Option<Vec<_>> = (0..rule.nodes.len()).map(|node| plan_from(rule, node)).collect();
        let is_joined =
            rule.forbid.iter().all(|pattern| pattern.looks.iter().all(|look| matches!(look, Look::Edge(_))));
        Some(Self {
            row_length: rule.nodes.len() + rule.edges.len() + 1,
            nodes: rule.nodes.len(),
            values: Vec::new(),
            positions: Vec::new(),
            rows_at: Vec::new(),
            plans: plans.filter(|_| is_joined)?,
            forbid_reach: rule.forbid.iter().map(|pattern| pattern.edges.len()).max().unwrap_or(0),
            lattice_reach: lattice_reach(rule),
        })
    }

    /// How many matches there are.
    pub fn count(&self) -> usize {
        self.values.len() / self.row_length
    }

    /// The match at a position; `None` if there are not so many.
    pub fn nth(&self, rule: &ReadyRule, position: usize) -> Option<Match> {
        self.values.chunks_exact(self.row_length).nth(position).map(|row| match_of(rule, row))
    }

    /// Searches the whole mission.
    pub fn begin(&mut self, rule: &ReadyRule, mission: &Mission, index: &Index) -> Result<(), GaveUp> {
        self.values.clear();
        self.positions.clear();
        self.rows_at.iter_mut().for_each(Vec::clear);
        let found = find(rule, mission, index);
        let mut rows: Vec<&[u32]> = found.rows().collect();
        rows.sort_unstable();
        rows.into_iter().for_each(|row| self.push(row));
        found.gave_up.map_or(Ok(()), Err)
    }

    /// Follows the mission through deltas; mission and index are as after the last of them.
    pub fn follow<'a>(
        &mut self,
        rule: &ReadyRule,
        mission: &Mission,
        index: &Index,
        deltas: impl Iterator<Item = &'a Delta>,
    ) -> Result<(), GaveUp> {
        let affected = self.affected(mission, index, deltas);
        if affected.len() * 2 > mission.node_count() + 8 {
            return self.begin(rule, mission, index);
        }
        for node in &affected {
            while let Some((row, _)) = self.rows_at.get(node.0 as usize).and_then(|rows| rows.last()) {
                self.remove(*row as usize);
            }
        }
        let mut found = Found::new(rule);
        for (position, plan) in self.plans.iter().enumerate() {
            let pin = Pin { position, affected: &affected };
            search_around(rule, mission, index, plan, pin, &mut found);
        }
        found.rows().for_each(|row| self.push(row));
        if self.count() as u64 > MOST_MATCHES {
            return Err(("matches", MOST_MATCHES));
        }
        found.gave_up.map_or(Ok(()), Err)
    }

    /// The nodes through which matches may have come or gone, ascending.
    fn affected<'a>(
        &self,
        mission: &Mission,
        index: &Index,
        deltas: impl Iterator<Item = &'a Delta>,
    ) -> Vec<NodeId> {
        let mut affected = BTreeSet::new();
        let mut sites = Vec::new();
        for delta in deltas {
            for (id, Node { site, .. }) in delta.removed_nodes.iter().chain(&delta.added_nodes) {
                affected.insert(*id);
                sites.extend(*site);
            }
            affected.extend(delta.changed_nodes.iter().map(|change| change.id));
            let edges = delta.removed_edges.iter().chain(&delta.added_edges).map(|(_, edge)| edge);
            for edge in edges.chain(delta.changed_edges.iter().map(|change| &change.after)) {
                affected.extend([edge.from, edge.to]);
            }
        }
        if self.lattice_reach > 0 {
            affected.extend(sites.iter().flat_map(|site| nodes_around(index, *site, self.lattice_reach)));
        }
        let mut rim: Vec<NodeId> = affected.iter().copied().collect();
        for _ in 0..self.forbid_reach {
            let beside = rim.iter().flat_map(|node| neighbours(mission, index, *node));
            let new: BTreeSet<NodeId> = beside.filter(|node| !affected.contains(node)).collect();
            affected.extend(&new);
            rim = new.into_iter().collect();
        }
        affected.into_iter().collect()
    }

    fn push(&mut self, row: &[u32]) {
        let number = self.count() as u32;
        for (slot, node) in row.iter().take(self.nodes).enumerate() {
            let node = *node as usize;
            if self.rows_at.len() <= node {
                self.rows_at.resize(node + 1, Vec::new());
            }
            self.positions.push(self.rows_at[node].len() as u32);
            self.rows_at[node].push((number, slot as u32));
        }
        self.values.extend_from_slice(row);
    }

    /// Takes a row out; the last one takes its place.
    fn remove(&mut self, row: usize) {
        for slot in 0..self.nodes {
            let position = self.positions[row * self.nodes + slot] as usize;
            let rows = &mut self.rows_at[self.values[row * self.row_length + slot] as usize];
            rows.swap_remove(position);
            if let Some(&(moved, moved_slot)) = rows.get(position) {
                self.positions[moved as usize * self.nodes + moved_slot as usize] = position as u32;
            }
        }
        let last = self.count() - 1;
        if row < last {
            for slot in 0..self.nodes {
                let position = self.positions[last * self.nodes + slot] as usize;
                let node = self.values[last * self.row_length + slot] as usize;
                self.rows_at[node][position].0 = row as u32;
                self.positions[row * self.nodes + slot] = position as u32;
            }
            self.values.copy_within(last * self.row_length.., row * self.row_length);
        }
        self.values.truncate(last * self.row_length);
        self.positions.truncate(last * self.nodes);
    }

    /// All matches in canonical order.
    #[cfg(test)]
    pub fn matches(&self, rule: &ReadyRule) -> Vec<Match> {
        let mut matches: Vec<Match> =
            self.values.chunks_exact(self.row_length).map(|row| match_of(rule, row)).collect();
        matches.sort_unstable();
        matches
    }
}

/// How far from a matched node the rule may put a node, in sites; 0 if it says nothing of sites.
fn lattice_reach(rule: &ReadyRule) -> i32 {
    let Lies::AsDrawn(lays) = &rule.lies else { return 0 };
    let apart = lays.iter().flat_map(|lay| {
        let new = lay.new.iter().flatten();
        new.flat_map(|new| {
            lay.left.iter().map(move |left| (new.x - left.x).abs().max((new.y - left.y).abs()))
        })
    });
    apart.max().unwrap_or(0)
}

fn neighbours(mission: &Mission, index: &Index, id: NodeId) -> impl Iterator<Item = NodeId> {
    let edges = index.edges_at(id).iter().filter_map(|edge| mission.edge(*edge));
    edges.map(move |edge| if edge.from == id { edge.to } else { edge.from })
}

fn nodes_around(index: &Index, site: Site, reach: i32) -> impl Iterator<Item = NodeId> {
    let offsets = (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| (dx, dy)));
    offsets.filter_map(move |(dx, dy)| {
        index.node_on(Site { x: site.x.checked_add(dx)?, y: site.y.checked_add(dy)? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::grammar::apply::plan_delta;
    use crate::grammar::find::fitting_sides;
    use crate::grammar::notation::{alphabet, print};
    use crate::grammar::random::{full, random_lattice_rule, random_mission, random_rule};
    use crate::grammar::resolve::resolve_rule;

    /// Applies random rules and compares what is kept with what a search of the whole mission finds, after every step.
    fn follow_random_derivations(cases: u64) -> (usize, usize) {
        let (mut steps, mut kept_rules) = (0, 0);
        for case in 0..cases {
            let lots = &mut Seed(77).numbered(case).lots();
            let mut mission = random_mission(lots, 9, 12);
            let rules: Vec<ReadyRule> = (0..3)
                .filter_map(|_| {
                    let rule = if lots.chance(60) { random_rule(lots) } else { random_lattice_rule(lots) };
                    let rule = if lots.chance(60) { full(lots, rule) } else { rule };
                    resolve_rule(&alphabet(), &rule)
                })
                .collect();
            let mut index = Index::new(&mission);
            let mut all: Vec<Option<Kept>> = rules.iter().map(Kept::new).collect();
            for (rule, kept) in rules.iter().zip(&mut all) {
                if let Some(kept) = kept {
                    kept.begin(rule, &mission, &index).expect("the mission is small");
                }
            }
            for step in 1..=12 {
                let Some(rule) = lots.pick(&rules) else { break };
                let matches = find(rule, &mission, &index).into_matches(rule);
                let Some(matched) = lots.pick(&matches) else { continue };
                let sides = fitting_sides(rule, &mission, &index, matched);
                let Some(side) = lots.pick(&sides) else { continue };
                let delta = plan_delta(rule, &mission, matched, *side, step);
                delta.redo(&mut mission);
                index.redo(&delta);
                steps += 1;
                for (rule, kept) in rules.iter().zip(&mut all) {
                    let Some(kept) = kept else { continue };
                    kept.follow(rule, &mission, &index, std::iter::once(&delta))
                        .expect("the mission is small");
                    let expected = find(rule, &mission, &index).into_matches(rule);
                    assert_eq!(kept.matches(rule), expected, "case {case} step {step}: {}", print(&mission));
                    kept_rules += 1;
                }
                if mission.node_count() > 40 {
                    break;
                }
            }
        }
        (steps, kept_rules)
    }

    #[test]
    fn what_is_kept_is_what_a_fresh_search_finds_after_every_step() {
        let (steps, compared) = follow_random_derivations(1_500);
        assert!(steps > 1_500 && compared > 1_500, "{steps} {compared}");
    }

    #[test]
    #[ignore = "takes minutes"]
    fn what_is_kept_is_what_a_fresh_search_finds_after_a_hundred_thousand_steps() {
        let (steps, _) = follow_random_derivations(80_000);
        assert!(steps > 100_000, "{steps}");
    }
}
