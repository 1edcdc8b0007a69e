//! From what a source holds to the templates of a room set: new rooms are added, those that were imported before are brought up to date.
//!
//! A room is the same if its file and its name there are. Its name here, its symbol, weight and all else that stands beside the picture stay as they are. The pictures are merged cell by cell: what changed in the source since the last import is taken over, what was changed here stays, and where both did, what is here stays and is remarked, by each import until both sides agree.
//! A tile whose name the set, or the level itself, has for another one gets a number behind its name, so that the set stays right.
//! A character keeps its place while it is still the same thing, so that sockets that got a kind here keep it.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde::Serialize;

use super::drawing::{Drawing, DrawnRoom, DrawnSettings, Meaning, Names, Remarks};
use crate::base::{Color, Diagnostic, Severity, columns, counted};
use crate::mission::{
    LegendEntry, RESERVED_TILE_NAMES, RoomSet, RoomSource, RoomTemplate, SocketEntry, TileLook,
    check_room_set, tiles_of_set,
};
use crate::space::free_character;

/// A room set with the rooms of a source.
#[derive(Clone, Debug)]
pub struct Merged {
    /// All of it.
    pub set: RoomSet,
    /// What became of each room of the source, and of those that came from it once.
    pub rooms: Vec<MergedRoom>,
    /// What could not be taken over, or only in another way.
    pub remarks: Vec<Diagnostic>,
}

/// What became of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MergedRoom {
    /// Its name in the set.
    pub name: String,
    /// What happened.
    #[serde(flatten)]
    pub change: MergedChange,
}

/// What an import did to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum MergedChange {
    /// It is new.
    Added,
    /// Its picture changed in so many cells; it differs from the source in those that were changed here.
    Redrawn {
        /// How many cells are other than before.
        cells: usize,
        /// In how many cells it is other than the source, because they were changed here.
        kept: usize,
    },
    /// It is as it was, and not at odds with the source.
    Unchanged,
    /// The source has it no more; it stays.
    Gone,
}

impl MergedChange {
    /// In words.
    pub fn words(&self) -> String {
        let kept = |kept: usize| match kept {
            0 => String::new(),
            kept => format!(", {} as changed here", counted(kept, "cell")),
        };
        match self {
            Self::Added => "added".to_owned(),
            Self::Redrawn { cells: 0, kept: here } => format!("as before{}", kept(*here)),
            Self::Redrawn { cells, kept: here } => {
                format!("{} redrawn{}", counted(*cells, "cell"), kept(*here))
            }
            Self::Unchanged => "as before".to_owned(),
            Self::Gone => "no longer in the source; it stays".to_owned(),
        }
    }
}

/// An empty room set for a source: what that says of its set if this program wrote it, else one of this name.
pub fn set_for(drawing: &Drawing, name: &str) -> RoomSet {
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

/// The set with the rooms of a source. `file` is how the set names the source from now on; `symbol` is for rooms that name none; `is_taken` says which names rooms elsewhere have.
pub fn merge(
    set: &RoomSet,
    drawing: &Drawing,
    file: Option<&str>,
    symbol: &str,
    is_taken: impl Fn(&str) -> bool,
) -> Merged {
    let mut merger = Merger {
        set: set.clone(),
        drawing,
        remarks: drawing.remarks.clone(),
        rooms: Vec::new(),
        names: Names::default(),
        characters: BTreeMap::new(),
        tiles: Tiles::of(set),
    };
    set.rooms.iter().for_each(|room| merger.names.take(room.name.clone()));
    let mut seen = BTreeSet::new();
    for room in &drawing.rooms {
        match file.and_then(|file| merger.known(room, file)) {
            Some(known) => {
                seen.insert(known);
                merger.update(known, room, file.unwrap_or_default());
            }
            None => {
                seen.insert(merger.set.rooms.len());
                merger.add(room, file, symbol, &is_taken);
            }
        }
    }
    let comes_from = |room: &RoomTemplate| room.source.as_ref().map(|source| source.file.as_str()) == file;
    for (at, room) in set.rooms.iter().enumerate() {
        if file.is_some() && comes_from(room) && !seen.contains(&at) {
            merger.rooms.push(MergedRoom { name: room.name.clone(), change: MergedChange::Gone });
        }
    }
    Merged { set: merger.set, rooms: merger.rooms, remarks: merger.remarks.diagnostics() }
}

/// The errors that a set would have after an import; none if it has some already, since it is not the import that spoils it.
pub fn new_errors(before: &RoomSet, after: &RoomSet) -> Vec<Diagnostic> {
    let errors = |set: &RoomSet| -> Vec<Diagnostic> {
        check_room_set(set).into_iter().filter(|found| found.severity == Severity::Error).collect()
    };
    if errors(before).is_empty() { errors(after) } else { Vec::new() }
}

struct Merger<'d> {
    set: RoomSet,
    drawing: &'d Drawing,
    remarks: Remarks,
    rooms: Vec<MergedRoom>,
    names: Names,
    /// What things of the palette became, by what stood there.
    characters: BTreeMap<(u16, Option<char>), char>,
    tiles: Tiles,
}

/// Names of tiles that are taken, and what tiles of a source are called instead.
struct Tiles {
    /// By name the colour, and whether one can walk on it.
    known: BTreeMap<String, (Color, bool)>,
    /// New names by the old one and whether one can walk on it.
    renamed: BTreeMap<(String, bool), String>,
}

impl Tiles {
    fn of(set: &RoomSet) -> Self {
        let mut known = BTreeMap::new();
        for (_, look, is_walkable) in tiles_of_set(set) {
            known.entry(look.name.clone()).or_insert((look.color, is_walkable));
        }
        Self { known, renamed: BTreeMap::new() }
    }

    /// What the set can have for what a source has and its legend lacks: a tile of the same name and kind has the colour that it has there, one of another kind gets another name.
    fn fitted(&mut self, mut entry: LegendEntry, remarks: &mut Remarks) -> LegendEntry {
        let is_walkable = match entry {
            LegendEntry::Ground(_) | LegendEntry::Entity(_) | LegendEntry::Marker(_) => true,
            LegendEntry::Wall
            | LegendEntry::Floor
            | LegendEntry::Socket(_)
            | LegendEntry::Obstacle(_)
            | LegendEntry::Nothing => false,
        };
        let look = match &mut entry {
            LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => Some(look),
            LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => placed.on.as_mut(),
            LegendEntry::Socket(socket) => socket.blocker.as_mut(),
            LegendEntry::Wall | LegendEntry::Floor | LegendEntry::Nothing => None,
        };
        if let Some(look) = look {
            look.name = self.name(&look.name, is_walkable, remarks);
            look.color = self.known.entry(look.name.clone()).or_insert((look.color, is_walkable)).0;
        }
        entry
    }

    /// The name itself, or with the first number behind it under which there is no tile of another kind.
    fn name(&mut self, name: &str, is_walkable: bool, remarks: &mut Remarks) -> String {
        let fits = |name: &str| {
            let is_other = self.known.get(name).is_some_and(|(_, known)| *known != is_walkable);
            !is_other && !RESERVED_TILE_NAMES.contains(&name)
        };
        if fits(name) {
            return name.to_owned();
        }
        let key = (name.to_owned(), is_walkable);
        if let Some(renamed) = self.renamed.get(&key) {
            return renamed.clone();
        }
        let Some(free) = (2_u32..).map(|number| format!("{name} {number}")).find(|name| fits(name)) else {
            return name.to_owned();
        };
        let why = if RESERVED_TILE_NAMES.contains(&name) {
            "the name belongs to the level's own tiles"
        } else if is_walkable {
            "in the set one cannot walk on the tile of that name"
        } else {
            "in the set one can walk on the tile of that name"
        };
        let what = format!("The tile \"{name}\" is called \"{free}\", because {why}");
        remarks.note("renamed-tile", what, None, None);
        self.renamed.insert(key, free.clone());
        free
    }
}

impl Merger<'_> {
    /// The room that was imported from there; if the set was exported, changed and comes back, the one of that name.
    fn known(&self, room: &DrawnRoom, file: &str) -> Option<usize> {
        let is_it = |known: &RoomTemplate| {
            known.source.as_ref().is_some_and(|source| source.file == file && source.room == room.name)
        };
        let comes_back = self.drawing.set.as_ref().is_some_and(|drawn| drawn.name == self.set.name);
        let is_namesake =
            |known: &RoomTemplate| comes_back && known.source.is_none() && known.name == room.name;
        let rooms = &self.set.rooms;
        rooms.iter().position(is_it).or_else(|| rooms.iter().position(is_namesake))
    }

    fn add(&mut self, room: &DrawnRoom, file: Option<&str>, symbol: &str, is_taken: impl Fn(&str) -> bool) {
        let picture = self.picture(room, &[]);
        let DrawnSettings { symbol: own, notes, weight, at_most, turns, flips, card } = room.settings.clone();
        let name = self.names.free(&room.name, is_taken);
        self.names.take(name.clone());
        self.rooms.push(MergedRoom { name: name.clone(), change: MergedChange::Added });
        if own.is_none() {
            let what = format!("Rooms for which the source names no symbol are for \"{symbol}\"");
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
        let theirs = self.picture(room, &before);
        let name = known.name.clone();
        let merged = merged(&known.picture, &before, &theirs);
        if let Some(conflict) = &merged.conflict {
            self.remarks.warn("changed-on-both-sides", conflict.words(&name), None, None);
        }
        self.compare_settings(&known, &room.settings);
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
        self.rooms.push(MergedRoom { name, change });
        if let Some(room) = self.set.rooms.get_mut(at) {
            (room.picture, room.source) = (merged.picture, source);
        }
    }

    /// What the source says of a room beside its picture does not count any more; it is only remarked.
    fn compare_settings(&mut self, known: &RoomTemplate, drawn: &DrawnSettings) {
        let mut differs = |what: &str, theirs: Option<String>, here: String| {
            if let Some(theirs) = theirs.filter(|theirs| *theirs != here) {
                let what = format!("The source says {what} {theirs} of \"{}\"; it stays {here}", known.name);
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

    /// The rows of a room in the characters of the set, which gets those that it lacks. `before` says which characters stood there.
    fn picture(&mut self, room: &DrawnRoom, before: &[String]) -> Vec<String> {
        let before: Vec<Vec<char>> = before.iter().map(|row| row.chars().collect()).collect();
        let nothing = Meaning::of(LegendEntry::Nothing);
        let rows = room.cells.rows().enumerate().map(|(y, row)| {
            let stood = before.get(y);
            let cells = row.iter().enumerate().map(|(x, number)| {
                let stood = stood.and_then(|row| row.get(x)).copied();
                let find = || {
                    let meaning = self.drawing.palette.get(*number).unwrap_or(&nothing);
                    let is_known = self.set.legend.values().any(|known| *known == meaning.entry);
                    let entry = meaning.entry.clone();
                    let entry = if is_known { entry } else { self.tiles.fitted(entry, &mut self.remarks) };
                    character(&mut self.set.legend, &Meaning { wanted: meaning.wanted, entry }, stood)
                };
                *self.characters.entry((*number, stood)).or_insert_with(find)
            });
            cells.collect()
        });
        rows.collect()
    }
}

/// The character of a meaning, which the legend gets if it lacks it.
fn character(legend: &mut IndexMap<char, LegendEntry>, meaning: &Meaning, stood: Option<char>) -> char {
    let Meaning { wanted, entry } = meaning;
    let is = |character: &char, test: &dyn Fn(&LegendEntry) -> bool| legend.get(character).is_some_and(test);
    if let Some(stood) = stood.filter(|stood| is(stood, &|known| is_still(entry, known))) {
        return stood;
    }
    if let Some(wanted) = wanted.filter(|wanted| is(wanted, &|known| known == entry)) {
        return wanted;
    }
    let by = |test: &dyn Fn(&LegendEntry) -> bool| {
        legend.iter().find(|(_, known)| test(known)).map(|(character, _)| *character)
    };
    if let Some(known) = by(&|known| known == entry).or_else(|| by(&|known| is_same_tile(entry, known))) {
        return known;
    }
    let is_taken = |character: &char| legend.contains_key(character) || columns(*character) == 0;
    let character = free_character(wanted.unwrap_or_else(|| usual(entry)), is_taken);
    legend.insert(character, entry.clone());
    character
}

/// Could an entry of the set be what the source says, with what was added here?
fn is_still(source: &LegendEntry, here: &LegendEntry) -> bool {
    match (source, here) {
        (LegendEntry::Socket(source), LegendEntry::Socket(here)) => {
            let SocketEntry { kind, blocker } = source;
            (kind.is_none() || *kind == here.kind) && (blocker.is_none() || *blocker == here.blocker)
        }
        (LegendEntry::Entity(source), LegendEntry::Entity(here))
        | (LegendEntry::Marker(source), LegendEntry::Marker(here)) => {
            let has_all =
                source.properties.iter().all(|(name, value)| here.properties.get(name) == Some(value));
            let stands_on = |on: &Option<TileLook>| on.as_ref().map(|look| look.name.clone());
            source.kind == here.kind && has_all && stands_on(&source.on) == stands_on(&here.on)
        }
        _ => source == here || is_same_tile(source, here),
    }
}

/// Tiles of one name are the same, whatever their colour; a set has no two of a name.
fn is_same_tile(one: &LegendEntry, other: &LegendEntry) -> bool {
    match (one, other) {
        (LegendEntry::Ground(one), LegendEntry::Ground(other))
        | (LegendEntry::Obstacle(one), LegendEntry::Obstacle(other)) => one.name == other.name,
        _ => false,
    }
}

/// The character that an entry mostly has.
fn usual(entry: &LegendEntry) -> char {
    let first = |name: &str| name.chars().next().filter(|first| first.is_alphanumeric()).unwrap_or('a');
    match entry {
        LegendEntry::Wall => '#',
        LegendEntry::Floor => '.',
        LegendEntry::Socket(SocketEntry { kind: None, .. }) => '+',
        LegendEntry::Socket(_) => '=',
        LegendEntry::Nothing => ' ',
        LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => first(&look.name),
        LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => first(&placed.kind),
    }
}

/// A picture into which two others went.
struct MergedPicture {
    picture: Vec<String>,
    /// What the next import compares with: the source, but as it was before where there is a conflict, so that it is not forgotten.
    base: Vec<String>,
    conflict: Option<Conflict>,
}

/// What changed on both sides.
enum Conflict {
    /// So many cells.
    Cells(usize),
    /// All of it, for the pictures are not of one size.
    Sizes { here: (usize, usize), before: (usize, usize), theirs: (usize, usize) },
}

impl Conflict {
    /// In words, of the room of this name.
    fn words(&self, name: &str) -> String {
        let cells = |(width, height): (usize, usize)| format!("{width} × {height} cells");
        match self {
            Self::Cells(count) => {
                let verb = if *count == 1 { "stays" } else { "stay" };
                let count = counted(*count, "cell");
                format!("{count} of \"{name}\" changed both here and in the source, and {verb} as here")
            }
            Self::Sizes { here, before, theirs } if theirs == before => format!(
                "The source of \"{name}\", of {}, changed, while the room here was redrawn and stays at {}",
                cells(*theirs),
                cells(*here)
            ),
            Self::Sizes { here, theirs, .. } => format!(
                "The source of \"{name}\" now has {}, while the room here was redrawn and stays at {}",
                cells(*theirs),
                cells(*here)
            ),
        }
    }
}

/// What is here, with what changed in the source since it was as before.
fn merged(here: &[String], before: &[String], theirs: &[String]) -> MergedPicture {
    let take = |picture: &[String]| MergedPicture {
        picture: picture.to_vec(),
        base: theirs.to_vec(),
        conflict: None,
    };
    if here == before {
        return take(theirs);
    }
    if theirs == before || theirs == here {
        return take(here);
    }
    let widths = |picture: &[String]| picture.iter().map(|row| row.chars().count()).collect::<Vec<_>>();
    let (of_here, of_before, of_theirs) = (widths(here), widths(before), widths(theirs));
    if of_here != of_before || of_theirs != of_before {
        let size = |widths: &[usize]| (widths.iter().copied().max().unwrap_or(0), widths.len());
        let (here_size, before_size, theirs_size) = (size(&of_here), size(&of_before), size(&of_theirs));
        let conflict = Conflict::Sizes { here: here_size, before: before_size, theirs: theirs_size };
        return MergedPicture { picture: here.to_vec(), base: before.to_vec(), conflict: Some(conflict) };
    }
    let mut conflicts = 0;
    let (mut picture, mut base) = (Vec::new(), Vec::new());
    for ((here, before), theirs) in here.iter().zip(before).zip(theirs) {
        let cells = here.chars().zip(before.chars()).zip(theirs.chars());
        let cells = cells.map(|((here, before), theirs)| {
            let is_conflict = here != before && theirs != before && theirs != here;
            conflicts += usize::from(is_conflict);
            (if here == before { theirs } else { here }, if is_conflict { before } else { theirs })
        });
        let (row, row_before): (String, String) = cells.unzip();
        picture.push(row);
        base.push(row_before);
    }
    MergedPicture { picture, base, conflict: (conflicts > 0).then_some(Conflict::Cells(conflicts)) }
}

/// In how many cells two pictures differ.
fn differing(one: &[String], other: &[String]) -> usize {
    let rows = one.len().max(other.len());
    let row = |picture: &[String], y: usize| picture.get(y).map_or(Vec::new(), |row| row.chars().collect());
    let count = |y: usize| {
        let (one, other) = (row(one, y), row(other, y));
        (0..one.len().max(other.len())).filter(|x| one.get(*x) != other.get(*x)).count()
    };
    (0..rows).map(count).sum()
}
