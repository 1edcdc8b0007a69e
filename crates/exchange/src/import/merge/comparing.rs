//! Compares the pictures of a source with those that a set had of it at the last import.
//!
//! Equal pictures are compared once, however many rooms have them.
//! Cells are compared in a scattered order, because most rooms have the same walls and differ further in.
//! The number of cells that are compared is limited. Pictures beyond that are taken for different.

use std::collections::BTreeMap;

use super::legend::{TileNames, is_still};
use crate::base::{Cell, Grid, Size};
use crate::import::drawing::{CellMeaning, DrawnRoom, Remarks, SourceDrawing};
use crate::rooms::{LegendEntry, RoomSet};

/// Pictures are near if at most one in so many cells differs.
const NEAR: usize = 8;
/// Pictures are far apart if more than one in so many cells differs.
const FAR: usize = 4;
/// The maximum number of cells that are compared.
pub(super) const MOST_COMPARED: usize = 20_000_000;
/// The step from one compared cell to the next, in percent of all cells.
const STRIDE_PERCENT: usize = 38;

/// The distance of two pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Distance {
    pub differing: usize,
    pub cells: usize,
}

/// Answers about a pair of pictures, once they are known.
#[derive(Clone, Copy, Debug, Default)]
struct Answers {
    is_same: Option<bool>,
    is_near: Option<bool>,
}

/// Compares pictures. Rooms are named by their positions in the drawing and among the known rooms.
pub(super) struct Comparer<'c> {
    set: &'c RoomSet,
    drawing: &'c SourceDrawing,
    tiles: TileNames,
    /// For each room of the drawing the first one that looks the same.
    drawn: Vec<usize>,
    /// For each known room the first one with the same picture.
    known: Vec<usize>,
    /// `None` for pictures whose rows are not equally long.
    pictures: Vec<Option<Grid<char>>>,
    answers: Grid<Answers>,
    /// `true` if a character of the set may stand for a thing of the palette.
    meetings: BTreeMap<(u16, char), bool>,
    /// The number of cells that may still be compared.
    left: usize,
}

impl<'c> Comparer<'c> {
    pub fn new(set: &'c RoomSet, drawing: &'c SourceDrawing, tiles: TileNames, known: &[&[String]]) -> Self {
        let look = |room: &'c DrawnRoom| (room.cells.size().width, room.cells.values(), &room.unread);
        let drawn = firsts(drawing.rooms.iter().map(look));
        let size = Size::new(known.len() as u32, drawn.len() as u32);
        Self {
            set,
            drawing,
            tiles,
            drawn,
            known: firsts(known.iter()),
            pictures: known.iter().map(|picture| grid_of(picture)).collect(),
            answers: Grid::filled(size, Answers::default()),
            meetings: BTreeMap::new(),
            left: MOST_COMPARED,
        }
    }

    /// Returns `true` if not all pictures could be compared.
    pub const fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    pub fn is_same(&mut self, drawn: usize, known: usize) -> bool {
        let Some(pair) = self.pair(drawn, known) else { return false };
        if let Some(Answers { is_same: Some(is_same), .. }) = self.answers.get(pair) {
            return *is_same;
        }
        let is_same = self.distance_up_to(pair, |_| 0).is_some_and(|distance| distance.differing == 0);
        if let Some(answers) = self.answers.get_mut(pair) {
            answers.is_same = Some(is_same);
        }
        is_same
    }

    pub fn is_near(&mut self, drawn: usize, known: usize) -> bool {
        let Some(pair) = self.pair(drawn, known) else { return false };
        if let Some(Answers { is_near: Some(is_near), .. }) = self.answers.get(pair) {
            return *is_near;
        }
        let distance = self.distance_up_to(pair, |cells| cells / NEAR);
        let is_near = distance.is_some_and(|found| found.differing * NEAR <= found.cells);
        if let Some(answers) = self.answers.get_mut(pair) {
            answers.is_near = Some(is_near);
        }
        is_near
    }

    /// Returns `true` also if the pictures cannot be compared.
    pub fn is_far(&mut self, drawn: usize, known: usize) -> bool {
        let distance =
            self.pair(drawn, known).and_then(|pair| self.distance_up_to(pair, |cells| cells / FAR));
        distance.is_none_or(|found| found.differing * FAR > found.cells)
    }

    /// Returns how far two pictures are apart. `None` if they cannot be compared.
    pub fn distance(&mut self, drawn: usize, known: usize) -> Option<Distance> {
        let pair = self.pair(drawn, known)?;
        self.distance_up_to(pair, |cells| cells)
    }

    /// The first rooms that look as these do, known rooms across and drawn ones down.
    fn pair(&self, drawn: usize, known: usize) -> Option<Cell> {
        let (down, across) = (*self.drawn.get(drawn)?, *self.known.get(known)?);
        Some(Cell::new(i32::try_from(across).ok()?, i32::try_from(down).ok()?))
    }

    /// Counts the cells on which two pictures differ, and stops above `most`, which depends on the number of cells.
    ///
    /// `None` if their sizes differ, too little of one could be read, or too much was compared already.
    fn distance_up_to(&mut self, pair: Cell, most: impl FnOnce(usize) -> usize) -> Option<Distance> {
        let room = self.drawing.rooms.get(usize::try_from(pair.y).ok()?)?;
        let picture = self.pictures.get(usize::try_from(pair.x).ok()?)?.as_ref()?;
        let cells = room.cells.size().area();
        if picture.size() != room.cells.size() || room.unread.len() * 2 > cells {
            return None;
        }
        let width = room.cells.size().width as usize;
        let (most, stride) = (most(cells), stride(cells));
        let (mut differing, mut at) = (0, 0);
        for _ in 0..cells {
            if differing > most {
                break;
            }
            self.left = self.left.checked_sub(1)?;
            let cell = Cell::new((at % width) as i32, (at / width) as i32);
            if let (Some(number), Some(character)) = (room.cells.values().get(at), picture.values().get(at))
                && (room.unread.is_empty() || !room.unread.contains(&cell))
            {
                let (set, drawing, tiles) = (self.set, self.drawing, &mut self.tiles);
                let meets = || meets(drawing.palette.get(*number), *character, set, tiles);
                differing += usize::from(!*self.meetings.entry((*number, *character)).or_insert_with(meets));
            }
            at = (at + stride) % cells;
        }
        Some(Distance { differing, cells })
    }
}

/// Returns `true` if a character of the set may stand for something of a source.
fn meets(meaning: Option<&CellMeaning>, character: char, set: &RoomSet, tiles: &mut TileNames) -> bool {
    let entry = meaning.map_or(LegendEntry::Nothing, |meaning| meaning.entry.clone());
    set.legend.get(&character).is_some_and(|known| {
        is_still(&entry, known) || is_still(&tiles.fitted(entry.clone(), &mut Remarks::default()), known)
    })
}

/// Returns for each of some things the position of the first one that is equal.
fn firsts<T: Ord>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let mut first: BTreeMap<T, usize> = BTreeMap::new();
    things.enumerate().map(|(at, thing)| *first.entry(thing).or_insert(at)).collect()
}

fn grid_of(picture: &[String]) -> Option<Grid<char>> {
    let width = picture.first().map_or(0, |row| row.chars().count());
    let size = Size::new(u32::try_from(width).ok()?, u32::try_from(picture.len()).ok()?);
    let is_even = picture.iter().all(|row| row.chars().count() == width);
    is_even.then(|| Grid::from_values(size, picture.iter().flat_map(|row| row.chars()).collect())).flatten()
}

/// Returns a step by which each of so many cells is visited once.
fn stride(cells: usize) -> usize {
    let from = (cells * STRIDE_PERCENT / 100).max(1);
    (from..cells).find(|stride| have_no_common_divisor(*stride, cells)).unwrap_or(1)
}

const fn have_no_common_divisor(mut one: usize, mut other: usize) -> bool {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one == 1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::stride;

    #[test]
    fn each_cell_is_visited_once() {
        for cells in 1..200 {
            let visited: BTreeSet<usize> = (0..cells).map(|step| step * stride(cells) % cells).collect();
            assert_eq!(visited.len(), cells);
        }
    }
}
