mod comments;
mod random_edits;

use std::path::PathBuf;
use std::sync::Arc;

use super::{AlphabetEdit, Content, Document, Edit, PinsEdit, RoomsEdit, SettingsEdit};
use crate::base::{Cell, Seed};
use crate::grammar::{Grammar, Limits, Start};
use crate::layout::PreviousLayout;
use crate::mission::{Alphabet, Cave, EdgeRole, EdgeSymbol, Form, NodeId, NodeSymbol, PassageKind};
use crate::rooms::{RoomSet, TileLook};
use crate::settings::{LayoutSettings, Movement, Spacing};

fn document() -> Document {
    let mut alphabet = Alphabet::default();
    let hollow = NodeSymbol { form: Some(Form::Cave(Cave::default())), ..NodeSymbol::default() };
    alphabet.nodes.insert("Hollow".to_owned(), hollow);
    let path = EdgeSymbol {
        role: EdgeRole::Passage,
        kind: PassageKind::default(),
        kinds: Vec::new(),
        one_way: false,
        socket: None,
        theme: String::new(),
        door: Default::default(),
        color: crate::base::Color::default(),
        attributes: Default::default(),
        notes: String::new(),
    };
    alphabet.edges.insert("path".to_owned(), path);
    let grammar = Grammar {
        format: Grammar::FORMAT,
        name: "First lock".to_owned(),
        notes: String::new(),
        rooms: Vec::new(),
        alphabet,
        start: Start::Lattice { width: 1, height: 1, node: "Hollow".to_owned(), edge: "path".to_owned() },
        rules: Vec::new(),
        recipe: Vec::new(),
        limits: Limits::default(),
        layout: LayoutSettings::default(),
        movement: Movement::default(),
        theme: String::new(),
        populate: Vec::new(),
        variables: Default::default(),
        properties: Vec::new(),
        formulas: Default::default(),
    };
    Document::opened(Content::of(grammar), Some(PathBuf::from("first.ron")))
}

fn set_wall_percent(wall_percent: u32) -> Edit {
    let form = Form::Cave(Cave { wall_percent, ..Cave::default() });
    let value = NodeSymbol { form: Some(form), ..NodeSymbol::default() };
    Edit::Alphabet(AlphabetEdit::SetNode { symbol: "Hollow".to_owned(), what: "wall percent", value })
}

fn wall_percent(document: &Document) -> u32 {
    match &document.grammar().alphabet.nodes["Hollow"].form {
        Some(Form::Cave(cave)) => cave.wall_percent,
        other => panic!("a cave, not {other:?}"),
    }
}

fn room_set(name: &str) -> Arc<RoomSet> {
    Arc::new(RoomSet {
        format: RoomSet::FORMAT,
        name: name.to_owned(),
        notes: String::new(),
        legend: indexmap::IndexMap::new(),
        blocker: TileLook::blocker(),
        sheet: None,
        looks: std::collections::BTreeMap::new(),
        sources: indexmap::IndexMap::new(),
        rooms: Vec::new(),
    })
}

#[test]
fn edit_is_undone_and_done_again_by_name() {
    let mut document = document();
    assert!(document.apply(set_wall_percent(60)));
    assert_eq!(document.undo_name(), Some("Set wall percent of \"Hollow\""));
    assert!(document.undo());
    assert_eq!(wall_percent(&document), 45);
    assert_eq!((document.undo_name(), document.redo_name()), (None, Some("Set wall percent of \"Hollow\"")));
    assert!(document.redo());
    assert_eq!(wall_percent(&document), 60);
    assert!(!document.redo());
}

#[test]
fn edits_of_one_gesture_are_one_step() {
    let mut document = document();
    for percent in [46, 47, 48] {
        document.apply(set_wall_percent(percent));
    }
    document.finish_gesture();
    document.apply(set_wall_percent(50));
    assert!(document.undo());
    assert_eq!(wall_percent(&document), 48);
    assert!(document.undo());
    assert_eq!(wall_percent(&document), 45);
    assert!(!document.undo());
}

#[test]
fn edits_of_different_things_are_steps_of_their_own() {
    let mut document = document();
    document.apply(set_wall_percent(46));
    let layout = LayoutSettings { spacing: Spacing::Elastic { gap: 5 }, ..LayoutSettings::default() };
    document.apply(Edit::Settings(SettingsEdit::Layout { what: "gap", layout }));
    document.apply(set_wall_percent(47));
    assert!(document.undo());
    assert_eq!((wall_percent(&document), document.undo_name()), (46, Some("Set gap")));
}

#[test]
fn edit_that_changes_nothing_is_no_step() {
    let mut document = document();
    assert!(!document.apply(set_wall_percent(45)));
    assert!(!document.apply(Edit::Settings(SettingsEdit::Movement(Movement::Cardinal))));
    assert!(!document.apply(Edit::Rooms(RoomsEdit::Remove("none.ron".to_owned()))));
    assert_eq!((document.undo_name(), document.is_dirty()), (None, false));
}

#[test]
fn new_edit_forgets_what_was_undone() {
    let mut document = document();
    document.apply(set_wall_percent(60));
    document.undo();
    document.apply(Edit::Settings(SettingsEdit::Movement(Movement::EightWay)));
    assert_eq!(document.redo_name(), None);
}

#[test]
fn document_is_dirty_until_it_is_as_saved() {
    let mut document = document();
    assert!(!document.is_dirty());
    document.apply(set_wall_percent(60));
    assert!(document.is_dirty());
    document.undo();
    assert!(!document.is_dirty());
    document.redo();
    document.mark_saved(PathBuf::from("second.ron"));
    assert!(!document.is_dirty());
    document.undo();
    assert!(document.is_dirty());
}

#[test]
fn room_sets_stay_in_step_with_the_names_in_the_grammar() {
    let mut document = document();
    document.apply(Edit::Rooms(RoomsEdit::Add { path: "keep.ron".to_owned(), set: room_set("Keep") }));
    document.apply(Edit::Rooms(RoomsEdit::Add { path: "mine.ron".to_owned(), set: room_set("Mine") }));
    document.apply(Edit::Rooms(RoomsEdit::Add { path: "keep.ron".to_owned(), set: room_set("New keep") }));
    let names: Vec<_> = document.room_sets().iter().map(|set| set.name.clone()).collect();
    assert_eq!(document.grammar().rooms, ["keep.ron", "mine.ron"]);
    assert_eq!(names, ["New keep", "Mine"]);
    document.apply(Edit::Rooms(RoomsEdit::Remove("keep.ron".to_owned())));
    assert_eq!(document.grammar().rooms, ["mine.ron"]);
    assert_eq!(document.rooms().len(), 1);
}

#[test]
fn layouts_go_on_from_the_level_before_an_edit_until_it_is_undone() {
    let mut document = document();
    let seed = Seed(7);
    let known = |document: &Document| document.content().previous_layouts.get(&seed).cloned();
    let previous_layout = |symbol: &str| {
        let place = (NodeId(1), (symbol.to_owned(), Cell::new(4, 4)));
        Arc::new(PreviousLayout { places: [place].into(), ..PreviousLayout::default() })
    };
    let rename = |name: &str| Edit::Settings(SettingsEdit::Name(name.to_owned()));
    assert!(document.apply(rename("One")));
    assert_eq!(known(&document), None, "it is not wished");
    document.set_previous_layout(seed, Some(previous_layout("Hollow")));
    assert!(document.apply(rename("Two")));
    assert_eq!(known(&document), Some(previous_layout("Hollow")));
    // Of several layouts of one mission, the first is used, because the level was laid out from there.
    let moved = PreviousLayout {
        places: [(NodeId(1), ("Hollow".to_owned(), Cell::new(9, 9)))].into(),
        ..PreviousLayout::default()
    };
    document.set_previous_layout(seed, Some(Arc::new(moved)));
    document.finish_gesture();
    assert!(document.apply(rename("Three")));
    assert_eq!(known(&document), Some(previous_layout("Hollow")));
    document.set_previous_layout(seed, Some(previous_layout("Hall")));
    document.finish_gesture();
    assert!(document.apply(rename("Four")));
    assert_eq!(known(&document), Some(previous_layout("Hall")));
    document.undo();
    assert_eq!(known(&document), Some(previous_layout("Hollow")));
    assert!(document.apply(Edit::Pins(PinsEdit::LayOutAnew { seed })));
    assert_eq!(known(&document), None);
}
