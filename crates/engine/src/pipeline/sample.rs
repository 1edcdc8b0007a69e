//! Tries the first seeds of a grammar, to find out whether it gives any levels.
//!
//! Input: a grammar and its room sets, without errors. Output: how many seeds were tried, how many failed,
//! and why.
//! Each level is made exactly as by [`Pipeline::run`], so you can repeat every failure by its seed.
//! The work of all levels together is limited and counted. A level that exceeds it is not judged.
//! Nothing is proved: for a grammar that nearly always fails, all tried levels may fail.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Pipeline, ProjectFindings, Request, Run, RunContext, Stage, StageFailure};
use crate::base::{Diagnostic, Hint, PathRef, Seed, Severity, StopToken, ValuePath, counted};
use crate::grammar::{Grammar, Start};

/// The last seed tried, beginning with 1.
const MOST_SEEDS: u32 = 20;

/// If this many first levels are all made as promised, no others are tried.
const ENOUGH_LEVELS: usize = 5;

/// Minimum number of failures for an error, if all levels failed and the work ends before all seeds are
/// tried.
const ENOUGH_FAILURES: usize = 10;

/// Minimum number of failures for an error, if all seeds have one mission and differ only in their layouts.
const ENOUGH_FAILURES_OF_ONE_MISSION: usize = 3;

/// Maximum work of all levels together, in the units of [`StopToken`].
const MOST_WORK: u64 = 60_000_000;

/// The cost to prepare a rule, a symbol or a start node for a derivation, in the same units.
const WORK_OF_AN_ELEMENT: u64 = 2_000;

/// The outcome of trying some seeds.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Number of levels made as promised.
    made: usize,
    /// Failed seeds, ascending.
    failed: Vec<FailedSeed>,
    /// `true` if the work was enough to try all seeds.
    is_complete: bool,
    /// `true` if all seeds have the same mission.
    is_one_mission: bool,
}

/// A seed that gave no level.
#[derive(Clone, Debug)]
struct FailedSeed {
    seed: Seed,
    failure: StageFailure,
    hint: Option<Hint>,
    /// The place of the reason in the grammar.
    path: ValuePath,
}

impl Sample {
    /// Tries the first seeds. The seed of the request is not used.
    pub fn of(request: &Request) -> Self {
        let stop = StopToken::after(MOST_WORK);
        let Grammar { start, recipe, .. } = &*request.grammar;
        let is_one_mission = recipe.is_empty() && matches!(start, Start::Graph { .. });
        let mut sample = Self { is_one_mission, ..Self::default() };
        let mut levels = first_levels(request, &stop);
        for _ in 0..MOST_SEEDS {
            if sample.made >= ENOUGH_LEVELS && sample.failed.is_empty() {
                break;
            }
            let Some(run) = levels.next() else { return sample };
            match FailedSeed::of(&run) {
                Some(failed) => sample.failed.push(failed),
                None => sample.made += 1,
            }
        }
        Self { is_complete: true, ..sample }
    }

    /// Returns an error if every level failed, and a warning if most of them did.
    pub fn verdict(&self) -> Option<Diagnostic> {
        let (failed, tried) = (self.failed.len(), self.failed.len() + self.made);
        if failed * 2 <= tried {
            return None;
        }
        let (first, alike) = self.most_frequent_reason()?;
        let StageFailure { stage, message, .. } = &first.failure;
        let reason = message.trim_end_matches('.');
        let reason = format!("{reason} ({stage}, seed {})", first.seed);
        let others = match failed - alike {
            0 => String::new(),
            more => format!(" {more} of them fail for other reasons."),
        };
        let enough = if self.is_one_mission { ENOUGH_FAILURES_OF_ONE_MISSION } else { ENOUGH_FAILURES };
        let is_error = self.made == 0 && (self.is_complete || failed >= enough);
        let found = if self.made == 0 {
            let message =
                format!("Every level that was tried fails, {}: {reason}.{others}", counted(failed, "seed"));
            let severity = if is_error { Severity::Error } else { Severity::Warning };
            Diagnostic::new(severity, EVERY_LEVEL_FAILS, message)
        } else {
            let message = format!(
                "{failed} of {tried} levels that were tried fail, most often for this reason: {reason}.{others}"
            );
            Diagnostic::warning("most-levels-fail", message)
        };
        Some(found.at(first.path.clone()).maybe_hint(first.hint.clone()))
    }

    /// Returns the first seed that failed for the most frequent reason, and the number of such failures.
    fn most_frequent_reason(&self) -> Option<(&FailedSeed, usize)> {
        let mut counts: BTreeMap<(Stage, &str), usize> = BTreeMap::new();
        for failed in &self.failed {
            *counts.entry(failed.reason()).or_default() += 1;
        }
        let first = |reason| self.failed.iter().find(|failed| failed.reason() == reason);
        let (reason, count) = counts.into_iter().max_by_key(|(reason, count)| (*count, Reverse(*reason)))?;
        first(reason).map(|failed| (failed, count))
    }
}

/// Makes the levels of the seeds from 1, until the token is stopped.
pub(super) fn first_levels<'a>(request: &'a Request, stop: &'a StopToken) -> impl Iterator<Item = Run> + 'a {
    let mut pipeline = Pipeline::default();
    pipeline.assume_checked(request, Arc::new(ProjectFindings::default()));
    (1..).map(Seed).map_while(move |seed| {
        let request = Request::new(Arc::clone(&request.grammar), request.rooms.clone(), seed);
        stop.spend(WORK_OF_AN_ELEMENT * elements(&request.grammar));
        stop.unless_stopped(()).ok()?;
        pipeline.run_in(&request, RunContext::stopped_by(stop)).ok()
    })
}

/// The code of the diagnostic that every level that was tried fails.
pub const EVERY_LEVEL_FAILS: &str = "every-level-fails";

/// Returns the number of rules, symbols and start elements of a grammar.
fn elements(grammar: &Grammar) -> u64 {
    let of_start = match &grammar.start {
        Start::Graph { nodes, edges, .. } => nodes.len() + edges.len(),
        Start::Lattice { .. } | Start::Tree { .. } | Start::Scatter(_) => 0,
    };
    let alphabet = &grammar.alphabet;
    (grammar.rules.len() + alphabet.nodes.len() + alphabet.edges.len() + of_start) as u64
}

impl FailedSeed {
    fn of(run: &Run) -> Option<Self> {
        let failure = run.failure.clone()?;
        let of_failure = run.diagnostics.iter().find(|found| found.code == failure.code);
        let symbol = || {
            let node = of_failure?.nodes.first()?;
            let derivation = run.derivation.as_ref()?;
            let mut nodes = derivation.mission.nodes();
            let (_, content) = nodes.find(|(id, _)| id.0 == *node)?;
            let (name, _) = derivation.alphabet.node(content.symbol);
            Some(PathRef::ROOT.field("alphabet").entry("nodes", name).into())
        };
        let stated = of_failure.map(|found| found.path.clone()).filter(|path| !path.is_empty());
        Some(Self {
            seed: run.request.seed,
            hint: of_failure.and_then(|found| found.hint.clone()),
            path: stated.or_else(symbol).unwrap_or_else(|| "start".into()),
            failure,
        })
    }

    fn reason(&self) -> (Stage, &str) {
        (self.failure.stage, self.failure.code)
    }
}
