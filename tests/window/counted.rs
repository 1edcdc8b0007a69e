//! The task of the first hour with every action counted: a click, a double click, a drag, a typed text, a
//! key.

use std::fs;
use std::path::Path;

use delvewright::export::{Format, export};
use delvewright::level::Level;
use delvewright::mission::Form;
use delvewright::rooms::RoomTemplate;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;

use super::authoring::{answer_file_dialog, beside, window};
use super::forms::grammar;
use super::graph::{click_at, drag, middle, press_at, type_text};
use super::{Role, Window, app, settle};

/// The hand of a designer on the window, with the number of its actions.
struct Hand {
    window: Window,
    actions: u32,
    /// The number of actions to the first level of a mission with a lock.
    first_level: Option<u32>,
}

impl Hand {
    /// Counts an action. From the third one on there is a mission, and a level on the screen.
    fn count(&mut self) {
        self.actions += 1;
        if self.actions < 3 {
            return;
        }
        let run_view = app(&self.window).run_view();
        assert!(!run_view.mission.nodes.is_empty(), "a mission after {} actions", self.actions);
        assert!(run_view.shown_level().is_some(), "a level after {} actions", self.actions);
        assert!(self.window.query_by_label("Level map").is_some(), "it is seen after {}", self.actions);
        let is_whole = |level: &&std::sync::Arc<Level>| {
            ["Hall", "Gate", "Treasury"]
                .iter()
                .all(|name| level.places.iter().any(|place| place.symbol == *name))
        };
        if self.first_level.is_none() && run_view.level().filter(is_whole).is_some() {
            self.first_level = Some(self.actions);
        }
    }

    /// Clicks the first thing with a name; its tooltip may have the same name, after it.
    fn click(&mut self, name: &str) {
        self.window.query_all_by_label(name).next().expect(name).scroll_to_me();
        settle(&mut self.window);
        let at = self.window.query_all_by_label(name).next().expect(name).rect().center();
        click_at(&mut self.window, at);
        self.count();
    }

    /// Opens a menu within a menu.
    fn submenu(&mut self, name: &str) {
        let at = self.window.get_by_label_contains(name).rect().center();
        click_at(&mut self.window, at);
        self.count();
    }

    fn tab(&mut self, name: &str) {
        let at = self.window.get_by_role_and_label(Role::Button, name).rect().center();
        click_at(&mut self.window, at);
        self.count();
    }

    fn click_containing(&mut self, name: &str) {
        let at = self.window.query_all_by_label_contains(name).last().expect(name).rect().center();
        click_at(&mut self.window, at);
        self.count();
    }

    fn double_click(&mut self, at: Pos2) {
        press_at(&mut self.window, at, 2);
        self.count();
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        drag(&mut self.window, from, to);
        self.count();
    }

    fn text(&mut self, text: &str) {
        type_text(&mut self.window, text);
        self.count();
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.window.key_press_modifiers(modifiers, key);
        settle(&mut self.window);
        self.count();
    }

    fn enter(&mut self) {
        self.key(Modifiers::NONE, Key::Enter);
    }

    /// Draws an edge from the rim of a node to a point.
    fn wire(&mut self, from: &str, to: Pos2) {
        let start = middle(&self.window, from);
        let rim = self.window.get_by_label(from).rect().width() / 2.0 - 6.0;
        self.drag(start + (to - start).normalized() * rim, to);
    }

    /// Draws an edge to empty ground this many columns and rows away, and types the symbol of the new node.
    fn grow(&mut self, from: &str, columns: f32, rows: f32, symbol: &str) {
        self.wire(from, beside(&self.window, from, columns, rows));
        self.text(symbol);
    }

    /// Opens a list and selects an item.
    fn choose(&mut self, list: &str, item: &str) {
        self.click(list);
        self.click(item);
    }

    /// Accepts the proposal of the file dialog.
    fn answer_file_dialog(&mut self) {
        answer_file_dialog(&mut self.window);
        self.count();
    }
}

fn files_with(folder: &Path, bytes: &[u8]) -> usize {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| fs::read(path).is_ok_and(|found| found == bytes)).count()
}

#[test]
fn level_with_lock_and_key_is_authored_from_nothing_in_60_actions_and_exported_in_90() {
    let folder = tempfile::tempdir().unwrap();
    let last = folder.path().join("last.ron");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/src/files/templates/empty.ron"), &last).unwrap();
    let window = window(folder.path(), Some(last));
    let mut hand = Hand { window, actions: 0, first_level: None };
    hand.key(Modifiers::COMMAND, Key::N);
    hand.text("Counted");
    hand.enter();

    hand.tab("Start graph");
    hand.grow("Node 1 of the start: Start", 1.0, 0.0, "Treasury");
    hand.click("Create \"Treasury\" as a goal");

    hand.tab("Rule");
    hand.click_containing("  Add rule");
    hand.text("A hall on the way");
    let first = "Node 1 of Before: any";
    let below = beside(&hand.window, first, 0.0, 1.0);
    hand.wire(first, below);
    hand.enter();
    let edge = middle(&hand.window, "Edge path from 1 to 2 of After");
    hand.double_click(edge);
    hand.text("Hall");
    hand.enter();

    hand.click_containing("  Add rule");
    hand.text("Lock the treasury");
    hand.grow(first, 0.0, 1.0, "Treasury");
    hand.enter();
    let edge = middle(&hand.window, "Edge path from 1 to 2 of After");
    hand.double_click(edge);
    hand.text("Gate");
    hand.click("Create \"Gate\" as a lock");
    hand.grow("Node 1 of After: any", 1.0, 0.0, "Hall");
    hand.enter();
    hand.grow("Node 4 of After: Hall", 1.0, 0.0, "Key");
    hand.click("Create \"Key\" as a key");
    let gate = middle(&hand.window, "Node 3 of After: Gate");
    hand.wire("Node 5 of After: Key", gate);

    hand.tab("Recipe");
    for rule in ["Rule \"Lock the treasury\"", "Rule \"A hall on the way\""] {
        hand.choose("Add step", "Apply rules");
        hand.click(rule);
    }
    let first_level = hand.first_level.expect("a level with a lock");
    assert!(first_level <= 60, "{first_level} actions to the first level");

    hand.tab("Symbols");
    hand.click("Symbol Start");
    hand.click("Name of Start");
    hand.key(Modifiers::COMMAND, Key::A);
    hand.text("Entrance");
    hand.enter();
    for symbol in ["Gate", "Treasury"] {
        hand.click(&format!("Symbol {symbol}"));
        hand.choose(&format!("Built as of {symbol}"), "Room");
    }
    hand.click("Create room set from symbols");
    hand.tab("Rooms");
    for room in ["Room Gate", "Room Treasury"] {
        hand.click(room);
        hand.click("Tile wall '#'");
        let middle = hand.window.get_by_label("Room canvas").rect().center();
        click_at(&mut hand.window, middle);
        hand.count();
    }

    hand.key(Modifiers::COMMAND, Key::S);
    hand.answer_file_dialog();
    hand.key(Modifiers::COMMAND, Key::E);
    hand.click("Export");
    hand.click("Level");
    hand.submenu("Export level as");
    hand.click("JSON…");
    hand.click("Export");
    assert!(hand.actions <= 90, "{} actions in all", hand.actions);

    let grammar = grammar(&hand.window);
    let nodes: Vec<&str> = grammar.alphabet.nodes.keys().map(String::as_str).collect();
    assert_eq!(nodes, ["Entrance", "Treasury", "Hall", "Gate", "Key"]);
    let edges: Vec<&str> = grammar.alphabet.edges.keys().map(String::as_str).collect();
    assert_eq!(edges, ["path", "holds", "opens"]);
    assert_eq!((grammar.rules.len(), grammar.recipe.len()), (2, 2));
    assert!(grammar.alphabet.nodes["Gate"].form.as_ref().is_some_and(Form::uses_rooms));
    let rooms = app(&hand.window).document().rooms();
    let is_painted = |room: &&RoomTemplate| {
        let mut inner = room.picture.iter().skip(1).take(room.picture.len() - 2);
        inner.any(|row| row[1..row.len() - 1].contains('#'))
    };
    assert_eq!(rooms.iter().flat_map(|rooms| &rooms.set.rooms).filter(is_painted).count(), 2);
    assert!(!app(&hand.window).document().is_dirty());
    let level = app(&hand.window).run_view().level().expect("a level").clone();
    assert!(level.report.all_held(), "{:?}", level.report);
    assert!(level.entities.iter().any(|entity| !entity.opens.is_empty()));
    for format in [Format::Ron, Format::Json] {
        assert_eq!(files_with(folder.path(), &export(&level, format).into_bytes()), 1, "{format:?}");
    }
    // Shown with `--nocapture`.
    println!("{first_level} actions to the first level, {} in all", hand.actions);
}
