//! A finder for programs: indexes one mission once, then answers any number of questions.

use super::plan::{SearchMove, plan};
use super::search::{MatchRow, PartialMatch, search_everywhere};
use super::{Effort, Index, Match, find};
use crate::grammar::Grammar;
use crate::grammar::resolve::{ReadyRule, resolve_rule};
use crate::mission::Mission;

/// Finds the matches of a grammar's rules in one mission.
///
/// Building it takes time proportional to the mission. After that, each question costs as much as its answer.
#[derive(Clone, Debug)]
pub struct MatchFinder<'a> {
    mission: &'a Mission,
    index: Index,
    /// Each rule without mistakes, with its search plan for this mission.
    rules: Vec<Option<(ReadyRule, Vec<SearchMove>)>>,
}

impl<'a> MatchFinder<'a> {
    /// Returns a finder for the rules of a grammar in a mission, whose symbols must be those of the grammar.
    ///
    /// A rule with a mistake that `check_grammar` reports as an error has no matches.
    pub fn new(grammar: &Grammar, mission: &'a Mission) -> Self {
        let index = Index::new(mission);
        let planned = |rule| {
            let ready = resolve_rule(&grammar.alphabet, rule)?;
            let plan = plan(&ready, &index);
            Some((ready, plan))
        };
        let rules = grammar.rules.iter().map(planned).collect();
        Self { mission, index, rules }
    }

    /// Returns all matches of a rule, by its position in the grammar, in canonical order.
    ///
    /// At most [`MOST_MATCHES`](super::MOST_MATCHES).
    pub fn matches(&self, rule: usize) -> Vec<Match> {
        self.rule(rule).map_or_else(Vec::new, |(ready, _)| {
            find(ready, self.mission, &self.index, &mut Effort::of_one_search()).into_matches(ready)
        })
    }

    /// Returns the number of matches of a rule, counted within [`MOST_TRIES`](super::MOST_TRIES) tries.
    ///
    /// It does not list them.
    pub fn count(&self, rule: usize) -> usize {
        let mut count = 0;
        self.visit(rule, |_, _| {
            count += 1;
            true
        });
        count
    }

    /// Returns any match of a rule: the one found first.
    pub fn any(&self, rule: usize) -> Option<Match> {
        let mut any = None;
        self.visit(rule, |ready, row| {
            let nodes = ready.nodes.iter().zip(row.nodes);
            any = Some(Match {
                nodes: nodes.map(|(node, id)| (node.id, *id)).collect(),
                edges: row.edges.into(),
                symmetry: row.symmetry,
            });
            false
        });
        any
    }

    /// Visits the matches of a rule, in no particular order, until `goes_on` returns `false`.
    fn visit(&self, rule: usize, mut goes_on: impl FnMut(&ReadyRule, MatchRow) -> bool) {
        let Some((ready, plan)) = self.rule(rule) else { return };
        let place = (self.mission, &self.index);
        let effort = &mut Effort::of_one_search();
        search_everywhere(&mut PartialMatch::new(ready), ready, place, plan, effort, |row| {
            goes_on(ready, row)
        });
    }

    fn rule(&self, rule: usize) -> Option<&(ReadyRule, Vec<SearchMove>)> {
        self.rules.get(rule)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::grammar::find_matches;
    use crate::grammar::testing::grammar;
    use crate::grammar::testing::random::{random_mission, random_rule};

    #[test]
    fn finder_tells_what_finding_tells() {
        let mut with_matches = 0;
        for case in 0..300 {
            let random = &mut Seed(8).numbered(case).stream();
            let grammar = grammar("1:A", vec![random_rule(random), random_rule(random)], Vec::new());
            let mission = random_mission(random, 6, 8);
            let finder = MatchFinder::new(&grammar, &mission);
            for rule in 0..2 {
                let expected = find_matches(&grammar, rule, &mission);
                assert_eq!(finder.count(rule), expected.len());
                let any = finder.any(rule);
                assert_eq!(any.is_some(), !expected.is_empty());
                assert!(any.is_none_or(|any| expected.contains(&any)));
                assert_eq!(finder.matches(rule), expected);
                with_matches += usize::from(!expected.is_empty());
            }
            assert_eq!((finder.count(2), finder.any(2), finder.matches(2)), (0, None, Vec::new()));
        }
        assert!(with_matches > 100, "{with_matches}");
    }
}
