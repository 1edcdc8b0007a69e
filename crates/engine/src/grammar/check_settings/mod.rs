//! Checks the settings of a grammar: its layout with pins, and its passes.
//!
//! Input: a grammar as authored. Output: mistakes, and warnings that are certain.

mod idle;
mod layout;
mod passes;
mod pins;

pub(super) use layout::check_layout;
pub(super) use passes::check_passes;
