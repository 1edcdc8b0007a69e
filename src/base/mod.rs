//! What every stage stands on: cells and grids, square symmetries, seeds, outcomes, diagnostics.
//!
//! Nothing in here knows what a dungeon is.

mod alike;
mod bits;
mod ceilings;
mod color;
mod components;
mod diagnostic;
mod grid;
mod joins;
mod lines;
mod outcome;
mod seed;
mod shown;
mod symmetry;

pub use alike::{did_you_mean, difference_of_alike, look, nearest};
pub use bits::BitGrid;
pub(crate) use bits::{WORD_CELLS, masks_of_run, ones, runs_of_word, word_where};
pub use ceilings::Ceilings;
pub use color::{Color, ParseColorError};
pub use components::{Components, Run};
pub use diagnostic::{Diagnostic, Position, Severity};
pub use grid::{Cell, Direction, Grid, MOORE, Rect, Size};
pub use joins::Joins;
pub use lines::{end_of_line, lines_of};
pub use outcome::{Outcome, Stop};
pub use seed::{Lots, ParseSeedError, Seed};
pub use shown::{
    columns, escaped_json, escaped_ron, is_hidden, shown, shown_excerpt, shown_line, shown_text,
};
pub use symmetry::Symmetry;
