//! Names that are typed quickly, and Escape where something is typed.

use std::fs;

use delvewright::editor::Pane;
use delvewright::grammar::{ElementId, Start};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use super::graph::{press, press_with, type_text};
use super::{Window, app, click_tab, settle, show, window};

fn is_there(window: &Window, name: &str) -> bool {
    window.query_all_by_label_contains(name).next().is_some()
}

/// Types letters, each in a frame of its own, and Enter in the frame of the last one.
fn type_quickly(window: &mut Window, text: &str) {
    let count = text.chars().count();
    for (position, letter) in text.chars().enumerate() {
        let modifiers = if letter.is_uppercase() { Modifiers::SHIFT } else { Modifiers::NONE };
        let key = Key::from_name(&letter.to_uppercase().to_string());
        for pressed in [true, false] {
            if let Some(key) = key {
                window.event(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
            }
            if pressed {
                window.event(Event::Text(letter.to_string()));
            }
        }
        if position + 1 < count {
            window.step();
        }
    }
    press(window, Key::Enter);
}

/// The start of the example, with its second node selected.
fn window_with_a_selected_node() -> Window {
    let mut window = window();
    show(&mut window, Pane::Start);
    window.get_by_label("Start graph").focus();
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
        name.chars().for_each(|letter| window.event(Event::Text(letter.to_string())));
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
fn letters_with_pauses_set_one_symbol_after_the_other() {
    let mut window = window_with_a_selected_node();
    let id = selected(&window);
    for (letter, name) in [("h", "Hall"), ("H", "Hideaway"), ("t", "Treasury")] {
        type_text(&mut window, letter);
        window.run_steps(4);
        assert_eq!(symbol_of(&window, id), name);
        assert!(!is_there(&window, "Find a symbol"));
    }
}

#[test]
fn escape_clears_what_is_searched_and_then_closes_the_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.ron");
    for path in [&file, &folder.path().join("other.ron")] {
        fs::write(path, "Grammar(format: 1, name: \"Mine\")").unwrap();
    }
    let mut window = super::authoring::window(folder.path(), Some(file));
    let open = |window: &mut Window| {
        press_with(window, Modifiers::COMMAND, Key::O);
        window.run_steps(6);
        assert!(is_there(window, "Open a grammar") && is_there(window, "other.ron"));
    };
    open(&mut window);
    type_text(&mut window, "nothing like it");
    window.run_steps(4);
    assert!(!is_there(&window, "other.ron"));
    press(&mut window, Key::Escape);
    window.run_steps(4);
    assert!(is_there(&window, "Open a grammar") && is_there(&window, "other.ron"), "the search is cleared");
    press(&mut window, Key::Escape);
    window.run_steps(4);
    assert!(!is_there(&window, "Open a grammar"), "an empty search does not keep the dialog open");

    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    type_text(&mut window, "theme");
    press(&mut window, Key::Escape);
    let field = window.get_by_role_and_label(Role::TextInput, "Find an action");
    assert_eq!(field.accesskit_node().value().unwrap_or_default(), "");
    press(&mut window, Key::Escape);
    assert!(!is_there(&window, "Find an action"));
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
