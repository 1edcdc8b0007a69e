//! Notes of a run: the diagnostics of its stages, and the first failure.

use std::sync::Arc;

use super::{Leniency, ProjectFindings, Request, Run, Stage, StageFailure};
use crate::base::{Diagnostic, Outcome, Severity, StopReason};
use crate::level::Report;
use crate::mission::NodeId;

/// The code of the failure that a stage ran out of its budget.
pub const LIMIT_REACHED: &str = "limit-reached";

impl Run {
    /// Returns a run that has only checked the files. It has failed if they have mistakes.
    pub(super) fn empty(request: &Request, findings: Arc<ProjectFindings>, leniency: Leniency) -> Self {
        let mut run = Self {
            request: request.clone(),
            findings,
            derivation: None,
            plan: None,
            earlier: None,
            space: None,
            seals: Arc::default(),
            level: None,
            diagnostics: Vec::new(),
            noticed: Vec::new(),
            failure: None,
        };
        if let Some(first) = leniency.errors_of(&run.findings).next() {
            run.failure =
                Some(StageFailure { stage: Stage::Check, code: first.code, message: first.message.clone() });
            run.diagnostics = run.findings.iter().cloned().collect();
            run.noticed.push((Stage::Check, run.diagnostics.len()));
        }
        run
    }

    /// Returns the nodes of the places that the last roll kept.
    pub fn kept_nodes(&self) -> impl Iterator<Item = NodeId> {
        let plan = self.plan.iter();
        plan.flat_map(|plan| plan.kept.places.keys().filter_map(|id| Some(plan.place(*id)?.node)))
    }

    /// Returns the diagnostics of a stage.
    pub fn noticed_by(&self, stage: Stage) -> &[Diagnostic] {
        let mut from = 0;
        for (of, count) in &self.noticed {
            if *of == stage {
                return self.diagnostics.get(from..from + count).unwrap_or_default();
            }
            from += count;
        }
        &[]
    }

    /// Stores the first failure. Later ones are consequences.
    pub(super) fn fail(&mut self, stage: Stage, code: &'static str, message: String) {
        self.failure.get_or_insert(StageFailure { stage, code, message });
    }

    pub(super) fn note<T>(&mut self, stage: Stage, outcome: &Outcome<T>) {
        self.diagnostics.extend(outcome.diagnostics.iter().cloned());
        match self.noticed.last_mut() {
            Some((last, count)) if *last == stage => *count += outcome.diagnostics.len(),
            _ => self.noticed.push((stage, outcome.diagnostics.len())),
        }
        match outcome.stop {
            StopReason::Done => {}
            StopReason::Budget { .. } => {
                let hint = outcome.diagnostics.iter().rev().find_map(|diagnostic| diagnostic.hint.as_ref());
                let hint = hint.map_or_else(String::new, |hint| format!(" {}", hint.sentence()));
                self.fail(stage, LIMIT_REACHED, outcome.stop.to_string() + &hint);
            }
            StopReason::Failed => {
                let first =
                    outcome.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
                let (code, message) = first.map_or(("failed", outcome.stop.to_string()), |diagnostic| {
                    (diagnostic.code, diagnostic.message.clone())
                });
                self.fail(stage, code, message);
            }
        }
    }

    pub(super) fn note_report(&mut self, report: &Report) {
        let broken: Vec<String> = report.broken().map(|(promise, _)| promise.to_string()).collect();
        if !broken.is_empty() {
            self.fail(Stage::Verify, "promise-broken", format!("The level breaks {}", broken.join(", ")));
        }
    }
}
