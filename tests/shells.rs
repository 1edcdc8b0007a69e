//! Scripts for shells and manual pages: they follow the definition of the command line.

use std::collections::BTreeSet;
use std::fs;

use clap::Command;

use crate::command_line::assert_code;
use crate::{err, out, run, text};

/// Returns the names of a command's page and of those below it.
fn pages_of(command: &Command, name: &str) -> BTreeSet<String> {
    let below = command.get_subcommands().filter(|inner| inner.get_name() != "help");
    let mut pages: BTreeSet<String> =
        below.flat_map(|inner| pages_of(inner, &format!("{name}-{}", inner.get_name()))).collect();
    pages.insert(format!("{name}.1"));
    pages
}

#[test]
fn every_shell_completes_every_command() {
    let root = delvewright::cli::command();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert_code(&output, 0);
        let script = out(&output);
        for command in root.get_subcommands() {
            assert!(script.contains(command.get_name()), "{shell}: {}", command.get_name());
        }
    }
    let other = run(&["completions", "bsh"]);
    assert_code(&other, 2);
    assert!(err(&other).contains("bash"), "{}", err(&other));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man/man1");
    assert_code(&run(&["man", text(&pages)]), 0);
    let written: BTreeSet<String> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(written, pages_of(&delvewright::cli::command(), "delvewright"));
    let page = fs::read_to_string(pages.join("delvewright-rooms-import.1")).unwrap();
    assert!(page.contains(".TH delvewright-rooms-import 1") && page.contains("room set"), "{page}");
    let file = pages.join("delvewright.1");
    let in_file = run(&["man", text(&file)]);
    assert_code(&in_file, 1);
    assert!(err(&in_file).contains("delvewright.1: cannot be written"), "{}", err(&in_file));
    assert_code(&run(&["man", "-"]), 2);
}
