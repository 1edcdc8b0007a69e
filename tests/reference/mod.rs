//! The reference is up to date, complete, and plain English.

mod codes;
mod entries;
mod samples;

use std::fs;
use std::path::{Path, PathBuf};

use delvewright::cli::reference_page;
use delvewright::files::parse_grammar;
use delvewright::reference::{CellContent, EXAMPLE_GRAMMAR, ReferencePage, ReferenceTopic};

/// The pages that are committed, with the index. The page about levels is longer than the facts of the code.
fn committed() -> Vec<(String, ReferencePage)> {
    let topics = ReferenceTopic::ALL.into_iter().filter(|topic| *topic != ReferenceTopic::Level);
    let mut pages = vec![("index".to_owned(), reference_page(None))];
    pages.extend(topics.map(|topic| (topic.name().to_owned(), reference_page(Some(topic)))));
    pages
}

fn file_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference").join(format!("{name}.md"))
}

/// `UPDATE_GOLDEN=1` rewrites the pages.
#[test]
fn committed_pages_are_those_that_the_program_prints() {
    for (name, page) in committed() {
        let (file, text) = (file_of(&name), page.markdown());
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::create_dir_all(file.parent().expect("a folder")).expect("the folder can be made");
            fs::write(&file, &text).expect("the page can be written");
        }
        let known = fs::read_to_string(&file).unwrap_or_default();
        let differs = known.lines().zip(text.lines()).find(|(known, printed)| known != printed);
        assert!(known == text, "{name}.md is old; run UPDATE_GOLDEN=1 cargo test reference: {differs:?}");
    }
}

#[test]
fn example_of_the_page_about_grammars_has_no_mistake() {
    let loaded = parse_grammar(EXAMPLE_GRAMMAR, None);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
}

#[test]
fn pages_lead_only_to_sections_that_they_have() {
    for topic in ReferenceTopic::ALL {
        let text = reference_page(Some(topic)).markdown();
        let titles: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix("## ")).map(anchor).collect();
        for (at, _) in text.match_indices("](#") {
            let target = text[at + 3..].split(')').next().unwrap_or_default();
            assert!(titles.iter().any(|title| title == target), "{} has no section {target}", topic.name());
        }
    }
}

#[test]
fn defaults_are_as_files_have_them() {
    for page in [ReferenceTopic::Grammar, ReferenceTopic::Rooms].map(|topic| reference_page(Some(topic))) {
        for cell in page.sections.iter().flat_map(|section| &section.rows).flatten() {
            assert!(!matches!(cell, CellContent::Code(code) if code.contains("r#")), "{cell:?}");
        }
    }
}

fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Words with which no meaning begins.
const OPENINGS: [&str; 9] =
    ["What ", "Where ", "Which ", "Whether ", "How ", "In how ", "Such ", "The same", "Its "];
/// Maximum number of words of a sentence.
const MOST_WORDS: usize = 25;

#[test]
fn meanings_are_plain_sentences() {
    let mut complaints = Vec::new();
    let topics = ReferenceTopic::ALL.into_iter().filter(|topic| *topic != ReferenceTopic::Level);
    for topic in topics {
        let page = reference_page(Some(topic));
        for section in &page.sections {
            let is_prose =
                |at: &usize| matches!(section.columns.get(*at), Some(&("Meaning" | "Cause" | "Remedy")));
            for row in &section.rows {
                let cells = row.iter().enumerate().filter(|(at, _)| is_prose(at)).map(|(_, cell)| cell);
                for cell in cells {
                    let CellContent::Text(text) = cell else {
                        complaints.push(format!("{} / {}: {row:?} has no text", page.topic, section.title));
                        continue;
                    };
                    complaints.extend(faults(text).map(|why| format!("{}: {why}: {text}", section.title)));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn faults(text: &str) -> impl Iterator<Item = &'static str> {
    let sentences = text.split(['\n', ':']).flat_map(|part| part.split_inclusive(". "));
    let words = sentences.map(|sentence| sentence.split_whitespace().count()).max();
    let is_of_code = |word: &str| word.contains("::") && !word.contains("my_game::");
    let faults = [
        (text.is_empty(), "is empty"),
        (!text.ends_with(['.', '…', '`']), "is no whole sentence"),
        (OPENINGS.iter().any(|opening| text.starts_with(opening)), "does not begin with its subject"),
        (text.contains('?'), "is a question"),
        (text.split_whitespace().any(is_of_code), "has a name of the code"),
        (words.unwrap_or(0) > MOST_WORDS, "has a long sentence"),
    ];
    faults.into_iter().filter(|(is_so, _)| *is_so).map(|(_, why)| why)
}
