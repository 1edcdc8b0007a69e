//! Surveys: the metrics of many levels of one request, and the differences between two surveys.
//!
//! Input: a [`SeedRecord`] for each run. Output: [`Distribution`]s, [`Histogram`]s, and the [`Shift`]s from one
//! survey to another that are more than chance.
//! Guaranteed: records are in the order of their seeds, whatever the number of threads. Floating-point numbers
//! only describe levels; they never decide what is in one.

mod distribution;
mod hand_made;
mod histogram;
mod seed_filter;
mod seed_record;
mod shift;

pub use distribution::Distribution;
pub use hand_made::{HAND_MADE, HandMadeMission, hand_made};
pub use histogram::{Histogram, HistogramBin};
pub use seed_filter::{MetricBound, SeedFilter};
pub use seed_record::SeedRecord;
pub use shift::{Shift, ShiftedQuantity, shifts};
