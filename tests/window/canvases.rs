//! Canvases: the wheel, keys, the size of the window, and the symbols of new edges and of nodes on edges.

use delvewright::grammar::{ElementId, SymbolPattern};
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, TouchPhase, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::graph::{
    FIRST, add_below, click_at, drag, middle, new_rule, press, press_at, press_with, rule, step, type_text,
    window,
};
use super::{Window, app, click, click_tab, file_with, settle, window_with};

const SECOND: &str = "Node 2 of Before: Cave";

/// Returns the rectangle of the first thing with a name; its tooltip may have the same name, after it.
fn rect(window: &Window, name: &str) -> Rect {
    window.query_all_by_label(name).next().expect("it is shown").rect()
}

/// Presses a key together with the text that it types, in one frame as from a keyboard.
fn type_key(window: &mut Window, key: Key, text: &str) {
    let modifiers = Modifiers::NONE;
    let key = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    window.input_mut().events.extend([key, Event::Text(text.to_owned())]);
    settle(window);
}

fn scroll(window: &mut Window, at: Pos2, lines: f32) {
    window.hover_at(at);
    window.step();
    window.event(Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, lines),
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    // A turn of the wheel takes several frames.
    window.run_steps(40);
    settle(window);
}

fn button(window: &mut Window, at: Pos2, button: PointerButton, pressed: bool) {
    window.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    window.step();
}

/// Drags with the middle button.
fn pull(window: &mut Window, from: Pos2, to: Pos2) {
    window.hover_at(from);
    window.step();
    button(window, from, PointerButton::Middle, true);
    for part in 1..=4 {
        window.hover_at(from.lerp(to, part as f32 / 4.0));
        window.step();
    }
    button(window, to, PointerButton::Middle, false);
    settle(window);
}

/// Returns a window with a rule of two nodes and an edge between them.
fn rule_with_an_edge() -> Window {
    let mut window = new_rule();
    add_below(&mut window);
    let size = rect(&window, FIRST).width() / 2.0;
    let (from, to) = (middle(&window, FIRST) + vec2(0.0, size - 6.0), middle(&window, SECOND));
    drag(&mut window, from, to);
    window
}

fn edge(window: &Window, ends: &str) -> Pos2 {
    window.get_by_label_contains(&format!("from {ends} of Before")).rect().center()
}

#[test]
fn f_shows_everything_and_sets_no_symbol() {
    let mut window = new_rule();
    let at = middle(&window, FIRST) + vec2(0.0, step(&window, FIRST));
    press_at(&mut window, at, 2);
    type_text(&mut window, "Fountain");
    press(&mut window, Key::Enter);
    press(&mut window, Key::F);
    let (framed, drawn) = (rect(&window, FIRST), rule(&window));
    let node = middle(&window, FIRST);
    scroll(&mut window, node, 3.0);
    assert_ne!(rect(&window, FIRST), framed);
    click_at(&mut window, node);
    type_key(&mut window, Key::F, "f");
    assert_eq!(rule(&window), drawn);
    assert_eq!(rect(&window, FIRST), framed);
    // Other letters begin a name, which Enter sets.
    type_key(&mut window, Key::C, "c");
    assert_eq!(rule(&window), drawn);
    press(&mut window, Key::Enter);
    assert_ne!(rule(&window), drawn);
}

#[test]
fn enter_and_space_are_about_what_is_selected_wherever_the_pointer_is() {
    let mut window = rule_with_an_edge();
    let at = edge(&window, "1 to 2");
    click_at(&mut window, at);
    window.hover_at(middle(&window, FIRST));
    window.step();
    press(&mut window, Key::Space);
    window.get_by_label_contains("Turn round");
    press(&mut window, Key::Enter);
    assert!(window.query_by_label("Symbol path").is_some(), "the list of edge symbols");
    assert!(window.query_by_label("Symbol Cave").is_none());
}

#[test]
fn space_on_the_mission_keeps_what_is_selected() {
    let mut window = window();
    let node = app(&window).run_view().mission.nodes[0].clone();
    click(&mut window, &node.tooltip[0]);
    window.get_by_label("Mission graph").focus();
    settle(&mut window);
    press(&mut window, Key::Space);
    press(&mut window, Key::Enter);
    assert_eq!(app(&window).view().shared.selected, Some(node.id));
}

#[test]
fn wheel_zooms_at_the_pointer_on_every_canvas() {
    let zooms = |window: &mut Window, name: &str| {
        let before = rect(window, name);
        scroll(window, before.center(), 4.0);
        let after = rect(window, name);
        assert!(after.width() > 1.2 * before.width(), "{name}: {before} {after}");
        assert!(after.center().distance(before.center()) < 1.0, "{name}: {before} {after}");
    };
    let mut window = new_rule();
    zooms(&mut window, FIRST);
    let mut window = super::graph::window();
    let node = app(&window).run_view().mission.nodes[0].tooltip[0].clone();
    zooms(&mut window, &node);
    click_tab(&mut window, "Start graph");
    let node = window.query_all_by_label_contains("of the start:").next().expect("a node");
    let name = node.accesskit_node().label().expect("it has a name").to_owned();
    zooms(&mut window, &name);
}

#[test]
fn wheel_zooms_the_room_at_the_pointer_and_the_middle_button_moves_it() {
    let mut window =
        super::window_with(Some(concat!(env!("CARGO_MANIFEST_DIR"), "/grammars/sunken_keep.ron").into()));
    click_tab(&mut window, "Rooms");
    click_tab(&mut window, "Room");
    let picture = app(&window).document().content().clone();
    let before = rect(&window, "Room canvas");
    let share = vec2(0.25, 0.75);
    let at = before.min + before.size() * share;
    scroll(&mut window, at, 8.0);
    let after = rect(&window, "Room canvas");
    assert!(after.width() > 2.0 * before.width(), "{before} {after}");
    let there = after.min + after.size() * share;
    assert!(there.distance(at) < 8.0, "{at} {there}");
    pull(&mut window, at, at + vec2(-30.0, -20.0));
    let moved = rect(&window, "Room canvas").min - after.min;
    assert!((moved - vec2(-30.0, -20.0)).length() < 1.0, "{moved}");
    assert_eq!(app(&window).document().content(), &picture);
    press(&mut window, Key::F);
    assert_eq!(rect(&window, "Room canvas"), before);
}

#[test]
fn drawing_cannot_be_lost_by_moving_it_and_comes_back() {
    let mut window = rule_with_an_edge();
    press(&mut window, Key::Escape);
    press(&mut window, Key::F);
    let framed = rect(&window, FIRST);
    let canvas = rect(&window, "Before canvas");
    for _ in 0..6 {
        pull(&mut window, canvas.left_top() + vec2(20.0, 20.0), canvas.right_bottom() - vec2(20.0, 20.0));
    }
    // Nodes outside the visible part have no accessible name.
    assert!(window.query_all_by_label_contains("of Before: ").next().is_some());
    press(&mut window, Key::F);
    assert_eq!(rect(&window, FIRST), framed);
    // A drag may begin anywhere, also on a node.
    pull(&mut window, framed.center(), framed.center() + vec2(60.0, 30.0));
    assert_ne!(rect(&window, FIRST), framed);
    let at = canvas.left_top() + vec2(20.0, 20.0);
    window.hover_at(at);
    window.step();
    for pressed in [true, false, true, false] {
        button(&mut window, at, PointerButton::Middle, pressed);
    }
    settle(&mut window);
    assert_eq!(rect(&window, FIRST), framed);
}

#[test]
fn double_click_beside_the_mission_shows_all_of_it() {
    let mut window = window();
    let node = app(&window).run_view().mission.nodes[0].tooltip[0].clone();
    let framed = rect(&window, &node);
    scroll(&mut window, framed.center(), 2.0);
    let canvas = rect(&window, "Mission graph");
    press_at(&mut window, canvas.left_top() + vec2(4.0, 4.0), 2);
    assert_eq!(rect(&window, &node), framed);
}

#[test]
fn rule_is_framed_anew_when_the_window_changes_size_unless_it_was_moved() {
    let mut window = rule_with_an_edge();
    window.set_size(vec2(1900.0, 1400.0));
    settle(&mut window);
    window.set_size(vec2(1280.0, 520.0));
    settle(&mut window);
    for (canvas, node) in
        [("Before canvas", FIRST), ("Before canvas", SECOND), ("After canvas", "Node 1 of After: any")]
    {
        let canvas = rect(&window, canvas);
        assert!(canvas.contains_rect(rect(&window, node)), "{canvas} {node}");
    }
    let at = middle(&window, FIRST);
    scroll(&mut window, at, 1.0);
    let by_hand = rect(&window, FIRST).size();
    window.set_size(vec2(1600.0, 1000.0));
    settle(&mut window);
    assert!((rect(&window, FIRST).size() - by_hand).length() < 0.1);
}

#[test]
fn rule_stays_where_it_is_while_it_is_drawn_on() {
    let mut window = new_rule();
    add_below(&mut window);
    let before = rect(&window, FIRST);
    press(&mut window, Key::ArrowDown);
    assert_eq!(rule(&window).at[&ElementId(2)].y, 2);
    assert_eq!(rect(&window, FIRST), before);
}

/// Adds a node of a symbol some lattice steps to the right of the first node and below it.
fn add(window: &mut Window, steps: Vec2, symbol: &str) {
    let at = middle(window, FIRST) + steps * step(window, FIRST);
    press_at(window, at, 2);
    type_text(window, symbol);
    press(window, Key::Enter);
    press(window, Key::F);
}

#[test]
fn new_edge_is_of_the_role_that_fits_its_ends() {
    let mut window = new_rule();
    // First lock has Key and Gate, opens and holds.
    add(&mut window, vec2(0.0, 1.0), "Key");
    add(&mut window, vec2(1.0, 0.0), "Gate");
    let join = |window: &mut Window, one: &str, other: &str| {
        let size = rect(window, one).width() / 2.0;
        let (from, to) = (middle(window, one), middle(window, other));
        drag(window, from + (to - from).normalized() * (size - 6.0), to);
    };
    let (key, gate) = ("Node 2 of Before: Key", "Node 3 of Before: Gate");
    join(&mut window, FIRST, key);
    join(&mut window, key, gate);
    join(&mut window, FIRST, gate);
    let edges = rule(&window).lhs.edges;
    let symbols = edges.iter().map(|edge| edge.symbol.clone());
    let is = |name: &str| SymbolPattern::Is(name.to_owned());
    assert_eq!(symbols.collect::<Vec<_>>(), [is("holds"), is("opens"), is("path")]);
}

#[test]
fn any_is_what_a_new_node_before_is_unless_another_is_picked() {
    let mut window = new_rule();
    let at = middle(&window, FIRST) + vec2(0.0, step(&window, FIRST));
    press_at(&mut window, at, 2);
    press(&mut window, Key::Enter);
    assert_eq!(rule(&window).lhs.nodes[&ElementId(2)].symbol, SymbolPattern::Any);
}

#[test]
fn name_that_begins_another_one_is_offered_to_be_created() {
    let mut window = new_rule();
    let at = middle(&window, FIRST) + vec2(0.0, step(&window, FIRST));
    press_at(&mut window, at, 2);
    type_text(&mut window, "Cav");
    window.get_by_label("Symbol Cave");
    click(&mut window, "Create \"Cav\"");
    assert!(app(&window).document().grammar().alphabet.nodes.contains_key("Cav"));
    assert_eq!(rule(&window).lhs.nodes[&ElementId(2)].symbol, SymbolPattern::Is("Cav".to_owned()));
    // From now on the exact name comes before the longer one.
    let at = middle(&window, FIRST) + vec2(step(&window, FIRST), 0.0);
    press_at(&mut window, at, 2);
    type_text(&mut window, "cav");
    press(&mut window, Key::Enter);
    assert_eq!(rule(&window).lhs.nodes[&ElementId(3)].symbol, SymbolPattern::Is("Cav".to_owned()));
}

#[test]
fn node_is_inserted_on_an_edge_by_double_click_and_by_menu() {
    let mut window = rule_with_an_edge();
    let at = edge(&window, "1 to 2");
    press_at(&mut window, at, 2);
    type_text(&mut window, "Gate");
    press(&mut window, Key::Enter);
    assert_eq!(app(&window).document().undo_name(), Some("Insert node"));
    let ends = |window: &Window| {
        let edges = rule(window).lhs.edges;
        edges.iter().map(|edge| (edge.from.0, edge.to.0)).collect::<Vec<_>>()
    };
    assert_eq!(ends(&window), [(1, 3), (3, 2)]);
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(ends(&window), [(1, 2)]);
    let at = edge(&window, "1 to 2");
    window.hover_at(at);
    window.step();
    button(&mut window, at, PointerButton::Secondary, true);
    button(&mut window, at, PointerButton::Secondary, false);
    settle(&mut window);
    click(&mut window, "Insert node… Double-click");
    press(&mut window, Key::Enter);
    assert_eq!(ends(&window), [(1, 3), (3, 2)]);
    assert_eq!(rule(&window).lhs.nodes[&ElementId(3)].symbol, SymbolPattern::Any);
}

#[test]
fn rule_is_tried_on_the_mission_before_a_step_of_the_recipe() {
    let mut window = window();
    click_tab(&mut window, "Rule");
    super::graph::click_containing(&mut window, "Try it here");
    let before = app(&window).document().content().clone();
    click(&mut window, "Moment");
    super::graph::click_containing(&mut window, "Before step 1: ");
    assert_ne!(app(&window).view().shared.trial.count(), Some(0));
    let start = &app(&window).run_view().run.as_ref().expect("a run").derivation;
    let nodes = start.as_ref().expect("a derivation").start.nodes().count();
    let shown = app(&window).view().shared.trial.drawing().expect("another mission").nodes.len();
    assert_eq!(shown, nodes);
    click(&mut window, "Reset");
    assert!(app(&window).view().shared.trial.drawing().is_none());
    assert_eq!(app(&window).document().content(), &before);
}

#[test]
fn name_of_a_new_symbol_is_written_at_once() {
    let mut window = window();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Add node symbol");
    type_text(&mut window, "Fountain");
    press(&mut window, Key::Enter);
    let symbols = &app(&window).document().grammar().alphabet.nodes;
    assert!(symbols.contains_key("Fountain"), "{:?}", symbols.keys().collect::<Vec<_>>());
}

#[test]
fn node_of_a_mission_of_a_thousand_is_selected_by_a_click() {
    let text = r#"Grammar(format: 1, name: "Large",
    alphabet: (
        nodes: {"Hall": (role: Start, form: Hall(width: (3, 3), height: (3, 3)))},
        edges: {"path": (role: Passage)},
    ),
    start: Lattice(width: 33, height: 33, node: "Hall", edge: "path"),
    recipe: [],
    layout: (spacing: Fixed(scale: 6)),
)"#;
    let (_folder, path) = file_with(text);
    let mut window = window_with(Some(path));
    let at = rect(&window, "Mission graph").center();
    click_at(&mut window, at);
    let selected = app(&window).view().shared.selected.expect("a node is near");
    // The next node, one lattice step away, is a different one.
    click_at(&mut window, at + vec2(60.0, 0.0));
    assert_ne!(app(&window).view().shared.selected, Some(selected));
    assert!(app(&window).view().shared.selected.is_some());
}
