//! Runs the program with hostile input: control characters in names, pipes and devices as files,
//! interruptions, odd arguments.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use delvewright::base::is_hidden;

use crate::{GRAMMAR, err, out, program, run, text, write_file};

/// Returns the exit code and the whole output, after checking that it contains no raw control characters.
#[track_caller]
fn reported(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    let reported = out(&output) + &err(&output);
    let raw: Vec<char> =
        reported.chars().filter(|reported| *reported != '\n' && is_hidden(*reported)).collect();
    assert!(raw.is_empty(), "{arguments:?}: {raw:?} in {reported:?}");
    (output.status.code(), reported)
}

/// A hostile name: it clears the screen, changes the text direction, begins a new line, and returns to the
/// start of its line.
const HOSTILE: &str = r"\u{1b}[2J\u{202e}\nerror: you\r\u{9b}31m\u{200b}\u{2028}\u{7}";

fn hostile_grammar(symbol: &str) -> String {
    r#"Grammar(
    format: 1,
    name: "@",
    notes: "@",
    alphabet: (
        nodes: {
            "Start@": (role: Start, form: Hall()), "Goal@": (role: Goal, form: Hall()), "Key@": (role: Key),
            "Gate@": (role: Lock, form: Hall(), attributes: {"@": "@"}),
        },
        edges: {"path@": (role: Passage), "opens@": (role: Opens), "holds@": (role: Contains)},
    ),
    start: Graph(nodes: {1: "Start@", 2: "Goal@"}, edges: [(1, "path@", 2)]),
    rules: [(
        name: "Lock@",
        tags: ["@"],
        lhs: (nodes: {1: Any, 2: "Goal@"}, edges: [(1, "path@", 2)]),
        rhs: (
            nodes: {1: Keep, 2: (symbol: Keep, change: [Set("more@", "@")]), 3: "SYMBOL", 4: "Key@"},
            edges: [(1, "path@", 3), (3, "path@", 2), (1, "holds@", 4), (4, "opens@", 3)],
        ),
    )],
    recipe: [Apply(rules: Tag("@"), times: 1)],
)
"#
    .replace("SYMBOL", symbol)
    .replace('@', HOSTILE)
}

#[test]
fn hostile_names_come_out_as_escapes() {
    let folder = tempfile::tempdir().unwrap();
    let good = write_file(&folder, "good.ron", &hostile_grammar("Gate@"));
    let bad = write_file(&folder, "bad\u{1b}]0;owned\u{7}\u{202e}.ron", &hostile_grammar("Gate"));
    assert_eq!(reported(&["check", text(&good)]).0, Some(0));
    let (code, check) = reported(&["check", text(&bad)]);
    assert!(code == Some(1) && check.contains(r"\u{1b}[2J\u{202e}\nerror: you\r\u{9b}31m"), "{check}");
    assert!(!check.contains("\nerror: you"), "{check}");
    assert!(check.contains(r"bad\u{1b}]0;owned\u{7}\u{202e}.ron"), "{check}");
    for format in ["txt", "ron", "json", "dot"] {
        assert_eq!(reported(&["derive", text(&good), "--format", format]).0, Some(0));
    }
    for format in ["txt", "ron", "json"] {
        assert_eq!(reported(&["generate", text(&good), "--format", format]).0, Some(0));
    }
    assert_eq!(reported(&["derive", text(&good), "--explain", "nothing\u{7}", "--at", "1"]).0, Some(1));
    for format in ["txt", "json"] {
        assert_eq!(reported(&["batch", text(&good), "--seeds", "0..2", "--format", format]).0, Some(0));
        assert_eq!(reported(&["batch", text(&bad), "--seeds", "0..2", "--format", format]).0, Some(1));
    }
    for arguments in [
        &["\u{1b}[2J"] as &[&str],
        &["generate", GRAMMAR, "--seed", "\u{1b}[2J"],
        &["check", "\u{9b}\u{202e}"],
    ] {
        assert_ne!(reported(arguments).0, Some(0));
    }
}

#[test]
fn hostile_levels_are_verified_without_a_raw_name() {
    let folder = tempfile::tempdir().unwrap();
    let good = write_file(&folder, "good.ron", &hostile_grammar("Gate@"));
    for name in ["level.json", "level.ron"] {
        let level = folder.path().join(name);
        assert_eq!(reported(&["generate", text(&good), "-o", text(&level)]).0, Some(0));
        assert_eq!(reported(&["verify", text(&level)]).0, Some(0));
        let broken = fs::read_to_string(&level).unwrap().replace('.', "#");
        fs::write(&level, broken).unwrap();
        assert_eq!(reported(&["verify", text(&level)]).0, Some(1));
    }
}

#[test]
fn data_keeps_hostile_names() {
    let folder = tempfile::tempdir().unwrap();
    let good = write_file(&folder, "good.ron", &hostile_grammar("Gate@"));
    let output = run(&["generate", text(&good), "--format", "json"]);
    let level: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let name = "\u{1b}[2J\u{202e}\nerror: you\r\u{9b}31m\u{200b}\u{2028}\u{7}";
    assert_eq!(level["grammar"], name);
    assert_eq!(level["places"][0]["symbol"], format!("Start{name}"));
}

#[test]
fn names_of_a_megabyte_are_shortened() {
    let folder = tempfile::tempdir().unwrap();
    let name = "x".repeat(1_000_000);
    let rules = hostile_grammar("Gate@")
        .replace("\"SYMBOL", "\"")
        .replace("Lock", &name)
        .replace("4: \"Key", &format!("4: \"{name}"));
    let path = write_file(&folder, "long.ron", &rules);
    let (code, reported) = reported(&["check", text(&path)]);
    assert_eq!(code, Some(1));
    assert!(reported.contains("more characters") && reported.len() < 10_000, "{} bytes", reported.len());
}

#[test]
fn characters_of_tiles_take_one_column_of_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = r######"RoomSet(format: 1, name: "R", legend: {'#': Wall, '.': Floor, '+': Socket, '🌊': Ground((name: "water")), '\u{301}': Ground((name: "fog"))},
        rooms: [(name: "One", symbol: "Start", picture: ["#####", "#.🌊.+", "#.́.#", "#####"])])"######;
    write_file(&folder, "r.ron", rooms);
    let grammar = r#"Grammar(format: 1, name: "G", rooms: ["r.ron"], alphabet: (nodes: {"Start": (role: Start, form: Room)}, edges: {"path": (role: Passage)}), start: Graph(nodes: {1: "Start"}))"#;
    let path = write_file(&folder, "g.ron", grammar);
    let (code, check) = reported(&["check", text(&path)]);
    assert!(
        code == Some(0) && check.contains(r"warning[unseen-character]: Nobody can see '\u{301}'"),
        "{check}"
    );
    let output = run(&["generate", text(&path)]);
    let level = out(&output);
    assert!(level.contains("b water, walkable, in the files '🌊'\n"), "{level}");
    assert!(level.contains(r"a fog, walkable, in the files '\u{301}'"), "{level}");
    let picture: Vec<&str> = level.lines().take_while(|line| !line.is_empty()).collect();
    assert!(picture.iter().all(|row| row.is_ascii()), "{level}");
    let data = out(&run(&["generate", text(&path), "--format", "json"]));
    assert!(data.contains("🌊"), "{data}");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (path, what) in [(text(&pipe), "a pipe"), ("/dev/zero", "a device"), ("grammars", "a folder")] {
        for arguments in [
            &["check", path] as &[&str],
            &["generate", path],
            &["derive", path],
            &["verify", path],
            &["batch", path, "--seeds", "0..2"],
            &["generate", GRAMMAR, "--rooms", path],
        ] {
            let (code, reported) = reported(arguments);
            assert_eq!(code, Some(1), "{arguments:?}");
            assert!(reported.contains(&format!("{path}: is {what}, but a file is needed")), "{reported}");
        }
        let named = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let rooms = format!(
            "Grammar(format: 1, name: \"G\", rooms: [{:?}], alphabet: (nodes: {{\"A\": (form: Hall())}}, edges: {{}}), start: Graph(nodes: {{1: \"A\"}}))",
            text(&named)
        );
        let (code, reported) = reported(&["check", text(&write_file(&folder, "rooms.ron", &rooms))]);
        assert!(code == Some(1) && reported.contains(&format!("is {what}")), "{reported}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_reported_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("keep.ron");
    std::os::unix::fs::symlink("gone.ron", &link).unwrap();
    let grammar = r#"Grammar(format: 1, name: "G", rooms: ["keep.ron", "kep.ron"], alphabet: (nodes: {"A": (form: Hall())}, edges: {}), start: Graph(nodes: {1: "A"}))"#;
    let path = write_file(&folder, "g.ron", grammar);
    let (code, said) = reported(&["check", text(&path)]);
    assert_eq!(code, Some(1));
    assert!(said.contains("keep.ron: is a link to gone.ron, which does not exist"), "{said}");
    assert_eq!(said.matches("Did you mean").count(), 1, "{said}");
    let (code, said) = reported(&["generate", text(&link)]);
    assert_eq!((code, said.matches("is a link to gone.ron").count()), (Some(1), 1), "{said}");
}

#[test]
fn an_error_is_said_once_in_a_line() {
    for arguments in [&["check", "no/such/file.ron"] as &[&str], &["generate", "no/such/file.ron"]] {
        let (_, reported) = reported(arguments);
        assert_eq!(reported.matches("os error").count(), 1, "{reported}");
    }
    let (code, reported) = reported(&["generate", GRAMMAR, "-o", "no/such/folder/level.json"]);
    assert_eq!((code, reported.matches("os error").count()), (Some(1), 1), "{reported}");
}

#[test]
fn jobs_are_clamped_and_none_are_refused_in_plain_words() {
    let output = run(&["batch", GRAMMAR, "--seeds", "0..2", "--jobs", "50000"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let (code, reported) = reported(&["batch", GRAMMAR, "--seeds", "0..2", "--jobs", "0"]);
    assert!(code == Some(2) && reported.contains("at least one thread is needed"), "{reported}");
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let content = hostile_grammar("Gate@");
    let path = write_file(&folder, "g.ron", &content);
    fs::create_dir(folder.path().join("below")).unwrap();
    let again = folder.path().join("below/../g.ron");
    for arguments in [
        &["generate", text(&path), "-o", text(&again)] as &[&str],
        &["derive", text(&path), "-o", text(&path)],
    ] {
        let (code, reported) = reported(arguments);
        assert!(code == Some(2) && reported.contains("is the input of this command"), "{reported}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

#[test]
fn a_mission_is_derived_of_which_no_level_can_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = r#"Grammar(format: 1, name: "G", alphabet: (nodes: {"A": ()}, edges: {}), start: Graph(nodes: {1: "A"}))"#;
    let path = write_file(&folder, "g.ron", grammar);
    for (command, expected) in [("check", 1), ("generate", 1), ("derive", 0)] {
        let (code, reported) = reported(&[command, text(&path)]);
        assert!(code == Some(expected) && reported.contains("error[no-places]"), "{command}: {reported}");
    }
}

#[test]
fn senseless_numbers_are_reported_in_plain_words() {
    for (arguments, expected) in [
        (
            &["generate", GRAMMAR, "--count", "0"] as &[&str],
            "\"0\" is not a number of levels; write 1 or more",
        ),
        (&["generate", GRAMMAR, "--count", "-1"], "\"-1\" is not a number of levels"),
        (&["generate", GRAMMAR, "--seed", "-1"], "\"-1\" is not a seed"),
        (&["batch", GRAMMAR, "--seeds", "-1..3"], "\"-1..3\" names no seeds"),
        (&["batch", GRAMMAR, "--seeds", "5..2"], "there are no seeds"),
        (&["batch", GRAMMAR, "--seeds", "0..2", "--jobs", "-1"], "\"-1\" is not a number of threads"),
        (&["check", "-", "-"], "only once"),
    ] {
        let (code, reported) = reported(arguments);
        assert!(code == Some(2) && reported.contains(expected), "{reported}");
    }
    let (code, reported) = reported(&["verify", GRAMMAR]);
    assert!(code == Some(1) && reported.contains("it is a grammar"), "{reported}");
}

#[test]
fn very_many_mistakes_are_reported_soon() {
    let folder = tempfile::tempdir().unwrap();
    let nodes: String = (0..20_000).map(|id| format!("{id}: \"B\", ")).collect();
    let grammar = format!(
        "Grammar(format: 1, name: \"G\", alphabet: (nodes: {{\"A\": (form: Hall())}}, edges: {{}}), start: Graph(nodes: {{{nodes}}}))"
    );
    let (code, reported) = reported(&["check", text(&write_file(&folder, "g.ron", &grammar))]);
    assert_eq!(code, Some(1));
    assert!(
        reported.lines().count() < 1000 && reported.contains("and 19900 more errors"),
        "{}",
        reported.len()
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_tells_what_it_has() {
    for signal in ["-INT", "-TERM"] {
        for format in ["txt", "json"] {
            let mut command = program(&["batch", GRAMMAR, "--seeds", "0..1000000", "--format", format]);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_secs(2));
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(130), "{}", err(&output));
            if format == "txt" {
                assert!(out(&output).starts_with("interrupted after "), "{}", out(&output));
                continue;
            }
            let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!((&summary["asked"], &summary["interrupted"]), (&1_000_000.into(), &true.into()));
            assert!(summary["levels"].as_u64() > Some(0) && summary["levels"] == summary["ok"], "{summary}");
        }
    }
}
