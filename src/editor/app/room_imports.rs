//! Rooms from other programs, and rooms for them.

use std::path::{Path, PathBuf};

use egui::Context;

use super::App;
use crate::base::{counted, printable};
use crate::document::{Edit, RoomsEdit};
use crate::editor::command::Command;
use crate::editor::modals::dialogs::Ask;
use crate::editor::modals::room_import::{ImportOutcome, RoomImportDialog};
use crate::editor::pane::Pane;
use crate::export::{export_rooms, name_of_files};
use crate::files::save_export;

/// An import or export of rooms that is asked about.
#[derive(Default)]
pub struct RoomExchange {
    /// The set that is meant; none: a new one.
    set: Option<usize>,
    dialog: Option<RoomImportDialog>,
    /// The position of the source that a file is asked for.
    finding: usize,
}

impl RoomExchange {
    /// Is something shown?
    pub fn is_open(&self) -> bool {
        self.dialog.is_some()
    }

    /// Shows no more what was shown.
    pub fn close(&mut self) {
        self.dialog = None;
    }
}

impl App {
    /// Asks for a file with rooms for a set.
    pub(super) fn ask_for_rooms(&mut self, set: Option<usize>, ctx: &Context) {
        self.room_exchange.set = set.or_else(|| self.document.rooms().len().checked_sub(1));
        self.ask_for_file(Ask::ImportRooms, ctx);
    }

    /// Shows what a file holds.
    pub(super) fn look_at_rooms(&mut self, path: &Path) {
        let set = self.room_exchange.set.filter(|set| *set < self.document.rooms().len());
        self.look_at_sources(set, vec![path.to_owned()]);
    }

    /// Shows what changed where a set was imported from.
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

    /// Takes a file for the source that was missing.
    pub(super) fn source_found(&mut self, path: &Path) {
        if let Some(dialog) = &mut self.room_exchange.dialog {
            dialog.found(&self.document, self.room_exchange.finding, path);
        }
    }

    /// The dialog of an import, if it is open.
    pub(super) fn room_import_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let Some(dialog) = &mut self.room_exchange.dialog else { return };
        match dialog.ui(ctx, &self.document) {
            ImportOutcome::Open => {}
            ImportOutcome::Closed => self.room_exchange.dialog = None,
            ImportOutcome::Find(position) => {
                self.room_exchange.finding = position;
                self.ask_for_file(Ask::FindRooms, ctx);
            }
            ImportOutcome::Taken(edit, first) => {
                self.room_exchange.dialog = None;
                commands.extend([Command::Edit(*edit), Command::ShowPane(Pane::Rooms), Command::GoTo(first)]);
            }
        }
    }

    /// Says where rooms went that came in from elsewhere; the list of rooms may be out of sight.
    pub(super) fn say_of_rooms(&mut self, edit: &Edit) {
        let set_name = |set: usize| self.document.rooms().get(set).map(|open| open.set.name.clone());
        let words = match edit {
            Edit::Rooms(RoomsEdit::Keep { set, room, .. }) => set_name(*set)
                .map(|set| format!("\"{}\" is a room of \"{}\" now", printable(&room.name), printable(&set))),
            Edit::Rooms(RoomsEdit::Import { with, count, .. }) => {
                Some(format!("Imported {} into \"{}\"", counted(*count, "room"), printable(&with.name)))
            }
            _ => None,
        };
        if let Some(words) = words {
            self.toasts.inform(words);
        }
    }

    /// Asks where the rooms of a set go.
    pub(super) fn ask_for_map(&mut self, set: usize, ctx: &Context) {
        self.room_exchange.set = Some(set);
        self.ask_for_file(Ask::ExportRooms, ctx);
    }

    /// Writes the rooms of a set as a map.
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

    /// The name of the set that is meant.
    pub(super) fn name_of_exchanged(&self) -> String {
        let open = self.room_exchange.set.and_then(|set| self.document.rooms().get(set));
        open.map_or_else(|| "rooms".to_owned(), |open| open.set.name.clone())
    }
}
