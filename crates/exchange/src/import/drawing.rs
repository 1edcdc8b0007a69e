//! The content of a source before it has characters: rooms of cells, each with its legend entry.
//!
//! The drawing keeps remarks for everything that could not be taken over. It does not choose characters;
//! `merge` does.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};

use crate::base::{Cell, Diagnostic, Grid, Hint, Rect, Severity, Size};
use crate::rooms::{CardSettings, LegendEntry, RoomTemplate, TileChoice, TileLook, TileSheet};

/// Maximum number of different things in the rooms of a source.
const MOST_MEANINGS: usize = 2_000;
/// Maximum number of rooms taken over from a source.
const MOST_ROOMS: usize = 1_000;
/// Maximum number of different remarks kept.
const MOST_REMARKS: usize = 500;

/// All rooms of a source.
#[derive(Clone, Debug, Default)]
pub struct SourceDrawing {
    /// Rooms in the order of the source, with unique names.
    pub rooms: Vec<DrawnRoom>,
    /// Meanings of the numbers in the cells of the rooms.
    pub palette: MeaningPalette,
    /// Settings of the room set, if this program wrote the source.
    pub set: Option<DrawnSet>,
    /// Everything that could not be taken over, or only in another form.
    pub remarks: Remarks,
    /// Candidates for solid tiles, the likeliest first, for the designer to choose from. Empty if the source
    /// defines what is solid.
    pub solid_candidates: Vec<SolidCandidate>,
    names: UniqueNames,
}

/// A room of a source.
#[derive(Clone, Debug)]
pub struct DrawnRoom {
    /// Name in the source.
    pub name: String,
    /// Identity in the source, which survives new names and numbers.
    pub id: Option<String>,
    /// Settings in the source.
    pub settings: DrawnSettings,
    /// Number in the palette, for each cell.
    pub cells: Grid<u16>,
    /// Cells whose content could not be read, for example a tile of a missing tile set.
    pub unread: BTreeSet<Cell>,
}

/// Something that may be solid in a source that does not define it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolidCandidate {
    /// The rule that names it in a [`SourceReading`](crate::rooms::SourceReading).
    pub rule: SolidRule,
    /// Number of cells of the source that have it.
    pub count: usize,
    /// The first rectangle of the source that contains it, with its cells marked.
    pub example: Grid<bool>,
}

/// An entry of `solid` or `solid_layers` of a [`SourceReading`](crate::rooms::SourceReading).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolidRule {
    /// Tiles with this name, property, tag or number.
    Tiles(String),
    /// Everything on a layer with this name.
    Layer(String),
}

/// Settings of a room in a source; `None` for those that the source lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are the fields of a template")]
pub struct DrawnSettings {
    pub symbol: Option<String>,
    pub notes: Option<String>,
    pub weight: Option<u32>,
    pub at_most: Option<u32>,
    pub turns: Option<bool>,
    pub flips: Option<bool>,
    pub card: Option<CardSettings>,
}

/// Settings of a room set in a source that this program wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnSet {
    /// Name of the set.
    pub name: String,
    /// Remarks of the author.
    pub notes: String,
    /// The tile that closes unused sockets.
    pub blocker: Option<TileLook>,
    /// Picture with tiles for the looks.
    pub sheet: Option<TileSheet>,
    /// Looks of tiles.
    pub looks: BTreeMap<String, TileChoice>,
    /// The whole legend, in order.
    pub legend: Vec<(char, LegendEntry)>,
}

/// The content of a cell, and the preferred character for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellMeaning {
    /// Character in the source, if it has one.
    pub wanted: Option<char>,
    /// Entry for the legend.
    pub entry: LegendEntry,
}

impl CellMeaning {
    /// Creates a meaning without a preferred character.
    pub fn of(entry: LegendEntry) -> Self {
        Self { wanted: None, entry }
    }

    /// Returns its name in messages.
    pub(super) fn called(&self) -> String {
        match &self.entry {
            LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => format!("\"{}\"", placed.kind),
            LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => format!("\"{}\"", look.name),
            LegendEntry::Socket(_) => "A socket".to_owned(),
            LegendEntry::Wall => "A wall".to_owned(),
            LegendEntry::Floor => "Floor".to_owned(),
            LegendEntry::Nothing => "Nothing".to_owned(),
        }
    }
}

/// The distinct meanings in the cells of a source.
#[derive(Clone, Debug, Default)]
pub struct MeaningPalette(IndexSet<CellMeaning>);

impl MeaningPalette {
    /// Returns the number of a meaning, or `None` if there are too many.
    pub fn number(&mut self, meaning: CellMeaning) -> Option<u16> {
        if let Some(known) = self.0.get_index_of(&meaning) {
            return u16::try_from(known).ok();
        }
        if self.0.len() >= MOST_MEANINGS {
            return None;
        }
        u16::try_from(self.0.insert_full(meaning).0).ok()
    }

    /// Returns the meaning of a number.
    pub fn get(&self, number: u16) -> Option<&CellMeaning> {
        self.0.get_index(usize::from(number))
    }
}

impl SourceDrawing {
    /// Adds a room under a unique name.
    ///
    /// Rooms that are too large or empty are left out and remarked. Empty rows and columns at the edges are
    /// cut off.
    pub(super) fn add(
        &mut self,
        room: NewRoom<'_>,
        mut meaning: impl FnMut(Cell, &mut Remarks) -> CellMeaning,
    ) {
        if self.is_full() {
            return;
        }
        let NewRoom { name, id, settings, size, unread, parting } = room;
        let most = RoomTemplate::MAX_SIDE;
        if size.area() == 0 || size.width.max(size.height) > most {
            return self.leave_out_large(name, size, parting);
        }
        let own = self.names.free(name, |_| false);
        let rect = Rect::new(Cell::new(0, 0), size);
        let mut meanings = Vec::with_capacity(size.area());
        let mut drawn: Option<Rect> = self.set.is_some().then_some(rect);
        for cell in rect.cells() {
            let meaning = meaning(cell, &mut self.remarks);
            if meaning.entry != LegendEntry::Nothing {
                let own = Rect::new(cell, Size::new(1, 1));
                drawn = Some(drawn.map_or(own, |drawn| drawn.union(own)));
            }
            meanings.push(meaning);
        }
        let Some(drawn) = drawn else { return self.leave_out_empty(name) };
        let mut cells = Vec::with_capacity(drawn.size.area());
        for (cell, meaning) in rect.cells().zip(meanings).filter(|(cell, _)| drawn.contains(*cell)) {
            let number = self.palette.number(meaning).or_else(|| {
                let what = format!("The rooms contain more than {MOST_MEANINGS} different things");
                self.remarks.warn("too-many-things", what, Some(place_in(&own, cell)), None);
                self.palette.number(CellMeaning::of(LegendEntry::Nothing))
            });
            cells.push(number.unwrap_or_default());
        }
        if own != name {
            let what = "Several rooms have the same name, so all but the first get a number".to_owned();
            self.remarks.note("same-name", what, Some(format!("\"{own}\"")), None);
        }
        if let Some(cells) = Grid::from_values(drawn.size, cells) {
            self.names.take(own.clone());
            // Includes cells that were cut off: without them, the size of the room is unknown.
            let unread = unread.into_iter().map(|cell| cell - drawn.min);
            self.rooms.push(DrawnRoom { name: own, id, settings, cells, unread: unread.collect() });
        }
    }

    /// Returns `true` if no more rooms can be taken over, and remarks it. Call this before adding another
    /// room.
    pub(super) fn is_full(&mut self) -> bool {
        if self.rooms.len() < MOST_ROOMS {
            return false;
        }
        let what = format!("There are more than {MOST_ROOMS} rooms; the others are left out");
        self.remarks.warn("too-many-rooms", what, None, None);
        true
    }

    /// Remarks a room that is too large.
    pub(super) fn leave_out_large(&mut self, name: &str, size: Size, parting: Option<&str>) {
        let (Size { width, height }, most) = (size, RoomTemplate::MAX_SIDE);
        let limit = format!("draw rooms of 1 × 1 to {most} × {most} cells");
        let what = format!("\"{name}\" has {width} × {height} cells and is left out; {limit}");
        self.remarks.warn("room-size", what, None, parting.map(Hint::from));
    }

    /// Remarks a room in which nothing is drawn.
    pub(super) fn leave_out_empty(&mut self, name: &str) {
        let what = "Rooms in which nothing is drawn are left out".to_owned();
        self.remarks.warn("empty-room", what, Some(format!("\"{name}\"")), None);
    }
}

/// A room that is being added.
#[derive(Clone, Debug, Default)]
pub(super) struct NewRoom<'n> {
    pub name: &'n str,
    pub id: Option<String>,
    pub settings: DrawnSettings,
    pub size: Size,
    /// Cells whose content could not be read.
    pub unread: BTreeSet<Cell>,
    /// A hint at parting it into smaller rooms.
    pub parting: Option<&'static str>,
}

/// Describes the position of a cell in words, with columns and rows counted from 1.
pub(super) fn place_in(room: &str, cell: Cell) -> String {
    format!("column {}, row {} of \"{room}\"", i64::from(cell.x) + 1, i64::from(cell.y) + 1)
}

/// Names that are taken, with the last number tried for each.
#[derive(Clone, Debug, Default)]
pub(super) struct UniqueNames {
    taken: BTreeSet<String>,
    next: BTreeMap<String, u32>,
}

impl UniqueNames {
    /// Returns the name itself, or the name with the first number that is free here and elsewhere.
    pub fn free(&mut self, name: &str, is_taken: impl Fn(&str) -> bool) -> String {
        let is_free = |name: &String| !self.taken.contains(name) && !is_taken(name);
        let plain = name.to_owned();
        if is_free(&plain) {
            return plain;
        }
        let next = self.next.entry(plain).or_insert(2);
        let mut numbered = (*next..).map(|number| (number, format!("{name} {number}")));
        let Some((number, free)) = numbered.find(|(_, name)| is_free(name)) else { return String::new() };
        *next = number;
        free
    }

    /// Marks a name as taken.
    pub fn take(&mut self, name: String) {
        self.taken.insert(name);
    }
}

/// Problems while reading a source. Equal ones are merged, with their number and the first location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    found: IndexMap<(&'static str, String), CountedRemark>,
    /// Number of further remarks that were dropped.
    more: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct CountedRemark {
    severity: Severity,
    count: usize,
    first: Option<String>,
    hint: Option<Hint>,
}

impl Remarks {
    /// Warns that something is not taken over.
    pub fn warn(&mut self, code: &'static str, what: String, place: Option<String>, hint: Option<Hint>) {
        self.add(Severity::Warning, code, what, place, hint, 1);
    }

    /// Warns that something is not taken over, `times` times.
    pub fn warn_times(
        &mut self,
        code: &'static str,
        what: String,
        times: usize,
        place: Option<String>,
        hint: Option<Hint>,
    ) {
        self.add(Severity::Warning, code, what, place, hint, times);
    }

    /// Notes an assumption; repeated notes are not counted.
    pub fn once(&mut self, code: &'static str, what: String, hint: Option<Hint>) {
        if !self.found.contains_key(&(code, what.clone())) {
            self.add(Severity::Note, code, what, None, hint, 1);
        }
    }

    /// Notes that something is taken over in another form.
    pub fn note(&mut self, code: &'static str, what: String, place: Option<String>, hint: Option<Hint>) {
        self.add(Severity::Note, code, what, place, hint, 1);
    }

    fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        what: String,
        first: Option<String>,
        hint: Option<Hint>,
        times: usize,
    ) {
        let key = (code, what);
        if let Some(known) = self.found.get_mut(&key) {
            known.count += times;
        } else if self.found.len() < MOST_REMARKS {
            self.found.insert(key, CountedRemark { severity, count: times, first, hint });
        } else {
            self.more += times;
        }
    }

    /// Adds all remarks of `other`.
    pub fn append(&mut self, other: Self) {
        self.more += other.more;
        for (key, remark) in other.found {
            if self.found.contains_key(&key) || self.found.len() < MOST_REMARKS {
                let count = remark.count;
                let known = self.found.entry(key).or_insert(CountedRemark { count: 0, ..remark });
                known.count += count;
            } else {
                self.more += remark.count;
            }
        }
    }

    /// Returns `true` if there are no remarks.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns each remark as a sentence with its location: "Rooms in which nothing is drawn are left out: 12
    /// times, first in "Crypt"."
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let sentence = |((code, what), remark): (&(&'static str, String), &CountedRemark)| {
            let message = match (&remark.first, remark.count) {
                (None, 1) => format!("{what}."),
                (None, count) => format!("{what}: {count} times."),
                (Some(first), 1) => format!("{what}: in {first}."),
                (Some(first), count) => format!("{what}: {count} times, first in {first}."),
            };
            Diagnostic::new(remark.severity, code, message).maybe_hint(remark.hint.clone())
        };
        let more = (self.more > 0).then(|| {
            Diagnostic::warning("more-remarks", format!("There are {} more remarks on this file.", self.more))
        });
        self.found.iter().map(sentence).chain(more).collect()
    }
}
