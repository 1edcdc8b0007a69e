//! The result of a layout: the plan of a level.
//!
//! - `assemble` combines an arrangement with the sizes of places. `finish` checks the plan.
//! - `extent` limits the size of a level.

pub(super) mod assemble;
pub(super) mod extent;
pub(super) mod finish;
pub(super) mod plan;
