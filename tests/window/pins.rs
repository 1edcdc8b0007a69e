//! Pinned places: dragged in the level or in the mission, or pinned by the menu of the level.

use delvewright::base::Cell;
use delvewright::level::Place;
use delvewright::mission::{NodeId, Technique};
use delvewright::settings::PinnedPlace;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use crate::{Window, app, click, file_with, settle, window_with};

pub const HALLS: &str = r#"Grammar(format: 1, name: "Halls",
    alphabet: (
        nodes: {
            "Porch": (role: Start, form: Hall(width: (7, 7), height: (5, 5))),
            "Hall": (form: Hall(width: (9, 9), height: (7, 7))),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Porch", 2: "Hall", 3: "Hall"}, edges: [(1, "path", 2), (2, "path", 3)]),
)"#;

fn middle(place: &Place) -> Cell {
    match place.technique {
        Technique::Cave | Technique::Walkers => place.anchor,
        Technique::Hall | Technique::Room | Technique::Cards => place.bounds.center(),
    }
}

/// Returns the cell of the level in the middle of the place of a node.
pub fn lies(window: &Window, node: u32) -> Cell {
    let level = app(window).run_view().level().expect("a level");
    let place = level.places.iter().find(|place| place.node == NodeId(node));
    middle(place.expect("the node is a place"))
}

/// Returns the position of the upper left corner of the level on the screen, and the size of a cell, in
/// points.
fn map(window: &Window) -> (Pos2, f32) {
    let rect = window.get_by_label("Level map").rect();
    let level = app(window).run_view().level().expect("a level");
    let size = vec2(level.width as f32, level.height as f32);
    let room = rect.size() - Vec2::splat(16.0);
    let zoom = (room / size).min_elem().min(24.0);
    let zoom = if zoom >= 3.0 { (zoom * 2.0).floor() / 2.0 } else { zoom };
    (rect.min + (rect.size() / 2.0 - size / 2.0 * zoom).round(), zoom)
}

pub fn point(window: &Window, cell: Cell) -> Pos2 {
    let (corner, zoom) = map(window);
    corner + vec2(cell.x as f32 + 0.5, cell.y as f32 + 0.5) * zoom
}

pub fn press(window: &mut Window, pos: Pos2, button: PointerButton, pressed: bool) {
    window.event(Event::PointerMoved(pos));
    window.step();
    window.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    window.step();
}

pub fn select(window: &mut Window, node: u32) {
    let at = point(window, lies(window, node));
    press(window, at, PointerButton::Primary, true);
    press(window, at, PointerButton::Primary, false);
    settle(window);
    assert_eq!(app(window).view().shared.selected, Some(NodeId(node)));
}

fn drag(window: &mut Window, node: u32, by: Cell) {
    let from = point(window, lies(window, node));
    let (_, zoom) = map(window);
    press(window, from, PointerButton::Primary, true);
    for part in 1..=4 {
        let way = vec2(by.x as f32, by.y as f32) * zoom * part as f32 / 4.0;
        window.event(Event::PointerMoved(from + way));
        window.step();
    }
    press(window, from + vec2(by.x as f32, by.y as f32) * zoom, PointerButton::Primary, false);
    settle(window);
}

#[test]
fn a_place_that_is_dragged_stays_where_it_is_let_go_for_this_seed() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    let before = lies(&window, 2);
    select(&mut window, 2);
    let by = Cell::new(12, 6);
    drag(&mut window, 2, by);
    assert_eq!(lies(&window, 2), before + by);
    window.get_by_label("Pin of Hall, node 2");
    assert_eq!(app(&window).document().grammar().layout.pins, []);
    assert!(!app(&window).document().is_dirty(), "no file says it");
    let level = app(&window).run_view().level().expect("a level");
    assert!(level.report.all_held(), "{:?}", level.report);

    click(&mut window, "Roll a new seed (Ctrl+R)");
    assert!(window.query_by_label("Pin of Hall, node 2").is_none(), "another seed has no pin");
    click(&mut window, "Previous seed (Ctrl+,)");
    assert_eq!(lies(&window, 2), before + by);

    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(lies(&window, 2), before);
    assert!(window.query_by_label("Pin of Hall, node 2").is_none());
}

#[test]
fn dragging_a_place_that_is_not_selected_moves_what_is_seen() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    let before = lies(&window, 2);
    drag(&mut window, 2, Cell::new(3, 2));
    assert_eq!(lies(&window, 2), before);
    assert!(window.query_by_label("Pin of Hall, node 2").is_none());
}

/// Drags the node in the mission by this many points.
fn drag_node(window: &mut Window, node: &str, by: Vec2) {
    // A tooltip may have the same name, after it.
    let drawn = window.query_all_by_label(node).next().expect("the node is drawn");
    let from = drawn.rect().center();
    press(window, from, PointerButton::Primary, true);
    for part in 1..=4 {
        window.event(Event::PointerMoved(from + by * part as f32 / 4.0));
        window.step();
    }
    press(window, from + by, PointerButton::Primary, false);
    settle(window);
}

#[test]
fn a_node_that_is_dragged_in_the_mission_pins_its_place_where_it_lies_among_the_others() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    drag_node(&mut window, "Hall, node 3", vec2(0.0, 60.0));
    assert!(window.query_by_label("Pin of Hall, node 3").is_none(), "only what is selected is dragged");

    select(&mut window, 3);
    let before = lies(&window, 3);
    drag_node(&mut window, "Hall, node 3", vec2(0.0, 240.0));
    let after = lies(&window, 3);
    assert!(after.y > before.y + 7, "it was dragged down by more than its own height: {before:?} {after:?}");
    window.get_by_label("Pin of Hall, node 3");
    window.get_by_label("Hall, node 3, is pinned");
    let level = app(&window).run_view().level().expect("a level");
    assert!(level.report.all_held(), "{:?}", level.report);

    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert!(window.query_by_label("Pin of Hall, node 3").is_none());
}

/// Chooses an entry of the menu of a place.
pub fn choose(window: &mut Window, node: u32, entry: &str) {
    let at = point(window, lies(window, node));
    press(window, at, PointerButton::Secondary, true);
    press(window, at, PointerButton::Secondary, false);
    settle(window);
    click(window, entry);
}

#[test]
fn a_pin_that_does_not_hold_says_so() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    select(&mut window, 1);
    let to_the_corner = Cell::new(0, 0) - lies(&window, 1);
    drag(&mut window, 1, to_the_corner);
    window.get_by_label("Pin of Porch, node 1, not possible");
    assert!(window.query_all_by_label_contains("Everything lies").next().is_some());
}

#[test]
fn a_node_of_the_mission_has_the_menu_of_its_place() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    let drawn = window.query_all_by_label("Hall, node 3").next().expect("the node is drawn");
    let at = drawn.rect().center();
    press(&mut window, at, PointerButton::Secondary, true);
    press(&mut window, at, PointerButton::Secondary, false);
    settle(&mut window);
    window.get_by_label_contains("there from the start");
    click(&mut window, "Pin here");
    window.get_by_label("Pin of Hall, node 3");
    assert_eq!(app(&window).view().shared.selected, Some(NodeId(3)));
}

#[test]
fn a_place_that_is_clicked_again_stays_selected() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    select(&mut window, 2);
    window.run_steps(40);
    select(&mut window, 2);
    let ground = point(&window, Cell::new(0, 0));
    press(&mut window, ground, PointerButton::Primary, true);
    press(&mut window, ground, PointerButton::Primary, false);
    settle(&mut window);
    assert_eq!(app(&window).view().shared.selected, None);
}

#[test]
fn a_place_is_pinned_for_every_seed_and_let_go_by_its_menu() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    let at = lies(&window, 1);
    choose(&mut window, 1, "Pin here for every seed");
    let pins = app(&window).document().grammar().layout.pins.clone();
    assert_eq!(pins.len(), 1);
    assert_eq!(pins[0].place, PinnedPlace::Symbol("Porch".to_owned()));
    assert_eq!(app(&window).document().undo_name(), Some("Pin \"Porch\""));
    click(&mut window, "Roll a new seed (Ctrl+R)");
    assert_eq!(lies(&window, 1), at);
    window.get_by_label("Pin of Porch, node 1");
    choose(&mut window, 1, "Take the pin off");
    assert_eq!(app(&window).document().grammar().layout.pins, []);
    assert!(window.query_by_label("Pin of Porch, node 1").is_none());
}

#[test]
fn a_place_that_was_dragged_and_is_pinned_for_every_seed_has_one_pin() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    select(&mut window, 1);
    drag(&mut window, 1, Cell::new(9, 5));
    let at = lies(&window, 1);
    choose(&mut window, 1, "Pin here for every seed");
    assert_eq!(lies(&window, 1), at);
    assert!(app(&window).document().content().pins.is_empty());
    choose(&mut window, 1, "Take the pin off");
    assert_eq!(app(&window).document().grammar().layout.pins, []);
    assert!(window.query_by_label("Pin of Porch, node 1").is_none());

    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(app(&window).document().grammar().layout.pins, []);
    assert_eq!(app(&window).document().content().pins.len(), 1, "one step leads back to the pin of the seed");
}
