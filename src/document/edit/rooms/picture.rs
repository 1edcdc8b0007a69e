//! Edits of the picture of a room.
//!
//! In: rows of characters, possibly of different lengths. Out: rows of equal length; short rows are filled up
//! with a filler. Cells outside the picture are ignored, and no edit makes a picture larger than the limit
//! for rooms.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::base::{Cell, Grid, Rect, Size, Symmetry};
use crate::rooms::{LegendEntry, RoomTemplate};

/// Maximum number of cells to be evened. A larger picture is not a room, and could use all memory.
const MOST_CELLS: usize = 1 << 16;

/// An edit of the picture of a room.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum PictureEdit {
    /// Draws a character on the cells of a brush.
    Draw { brush: Brush, with: char },
    /// Adds or removes rows and columns.
    Resize { sides: SideGrowth, growth: ResizeMode },
    /// Turns or flips it.
    Turn(Symmetry),
    /// Draws rows with their first character at a cell. If they were moved, the cells they left are first
    /// overwritten by a character.
    Place { rows: Vec<String>, at: Cell, left: Option<(Brush, char)> },
    /// Replaces all rows.
    Replace(Vec<String>),
}

/// The cells to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brush {
    /// The given cells.
    Cells(Vec<Cell>),
    /// The outline of the rectangle between two corners.
    Frame(Cell, Cell),
    /// All cells of the rectangle between two corners.
    Block(Cell, Cell),
    /// All cells with the same character that are connected to a cell side by side.
    Fill(Cell),
}

/// Number of rows or columns to add at each side; negative numbers remove them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideGrowth {
    /// Columns at the left.
    pub left: i32,
    /// Rows at the top.
    pub top: i32,
    /// Columns at the right.
    pub right: i32,
    /// Rows at the bottom.
    pub bottom: i32,
}

/// The position at which rows and columns are added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResizeMode {
    /// Inside the outermost ones, so that walls and their sockets move along.
    Inside,
    /// Outside; new ones are wall.
    Outside,
}

impl PictureEdit {
    pub(super) fn name(&self, room: &str) -> String {
        match self {
            Self::Draw { brush: Brush::Cells(cells), .. } if cells.len() == 1 => {
                format!("Paint a tile of \"{room}\"")
            }
            Self::Draw { brush: Brush::Cells(cells), .. } => {
                format!("Paint {} tiles of \"{room}\"", cells.len())
            }
            Self::Draw { brush: Brush::Frame(..), .. } => format!("Paint a frame in \"{room}\""),
            Self::Draw { brush: Brush::Block(..), .. } => format!("Paint a block in \"{room}\""),
            Self::Draw { brush: Brush::Fill(_), .. } => format!("Fill a part of \"{room}\""),
            Self::Resize { .. } => format!("Resize \"{room}\""),
            Self::Turn(symmetry) if symmetry.flip() => format!("Flip \"{room}\""),
            Self::Turn(_) => format!("Turn \"{room}\""),
            Self::Place { left: Some(_), .. } => format!("Move a part of \"{room}\""),
            Self::Place { left: None, .. } => format!("Stamp a part on \"{room}\""),
            Self::Replace(_) => format!("Redraw \"{room}\""),
        }
    }

    /// Returns the new rows; `None` if nothing changes.
    pub(super) fn apply_to(
        &self,
        rows: &[String],
        filler: char,
        legend: &IndexMap<char, LegendEntry>,
    ) -> Option<Vec<String>> {
        match self {
            Self::Draw { brush, with } => {
                let mut picture = evened(rows, filler)?;
                let cells = cells_of(&picture, brush);
                if cells.is_empty() {
                    return None;
                }
                for cell in cells {
                    if let Some(character) = picture.get_mut(cell) {
                        *character = *with;
                    }
                }
                Some(rows_of(&picture))
            }
            Self::Place { rows: placed, at, left } => {
                let mut picture = evened(rows, filler)?;
                let left = left.iter().flat_map(|(brush, with)| {
                    cells_of(&picture, brush).into_iter().map(|cell| (cell, *with))
                });
                let behind = |at: i32| (0..).map(move |count: i32| at.saturating_add(count));
                let placed = placed.iter().zip(behind(at.y)).flat_map(|(row, y)| {
                    row.chars().zip(behind(at.x)).map(move |(character, x)| (Cell::new(x, y), character))
                });
                for (cell, character) in left.collect::<Vec<_>>().into_iter().chain(placed) {
                    if let Some(place) = picture.get_mut(cell) {
                        *place = character;
                    }
                }
                Some(rows_of(&picture))
            }
            Self::Resize { sides, growth } => resized(&evened(rows, filler)?, *sides, *growth, legend),
            Self::Turn(symmetry) => Some(rows_of(&turned(&evened(rows, filler)?, *symmetry))),
            Self::Replace(rows) => Some(rows.clone()),
        }
    }
}

/// Returns the cells of a picture that a brush would draw, row by row, without those outside it.
pub fn drawn_cells(rows: &[String], brush: &Brush) -> Vec<Cell> {
    evened(rows, ' ').map(|picture| cells_of(&picture, brush)).unwrap_or_default()
}

/// Returns the filler for short rows: the character for no part of the room, otherwise wall.
pub(super) fn filler(legend: &IndexMap<char, LegendEntry>) -> char {
    character_of(legend, &LegendEntry::Nothing)
        .or_else(|| character_of(legend, &LegendEntry::Wall))
        .unwrap_or(' ')
}

fn character_of(legend: &IndexMap<char, LegendEntry>, wanted: &LegendEntry) -> Option<char> {
    legend.iter().find(|(_, entry)| *entry == wanted).map(|(character, _)| *character)
}

fn evened(rows: &[String], filler: char) -> Option<Grid<char>> {
    let width = rows.iter().map(|row| row.chars().count()).max()?;
    if width.checked_mul(rows.len())? > MOST_CELLS {
        return None;
    }
    let size = Size::new(u32::try_from(width).ok()?, u32::try_from(rows.len()).ok()?);
    let even = rows.iter().flat_map(|row| row.chars().chain(std::iter::repeat(filler)).take(width));
    Grid::from_values(size, even.collect())
}

fn rows_of(picture: &Grid<char>) -> Vec<String> {
    picture.rows().map(|row| row.iter().collect()).collect()
}

fn cells_of(picture: &Grid<char>, brush: &Brush) -> Vec<Cell> {
    let inside = picture.rect();
    match brush {
        Brush::Cells(cells) => cells.iter().copied().filter(|cell| inside.contains(*cell)).collect(),
        Brush::Block(from, to) => between(*from, *to, inside).collect(),
        Brush::Frame(from, to) => {
            let on_edge = |cell: &Cell| [from.x, to.x].contains(&cell.x) || [from.y, to.y].contains(&cell.y);
            between(*from, *to, inside).filter(on_edge).collect()
        }
        Brush::Fill(at) => joined(picture, *at),
    }
}

/// Returns the cells of `inside` that are in the rectangle between two corners.
fn between(from: Cell, to: Cell, inside: Rect) -> impl Iterator<Item = Cell> {
    let (left, right) = (from.x.min(to.x), from.x.max(to.x));
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    inside.cells().filter(move |cell| (left..=right).contains(&cell.x) && (top..=bottom).contains(&cell.y))
}

fn joined(picture: &Grid<char>, at: Cell) -> Vec<Cell> {
    let Some(character) = picture.get(at) else { return Vec::new() };
    let mut found = BTreeSet::from([(at.y, at.x)]);
    let mut open = vec![at];
    while let Some(cell) = open.pop() {
        for next in cell.beside() {
            if picture.get(next) == Some(character) && found.insert((next.y, next.x)) {
                open.push(next);
            }
        }
    }
    found.into_iter().map(|(y, x)| Cell::new(x, y)).collect()
}

fn turned(picture: &Grid<char>, symmetry: Symmetry) -> Grid<char> {
    let size = picture.size();
    let mut turned = Grid::filled(symmetry.size(size), ' ');
    for (cell, character) in picture.iter() {
        if let Some(place) = turned.get_mut(symmetry.cell(cell, size)) {
            *place = *character;
        }
    }
    turned
}

/// Source of a row or column of a resized picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineSource {
    /// An existing line, at this position.
    Kept(u32),
    /// A new line, next to the line at this position.
    New(u32),
}

fn resized(
    picture: &Grid<char>,
    sides: SideGrowth,
    growth: ResizeMode,
    legend: &IndexMap<char, LegendEntry>,
) -> Option<Vec<String>> {
    let Size { width, height } = picture.size();
    let columns = lines(width, sides.left, sides.right, growth)?;
    let rows = lines(height, sides.top, sides.bottom, growth)?;
    let wall = character_of(legend, &LegendEntry::Wall).unwrap_or_else(|| filler(legend));
    let character = |column: LineSource, row: LineSource| {
        let (LineSource::Kept(x) | LineSource::New(x)) = column;
        let (LineSource::Kept(y) | LineSource::New(y)) = row;
        let beside = picture.get(Cell::new(x as i32, y as i32)).copied().unwrap_or(wall);
        match (column, row, growth) {
            (LineSource::Kept(_), LineSource::Kept(_), _) => beside,
            (_, _, ResizeMode::Outside) => wall,
            (_, _, ResizeMode::Inside) => continued(beside, wall, legend),
        }
    };
    let row = |row: &LineSource| columns.iter().map(|column| character(*column, *row)).collect();
    Some(rows.iter().map(row).collect())
}

/// Returns the character for a new cell next to another one: ground continues, single things do not.
fn continued(beside: char, wall: char, legend: &IndexMap<char, LegendEntry>) -> char {
    match legend.get(&beside) {
        Some(LegendEntry::Socket(_)) => wall,
        Some(LegendEntry::Obstacle(_) | LegendEntry::Entity(_) | LegendEntry::Marker(_)) => {
            character_of(legend, &LegendEntry::Floor).unwrap_or(beside)
        }
        Some(LegendEntry::Wall | LegendEntry::Floor | LegendEntry::Ground(_) | LegendEntry::Nothing)
        | None => beside,
    }
}

/// Returns the lines of a resized picture with `length` lines; `None` if there would be none or too many.
fn lines(length: u32, before: i32, behind: i32, growth: ResizeMode) -> Option<Vec<LineSource>> {
    let wanted = i64::from(length) + i64::from(before) + i64::from(behind);
    let grows = before > 0 || behind > 0;
    let most = i64::from(RoomTemplate::MAX_SIDE);
    if wanted < 1 || (wanted > most && grows) || i64::from(before.max(behind)) > most {
        return None;
    }
    // Lines are added and removed within these; those outside stay as they are.
    let edge = u32::from(growth == ResizeMode::Inside && length > 2);
    let mut inner: Vec<LineSource> = (edge..length - edge).map(LineSource::Kept).collect();
    for (count, at_front) in [(before, true), (behind, false)] {
        let taken = (count.min(0).unsigned_abs() as usize).min(inner.len());
        let kept = if at_front { taken..inner.len() } else { 0..inner.len() - taken };
        inner = inner.get(kept)?.to_vec();
        let beside = if at_front { edge } else { (length - edge).saturating_sub(1) };
        let new = std::iter::repeat_n(LineSource::New(beside), count.max(0) as usize);
        let at = if at_front { 0 } else { inner.len() };
        inner.splice(at..at, new);
    }
    let first = (0..edge).map(LineSource::Kept);
    let last = (length - edge..length).map(LineSource::Kept);
    let mut all: Vec<LineSource> = first.chain(inner).chain(last).collect();
    all.truncate(wanted as usize);
    Some(all)
}
