//! Runs the pipeline in the background, and prepares its results for display.
//!
//! Drawing a mission of thousands of nodes takes longer than a frame.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::background::Background;
use super::stopwatch::Stopwatch;
use crate::base::{Cancelled, Diagnostic, StopToken};
use crate::editor::canvas::run_view::RunView;
use crate::pipeline::{
    Leniency, Pipeline, ProjectFindings, Request, Run, RunContext, RunMoment, Stage, StageFailure,
};

/// A thread that makes levels, and reuses unchanged results.
pub type Worker = Background<LevelJob, RunView>;

/// A request, with the known mistakes of its files.
#[derive(Debug)]
pub struct LevelJob {
    pub request: Request,
    pub findings: Arc<ProjectFindings>,
    /// Time spent on finding the mistakes.
    pub checked_in: Duration,
}

/// Starts the thread; `ctx` is woken when a run has ended.
pub fn start(ctx: egui::Context) -> Worker {
    let mut pipeline = lenient();
    let mut stopwatch = Stopwatch::default();
    Background::start_stoppable(ctx, move |order: LevelJob, stop| {
        let work = |watch: &mut dyn FnMut(RunMoment)| run_safely(&mut pipeline, &order, stop, watch);
        let (run, measures) = stopwatch.measure(order.checked_in, work)?;
        Ok(RunView::of(run).with_measures(measures))
    })
}

/// Returns a lenient pipeline: halls replace missing rooms, so that there is always a level to see.
fn lenient() -> Pipeline {
    Pipeline::default().with_leniency(Leniency::Lenient)
}

/// Runs the pipeline and catches panics. A bug in a stage must not destroy the window and unsaved work.
fn run_safely(
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
    let message = "Delvewright made a mistake while making this level; your work is safe";
    let hint = format!("try another seed, and please report it with this file and seed {}", request.seed);
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
