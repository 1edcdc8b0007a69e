//! Names that are typed quickly, and Escape where something is typed.

use std::fs;

use delvewright::editor::Pane;
use delvewright::grammar::{ElementId, Start};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::graph::{press, press_with, type_text};
use super::{Window, app, click_tab, opened, settle, show, window};

/// Time between two frames, in seconds; each event has a frame of its own.
const FRAME: f32 = 0.02;

fn is_there(window: &Window, name: &str) -> bool {
    window.query_all_by_label_contains(name).next().is_some()
}

/// Types letters in quick succession, followed by Enter.
fn type_quickly(window: &mut Window, text: &str) {
    for letter in text.chars() {
        let modifiers = if letter.is_uppercase() { Modifiers::SHIFT } else { Modifiers::NONE };
        let key = Key::from_name(&letter.to_uppercase().to_string());
        // A key and its text arrive together.
        let press =
            key.map(|key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers });
        window.input_mut().events.extend(press.into_iter().chain([Event::Text(letter.to_string())]));
        window.step();
    }
    press(window, Key::Enter);
}

/// The start of the example, with its second node selected.
fn window_with_a_selected_node() -> Window {
    let builder = Harness::builder().with_size(egui::vec2(1600.0, 1000.0)).with_step_dt(FRAME);
    let mut window = opened(builder, None);
    show(&mut window, Pane::Start);
    window.get_by_label("Start canvas").focus();
    settle(&mut window);
    press(&mut window, Key::PageDown);
    press(&mut window, Key::PageDown);
    window
}

fn symbol_of(window: &Window, id: u32) -> String {
    let Start::Graph { nodes, .. } = &app(window).document().grammar().start else { panic!("a graph") };
    nodes[&ElementId(id)].symbol.clone()
}

/// The node that is selected in the start.
fn selected(window: &Window) -> u32 {
    let Start::Graph { nodes, .. } = &app(window).document().grammar().start else { panic!("a graph") };
    nodes.keys().nth(1).expect("it has two nodes").0
}

#[test]
fn a_name_typed_on_a_node_gives_it_the_symbol_of_that_name() {
    let mut window = window_with_a_selected_node();
    let id = selected(&window);
    for name in ["Cave", "Fork", "Storeroom", "Hideaway", "Treasury"] {
        type_quickly(&mut window, name);
        assert_eq!(symbol_of(&window, id), name);
        assert!(!is_there(&window, "Find a symbol"));
    }
}

#[test]
fn a_new_name_typed_on_a_node_makes_a_symbol() {
    for name in ["Catacomb", "Foundry", "Office", "Xyst"] {
        let mut window = window_with_a_selected_node();
        let id = selected(&window);
        type_quickly(&mut window, name);
        assert_eq!(symbol_of(&window, id), name);
        assert!(app(&window).document().grammar().alphabet.nodes.contains_key(name));
    }
}

#[test]
fn a_name_typed_in_one_frame_gives_the_symbol_too() {
    let mut window = window_with_a_selected_node();
    let id = selected(&window);
    for name in ["Catacomb", "Fork"] {
        let letters = name.chars().map(|letter| Event::Text(letter.to_string()));
        window.input_mut().events.extend(letters);
        press(&mut window, Key::Enter);
        assert_eq!(symbol_of(&window, id), name);
    }
}

#[test]
fn names_typed_in_the_list_of_symbols_are_taken_as_they_are_typed() {
    let mut window = window_with_a_selected_node();
    let id = selected(&window);
    for name in ["Catacomb", "cave", "Cave"] {
        press(&mut window, Key::Enter);
        assert!(is_there(&window, "Find a symbol"));
        if name == "cave" {
            type_text(&mut window, name);
            press(&mut window, Key::Enter);
            assert_eq!(symbol_of(&window, id), "Cave", "there is no other of that name");
        } else {
            type_quickly(&mut window, name);
            assert_eq!(symbol_of(&window, id), name);
        }
    }
}

#[test]
fn letters_open_the_list_and_only_enter_sets_a_symbol() {
    let mut window = window_with_a_selected_node();
    let id = selected(&window);
    for (letters, name) in [("tr", "Treasury"), ("ha", "Hall"), ("hideaway", "Hideaway")] {
        let before = symbol_of(&window, id);
        for letter in letters.chars() {
            type_text(&mut window, &letter.to_string());
            // A pause after a letter sets nothing either.
            window.run_steps(if letters == "tr" { 60 } else { 2 });
            assert!(is_there(&window, "Find a symbol"));
            assert_eq!(symbol_of(&window, id), before);
        }
        if letters == "hideaway" {
            press(&mut window, Key::Enter);
            assert_eq!(symbol_of(&window, id), name);
        } else {
            press(&mut window, Key::Escape);
            assert_eq!(symbol_of(&window, id), before);
        }
    }
}

#[test]
fn letters_are_shortcuts_again_once_another_node_is_selected() {
    let mut window = window_with_a_selected_node();
    let id = selected(&window);
    type_quickly(&mut window, "h");
    press(&mut window, Key::Escape);
    window.get_by_label("Start canvas").focus();
    press(&mut window, Key::PageDown);
    window.run_steps(60);
    let nodes = symbol_of(&window, id);
    for symbol in ["f", "F"] {
        let before = app(&window).document().steps_done();
        type_quickly(&mut window, symbol);
        press(&mut window, Key::Escape);
        let is_shortcut = app(&window).document().steps_done() == before;
        assert_eq!(is_shortcut, symbol == "f", "{symbol}");
    }
    assert_eq!(symbol_of(&window, id), nodes);
}

/// Opens the file dialog and types into one of its fields; returns `true` if one Escape closes it.
fn closes_after(window: &mut Window, keys: (Modifiers, Key), title: &str, text: &str) -> bool {
    press_with(window, keys.0, keys.1);
    window.run_steps(6);
    assert!(is_there(window, title));
    type_text(window, text);
    window.run_steps(4);
    press(window, Key::Escape);
    window.run_steps(4);
    !is_there(window, title)
}

#[test]
fn escape_closes_a_dialog_while_something_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.ron");
    fs::write(&file, "Grammar(format: 1, name: \"Mine\")").unwrap();
    let mut window = super::authoring::window(folder.path(), Some(file));
    for text in ["", "nothing like it"] {
        assert!(closes_after(&mut window, (Modifiers::COMMAND, Key::O), "Open a grammar", text), "{text}");
        let save = (Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        assert!(closes_after(&mut window, save, "Save the grammar", text), "{text}");
        press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        type_text(&mut window, text);
        press(&mut window, Key::Escape);
        assert!(window.query_by_role_and_label(Role::TextInput, "Find an action").is_none());
    }
}

#[test]
fn escape_leaves_the_path_of_a_dialog_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = super::authoring::window(folder.path(), None);
    let is_open = |window: &Window| is_there(window, "Open a grammar");
    press_with(&mut window, Modifiers::COMMAND, Key::O);
    window.run_steps(6);
    window.get_by_label("🖊").click();
    window.run_steps(4);
    type_text(&mut window, "x");
    for stays in [true, false] {
        press(&mut window, Key::Escape);
        window.run_steps(4);
        assert_eq!(is_open(&window), stays);
    }
}

#[test]
fn escape_clears_a_search_in_a_pane() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    window.get_by_label("Search rules").focus();
    window.run();
    type_text(&mut window, "treasury");
    assert_eq!(app(&window).view().rules.search, "treasury");
    press(&mut window, Key::Escape);
    assert_eq!(app(&window).view().rules.search, "");
}
