//! The request for the level of any seed of a project, with the pins and rolls of that seed.
//!
//! The level in the window and the levels of the gallery come from the same requests, so they are the same.

use std::sync::Arc;
use std::time::Duration;

use super::worker::{LevelJob, lenient, run_safely};
use crate::base::{Cancelled, Seed, StopToken};
use crate::document::Content;
use crate::grammar::VariableValues;
use crate::pipeline::{Pipeline, ProjectFindings, Request, Run};

/// Returns the request for the level of a seed.
pub fn request_of(content: &Content, seed: Seed) -> Request {
    Request {
        grammar: content.grammar_with(&content.pins, seed),
        rooms: content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect(),
        seed,
        variables: VariableValues::clone(&content.values),
        rolls: content.rolls.get(&seed).cloned().unwrap_or_default(),
        previous_layout: content.previous_layouts.get(&seed).cloned(),
    }
}

/// Makes levels of a checked project, one after the other.
pub struct SeedRuns {
    pipeline: Pipeline,
    content: Content,
    findings: Arc<ProjectFindings>,
}

impl SeedRuns {
    /// Prepares a project with its known mistakes.
    pub fn of(content: Content, findings: Arc<ProjectFindings>) -> Self {
        Self { pipeline: lenient(), content, findings }
    }

    /// Makes the level of a seed, as the window shows it.
    ///
    /// # Errors
    /// If it is stopped.
    pub fn run(&mut self, seed: Seed, stop: &StopToken) -> Result<Run, Cancelled> {
        let (request, findings) = (request_of(&self.content, seed), Arc::clone(&self.findings));
        let job = LevelJob { request, findings, checked_in: Duration::ZERO };
        run_safely(&mut self.pipeline, &job, stop, &mut |_| {})
    }
}
