//! Cells, rectangles and dense grids. x grows to the right (east), y downwards (south).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{Add, Index, IndexMut, Sub};

use serde::{Deserialize, Serialize};

/// A coordinate, in cells; written `(x, y)`, in JSON `[x, y]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Cell {
    /// Column; grows to the east.
    pub x: i32,
    /// Row; grows to the south.
    pub y: i32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns the neighbour in a direction. Beyond the last column or row it wraps around.
    #[must_use]
    #[inline]
    pub fn step(self, direction: impl Into<Self>) -> Self {
        let offset = direction.into();
        Self::new(self.x.wrapping_add(offset.x), self.y.wrapping_add(offset.y))
    }

    /// Returns the eight cells around this one, row by row.
    pub fn around(self) -> impl Iterator<Item = Self> {
        MOORE.into_iter().map(move |offset| self + offset)
    }

    /// Returns the four cells that share a side with this one: north, east, south, west.
    pub fn beside(self) -> impl Iterator<Item = Self> {
        [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().map(move |offset| self.step(offset))
    }

    /// Steps between two cells where only the four cardinal ones are allowed.
    #[inline]
    pub fn manhattan(self, other: Self) -> u32 {
        self.x.abs_diff(other.x).saturating_add(self.y.abs_diff(other.y))
    }

    /// The cell on the other side of the diagonal: columns become rows.
    #[inline]
    pub const fn transposed(self) -> Self {
        Self::new(self.y, self.x)
    }

    /// The square of the straight distance between two cells.
    #[inline]
    pub fn distance_squared(self, other: Self) -> u64 {
        let (x, y) = (u64::from(self.x.abs_diff(other.x)), u64::from(self.y.abs_diff(other.y)));
        x * x + y * y
    }
}

impl Add for Cell {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Cell {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl From<(i32, i32)> for Cell {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Cell> for (i32, i32) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// Offsets to the eight neighbours, row by row.
pub const MOORE: [Cell; 8] = [
    Cell::new(-1, -1),
    Cell::new(0, -1),
    Cell::new(1, -1),
    Cell::new(-1, 0),
    Cell::new(1, 0),
    Cell::new(-1, 1),
    Cell::new(0, 1),
    Cell::new(1, 1),
];

/// Width and height, in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Size {
    /// `width` columns by `height` rows.
    #[inline]
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// The number of cells.
    #[inline]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }
}

impl From<(u32, u32)> for Size {
    fn from((width, height): (u32, u32)) -> Self {
        Self { width, height }
    }
}

impl From<Size> for (u32, u32) {
    fn from(size: Size) -> Self {
        (size.width, size.height)
    }
}

/// A rectangle of cells; written `(x, y, width, height)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(i32, i32, u32, u32)", into = "(i32, i32, u32, u32)")]
pub struct Rect {
    /// The top left cell.
    pub min: Cell,
    /// Width and height.
    pub size: Size,
}

impl Rect {
    /// The rectangle of `size` whose top left cell is `min`.
    #[inline]
    pub const fn new(min: Cell, size: Size) -> Self {
        Self { min, size }
    }

    /// The rectangle on the other side of the diagonal: columns become rows.
    #[inline]
    pub const fn transposed(self) -> Self {
        Self::new(self.min.transposed(), Size::new(self.size.height, self.size.width))
    }

    /// The first column to the right of the rectangle, or the last of all if it reaches farther.
    #[inline]
    pub const fn right(self) -> i32 {
        self.min.x.saturating_add_unsigned(self.size.width)
    }

    /// The first row below the rectangle, or the last of all if it reaches farther.
    #[inline]
    pub const fn bottom(self) -> i32 {
        self.min.y.saturating_add_unsigned(self.size.height)
    }

    /// Returns `true` if the cell is inside, even in a rectangle that reaches beyond the last column or row.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        let (x, y) = (cell.x as i64 - self.min.x as i64, cell.y as i64 - self.min.y as i64);
        x >= 0 && y >= 0 && x < self.size.width as i64 && y < self.size.height as i64
    }

    /// Returns `true` if the two have a cell in common.
    #[inline]
    pub const fn overlaps(self, other: Self) -> bool {
        self.min.x < other.right()
            && other.min.x < self.right()
            && self.min.y < other.bottom()
            && other.min.y < self.bottom()
    }

    /// Returns the cells that the two have in common; a rectangle without cells if there are none.
    #[inline]
    pub fn shared(self, other: Self) -> Self {
        let min = Cell::new(self.min.x.max(other.min.x), self.min.y.max(other.min.y));
        let right = self.right().min(other.right()).max(min.x);
        let bottom = self.bottom().min(other.bottom()).max(min.y);
        Self::new(min, Size::new(right.abs_diff(min.x), bottom.abs_diff(min.y)))
    }

    /// The rectangle with `by` more cells on every side.
    #[inline]
    pub const fn grown(self, by: u32) -> Self {
        Self {
            min: Cell::new(self.min.x - by as i32, self.min.y - by as i32),
            size: Size::new(self.size.width + 2 * by, self.size.height + 2 * by),
        }
    }

    /// Returns the rectangle moved by that many columns and rows.
    #[inline]
    pub fn moved(self, by: Cell) -> Self {
        Self { min: self.min + by, ..self }
    }

    /// The smallest rectangle that holds both.
    #[inline]
    pub fn union(self, other: Self) -> Self {
        let min = Cell::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y));
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Self { min, size: Size::new(right.abs_diff(min.x), bottom.abs_diff(min.y)) }
    }

    /// The middle cell; of two middle ones the upper, the left.
    #[inline]
    pub const fn center(self) -> Cell {
        Cell::new(
            self.min.x + (self.size.width as i32 - 1) / 2,
            self.min.y + (self.size.height as i32 - 1) / 2,
        )
    }

    /// Returns all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.min.y..self.bottom())
            .flat_map(move |y| (self.min.x..self.right()).map(move |x| Cell::new(x, y)))
    }

    /// Returns `true` if the cell lies in the outermost ring of the rectangle.
    #[inline]
    pub const fn on_edge(self, cell: Cell) -> bool {
        self.contains(cell)
            && (cell.x == self.min.x
                || cell.y == self.min.y
                || cell.x == self.right() - 1
                || cell.y == self.bottom() - 1)
    }

    /// The square of the distance from the cell to the nearest cell of the rectangle.
    #[inline]
    pub fn distance_squared(self, cell: Cell) -> u64 {
        let beyond = |value: i32, from: i32, to: i32| {
            i64::from(from - value).max(i64::from(value - (to - 1))).max(0).unsigned_abs()
        };
        let dx = beyond(cell.x, self.min.x, self.right());
        let dy = beyond(cell.y, self.min.y, self.bottom());
        dx * dx + dy * dy
    }
}

impl From<(i32, i32, u32, u32)> for Rect {
    fn from((x, y, width, height): (i32, i32, u32, u32)) -> Self {
        Self::new(Cell::new(x, y), Size::new(width, height))
    }
}

impl From<Rect> for (i32, i32, u32, u32) {
    fn from(rect: Rect) -> Self {
        (rect.min.x, rect.min.y, rect.size.width, rect.size.height)
    }
}

/// A value for every cell of `(0, 0)` to `(width - 1, height - 1)`, stored row by row.
///
/// Indexing with a cell outside panics; [`Grid::get`] returns `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    size: Size,
    values: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// Returns a grid with the same value everywhere.
    pub fn filled(size: Size, value: T) -> Self {
        Self { size, values: vec![value; size.area()] }
    }
}

impl<T> Grid<T> {
    /// Returns a grid of the given values, row by row; `None` unless there are `size.area()` of them.
    pub fn from_values(size: Size, values: Vec<T>) -> Option<Self> {
        (values.len() == size.area()).then_some(Self { size, values })
    }

    /// Returns width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the rectangle of all cells.
    pub fn rect(&self) -> Rect {
        Rect::new(Cell::new(0, 0), self.size)
    }

    /// Returns the index of a cell in [`Grid::values`]; `None` outside.
    pub fn index_of(&self, cell: Cell) -> Option<usize> {
        let x = u32::try_from(cell.x).ok().filter(|x| *x < self.size.width)?;
        let y = u32::try_from(cell.y).ok().filter(|y| *y < self.size.height)?;
        Some(y as usize * self.size.width as usize + x as usize)
    }

    /// Returns the value at a cell; `None` outside.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.index_of(cell).and_then(|index| self.values.get(index))
    }

    /// Returns the value at a cell for writing; `None` outside.
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.index_of(cell).and_then(|index| self.values.get_mut(index))
    }

    /// Returns all values, row by row.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Returns the rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.values.chunks(self.size.width.max(1) as usize)
    }

    /// Returns the values of a row.
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn row(&self, y: usize) -> &[T] {
        let width = self.size.width as usize;
        &self.values[y * width..(y + 1) * width]
    }

    /// Returns the values of a row for writing.
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn row_mut(&mut self, y: usize) -> &mut [T] {
        let width = self.size.width as usize;
        &mut self.values[y * width..(y + 1) * width]
    }

    /// Returns a grid of the changed values. `change` is called row by row.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { size: self.size, values: self.values.iter().map(change).collect() }
    }

    /// Returns all cells with their values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.rect().cells().zip(&self.values)
    }
}

impl Grid<char> {
    /// Returns the blocks of equal characters that are as large as `sizes` wants, with their characters.
    ///
    /// The first free cell of a character, row by row, is the upper left one of a block. `cells` are the cells with
    /// these characters. Cells that belong to no whole block are left out.
    pub fn blocks(
        &self,
        cells: impl Iterator<Item = (Cell, char)>,
        sizes: &BTreeMap<char, Size>,
    ) -> Vec<(char, Rect)> {
        let mut blocks: Vec<(char, Rect)> = Vec::new();
        if sizes.is_empty() {
            return blocks;
        }
        let mut covered = BTreeSet::new();
        for (cell, character) in cells {
            let Some(size) = sizes.get(&character).filter(|_| !covered.contains(&cell)) else { continue };
            let block = Rect::new(cell, *size);
            let is_own = |cell: Cell| self.get(cell) == Some(&character) && !covered.contains(&cell);
            // A size that no level has room for is a mistake of its author.
            let fits = size.width <= self.size.width && size.height <= self.size.height;
            if fits && size.area() > 0 && block.cells().all(is_own) {
                covered.extend(block.cells());
                blocks.push((character, block));
            }
        }
        blocks
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        self.get(cell).expect("the cell lies inside the grid")
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        self.get_mut(cell).expect("the cell lies inside the grid")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rect_center_of_even_sides_is_upper_left() {
        assert_eq!(Rect::from((0, 0, 4, 3)).center(), Cell::new(1, 1));
        assert_eq!(Rect::from((2, 2, 5, 5)).center(), Cell::new(4, 4));
    }

    #[test]
    fn rectangle_at_the_end_of_the_numbers_contains_its_cells() {
        let far = Rect::from((i32::MAX - 1, i32::MIN, u32::MAX, 1));
        assert!(far.contains(Cell::new(i32::MAX, i32::MIN)));
        assert!(!far.contains(Cell::new(i32::MIN, i32::MIN)));
        assert!(!Rect::default().contains(Cell::default()));
    }

    #[test]
    fn rect_of_a_hostile_file_ends_at_the_last_cell() {
        let rect = Rect::from((i32::MAX - 2, 5, u32::MAX, u32::MAX));
        assert_eq!((rect.right(), rect.bottom()), (i32::MAX, i32::MAX));
        assert!(rect.contains(Cell::new(i32::MAX - 1, 5)) && !rect.contains(Cell::new(0, 5)));
    }

    #[test]
    fn rect_distance_is_zero_inside_and_grows_outside() {
        let rect = Rect::from((2, 2, 3, 3));
        assert_eq!(rect.distance_squared(Cell::new(3, 4)), 0);
        assert_eq!(rect.distance_squared(Cell::new(5, 3)), 1);
        assert_eq!(rect.distance_squared(Cell::new(0, 0)), 8);
    }

    #[test]
    fn blocks_of_one_character_lie_side_by_side_and_leftovers_are_no_block() {
        let rows = ["tttttt.", "tttttt.", "..t.kk.", "tttttt."];
        let values: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        let grid = Grid::from_values(Size::new(7, 4), values).unwrap();
        let sizes = BTreeMap::from([('t', Size::new(3, 2)), ('k', Size::new(1, 2))]);
        let blocks = grid.blocks(grid.iter().map(|(cell, character)| (cell, *character)), &sizes);
        let expected = [Rect::from((0, 0, 3, 2)), Rect::from((3, 0, 3, 2))];
        assert_eq!(blocks, expected.map(|block| ('t', block)));
    }

    #[test]
    fn grid_answers_none_outside() {
        let grid = Grid::filled(Size::new(2, 2), 7);
        assert_eq!(grid.get(Cell::new(1, 1)), Some(&7));
        for cell in [Cell::new(-1, 0), Cell::new(0, 2), Cell::new(2, 0)] {
            assert_eq!(grid.get(cell), None);
        }
    }
}
