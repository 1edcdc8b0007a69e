//! `generate --watch`: levels follow their files.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::{GRAMMAR, err, program, run, text, write_file};

const ROOMS: &str = include_str!("../rooms/cellar.ron");

/// Returns the grammar with its room set in the same folder.
fn grammar() -> String {
    let text = include_str!("../grammars/first_lock.ron");
    assert!(text.contains("../rooms/cellar.ron"));
    text.replace("../rooms/cellar.ron", "cellar.ron")
}

/// A program that watches, and the lines that it prints.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(arguments: &[&str]) -> Self {
        let mut child = program(arguments).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, lines }
    }

    /// Returns the printed lines up to and including the first that contains this text.
    #[track_caller]
    fn until(&self, part: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            match self.lines.recv_timeout(Duration::from_secs(120)) {
                Ok(line) if line.contains(part) => {
                    said.push(line);
                    return said;
                }
                Ok(line) => said.push(line),
                Err(_) => panic!("it never says {part:?}, only {said:#?}"),
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Saves as editors do: in a file next to the target, which is then renamed.
fn save(path: &Path, text: &str) {
    let beside = path.with_extension("new");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

#[test]
fn level_follows_the_grammar_and_its_rooms_and_stays_while_they_have_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let (file, rooms) = (write_file(&folder, "a.ron", &grammar()), write_file(&folder, "cellar.ron", ROOMS));
    let level = folder.path().join("level.json");
    let watching = Watching::start(&["generate", text(&file), "--watch", "--seed", "3", "-o", text(&level)]);
    let said = watching.until("is written; waiting for changes of a.ron and cellar.ron, Ctrl+C ends");
    assert_eq!(said.len(), 1, "{said:?}");
    let first = fs::read(&level).unwrap();

    save(&file, &grammar().replace("name: \"First lock\"", "name: \"Second lock\""));
    assert_eq!(watching.until("is written"), [format!("a.ron changed: {} is written", level.display())]);
    let second = fs::read_to_string(&level).unwrap();
    assert!(second.contains("Second lock") && second.as_bytes() != first);

    save(&file, &grammar().replace("role: Start", "role: Stert"));
    let said = watching.until("stays as it is").join("\n");
    assert!(said.contains("Stert") && said.contains("a.ron has mistakes"), "{said}");
    assert_eq!(fs::read_to_string(&level).unwrap(), second);

    // The room set is still followed, and a missing one is awaited.
    save(&file, &grammar());
    watching.until("is written");
    assert_eq!(fs::read(&level).unwrap(), first);
    fs::remove_file(&rooms).unwrap();
    let said = watching.until("stays as it is").join("\n");
    assert!(said.contains("There is no room set") && said.contains("cellar.ron changed: "), "{said}");
    save(&rooms, &ROOMS.replace("name: \"pillar\"", "name: \"post\""));
    assert_eq!(watching.until("is written"), [format!("cellar.ron changed: {} is written", level.display())]);
    assert!(fs::read(&level).unwrap() != first);
}

#[test]
fn watch_of_several_seeds_names_the_files_that_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("w.json");
    let watching = Watching::start(&["generate", GRAMMAR, "--watch", "--count", "2", "-o", text(&level)]);
    let said = watching.until("are written").join("\n");
    assert!(said.contains("w.1.json to ") && said.contains("w.2.json are written"), "{said}");
}

#[cfg(unix)]
#[test]
fn interrupted_watch_ends_as_other_commands_do() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let level = folder.path().join("level.tmx");
        let mut watching = Watching::start(&["generate", GRAMMAR, "--watch", "-o", text(&level)]);
        watching.until("is written");
        let id = watching.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(watching.child.wait().unwrap().code(), Some(130));
        let files: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(files.len(), 4, "{files:?}");
    }
}

#[test]
fn what_cannot_be_watched_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("level.ron");
    let missing = folder.path().join("missing.ron");
    for (arguments, code, part) in [
        (vec!["generate", GRAMMAR, "--watch"], 2, "name the file with -o"),
        (vec!["generate", GRAMMAR, "--watch", "-o", "-"], 2, "name the file with -o"),
        (vec!["generate", "-", "--watch", "-o", text(&level)], 2, "standard input cannot be watched"),
        (vec!["generate", text(&missing), "--watch", "-o", text(&level)], 1, "missing.ron"),
        (vec!["generate", GRAMMAR, "--watch", "--format", "ron", "-o", GRAMMAR], 2, "would be lost"),
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(part), "{arguments:?}: {}", err(&output));
    }
}
