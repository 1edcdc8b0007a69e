//! Runs the pipeline in the background, and prepares its results for display.
//!
//! Drawing a mission of thousands of nodes takes longer than a frame.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::JobKind;
use super::jobs::{Job, JobControl};
use super::stopwatch::Stopwatch;
use crate::base::{Cancelled, Diagnostic, StopToken};
use crate::editor::model::run_view::RunView;
use crate::pipeline::{
    Leniency, Pipeline, ProjectFindings, Request, Run, RunContext, RunMoment, Stage, StageFailure,
};

/// Makes levels, and reuses unchanged results.
pub struct MakeLevel;

/// A request, with the known mistakes of its files.
#[derive(Debug)]
pub struct LevelJob {
    pub request: Request,
    pub findings: Arc<ProjectFindings>,
    /// Time spent on finding the mistakes.
    pub checked_in: Duration,
}

impl Job for MakeLevel {
    type Request = LevelJob;
    type Answer = RunView;

    const KIND: JobKind = JobKind::Level;

    fn work() -> impl FnMut(LevelJob, &JobControl) -> Result<RunView, Cancelled> + Send + 'static {
        let mut pipeline = lenient();
        let mut stopwatch = Stopwatch::default();
        move |order, control| {
            let work =
                |watch: &mut dyn FnMut(RunMoment)| run_safely(&mut pipeline, &order, &control.stop, watch);
            let (run, measures) = stopwatch.measure(order.checked_in, work)?;
            Ok(RunView::of(run).with_measures(measures))
        }
    }
}

/// Returns a lenient pipeline: halls replace missing rooms, so that there is always a level to see.
pub(super) fn lenient() -> Pipeline {
    Pipeline::default().with_leniency(Leniency::Lenient)
}

/// Runs the pipeline and catches panics. A bug in a stage must not destroy the window and unsaved work.
pub(super) fn run_safely(
    pipeline: &mut Pipeline,
    order: &LevelJob,
    stop: &StopToken,
    watch: &mut dyn FnMut(RunMoment),
) -> Result<Run, Cancelled> {
    let LevelJob { request, findings, .. } = order;
    pipeline.assume_checked(request, Arc::clone(findings));
    let run =
        || pipeline.run_in(request, RunContext { watcher: Some(watch), ..RunContext::stopped_by(stop) });
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        *pipeline = lenient();
        Ok(broken_run(order))
    })
}

fn broken_run(LevelJob { request, findings, .. }: &LevelJob) -> Run {
    let message = "Delvewright hit an internal error in this level. Your work is safe";
    let hint = format!("Try another seed, and please report it with this file and seed {}.", request.seed);
    Run {
        request: request.clone(),
        findings: Arc::clone(findings),
        derivation: None,
        plan: None,
        earlier: None,
        space: None,
        seals: Arc::default(),
        level: None,
        diagnostics: vec![Diagnostic::error("internal", message).hint(hint)],
        noticed: vec![(Stage::Check, 1)],
        failure: Some(StageFailure { stage: Stage::Check, code: "internal", message: message.to_owned() }),
    }
}
