//! Finding: all matches of a rule's left side in a mission.
//!
//! A match assigns a mission node to each pattern node, and a mission edge to each pattern edge.
//! - It is injective: no two pattern elements share a mission element. It is not induced: matched nodes may
//!   have more edges. Self-loops match only self-loops.
//! - An *either-way* edge fits a mission edge in either direction. It does not multiply matches by itself:
//!   two assignments of the nodes are two matches, and a self-loop is one.
//! - The conditions of each element hold. No forbidden pattern can be found next to the match.
//! - At least one right side of weight 1 or more fits. If it erases a node under `Forbid`, the pattern shows
//!   all edges of that node. With `Lattice` geometry the sites of created nodes are vacant.
//! - With `Lattice` geometry matched nodes are arranged as drawn, up to the allowed turns and flips. The
//!   orientation is part of the match. Two orientations are one match if they match the same elements and
//!   create at the same sites for every right side.
//! - Weight, limit and disabled rules are ignored here.
//!
//! Matches are sorted by node ids, then edge ids, then symmetry, with the nodes of the rule by ascending id.
//! The order is therefore independent of the mission's history.
//!
//! The search begins at the rarest symbol and walks along edges, or from site to site.
//! It gives up at [`MOST_MATCHES`] matches or [`MOST_TRIES`] tries.
//! A left side of many disconnected parts has more matches than a machine can list.
//!
//! A derivation does not repeat the search after each step: every rule keeps its matches and follows the
//! changes.
//!
//! ```text
//! Delta ──redo──> Mission        a step is applied
//!           └───> Index          nodes by symbol and site
//!                   └─> Log      which nodes and edges came, went or changed; each rule reads it
//!                        │       from the position up to which it has followed (`LogPosition`)
//!                        v
//!                    Footprint   which elements can the changes concern, given what this rule asks for:
//!                     │     │    its symbols, degrees, vacant sites, forbidden patterns
//!         elements    │     │    elements that may be part of new matches
//!         that went   v     v
//!               MatchTable  DirtySet
//!         drops their rows    │
//!                     ^       v
//!                     └── Search     finds the matches through each dirty element, and adds their rows
//! ```
//!
//! `IncrementalMatches` holds all of it for one rule.
//! A rule whose matches depend on the whole mission has none; [`find_matches`] searches it each time.

pub(crate) mod conditions;
mod effort;
pub(crate) mod fitting;
pub(crate) mod forbidden;
mod finder;
mod dirty;
mod index;
mod incremental;
mod likely;
mod log;
mod plan;
mod footprint;
mod table;
mod search;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::resolve::{ReadyRule, resolve_rule};
use super::{ElementId, Grammar};
use crate::base::Symmetry;
use crate::mission::{EdgeId, Mission, NodeId};

pub(crate) use effort::{Effort, ExceededLimit};
pub use finder::MatchFinder;
pub(crate) use fitting::fitting_sides;
pub(crate) use incremental::IncrementalMatches;
pub(crate) use index::Index;
pub(crate) use log::LogPosition;
use plan::plan;
use search::{MatchRow, MatchSearch, PartialMatch, SearchEnd, search_everywhere};

/// Maximum number of matches listed for one rule.
pub const MOST_MATCHES: u64 = 1_000_000;
/// Maximum number of mission elements tried and listed to find the matches of one rule.
pub const MOST_TRIES: u64 = 20_000_000;

/// A place where a rule can be applied: the mission element of each element of its left side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Match {
    /// The mission node of each node of the left side, by ascending id.
    #[serde(with = "list")]
    pub nodes: SmallVec<[(ElementId, NodeId); 3]>,
    /// The mission edge of each edge of the left side, in its order.
    #[serde(with = "list")]
    pub edges: SmallVec<[EdgeId; 4]>,
    /// The orientation of the drawing on the lattice; the identity with `Free` geometry.
    pub symmetry: Symmetry,
}

impl Match {
    /// Returns the mission node of a node of the left side.
    pub fn node(&self, id: ElementId) -> Option<NodeId> {
        self.nodes.iter().find(|(element, _)| *element == id).map(|(_, node)| *node)
    }
}

/// An inline list that is read and written like any other list.
mod list {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use smallvec::{Array, SmallVec};

    pub fn serialize<Items, S>(list: &SmallVec<Items>, serializer: S) -> Result<S::Ok, S::Error>
    where
        Items: Array<Item: Serialize>,
        S: Serializer,
    {
        list.as_slice().serialize(serializer)
    }

    pub fn deserialize<'de, Items, D>(deserializer: D) -> Result<SmallVec<Items>, D::Error>
    where
        Items: Array<Item: Deserialize<'de>>,
        D: Deserializer<'de>,
    {
        Vec::deserialize(deserializer).map(SmallVec::from_vec)
    }
}

/// Returns all matches of one rule of a grammar in a mission, in canonical order; at most [`MOST_MATCHES`].
///
/// Empty if there is no such rule, or if it has a mistake that `check_grammar` reports as an error.
/// The symbols of the mission must be those of the grammar.
pub fn find_matches(grammar: &Grammar, rule_index: usize, mission: &Mission) -> Vec<Match> {
    let rule = grammar.rules.get(rule_index).and_then(|rule| resolve_rule(&grammar.alphabet, rule));
    let effort = &mut Effort::of_one_search();
    rule.map_or_else(Vec::new, |rule| find(&rule, mission, &Index::new(mission), effort).into_matches(&rule))
}

/// Finds all matches of a ready rule, in no particular order.
pub(crate) fn find(rule: &ReadyRule, mission: &Mission, index: &Index, effort: &mut Effort) -> MatchList {
    let mut found = MatchList::new(rule);
    let plan = plan(rule, index);
    let visit = |row: MatchRow| {
        let has_room = (found.count() as u64) < MOST_MATCHES;
        if has_room {
            found.push(row);
        }
        has_room
    };
    let end = search_everywhere(&mut PartialMatch::new(rule), rule, (mission, index), &plan, effort, visit);
    found.gave_up = effort.how_it_ended(end, MOST_MATCHES).err();
    found
}

/// Returns the number of matches of a ready rule, counted up to `enough`.
pub(crate) fn count(
    rule: &ReadyRule,
    (mission, index): (&Mission, &Index),
    enough: u64,
    effort: &mut Effort,
) -> Result<u64, ExceededLimit> {
    let mut count = 0;
    let visit = |_: MatchRow| {
        count += 1;
        count < enough
    };
    let end = search_everywhere(
        &mut PartialMatch::new(rule),
        rule,
        (mission, index),
        &plan(rule, index),
        effort,
        visit,
    );
    match end {
        SearchEnd::Enough => Ok(count),
        SearchEnd::Done | SearchEnd::GaveUp => effort.how_it_ended(end, enough).map(|()| count),
    }
}

/// Returns `true` if this is a match of a ready rule in this mission.
///
/// Examines only the named elements and their surroundings. Without effort left, returns `false`.
pub(crate) fn is_match(
    rule: &ReadyRule,
    mission: &Mission,
    index: &Index,
    matched: &Match,
    effort: &mut Effort,
) -> bool {
    let mut is_match = false;
    let visit = |_: MatchRow| {
        is_match = true;
        false
    };
    let mut known = PartialMatch::new(rule);
    let mut search =
        MatchSearch::<_, false>::new(&mut known, rule, (mission, index), effort.for_one_search(), visit);
    search.again(matched);
    effort.leave(search.tries_left());
    is_match
}

/// Matches as rows of node ids, edge ids and symmetry, which compare like matches.
#[derive(Clone, Debug)]
pub(crate) struct MatchList {
    row_length: usize,
    values: Vec<u32>,
    /// The limit that ended the search early, if one did: its name and number.
    pub gave_up: Option<ExceededLimit>,
}

impl MatchList {
    fn new(rule: &ReadyRule) -> Self {
        let row_length = rule.nodes.len() + rule.edges.len() + 1;
        Self { row_length, values: Vec::new(), gave_up: None }
    }

    /// Returns the number of matches.
    pub fn count(&self) -> usize {
        self.values.len() / self.row_length
    }

    /// Returns the match at a position of the canonical order.
    pub fn nth(&self, rule: &ReadyRule, position: usize) -> Option<Match> {
        let mut rows: Vec<&[u32]> = self.rows().collect();
        if position >= rows.len() {
            return None;
        }
        let (_, row, _) = rows.select_nth_unstable(position);
        Some(match_of(rule, row))
    }

    /// Returns all matches in canonical order.
    pub fn into_matches(self, rule: &ReadyRule) -> Vec<Match> {
        let mut rows: Vec<&[u32]> = self.rows().collect();
        rows.sort_unstable();
        rows.into_iter().map(|row| match_of(rule, row)).collect()
    }

    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.values.chunks_exact(self.row_length)
    }

    fn push(&mut self, row: MatchRow) {
        self.values.extend(row.nodes.iter().map(|node| node.0));
        self.values.extend(row.edges.iter().map(|edge| edge.0));
        // In the order in which symmetries compare: turn, then flip.
        self.values.push(u32::from(row.symmetry.turn()) * 2 + u32::from(row.symmetry.flip()));
    }
}

fn match_of(rule: &ReadyRule, row: &[u32]) -> Match {
    let (nodes, rest) = row.split_at(rule.nodes.len());
    let (edges, symmetry) = rest.split_at(rule.edges.len());
    let symmetry = symmetry.first().copied().unwrap_or(0);
    Match {
        nodes: rule.nodes.iter().zip(nodes).map(|(node, id)| (node.id, NodeId(*id))).collect(),
        edges: edges.iter().copied().map(EdgeId).collect(),
        symmetry: Symmetry::new((symmetry / 2) as u8, symmetry % 2 == 1),
    }
}

#[cfg(test)]
mod again_tests;
#[cfg(test)]
mod oracle_tests;
#[cfg(test)]
mod stored_distance_tests;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use oracle_tests::brute_force;
