//! Rooms of other programs: dropped on the window or chosen, inspected, imported, and imported again.

use std::fs;
use std::sync::Arc;

use delvewright::document::Content;
use egui_kittest::kittest::{NodeT as _, Queryable};

use crate::files::Dropped;
use crate::{Role, Window, app, click, click_tab, settle, window_with};

const KEEP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/grammars/sunken_keep.ron");
const NOOK: &str = "name: Nook\nsymbol: Guard\n#+#\n#.#\n#?#\n###\n";

fn content(window: &Window) -> Content {
    app(window).document().content().clone()
}

fn drop_file(window: &mut Window, path: &std::path::Path) {
    window.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
    settle(window);
}

#[test]
fn dropped_rooms_are_looked_at_and_imported_as_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("nook.txt");
    fs::write(&source, NOOK).unwrap();
    let mut window = window_with(Some(KEEP.into()));
    let before = content(&window);
    drop_file(&mut window, &source);
    window.get_by_label("Import rooms from nook.txt");
    window.get_by_label("3 × 4, added");
    window.get_by_label("1 thing not imported");
    window.get_by_label_contains("The character \"?\" is not known");
    click(&mut window, "Cancel");
    assert_eq!(content(&window), before);
    drop_file(&mut window, &source);
    click(&mut window, "Import");
    let after = content(&window);
    let set = after.rooms.last().expect("the new set");
    assert_eq!((after.rooms.len(), set.set.rooms[0].name.as_str()), (before.rooms.len() + 1, "Nook"));
    assert_eq!(app(&window).view().shared.open.room, (before.rooms.len(), 0), "it is open");
    let list = window.get_by_label("Search rooms").rect();
    let card = window.get_by_label("Room Nook").rect();
    assert!(card.min.y > list.max.y && card.max.y < 1000.0, "it is scrolled to: {card}");
    assert!(app(&window).document().undo_name().is_some_and(|name| name.starts_with("Add room set")));
}

#[test]
fn rooms_are_imported_again_from_where_they_came() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("nook.txt");
    fs::write(&source, NOOK).unwrap();
    let mut window = window_with(Some(KEEP.into()));
    click_tab(&mut window, "Rooms");
    let name = content(&window).rooms[0].set.name.clone();
    drop_file(&mut window, &source);
    click(&mut window, "Room set to import into");
    window.get_by_role_and_label(Role::Button, &name).click();
    settle(&mut window);
    click(&mut window, "Import");
    fs::write(&source, NOOK.replace("#?#", "#.#")).unwrap();
    let menu = format!("Import and export of {name}");
    // The list was scrolled to the new room.
    window.get_by_label(&menu).scroll_to_me();
    settle(&mut window);
    click(&mut window, &menu);
    click(&mut window, "Import again");
    window.get_by_label("3 × 4, 1 cell redrawn");
    click(&mut window, "Import");
    let after = content(&window);
    assert_eq!(after.rooms[0].set.rooms.last().unwrap().picture, ["#+#", "#.#", "#.#", "###"]);
    let undone = format!("Import 1 room into \"{name}\"");
    assert_eq!(app(&window).document().undo_name(), Some(undone.as_str()));
}

#[test]
fn file_that_holds_no_rooms_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("broken.tmx");
    fs::write(&source, "<map").unwrap();
    let mut window = window_with(Some(KEEP.into()));
    drop_file(&mut window, &source);
    window.get_by_label_contains("This is not valid XML");
}

#[test]
fn rooms_with_errors_come_in_only_if_that_is_selected() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("church.txt");
    fs::write(&source, format!("{NOOK}\nname: Apse\nsymbol: Guard\n#+#\n...\n###\n")).unwrap();
    let mut window = window_with(Some(KEEP.into()));
    drop_file(&mut window, &source);
    window.get_by_label("3 × 3, left out, because it has errors");
    window.get_by_label_contains("The edge of \"Apse\" is open");
    window.get_by_label("3 × 4, added");
    click(&mut window, "Also import rooms with errors");
    window.get_by_label("3 × 3, added");
    click(&mut window, "Also import rooms with errors");
    window.get_by_label("3 × 3, left out, because it has errors");
    window.key_press(egui::Key::Enter);
    settle(&mut window);
    let set = content(&window).rooms.last().expect("the new set").set.clone();
    assert_eq!(set.rooms.iter().map(|room| room.name.as_str()).collect::<Vec<_>>(), ["Nook"]);
}

#[test]
fn source_that_is_gone_can_be_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("nook.txt");
    fs::write(&source, NOOK).unwrap();
    let mut window = window_with(Some(KEEP.into()));
    drop_file(&mut window, &source);
    click(&mut window, "Import");
    let before = content(&window);
    fs::rename(&source, folder.path().join("alcove.txt")).unwrap();
    let name = before.rooms.last().expect("the new set").set.name.clone();
    let menu = format!("Import and export of {name}");
    window.get_by_label(&menu).scroll_to_me();
    settle(&mut window);
    click(&mut window, &menu);
    click(&mut window, "Import again");
    window.get_by_label("nook.txt is not there; its rooms stay as they are");
    click(&mut window, "Find nook.txt…");
    assert!(window.query_by_label("Find the file with rooms").is_some());
    window.key_press(egui::Key::Escape);
    settle(&mut window);
    assert_eq!(content(&window), before);
}

/// A map without information about its tiles: a closed room of tile 0 around tile 1.
const MUTE_MAP: &str = r#"<?xml version="1.0"?>
<map version="1.10" orientation="orthogonal" width="5" height="4" tilewidth="8" tileheight="8">
<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="4" columns="4"><image source="t.png" width="32" height="8"/></tileset>
<layer id="1" name="Layer 1" width="5" height="4"><data encoding="csv">1,1,1,1,1,1,2,2,2,1,1,2,3,2,1,1,1,1,1,1</data></layer>
</map>"#;

#[test]
fn answers_to_what_is_solid_are_confirmed_by_enter_dropped_by_escape_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("mute.tmx");
    fs::write(&source, MUTE_MAP).unwrap();
    let mut window = window_with(Some(KEEP.into()));
    let before = content(&window);
    let is_solid = |window: &Window| {
        let box_ = window.get_by_label("Solid: t:0, 14 cells");
        box_.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
    };
    drop_file(&mut window, &source);
    window.get_by_label("What is solid here?");
    let reason = window.query_all_by_label_contains("Nothing in the map has a known meaning").count();
    assert_eq!(reason, 1, "one fault is listed once");
    assert!(!is_solid(&window) && window.query_by_label("Import").is_none());
    click(&mut window, "Solid: t:0, 14 cells");
    window.get_by_label("No room can be imported as it is");
    window.key_press(egui::Key::Escape);
    settle(&mut window);
    assert_eq!(content(&window), before);

    drop_file(&mut window, &source);
    assert!(!is_solid(&window), "what was not imported is not remembered");
    click(&mut window, "Solid: t:0, 14 cells");
    click(&mut window, "Also import rooms with errors");
    window.key_press(egui::Key::Enter);
    settle(&mut window);
    let set = content(&window).rooms.last().expect("the new set").set.clone();
    assert_eq!(set.rooms[0].picture.len(), 4, "{:?}", set.rooms[0].picture);
    let menu = format!("Import and export of {}", set.name);
    window.get_by_label(&menu).scroll_to_me();
    settle(&mut window);
    click(&mut window, &menu);
    click(&mut window, "Import again");
    assert!(is_solid(&window));
    window.get_by_label("Nothing has changed");
}
