//! The announcement of the export dialog about the files that it will write, and the folder in which it
//! begins.

use std::fs;

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable};

use super::authoring::window;
use super::exports::small_project;
use super::{Window, click, settle};

fn ask_for_export(window: &mut Window) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(window);
}

/// Exports a map for Tiled into the folder of the project.
///
/// Returns how often the dialog mentioned each of these endings and messages.
fn export_map(window: &mut Window) -> Vec<(&'static str, usize)> {
    ask_for_export(window);
    click(window, "Format of the export");
    click(window, "Map for Tiled");
    let endings = [".tmx, ", ".export.json, ", "replaces the existing file", "stops the export"];
    let said = endings.map(|ending| (ending, window.query_all_by_label_contains(ending).count()));
    click(window, "Export");
    said.into_iter().filter(|(_, count)| *count > 0).collect()
}

#[test]
fn all_files_of_a_map_are_named_before_they_are_written() {
    let (folder, path) = small_project();
    let mut window = window(folder.path(), Some(path));
    let files = || {
        let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.is_file()).collect::<Vec<_>>()
    };
    let before = files().len();
    assert_eq!(export_map(&mut window), [(".tmx, ", 1), (".export.json, ", 1)]);
    let written = files().len() - before;
    let replaced = ("replaces the existing file", written);
    assert_eq!(export_map(&mut window), [(".tmx, ", 1), (".export.json, ", 1), replaced]);

    // Without the list, the owner of the files is unknown.
    let list = files().into_iter().find(|path| path.to_string_lossy().ends_with(".export.json"));
    fs::remove_file(list.expect("a list")).unwrap();
    let said = export_map(&mut window);
    assert!(said.contains(&("stops the export", written - 2)), "{said:?}");
}

#[test]
fn exports_of_another_project_begin_in_the_folder_that_was_used_last() {
    let home = tempfile::tempdir().unwrap();
    let (first, second) = (small_project(), small_project());
    let game = tempfile::tempdir().unwrap();
    let mut window = self::window(home.path(), Some(first.1.clone()));
    ask_for_export(&mut window);
    window.get_by_label("Folder of the export").focus();
    window.run();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    super::graph::type_text(&mut window, &game.path().display().to_string());
    click(&mut window, "Export");
    drop(window);
    let mut window = self::window(home.path(), Some(second.1.clone()));
    let folder_of_export = |window: &mut Window| {
        ask_for_export(window);
        let folder = window.get_by_label("Folder of the export").accesskit_node().value();
        window.key_press(Key::Escape);
        settle(window);
        folder.unwrap_or_default()
    };
    assert_eq!(folder_of_export(&mut window), game.path().display().to_string());

    // The dialog does not begin in a folder that no longer exists.
    let third = small_project();
    drop(window);
    drop(game);
    let mut window = self::window(home.path(), Some(third.1.clone()));
    assert_eq!(folder_of_export(&mut window), third.0.path().display().to_string());
}
