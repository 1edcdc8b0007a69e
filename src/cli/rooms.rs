//! `delvewright rooms`: rooms from elsewhere into a room set.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use super::complaints;
use super::ending::{Ending, Trouble};
use super::output::{file_of, is_dash, print, refuse_input, tidy, write_export};
use crate::base::{Diagnostic, Severity, counted, escaped_json, printable};
use crate::export::{export_rooms, name_of_files};
use crate::files::{
    RoomSetFile, SourceOptions, read_room_set, read_room_source, save_room_set, source_name, source_path,
};
use crate::import::{Drawing, MergedRoom, merge, new_errors, set_for};
use crate::level::PlaceId;
use crate::mission::{RoomSet, check_room_set};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Makes rooms of maps of Tiled, projects of LDtk, pictures, texts, and places of exported levels.
    Import(Import),
    /// Writes a room set as a map, to draw on it in Tiled and import it again.
    Export(Export),
}

#[derive(Debug, Args)]
pub(super) struct Export {
    /// The room set.
    set: PathBuf,
    /// tmx. Without it the extension of PATH decides.
    #[arg(long, value_name = "F", value_parser = ["tmx"])]
    format: Option<String>,
    /// The map; its tiles lie beside it.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct Import {
    /// Files with rooms: .tmx, .tmj, .ldtk, .png, .txt, or an exported level. Without any: those from which the set was imported before.
    #[arg(value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// The room set that gets them; it need not be there yet.
    #[arg(long, value_name = "SET")]
    into: PathBuf,
    /// What the names, colours or characters of the sources mean. Without it NAME.legend.ron beside each source, if there is one.
    #[arg(long, value_name = "FILE")]
    legend: Option<PathBuf>,
    /// The node symbol of new rooms that name none. Without it that of the last room in the set.
    #[arg(long, value_name = "NAME")]
    symbol: Option<String>,
    /// Of an exported level this place, by its id; may be given several times. Without it all of them.
    #[arg(long, value_name = "ID")]
    place: Vec<u32>,
    /// Writes nothing; only says what would change.
    #[arg(long)]
    dry_run: bool,
    /// Says what changed as JSON.
    #[arg(long)]
    json: bool,
}

/// What came of a source.
#[derive(Serialize)]
struct SourceReport {
    source: String,
    rooms: Vec<MergedRoom>,
    remarks: Vec<RemarkReport>,
}

/// What could not be taken over.
#[derive(Serialize)]
struct RemarkReport {
    severity: String,
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// All of an import; printed as it is by `--json`.
#[derive(Serialize)]
struct Report {
    set: String,
    written: bool,
    sources: Vec<SourceReport>,
    /// Why nothing is imported, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(super) fn run(command: &Command) -> Result<Ending, Trouble> {
    match command {
        Command::Import(arguments) => import(arguments),
        Command::Export(arguments) => export(arguments),
    }
}

fn export(arguments: &Export) -> Result<Ending, Trouble> {
    let is_tmx =
        |path: &Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tmx"));
    if arguments.format.is_none() && !is_tmx(&arguments.output) {
        let message = "rooms are exported as tmx: name the file so, or say --format tmx";
        return Err(Trouble::new(Ending::Usage, message));
    }
    let Some(path) = file_of(Some(&arguments.output)) else {
        let message = "a map of rooms is several files; name the first of them with -o";
        return Err(Trouble::new(Ending::Usage, message));
    };
    refuse_input(Some(path), std::slice::from_ref(&arguments.set))?;
    let Some(file) = read_room_set(&arguments.set)? else {
        let message = format!("{}: there is no such room set", arguments.set.display());
        return Err(Trouble::new(Ending::WrongInput, message));
    };
    let set = usable(&file, &arguments.set)?;
    let name = name_of_files(path).unwrap_or_else(|| "rooms".to_owned());
    let (exported, left_out) = export_rooms(&set, &name);
    let here = |found| Diagnostic { file: Some(arguments.set.clone()), ..found };
    complaints::print(&left_out.into_iter().map(here).collect::<Vec<_>>());
    tidy(Some(path));
    write_export(path, &exported, std::slice::from_ref(&arguments.set))?;
    Ok(Ending::Done)
}

fn import(arguments: &Import) -> Result<Ending, Trouble> {
    let set = arguments.into.display().to_string();
    let mut report = Report { set, written: false, sources: Vec::new(), error: None };
    let done = import_into(arguments, &mut report);
    report.error = done.as_ref().err().and_then(Trouble::message);
    if arguments.json {
        let text = serde_json::to_string_pretty(&report).map_err(std::io::Error::other)?;
        print((escaped_json(text) + "\n").as_bytes())?;
    } else if done.is_ok() {
        print(in_words(&report).as_bytes())?;
    }
    done
}

fn import_into(arguments: &Import, report: &mut Report) -> Result<Ending, Trouble> {
    check_files(arguments)?;
    let before = read_room_set(&arguments.into)?;
    let known = before.as_ref().map(|file| usable(file, &arguments.into)).transpose()?;
    let sources = sources_of(arguments, known.as_ref())?;
    let mut set = known.clone();
    let nothing = || Trouble::new(Ending::WrongInput, "nothing is imported");
    let places: Vec<PlaceId> = arguments.place.iter().copied().map(PlaceId).collect();
    let mut has_rooms = false;
    for source in &sources {
        let options = SourceOptions {
            legend: arguments.legend.as_deref(),
            set: set.as_ref(),
            reading: None,
            places: &places,
        };
        let drawing = read_room_source(source, &options);
        let (rooms, remarks) = match &drawing {
            Ok(drawing) => taken_over(arguments, source, drawing, &mut set),
            Err(mistakes) => (Vec::new(), mistakes.clone()),
        };
        complaints::print(&remarks);
        let remarks = remarks.iter().map(RemarkReport::of).collect();
        report.sources.push(SourceReport { source: source.display().to_string(), rooms, remarks });
        has_rooms |= !drawing.map_err(|_| nothing())?.rooms.is_empty();
    }
    let set = set.filter(|_| has_rooms).ok_or_else(nothing)?;
    let here = |found| Diagnostic { file: Some(arguments.into.clone()), ..found };
    let errors = known.as_ref().map_or_else(Vec::new, |known| new_errors(known, &set));
    if !errors.is_empty() {
        complaints::print(&errors.into_iter().map(here).collect::<Vec<_>>());
        let message = "nothing is imported: the set has no errors now, and would have those above";
        return Err(Trouble::new(Ending::WrongInput, message));
    }
    report.written = !arguments.dry_run && known.as_ref() != Some(&set);
    if report.written {
        tidy(Some(&arguments.into));
        let problem = save_room_set(&arguments.into, before.as_ref(), &set);
        report.written = problem.is_ok();
        if let Some(problem) = problem? {
            complaints::say(&format!("warning: there is no backup of what the file held: {problem}"));
        }
    }
    let mistakes = check_room_set(&set).into_iter().filter(|found| found.severity != Severity::Note);
    complaints::print(&mistakes.map(here).collect::<Vec<_>>());
    Ok(Ending::Done)
}

/// A room set is read and written, and the name of a source says how to read it: both are files.
fn check_files(arguments: &Import) -> Result<(), Trouble> {
    let usage = |message: &str| Err(Trouble::new(Ending::Usage, message));
    if file_of(Some(&arguments.into)).is_none() {
        return usage("a room set is read before it is written; name its file with --into");
    }
    if arguments.sources.iter().any(|source| is_dash(source)) {
        return usage("rooms cannot be read from standard input; the extension of a file says what it is");
    }
    refuse_input(Some(&arguments.into), &arguments.sources)
}

/// The set of a file, if nothing of it would be lost by writing it again.
fn usable(file: &RoomSetFile, path: &Path) -> Result<RoomSet, Trouble> {
    if let Some(set) = file.loaded.value.clone().filter(|_| file.loaded.complete) {
        return Ok(set);
    }
    complaints::print(&file.loaded.diagnostics);
    let message = format!("{}: cannot be read as a whole, so nothing is done", path.display());
    Err(Trouble::new(Ending::WrongInput, message))
}

fn sources_of(arguments: &Import, known: Option<&RoomSet>) -> Result<Vec<PathBuf>, Trouble> {
    if !arguments.sources.is_empty() {
        return Ok(arguments.sources.clone());
    }
    let rooms = known.into_iter().flat_map(|set| &set.rooms);
    let mut files: Vec<&str> = Vec::new();
    for source in rooms.filter_map(|room| room.source.as_ref()) {
        if !files.contains(&source.file.as_str()) {
            files.push(&source.file);
        }
    }
    if files.is_empty() {
        let message = "name a file with rooms: no room of the set was imported before";
        return Err(Trouble::new(Ending::Usage, message));
    }
    Ok(files.into_iter().map(|file| source_path(file, &arguments.into)).collect())
}

/// Puts the rooms of one source into the set: what became of each, and what could not be taken over.
fn taken_over(
    arguments: &Import,
    source: &Path,
    drawing: &Drawing,
    set: &mut Option<RoomSet>,
) -> (Vec<MergedRoom>, Vec<Diagnostic>) {
    let here = |found| Diagnostic { file: Some(source.to_owned()), ..found };
    if set.is_none() && drawing.rooms.is_empty() {
        // The next source may say what the set is called.
        return (Vec::new(), drawing.remarks.diagnostics().into_iter().map(here).collect());
    }
    let stem = arguments.into.file_stem().map_or_else(|| "Rooms".into(), |stem| stem.to_string_lossy());
    let into = set.take().unwrap_or_else(|| set_for(drawing, &stem));
    let last = || into.rooms.last().map(|room| room.symbol.clone());
    let symbol = arguments.symbol.clone().or_else(last).unwrap_or_else(|| "Room".to_owned());
    let file = source_name(source, &arguments.into);
    let merged = merge(&into, drawing, Some(&file), &symbol, |_| false);
    *set = Some(merged.set);
    (merged.rooms, merged.remarks.into_iter().map(here).collect())
}

impl RemarkReport {
    fn of(found: &Diagnostic) -> Self {
        Self {
            severity: found.severity.to_string(),
            code: found.code,
            message: found.message.clone(),
            hint: found.hint.clone(),
        }
    }
}

/// What changed, to read.
fn in_words(report: &Report) -> String {
    let mut text = String::new();
    for source in &report.sources {
        text += &format!("{}: {}\n", printable(&source.source), counted(source.rooms.len(), "room"));
        for room in &source.rooms {
            text += &format!("  {}: {}\n", printable(&room.name), room.change.words());
        }
    }
    let done = if report.written { "written" } else { "as it was" };
    text + &format!("{}: {done}\n", printable(&report.set))
}
