//! The expressive range: a survey of many levels, its charts, and what an edit changes in them.

use std::time::Duration;

use delvewright::base::Seed;
use delvewright::editor::Pane;
use delvewright::metrics::LevelMetric;
use delvewright::pipeline::{Pipeline, Request};
use delvewright::survey::SeedRecord;
use egui::accesskit::Role;
use egui::{Key, Pos2};
use egui_kittest::kittest::Queryable;

use super::forms::retype;
use super::{Window, app, click, click_tab, file_with, settle, show, window_with};

/// Halls in a row, sometimes with a side room and a locked vault at the end. All places are small, so that many
/// levels are made quickly.
const TOWER: &str = r##"Grammar(
    format: 1,
    name: "Tower",
    variables: {"floors": (default: 2, range: (1, 6))},
    alphabet: (
        nodes: {
            "Stairs": (role: Start, form: Hall(width: (3, 4), height: (3, 4))),
            "Hall": (form: Hall(width: (3, 5), height: (3, 5))),
            "Vault": (role: Lock, form: Hall(width: (3, 4), height: (3, 4))),
            "Throne": (role: Goal, form: Hall(width: (3, 4), height: (3, 4))),
            "Key": (role: Key),
        },
        edges: {"path": (role: Passage), "holds": (role: Contains), "opens": (role: Opens)},
    ),
    start: Graph(nodes: {1: "Stairs", 2: "Throne"}, edges: [(1, "path", 2)]),
    rules: [
        (
            name: "One hall more",
            lhs: (nodes: {1: Any, 2: "Throne"}, edges: [(1, "path", 2)]),
            rhs: (nodes: {1: Keep, 2: Keep, 3: "Hall"}, edges: [(1, "path", 3), (3, "path", 2)]),
        ),
        (
            name: "A locked vault",
            limit: 1,
            lhs: (nodes: {1: "Stairs", 2: Any}, edges: [(1, "path", 2)]),
            rhs: (
                nodes: {1: Keep, 2: Keep, 3: "Vault", 4: "Hall", 5: "Key"},
                edges: [
                    (1, "path", 3), (3, "path", 2), (1, "path", 4), (4, "holds", 5), (5, "opens", 3),
                ],
            ),
        ),
    ],
    recipe: [
        Apply(rules: Named(["One hall more"]), times: Var("floors")),
        Apply(rules: Named(["One hall more"]), times: (0, 2)),
        Apply(rules: Named(["A locked vault"])),
    ],
    layout: (spacing: Elastic(gap: 3)),
)
"##;

fn tower() -> (tempfile::TempDir, Window) {
    let (folder, path) = file_with(TOWER);
    let mut window = window_with(Some(path));
    click_tab(&mut window, "Rules");
    show(&mut window, Pane::Range);
    (folder, window)
}

/// Draws until the survey and its charts are done.
fn settle_survey(window: &mut Window) {
    settle(window);
    settle(window);
}

fn records(window: &Window) -> Vec<SeedRecord> {
    app(window).view().shared.survey.records().iter().map(|record| (**record).clone()).collect()
}

/// Turns the rule with the lock off.
fn remove_lock(window: &mut Window) {
    click(window, "A locked vault may run");
    settle_survey(window);
}

fn has_label(window: &Window, text: &str) -> bool {
    window.query_all_by_label(text).next().is_some()
}

#[test]
fn survey_has_the_records_of_the_pipeline() {
    let mut window = super::window();
    show(&mut window, Pane::Range);
    settle_survey(&mut window);
    let document = app(&window).document();
    let request = Request::new(document.grammar().clone(), document.room_sets(), Seed(0));
    let mut pipeline = Pipeline::default();
    let expected = (1..=100).map(Seed).map(|seed| Request { seed, ..request.clone() });
    let expected: Vec<SeedRecord> = expected.map(|request| SeedRecord::of(&pipeline.run(&request))).collect();
    assert_eq!(records(&window), expected);
    let survey = &app(&window).view().shared.survey;
    assert!(survey.is_done() && survey.previous().is_empty());
}

#[test]
fn more_levels_extend_the_survey() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    let first = records(&window);
    assert_eq!(first.len(), 100);
    click(&mut window, "Survey 1,000 levels");
    settle_survey(&mut window);
    let more = records(&window);
    assert_eq!((more.len(), &more[..100]), (1_000, &first[..]));
    assert!((1..).zip(&more).all(|(seed, record)| record.seed == Seed(seed)));
    click(&mut window, "Survey 100 levels");
    assert_eq!(records(&window), first);
}

#[test]
fn removed_lock_is_said_and_the_levels_of_before_stay() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    let before = records(&window);
    remove_lock(&mut window);
    let survey = &app(&window).view().shared.survey;
    assert!(survey.is_done());
    assert!(survey.previous().iter().map(|record| &**record).eq(&before));
    assert!(has_label(&window, "Locks are gone"));
    // Undo takes the levels of before back, and the other ones stay for comparison.
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    settle_survey(&mut window);
    assert_eq!(records(&window), before);
    assert!(window.query_all_by_label_contains("Locks are new").next().is_some());
}

#[test]
fn edit_without_effect_is_said_to_have_none() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    retype(&mut window, "Name of rule 1", "A hall more");
    settle_survey(&mut window);
    assert!(has_label(&window, "No metric changed beyond chance"));
}

#[test]
fn chosen_bin_selects_its_levels() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    window.get_by_label("Histogram of places").focus();
    window.run();
    for key in [Key::ArrowRight, Key::Enter] {
        window.key_press(key);
        window.run();
    }
    let shared = &app(&window).view().shared;
    let sentences: Vec<String> = shared.seed_filter.sentences().collect();
    assert_eq!(sentences, ["places exactly 6"]);
    let selected = shared.survey.records().iter().filter(|record| shared.seed_filter.selects(record)).count();
    assert!((1..100).contains(&selected), "{selected}");
    assert!(has_label(&window, &format!("{selected} of 100 levels selected:")));
    click(&mut window, "Remove the bound: Places exactly 6");
    assert!(app(&window).view().shared.seed_filter.is_empty());
    // A drag over the whole chart.
    let rect = window.get_by_label("Histogram of places").rect();
    let at = |share: f32| rect.left_center() + egui::vec2(rect.width() * share, 0.0);
    window.hover_at(at(0.1));
    window.step();
    window.drag_at(at(0.1));
    window.step();
    for share in [0.3, 0.6, 0.9] {
        window.hover_at(at(share));
        window.step();
    }
    window.drop_at(at(0.9));
    window.run();
    let sentences: Vec<String> = app(&window).view().shared.seed_filter.sentences().collect();
    assert_eq!(sentences, ["places from 6 to 8"]);
}

#[test]
fn small_charts_choose_the_large_one_and_a_second_metric() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    let tile = window.query_all_by_label_contains("Passages: mean").next().expect("a small chart");
    tile.click();
    settle(&mut window);
    window.get_by_label("Histogram of passages");
    let tile = window.query_all_by_label_contains("Dead ends: mean").next().expect("a small chart");
    tile.click_modifiers(egui::Modifiers::COMMAND);
    settle_survey(&mut window);
    window.get_by_label("Heat map of passages and dead ends");
}

#[test]
fn curve_shows_a_metric_for_each_value_of_a_variable() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    click(&mut window, "Show against");
    click(&mut window, "variable floors");
    settle_survey(&mut window);
    let curve = window.get_by_label("Curve of places by floors");
    // Two ends, the vault, the hall with its key, the floors, and up to two halls more.
    let value = egui_kittest::kittest::NodeT::accesskit_node(&curve).value().expect("the means");
    let means: Vec<f64> = value.split(", ").map(|mean| mean[3..].parse().unwrap()).collect();
    assert_eq!(means.len(), 6);
    for (floors, mean) in (1..).zip(means) {
        assert!((mean - (f64::from(floors) + 5.0)).abs() < 0.5, "{floors}: {mean}");
    }
}

/// Presses the mouse on the slider of the floors. Returns its positions by their share of its width.
fn hold_slider(window: &mut Window) -> impl Fn(f32) -> Pos2 + use<> {
    let rect = window.get_by_role_and_label(Role::Slider, "Value for all levels of floors").rect();
    let at = move |share: f32| Pos2::new(rect.left() + rect.width() * share, rect.center().y);
    window.hover_at(at(0.2));
    window.step();
    window.drag_at(at(0.2));
    at
}

#[test]
fn cloud_moves_while_a_slider_is_held() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    let at = hold_slider(&mut window);
    let places = LevelMetric::named("places").unwrap();
    let mut means = Vec::new();
    for share in [0.4, 0.6, 0.99] {
        window.hover_at(at(share));
        settle_survey(&mut window);
        let records = records(&window);
        let sum: f64 =
            records.iter().filter_map(|record| record.value(places)).map(|value| value.as_f64()).sum();
        means.push(sum / records.len() as f64);
        assert!(has_label(&window, "(100 seeds)"), "the charts show the change");
    }
    assert!(means.is_sorted() && means[2] > means[0] + 2.0, "{means:?}");
    window.drop_at(at(0.99));
    settle_survey(&mut window);
    assert_eq!(app(&window).document().undo_name(), Some("Set \"floors\""));
}

#[test]
fn cloud_moves_while_a_slider_never_rests() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    let at = hold_slider(&mut window);
    window.step();
    let floors = |window: &Window| {
        let survey = &app(window).view().shared.survey;
        let value = survey.request().and_then(|request| request.variables.get("floors").copied());
        value.filter(|_| !survey.records().is_empty())
    };
    let mut seen = std::collections::BTreeSet::from([floors(&window)]);
    for frame in 0..100_000 {
        // Another value in each frame.
        window.hover_at(at([0.2, 0.4, 0.6, 0.8, 0.99][frame % 5]));
        window.step();
        seen.insert(floors(&window));
        if seen.len() > 3 {
            break;
        }
    }
    assert!(seen.len() > 3, "{seen:?}");
    window.drop_at(at(0.99));
    settle_survey(&mut window);
}

#[test]
fn hidden_pane_makes_no_levels() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    show(&mut window, Pane::Level);
    let version = app(&window).view().shared.survey.version();
    remove_lock(&mut window);
    assert_eq!(app(&window).view().shared.survey.version(), version);
    show(&mut window, Pane::Range);
    settle_survey(&mut window);
    assert!(app(&window).view().shared.survey.is_done());
    assert!(has_label(&window, "Locks are gone"));
    window.run_steps(4);
    let output = window.output();
    assert!(output.viewport_output.values().all(|view| view.repaint_delay == Duration::MAX));
}

#[test]
fn stopped_survey_goes_on_when_it_is_asked_to() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    window.get_by_label("Survey 10,000 levels").click();
    window.step();
    window.step();
    if window.query_by_label("Stop the survey").is_some() {
        window.get_by_label("Stop the survey").click();
        window.run();
        settle_survey(&mut window);
        let known = records(&window).len();
        assert!(app(&window).view().shared.survey.is_stopped() && known < 10_000);
        window.get_by_label("Go on with the survey");
    }
}

/// Returns the means that a curve announces, by value.
fn means(window: &Window, curve: &str) -> Vec<(i64, f64)> {
    let curve = window.get_by_label(curve);
    let text = egui_kittest::kittest::NodeT::accesskit_node(&curve).value().expect("the means");
    let mean = |part: &str| {
        let (value, mean) = part.split_once(": ").expect("a value and its mean");
        (value.parse().unwrap(), mean.parse().unwrap())
    };
    text.split(", ").map(mean).collect()
}

#[test]
fn any_number_is_swept_with_curves_pictures_and_a_sheet() {
    let (folder, path) = file_with(TOWER);
    let mut window = super::authoring::window(folder.path(), Some(path));
    show(&mut window, Pane::Range);
    settle_survey(&mut window);
    click(&mut window, "Sweep a number");
    // The search has the focus.
    super::graph::type_text(&mut window, "times/2");
    settle(&mut window);
    click(&mut window, "Sweep recipe/2/times/2");
    settle_survey(&mut window);
    let curve = "Curve of places by recipe/2/times/2";
    // Two ends, two floors, the vault, the hall with its key, and from none to the number of halls more.
    let check = |window: &Window, values: &[i64]| {
        let means = means(window, curve);
        assert_eq!(means.iter().map(|(value, _)| *value).collect::<Vec<i64>>(), values);
        for (value, mean) in means {
            assert!((mean - (6.0 + value as f64 / 2.0)).abs() < 1.0, "{value}: {mean}");
        }
    };
    check(&window, &[0, 1, 2, 3, 4, 5, 6]);
    assert!(window.query_all_by_label_contains("Passages: mean ").next().is_some());
    super::gallery::type_into(&mut window, "Highest value of the sweep", "3");
    settle_survey(&mut window);
    check(&window, &[0, 1, 2, 3]);
    click(&mut window, "Pictures");
    settle_survey(&mut window);
    for value in 0..=3 {
        assert!(has_label(&window, &format!("Level of seed 1 with the value {value}")));
    }
    click(&mut window, "Contact sheet of the sweep");
    super::authoring::answer_file_dialog(&mut window);
    settle_survey(&mut window);
    let sheets = std::fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path());
    let sheets: Vec<_> = sheets.filter(|path| path.extension().is_some_and(|end| end == "png")).collect();
    let sheet = std::fs::read(sheets.first().expect("a sheet")).unwrap();
    assert!(sheet.starts_with(b"\x89PNG"));
}

#[test]
fn value_that_is_not_possible_is_said_and_the_others_are_swept() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    click(&mut window, "Sweep a number");
    click(&mut window, "Sweep alphabet/nodes/Stairs/form/width/1");
    settle_survey(&mut window);
    let values = means(&window, "Curve of places by alphabet/nodes/Stairs/form/width/1");
    assert!(values.iter().all(|(value, _)| *value <= 4), "the maximum is 4: {values:?}");
    assert!(window.query_all_by_label_contains("is not possible: ").next().is_some());
}

#[test]
fn levels_of_before_are_as_many_when_more_are_asked_for() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    remove_lock(&mut window);
    click(&mut window, "Survey 1,000 levels");
    settle_survey(&mut window);
    settle_survey(&mut window);
    let survey = &app(&window).view().shared.survey;
    assert_eq!((survey.records().len(), survey.previous().len()), (1_000, 1_000));
    let locks = delvewright::metrics::LevelMetric::named("locks").unwrap();
    let has_lock = |record: &SeedRecord| record.value(locks).is_some_and(|value| value.as_f64() > 0.0);
    assert!(survey.previous().iter().all(|record| has_lock(record)), "they are levels of before");
    assert!(has_label(&window, "Locks are gone"));
}

#[test]
fn failures_are_selected_by_their_code() {
    let text = TOWER.replace(
        "Apply(rules: Named([\"A locked vault\"])),",
        "Apply(rules: Named([\"A locked vault\"])), Require(condition: LongestWay(AtLeast(5))),",
    );
    assert_ne!(text, TOWER);
    let (_folder, path) = file_with(&text);
    let mut window = window_with(Some(path));
    show(&mut window, Pane::Range);
    settle_survey(&mut window);
    let failed: Vec<u64> = records(&window)
        .iter()
        .filter(|record| record.failure.is_some())
        .map(|record| record.seed.0)
        .collect();
    assert!((1..100).contains(&failed.len()), "{}", failed.len());
    let text = format!("{} × ", failed.len());
    let link = window.query_all_by_label_contains(&text).next().expect("the failures");
    link.click();
    settle(&mut window);
    assert!(has_label(&window, &format!("{} of 100 levels selected:", failed.len())));
    click(&mut window, "Show in the gallery");
    settle_survey(&mut window);
    let shown: Vec<u64> = app(&window).view().gallery.shown().iter().map(|seed| seed.0).collect();
    assert_eq!(shown, failed);
}

#[test]
fn share_of_a_property_is_shown_and_selects_the_levels_without_it() {
    let text = TOWER.replace("    layout:", "    properties: [(name: \"Short\", claim: Metric(metric: \"places\", value: AtMost(7)))],\n    layout:");
    assert_ne!(text, TOWER);
    let (_folder, path) = file_with(&text);
    let mut window = window_with(Some(path));
    show(&mut window, Pane::Range);
    settle_survey(&mut window);
    let lacking = records(&window).iter().filter(|record| !record.failed_properties.is_empty()).count();
    assert!((1..100).contains(&lacking), "{lacking}");
    let text = format!("Short: {}.0 % (", 100 - lacking);
    let share = window.query_all_by_label_contains(&text).next();
    share.expect("the share").click();
    settle(&mut window);
    assert!(has_label(&window, &format!("{lacking} of 100 levels selected:")));
}

#[test]
fn metrics_are_found_by_words_of_their_definitions() {
    let (_folder, mut window) = tower();
    settle_survey(&mut window);
    let tiles = |window: &Window| window.query_all_by_label_contains(": mean ").count();
    let all = tiles(&window);
    window.get_by_label("Search metrics").focus();
    window.run();
    super::graph::type_text(&mut window, "goal");
    assert!((1..all).contains(&tiles(&window)));
    assert!(window.query_all_by_label_contains("Solution steps: mean ").next().is_some());
}
