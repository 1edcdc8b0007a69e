//! The questions of the dialog, and the effects of the answers.

use std::fs;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::*;
use crate::base::{Grid, Size};
use crate::document::test_project::content;
use crate::import::{SolidCandidate, SolidRule};
use crate::rooms::{EmptyCells, SourceReading};

const NOOK: &str = "name: Nook\n#+#\n#.#\n###\n";

fn document(folder: &Path) -> Document {
    Document::opened(content(), Some(folder.join("grammar.ron")))
}

#[test]
fn source_that_was_found_is_the_source_from_then_on() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("nook.txt");
    fs::write(&source, NOOK).unwrap();
    let mut document = document(folder.path());
    let dialog = RoomImportDialog::new(&document, Some(0), vec![source.clone()]).unwrap();
    assert!(document.apply(dialog.import.edit.unwrap()));
    let moved = folder.path().join("alcove.txt");
    fs::rename(&source, &moved).unwrap();
    let mut dialog = RoomImportDialog::new(&document, Some(0), document.sources_of_rooms(0)).unwrap();
    assert!(dialog.import.edit.is_none());
    dialog.found(&document, 0, &moved);
    assert_eq!(dialog.import.rooms().next().unwrap().change, MergedChange::Unchanged);
    assert!(document.apply(dialog.import.edit.unwrap()));
    assert_eq!(document.sources_of_rooms(0), [moved]);
    assert!(document.undo() && document.sources_of_rooms(0) == [source]);
}

#[test]
fn file_of_which_nothing_can_become_a_room_is_no_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let (empty, missing) = (folder.path().join("empty.txt"), folder.path().join("none.txt"));
    fs::write(&empty, "").unwrap();
    let document = document(folder.path());
    assert!(RoomImportDialog::new(&document, Some(0), vec![empty]).is_err());
    assert!(RoomImportDialog::new(&document, Some(0), vec![missing]).unwrap_err().contains("none.txt"));
}

/// Returns a source that does not define what is solid.
fn silent_source() -> ImportedSource {
    let candidate =
        |rule, count| SolidCandidate { rule, count, example: Grid::filled(Size::new(4, 3), true) };
    ImportedSource {
        path: "town.tmx".into(),
        file: "town.tmx".to_owned(),
        reading: SourceReading::default(),
        ending: SourceImportStatus::Read,
        rooms: Vec::new(),
        remarks: Vec::new(),
        candidates: vec![
            candidate(SolidRule::Tiles("masonry".to_owned()), 120),
            candidate(SolidRule::Layer("Walls".to_owned()), 1),
        ],
    }
}

#[test]
fn answers_say_how_the_source_is_read() {
    let mut harness = Harness::new_ui_state(
        |ui, source: &mut ImportedSource| {
            if let Some(reading) = solid_ui(ui, "What is solid here?", source) {
                source.reading = reading;
            }
        },
        silent_source(),
    );
    harness.get_by_label("What is solid here?");
    let mut click = |name: &str| {
        harness.get_by_label(name).click();
        harness.run();
        harness.state().reading.clone()
    };
    assert_eq!(click("Solid: masonry, 120 cells").solid, ["masonry"]);
    let reading = click("Solid: everything on \"Walls\", 1 cell");
    assert_eq!((reading.solid.len(), reading.solid_layers), (1, vec!["Walls".to_owned()]));
    assert_eq!(click("Empty cells inside walls: floor").empty, Some(EmptyCells::Floor));
    assert_eq!(click("Empty cells inside walls: nothing").empty, Some(EmptyCells::Nothing));
    assert_eq!(click("Empty cells inside walls: decide for me").empty, None);
    click("Solid: masonry, 120 cells");
    let reading = click("Solid: everything on \"Walls\", 1 cell");
    assert_eq!(reading, SourceReading::default());
}
