//! Failures of a layout: explanations of passages without a route, and the table of diagnostics.

pub(super) mod conflict;
pub(super) mod diagnostics;
