//! Looks of tiles: a sheet is loaded, its pieces are assigned by clicks, and the drawing follows.

use std::fs;
use std::path::{Path, PathBuf};

use delvewright::rooms::{SheetBlock, TileChoice};
use egui_kittest::kittest::Queryable;

use super::authoring::window;
use super::graph::click_at;
use super::tile_pictures::png;
use super::{Window, app, click, click_tab, settle};

const GRAMMAR: &str = r#"Grammar(
    format: 1,
    name: "Mine",
    rooms: ["rooms.ron"],
    alphabet: (nodes: {"A": (role: Start, form: Room)}, edges: {}),
    start: Graph(nodes: {1: "A"}),
)
"#;

const ROOMS: &str = r##"RoomSet(
    format: 1,
    name: "Keep",
    legend: {'X': Wall, '~': Ground(name: "water"), '.': Floor, '+': Socket},
    rooms: [(name: "One", symbol: "A", picture: ["X+XXX", "X.~.X", "XXXXX"])],
)
"##;

/// Returns a sheet of 8 × 6 pieces of 16 pixels, each in its own shade of grey.
fn sheet() -> Vec<u8> {
    let grey = |at: u32| {
        let (x, y) = (at % 128 / 16, at / 128 / 16);
        (5 * (8 * y + x)) as u8
    };
    let pixels: Vec<u8> = (0..128 * 96).map(grey).collect();
    png(128, 96, png::ColorType::Grayscale, &pixels)
}

fn project(rooms: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.ron"), GRAMMAR).unwrap();
    fs::write(folder.path().join("rooms.ron"), rooms).unwrap();
    let file = folder.path().join("mine.ron");
    (folder, file)
}

fn look(window: &Window, tile: &str) -> Option<TileChoice> {
    app(window).document().rooms()[0].set.looks.get(tile).cloned()
}

/// Clicks on a piece of the sheet, which is shown at two or more times its size.
fn click_piece(window: &mut Window, column: u32, row: u32) {
    let rect = window.get_by_label("Tile sheet of Keep").rect();
    let side = rect.width() / 8.0;
    click_at(window, rect.min + egui::vec2(column as f32 + 0.5, row as f32 + 0.5) * side);
    settle(window);
}

fn load(window: &mut Window, folder: &Path, name: &str) {
    fs::write(folder.join(name), sheet()).unwrap();
    click(window, "Load a tile sheet");
    window.run_steps(6);
    window.get_all_by_label_contains(name).next().expect("the dialog lists it").click();
    window.run_steps(6);
    window.key_press(egui::Key::Enter);
    window.run_steps(6);
    settle(window);
}

#[test]
fn sheet_is_loaded_and_its_pieces_are_assigned_by_clicking() {
    let (folder, file) = project(ROOMS);
    let mut window = window(folder.path(), Some(file.clone()));
    click_tab(&mut window, "Rooms");
    click(&mut window, "Looks of tiles of Keep");
    load(&mut window, folder.path(), "tiles.png");
    let set = app(&window).document().rooms()[0].set.clone();
    assert_eq!(
        set.sheet.as_ref().map(|sheet| (sheet.file.as_str(), sheet.tile)),
        Some(("tiles.png", (16, 16)))
    );
    let row = |window: &Window, tile: &str| window.get_by_label(&format!("Look of {tile}")).rect();
    let (floor, water) = (row(&window, "floor"), row(&window, "water"));
    assert!((floor.left() - water.left()).abs() < 1.0, "tiles stand below each other");
    let drawn = ["wall", "water", "floor"].map(|name| row(&window, name).top());
    assert!(drawn.is_sorted(), "as in the legend: {drawn:?}");
    click(&mut window, "Look of water");
    click_piece(&mut window, 3, 2);
    assert_eq!(look(&window, "water"), Some(TileChoice::Piece((3, 2))));
    click(&mut window, "Look of wall");
    click(&mut window, "Shows of wall");
    click(&mut window, "47 pieces, by the cells around it");
    assert_eq!(look(&window, "wall"), Some(TileChoice::Block47(SheetBlock { at: (0, 0), columns: 8 })));
    app(&window).document().undo_name().expect("a step");
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    settle(&mut window);
    assert_eq!(look(&window, "wall"), None);
    assert_eq!(look(&window, "water"), Some(TileChoice::Piece((3, 2))));
}

#[test]
fn a_sheet_that_cannot_be_used_is_a_problem_until_it_can() {
    let rooms = ROOMS.replace("    rooms:", "    sheet: (file: \"tiles.png\"),\n    rooms:");
    let (folder, file) = project(&rooms);
    let mut window = window(folder.path(), Some(file));
    let is_told = |window: &Window| window.query_all_by_label_contains("There is no tile sheet").count() > 0;
    assert!(is_told(&window));
    fs::write(folder.path().join("tiles.png"), sheet()).unwrap();
    window.event(egui::Event::WindowFocused(true));
    settle(&mut window);
    assert!(!is_told(&window));
}
