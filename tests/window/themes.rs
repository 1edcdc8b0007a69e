//! Themes: one is derived, changed in its form, chosen, renamed, and taken back.

use delvewright::level::{DoorStyle, FloorPattern};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;

use super::forms::{choose, click, grammar, retype};
use super::{Window, app, click_tab, settle, window};

fn theme(window: &Window, name: &str) -> delvewright::mission::DerivedTheme {
    grammar(window).alphabet.themes.get(name).expect("the theme").clone()
}

fn undo_name(window: &Window) -> Option<String> {
    app(window).document().undo_name().map(str::to_owned)
}

#[test]
fn theme_is_derived_changed_renamed_and_undone() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    choose(&mut window, "Derive a theme", "crypt");
    assert_eq!(theme(&window, "my crypt").like, "crypt");
    window.get_by_label("Sample of theme my crypt");

    retype(&mut window, "Digits of accent of theme my crypt", "#8fb");
    assert_eq!(theme(&window, "my crypt").accent.map(|color| color.to_string()), Some("#88ffbb".to_owned()));
    choose(&mut window, "Built floors of theme my crypt", "Boards");
    assert_eq!(theme(&window, "my crypt").floor_pattern, Some(FloorPattern::Boards));
    choose(&mut window, "Doors of theme my crypt", "Curtain");
    assert_eq!(theme(&window, "my crypt").door, Some(DoorStyle::Curtain));
    assert_eq!(undo_name(&window).as_deref(), Some("Set doors of theme \"my crypt\""));
    click(&mut window, "Take back Accent of theme my crypt");
    assert_eq!(theme(&window, "my crypt").accent, None);

    retype(&mut window, "Name of theme my crypt", "gloom");
    assert_eq!(theme(&window, "gloom").door, Some(DoorStyle::Curtain));
    click(&mut window, "Delete theme gloom");
    assert!(!grammar(&window).alphabet.themes.contains_key("gloom"));
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    settle(&mut window);
    assert_eq!(theme(&window, "gloom").like, "crypt");
}

/// Opens a list of themes and clicks one of them.
fn choose_theme(window: &mut Window, list: &str, theme: &str) {
    window.get_by_role_and_label(Role::ComboBox, list).scroll_to_me();
    window.run();
    window.get_by_role_and_label(Role::ComboBox, list).click();
    window.run();
    window.query_all_by_label(theme).last().expect("the theme is listed").scroll_to_me();
    window.run();
    window.query_all_by_label(theme).last().expect("the theme is listed").click();
    settle(window);
}

#[test]
fn themes_are_chosen_from_a_list_with_swatches() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    choose_theme(&mut window, "Theme", "lava");
    assert_eq!(grammar(&window).theme, "lava");
    assert_eq!(app(&window).run_view().level().expect("a level").themes.level, "lava");
    let place = grammar(&window).alphabet.edges.keys().next().expect("an edge symbol").clone();
    click_tab(&mut window, "Symbols");
    click(&mut window, &format!("Symbol {place}"));
    choose_theme(&mut window, &format!("Theme of {place}"), "ice");
    assert_eq!(grammar(&window).alphabet.edges[&place].theme, "ice");
}
