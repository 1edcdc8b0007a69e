//! The border between floors and walls: along the sides of cells, and by marching squares in caves.
//!
//! Everything is in half cells. Each of the four cells around a corner owns one quarter. A quarter is cut if
//! its triangle next to the corner is of the other kind:
//!
//! ```text
//! # .      the wall's quarter is cut: floor continues next to the corner,
//!  L       and a slanted wall joins the middles of two neighbouring sides
//! . .
//! ```

use crate::base::{Cell, Grid, Size};
use crate::level::{Level, OwnedBy, Tile};
use crate::settings::Movement;

use super::CaveOutline;

/// The offsets from a corner to its four cells, clockwise from the upper left one.
pub(super) const QUARTERS: [Cell; 4] =
    [Cell::new(-1, -1), Cell::new(0, -1), Cell::new(0, 0), Cell::new(-1, 0)];

/// The cut quarters around each corner, and the cells that are wall.
///
/// The model ends behind the walls next to walkable cells: rock further away is outside of it.
pub(super) struct Corners {
    walls: Grid<bool>,
    is_in_model: Grid<bool>,
    /// For each corner, `true` for each quarter that is cut.
    cut: Grid<[bool; 4]>,
}

impl Corners {
    pub(super) fn new(level: &Level, outline: CaveOutline) -> Self {
        let size = level.tiles.size();
        let mut walls = Grid::filled(size, true);
        let mut is_in_model = Grid::filled(size, false);
        for cell in level.tiles.rect().cells().filter(|cell| level.is_walkable(*cell)) {
            walls[cell] = false;
            for near in (-1..=1).flat_map(|y| (-1..=1).map(move |x| cell + Cell::new(x, y))) {
                if let Some(is_in_model) = is_in_model.get_mut(near) {
                    *is_in_model = true;
                }
            }
        }
        // Furniture amid furniture belongs to its room: the model ends only at rock.
        let is_rock = |cell: Cell| {
            let tile = level.tiles.get(cell).and_then(|tile| level.legend.get(tile));
            tile.is_none_or(|tile| tile.name == Tile::WALL)
        };
        for cell in level.tiles.rect().cells() {
            is_in_model[cell] |= !is_rock(cell) && level.owner(cell).place().is_some();
        }
        let mut cut = Grid::filled(Size::new(size.width + 1, size.height + 1), [false; 4]);
        match outline {
            CaveOutline::Blocks => {}
            CaveOutline::Smooth => {
                for corner in cut.rect().cells() {
                    cut[corner] = cuts(level, &walls, corner);
                }
            }
        }
        Self { walls, is_in_model, cut }
    }

    /// Returns `true` if the cell is wall, and `None` outside the model.
    pub(super) fn is_wall(&self, cell: Cell) -> Option<bool> {
        self.walls.get(cell).copied().filter(|_| self.is_in_model.get(cell) == Some(&true))
    }

    /// Returns `true` if the quarter of a cell at a corner is cut.
    pub(super) fn is_cut(&self, corner: Cell, cell: Cell) -> bool {
        let quarter = QUARTERS.iter().position(|offset| corner + *offset == cell);
        let cuts = self.cut.get(corner);
        quarter.zip(cuts).is_some_and(|(quarter, cuts)| cuts[quarter])
    }

    /// Returns `true` if a cell's triangle next to a corner is wall, and `None` outside the model.
    pub(super) fn is_wall_at(&self, corner: Cell, cell: Cell) -> Option<bool> {
        self.is_wall(cell).map(|is_wall| is_wall != self.is_cut(corner, cell))
    }

    /// Returns the cell that lends its look to a cell's triangle next to a corner.
    pub(super) fn looks_like(&self, corner: Cell, cell: Cell) -> Cell {
        if !self.is_cut(corner, cell) {
            return cell;
        }
        let mut around = QUARTERS.iter().map(|offset| corner + *offset);
        around.find(|other| self.is_wall(*other) != self.is_wall(cell)).unwrap_or(cell)
    }

    pub(super) fn size(&self) -> Size {
        self.walls.size()
    }
}

/// Returns the four corners of a cell: upper left first, clockwise, as in [`QUARTERS`].
pub(super) fn corners_of(cell: Cell) -> [Cell; 4] {
    [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| Cell::new(cell.x + x, cell.y + y))
}

/// Returns the quarters that marching squares cuts around a corner. Only corners in dug terrain are cut.
fn cuts(level: &Level, walls: &Grid<bool>, corner: Cell) -> [bool; 4] {
    let cells = QUARTERS.map(|offset| corner + offset);
    if !cells.iter().all(|cell| is_dug(level, walls, *cell)) {
        return [false; 4];
    }
    let is_wall = cells.map(|cell| walls.get(cell).copied().unwrap_or(true));
    match is_wall.iter().filter(|is_wall| **is_wall).count() {
        1 => is_wall,
        3 => is_wall.map(|is_wall| !is_wall),
        2 if is_wall[0] == is_wall[2] => match level.movement {
            // Cells are joined exactly if a walker can step between them.
            Movement::EightWay => is_wall,
            Movement::Cardinal => is_wall.map(|is_wall| !is_wall),
        },
        _ => [false; 4],
    }
}

/// Returns `true` for rock, and for floor of a place that was dug into rock.
fn is_dug(level: &Level, walls: &Grid<bool>, cell: Cell) -> bool {
    match (walls.get(cell), level.owner(cell).who()) {
        (Some(true), OwnedBy::Nobody) => true,
        (Some(false), OwnedBy::Place(id)) => level.place(id).is_some_and(|place| place.technique.is_dug()),
        _ => false,
    }
}
