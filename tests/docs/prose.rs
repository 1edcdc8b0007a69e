//! The documentation is plain English: short sentences and paragraphs, the subject first.

use std::fs;

use super::{home, pages};

/// Maximum length of a line, in characters.
const MOST_COLUMNS: usize = 160;
/// Maximum length of a sentence, in words. A colon ends a sentence, too.
const MOST_WORDS: usize = 30;
/// Maximum length of a paragraph, in words.
const MOST_PARAGRAPH_WORDS: usize = 120;

/// Words with which no sentence begins, except questions.
const OPENINGS: [&str; 7] = ["The same, but", "What", "Where", "Which", "Whether", "How", "So"];

/// Words that almost always mark a translated sentence.
const BANNED: [&str; 21] = [
    "anew",
    "thereby",
    "whoever",
    "is had",
    "be had",
    "comes off",
    "comes to",
    "come to",
    "falls away",
    "hangs together",
    "hang together",
    "stands",
    "stand for",
    "lies",
    "counts for",
    "means what",
    "for its sake",
    "of its own accord",
    "as chance has it",
    "beside",
    "such as that",
];

/// A paragraph, list item, heading or cell of a table, with its line and without code and links.
#[derive(Debug, PartialEq)]
struct Passage {
    line: usize,
    text: String,
    is_heading: bool,
}

/// Returns the text of a line without the syntax of Markdown: code becomes the word `code`.
fn plain(line: &str) -> String {
    let spoken: Vec<&str> = line.split('`').collect();
    let mut text = String::new();
    for (index, part) in spoken.iter().enumerate() {
        text.push_str(if index % 2 == 1 { "code" } else { part });
    }
    while let Some((begin, rest)) = text.clone().split_once("](") {
        let rest = rest.split_once(')').map_or("", |(_, rest)| rest);
        text = format!("{begin}{rest}");
    }
    text.replace(['[', ']', '*', '!'], "")
}

/// Returns the passages of a page.
fn passages(text: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let mut is_code = false;
    let mut goes_on = false;
    for (line, content) in (1..).zip(text.lines().map(str::trim)) {
        let is_fence = content.starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence || content.is_empty() || content.starts_with("<!--") {
            goes_on = false;
            continue;
        }
        if let Some(row) = content.strip_prefix('|') {
            goes_on = false;
            let cells = row.split('|').map(plain).filter(|cell| cell.contains(char::is_alphabetic));
            found.extend(cells.map(|text| Passage { line, text, is_heading: false }));
            continue;
        }
        let number = content.split_once(". ").map_or("", |(number, _)| number);
        let is_numbered = !number.is_empty() && number.chars().all(|one| one.is_ascii_digit());
        let item =
            content.strip_prefix("- ").or_else(|| content.split_once(". ").filter(|_| is_numbered)?.1.into());
        let heading = content.strip_prefix('#').map(|rest| rest.trim_start_matches('#'));
        let text = plain(heading.or(item).unwrap_or(content));
        match found.last_mut().filter(|_| goes_on && item.is_none() && heading.is_none()) {
            Some(last) => last.text.extend([" ", text.trim()]),
            None => {
                found.push(Passage { line, text: text.trim().to_owned(), is_heading: heading.is_some() });
            }
        }
        goes_on = heading.is_none();
    }
    found
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split_inclusive(". ").flat_map(|part| part.split_inclusive("? "));
    parts.flat_map(|part| part.split_inclusive(": ")).map(str::trim)
}

/// Returns the faults of a page, with their lines.
fn complaints(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.chars().count() > MOST_COLUMNS {
            found.push(format!("{number}: a line has {} characters", line.chars().count()));
        }
    }
    for passage in passages(text) {
        let line = passage.line;
        let lower =
            format!(" {} ", passage.text.to_lowercase().replace(|one: char| ",.;:()".contains(one), " "));
        for banned in BANNED.iter().filter(|banned| lower.contains(&format!(" {banned} "))) {
            found.push(format!("{line}: {banned:?} in {:?}", passage.text));
        }
        let words = passage.text.split_whitespace().count();
        if words > MOST_PARAGRAPH_WORDS {
            found.push(format!("{line}: a paragraph has {words} words"));
        }
        for sentence in sentences(&passage.text).filter(|_| !passage.is_heading) {
            let words = sentence.split_whitespace().count();
            if words > MOST_WORDS {
                found.push(format!("{line}: {words} words: {sentence:?}"));
            }
            let opens =
                |opening: &&&str| sentence.strip_prefix(**opening).is_some_and(|rest| rest.starts_with(' '));
            if let Some(opening) = OPENINGS.iter().find(opens).filter(|_| !sentence.ends_with('?')) {
                found.push(format!("{line}: begins with {opening:?}: {sentence:?}"));
            }
        }
    }
    found
}

#[test]
fn faults_of_pages_are_found() {
    let many = ["go"; MOST_WORDS + 1].join(" ");
    let text = format!(
        "\
# What a heading may begin with

Fine. What begins so is not.
Is this? How is this?

- An item that stands
  on two lines.

```text
{many}
```

| fine | {many}. |
| --- | --- |

A `What` in code is fine, and so is a [link](where.md): a colon ends a sentence.
"
    );
    let expected = [
        "3: begins with \"What\": \"What begins so is not.\"".to_owned(),
        "6: \"stands\" in \"An item that stands on two lines.\"".to_owned(),
        format!("13: {} words: \"{many}.\"", MOST_WORDS + 1),
    ];
    assert_eq!(complaints(&text), expected);
}

#[test]
fn the_documentation_is_plain_english() {
    let of_crate = "crates/level/README.md";
    let of_crate_text = fs::read_to_string(home().join(of_crate)).expect("the page can be read");
    let mut texts: Vec<(String, String)> = pages().into_iter().map(|page| (page.name, page.text)).collect();
    texts.push((of_crate.to_owned(), of_crate_text));
    let mut wrong = Vec::new();
    for (name, text) in &texts {
        wrong.extend(complaints(text).into_iter().map(|what| format!("{name}:{what}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
