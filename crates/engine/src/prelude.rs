//! The names that a game needs to generate levels: `use delvewright_engine::prelude::*`.
//!
//! Names of this module stay for the whole of a minor version. Everything else is found in its own module.

pub use crate::base::{Cancelled, Cell, Diagnostic, Grid, Seed, Severity, Size, StageContext, StopToken};
pub use crate::grammar::{Derivation, Grammar, VariableValues, derive};
pub use crate::level::{Entity, Level, Passage, Place, Report};
pub use crate::pipeline::{Pipeline, Request, Run, RunContext, StageFailure};
pub use crate::rooms::RoomSet;
pub use crate::text::{Loaded, parse_grammar, parse_room_set, update_grammar};
pub use crate::verify::verify;
