//! Layout turns a mission into a [`Plan`]: every place has bounds, every passage a route, nothing overlaps.

mod plan;

pub use plan::{Plan, PlannedForm, PlannedPassage, PlannedPlace, PlannedSocket};
