//! Floor on the empty cells of a room that walls enclose.
//!
//! ```text
//! ####        ####
//! #  #  ####  #..#  ####
//! #  +  #  #  #..+  #..#
//! ####  #  #  ####  #..#
//!       ####        ####
//! ```
//! What can be reached from outside without crossing anything solid, or a socket, stays empty. If nothing is enclosed, because the outer wall has openings, then narrow ones are closed by sockets and wide ones by wall, and the flood begins again.

use std::collections::BTreeSet;

use super::sheet::Sheet;
use super::solids::is_solid;
use crate::base::{BitGrid, Cell, Direction, Grid, Rect, Size};
use crate::mission::LegendEntry;

/// What filling a room gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filling {
    /// Empty cells that are floor now.
    pub floor: BTreeSet<Cell>,
    /// Narrow openings in the outer wall that are sockets now.
    pub sockets: BTreeSet<Cell>,
    /// Wide openings in the outer wall that are walls now.
    pub walls: BTreeSet<Cell>,
}

/// The maximum width of an opening that is taken for a door.
const WIDEST_DOOR: usize = 4;

/// Finds the empty cells within a rectangle that walls enclose.
pub(crate) fn fill(sheet: &Sheet, rect: Rect) -> Filling {
    let room = Room::of(sheet, rect);
    let floor = room.enclosed(&BTreeSet::new());
    if !floor.is_empty() || !room.has_solid {
        return Filling { floor, ..Filling::default() };
    }
    let (sockets, walls) = room.openings();
    let floor = room.enclosed(&sockets.union(&walls).copied().collect());
    // An opening that leads nowhere is only a notch.
    let is_used = |cell: &Cell| cell.beside().any(|next| floor.contains(&next));
    let sockets = sockets.into_iter().filter(is_used).collect();
    let walls = if floor.is_empty() { BTreeSet::new() } else { walls };
    Filling { floor, sockets, walls }
}

/// The cells of a room, by what stops a flood.
struct Room {
    rect: Rect,
    /// Cells that no flood crosses.
    closed: BitGrid,
    /// Cells on which nothing lies.
    empty: BitGrid,
    has_solid: bool,
}

impl Room {
    fn of(sheet: &Sheet, rect: Rect) -> Self {
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

    /// The empty cells that no flood from outside reaches.
    fn enclosed(&self, sockets: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        let size = self.rect.size;
        let mut reached = Grid::filled(size, false);
        let mut left: Vec<Cell> =
            reached.rect().cells().filter(|cell| reached.rect().on_edge(*cell)).collect();
        while let Some(cell) = left.pop() {
            let is_closed = self.closed.get(cell) || sockets.contains(&(cell + self.rect.min));
            let Some(known) = reached.get_mut(cell).filter(|known| !**known && !is_closed) else { continue };
            *known = true;
            left.extend(cell.beside());
        }
        let is_inside = |cell: &Cell| !reached.get(*cell).copied().unwrap_or(true);
        let inside = self.empty.cells().filter(is_inside);
        inside.map(|cell| cell + self.rect.min).filter(|cell| !sockets.contains(cell)).collect()
    }

    /// Empty cells of the edge between solid ones on the same side: narrow openings, and wide ones.
    fn openings(&self) -> (BTreeSet<Cell>, BTreeSet<Cell>) {
        let area = Rect::new(Cell::new(0, 0), self.rect.size);
        let (mut narrow, mut wide) = (BTreeSet::new(), BTreeSet::new());
        for side in Direction::ALL {
            let mut run: Option<Vec<Cell>> = None;
            for cell in side_of(area, side) {
                if self.closed.get(cell) {
                    let ended = run.replace(Vec::new()).unwrap_or_default();
                    let kind = if ended.len() <= WIDEST_DOOR { &mut narrow } else { &mut wide };
                    kind.extend(
                        ended
                            .into_iter()
                            .filter(|cell| self.empty.get(*cell))
                            .map(|cell| cell + self.rect.min),
                    );
                } else if let Some(run) = &mut run {
                    run.push(cell);
                }
            }
        }
        (narrow, wide)
    }
}

/// The cells of one side of a rectangle, in their order.
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

    use super::super::tiles::Cover;
    use super::*;
    use crate::import::drawing::Meaning;
    use crate::mission::SocketEntry;

    /// The room after filling: `.` is new floor, `+` a new socket, `w` a new wall.
    fn filled(rows: &[&str]) -> Vec<String> {
        let mut sheet = Sheet::default();
        for (y, row) in (0..).zip(rows) {
            for (x, letter) in (0..).zip(row.chars()) {
                let entry = match letter {
                    '#' => LegendEntry::Wall,
                    '~' => LegendEntry::Ground(Default::default()),
                    '+' => LegendEntry::Socket(SocketEntry::default()),
                    _ => continue,
                };
                sheet.put(Cell::new(x, y), Rc::new(Meaning::of(entry)), Cover::All);
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
            filled(&["#     #", "#     #", "#######"]),
            ["#wwwww#", "#.....#", "#######"],
            "an open sky"
        );
    }
}
