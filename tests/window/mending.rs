//! From a name to a project, and from a problem to its solution, with one click each.

use std::fs;
use std::path::PathBuf;

use delvewright::files::{load_example, print_grammar, print_room_set};
use delvewright::mission::NodeId;
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use tempfile::TempDir;

use super::graph::{press, press_with, type_text};
use super::{Role, Window, app, click, click_tab, file_with, settle, window, window_with};

fn is_there(window: &Window, name: &str) -> bool {
    window.query_all_by_label(name).next().is_some()
}

/// Returns the first example with its room set in a file that the grammar misspells.
fn project_with_misspelt_rooms() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let project = load_example("first_lock").unwrap();
    let rooms = print_room_set(project.room_sets().next().unwrap());
    fs::write(folder.path().join("cellar.ron"), rooms).unwrap();
    let mut grammar = project.grammar.value.unwrap();
    grammar.rooms = vec!["celar.ron".to_owned()];
    let file = folder.path().join("mine.ron");
    fs::write(&file, print_grammar(&grammar)).unwrap();
    (folder, file)
}

#[test]
fn new_project_is_called_as_it_is_typed_and_has_no_notes() {
    let mut window = window();
    press_with(&mut window, Modifiers::COMMAND, Key::N);
    type_text(&mut window, "Crypt");
    click(&mut window, "Empty");
    let document = app(&window).document();
    assert_eq!((document.title(), document.grammar().notes.as_str()), ("Crypt", ""));
    assert!(!document.is_dirty() && document.path.is_none());
    assert!(app(&window).run_view().level().is_some());
}

#[test]
fn enter_in_the_name_of_a_new_project_begins_an_empty_one() {
    let mut window = window();
    press_with(&mut window, Modifiers::COMMAND, Key::N);
    press(&mut window, Key::Enter);
    let grammar = app(&window).document().grammar();
    assert_eq!((grammar.name.as_str(), grammar.rules.len()), ("Untitled", 0));
    assert!(!is_there(&window, "New project"));
}

#[test]
fn example_keeps_its_name_and_its_notes_unless_another_name_is_typed() {
    let mut window = window();
    press_with(&mut window, Modifiers::COMMAND, Key::N);
    click(&mut window, "Old mine");
    assert_eq!(app(&window).document().title(), "Old mine");
    assert!(!app(&window).document().grammar().notes.is_empty());
    press_with(&mut window, Modifiers::COMMAND, Key::N);
    type_text(&mut window, "Deep mine");
    click_tab(&mut window, "Old mine");
    assert_eq!(app(&window).document().title(), "Deep mine");
}

#[test]
fn room_set_that_was_meant_is_used_by_one_click_and_undone() {
    let (_folder, file) = project_with_misspelt_rooms();
    let mut window = window_with(Some(file));
    assert!(app(&window).document().rooms().is_empty());
    click(&mut window, "Use \"cellar.ron\" instead");
    let document = app(&window).document();
    assert_eq!(document.grammar().rooms, ["cellar.ron"]);
    assert_eq!(document.rooms().len(), 1);
    assert!(app(&window).run_view().level().is_some_and(|level| level.report.all_held()));
    assert!(window.query_by_label_contains("There is no room set").is_none());
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(app(&window).document().rooms().is_empty());
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn room_set_that_was_meant_is_saved_under_its_name() {
    let (folder, file) = project_with_misspelt_rooms();
    let rooms = fs::read(folder.path().join("cellar.ron")).unwrap();
    let mut window = window_with(Some(file.clone()));
    click(&mut window, "Use \"cellar.ron\" instead");
    press_with(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read(folder.path().join("cellar.ron")).unwrap(), rooms);
    assert!(!folder.path().join("celar.ron").exists());
    let again = window_with(Some(file));
    assert_eq!(app(&again).document().grammar().rooms, ["cellar.ron"]);
}

/// A grammar with a misspelt field in line 4 and a misspelt variant in line 5.
const MISSPELT: &str = r##"Grammar(
    format: 1,
    name: "Mine",
    alphabet: (nodes: {"A": (role: Start, colr: "#123456", form: Hall())}, edges: {}),
    movement: Cardinl,
    start: Graph(nodes: {1: "A"}),
)
"##;

#[test]
fn misspelt_words_of_a_file_are_mended_by_one_click_each() {
    let (_folder, file) = file_with(MISSPELT);
    let mut window = window_with(Some(file.clone()));
    assert!(app(&window).document().saving_loses);
    click(&mut window, "Write \"color\" instead");
    click(&mut window, "Write \"Cardinal\" instead");
    let document = app(&window).document();
    assert!(!document.saving_loses && document.is_dirty());
    assert_eq!(fs::read_to_string(&file).unwrap(), MISSPELT, "nothing is written before it is saved");
    press_with(&mut window, Modifiers::COMMAND, Key::S);
    let mended = MISSPELT.replace("colr", "color").replace("Cardinl", "Cardinal");
    assert_eq!(fs::read_to_string(&file).unwrap(), mended);
}

#[test]
fn file_and_line_of_a_problem_lead_to_the_text() {
    let (_folder, file) = file_with(MISSPELT);
    let mut window = window_with(Some(file));
    let link = window.query_all_by_role(Role::Link).find_map(|node| {
        let label = egui_kittest::kittest::NodeT::accesskit_node(&node).label()?;
        label.starts_with("my.ron:5:").then_some(label)
    });
    click(&mut window, &link.expect("a link to the line"));
    window.get_by_label_contains("Marked line 5:     movement: Cardinl");
    click(&mut window, "Done");
    assert!(!is_there(&window, "my.ron, line 5"));
}

/// Three halls that must all touch the same two, which is impossible.
const IN_CONFLICT: &str = r##"Grammar(
    format: 1,
    name: "Conflict",
    alphabet: (
        nodes: {"Hall": (form: Hall(width: (12, 12), height: (7, 7)))},
        edges: {"door": (role: Passage, kind: Doorway())},
    ),
    start: Graph(
        nodes: {1: "Hall", 2: "Hall", 3: "Hall", 4: "Hall", 5: "Hall", 6: "Hall"},
        edges: [
            (1, "door", 2), (2, "door", 3), (3, "door", 4), (4, "door", 1),
            (1, "door", 5), (5, "door", 3), (5, "door", 6),
        ],
    ),
    layout: (spacing: Compact(gap: 1)),
)
"##;

#[test]
fn places_that_a_problem_names_are_shown_by_one_click() {
    let (_folder, file) = file_with(IN_CONFLICT);
    let mut window = window_with(Some(file));
    assert!(app(&window).run_view().level().is_none());
    // It may be below the visible part of the list.
    window.get_by_label("Show the 5 places").click_accesskit();
    settle(&mut window);
    let shared = &app(&window).view().shared;
    let selected: Vec<u32> = (0..=7).filter(|node| shared.is_selected(NodeId(*node))).collect();
    assert_eq!(selected.len(), 5, "{selected:?}");
    let nodes = &app(&window).run_view().mission.nodes;
    let named = nodes.iter().filter(|node| shared.is_selected(node.id));
    let names: Vec<String> = named.map(|node| node.tooltip[0].clone()).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    for name in names {
        window.get_by_label(&name);
    }
}

#[test]
fn list_without_problems_takes_one_line_and_opens_up_for_the_first_one() {
    let mut window = window();
    let height = |window: &Window| {
        let bottom = window.get_by_label("Readable: proved").rect().top();
        bottom - window.query_all_by_label_contains("Problems").next().expect("its tab").rect().top()
    };
    let folded = height(&window);
    assert!(folded < 100.0, "{folded}");
    click_tab(&mut window, "History");
    let history = height(&window);
    assert!(history > 150.0, "{history}");
    click_tab(&mut window, "Symbols");
    super::forms::click(&mut window, "Symbol Gate");
    super::forms::click(&mut window, "Delete symbol Gate");
    let tab = window.query_all_by_label_contains("Problems ").next().expect("it has a number");
    tab.click();
    settle(&mut window);
    let open = window.get_by_label("History").rect().top();
    assert!(window.ctx.content_rect().bottom() - open > 180.0, "{open}");
}

#[test]
fn overlays_without_anything_to_show_say_so() {
    let text = r#"Grammar(format: 1, name: "Mine", alphabet: (nodes: {"A": (role: Start, form: Hall())}, edges: {}),
        start: Graph(nodes: {1: "A"}))"#;
    let (_folder, file) = file_with(text);
    let mut window = window_with(Some(file));
    window.get_by_label("This level has no items");
    window.get_by_role_and_label(Role::CheckBox, "Seals").click();
    settle(&mut window);
    window.get_by_label("This level has no seals and no items");
    window.get_by_role_and_label(Role::CheckBox, "Items").click();
    settle(&mut window);
    window.get_by_label("This level has no seals");
}

#[test]
fn start_pane_needs_one_line_for_its_kinds_at_1280() {
    let mut window = window();
    window.set_size(vec2(1280.0, 800.0));
    settle(&mut window);
    click_tab(&mut window, "Start graph");
    let top = |name: &str| window.get_by_label(name).rect().center().y;
    let first = top("Drawn");
    assert!(["Lattice", "Random tree", "Scatter"].iter().all(|name| (top(name) - first).abs() < 1.0));
}

#[test]
fn number_of_problems_stands_beside_the_sign_where_there_is_no_room_for_the_title() {
    let text = r#"Grammar(format: 1, name: "Mine", alphabet: (nodes: {"A": (role: Start, form: Room), "B": ()}, edges: {}),
        start: Graph(nodes: {1: "A"}))"#;
    let (_folder, file) = file_with(text);
    let mut window = window_with(Some(file));
    window.set_size(vec2(720.0, 480.0));
    settle(&mut window);
    click_tab(&mut window, "Rules");
    let width = |name: &str| window.query_all_by_label_contains(name).next().expect("a tab").rect().width();
    assert!(width("Problems ") > width("History") + 5.0);
}
