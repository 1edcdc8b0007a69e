//! The program as it is started: exit codes, standard input and output, closed pipes.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};

use delvewright::level::Promise;

use crate::{GRAMMAR, err, out, program, run, text, write_file};

pub fn run_with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = program(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

#[track_caller]
pub fn assert_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}{}", out(output), err(output));
}

/// A grammar that grows until it reaches its limit.
pub const ENDLESS: &str = r##"Grammar(
    format: 1,
    name: "Endless",
    alphabet: (
        nodes: {"Hall": (form: Hall(width: (3, 3), height: (3, 3)))},
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Hall"}),
    rules: [(
        name: "Grow",
        lhs: (nodes: {1: "Hall"}),
        rhs: (nodes: {1: Keep, 2: "Hall"}, edges: [(1, "path", 2)]),
    )],
    recipe: [Apply(rules: Named(["Grow"]), times: UntilNone)],
    limits: (steps: 20),
)
"##;

#[test]
fn help_and_version_are_done() {
    for arguments in [["--help"], ["--version"], ["help"]] {
        assert_code(&run(&arguments), 0);
    }
    assert!(out(&run(&["generate", "--help"])).contains("level.7.json"));
}

#[test]
fn film_of_a_stretch_is_written_and_other_stretches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("film.gif");
    let film = film.to_str().unwrap();
    assert_code(&run(&["film", GRAMMAR, "--from", "level", "--size", "200", "-o", film]), 0);
    assert!(fs::read(film).unwrap().starts_with(b"GIF89a"));
    let beyond = run(&["film", GRAMMAR, "--to", "9999", "-o", film]);
    assert_code(&beyond, 2);
    assert!(err(&beyond).contains("there are steps 0 to "), "{}", err(&beyond));
    assert_code(&run(&["film", GRAMMAR, "-o", "film.bmp"]), 2);
    assert_code(&run(&["film", GRAMMAR, "--from", "soon", "-o", film]), 2);
}

#[test]
fn reference_is_printed_as_a_page_and_as_data() {
    let page = out(&run(&["reference", "grammar"]));
    assert!(page.starts_with("# Grammar files\n") && page.contains("## Cave\n"), "{page}");
    let data: serde_json::Value =
        serde_json::from_str(&out(&run(&["reference", "grammar", "--format", "json"]))).expect("JSON");
    let sections = data["sections"].as_array().expect("sections");
    let hall = sections.iter().find(|section| section["title"] == "Hall").expect("a section for halls");
    assert_eq!(hall["rows"][0]["range"], serde_json::json!({"least": 1, "most": 64}));
    assert!(out(&run(&["reference"])).contains("[Diagnostics](diagnostics.md)"));
    assert_eq!(run(&["reference", "nothing"]).status.code(), Some(2));
}

#[test]
fn schema_of_levels_is_printed() {
    let output = run(&["schema"]);
    assert_code(&output, 0);
    assert_eq!(out(&output), delvewright::export::LEVEL_SCHEMA);
}

#[test]
fn tables_of_a_level_lie_beside_the_first_of_them_and_need_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("crypt.csv");
    assert_code(&run(&["generate", GRAMMAR, "-o", text(&first)]), 0);
    for name in ["crypt.csv", "crypt-legend.csv", "crypt-owners.csv", "crypt.export.json"] {
        assert!(folder.path().join(name).exists(), "{name} is missing");
    }
    assert_code(&run(&["generate", GRAMMAR, "--format", "csv"]), 2);
}

#[test]
fn export_takes_the_place_of_no_file_that_it_reads_or_that_is_no_list_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let level = path("keep.export.json");
    assert_code(&run(&["generate", GRAMMAR, "-o", text(&level)]), 0);
    let before = fs::read(&level).unwrap();
    let output = run(&["export", text(&level), "-o", text(&path("keep.tmx"))]);
    assert_code(&output, 2);
    assert!(err(&output).contains("is the input of this command"), "{}", err(&output));
    assert_eq!(fs::read(&level).unwrap(), before);

    fs::write(path("own.export.json"), "{\"mine\": 1}").unwrap();
    let output = run(&["export", text(&level), "-o", text(&path("own.tmx"))]);
    assert_ne!(output.status.code(), Some(0));
    assert!(err(&output).contains("is not a list of exported files"), "{}", err(&output));
    assert_eq!(fs::read_to_string(path("own.export.json")).unwrap(), "{\"mine\": 1}");
    assert!(!path("own.tmx").exists());
}

#[test]
fn export_deletes_nothing_that_it_reads_and_says_what_it_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (level, map, set) = (path("level.json"), path("map.tmx"), path("set.ron"));
    assert_code(&run(&["generate", GRAMMAR, "-o", text(&level)]), 0);
    assert_code(&run(&["export", text(&level), "-o", text(&map)]), 0);
    let sheet = r#"RoomSet(format: 1, name: "Set", sheet: (file: "map-tiles.png", tile: 16), rooms: [])"#;
    fs::write(&set, sheet).unwrap();
    let other = ["export", "level.json", "-o", "map.tmx", "--format", "tmj"];
    let run_there = |arguments: &[&str]| program(arguments).current_dir(&folder).output().unwrap();
    let output = run_there(&[&other[..], &["--looks", "set.ron"]].concat());
    assert_code(&output, 2);
    assert!(err(&output).contains("map-tiles.png is the input of this command"), "{}", err(&output));
    assert!(path("map-tiles.png").exists());

    fs::write(path("map-tiles.tsx"), "changed").unwrap();
    let output = run_there(&other);
    assert_code(&output, 0);
    assert!(err(&output).contains("map-tiles.tsx no longer belongs to the export"), "{}", err(&output));
    assert!(path("map-tiles.tsx").exists() && !path("map-tiles.png").exists());
}

#[test]
fn levels_of_several_seeds_have_files_of_their_own_without_an_extension_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two");
    assert_code(&run(&["generate", GRAMMAR, "--count", "2", "-o", text(&path), "--format", "csv"]), 0);
    for seed in ["two.1", "two.2"] {
        let list = fs::read_to_string(folder.path().join(format!("{seed}.export.json"))).unwrap();
        for name in [seed.to_owned(), format!("{seed}-owners.csv")] {
            assert!(folder.path().join(&name).exists(), "{name} is missing");
            assert!(list.contains(&format!("\"{name}\"")), "{name}: {list}");
        }
    }
    assert!(!folder.path().join("two-owners.csv").exists());
}

#[test]
fn formats_of_one_name_have_pictures_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let level = path("level.json");
    assert_code(&run(&["generate", GRAMMAR, "-o", text(&level)]), 0);
    assert_code(&run(&["export", text(&level), "-o", text(&path("a.tmx"))]), 0);
    let before = fs::read(path("a-tiles.png")).unwrap();
    for name in ["a.ldtk", "a.tmj"] {
        assert_code(&run(&["export", text(&level), "--cell", "8", "-o", text(&path(name))]), 0);
    }
    assert!(fs::read(path("a-tiles.png")).unwrap() == before);
    assert!(path("a-tiles-ldtk.png").exists() && path("a-tiles-tmj.png").exists());
    assert_code(&run(&["export", text(&level), "--cell", "8", "-o", text(&path("a.tmx"))]), 0);
    assert!(fs::read(path("a-tiles.png")).unwrap() != before);
}

#[test]
fn batch_writes_its_result_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("batch.json");
    let batch = ["batch", GRAMMAR, "--seeds", "1..3", "--format", "json"];
    let to_file = run(&[&batch[..], &["-o", text(&path)]].concat());
    assert_code(&to_file, 0);
    assert_eq!(out(&to_file), "");
    assert!(fs::read_to_string(&path).unwrap().contains("\"levels\": 2"));
    assert!(out(&run(&[&batch[..], &["--output", "-"]].concat())).contains("\"levels\": 2"));
    let copy = write_file(&folder, "g.ron", ENDLESS);
    assert_code(&run(&["batch", text(&copy), "--seeds", "1..2", "-o", text(&copy)]), 2);
    assert_code(&run(&["batch", GRAMMAR, "--seeds", "1..2", "-o", "no/such/folder/b.json"]), 1);
}

#[test]
fn generated_level_keeps_its_promises_through_a_pipe() {
    for format in ["json", "ron"] {
        let level = run(&["generate", GRAMMAR, "--seed", "3", "--format", format]);
        assert_code(&level, 0);
        let output = run_with_input(&["verify", "-"], &level.stdout);
        assert_code(&output, 0);
        assert_eq!(
            out(&output)
                .lines()
                .filter(|line| line.starts_with("proved") || line.starts_with("nothing to prove"))
                .count(),
            Promise::ALL.len()
        );
    }
}

#[test]
fn promise_without_a_subject_has_nothing_to_prove() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = r#"Grammar(format: 1, name: "One", alphabet: (nodes: {"A": (form: Hall())}, edges: {}),
        start: Graph(nodes: {1: "A"}))"#;
    let path = write_file(&folder, "one.ron", grammar);
    let level = run(&["generate", text(&path), "--seed", "3", "--format", "json"]);
    let output = run_with_input(&["verify", "-"], &level.stdout);
    assert_code(&output, 0);
    for line in [
        "proved            P1 realised",
        "nothing to prove  P4 as authored",
        "nothing to prove  P6 finishable",
    ] {
        assert!(out(&output).contains(line), "{}", out(&output));
    }
}

#[test]
fn broken_level_is_reported_by_promise() {
    let level = run(&["generate", GRAMMAR, "--seed", "3", "--format", "json"]);
    let broken = out(&level).replacen("\"wall\",\"walkable\":false", "\"wall\",\"walkable\":true", 1);
    let output = run_with_input(&["verify", "-"], broken.as_bytes());
    assert_code(&output, 1);
    assert!(out(&output).contains("broken            P7 bounded"), "{}", out(&output));
    let output = run_with_input(&["verify", "-"], b"{\"format\": 1");
    assert_code(&output, 1);
    assert!(err(&output).contains("line 1, column 12"), "{}", err(&output));
}

#[test]
fn report_that_is_not_what_is_proved_is_found() {
    let level = run(&["generate", GRAMMAR, "--seed", "3", "--format", "json"]);
    let forged = out(&level).replacen("\"held\":true", "\"held\":false", 1);
    assert_ne!(forged, out(&level));
    let output = run_with_input(&["verify", "-"], forged.as_bytes());
    assert_code(&output, 1);
    assert!(
        out(&output).contains("the report in the file differs from the result: P0\n"),
        "{}",
        out(&output)
    );
}

#[test]
fn pictures_have_the_overlays_and_the_legend_that_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.png");
    let mut sizes = Vec::new();
    let options: [&[&str]; 4] = [
        &[],
        &["--overlays", "names,way", "--legend", "none"],
        &["--overlays", "all"],
        &["--legend", "beside"],
    ];
    for options in options {
        let arguments = ["generate", GRAMMAR, "--cell", "5", "-o", text(&path)];
        assert_code(&run(&[&arguments[..], options].concat()), 0);
        let reader = png::Decoder::new(std::io::Cursor::new(fs::read(&path).unwrap())).read_info().unwrap();
        sizes.push((reader.info().width, reader.info().height));
    }
    assert_eq!(sizes[0], sizes[1]);
    assert!(sizes[2].1 > sizes[0].1 && sizes[3].0 > sizes[0].0, "{sizes:?}");
    let wrong =
        [("--overlays", "names,doors", "\"doors\" is not an overlay"), ("--cell", "65", "from 1 to 64")];
    for (option, value, message) in wrong {
        let output = run(&["generate", GRAMMAR, option, value, "-o", text(&path)]);
        assert_code(&output, 2);
        assert!(err(&output).contains(message), "{}", err(&output));
    }
}

#[test]
fn texts_show_entities_and_films_show_seals_when_asked() {
    let plain = run(&["generate", GRAMMAR, "--seed", "3"]);
    let shown = run(&["generate", GRAMMAR, "--seed", "3", "--show", "entities"]);
    assert!(!out(&plain).contains(" entity ") && out(&shown).contains("\nK entity "), "{}", out(&shown));
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, options: &[&str]| {
        let path = folder.path().join(name);
        let arguments =
            ["film", "grammars/lattice_caves.ron", "--from", "level", "--size", "160", "-o", text(&path)];
        assert_code(&run(&[&arguments[..], options].concat()), 0);
        fs::read(&path).unwrap()
    };
    assert!(file("plain.gif", &[]) != file("sealed.gif", &["--overlays", "seals"]));
    let path = folder.path().join("level.gif");
    let output = run(&["film", GRAMMAR, "--overlays", "names", "-o", text(&path)]);
    assert_code(&output, 2);
    assert!(err(&output).contains("seals"), "{}", err(&output));
}

#[test]
fn generate_writes_files_by_extension_and_seed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.png");
    assert_code(&run(&["generate", GRAMMAR, "--seed", "5", "-o", text(&path)]), 0);
    assert!(fs::read(&path).unwrap().starts_with(b"\x89PNG"));
    let path = folder.path().join("many.json");
    assert_code(&run(&["generate", GRAMMAR, "--seed", "5", "--count", "2", "-o", text(&path)]), 0);
    for seed in [5, 6] {
        let level = fs::read_to_string(folder.path().join(format!("many.{seed}.json"))).unwrap();
        assert!(level.contains(&format!("\"seed\": \"{seed}\"")), "{level}");
    }
    assert!(!path.exists());
    let output = run(&["generate", GRAMMAR, "-o", text(&folder.path().join("no/such/folder.json"))]);
    assert_code(&output, 1);
}

#[test]
fn generate_reads_the_grammar_from_standard_input() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let grammar = fs::read(root.join(GRAMMAR)).unwrap();
    let mut command = program(&["generate", "-", "--seed", "3"]);
    command.current_dir(root.join("grammars")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(&grammar).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_code(&output, 0);
    assert_eq!(output.stdout, run(&["generate", GRAMMAR, "--seed", "3"]).stdout);
}

#[test]
fn endless_grammar_runs_into_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_file(&folder, "endless.ron", ENDLESS);
    for arguments in [&["generate", text(&path)] as &[&str], &["batch", text(&path), "--seeds", "0..2"]] {
        let output = run(arguments);
        assert_code(&output, 4);
        assert!(
            format!("{}{}", out(&output), err(&output)).contains("limit of 20 steps"),
            "{}",
            err(&output)
        );
    }
    let output = run(&["derive", text(&path)]);
    assert_code(&output, 4);
    assert!(out(&output).contains("step 20"), "{}", out(&output));
}

#[test]
fn derive_has_four_formats() {
    for (format, beginning) in [("txt", "start:"), ("dot", "digraph"), ("json", "{"), ("ron", "(")] {
        let output = run(&["derive", GRAMMAR, "--seed", "3", "--format", format]);
        assert_code(&output, 0);
        assert!(out(&output).starts_with(beginning), "{}", out(&output));
    }
}

#[test]
fn derive_shows_the_mission_of_a_grammar_whose_rooms_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = r#"Grammar(format: 1, name: "Roomless", rooms: ["none.ron"],
        alphabet: (nodes: {"Den": (role: Start, form: Room)}, edges: {"path": (role: Passage)}),
        start: Graph(nodes: {1: "Den", 2: "Den"}, edges: [(1, "path", 2)]))"#;
    let path = write_file(&folder, "roomless.ron", grammar);
    let derived = run(&["derive", text(&path)]);
    assert_code(&derived, 0);
    assert!(out(&derived).contains("Den") && err(&derived).contains("none.ron"));
    assert_code(&run(&["generate", text(&path)]), 1);
}

#[test]
fn generate_without_rooms_makes_a_level_only_if_it_is_lenient() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = r#"Grammar(format: 1, name: "Roomless", rooms: ["none.ron"],
        alphabet: (nodes: {"Den": (role: Start, form: Room)}, edges: {"path": (role: Passage)}),
        start: Graph(nodes: {1: "Den", 2: "Den"}, edges: [(1, "path", 2)]))"#;
    let path = write_file(&folder, "roomless.ron", grammar);
    let refused = run(&["generate", text(&path), "--format", "json"]);
    assert_code(&refused, 1);
    assert_eq!(out(&refused), "");
    let lenient = run(&["generate", text(&path), "--format", "json", "--lenient"]);
    assert_code(&lenient, 0);
    assert!(err(&lenient).contains("A plain hall replaces it"), "{}", err(&lenient));
    let level = run_with_input(&["verify", "-"], out(&lenient).as_bytes());
    assert_code(&level, 0);
}

#[test]
fn derive_explains_why_a_rule_does_not_apply_at_a_node() {
    let folder = tempfile::tempdir().unwrap();
    let rules = r##"rules: [
        (name: "Grow", limit: 2, lhs: (nodes: {1: "Hall"}), rhs: (nodes: {1: Keep, 2: "Hall"}, edges: [(1, "path", 2)])),
        (name: "Close", lhs: (nodes: {1: "Hall", 2: "Hall", 3: "Hall"}, edges: [(1, "path", 2), (2, "path", 3), (3, "path", 1)]), rhs: (nodes: {1: Keep, 2: Keep, 3: Keep})),
        (name: "Cut", enabled: false, weight: 0, dangling: Drop, lhs: (nodes: {1: "Hall"}), rhs: (nodes: {})),
    ],
    "##;
    let (before, rest) = ENDLESS.split_once("rules: [").unwrap();
    let (_, after) = rest.split_once("],\n    recipe:").unwrap();
    let path = write_file(&folder, "three.ron", &format!("{before}{rules}recipe:{after}"));
    let explained = |rule: &str, more: &[&str]| {
        let mut arguments = vec!["derive", text(&path), "--explain", rule, "--at"];
        arguments.extend(more);
        let output = run(&arguments);
        (output.status.code(), out(&output), err(&output))
    };
    let grow = "\"Grow\" at node 1 (Hall) after 2 steps:\n\
        The rule matches here: 1 is node 1.\n\
        But it was not applied:\n\
        The rule may be applied 2 times, and its limit is used up.\n\
        It was applied 2 times before.\n";
    let (code, explanation, _) = explained("Grow", &["1"]);
    assert_eq!((code, explanation.as_str()), (Some(0), grow));
    let (_, early, _) = explained("Grow", &["1", "--step", "0"]);
    assert!(early.ends_with("1 is node 1.\nIt was not applied before.\n"), "{early}");
    let (_, close, _) = explained("Close", &["1"]);
    assert!(close.contains("could be edge") && close.contains("No step"), "{close}");
    let (_, cut, _) = explained("Cut", &["1"]);
    assert!(cut.contains("turned off") && cut.contains("the weight 0"), "{cut}");
    for (rule, more, expected) in [
        ("Grw", &["1"] as &[&str], "Did you mean \"Grow\"?"),
        ("Grow", &["9"], "there is no node 9"),
        ("Grow", &["2", "--step", "0"], "Step 1 creates it"),
        ("Grow", &["1", "--step", "7"], "the derivation has 2 steps"),
    ] {
        let (code, explanation, complaint) = explained(rule, more);
        assert_eq!((code, explanation.as_str()), (Some(1), ""), "{complaint}");
        assert!(complaint.contains(expected), "{complaint}");
    }
    assert_code(&run(&["derive", GRAMMAR, "--explain", "Grow"]), 2);
    assert_code(&run(&["derive", GRAMMAR, "--at", "1"]), 2);
}

#[test]
fn derive_shows_the_mission_of_the_level() {
    let json =
        |arguments: &[&str]| -> serde_json::Value { serde_json::from_slice(&run(arguments).stdout).unwrap() };
    let derived = json(&["derive", GRAMMAR, "--seed", "3", "--format", "json"]);
    let level = json(&["generate", GRAMMAR, "--seed", "3", "--format", "json"]);
    assert_eq!(derived["mission"]["edges"], level["mission"]["edges"]);
    assert_eq!(derived["seed"], level["seed"]);
}

#[test]
fn batch_does_not_depend_on_the_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let endless = write_file(&folder, "endless.ron", ENDLESS);
    for grammar in [GRAMMAR, text(&endless)] {
        let summary = |jobs: &str| -> String {
            let output = run(&["batch", grammar, "--seeds", "10..16", "--jobs", jobs, "--format", "json"]);
            let text = out(&output);
            text.lines().filter(|line| !line.contains("second")).collect::<Vec<_>>().join("\n")
        };
        let one = summary("1");
        assert!(one.contains("\"levels\": 6"), "{one}");
        assert_eq!(one, summary("2"));
    }
}

#[test]
fn batch_prints_one_object() {
    let output = run(&["batch", GRAMMAR, "--seeds", "0..=2", "--format", "json"]);
    assert_code(&output, 0);
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["levels"], 3);
    assert_eq!(summary["ok"], 3);
    assert_eq!(summary["failed"], serde_json::json!([]));
    assert_eq!(summary["promises"]["P2"], 0);
    assert!(summary["layout"]["walkable_share"].as_f64().is_some_and(|share| share > 0.05 && share < 0.6));
    assert!(summary["seconds"].is_f64() && summary["levels_per_second"].is_f64());
}

/// Two halls, and a passage from one to itself, which no sprawl can lay out.
const LOOPED: &str = r#"
Grammar(
    format: 1,
    name: "Looped",
    alphabet: (nodes: {"Hall": (form: Hall())}, edges: {"path": (role: Passage)}),
    start: Graph(nodes: {1: "Hall", 2: "Hall"}, edges: [(1, "path", 2), (1, "path", 1)]),
    recipe: [],
    layout: (spacing: Sprawl(length: (2, 8))),
)
"#;

#[test]
fn batch_counts_the_warnings_of_its_levels() {
    let folder = tempfile::tempdir().unwrap();
    let looped = write_file(&folder, "looped.ron", LOOPED);
    let output = run(&["batch", text(&looped), "--seeds", "4..9", "--jobs", "2", "--format", "json"]);
    assert_code(&output, 0);
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let warning = &summary["warnings"]["sprawl-gave-up"];
    assert_eq!((&warning["levels"], &warning["first_seed"]), (&5.into(), &"4".into()));
    assert!(warning["message"].as_str().unwrap().contains("columns and rows"));
    let output = run(&["batch", text(&looped), "--seeds", "4..9"]);
    let expected = "warning [sprawl-gave-up] in 5 levels, first at seed 4: ";
    assert!(out(&output).contains(expected), "{}", out(&output));
    let quiet = run(&["batch", GRAMMAR, "--seeds", "0..1"]);
    assert!(!out(&quiet).contains("warning"), "{}", out(&quiet));
}

#[test]
fn closed_pipe_ends_quietly() {
    for arguments in
        [&["generate", GRAMMAR, "--count", "8"] as &[&str], &["derive", GRAMMAR], &["check", GRAMMAR]]
    {
        let mut command = program(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{complaints}");
        assert_eq!(complaints, "");
    }
}

#[test]
fn without_a_display_an_example_is_shown() {
    let output = run(&[]);
    assert_code(&output, 0);
    assert!(out(&output).contains("\"First lock\", seed 1"), "{}", out(&output));
    assert!(err(&output).contains("delvewright generate"), "{}", err(&output));
    for arguments in [&["edit", GRAMMAR] as &[&str], &[GRAMMAR], &["edit"]] {
        let output = run(arguments);
        assert_code(&output, 3);
        assert_eq!(out(&output), "");
        assert!(err(&output).starts_with("error: "), "{}", err(&output));
    }
}

#[test]
fn rooms_are_imported_written_once_and_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (source, set) = (path("nook.txt"), path("nooks.ron"));
    let import = |arguments: &[&str]| {
        let all = [&["rooms", "import"], arguments, &["--into", &set]].concat();
        program(&all).env("DELVEWRIGHT_HOME", path("home")).output().unwrap()
    };
    fs::write(&source, "name: Nook\nsymbol: Vault\n#+#\n#.#\n#?#\n###\n").unwrap();
    let dry = import(&[&source, "--dry-run"]);
    assert_code(&dry, 0);
    assert!(!Path::new(&set).exists());
    let first = import(&[&source]);
    assert_code(&first, 0);
    assert!(out(&first).contains("Nook: added"), "{}", out(&first));
    assert!(err(&first).contains("unknown-tile"), "{}", err(&first));
    let before = fs::read_to_string(&set).unwrap();
    let commented = before.replace("    rooms: [", "    // Mine.\n    rooms: [");
    fs::write(&set, &commented).unwrap();
    let same = import(&[]);
    assert!(out(&same).contains("unchanged"), "{}", out(&same));
    fs::write(&source, "name: Nook\n#+#\n#.#\n#.#\n###\n").unwrap();
    let again = import(&["--json"]);
    let report: serde_json::Value = serde_json::from_str(&out(&again)).unwrap();
    assert_eq!(report["sources"][0]["rooms"][0]["cells"], 1);
    let after = fs::read_to_string(&set).unwrap();
    assert!(after.contains("// Mine.") && after.contains("symbol: \"Vault\""), "{after}");
    let backups = fs::read_dir(folder.path().join("home/backups")).unwrap();
    let kept = backups.map(|entry| fs::read_to_string(entry.unwrap().path().join("1.ron")).unwrap());
    assert_eq!(kept.collect::<Vec<_>>(), [commented]);
    fs::write(&source, b"\xff").unwrap();
    assert_code(&import(&[]), 1);
    assert_eq!(fs::read_to_string(&set).unwrap(), after);
}

#[test]
fn import_of_rooms_that_takes_nothing_fails_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let map = |visible: &str| {
        format!(
            r#"<map orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8"><tileset firstgid="1" source="none.tsx"/><layer name="T" width="2" height="1" visible="{visible}"><data encoding="csv">1,1</data></layer><objectgroup><object id="1" type="Room" width="16" height="8"/></objectgroup></map>"#
        )
    };
    let sources = [
        ("empty.txt", String::new()),
        ("unknown.txt", "??".to_owned()),
        ("a.tmx", map("1")),
        ("b.tmx", map("0")),
    ];
    let set = path("set.ron");
    for (name, text) in sources {
        fs::write(path(name), text).unwrap();
        let output = run(&["rooms", "import", &path(name), "--into", &set]);
        assert_code(&output, 1);
        assert!(err(&output).contains("No part of this file becomes a room"), "{name}: {}", err(&output));
        assert!(!Path::new(&set).exists(), "{name}");
    }
}

#[test]
fn plain_rooms_are_written_once_for_all_symbols_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = r#"Grammar(format: 1, name: "Plain", rooms: ["new.ron"], alphabet: (nodes: {
        "Start": (role: Start, form: Room), "Board": (form: Cards(columns: (2, 3), rows: (2, 3))),
        "Goal": (role: Goal, form: Hall()) }, edges: {"path": (role: Passage)}),
        start: Graph(nodes: {1: "Start", 2: "Board", 3: "Goal"}, edges: [(1, "path", 2), (2, "path", 3)]))"#;
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("plain.ron"), grammar).unwrap();
    let printed = run(&["rooms", "new", &path("plain.ron")]);
    assert_code(&printed, 0);
    let written = run(&["rooms", "new", &path("plain.ron"), "-o", &path("new.ron")]);
    assert_code(&written, 0);
    assert_eq!(err(&written), "", "it does not report what it mends");
    assert_eq!(std::fs::read_to_string(path("new.ron")).unwrap(), String::from_utf8_lossy(&printed.stdout));
    assert_code(&run(&["generate", &path("plain.ron"), "-o", &path("level.json")]), 0);
    // Nothing is missing any more, and no file is written over.
    assert_code(&run(&["rooms", "new", &path("plain.ron")]), 1);
    std::fs::write(path("plain.ron"), grammar.replace("new.ron", "other.ron")).unwrap();
    assert_code(&run(&["rooms", "new", &path("plain.ron"), "-o", &path("new.ron")]), 1);
}

#[test]
fn rooms_are_exported_as_a_map_with_its_tiles() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("keep.tmx");
    let set = concat!(env!("CARGO_MANIFEST_DIR"), "/rooms/keep.ron");
    assert_code(&run(&["rooms", "export", set, "-o", map.to_str().unwrap()]), 0);
    for name in ["keep.tmx", "keep-tiles.tsx", "keep-tiles.png"] {
        assert!(folder.path().join(name).exists(), "{name}");
    }
    assert_code(&run(&["rooms", "export", set, "-o", "keep.png"]), 2);
}

#[test]
fn layout_of_one_level_is_held_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let halls = r#"Grammar(format: 1, name: "Halls",
        alphabet: (
            nodes: {
                "Start": (role: Start, form: Hall()), "Hall": (form: Hall()), "End": (role: Goal, form: Hall()),
            },
            edges: {"path": (role: Passage)},
        ),
        start: Graph(
            nodes: {1: "Start", 2: "Hall", 3: "Hall", 4: "End"},
            edges: [(1, "path", 2), (2, "path", 3), (2, "path", 4)],
        ),
    )"#;
    let grammar = write_file(&folder, "halls.ron", halls);
    let file = |name: &str| folder.path().join(name);
    let generate = |seed: &str, level: &str, options: &[&str]| {
        let level = file(level);
        let fixed = ["generate", text(&grammar), "--seed", seed, "-o", text(&level)];
        let output = run(&[&fixed, options].concat());
        assert!(output.status.success(), "{}", err(&output));
        fs::read(level).unwrap()
    };
    let layout = file("layout.ron");
    let first = generate("1", "first.json", &["--save-layout", text(&layout)]);
    assert_eq!(generate("1", "again.json", &["--hold-layout", text(&layout)]), first);
    let plain = generate("2", "plain.json", &[]);
    assert_ne!(generate("2", "held.json", &["--hold-layout", text(&layout)]), plain);
    let broken = write_file(&folder, "broken.ron", "(places: 3)");
    let output = run(&["generate", text(&grammar), "--hold-layout", text(&broken)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("--save-layout"), "{}", err(&output));
}
