//! Commands refuse wrong arguments before they begin, with a message for each.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{GRAMMAR, err, out, program, run, text, write_file};

/// Asserts that a command exits with this code and prints this text.
#[track_caller]
fn assert_refused(arguments: &[&str], code: i32, part: &str) {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}{}", out(&output), err(&output));
    assert!(err(&output).contains(part), "{arguments:?}: {}", err(&output));
}

#[test]
fn options_that_a_format_does_not_know_are_refused_with_those_that_do() {
    let cases: [(&str, &[&str], &str); 16] = [
        ("png", &["--show", "all"], "png does not use --show; it is for txt"),
        ("txt", &["--cell", "8"], "it is for png, tmx, tmj, ldtk and ldtk-simple"),
        ("json", &["--flat"], "json does not use --flat; it is for png"),
        ("tmx", &["--bare"], "it is for png"),
        ("glb", &["--overlays", "all"], "it is for png"),
        ("csv", &["--legend", "below"], "it is for png"),
        ("txt", &["--target", "any"], "it is for tmx, tmj, ldtk, ldtk-simple and glb"),
        ("ldtk", &["--target", "bevy", "--types", "a::b"], "it is for tmx"),
        ("xp", &["--blocks"], "it is for glb"),
        ("xp", &["--ceilings"], "it is for glb"),
        ("tmx", &["--cell", "7"], "tiles of tmx are 8, 16 or 32 pixels wide, not 7"),
        ("ldtk", &["--cell", "64"], "tiles of ldtk are 8, 16 or 32 pixels wide, not 64"),
        ("tmx", &["--types", "a::b"], "add --target bevy"),
        ("tmx", &["--target", "bevy", "--write-types", "a.rs"], "--types <MODULE>"),
        ("tmx", &["--target", "bevy", "--types", "a b"], "my_game::level"),
        ("tmx", &["--target", "bevy", "--types", "game::fn"], "because fn is a word of the language"),
    ];
    for (format, options, part) in cases {
        let arguments =
            [&["generate", GRAMMAR, "--format", format, "-o", "/nowhere/level"], options].concat();
        assert_refused(&arguments, 2, part);
    }
}

#[test]
fn two_options_never_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let [level, layout] = ["level.json", "sub/../level.json"].map(|name| folder.path().join(name));
    fs::create_dir(folder.path().join("sub")).unwrap();
    let twice = ["generate", GRAMMAR, "-o", text(&level), "--save-layout"];
    for count in ["1", "2"] {
        let arguments = [&twice[..], &[text(&layout), "--count", count]].concat();
        assert_refused(&arguments, 2, "two options write");
    }
    let map = folder.path().join("map.rs");
    let types = ["--format", "tmx", "--target", "bevy", "--types", "game", "--write-types", text(&map)];
    assert_refused(&[&["generate", GRAMMAR, "-o", text(&map)], &types[..]].concat(), 2, "two options write");
    assert_refused(&[&twice[..], &["-"]].concat(), 2, "--save-layout writes a file");
    assert_refused(&["batch", GRAMMAR, "--seeds", "2", "--parts", "-"], 2, "name a folder");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
}

#[test]
fn pictures_of_the_window_are_refused_before_it_opens() {
    assert_refused(&["edit", GRAMMAR, "--screenshot", "window.jpg"], 2, "the extension .png");
    assert_refused(&["edit", GRAMMAR, "--screenshot", "no/such/a.png"], 1, "There is no folder no.");
}

#[test]
fn negative_numbers_are_values_out_of_range_and_no_options() {
    let cases: [&[&str]; 8] = [
        &["film", GRAMMAR, "-o", "a.gif", "--from", "-1"],
        &["film", GRAMMAR, "-o", "a.gif", "--pace", "-1"],
        &["derive", GRAMMAR, "--explain", "x", "--at", "1", "--step", "-1"],
        &["edit", GRAMMAR, "--seed", "-1"],
        &["generate", GRAMMAR, "--ceiling", "-1"],
        &["generate", GRAMMAR, "--cell", "-1", "-o", "a.png"],
        &["batch", GRAMMAR, "--seeds", "2", "--sheet", "a.png", "--columns", "-1"],
        &["batch", GRAMMAR, "--seeds", "2", "--parts", "a", "--part-rows", "-1"],
    ];
    for arguments in cases {
        assert_refused(arguments, 2, "invalid value '-1'");
    }
}

#[test]
fn looks_are_refused_for_formats_that_show_none() {
    let arguments = ["export", "level.json", "--looks", GRAMMAR, "--format", "csv", "-o", "/nowhere/level"];
    assert_refused(&arguments, 2, "csv does not use --looks; it is for png, tmx, tmj, ldtk and ldtk-simple");
}

#[test]
fn options_that_a_format_knows_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("level");
    let cases: [(&str, &[&str]); 6] = [
        ("txt", &["--show", "layers,entities"]),
        ("png", &["--cell", "7", "--flat", "--bare", "--overlays", "all", "--legend", "beside"]),
        ("tmx", &["--cell", "8", "--target", "bevy", "--types", "my_game::level"]),
        ("tmj", &["--target", "godot"]),
        ("ldtk", &["--cell", "32", "--target", "unity"]),
        ("glb", &["--blocks", "--ceilings", "--target", "godot"]),
    ];
    for (format, options) in cases {
        let path = file.with_extension(format);
        let output = run(&[&["generate", GRAMMAR, "--format", format, "-o", text(&path)], options].concat());
        assert_eq!(output.status.code(), Some(0), "{format}: {}", err(&output));
        assert!(path.exists());
    }
}

#[test]
fn components_of_all_levels_are_declared_in_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let [map, types] = ["level.tmx", "level.rs"].map(|name| folder.path().join(name));
    let declare = |count: &str| {
        let options = ["--target", "bevy", "--types", "game::level", "--write-types", text(&types)];
        let arguments = ["generate", GRAMMAR, "--count", count, "-o", text(&map)];
        let output = run(&[&arguments[..], &options].concat());
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        std::fs::read_to_string(&types).unwrap()
    };
    let (one, many) = (declare("1"), declare("3"));
    assert!(one.contains("pub struct Room {") && one.contains("app.register_type::<Room>();"), "{one}");
    let structs = |module: &str| module.matches("pub struct ").count();
    assert!(structs(&many) >= structs(&one));
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none/level.json");
    // If anything were read, the missing grammar would be reported first.
    for arguments in [
        vec!["generate", "none.ron", "-o", text(&missing)],
        vec!["generate", "none.ron", "--count", "9", "-o", text(&missing)],
        vec!["generate", GRAMMAR, "--watch", "-o", text(&missing)],
    ] {
        assert_refused(&arguments, 1, "level");
        assert_refused(&arguments, 1, "cannot be written");
    }
    let film = folder.path().join("none/film.gif");
    assert_refused(&["film", GRAMMAR, "-o", text(&film)], 1, "film.gif: cannot be written");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn imports_of_rooms_refuse_standard_streams_and_places_of_what_is_no_level() {
    let folder = tempfile::tempdir().unwrap();
    let source = write_file(&folder, "nook.txt", "name: Nook\n#+#\n#.#\n###\n");
    let set = folder.path().join("set.ron");
    assert_refused(&["rooms", "import", text(&source), "--into", "-"], 2, "name it with --into");
    assert_refused(&["rooms", "import", text(&source), "--into", "/dev/stdout"], 2, "name it with");
    assert_refused(&["rooms", "import", "-", "--into", text(&set)], 2, "standard input");
    let places = ["rooms", "import", text(&source), "--place", "1", "--into", text(&set)];
    assert_refused(&places, 1, "no places to choose from");
    assert!(!set.exists() && !Path::new("-").exists());
}

#[test]
fn imports_of_rooms_say_in_json_why_they_failed() {
    let folder = tempfile::tempdir().unwrap();
    let source = write_file(&folder, "map.tmj", r#"{"type": "map", "layers": [{"name": "T", "width": -1}]}"#);
    let set = folder.path().join("set.ron");
    let report = |arguments: &[&str]| -> (Option<i32>, Value) {
        let all = [&["rooms", "import", "--json", "--into", text(&set)], arguments].concat();
        let output = program(&all).output().unwrap();
        (output.status.code(), serde_json::from_str(&out(&output)).expect("JSON"))
    };
    let (code, failed) = report(&[text(&source)]);
    assert_eq!(
        (code, &failed["written"], &failed["error"]),
        (Some(1), &false.into(), &"nothing is imported: The map has no size for its tiles".into())
    );
    let remark = &failed["sources"][0]["remarks"][0];
    assert_eq!(remark["severity"], "error", "{failed}");
    let (code, missing) = report(&[text(&folder.path().join("none.txt"))]);
    assert_eq!(code, Some(1));
    assert!(
        missing["sources"][0]["remarks"][0]["message"].as_str().unwrap().contains("none.txt"),
        "{missing}"
    );
    let (code, unasked) = report(&[]);
    assert_eq!(code, Some(2));
    assert!(unasked["error"].as_str().unwrap().contains("name a file with rooms"), "{unasked}");
    assert!(!set.exists());
}

#[test]
fn source_without_rooms_among_others_is_a_mistake_that_stops_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let empty = write_file(&folder, "empty.txt", "");
    let nook = write_file(&folder, "nook.txt", "name: Nook\n#+#\n#.#\n###\n");
    let set = folder.path().join("set.ron");
    for sources in [[&empty, &nook], [&nook, &empty]] {
        let [first, second] = sources.map(|source| text(source));
        let output = program(&["rooms", "import", first, second, "--into", text(&set)])
            .env("DELVEWRIGHT_HOME", folder.path().join("home"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
        assert!(err(&output).contains("No part of this file becomes a room"), "{}", err(&output));
        assert!(fs::read_to_string(&set).unwrap().contains("Nook"));
    }
}

#[test]
fn components_are_declared_only_in_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let [map, mine] = ["level.tmx", "mine.rs"].map(|name| folder.path().join(name));
    std::fs::write(&mine, "fn mine() {}").unwrap();
    let declare = |types: &std::path::Path| {
        let options = ["--target", "bevy", "--types", "game::level", "--write-types", text(types)];
        run(&[&["generate", GRAMMAR, "-o", text(&map)], &options[..]].concat())
    };
    let map_itself = declare(&map);
    assert_eq!(map_itself.status.code(), Some(2), "{}", err(&map_itself));
    let others = declare(&mine);
    assert_eq!(others.status.code(), Some(1), "{}", err(&others));
    assert!(err(&others).contains("was not written by an export"), "{}", err(&others));
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "fn mine() {}");
    assert!(!map.exists(), "nothing is written");
}
