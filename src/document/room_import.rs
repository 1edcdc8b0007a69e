//! Rooms of other programs for the open project: what an import would change, before it is done.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::edit::wanted_symbol;
use super::new_rooms::free_path;
use super::{Document, Edit, OpenRooms, RoomsEdit, free_name};
use crate::base::Diagnostic;
use crate::files::{SourceOptions, name_from_folder, read_room_source, source_path};
use crate::import::{MergedRoom, merge, new_errors, set_for};
use crate::mission::RoomSet;

/// What an import would do.
#[derive(Clone, Debug)]
pub struct RoomImport {
    /// The room set as it would be.
    pub set: Arc<RoomSet>,
    /// What would become of each room.
    pub rooms: Vec<MergedRoom>,
    /// What could not be taken over, or only in another way.
    pub remarks: Vec<Diagnostic>,
    /// What would be wrong with the set, in which nothing is wrong now.
    pub errors: Vec<Diagnostic>,
    /// All of it as one edit; none if nothing would change.
    pub edit: Option<Edit>,
}

impl Document {
    /// What it would change to import rooms from these files into the set at a position; into a new one if there is none.
    ///
    /// # Errors
    /// All that is wrong, if one of the files cannot be read, or none has a room.
    pub fn room_import(
        &self,
        into: Option<usize>,
        sources: &[PathBuf],
    ) -> Result<RoomImport, Vec<Diagnostic>> {
        let open = into.and_then(|into| self.rooms().get(into));
        let mut set = open.map(|open| (*open.set).clone());
        let (mut rooms, mut remarks) = (Vec::new(), Vec::new());
        let mut has_rooms = sources.is_empty();
        let symbol = wanted_symbol(self.content());
        for source in sources {
            let options = SourceOptions { set: set.as_ref(), ..SourceOptions::default() };
            let drawing = read_room_source(source, &options)?;
            let here = |found| Diagnostic { file: Some(source.clone()), ..found };
            has_rooms |= !drawing.rooms.is_empty();
            if set.is_none() && drawing.rooms.is_empty() {
                // The next source may say what the set is called.
                remarks.extend(drawing.remarks.diagnostics().into_iter().map(here));
                continue;
            }
            let into = set.unwrap_or_else(|| {
                let stem = source.file_stem().map_or_else(|| "Rooms".into(), |stem| stem.to_string_lossy());
                let set = set_for(&drawing, &stem);
                let is_taken = |name: &str| self.rooms().iter().any(|rooms| rooms.set.name == name);
                RoomSet { name: free_name(&set.name, is_taken), ..set }
            });
            let file = name_from_folder(source, self.folder_of_rooms(open).as_deref());
            let others = self.rooms().iter().filter(|rooms| open.is_none_or(|open| open.path != rooms.path));
            let others: Vec<&str> =
                others.flat_map(|rooms| &rooms.set.rooms).map(|room| room.name.as_str()).collect();
            let merged = merge(&into, &drawing, Some(&file), &symbol, |name| others.contains(&name));
            rooms.extend(merged.rooms);
            remarks.extend(merged.remarks.into_iter().map(here));
            set = Some(merged.set);
        }
        if !has_rooms {
            return Err(remarks);
        }
        let set = Arc::new(set.unwrap_or_else(|| set_for(&Default::default(), "Rooms")));
        let count = rooms.len();
        let edit = match (into, open) {
            (Some(position), Some(open)) => {
                (open.set != set).then(|| RoomsEdit::Import { set: position, with: Arc::clone(&set), count })
            }
            _ => (!set.rooms.is_empty())
                .then(|| RoomsEdit::Add { path: free_path(self.content()), set: Arc::clone(&set) }),
        };
        let errors = open.map_or_else(Vec::new, |open| new_errors(&open.set, &set));
        Ok(RoomImport { set, rooms, remarks, errors, edit: edit.map(Edit::Rooms) })
    }

    /// The files from which rooms of the set at a position were imported, each once.
    pub fn sources_of_rooms(&self, position: usize) -> Vec<PathBuf> {
        let Some(open) = self.rooms().get(position) else { return Vec::new() };
        let folder = self.folder_of_rooms(Some(open)).unwrap_or_default();
        let mut files: Vec<PathBuf> = Vec::new();
        for source in open.set.rooms.iter().filter_map(|room| room.source.as_ref()) {
            let file = source_path(&source.file, &folder.join("set.ron"));
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }

    /// The folder of a room set, from which it names its sources; that of the grammar for a new one. None if the project has no folder yet.
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
    use crate::import::MergedChange;

    #[test]
    fn rooms_come_in_by_one_edit_and_again_from_where_they_came() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("nook.txt");
        fs::write(&source, "name: Nook\n#+#\n#.#\n###\n").unwrap();
        let mut document = Document::opened(content(), Some(folder.path().join("grammar.ron")));
        let before = document.rooms()[0].set.rooms.len();
        let import = document.room_import(Some(0), std::slice::from_ref(&source)).unwrap();
        assert!(document.apply(import.edit.unwrap()));
        assert_eq!(document.undo_name(), Some("Import 1 room into \"Keep\""));
        assert_eq!(document.sources_of_rooms(0), std::slice::from_ref(&source));
        fs::write(&source, "name: Nook\n#+#\n#.#\n#+#\n").unwrap();
        let again = document.room_import(Some(0), &document.sources_of_rooms(0)).unwrap();
        assert_eq!(again.rooms[0].change, MergedChange::Redrawn { cells: 1, kept: 0 });
        document.apply(again.edit.unwrap());
        assert_eq!(document.rooms()[0].set.rooms.len(), before + 1);
        assert!(document.room_import(Some(0), &[source]).unwrap().edit.is_none());
        assert!(document.undo() && document.undo() && document.rooms()[0].set.rooms.len() == before);
    }

    #[test]
    fn file_that_cannot_be_read_changes_nothing() {
        let document = Document::opened(content(), None);
        assert!(document.room_import(None, &["none.tmx".into()]).is_err());
    }
}
