//! Incremental matches: the matches of one rule, updated after every change of the mission.
//!
//! Only the surroundings of a change are searched, so a step costs the same in large and small missions.
//! [`Footprint`] finds the elements through which matches may have come or gone.
//! All matches through them are dropped, then searched again from each of these elements.
//!
//! The order of the matches has no meaning, but depends only on the history.

use smallvec::SmallVec;

use super::dirty::DirtySet;
use super::footprint::Footprint;
use super::log::{Changes, LogPosition};
use super::plan::{SearchMove, plan, plan_from_edge, plan_from_node};
use super::search::{MatchRow, MatchSearch, PartialMatch, search_everywhere};
use super::table::MatchTable;
use super::{Effort, ExceededLimit, Index, MOST_MATCHES, Match};
use crate::grammar::resolve::ReadyRule;
use crate::mission::Mission;

/// All matches of one rule in a mission that changes.
#[derive(Clone, Debug)]
pub(crate) struct IncrementalMatches {
    table: MatchTable,
    footprint: Footprint,
    /// `true` if the rule tests symbols only.
    is_plain: bool,
    /// The search plans from each node of the left side, followed by those from each edge.
    plans_from_nodes: Vec<Vec<SearchMove>>,
    plans_from_edges: Vec<Vec<SearchMove>>,
    /// Memory that is reused in each step.
    dirty: DirtySet,
    known: Box<PartialMatch>,
}

impl IncrementalMatches {
    /// Returns an empty set of matches.
    ///
    /// `None` for a rule whose matches depend on the whole mission, not only on their surroundings.
    pub fn new(rule: &ReadyRule) -> Option<Self> {
        Some(Self {
            table: MatchTable::new(rule),
            footprint: Footprint::new(rule)?,
            is_plain: rule.asks_symbols_only(),
            plans_from_nodes: (0..rule.nodes.len()).map(|node| plan_from_node(rule, node)).collect(),
            plans_from_edges: (0..rule.edges.len()).map(|edge| plan_from_edge(rule, edge)).collect(),
            dirty: DirtySet::default(),
            known: Box::new(PartialMatch::new(rule)),
        })
    }

    /// Returns the number of matches.
    pub fn count(&self) -> usize {
        self.table.count()
    }

    /// Returns the match at a position, valid in this mission; `None` beyond the last one.
    pub fn nth(&self, rule: &ReadyRule, mission: &Mission, position: usize) -> Option<Match> {
        let row = self.table.nth(position)?;
        let mut nodes = SmallVec::with_capacity(rule.nodes.len());
        for (position, node) in rule.nodes.iter().enumerate() {
            nodes.push((node.id, row.node(position, mission)?));
        }
        Some(Match { nodes, edges: row.edges().collect(), symmetry: row.symmetry() })
    }

    /// Returns the approximate memory, in bytes.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Searches the whole mission.
    pub fn begin(
        &mut self,
        rule: &ReadyRule,
        mission: &Mission,
        index: &Index,
        effort: &mut Effort,
    ) -> Result<(), ExceededLimit> {
        self.table.clear();
        effort.spend(1);
        let plan = plan(rule, index);
        let visit = |row: MatchRow| self.table.push_within(row, MOST_MATCHES);
        let end = search_everywhere(&mut self.known, rule, (mission, index), &plan, effort, visit);
        effort.how_it_ended(end, MOST_MATCHES)
    }

    /// Follows the mission from a position in the log of the index.
    pub fn follow(
        &mut self,
        rule: &ReadyRule,
        mission: &Mission,
        index: &Index,
        followed: LogPosition,
        effort: &mut Effort,
    ) -> Result<(), ExceededLimit> {
        let Self { table, footprint, dirty, .. } = self;
        // With more changes, searching the whole mission is faster.
        let few = |changes: &Changes| changes.count() <= mission.node_count() + 16;
        let Some(changes) = index.log().since(followed).filter(few) else {
            return self.begin(rule, mission, index, effort);
        };
        dirty.clear();
        footprint.find_dirty(mission, index, changes, dirty, |edge| table.remove_at_edge(edge));
        let walked: usize = dirty.touched.iter().map(|touched| table.remove_at_node(*touched, mission)).sum();
        effort.spend((1 + changes.count() + dirty.looked_at + dirty.touched.len() + walked) as u64);
        dirty.find_nodes(mission);
        if dirty.is_empty() {
            return Ok(());
        }
        if self.is_plain {
            self.search::<true>(rule, mission, index, effort)
        } else {
            self.search::<false>(rule, mission, index, effort)
        }
    }

    /// Finds the matches through dirty elements.
    fn search<const PLAIN: bool>(
        &mut self,
        rule: &ReadyRule,
        mission: &Mission,
        index: &Index,
        effort: &mut Effort,
    ) -> Result<(), ExceededLimit> {
        let Self { table, plans_from_nodes, plans_from_edges, dirty, known, .. } = self;
        let visit = |row: MatchRow| table.push_within(row, MOST_MATCHES);
        let mut search =
            MatchSearch::<_, PLAIN>::new(known, rule, (mission, index), effort.for_one_search(), visit);
        if !dirty.nodes().is_empty() {
            for (position, plan) in plans_from_nodes.iter().enumerate() {
                search.through_dirty_nodes(position, plan, dirty);
            }
        }
        for (position, plan) in plans_from_edges.iter().enumerate() {
            search.through_dirty_edges(position, plan, dirty);
        }
        let (end, tries_left) = (search.end(), search.tries_left());
        effort.leave(tries_left);
        effort.how_it_ended(end, MOST_MATCHES)
    }

    /// Returns all matches in canonical order.
    #[cfg(test)]
    pub fn matches(&self, rule: &ReadyRule, mission: &Mission) -> Vec<Match> {
        let mut matches: Vec<Match> =
            (0..self.count()).filter_map(|position| self.nth(rule, mission, position)).collect();
        matches.sort_unstable();
        matches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::grammar::Delta;
    use crate::grammar::apply::plan_delta;
    use crate::grammar::find::{find, fitting_sides};
    use crate::grammar::resolve::resolve_rule;
    use crate::grammar::testing::random::{
        alphabet_with_ends, full, random_lattice_rule, random_mission, random_rule,
    };
    use crate::grammar::testing::{alphabet, lattice_rule, print, rule};
    use crate::grammar::{Geometry, Rule};

    /// Applies random rules, and compares the stored matches with a search of the whole mission after every
    /// step.
    fn follow_random_derivations(cases: u64) -> (usize, usize) {
        let effort = &mut Effort::new(u64::MAX);
        let (mut steps, mut kept_rules) = (0, 0);
        for case in 0..cases {
            let random = &mut Seed(77).numbered(case).stream();
            let mut mission = random_mission(random, 9, 12);
            let rules: Vec<ReadyRule> = (0..3)
                .filter_map(|_| {
                    let rule =
                        if random.chance(60) { random_rule(random) } else { random_lattice_rule(random) };
                    let rule = if random.chance(60) { full(random, rule) } else { rule };
                    resolve_rule(&alphabet_with_ends(), &rule)
                })
                .collect();
            let mut index = Index::new(&mission);
            let mut all: Vec<Option<IncrementalMatches>> =
                rules.iter().map(IncrementalMatches::new).collect();
            for (rule, kept) in rules.iter().zip(&mut all) {
                if let Some(kept) = kept {
                    kept.begin(rule, &mission, &index, effort).expect("the mission is small");
                }
            }
            let mut followed = vec![index.log().now(); rules.len()];
            let mut taken: Vec<Delta> = Vec::new();
            for step in 1..=12 {
                let goes_back = taken.len() > 2 && random.chance(20);
                if goes_back {
                    for delta in taken.split_off(taken.len() - 2).iter().rev() {
                        index.undo(delta, &mut mission);
                    }
                } else {
                    let Some(rule) = random.pick(&rules) else { break };
                    let matches = find(rule, &mission, &index, effort).into_matches(rule);
                    let Some(matched) = random.pick(&matches) else { continue };
                    let sides = fitting_sides(rule, &mission, &index, matched);
                    let Some(side) = random.pick(&sides) else { continue };
                    let delta = plan_delta(rule, &mission, matched, *side, step);
                    index.redo(&delta, &mut mission);
                    steps += 1;
                    taken.push(delta);
                }
                for ((rule, kept), followed) in rules.iter().zip(&mut all).zip(&mut followed) {
                    // Some rules lag behind and see several steps as one change.
                    let Some(kept) = kept.as_mut().filter(|_| random.chance(70)) else { continue };
                    kept.follow(rule, &mission, &index, *followed, effort).expect("the mission is small");
                    *followed = index.log().now();
                    let expected = find(rule, &mission, &index, effort).into_matches(rule);
                    assert_eq!(
                        kept.matches(rule, &mission),
                        expected,
                        "case {case} step {step}: {}",
                        print(&mission)
                    );
                    kept_rules += 1;
                }
                if mission.node_count() > 40 {
                    break;
                }
            }
        }
        (steps, kept_rules)
    }

    // 1 .
    // 2 .
    #[test]
    fn a_new_edge_between_nodes_that_do_not_lie_as_drawn_is_no_match() {
        let effort = &mut Effort::new(u64::MAX);
        let geometry = Geometry::Lattice { turns: false, flips: false };
        let beside = Rule { geometry, ..lattice_rule("r", "1:A 2:A 1-p-2", "1:= 2:= 1-=-2", "1@0,0 2@1,0") };
        let join = rule("join", "1:A 2:A 1-q>2", "1:= 2:= 1-=>2 1-p>2");
        let [beside, join] = [beside, join].map(|rule| resolve_rule(&alphabet(), &rule).expect("no mistake"));
        let mut mission = crate::grammar::testing::mission("1:A@0,0 2:A@0,1 3:B 4:B 5:B 6:B 7:B 1-q>2");
        let mut index = Index::new(&mission);
        let mut kept = IncrementalMatches::new(&beside).expect("its matches can be kept");
        kept.begin(&beside, &mission, &index, effort).expect("the mission is small");
        let matched = find(&join, &mission, &index, effort).into_matches(&join).remove(0);
        let delta = plan_delta(&join, &mission, &matched, 0, 1);
        let followed = index.log().now();
        index.redo(&delta, &mut mission);
        kept.follow(&beside, &mission, &index, followed, effort).expect("the mission is small");
        assert_eq!(kept.matches(&beside, &mission), []);
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
