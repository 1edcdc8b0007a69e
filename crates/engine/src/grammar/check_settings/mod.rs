//! Checks the settings of a grammar: its layout with pins, its passes, and its properties.
//!
//! Input: a grammar as authored. Output: mistakes, and warnings that are certain.

mod idle;
mod layout;
mod passes;
mod pins;
mod properties;

pub(super) use layout::check_layout;
pub(super) use passes::check_passes;
pub(super) use properties::check_properties;
