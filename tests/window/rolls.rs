//! Places that are kept while the rest of the level is made again.

use delvewright::level::{Level, Owner};
use delvewright::mission::NodeId;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::graph::click_at_with;
use crate::pins::{HALLS, choose, lies, point, select};
use crate::{Window, app, click, click_tab, file_with, settle, window, window_with};

fn level(window: &Window) -> &Level {
    app(window).run_view().level().expect("a level")
}

/// Returns the cells of the place of a node.
fn cells(level: &Level, node: u32) -> Vec<delvewright::base::Cell> {
    let place = level.places.iter().find(|place| place.node == NodeId(node)).expect("it is a place");
    let owner = Owner::from(place.id);
    level.owners.iter().filter(|(_, by)| **by == owner).map(|(cell, _)| cell).collect()
}

fn click_with(window: &mut Window, node: u32, modifiers: Modifiers) {
    let pos = point(window, lies(window, node));
    click_at_with(window, pos, modifiers);
    settle(window);
}

#[test]
fn the_rest_is_rolled_around_a_selected_place_and_undo_takes_it_back() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    let before = level(&window).clone();
    select(&mut window, 2);
    // Three halls occasionally get the same arrangement.
    for _ in 0..8 {
        window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
        settle(&mut window);
        assert_eq!(cells(level(&window), 2), cells(&before, 2));
        assert_eq!(level(&window).seed, before.seed);
        assert!(level(&window).report.all_held(), "{:?}", level(&window).report);
        window.get_by_label("Kept: Hall, node 2");
        if level(&window).tiles != before.tiles {
            break;
        }
    }
    assert_ne!(level(&window).tiles, before.tiles);
    let rolls = &level(&window).rolls;
    assert_eq!((rolls.len(), &rolls[0].keep), (1, &vec![NodeId(2)]), "one roll follows the other");
    assert!(!app(&window).document().is_dirty(), "no file says it");
    click(&mut window, "Seed 1 with your changes");
    window.get_by_label_contains("Some places are kept");
    click(&mut window, "Forget the rolls");
    assert_eq!(level(&window), &before);
    assert!(window.query_by_label("Seed 1 with your changes").is_none());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    window.get_by_label("Kept: Hall, node 2");
}

#[test]
fn several_places_are_selected_and_made_anew_with_the_others_kept() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    let before = level(&window).clone();
    select(&mut window, 1);
    click_with(&mut window, 3, Modifiers::SHIFT);
    let shared = &app(&window).view().shared;
    assert!(
        [1, 3].into_iter().all(|node| shared.is_selected(NodeId(node))) && !shared.is_selected(NodeId(2))
    );
    choose(&mut window, 3, "Roll the selected places");
    assert_eq!(level(&window).rolls[0].keep, [NodeId(2)]);
    assert_eq!(cells(level(&window), 2), cells(&before, 2));
    click(&mut window, "Roll a new seed (Ctrl+R)");
    assert_eq!(level(&window).rolls, []);
    click(&mut window, "Previous seed (Ctrl+,)");
    assert_eq!(level(&window).rolls[0].keep, [NodeId(2)]);
}

#[test]
fn sign_beside_the_seed_says_why_the_level_is_another_and_leads_back() {
    let (_folder, path) = file_with(HALLS);
    let mut window = window_with(Some(path));
    const SIGN: &str = "Seed 1 with your changes";
    assert!(window.query_by_label(SIGN).is_none());
    choose(&mut window, 2, "Pin here");
    window.get_by_label(SIGN);
    click(&mut window, "Next seed (Ctrl+.)");
    assert!(window.query_by_label_contains("with your changes").is_none(), "another seed has no pin");
    click(&mut window, "Previous seed (Ctrl+,)");
    click(&mut window, SIGN);
    window.get_by_label("1 place is pinned for this seed.");
    click(&mut window, "Take off the pins of this seed");
    assert!(window.query_by_label(SIGN).is_none());
    assert!(window.query_by_label("Pin of Hall, node 2").is_none());
    assert_eq!(app(&window).document().undo_name(), Some("Unpin all places of seed 1"));

    // A held layout differs after an edit.
    hold_layout(&mut window);
    assert!(window.query_by_label(SIGN).is_none());
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    window.run();
    window.key_press(Key::ArrowRight);
    settle(&mut window);
    click(&mut window, SIGN);
    window.get_by_label_contains("The layout was held");
    click(&mut window, "Lay out again");
    assert!(window.query_by_label(SIGN).is_none());
}

/// Chooses the menu item that holds or releases the layout.
fn hold_layout(window: &mut Window) {
    // The menu comes before the tab of that name.
    window.get_all_by_label("Level").next().expect("a menu").click();
    window.run_steps(4);
    click(window, "Hold the layout");
    settle(window);
}

#[test]
fn layout_is_held_while_one_edits_and_said_to_be_so() {
    let mut window = window();
    for is_held in [true, false] {
        hold_layout(&mut window);
        assert_eq!(window.query_by_label_contains("layout held").is_some(), is_held);
    }
}
