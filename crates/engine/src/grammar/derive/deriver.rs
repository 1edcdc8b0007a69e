//! A derivation in progress: runs the steps of a recipe, with nesting and repetition.
//!
//! Seeds: every list of steps has a seed, and each step in it has the child seed of its position.
//! Repetitions, blocks and tries have further children by name and number. The first try uses the seed of the
//! list.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::budget::DerivationBudget;
use super::matches::RuleMatches;
use super::names::RuleNames;
use super::{Derivation, RecipeMoment};
use crate::base::{
    Ceilings, Diagnostic, Hint, Outcome, RandomStream, Seed, StopReason, StopToken, ValuePath,
};
use crate::grammar::find::{ExceededLimit, Index};
use crate::grammar::recipe_walk::PlacedStep;
use crate::grammar::recipe_walk::size;
use crate::grammar::resolve::ReadyRule;
use crate::grammar::{Grammar, Limits, RecipeStep, Times, UnmetAction, WeightedBlock};
use crate::mission::Mission;

/// Maximum number of recipe steps that are run, including repetitions and tries.
const MOST_TURNS: u64 = 1_000_000;
/// Number of recipe steps that can be skipped in a unit of work.
const STEPS_PER_WORK: usize = 8;
/// Maximum number of derivation steps that are undone.
const MOST_UNDONE: u64 = 1_000_000;

pub(super) struct Deriver<'a> {
    pub grammar: &'a Grammar,
    pub names: RuleNames<'a>,
    /// The limits of the grammar, none above the ceilings.
    pub limits: Limits,
    pub budget: DerivationBudget,
    pub rules: Vec<ReadyRule>,
    /// For each step of the recipe, the pattern that it requires, if it does.
    pub conditions: Vec<Option<ReadyRule>>,
    pub index: Index,
    /// The matches of each rule, as far as they are stored; see [`RuleMatches`].
    pub matches: Vec<RuleMatches>,
    /// For each rule the first rule with the same matches, which are stored once for both.
    pub same_matches: Vec<usize>,
    /// Number of applications of each rule.
    pub counts: Vec<u32>,
    pub derivation: Derivation,
    pub notes: Vec<Diagnostic>,
    /// The steps of the recipe that have a note, in the order of the notes.
    pub noted: Vec<usize>,
    pub is_noted: BTreeSet<usize>,
    /// The steps of the recipe, computed on first use.
    pub placed: OnceCell<Vec<PlacedStep<'a>>>,
    /// The factor of the limits for run and undone steps.
    factor: u64,
    turns: u64,
    undone: u64,
    /// The listener.
    watch: Option<&'a mut dyn FnMut(RecipeMoment)>,
}

/// The reason why a derivation ends before its recipe does.
pub(super) enum EarlyEnd {
    AtLimit(LimitReached),
    /// The mission did not meet the requirement of the recipe step of that number, after that many more
    /// tries.
    Unmet {
        number: usize,
        tries: u32,
    },
}

pub(super) struct LimitReached {
    pub what: &'static str,
    pub limit: u64,
    pub path: ValuePath,
    pub hint: Hint,
}

impl From<LimitReached> for EarlyEnd {
    fn from(reached: LimitReached) -> Self {
        Self::AtLimit(reached)
    }
}

/// A list of steps of the recipe, with the number of its first.
#[derive(Clone, Copy)]
struct StepList<'a> {
    steps: &'a [RecipeStep],
    first: usize,
}

/// A requirement that is not met.
struct UnmetRequirement {
    position: usize,
    number: usize,
    otherwise: UnmetAction,
}

/// The state to return to when a list of steps is undone.
struct Checkpoint {
    steps: usize,
    notes: usize,
}

impl Times {
    /// Returns the minimum number of repetitions, and the number drawn for this time.
    pub(super) fn draw(self, random: &mut RandomStream) -> (u32, u32) {
        match self {
            Self::Exactly(times) => (times, times),
            Self::Between(least, most) => (least, random.range(least, most)),
            Self::UntilNone => (0, u32::MAX),
        }
    }
}

impl<'a> Deriver<'a> {
    pub fn new(
        grammar: &'a Grammar,
        rules: Vec<ReadyRule>,
        conditions: Vec<Option<ReadyRule>>,
        start: Mission,
        ceilings: Ceilings,
        stop: &StopToken,
    ) -> Self {
        Self {
            grammar,
            names: RuleNames::new(grammar),
            limits: grammar.limits.within(ceilings),
            budget: DerivationBudget::new(ceilings, stop),
            factor: ceilings.factor(),
            noted: Vec::new(),
            is_noted: BTreeSet::new(),
            placed: OnceCell::new(),
            index: Index::new(&start),
            counts: vec![0; rules.len()],
            matches: rules.iter().map(RuleMatches::new).collect(),
            same_matches: first_with_same_matches(&rules),
            rules,
            conditions,
            derivation: Derivation::new(grammar, start),
            notes: Vec::new(),
            turns: 0,
            undone: 0,
            watch: None,
        }
    }

    /// Sets the listener.
    pub fn watched(self, watch: &'a mut dyn FnMut(RecipeMoment)) -> Self {
        Self { watch: Some(watch), ..self }
    }

    fn tell(&mut self, moment: RecipeMoment) {
        if let Some(watch) = &mut self.watch {
            watch(moment);
        }
    }

    pub fn run(mut self, seed: Seed) -> Outcome<Derivation> {
        let stop = match self.run_recipe(seed) {
            Ok(()) => StopReason::Done,
            Err(EarlyEnd::AtLimit(reached)) => {
                let warning = self.limit_reached(&reached);
                self.notes.push(warning);
                StopReason::Budget { what: reached.what, limit: reached.limit }
            }
            Err(EarlyEnd::Unmet { number, tries }) => {
                let error = self.requirement_failed(number, tries);
                self.notes.push(error);
                StopReason::Failed
            }
        };
        Outcome { value: self.derivation, diagnostics: self.notes, stop }
    }

    fn run_recipe(&mut self, seed: Seed) -> Result<(), EarlyEnd> {
        let start = &self.derivation.start;
        self.check_size(start.node_count(), start.edge_count())?;
        self.run_list(StepList { steps: &self.grammar.recipe, first: 0 }, seed)
    }

    /// Runs the steps of a list, and tries again if a failed requirement asks for it.
    fn run_list(&mut self, list: StepList<'a>, seed: Seed) -> Result<(), EarlyEnd> {
        self.count_turn()?;
        let checkpoint = Checkpoint { steps: self.derivation.steps.len(), notes: self.notes.len() };
        self.count_work(list.steps.len())?;
        let counts_before = if may_retry(list.steps) { Some(self.counts_before(list)?) } else { None };
        let mut tries = vec![0; list.steps.len()];
        let mut all_tries = 0;
        loop {
            let seed = if all_tries == 0 { seed } else { seed.child("try").numbered(all_tries) };
            let Some(unmet) = self.try_list(list, seed)? else { return Ok(()) };
            let tried = &mut tries[unmet.position];
            match (unmet.otherwise, &counts_before) {
                (UnmetAction::Retry { times }, Some(counts)) if *tried < times => {
                    *tried += 1;
                    all_tries += 1;
                    self.undo(&checkpoint)?;
                    self.count_work(counts.len())?;
                    self.take_back(list, counts);
                    self.derivation.recipe_counts[unmet.number].thrown_away += 1;
                }
                _ => return Err(EarlyEnd::Unmet { number: unmet.number, tries: *tried }),
            }
        }
    }

    fn try_list(&mut self, list: StepList<'a>, seed: Seed) -> Result<Option<UnmetRequirement>, EarlyEnd> {
        let mut number = list.first;
        for (position, step) in list.steps.iter().enumerate() {
            self.count_turn()?;
            let seed = seed.numbered(position as u64);
            let steps_before = self.derivation.steps.len();
            self.tell(RecipeMoment::Begins(number));
            let result = self.run_step(number, step, seed);
            self.tell(RecipeMoment::Ends(number));
            let taken = self.derivation.steps.len() - steps_before;
            self.derivation.recipe_counts[number].steps += taken as u32;
            if let Some(otherwise) = result? {
                return Ok(Some(UnmetRequirement { position, number, otherwise }));
            }
            let size = step.size();
            self.count_work(size / STEPS_PER_WORK)?;
            number += size;
        }
        Ok(None)
    }

    /// Runs one step. Returns the alternative if it has a requirement that is not met.
    fn run_step(
        &mut self,
        number: usize,
        step: &'a RecipeStep,
        seed: Seed,
    ) -> Result<Option<UnmetAction>, EarlyEnd> {
        let inner = |steps| StepList { steps, first: number + 1 };
        if let RecipeStep::Chance { percent, .. } = step
            && !seed.child("chance").stream().chance(*percent)
        {
            return Ok(None);
        }
        self.derivation.recipe_counts[number].runs += 1;
        match step {
            RecipeStep::Apply { rules, times, .. } => self.apply_often(number, rules, *times, seed)?,
            RecipeStep::ApplyAll { rules, .. } => self.apply_all(number, rules, seed)?,
            RecipeStep::Repeat { times, steps, .. } => self.repeat(inner(steps), *times, seed)?,
            RecipeStep::Choose(blocks) => self.run_one(number, blocks, seed)?,
            RecipeStep::Chance { steps, .. } | RecipeStep::Block { steps, .. } => {
                self.run_list(inner(steps), seed.child("block"))?;
            }
            RecipeStep::Require { condition, otherwise, .. } => {
                return Ok(if self.holds(number, condition)? { None } else { Some(*otherwise) });
            }
        }
        Ok(None)
    }

    fn repeat(&mut self, list: StepList<'a>, times: Times, seed: Seed) -> Result<(), EarlyEnd> {
        let (_, wanted) = times.draw(&mut seed.child("times").stream());
        for repetition in 0..wanted {
            let steps_before = self.derivation.steps.len();
            self.run_list(list, seed.child("repeat").numbered(u64::from(repetition)))?;
            let has_ended = times == Times::UntilNone && self.derivation.steps.len() == steps_before;
            if has_ended {
                break;
            }
        }
        Ok(())
    }

    fn run_one(&mut self, number: usize, blocks: &'a [WeightedBlock], seed: Seed) -> Result<(), EarlyEnd> {
        let drawn = seed.child("choose").stream().weighted(blocks.iter().map(|block| block.weight));
        let Some((position, block)) = drawn.and_then(|drawn| Some((drawn, blocks.get(drawn)?))) else {
            return Ok(());
        };
        let before: usize = blocks.iter().take(position).map(|block| size(&block.steps)).sum();
        let list = StepList { steps: &block.steps, first: number + 1 + before };
        self.run_list(list, seed.child("block").numbered(position as u64))
    }

    /// Undoes all steps of the derivation since the checkpoint.
    fn undo(&mut self, checkpoint: &Checkpoint) -> Result<(), LimitReached> {
        let taken = self.derivation.steps.split_off(checkpoint.steps);
        self.notes.truncate(checkpoint.notes);
        for noted in self.noted.drain(checkpoint.notes..) {
            self.is_noted.remove(&noted);
        }
        self.undone += taken.len() as u64;
        for step in taken.iter().rev() {
            self.budget.count_undone(step).map_err(recipe_limit)?;
            self.index.undo(&step.delta, &mut self.derivation.mission);
            self.counts[step.rule] -= 1;
        }
        if self.undone > MOST_UNDONE * self.factor {
            let hint = Hint::new("Lower the number of tries.");
            return Err(limit_of_recipe("undone steps", MOST_UNDONE * self.factor, hint));
        }
        Ok(())
    }

    /// Restores the counts of a list, except the tries.
    fn take_back(&mut self, list: StepList<'a>, before: &[[u32; 3]]) {
        let counts = self.derivation.recipe_counts.iter_mut().skip(list.first);
        for (count, before) in counts.zip(before) {
            [count.runs, count.steps, count.skipped] = *before;
        }
    }

    /// Returns the counts of a list's steps so far: runs, applied rules, skipped matches.
    fn counts_before(&mut self, list: StepList<'a>) -> Result<Vec<[u32; 3]>, LimitReached> {
        let counts = &self.derivation.recipe_counts[list.first..list.first + size(list.steps)];
        let before: Vec<_> = counts.iter().map(|count| [count.runs, count.steps, count.skipped]).collect();
        self.count_work(before.len())?;
        Ok(before)
    }

    /// Counts work.
    ///
    /// # Errors
    /// Returns an error if the limit is exceeded.
    pub fn count_work(&mut self, units: usize) -> Result<(), LimitReached> {
        self.budget.work(units).map_err(recipe_limit)
    }

    fn count_turn(&mut self) -> Result<(), LimitReached> {
        self.turns += 1;
        if self.turns > MOST_TURNS * self.factor {
            let hint = Hint::new("Lower the number of repetitions.");
            return Err(limit_of_recipe("turns of the recipe", MOST_TURNS * self.factor, hint));
        }
        Ok(())
    }
}

fn first_with_same_matches(rules: &[ReadyRule]) -> Vec<usize> {
    // Many rules may have the same key, so only the first ones are compared.
    const MOST_COMPARED: usize = 16;
    let mut firsts: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let first = |(position, rule): (usize, &ReadyRule)| {
        let candidates = firsts.entry(rule.key_of_matches()).or_default();
        let mut compared = candidates.iter().copied().take(MOST_COMPARED);
        let first = compared.find(|other| rules[*other].matches_like(rule));
        if first.is_none() {
            candidates.push(position);
        }
        first.unwrap_or(position)
    };
    rules.iter().enumerate().map(first).collect()
}

fn may_retry(steps: &[RecipeStep]) -> bool {
    let is_retry =
        |step: &RecipeStep| matches!(step, RecipeStep::Require { otherwise: UnmetAction::Retry { .. }, .. });
    steps.iter().any(is_retry)
}

/// Returns the limit that running the recipe used up all work and memory.
pub(super) fn recipe_limit((what, limit): ExceededLimit) -> LimitReached {
    let hint = Hint::new("Lower the number of repetitions.").with_ceiling(10);
    limit_of_recipe(what, limit, hint)
}

fn limit_of_recipe(what: &'static str, limit: u64, hint: Hint) -> LimitReached {
    LimitReached { what, limit, path: "recipe".into(), hint }
}
