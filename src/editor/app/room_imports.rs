//! Imports rooms from other programs, and exports rooms to them.

use std::path::{Path, PathBuf};

use egui::Context;

use super::App;
use crate::base::{counted, printable};
use crate::document::{Edit, RoomsEdit};
use crate::editor::command::Command;
use crate::editor::modals::dialogs::FileQuestion;
use crate::editor::modals::room_import::{ImportOutcome, RoomImportDialog};
use crate::editor::pane::Pane;
use crate::export::{export_rooms, name_of_files};
use crate::files::save_export;

/// The state of an import or export of rooms.
#[derive(Default)]
pub struct RoomExchange {
    /// Position of the set; `None` for a new one.
    set: Option<usize>,
    dialog: Option<RoomImportDialog>,
    /// Position of the source that a file is being chosen for.
    finding: usize,
}

impl RoomExchange {
    /// Returns `true` if a dialog is open.
    pub fn is_open(&self) -> bool {
        self.dialog.is_some()
    }

    /// Closes the dialog.
    pub fn close(&mut self) {
        self.dialog = None;
    }
}

impl App {
    /// Asks for a file with rooms for a set.
    pub(super) fn ask_for_rooms(&mut self, set: Option<usize>, ctx: &Context) {
        self.room_exchange.set = set.or_else(|| self.document.rooms().len().checked_sub(1));
        self.ask_for_file(FileQuestion::ImportRooms, ctx);
    }

    /// Opens the import dialog for a file.
    pub(super) fn look_at_rooms(&mut self, path: &Path) {
        let set = self.room_exchange.set.filter(|set| *set < self.document.rooms().len());
        self.look_at_sources(set, vec![path.to_owned()]);
    }

    /// Opens the import dialog for all sources of a set.
    pub(super) fn import_again(&mut self, set: usize) {
        let sources = self.document.sources_of_rooms(set);
        if !sources.is_empty() {
            self.look_at_sources(Some(set), sources);
        }
    }

    fn look_at_sources(&mut self, set: Option<usize>, sources: Vec<PathBuf>) {
        match RoomImportDialog::new(&self.document, set, sources) {
            Ok(dialog) => self.room_exchange.dialog = Some(dialog),
            Err(message) => self.toasts.warn(message),
        }
    }

    /// Uses a file for the missing source.
    pub(super) fn source_found(&mut self, path: &Path) {
        if let Some(dialog) = &mut self.room_exchange.dialog {
            dialog.found(&self.document, self.room_exchange.finding, path);
        }
    }

    /// Shows the import dialog, if it is open.
    pub(super) fn room_import_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let Some(dialog) = &mut self.room_exchange.dialog else { return };
        match dialog.ui(ctx, &self.document) {
            ImportOutcome::Open => {}
            ImportOutcome::Closed => self.room_exchange.dialog = None,
            ImportOutcome::Find(position) => {
                self.room_exchange.finding = position;
                self.ask_for_file(FileQuestion::FindRooms, ctx);
            }
            ImportOutcome::Taken(edit, first) => {
                self.room_exchange.dialog = None;
                commands.extend([Command::Edit(*edit), Command::ShowPane(Pane::Rooms), Command::GoTo(first)]);
            }
        }
    }

    /// Reports the set that new rooms were added to, because the list of rooms may not be visible.
    pub(super) fn announce_rooms(&mut self, edit: &Edit) {
        let set_name = |set: usize| self.document.rooms().get(set).map(|open| open.set.name.clone());
        let words = match edit {
            Edit::Rooms(RoomsEdit::Keep { set, room, .. }) => set_name(*set)
                .map(|set| format!("\"{}\" is now a room of \"{}\"", printable(&room.name), printable(&set))),
            Edit::Rooms(RoomsEdit::Import { with, count, .. }) => {
                Some(format!("Imported {} into \"{}\"", counted(*count, "room"), printable(&with.name)))
            }
            _ => None,
        };
        if let Some(words) = words {
            self.toasts.inform(words);
        }
    }

    /// Asks for a file for the rooms of a set.
    pub(super) fn ask_for_map(&mut self, set: usize, ctx: &Context) {
        self.room_exchange.set = Some(set);
        self.ask_for_file(FileQuestion::ExportRooms, ctx);
    }

    /// Exports the rooms of a set as a map.
    pub(super) fn write_rooms(&mut self, path: &Path) {
        let Some(open) = self.room_exchange.set.and_then(|set| self.document.rooms().get(set)) else {
            return;
        };
        let name = name_of_files(path).unwrap_or_else(|| "rooms".to_owned());
        let (exported, left_out) = export_rooms(&open.set, &name);
        self.workspace.remember_writing(path);
        if self.toasts.unless_wrong(save_export(path, &exported)).is_some() {
            self.toasts.inform(format!("Exported to {}", path.display()));
        }
        for found in left_out.into_iter().take(3) {
            self.toasts.warn(found.message);
        }
    }

    /// Returns the name of the selected set.
    pub(super) fn name_of_exchanged(&self) -> String {
        let open = self.room_exchange.set.and_then(|set| self.document.rooms().get(set));
        open.map_or_else(|| "rooms".to_owned(), |open| open.set.name.clone())
    }
}
