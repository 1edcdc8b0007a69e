//! The documentation: its grammars are compiled, its commands are run, its links lead somewhere.
//!
//! Blocks of a page are tried in their order, as a reader would do it:
//!
//! - `ron` with `Grammar(` or `RoomSet(` is a whole file: the one that the text before it mentions last. Other
//!   files, also of `text`, follow a line that ends with their path in backticks and a colon.
//! - `ron` that begins with the name of a field replaces that field in the file before it.
//! - `ron,fragment` is a part of a file that its page shows as a whole.
//! - A block that begins with `// Has mistakes` may have some; all others have none.
//! - `console` has commands after `$ `, which are run, and parts of their output. A line `…` stands for any
//!   number of lines, and at the end of a line for the rest of it. A command succeeds, unless the page shows
//!   a line that begins with `error` or has `error[`.
//! - `sh` has commands that are only parsed.
//! - `<!-- picture PATH: COMMAND -->` tells how a picture is made; see `pictures.rs`.

mod fields;
mod kept;
mod links;
mod page;
mod pictures;
mod prose;
mod workbench;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use page::{Page, Part};
use workbench::Workbench;

/// Pages that are printed from the code. They are tested where they are made.
const GENERATED: [&str; 7] = [
    "docs/reference/command-line.md",
    "docs/reference/diagnostics.md",
    "docs/reference/export-formats.md",
    "docs/reference/grammar.md",
    "docs/reference/index.md",
    "docs/reference/metrics.md",
    "docs/reference/rooms.md",
];

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all Markdown files below a folder, in order.
fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            found.extend(markdown_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns all pages that people write.
fn pages() -> Vec<Page> {
    let mut files = vec![home().join("README.md")];
    files.extend(markdown_files(&home().join("docs")));
    let read = |file: PathBuf| {
        let name = file.strip_prefix(home()).expect("the file is in the project").to_owned();
        let text = fs::read_to_string(&file).expect("the page can be read");
        (name.to_str().expect("names are plain").to_owned(), text)
    };
    let pages = files.into_iter().map(read).filter(|(name, _)| !GENERATED.contains(&name.as_str()));
    pages.map(|(name, text)| Page::parse(name, text)).collect()
}

/// Tries all blocks of a page and returns what is wrong with them.
fn try_page(page: &Page) -> Vec<String> {
    let mut bench = Workbench::new();
    let mut wrong = page.complaints.clone();
    for (line, part) in &page.parts {
        let result = match part {
            Part::File { path, text } => bench.write(path, text),
            Part::Fields(text) => bench.replace_fields(text),
            Part::Commands(commands) => commands.iter().try_for_each(|command| bench.try_command(command)),
            Part::Shell(commands) => commands.iter().try_for_each(|command| workbench::parse_shell(command)),
            Part::Picture { command, .. } => {
                workbench::parse_program(command.rsplit(" | ").next().unwrap_or_default())
            }
        };
        if let Err(why) = result {
            wrong.push(format!("{}:{line}: {why}", page.name));
        }
    }
    wrong
}

#[test]
fn grammars_and_commands_of_the_documentation_work() {
    let pages = pages();
    let halves: Vec<Vec<&Page>> = (0..2).map(|half| pages.iter().skip(half).step_by(2).collect()).collect();
    let wrong: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = halves
            .iter()
            .map(|half| scope.spawn(|| half.iter().flat_map(|page| try_page(page)).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no page panics")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(home().join("README.md")).expect("the page can be read");
    assert!(text.lines().count() <= 250, "{} lines", text.lines().count());
    assert!(text.split_whitespace().count() <= 2500, "{} words", text.split_whitespace().count());
}
