//! Exports: the dialog with its preview, writing in the background, and repeated exports.

use std::fs;
use std::path::{Path, PathBuf};

use delvewright::export::{
    CaveOutline, ExportOptions, Format, LegendSpot, PictureOptions, export, export_picture, export_with,
};
use delvewright::files::{ProgramFolder, load_example, print_grammar};
use delvewright::overlay::Overlay;
use delvewright::picture::CellPixels;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable};

use super::authoring::window;
use super::{Window, app, click, settle};

/// A hall and five caves. Drawing the level of an example takes several times as long.
const SMALL: &str = r#"Grammar(
    format: 1,
    name: "Caves",
    alphabet: (
        nodes: {
            "Entrance": (role: Start, form: Hall(width: (4, 6), height: (4, 6))),
            "Cave": (form: Cave(radius: (3, 5))),
            "Hoard": (role: Goal, form: Cave(radius: (3, 5))),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Entrance", 2: "Hoard"}, edges: [(1, "path", 2)]),
    rules: [(
        name: "One cave more",
        lhs: (nodes: {1: Any, 2: "Hoard"}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Cave"}, edges: [(1, "path", 3), (3, "path", 2)]),
    )],
    recipe: [Apply(rules: All, times: 4)],
)
"#;

/// Writes a small project into a folder of its own.
pub fn small_project() -> (tempfile::TempDir, PathBuf) {
    written(SMALL)
}

fn written(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("caves.ron");
    fs::write(&path, text).unwrap();
    (folder, path)
}

/// Writes an example without its rooms into a folder of its own.
fn large_project() -> (tempfile::TempDir, PathBuf) {
    written(&print_grammar(&load_example("lattice_caves").unwrap().grammar.value.unwrap()))
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

fn choose(window: &mut Window, list: &str, item: &str) {
    click(window, list);
    click(window, item);
}

/// Returns the files of the folder with exactly this content.
fn files_with(folder: &Path, bytes: &[u8]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| fs::read(path).is_ok_and(|found| found == bytes)).collect()
}

/// Returns the files of the folder with this extension.
fn files_of(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|it| it == extension)).collect()
}

#[test]
fn picture_is_exported_as_the_dialog_shows_it_and_again_for_another_seed() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file.clone()));
    press(&mut window, Modifiers::COMMAND, Key::E);
    click(&mut window, "Format of the export");
    window.get_by_role_and_label(Role::Button, "Picture").click();
    settle(&mut window);
    window.get_by_label("Preview of the picture");
    click(&mut window, "Automatic cell size");
    window.get_by_label("Pixels of a cell");
    click(&mut window, "Names of places");
    choose(&mut window, "Place of the legend", "Below");
    window.get_by_label_contains(" pixels");
    window.get_by_label_contains(".png, ");
    click(&mut window, "Export");
    assert!(window.query_by_label("Preview of the picture").is_none(), "the dialog is closed");
    let options = |window: &Window| PictureOptions {
        cell: CellPixels::new(16),
        overlays: [Overlay::Names].into_iter().collect(),
        legend: LegendSpot::Below,
        alphabet: Some(app(window).document().grammar().alphabet.clone().into()),
        ..PictureOptions::default()
    };
    let bytes = |window: &Window| {
        let level = app(window).run_view().level().expect("a level");
        export_picture(level, &options(window))
    };
    assert_eq!(files_with(folder.path(), &bytes(&window)).len(), 1);
    press(&mut window, Modifiers::COMMAND, Key::Period);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    assert_eq!(files_with(folder.path(), &bytes(&window)).len(), 1, "the next seed has a file of its own");

    // The program remembers all of it after a restart.
    drop(window);
    let mut window = self::window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::Period);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    assert_eq!(files_with(folder.path(), &bytes(&window)).len(), 1);
}

#[test]
fn text_formats_show_their_first_lines_and_what_would_be_replaced() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::E);
    choose(&mut window, "Format of the export", "JSON");
    let shown =
        window.get_by_label("First lines").accesskit_node().value().expect("a text").replace("\\n", "\n");
    let level = app(&window).run_view().level().expect("a level").clone();
    let text = String::from_utf8(export(&level, Format::Json).into_bytes()).unwrap();
    assert!(shown.lines().zip(text.lines()).take(10).all(|(shown, line)| line.starts_with(shown)), "{shown}");
    assert!(window.query_by_label_contains("replaces").is_none());
    window.get_by_label("Name of the files").focus();
    window.run();
    super::graph::type_text(&mut window, "mine");
    press(&mut window, Modifiers::COMMAND, Key::E);
    click(&mut window, "Export");
    assert_eq!(files_with(folder.path(), text.as_bytes()), [folder.path().join("mine.level.json")]);
    press(&mut window, Modifiers::COMMAND, Key::E);
    window.get_by_label_contains("mine.level.json, ");
    window.get_by_label_contains(", replaces the existing file");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Export the level").is_none());
}

#[test]
fn dialog_says_what_an_export_deletes_and_what_stays() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::E);
    choose(&mut window, "Format of the export", "LDtk, super simple");
    window.get_by_label("Name of the files").focus();
    window.run();
    super::graph::type_text(&mut window, "mine");
    press(&mut window, Modifiers::COMMAND, Key::E);
    click(&mut window, "Export");
    let simple = folder.path().join("mine/simplified").join(format!("Level_{}", super::SEED.0));
    fs::write(simple.join("Walls.png"), "by hand").unwrap();
    press(&mut window, Modifiers::COMMAND, Key::E);
    choose(&mut window, "Format of the export", "LDtk project");
    window.get_by_label_contains("Cells.csv, deleted");
    window.get_by_label_contains("Walls.png, kept");
    click(&mut window, "Export");
    assert!(simple.join("Walls.png").exists() && !simple.join("Cells.csv").exists());
}

#[test]
fn export_that_cannot_be_written_says_why_and_changes_nothing() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::E);
    window.get_by_label("Folder of the export").focus();
    window.run();
    press(&mut window, Modifiers::COMMAND, Key::A);
    super::graph::type_text(&mut window, &folder.path().join("no/such/folder").display().to_string());
    click(&mut window, "Export");
    assert!(window.query_all_by_label_contains("no/such/folder").next().is_some());
    assert!(!folder.path().join("no").exists());
}

#[test]
fn exporting_again_asks_first_if_nothing_was_exported() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    let home = ProgramFolder::at(folder.path().join("home"));
    assert!(home.is_ok());
    window.get_all_by_role_and_label(Role::Button, "Level").next().expect("the menu").click();
    window.run();
    let items: Vec<_> = window.query_all_by_label_contains("Export again").collect();
    assert_eq!(items.len(), 2, "once, and on every change");
    assert!(items.iter().all(|item| item.accesskit_node().is_disabled()));
}

#[test]
fn status_line_says_what_is_written_and_stops_it() {
    let (folder, file) = written(&SMALL.replace("times: 4", "times: 12"));
    let mut window = window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::E);
    click(&mut window, "Format of the export");
    window.get_by_role_and_label(Role::Button, "Picture").click();
    settle(&mut window);
    window.get_by_label("Name of the files").focus();
    window.run();
    super::graph::type_text(&mut window, "large");
    // The largest cells, so that writing takes a while.
    click(&mut window, "Automatic cell size");
    click(&mut window, "Pixels of a cell");
    press(&mut window, Modifiers::COMMAND, Key::A);
    super::graph::type_text(&mut window, "64");
    press(&mut window, Modifiers::NONE, Key::Tab);
    window.get_by_label("Export").click();
    let mut frames = 0;
    while window.query_by_label("Exporting large.png").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.step();
        frames += 1;
        assert!(frames < 3000, "nothing is said");
    }
    window.get_by_label("Progress");
    window.get_by_label("Stop: Exporting large.png").click();
    window.step();
    window.step();
    assert!(window.query_by_label("Exporting large.png").is_none());
    settle(&mut window);
    assert!(window.query_all_by_label_contains("No file was changed").next().is_some());
    assert_eq!(files_of(folder.path(), "png"), [] as [PathBuf; 0]);
}

/// Opens the dialog that exports a film.
fn ask_for_film(window: &mut Window) {
    window.get_all_by_role_and_label(Role::Button, "Level").next().expect("the menu").click();
    window.run();
    click(window, "Export film…");
}

#[test]
fn stretch_of_the_derivation_is_written_as_an_animation() {
    let (folder, file) = large_project();
    let mut window = window(folder.path(), Some(file));
    ask_for_film(&mut window);
    let film = &app(&window).view().shared.film;
    assert!(film.length() > film.mission_length(), "the stages of the level follow the steps of the mission");
    window.get_by_label(&format!("of {}", film.length()));
    click(&mut window, "Last step");
    press(&mut window, Modifiers::COMMAND, Key::A);
    super::graph::type_text(&mut window, "3");
    press(&mut window, Modifiers::NONE, Key::Tab);
    choose(&mut window, "Size of the film", "480 pixels");
    click(&mut window, "Export film");
    let films = files_of(folder.path(), "gif");
    let [film] = films.as_slice() else { panic!("{films:?}") };
    let bytes = fs::read(film).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    let level = app(&window).run_view().level().expect("a level");
    let cell = u32::from(decoder.width()) / level.width;
    assert_eq!(u32::from(decoder.width()), level.width * cell, "it has the shape of the level");
    assert!((level.height * cell..480 + 40).contains(&u32::from(decoder.height())));
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert!(frame.width > 1, "each step changes something");
        delays.push(frame.delay);
    }
    assert_eq!(delays, [25, 25, 25, 200], "the start and three steps, the last one for longer");
}

#[test]
fn making_of_the_level_is_written_as_an_animated_png() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    ask_for_film(&mut window);
    window.get_all_by_role_and_label(Role::Button, "Level").last().expect("a part of the film").click();
    settle(&mut window);
    click(&mut window, "Animated PNG");
    click(&mut window, "Export film");
    let films = files_of(folder.path(), "png");
    let [film] = films.as_slice() else { panic!("{films:?}") };
    let bytes = fs::read(film).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let frames = reader.info().animation_control().map(|control| control.num_frames);
    // The finished mission, and then a frame for each stage.
    assert_eq!(frames, Some(app(&window).view().shared.film.level.length() as u32 + 1));
}

#[test]
fn film_says_which_file_it_replaces_before_it_does() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    let mut open = || {
        ask_for_film(&mut window);
        let is_replaced = window.query_by_label_contains(".gif, replaces the existing file").is_some();
        click(&mut window, "Export film");
        is_replaced
    };
    assert_eq!([open(), open()], [false, true]);
}

#[test]
fn cave_walls_of_a_model_are_slanted_or_square_as_chosen() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    for outline in [CaveOutline::Smooth, CaveOutline::Blocks] {
        press(&mut window, Modifiers::COMMAND, Key::E);
        if outline == CaveOutline::Smooth {
            choose(&mut window, "Format of the export", "3D model (GLB)");
            window.get_by_label("Picture of the level");
        } else {
            click(&mut window, "Square cave walls");
        }
        click(&mut window, "Export");
        let level = app(&window).run_view().level().expect("a level").clone();
        let [model] = files_of(folder.path(), "glb").try_into().expect("one model");
        let name = model.file_stem().unwrap().to_string_lossy().into_owned();
        let options = ExportOptions { name, outline, ..ExportOptions::default() };
        let bytes = export_with(&level, Format::Glb, &options).into_bytes();
        assert!(fs::read(&model).unwrap() == bytes, "{outline:?}");
    }
}

#[test]
fn map_has_the_tiles_the_importer_and_the_types_that_are_chosen() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::E);
    choose(&mut window, "Format of the export", "Map for Tiled");
    window.get_by_label("Picture of the level");
    window.get_by_label("First lines");
    choose(&mut window, "Size of tiles", "32 pixels");
    assert!(window.query_by_label("Types of components").is_none());
    choose(&mut window, "Importer of the map", "Bevy");
    window.get_by_label("Types of components").focus();
    window.run();
    super::graph::type_text(&mut window, "my game");
    window.run();
    window.get_by_label_contains("not a module path");
    press(&mut window, Modifiers::COMMAND, Key::A);
    super::graph::type_text(&mut window, "game::level");
    window.run();
    assert!(window.query_by_label_contains("not a module path").is_none());
    click(&mut window, "Export");
    let [map] = &files_of(folder.path(), "tmx")[..] else { panic!("one map") };
    let map = fs::read_to_string(map).unwrap();
    for part in ["tilewidth=\"32\"", "propertytype=\"game::level::Room\""] {
        assert!(map.contains(part), "{part}");
    }
}

#[test]
fn escape_closes_an_open_list_of_a_dialog_before_the_dialog() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::E);
    click(&mut window, "Format of the export");
    window.get_by_label("CSV tables");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("CSV tables").is_none());
    window.get_by_label("Export the level");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Export the level").is_none());
}

/// Writes JSON to files that follow the level.
fn let_files_follow(window: &mut Window, name: &str) {
    press(window, Modifiers::COMMAND, Key::E);
    choose(window, "Format of the export", "JSON");
    window.get_by_label("Name of the files").focus();
    window.run();
    super::graph::type_text(window, name);
    click(window, "Export again on every change");
    click(window, "Export");
}

fn json_of(window: &Window) -> Vec<u8> {
    export(app(window).run_view().level().expect("a level"), Format::Json).into_bytes()
}

#[test]
fn files_follow_the_level_until_they_are_not_to_any_more() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file.clone()));
    let_files_follow(&mut window, "mine");
    let level = folder.path().join("mine.level.json");
    let first = json_of(&window);
    assert_eq!(fs::read(&level).unwrap(), first);
    window.get_by_label_contains("exporting mine.level.json");
    press(&mut window, Modifiers::COMMAND, Key::Period);
    let second = json_of(&window);
    assert!(second != first && fs::read(&level).unwrap() == second, "the level of another seed");

    // The program continues after a restart.
    super::app_mut(&mut window).keep_last_look();
    drop(window);
    let mut window = self::window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::Period);
    let third = json_of(&window);
    assert!(third != second && fs::read(&level).unwrap() == third);

    window.get_all_by_role_and_label(Role::Button, "Level").next().expect("the menu").click();
    window.run();
    click(&mut window, "Export again on every change");
    press(&mut window, Modifiers::COMMAND, Key::Period);
    assert!(json_of(&window) != third && fs::read(&level).unwrap() == third, "it stays as it is");
    assert!(window.query_by_label_contains("exporting mine").is_none());
}

#[test]
fn files_without_a_name_of_their_own_are_one_for_all_seeds_if_they_follow() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    let_files_follow(&mut window, "");
    press(&mut window, Modifiers::COMMAND, Key::Period);
    press(&mut window, Modifiers::COMMAND, Key::Period);
    let [level] = files_of(folder.path(), "json").try_into().expect("one file");
    assert_eq!(fs::read(&level).unwrap(), json_of(&window));
}

#[test]
fn what_keeps_files_from_following_is_said_once() {
    let (folder, file) = small_project();
    let mut window = window(folder.path(), Some(file));
    let_files_follow(&mut window, "mine");
    let level = folder.path().join("mine.level.json");
    fs::remove_file(&level).unwrap();
    // Nothing can be written to a path that is a folder.
    fs::create_dir(&level).unwrap();
    for _ in 0..3 {
        press(&mut window, Modifiers::COMMAND, Key::Period);
    }
    let messages = window.query_all_by_label_contains("mine.level.json: ").count();
    assert_eq!(messages, 1);
    window.get_by_label_contains("mine.level.json cannot be written");
    fs::remove_dir(&level).unwrap();
    press(&mut window, Modifiers::COMMAND, Key::Period);
    assert_eq!(fs::read(&level).unwrap(), json_of(&window));
    window.get_by_label_contains("exporting mine.level.json");
}

#[test]
fn files_do_not_follow_a_project_without_a_level() {
    let (folder, file) = large_project();
    let text = fs::read_to_string(&file).unwrap();
    let mut window = window(folder.path(), Some(file.clone()));
    let_files_follow(&mut window, "mine");
    let level = folder.path().join("mine.level.json");
    let first = fs::read(&level).unwrap();
    super::app_mut(&mut window).keep_last_look();
    drop(window);
    // So few steps that its recipe never ends.
    assert!(text.contains("\n    layout: (") && !text.contains("limits: "));
    fs::write(&file, text.replacen("\n    layout: (", "\n    limits: (steps: 1),\n    layout: (", 1))
        .unwrap();
    let mut window = self::window(folder.path(), Some(file));
    press(&mut window, Modifiers::COMMAND, Key::Period);
    assert!(app(&window).run_view().level().is_none());
    window.get_by_label_contains("exporting mine.level.json");
    assert_eq!(fs::read(&level).unwrap(), first);
}
