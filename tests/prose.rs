//! Comments are plain English: the subject comes first, sentences and lines are short.
//!
//! Reads every source file of the workspace, except those that are exempt.
//! Tooltips in `parameters!` are skipped, because they are texts of the window.

use std::fs;
use std::path::{Path, PathBuf};

/// This file, which quotes bad comments.
const EXEMPT: [&str; 1] = ["tests/prose.rs"];

/// Words with which no doc comment begins.
const OPENINGS: [&str; 7] = ["The same", "What", "Where", "Which", "Whether", "How", "Its"];

/// Maximum length of a line with a comment, in characters.
const MOST_COLUMNS: usize = 120;

/// Maximum length of a sentence in the header of a file, in words.
const MOST_WORDS: usize = 40;

/// The markers of comments: headers, doc comments and plain comments.
const MARKERS: [&str; 3] = ["//!", "///", "//"];

/// Adjacent lines of comment with the same marker.
struct Comment {
    line: usize,
    marker: &'static str,
    lines: Vec<String>,
    columns: usize,
}

/// Returns the comments of a file, without tooltips.
fn comments(text: &str) -> Vec<Comment> {
    let mut found: Vec<Comment> = Vec::new();
    let mut parameters_indent = None;
    let mut follows = false;
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.trim_start();
        let indent = line.len() - content.len();
        if content.starts_with("parameters! {") {
            parameters_indent = Some(indent);
        } else if content.starts_with('}') && parameters_indent == Some(indent) {
            parameters_indent = None;
        }
        // The doc comment of the declared type is one level inside, a tooltip two or more.
        let is_tooltip = parameters_indent.is_some_and(|outer| indent > outer + 4);
        let marker = MARKERS.into_iter().find(|marker| content.starts_with(marker));
        let Some(marker) = marker.filter(|_| !is_tooltip) else {
            follows = false;
            continue;
        };
        if !follows || found.last().is_none_or(|last| last.marker != marker) {
            found.push(Comment { line: number, marker, lines: Vec::new(), columns: 0 });
        }
        if let Some(comment) = found.last_mut() {
            comment.lines.push(content[marker.len()..].trim().to_owned());
            comment.columns = comment.columns.max(line.chars().count());
        }
        follows = true;
    }
    found
}

/// Returns the paragraphs and list items of a comment, without pictures and tables.
fn paragraphs(comment: &Comment) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    let mut is_picture = false;
    for line in &comment.lines {
        let is_fence = line.starts_with("```");
        is_picture ^= is_fence;
        if is_picture || is_fence || line.starts_with('|') || line.is_empty() || line.starts_with("- ") {
            paragraphs.push(String::new());
        }
        if let Some(paragraph) = paragraphs.last_mut().filter(|_| !is_picture && !is_fence) {
            paragraph.push_str(line.trim_start_matches('|'));
            paragraph.push(' ');
        }
    }
    paragraphs.retain(|paragraph| !paragraph.trim().is_empty());
    paragraphs
}

/// Returns the sentences of a paragraph. A colon ends one, too.
fn sentences(paragraph: &str) -> Vec<&str> {
    paragraph
        .split_inclusive(". ")
        .flat_map(|part| part.split_inclusive("? "))
        .flat_map(|part| part.split_inclusive(": "))
        .map(str::trim)
        .collect()
}

/// Returns the faults of a file's comments, with their lines.
fn complaints(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for comment in comments(text) {
        let line = comment.line;
        if comment.columns > MOST_COLUMNS {
            found.push(format!("{line}: a line has {} characters", comment.columns));
        }
        if comment.marker == "//" {
            continue;
        }
        let paragraphs = paragraphs(&comment);
        let begin = paragraphs.first().map_or("", String::as_str);
        let is_word = |rest: &str| !rest.starts_with(char::is_alphabetic);
        let opens = |opening: &&str| begin.strip_prefix(*opening).is_some_and(is_word);
        if let Some(opening) = OPENINGS.into_iter().find(opens) {
            found.push(format!("{line}: begins with \"{opening}\""));
        }
        if sentences(begin).first().is_some_and(|first| first.ends_with('?')) {
            found.push(format!("{line}: is a question"));
        }
        let words = paragraphs.iter().flat_map(|paragraph| sentences(paragraph));
        let words = words.map(|sentence| sentence.split_whitespace().count()).max().unwrap_or(0);
        if comment.marker == "//!" && words > MOST_WORDS {
            found.push(format!("{line}: a sentence has {words} words"));
        }
    }
    found
}

/// Returns all source files below a folder, in order.
fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the source can be read") {
        let path = entry.expect("the source can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                files.extend(source_files(&path));
            }
        } else if name.ends_with(".rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn faults_of_comments_are_found() {
    let ten_words = ["word"; 10].join(" ");
    let long_sentence = vec![ten_words; MOST_WORDS / 10 + 1].join("\n//! ");
    let long_line = "x".repeat(MOST_COLUMNS);
    let text = format!(
        "\
//! Fine. {long_sentence}.
//!
//! - What begins an item is fine.
use a::A;

/// What a thing is.
/// Whichever begins here is fine.
struct Thing {{
    /// Is it one?
    is_one: bool,
    // {long_line}
    // Where plain comments begin is fine.
    is_two: bool,
}}

parameters! {{
    /// Which type it is.
    pub struct Cave {{
        /// How often the walls are smoothed.
        smoothing: u32 = 4;
    }}
}}

/// Whatever begins here is fine. Is this?
///
/// ```text
/// Its picture is fine.
/// ```
fn last() {{}}
"
    );
    let expected = [
        format!("1: a sentence has {} words", MOST_WORDS + 10),
        "10: begins with \"What\"".to_owned(),
        "13: is a question".to_owned(),
        format!("15: a line has {} characters", MOST_COLUMNS + 7),
        "21: begins with \"Which\"".to_owned(),
    ];
    assert_eq!(complaints(&text), expected);
}

#[test]
fn comments_are_plain_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for file in source_files(root) {
        let name = file.strip_prefix(root).expect("the file is in the workspace");
        if EXEMPT.iter().any(|folder| name.starts_with(folder)) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("the source can be read");
        wrong.extend(complaints(&text).into_iter().map(|what| format!("{}:{what}", name.display())));
    }
    assert_eq!(wrong, Vec::<String>::new());
}
