//! Kills the program at random moments: no file is torn, unsaved work is offered at the next start, and
//! nothing is left behind.
//!
//! This test starts itself as a program that edits, keeps and saves a project like the window, and kills it.
//! The short version is part of every run. `cargo test --test kills -- --ignored --nocapture` kills 500 times
//! and prints the figures.

mod shard_kills;

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use delvewright::document::{Autosave, Document, Edit, RoomsEdit, SettingsEdit};
use delvewright::files::{ProgramFolder, load_example, parse_grammar, parse_room_set};
use delvewright::rooms::RoomSet;

/// Tells the program that it is the one to be killed, and its folder.
const VARIABLE: &str = "DELVEWRIGHT_KILL_TEST";
/// Delay before a change is kept: a hundredth of that in the window.
const INTERVAL: Duration = Duration::from_millis(50);
/// Maximum acceptable loss: the interval and a slow disk. The window has ten seconds.
const MOST_LOST: Duration = Duration::from_millis(1000);
/// Number of edits between two saves.
const EDITS_A_SAVE: u32 = 40;

/// The program to be killed: edits the project forever, and reports each edit before the next.
#[test]
fn victim() {
    let Some(folder) = env::var_os(VARIABLE) else { return };
    let folder = Path::new(&folder);
    let home = ProgramFolder::at(folder.join("home")).unwrap();
    let path = folder.join("mine.ron");
    let mut document = match Document::read(&path) {
        Ok(document) => document,
        Err(_) => Document::of_project(load_example("first_lock").unwrap()),
    };
    let mut autosave = Autosave::start(&home, INTERVAL).unwrap();
    let first = newest_on_disk(&path).map_or(0, |number| number + 1);
    let mut out = std::io::stdout();
    for number in first.. {
        edit(&mut document, number);
        writeln!(out, "edit {number}").unwrap();
        out.flush().unwrap();
        autosave.advance(&document, Instant::now());
        if number % EDITS_A_SAVE == EDITS_A_SAVE - 1 {
            autosave.save(&mut document, &path, Some(&home)).unwrap();
            writeln!(out, "saved {number}").unwrap();
        }
        thread::sleep(Duration::from_millis(3));
    }
}

/// Edits the grammar and its room set, which then contain the number.
fn edit(document: &mut Document, number: u32) {
    document.apply(Edit::Settings(SettingsEdit::Name(format!("edit {number}"))));
    if number.is_multiple_of(2) {
        let rooms = document.rooms()[0].clone();
        let set = RoomSet { notes: format!("edit {number}"), ..RoomSet::clone(&rooms.set) };
        document.apply(Edit::Rooms(RoomsEdit::Add { path: rooms.path, set: Arc::new(set) }));
    }
}

fn number_in(text: &str) -> Option<u32> {
    text.strip_prefix("edit ")?.parse().ok()
}

/// Returns the number of the edit in the file. Panics if a file is torn.
fn newest_on_disk(path: &Path) -> Option<u32> {
    let text = fs::read_to_string(path).ok()?;
    let grammar = parse_grammar(&text, None);
    assert!(grammar.complete, "torn: {}: {:?}", path.display(), grammar.diagnostics);
    number_in(&grammar.value.expect("it is complete").name)
}

/// The result of one kill.
struct Found {
    /// Age of the oldest lost edit.
    lost: Duration,
    was_offered: bool,
    /// Number of half-written files until the next start.
    swept: usize,
}

fn start(folder: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "victim", "--nocapture", "--test-threads=1"])
        .env(VARIABLE, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Starts the program, kills it some time after its first edit, and checks its files.
fn kill_once(folder: &Path, after: Duration) -> Found {
    let mut child = start(folder);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // The first line may follow output of the test runner.
        let reported = |line: &str| number_in(&line[line.find("edit ")?..]);
        let edits = lines.filter_map(|line| reported(&line).map(|number| (number, Instant::now())));
        // If the test has failed, nobody listens any more.
        edits.map(|edit| sender.send(edit)).find(Result::is_err);
    });
    let first = receiver.recv().expect("it makes an edit");
    thread::sleep(after);
    child.kill().unwrap();
    let killed = Instant::now();
    child.wait().unwrap();
    let edits: Vec<_> = std::iter::once(first).chain(receiver).collect();
    look(folder, &edits, killed)
}

fn look(folder: &Path, edits: &[(u32, Instant)], killed: Instant) -> Found {
    let path = folder.join("mine.ron");
    let saved = newest_on_disk(&path);
    check_files(folder);
    let home = ProgramFolder::at(folder.join("home")).unwrap();
    let drafts = drafts_in(folder);
    let swept = home.sweep();
    assert_eq!(swept, drafts.len(), "{drafts:?}");
    assert_eq!(drafts_in(folder), Vec::<PathBuf>::new());
    let mut kept = None;
    let leftovers = home.leftovers().unwrap();
    let was_offered = !leftovers.is_empty();
    for leftover in leftovers {
        let unsaved = leftover.unsaved().expect("what is offered can be read");
        let document = Document::recovered(unsaved);
        assert!(document.diagnostics.is_empty(), "{:?}", document.diagnostics);
        let number = number_in(document.title()).expect("it bears the number of its edit");
        let of_rooms = number_in(&document.rooms()[0].set.notes);
        assert!(of_rooms.is_none_or(|of_rooms| of_rooms == number || of_rooms + 1 == number));
        assert!(saved.is_none_or(|saved| saved < number), "only what is newer than its file is offered");
        kept = kept.max(Some(number));
        leftover.discard().unwrap();
    }
    let newest = saved.max(kept);
    let first_lost = edits.iter().find(|(number, _)| newest.is_none_or(|newest| *number > newest));
    let lost = first_lost.map_or(Duration::ZERO, |(_, made)| killed.saturating_duration_since(*made));
    Found { lost, was_offered, swept }
}

/// Checks that every file, backup and room set can be read completely.
fn check_files(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
        let is_hidden = entry.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if entry.is_dir() {
            check_files(&entry);
        } else if !is_hidden && entry.extension().is_some_and(|extension| extension == "ron") {
            let text = fs::read_to_string(&entry).unwrap();
            let is_whole = match text.split('(').next() {
                Some("Grammar") => parse_grammar(&text, None).complete,
                Some("RoomSet") => parse_room_set(&text, None).complete,
                // Unsaved work is read in its own way.
                Some("Recovery" | "Folders") => text.ends_with(")\n"),
                _ => false,
            };
            assert!(is_whole, "torn: {}", entry.display());
        }
    }
}

/// Returns the temporary files in a folder and its subfolders.
fn drafts_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_draft = |path: &PathBuf| path.file_name().unwrap().as_encoded_bytes().starts_with(b".");
    let inner = folders.iter().flat_map(|folder| drafts_in(folder));
    files.into_iter().filter(is_draft).chain(inner).collect()
}

fn kill_many(count: u32, longest: u64) {
    let folder = tempfile::tempdir().unwrap();
    let (mut most, mut sum, mut offered, mut with_loss, mut swept) =
        (Duration::ZERO, Duration::ZERO, 0, 0, 0);
    // Any moments will do, as long as they are spread.
    let mut lot = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..count {
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let found = kill_once(folder.path(), Duration::from_millis(20 + (lot >> 33) % longest));
        most = most.max(found.lost);
        sum += found.lost;
        offered += u32::from(found.was_offered);
        with_loss += u32::from(!found.lost.is_zero());
        swept += found.swept;
        assert!(found.lost <= MOST_LOST, "{:?} of work is lost", found.lost);
    }
    println!(
        "{count} kills: no file torn; offered after {offered}; something lost after {with_loss}, \
         {:?} on average and {most:?} at most, where a change waits {INTERVAL:?}; {swept} half-written files swept away",
        sum / count,
    );
}

#[test]
fn ten_kills_tear_no_file_and_lose_no_more_than_the_last_moments() {
    kill_many(10, 400);
}

#[test]
#[ignore = "takes minutes"]
fn five_hundred_kills_tear_no_file_and_lose_no_more_than_the_last_moments() {
    kill_many(500, 600);
}
