//! Situations in the first hour of a designer: small windows, lights, and mistakes that still leave something
//! to see.

use delvewright::base::with_capital;
use egui::{Rect, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::*;

/// Returns a grammar of a place with the role Start and one that only a one-way passage leads to. There is no
/// goal unless `goal` names one.
fn grammar(goal: &str, form: &str) -> String {
    format!(
        r#"Grammar(format: 1, name: "Mine", alphabet: (
            nodes: {{
                "Entrance": (role: Start, form: Hall()),
                "Pit": (form: {form}),
                "Treasury": ({goal} form: Hall()),
            }},
            edges: {{"path": (role: Passage), "drop": (role: Passage, one_way: true)}},
        ), start: Graph(nodes: {{1: "Entrance", 2: "Pit", 3: "Treasury"}}, edges: [(1, "drop", 2), (1, "path", 3)]))"#
    )
}

fn window_on(text: &str) -> (tempfile::TempDir, Window) {
    let (folder, path) = file_with(text);
    let window = window_with(Some(path));
    (folder, window)
}

fn resize(window: &mut Window, size: Vec2) {
    window.set_size(size);
    settle(window);
}

fn rect_of(window: &Window, role: Role, name: &str) -> Rect {
    window.get_by_role_and_label(role, name).rect()
}

/// Returns the rectangles of the nodes whose names contain one of these.
fn rects(window: &Window, names: &[&str]) -> Vec<(String, Rect)> {
    let named = names.iter().flat_map(|name| window.query_all_by_label_contains(name));
    named.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect())).collect()
}

const SIZES: [Vec2; 4] = [vec2(720.0, 480.0), vec2(800.0, 600.0), vec2(1280.0, 800.0), vec2(1920.0, 1080.0)];

#[test]
fn every_tab_of_the_left_row_is_seen_at_every_size() {
    let mut window = window();
    for size in SIZES {
        resize(&mut window, size);
        let edge = rect_of(&window, Role::Button, "Mission").left();
        let mut last = 0.0;
        for name in ["Rules", "Symbols", "Recipe", "Populate", "Rooms", "Settings"] {
            let rect = rect_of(&window, Role::Button, name);
            assert!(rect.left() >= last && rect.right() <= edge, "{name} at {size}: {rect}, {edge}");
            assert!(rect.width() >= 24.0, "{name} at {size}: {rect}");
            last = rect.right() - 0.5;
        }
    }
}

#[test]
fn lights_and_facts_lie_beside_each_other_at_every_size() {
    let mut window = window();
    for size in SIZES {
        resize(&mut window, size);
        let names: Vec<String> = delvewright::level::Promise::ALL
            .map(|promise| format!("{}: ", with_capital(promise.name())))
            .to_vec();
        let names: Vec<&str> = names.iter().map(String::as_str).chain([" cells"]).collect();
        let found = rects(&window, &names);
        assert_eq!(found.len(), 9, "{found:?}");
        for (index, (name, rect)) in found.iter().enumerate() {
            assert!(rect.right() <= size.x, "{name} at {size}: {rect}");
            for (other, beside) in found.iter().skip(index + 1) {
                assert!(!rect.shrink(0.5).intersects(*beside), "{name} and {other} at {size}");
            }
        }
    }
}

#[test]
fn light_of_a_promise_that_does_not_apply_is_not_green() {
    let (_folder, window) = window_on(&grammar("", "Hall()"));
    window.get_by_label("Finishable: nothing to prove");
    window.get_by_label("As authored: nothing to prove");
    window.get_by_label("Whole: proved");
}

#[test]
fn click_on_a_light_explains_it() {
    let (_folder, mut window) = window_on(&grammar("", "Hall()"));
    click(&mut window, "Finishable: nothing to prove");
    window.get_by_label("Finishable: nothing to prove.");
    window.get_by_label("No place of the level has the role Goal.");
}

#[test]
fn click_on_a_broken_light_goes_to_the_place() {
    let (_folder, mut window) = window_on(&grammar("role: Goal,", "Hall()"));
    assert!(window.query_by_label_contains("Marked cell").is_none());
    click(&mut window, "Finishable: broken");
    window.get_by_label_contains("Marked cell");
    let selected = app(&window).view().shared.selected.expect("the place is selected");
    let level = app(&window).run_view().level().expect("a level");
    assert!(level.places.iter().any(|place| place.node == selected));
}

#[test]
fn mistake_leaves_the_last_mission_and_level_to_look_at() {
    let (_folder, mut window) = window_on(&grammar("", "Hall()"));
    let level = app(&window).run_view().level().cloned().expect("a level");
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Pit");
    click(&mut window, "Delete symbol Pit");
    assert!(app(&window).run_view().level().is_none());
    assert_eq!(app(&window).run_view().shown_level(), Some(&level));
    window.get_by_label("Level map");
    window.get_by_label_contains("Earlier level: ");
    window.get_by_label_contains("Earlier mission: ");
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    settle(&mut window);
    assert!(window.query_by_label_contains("Earlier").is_none());
}

#[test]
fn level_of_an_earlier_run_is_not_exported() {
    let (_folder, mut window) = window_on(&grammar("", "Hall()"));
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Pit");
    click(&mut window, "Delete symbol Pit");
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::E);
    settle(&mut window);
    assert!(window.query_by_label_contains("Export").is_none());
}

#[test]
fn symbol_without_a_room_is_a_plain_hall_with_an_error_to_mend() {
    let (_folder, window) = window_on(&grammar("", "Room"));
    let level = app(&window).run_view().level().expect("a level");
    let place = level.places.iter().find(|place| place.symbol == "Pit").expect("it is there");
    assert!(place.stand_in && level.report.all_held());
    window.get_by_label_contains("No room is drawn for");
}

#[test]
fn room_of_a_deleted_symbol_has_no_green_tick() {
    let mut window = window();
    show(&mut window, Pane::Room);
    window.get_by_label("Every promise is kept");
    let content = app(&window).document().content();
    let symbol = content.rooms[0].set.rooms[0].symbol.clone();
    click_tab(&mut window, "Symbols");
    click(&mut window, &format!("Symbol {symbol}"));
    click(&mut window, &format!("Delete symbol {symbol}"));
    assert!(window.query_by_label("Every promise is kept").is_none());
    window.get_by_label_contains("No level has this room");
}

#[test]
fn forms_stay_within_their_pane_at_every_size() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Treasury");
    for size in SIZES {
        resize(&mut window, size);
        click_tab(&mut window, "Symbols");
        let edge = rect_of(&window, Role::Button, "Mission").left().min(size.x);
        for (name, rect) in rects(&window, &[" of Treasury"]) {
            assert!(rect.right() <= edge, "{name} at {size}: {rect}, {edge}");
        }
    }
}

#[test]
fn search_and_cards_of_rules_stay_within_their_pane_at_every_size() {
    let mut window = window();
    for size in SIZES {
        resize(&mut window, size);
        click_tab(&mut window, "Rules");
        let edge = rect_of(&window, Role::Button, "Mission").left().min(size.x);
        for (name, rect) in rects(&window, &["Search rules", "Group by tag", "Picture of ", "More for "]) {
            assert!(rect.right() <= edge, "{name} at {size}: {rect}, {edge}");
        }
    }
}
