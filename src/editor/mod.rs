//! The window: panes, canvases, menus. It knows no algorithm; it asks the document to act and the pipeline to run.
//!
//! Panes emit [`Command`]s, [`App`] carries them out in one place, and [`run`] puts a window around it.
//!
//! In layers, each of which knows those above it in this list:
//!
//! - `widgets`: colours, rows, fields, messages, and what controls announce themselves as;
//! - `canvas`: drawings of graphs, rules, rooms and tiles, and the canvas on which graphs are edited;
//! - `work`: the background worker, and what happens on the disk;
//! - `command`, `actions` and what they speak of: panes, open items, answers about files;
//! - `panes`: each draws its own view and emits commands;
//! - `modals`: what stands in front of the panes;
//! - `app`: the window as a whole.

mod actions;
mod app;
mod canvas;
mod command;
mod departures;
mod export_settings;
mod file_step;
mod modals;
mod open_items;
mod pane;
mod panes;
mod scale;
mod widgets;
mod work;

pub use app::App;
pub use app::options::{Options, Theme};
pub use app::window::{Error, run};
pub use command::Command;
pub use export_settings::ExportSettings;
pub use file_step::{BackupRow, FileStep};
pub use open_items::OpenItems;
pub use pane::Pane;
pub use scale::Scale;
pub use work::Work;
