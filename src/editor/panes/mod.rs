//! The panes. Each is a function that receives its own view and the shared [context](context::PaneContext),
//! draws itself, and emits commands.

pub mod alphabet;
pub mod compare;
pub mod context;
pub mod previous_run;
pub mod property_share;
pub mod film;
pub mod gallery;
pub mod history;
pub mod level;
pub mod mission;
pub mod origin;
mod overlays;
mod pins;
pub mod populate;
pub mod problems;
pub mod range;
pub mod recipe;
pub mod related;
pub mod room_painter;
pub mod room_sets;
pub mod rule_editor;
pub mod rules;
pub mod run_to;
pub mod settings;
pub mod start_editor;
pub mod stages;
mod start_preview;
pub mod timeline;
pub mod trial;
pub mod words;
