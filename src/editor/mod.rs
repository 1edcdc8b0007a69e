//! The window: panes, canvases and menus. It contains no algorithms; it sends edits to the document and
//! requests to the pipeline.
//!
//! Panes emit [`Command`]s, [`App`] carries them out in one place, and [`run`] puts a window around it.
//!
//! Each layer depends only on those above it in this list:
//!
//! - `widgets`: colours, rows, fields, messages, and accessibility of controls
//! - `canvas`: drawings of graphs, rules, rooms and tiles, and the canvas on which graphs are edited
//! - `model`: the last run, prepared for display
//! - `work`: background jobs, and file operations
//! - `command`, `actions` and their values: panes, open items, answers about files
//! - `panes`: each draws its own view and emits commands
//! - `modals`: dialogs in front of the panes
//! - `app`: the window as a whole

mod actions;
mod app;
mod canvas;
mod command;
mod compared_side;
mod seed_adjustments;
mod export_settings;
mod file_step;
mod modals;
mod model;
mod open_items;
mod pane;
mod panes;
mod scale;
mod seed_marks;
mod widgets;
mod work;

pub use app::App;
pub use app::options::{Options, Theme};
pub use app::window::{APP_ID, WindowError, run};
pub use command::Command;
pub use compared_side::ComparedSide;
pub use export_settings::ExportSettings;
pub use file_step::{BackupRow, FileStep};
pub use open_items::OpenItems;
pub use pane::Pane;
pub use panes::gallery::thumbnails::MOST_THUMBNAIL_BYTES;
pub use scale::ScaleChange;
pub use seed_marks::{MarkEdit, MarkedSeeds};
pub use work::JobKind;
