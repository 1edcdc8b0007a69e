//! Checks the picture of a room.
//!
//! Rooms are placed next to each other and entered only through their sockets:
//!
//! ```text
//! ####+####   the outermost cells are closed except for sockets;
//! #.......#   each socket has a floor cell next to it inside;
//! +..o.o..+   all floor, and therefore all sockets, are connected inside
//! ####+####
//! ```

use std::collections::BTreeMap;

use super::cards::check_card;
use crate::base::{Cell, Diagnostic, Direction, Grid, PathRef, Rect, Size, times};
use crate::rooms::{LegendEntry, RoomSet, RoomTemplate};

/// The role of a cell for walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellKind {
    Open,
    Solid,
    Socket,
    Nothing,
}

impl CellKind {
    fn of(entry: &LegendEntry) -> Self {
        match entry {
            LegendEntry::Floor | LegendEntry::Ground(_) | LegendEntry::Entity(_) | LegendEntry::Marker(_) => {
                Self::Open
            }
            LegendEntry::Wall | LegendEntry::Obstacle(_) => Self::Solid,
            LegendEntry::Socket(_) => Self::Socket,
            LegendEntry::Nothing => Self::Nothing,
        }
    }
}

/// Checks the picture of one room or card; `path` is that of its template.
///
/// `has_sockets` is `true` if the legend has a socket at all.
pub(super) fn check_picture(
    set: &RoomSet,
    room: &RoomTemplate,
    path: PathRef<'_>,
    has_sockets: bool,
    found: &mut Vec<Diagnostic>,
) {
    let before = found.len();
    let template = path;
    let path = template.field("picture");
    check_size(room, path, found);
    let characters = KnownCharacters::of(set);
    check_characters(&characters, room, path, found);
    if found.len() > before {
        return;
    }
    if let Some(card) = &room.card {
        return check_card(set, room, card, template, found);
    }
    let Some(grid) = kinds_of_cells(&characters, room) else { return };
    let sockets = room.sockets(&set.legend).map(|(cell, _)| cell);
    let leads = sockets.zip(room.leads(&set.legend).iter().map(Option::is_some)).collect();
    let picture = ParsedPicture { room, path, grid, leads };
    picture.check_outline(found);
    if found.len() > before {
        return;
    }
    picture.check_edge(found);
    picture.check_sockets(has_sockets, found);
    picture.check_joined(found);
}

fn check_size(room: &RoomTemplate, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    let size = room.size();
    if size.area() == 0 {
        let message = format!("The picture of \"{}\" is empty.", room.name);
        let hint = "Draw it in rows of characters of the legend.";
        found.push(Diagnostic::error("empty-picture", message).at(path).hint(hint));
    } else if size.width > RoomTemplate::MAX_SIDE || size.height > RoomTemplate::MAX_SIDE {
        let message = format!("\"{}\" is {} × {} cells.", room.name, size.width, size.height);
        let hint = format!("Make it at most {0} × {0} cells large.", RoomTemplate::MAX_SIDE);
        found.push(Diagnostic::error("room-too-large", message).at(path).hint(hint));
    }
    let usual = usual_length(room);
    for (y, row) in room.picture.iter().enumerate() {
        let length = row.chars().count();
        if length != usual {
            let message = format!("Row {} of \"{}\" has {length} characters.", y + 1, room.name);
            let hint = format!("Make it {usual} characters long, like the others.");
            found.push(Diagnostic::error("uneven-rows", message).at(path.index(y)).hint(hint));
        }
    }
}

/// Returns the most frequent row length; the greatest of several.
fn usual_length(room: &RoomTemplate) -> usize {
    let mut counts = BTreeMap::new();
    for row in &room.picture {
        *counts.entry(row.chars().count()).or_insert(0_usize) += 1;
    }
    counts.into_iter().max_by_key(|&(length, count)| (count, length)).map_or(0, |(length, _)| length)
}

/// The kinds of cells that the characters of a legend draw, with a table for ASCII characters.
///
/// A set may have a thousand rooms of ten thousand cells each, so the lookup must be fast.
struct KnownCharacters<'a> {
    set: &'a RoomSet,
    ascii: [Option<CellKind>; 128],
}

impl<'a> KnownCharacters<'a> {
    fn of(set: &'a RoomSet) -> Self {
        let mut ascii = [None; 128];
        for (character, entry) in &set.legend {
            if let Some(kind) = ascii.get_mut(*character as usize) {
                *kind = Some(CellKind::of(entry));
            }
        }
        Self { set, ascii }
    }

    fn kind(&self, character: char) -> Option<CellKind> {
        match self.ascii.get(character as usize) {
            Some(kind) => *kind,
            None => self.set.legend.get(&character).map(CellKind::of),
        }
    }
}

fn check_characters(
    known: &KnownCharacters<'_>,
    room: &RoomTemplate,
    path: PathRef<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let mut unknown: BTreeMap<char, (Cell, usize)> = BTreeMap::new();
    for (cell, character) in room.characters().filter(|(_, character)| known.kind(*character).is_none()) {
        unknown.entry(character).or_insert((cell, 0)).1 += 1;
    }
    for (character, (cell, count)) in unknown {
        let message =
            format!("{character:?} is not in the legend, but \"{}\" has it {}.", room.name, times(count));
        let hint = format!("Add {character:?} to the legend, for example as floor.");
        let row = path.index(cell.y as usize);
        let error = Diagnostic::error("unknown-character", message).at(row.index(cell.x as usize));
        found.push(error.hint(hint));
    }
}

fn kinds_of_cells(known: &KnownCharacters<'_>, room: &RoomTemplate) -> Option<Grid<CellKind>> {
    let kinds = room.characters().map(|(_, character)| known.kind(character));
    Grid::from_values(room.size(), kinds.collect::<Option<_>>()?)
}

/// A picture with even rows and known characters.
struct ParsedPicture<'a> {
    room: &'a RoomTemplate,
    path: PathRef<'a>,
    grid: Grid<CellKind>,
    /// For each socket, `true` if a passage from outside can reach it.
    leads: BTreeMap<Cell, bool>,
}

impl ParsedPicture<'_> {
    fn cells(&self, wanted: CellKind) -> impl Iterator<Item = Cell> {
        self.grid.iter().filter(move |&(_, &kinds_of_cells)| kinds_of_cells == wanted).map(|(cell, _)| cell)
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.grid.get(cell) == Some(&CellKind::Open)
    }

    fn report(&self, code: &'static str, cell: Cell, message: String, hint: &str) -> Diagnostic {
        let row = self.path.index(cell.y as usize);
        Diagnostic::error(code, message).at(row.index(cell.x as usize)).hint(hint)
    }

    fn check_edge(&self, found: &mut Vec<Diagnostic>) {
        let rect = self.grid.rect();
        let open: Vec<Cell> = self.cells(CellKind::Open).filter(|&cell| rect.on_edge(cell)).collect();
        if let Some(&first) = open.first() {
            let message = format!("The edge of \"{}\" is open in {}.", self.room.name, cells(open.len()));
            let hint = "Put walls there.";
            found.push(self.report("open-edge", first, message, hint));
        }
    }

    /// Reports an outermost row or column without any cell of the room.
    ///
    /// Layout and checker use the size of the picture for that of the room.
    fn check_outline(&self, found: &mut Vec<Diagnostic>) {
        let Size { width, height } = self.grid.size();
        let (last_x, last_y) = (width as i32 - 1, height as i32 - 1);
        for side in Direction::ALL {
            let edge = match side {
                Direction::North => Rect::new(Cell::new(0, 0), Size::new(width, 1)),
                Direction::East => Rect::new(Cell::new(last_x, 0), Size::new(1, height)),
                Direction::South => Rect::new(Cell::new(0, last_y), Size::new(width, 1)),
                Direction::West => Rect::new(Cell::new(0, 0), Size::new(1, height)),
            };
            if edge.cells().all(|cell| self.grid.get(cell) == Some(&CellKind::Nothing)) {
                let what = if matches!(side, Direction::North | Direction::South) { "row" } else { "column" };
                let at = match side {
                    Direction::East => Cell::new(last_x, 0),
                    Direction::South => Cell::new(0, last_y),
                    Direction::North | Direction::West => Cell::new(0, 0),
                };
                let message = format!("An outermost {what} of \"{}\" is empty.", self.room.name);
                found.push(self.report("empty-edge", at, message, &format!("Delete the {what}.")));
            }
        }
    }

    fn check_sockets(&self, has_sockets: bool, found: &mut Vec<Diagnostic>) {
        let sockets: Vec<Cell> = self.cells(CellKind::Socket).collect();
        if sockets.is_empty() && has_sockets {
            let message = format!("\"{}\" has no socket, so nothing can lead into it.", self.room.name);
            found.push(
                Diagnostic::error("no-sockets", message).at(self.path).hint("Put at least one on its edge."),
            );
        }
        for &socket in &sockets {
            found.extend(self.check_socket(socket));
            let beside = [Direction::West, Direction::North].map(|direction| socket.step(direction));
            if beside.iter().any(|cell| self.grid.get(*cell) == Some(&CellKind::Socket)) {
                let message = format!("Two sockets of \"{}\" lie next to each other.", self.room.name);
                let hint = "Move one of them away, because only one can be used.";
                let mut warning = self.report("sockets-side-by-side", socket, message, hint);
                warning.severity = crate::base::Severity::Warning;
                found.push(warning);
            }
        }
    }

    fn check_socket(&self, socket: Cell) -> Option<Diagnostic> {
        let name = &self.room.name;
        let sides = outer_sides(self.grid.size(), socket);
        let (code, message, hint) = match sides.as_slice() {
            [] if self.leads.get(&socket) == Some(&true) => return None,
            [] if socket.beside().any(|near| self.grid.get(near) == Some(&CellKind::Nothing)) => (
                "walled-in-socket",
                format!("No way leads from a socket of \"{name}\" to its edge."),
                "Leave an empty strip to the edge, away from floor and other sockets.",
            ),
            [] => (
                "inner-socket",
                format!("A socket of \"{name}\" is not on its edge."),
                "Move it to the edge.",
            ),
            [side] if self.is_open(socket.step(side.opposite())) => return None,
            [_] => (
                "blocked-socket",
                format!("There is no floor behind a socket of \"{name}\"."),
                "Put floor next to it, inside the room.",
            ),
            _ => (
                "corner-socket",
                format!("A socket of \"{name}\" is in a corner."),
                "Move it along the edge.",
            ),
        };
        Some(self.report(code, socket, message, hint))
    }

    fn check_joined(&self, found: &mut Vec<Diagnostic>) {
        let parts = self.parts();
        let Some(main) = parts.iter().find(|part| part.sockets > 0) else { return };
        for part in parts.iter().filter(|part| part.first != main.first) {
            let name = &self.room.name;
            found.push(if part.sockets > 0 {
                let message = format!("Not all sockets of \"{name}\" are connected inside.");
                self.report(
                    "sockets-not-joined",
                    part.first,
                    message,
                    "Connect this part with the rest by floor, side to side.",
                )
            } else {
                let message = format!("A part of \"{name}\" of {} cannot be reached.", cells(part.cells));
                self.report("unreachable-floor", part.first, message, "Connect it with the rest.")
            });
        }
    }

    /// Returns the connected parts of the floor, in the order of their first cells.
    fn parts(&self) -> Vec<FloorComponent> {
        let mut seen = Grid::filled(self.grid.size(), false);
        let mut parts = Vec::new();
        for first in self.cells(CellKind::Open) {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let mut part = FloorComponent { first, cells: 0, sockets: 0 };
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                part.cells += 1;
                for next in cell.beside() {
                    match self.grid.get(next) {
                        Some(CellKind::Open) if !seen[next] => {
                            seen[next] = true;
                            open.push(next);
                        }
                        Some(CellKind::Socket) => part.sockets += 1,
                        _ => {}
                    }
                }
            }
            parts.push(part);
        }
        parts
    }
}

/// Floor cells connected by their sides.
struct FloorComponent {
    first: Cell,
    cells: usize,
    /// Number of contacts with sockets.
    sockets: usize,
}

fn cells(count: usize) -> String {
    if count == 1 { "one cell".to_owned() } else { format!("{count} cells") }
}

/// Returns the sides of the picture at which a cell is.
fn outer_sides(size: Size, cell: Cell) -> Vec<Direction> {
    let inside =
        |cell: Cell| cell.x >= 0 && cell.y >= 0 && cell.x < size.width as i32 && cell.y < size.height as i32;
    Direction::ALL.into_iter().filter(|&side| !inside(cell.step(side))).collect()
}
