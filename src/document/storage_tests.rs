use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::*;
use crate::document::{Edit, RoomsEdit, SettingsEdit};
use crate::files::ProgramFolder;

fn example() -> Document {
    Document::of_project(files::load_example("first_lock").unwrap())
}

/// Saves the example as `mine.ron` in a folder of its own, and reads it from there.
fn on_disk() -> (tempfile::TempDir, PathBuf, Document) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    example().save(&path, None).unwrap();
    let document = Document::read(&path).unwrap();
    (folder, path, document)
}

fn rename(document: &mut Document, name: &str) {
    assert!(document.apply(Edit::Settings(SettingsEdit::Name(name.to_owned()))));
}

/// Changes the notes of the first room set.
fn change_rooms(document: &mut Document, notes: &str) {
    let rooms = document.rooms()[0].clone();
    let set = RoomSet { notes: notes.to_owned(), ..RoomSet::clone(&rooms.set) };
    document.apply(Edit::Rooms(RoomsEdit::Add { path: rooms.path, set: Arc::new(set) }));
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn saved_example_opens_with_its_room_sets_from_anywhere() {
    let (folder, path, mut opened) = on_disk();
    assert_eq!(opened.diagnostics, []);
    assert_eq!(opened.room_sets(), example().room_sets());
    opened.save(&path, None).unwrap();
    assert_eq!(names_in(folder.path()), ["cellar.ron", "mine.ron"]);
    let elsewhere = folder.path().join("deeper");
    fs::create_dir(&elsewhere).unwrap();
    opened.save(&elsewhere.join("mine.ron"), None).unwrap();
    let moved = Document::read(&elsewhere.join("mine.ron")).unwrap();
    assert_eq!(moved.diagnostics, []);
    assert_eq!(moved.room_sets(), opened.room_sets());
    assert_eq!(names_in(&elsewhere), ["mine.ron"]);
}

#[test]
fn saving_an_example_leaves_other_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("cellar.ron");
    fs::write(&other, "mine").unwrap();
    let mut document = example();
    document.save(&folder.path().join("first.ron"), None).unwrap();
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
    // Later changes go to the same file, not to a third.
    change_rooms(&mut document, "changed");
    document.save(&folder.path().join("first.ron"), None).unwrap();
    assert_eq!(names_in(folder.path()), ["cellar-2.ron", "cellar.ron", "first.ron"]);
    let read = Document::read(&folder.path().join("first.ron")).unwrap();
    assert_eq!(read.room_sets()[0].notes, "changed");
}

#[test]
fn saving_writes_the_room_sets_that_were_changed_and_no_others() {
    let (folder, path, mut document) = on_disk();
    // Edited by hand.
    let by_hand = format!("// Mine.\n{}", fs::read_to_string(folder.path().join("cellar.ron")).unwrap());
    fs::write(folder.path().join("cellar.ron"), &by_hand).unwrap();
    document = Document::read(document.path.as_deref().unwrap()).unwrap();
    rename(&mut document, "Other");
    assert_eq!(document.save(&path, None).unwrap().rooms, Vec::<PathBuf>::new());
    assert_eq!(fs::read_to_string(folder.path().join("cellar.ron")).unwrap(), by_hand);
    change_rooms(&mut document, "changed");
    assert!(document.is_dirty());
    assert_eq!(document.save(&path, None).unwrap().rooms, [folder.path().join("cellar.ron")]);
    assert!(!document.is_dirty());
    assert_eq!(Document::read(&path).unwrap().content(), document.content());
}

#[test]
fn new_room_set_is_written_where_the_grammar_names_it_but_never_over_another_file() {
    let (folder, path, mut document) = on_disk();
    let set = Arc::new(RoomSet { name: "New".to_owned(), ..RoomSet::clone(&document.rooms()[0].set) });
    fs::write(folder.path().join("taken.ron"), "mine").unwrap();
    fs::create_dir(folder.path().join("rooms")).unwrap();
    for name in ["keep_rooms.ron", "rooms/keep.ron", "taken.ron"] {
        document.apply(Edit::Rooms(RoomsEdit::Add { path: name.to_owned(), set: Arc::clone(&set) }));
    }
    document.save(&path, None).unwrap();
    document.save(&path, None).unwrap();
    assert_eq!(
        names_in(folder.path()),
        ["cellar.ron", "keep_rooms.ron", "mine.ron", "rooms", "taken-2.ron", "taken.ron"]
    );
    assert_eq!(names_in(&folder.path().join("rooms")), ["keep.ron"]);
    let names = Document::read(&path).unwrap().grammar().rooms.clone();
    assert_eq!(names[1..], ["keep_rooms.ron", "rooms/keep.ron", "taken-2.ron"]);
}

#[test]
fn room_set_whose_file_is_gone_is_written_again() {
    let (folder, path, mut document) = on_disk();
    fs::remove_file(folder.path().join("cellar.ron")).unwrap();
    document.save(&path, None).unwrap();
    assert_eq!(Document::read(&path).unwrap().content(), document.content());
}

#[test]
fn room_set_that_was_loaded_is_not_written_again() {
    let (folder, path, mut document) = on_disk();
    let other = folder.path().join("other.ron");
    let text = format!("// Mine.\n{}", files::print_room_set(&document.rooms()[0].set));
    fs::write(&other, &text).unwrap();
    let set = room_set_of(&text).unwrap();
    document.note_room_file("other.ron", &other, &set, &text);
    document.apply(Edit::Rooms(RoomsEdit::Add { path: "other.ron".to_owned(), set }));
    document.save(&path, None).unwrap();
    assert_eq!(fs::read_to_string(&other).unwrap(), text);
}

#[test]
fn room_set_that_could_not_be_read_as_a_whole_is_never_written_over() {
    let (folder, path, _) = on_disk();
    let file = folder.path().join("cellar.ron");
    let broken = fs::read_to_string(&file).unwrap().replacen("name:", "colour: \"odd\", name:", 1);
    fs::write(&file, &broken).unwrap();
    let mut document = Document::read(&path).unwrap();
    assert!(!document.diagnostics.is_empty());
    change_rooms(&mut document, "changed");
    document.save(&path, None).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), broken);
    assert_eq!(Document::read(&path).unwrap().room_sets()[0].notes, "changed");
}

#[test]
fn failure_names_the_file_and_the_document_stays_unsaved() {
    let (folder, path, mut document) = on_disk();
    let file = folder.path().join("cellar.ron");
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    rename(&mut document, "Other");
    change_rooms(&mut document, "changed");
    let error = document.save(&path, None).unwrap_err();
    assert_eq!(error.code(), "read-only");
    assert!(error.to_string().contains("cellar.ron"), "{error}");
    assert!(document.is_dirty());
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn what_was_saved_over_is_in_the_backups() {
    let (folder, path, mut document) = on_disk();
    let home = ProgramFolder::at(folder.path().join("home")).unwrap();
    let first = fs::read_to_string(&path).unwrap();
    rename(&mut document, "Second");
    document.save(&path, Some(&home)).unwrap();
    let backups = home.backups_of(&path);
    assert_eq!(backups.len(), 1);
    assert_eq!(backups[0].text().unwrap(), first);
    let old = Document::of_backup(&path, &first).unwrap();
    assert!(old.is_dirty());
    assert_eq!(old.title(), "First lock");
    assert_eq!(old.room_sets(), document.room_sets());
    assert_eq!(old.path.as_deref(), Some(path.as_path()));
}

#[test]
fn change_by_another_program_is_noticed_and_can_be_accepted() {
    let (folder, path, mut document) = on_disk();
    assert_eq!(document.changed_on_disk(), Vec::<PathBuf>::new());
    let file = folder.path().join("cellar.ron");
    let theirs = fs::read_to_string(&file).unwrap() + "\n";
    fs::write(&file, &theirs).unwrap();
    assert_eq!(document.changed_on_disk(), std::slice::from_ref(&file));
    document.accept_disk();
    assert_eq!(document.changed_on_disk(), Vec::<PathBuf>::new());
    assert!(document.is_dirty());
    document.save(&path, None).unwrap();
    assert_ne!(fs::read_to_string(&file).unwrap(), theirs);
    fs::remove_file(&path).unwrap();
    assert_eq!(document.changed_on_disk(), [path]);
}

#[test]
fn file_that_was_left_by_saving_elsewhere_is_not_watched_any_more() {
    let (folder, path, mut document) = on_disk();
    document.save(&folder.path().join("copy.ron"), None).unwrap();
    fs::write(&path, "other").unwrap();
    assert_eq!(document.changed_on_disk(), Vec::<PathBuf>::new());
}

#[test]
fn recovered_project_is_as_it_was_and_saves_to_its_files() {
    let (folder, path, mut document) = on_disk();
    rename(&mut document, "Unsaved");
    change_rooms(&mut document, "unsaved too");
    let recovered = Document::recovered(&document.to_keep()());
    assert_eq!(recovered.content(), document.content());
    assert_eq!(recovered.path, document.path);
    assert_eq!(recovered.diagnostics, []);
    assert!(recovered.is_dirty());
    let mut recovered = recovered;
    assert_eq!(recovered.changed_on_disk(), Vec::<PathBuf>::new());
    recovered.save(&path, None).unwrap();
    assert_eq!(names_in(folder.path()), ["cellar.ron", "mine.ron"]);
    assert_eq!(Document::read(&path).unwrap().content(), document.content());
}

#[test]
fn recovered_example_has_no_file_yet() {
    let mut document = example();
    rename(&mut document, "Unsaved");
    let recovered = Document::recovered(&document.to_keep()());
    assert_eq!(recovered.content(), document.content());
    assert_eq!(recovered.path, None);
    assert_eq!(recovered.diagnostics, []);
}

#[test]
fn recovered_project_knows_that_its_file_was_changed_meanwhile() {
    let (_folder, path, mut document) = on_disk();
    rename(&mut document, "Unsaved");
    let unsaved = document.to_keep()();
    fs::write(&path, "other").unwrap();
    assert_eq!(Document::recovered(&unsaved).changed_on_disk(), [path]);
}

/// Returns the titles of projects offered for recovery if the program ends after keeping this one.
fn left_by(home: &ProgramFolder, unsaved: &Unsaved) -> Vec<String> {
    home.begin_session().unwrap().keep(unsaved).unwrap();
    let leftovers = home.leftovers().unwrap();
    let titles = leftovers.iter().map(|leftover| leftover.unsaved().unwrap().title.clone()).collect();
    leftovers.into_iter().for_each(|leftover| leftover.discard().unwrap());
    titles
}

#[test]
fn what_is_kept_before_saving_is_offered_until_it_is_in_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let home = ProgramFolder::at(folder.path().join("home")).unwrap();
    let path = folder.path().join("mine.ron");
    // An example has no files at first; then the grammar and a room set are changed.
    let mut document = example();
    for name in ["first", "second"] {
        rename(&mut document, name);
        change_rooms(&mut document, name);
        let plan = document.plan_save(&path).unwrap();
        let unsaved = plan.unsaved(&document);
        assert_eq!(left_by(&home, &unsaved), [name]);
        document.write_plan(plan, None).unwrap();
        assert_eq!(left_by(&home, &unsaved), [""; 0], "{name}");
    }
}

#[test]
fn kept_before_saving_a_partly_read_room_set_is_still_never_written_over() {
    let (folder, path, _) = on_disk();
    let file = folder.path().join("cellar.ron");
    let broken = fs::read_to_string(&file).unwrap().replacen("name:", "colour: \"odd\", name:", 1);
    fs::write(&file, &broken).unwrap();
    let mut document = Document::read(&path).unwrap();
    rename(&mut document, "other");
    let unsaved = document.plan_save(&path).unwrap().unsaved(&document);
    let mut recovered = Document::recovered(&unsaved);
    change_rooms(&mut recovered, "changed");
    recovered.save(&path, None).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), broken);
}

/// Returns the example on disk, with comments in its files.
fn with_comments() -> (tempfile::TempDir, PathBuf, Document) {
    let (folder, path, _) = on_disk();
    for (path, before) in [(path.clone(), "    rules: ["), (folder.path().join("cellar.ron"), "    rooms: [")]
    {
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen(before, &format!("    // Mine.\n\n{before} // all"), 1)).unwrap();
    }
    let document = Document::read(&path).unwrap();
    (folder, path, document)
}

#[test]
fn comments_survive_a_save_and_those_of_what_was_deleted_come_back_with_undo() {
    let (folder, path, mut document) = with_comments();
    let rooms = folder.path().join("cellar.ron");
    let (before, rooms_before) = (fs::read_to_string(&path).unwrap(), fs::read_to_string(&rooms).unwrap());
    rename(&mut document, "Other");
    document.save(&path, None).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), before.replacen("First lock", "Other", 1));
    assert_eq!(fs::read_to_string(&rooms).unwrap(), rooms_before);
    change_rooms(&mut document, "changed");
    document.save(&path, None).unwrap();
    let text = fs::read_to_string(&rooms).unwrap();
    assert!(text.contains("    // Mine.\n\n    rooms: [ // all\n") && text.contains("notes: \"changed\""));
    while document.undo() {}
    document.save(&path, None).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert_eq!(fs::read_to_string(&rooms).unwrap(), rooms_before);
}

#[test]
fn tidying_takes_comments_out_until_it_is_undone() {
    let (folder, path, mut document) = with_comments();
    let rooms = folder.path().join("cellar.ron");
    let before = [&path, &rooms].map(|path| fs::read_to_string(path).unwrap());
    assert!(document.tidy() && document.is_dirty());
    assert!(!document.tidy(), "it is tidy already");
    assert_eq!(document.save(&path, None).unwrap().rooms, std::slice::from_ref(&rooms));
    assert_eq!(fs::read_to_string(&path).unwrap(), files::print_grammar(document.grammar()));
    assert_eq!(fs::read_to_string(&rooms).unwrap(), files::print_room_set(&document.rooms()[0].set));
    assert!(!Document::read(&path).unwrap().tidy());
    assert!(document.undo() && document.is_dirty());
    document.save(&path, None).unwrap();
    assert_eq!([&path, &rooms].map(|path| fs::read_to_string(path).unwrap()), before);
}

#[test]
fn recovered_project_keeps_its_comments() {
    let (folder, path, mut document) = with_comments();
    let before = fs::read_to_string(&path).unwrap();
    rename(&mut document, "Other");
    let mut recovered = Document::recovered(&document.to_keep()());
    recovered.save(&path, None).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), before.replacen("First lock", "Other", 1));
    assert!(fs::read_to_string(folder.path().join("cellar.ron")).unwrap().contains("// Mine."));
}

#[test]
fn a_room_set_takes_its_sheet_along_and_writes_over_no_other_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let mut example = Document::of_project(files::load_example("derelict").unwrap());
    example.save(&path, None).unwrap();
    assert_eq!(names_in(folder.path()), ["derelict.png", "derelict.ron", "mine.ron"]);
    assert_eq!(Document::read(&path).unwrap().diagnostics, []);
    // A room set without a file, in a project that is saved to another folder.
    let mut document = Document::read(&path).unwrap();
    let set = Arc::clone(&document.rooms()[0].set);
    document.apply(Edit::Rooms(RoomsEdit::Add { path: "second.ron".to_owned(), set }));
    let elsewhere = folder.path().join("deeper");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("derelict.png"), "another").unwrap();
    let error = document.save(&elsewhere.join("mine.ron"), None).unwrap_err();
    assert_eq!(error.code(), "sheet-in-the-way");
    assert_eq!(names_in(&elsewhere), ["derelict.png"], "nothing is saved");
    fs::remove_file(elsewhere.join("derelict.png")).unwrap();
    document.save(&elsewhere.join("mine.ron"), None).unwrap();
    assert_eq!(names_in(&elsewhere), ["derelict.png", "mine.ron", "second.ron"]);
    // The sets have rooms of the same names, and both have sheets.
    let again = Document::read(&elsewhere.join("mine.ron")).unwrap();
    assert!(again.diagnostics.iter().all(|found| found.code == "duplicate-room-name"));
}
