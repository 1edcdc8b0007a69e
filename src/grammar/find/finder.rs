//! Finding for programs: one mission, looked up once, and as many questions as one likes.

use super::plan::plan;
use super::search::Search;
use super::{Found, Index, Match, find};
use crate::grammar::Grammar;
use crate::grammar::resolve::{ReadyRule, resolve_rule};
use crate::mission::Mission;

/// Looks for the matches of a grammar's rules in one mission.
///
/// It builds what it looks up once, in time that grows with the mission; each question after that costs what its answer costs.
#[derive(Clone, Debug)]
pub struct Finder<'a> {
    mission: &'a Mission,
    index: Index,
    rules: Vec<Option<ReadyRule>>,
}

impl<'a> Finder<'a> {
    /// A finder for the rules of a grammar in a mission; the symbols of the mission are taken for those of the grammar.
    ///
    /// A rule with a mistake that `check_grammar` reports as an error has no matches.
    pub fn new(grammar: &Grammar, mission: &'a Mission) -> Self {
        let rules = grammar.rules.iter().map(|rule| resolve_rule(&grammar.alphabet, rule)).collect();
        Self { mission, index: Index::new(mission), rules }
    }

    /// All matches of a rule, by its position in the grammar, in canonical order; at most [`MOST_MATCHES`](super::MOST_MATCHES).
    pub fn matches(&self, rule: usize) -> Vec<Match> {
        self.rule(rule).map_or_else(Vec::new, |ready| self.find(ready).into_matches(ready))
    }

    /// How many matches a rule has; at most [`MOST_MATCHES`](super::MOST_MATCHES).
    pub fn count(&self, rule: usize) -> usize {
        self.rule(rule).map_or(0, |ready| self.find(ready).count())
    }

    /// One match of a rule, whichever is found first.
    pub fn any(&self, rule: usize) -> Option<Match> {
        let ready = self.rule(rule)?;
        let mut found = Found::new(ready);
        let plan = plan(ready, &self.index);
        let visit = |row: super::Row| {
            found.push(row);
            false
        };
        Search::new(ready, self.mission, &self.index, visit).everywhere(&plan);
        found.nth(ready, 0)
    }

    fn rule(&self, rule: usize) -> Option<&ReadyRule> {
        self.rules.get(rule)?.as_ref()
    }

    fn find(&self, rule: &ReadyRule) -> Found {
        find(rule, self.mission, &self.index)
    }
}
