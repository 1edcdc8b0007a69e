//! Variables: sliders that make the level again, and formulas in number fields.

use delvewright::editor::Pane;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::forms::retype;
use super::{Window, app, click, file_with, settle, show, window_with};

const TOWER: &str = r##"Grammar(
    format: 1,
    name: "Tower",
    variables: {"floors": (default: 2, range: (1, 6))},
    alphabet: (
        nodes: {
            "Stairs": (role: Start, form: Hall()),
            "Hall": (form: Hall()),
            "Throne": (role: Goal, form: Hall()),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Stairs", 2: "Throne"}, edges: [(1, "path", 2)]),
    rules: [(
        name: "One hall more",
        lhs: (nodes: {1: Any, 2: "Throne"}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Hall"}, edges: [(1, "path", 3), (3, "path", 2)]),
    )],
    recipe: [Apply(rules: All, times: Var("floors"))],
    layout: (spacing: Elastic(gap: 3)),
)
"##;

fn tower() -> (tempfile::TempDir, Window) {
    let (folder, path) = file_with(TOWER);
    (folder, window_with(Some(path)))
}

/// Returns the number of halls between the ends, and the recorded value.
fn halls(window: &Window) -> (usize, i64) {
    let level = app(window).run_view().level().expect("a level");
    (level.places.len() - 2, level.variables["floors"])
}

fn formulas(window: &Window) -> Vec<String> {
    let sites = app(window).document().grammar().formula_sites().iter();
    sites.map(|site| site.formula.text().to_owned()).collect()
}

fn undo(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(window);
}

#[test]
fn slider_of_a_variable_makes_the_level_again_and_undo_takes_it_back() {
    let (_folder, mut window) = tower();
    assert_eq!(halls(&window), (2, 2));
    click(&mut window, "Variables");
    window.get_by_role_and_label(Role::Slider, "Set floors").focus();
    window.run();
    for _ in 0..3 {
        window.key_press(Key::ArrowRight);
        settle(&mut window);
    }
    assert_eq!(halls(&window), (5, 5));
    assert!(!app(&window).document().is_dirty(), "no file says it");
    assert_eq!(app(&window).document().undo_name(), Some("Set \"floors\""));
    click(&mut window, "Use the defaults");
    assert_eq!(halls(&window), (2, 2));
    undo(&mut window);
    assert_eq!(halls(&window), (5, 5));
    while app(&window).document().undo_name().is_some() {
        undo(&mut window);
    }
    assert_eq!(halls(&window), (2, 2));
}

#[test]
fn formula_is_typed_into_a_number_field_and_shows_its_value() {
    let (_folder, mut window) = tower();
    show(&mut window, Pane::Settings);
    let field = "Gap, as a number";
    window.get_by_label(field).scroll_to_me();
    window.run();
    window.get_by_label(field).click();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_label(field).type_text("floors * 2");
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(formulas(&window), ["floors", "floors * 2"]);
    window.get_by_label("= 4");
    retype(&mut window, "Gap", "5");
    assert_eq!(formulas(&window), ["floors"]);
}

#[test]
fn edit_elsewhere_keeps_formulas_in_the_file() {
    let (_folder, mut window) = tower();
    show(&mut window, Pane::Settings);
    retype(&mut window, "Name", "Keep");
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    let path = app(&window).document().path.clone().unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap(), TOWER.replace("\"Tower\"", "\"Keep\""));
}

#[test]
fn variable_is_renamed_in_its_formulas() {
    let (_folder, mut window) = tower();
    show(&mut window, Pane::Settings);
    retype(&mut window, "Name of variable floors", "height");
    assert_eq!(formulas(&window), ["height"]);
    let level = app(&window).run_view().level().expect("a level");
    assert_eq!(level.variables["height"], 2);
}
