//! Merges a drawing into a room set: new rooms are added, and rooms imported before are updated.
//!
//! Rooms imported before are found by `identity`. Their names, symbols, weights and other settings stay; only
//! pictures change. Pictures are merged cell by cell: changes in the source since the last import are taken
//! over, and local changes stay. If both sides changed a cell, the local one stays. A warning repeats at each
//! import until both sides agree. Unreadable cells stay as they are, and so does a room that would lose most
//! of its cells. A character stays while it has the same meaning, so that sockets keep a kind that they got
//! locally.

mod comparing;
mod identity;
mod legend;
mod picture;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde::Serialize;

use self::identity::{Identities, identify};
use self::legend::{TileNames, character};
use self::picture::{differing, merged};
use super::drawing::{CellMeaning, DrawnRoom, DrawnSettings, Remarks, SourceDrawing, UniqueNames};
use crate::base::{Cell, Diagnostic, PathPart, Severity, counted};
use crate::rooms::{LegendEntry, RoomSet, RoomSource, RoomTemplate, TileLook, check_room_set};

/// A room set together with the result for each room of a source.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The whole set.
    pub set: RoomSet,
    /// Result for each room of the source, and for each room that came from it before.
    pub rooms: Vec<MergedRoom>,
    /// Everything that could not be taken over, or only in another form.
    pub remarks: Vec<Diagnostic>,
}

/// The result for a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MergedRoom {
    /// Name in the set.
    pub name: String,
    /// Change made to the room.
    #[serde(flatten)]
    pub change: MergedChange,
    /// Errors of the room; if it was left out, the errors that caused it.
    #[serde(skip)]
    pub errors: Vec<Diagnostic>,
}

/// The effect of an import on a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum MergedChange {
    /// The room is new.
    Added,
    /// The picture changed.
    Redrawn {
        /// Number of cells that differ from before.
        cells: usize,
        /// Number of cells that differ from the source because of local changes.
        kept: usize,
    },
    /// Nothing changed, and the room agrees with the source.
    Unchanged,
    /// The source no longer has this room; it stays.
    Gone,
    /// Most of it could not be read; the room stays as it was.
    Unread,
    /// It has errors and is therefore not taken over. A room that the set already has stays as it was.
    LeftOut {
        /// `true` if the set has the room.
        stays: bool,
    },
}

impl MergedChange {
    /// Returns `true` if the set now has the room as in the source.
    pub const fn is_taken(&self) -> bool {
        match self {
            Self::Added | Self::Redrawn { .. } | Self::Unchanged => true,
            Self::Gone | Self::Unread | Self::LeftOut { .. } => false,
        }
    }

    /// Describes the change in words.
    pub fn words(&self) -> String {
        let kept = |kept: usize| match kept {
            0 => String::new(),
            kept => format!(", {} as changed here", counted(kept, "cell")),
        };
        match self {
            Self::Added => "added".to_owned(),
            Self::Redrawn { cells: 0, kept: here } => format!("unchanged{}", kept(*here)),
            Self::Redrawn { cells, kept: here } => {
                format!("{} redrawn{}", counted(*cells, "cell"), kept(*here))
            }
            Self::Unchanged => "unchanged".to_owned(),
            Self::Gone => "unchanged, because nothing in the source becomes this room now".to_owned(),
            Self::Unread => "unchanged, because most of it could not be read".to_owned(),
            Self::LeftOut { stays: false } => "left out, because it has errors".to_owned(),
            Self::LeftOut { stays: true } => "unchanged, because it would have errors".to_owned(),
        }
    }
}

/// Creates an empty room set for a source. It uses the settings in the source if this program wrote it,
/// otherwise `name`.
pub fn set_for(drawing: &SourceDrawing, name: &str) -> RoomSet {
    let drawn = drawing.set.clone().unwrap_or_default();
    let is_own = drawing.set.is_some();
    RoomSet {
        format: RoomSet::FORMAT,
        name: if is_own { drawn.name } else { name.to_owned() },
        notes: drawn.notes,
        legend: drawn.legend.into_iter().collect(),
        blocker: drawn.blocker.unwrap_or_else(TileLook::blocker),
        sheet: drawn.sheet,
        looks: drawn.looks,
        sources: IndexMap::new(),
        rooms: Vec::new(),
    }
}

/// Merges all rooms of a source into a set, including rooms with errors.
///
/// `file` is the name by which the set refers to the source from now on. `symbol` is used for rooms without
/// one. `is_taken` returns `true` for names of rooms in other sets.
pub fn merge(
    set: &RoomSet,
    drawing: &SourceDrawing,
    file: Option<&str>,
    symbol: &str,
    is_taken: impl Fn(&str) -> bool,
) -> Merged {
    merge_without(&BTreeMap::new(), set, drawing, file, symbol, &is_taken)
}

/// Merges the rooms of a source like [`merge`], but leaves out those with errors.
///
/// A room that had errors before is still updated, because the import does not make it worse.
pub fn merge_sound(
    set: &RoomSet,
    drawing: &SourceDrawing,
    file: Option<&str>,
    symbol: &str,
    is_taken: impl Fn(&str) -> bool,
) -> Merged {
    let all = merge_without(&BTreeMap::new(), set, drawing, file, symbol, &is_taken);
    let had_errors = |name: &str| {
        let room = set.rooms.iter().find(|room| room.name == name);
        room.is_some_and(|room| !room_errors(set, room).is_empty())
    };
    let rooms = all.rooms.iter().take(drawing.rooms.len()).enumerate();
    let broken: RejectedRooms = rooms
        .filter(|(_, room)| !room.errors.is_empty() && !had_errors(&room.name))
        .map(|(drawn, room)| (drawn, room.errors.clone()))
        .collect();
    if broken.is_empty() { all } else { merge_without(&broken, set, drawing, file, symbol, &is_taken) }
}

/// Rooms of a drawing that are left out, by index, with their errors.
type RejectedRooms = BTreeMap<usize, Vec<Diagnostic>>;

fn merge_without(
    broken: &RejectedRooms,
    set: &RoomSet,
    drawing: &SourceDrawing,
    file: Option<&str>,
    symbol: &str,
    is_taken: &dyn Fn(&str) -> bool,
) -> Merged {
    let tiles = TileNames::of(set);
    let mut remarks = Remarks::default();
    let Identities { of_drawn, copies } =
        file.map_or_else(Identities::default, |file| identify(set, drawing, file, &tiles, &mut remarks));
    let mut merger = Merger {
        set: set.clone(),
        drawing,
        remarks,
        rooms: Vec::new(),
        names: UniqueNames::default(),
        characters: BTreeMap::new(),
        tiles,
    };
    set.rooms.iter().for_each(|room| merger.names.take(room.name.clone()));
    for (drawn, room) in drawing.rooms.iter().enumerate() {
        let known = of_drawn.get(drawn).copied().flatten();
        match (broken.get(&drawn), known) {
            (Some(errors), known) => merger.leave_out(room, known, errors),
            (None, Some(known)) => merger.update(known, room, file.unwrap_or_default()),
            (None, None) => merger.add(room, file, symbol, is_taken),
        }
    }
    let seen: BTreeSet<usize> = of_drawn.into_iter().flatten().chain(copies).collect();
    for (_, room) in set.rooms.iter().enumerate().filter(|(at, _)| !seen.contains(at)) {
        let comes_from = |file| room.source.as_ref().is_some_and(|source| source.is_of(file));
        if file.is_some_and(comes_from) {
            merger.say(room.name.clone(), MergedChange::Gone);
        }
    }
    merger.finish()
}

/// Returns the errors of a room as if it were the only one in the set, with cells described in words.
pub fn room_errors(set: &RoomSet, room: &RoomTemplate) -> Vec<Diagnostic> {
    let used: BTreeSet<char> = room.picture.iter().flat_map(|row| row.chars()).collect();
    let legend = set.legend.iter().filter(|(character, _)| used.contains(character));
    let alone = RoomSet {
        legend: legend.map(|(character, entry)| (*character, entry.clone())).collect(),
        rooms: vec![RoomTemplate { source: None, ..room.clone() }],
        format: set.format,
        name: set.name.clone(),
        notes: String::new(),
        blocker: set.blocker.clone(),
        sheet: None,
        looks: BTreeMap::new(),
        sources: IndexMap::new(),
    };
    let errors = check_room_set(&alone).into_iter().filter(|found| found.severity == Severity::Error);
    errors.map(with_cell_in_words).collect()
}

/// Appends the cell of the error's path to its text. The path counts from 0 in a set that may not have the
/// room.
fn with_cell_in_words(error: Diagnostic) -> Diagnostic {
    let place = match error.path.parts() {
        [.., PathPart::Field("picture"), PathPart::Index(y), PathPart::Index(x)] => {
            format!(": at column {}, row {}.", x + 1, y + 1)
        }
        _ => ".".to_owned(),
    };
    let message = format!("{}{place}", error.message.trim_end_matches('.'));
    Diagnostic { message, path: Default::default(), subject: None, ..error }
}

/// Returns the errors of the set itself, not of its rooms, that are new since the import.
pub fn new_errors(before: Option<&RoomSet>, after: &RoomSet) -> Vec<Diagnostic> {
    let errors = |set: &RoomSet| -> Vec<Diagnostic> {
        let of_set = |found: &Diagnostic| {
            found.severity == Severity::Error
                && !matches!(found.path.parts(), [PathPart::Field("rooms"), PathPart::Index(_), ..])
        };
        check_room_set(set).into_iter().filter(of_set).collect()
    };
    let known = before.map_or_else(Vec::new, errors);
    errors(after).into_iter().filter(|found| !known.contains(found)).collect()
}

struct Merger<'d> {
    set: RoomSet,
    drawing: &'d SourceDrawing,
    remarks: Remarks,
    rooms: Vec<MergedRoom>,
    names: UniqueNames,
    /// Characters of things of the palette, by the character that the cell had before.
    characters: BTreeMap<(u16, Option<char>), char>,
    tiles: TileNames,
}

impl Merger<'_> {
    fn say(&mut self, name: String, change: MergedChange) {
        self.rooms.push(MergedRoom { name, change, errors: Vec::new() });
    }

    fn finish(mut self) -> Merged {
        let Self { set, rooms, .. } = &mut self;
        for room in rooms.iter_mut().filter(|room| room.change.is_taken()) {
            let template = set.rooms.iter().find(|known| known.name == room.name);
            room.errors = template.map_or_else(Vec::new, |template| room_errors(set, template));
        }
        // Remarks of the drawing are kept apart, so that their limit leaves room for these.
        let remarks = self.drawing.remarks.diagnostics().into_iter().chain(self.remarks.diagnostics());
        Merged { set: self.set, rooms: self.rooms, remarks: remarks.collect() }
    }

    fn leave_out(&mut self, room: &DrawnRoom, known: Option<usize>, errors: &[Diagnostic]) {
        let known = known.and_then(|at| self.set.rooms.get(at)).map(|room| room.name.clone());
        let change = MergedChange::LeftOut { stays: known.is_some() };
        let name = known.unwrap_or_else(|| room.name.clone());
        self.rooms.push(MergedRoom { name, change, errors: errors.to_vec() });
    }

    fn add(&mut self, room: &DrawnRoom, file: Option<&str>, symbol: &str, is_taken: &dyn Fn(&str) -> bool) {
        let picture = self.picture(room, &[]);
        let DrawnSettings { symbol: own, notes, weight, at_most, turns, flips, card } = room.settings.clone();
        let name = self.names.free(&room.name, is_taken);
        self.names.take(name.clone());
        self.say(name.clone(), MergedChange::Added);
        if own.is_none() {
            let what = format!("Rooms without a symbol in the source get the symbol \"{symbol}\"");
            self.remarks.note("no-symbol", what, Some(format!("\"{name}\"")), None);
        }
        let source = file.map(|file| RoomSource {
            file: file.to_owned(),
            id: room.id.clone(),
            room: room.name.clone(),
            picture: picture.clone(),
        });
        self.set.rooms.push(RoomTemplate {
            name,
            notes: notes.unwrap_or_default(),
            symbol: own.unwrap_or_else(|| symbol.to_owned()),
            weight: weight.unwrap_or(1),
            at_most,
            turns: turns.unwrap_or(false),
            flips: flips.unwrap_or(false),
            card,
            picture,
            source,
        });
    }

    fn update(&mut self, at: usize, room: &DrawnRoom, file: &str) {
        let Some(known) = self.set.rooms.get(at).cloned() else { return };
        let before = known.source.as_ref().map_or(&known.picture, |source| &source.picture).clone();
        let name = known.name.clone();
        self.compare_settings(&known, &room.settings);
        if !self.can_be_redrawn(room, &name, &before) {
            if let Some(source) = self.set.rooms.get_mut(at).and_then(|room| room.source.as_mut()) {
                (source.id, source.room) = (room.id.clone(), room.name.clone());
            }
            return self.say(name, MergedChange::Unread);
        }
        let theirs = self.picture(room, &before);
        let merged = merged(&known.picture, &before, &theirs);
        if let Some(conflict) = &merged.conflict {
            self.remarks.warn("changed-on-both-sides", conflict.words(&name), None, None);
        }
        let cells = differing(&known.picture, &merged.picture);
        let kept = differing(&theirs, &merged.picture);
        let source = Some(RoomSource {
            file: file.to_owned(),
            id: room.id.clone(),
            room: room.name.clone(),
            picture: merged.base,
        });
        let change = match (cells, merged.conflict) {
            (0, None) => MergedChange::Unchanged,
            _ => MergedChange::Redrawn { cells, kept },
        };
        self.say(name, change);
        if let Some(room) = self.set.rooms.get_mut(at) {
            (room.picture, room.source) = (merged.picture, source);
        }
    }

    /// Returns `true` if enough of a known room can be read, and warns of the unreadable part.
    fn can_be_redrawn(&mut self, room: &DrawnRoom, name: &str, before: &[String]) -> bool {
        let size = room.cells.size();
        let has_same_size = before.len() == size.height as usize
            && before.iter().all(|row| row.chars().count() == size.width as usize);
        let is_unread = |cell: &Cell| has_same_size && room.unread.contains(cell);
        let is_drawn_before = |character: &char| {
            self.set.legend.get(character).is_none_or(|entry| *entry != LegendEntry::Nothing)
        };
        let is_drawn = |number: u16| {
            self.drawing.palette.get(number).is_some_and(|meaning| meaning.entry != LegendEntry::Nothing)
        };
        let drawn_before = before.iter().flat_map(|row| row.chars()).filter(is_drawn_before).count();
        let drawn = room.cells.iter().filter(|(cell, number)| is_unread(cell) || is_drawn(**number)).count();
        // A smaller room is replaced as a whole; an unreadable one is full of holes.
        let loses_most = drawn * 2 < drawn_before && drawn * 2 < size.area();
        if loses_most || !has_same_size && !room.unread.is_empty() {
            let what = "Rooms that are mostly unreadable stay as they are".to_owned();
            let hint = "If a room should be so empty, delete it here and import it again.";
            self.remarks.warn("unread-room", what, Some(format!("\"{name}\"")), Some(hint.into()));
            return false;
        }
        if !room.unread.is_empty() {
            let what = "Cells that cannot be read stay as they are".to_owned();
            let place = format!("{} of \"{name}\"", counted(room.unread.len(), "cell"));
            self.remarks.warn("unread-cells", what, Some(place), None);
        }
        true
    }

    /// Notes settings of the source that differ. Settings of an existing room are not updated.
    fn compare_settings(&mut self, known: &RoomTemplate, drawn: &DrawnSettings) {
        let mut differs = |what: &str, theirs: Option<String>, here: String| {
            if let Some(theirs) = theirs.filter(|theirs| *theirs != here) {
                let what = format!("The source has {what} {theirs} for \"{}\"; it stays {here}", known.name);
                self.remarks.note("setting-stays", what, None, None);
            }
        };
        let quoted = |text: &String| format!("\"{text}\"");
        let limit = |at_most: Option<u32>| at_most.map_or("unlimited".to_owned(), |most| most.to_string());
        differs("symbol", drawn.symbol.as_ref().map(quoted), quoted(&known.symbol));
        differs("weight", drawn.weight.map(|weight| weight.to_string()), known.weight.to_string());
        differs("at_most", drawn.at_most.map(|most| limit(Some(most))), limit(known.at_most));
        differs("turns", drawn.turns.map(|turns| turns.to_string()), known.turns.to_string());
        differs("flips", drawn.flips.map(|flips| flips.to_string()), known.flips.to_string());
    }

    /// Draws a room in the characters of the set, which gets missing ones. Unreadable cells are taken from
    /// `before`, the picture of the last import.
    fn picture(&mut self, room: &DrawnRoom, before: &[String]) -> Vec<String> {
        let before: Vec<Vec<char>> = before.iter().map(|row| row.chars().collect()).collect();
        let nothing = CellMeaning::of(LegendEntry::Nothing);
        let rows = room.cells.rows().enumerate().map(|(y, row)| {
            let stood = before.get(y);
            let cells = row.iter().enumerate().map(|(x, number)| {
                let stood = stood.and_then(|row| row.get(x)).copied();
                if let Some(stood) = stood
                    && room.unread.contains(&Cell::new(x as i32, y as i32))
                {
                    return stood;
                }
                let find = || {
                    let meaning = self.drawing.palette.get(*number).unwrap_or(&nothing);
                    let is_known = self.set.legend.values().any(|known| *known == meaning.entry);
                    let entry = meaning.entry.clone();
                    let entry = if is_known { entry } else { self.tiles.fitted(entry, &mut self.remarks) };
                    character(&mut self.set.legend, &CellMeaning { wanted: meaning.wanted, entry }, stood)
                };
                *self.characters.entry((*number, stood)).or_insert_with(find)
            });
            cells.collect()
        });
        rows.collect()
    }
}
