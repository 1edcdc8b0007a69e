//! Fills empty cells of a room with floor if walls enclose them.
//!
//! ```text
//! ####        ####
//! #  #  ####  #..#  ####
//! #  +  #  #  #..+  #..#
//! ####  #  #  ####  #..#
//!       ####        ####
//! ```
//! Cells that can be reached from outside without crossing a solid cell or a socket stay empty. If nothing is
//! enclosed because the outer wall has openings, these are closed and the search is repeated. Narrow openings
//! get a socket in their middle, wide ones a wall. As a last resort, the edge of the room becomes its outer
//! wall.

use std::collections::BTreeSet;

use super::sheet::MapCells;
use super::solids::is_solid;
use crate::base::{BitGrid, Cell, Direction, Grid, Rect, Size};
use crate::rooms::LegendEntry;

/// The result of filling a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FloodResult {
    /// Empty cells that are now floor.
    pub floor: BTreeSet<Cell>,
    /// Middles of narrow openings in the outer wall.
    pub sockets: BTreeSet<Cell>,
    /// Cells of wide openings in the outer wall, and the rest of narrow ones.
    pub walls: BTreeSet<Cell>,
    /// `true` if there were wide openings.
    pub has_wide: bool,
    /// `true` if the edge of the room became its outer wall.
    pub is_closed_at_edge: bool,
    /// `true` if there are empty cells and walls, but nothing is enclosed.
    pub is_open: bool,
}

/// Maximum width of an opening to be treated as a door, in cells.
pub(crate) const WIDEST_DOOR: usize = 4;

/// Finds the empty cells within a rectangle that walls enclose.
pub(crate) fn fill(sheet: &MapCells, rect: Rect) -> FloodResult {
    let room = RoomCells::of(sheet, rect);
    let floor = room.floor(&room.inside(&BTreeSet::new()));
    if !floor.is_empty() || !room.has_solid {
        return FloodResult { floor, ..FloodResult::default() };
    }
    room.closed_by(room.openings(false))
}

/// Finds the empty cells within a rectangle whose edge is treated as the outer wall.
pub(crate) fn fill_to_edge(sheet: &MapCells, rect: Rect) -> FloodResult {
    let room = RoomCells::of(sheet, rect);
    if !room.has_solid {
        return FloodResult::default();
    }
    FloodResult { is_closed_at_edge: true, ..room.closed_by(room.openings(true)) }
}

/// Openings at the edge of a room, where nothing solid closes it.
#[derive(Default)]
struct Openings {
    /// All cells of openings, including those with a thing on them.
    all: BTreeSet<Cell>,
    /// Empty cells of each narrow opening.
    narrow: Vec<Vec<Cell>>,
    /// Empty cells of wide openings.
    wide: BTreeSet<Cell>,
}

/// The cells of a room, by their effect on a flood.
struct RoomCells {
    rect: Rect,
    /// Cells that stop a flood.
    closed: BitGrid,
    /// Cells with nothing on them.
    empty: BitGrid,
    has_solid: bool,
}

impl RoomCells {
    fn of(sheet: &MapCells, rect: Rect) -> Self {
        let mut closed = BitGrid::empty(rect.size);
        let mut empty = BitGrid::empty(rect.size);
        let mut has_solid = false;
        for cell in rect.cells() {
            let tile = sheet.tile(cell);
            let is_wall = tile.is_some_and(is_solid);
            has_solid |= is_wall;
            let thing = sheet.things.get(&cell).map(|thing| &thing.entry);
            let is_socket = matches!(thing, Some(LegendEntry::Socket(_)));
            closed.set(cell - rect.min, is_wall || is_socket);
            empty.set(cell - rect.min, tile.is_none() && thing.is_none());
        }
        Self { rect, closed, empty, has_solid }
    }

    /// Returns the cells that are enclosed once the openings are closed.
    fn closed_by(&self, openings: Openings) -> FloodResult {
        let Openings { all, narrow, wide } = openings;
        let inside = self.inside(&all);
        let floor = self.floor(&inside);
        if floor.is_empty() {
            let is_open = self.empty.cells().next().is_some();
            return FloodResult { is_open, ..FloodResult::default() };
        }
        let has_wide = !wide.is_empty();
        let (mut sockets, mut walls) = (BTreeSet::new(), wide);
        for cells in narrow {
            // An opening that leads nowhere is only a notch.
            let leads_in = |cell: &&Cell| cell.beside().any(|next| inside.contains(&next));
            let used: Vec<Cell> = cells.iter().filter(leads_in).copied().collect();
            let Some(socket) = used.get(used.len().saturating_sub(1) / 2).copied() else { continue };
            sockets.insert(socket);
            walls.extend(cells.into_iter().filter(|cell| *cell != socket));
        }
        FloodResult { floor, sockets, walls, has_wide, ..FloodResult::default() }
    }

    /// Returns the cells that are not closed and that no flood from outside reaches.
    fn inside(&self, openings: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        let is_closed = |cell: Cell| self.closed.get(cell) || openings.contains(&(cell + self.rect.min));
        let mut reached = Grid::filled(self.rect.size, false);
        let area = reached.rect();
        let mut left: Vec<Cell> = area.cells().filter(|cell| area.on_edge(*cell)).collect();
        while let Some(cell) = left.pop() {
            let Some(known) = reached.get_mut(cell).filter(|known| !**known && !is_closed(cell)) else {
                continue;
            };
            *known = true;
            left.extend(cell.beside());
        }
        let is_inside = |cell: &Cell| reached.get(*cell) == Some(&false) && !is_closed(*cell);
        area.cells().filter(is_inside).map(|cell| cell + self.rect.min).collect()
    }

    /// Returns the empty cells among `inside`.
    fn floor(&self, inside: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        inside.iter().copied().filter(|cell| self.empty.get(*cell - self.rect.min)).collect()
    }

    /// Finds the openings between solid cells of one side. With `to_corners`, gaps up to the corners are
    /// openings too.
    fn openings(&self, to_corners: bool) -> Openings {
        let area = Rect::new(Cell::new(0, 0), self.rect.size);
        let mut openings = Openings::default();
        for side in Direction::ALL {
            let cells = side_of(area, side);
            let runs: Vec<&[Cell]> = cells.split(|cell| self.closed.get(*cell)).collect();
            for (at, run) in runs.iter().enumerate() {
                let is_between = at > 0 && at + 1 < runs.len();
                if !is_between && !to_corners {
                    continue;
                }
                let is_narrow = is_between && run.len() <= WIDEST_DOOR;
                let empty = run.iter().filter(|cell| self.empty.get(**cell));
                let found = empty.map(|cell| *cell + self.rect.min);
                if is_narrow {
                    openings.narrow.push(found.collect());
                } else {
                    openings.wide.extend(found);
                }
                openings.all.extend(run.iter().map(|cell| *cell + self.rect.min));
            }
        }
        openings
    }
}

/// Returns the cells of one side of a rectangle, in order.
fn side_of(area: Rect, side: Direction) -> Vec<Cell> {
    let Size { width, height } = area.size;
    let along = if side.is_level() { height } else { width };
    let at = |step: i32| match side {
        Direction::North => Cell::new(step, 0),
        Direction::South => Cell::new(step, height.cast_signed() - 1),
        Direction::West => Cell::new(0, step),
        Direction::East => Cell::new(width.cast_signed() - 1, step),
    };
    (0..along.cast_signed()).map(at).collect()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::super::tiles::TileCover;
    use super::*;
    use crate::import::drawing::CellMeaning;
    use crate::rooms::SocketEntry;

    /// Draws the room after filling: `.` is new floor, `+` a new socket, `w` a new wall.
    fn filled(rows: &[&str]) -> Vec<String> {
        let mut sheet = MapCells::default();
        for (y, row) in (0..).zip(rows) {
            for (x, letter) in (0..).zip(row.chars()) {
                let entry = match letter {
                    '#' => LegendEntry::Wall,
                    '~' => LegendEntry::Ground(Default::default()),
                    '+' => LegendEntry::Socket(SocketEntry::default()),
                    _ => continue,
                };
                sheet.put(Cell::new(x, y), Rc::new(CellMeaning::of(entry)), TileCover::All);
            }
        }
        let size = Size::new(rows[0].len() as u32, rows.len() as u32);
        let filling = fill(&sheet, Rect::new(Cell::new(0, 0), size));
        let letter = |x: usize, y: usize| {
            let cell = Cell::new(x as i32, y as i32);
            match rows[y].as_bytes()[x] {
                b' ' if filling.floor.contains(&cell) => '.',
                b' ' if filling.sockets.contains(&cell) => '+',
                b' ' if filling.walls.contains(&cell) => 'w',
                other => char::from(other),
            }
        };
        (0..rows.len()).map(|y| (0..rows[0].len()).map(|x| letter(x, y)).collect()).collect()
    }

    #[test]
    fn empty_cells_within_walls_are_floor() {
        assert_eq!(
            filled(&["##+#   ", "#  ####", "#~ #  +", "#### ##"]),
            ["##+#   ", "#..####", "#~.#  +", "#### ##"]
        );
    }

    #[test]
    fn openings_of_rooms_that_nothing_closes_are_sockets() {
        assert_eq!(filled(&["####", "#   ", "#  #", "## #"]), ["####", "#..+", "#..#", "##+#"]);
        assert_eq!(filled(&["#  #", "#   "]), ["#  #", "#   "], "an open field");
        assert_eq!(
            filled(&["#####", "#   #", "#    ", "#    ", "#   #", "##  #"])[2..],
            ["#...+", "#...w", "#...#", "##+w#"]
        );
        assert_eq!(
            filled(&["#     #", "#     #", "#######"]),
            ["#wwwww#", "#.....#", "#######"],
            "an open sky"
        );
    }
}
