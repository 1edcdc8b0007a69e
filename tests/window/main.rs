//! The window, controlled by the accessible names of its parts. No graphics are needed.

mod names;
mod populating;
mod properties;
mod random_hand;
mod range;
mod rolls;
mod room_imports;
mod rooms;
mod forms;
mod film;
mod files;
mod first_hour;
mod gallery;
mod graph;

use std::fs;
use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::editor::{App, Pane};
use delvewright::export::{Format, export};
use delvewright::level::Level;
use delvewright::mission::Form;
use delvewright::overlay::Overlay;
use delvewright::pipeline::{Pipeline, Request};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable};
use egui_kittest::{Harness, HarnessBuilder};

mod authoring;
mod canvases;
mod cards;
mod comfort;
mod compare;
mod counted;
mod export_plan;
mod exports;
mod keyboard;
mod lists;
mod looks;
mod mending;
mod pins;
mod reference;
mod small_screen;
mod speed;
mod speed_of_seeds;
mod themes;
mod traps;
mod typing;
mod variables;
#[path = "../sample.rs"]
mod sample;
#[path = "../tile_pictures.rs"]
mod tile_pictures;

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Window = Harness<'static, Option<App>>;

const SEED: Seed = Seed(1);

/// The largest number of frames until the window comes to rest. Each result of background work asks for some.
const MAX_FRAMES: u64 = 64;

/// Returns a window with a file or the first example, after its level was made.
fn window_with(file: Option<std::path::PathBuf>) -> Window {
    window_of_size(egui::vec2(1600.0, 1000.0), file)
}

/// Returns a window of another size, in points.
fn window_of_size(size: egui::Vec2, file: Option<std::path::PathBuf>) -> Window {
    opened(Harness::builder().with_size(size), file)
}

fn opened(builder: HarnessBuilder<Option<App>>, file: Option<std::path::PathBuf>) -> Window {
    let mut window = builder.with_max_steps(MAX_FRAMES).build_ui_state(
        move |ui, app: &mut Option<App>| {
            app.get_or_insert_with(|| App::new(ui.ctx(), file.as_deref(), SEED)).ui(ui);
        },
        None,
    );
    settle(&mut window);
    window
}

fn window() -> Window {
    window_with(None)
}

/// Draws until nothing is left to do.
///
/// Panics if the window never comes to rest.
fn settle(window: &mut Window) {
    window.step();
    app_mut(window).wait();
    rest(window);
    // Work that the last frames requested, for example the preview of a room that was just opened.
    if app_mut(window).wait() {
        rest(window);
    }
}

/// Draws until the window comes to rest. Many levels may take longer than it may draw.
fn rest(window: &mut Window) {
    while let Err(error) = window.try_run() {
        assert!(app_mut(window).wait(), "{error}");
    }
}

fn app(window: &Window) -> &App {
    window.state().as_ref().expect("the first frame made it")
}

fn app_mut(window: &mut Window) -> &mut App {
    window.state_mut().as_mut().expect("the first frame made it")
}

/// Clicks on the widget with a name. The pointer moves first, because the widget under it is known one frame
/// later.
fn click(window: &mut Window, name: &str) {
    window.get_by_label(name).hover();
    window.step();
    window.get_by_label(name).click();
    settle(window);
}

fn click_tab(window: &mut Window, name: &str) {
    window.get_by_role_and_label(Role::Button, name).click();
    settle(window);
}

/// Brings a pane to the front with its menu.
fn show(window: &mut Window, pane: Pane) {
    window.get_by_role_and_label(Role::Button, "View").click();
    window.run();
    let items: Vec<_> = window.get_all_by_role_and_label(Role::Button, pane.title()).collect();
    items.last().expect("the menu has an item for each pane").click();
    settle(window);
}

fn file_with(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.ron");
    fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn first_start_shows_a_level_of_an_example() {
    let window = window();
    let level = app(&window).run_view().level().expect("a level");
    assert!(level.report.all_held(), "{:?}", level.report);
    assert!(!app(&window).document().is_dirty());
    window.get_by_label("Level map");
    window.get_by_label("Mission graph");
}

#[test]
fn every_pane_comes_to_rest() {
    let mut window = window();
    for pane in Pane::ALL {
        show(&mut window, pane);
    }
    click_tab(&mut window, "Rules");
    let grammar = app(&window).document().grammar().clone();
    for rule in grammar.rules.iter().take(2) {
        window.get_by_label(&format!("Picture of {}", rule.name));
    }
}

#[test]
fn every_node_of_the_mission_announces_itself() {
    let window = window();
    for node in &app(&window).run_view().mission.nodes {
        window.get_by_label(&node.tooltip[0]);
    }
}

#[test]
fn rolling_changes_the_seed_and_the_level_and_previous_goes_back() {
    let mut window = window();
    let first = app(&window).run_view().level().expect("a level").clone();
    click(&mut window, "Roll a new seed (Ctrl+R)");
    assert_ne!(app(&window).seed(), SEED);
    assert_eq!(app(&window).run_view().level().expect("a level").seed, app(&window).seed());
    click(&mut window, "Previous seed (Ctrl+,)");
    assert_eq!(app(&window).seed(), SEED);
    assert_eq!(app(&window).run_view().level().expect("a level"), &first);
}

#[test]
fn next_seed_is_the_next_number() {
    let mut window = window();
    click(&mut window, "Next seed (Ctrl+.)");
    assert_eq!(app(&window).seed(), Seed(2));
}

#[test]
fn typed_seed_counts_once_the_field_is_left() {
    let mut window = window();
    let field = window.get_by_role_and_label(Role::TextInput, "Seed");
    field.focus();
    window.run();
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.get_by_role_and_label(Role::TextInput, "Seed").type_text("4711");
    window.run();
    assert_eq!(app(&window).seed(), SEED);
    window.key_press(egui::Key::Enter);
    settle(&mut window);
    assert_eq!(app(&window).seed(), Seed(4711));
}

#[test]
fn letters_typed_into_a_field_are_no_shortcuts() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    window.get_by_label("Search rules").focus();
    window.run();
    window.key_press(egui::Key::R);
    window.get_by_label("Search rules").type_text("r");
    settle(&mut window);
    assert_eq!(app(&window).seed(), SEED);
    assert_eq!(app(&window).view().rules.search, "r");
}

#[test]
fn searching_leaves_the_rules_that_fit() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    let names: Vec<String> =
        app(&window).document().grammar().rules.iter().map(|rule| rule.name.clone()).collect();
    window.get_by_label("Search rules").focus();
    window.run();
    window.get_by_label("Search rules").type_text(&names[0]);
    settle(&mut window);
    window.get_by_label(&format!("Picture of {}", names[0]));
    assert!(window.query_by_label(&format!("Picture of {}", names[1])).is_none());
}

#[test]
fn rules_tell_how_often_they_were_used_in_the_level_at_hand() {
    let mut window = window();
    click_tab(&mut window, "Rules");
    let run = app(&window).run_view().run.clone().expect("a run");
    let derivation = run.derivation.expect("a derivation");
    let counts: Vec<u32> = app(&window).run_view().rule_counts.values().copied().collect();
    assert_eq!(counts.iter().sum::<u32>() as usize, derivation.steps.len());
    let first = &run.request.grammar.rules[0].name;
    let expected = match app(&window).run_view().rule_counts[first] {
        0 => "not applied".to_owned(),
        1 => "applied once".to_owned(),
        count => format!("applied {count}×"),
    };
    assert!(window.query_all_by_label(&expected).next().is_some(), "{expected}");
}

#[test]
fn rules_that_use_the_whole_language_are_shown() {
    let example =
        fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/first_lock.ron"));
    let example = example.unwrap();
    let full = r##"rules: [
        (
            name: "Everything",
            enabled: false,
            lhs: (
                nodes: {1: Any, 2: (symbol: Any, when: [Degree(All, AtMost(3)), Attribute("danger", More(2))])},
                edges: [(1, (symbol: Any, when: [Attribute("danger", Absent)]), 2, EitherWay)],
            ),
            forbid: [(nodes: {9: Any}, edges: [(2, Any, 9)]), (nodes: {1: (symbol: Any, when: [Attribute("danger", Present)])})],
            rhs: (weight: 2, nodes: {1: Keep, 2: (symbol: Keep, change: [Take("danger", Node(1))])}, edges: [(2, (symbol: Keep, change: [Add("danger", 1)]), 1)]),
            or: [(nodes: {1: Keep, 2: Keep}, edges: [(1, Keep, 2)]), (nodes: {})],
        ),"##;
    let (_folder, path) = file_with(&example.replacen("rules: [", full, 1).replace("../rooms/", "rooms/"));
    let mut window = window_with(Some(path));
    click_tab(&mut window, "Rules");
    window.get_by_label("Picture of Everything");
    window.get_by_label("off");
}

#[test]
fn slider_makes_one_step_that_can_be_undone_by_name() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    let before = app(&window).document().grammar().layout.clone();
    let rect = window.get_by_role_and_label(Role::Slider, "Gap").rect();
    window.hover_at(rect.left_center());
    window.step();
    window.drag_at(rect.left_center() + egui::vec2(8.0, 0.0));
    window.step();
    for share in [0.2, 0.3, 0.4] {
        window.hover_at(rect.left_center() + egui::vec2(rect.width() * share, 0.0));
        window.step();
    }
    window.drop_at(rect.left_center() + egui::vec2(rect.width() * 0.4, 0.0));
    settle(&mut window);
    assert_ne!(app(&window).document().grammar().layout, before);
    assert_eq!(app(&window).document().undo_name(), Some("Set gap"));
    assert!(app(&window).document().is_dirty());
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    settle(&mut window);
    assert_eq!(app(&window).document().grammar().layout, before);
    assert_eq!(app(&window).document().undo_name(), None);
    assert!(!app(&window).document().is_dirty());
}

#[test]
fn parameter_of_a_symbol_is_set_by_its_name() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    let grammar = app(&window).document().grammar().clone();
    let is_cave = |symbol: &&delvewright::mission::NodeSymbol| matches!(symbol.form, Some(Form::Cave(_)));
    let (name, _) = grammar.alphabet.nodes.iter().find(|(_, symbol)| is_cave(symbol)).expect("a cave");
    let parameters = format!("Parameters of {name}");
    window.get_by_label(&parameters).scroll_to_me();
    window.run();
    click(&mut window, &parameters);
    let slider = format!("Smoothing of {name}");
    window.get_by_role_and_label(Role::Slider, &slider).focus();
    window.run();
    window.key_press(egui::Key::ArrowRight);
    settle(&mut window);
    let step = format!("Set smoothing of \"{name}\"");
    assert_eq!(app(&window).document().undo_name(), Some(step.as_str()));
}

#[test]
fn overlays_are_switched_on_and_off() {
    let mut window = window();
    let before = app(&window).view().level.overlays;
    for name in ["Picture", "Places", "Seals", "Mission", "Items"] {
        window.get_by_role_and_label(Role::CheckBox, name).click();
        settle(&mut window);
    }
    let after = app(&window).view().level.overlays;
    assert_eq!(
        [after.drawn, after.owners, after.seals, after.mission, after.entities],
        [!before.drawn, !before.owners, !before.seals, !before.mission, !before.entities]
    );
}

#[test]
fn what_explains_a_level_is_drawn_with_a_legend() {
    let mut window = window();
    click(&mut window, "Explain");
    for insight in Overlay::EXPLAINING.iter().copied() {
        window.get_by_role_and_label(Role::CheckBox, insight.name()).click();
        settle(&mut window);
    }
    assert_eq!(app(&window).view().level.insights.all().count(), Overlay::EXPLAINING.len());
    let level = app(&window).run_view().level().cloned().unwrap();
    let steps = delvewright::insight::way_to_goal(&level).len() - 1;
    assert!(window.query_by_label(&format!("Line: way to the goal, {steps} steps")).is_some());
    assert!(window.query_by_label("Dashes: from a key to what it opens").is_some());
}

#[test]
fn menu_of_a_cell_leads_to_the_rule_and_the_step_that_made_it() {
    let mut window = window();
    let at = cards::place_of(&mut window, "Hideaway");
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Secondary, egui::Modifiers::NONE);
        window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    settle(&mut window);
    let node = app(&window).view().shared.selected.unwrap();
    let run = app(&window).run_view().run.as_ref().unwrap();
    let derivation = run.derivation.clone().unwrap();
    let step = derivation.mission.node(node).unwrap().made_by as usize;
    let rule = derivation.steps[step - 1].rule;
    let name = run.request.grammar.rules[rule].name.clone();
    let at_step = format!("at step {step}");
    assert_eq!(window.query_all_by_label_contains(&at_step).count(), 2, "in the line below and in the menu");
    let words = format!("made by the rule \"{name}\"");
    let is_button = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() == Role::Button;
    window.get_all_by_label_contains(&words).find(is_button).unwrap().click();
    settle(&mut window);
    assert_eq!(app(&window).view().shared.open.rule, rule);
}

#[test]
fn choosing_a_node_chooses_its_place() {
    let mut window = window();
    let node = app(&window).run_view().mission.nodes[0].clone();
    click(&mut window, &node.tooltip[0]);
    assert_eq!(app(&window).view().shared.selected, Some(node.id));
    click(&mut window, &node.tooltip[0]);
    assert_eq!(app(&window).view().shared.selected, Some(node.id));
}

#[test]
fn promises_of_a_level_are_held() {
    let window = window();
    for name in ["Readable", "Realised", "Faithful", "Whole", "As authored", "Closed", "Bounded"] {
        window.get_by_label(&format!("{name}: proved"));
    }
}

#[test]
fn broken_grammar_opens_with_its_problems() {
    let (_folder, path) =
        file_with("Grammar(format: 1, name: \"Broken\", alphabet: (nodes: {\"A\": (colour: 3)}");
    let window = window_with(Some(path));
    assert!(app(&window).run_view().level().is_none());
    assert!(app(&window).document().saving_loses);
    assert!(window.query_all_by_label_contains("my.ron:").next().is_some());
    window.get_by_label("No level yet");
}

#[test]
fn file_that_is_not_there_is_reported_and_the_example_stays() {
    let window = window_with(Some("/none/such.ron".into()));
    window.get_by_label_contains("such.ron");
    assert!(app(&window).run_view().level().is_some());
}

#[test]
fn opening_another_project_asks_before_changes_are_lost() {
    let mut window = window();
    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    window.run();
    window.key_press(egui::Key::ArrowRight);
    settle(&mut window);
    assert!(app(&window).document().is_dirty());
    let title = app(&window).document().title().to_owned();
    open_example(&mut window, "Old mine");
    click(&mut window, "Cancel");
    assert_eq!(app(&window).document().title(), title);
    open_example(&mut window, "Old mine");
    click(&mut window, "Discard");
    assert_ne!(app(&window).document().title(), title);
    assert!(!app(&window).document().is_dirty());
}

fn open_example(window: &mut Window, name: &str) {
    window.get_by_label("File").click();
    window.run();
    window.get_by_label_contains("New from example").click();
    window.run();
    window.get_by_label(name).click();
    settle(window);
}

#[test]
fn the_window_shows_the_level_that_the_library_makes() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/sunken_keep.ron");
    let project = delvewright::files::load_project(&path, &[]).unwrap();
    let rooms = project.room_sets().cloned().map(Arc::new).collect();
    let grammar = Arc::new(project.grammar.value.unwrap());
    let run = Pipeline::default().run(&Request::new(grammar, rooms, SEED));
    let window = window_with(Some(path));
    let bytes =
        |level: Option<&Arc<Level>>| export(level.expect("there is a level"), Format::Json).into_bytes();
    assert!(bytes(app(&window).run_view().level()) == bytes(run.level.as_ref()));
}
