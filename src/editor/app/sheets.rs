//! Keeps tile sheets and looks up to date with the project and its files, and loads new sheets.

use std::path::{Path, PathBuf};

use super::App;
use crate::document::{Edit, RoomsEdit, SetChange};
use crate::files::{copy_sheet, read_sheet};
use crate::rooms::TileSheet;

/// Suggested sizes of pieces, the usual ones first.
const SIZES: [u32; 6] = [16, 32, 24, 48, 8, 12];

impl App {
    /// Reads the sheets that the project names now.
    pub(super) fn follow_sheets(&mut self) {
        if self.sheets.follow(&self.document) {
            self.collect_problems();
        }
    }

    /// Detects changes of sheets by other programs.
    pub(super) fn look_at_sheets(&mut self) {
        if self.sheets.look_again(&self.document) {
            self.collect_problems();
        }
    }

    /// Returns the position and the file of the room set with the shown looks.
    fn looks_set(&self) -> Option<(usize, PathBuf)> {
        let path = self.view.rooms.looks.set()?;
        let position = self.document.rooms().iter().position(|rooms| rooms.path == path)?;
        Some((position, self.document.room_file(path)?))
    }

    /// Returns the file of the room set with the shown looks.
    pub(super) fn looks_file(&self) -> Option<PathBuf> {
        self.looks_set().map(|(_, file)| file)
    }

    /// Makes a picture the sheet of the room set with the shown looks. A picture from elsewhere is copied
    /// next to it.
    pub(super) fn use_sheet(&mut self, picture: &Path) {
        let Some((position, rooms)) = self.looks_set() else {
            self.toasts.warn("Save the project first. The tile sheet is saved next to its room set");
            return;
        };
        let Some(file) = self.toasts.unless_wrong(copy_sheet(picture, &rooms)) else { return };
        let Some(set) = self.document.rooms().get(position).map(|rooms| rooms.set.clone()) else { return };
        let mut sheet =
            TileSheet { file: file.clone(), ..set.sheet.clone().unwrap_or(TileSheet::of_file(file)) };
        if set.sheet.is_none() {
            let fits = |side: &&u32| {
                let entry = TileSheet { tile: (**side, **side), ..sheet.clone() };
                read_sheet(&rooms, &entry).is_ok_and(|sheet| sheet.left_over() == (0, 0))
            };
            let side = SIZES.iter().find(fits).copied().unwrap_or(SIZES[0]);
            sheet.tile = (side, side);
        }
        if let Err(problem) = read_sheet(&rooms, &sheet) {
            self.toasts.warn(problem.message);
        }
        let change = SetChange::Sheet(Some(sheet));
        let edit = RoomsEdit::Set { set: position, name: set.name.clone(), change };
        self.change(|document| document.apply(Edit::Rooms(edit)));
    }
}
