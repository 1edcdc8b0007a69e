//! Reports the result of an import, in words or as JSON.

use std::io;
use std::path::Path;

use serde::Serialize;

use crate::base::{Diagnostic, Grid, counted, escaped_json, printable, printable_line};
use crate::cli::outcome::CliError;
use crate::cli::output;
use crate::files::{ImportedSource, SourceImportStatus};
use crate::import::{MergedRoom, SolidCandidate, SolidRule};
use crate::rooms::SourceReading;

/// The whole result of an import; printed unchanged by `--json`.
#[derive(Serialize)]
pub(super) struct ImportReport {
    set: String,
    /// `true` if the file of the set was written.
    pub written: bool,
    sources: Vec<SourceReport>,
    /// Reason why not everything was imported, or `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The result for a source.
#[derive(Serialize)]
struct SourceReport {
    source: String,
    ending: &'static str,
    reading: SourceReading,
    rooms: Vec<RoomReport>,
    remarks: Vec<RemarkReport>,
    candidates: Vec<CandidateReport>,
}

/// The result for a room.
#[derive(Serialize)]
struct RoomReport {
    #[serde(flatten)]
    room: MergedRoom,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<RemarkReport>,
}

/// A remark about a source or a room.
#[derive(Serialize)]
struct RemarkReport {
    severity: String,
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// A candidate for something solid.
#[derive(Serialize)]
struct CandidateReport {
    /// Option that makes it solid.
    option: &'static str,
    name: String,
    count: usize,
    /// A part of the source, with `#` on its cells.
    example: Vec<String>,
}

impl ImportReport {
    pub fn new(set: &Path) -> Self {
        Self { set: set.display().to_string(), written: false, sources: Vec::new(), error: None }
    }

    pub fn add(&mut self, sources: &[ImportedSource]) {
        self.sources.extend(sources.iter().map(SourceReport::of));
    }

    /// Prints the report. `error` is the reason why not everything was imported.
    pub fn print(&mut self, as_json: bool, error: Option<String>) -> Result<(), CliError> {
        let has_failed = error.is_some();
        self.error = error;
        if as_json {
            let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
            output::print((escaped_json(text) + "\n").as_bytes())
        } else if has_failed && self.sources.iter().all(|source| source.rooms.is_empty()) {
            Ok(())
        } else {
            output::print(self.in_words().as_bytes())
        }
    }

    fn in_words(&self) -> String {
        let mut text = String::new();
        for source in &self.sources {
            let count = match source.ending {
                "missing" | "unreadable" => "not imported".to_owned(),
                _ => counted(source.rooms.len(), "room"),
            };
            text += &format!("{}: {count}\n", printable(&source.source));
            for RoomReport { room, errors } in &source.rooms {
                text += &format!("  {}: {}", printable(&room.name), room.change.words());
                match errors.as_slice() {
                    [] => {}
                    [first] => text += &format!(": {}", printable_line(&first.message)),
                    [first, others @ ..] => {
                        let more = counted(others.len(), "more error");
                        text += &format!(": {} And {more}.", printable_line(&first.message));
                    }
                }
                text.push('\n');
            }
        }
        let done = if self.written { "written" } else { "unchanged" };
        text + &format!("{}: {done}\n", printable(&self.set))
    }
}

impl SourceReport {
    fn of(source: &ImportedSource) -> Self {
        let remarks = |found: &[Diagnostic]| found.iter().map(RemarkReport::of).collect();
        let rooms = source.rooms.iter();
        Self {
            source: source.path.display().to_string(),
            ending: match source.ending {
                SourceImportStatus::Read => "read",
                SourceImportStatus::Empty => "empty",
                SourceImportStatus::Missing => "missing",
                SourceImportStatus::Unreadable => "unreadable",
            },
            reading: source.reading.clone(),
            rooms: rooms
                .map(|room| RoomReport { room: room.clone(), errors: remarks(&room.errors) })
                .collect(),
            remarks: remarks(&source.remarks),
            candidates: source.candidates.iter().map(CandidateReport::of).collect(),
        }
    }
}

impl RemarkReport {
    fn of(found: &Diagnostic) -> Self {
        Self {
            severity: found.severity.to_string(),
            code: found.code,
            message: found.message.clone(),
            hint: found.hint.as_ref().map(ToString::to_string),
        }
    }
}

impl CandidateReport {
    fn of(candidate: &SolidCandidate) -> Self {
        let (option, name) = match &candidate.rule {
            SolidRule::Tiles(name) => ("solid", name),
            SolidRule::Layer(name) => ("solid_layer", name),
        };
        let row = |row: &[bool]| row.iter().map(|is_there| if *is_there { '#' } else { '.' }).collect();
        let example: &Grid<bool> = &candidate.example;
        Self {
            option,
            name: name.clone(),
            count: candidate.count,
            example: example.rows().map(row).collect(),
        }
    }
}
