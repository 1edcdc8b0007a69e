//! The page about formats of exports. The names of files are those of an export of the example.

use std::sync::Arc;

use super::{CellContent, EXAMPLE_GRAMMAR, ReferencePage, ReferenceSection, ReferenceTopic};
use crate::base::Seed;
use crate::export::{ExportOption, Format, export};
use crate::files::parse_grammar;
use crate::level::Level;
use crate::pipeline::{Pipeline, Request};

/// Returns the page.
pub(super) fn page() -> ReferencePage {
    let topic = ReferenceTopic::ExportFormats;
    let level = example_level();
    let mut formats = ReferenceSection::new("Formats", &["Format", "Files", "Options", "Content"]);
    formats.rows = Format::ALL.map(|format| format_row(format, level.as_ref())).into();
    let mut options = ReferenceSection::new("Options", &["Option", "Formats", "Meaning"]);
    options.text = "Options that do not apply to the format are rejected.".to_owned();
    options.rows = ExportOption::ALL.map(option_row).into();
    ReferencePage {
        topic: topic.name(),
        title: topic.title(),
        text: "`generate` and `export` write these formats with `--format NAME -o PATH`. Without `--format` \
            the extension of the path decides. The editor has the same formats and options."
            .to_owned(),
        example: None,
        has_contents: false,
        sections: vec![formats, options],
    }
}

fn format_row(format: Format, level: Option<&Level>) -> Vec<CellContent> {
    let names: Vec<String> = level.map_or_else(Vec::new, |level| {
        export(level, format).files().map(|file| format!("`{}`", file.name)).collect()
    });
    let options: Vec<String> =
        format.options().iter().map(|option| format!("`{}`", option.argument())).collect();
    let options = if options.is_empty() { CellContent::Empty } else { CellContent::text(options.join(", ")) };
    vec![
        CellContent::code(format.name()),
        CellContent::text(names.join(", ")),
        options,
        CellContent::text(format.meaning()),
    ]
}

fn option_row(option: ExportOption) -> Vec<CellContent> {
    let formats: Vec<String> = Format::ALL
        .into_iter()
        .filter(|format| format.has(option))
        .map(|format| format!("`{}`", format.name()))
        .collect();
    vec![
        CellContent::code(option.argument()),
        CellContent::text(formats.join(", ")),
        CellContent::text(option.meaning()),
    ]
}

/// Returns a level of the example.
fn example_level() -> Option<Level> {
    let grammar = Arc::new(parse_grammar(EXAMPLE_GRAMMAR, None).value?);
    let request = Request::new(grammar, Vec::new(), Seed(1));
    Pipeline::default().run(&request).level.map(|level| Level::clone(&level))
}
