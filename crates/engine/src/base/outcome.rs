//! What a stage gives back: a value, perhaps partial, with what was noticed and why it stopped.

use std::fmt;

use super::Diagnostic;

/// The result of a stage. A failed run still holds the best partial value, so that it can be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<T> {
    /// What the stage made.
    pub value: T,
    /// What the author should know, in the order in which it was noticed.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the stage ended.
    pub stop: Stop,
}

impl<T> Outcome<T> {
    /// The same outcome of something that was made from the value.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome { value: make(self.value), diagnostics: self.diagnostics, stop: self.stop }
    }

    /// Did the stage come to its end?
    pub fn is_done(&self) -> bool {
        self.stop == Stop::Done
    }
}

/// Why a stage ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Stop {
    /// Everything asked for is done.
    Done,
    /// A limit was reached; the value is what there was by then. `what` was counted: "steps", "nodes", "edges", "attempts".
    Budget { what: &'static str, limit: u64 },
    /// It cannot be done with this input; the diagnostics say why.
    Failed,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done"),
            Self::Budget { what, limit } => write!(f, "the limit of {limit} {what} was reached"),
            Self::Failed => f.write_str("it cannot be done as asked"),
        }
    }
}
