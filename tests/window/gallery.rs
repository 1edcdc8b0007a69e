//! The gallery: many seeds as thumbnails, sorted, filtered, marked and exported.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::editor::Pane;
use delvewright::export::{Format, export};
use delvewright::files::load_project;
use delvewright::level::Level;
use delvewright::metrics::{LevelMetric, MeasuredLevel};
use delvewright::pipeline::{Pipeline, Request};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, MouseWheelUnit, TouchPhase, vec2};
use egui_kittest::kittest::Queryable;

use super::exports::small_project;
use super::graph::{click_at, click_at_with, press, press_at, press_with, type_text};
use super::{Window, app, authoring, click, click_tab, settle, show};

/// Draws until all thumbnails and records in sight are there.
pub fn rest(window: &mut Window) {
    for _ in 0..4 {
        settle(window);
    }
}

/// Returns a window with a small project and the gallery in front.
fn gallery(folder: &Path, file: PathBuf) -> Window {
    let mut window = authoring::window(folder, Some(file));
    show(&mut window, Pane::Gallery);
    rest(&mut window);
    window
}

/// Types into a field, instead of what is in it.
pub fn type_into(window: &mut Window, field: &str, text: &str) {
    let at = window.get_by_label(field).rect().center();
    click_at(window, at);
    press_with(window, Modifiers::COMMAND, Key::A);
    type_text(window, text);
    press(window, Key::Enter);
    rest(window);
}

fn shown(window: &Window) -> Vec<u64> {
    app(window).view().gallery.shown().iter().map(|seed| seed.0).collect()
}

/// Returns the position of the cell of a seed.
pub fn cell(window: &Window, seed: u64) -> egui::Pos2 {
    let name = format!("Seed {seed}, ");
    let cells: Vec<_> = window.query_all_by_label_contains(&name).collect();
    cells.first().unwrap_or_else(|| panic!("{name} is not in sight")).rect().center()
}

pub fn click_seed(window: &mut Window, seed: u64, modifiers: Modifiers) {
    let pos = cell(window, seed);
    click_at_with(window, pos, modifiers);
    rest(window);
}

/// Returns the level of a seed, made without a window.
fn level_of(file: &Path, seed: u64) -> Arc<Level> {
    let project = load_project(file, &[]).expect("the file is there");
    let sets = project.room_sets().cloned().map(Arc::new).collect();
    let grammar = Arc::new(project.grammar.value.expect("a grammar"));
    Pipeline::default().run(&Request::new(grammar, sets, Seed(seed))).level.expect("a level")
}

#[test]
fn grid_fills_in_the_order_of_seeds_from_the_current_one() {
    let (folder, file) = small_project();
    let window = gallery(folder.path(), file);
    assert_eq!(shown(&window), (1..=100).collect::<Vec<u64>>());
    let view = &app(&window).view().gallery;
    assert!((10..100).contains(&view.drawn()), "{} cells", view.drawn());
    assert_eq!(view.thumbnails.count(), view.drawn(), "no other thumbnail is made");
    let places: Vec<egui::Rect> =
        [1, 2].map(|seed| window.get_by_label(&format!("Seed {seed}, 6 places")).rect()).to_vec();
    assert!(places[0].right() <= places[1].left() && places[0].top() == places[1].top());
}

#[test]
fn of_ten_thousand_seeds_only_the_rows_in_sight_are_drawn_and_memory_is_bounded() {
    let (folder, file) = small_project();
    let mut window = gallery(folder.path(), file);
    type_into(&mut window, "Number of seeds", "10000");
    assert_eq!(shown(&window).len(), 10_000);
    let drawn = app(&window).view().gallery.drawn();
    let at = cell(&window, 1);
    for _ in 0..3 {
        window.event(Event::PointerMoved(at));
        window.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, -40_000.0),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
        rest(&mut window);
    }
    let view = &app(&window).view().gallery;
    assert!(view.drawn() <= drawn + 10, "{} of {drawn}", view.drawn());
    assert!(view.thumbnails.bytes() <= delvewright::editor::MOST_THUMBNAIL_BYTES);
    assert!(window.query_by_label_contains("Seed 1, ").is_none(), "it is scrolled out of sight");
}

#[test]
fn click_shows_the_level_that_the_seed_makes_everywhere() {
    let (folder, file) = small_project();
    let mut window = gallery(folder.path(), file.clone());
    click_seed(&mut window, 3, Modifiers::NONE);
    assert_eq!(app(&window).seed(), Seed(3));
    let level = app(&window).run_view().level().expect("a level").clone();
    let expected = export(&level_of(&file, 3), Format::Json).into_bytes();
    assert_eq!(export(&level, Format::Json).into_bytes(), expected);
}

#[test]
fn arrows_move_enter_opens_and_s_stars() {
    let (folder, file) = small_project();
    let mut window = gallery(folder.path(), file);
    show(&mut window, Pane::Gallery);
    click_seed(&mut window, 1, Modifiers::NONE);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::S);
    assert!(app(&window).marked().is_starred(Seed(3)));
    window.get_by_label("Seed 3, 6 places, starred");
    press(&mut window, Key::Enter);
    rest(&mut window);
    assert_eq!(app(&window).seed(), Seed(3));
    // The level has the focus now.
    click_seed(&mut window, 3, Modifiers::NONE);
    press(&mut window, Key::End);
    rest(&mut window);
    press(&mut window, Key::S);
    assert!(app(&window).marked().is_starred(Seed(100)), "the focus follows out of sight");
}

#[test]
fn keyboard_alone_opens_the_gallery_stars_filters_and_opens_a_level() {
    let (folder, file) = small_project();
    let mut window = authoring::window(folder.path(), Some(file));
    press_with(&mut window, Modifiers::COMMAND, Key::G);
    rest(&mut window);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::S);
    assert!(app(&window).marked().is_starred(Seed(3)), "{:?}", app(&window).marked().all());
    type_text(&mut window, "/");
    rest(&mut window);
    type_text(&mut window, "places at most 6");
    press(&mut window, Key::Enter);
    rest(&mut window);
    window.get_by_label("Remove filter: places at most 6");
    press(&mut window, Key::ArrowDown);
    press(&mut window, Key::ArrowRight);
    let second = shown(&window)[1];
    press(&mut window, Key::Enter);
    rest(&mut window);
    assert_eq!(app(&window).seed(), Seed(second));
    window.get_by_label("Level map");
}

#[test]
fn seeds_are_sorted_and_filtered_by_metrics_of_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = authoring::window(folder.path(), None);
    show(&mut window, Pane::Gallery);
    type_into(&mut window, "Number of seeds", "24");
    let mut expected: Vec<(u64, u64)> = (1..=24)
        .map(|seed| {
            let document = app(&window).document();
            let request = Request::new(document.grammar().clone(), document.room_sets(), Seed(seed));
            let level = Pipeline::default().run(&request).level.expect("a level");
            let value =
                LevelMetric::named("dead_ends").unwrap().measure(&MeasuredLevel::new(&level)).unwrap();
            (value.as_f64() as u64, seed)
        })
        .collect();
    let seeds = |of: &[(u64, u64)]| of.iter().map(|(_, seed)| *seed).collect::<Vec<u64>>();
    super::forms::choose(&mut window, "Order of the gallery", "Dead ends");
    rest(&mut window);
    expected.sort();
    assert_eq!(shown(&window), seeds(&expected));
    let limit = expected[12].0;
    type_into(&mut window, "Filter by a sentence", &format!("dead ends at least {limit}"));
    let few: Vec<(u64, u64)> = expected.iter().copied().filter(|(places, _)| *places >= limit).collect();
    assert_eq!(shown(&window), seeds(&few));
    click(&mut window, "Ascending order");
    rest(&mut window);
    let mut descending = few.clone();
    descending.sort_by_key(|(places, seed)| (std::cmp::Reverse(*places), *seed));
    assert_eq!(shown(&window), seeds(&descending));
    type_into(&mut window, "Filter by a sentence", "loud places");
    assert_eq!(shown(&window), seeds(&descending), "a sentence without a number changes nothing");
    assert!(window.query_all_by_label_contains("It needs a number").next().is_some());
    click(&mut window, &format!("Remove filter: dead ends at least {limit}"));
    rest(&mut window);
    assert_eq!(shown(&window).len(), 24);
    type_into(&mut window, "Filter by a sentence", "dead ends at least 900");
    window.get_by_label("No seed passes the filters");
    click(&mut window, "Show all seeds");
    rest(&mut window);
    assert_eq!(shown(&window).len(), 24);
}

#[test]
fn stars_notes_and_tags_survive_an_edit_a_restart_and_saving_elsewhere() {
    let (folder, file) = small_project();
    let mut window = gallery(folder.path(), file.clone());
    click(&mut window, "Star seed 2");
    click_seed(&mut window, 4, Modifiers::NONE);
    type_into(&mut window, "Note of seed 4", "two caves \"in a row\"");
    type_into(&mut window, "Add a tag", "boss");
    let marks = app(&window).marked().all().clone();
    assert_eq!(marks.len(), 2);
    assert!(marks[&Seed(2)].starred && marks[&Seed(4)].tags.contains("boss"));
    assert!(!app(&window).document().is_dirty(), "no file says it");

    click_tab(&mut window, "Settings");
    window.get_by_role_and_label(Role::Slider, "Gap").focus();
    window.run();
    press(&mut window, Key::ArrowRight);
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(app(&window).marked().all(), &marks, "undoing an edit takes no star away");
    drop(window);

    let mut window = authoring::window(folder.path(), Some(file));
    assert_eq!(app(&window).marked().all(), &marks);
    press_with(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    authoring::answer_file_dialog(&mut window);
    let other = app(&window).document().path.clone().expect("a file");
    assert!(other.ends_with("caves.grammar.ron"), "{other:?}");
    assert_eq!(app(&window).marked().all(), &marks);
    drop(window);
    let window = authoring::window(folder.path(), Some(other));
    assert_eq!(app(&window).marked().all(), &marks);
}

#[test]
fn marks_are_searched_and_undone() {
    let (folder, file) = small_project();
    let mut window = gallery(folder.path(), file);
    click_seed(&mut window, 2, Modifiers::NONE);
    click_seed(&mut window, 5, Modifiers::SHIFT);
    click(&mut window, "Star the selected seeds");
    click_seed(&mut window, 3, Modifiers::NONE);
    type_into(&mut window, "Add a tag", "Boss");
    window.get_by_label("Seed 3, 6 places, starred, Boss");
    type_into(&mut window, "Search notes and tags", "bos");
    assert_eq!(shown(&window), [3]);
    type_into(&mut window, "Search notes and tags", "x");
    assert_eq!(shown(&window), [0; 0]);
    click(&mut window, "Show all seeds");
    click(&mut window, "Starred only");
    assert_eq!(shown(&window), [2, 3, 4, 5]);
    click(&mut window, "Undo: Tag seed 3 as Boss");
    click(&mut window, "Undo: Star 4 seeds");
    window.get_by_label("No seed has a star here");
    assert!(app(&window).marked().all().is_empty());
}

#[test]
fn selected_seeds_are_exported_to_one_file_each() {
    let (folder, file) = small_project();
    let mut window = gallery(folder.path(), file.clone());
    click_seed(&mut window, 2, Modifiers::NONE);
    click_seed(&mut window, 7, Modifiers::COMMAND);
    click(&mut window, "Export the selected seeds");
    super::forms::choose(&mut window, "Format of the export", "JSON");
    window.get_by_label("Export 2 levels");
    click(&mut window, "Export");
    rest(&mut window);
    for seed in [2, 7] {
        let written = fs::read(folder.path().join(format!("caves-{seed}.level.json"))).unwrap();
        assert_eq!(written, export(&level_of(&file, seed), Format::Json).into_bytes());
    }
    let is_level = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().ends_with(".level.json");
    assert_eq!(fs::read_dir(folder.path()).unwrap().flatten().filter(is_level).count(), 2);
}

/// Returns the files of a folder by name, without lists of exports.
fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_file());
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    let files = named.filter(|(name, _)| !name.ends_with(".export.json"));
    files.map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

#[test]
fn maps_of_selected_seeds_are_those_of_generate_with_count() {
    for (format, extension) in [("Map for Tiled", "tmx"), ("LDtk project", "ldtk")] {
        let (folder, file) = small_project();
        let before = files_in(folder.path());
        let mut window = gallery(folder.path(), file.clone());
        click_seed(&mut window, 2, Modifiers::NONE);
        click_seed(&mut window, 4, Modifiers::SHIFT);
        click(&mut window, "Export the selected seeds");
        super::forms::choose(&mut window, "Format of the export", format);
        click(&mut window, "Export");
        rest(&mut window);
        let mut written = files_in(folder.path());
        written.retain(|name, _| !before.contains_key(name));
        let generated = tempfile::tempdir().unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_delvewright"))
            .args(["generate", "--seed", "2", "--count", "3", "-o"])
            .arg(generated.path().join("caves").with_extension(extension))
            .arg(&file)
            .status();
        assert!(status.expect("it starts").success());
        let expected = files_in(generated.path());
        assert!(expected.len() > 1);
        assert_eq!(written.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        let other: Vec<_> =
            written.iter().filter(|(name, bytes)| expected.get(*name) != Some(bytes)).collect();
        assert!(other.is_empty(), "{:?}", other.iter().map(|(name, _)| name).collect::<Vec<_>>());
    }
}

#[test]
fn selected_seeds_become_a_contact_sheet_and_a_list() {
    let (folder, file) = small_project();
    let mut window = gallery(folder.path(), file);
    click_seed(&mut window, 2, Modifiers::NONE);
    click_seed(&mut window, 4, Modifiers::SHIFT);
    click(&mut window, "Contact sheet of the selected seeds");
    authoring::answer_file_dialog(&mut window);
    rest(&mut window);
    let sheet = fs::read(folder.path().join("caves-sheet.png")).expect("a picture");
    assert!(sheet.starts_with(b"\x89PNG"));
    click(&mut window, "Copy the selected seeds");
    type_into(&mut window, "Seeds of the gallery", "9, 3, 12");
    assert_eq!(shown(&window), [9, 3, 12]);
    click_seed(&mut window, 3, Modifiers::NONE);
    window.event(Event::Paste("40\n39\n".to_owned()));
    rest(&mut window);
    assert_eq!(shown(&window), [40, 39]);
    click(&mut window, "Show all seeds again");
    type_into(&mut window, "Seeds of the gallery", "dragon gate");
    assert_eq!(shown(&window)[0], Seed::from_words("dragon gate").unwrap().0);
}

#[test]
fn failed_seeds_show_the_stage_and_the_code() {
    let (folder, file) = small_project();
    let text = fs::read_to_string(&file).unwrap();
    let failing = text.replace("times: 4)]", "times: 4), Require(condition: LongestWay(AtLeast(40)))]");
    assert_ne!(text, failing);
    fs::write(&file, failing).unwrap();
    let window = gallery(folder.path(), file);
    let record = app(&window).view().gallery.thumbnails.record(Seed(1)).expect("a record").clone();
    let failure = record.failure.as_ref().expect("it fails");
    window.get_by_label(&format!("Seed 1, failed in derive: {}", failure.code));
}

#[test]
fn seeds_show_how_many_properties_fail() {
    let (folder, file) = small_project();
    let text = fs::read_to_string(&file).unwrap();
    let properties = r#"properties: [
        (claim: Metric(metric: "places", value: AtLeast(1))),
        (claim: Metric(metric: "places", value: AtLeast(1000))),
    ],
    recipe:"#;
    let judged = text.replacen("recipe:", properties, 1);
    assert_ne!(text, judged);
    fs::write(&file, judged).unwrap();
    let window = gallery(folder.path(), file);
    let record = app(&window).view().gallery.thumbnails.record(Seed(1)).expect("a record").clone();
    assert_eq!(*record.failed_properties, [1]);
    assert!(window.query_all_by_label_contains("1 property fails").next().is_some());
}

#[test]
fn mistake_in_the_grammar_leaves_the_thumbnails_and_says_what_to_do() {
    let (folder, file) = small_project();
    let mut window = gallery(folder.path(), file);
    let made = app(&window).view().gallery.thumbnails.count();
    click_tab(&mut window, "Symbols");
    click(&mut window, "Symbol Cave");
    click(&mut window, "Delete symbol Cave");
    rest(&mut window);
    window.get_by_label_contains("Earlier levels: ");
    assert_eq!(app(&window).view().gallery.thumbnails.count(), made);
    window.get_by_label_contains("Seed 1, 6 places, from before the last change");
    press_with(&mut window, Modifiers::COMMAND, Key::Z);
    rest(&mut window);
    window.get_by_label("Seed 1, 6 places");
}

/// The hand of a newcomer, with the number of its actions: a click, a typed text, a key.
struct NewcomerHand {
    window: Window,
    actions: u32,
}

impl NewcomerHand {
    fn click(&mut self, name: &str) {
        let at = self.window.query_all_by_label(name).next().expect(name).rect().center();
        self.click_at(at, Modifiers::NONE);
    }

    fn click_part(&mut self, name: &str) {
        let at = self.window.query_all_by_label_contains(name).next().expect(name).rect().center();
        self.click_at(at, Modifiers::NONE);
    }

    fn click_at(&mut self, pos: egui::Pos2, modifiers: Modifiers) {
        click_at_with(&mut self.window, pos, modifiers);
        rest(&mut self.window);
        self.actions += 1;
    }

    fn text(&mut self, text: &str) {
        type_text(&mut self.window, text);
        self.actions += 1;
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        press_with(&mut self.window, modifiers, key);
        rest(&mut self.window);
        self.actions += 1;
    }
}

#[test]
fn newcomer_finds_stars_and_exports_seeds_and_learns_what_a_rule_does_in_25_actions() {
    let folder = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/cyclic_dungeon.ron");
    let mut window = authoring::window(folder.path(), Some(file));
    press_with(&mut window, Modifiers::COMMAND, Key::G);
    rest(&mut window);
    let mut hand = NewcomerHand { window, actions: 1 };
    hand.click("Filter by a sentence");
    hand.text("2 locks, a loop and at most 25 places");
    hand.key(Modifiers::NONE, Key::Enter);
    let found: Vec<u64> = shown(&hand.window).into_iter().take(3).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    for (number, seed) in found.iter().enumerate() {
        let modifiers = if number == 0 { Modifiers::NONE } else { Modifiers::COMMAND };
        let at = cell(&hand.window, *seed);
        hand.click_at(at, modifiers);
    }
    hand.key(Modifiers::NONE, Key::S);
    hand.click("Expressive range");
    hand.click("Search metrics");
    hand.text("goal");
    hand.click_part("Solution steps: mean ");
    hand.click("A cycle on the way may run");
    rest(&mut hand.window);
    let said = hand.window.query_all_by_label_contains(" % fewer solution steps").next();
    assert!(said.is_some(), "the way to the goal is shorter without nested cycles");
    hand.key(Modifiers::COMMAND, Key::Z);
    hand.click("Export the selected seeds");
    hand.click("Folder of the export");
    hand.key(Modifiers::COMMAND, Key::A);
    hand.text(&folder.path().display().to_string());
    hand.click("Export");
    assert!(hand.actions <= 25, "{} actions", hand.actions);
    println!("{} actions", hand.actions);
    for seed in found {
        assert!(app(&hand.window).marked().is_starred(Seed(seed)));
        let name = format!("-{seed}.level.ron");
        let entries = fs::read_dir(folder.path()).unwrap().flatten();
        let names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        assert!(names.iter().any(|found| found.ends_with(&name)), "{names:?}");
        let level = Arc::clone(app(&hand.window).run_view().level().expect("a level"));
        assert!(level.report.all_held());
    }
}

#[test]
fn bar_below_the_gallery_stays_inside_the_pane_and_has_two_rows() {
    let (_folder, file) = small_project();
    let mut window = super::window_of_size(vec2(1280.0, 800.0), Some(file));
    show(&mut window, Pane::Gallery);
    rest(&mut window);
    let right = window.get_by_label("Level map").rect().left();
    for seed in [1, 2] {
        click_seed(&mut window, seed, Modifiers::NONE);
        let note = window.get_by_label(&format!("Note of seed {seed}")).rect();
        let export = window.get_by_label("Export the selected seeds").rect();
        assert!(note.right() <= right, "{note} beyond {right}");
        assert!((note.center().y - export.center().y).abs() < 4.0, "{note} {export}");
        click(&mut window, &format!("Star seed {seed}"));
    }
}

#[test]
fn cells_use_the_whole_width() {
    let (folder, file) = small_project();
    let window = gallery(folder.path(), file);
    let rect = |seed: u64| window.get_by_label(&format!("Seed {seed}, 6 places")).rect();
    let gap = rect(2).left() - rect(1).right();
    assert!((4.0..=8.0).contains(&gap), "{gap}");
}

#[test]
fn double_click_brings_the_level_to_the_front() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = authoring::window(folder.path(), None);
    window.set_size(vec2(800.0, 700.0));
    show(&mut window, Pane::Gallery);
    rest(&mut window);
    assert!(window.query_by_label("Level map").is_none());
    let at = cell(&window, 2);
    press_at(&mut window, at, 2);
    rest(&mut window);
    window.get_by_label("Level map");
    assert_eq!(app(&window).seed(), Seed(2));
}

/// Measures the gallery; run it alone, with `--ignored --nocapture`.
#[test]
#[ignore = "measures time"]
fn hundred_thumbnails_are_timed() {
    use std::time::{Duration, Instant};
    let mut window = super::window_of_size(vec2(3200.0, 2600.0), None);
    let begin = Instant::now();
    window.key_press_modifiers(Modifiers::COMMAND, Key::G);
    let (mut frames, mut first_row, mut all) = (Vec::new(), None, None);
    while all.is_none() && begin.elapsed() < Duration::from_secs(60) {
        let frame = Instant::now();
        window.step();
        frames.push(frame.elapsed());
        let count = app(&window).view().gallery.thumbnails.count();
        first_row = first_row.or((count >= 6).then(|| begin.elapsed()));
        all = all.or((count >= 100).then(|| begin.elapsed()));
        std::thread::sleep(Duration::from_millis(8));
    }
    frames.sort_unstable();
    let of = |percent: usize| frames[(frames.len() - 1) * percent / 100];
    println!(
        "first row {first_row:?}, 100 thumbnails {all:?}, drawn {}",
        app(&window).view().gallery.drawn()
    );
    println!("{} frames: median {:?}, 95 % {:?}, longest {:?}", frames.len(), of(50), of(95), of(100));
}
