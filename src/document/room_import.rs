//! Previews an import of rooms into the open project.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::edit::wanted_symbol;
use super::new_rooms::free_path;
use super::{Document, Edit, OpenRooms, RoomsEdit, free_name};
use crate::base::Diagnostic;
use crate::files::{ImportRequest, ImportedSource, SourceRequest, import_rooms, source_path};
use crate::import::{MergedRoom, set_for};
use crate::rooms::RoomSet;

/// The effect of an import.
#[derive(Clone, Debug)]
pub struct RoomImport {
    /// Room set after the import.
    pub set: Arc<RoomSet>,
    /// Result for each file.
    pub sources: Vec<ImportedSource>,
    /// Errors that the set as a whole would have; if there are any, nothing is imported.
    pub errors: Vec<Diagnostic>,
    /// The import as one edit; `None` if nothing would change.
    pub edit: Option<Edit>,
}

impl RoomImport {
    /// Returns the rooms of all sources.
    pub fn rooms(&self) -> impl Iterator<Item = &MergedRoom> {
        self.sources.iter().flat_map(|source| &source.rooms)
    }

    /// Returns all remarks about the sources, the decisive ones last.
    pub fn remarks(&self) -> impl Iterator<Item = &Diagnostic> {
        let parts = || self.sources.iter().map(ImportedSource::split_remarks);
        parts().flat_map(|(others, _)| others).chain(parts().flat_map(|(_, deciding)| deciding))
    }
}

impl Document {
    /// Computes an import into the set at a position, or into a new set if `into` is `None`. `with_errors`
    /// includes rooms with errors.
    pub fn room_import(
        &self,
        into: Option<usize>,
        sources: &[SourceRequest],
        with_errors: bool,
    ) -> RoomImport {
        let open = into.and_then(|into| self.rooms().get(into));
        let others = self.rooms().iter().filter(|rooms| open.is_none_or(|open| open.path != rooms.path));
        let taken: Vec<&str> =
            others.flat_map(|rooms| &rooms.set.rooms).map(|room| room.name.as_str()).collect();
        let imported = import_rooms(&ImportRequest {
            set: open.map(|open| &*open.set),
            folder: self.folder_of_rooms(open).as_deref(),
            sources,
            name: None,
            symbol: Some(&wanted_symbol(self.content())),
            with_errors,
            taken: &taken,
        });
        let mut set = imported.set.unwrap_or_else(|| set_for(&Default::default(), "Rooms"));
        if open.is_none() {
            set.name = free_name(&set.name, |name| self.rooms().iter().any(|rooms| rooms.set.name == name));
        }
        let set = Arc::new(set);
        let count = imported.sources.iter().map(ImportedSource::taken).sum();
        let edit = match (into, open) {
            (Some(position), Some(open)) => {
                (open.set != set).then(|| RoomsEdit::Import { set: position, with: Arc::clone(&set), count })
            }
            _ => (!set.rooms.is_empty())
                .then(|| RoomsEdit::Add { path: free_path(self.content()), set: Arc::clone(&set) }),
        };
        RoomImport { set, sources: imported.sources, errors: imported.errors, edit: edit.map(Edit::Rooms) }
    }

    /// Returns the files that rooms of a set were imported from, without duplicates.
    pub fn sources_of_rooms(&self, position: usize) -> Vec<PathBuf> {
        let Some(open) = self.rooms().get(position) else { return Vec::new() };
        let folder = self.folder_of_rooms(Some(open));
        open.set.source_files().into_iter().map(|file| source_path(file, folder.as_deref())).collect()
    }

    /// Returns the folder that a room set's sources are relative to; for a new set, that of the grammar.
    /// `None` if the project has no folder yet.
    fn folder_of_rooms(&self, open: Option<&OpenRooms>) -> Option<PathBuf> {
        let file = self.room_file(open.map_or("rooms.ron", |open| open.path.as_str()))?;
        file.parent().map(Path::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::document::test_project::content;
    use crate::files::SourceImportStatus;
    use crate::import::MergedChange;

    #[test]
    fn rooms_come_in_by_one_edit_and_again_from_where_they_came() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("nook.txt");
        fs::write(&source, "name: Nook\n#+#\n#.#\n###\n").unwrap();
        let mut document = Document::opened(content(), Some(folder.path().join("grammar.ron")));
        let before = document.rooms()[0].set.rooms.len();
        let asked = |path: &PathBuf| SourceRequest { path: path.clone(), ..SourceRequest::default() };
        let import = document.room_import(Some(0), &[asked(&source)], false);
        assert!(document.apply(import.edit.unwrap()));
        assert_eq!(document.undo_name(), Some("Import 1 room into \"Keep\""));
        assert_eq!(document.sources_of_rooms(0), std::slice::from_ref(&source));
        fs::write(&source, "name: Nook\n#+#\n#.#\n#+#\n").unwrap();
        let again = document.room_import(Some(0), &[asked(&document.sources_of_rooms(0)[0])], false);
        assert_eq!(again.rooms().next().unwrap().change, MergedChange::Redrawn { cells: 1, kept: 0 });
        document.apply(again.edit.unwrap());
        assert_eq!(document.rooms()[0].set.rooms.len(), before + 1);
        assert!(document.room_import(Some(0), &[asked(&source)], false).edit.is_none());
        assert!(document.undo() && document.undo() && document.rooms()[0].set.rooms.len() == before);
    }

    #[test]
    fn file_that_cannot_be_read_changes_nothing() {
        let document = Document::opened(content(), None);
        let asked = SourceRequest { path: "none.tmx".into(), ..SourceRequest::default() };
        let import = document.room_import(None, &[asked], false);
        assert!(import.edit.is_none() && import.sources[0].ending == SourceImportStatus::Missing);
    }
}
