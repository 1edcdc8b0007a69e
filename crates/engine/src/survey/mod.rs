//! Surveys: the metrics of many levels of one request, and the differences between two surveys.
//!
//! Input: a [`SeedRecord`] for each run. Output: [`Distribution`]s, [`Histogram`]s, and the [`Shift`]s from one
//! survey to another that are more than chance.
//! [`Usage`] counts the parts of the grammar that a run used, [`Coverage`] finds those that no run used, and
//! [`Duplicates`] finds levels that are alike.
//! Guaranteed: records are in the order of their seeds, whatever the number of threads. Floating-point numbers
//! only describe levels; they never decide what is in one.

mod coverage;
mod distribution;
mod duplicates;
mod hand_made;
mod histogram;
mod mission_form;
mod refinement;
mod seed_filter;
mod seed_record;
mod shift;
mod usage;

pub use coverage::Coverage;
pub use distribution::Distribution;
pub use duplicates::{Duplicates, LevelIdentity};
pub use hand_made::{HAND_MADE, HandMadeMission, hand_made};
pub use histogram::{Histogram, HistogramBin};
pub use mission_form::MissionForm;
pub use seed_filter::{FilterBound, SeedFilter, SeedTrouble};
pub use seed_record::SeedRecord;
pub use shift::{Shift, ShiftedQuantity, shifts};
pub use usage::{Usage, UsageIndex, UsedPart};
