//! The window: panes, canvases, menus. It knows no algorithm; it asks the document to act and the pipeline to run.
//!
//! Panes emit [`Command`]s, [`App`] carries them out in one place, and [`run`] puts a window around it.

mod actions;
mod app;
mod canvas;
mod chosen;
mod command;
mod modals;
mod panes;
mod widgets;
mod work;

pub use app::window::{Error, run};
pub use app::workspace::FileStep;
pub use app::{App, Options, Theme};
pub use chosen::{Chosen, Location, Symbol};
pub use command::Command;
pub use modals::backups::BackupRow;
pub use panes::Pane;
