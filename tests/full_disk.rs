//! Runs the program on a full disk, as far as that can be simulated: no output is silently cut off or
//! half-written.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use delvewright::export::Format;

use crate::{GRAMMAR, PROGRAM, err, program, quiet, run};

/// Runs it with a file size limit of 512 bytes. Beyond that, a write fails, or the program is killed.
fn run_with_little_space(arguments: &[&str], is_killed: bool) -> Output {
    let script = if is_killed {
        "ulimit -c 0; ulimit -f 1; exec \"$@\""
    } else {
        "trap '' XFSZ; ulimit -f 1; exec \"$@\""
    };
    quiet(Command::new("sh")).args(["-c", script, "sh", PROGRAM]).args(arguments).output().unwrap()
}

#[track_caller]
fn assert_refused(output: &Output, name: &str) {
    let said = err(output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(name) && said.contains("cannot be written"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn full_device_is_an_error_with_its_name() {
    for format in Format::ALL.into_iter().filter(|format| format.is_one_file()) {
        let arguments = ["generate", GRAMMAR, "--format", format.name(), "-o", "/dev/full"];
        assert_refused(&run(&arguments), "/dev/full");
    }
    assert_refused(&run(&["derive", GRAMMAR, "--format", "dot", "-o", "/dev/full"]), "/dev/full");
}

#[test]
fn standard_output_that_takes_nothing_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("level.json");
    let level = level.to_str().unwrap();
    assert_eq!(run(&["generate", GRAMMAR, "-o", level]).status.code(), Some(0));
    for arguments in [
        &["generate", GRAMMAR] as &[&str],
        &["generate", GRAMMAR, "--format", "json", "--count", "2"],
        &["generate", GRAMMAR, "-o", "/dev/stdout"],
        &["derive", GRAMMAR],
        &["check", GRAMMAR],
        &["verify", level],
        &["batch", GRAMMAR, "--seeds", "0..2", "--format", "json"],
        &["--help"],
        &["generate", "--help"],
        &["--version"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = program(arguments).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        assert_refused(&output.wait_with_output().unwrap(), "standard output");
    }
}

#[test]
fn merging_onto_a_full_disk_blames_the_table_and_no_part() {
    let folder = tempfile::tempdir().unwrap();
    for (parts, table) in [("csv", "csv"), ("jsonl", "jsonl"), ("parquet", "parquet"), ("parquet", "csv")] {
        let run_folder = folder.path().join(format!("{parts}-{table}"));
        let run_folder = run_folder.to_str().unwrap();
        let in_parts = ["--parts", run_folder, "--part-rows", "2", "--part-format", parts];
        let made = run(&[&["batch", GRAMMAR, "--seeds", "8"], &in_parts[..]].concat());
        assert_eq!(made.status.code(), Some(0), "{}", err(&made));
        let output = folder.path().join(format!("all.{table}"));
        let output = output.to_str().unwrap();
        assert_refused(&run_with_little_space(&["merge", run_folder, "-o", output], false), output);
        assert!(names_in(folder.path()).iter().all(|name| !name.contains('.')));
    }
}

#[test]
fn output_is_added_to_what_standard_output_holds() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    fs::write(&log, "before\n").unwrap();
    let output = File::options().append(true).open(&log).unwrap();
    assert!(program(&["generate", GRAMMAR, "-o", "/dev/stdout"]).stdout(output).status().unwrap().success());
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.starts_with("before\n") && text.len() > 100, "{text}");
}

#[test]
fn file_stays_as_it_was_when_the_disk_is_full() {
    let folder = tempfile::tempdir().unwrap();
    for (name, there) in [("new.json", None), ("old.json", Some("old"))] {
        let path = folder.path().join(name);
        there.iter().for_each(|text| fs::write(&path, text).unwrap());
        assert_refused(
            &run_with_little_space(&["generate", GRAMMAR, "-o", path.to_str().unwrap()], false),
            name,
        );
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), there);
    }
    assert_eq!(names_in(folder.path()), ["old.json"]);
}

#[test]
fn file_stays_as_it_was_when_the_program_is_killed_and_the_next_one_tidies_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.json");
    fs::write(&path, "old").unwrap();
    let arguments = ["generate", GRAMMAR, "-o", path.to_str().unwrap()];
    assert_eq!(run_with_little_space(&arguments, true).status.code(), None);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names_in(folder.path()).len(), 2, "a killed program leaves its draft");
    assert_eq!(run(&arguments).status.code(), Some(0));
    assert_eq!(names_in(folder.path()), ["level.json"]);
}
