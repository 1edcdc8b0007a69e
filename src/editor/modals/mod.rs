//! Dialogs in front of the panes, at most one at a time: questions, lists to choose from, the tour.

pub mod action_search;
pub mod backups;
pub mod changed;
mod dialog_fields;
pub mod dialogs;
pub mod export;
mod export_preview;
pub mod film;
pub mod folder_field;
pub mod found_places;
pub mod new_project;
pub mod pictures;
pub mod recovery;
pub mod reference;
pub mod room_import;
mod saving_files;
pub mod shortcut_page;
pub mod text_at;
pub mod tour;
pub mod unsaved;
