//! Drawing rules and starts with the pointer and keys, as a designer does.

use delvewright::grammar::{ElementId, Rule, Start, SymbolPattern};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use delvewright::editor::App;
use egui_kittest::Harness;

use super::{MAX_FRAMES, SEED, Window, app, click, click_tab, settle, window_with};

/// Returns a window with frames short enough for double clicks.
pub(super) fn window() -> Window {
    let builder = Harness::builder()
        .with_size(vec2(1600.0, 1000.0))
        .with_step_dt(1.0 / 20.0)
        .with_max_steps(MAX_FRAMES);
    let mut window = builder.build_ui_state(
        |ui, app: &mut Option<App>| app.get_or_insert_with(|| App::new(ui.ctx(), None, SEED)).ui(ui),
        None,
    );
    settle(&mut window);
    window
}

/// Returns the rule in front.
pub(super) fn rule(window: &Window) -> Rule {
    let app = app(window);
    app.document().grammar().rules[app.view().shared.open.rule].clone()
}

pub(super) fn press_at(window: &mut Window, at: Pos2, times: u32) {
    window.hover_at(at);
    window.step();
    for _ in 0..times {
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            window.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        }
    }
    window.step();
    settle(window);
}

pub(super) fn click_at(window: &mut Window, at: Pos2) {
    press_at(window, at, 1);
    // So that the next click is not a double click. The time is that of the frames.
    let now = |window: &Window| window.ctx.input(|input| input.time);
    let delay = window.ctx.options(|options| options.input_options.max_double_click_delay);
    let clicked = now(window);
    while now(window) <= clicked + delay {
        window.step();
    }
}

/// Clicks while modifiers are held.
pub(super) fn click_at_with(window: &mut Window, pos: Pos2, modifiers: Modifiers) {
    window.event(Event::PointerMoved(pos));
    window.step();
    window.event(Event::ModifiersChanged(modifiers));
    for pressed in [true, false] {
        window.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
        window.step();
    }
    window.event(Event::ModifiersChanged(Modifiers::NONE));
}

pub(super) fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    for part in 1..=5 {
        window.hover_at(from.lerp(to, part as f32 / 5.0));
        window.step();
    }
    window.drop_at(to);
    settle(window);
}

pub(super) fn middle(window: &Window, name: &str) -> Pos2 {
    window.get_by_label(name).rect().center()
}

pub(super) fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    settle(window);
}

pub(super) fn press_with(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

pub(super) fn type_text(window: &mut Window, text: &str) {
    window.event(Event::Text(text.to_owned()));
    settle(window);
}

/// Returns a window with a new rule in front: any node, kept.
pub(super) fn new_rule() -> Window {
    let mut window = window();
    click_tab(&mut window, "Rule");
    click_containing(&mut window, "  Add rule");
    window
}

pub(super) fn click_containing(window: &mut Window, name: &str) {
    window.get_by_label_contains(name).click();
    settle(window);
}

/// Returns the distance between sites on the screen in points, measured from the size of a node.
pub(super) fn step(window: &Window, node: &str) -> f32 {
    // A node has a radius of 26 units and a rim of 5 points; sites are 112 units apart.
    (window.get_by_label(node).rect().width() / 2.0 - 5.0) / 26.0 * 112.0
}

pub(super) const FIRST: &str = "Node 1 of Before: any";

/// Adds a Cave below the first node, by double click, typing and Enter.
pub(super) fn add_below(window: &mut Window) {
    let at = middle(window, FIRST) + vec2(0.0, step(window, FIRST));
    press_at(window, at, 2);
    window.get_by_label("Find a symbol");
    type_text(window, "Cav");
    press(window, Key::Enter);
}

#[test]
fn rule_is_drawn_from_nothing_by_pointer_and_keys_and_undone() {
    let mut window = new_rule();
    assert_eq!(rule(&window).name, "New rule");
    let steps = app(&window).document().steps_done();
    add_below(&mut window);
    assert_eq!(app(&window).document().undo_name(), Some("Add node"));
    let second = "Node 2 of Before: Cave";
    window.get_by_label("Node 2 of After: Cave");
    // From the rim of the first node to the second.
    let size = window.get_by_label(FIRST).rect().width() / 2.0;
    let from = middle(&window, FIRST) + vec2(0.0, size - 6.0);
    let to = middle(&window, second);
    drag(&mut window, from, to);
    assert_eq!(app(&window).document().undo_name(), Some("Connect two nodes"));
    window.get_by_label_contains("from 1 to 2 of Before");
    window.get_by_label_contains("from 1 to 2 of After");
    // The right side gets another symbol.
    let at = middle(&window, "Node 2 of After: Cave");
    click_at(&mut window, at);
    press(&mut window, Key::Delete);
    assert_eq!(app(&window).document().undo_name(), Some("Delete a node"));
    let drawn = rule(&window);
    assert_eq!((drawn.lhs.nodes.len(), drawn.lhs.edges.len()), (2, 1));
    assert_eq!((drawn.rhs.nodes.len(), drawn.rhs.edges.len()), (1, 0));
    while app(&window).document().steps_done() > steps {
        press_with(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(rule(&window).lhs.nodes.len(), 1);
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn dropping_an_edge_on_empty_ground_makes_the_node_too() {
    let mut window = new_rule();
    let size = window.get_by_label(FIRST).rect().width() / 2.0;
    let step = step(&window, FIRST);
    let at = middle(&window, FIRST);
    drag(&mut window, at + vec2(0.0, size - 6.0), at + vec2(0.0, step));
    type_text(&mut window, "cave");
    press(&mut window, Key::Enter);
    assert_eq!(app(&window).document().undo_name(), Some("Add connected node"));
    window.get_by_label_contains("from 1 to 2 of Before");
    assert_eq!(rule(&window).at[&ElementId(2)].y, 1);
}

#[test]
fn picker_can_be_called_off_and_filtered_with_arrow_keys() {
    let mut window = new_rule();
    let before = rule(&window);
    let at = middle(&window, FIRST) + vec2(0.0, step(&window, FIRST));
    press_at(&mut window, at, 2);
    press(&mut window, Key::Escape);
    assert!(window.query_by_label("Find a symbol").is_none());
    assert_eq!(rule(&window), before);
    let first = middle(&window, FIRST);
    press_at(&mut window, first, 2);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::Enter);
    let symbols = &app(&window).document().grammar().alphabet.nodes;
    let first = symbols.keys().next().expect("a symbol").clone();
    assert_eq!(rule(&window).lhs.nodes[&ElementId(1)].symbol, SymbolPattern::Is(first));
}

#[test]
fn symbol_that_is_not_there_yet_is_made_by_its_name() {
    let mut window = new_rule();
    let before = app(&window).document().grammar().clone();
    let at = middle(&window, FIRST) + vec2(0.0, step(&window, FIRST));
    press_at(&mut window, at, 2);
    type_text(&mut window, "Crypt");
    window.get_by_label("Create \"Crypt\"");
    press(&mut window, Key::Enter);
    let after = app(&window).document().grammar();
    assert!(after.alphabet.nodes.contains_key("Crypt"));
    assert_eq!(rule(&window).lhs.nodes[&ElementId(2)].symbol, SymbolPattern::Is("Crypt".to_owned()));
    assert_eq!(app(&window).document().undo_name(), Some("Add node, with the new symbol \"Crypt\""));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(app(&window).document().grammar(), &before);
}

#[test]
fn nodes_are_moved_by_pointer_and_arrow_keys_on_all_sides() {
    let mut window = new_rule();
    add_below(&mut window);
    let second = "Node 2 of Before: Cave";
    let (from, step) = (middle(&window, second), step(&window, second));
    drag(&mut window, from, from + vec2(step, 0.0));
    assert_eq!(app(&window).document().undo_name(), Some("Move a node"));
    let at = |window: &Window| rule(window).at[&ElementId(2)];
    assert_eq!((at(&window).x, at(&window).y), (1, 1));
    press(&mut window, Key::ArrowDown);
    assert_eq!((at(&window).x, at(&window).y), (1, 2));
    press(&mut window, Key::Escape);
    press(&mut window, Key::F);
    let (left, right) = ("Node 1 of Before: any", "Node 1 of After: any");
    let offset = |window: &Window, second: &str, first: &str| middle(window, second) - middle(window, first);
    let on_left = offset(&window, second, left);
    let on_right = offset(&window, "Node 2 of After: Cave", right);
    assert!((on_left - on_right).length() < 1.0, "{on_left} {on_right}");
}

#[test]
fn letters_and_digits_set_the_symbol_of_what_is_chosen() {
    let mut window = new_rule();
    add_below(&mut window);
    type_text(&mut window, "1");
    let first = app(&window).document().grammar().alphabet.nodes.keys().next().expect("a symbol").clone();
    assert_eq!(rule(&window).lhs.nodes[&ElementId(2)].symbol, SymbolPattern::Is(first));
    let seed = app(&window).seed();
    window.key_press(Key::R);
    type_text(&mut window, "r");
    assert_eq!(app(&window).seed(), seed);
}

#[test]
fn what_is_copied_is_pasted_as_text_and_other_text_is_refused() {
    let mut window = new_rule();
    add_below(&mut window);
    press_with(&mut window, Modifiers::COMMAND, Key::A);
    window.event(Event::Copy);
    window.step();
    let commands = window.output().platform_output.commands.clone();
    let copied = commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("something was copied");
    assert!(copied.starts_with("Fragment("), "{copied}");
    settle(&mut window);
    window.event(Event::Paste("a shopping list".to_owned()));
    settle(&mut window);
    assert_eq!(rule(&window).lhs.nodes.len(), 2);
    window.event(Event::Paste(copied));
    settle(&mut window);
    assert_eq!(app(&window).document().undo_name(), Some("Paste 2 nodes"));
    assert_eq!((rule(&window).lhs.nodes.len(), rule(&window).rhs.nodes.len()), (4, 4));
    press_with(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(rule(&window).lhs.nodes.len(), 6);
}

#[test]
fn results_and_forbidden_patterns_have_tabs() {
    let mut window = new_rule();
    click(&mut window, "Add another After");
    assert_eq!(rule(&window).or.len(), 1);
    click(&mut window, "After 1");
    click(&mut window, "Add what must not be there");
    assert_eq!(rule(&window).forbid.len(), 1);
    let first = "Node 1 of what must not be there: any";
    let at = middle(&window, first) + vec2(0.0, step(&window, first));
    press_at(&mut window, at, 2);
    press(&mut window, Key::Enter);
    assert_eq!(rule(&window).forbid[0].nodes.len(), 1);
    click(&mut window, "Delete what must not be there");
    assert!(rule(&window).forbid.is_empty());
    click(&mut window, "Delete this After");
    assert!(rule(&window).or.is_empty());
}

#[test]
fn rule_is_tried_on_a_copy_of_the_mission() {
    let mut window = window();
    click_tab(&mut window, "Rule");
    click_containing(&mut window, "Try it here");
    while app(&window).view().shared.trial.count() == Some(0) {
        click(&mut window, "Next rule");
    }
    let searches = app(&window).view().shared.trial.searches();
    settle(&mut window);
    assert_eq!(app(&window).view().shared.trial.searches(), searches);
    let before = app(&window).document().content().clone();
    click(&mut window, "Apply");
    window.get_by_label("With 1 rule tried");
    assert_eq!(app(&window).document().content(), &before);
    click(&mut window, "Reset");
    assert!(window.query_by_label("With 1 rule tried").is_none());
    click_containing(&mut window, "Why not here?");
    let node = app(&window).run_view().mission.nodes[0].tooltip[0].clone();
    click(&mut window, &node);
    assert!(app(&window).view().shared.trial.answer.is_some());
}

#[test]
fn drawings_are_made_once_for_each_change() {
    let mut window = new_rule();
    add_below(&mut window);
    let made = app(&window).view().rule.drawings_made;
    for part in 0..20 {
        let at = middle(&window, FIRST) + Vec2::splat(part as f32 * 3.0);
        window.hover_at(at);
        window.step();
    }
    assert_eq!(app(&window).view().rule.drawings_made, made);
    type_text(&mut window, "1");
    assert_eq!(app(&window).view().rule.drawings_made, made + 1);
}

#[test]
fn start_is_drawn_and_its_kind_is_chosen() {
    let mut window = window();
    click_tab(&mut window, "Start graph");
    let before = app(&window).document().grammar().start.clone();
    click(&mut window, "Lattice");
    assert!(matches!(app(&window).document().grammar().start, Start::Lattice { .. }));
    click(&mut window, "Random tree");
    window.get_by_label("Share of loops of the start");
    click(&mut window, "Scatter");
    window.get_by_label("Minimum number of features of the start");
    window.get_by_label("Weight of feature 1 of the start");
    let kinds = |window: &Window| match &app(window).document().grammar().start {
        Start::Scatter(scatter) => scatter.features.len(),
        _ => 0,
    };
    assert_eq!(kinds(&window), 1);
    window.get_by_label_contains("Add feature").click();
    settle(&mut window);
    assert_eq!(kinds(&window), 2);
    click(&mut window, "Delete feature 1 of the start");
    assert_eq!(kinds(&window), 1);
    for _ in 0..5 {
        press_with(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(app(&window).document().grammar().start, before);
    let name = window.query_all_by_label_contains("of the start:").next().map(|node| node.rect().center());
    click_at(&mut window, name.expect("a node"));
    press(&mut window, Key::Delete);
    assert_ne!(app(&window).document().grammar().start, before);
}

#[test]
fn large_drawings_come_to_rest() {
    let mut text = String::from("start: Graph(nodes: {");
    for id in 1..=400 {
        text += &format!("{id}: \"Cave\", ");
    }
    text += "}, edges: [";
    for id in 1..400 {
        text += &format!("({id}, \"path\", {}), ", id + 1);
    }
    text += "]),";
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/first_lock.ron");
    let example = std::fs::read_to_string(path).unwrap();
    let (head, rest) = example.split_once("start: ").expect("a start");
    let (_, tail) = rest.split_once("rules:").expect("rules");
    let (_folder, path) =
        super::file_with(&format!("{head}{text}\n    rules:{tail}").replace("../rooms/", "rooms/"));
    let mut window = window_with(Some(path));
    click_tab(&mut window, "Start graph");
    window.get_by_label("Start canvas");
}

#[test]
fn rule_is_drawn_by_keys_alone() {
    let mut window = new_rule();
    window.get_by_label("Before canvas").focus();
    settle(&mut window);
    press(&mut window, Key::PageDown);
    press(&mut window, Key::Insert);
    type_text(&mut window, "cave");
    press(&mut window, Key::Enter);
    assert_eq!(rule(&window).lhs.nodes.len(), 2);
    window.get_by_label("Before canvas").focus();
    settle(&mut window);
    press(&mut window, Key::Escape);
    press(&mut window, Key::PageDown);
    press_with(&mut window, Modifiers::SHIFT, Key::PageDown);
    press_with(&mut window, Modifiers::COMMAND, Key::J);
    assert_eq!(app(&window).document().undo_name(), Some("Connect two nodes"));
    let edge = &rule(&window).lhs.edges[0];
    assert_eq!((edge.from, edge.to), (ElementId(1), ElementId(2)));
    press(&mut window, Key::Delete);
    assert!(rule(&window).lhs.edges.is_empty());
}

#[test]
fn random_start_is_shown_as_the_seed_makes_it() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/upkeep.ron");
    let mut window = window_with(Some(path));
    click_tab(&mut window, "Start graph");
    let shown = |window: &Window| {
        let nodes = window.query_all_by_label_contains("Start: ").count();
        let run = app(window).run_view().run.as_ref().expect("a run");
        let made = run.derivation.as_ref().expect("a derivation").at_step(0);
        assert_eq!(nodes, made.nodes().count());
        made.nodes().map(|(_, node)| node.site).collect::<Vec<_>>()
    };
    let before = shown(&window);
    press_with(&mut window, Modifiers::COMMAND, Key::R);
    assert_ne!(shown(&window), before);
}
