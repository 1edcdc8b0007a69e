//! `delvewright rooms`: rooms from elsewhere into a room set.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use super::complaints;
use super::ending::{Ending, Trouble};
use super::output::{file_of, print, refuse_input, tidy};
use crate::base::{Diagnostic, Severity, counted, escaped_json, printable};
use crate::export::export_rooms;
use crate::files::{
    RoomSetFile, SourceOptions, read_room_set, read_room_source, save_export, save_room_set, source_name,
    source_path,
};
use crate::import::{Drawing, MergedRoom, merge, set_for};
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
    let name = path.file_stem().map_or_else(|| "rooms".into(), |stem| stem.to_string_lossy());
    let (exported, left_out) = export_rooms(&set, &name);
    let here = |found| Diagnostic { file: Some(arguments.set.clone()), ..found };
    complaints::print(&left_out.into_iter().map(here).collect::<Vec<_>>());
    tidy(Some(path));
    save_export(path, &exported)?;
    Ok(Ending::Done)
}

fn import(arguments: &Import) -> Result<Ending, Trouble> {
    refuse_input(Some(&arguments.into), &arguments.sources)?;
    let before = read_room_set(&arguments.into)?;
    let known = before.as_ref().map(|file| usable(file, &arguments.into)).transpose()?;
    let sources = sources_of(arguments, known.as_ref())?;
    let mut set = known.clone();
    let mut reports = Vec::new();
    let places: Vec<PlaceId> = arguments.place.iter().copied().map(PlaceId).collect();
    for source in &sources {
        let options =
            SourceOptions { legend: arguments.legend.as_deref(), set: set.as_ref(), places: &places };
        let drawing = match read_room_source(source, &options) {
            Ok(drawing) => drawing,
            Err(mistakes) => {
                complaints::print(&mistakes);
                return Err(Trouble::new(Ending::WrongInput, "nothing is imported"));
            }
        };
        reports.push(one(arguments, source, &drawing, &mut set));
    }
    let set = set.unwrap_or_else(|| set_for(&Drawing::default(), ""));
    let is_written = !arguments.dry_run && known.as_ref() != Some(&set);
    if is_written {
        tidy(Some(&arguments.into));
        let problem = save_room_set(&arguments.into, before.as_ref(), &set)?;
        if let Some(problem) = problem {
            complaints::say(&format!("warning: there is no backup of what the file held: {problem}"));
        }
    }
    let report = Report { set: arguments.into.display().to_string(), written: is_written, sources: reports };
    tell(arguments, &report)?;
    let mistakes = check_room_set(&set).into_iter().filter(|found| found.severity != Severity::Note);
    let here = |found| Diagnostic { file: Some(arguments.into.clone()), ..found };
    complaints::print(&mistakes.map(here).collect::<Vec<_>>());
    Ok(Ending::Done)
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

/// Puts the rooms of one source into the set.
fn one(arguments: &Import, source: &Path, drawing: &Drawing, set: &mut Option<RoomSet>) -> SourceReport {
    let stem = arguments.into.file_stem().map_or_else(|| "Rooms".into(), |stem| stem.to_string_lossy());
    let into = set.take().unwrap_or_else(|| set_for(drawing, &stem));
    let last = || into.rooms.last().map(|room| room.symbol.clone());
    let symbol = arguments.symbol.clone().or_else(last).unwrap_or_else(|| "Room".to_owned());
    let file = source_name(source, &arguments.into);
    let merged = merge(&into, drawing, Some(&file), &symbol, |_| false);
    *set = Some(merged.set);
    let remarks: Vec<Diagnostic> = merged
        .remarks
        .into_iter()
        .map(|found| Diagnostic { file: Some(source.to_owned()), ..found })
        .collect();
    complaints::print(&remarks);
    let remark = |found: &Diagnostic| RemarkReport {
        severity: found.severity.to_string(),
        code: found.code,
        message: found.message.clone(),
        hint: found.hint.clone(),
    };
    SourceReport {
        source: source.display().to_string(),
        rooms: merged.rooms,
        remarks: remarks.iter().map(remark).collect(),
    }
}

/// Says what changed.
fn tell(arguments: &Import, report: &Report) -> Result<(), Trouble> {
    if arguments.json {
        let text = serde_json::to_string_pretty(report).map_err(std::io::Error::other)?;
        return print((escaped_json(text) + "\n").as_bytes());
    }
    let mut text = String::new();
    for source in &report.sources {
        text += &format!("{}: {}\n", printable(&source.source), counted(source.rooms.len(), "room"));
        for room in &source.rooms {
            text += &format!("  {}: {}\n", printable(&room.name), room.change.words());
        }
    }
    let done = if report.written { "written" } else { "as it was" };
    text += &format!("{}: {done}\n", printable(&report.set));
    print(text.as_bytes())
}
