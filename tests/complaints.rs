//! Messages of the command line about wrong commands, unreadable files, and everything that `check` finds.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::command_line::{ENDLESS, assert_code, run_with_input};
use crate::{GRAMMAR, err, out, program, run, text, write_file};

#[test]
fn senseless_commands_are_usage_errors() {
    for arguments in [
        &["generate"] as &[&str],
        &["generate", GRAMMAR, "--seed", "1.5"],
        &["generate", GRAMMAR, "--count", "0"],
        &["generate", GRAMMAR, "--format", "gif"],
        &["generate", GRAMMAR, "-o", "level.gif"],
        &["derive", GRAMMAR, "--format", "png"],
        &["check"],
        &["batch", GRAMMAR],
        &["batch", GRAMMAR, "--seeds", "3..3"],
        &["batch", GRAMMAR, "--seeds", "0..1", "--jobs", "0"],
        &["conjure", "something"],
    ] {
        let output = run(arguments);
        assert_code(&output, 2);
        assert_eq!(out(&output), "");
        assert_ne!(err(&output), "", "{arguments:?}");
    }
}

#[test]
fn unreadable_input_names_its_path() {
    for command in ["generate", "derive", "check", "verify"] {
        let output = run(&[command, "no/such/file.ron"]);
        assert_code(&output, 1);
        assert!(err(&output).contains("no/such/file.ron"), "{}", err(&output));
    }
    assert_code(&run(&["batch", "no/such/file.ron", "--seeds", "0..2"]), 1);
    assert_code(&run(&["generate", GRAMMAR, "--rooms", "no/such/rooms.ron"]), 1);
}

#[test]
fn check_tells_every_mistake_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = ENDLESS
        .replace("lhs: (nodes: {1: \"Hall\"}", "lhs: (nodes: {1: \"Hal\"}")
        .replace("\"path\", 2", "\"pth\", 2");
    let path = write_file(&folder, "wrong.ron", &wrong);
    let output = run(&["check", text(&path), "rooms/keep.ron", GRAMMAR]);
    assert_code(&output, 1);
    let complaints = err(&output);
    assert!(complaints.contains("wrong.ron:11:"), "{complaints}");
    assert!(complaints.contains("wrong.ron:12:"), "{complaints}");
    assert!(
        complaints.contains("Did you mean \"Hall\"?") && complaints.contains("Did you mean \"path\"?"),
        "{complaints}"
    );
    assert!(out(&output).contains("rooms/keep.ron: 0 errors"), "{}", out(&output));
    assert_code(&run(&["check", "rooms/keep.ron", GRAMMAR]), 0);
}

#[test]
fn check_reads_standard_input() {
    assert_code(&run_with_input(&["check", "-"], ENDLESS.replace("UntilNone", "5").as_bytes()), 0);
    let rooms = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("rooms/keep.ron")).unwrap();
    assert_code(&run_with_input(&["check", "-"], &rooms), 0);
    let output = run_with_input(&["check", "-"], b"Grammar(");
    assert_code(&output, 1);
    assert!(err(&output).contains("1:"), "{}", err(&output));
}

/// A start with a room of two sockets and three passages.
const TOO_FEW_DOORS: &str = r#"Grammar(
    format: 1, name: "Mine", rooms: ["shafts.ron"],
    alphabet: (
        nodes: {"Gate": (role: Start, form: Hall()), "Shaft": (form: Room), "End": (role: Goal, form: Hall())},
        edges: {"way": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Gate", 2: "Shaft", 3: "End", 4: "End"}, edges: [(1, "way", 2), (2, "way", 3), (2, "way", 4)]),
)"#;

const SHAFTS: &str = r####"RoomSet(
    format: 1, name: "Shafts", legend: {'#': Wall, '.': Floor, '+': Socket},
    rooms: [(name: "Shaft", symbol: "Shaft", picture: ["##+##", "#...#", "#...#", "##+##"])],
)"####;

#[test]
fn every_level_that_fails_is_an_error_of_check_and_generate_alike() {
    let folder = tempfile::tempdir().unwrap();
    write_file(&folder, "shafts.ron", SHAFTS);
    let mine = write_file(&folder, "mine.ron", TOO_FEW_DOORS);
    let failing = |output: &Output, reason: &str| {
        assert_code(output, 1);
        assert_eq!(err(output).matches(reason).count(), 1, "{}", err(output));
    };
    for arguments in [&["check"][..], &["generate", "--seed", "7"], &["generate", "--count", "30"]] {
        let output = run(&[arguments, &[text(&mine)]].concat());
        failing(&output, "Every level fails: no room for \"Shaft\" (node 2)");
        assert!(err(&output).contains("mine.ron:7:"), "{}", err(&output));
    }
    assert_code(&run(&["derive", text(&mine)]), 0);
    assert_code(&run(&["generate", "--lenient", text(&mine)]), 0);
    // A rule makes the room, so levels have to be tried.
    let start = r#"start: Graph(nodes: {1: "Gate", 2: "End"}, edges: [(1, "way", 2)]),
        rules: [(name: "Dig", lhs: (nodes: {1: "Gate", 2: "End"}, edges: [(1, "way", 2)]),
            rhs: (nodes: {1: Keep, 2: Keep, 3: "Shaft", 4: "End"}, edges: [(1, "way", 3), (3, "way", 2), (3, "way", 4)]))],
        recipe: [Apply(rules: All, times: 1)],"#;
    let (head, _) = TOO_FEW_DOORS.split_once("start:").unwrap();
    let dug = write_file(&folder, "dug.ron", &format!("{head}{start})"));
    for arguments in [&["check"][..], &["generate", "--seed", "7"], &["generate", "--count", "30"]] {
        let output = run(&[arguments, &[text(&dug)]].concat());
        failing(&output, "No room for \"Shaft\"");
        assert!(err(&output).contains("every-level-fails"), "{}", err(&output));
    }
    let endless = write_file(&folder, "endless.ron", ENDLESS);
    assert_code(&run(&["check", text(&endless)]), 1);
    assert_code(&run(&["generate", text(&endless)]), 4);
}

#[test]
fn mistyped_commands_are_no_files_to_open() {
    for arguments in [&["genrate", "x.ron"][..], &["Generate"], &["generat", "--seed", "2"]] {
        let output = run(arguments);
        assert_code(&output, 2);
        assert!(err(&output).contains("Did you mean \"generate\"?"), "{}", err(&output));
    }
    let output = run(&["frobnicate"]);
    assert_code(&output, 2);
    assert!(err(&output).contains("The commands are edit, generate"), "{}", err(&output));
    // Without a display, files cannot be opened, but they are still recognized as files.
    let folder = tempfile::tempdir().unwrap();
    let named = write_file(&folder, "chek", ENDLESS);
    assert_code(&run(&[text(&named)]), 3);
    let mut here = program(&["chek"]);
    assert_code(&here.current_dir(folder.path()).output().unwrap(), 3);
}

#[test]
fn files_that_cannot_be_opened_are_told_before_the_window_opens() {
    for command in [&["edit"][..], &[]] {
        let said = |file: &str, code: i32| {
            let output = run(&[command, &[file]].concat());
            assert_code(&output, code);
            err(&output)
        };
        let mistyped = said("grammars/first_lok.ron", 1);
        assert!(mistyped.contains("Did you mean \"grammars/first_lock.ron\"?"), "{mistyped}");
        let nowhere = said("grammar/none/first_lock.ron", 1);
        assert!(nowhere.contains("There is no folder grammar."), "{nowhere}");
        assert!(said("./grammars", 1).contains("is a folder, but a file is needed"));
        assert!(said("nothing_like_this.ron", 1).contains("nothing_like_this.ron: cannot be read"));
        assert!(said("-", 2).contains("cannot save standard input"));
        assert!(said("grammars/first_lock.ron", 3).contains("no display"));
    }
    let output = run(&["check", "grammars/first_lok.ron", "rooms/celar.ron"]);
    assert_code(&output, 1);
    assert!(err(&output).contains("Did you mean \"rooms/cellar.ron\"?"), "{}", err(&output));
    let output = run(&["generate", GRAMMAR, "-o", "no/such/level.json"]);
    assert_code(&output, 1);
    assert!(err(&output).contains("There is no folder no."), "{}", err(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn files_named_in_other_letters_are_hinted() {
    for command in ["check", "generate", "derive"] {
        let output = run(&[command, "grammars\\First_Lock.ron"]);
        assert_code(&output, 1);
        assert!(err(&output).contains("Did you mean \"grammars/first_lock.ron\"?"), "{}", err(&output));
    }
}

#[test]
fn complaints_have_no_colours_where_nobody_looks() {
    let output = run(&["check", "no/such/file.ron", "src/main.rs"]);
    assert_code(&output, 1);
    assert!(!err(&output).contains('\u{1b}'), "{}", err(&output));
}
