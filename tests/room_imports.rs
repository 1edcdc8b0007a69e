//! `rooms import`, run as a program: what it remembers, what stays when a source cannot be read, and its last
//! message.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::{err, out, program};

/// A folder with a room set to import into.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Imports into `set.ron`.
    #[track_caller]
    fn import(&self, arguments: &[&str], code: i32) -> Output {
        let set = self.path("set.ron");
        let all = [&["rooms", "import"], arguments, &["--into", &set]].concat();
        let output = program(&all).env("DELVEWRIGHT_HOME", self.path("home")).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}{}", out(&output), err(&output));
        output
    }
}

fn last_line(output: &Output) -> String {
    err(output).lines().last().unwrap_or_default().to_owned()
}

const NOOK: &str = "name: Nook\nsymbol: Hall\n#+#\n#.#\n###\n";
const PORCH: &str = "name: Porch\nsymbol: Hall\n##+##\n#...#\n#####\n";
const OPEN: &str = "name: Open\nsymbol: Hall\n##+##\n#....\n#####\n";

#[test]
fn source_that_is_gone_leaves_its_rooms_and_does_not_stop_others() {
    let folder = Folder::new();
    let (nook, porch) = (folder.write("nook.txt", NOOK), folder.write("maps/porch.txt", PORCH));
    folder.import(&[&nook, &porch], 0);
    fs::rename(&porch, folder.path("porch.txt")).unwrap();
    folder.write("nook.txt", &NOOK.replace("###", "#+#"));
    let output = folder.import(&[], 1);
    assert!(out(&output).contains("Nook: 1 cell redrawn"), "{}", out(&output));
    assert!(err(&output).contains("--instead-of"), "{}", err(&output));
    assert!(last_line(&output).starts_with("error: 1 room imported; "), "{}", last_line(&output));
    assert!(last_line(&output).contains("porch.txt"), "{}", last_line(&output));
    let set = folder.read("set.ron");
    assert!(set.contains("Porch") && set.contains("file: \"maps/porch.txt\""), "{set}");
    folder.import(&[&folder.path("porch.txt"), "--instead-of", "maps/other.txt"], 1);
    folder.import(&[&folder.path("porch.txt"), &nook, "--instead-of", "maps/porch.txt"], 2);
    let found = folder.import(&[&folder.path("porch.txt"), "--instead-of", &porch], 0);
    assert!(out(&found).contains("Porch: unchanged"), "{}", out(&found));
    let set = folder.read("set.ron");
    assert!(set.contains("file: \"porch.txt\"") && !set.contains("maps/"), "{set}");
    folder.import(&[], 0);
    assert_eq!(folder.read("set.ron"), set);
}

#[test]
fn legend_and_options_are_remembered() {
    let folder = Folder::new();
    let mill = folder.write("maps/mill.txt", "name: Mill\nsymbol: Hall\nXX+XX\nX,,,X\nXXXXX\n");
    let words = folder.write("words.ron", "{\"X\": Wall, \",\": Floor}");
    let options = ["--legend", &words, "--solid", "moss", "--solid", "7", "--solid-layer", "Walls"];
    folder.import(&[&[mill.as_str()], &options[..], &["--empty", "floor"]].concat(), 0);
    let set = folder.read("set.ron");
    for line in ["\"maps/mill.txt\": (", "legend: \"words.ron\"", "solid: [\"moss\", \"7\"]", "empty: Floor"]
    {
        assert!(set.contains(line), "{line} in {set}");
    }
    folder.import(&[], 0);
    assert_eq!(folder.read("set.ron"), set);
    let json = folder.import(&["--json", "--dry-run", "--empty", "nothing"], 0);
    let report: serde_json::Value = serde_json::from_str(&out(&json)).unwrap();
    assert_eq!(report["sources"][0]["reading"]["empty"], "Nothing");
    assert_eq!(report["sources"][0]["reading"]["solid"][1], "7");
    assert!(report["sources"][0]["candidates"].is_array());
    assert_eq!(folder.read("set.ron"), set);
    fs::remove_file(&words).unwrap();
    let output = folder.import(&[], 1);
    assert!(
        err(&output).contains("words.ron") && err(&output).contains("Put this legend back"),
        "{}",
        err(&output)
    );
    assert_eq!(folder.read("set.ron"), set);
    let nook = folder.write("nook.txt", NOOK);
    folder.import(&[&mill, &nook], 1);
    assert!(folder.read("set.ron").contains("Nook"), "the other source is imported");
}

#[test]
fn solid_names_that_match_nothing_are_named() {
    let folder = Folder::new();
    let grid = folder.write("grid.csv", "1,1,2,1,1\n1,0,0,0,1\n1,1,1,1,1\n");
    let options = [grid.as_str(), "--solid", "1", "--solid", "moss", "--solid-layer", "Walls"];
    let output = folder.import(&[&options[..], &["--allow-errors"]].concat(), 0);
    let said = err(&output);
    assert!(
        said.contains("No value is called \"moss\"") && said.contains("No tile layer is called \"Walls\""),
        "{said}"
    );
    assert!(!said.contains("No value is called \"1\""), "{said}");
    assert!(said.contains("--solid NAME"), "{said}");
}

#[test]
fn legend_next_to_a_source_is_missed_when_it_is_gone() {
    let folder = Folder::new();
    let mill = folder.write("mill.txt", "name: Mill\nXX+XX\nX...X\nXXXXX\n");
    let legend = folder.write("mill.legend.ron", "{\"X\": Wall}");
    folder.import(&[&mill], 0);
    let set = folder.read("set.ron");
    fs::remove_file(&legend).unwrap();
    folder.import(&[], 1);
    assert_eq!(folder.read("set.ron"), set);
    let moved = folder.write("new/mill.txt", "name: Mill\nXX+XX\nX...X\nXXXXX\n");
    folder.write("new/mill.legend.ron", "{\"X\": Wall}");
    folder.import(&[&moved, "--instead-of", "mill.txt"], 0);
    assert!(folder.read("set.ron").contains("legend: \"new/mill.legend.ron\""), "it moved with the source");
}

#[test]
fn rooms_with_errors_are_left_out_of_new_sets_and_of_old_ones() {
    let folder = Folder::new();
    let church = folder.write("church.txt", &[NOOK, OPEN, PORCH].join("\n"));
    let dry = folder.import(&[&church, "--dry-run"], 1);
    assert!(!Path::new(&folder.path("set.ron")).exists());
    let output = folder.import(&[&church], 1);
    assert_eq!(last_line(&output), last_line(&dry));
    let expected = "error: 2 rooms imported; 1 room is left out because of errors, which --allow-errors ignores: \"Open\"";
    assert_eq!(last_line(&output), expected);
    let said = "church.txt: error[open-edge]: The edge of \"Open\" is open in one cell: at column 5, row 2.";
    assert!(err(&output).contains(said), "{}", err(&output));
    assert!(out(&output).contains("Open: left out, because it has errors: The edge of"), "{}", out(&output));
    let set = folder.read("set.ron");
    assert!(set.contains("Nook") && set.contains("Porch") && !set.contains("Open"), "{set}");
    folder.import(&[&church], 1);
    assert_eq!(folder.read("set.ron"), set);
    let json = folder.import(&[&church, "--json"], 1);
    let report: serde_json::Value = serde_json::from_str(&out(&json)).unwrap();
    assert_eq!(report["sources"][0]["rooms"][1]["change"], "left_out");
    assert_eq!(report["sources"][0]["rooms"][1]["errors"][0]["code"], "open-edge");
    let all = folder.import(&[&church, "--allow-errors"], 0);
    assert!(err(&all).contains("warning[open-edge]"), "{}", err(&all));
    assert!(folder.read("set.ron").contains("Open"));
    folder.import(&[], 0);
}

#[test]
fn only_rooms_with_errors_are_no_import() {
    let folder = Folder::new();
    let open = folder.write("open.txt", OPEN);
    let porch = folder.write("porch.txt", "name: Porch\n#+#\n#.#\n###\n");
    folder.import(&[&porch], 0);
    let output = folder.import(&[&open], 1);
    assert!(
        last_line(&output).starts_with("error: nothing is imported: 1 room is left out"),
        "{}",
        err(&output)
    );
    assert!(!folder.read("set.ron").contains("\"Open\""));
}

#[test]
fn new_set_of_rooms_that_all_have_errors_is_written_as_a_draft() {
    let folder = Folder::new();
    let open = folder.write("open.txt", OPEN);
    let output = folder.import(&[&open], 1);
    assert!(last_line(&output).contains("1 room imported, all with errors"), "{}", err(&output));
    assert!(err(&output).contains("error[open-edge]"), "{}", err(&output));
    assert!(folder.read("set.ron").contains("\"Open\""));
}

#[test]
fn reason_is_said_last_after_few_warnings() {
    let folder = Folder::new();
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789äöüßàèìòùáéíóú";
    let strange = folder.write("strange.txt", &format!("name: Strange\n{letters}\n"));
    let output = folder.import(&[&strange], 1);
    let said = err(&output);
    assert!(said.lines().count() <= 22, "{said}");
    let line = said.lines().rev().nth(1).unwrap();
    assert!(line.contains("No part of this file becomes a room"), "{said}");
    assert!(last_line(&output).starts_with("error: nothing is imported: "), "{said}");
    let wide =
        folder.write("wide.txt", &format!("name: Wide\n{letters}\n\nname: Long\n{}\n", "#".repeat(129)));
    let output = folder.import(&[&wide], 1);
    assert!(last_line(&output).contains("128 × 128"), "{}", err(&output));
}

#[test]
fn comments_of_a_set_and_sources_named_twice_do_no_harm() {
    let folder = Folder::new();
    let nook = folder.write("a/nook.txt", NOOK);
    folder.import(&[&nook, &folder.path("a/../a/./nook.txt")], 0);
    let set = folder.read("set.ron");
    assert_eq!(set.matches("name: \"Nook\"").count(), 1, "{set}");
    let commented =
        set.replace("    rooms: [", "    // Mine.\n    rooms: [").replace("a/nook.txt", "a\\\\nook.txt");
    folder.write("set.ron", &commented);
    folder.write("a/nook.txt", &NOOK.replace("###", "#+#"));
    let output = folder.import(&[], 0);
    assert!(out(&output).contains("Nook: 1 cell redrawn"), "{}", out(&output));
    let after = folder.read("set.ron");
    assert!(after.contains("// Mine.") && after.contains("\"a/nook.txt\""), "{after}");
}

#[test]
fn places_of_a_level_are_remembered() {
    let folder = Folder::new();
    let level = folder.path("level.json");
    let made = program(&["generate", "grammars/first_lock.ron", "--seed", "1", "-o", &level])
        .env("DELVEWRIGHT_HOME", folder.path("home"))
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", err(&made));
    let rooms = || folder.read("set.ron").matches("source: (").count();
    folder.import(&[&level, "--place", "1", "--allow-errors"], 0);
    folder.import(&["--allow-errors"], 0);
    assert_eq!(rooms(), 1, "only the place that was wanted");
    folder.import(&[&level, "--place", "2", "--allow-errors"], 0);
    folder.import(&["--allow-errors"], 0);
    assert_eq!(rooms(), 2, "{}", folder.read("set.ron"));
    folder.import(&[&level, "--allow-errors"], 0);
    assert!(rooms() > 2, "a level named without places is wanted as a whole");
    assert!(!folder.read("set.ron").contains("places:"), "{}", folder.read("set.ron"));
}
