//! Runs in parts: shards, refused mixtures, archives, and merging.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use super::{GRAMMAR, PROGRAM, err, out, quiet, run, text};

/// A quick grammar of which some seeds fail.
const CROWDED: &str = "grammars/sunken_keep.ron";

fn batch(arguments: &[&str]) -> std::process::Output {
    run(&[&["batch"], arguments].concat())
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    entries.map(|name| name.into_string().unwrap()).collect()
}

/// Makes a run of nine seeds in parts of two, in a folder below the given one.
fn parts_of(folder: &Path, name: &str, more: &[&str]) -> PathBuf {
    let parts = folder.join(name);
    let arguments = [GRAMMAR, "--seeds", "3..=11", "--parts", text(&parts), "--part-rows", "2"];
    let output = batch(&[&arguments, more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    parts
}

fn merge(folders: &[&Path], output: &Path) -> std::process::Output {
    let folders: Vec<&str> = folders.iter().map(|folder| text(folder)).collect();
    run(&[&["merge"], &folders[..], &["-o", text(output)]].concat())
}

fn part_files(folder: &Path) -> Vec<PathBuf> {
    names(folder).iter().filter(|name| name.starts_with("part-")).map(|name| folder.join(name)).collect()
}

#[test]
fn merged_shards_are_one_run_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["csv", "jsonl", "parquet"] {
        let one = folder.path().join(format!("one.{format}"));
        let options = [CROWDED, "--seeds", "20,1..=9"];
        batch(&[&options[..], &["--metrics", text(&one)]].concat());
        let shared = folder.path().join(format);
        for shard in ["3/3", "1/3", "2/3"] {
            let shard =
                ["--parts", text(&shared), "--shard", shard, "--part-format", format, "--part-rows", "2"];
            let output = batch(&[&options[..], &shard].concat());
            // Failed seeds are rows.
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        }
        assert_eq!(part_files(&shared).len(), 5);
        let merged = folder.path().join(format!("merged.{format}"));
        assert_eq!(merge(&[&shared], &merged).status.code(), Some(0));
        assert_eq!(fs::read(&merged).unwrap(), fs::read(&one).unwrap(), "{format}");
        // Parquet parts become any table.
        let other = folder.path().join("merged.csv");
        let output = merge(&[&shared], &other);
        assert_eq!(output.status.code(), Some(if format == "jsonl" { 2 } else { 0 }), "{}", err(&output));
        assert_eq!(fs::read(&other).unwrap(), fs::read(folder.path().join("one.csv")).unwrap());
    }
}

#[test]
fn sweeps_are_merged_value_by_value() {
    let folder = tempfile::tempdir().unwrap();
    let [one, merged, parts] = ["one.csv", "merged.csv", "parts"].map(|name| folder.path().join(name));
    let options = [GRAMMAR, "--seeds", "3", "--sweep", "layout/spacing/gap=1,2"];
    batch(&[&options[..], &["--metrics", text(&one)]].concat());
    let in_parts = ["--parts", text(&parts), "--part-rows", "2", "--part-format", "csv"];
    assert_eq!(batch(&[&options[..], &in_parts].concat()).status.code(), Some(0));
    assert_eq!(part_files(&parts).len(), 4, "two values of three seeds");
    assert_eq!(merge(&[&parts], &merged).status.code(), Some(0));
    assert_eq!(fs::read(&merged).unwrap(), fs::read(&one).unwrap());
}

#[test]
fn resuming_makes_only_what_is_missing_or_torn() {
    let folder = tempfile::tempdir().unwrap();
    let parts = parts_of(folder.path(), "parts", &[]);
    let (before, files) = (names(&parts), part_files(&parts));
    let whole: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    fs::remove_file(&files[1]).unwrap();
    fs::write(&files[3], &whole[3][..whole[3].len() - 9]).unwrap();
    fs::write(parts.join(".delvewright-1-2.tmp"), "of a killed run").unwrap();
    let again = [GRAMMAR, "--seeds", "3..=11", "--parts", text(&parts), "--part-rows", "2"];
    let refused = batch(&again);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("add --resume"), "{}", err(&refused));
    let resumed = batch(&[&again[..], &["--resume", "--format", "json", "--jobs", "1"]].concat());
    let summary: Value = serde_json::from_str(&out(&resumed)).unwrap();
    assert_eq!((&summary["kept"], &summary["made"], &summary["levels"]), (&3.into(), &2.into(), &4.into()));
    assert!(err(&resumed).contains("it is deleted, and its part is made again"), "{}", err(&resumed));
    assert_eq!(names(&parts), before);
    let again: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert_eq!(again, whole);
}

#[test]
fn parts_with_a_foreign_number_are_deleted_and_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let parts = parts_of(folder.path(), "parts", &[]);
    let before = names(&parts);
    let last = part_files(&parts).remove(4);
    fs::rename(&last, text(&last).replace("-00000004-", "-00000099-")).unwrap();
    let refused = merge(&[&parts], &folder.path().join("all.parquet"));
    assert_eq!(refused.status.code(), Some(1));
    assert!(err(&refused).contains("error[foreign-part]: The run has no part 99"), "{}", err(&refused));
    let again = [GRAMMAR, "--seeds", "3..=11", "--parts", text(&parts), "--part-rows", "2", "--resume"];
    let resumed = batch(&again);
    assert_eq!(resumed.status.code(), Some(0), "{}", err(&resumed));
    assert!(err(&resumed).contains("under this name; it is deleted\n"), "{}", err(&resumed));
    assert_eq!(names(&parts), before);
}

#[test]
fn merge_tells_what_is_wrong_with_a_folder_without_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let (file, missing) = (folder.path().join("a.txt"), folder.path().join("missing"));
    fs::write(&file, "").unwrap();
    for (path, reason) in [
        (folder.path(), "no run of batch --parts is in this folder"),
        (&missing, "missing: cannot be read"),
        (&file, "a.txt: cannot be read: Not a directory"),
    ] {
        let refused = merge(&[path], &folder.path().join("all.csv"));
        assert_eq!(refused.status.code(), Some(1));
        assert!(err(&refused).contains(reason), "{}", err(&refused));
    }
}

/// Starts a long run in parts by way of a shell, sends a SIGHUP after the first part, and waits for the end.
#[cfg(target_os = "linux")]
fn hang_up(parts: &Path, before: &str, count: &str) -> (Option<i32>, BTreeSet<String>) {
    let script = format!("{before} exec \"$@\"");
    let batch =
        ["batch", GRAMMAR, "--seeds", count, "--parts", text(parts), "--part-rows", "2", "--jobs", "1"];
    let mut command = quiet(Command::new("sh"));
    command.args(["-c", &script, "sh", PROGRAM]).args(batch);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.starts_with("part ")));
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    lines.for_each(drop);
    let drafts = names(parts).into_iter().filter(|name| name.starts_with('.'));
    (child.wait().unwrap().code(), drafts.collect())
}

#[cfg(target_os = "linux")]
#[test]
fn closed_terminal_ends_a_run_cleanly_unless_it_is_to_outlive_it() {
    let folder = tempfile::tempdir().unwrap();
    let own = fs::read_to_string("/proc/self/status").unwrap();
    // Who runs the tests with nohup hands that down to every program.
    let is_deaf = own
        .lines()
        .any(|line| line.starts_with("SigIgn:") && line.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f']));
    if !is_deaf {
        let ended = hang_up(&folder.path().join("ended"), "", "1000000");
        assert_eq!(ended, (Some(130), BTreeSet::new()));
    }
    let outlived = hang_up(&folder.path().join("outlived"), "trap '' HUP;", "6");
    assert_eq!(outlived, (Some(0), BTreeSet::new()));
}

#[test]
fn folder_of_another_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let parts = parts_of(folder.path(), "parts", &[]);
    let before = names(&parts);
    let own = ["--parts", text(&parts), "--resume"];
    let rooms = folder.path().join("more.ron");
    fs::write(&rooms, r#"RoomSet(format: 1, name: "More", legend: {'#': Wall}, rooms: [])"#).unwrap();
    let mixtures: [(&[&str], &str); 6] = [
        (&[GRAMMAR, "--seeds", "3..=12", "--part-rows", "2"], "the seeds (3..=11 there, 3..=12 here)"),
        (&[GRAMMAR, "--seeds", "3..=11", "--part-rows", "3"], "the rows of a part (2 there, 3 here)"),
        (&[CROWDED, "--seeds", "3..=11", "--part-rows", "2"], "the grammar"),
        (
            &[GRAMMAR, "--seeds", "3..=11", "--part-rows", "2", "--part-format", "csv"],
            "the format of the parts",
        ),
        (
            &[GRAMMAR, "--seeds", "3..=11", "--part-rows", "2", "--ceiling", "2"],
            "the ceiling (1 there, 2 here)",
        ),
        (&[GRAMMAR, "--seeds", "3..=11", "--part-rows", "2", "--rooms", text(&rooms)], "the room sets"),
    ];
    for (arguments, difference) in mixtures {
        let output = batch(&[arguments, &own].concat());
        assert_eq!(output.status.code(), Some(1), "{difference}: {}", err(&output));
        assert!(err(&output).contains(difference), "{difference}: {}", err(&output));
    }
    assert_eq!(names(&parts), before);
    // Comments and the place of the grammar make no difference.
    let text_of = fs::read_to_string(GRAMMAR).unwrap();
    let copy = folder.path().join("grammars/copy.ron");
    ["grammars", "rooms"].iter().for_each(|name| fs::create_dir(folder.path().join(name)).unwrap());
    fs::copy("rooms/cellar.ron", folder.path().join("rooms/cellar.ron")).unwrap();
    fs::write(&copy, format!("// A comment.\n{text_of}")).unwrap();
    let output = batch(&[&[text(&copy), "--seeds", "3..=11", "--part-rows", "2"], &own[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn merge_refuses_missing_double_foreign_and_torn_parts() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] =
        ["1/2", "2/2"].map(|shard| parts_of(folder.path(), &shard.replace('/', "-"), &["--shard", shard]));
    let double = parts_of(folder.path(), "double", &[]);
    let output = folder.path().join("all.parquet");
    let refusal = |folders: &[&Path]| {
        let refused = merge(folders, &output);
        assert_eq!(refused.status.code(), Some(1), "{}", err(&refused));
        assert!(!output.exists());
        err(&refused)
    };
    assert_eq!(merge(&[&one, &other], &output).status.code(), Some(0));
    fs::remove_file(&output).unwrap();
    assert!(refusal(&[&one]).contains("error[missing-part]: 2 parts are missing: 1 and 3."));
    assert!(refusal(&[&one, &other, &double]).contains("error[double-part]"));
    let other_seeds = folder.path().join("seeds");
    batch(&[GRAMMAR, "--seeds", "2", "--parts", text(&other_seeds), "--part-rows", "2"]);
    let said = refusal(&[&one, &other, &other_seeds]);
    assert!(said.contains("error[foreign-run]") && said.contains("the seeds"), "{said}");
    let stray = part_files(&other_seeds).remove(0);
    let strayed = one.join(stray.file_name().unwrap());
    fs::copy(&stray, &strayed).unwrap();
    assert!(refusal(&[&one, &other]).contains("error[foreign-part]"));
    fs::remove_file(&strayed).unwrap();
    let part = part_files(&one).remove(1);
    let content = fs::read(&part).unwrap();
    fs::write(&part, &content[..content.len() / 2]).unwrap();
    assert!(refusal(&[&one, &other]).contains("error[torn-part]"));
    assert!(refusal(&[folder.path()]).contains("run.json"));
}

#[test]
fn archives_have_the_level_of_each_proved_seed() {
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts");
    let options = ["--parts", text(&parts), "--part-rows", "2", "--part-format", "csv", "--levels"];
    batch(&[&[GRAMMAR, "--seeds", "4..=6"], &options[..]].concat());
    let archives: Vec<PathBuf> =
        part_files(&parts).into_iter().filter(|path| text(path).ends_with(".tar.gz")).collect();
    assert_eq!(archives.len(), 2);
    let level = |seed: &str| run(&["generate", GRAMMAR, "--seed", seed, "--format", "json"]).stdout;
    for (archive, seeds) in archives.iter().zip([&["4", "5"][..], &["6"]]) {
        let mut plain = Vec::new();
        MultiGzDecoder::new(fs::File::open(archive).unwrap()).read_to_end(&mut plain).unwrap();
        let mut expected = Vec::new();
        for (seed, level) in seeds.iter().map(|seed| (seed, level(seed))) {
            let head = &plain[expected.len()..expected.len() + 512];
            assert!(head.starts_with(format!("{seed}.json\0").as_bytes()));
            expected.extend(head.to_vec());
            expected.extend(&level);
            expected.resize(expected.len().next_multiple_of(512), 0);
        }
        expected.resize(expected.len() + 1024, 0);
        assert!(plain == expected);
    }
    // A part without its archive is not complete.
    fs::remove_file(&archives[1]).unwrap();
    let resumed = batch(&[&[GRAMMAR, "--seeds", "4..=6", "--resume"], &options[..]].concat());
    assert!(out(&resumed).contains("1 kept, 1 made"), "{}", out(&resumed));
    assert!(archives[1].exists());
}
