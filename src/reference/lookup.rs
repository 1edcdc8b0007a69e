//! Finds the parts of the reference about a word: types, fields, values, diagnostics and options.
//!
//! Input: pages, and a word as a user types it. Output: the parts as text for a terminal, or similar names.
//! Case, blanks and signs of a word do not matter: `Node symbol`, `node_symbol` and `node-symbol` are the same.

use super::{CellContent, ReferencePage, ReferenceSection, ReferenceTopic, spans_of};
use crate::base::nearest;

/// Maximum number of similar names.
const MOST_SIMILAR: usize = 3;

/// Returns the parts of pages about a word, as text; `None` if there are none.
///
/// If no section has the name, these are the rows that begin with it, each with the type that it mentions.
pub fn parts_about(pages: &[ReferencePage], word: &str) -> Option<String> {
    let sought = key(word);
    let named = |page: &ReferencePage| {
        let is_named =
            |section: &&ReferenceSection| names_of_section(section).any(|name| key(name) == sought);
        types_of(page).filter(is_named).map(ReferenceSection::text_alone).collect::<Vec<_>>()
    };
    let is_about = |row: &&Vec<CellContent>| names_of_row(row).iter().any(|name| key(name) == sought);
    let (mut blocks, mut topics) = (Vec::new(), Vec::new());
    let mut add = |page: &ReferencePage, block: String| {
        if !blocks.contains(&block) {
            blocks.push(block);
        }
        if !topics.contains(&page.topic) {
            topics.push(page.topic);
        }
    };
    for page in pages {
        named(page).into_iter().for_each(|section| add(page, section));
    }
    for page in pages.iter().filter(|_| pages.iter().all(|page| named(page).is_empty())) {
        let rows =
            page.sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section, row)));
        let found: Vec<_> = rows.filter(|(_, row)| is_about(row)).collect();
        found.iter().for_each(|(section, row)| add(page, row_text(section, row)));
        let mentioned = found.iter().flat_map(|(_, row)| row.iter().flat_map(|cell| page.mentioned_in(cell)));
        mentioned.for_each(|section| add(page, section.text_alone()));
    }
    let more: Vec<String> = topics.iter().map(|topic| format!("delvewright help {topic}")).collect();
    let is_found = !sought.is_empty() && !blocks.is_empty();
    is_found.then(|| format!("{}\nThe whole page: {}\n", blocks.join("\n"), more.join(", ")))
}

/// Returns the names in pages and among `others` that are most similar to a word, the nearest first.
///
/// Names that begin with the word, or with which the word begins, come after misspelt ones.
pub fn similar_names(pages: &[ReferencePage], others: &[&str], word: &str) -> Vec<String> {
    let rows = pages.iter().flat_map(|page| &page.sections).flat_map(|section| &section.rows);
    let mut names: Vec<&str> = others.to_vec();
    names.extend(pages.iter().flat_map(types_of).flat_map(names_of_section));
    names.extend(rows.flat_map(|row| names_of_row(row)));
    let sought = key(word);
    let mut found: Vec<String> = Vec::new();
    if sought.is_empty() {
        return found;
    }
    while found.len() < MOST_SIMILAR {
        let is_new = |name: &&str| found.iter().all(|known| key(known) != key(name));
        let Some(name) = nearest(word, names.iter().copied().filter(is_new)) else { break };
        // A command or topic comes before a type of that name.
        let first = names.iter().find(|other| key(other) == key(name));
        found.push((*first.unwrap_or(&name)).to_owned());
    }
    let begins = |name: &&str| {
        let name = key(name);
        let is_long = name.len().min(sought.len()) > 3;
        is_long && (name.starts_with(&sought) || sought.starts_with(&name))
    };
    for name in names.iter().copied().filter(begins) {
        if found.len() < MOST_SIMILAR && found.iter().all(|known| key(known) != key(name)) {
            found.push(name.to_owned());
        }
    }
    found
}

/// Returns the letters and digits of a name, in lower case.
fn key(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the sections of a page that are about something of their own. Those of diagnostics are their origins.
fn types_of(page: &ReferencePage) -> impl Iterator<Item = &ReferenceSection> {
    page.sections.iter().filter(|_| page.topic != ReferenceTopic::Diagnostics.name())
}

/// Returns the title of a section, and for `Spacing: Sprawl` also the name of the variant alone.
fn names_of_section(section: &ReferenceSection) -> impl Iterator<Item = &str> {
    let variant = section.title.split_once(": ").map(|(_, variant)| variant);
    std::iter::once(section.title.as_str()).chain(variant)
}

/// Returns the first cell of a row, and for `-o, --output PATH` also `--output` alone.
fn names_of_row(row: &[CellContent]) -> Vec<&str> {
    let Some(CellContent::Code(first)) = row.first() else { return Vec::new() };
    let options = first.split([' ', ',']).filter(|part| part.starts_with("--"));
    std::iter::once(first.as_str()).chain(options).collect()
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

impl ReferencePage {
    /// Returns the sections to which a cell has links.
    fn mentioned_in<'a>(&'a self, cell: &CellContent) -> impl Iterator<Item = &'a ReferenceSection> {
        let targets = spans_of(&cell.inline()).into_iter().filter_map(|span| span.target);
        targets.filter_map(|target| self.sections.get(self.section_behind(&target)?))
    }
}
