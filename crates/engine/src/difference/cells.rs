//! The cells that differ.
//!
//! Outside of a level is rock that belongs to nobody, so that a larger map alone is no difference of cells.

use std::collections::{BTreeMap, BTreeSet};

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::DifferenceMark;
use super::alignment::minus;
use crate::base::{Cell, Grid, Rect};
use crate::level::{Layer, Level, Owner};

/// The difference of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellDifference {
    /// None.
    #[default]
    Same,
    /// Only the cell after can be walked on.
    Opened,
    /// Only the cell before can be walked on.
    Closed,
    /// Both can be walked on, but the tile or its decoration differs.
    Retiled,
    /// Both can be walked on, and only the owner differs.
    Reowned,
    /// Neither can be walked on, but the tile, its decoration or the owner differs.
    Rewalled,
}

impl CellDifference {
    /// Returns the mark of the cell; `None` if it does not differ.
    pub const fn mark(self) -> Option<DifferenceMark> {
        match self {
            Self::Same => None,
            Self::Opened => Some(DifferenceMark::Added),
            Self::Closed => Some(DifferenceMark::Removed),
            Self::Retiled | Self::Reowned | Self::Rewalled => Some(DifferenceMark::Changed),
        }
    }

    /// Returns its character in rows of JSON.
    const fn character(self) -> char {
        match self {
            Self::Same => '.',
            Self::Opened => '+',
            Self::Closed => '-',
            Self::Retiled => '~',
            Self::Reowned => 'o',
            Self::Rewalled => 'w',
        }
    }

    const fn mirrored(self) -> Self {
        match self {
            Self::Opened => Self::Closed,
            Self::Closed => Self::Opened,
            Self::Same | Self::Retiled | Self::Reowned | Self::Rewalled => self,
        }
    }
}

/// The differences of all cells that one of the levels has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellDifferences {
    /// The cell of the level before at the top left corner of the grid.
    corner: Cell,
    grid: Grid<CellDifference>,
    counts: CellCounts,
}

/// Numbers of cells that differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CellCounts {
    /// Cells that can be walked on only after.
    pub opened: usize,
    /// Cells that can be walked on only before.
    pub closed: usize,
    /// Cells to walk on with another tile or decoration.
    pub retiled: usize,
    /// Cells to walk on with another owner only.
    pub reowned: usize,
    /// Cells of wall that differ.
    pub rewalled: usize,
}

impl CellDifferences {
    /// Compares all cells. `is_same_owner` compares an owner before with one after.
    pub(super) fn of(
        before: &Level,
        after: &Level,
        shift: Cell,
        is_same_owner: impl Fn(Owner, Owner) -> bool,
    ) -> Self {
        let back = minus(Cell::default(), shift);
        let area = before.tiles.rect().union(after.tiles.rect().moved(back));
        let pair = LevelPair::new(before, after, shift);
        let mut counts = CellCounts::default();
        let found = area.cells().map(|cell| {
            let difference = pair.difference(cell, &is_same_owner);
            counts.add(difference);
            difference
        });
        let found: Vec<CellDifference> = found.collect();
        let grid = Grid::from_values(area.size, found).expect("a rectangle has as many cells as its area");
        Self { corner: area.min, grid, counts }
    }

    /// Returns `true` if no cell differs.
    pub fn is_empty(&self) -> bool {
        self.counts == CellCounts::default()
    }

    /// Returns the numbers of cells that differ.
    pub const fn counts(&self) -> CellCounts {
        self.counts
    }

    /// Returns the cells that one of the levels has, in the coordinates of the level before.
    pub fn area(&self) -> Rect {
        Rect::new(self.corner, self.grid.size())
    }

    /// Returns the difference of a cell of the level before. Cells outside of both levels do not differ.
    pub fn at(&self, before: Cell) -> CellDifference {
        self.grid.get(minus(before, self.corner)).copied().unwrap_or_default()
    }

    /// Returns the differences row by row, each row with its number in the level before.
    pub fn rows(&self) -> impl Iterator<Item = (i32, &[CellDifference])> {
        (self.corner.y..).zip(self.grid.rows())
    }

    pub(super) fn mirrored(self, shift: Cell) -> Self {
        let CellCounts { opened, closed, .. } = self.counts;
        Self {
            corner: self.corner.step(shift),
            grid: self.grid.map(|difference| difference.mirrored()),
            counts: CellCounts { opened: closed, closed: opened, ..self.counts },
        }
    }
}

impl CellCounts {
    fn add(&mut self, difference: CellDifference) {
        match difference {
            CellDifference::Same => {}
            CellDifference::Opened => self.opened += 1,
            CellDifference::Closed => self.closed += 1,
            CellDifference::Retiled => self.retiled += 1,
            CellDifference::Reowned => self.reowned += 1,
            CellDifference::Rewalled => self.rewalled += 1,
        }
    }

    /// Returns the number of cells with a mark.
    pub const fn marked(&self, mark: DifferenceMark) -> usize {
        match mark {
            DifferenceMark::Added => self.opened,
            DifferenceMark::Removed => self.closed,
            DifferenceMark::Changed => self.retiled + self.reowned + self.rewalled,
        }
    }
}

/// Rows are strings of one character for each cell.
impl Serialize for CellDifferences {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |row: &[CellDifference]| row.iter().map(|cell| cell.character()).collect::<String>();
        let mut cells = serializer.serialize_struct("CellDifferences", 3)?;
        cells.serialize_field("counts", &self.counts)?;
        cells.serialize_field("corner", &self.corner)?;
        cells.serialize_field("rows", &self.grid.rows().map(row).collect::<Vec<String>>())?;
        cells.end()
    }
}

/// Two levels with numbers for the kinds of their tiles.
struct LevelPair<'l> {
    before: &'l Level,
    after: &'l Level,
    shift: Cell,
    kinds: [BTreeMap<char, TileKind>; 2],
    /// Layers of the same name; one of the levels may lack it.
    layers: Vec<[Option<&'l Layer>; 2]>,
}

/// The number of a tile with one name and walkability, equal in both levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TileKind {
    number: usize,
    is_walkable: bool,
}

impl<'l> LevelPair<'l> {
    fn new(before: &'l Level, after: &'l Level, shift: Cell) -> Self {
        let mut numbers: BTreeMap<(&str, bool), usize> = BTreeMap::new();
        let kinds = [before, after].map(|level| {
            let kind = |(character, tile): (&char, &'l crate::level::Tile)| {
                let next = numbers.len();
                let number = *numbers.entry((tile.name.as_str(), tile.walkable)).or_insert(next);
                (*character, TileKind { number, is_walkable: tile.walkable })
            };
            level.legend.iter().map(kind).collect()
        });
        let names: BTreeSet<&str> =
            before.layers.iter().chain(&after.layers).map(|layer| layer.name.as_str()).collect();
        let layer = |level: &'l Level, name: &str| level.layers.iter().find(|layer| layer.name == name);
        let layers = names.into_iter().map(|name| [layer(before, name), layer(after, name)]).collect();
        Self { before, after, shift, kinds, layers }
    }

    fn difference(&self, cell: Cell, is_same_owner: impl Fn(Owner, Owner) -> bool) -> CellDifference {
        let other = cell.step(self.shift);
        let one_kind = self.before.tiles.get(cell).map(|tile| self.kinds[0].get(tile).copied());
        let other_kind = self.after.tiles.get(other).map(|tile| self.kinds[1].get(tile).copied());
        let is_walkable =
            |kind: Option<Option<TileKind>>| kind.flatten().is_some_and(|kind| kind.is_walkable);
        match (is_walkable(one_kind), is_walkable(other_kind)) {
            (false, true) => CellDifference::Opened,
            (true, false) => CellDifference::Closed,
            (is_floor, _) => {
                let is_in_both = one_kind.is_some() && other_kind.is_some();
                let is_retiled = is_in_both && one_kind != other_kind || !self.has_same_layers(cell, other);
                let is_reowned = !is_same_owner(self.before.owner(cell), self.after.owner(other));
                match (is_retiled, is_reowned) {
                    (false, false) => CellDifference::Same,
                    _ if !is_floor => CellDifference::Rewalled,
                    (true, _) => CellDifference::Retiled,
                    (false, true) => CellDifference::Reowned,
                }
            }
        }
    }

    fn has_same_layers(&self, one: Cell, other: Cell) -> bool {
        let kind = |layer: Option<&Layer>, side: usize, cell: Cell| {
            let character = layer?.tiles.get(cell).filter(|tile| **tile != Layer::NOTHING)?;
            self.kinds[side].get(character).copied()
        };
        self.layers.iter().all(|[before, after]| kind(*before, 0, one) == kind(*after, 1, other))
    }
}
