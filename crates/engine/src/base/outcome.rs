//! The result of a stage: a value, the diagnostics, and the reason why the stage stopped.
//!
//! A failed run still holds its best partial value, so that you can look at it.

use std::fmt;

use super::{Diagnostic, counted_plural};

/// The result of a stage; `value` is partial if the stage failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<T> {
    /// The value that the stage made.
    pub value: T,
    /// Diagnostics for the author, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// The reason why the stage ended.
    pub stop: StopReason,
}

impl<T> Outcome<T> {
    /// Returns the outcome with a value made from this one.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome { value: make(self.value), diagnostics: self.diagnostics, stop: self.stop }
    }

    /// Returns `true` if the stage finished.
    pub fn is_done(&self) -> bool {
        self.stop == StopReason::Done
    }
}

/// The reason why a stage ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum StopReason {
    /// Everything asked for is done.
    Done,
    /// A limit was reached, and the value is partial. `what` names what was counted: "steps", "nodes",
    /// "edges", "attempts".
    Budget { what: &'static str, limit: u64 },
    /// The input makes the task impossible; the diagnostics give the reason.
    Failed,
}

/// Writes the reason as a sentence.
impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("Everything is done."),
            Self::Budget { what, limit } => {
                write!(f, "The limit of {} was reached.", counted_plural(*limit, what))
            }
            Self::Failed => f.write_str("It cannot be done as asked."),
        }
    }
}
