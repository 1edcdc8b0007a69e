//! A whole project from nothing, by clicks and keys alone: symbols, start, a rule, the recipe and rooms.
//!
//! Then its level is saved, exported and read again.

use delvewright::export::{Format, export};
use delvewright::files::ProgramFolder;
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::forms::{choose, click, grammar, retype};
use super::graph::{click_at, drag, middle, press, press_at, press_with, step, type_text};
use super::{App, MAX_FRAMES, SEED, Window, app, click_tab, settle};

/// Returns a window that keeps its own data in a folder, with frames short enough for double clicks.
pub(super) fn window(folder: &std::path::Path, file: Option<std::path::PathBuf>) -> Window {
    let home = ProgramFolder::at(folder.join("home")).expect("the folder is there");
    let builder = Harness::builder()
        .with_size(vec2(1600.0, 1000.0))
        .with_step_dt(1.0 / 20.0)
        .with_max_steps(MAX_FRAMES);
    let mut window = builder.build_ui_state(
        move |ui, app: &mut Option<App>| {
            app.get_or_insert_with(|| {
                App::new(ui.ctx(), file.as_deref(), SEED).with_home(home.clone(), ui.ctx())
            })
            .ui(ui);
        },
        None,
    );
    settle(&mut window);
    window
}

fn add_node_symbol(window: &mut Window, name: &str, role: Option<&str>, technique: &str) {
    click(window, "Add node symbol");
    retype(window, "Name of Place", name);
    if let Some(role) = role {
        choose(window, &format!("Role of {name}"), role);
    }
    choose(window, &format!("Built as of {name}"), technique);
}

fn add_edge_symbol(window: &mut Window, name: &str, role: &str) {
    click(window, "Add edge symbol");
    retype(window, "Name of path 2", name);
    choose(window, &format!("Role of {name}"), role);
}

/// Returns the position of the site this many columns to the right of a node and this many rows below it.
pub(super) fn beside(window: &Window, node: &str, columns: f32, rows: f32) -> Pos2 {
    middle(window, node) + vec2(columns, rows) * step(window, node)
}

/// Adds a node by double click and types its symbol.
fn add_node(window: &mut Window, beside_node: &str, columns: f32, rows: f32, symbol: &str) {
    let at = beside(window, beside_node, columns, rows);
    press_at(window, at, 2);
    window.get_by_label("Find a symbol");
    type_text(window, symbol);
    press(window, Key::Enter);
}

/// Draws an edge from the rim of a node to another one.
fn join(window: &mut Window, from: &str, to: &str) {
    // This clears the selection, so that its details cover nothing.
    press(window, Key::Escape);
    let (start, end) = (middle(window, from), middle(window, to));
    let rim = window.get_by_label(from).rect().width() / 2.0 - 6.0;
    drag(window, start + (end - start).normalized() * rim, end);
}

/// Accepts the proposal of the file dialog.
pub(super) fn answer_file_dialog(window: &mut Window) {
    window.run_steps(6);
    window.key_press(Key::Enter);
    window.run_steps(6);
    settle(window);
}

#[test]
fn start_key_lock_and_goal_are_authored_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.ron");
    let empty = concat!(env!("CARGO_MANIFEST_DIR"), "/src/files/templates/empty.ron");
    std::fs::copy(empty, &file).unwrap();
    let mut window = window(folder.path(), Some(file.clone()));
    click_tab(&mut window, "Settings");
    retype(&mut window, "Name", "From nothing");

    click_tab(&mut window, "Symbols");
    add_node_symbol(&mut window, "Goal", Some("Goal"), "Hall");
    add_node_symbol(&mut window, "Hollow", None, "Cave");
    add_node_symbol(&mut window, "Vault", Some("Lock"), "Room");
    add_node_symbol(&mut window, "Key", Some("Key"), "None: an item");
    add_edge_symbol(&mut window, "opens", "Key opens lock");
    add_edge_symbol(&mut window, "holds", "Place contains item");

    click_tab(&mut window, "Start graph");
    add_node(&mut window, "Node 1 of the start: Start", 2.0, 0.0, "Goal");
    join(&mut window, "Node 1 of the start: Start", "Node 2 of the start: Goal");

    click_tab(&mut window, "Rule");
    let buttons: Vec<_> = window.query_all_by_label_contains("  Add rule").collect();
    buttons.last().expect("a button for a new rule").click();
    settle(&mut window);
    let first = "Node 1 of Before: any";
    let at = middle(&window, first);
    press_at(&mut window, at, 2);
    type_text(&mut window, "Start");
    press(&mut window, Key::Enter);
    let first = "Node 1 of Before: Start";
    add_node(&mut window, first, 2.0, 0.0, "Goal");
    join(&mut window, first, "Node 2 of Before: Goal");
    let edge = middle(&window, "Edge path from 1 to 2 of After");
    click_at(&mut window, edge);
    press(&mut window, Key::Delete);
    let right = "Node 1 of After: Start";
    add_node(&mut window, right, 1.0, 0.0, "Vault");
    add_node(&mut window, right, 0.0, 1.0, "Hollow");
    add_node(&mut window, right, 1.0, 1.0, "Key");
    let vault = "Node 3 of After: Vault";
    join(&mut window, right, vault);
    join(&mut window, vault, "Node 2 of After: Goal");
    join(&mut window, right, "Node 4 of After: Hollow");
    join(&mut window, "Node 4 of After: Hollow", "Node 5 of After: Key");
    join(&mut window, "Node 5 of After: Key", vault);

    click_tab(&mut window, "Recipe");
    choose(&mut window, "Add step", "Apply rules");
    click(&mut window, "All rules");
    click_tab(&mut window, "Symbols");
    super::graph::click_containing(&mut window, "Create room set from symbols");

    let level = app(&window).run_view().level().expect("a level").clone();
    assert!(level.report.all_held(), "{:?}", level.report);
    let mut symbols: Vec<&str> = level.places.iter().map(|place| place.symbol.as_str()).collect();
    symbols.sort_unstable();
    assert_eq!(symbols, ["Goal", "Hollow", "Start", "Vault"]);
    let keys: Vec<_> = level.entities.iter().filter(|entity| !entity.opens.is_empty()).collect();
    assert_eq!(keys.len(), 1);

    press_with(&mut window, Modifiers::COMMAND, Key::S);
    assert!(!app(&window).document().is_dirty());
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    click(&mut window, "Export");
    let exported: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            std::fs::read(path).is_ok_and(|bytes| bytes == export(&level, Format::Ron).into_bytes())
        })
        .collect();
    assert_eq!(exported.len(), 1, "the level was exported as it is shown");

    let again = self::window(folder.path(), Some(file));
    assert_eq!(grammar(&again), grammar(&window));
    assert_eq!(app(&again).document().room_sets(), app(&window).document().room_sets());
    assert_eq!(app(&again).run_view().level().expect("a level"), &level);
}
