//! Runs the pipeline in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::background::Background;
use crate::base::Diagnostic;
use crate::pipeline::{Failure, Pipeline, Request, Run, Stage};

/// A thread that makes levels, and keeps what did not change from one to the next.
pub type Worker = Background<Request, Run>;

/// Starts it; `ctx` is woken when a run has ended.
pub fn start(ctx: egui::Context) -> Worker {
    let mut pipeline = Pipeline::default();
    Background::start(ctx, move |request| run_safely(&mut pipeline, &request))
}

/// A mistake of ours in a stage must not take the window and the designer's work with it.
fn run_safely(pipeline: &mut Pipeline, request: &Request) -> Run {
    catch_unwind(AssertUnwindSafe(|| pipeline.run(request))).unwrap_or_else(|_| {
        *pipeline = Pipeline::default();
        broken_run(request)
    })
}

fn broken_run(request: &Request) -> Run {
    let message = "Delvewright made a mistake while making this level; your work is safe";
    let hint = format!("try another seed, and please report it with this file and seed {}", request.seed);
    Run {
        request: request.clone(),
        findings: Arc::default(),
        derivation: None,
        plan: None,
        seals: Arc::default(),
        level: None,
        diagnostics: vec![Diagnostic::error("internal", message).hint(hint)],
        failure: Some(Failure { stage: Stage::Check, code: "internal", message: message.to_owned() }),
    }
}
