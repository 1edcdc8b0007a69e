//! The window: panes, canvases, menus. It knows no algorithm; it asks the document to act and the pipeline to run.
//!
//! Panes emit [`Command`]s, [`App`] carries them out in one place, and [`run`] puts a window around it.

mod ago;
mod alphabet;
mod app;
mod backups;
mod canvas;
mod changed;
mod chosen;
mod command;
mod desk;
mod dialogs;
mod disk;
mod fields;
mod filing;
mod graph;
mod history;
mod level;
mod menu;
mod mission;
mod new_project;
mod panes;
mod pictures;
mod problems;
mod promises;
mod question;
mod recipe;
mod recovery;
mod room_painter;
mod room_sets;
mod rows;
mod rule_picture;
mod rule_sheet;
mod rules;
mod screenshot;
mod seeds;
mod settings;
mod shortcuts;
mod shown;
mod start_sheet;
mod style;
mod tiles;
mod toasts;
mod unsaved;
mod view;
mod window;
mod worker;

pub use app::{App, Options, Theme};
pub use backups::BackupRow;
pub use chosen::{Chosen, Symbol, Target};
pub use command::Command;
pub use desk::FileStep;
pub use panes::Pane;
pub use window::{Error, run};
