//! Finds entries of the reference: for a part of the window, behind a link, and by words.
//!
//! Input: the pages. Output: a [`ReferenceEntry`]. Nothing is listed here: an entry is found by the facts that
//! its page is made of, for example the tooltip of a parameter.

use std::cell::OnceCell;

use super::markup::plain_text;
use super::types::{plain_links, title_of};
use super::{CellContent, ReferencePage, ReferenceSection, ReferenceTopic, spans_of};
use crate::base::{Described, Parameter, ValueShape};

/// Maximum number of entries that a search returns.
const MOST_FOUND: usize = 100;

/// A place in the reference: a page, or a section of it, or a row of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceEntry {
    /// The page.
    pub topic: ReferenceTopic,
    /// The position of the section.
    pub section: Option<usize>,
    /// The position of the row.
    pub row: Option<usize>,
}

/// Something that the reference explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceSubject {
    /// A whole page.
    Page(ReferenceTopic),
    /// A section about a type of a file format, by its title.
    Section(String),
    /// A kind of diagnostics.
    Code(&'static str),
    /// A parameter.
    Parameter(Parameter),
    /// A row of a form about the section around it, by its title.
    FormRow(String),
}

/// Ranks of entries among those that fit sought words, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MatchRank {
    /// One of its names is exactly that, except for case, blanks and signs.
    Exact,
    /// The name begins with the first word and has the others.
    Beginning,
    /// The name has all words.
    Name,
    /// The name and the text together have all words.
    Text,
}

/// All pages, each made when it is first needed.
#[derive(Debug, Default)]
pub struct ReferencePages {
    pages: [OnceCell<Option<ReferencePage>>; ReferenceTopic::ALL.len()],
}

impl ReferenceSubject {
    /// Returns the subject of a type with a section of its own.
    pub fn of<T: Described>() -> Self {
        match T::shape() {
            ValueShape::Type(name, _) => Self::Section(title_of(name)),
            _ => Self::Page(ReferenceTopic::Grammar),
        }
    }
}

impl ReferenceTopic {
    /// Returns the top of the page.
    pub const fn top(self) -> ReferenceEntry {
        ReferenceEntry { topic: self, section: None, row: None }
    }
}

impl ReferenceEntry {
    const fn at_section(self, section: usize) -> Self {
        Self { section: Some(section), ..self }
    }
}

impl ReferencePages {
    /// Adds a page that its topic cannot make.
    pub fn add(&mut self, topic: ReferenceTopic, page: ReferencePage) {
        if let Some(slot) = self.pages.get_mut(topic as usize) {
            *slot = OnceCell::from(Some(page));
        }
    }

    /// Returns the topics that have pages.
    pub fn topics(&self) -> impl Iterator<Item = ReferenceTopic> {
        let is_there = |topic: &ReferenceTopic| match topic {
            ReferenceTopic::CommandLine => self.page(*topic).is_some(),
            _ => true,
        };
        ReferenceTopic::ALL.into_iter().filter(is_there)
    }

    /// Returns a page.
    pub fn page(&self, topic: ReferenceTopic) -> Option<&ReferencePage> {
        self.pages.get(topic as usize)?.get_or_init(|| topic.page()).as_ref()
    }

    /// Returns the entry for the first subject that has one. Each subject is a part of those after it.
    pub fn find(&self, subjects: &[ReferenceSubject]) -> Option<ReferenceEntry> {
        let around = subjects.iter().find_map(|subject| match subject {
            ReferenceSubject::Section(title) => self.section_titled(title),
            _ => None,
        });
        subjects.iter().find_map(|subject| match subject {
            ReferenceSubject::Page(topic) => Some(topic.top()),
            ReferenceSubject::Section(title) => self.section_titled(title),
            ReferenceSubject::Code(code) => self.row_of_code(code),
            ReferenceSubject::Parameter(parameter) => self.row_of_parameter(parameter, around),
            ReferenceSubject::FormRow(title) => self.row_titled(title, around?),
        })
    }

    /// Returns the target of a link on a page.
    pub fn follow(&self, topic: ReferenceTopic, target: &str) -> Option<ReferenceEntry> {
        match self.page(topic)?.section_behind(target) {
            Some(section) => Some(topic.top().at_section(section)),
            None => ReferenceTopic::named(target.strip_suffix(".md")?).map(ReferenceTopic::top),
        }
    }

    /// Returns the entries that contain all words: those of exactly that name come first, then those whose names
    /// begin with the first word, then those with all words in their names.
    pub fn search(&self, words: &str) -> Vec<ReferenceEntry> {
        let mut found: Vec<(MatchRank, ReferenceEntry)> = self.ranked(words).collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, entry)| entry).take(MOST_FOUND).collect()
    }

    /// Returns the entries of exactly that name. Case, blanks and signs do not matter: `Node symbol`,
    /// `node_symbol` and `node-symbol` are the same.
    pub fn named(&self, name: &str) -> Vec<ReferenceEntry> {
        self.ranked(name).filter(|(rank, _)| *rank == MatchRank::Exact).map(|(_, entry)| entry).collect()
    }

    /// Returns all entries that contain all words, with their ranks, in the order of the pages.
    fn ranked(&self, words: &str) -> impl Iterator<Item = (MatchRank, ReferenceEntry)> {
        let key = name_key(words);
        let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let rank = move |entry: ReferenceEntry| {
            let has_all = |text: &str| words.iter().all(|word| text.contains(word));
            let first = words.first()?;
            let name = self.name_of(entry).to_lowercase();
            if !key.is_empty() && self.names_of(entry).iter().any(|name| name_key(name) == key) {
                return Some(MatchRank::Exact);
            }
            if has_all(&name) {
                let begins = name.starts_with(first);
                return Some(if begins { MatchRank::Beginning } else { MatchRank::Name });
            }
            let text = self.text_of(entry).to_lowercase();
            has_all(&format!("{name} {text}")).then_some(MatchRank::Text)
        };
        let entries = self.topics().flat_map(|topic| self.entries(topic));
        entries.filter_map(move |entry| Some((rank(entry)?, entry)))
    }

    /// Returns all names by which an entry is known: the variant of a type also alone, and each spelling of an
    /// option.
    pub(super) fn names_of(&self, entry: ReferenceEntry) -> Vec<&str> {
        let Some(section) = self.section(entry) else { return vec![entry.topic.title()] };
        if entry.row.is_none() {
            let variant = section.title.split_once(": ").map(|(_, variant)| variant);
            return std::iter::once(section.title.as_str()).chain(variant).collect();
        }
        let Some(CellContent::Code(first)) = self.row(entry).and_then(<[CellContent]>::first) else {
            return Vec::new();
        };
        let options = first.split([' ', ',']).filter(|part| part.starts_with("--"));
        std::iter::once(first.as_str()).chain(options).collect()
    }

    /// Returns the name of an entry: the first cell of a row, or a title.
    pub fn name_of(&self, entry: ReferenceEntry) -> String {
        let Some(section) = self.section(entry) else { return entry.topic.title().to_owned() };
        let first = self.row(entry).and_then(|row| row.iter().find(|cell| !cell.is_empty()));
        first.map_or_else(|| section.title.clone(), |cell| plain_text(&cell.inline()))
    }

    /// Returns the title of the part of the reference that contains an entry.
    pub fn place_of(&self, entry: ReferenceEntry) -> String {
        let section = self.section(entry).filter(|_| entry.row.is_some());
        section.map_or_else(|| entry.topic.title().to_owned(), |section| section.title.clone())
    }

    /// Returns the text that a search looks through, except for the name.
    fn text_of(&self, entry: ReferenceEntry) -> String {
        let Some(section) = self.section(entry) else { return entry.topic.summary().to_owned() };
        match self.row(entry) {
            Some(row) => {
                let cells: Vec<String> = row.iter().map(|cell| plain_text(&cell.inline())).collect();
                format!("{} {}", section.title, cells.join(" "))
            }
            None => plain_text(&section.text),
        }
    }

    /// Returns the sections to which a cell of a page has links.
    pub(super) fn mentioned_in(&self, topic: ReferenceTopic, cell: &CellContent) -> Vec<&ReferenceSection> {
        let Some(page) = self.page(topic) else { return Vec::new() };
        let targets = spans_of(&cell.inline()).into_iter().filter_map(|span| span.target);
        targets.filter_map(|target| page.sections.get(page.section_behind(&target)?)).collect()
    }

    fn sections(&self, topic: ReferenceTopic) -> &[ReferenceSection] {
        self.page(topic).map_or(&[], |page| &page.sections)
    }

    pub(super) fn section(&self, entry: ReferenceEntry) -> Option<&ReferenceSection> {
        self.sections(entry.topic).get(entry.section?)
    }

    pub(super) fn row(&self, entry: ReferenceEntry) -> Option<&[CellContent]> {
        self.section(entry)?.rows.get(entry.row?).map(Vec::as_slice)
    }

    /// Returns all entries of a page, in its order.
    pub(super) fn entries(&self, topic: ReferenceTopic) -> impl Iterator<Item = ReferenceEntry> {
        let sections = self.sections(topic).iter().enumerate().flat_map(move |(position, section)| {
            let at = topic.top().at_section(position);
            let rows = (0..section.rows.len()).map(move |row| ReferenceEntry { row: Some(row), ..at });
            std::iter::once(at).chain(rows)
        });
        std::iter::once(topic.top()).chain(sections)
    }

    fn entries_of_files(&self) -> impl Iterator<Item = ReferenceEntry> {
        let files = [ReferenceTopic::Grammar, ReferenceTopic::Rooms];
        files.into_iter().flat_map(|topic| self.entries(topic))
    }

    fn section_titled(&self, title: &str) -> Option<ReferenceEntry> {
        let mut sections = self.entries_of_files().filter(|entry| entry.row.is_none());
        sections.find(|entry| self.section(*entry).is_some_and(|section| section.title == title))
    }

    fn row_of_code(&self, code: &str) -> Option<ReferenceEntry> {
        let is_there = |entry: &ReferenceEntry| self.begins_with(*entry, code);
        self.entries(ReferenceTopic::Diagnostics).find(is_there)
    }

    /// Returns the row of a parameter. Several types may have the same one; the first after `around` is preferred.
    fn row_of_parameter(
        &self,
        parameter: &Parameter,
        around: Option<ReferenceEntry>,
    ) -> Option<ReferenceEntry> {
        let meaning = CellContent::text(plain_links(parameter.tooltip));
        let is_it = |entry: &ReferenceEntry| {
            let has_name = parameter.field.is_empty() || self.begins_with(*entry, parameter.field);
            has_name && self.row(*entry).is_some_and(|row| row.contains(&meaning))
        };
        let found: Vec<ReferenceEntry> = self.entries_of_files().filter(is_it).collect();
        let is_after = |entry: &&ReferenceEntry| {
            around.is_some_and(|around| entry.topic == around.topic && entry.section >= around.section)
        };
        found.iter().find(is_after).or(found.first()).copied()
    }

    /// Returns the row of a section, or of its variants, whose name in files is the title of a row in a form.
    fn row_titled(&self, title: &str, around: ReferenceEntry) -> Option<ReferenceEntry> {
        let field = title.to_lowercase().replace(' ', "_");
        let owner = &self.section(around)?.title;
        let is_around = |entry: &ReferenceEntry| {
            let variant = self.section(*entry).and_then(|section| section.title.strip_prefix(owner));
            variant.is_some_and(|variant| variant.is_empty() || variant.starts_with(": "))
        };
        let mut rows = self.entries(around.topic).filter(is_around);
        rows.find(|entry| self.begins_with(*entry, &field))
    }

    /// Returns `true` for a row that begins with a name of files.
    fn begins_with(&self, entry: ReferenceEntry, name: &str) -> bool {
        let first = self.row(entry).and_then(<[CellContent]>::first);
        matches!(first, Some(CellContent::Code(code)) if code == name)
    }
}

/// Returns the letters and digits of a name, in lower case.
pub(super) fn name_key(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
