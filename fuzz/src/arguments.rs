//! Random command lines, sensible and otherwise.
//!
//! Asserted:
//!
//! - no command line panics the parser, and a refusal has a message
//! - commands without a window, run in a folder of their own, never panic. They end with one of the exit
//!   codes 0 to 4, and with the same one when run again.
//!
//! Only words of fixed lists are ever run, so nothing outside the folder is written.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use delvewright::cli;

use crate::draw::{Draw, tell};

/// One command line in this many is run, because that takes a thousand times as long as parsing it.
const RUN_ONE_IN: u32 = 32;

const COMMANDS: [&str; 14] = [
    "generate",
    "derive",
    "check",
    "verify",
    "batch",
    "merge",
    "edit",
    "help",
    "generat",
    "export",
    "schema",
    "looks",
    "completions",
    "man",
];
const OPTIONS: [&str; 31] = [
    "--seed",
    "--count",
    "--format",
    "--rooms",
    "--seeds",
    "--jobs",
    "--explain",
    "--at",
    "--step",
    "--help",
    "--version",
    "--screenshot",
    "--size",
    "--pane",
    "--theme",
    "-h",
    "-V",
    "--",
    "--out",
    "-o",
    "--overlays",
    "--show",
    "layers,entities",
    "--legend",
    "--target",
    "--cell",
    "--bare",
    "--blocks",
    "--shard",
    "--part-rows",
    "--resume",
];
const VALUES: [&str; 35] = [
    "bash",
    "0",
    "1",
    "2",
    "7",
    "-1",
    "18446744073709551615",
    "18446744073709551616",
    "1.5",
    "",
    " ",
    "json",
    "ron",
    "txt",
    "png",
    "dot",
    "JSON",
    "0..2",
    "1..=2",
    "5..5",
    "..",
    "18446744073709551614..=18446744073709551615",
    "Grow",
    "Lock",
    "dark",
    "640x480",
    "Recipe",
    "\u{1f5dd}",
    "--",
    "tmx",
    "glb",
    "csv",
    "all",
    "below",
    "godot",
];
/// Files in the folder; the last ones do not exist.
const FILES: [&str; 12] = [
    "small.ron",
    "rooms.ron",
    "level.json",
    "level.ron",
    "broken.ron",
    "empty.ron",
    "bytes.ron",
    "folder",
    "-",
    "missing.ron",
    "missing/level.json",
    "../small.ron",
];
/// Allowed output files.
const OUTPUTS: [&str; 9] =
    ["out.json", "out.ron", "out.txt", "out.png", "out.dot", "out", "folder", "missing/out.json", "-"];

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("delvewright-fuzz-{}", std::process::id()));
    make_folder(&folder).expect("the folder of the fuzzer can be written");
    folder
});

fn make_folder(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder.join("folder"))?;
    let files: [(&str, &[u8]); 7] = [
        ("small.ron", include_bytes!("../seeds/key_and_lock.ron")),
        ("rooms.ron", include_bytes!("../seeds/everything_rooms.ron")),
        ("level.json", b"{}"),
        ("level.ron", b"()"),
        ("broken.ron", b"Grammar(format: 1, rules: [(lhs: "),
        ("empty.ron", b""),
        ("bytes.ron", b"\xff\xfe\x00"),
    ];
    files.iter().try_for_each(|(name, content)| fs::write(folder.join(name), content))
}

/// Parses a command line, and runs some.
pub fn check(data: &[u8]) {
    let draw = &mut Draw::new(data);
    let is_run = draw.number(0, RUN_ONE_IN - 1) == RUN_ONE_IN - 1;
    let words = words(draw, is_run);
    tell(|| format!("{words:?}, run: {is_run}"));
    let line = || std::iter::once(OsString::from("delvewright")).chain(words.iter().cloned());
    match cli::command().try_get_matches_from(line()) {
        Ok(_) if is_run => {
            let code = cli::run_with(line());
            assert!((0..=4).any(|known| ExitCode::from(known) == code), "{words:?} ends with {code:?}");
            assert_eq!(cli::run_with(line()), code, "{words:?} ends otherwise when run again");
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn words(draw: &mut Draw, is_run: bool) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec![(*draw.pick(&COMMANDS)).into()];
    while words.len() < 12 && !draw.is_done() {
        match draw.below(8) {
            0..=2 => words.push(file(draw, &FILES)),
            3 => words.extend(["-o".into(), file(draw, &OUTPUTS)]),
            4 => words.push(if is_run { file(draw, &FILES) } else { any(draw) }),
            5 => words.push((*draw.pick(&VALUES)).into()),
            _ => {
                let option = *draw.pick(&OPTIONS);
                words.push(option.into());
                // The next word is an output file, if the command is run.
                if is_run && ["-o", "--out", "--screenshot"].contains(&option) {
                    words.push(file(draw, &OUTPUTS));
                } else if is_run && option == "--count" {
                    // Requesting all possible levels would never end.
                    words.push((*draw.pick(&["1", "2", "0", "-1", "many"])).into());
                } else if draw.chance(80) {
                    words.push((*draw.pick(&VALUES)).into());
                }
            }
        }
    }
    words
}

fn file(draw: &mut Draw, names: &[&str]) -> OsString {
    match *draw.pick(names) {
        "-" => "-".into(),
        name => FOLDER.join(name).into(),
    }
}

/// Returns a word of arbitrary characters.
fn any(draw: &mut Draw) -> OsString {
    let characters = draw.some(8, |draw| char::from_u32(draw.number(1, 0x2_ffff)).unwrap_or('-'));
    characters.into_iter().collect::<String>().into()
}
