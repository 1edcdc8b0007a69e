//! The list of rooms and the room painter, by clicks and keys.

use delvewright::document::Content;
use delvewright::rooms::{LegendEntry, RoomSet, RoomTemplate};
use egui::{Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;

use crate::{Role, Window, app, click, click_tab, settle, window_with};

const KEEP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/grammars/sunken_keep.ron");

/// Returns a window with the keep, its rooms in front.
fn window() -> Window {
    let mut window = window_with(Some(KEEP.into()));
    click_tab(&mut window, "Rooms");
    click_tab(&mut window, "Room");
    window
}

fn content(window: &Window) -> Content {
    app(window).document().content().clone()
}

fn set(window: &Window) -> RoomSet {
    let (set, _) = app(window).view().shared.open.room;
    RoomSet::clone(&app(window).document().rooms()[set].set)
}

fn room(window: &Window) -> RoomTemplate {
    set(window).rooms[app(window).view().shared.open.room.1].clone()
}

fn picture(window: &Window) -> Vec<String> {
    room(window).picture
}

fn undo_name(window: &Window) -> String {
    app(window).document().undo_name().unwrap_or_default().to_owned()
}

fn press(window: &mut Window, keys: &[Key]) {
    for key in keys {
        window.key_press(*key);
        settle(window);
    }
}

fn focus_canvas(window: &mut Window) {
    window.get_by_label("Room canvas").focus();
    settle(window);
}

fn undo(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(window);
}

/// Returns a window with a new set and its first room, open in the painter.
fn window_with_new_room() -> Window {
    let mut window = window();
    click(&mut window, "Add room set");
    window
}

/// Returns the middle of a cell on the screen; the canvas extends two points beyond the picture.
fn cell(window: &Window, x: u32, y: u32) -> Pos2 {
    let rect = window.get_by_label("Room canvas").rect().shrink(2.0);
    let size = room(window).size();
    let side = rect.size() / vec2(size.width as f32, size.height as f32);
    rect.min + side * vec2(x as f32 + 0.5, y as f32 + 0.5)
}

/// Presses at the first point, moves over the others, and releases.
fn stroke(window: &mut Window, button: PointerButton, points: &[Pos2]) {
    let press =
        |pressed, pos| egui::Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
    let (first, last) = (points[0], points[points.len() - 1]);
    window.hover_at(first);
    window.step();
    window.event(press(true, first));
    window.step();
    for point in points {
        window.hover_at(*point);
        window.step();
    }
    window.event(press(false, last));
    settle(window);
}

#[test]
fn every_room_is_listed_and_opens_in_the_painter() {
    let mut window = window();
    let rooms = set(&window).rooms;
    click(&mut window, &format!("Room {}", rooms[2].name));
    assert_eq!(app(&window).view().shared.open.room, (0, 2));
    window.get_by_label("Room canvas");
    for room in &rooms {
        window.get_by_label(&format!("Room {}", room.name));
    }
}

#[test]
fn searching_leaves_the_rooms_that_fit() {
    let mut window = window();
    window.get_by_label("Search rooms").focus();
    window.run();
    window.get_by_label("Search rooms").type_text("cloister");
    settle(&mut window);
    window.get_by_label("Room Cloister");
    assert!(window.query_by_label("Room Drawbridge").is_none());
}

#[test]
fn sets_and_rooms_are_made_painted_resized_turned_and_all_of_it_undone() {
    let mut window = window();
    let before = content(&window);
    click(&mut window, "Add room set");
    click(&mut window, "Add room in New rooms");
    assert_eq!(app(&window).view().shared.open.room, (1, 1));
    assert_eq!(picture(&window)[0], "###+###");

    click(&mut window, "Tile socket '+'");
    focus_canvas(&mut window);
    press(&mut window, &[Key::ArrowRight, Key::Space]);
    assert_eq!(picture(&window)[0], "#+#+###");
    assert_eq!(undo_name(&window), format!("Paint a tile of \"{}\"", room(&window).name));
    window.get_by_label("Cell 2, 1: socket");

    window.get_by_label("Width of the room").focus();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_label("Width of the room").type_text("9");
    press(&mut window, &[Key::Enter]);
    assert_eq!(picture(&window)[0], "#+#+#####");

    click(&mut window, "Turn to the right");
    let size = room(&window).size();
    assert_eq!((size.width, size.height), (7, 9));

    for _ in 0..5 {
        undo(&mut window);
    }
    assert_eq!(content(&window), before);
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn stroke_of_the_pointer_is_one_step_and_the_right_button_paints_floor() {
    let mut window = window_with_new_room();
    let cells = [1, 2, 3].map(|x| cell(&window, x, 2));
    stroke(&mut window, PointerButton::Primary, &cells);
    assert_eq!(picture(&window)[2], "####..#");
    assert_eq!(undo_name(&window), format!("Paint 3 tiles of \"{}\"", room(&window).name));
    stroke(&mut window, PointerButton::Secondary, &cells[..2]);
    assert_eq!(picture(&window)[2], "#..#..#");
    undo(&mut window);
    undo(&mut window);
    assert_eq!(picture(&window)[2], "#.....#");
}

#[test]
fn tools_are_chosen_by_their_letters() {
    let mut window = window_with_new_room();
    focus_canvas(&mut window);
    press(&mut window, &[Key::ArrowRight, Key::ArrowDown, Key::U, Key::Space]);
    press(&mut window, &[Key::ArrowRight, Key::ArrowRight, Key::ArrowDown, Key::ArrowDown, Key::Enter]);
    assert_eq!(picture(&window)[1..4], ["####..#", "##.#..#", "+###..+"].map(str::to_owned));
    undo(&mut window);
    press(&mut window, &[Key::G, Key::Space]);
    assert_eq!(picture(&window)[1..3], ["#######", "#######"].map(str::to_owned));
    press(&mut window, &[Key::E, Key::Space]);
    assert_eq!(picture(&window)[3], "+##.##+");
    press(&mut window, &[Key::I, Key::Space, Key::ArrowLeft, Key::Space]);
    assert_eq!(picture(&window)[3], "+#..##+");
}

#[test]
fn edges_are_pulled_to_resize_the_room() {
    let mut window = window_with_new_room();
    let side = cell(&window, 1, 0).x - cell(&window, 0, 0).x;
    let handle = window.get_by_label("Right edge").rect().center();
    let pulled = [0.0, 0.7, 1.4, 2.0].map(|cells| handle + vec2(cells * side, 0.0));
    stroke(&mut window, PointerButton::Primary, &pulled);
    assert_eq!(room(&window).size().width, 9);
    assert_eq!(undo_name(&window), format!("Resize \"{}\"", room(&window).name));
}

#[test]
fn preview_shows_doors_and_blocked_sockets_and_comes_to_rest() {
    let mut window = window_with_new_room();
    window.get_by_label("Room in a level: 2 doors, 2 blocked");
    window.get_by_label("Neighbours in the preview").focus();
    window.run();
    press(&mut window, &[Key::ArrowRight]);
    window.get_by_label("Room in a level: 3 doors, 1 blocked");
}

#[test]
fn problems_of_the_room_are_reported_and_lead_to_their_cells() {
    let mut window = window_with_new_room();
    let name = room(&window).name;
    let edge = cell(&window, 4, 0);
    stroke(&mut window, PointerButton::Secondary, &[edge]);
    window.hover_at(Pos2::new(2.0, 2.0));
    settle(&mut window);
    let problem = format!("The edge of \"{name}\" is open in one cell.");
    focus_canvas(&mut window);
    press(&mut window, &[Key::ArrowDown]);
    window.get_by_role_and_label(Role::Link, &problem).click();
    settle(&mut window);
    window.get_by_label("Cell 5, 1: floor");
    window.get_by_label("Room in a level: not yet");
}

#[test]
fn legend_entries_are_added_edited_and_removed() {
    let mut window = window_with_new_room();
    click(&mut window, "Add tile");
    assert_eq!(set(&window).legend.len(), 4);
    window.get_by_label("Name of the tile").focus();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_label("Name of the tile").type_text("moss");
    press(&mut window, &[Key::Enter]);
    let legend = set(&window).legend;
    let Some((character, LegendEntry::Ground(look))) = legend.last() else { panic!("{legend:?}") };
    assert_eq!((*character, look.name.as_str()), ('a', "moss"));
    click(&mut window, "Kind of the tile");
    click(&mut window, "Obstacle");
    assert!(
        matches!(set(&window).legend.last(), Some((_, LegendEntry::Obstacle(look))) if look.name == "moss")
    );
    window.get_by_label("Character of the tile").focus();
    window.run();
    window.get_by_label("Character of the tile").type_text("m");
    press(&mut window, &[Key::Enter]);
    assert_eq!(set(&window).legend.keys().collect::<String>(), "#.+m");
    click(&mut window, "Delete tile");
    assert_eq!(set(&window).legend.keys().collect::<String>(), "#.+");
}

#[test]
fn rooms_are_duplicated_deleted_and_moved() {
    let mut window = window();
    let first = room(&window).name;
    click(&mut window, &format!("Duplicate {first}"));
    assert_eq!(app(&window).view().shared.open.room, (0, 1));
    assert_eq!(room(&window).name, format!("{first} 2"));
    window.get_by_label(&format!("Room {first} 2")).focus();
    window.run();
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowUp);
    settle(&mut window);
    assert_eq!(set(&window).rooms[0].name, format!("{first} 2"));
    click(&mut window, &format!("Delete {first} 2"));
    assert_eq!(set(&window).rooms[0].name, first);
}

#[test]
fn room_that_has_the_focus_is_taken_out_by_delete_and_comes_back() {
    let mut window = window();
    let (first, before) = (room(&window).name, content(&window));
    window.get_by_label(&format!("Room {first}")).focus();
    window.run();
    press(&mut window, &[Key::Delete]);
    assert_eq!(undo_name(&window), format!("Delete room \"{first}\""));
    undo(&mut window);
    assert_eq!(content(&window), before);
}

#[test]
fn picture_is_pasted_from_text() {
    let mut window = window_with_new_room();
    focus_canvas(&mut window);
    window.event(egui::Event::Paste("#+#\n#.#\n###\n".to_owned()));
    settle(&mut window);
    assert_eq!(picture(&window), ["#+#", "#.#", "###"]);
    window.get_by_label("Room in a level: 1 door, 0 blocked");
}

#[test]
fn rooms_are_dragged_to_another_place() {
    let mut window = window();
    let names: Vec<String> = set(&window).rooms.into_iter().map(|room| room.name).collect();
    let at = |window: &Window, name: &str| window.get_by_label(&format!("Room {name}")).rect().left_center();
    let (from, to) = (at(&window, &names[0]), at(&window, &names[2]));
    let aside = vec2(120.0, 0.0);
    let points: Vec<Pos2> = [0.0, 0.3, 0.7, 1.0].map(|share| from + aside + (to - from) * share).to_vec();
    let points: Vec<Pos2> = points.into_iter().chain([to + aside + vec2(0.0, 12.0)]).collect();
    stroke(&mut window, PointerButton::Primary, &points);
    let moved: Vec<String> = set(&window).rooms.into_iter().map(|room| room.name).take(3).collect();
    assert_eq!(moved, [names[1].clone(), names[2].clone(), names[0].clone()]);
}

#[test]
fn symbol_without_a_room_is_reported_with_the_way_to_one() {
    let mut window = window();
    let symbol = room(&window).symbol;
    let others = set(&window).rooms.iter().filter(|room| room.symbol == symbol).count();
    for _ in 0..others {
        let name = set(&window).rooms.iter().find(|room| room.symbol == symbol).expect("a room").name.clone();
        click(&mut window, &format!("Room {name}"));
        click(&mut window, &format!("Delete {name}"));
    }
    window.get_by_label(&format!("No room for {symbol} yet"));
    click(&mut window, &format!("Make a room for {symbol}"));
    assert_eq!(room(&window).symbol, symbol);
    assert!(window.query_by_label(&format!("No room for {symbol} yet")).is_none());
}

#[test]
fn uneven_pictures_open_and_are_mended_by_painting() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = std::fs::read_to_string(KEEP).unwrap().replace("../rooms/keep.ron", "keep.ron");
    let rooms = std::fs::read_to_string(KEEP.replace("grammars/sunken_keep", "rooms/keep")).unwrap();
    let uneven = rooms.replacen("\"#~~~~...~~~~#\"", "\"#~~~~...\"", 1);
    std::fs::write(folder.path().join("my.ron"), grammar).unwrap();
    std::fs::write(folder.path().join("keep.ron"), uneven).unwrap();
    let mut window = window_with(Some(folder.path().join("my.ron")));
    click_tab(&mut window, "Rooms");
    click_tab(&mut window, "Room");
    assert_eq!(picture(&window)[1].len(), 8);
    focus_canvas(&mut window);
    press(&mut window, &[Key::ArrowDown, Key::Num4, Key::Space]);
    assert!(picture(&window).iter().all(|row| row.len() == 13), "{:?}", picture(&window));
}

#[test]
fn brush_is_as_wide_as_it_is_set_and_painted_in_the_mirror() {
    let mut window = window_with_new_room();
    click(&mut window, "Larger brush (])");
    let at = cell(&window, 1, 1);
    stroke(&mut window, PointerButton::Primary, &[at]);
    assert_eq!(picture(&window)[1..3], ["###...#", "###...#"].map(str::to_owned));
    assert_eq!(undo_name(&window), format!("Paint 4 tiles of \"{}\"", room(&window).name));
    undo(&mut window);
    click(&mut window, "Smaller brush ([)");
    click(&mut window, "Mirror left and right");
    click(&mut window, "Mirror top and bottom");
    stroke(&mut window, PointerButton::Primary, &[at]);
    let rows = picture(&window);
    assert_eq!([&rows[1], &rows[5]], ["##...##", "##...##"]);
    assert_eq!(undo_name(&window), format!("Paint 4 tiles of \"{}\"", room(&window).name));
}

#[test]
fn part_of_a_room_is_selected_moved_and_deleted() {
    let mut window = window_with_new_room();
    let at = [(1, 1), (2, 1), (2, 2), (1, 2)].map(|(x, y)| cell(&window, x, y));
    stroke(&mut window, PointerButton::Primary, &at[..1]);
    click(&mut window, "Select");
    stroke(&mut window, PointerButton::Primary, &at[..2]);
    assert_eq!(picture(&window)[1], "##....#", "selecting paints nothing");
    stroke(&mut window, PointerButton::Primary, &[at[0], at[3]]);
    assert_eq!(picture(&window)[1..3], ["#.....#", "##....#"].map(str::to_owned));
    assert_eq!(undo_name(&window), format!("Move a part of \"{}\"", room(&window).name));
    press(&mut window, &[Key::Delete]);
    assert_eq!(picture(&window)[2], "#.....#");
    undo(&mut window);
    undo(&mut window);
    assert_eq!(picture(&window)[1], "##....#");
}

#[test]
fn part_of_a_room_is_copied_and_stamped_with_every_click() {
    let mut window = window_with_new_room();
    let [wall, beside, first, second] = [(1, 1), (2, 1), (3, 4), (3, 5)].map(|(x, y)| cell(&window, x, y));
    stroke(&mut window, PointerButton::Primary, &[wall]);
    click(&mut window, "Select");
    stroke(&mut window, PointerButton::Primary, &[wall, beside]);
    window.event(egui::Event::Copy);
    settle(&mut window);
    window.event(egui::Event::Paste("#.".to_owned()));
    settle(&mut window);
    assert_eq!(picture(&window)[1], "##....#", "pasting a part paints nothing yet");
    stroke(&mut window, PointerButton::Primary, &[first]);
    stroke(&mut window, PointerButton::Primary, &[second]);
    assert_eq!(picture(&window)[4..6], ["#..#..#", "#..#..#"].map(str::to_owned));
    assert_eq!(undo_name(&window), format!("Stamp a part on \"{}\"", room(&window).name));
}
