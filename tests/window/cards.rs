//! Cards in the room painter: the open sides of board cells, and the conditions for a room to be a card.

use delvewright::base::Size;
use delvewright::rooms::RoomTemplate;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;

use crate::{Window, app, click, click_tab, settle, window_with};

const CATACOMBS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/grammars/iron_catacombs.ron");

/// Returns a window with the catacombs, one of their cards in the painter.
fn window(card: &str) -> Window {
    let mut window = window_with(Some(CATACOMBS.into()));
    click_tab(&mut window, "Rooms");
    click_tab(&mut window, "Room");
    window.get_by_label("Search rooms").focus();
    window.run();
    window.get_by_label("Search rooms").type_text(card);
    settle(&mut window);
    click(&mut window, &format!("Room {card}"));
    window
}

fn room(window: &Window) -> RoomTemplate {
    let (set, room) = app(window).view().shared.open.room;
    app(window).document().rooms()[set].set.rooms[room].clone()
}

fn undo(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(window);
}

/// Moves the cursor this many cells right and down from the upper left corner.
fn go(window: &mut Window, right: usize, down: usize) {
    window.get_by_label("Room canvas").focus();
    settle(window);
    for (key, times) in [(Key::ArrowRight, right), (Key::ArrowDown, down)] {
        for _ in 0..times {
            window.key_press(key);
            settle(window);
        }
    }
}

#[test]
fn open_sides_of_board_cells_are_said_and_follow_the_brush() {
    let mut window = window("Head of the ladder");
    window.get_by_label("Cell 1, 1: wall; board cell 1, 1, open to the east and south");
    go(&mut window, 8, 3);
    window.get_by_label("Cell 9, 4: floor; board cell 1, 1, open to the east and south");
    click(&mut window, "Tile wall '#'");
    go(&mut window, 0, 0);
    window.key_press(Key::Space);
    settle(&mut window);
    assert_eq!(room(&window).picture[3], "#.......#");
    window.get_by_label("Cell 9, 4: wall; board cell 1, 1, open to the south");
    let found = window.query_all_by_label_contains("The east side of").count();
    assert!(found > 0, "it is open beside its middle");
    undo(&mut window);
    window.get_by_label("Cell 9, 4: floor; board cell 1, 1, open to the east and south");
}

#[test]
fn board_cells_of_a_large_card_are_told_apart() {
    let mut window = window("Bell shaft");
    go(&mut window, 0, 7);
    window.get_by_label("Cell 1, 8: wall; board cell 1, 2, open to the north and east");
    go(&mut window, 9, 0);
    window.get_by_label("Cell 10, 8: wall; board cell 2, 2, open to the east and west");
}

#[test]
fn a_card_becomes_a_room_and_a_card_again_and_its_board_cells_a_size() {
    let mut window = window("Gallery");
    window.get_by_label("Width of a board cell");
    click(&mut window, "Card");
    assert_eq!(room(&window).card, None);
    assert_eq!(app(&window).document().undo_name(), Some("Make \"Gallery\" a room"));
    assert!(window.query_by_label("Width of a board cell").is_none());
    click(&mut window, "Card");
    assert_eq!(room(&window).card.map(|card| card.cell), Some(Size::new(9, 7)));
    click(&mut window, "In a place at most");
    assert_eq!(room(&window).card.and_then(|card| card.at_most_per_place), Some(1));
    undo(&mut window);
    undo(&mut window);
    undo(&mut window);
    assert_eq!(room(&window).card.map(|card| card.at_most_per_place), Some(None));
}

#[test]
fn a_card_is_shown_on_a_board() {
    let window = window("Winding stair");
    assert!(window.query_by_label_contains("Room in a level").is_some());
    assert!(window.query_by_label("Room in a level: not yet").is_none());
}

/// Returns a position over a place of this symbol in the level.
pub fn place_of(window: &mut Window, symbol: &str) -> Pos2 {
    let map = window.get_by_label("Level map").rect();
    // Most places are found by a coarse grid, and each point takes a frame.
    let grid = |side: u32| {
        (1..side).flat_map(move |y| (1..side).map(move |x| [x, y].map(|at| at as f32 / side as f32)))
    };
    let points = [9, 20, 40].into_iter().flat_map(grid);
    for [x, y] in points {
        let at = map.lerp_inside(vec2(x, y));
        window.hover_at(at);
        window.step();
        if window.query_by_label_contains(&format!("{symbol}, place")).is_some() {
            return at;
        }
    }
    panic!("there is no {symbol} in the level");
}

#[test]
fn a_board_of_the_level_becomes_a_room() {
    let mut window = window_with(Some(CATACOMBS.into()));
    let at = place_of(&mut window, "Catacomb");
    for pressed in [true, false] {
        let button = PointerButton::Secondary;
        window.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    }
    settle(&mut window);
    window.get_by_label_contains("Make this place a room of").click();
    settle(&mut window);
    window.get_by_role_and_label(Role::Button, "Throne").click();
    settle(&mut window);
    let kept = app(&window).document().rooms()[0].set.rooms.last().cloned().expect("rooms");
    assert!(kept.name.starts_with("Catacomb ") && kept.symbol == "Throne", "{kept:?}");
    let undone = format!("Keep room \"{}\"", kept.name);
    assert_eq!(app(&window).document().undo_name(), Some(undone.as_str()));
    let level = app(&window).run_view().level().expect("a level");
    assert!(level.report.all_held(), "{:?}", level.report);
}
