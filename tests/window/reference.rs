//! The reference in the window: it opens at the setting or the problem at hand, and can be searched and read.

use egui::accesskit::Toggled;
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::graph::{press, press_with, type_text};
use super::{
    Pane, Role, Window, app, click, click_tab, file_with, settle, show, window, window_of_size, window_with,
};

const SEARCH: &str = "Search the reference";
const GAP: &str = "The minimum distance between two places. With 1, they are wall to wall. Doorways ignore it, and \
    corridors take the room that they need.";

fn is_open(window: &Window) -> bool {
    window.query_by_role_and_label(Role::TextInput, SEARCH).is_some()
}

/// Returns the selected line of the list.
fn selected(window: &Window) -> Option<String> {
    let list = window.query_all_by_role(Role::Button);
    let lines = list.filter(|node| node.accesskit_node().toggled() == Some(Toggled::True));
    let search = window.get_by_role_and_label(Role::TextInput, SEARCH).rect();
    let lines = lines.filter(|node| {
        node.rect().top() > search.bottom() && (node.rect().left() - search.left()).abs() < 60.0
    });
    lines.filter_map(|node| node.accesskit_node().label()).next()
}

/// Returns `true` if a text of the page is in view.
fn is_in_view(window: &Window, text: &str) -> bool {
    let frame = window.get_by_role_and_label(Role::Window, "Reference").rect();
    window.query_all_by_label(text).any(|label| {
        let rect = label.rect();
        frame.contains(rect.center()) && rect.left() > frame.left() + 200.0
    })
}

#[test]
fn f1_explains_the_setting_under_the_pointer() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").hover();
    settle(&mut window);
    press(&mut window, Key::F1);
    assert_eq!(selected(&window).as_deref(), Some("Spacing: Compact"));
    assert!(is_in_view(&window, GAP));
}

#[test]
fn f1_explains_the_setting_with_the_focus_and_escape_returns_to_it() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    settle(&mut window);
    let focused = window.ctx.memory(|memory| memory.focused());
    press(&mut window, Key::F1);
    assert_eq!(selected(&window).as_deref(), Some("Spacing: Compact"));
    press(&mut window, Key::Escape);
    assert!(!is_open(&window));
    assert_eq!(window.ctx.memory(|memory| memory.focused()), focused);
}

#[test]
fn f1_outside_of_settings_explains_the_pane() {
    let mut window = window();
    for (pane, section) in [(Pane::Recipe, "Recipe step"), (Pane::Alphabet, "Alphabet")] {
        click_tab(&mut window, pane.title());
        let rect = app(&window).view().pane_rects[&pane];
        window.hover_at(rect.center_bottom() - vec2(0.0, 4.0));
        settle(&mut window);
        press(&mut window, Key::F1);
        assert_eq!(selected(&window).as_deref(), Some(section));
        press(&mut window, Key::Escape);
    }
}

#[test]
fn row_without_facts_of_its_own_leads_to_its_type() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Cave");
    window.get_by_role_and_label(Role::TextInput, "Label of Cave").hover();
    settle(&mut window);
    press(&mut window, Key::F1);
    assert_eq!(selected(&window).as_deref(), Some("Node symbol"));
}

#[test]
fn problem_is_explained_by_its_link_and_by_f1() {
    let text = "Grammar(format: 1, name: \"Broken\", alphabet: (nodes: {\"A\": ()}, edges: {}), start: Graph(nodes: {1: \"B\"}))";
    let (_folder, path) = file_with(text);
    let mut window = window_with(Some(path));
    show(&mut window, Pane::Problems);
    click(&mut window, "Explain unknown-symbol");
    assert!(is_in_view(&window, "unknown-symbol"));
    press(&mut window, Key::Escape);
    assert!(!is_open(&window));
    window.get_by_label("Explain unknown-symbol").hover();
    settle(&mut window);
    press(&mut window, Key::F1);
    assert!(is_in_view(&window, "unknown-symbol"));
}

#[test]
fn reference_is_searched_and_enter_opens_what_was_found() {
    let mut window = window();
    window.get_by_role_and_label(Role::Button, "Help").click();
    window.run();
    click(&mut window, "Reference F1");
    type_text(&mut window, "never-matches");
    window.get_by_label_contains("never-matches in ");
    press(&mut window, Key::Enter);
    assert!(is_in_view(&window, "never-matches"));
    press(&mut window, Key::Escape);
    assert!(!is_open(&window));
}

#[test]
fn links_lead_to_other_sections_and_back() {
    let mut window = window();
    press(&mut window, Key::F1);
    click_tab(&mut window, "Alphabet");
    let link = window.get_all_by_role_and_label(Role::Link, "node symbol").next().expect("a link");
    link.click();
    settle(&mut window);
    assert_eq!(selected(&window).as_deref(), Some("Node symbol"));
    press_with(&mut window, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(selected(&window).as_deref(), Some("Alphabet"));
    click(&mut window, "Back (Alt+Left)");
    assert_eq!(selected(&window).as_deref(), Some("Grammar files"));
}

#[test]
fn every_page_is_shown_and_comes_to_rest() {
    let mut window = window();
    press(&mut window, Key::F1);
    for title in ["Room sets, cards and tile sheets", "Diagnostics", "Export formats", "Exported levels"] {
        click_tab(&mut window, title);
        assert_eq!(selected(&window).as_deref(), Some(title));
        assert!(is_in_view(&window, title));
    }
}

#[test]
fn page_is_scrolled_by_its_keys() {
    let mut window = window();
    press(&mut window, Key::F1);
    assert!(is_in_view(&window, "Grammar files"));
    press(&mut window, Key::PageDown);
    assert!(!is_in_view(&window, "Grammar files"));
    press(&mut window, Key::PageUp);
    assert!(is_in_view(&window, "Grammar files"));
}

#[test]
fn reference_fits_into_a_small_window() {
    let size = vec2(800.0, 600.0);
    let mut window = window_of_size(size, None);
    press(&mut window, Key::F1);
    let frame = window.get_by_role_and_label(Role::Window, "Reference").rect();
    assert!(frame.left() >= 0.0 && frame.right() <= size.x && frame.bottom() <= size.y, "{frame:?}");
    let labels = window.query_all_by_role(Role::Label);
    let texts = labels.filter(|label| frame.contains(label.rect().left_center()));
    let cut = texts.filter(|label| label.rect().right() > frame.right());
    let cut: Vec<String> = cut.filter_map(|label| label.accesskit_node().value()).collect();
    // The example scrolls.
    assert!(cut.iter().all(|text| text.starts_with("Grammar(")), "{cut:?}");
}

#[test]
fn size_of_the_reference_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let size = |window: &Window| window.get_by_role_and_label(Role::Window, "Reference").rect().size();
    let opened = || {
        let mut window = super::authoring::window(folder.path(), None);
        press(&mut window, Key::F1);
        window
    };
    let mut window = opened();
    let first = size(&window);
    let corner = window.get_by_role_and_label(Role::Window, "Reference").rect().left_bottom();
    window.hover_at(corner);
    window.step();
    window.drag_at(corner);
    window.step();
    window.hover_at(corner + vec2(120.0, -90.0));
    window.step();
    window.drop_at(corner + vec2(120.0, -90.0));
    settle(&mut window);
    let changed = size(&window);
    assert!(changed.x < first.x - 60.0 && changed.y < first.y - 40.0, "{first:?}, {changed:?}");
    let again = size(&opened());
    assert!((again - changed).length() < 2.0, "{changed:?}, {again:?}");
}

#[test]
fn f1_opens_the_reference_above_a_dialog_and_escape_closes_only_the_reference() {
    let mut window = window();
    press_with(&mut window, Modifiers::COMMAND, Key::E);
    window.get_by_label("Format of the export").hover();
    settle(&mut window);
    press(&mut window, Key::F1);
    assert_eq!(selected(&window).as_deref(), Some("Export formats"));
    // It takes clicks and keys.
    type_text(&mut window, "never-matches");
    let found = window.get_by_label_contains("never-matches in ").rect().center();
    super::graph::press_at(&mut window, found, 1);
    assert!(is_in_view(&window, "never-matches"));
    press(&mut window, Key::Escape);
    assert!(!is_open(&window));
    window.get_by_label("Export the level");
    press(&mut window, Key::Escape);
    assert!(window.query_by_label("Export the level").is_none());
}
