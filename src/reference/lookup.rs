//! Prints the parts of the reference about a word: types, fields, values, diagnostics and options.
//!
//! Input: pages, and a word as a user types it. Output: the parts as text for a terminal, or similar names. The
//! entries are found by [`ReferencePages`].

use super::entry::name_key;
use super::{CellContent, ReferenceEntry, ReferencePages, ReferenceSection, ReferenceTopic};
use crate::base::nearest;

/// Maximum number of similar names.
const MOST_SIMILAR: usize = 3;

/// Returns the parts of pages about a word, as text; `None` if there are none.
///
/// If no section has the name, these are the rows of that name, each with the types that it mentions.
pub fn parts_about(pages: &ReferencePages, word: &str) -> Option<String> {
    let (rows, others): (Vec<_>, Vec<_>) =
        pages.named(word).into_iter().partition(|entry| entry.row.is_some());
    let sections: Vec<ReferenceEntry> = others.into_iter().filter(|entry| is_about_a_type(*entry)).collect();
    let found = if sections.is_empty() { rows } else { sections };
    let (mut blocks, mut topics) = (Vec::new(), Vec::new());
    let mut add = |topic: ReferenceTopic, block: String| {
        if !blocks.contains(&block) {
            blocks.push(block);
        }
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    };
    for entry in &found {
        let Some(section) = pages.section(*entry) else { continue };
        match pages.row(*entry) {
            Some(row) => add(entry.topic, row_text(section, row)),
            None => add(entry.topic, section.text_alone()),
        }
    }
    for entry in &found {
        let cells = pages.row(*entry).into_iter().flatten();
        let mentioned = cells.flat_map(|cell| pages.mentioned_in(entry.topic, cell));
        mentioned.for_each(|section| add(entry.topic, section.text_alone()));
    }
    let more: Vec<String> = topics.iter().map(|topic| format!("delvewright help {}", topic.name())).collect();
    let text = || format!("{}\nThe whole page: {}\n", blocks.join("\n"), more.join(", "));
    (!blocks.is_empty()).then(text)
}

/// Returns the names in pages and among `others` that are most similar to a word, the nearest first.
///
/// Names that begin with the word, or with which the word begins, come after misspelt ones.
pub fn similar_names(pages: &ReferencePages, others: &[&str], word: &str) -> Vec<String> {
    let entries = pages.topics().flat_map(|topic| pages.entries(topic));
    let entries = entries.filter(|entry| entry.row.is_some() || is_about_a_type(*entry));
    let (sections, rows): (Vec<_>, Vec<_>) = entries.partition(|entry| entry.row.is_none());
    let mut names: Vec<&str> = others.to_vec();
    names.extend(sections.into_iter().chain(rows).flat_map(|entry| pages.names_of(entry)));
    let sought = name_key(word);
    let mut found: Vec<String> = Vec::new();
    if sought.is_empty() {
        return found;
    }
    while found.len() < MOST_SIMILAR {
        let is_new = |name: &&str| found.iter().all(|known| name_key(known) != name_key(name));
        let Some(name) = nearest(word, names.iter().copied().filter(is_new)) else { break };
        // A command or topic comes before a type of that name.
        let first = names.iter().find(|other| name_key(other) == name_key(name));
        found.push((*first.unwrap_or(&name)).to_owned());
    }
    let begins = |name: &&str| {
        let name = name_key(name);
        let is_long = name.len().min(sought.len()) > 3;
        is_long && (name.starts_with(&sought) || sought.starts_with(&name))
    };
    for name in names.iter().copied().filter(begins) {
        if found.len() < MOST_SIMILAR && found.iter().all(|known| name_key(known) != name_key(name)) {
            found.push(name.to_owned());
        }
    }
    found
}

/// Returns `true` for a section about something of its own. Those of diagnostics are their origins.
fn is_about_a_type(entry: ReferenceEntry) -> bool {
    entry.section.is_some() && entry.topic != ReferenceTopic::Diagnostics
}

/// Returns a row with the titles of its columns, a line for each cell.
fn row_text(section: &ReferenceSection, row: &[CellContent]) -> String {
    let mut text = format!("## {}\n\n", section.title);
    for (title, cell) in section.columns.iter().zip(row) {
        if let Some(content) = cell.plain() {
            text.push_str(&format!("- {title}: {content}\n"));
        }
    }
    text
}
