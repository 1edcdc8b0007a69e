//! The last run, prepared for the panes.

pub mod measures;
pub mod readings;
pub mod run_view;
