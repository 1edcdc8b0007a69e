//! Kills shards of a run at random moments and resumes them: the merged table is that of one run, byte for byte.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use delvewright::base::Seed;

const GRAMMAR: &str = "grammars/lattice_caves.ron";
const SHARDS: u64 = 8;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_delvewright"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Starts a command, waits for some of its parts and then a little, and kills it. Returns `false` if it ended before.
fn kill_after(mut command: Command, parts: u64, delay: Duration) -> bool {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // The child waits for nobody who reads, so the other lines may be lost.
    let seen =
        lines.map_while(Result::ok).filter(|line| line.starts_with("part ")).take(parts as usize).count();
    thread::sleep(delay);
    child.kill().unwrap();
    !child.wait().unwrap().success() && seen == parts as usize
}

/// Makes all shards in one folder, each with some kills, and compares the merged table with one run.
fn kill_shards(format: &str, seeds: u64, kills: u64) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let (one, merged, parts) =
        (path(&format!("one.{format}")), path(&format!("merged.{format}")), path("parts"));
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let seeds = seeds.to_string();
    let options = [GRAMMAR, "--seeds", &seeds];
    run(&[&["batch"], &options[..], &["--metrics", &text(&one)]].concat());
    let (parts_text, mut killed) = (text(&parts), 0);
    let mut random = Seed(7).child(format).stream();
    for number in 1..=SHARDS {
        let shard = format!("{number}/{SHARDS}");
        let in_parts = ["--parts", &parts_text, "--part-rows", "2", "--part-format", format, "--jobs", "1"];
        let arguments =
            [&["batch"], &options[..], &in_parts, &["--shard", &shard, "--resume", "--levels"]].concat();
        for _ in 0..kills {
            let delay = Duration::from_millis(random.below(60));
            killed += u64::from(kill_after(command(&arguments), random.below(2), delay));
        }
        let output = run(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let output = run(&["merge", &parts_text, "-o", &text(&merged)]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read(&merged).unwrap() == fs::read(&one).unwrap(), "{format}: the tables differ");
    let drafts = fs::read_dir(&parts).unwrap().map(|entry| entry.unwrap().file_name());
    let drafts = drafts.filter(|name| name.as_encoded_bytes().starts_with(b".")).count();
    assert_eq!(drafts, 0, "the last shard removes what killed ones left");
    killed
}

#[test]
fn eight_killed_shards_merge_into_one_run() {
    let killed = kill_shards("csv", 40, 1);
    assert!(killed >= 4, "{killed} of 8 were killed while they worked");
}

#[test]
#[ignore = "takes a minute"]
fn shards_killed_again_and_again_merge_into_one_run() {
    for format in ["csv", "jsonl", "parquet"] {
        println!("{format}: {} kills", kill_shards(format, 400, 4));
    }
}
