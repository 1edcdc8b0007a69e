//! `delvewright diff`: equal and different levels, files and grammars, pictures, exit codes.

use std::fs;

use crate::command_line::{assert_code, run_with_input};
use crate::{GRAMMAR, err, out, run, text};

/// Exit code for levels that differ.
const DIFFERENT: i32 = 5;

#[test]
fn equal_levels_have_no_difference_and_others_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (one, other) = (path("one.json"), path("other.ron"));
    for (seed, level) in [("1", &one), ("2", &other)] {
        assert_code(&run(&["generate", GRAMMAR, "--seed", seed, "-o", text(level)]), 0);
    }
    let equal = run(&["diff", text(&one), text(&one)]);
    assert_code(&equal, 0);
    assert!(out(&equal).ends_with("the levels are equal\n"), "{}", out(&equal));
    let differs = run(&["diff", text(&one), text(&other)]);
    assert_code(&differs, DIFFERENT);
    let words = out(&differs);
    for section in ["before  \"", "\nafter   \"", "\nmission\n", "\ntiles\n  + ", "\nmetrics\n"] {
        assert!(words.contains(section), "{section}: {words}");
    }
    // A grammar gives the same level as its file.
    let made = run(&["diff", GRAMMAR, text(&one)]);
    assert_code(&made, 0);
    let seeds = run(&["diff", GRAMMAR, "--seed-b", "2"]);
    assert_eq!(out(&seeds), words);
    let piped = run_with_input(&["diff", "-", text(&other)], &fs::read(&one).unwrap());
    assert_eq!(out(&piped), words);
}

#[test]
fn difference_is_printed_for_programs_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("difference.png");
    let fixed = ["diff", GRAMMAR, "--seed-b", "2", "--format", "json"];
    let by_places = run(&[&fixed[..], &["-o", text(&picture)]].concat());
    assert_code(&by_places, DIFFERENT);
    let json: serde_json::Value = serde_json::from_str(&out(&by_places)).unwrap();
    assert_eq!(json["alignment"], "places");
    assert_eq!(fs::read(&picture).unwrap()[..4], *b"\x89PNG");
    let by_position = run(&[&fixed[..], &["--align", "position"]].concat());
    let json: serde_json::Value = serde_json::from_str(&out(&by_position)).unwrap();
    assert_eq!((&json["alignment"], &json["shift"]), (&"position".into(), &serde_json::json!([0, 0])));
}

#[test]
fn wrong_arguments_and_files_have_their_own_codes() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.json");
    fs::write(&broken, "{\"format\": 2").unwrap();
    for (arguments, code, words) in [
        (&["diff", GRAMMAR][..], 2, "<AFTER>"),
        (&["diff", "-", "-"], 2, "standard input holds one level"),
        (&["diff", GRAMMAR, "--seed-b", "2", "-o", "difference.txt"], 2, "extension .png"),
        (&["diff", text(&broken), GRAMMAR], 1, "this is not a level"),
        (&["diff", GRAMMAR, "nowhere.json"], 1, "nowhere.json"),
    ] {
        let output = run(arguments);
        assert_code(&output, code);
        let said = err(&output) + &out(&output);
        assert!(said.contains(words), "{said}");
    }
}
