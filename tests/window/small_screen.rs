//! The window at 1280 × 800, where all text can be read.

use std::path::Path;

use delvewright::editor::Pane;
use egui::accesskit::Role;
use egui::{Vec2, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};

use super::forms::{choose, click};
use super::{Window, app, click_tab, file_with, settle, show, window_of_size};

const SIZE: Vec2 = vec2(1280.0, 800.0);

/// Returns the labels that show only a part of their text, or that exceed their pane on the right.
fn cut_labels(window: &Window) -> Vec<String> {
    let panes: Vec<egui::Rect> = app(window).view().pane_rects.values().copied().collect();
    let exceeds = |label: egui::Rect| {
        let pane = panes.iter().find(|pane| pane.contains(label.left_center()));
        pane.is_some_and(|pane| label.right() > pane.right() + 0.5)
    };
    let labels = window.get_all_by_role(Role::Label);
    let cut = labels.filter_map(|label| {
        let (full, shown) = (text_of(&label), shown_text(&label)?);
        let is_elided = shown.contains('…') && !full.contains('…');
        (is_elided || exceeds(label.rect())).then_some(full)
    });
    cut.collect()
}

fn text_of(label: &Node<'_>) -> String {
    label.accesskit_node().value().unwrap_or_default()
}

/// Returns the text of the lines of a label; `None` if it is painted by hand.
fn shown_text(label: &Node<'_>) -> Option<String> {
    let lines: Vec<String> = label.query_all_by_role(Role::TextRun).map(|line| text_of(&line)).collect();
    (!lines.is_empty()).then(|| lines.concat())
}

fn small_window(file: Option<&Path>) -> Window {
    window_of_size(SIZE, file.map(Path::to_owned))
}

fn example(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars").join(name)
}

#[test]
fn forms_of_the_start_name_all_that_they_ask_for() {
    let mut window = small_window(None);
    show(&mut window, Pane::Start);
    for form in ["Scatter", "Lattice", "Random tree"] {
        click(&mut window, form);
        assert_eq!(cut_labels(&window), [""; 0], "{form}");
    }
    click(&mut window, "Scatter");
    let name = window.get_by_label("Number of features").rect();
    let pane = app(&window).view().pane_rects[&Pane::Start];
    assert!(pane.contains_rect(name));
}

#[test]
fn forms_of_symbols_name_all_that_they_ask_for() {
    let mut window = small_window(Some(&example("underworks.ron")));
    click_tab(&mut window, "Symbols");
    let alphabet = app(&window).document().grammar().alphabet.clone();
    for name in alphabet.nodes.keys().chain(alphabet.edges.keys()) {
        window.get_by_label(&format!("Symbol {name}")).scroll_to_me();
        window.run();
        window.get_by_label(&format!("Symbol {name}")).click();
        window.run();
        assert_eq!(cut_labels(&window), [""; 0], "{name}");
    }
}

#[test]
fn forms_of_steps_passes_and_settings_name_all_that_they_ask_for() {
    let mut window = small_window(Some(&example("desert_camp.ron")));
    for pane in ["Settings", "Populate", "Recipe", "Rooms", "Rules"] {
        click_tab(&mut window, pane);
        assert_eq!(cut_labels(&window), [""; 0], "{pane}");
    }
    click_tab(&mut window, "Populate");
    let passes = app(&window).document().grammar().populate.clone();
    for (position, pass) in passes.iter().enumerate() {
        click(&mut window, &format!("Pass {}: {}", position + 1, pass.name));
        assert_eq!(cut_labels(&window), [""; 0], "{}", pass.name);
    }
    click_tab(&mut window, "Recipe");
    let steps = window.get_all_by_label_contains("Step ").map(|step| step.rect().height());
    let heights: Vec<f32> = steps.collect();
    assert!(heights[1] > heights[0] + 10.0, "long words take two lines: {heights:?}");
    choose(&mut window, "Add step", "Require something");
    assert_eq!(cut_labels(&window), [""; 0]);
}

#[test]
fn notes_are_no_problems() {
    // Noted: "Lair" is not smoothed.
    let text = r#"Grammar(format: 1, name: "Noise", alphabet: (
        nodes: {"Gate": (role: Start, form: Hall()), "Lair": (role: Goal, form: Cave(smoothing: 0))},
        edges: {"path": (role: Passage)}),
        start: Graph(nodes: {1: "Gate", 2: "Lair"}, edges: [(1, "path", 2)]))"#;
    let (_folder, file) = file_with(text);
    let mut window = small_window(Some(&file));
    assert!(window.query_by_role_and_label(Role::Button, "Problems").is_some(), "without a number");
    click_tab(&mut window, "Problems");
    window.get_by_label("No problems");
    assert!(window.query_all_by_label_contains("Notes  ·  ").next().is_some());
}

const TWO_STARTS: &str = r#"Grammar(format: 1, name: "Two doors",
    alphabet: (
        nodes: {"Gate": (role: Start, form: Hall()), "Hall": (form: Hall()), "Vault": (role: Goal, form: Hall())},
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Gate", 2: "Gate", 3: "Vault"}, edges: [(1, "path", 3), (2, "path", 3)]),
)"#;
const MESSAGE: &str = "Every level has 2 starts: \"Gate\" (node 1), \"Gate\" (node 2).";

/// Returns a small window in which a symbol that rules use was just deleted.
fn window_with_a_new_problem() -> Window {
    let mut window = small_window(None);
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Gate");
    click(&mut window, "Delete symbol Gate");
    window
}

/// Returns the names of the widgets of a role that lie in the list of problems.
fn listed(window: &Window, role: Role) -> Vec<String> {
    let pane = app(window).view().pane_rects[&Pane::Problems];
    let found = window.get_all_by_role(role).filter(|widget| pane.contains_rect(widget.rect()));
    let names = found.map(|widget| {
        let node = widget.accesskit_node();
        node.value().or_else(|| node.label()).unwrap_or_default()
    });
    names.collect()
}

#[test]
fn the_worst_problem_is_read_in_the_folded_list() {
    let window = window_with_a_new_problem();
    assert!(app(&window).view().pane_rects[&Pane::Problems].height() < 150.0);
    assert!(listed(&window, Role::Label).iter().any(|message| message.contains("\"Gate\"")));
    assert_eq!(cut_labels(&window), [""; 0]);
}

#[test]
fn the_fix_of_the_worst_problem_is_an_icon_in_a_narrow_list() {
    let mut window = window_with_a_new_problem();
    let fix = listed(&window, Role::Button).pop().expect("a fix");
    assert!(window.get_by_role_and_label(Role::Button, &fix).rect().width() < 40.0, "{fix}");
    let before = app(&window).document().steps_done();
    window.get_by_role_and_label(Role::Button, &fix).click();
    settle(&mut window);
    assert_eq!(app(&window).document().steps_done(), before + 1);
}

#[test]
fn a_form_shows_its_own_problems_at_its_top() {
    let (_folder, file) = file_with(TWO_STARTS);
    let mut window = small_window(Some(&file));
    let in_pane = |window: &Window, pane: Pane| {
        let pane = app(window).view().pane_rects[&pane];
        let shown = window.query_all_by_label(MESSAGE).map(|label| label.rect());
        shown.filter(|label| pane.with_max_y(pane.top() + 120.0).contains_rect(*label)).count()
    };
    show(&mut window, Pane::Start);
    assert_eq!(in_pane(&window, Pane::Start), 1);
    let drawing = window.get_by_label("Start canvas").rect();
    let top = window.get_all_by_label(MESSAGE).map(|label| label.rect().bottom()).fold(f32::MAX, f32::min);
    assert!(top <= drawing.top(), "the drawing begins below the message");
    click(&mut window, "Lattice");
    assert_eq!(in_pane(&window, Pane::Start), 0, "its symbols are no starts");
}
