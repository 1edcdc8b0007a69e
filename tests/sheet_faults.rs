//! Faults of the tile sheets that room sets name, each with the line of its warning.

use std::fs;
use std::path::Path;

use delvewright::files::{Project, load_project};

use crate::tile_pictures::png;

/// Returns a sheet of 4 by 4 pieces of one pixel each.
fn sheet() -> Vec<u8> {
    png(4, 4, png::ColorType::Rgba, &[255; 64])
}

const GRAMMAR: &str = r#"Grammar(
    format: 1,
    name: "Mine",
    rooms: ["rooms.ron"],
    alphabet: (nodes: {"A": (role: Start, form: Room)}, edges: {}),
    start: Graph(nodes: {1: "A"}),
)
"#;

fn project(folder: &Path, looks: &str) -> Project {
    let rooms = format!(
        "RoomSet(\n    format: 1,\n    name: \"R\",\n    legend: {{'#': Wall, '.': Floor, '+': Socket}},\n{looks}    rooms: [(name: \"One\", symbol: \"A\", picture: [\"#+#\", \"#.#\", \"###\"])],\n)\n"
    );
    fs::write(folder.join("mine.ron"), GRAMMAR).unwrap();
    fs::write(folder.join("rooms.ron"), rooms).unwrap();
    load_project(&folder.join("mine.ron"), &[]).unwrap()
}

/// Returns the codes of the faults, with their lines.
fn found(project: &Project) -> Vec<(&'static str, u32)> {
    assert!(!project.has_errors(), "{:#?}", project.diagnostics());
    assert!(project.each_diagnostic().all(|found| found.hint.is_some()));
    project.each_diagnostic().map(|found| (found.code, found.position.map_or(0, |at| at.line))).collect()
}

#[test]
fn what_is_wrong_with_looks_is_a_warning_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("good.png"), sheet()).unwrap();
    fs::write(folder.join("broken.png"), &sheet()[..40]).unwrap();
    let found = |looks: &str| found(&project(folder, looks));
    let good = "    sheet: (file: \"good.png\", tile: (1, 1)),\n";
    assert_eq!(found(&format!("{good}    looks: {{\"wall\": Block16(at: (0, 0), columns: 4)}},\n")), []);
    assert_eq!(
        found(&format!(
            "{good}    looks: {{\"wal\": Piece((0, 0)), \"floor\": Piece((4, 0)), \"door\": Like(\"xyzzy\")}},\n"
        )),
        [("unknown-tile-look", 6), ("piece-outside-sheet", 6), ("unknown-look", 6)]
    );
    assert_eq!(found("    looks: {\"floor\": Piece((0, 0))},\n"), [("no-tile-sheet", 5)]);
    assert_eq!(found("    sheet: (file: \"good.png\", tile: (3, 1)),\n"), [("uneven-sheet", 5)]);
    assert_eq!(found("    sheet: (file: \"good.png\", tile: (0, 1)),\n"), [("unreadable-sheet", 5)]);
    assert_eq!(found("    sheet: (file: \"good.png\"),\n"), [("unreadable-sheet", 5)]);
    assert_eq!(found("    sheet: (file: \"broken.png\"),\n"), [("unreadable-sheet", 5)]);
    assert_eq!(found("    sheet: (file: \"none.png\"),\n"), [("missing-sheet", 5)]);
    assert_eq!(found("    sheet: (file: \"../mine.ron\"),\n"), [("sheet-outside", 5)]);
}
