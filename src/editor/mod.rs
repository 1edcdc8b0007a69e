//! The window: panes, canvases, menus. It knows no algorithm; it asks the document to act and the pipeline to run.
//!
//! Panes emit [`Command`]s, [`App`] carries them out in one place, and [`run`] puts a window around it.

mod actions;
mod alphabet;
mod app;
mod arrangement;
mod canvas;
mod chosen;
mod command;
mod dialogs;
mod disk;
mod dragging;
mod fields;
mod graph;
mod history;
mod level;
mod menu;
mod mission;
mod palette;
mod panes;
mod problems;
mod promises;
mod recipe;
mod room_painter;
mod room_picture;
mod room_sets;
mod rows;
mod rule_picture;
mod rule_sheet;
mod rules;
mod screenshot;
mod seed_field;
mod seeds;
mod settings;
mod shortcut_page;
mod sheet;
mod shortcuts;
mod shown;
mod start_sheet;
mod style;
mod tiles;
mod toasts;
mod tour;
mod trial;
mod unsaved;
mod view;
mod window;
mod words;
mod worker;

pub use app::{App, Options, Theme};
pub use chosen::{Chosen, Symbol, Target};
pub use command::Command;
pub use panes::Pane;
pub use window::{Error, run};
