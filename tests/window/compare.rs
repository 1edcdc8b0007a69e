//! The comparison of two levels: before and after a change, seeds, kept levels, modes and linked maps.

use delvewright::base::Cell;
use delvewright::difference::DifferenceMark;
use delvewright::editor::{ComparedSide, Pane};
use egui::accesskit::Role;
use egui::{Key, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use super::graph::drag;
use super::{Window, app, click, click_tab, settle, show, window, window_of_size};

fn is_there(window: &Window, name: &str) -> bool {
    window.query_all_by_label(name).next().is_some()
}

fn is_said(window: &Window, part: &str) -> bool {
    window.query_all_by_label_contains(part).next().is_some()
}

/// Returns a window in which a rule was switched off, with the comparison in front.
fn with_rule_off() -> Window {
    let mut window = window();
    click_tab(&mut window, "Rules");
    super::forms::click(&mut window, "One line a rule");
    super::forms::click(&mut window, "A side room may run");
    show(&mut window, Pane::Compare);
    settle(&mut window);
    window
}

#[track_caller]
fn places_marked(window: &Window, mark: DifferenceMark) -> usize {
    app(window).view().compare.comparison().expect("a comparison").difference.places_marked(mark)
}

#[test]
fn without_a_change_it_offers_other_levels() {
    let mut window = window();
    show(&mut window, Pane::Compare);
    assert!(is_there(&window, "Change something, and the level before appears here."));
    click(&mut window, "Compare with seed 2");
    let comparison = app(&window).view().compare.comparison().expect("a comparison");
    let seeds = comparison.levels.each_ref().map(|level| level.seed.0);
    assert_eq!(seeds, [1, 2]);
    assert!(is_there(&window, "Map of the level before") && is_there(&window, "Map of the level after"));
}

#[test]
fn change_of_a_rule_is_compared_with_the_level_before() {
    let mut window = with_rule_off();
    let removed = places_marked(&window, DifferenceMark::Removed);
    assert!(removed > 0);
    assert!(is_said(&window, "Removed place "));
    assert!(is_said(&window, "places: "), "the metric");
    click(&mut window, "Swap the levels");
    assert_eq!(places_marked(&window, DifferenceMark::Added), removed);
    assert!(is_said(&window, "Added place "));
    // Undoing everything leaves nothing to compare.
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert!(is_there(&window, "Change something, and the level before appears here."));
}

#[test]
fn step_of_the_history_is_compared_by_its_menu() {
    let mut window = with_rule_off();
    click_tab(&mut window, "History");
    window.get_by_label_contains("Step 1: ").click_secondary();
    window.run();
    click(&mut window, "Compare with the level before this step");
    let view = &app(&window).view().compare;
    assert_eq!(view.sides, [ComparedSide::AfterStep(0), ComparedSide::Shown]);
    assert!(places_marked(&window, DifferenceMark::Removed) > 0);
}

#[test]
fn kept_level_stays_while_seeds_change() {
    let mut window = window();
    // The menu comes before the tab of the pane.
    let menu = window.get_all_by_role_and_label(Role::Button, "Level").next().expect("a menu");
    menu.click();
    window.run();
    let items: Vec<_> = window.query_all_by_label("Keep this level to compare").collect();
    items.last().expect("an action").click();
    settle(&mut window);
    assert!(is_there(&window, "The levels are equal"));
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Period);
    settle(&mut window);
    let comparison = app(&window).view().compare.comparison().expect("a comparison");
    assert_eq!(comparison.levels.each_ref().map(|level| level.seed.0), [1, 2]);
}

#[test]
fn every_mode_comes_to_rest_and_announces_its_map() {
    let mut window = with_rule_off();
    for (mode, map) in [
        ("Difference", "Map of the differences"),
        ("Onion skin", "Map of both levels"),
        ("Flicker", "Map of one level"),
        ("Side by side", "Map of the level after"),
    ] {
        click(&mut window, mode);
        assert!(is_there(&window, map), "{mode}");
    }
}

#[test]
fn flicker_shows_the_level_before_while_a_key_is_held() {
    let mut window = with_rule_off();
    click(&mut window, "Flicker");
    let shows_before = |window: &Window| app(window).view().compare.shows_before();
    assert!(!shows_before(&window));
    window.key_down(Key::B);
    window.run();
    assert!(shows_before(&window));
    window.key_up(Key::B);
    window.run();
    assert!(!shows_before(&window));
    click(&mut window, "Before");
    assert!(shows_before(&window));
}

/// Returns the cell under a point of a map, relative to its corner.
fn cell_at(window: &mut Window, map: &str, offset: Vec2) -> Cell {
    let corner = window.get_by_label(map).rect().min;
    window.hover_at(corner + offset);
    window.run();
    app(window).view().compare.pointed().expect("a cell")
}

#[test]
fn both_maps_move_and_zoom_together() {
    let mut window = with_rule_off();
    let maps = ["Map of the level before", "Map of the level after"];
    let middle = window.get_by_label(maps[0]).rect().size() / 2.0;
    let first = cell_at(&mut window, maps[0], middle);
    assert_eq!(cell_at(&mut window, maps[1], middle), first);
    let from = window.get_by_label(maps[1]).rect().center();
    drag(&mut window, from, from + vec2(80.0, 40.0));
    let moved = cell_at(&mut window, maps[1], middle);
    assert_ne!(moved, first);
    assert_eq!(cell_at(&mut window, maps[0], middle), moved);
    click(&mut window, "Show both levels in full");
    assert_eq!(cell_at(&mut window, maps[0], middle), first);
}

#[test]
fn click_in_the_list_selects_the_difference_and_shows_it_in_the_middle() {
    let mut window = with_rule_off();
    click(&mut window, "Swap the levels");
    let name = window.query_all_by_label_contains("Added place ").next().expect("a place");
    name.click();
    settle(&mut window);
    let map = "Map of the level after";
    let middle = window.get_by_label(map).rect().size() / 2.0;
    let cell = cell_at(&mut window, map, middle);
    let comparison = app(&window).view().compare.comparison().expect("a comparison").clone();
    let added = comparison.difference.places.iter().filter(|place| place.mark() == DifferenceMark::Added);
    let shift = comparison.difference.shift;
    let mut bounds = added.filter_map(|place| place.sides.after.as_ref().map(|side| side.bounds));
    assert!(bounds.any(|bounds| bounds.grown(1).contains(cell + shift)), "{cell}");
}

#[test]
fn small_window_has_the_list_below_the_maps() {
    let mut window = window_of_size(vec2(900.0, 640.0), None);
    show(&mut window, Pane::Compare);
    click(&mut window, "Compare with seed 2");
    let map = window.get_by_label("Map of the level after").rect();
    let list = window.query_all_by_label_contains(" added").next().expect("the summary").rect();
    assert!(list.top() >= map.bottom(), "{list} {map}");
}
