//! Types that every stage uses, and that know nothing about dungeons.
//!
//! Cells and grids, symmetries of the square, seeds, outcomes, diagnostics, parameters, JSON, and graphs in
//! DOT.

mod adjacency;
mod bits;
mod ceilings;
mod coded;
mod components;
mod count_bound;
mod described;
mod diagnostic;
mod diagnostic_facts;
mod direction;
mod directions;
mod dot;
mod hint;
mod json;
mod outcome;
mod parameter;
mod progress;
mod stage_context;
mod stop_token;
mod printable;
mod symmetry;
mod words;

pub use delvewright_level::{
    Cell, Color, Grid, MOORE, ParseColorError, ParseSeedError, RandomStream, Rect, Seed, SharedGrid, Size,
};
pub use ron_edit::{
    PathPart, PathRef, Position, PrettyPrinter, Suggester, ValuePath, appearance, blank_before, did_you_mean,
    difference_of_lookalikes, end_of_line, hint_at, lines_of, nearest,
};

pub use adjacency::Adjacency;
pub use bits::BitGrid;
pub(crate) use bits::{WORD_CELLS, masks_of_span, ones, spans_of_word, word_where};
pub use ceilings::Ceilings;
pub use coded::{coded, decoded};
pub use components::{ComponentSpan, Components};
pub use count_bound::CountBound;
pub use delvewright_describe::Described;
pub use described::{
    Described, FieldFacts, KnownFacts, NumberFacts, TypeBody, TypeFacts, ValueShape, VariantBody,
    VariantFacts, default_text, shape, shape_of, types_within, variants_with,
};
pub use diagnostic::{Diagnostic, Remedy, RemedyValue, Severity};
pub use diagnostic_facts::DiagnosticTable;
pub use direction::Direction;
pub use directions::Directions;
pub use dot::{DotGraph, dot_label, dot_text};
pub use hint::Hint;
pub use json::print_json;
pub use outcome::{Outcome, StopReason};
pub(crate) use parameter::parameters;
pub use parameter::{
    Choice, Choosable, NameTable, Named, Number, Numeric, Parameter, ParameterWalk, Parameters, Rows, Slot,
    Unit, each_parameter,
};
pub use printable::{
    columns, escaped_json, escaped_ron, is_hidden, printable, printable_excerpt, printable_line,
    printable_text,
};
pub use progress::Progress;
pub use stage_context::{StageContext, Unwatched};
pub use stop_token::{Cancelled, StopToken};
pub use symmetry::Symmetry;
pub use words::{counted, counted_plural, listed, times, with_capital, with_small_letter};
