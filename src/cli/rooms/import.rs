//! `delvewright rooms import`: imports rooms of other programs into a room set.
//!
//! Rooms with errors are left out. If a source cannot be read, its rooms in the set stay. Everything else is
//! imported. In these cases the exit code is 1, and the last line gives the reason.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::report::ImportReport;
use super::usable;
use crate::base::{Diagnostic, Severity, counted, listed};
use crate::cli::diagnostics;
use crate::cli::outcome::{CliError, CliOutcome};
use crate::cli::output::{file_of, is_dash, refuse_input, tidy};
use crate::files::{
    ImportRequest, ImportedRooms, ImportedSource, RoomSetFile, SourceImportStatus, SourceRequest,
    import_rooms, name_from_folder, read_room_set, save_room_set, source_path,
};
use crate::import::{MergedChange, MergedRoom};
use crate::rooms::{EmptyCells, RoomSet, RoomSource, SourceReading, check_room_set};

/// Maximum number of rooms or files named in the final line.
const MOST_NAMED: usize = 3;

#[derive(Debug, Args)]
pub(in crate::cli) struct RoomsImportArguments {
    /// Files with rooms: .tmx, .tmj, .ldtk, .png, .txt, .csv, .xp, or an exported level. By default, those
    /// that the set was imported from before.
    #[arg(value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// The room set to import into; it is created if necessary.
    #[arg(long, value_name = "SET")]
    into: PathBuf,
    /// A file that defines names, colours or characters of the sources. By default, NAME.legend.ron next to
    /// each source, if it exists. Remembered.
    #[arg(long, value_name = "FILE")]
    legend: Option<PathBuf>,
    /// Tiles with this name, property, tag or number are solid; may be given several times. Remembered.
    #[arg(long, value_name = "NAME")]
    solid: Vec<String>,
    /// Everything on the layer with this name is solid; may be given several times. Remembered.
    #[arg(long, value_name = "NAME")]
    solid_layer: Vec<String>,
    /// Meaning of empty cells inside walls. By default the source decides. Remembered.
    #[arg(long, value_name = "WHAT")]
    empty: Option<EmptyCellsArgument>,
    /// The name under which the set imported this file before; SOURCE is its new location.
    #[arg(long, value_name = "FILE", requires = "sources")]
    instead_of: Option<PathBuf>,
    /// The node symbol of new rooms that do not name one. By default, that of the last room in the set.
    #[arg(long, value_name = "NAME")]
    symbol: Option<String>,
    /// Exported levels: imports this place, by its id; may be given several times. By default all places.
    /// Remembered.
    #[arg(long, value_name = "ID", allow_negative_numbers = true)]
    place: Vec<u32>,
    /// Imports rooms even if they have errors.
    #[arg(long)]
    allow_errors: bool,
    /// Writes nothing; only reports the changes.
    #[arg(long)]
    dry_run: bool,
    /// Reports the changes as JSON.
    #[arg(long)]
    json: bool,
}

/// The meaning of empty cells inside walls.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum EmptyCellsArgument {
    /// Floor.
    Floor,
    /// No part of the room.
    Nothing,
}

impl From<EmptyCellsArgument> for EmptyCells {
    fn from(empty: EmptyCellsArgument) -> Self {
        match empty {
            EmptyCellsArgument::Floor => Self::Floor,
            EmptyCellsArgument::Nothing => Self::Nothing,
        }
    }
}

pub(super) fn run(arguments: &RoomsImportArguments) -> Result<CliOutcome, CliError> {
    let mut report = ImportReport::new(&arguments.into);
    let done = import_into(arguments, &mut report);
    report.print(arguments.json, done.as_ref().err().and_then(CliError::message))?;
    done
}

fn import_into(arguments: &RoomsImportArguments, report: &mut ImportReport) -> Result<CliOutcome, CliError> {
    check_files(arguments)?;
    let before = read_room_set(&arguments.into)?;
    let known = before.as_ref().map(|file| usable(file, &arguments.into)).transpose()?;
    let sources = sources_of(arguments, known.as_ref())?;
    let stem = arguments.into.file_stem().map_or_else(|| "Rooms".into(), |stem| stem.to_string_lossy());
    let request = ImportRequest {
        set: known.as_ref(),
        folder: arguments.into.parent(),
        sources: &sources,
        name: Some(&stem),
        symbol: arguments.symbol.as_deref(),
        with_errors: arguments.allow_errors,
        taken: &[],
    };
    let taken_from = |sources: &[ImportedSource]| sources.iter().map(ImportedSource::taken).sum::<usize>();
    let mut imported = import_rooms(&request);
    // A new set has nothing to lose: rooms that need work are a better start than none.
    let is_draft = known.is_none() && !arguments.allow_errors && taken_from(&imported.sources) == 0;
    if is_draft {
        imported = import_rooms(&ImportRequest { with_errors: true, ..request });
    }
    hint_at_moving(arguments, known.as_ref(), &mut imported);
    report.add(&imported.sources);
    let taken = taken_from(&imported.sources);
    let set = imported.set.as_ref().filter(|_| taken > 0 && imported.errors.is_empty());
    let deciding = complain(arguments, &imported.sources, set);
    if let Some(set) = set {
        write(arguments, before.as_ref(), known.as_ref(), set, report)?;
    }
    diagnostics::print_in_short(&deciding);
    if imported.errors.is_empty() {
        conclude(&imported.sources, taken)?;
        if !is_draft || taken == 0 {
            return Ok(CliOutcome::Done);
        }
        let count = counted(taken, "room");
        let message =
            format!("{count} imported, all with errors; no grammar can use the set until you fix them");
        return Err(CliError::new(CliOutcome::WrongInput, message));
    }
    let here = |found| Diagnostic { file: Some(arguments.into.clone()), ..found };
    diagnostics::print(&imported.errors.into_iter().map(here).collect::<Vec<_>>());
    let message = "nothing is imported: the room set would have the errors above";
    Err(CliError::new(CliOutcome::WrongInput, message))
}

/// Prints all mistakes that did not prevent an import. Returns those that did.
fn complain(
    arguments: &RoomsImportArguments,
    sources: &[ImportedSource],
    set: Option<&RoomSet>,
) -> Vec<Diagnostic> {
    let parts = || sources.iter().map(ImportedSource::split_remarks);
    let mistakes = set.map_or_else(Vec::new, |set| mistakes_of_set(arguments, set));
    diagnostics::print_in_short(parts().flat_map(|(others, _)| others).chain(&mistakes));
    parts().flat_map(|(_, deciding)| deciding).cloned().collect()
}

/// Returns the mistakes of the set. With `--allow-errors`, errors are intended and become warnings.
fn mistakes_of_set(arguments: &RoomsImportArguments, set: &RoomSet) -> Vec<Diagnostic> {
    let mistakes = check_room_set(set).into_iter().filter(|found| found.severity != Severity::Note);
    let mistakes = mistakes.map(|found| {
        let severity = if arguments.allow_errors { Severity::Warning } else { found.severity };
        Diagnostic { file: Some(arguments.into.clone()), severity, ..found }
    });
    mistakes.collect()
}

fn write(
    arguments: &RoomsImportArguments,
    before: Option<&RoomSetFile>,
    known: Option<&RoomSet>,
    set: &RoomSet,
    report: &mut ImportReport,
) -> Result<(), CliError> {
    if arguments.dry_run || known == Some(set) {
        return Ok(());
    }
    tidy(Some(&arguments.into));
    if let Some(problem) = save_room_set(&arguments.into, before, set)? {
        diagnostics::say(&format!("warning: the previous file has no backup: {problem}"));
    }
    report.written = true;
    Ok(())
}

/// Ends the command with a line about the import, and the reason why the rest is missing.
fn conclude(sources: &[ImportedSource], taken: usize) -> Result<CliOutcome, CliError> {
    let named = |names: Vec<String>| match names.get(..MOST_NAMED) {
        Some(first) if names.len() > MOST_NAMED => {
            format!("{} and {} more", first.join(", "), names.len() - MOST_NAMED)
        }
        _ => listed(&names, "and"),
    };
    let quoted = |room: &MergedRoom| format!("\"{}\"", room.name);
    let left_out: Vec<String> = sources.iter().flat_map(ImportedSource::left_out).map(quoted).collect();
    let is_unread = |room: &&MergedRoom| room.change == MergedChange::Unread;
    let unread: Vec<String> =
        sources.iter().flat_map(|source| &source.rooms).filter(is_unread).map(quoted).collect();
    let failed = || sources.iter().filter(|source| source.ending != SourceImportStatus::Read);
    let reasons: Vec<String> = failed().filter_map(|source| reason(source, sources.len() > 1)).collect();
    let mut lacking = Vec::new();
    if !left_out.is_empty() {
        let count = counted(left_out.len(), "room");
        let verb = if left_out.len() == 1 { "is" } else { "are" };
        let rooms = named(left_out);
        lacking.push(format!(
            "{count} {verb} left out because of errors, which --allow-errors ignores: {rooms}"
        ));
    }
    if !unread.is_empty() {
        lacking.push(format!("too little of {} can be read", named(unread)));
    }
    if !reasons.is_empty() {
        lacking.push(named(reasons));
    }
    if lacking.is_empty() {
        return Ok(CliOutcome::Done);
    }
    let done = match taken {
        0 => "nothing is imported: ".to_owned(),
        count => format!("{} imported; ", counted(count, "room")),
    };
    Err(CliError::new(CliOutcome::WrongInput, done + &lacking.join("; ")))
}

/// Returns the reason why a source gave no rooms, as a sentence without a full stop.
fn reason(source: &ImportedSource, has_others: bool) -> Option<String> {
    let message = source.reason()?.message.trim_end_matches('.').to_owned();
    let name = source.path.display().to_string();
    Some(if has_others && !message.contains(&name) { format!("{name}: {message}") } else { message })
}

/// Adds a hint to sources that no longer exist: the command for a new location.
fn hint_at_moving(arguments: &RoomsImportArguments, known: Option<&RoomSet>, imported: &mut ImportedRooms) {
    let is_known = |file: &str| known.is_some_and(|set| set.has_source(file));
    let missing = imported.sources.iter_mut().filter(|source| source.ending == SourceImportStatus::Missing);
    for source in missing.filter(|source| is_known(&source.file)) {
        let hint = format!(
            "If it has moved, give its new path: rooms import NEW --into {} --instead-of {}.",
            arguments.into.display(),
            source.path.display()
        );
        if let Some(last) = source.remarks.last_mut() {
            last.hint = Some(hint.into());
        }
    }
}

/// Checks that the room set is a file, because it is both read and written, and that sources have a name with
/// an extension.
fn check_files(arguments: &RoomsImportArguments) -> Result<(), CliError> {
    let usage = |message: &str| Err(CliError::new(CliOutcome::Usage, message));
    if file_of(Some(&arguments.into)).is_none() {
        return usage("this needs the room set of a file; name it with --into");
    }
    if arguments.sources.iter().any(|source| is_dash(source)) {
        return usage("rooms cannot be read from standard input; use a file with an extension");
    }
    if arguments.instead_of.is_some() && arguments.sources.len() != 1 {
        return usage("--instead-of takes one source, the file at its new path");
    }
    refuse_input(Some(&arguments.into), &arguments.sources)
}

/// Returns the files to import, with the settings for reading them.
fn sources_of(
    arguments: &RoomsImportArguments,
    known: Option<&RoomSet>,
) -> Result<Vec<SourceRequest>, CliError> {
    let folder = arguments.into.parent();
    let paths = if arguments.sources.is_empty() {
        let files = known.map_or_else(Vec::new, RoomSet::source_files);
        files.into_iter().map(|file| source_path(file, folder)).collect()
    } else {
        arguments.sources.clone()
    };
    if paths.is_empty() {
        let message = "name a file with rooms; no room of the set was imported before";
        return Err(CliError::new(CliOutcome::Usage, message));
    }
    let instead_of =
        arguments.instead_of.as_ref().map(|old| moved_source(arguments, old, known)).transpose()?;
    let request = |path: PathBuf| {
        let file = instead_of.clone().unwrap_or_else(|| name_from_folder(&path, folder));
        let remembered = known.and_then(|set| set.reading_of(&file));
        let reading = wanted_reading(arguments, remembered.cloned().unwrap_or_default());
        SourceRequest { path, reading, instead_of: instead_of.clone() }
    };
    Ok(paths.into_iter().map(request).collect())
}

/// Returns the name that the set has for a moved file.
fn moved_source(
    arguments: &RoomsImportArguments,
    old: &std::path::Path,
    known: Option<&RoomSet>,
) -> Result<String, CliError> {
    let files = known.map_or_else(Vec::new, RoomSet::source_files);
    let names = [old.display().to_string(), name_from_folder(old, arguments.into.parent())];
    let is_it = |file: &&str| {
        let source = RoomSource { file: (*file).to_owned(), ..RoomSource::default() };
        names.iter().any(|name| source.is_of(name))
    };
    if let Some(file) = files.iter().find(|file| is_it(file)) {
        return Ok((*file).to_owned());
    }
    let known = match files.as_slice() {
        [] => "its rooms come from no file".to_owned(),
        files => format!("its rooms come from {}", listed(files, "and")),
    };
    let message = format!("no room of the set comes from {}: {known}", old.display());
    Err(CliError::new(CliOutcome::WrongInput, message))
}

/// Returns the reading of a source if an option changes it; other settings stay as remembered.
fn wanted_reading(arguments: &RoomsImportArguments, remembered: SourceReading) -> Option<SourceReading> {
    let RoomsImportArguments { legend, solid, solid_layer, empty, place, into, .. } = arguments;
    // A level given without places is imported as a whole.
    let wants_all = place.is_empty() && !arguments.sources.is_empty() && arguments.instead_of.is_none();
    let is_said = legend.is_some() || !solid.is_empty() || !solid_layer.is_empty() || empty.is_some();
    let forgets_places = wants_all && !remembered.places.is_empty();
    if !is_said && place.is_empty() && !forgets_places {
        return None;
    }
    let mut places = if wants_all { Vec::new() } else { remembered.places };
    places.extend(place);
    places.sort_unstable();
    places.dedup();
    let or_remembered =
        |said: &Vec<String>, before: Vec<String>| if said.is_empty() { before } else { said.clone() };
    let legend = legend.as_ref().map(|legend| name_from_folder(legend, into.parent()));
    Some(SourceReading {
        legend: legend.or(remembered.legend),
        solid: or_remembered(solid, remembered.solid),
        solid_layers: or_remembered(solid_layer, remembered.solid_layers),
        empty: empty.map(EmptyCells::from).or(remembered.empty),
        places,
    })
}
