//! Names from files may contain any character; no label and no accessible name shows control characters
//! unchanged.

use std::fs;

use delvewright::editor::Pane;
use delvewright::files::{load_example, print_grammar, print_room_set};
use egui_kittest::kittest::Queryable;

use crate::{Window, click, show, window_with};

/// The character that begins a command to a terminal.
const ESCAPE: char = '\u{1b}';

/// Returns the first example with an escape character in every name that occurs on a pane.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let project = load_example("first_lock").unwrap();
    let mut set = project.room_sets().next().unwrap().clone();
    set.name.push(ESCAPE);
    set.rooms.iter_mut().for_each(|room| room.name.push(ESCAPE));
    let mut grammar = project.grammar.value.unwrap();
    grammar.name.push(ESCAPE);
    grammar.notes.push(ESCAPE);
    grammar.rooms = vec!["cellar.ron".to_owned()];
    for rule in &mut grammar.rules {
        rule.name.push(ESCAPE);
        rule.notes.push(ESCAPE);
    }
    let escaped = |text: String| {
        ["Entrance", "Cave", "Fork", "Treasury", "path", "rubble", "pillar"]
            .into_iter()
            .fold(text, |text, name| text.replace(&format!("\"{name}\""), &format!("\"{name}\\u{{1b}}\"")))
    };
    fs::write(folder.path().join("cellar.ron"), escaped(print_room_set(&set))).unwrap();
    fs::write(folder.path().join("mine.ron"), escaped(print_grammar(&grammar))).unwrap();
    folder
}

fn assert_nothing_is_raw(window: &Window, place: &str) {
    let raw: Vec<String> = window
        .query_all_by_label_contains(&ESCAPE.to_string())
        .map(|node| format!("{node:?}").chars().take(400).collect())
        .collect();
    assert!(raw.is_empty(), "{place}: {raw:#?}");
}

#[test]
fn no_label_shows_a_character_that_cannot_be_seen() {
    let folder = project();
    let mut window = window_with(Some(folder.path().join("mine.ron")));
    assert!(window.query_all_by_label("Symbol Cave\\u{1b}").next().is_none(), "it is not in front yet");
    for pane in Pane::ALL {
        show(&mut window, pane);
        assert_nothing_is_raw(&window, pane.title());
    }
    show(&mut window, Pane::Alphabet);
    click(&mut window, "Symbol Cave\\u{1b}");
    assert_nothing_is_raw(&window, "the form of a symbol");
    click(&mut window, "Duplicate Cave\\u{1b}");
    show(&mut window, Pane::History);
    assert_nothing_is_raw(&window, "the history");
    window.get_by_label("Edit").click();
    window.run();
    assert_nothing_is_raw(&window, "the menu of steps");
}
