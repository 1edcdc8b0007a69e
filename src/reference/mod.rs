//! The reference: pages of facts about file formats, diagnostics and exports, made from the code.
//!
//! Input: a topic. Output: a [`ReferencePage`], which prints as Markdown or as JSON.
//! Everything comes from the place that defines it: types of files from `Described`, diagnostics from the
//! tables of their modules, formats from `Format`, the level from its schema.
//! The command line adds the page about itself.

mod diagnostics;
mod entry;
mod example;
mod formats;
mod level;
mod lookup;
mod markup;
mod metrics;
mod page;
mod types;

pub use diagnostics::facts_about;
pub use entry::{ReferenceEntry, ReferencePages, ReferenceSubject};
pub use example::EXAMPLE_GRAMMAR;
pub use lookup::{parts_about, similar_names};
pub use markup::{MarkupBlock, MarkupSpan, blocks_of, spans_of};
pub use page::{CellContent, ReferencePage, ReferenceSection};

use crate::base::shape;
use crate::grammar::{Formula, Grammar};
use crate::rooms::RoomSet;

/// A page of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceTopic {
    /// Grammar files.
    Grammar,
    /// Room-set files.
    Rooms,
    /// Commands and options.
    CommandLine,
    /// Kinds of diagnostics.
    Diagnostics,
    /// Formats of exports.
    ExportFormats,
    /// Exported levels.
    Level,
    /// Metrics of levels.
    Metrics,
}

impl ReferenceTopic {
    /// All topics, in the order of the index.
    pub const ALL: [Self; 7] = [
        Self::Grammar,
        Self::Rooms,
        Self::CommandLine,
        Self::Diagnostics,
        Self::ExportFormats,
        Self::Level,
        Self::Metrics,
    ];

    /// Returns the name, for the command line and for the file of the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grammar => "grammar",
            Self::Rooms => "rooms",
            Self::CommandLine => "command-line",
            Self::Diagnostics => "diagnostics",
            Self::ExportFormats => "export-formats",
            Self::Level => "level",
            Self::Metrics => "metrics",
        }
    }

    /// Returns the title of the page.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Grammar => "Grammar files",
            Self::Rooms => "Room sets, cards and tile sheets",
            Self::CommandLine => "Command line",
            Self::Diagnostics => "Diagnostics",
            Self::ExportFormats => "Export formats",
            Self::Level => "Exported levels",
            Self::Metrics => "Metrics",
        }
    }

    /// Returns the content of the page in one sentence.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Grammar => "Every field of a grammar: alphabet, start, rules, recipe, layout, and passes.",
            Self::Rooms => "Every field of a room set: legend, rooms, cards, looks, and tile sheet.",
            Self::CommandLine => "Every command with its options, and the exit codes.",
            Self::Diagnostics => "Every error, warning and note, with cause and remedy.",
            Self::ExportFormats => "Every format with its files and options.",
            Self::Level => "Every field of an exported level, for games that read it.",
            Self::Metrics => "Every metric of levels, with its unit and definition.",
        }
    }

    /// Returns the topic of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.name() == name)
    }

    /// Returns the page; `None` for the command line, which makes its own.
    pub fn page(self) -> Option<ReferencePage> {
        match self {
            Self::Grammar => {
                let page = types::page_of::<Grammar>(self, &[shape::<Formula>()]);
                Some(page.with_example(EXAMPLE_GRAMMAR))
            }
            Self::Rooms => Some(types::page_of::<RoomSet>(self, &[])),
            Self::CommandLine => None,
            Self::Diagnostics => Some(diagnostics::page()),
            Self::ExportFormats => Some(formats::page()),
            Self::Level => Some(level::page()),
            Self::Metrics => Some(metrics::page()),
        }
    }
}

/// Returns the index of the reference.
pub fn index_page() -> ReferencePage {
    let rows = ReferenceTopic::ALL.map(|topic| {
        let file = format!("{}.md", topic.name());
        let link = CellContent::linked(topic.title(), format!("[{}]({file})", topic.title()));
        vec![link, CellContent::code(topic.name()), CellContent::text(topic.summary())]
    });
    let mut topics = ReferenceSection::new("Topics", &["Page", "Topic", "Content"]);
    topics.rows = rows.into();
    let mut schema = ReferenceSection::new("Schemas for editors", &[]);
    schema.text = "Grammars and room sets are written in RON, for which there is no schema language. \
        A JSON Schema cannot replace one, because it has no enums with content, no named tuples and no bare words. \
        `delvewright reference grammar --format json` prints the same facts as data, for tools of your own. \
        `delvewright check` finds every mistake and shows its place. \
        Exported levels are JSON and have a JSON Schema: `delvewright schema`."
        .to_owned();
    ReferencePage {
        topic: "index",
        title: "Reference",
        text: "These pages list everything that the program knows about its files, commands and messages. \
            They are printed from its code by `delvewright reference TOPIC`, and a test keeps them up to date. \
            `delvewright help TOPIC` shows a page in the terminal, and `delvewright help WORD` one part of them: \
            a type, a field, or the code of a message, for example `no-way`."
            .to_owned(),
        example: None,
        has_contents: false,
        sections: vec![topics, schema],
    }
}
