//! Runs the pipeline in the background, and makes ready there what is shown of a run: a mission of thousands of nodes is drawn for longer than a frame may take.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::background::Background;
use crate::base::{Cancelled, Diagnostic, StopToken};
use crate::editor::canvas::run_view::RunView;
use crate::pipeline::{Failure, Findings, Leniency, Pipeline, Request, Run, Stage};

/// A thread that makes levels, and keeps what did not change from one to the next.
pub type Worker = Background<Order, RunView>;

/// A request, with what is known to be wrong with its files.
#[derive(Debug)]
pub struct Order {
    pub request: Request,
    pub findings: Arc<Findings>,
}

/// Starts it; `ctx` is woken when a run has ended.
pub fn start(ctx: egui::Context) -> Worker {
    let mut pipeline = lenient();
    Background::start_stoppable(ctx, move |order, stop| {
        run_safely(&mut pipeline, &order, stop).map(RunView::of)
    })
}

/// While one draws there is always something to see: a hall stands in where rooms are missing.
fn lenient() -> Pipeline {
    Pipeline::default().with_leniency(Leniency::Lenient)
}

/// A mistake of ours in a stage must not take the window and the designer's work with it.
fn run_safely(pipeline: &mut Pipeline, order: &Order, stop: &StopToken) -> Result<Run, Cancelled> {
    let Order { request, findings } = order;
    let run = || pipeline.run_checked(request, Arc::clone(findings), stop);
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        *pipeline = lenient();
        Ok(broken_run(order))
    })
}

fn broken_run(Order { request, findings }: &Order) -> Run {
    let message = "Delvewright made a mistake while making this level; your work is safe";
    let hint = format!("try another seed, and please report it with this file and seed {}", request.seed);
    Run {
        request: request.clone(),
        findings: Arc::clone(findings),
        derivation: None,
        plan: None,
        seals: Arc::default(),
        level: None,
        diagnostics: vec![Diagnostic::error("internal", message).hint(hint)],
        failure: Some(Failure { stage: Stage::Check, code: "internal", message: message.to_owned() }),
    }
}
