//! Reads looks of tiles for exporting a finished level, from a grammar or a room set.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostics;
use super::outcome::{CliError, CliOutcome};
use super::output::name_of;
use crate::export::MapPalette;
use crate::files::{
    is_room_set, load_project, parse_room_set_of, read_sheet, read_text_file, sheet_path, system_disk,
};
use crate::mission::Alphabet;
use crate::picture::TileLooks;
use crate::rooms::RoomSet;

/// Looks of tiles, and symbols of places.
#[derive(Debug, Default)]
pub(super) struct ExportLooks {
    pub alphabet: Option<Alphabet>,
    pub tiles: Arc<TileLooks>,
    /// Everything that maps of a grammar can show.
    pub palette: Option<Arc<MapPalette>>,
    /// Files that they were read from.
    pub files: Vec<PathBuf>,
}

/// Reads looks. Mistakes that do not affect looks are ignored.
pub(super) fn read_looks(path: &Path) -> Result<ExportLooks, CliError> {
    let text = read_text_file(path)?;
    let unusable = |what| {
        let message = format!("{} contains no usable {what}", name_of(path));
        CliError::new(CliOutcome::WrongInput, message)
    };
    if is_room_set(&text) {
        let loaded = parse_room_set_of(&text, path);
        diagnostics::tell_serious(&loaded.diagnostics);
        let set = loaded.value.ok_or_else(|| unusable("room set"))?;
        return Ok(of_room_set(path, &set));
    }
    let project = load_project(path, &[])?;
    diagnostics::tell_serious(project.each_diagnostic());
    let (tiles, files) = (Arc::new(project.looks()), project.files().into_iter().collect());
    let palette = project.map_palette().map(Arc::new);
    let grammar = project.grammar.value.ok_or_else(|| unusable("grammar"))?;
    Ok(ExportLooks { alphabet: Some(grammar.alphabet), tiles, palette, files })
}

fn of_room_set(path: &Path, set: &RoomSet) -> ExportLooks {
    let entry = set.sheet.as_ref();
    let sheet = entry.and_then(|entry| read_sheet(path, entry).ok());
    let picture = entry.and_then(|entry| sheet_path(&*system_disk(), path, &entry.file));
    let tiles = Arc::new(TileLooks::of_sets([(set, sheet)]));
    ExportLooks {
        alphabet: None,
        tiles,
        palette: None,
        files: std::iter::once(path.to_owned()).chain(picture).collect(),
    }
}
