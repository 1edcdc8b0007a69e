//! What the commands take in: grammars with their room sets, and seeds.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::complaints;
use super::ending::{Ending, Trouble};
use crate::base::Seed;
use crate::files::{Project, load_project};
use crate::pipeline::{Failure, Request, Run, Stage};

/// Reads a grammar with its room sets and tells what is wrong with it.
///
/// Errors in it end the command: nothing can be made of such a grammar.
pub(super) fn request(grammar: &Path, extra_rooms: &[PathBuf], seed: Seed) -> Result<Request, Trouble> {
    let project = load_project(grammar, extra_rooms)?;
    complaints::tell_serious(&project.diagnostics());
    if project.has_errors() {
        return Err(Trouble::new(Ending::WrongInput, format!("{} has mistakes", grammar.display())));
    }
    request_of(project, seed).ok_or_else(|| {
        Trouble::new(Ending::WrongInput, format!("{} holds no grammar that can be used", grammar.display()))
    })
}

fn request_of(project: Project, seed: Seed) -> Option<Request> {
    let rooms = project.room_sets().cloned().map(Arc::new).collect();
    Some(Request { grammar: Arc::new(project.grammar.value?), rooms, seed })
}

/// Why a run gave no level that is proved, if it did not.
pub(super) fn failure_of(run: &Run) -> Option<Failure> {
    if let Some(failure) = &run.failure {
        return Some(failure.clone());
    }
    let Some(level) = &run.level else {
        let message = "there is no level".to_owned();
        return Some(Failure { stage: Stage::Form, code: "no-level", message });
    };
    if level.report.all_held() {
        return None;
    }
    let (promise, result) = level.report.broken().next()?;
    let first = result.broken_by.first().map_or("", |found| found.message.as_str());
    Some(Failure { stage: Stage::Verify, code: "broken-promise", message: format!("{promise}: {first}") })
}

/// The ending that a failure of a stage means.
pub(super) fn ending_of(failure: &Failure) -> Ending {
    match failure.stage {
        Stage::Check => Ending::WrongInput,
        Stage::Derive | Stage::Layout | Stage::Form | Stage::Verify => Ending::Failed,
    }
}
