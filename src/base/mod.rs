//! What every stage stands on: cells and grids, square symmetries, seeds, outcomes, diagnostics.
//!
//! Nothing in here knows what a dungeon is.

mod bits;
mod ceilings;
mod color;
mod components;
mod diagnostic;
mod grid;
mod joins;
mod outcome;
mod seed;
mod symmetry;

pub use bits::BitGrid;
pub(crate) use bits::{WORD_CELLS, masks_of_run, ones, runs_of_word, word_where};
pub use ceilings::Ceilings;
pub use color::{Color, ParseColorError};
pub use components::{Components, Run};
pub use diagnostic::{Diagnostic, Position, Severity, did_you_mean, nearest};
pub use grid::{Cell, Direction, Grid, MOORE, Rect, Size};
pub use joins::Joins;
pub use outcome::{Outcome, Stop};
pub use seed::{Lots, ParseSeedError, Seed};
pub use symmetry::Symmetry;
