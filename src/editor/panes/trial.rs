//! Tries a rule on the mission: its matches, their results, and reasons why it does not match at other nodes.
//!
//! This does not change the project. Matches are searched in the background.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use egui::Context;

use crate::base::printable_line;
use crate::editor::canvas::graph::{GraphDrawing, draw_mission};
use crate::editor::canvas::run_view::RunView;
use crate::editor::panes::words::step_words;
use crate::editor::work::background::Background;
use crate::grammar::{
    Derivation, Explanation, Grammar, MOST_MATCHES, Match, MatchFinder, apply_match, explain,
    find_hindrances, steps_that_apply,
};
use crate::mission::{EdgeId, Mission, NodeId};

/// A rule being tried, and the mission after its applications.
#[derive(Debug, Default)]
pub struct Trial {
    /// `true` while a rule is tried.
    pub is_on: bool,
    /// `true` if a click on a node asks why the rule does not match there.
    pub is_asking: bool,
    /// Number of applications tried.
    pub applied: usize,
    /// Index of the current match.
    pub current: usize,
    /// Node that was asked about, and the answer.
    pub answer: Option<(NodeId, String)>,
    /// Moment at which the rule is tried.
    moment: TrialMoment,
    /// Available moments for the rule with their names, without the end.
    moments: Vec<(usize, String)>,
    /// Derivation of the mission.
    base: Option<Arc<Derivation>>,
    /// Derivation and drawing up to the moment, unless that is the end.
    earlier: Option<(Derivation, GraphDrawing)>,
    /// Derivation and drawing after the applications, if there are any.
    tried: Option<(Derivation, GraphDrawing)>,
    found: Option<TrialMatches>,
    /// Search in progress.
    pending: Option<TrialQuery>,
    search: Option<Background<(TrialQuery, Mission), Vec<Match>>>,
    /// Number of searches.
    searches: u32,
}

/// A moment of a derivation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TrialMoment {
    /// After the last step.
    #[default]
    End,
    /// Before the first run of the recipe step with this number.
    Step(usize),
}

/// A search: the matches of a rule in a mission after a number of applications.
#[derive(Clone, Debug)]
struct TrialQuery {
    grammar: Arc<Grammar>,
    /// Position of the rule.
    rule: usize,
    moment: TrialMoment,
    /// Number of rules applied to the mission.
    applied: usize,
}

impl PartialEq for TrialQuery {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.grammar, &other.grammar)
            && (self.rule, self.moment, self.applied) == (other.rule, other.moment, other.applied)
    }
}

/// The matches found, with their search.
#[derive(Debug)]
struct TrialMatches {
    sought: TrialQuery,
    matches: Vec<Match>,
    nodes: BTreeSet<NodeId>,
}

/// The elements of the mission to light.
#[derive(Clone, Debug, Default)]
pub struct MatchHighlight {
    /// Nodes of the current match.
    pub nodes: BTreeSet<NodeId>,
    /// Edges of the current match.
    pub edges: BTreeSet<EdgeId>,
    /// Nodes of all matches.
    pub all: BTreeSet<NodeId>,
}

impl Trial {
    /// Searches for matches if the rule or the mission has changed. Previous results stay until the new ones
    /// arrive.
    pub fn update(&mut self, run_view: &RunView, grammar: &Arc<Grammar>, rule: usize, ctx: &Context) {
        let derivation = run_view.run.as_ref().and_then(|run| run.derivation.as_ref());
        self.follow(derivation);
        let found = self.search.as_mut().and_then(Background::newest);
        self.take(found);
        let Some(base) = self.base.clone() else { return };
        // Symbols of the mission are indexes into its alphabet.
        if *base.alphabet != grammar.alphabet {
            return;
        }
        self.follow_moment(&base, run_view, grammar, rule);
        let moment = self.moment;
        let sought = TrialQuery { grammar: Arc::clone(grammar), rule, moment, applied: self.applied };
        if self.pending.as_ref() == Some(&sought)
            || self.found.as_ref().is_some_and(|found| found.sought == sought)
        {
            return;
        }
        let last = self.pending.as_ref().or_else(|| self.found.as_ref().map(|found| &found.sought));
        if last
            .is_none_or(|last| last.rule != rule || last.grammar.rules.get(rule) != grammar.rules.get(rule))
        {
            self.answer = None;
        }
        if self.found.as_ref().is_some_and(|found| found.sought.rule != rule) {
            self.found = None;
        }
        let mission = self.mission().unwrap_or(&base.mission).clone();
        self.searches += 1;
        let search = self.search.get_or_insert_with(|| {
            // If parts of a left side are disconnected, for example while drawing, there are very many
            // matches.
            Background::start(ctx.clone(), |(sought, mission): (TrialQuery, Mission)| {
                MatchFinder::new(&sought.grammar, &mission).matches(sought.rule)
            })
        });
        search.forget();
        search.ask((sought.clone(), mission));
        self.pending = Some(sought);
    }

    /// Keeps the moment if the rule still has it, and rebuilds the mission at that moment.
    fn follow_moment(&mut self, base: &Derivation, run_view: &RunView, grammar: &Grammar, rule: usize) {
        let steps = steps_that_apply(grammar, rule).into_iter();
        let steps = steps.filter(|(number, ..)| base.steps_before(*number).is_some());
        let named = steps.map(|(number, label, step)| {
            (number, format!("Before step {label}: {}", step_words(step, grammar)))
        });
        self.moments = named.collect();
        let TrialMoment::Step(number) = self.moment else { return };
        if !self.moments.iter().any(|(known, _)| *known == number) {
            self.set_moment(TrialMoment::End);
            return;
        }
        if self.earlier.is_none()
            && let Some(count) = base.steps_before(number)
        {
            let mut derivation = Derivation { mission: base.at_step(count), ..base.clone() };
            derivation.steps.truncate(count);
            let drawing = draw_mission(&derivation, grammar, &run_view.sites());
            self.earlier = Some((derivation, drawing));
        }
    }

    /// Returns the moment at which the rule is tried.
    pub fn moment(&self) -> TrialMoment {
        self.moment
    }

    /// Returns all available moments with their names.
    pub fn moments(&self) -> Vec<(TrialMoment, &str)> {
        let steps = self.moments.iter().map(|(number, name)| (TrialMoment::Step(*number), name.as_str()));
        std::iter::once((TrialMoment::End, "The final mission")).chain(steps).collect()
    }

    /// Tries the rule at another moment; previous applications are dropped.
    pub fn set_moment(&mut self, moment: TrialMoment) {
        if moment != self.moment {
            self.reset();
            self.moment = moment;
        }
    }

    /// Takes over the results once the search has ended; empty if it failed.
    fn take(&mut self, matches: Option<Vec<Match>>) {
        if self.search.as_ref().is_none_or(Background::is_busy) {
            return;
        }
        let Some(sought) = self.pending.take() else { return };
        let matches = matches.unwrap_or_default();
        let nodes = matches.iter().flat_map(|found| found.nodes.iter().map(|(_, id)| *id)).collect();
        self.current = self.current.min(matches.len().saturating_sub(1));
        self.found = Some(TrialMatches { sought, matches, nodes });
    }

    /// Waits until the search has ended.
    pub fn wait(&mut self) {
        let found = self.search.as_mut().and_then(Background::wait);
        self.take(found);
    }

    /// Resets the trial if the mission has changed.
    fn follow(&mut self, derivation: Option<&Arc<Derivation>>) {
        let is_same = match (&self.base, derivation) {
            (Some(base), Some(new)) => {
                Arc::ptr_eq(base, new) || (base.mission == new.mission && base.alphabet == new.alphabet)
            }
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            self.base = derivation.cloned();
            self.reset();
        }
    }

    /// Drops all applications and results.
    pub fn reset(&mut self) {
        (self.tried, self.earlier, self.found, self.pending, self.answer) = Default::default();
        (self.applied, self.current) = (0, 0);
    }

    /// Returns the current mission of the trial.
    fn mission(&self) -> Option<&Mission> {
        self.derivation().map(|derivation| &derivation.mission)
    }

    /// Returns the derivation of the current mission.
    fn derivation(&self) -> Option<&Derivation> {
        let other = self.tried.as_ref().or(self.earlier.as_ref());
        other.map(|(derivation, _)| derivation).or(self.base.as_deref())
    }

    /// Returns the number of matches, if known.
    pub fn count(&self) -> Option<usize> {
        self.found.as_ref().map(|found| found.matches.len())
    }

    /// Returns `true` during a search. The known matches are then those of the previous rule.
    pub fn is_looking(&self) -> bool {
        self.pending.is_some()
    }

    /// Describes the result: "14 matches".
    pub fn words(&self) -> String {
        match self.count() {
            None if self.pending.is_some() => "Looking for matches…".to_owned(),
            None => "No mission to try it on".to_owned(),
            Some(0) => "No match".to_owned(),
            Some(1) => "1 match".to_owned(),
            Some(count) if count as u64 >= MOST_MATCHES => format!("more than {MOST_MATCHES} matches"),
            Some(count) => format!("{count} matches"),
        }
    }

    /// Returns the time since which the search is running.
    pub fn busy_since(&self) -> Option<Instant> {
        self.search.as_ref().and_then(Background::busy_since)
    }

    /// Cancels the search and ends the trial.
    pub fn stop_looking(&mut self) {
        self.search.iter_mut().for_each(Background::forget);
        self.is_on = false;
        self.reset();
    }

    /// Returns the number of searches.
    pub fn searches(&self) -> u32 {
        self.searches
    }

    /// Goes to the next or previous match.
    pub fn step(&mut self, forward: bool) {
        let count = self.count().unwrap_or(0).max(1);
        self.current = if forward { (self.current + 1) % count } else { (self.current + count - 1) % count };
    }

    /// Applies the rule at the current match; `side` is the preferred right side.
    pub fn apply(&mut self, run_view: &RunView, side: usize) {
        let known = self.found.as_ref().filter(|_| !self.is_looking());
        let Some((found, now)) = known.zip(self.derivation()) else { return };
        let Some(matched) = found.matches.get(self.current).cloned() else { return };
        let mut derivation = now.clone();
        let step = (derivation.steps.len() + self.applied + 1) as u32;
        let TrialQuery { grammar, rule, .. } = &found.sought;
        let sides = grammar.rules.get(*rule).map_or(0, |rule| rule.alternatives().count());
        let mut order: Vec<usize> = (0..sides).collect();
        order.sort_by_key(|other| *other != side);
        let applied = order
            .into_iter()
            .any(|side| apply_match(grammar, *rule, &mut derivation.mission, &matched, side, step).is_some());
        if applied {
            let drawing = draw_mission(&derivation, grammar, &run_view.sites());
            self.tried = Some((derivation, drawing));
            self.applied += 1;
            self.answer = None;
        }
    }

    /// Returns the mission of the trial, if it is not the final one.
    pub fn drawing(&self) -> Option<&GraphDrawing> {
        let other = self.tried.as_ref().or(self.earlier.as_ref());
        other.map(|(_, drawing)| drawing).filter(|_| self.is_on)
    }

    /// Returns the elements to light, while a rule is tried.
    pub fn lit(&self) -> Option<MatchHighlight> {
        let found = self.found.as_ref().filter(|_| self.is_on)?;
        let current = found.matches.get(self.current);
        let nodes = current.iter().flat_map(|found| found.nodes.iter().map(|(_, id)| *id)).collect();
        let edges = current.iter().flat_map(|found| found.edges.iter().copied()).collect();
        Some(MatchHighlight { nodes, edges, all: found.nodes.clone() })
    }

    /// Asks why the rule does not match at a node.
    pub fn ask(&mut self, node: NodeId) {
        let Some(TrialQuery { grammar, rule, .. }) = self.found.as_ref().map(|found| &found.sought) else {
            return;
        };
        let Some(mission) = self.mission() else { return };
        let explanation = explain(grammar, *rule, mission, node);
        let mut text = printable_line(&explanation.to_string()).into_owned();
        if matches!(explanation, Explanation::Matches(_)) {
            for hindrance in find_hindrances(grammar, *rule, 0) {
                text += &format!("\n{}", printable_line(&hindrance.to_string()));
            }
        }
        self.answer = Some((node, text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::grammar::testing::{grammar, rule};
    use crate::grammar::{RecipeStep, RuleChoice, Times};
    use crate::pipeline::{Pipeline, Request};

    fn run_view(grammar: &Arc<Grammar>) -> RunView {
        let request = Request::new(Arc::clone(grammar), Vec::new(), Seed(1));
        RunView::of(Pipeline::default().run(&request))
    }

    fn update(trial: &mut Trial, run_view: &RunView, grammar: &Arc<Grammar>, rule: usize) {
        trial.update(run_view, grammar, rule, &Context::default());
        trial.wait();
    }

    #[test]
    fn matches_are_looked_for_once_for_each_rule_and_mission() {
        let rules = vec![rule("Grow", "1:A", "1:B"), rule("None", "1:D", "1:=")];
        let grammar = Arc::new(grammar("1:A 2:A 1-p>2", rules, Vec::new()));
        let run_view = run_view(&grammar);
        let mut trial = Trial { is_on: true, ..Trial::default() };
        for _ in 0..5 {
            update(&mut trial, &run_view, &grammar, 0);
        }
        assert_eq!((trial.searches(), trial.words().as_str()), (1, "2 matches"));
        update(&mut trial, &run_view, &grammar, 1);
        assert_eq!((trial.searches(), trial.words().as_str()), (2, "No match"));
    }

    #[test]
    fn matches_of_the_rule_as_it_was_are_not_applied() {
        let with = |rhs| Arc::new(grammar("1:A 2:A 1-p>2", vec![rule("Grow", "1:A", rhs)], Vec::new()));
        let (before, after) = (with("1:B"), with("1:C"));
        let run_view = run_view(&before);
        let mut trial = Trial { is_on: true, ..Trial::default() };
        update(&mut trial, &run_view, &before, 0);
        trial.update(&run_view, &after, 0, &Context::default());
        assert!(trial.is_looking());
        trial.apply(&run_view, 0);
        assert_eq!(trial.applied, 0);
        trial.wait();
        trial.apply(&run_view, 0);
        assert_eq!(trial.applied, 1);
    }

    #[test]
    fn rules_are_tried_on_the_mission_of_the_moment_that_is_chosen() {
        let named = |name: &str| RuleChoice::Named(vec![name.to_owned()]);
        let recipe = vec![
            RecipeStep::apply(named("Begin"), Times::Exactly(1)),
            RecipeStep::apply(named("Grow"), Times::UntilNone),
        ];
        let rules = vec![rule("Begin", "1:C", "1:A"), rule("Grow", "1:A", "1:B")];
        let grammar = Arc::new(grammar("1:A 2:C 1-p>2", rules, recipe));
        let run_view = run_view(&grammar);
        let mut trial = Trial { is_on: true, ..Trial::default() };
        update(&mut trial, &run_view, &grammar, 1);
        assert_eq!(trial.words(), "No match");
        let moments = trial.moments();
        let [(TrialMoment::End, _), (step, name)] = moments.as_slice() else { panic!("{moments:?}") };
        assert_eq!(*name, "Before step 2: Apply \"Grow\" until none matches");
        trial.set_moment(*step);
        update(&mut trial, &run_view, &grammar, 1);
        assert_eq!(trial.words(), "2 matches");
        trial.apply(&run_view, 0);
        update(&mut trial, &run_view, &grammar, 1);
        assert_eq!((trial.applied, trial.words().as_str()), (1, "1 match"));
        // The other rule is applied by another step.
        update(&mut trial, &run_view, &grammar, 0);
        assert_eq!((trial.moment(), trial.words().as_str()), (TrialMoment::End, "No match"));
        trial.set_moment(trial.moments()[1].0);
        update(&mut trial, &run_view, &grammar, 0);
        assert_eq!(trial.words(), "1 match");
    }

    #[test]
    fn tried_rules_change_a_copy_and_can_be_taken_back() {
        let grammar =
            Arc::new(grammar("1:A 2:A 1-p>2", vec![rule("Grow", "1:A", "1:B 2:C 1-p>2")], Vec::new()));
        let run_view = run_view(&grammar);
        let mut trial = Trial { is_on: true, ..Trial::default() };
        update(&mut trial, &run_view, &grammar, 0);
        trial.step(false);
        assert_eq!(trial.current, 1);
        trial.apply(&run_view, 0);
        update(&mut trial, &run_view, &grammar, 0);
        assert_eq!((trial.applied, trial.words().as_str(), trial.current), (1, "1 match", 0));
        assert_eq!(trial.drawing().map(|drawing| drawing.nodes.len()), Some(3));
        trial.ask(NodeId(2));
        assert!(trial.answer.as_ref().is_some_and(|(_, text)| text.contains("symbol")), "{:?}", trial.answer);
        trial.reset();
        update(&mut trial, &run_view, &grammar, 0);
        assert_eq!((trial.applied, trial.words().as_str()), (0, "2 matches"));
        assert!(trial.drawing().is_none());
    }
}
