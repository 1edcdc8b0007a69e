//! The window by keyboard, and what it shows besides colours.

use egui::accesskit::Role;
use egui::epaint::{ClippedShape, Shape};
use egui::{Key, Modifiers, Vec2, vec2};

use super::*;

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

fn has(window: &Window, label: &str) -> bool {
    window.query_all_by_label(label).next().is_some()
}

/// Returns the label of what has the focus.
fn focused(window: &Window) -> Option<String> {
    let node = window.query_all_by(|node| node.is_focused()).next()?;
    node.accesskit_node().label()
}

/// Returns all painted texts.
fn texts(window: &Window) -> Vec<String> {
    fn add(shape: &Shape, texts: &mut Vec<String>) {
        match shape {
            Shape::Text(text) => texts.push(text.galley.text().to_owned()),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    window.output().shapes.iter().for_each(|ClippedShape { shape, .. }| add(shape, &mut texts));
    texts
}

/// Returns the number of rings of the focus: the only rectangles with a line of this width.
fn rings(window: &Window) -> usize {
    let is_ring = |shape: &&ClippedShape| match &shape.shape {
        Shape::Rect(rect) => rect.stroke.width == 2.0 && rect.fill == egui::Color32::TRANSPARENT,
        _ => false,
    };
    window.output().shapes.iter().filter(is_ring).count()
}

#[test]
fn menus_open_by_alt_and_their_letters() {
    let mut window = window();
    press(&mut window, Modifiers::ALT, Key::L);
    assert!(has(&window, "Hold the layout"));
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert!(!has(&window, "Hold the layout") && has(&window, "Reset panes"), "the next menu");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(!has(&window, "Reset panes"));
}

#[test]
fn f10_opens_the_first_menu_and_arrows_choose() {
    let mut window = window();
    press(&mut window, Modifiers::NONE, Key::F10);
    window.run();
    let first = focused(&window).expect("an item has the focus");
    assert!(first.starts_with("New…"), "{first}");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    let second = focused(&window).expect("an item has the focus");
    assert_ne!(first, second);
    press(&mut window, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(focused(&window), Some(first));
}

#[test]
fn arrows_open_a_menu_within_a_menu_and_lead_back() {
    let mut window = window();
    press(&mut window, Modifiers::NONE, Key::F10);
    let is_on_examples =
        |window: &Window| focused(window).is_some_and(|label| label.starts_with("New from example"));
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert!(is_on_examples(&window) && !has(&window, "Sunken keep"), "{:?}", focused(&window));
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    window.run();
    assert!(has(&window, "Sunken keep"), "the menu of the item is open, and not the next one");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert!(!is_on_examples(&window));
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert!(is_on_examples(&window));
}

#[test]
fn form_scrolls_to_what_gets_the_focus() {
    let mut window = window_of_size(vec2(1280.0, 800.0), None);
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    window.run();
    for _ in 0..60 {
        press(&mut window, Modifiers::NONE, Key::Tab);
        window.run();
        let node = window.query_all_by(|node| node.is_focused()).next().expect("something has the focus");
        let rect = node.rect();
        assert!(rect.top() >= 0.0 && rect.bottom() <= 800.0, "{:?} {rect}", focused(&window));
    }
}

#[test]
fn alt_alone_goes_to_the_menus() {
    let mut window = window();
    let alt = |window: &mut Window, pressed: bool| {
        let modifiers = if pressed { Modifiers::ALT } else { Modifiers::NONE };
        let (key, physical_key) = (Key::AltLeft, None);
        window.event(egui::Event::Key { key, physical_key, pressed, repeat: false, modifiers });
        window.run();
    };
    alt(&mut window, true);
    alt(&mut window, false);
    assert_eq!(focused(&window).as_deref(), Some("File"));
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(focused(&window).as_deref(), Some("Level"));
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    window.run();
    let item = focused(&window).expect("an item of the open menu");
    assert_ne!(item, "Level");
}

#[test]
fn focus_has_a_ring_while_the_keyboard_is_used() {
    let mut window = window();
    assert_eq!(rings(&window), 0);
    press(&mut window, Modifiers::NONE, Key::Tab);
    press(&mut window, Modifiers::NONE, Key::Tab);
    assert_eq!(rings(&window), 1, "{:?}", focused(&window));
    click_tab(&mut window, "Symbols");
    assert_eq!(rings(&window), 0, "a click shows where it is");
}

#[test]
fn shortcut_to_a_pane_lets_arrows_move_its_drawing_at_once() {
    let mut window = window();
    let goal = {
        let level = app(&window).run_view().level().expect("a level");
        level.mission.nodes.last().expect("a node").symbol.clone()
    };
    let at = |window: &Window| {
        let nodes = window.query_all_by_label_contains(&goal).filter(|node| node.rect().width() < 90.0);
        nodes.map(|node| node.rect().center().to_vec2()).fold(Vec2::ZERO, |sum, at| sum + at)
    };
    press(&mut window, Modifiers::COMMAND, Key::Num6);
    assert!(focused(&window).is_some_and(|label| label == "Mission graph"), "{:?}", focused(&window));
    let before = at(&window);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert!(at(&window).x < before.x, "{before} {}", at(&window));
}

#[test]
fn first_picture_has_names_at_tabs_and_places() {
    let mut window = window_of_size(vec2(1280.0, 800.0), None);
    settle(&mut window);
    let texts = texts(&window);
    for title in ["Rules", "Symbols", "Recipe", "Populate", "Rooms", "Settings", "Mission"] {
        assert!(texts.iter().any(|text| text == title), "{title}");
    }
    let level = app(&window).run_view().level().expect("a level").clone();
    let symbols: std::collections::BTreeSet<&str> =
        level.places.iter().map(|place| place.symbol.as_str()).collect();
    let named = symbols.iter().filter(|symbol| texts.iter().any(|text| text == **symbol)).count();
    assert!(named * 4 >= symbols.len() * 3, "{named} of {symbols:?}");
    for sign in ["+ created", "~ changed", "\u{2212} deleted"] {
        assert!(texts.iter().any(|text| text == sign), "{sign}");
    }
}

#[test]
fn names_from_right_to_left_are_painted_in_visual_order() {
    let text = r#"Grammar(format: 1, name: "Two", alphabet: (
        nodes: {"Gate": (role: Start, form: Hall()), "אולם גדול": (role: Goal, form: Hall())},
        edges: {"path": (role: Passage)}),
        start: Graph(nodes: {1: "Gate", 2: "אולם גדול"}, edges: [(1, "path", 2)]))"#;
    let (_folder, file) = file_with(text);
    let window = window_with(Some(file));
    let texts = texts(&window);
    assert!(texts.iter().any(|text| text == "גדול אולם"), "{texts:?}");
    assert!(!app(&window).is_looking_for_fonts());
}
