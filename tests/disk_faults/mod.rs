//! Faults of the disk, at every step of everything that the program writes.
//!
//! A simulated designer edits, saves twice, is interrupted, recovers, saves again, exports, and changes
//! preferences. This is played again and again, each time with a fault at another operation of the disk.
//! Whatever fails, every file must have either its old or its new content, and the designer gets a message
//! with the path. Kept and saved work must still exist, overwritten contents must be in the backups, and the
//! next start must remove all leftovers.

mod faulty;
mod play;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use delvewright::document::{Autosave, Document, Edit, SettingsEdit};
use delvewright::export::{Exported, ExportedFile};
use delvewright::files::{Disk, ProgramFolder, save_export_on};

use crate::sample;

use faulty::{Fault, FaultyDisk, Operation};
use play::{Place, Played, number_of, play};

/// The final files if nothing fails, and every content that they have on the way.
struct Normal {
    done: Vec<(Operation, PathBuf)>,
    last: BTreeMap<PathBuf, String>,
    versions: BTreeSet<String>,
}

fn normal() -> Normal {
    let place = Place::new();
    let played = play(&place, None);
    assert_eq!(played.messages, [""; 0]);
    assert_eq!(number_of(&place.grammar()), Some(4));
    let last = place.results();
    Normal { done: played.done, versions: played.versions, last }
}

/// Plays with the fault at every operation where it makes a difference, and checks the result.
fn play_all(fault: impl Fn(&Place) -> Fault, matters: impl Fn(Operation, &Path) -> bool) {
    let normal = normal();
    let steps = normal.done.iter().enumerate().filter(|(_, (operation, path))| matters(*operation, path));
    let steps: Vec<usize> = steps.map(|(at, _)| at).collect();
    assert!(!steps.is_empty());
    for at in sample::of(steps) {
        let place = Place::new();
        let fault = fault(&place);
        let played = play(&place, Some((at, fault.clone())));
        let context = format!("{fault:?} at {at}, {:?}: {:#?}", played.done.get(at), played.messages);
        check_files(&place, &normal, &fault, &context);
        check_messages(&place, &normal, &played, &fault, &context);
        check_next_start(&place, &played, &fault, &context);
        check_next_save(&place, played, at, &fault, &context);
    }
}

/// Checks that every file is complete: its content occurs in a play without faults.
fn check_files(place: &Place, normal: &Normal, fault: &Fault, context: &str) {
    let theirs = if let Fault::Changed(_, text) = fault { text } else { "" };
    for path in files_in(place.root()).iter().filter(|path| !is_draft(path)) {
        let text = place.text(path).unwrap();
        let is_whole = match path.file_name().and_then(|name| name.to_str()).unwrap() {
            "lock" => true,
            "unsaved.ron" => text.starts_with("Recovery(") && text.ends_with(")\n"),
            "folders.ron" => text.starts_with("Folders(") && text.ends_with(")\n"),
            _ => text == theirs || normal.versions.contains(without_their_comment(&text)),
        };
        assert!(is_whole, "{} is torn: {text}\n{context}", path.display());
    }
}

/// Removes the comment of another program, which stays when the file is read and saved.
fn without_their_comment(text: &str) -> &str {
    text.strip_prefix("// Theirs.\n").unwrap_or(text)
}

/// Checks that every deviation was reported with its path.
fn check_messages(place: &Place, normal: &Normal, played: &Played, fault: &Fault, context: &str) {
    let root = place.root().to_str().unwrap();
    for message in &played.messages {
        assert!(message.contains(root), "no path in \"{message}\"\n{context}");
    }
    let is_known = played.document.as_ref().is_some_and(|document| !document.changed_on_disk().is_empty());
    let results = place.results().into_iter();
    let results = results.map(|(path, text)| (path, without_their_comment(&text).to_owned()));
    if !matches!(fault, Fault::Killed) && !is_known && results.collect::<BTreeMap<_, _>>() != normal.last {
        assert_ne!(played.messages, [""; 0], "nothing was said\n{context}");
    }
    if matches!(fault, Fault::Clock(_)) {
        assert_eq!(played.messages, [""; 0], "the clock is no reason for anything\n{context}");
    }
}

/// Checks that kept and saved work exists or is offered, and that leftovers are removed.
fn check_next_start(place: &Place, played: &Played, fault: &Fault, context: &str) {
    let home = ProgramFolder::on(Arc::new(FaultyDisk::new(None)), place.home()).unwrap();
    home.sweep();
    let leftovers = home.leftovers().unwrap();
    let drafts: Vec<_> = files_in(place.root()).into_iter().filter(|path| is_draft(path)).collect();
    assert_eq!(drafts, Vec::<PathBuf>::new(), "{context}");
    let offered = leftovers.iter().map(|leftover| {
        let unsaved = leftover.unsaved().unwrap_or_else(|error| panic!("{error}\n{context}"));
        play::number(&unsaved.title).unwrap()
    });
    let newest = offered.chain(number_of(&place.grammar())).max();
    // A file overwritten by another program is not our responsibility.
    if !matches!(fault, Fault::Changed(..)) {
        assert!(newest >= Some(played.safe), "{newest:?} of {}\n{context}", played.safe);
    }
}

/// Checks that a save without a fault succeeds. Changes by another program are replaced only on request, and
/// are then in the backups.
fn check_next_save(place: &Place, played: Played, at: usize, fault: &Fault, context: &str) {
    let home = ProgramFolder::on(Arc::new(FaultyDisk::new(None)), place.home()).unwrap();
    if let Some(document) = played.document.filter(|_| !matches!(fault, Fault::Killed)) {
        let mut document = document.on_disk(Arc::new(FaultyDisk::new(None)));
        let mut saved = document.save(&place.grammar(), Some(&home));
        if saved.as_ref().is_err_and(|error| error.code() == "changed-meanwhile") {
            assert!(matches!(fault, Fault::Changed(..)), "{saved:?}\n{context}");
            document.accept_disk();
            saved = document.save(&place.grammar(), Some(&home));
        }
        assert!(saved.is_ok_and(|saved| saved.backup_problem.is_none()), "{context}");
        assert!(!document.is_dirty(), "{context}");
        // A file that could not be read is unchanged, and so is one that only others changed.
        if document.diagnostics.is_empty() && document.changed_on_disk().is_empty() {
            let read = Document::read(&place.grammar()).unwrap();
            assert_eq!(read.content(), document.content(), "{context}");
        }
    }
    if let Fault::Changed(file, text) = fault {
        let backups = home.backups_of(file);
        let is_there = fs::read_to_string(file).is_ok_and(|found| found == *text)
            || backups.iter().any(|backup| backup.text().is_ok_and(|kept| kept == *text));
        // Nobody can check between the last check and the renaming.
        let is_last_moment = played.done.get(at) == Some(&(Operation::Rename, file.clone()));
        assert!(is_there || is_last_moment, "theirs is lost\n{context}");
    }
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.extend(files_in(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn is_draft(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Returns `true` for files of the project, which another program changes. At all other operations a change
/// makes no difference.
fn is_of_project(_: Operation, path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "project")
}

#[test]
fn full_disk_at_one_step_loses_nothing() {
    play_all(|_| Fault::Fails(ErrorKind::StorageFull), |operation, _| operation.needs_space());
}

#[test]
fn what_may_not_be_done_loses_nothing() {
    play_all(|_| Fault::Fails(ErrorKind::PermissionDenied), |_, _| true);
}

#[test]
fn interrupted_step_loses_nothing() {
    play_all(|_| Fault::Fails(ErrorKind::Interrupted), |operation, _| operation.changes_something());
}

#[test]
fn half_written_file_loses_nothing() {
    play_all(|_| Fault::HalfWritten, |operation, _| operation == Operation::Write);
}

#[test]
fn disk_that_is_full_from_some_step_on_loses_nothing() {
    play_all(|_| Fault::FullFromThen, |operation, _| operation.needs_space());
}

#[test]
fn program_that_ends_at_any_step_loses_nothing() {
    play_all(|_| Fault::Killed, |operation, _| operation.changes_something());
}

#[test]
fn grammar_that_another_program_changes_at_any_step_is_not_lost() {
    play_all(|place| Fault::Changed(place.grammar(), place.theirs(&place.grammar())), is_of_project);
}

#[test]
fn room_set_that_another_program_changes_at_any_step_is_not_lost() {
    play_all(|place| Fault::Changed(place.rooms(), place.theirs(&place.rooms())), is_of_project);
}

#[test]
fn clock_that_steps_back_changes_nothing() {
    let before = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    play_all(|_| Fault::Clock(before), |operation, _| operation == Operation::Now);
}

#[test]
fn clock_before_1970_changes_nothing() {
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(300_000_000);
    play_all(|_| Fault::Clock(before), |operation, _| operation == Operation::Now);
}

/// Returns the position of the first such operation on a file of this name in a play without faults.
fn first(normal: &Normal, operation: Operation, name: &str) -> usize {
    let is_it = |(done, path): &(Operation, PathBuf)| *done == operation && path.ends_with(name);
    normal.done.iter().position(is_it).expect("it is part of the play")
}

#[test]
fn save_that_fails_between_two_files_says_which_are_saved() {
    let at = first(&normal(), Operation::Rename, "project/b.ron");
    let place = Place::new();
    let played = play(&place, Some((at, Fault::Fails(ErrorKind::PermissionDenied))));
    let file = |name: &str| place.grammar().with_file_name(name).display().to_string();
    let expected = format!(
        "{b}: cannot be written: permission denied. Already saved: {a}. Not saved: {b}, {grammar}",
        a = file("a.ron"),
        b = file("b.ron"),
        grammar = file("mine.ron"),
    );
    assert_eq!(played.messages, [expected]);
}

#[test]
fn full_disk_changes_no_file_of_a_project_at_all() {
    let at = first(&normal(), Operation::Rename, "project/a.ron");
    let place = Place::new();
    let before = place.results();
    // Everything that a save needs is written before the first file changes.
    play(&place, Some((at - 1, Fault::Killed)));
    assert_eq!(place.results(), before);
    let drafts = files_in(&place.root().join("project")).into_iter().filter(|path| is_draft(path));
    assert_eq!(drafts.count(), 3);
}

#[test]
fn what_could_not_be_kept_is_kept_an_interval_later() {
    let at = first(&normal(), Operation::Rename, "unsaved.ron");
    let place = Place::new();
    let fault = Some((at, Fault::Fails(ErrorKind::StorageFull)));
    let disk: Arc<dyn Disk> = Arc::new(FaultyDisk::new(fault));
    let home = ProgramFolder::on(disk.clone(), place.home()).unwrap();
    let mut autosave = Autosave::start(&home, Duration::from_secs(5)).unwrap();
    let mut document = Document::read_on(disk, &place.grammar()).unwrap();
    document.apply(Edit::Settings(SettingsEdit::Name("edit 1".to_owned())));
    autosave.keep_now(&document);
    assert!(autosave.wait().is_some_and(|problem| problem.code() == "unwritable-file"));
    let now = Instant::now();
    assert_eq!(autosave.advance(&document, now), Some(Duration::from_secs(5)));
    assert_eq!(autosave.advance(&document, now + Duration::from_secs(5)), None);
    assert!(autosave.wait().is_none());
    drop(autosave);
    assert_eq!(home.leftovers().unwrap()[0].unsaved().unwrap().title, "edit 1");
}

/// Opens the program's own folder of a place, with an optional fault.
fn home_of(place: &Place, fault: Option<(usize, Fault)>) -> ProgramFolder {
    ProgramFolder::on(Arc::new(FaultyDisk::new(fault)), place.home()).unwrap()
}

#[test]
fn backups_stay_in_their_order_whatever_fails() {
    // The first two operations create the folder.
    for at in 2..40 {
        let place = Place::new();
        let keep = |home: ProgramFolder, number: u32| {
            fs::write(place.grammar(), format!("content {number}")).unwrap();
            home.keep_backup(&place.grammar())
        };
        (1..=12).for_each(|number| keep(home_of(&place, None), number).unwrap());
        let fault = Fault::Fails(ErrorKind::PermissionDenied);
        let is_kept = keep(home_of(&place, Some((at, fault))), 13).is_ok();
        let backups = home_of(&place, None).backups_of(&place.grammar());
        let texts: Vec<String> = backups.iter().map(|backup| backup.text().unwrap()).collect();
        let newest = if is_kept || texts[0] == "content 13" { 13 } else { 12 };
        let expected: Vec<String> = (1..=newest).rev().map(|number| format!("content {number}")).collect();
        assert_eq!(texts[..10], expected[..10], "{at}");
    }
}

#[test]
fn list_of_recent_files_is_never_begun_anew_because_it_cannot_be_read() {
    for at in 2..20 {
        let place = Place::new();
        home_of(&place, None).remember_recent(&place.rooms()).unwrap();
        let fault = Fault::Fails(ErrorKind::PermissionDenied);
        let remembered = home_of(&place, Some((at, fault))).remember_recent(&place.grammar());
        let recent = home_of(&place, None).recent_files().into_iter().map(|file| file.path);
        let recent: Vec<PathBuf> = recent.collect();
        assert!(recent.ends_with(&[place.rooms()]), "{at}: {recent:?}");
        assert!(remembered.is_err() || recent.len() == 2, "{at}: {recent:?}");
    }
}

/// A game that watches the main file finds all files that it names.
#[test]
fn main_file_of_an_export_is_replaced_after_all_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.tmx");
    let exported = |content: &str, others: &[&str]| {
        let file = |name: &str| ExportedFile { name: name.to_owned(), bytes: content.into() };
        Exported { main: file("map.tmx"), others: others.iter().map(|name| file(name)).collect() }
    };
    let others = ["map-tiles.tsx", "map-tiles.png", "map/layer.csv"];
    for (content, others) in [("old", &others[..]), ("new", &others[..]), ("less", &others[..1])] {
        let disk = FaultyDisk::new(None);
        save_export_on(&disk, &path, &exported(content, others)).unwrap();
        let renamed = disk.done().into_iter().filter(|(operation, _)| *operation == Operation::Rename);
        let put: Vec<PathBuf> = renamed.map(|(_, target)| target).collect();
        let of = |name: &str| put.iter().position(|target| target.ends_with(name)).expect("it is put");
        assert!(others.iter().all(|name| of(name) < of("map.tmx")), "{put:?}");
        let removed = disk.done().into_iter().position(|(operation, _)| operation == Operation::Remove);
        let main = disk
            .done()
            .iter()
            .position(|(operation, path)| *operation == Operation::Rename && path.ends_with("map.tmx"));
        assert!(removed.is_none_or(|removed| Some(removed) > main), "old files go last");
    }
}
