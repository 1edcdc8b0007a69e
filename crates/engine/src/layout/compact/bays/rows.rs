//! The rows of a drawing with bays, and the routes between them.
//!
//! In: a book, the exits of all places, and the length of rows. Out: a drawing without crossings.
//!
//! ```text
//! gap 0      between backs, open at the left
//! row 0      ◄─── the curve, faces down
//! gap 1      a bay, open at the right
//! row 1      ───► the curve, faces up
//! gap 2      between backs, open at the left
//! ```
//!
//! Passages turn in lanes of the gaps, and go from gap to gap along the shore outside of all rows.
//! Guaranteed: lanes leave enough space for the minimum length of passages.

use super::exits::{BayDirection, BayEnd, BayExit, BayExits, Clearance, turned};
use super::pages::{Book, Page};
use crate::base::{Cell, Rect};
use crate::layout::budget::compact::bays::rows::BAY_CELLS;
use crate::layout::drawing::{OrthogonalDrawing, Port};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::routing::lane_assignment::{ChannelEntry, ChannelWire, assign_lanes};

/// Places that follow each other along the curve. Even rows go left and face down, odd rows go right and face
/// up.
#[derive(Default)]
struct BayRow<'a> {
    places: Vec<RowPlace<'a>>,
    /// Width along the bay, in cells.
    width: i32,
    /// Height without the gaps, in cells.
    height: i32,
}

/// A place in a row.
struct RowPlace<'a> {
    place: usize,
    exits: BayExits<'a>,
    /// The cell of its middle.
    middle: Cell,
}

/// The passage and the end (0 or 1) of each end of a wire.
type WireEnds = [(usize, usize); 2];

/// Returns `true` for a bay, which is open at the right. Gaps between backs are open at the left.
fn opens_right(gap: usize) -> bool {
    !gap.is_multiple_of(2)
}

/// The turn of a passage in a gap between rows.
#[derive(Clone, Copy, Default)]
struct GapTurn {
    gap: usize,
    lane: usize,
    row: i32,
}

/// All rows of a drawing.
pub(super) struct BayRows<'a> {
    problem: &'a LayoutProblem<'a>,
    rows: Vec<BayRow<'a>>,
    clearance: Clearance,
}

/// An end of a passage, with its exit and its row.
#[derive(Clone, Copy)]
struct PassageEndExit<'r, 'a> {
    row: usize,
    row_place: &'r RowPlace<'a>,
    exit: &'r BayExit<'a>,
}

impl PassageEndExit<'_, '_> {
    fn faces_down(&self) -> bool {
        self.row.is_multiple_of(2)
    }

    /// Returns the gap through which it goes. A gap has the number of the row below it.
    fn gap(&self) -> usize {
        let is_above = self.faces_down() == (self.exit.toward.page() == Page::Back);
        if is_above { self.row } else { self.row + 1 }
    }

    /// Returns the column in which it reaches its gap.
    fn column(&self) -> i32 {
        self.row_place.middle.x + turned(Cell::new(self.exit.column, 0), self.faces_down()).x
    }

    /// Returns its entry into the gap, seen from the closed end of that.
    fn entry(&self) -> ChannelEntry {
        let column = self.column();
        let along = if opens_right(self.gap()) { column } else { -column };
        if self.gap() > self.row { ChannelEntry::First(along) } else { ChannelEntry::Last(along) }
    }

    /// Returns its corners before it turns along the row, or towards the bay.
    fn path(&self) -> Vec<Cell> {
        self.exit.path.iter().map(|cell| self.row_place.middle + turned(*cell, self.faces_down())).collect()
    }

    /// Returns its corners up to a column between the two places.
    fn along_row(&self, column: i32) -> Vec<Cell> {
        self.led_on(|last| vec![Cell::new(column, last.y)])
    }

    /// Returns its corners up to its turn in the gap, and on to a column of the shore if it goes there.
    fn through_gap(&self, row: i32, shore: Option<i32>) -> Vec<Cell> {
        let column = self.column();
        let turn = Cell::new(column, row);
        self.led_on(|last| {
            let to_bay = [Cell::new(column, last.y), turn].into_iter();
            to_bay.chain(shore.map(|shore| Cell::new(shore, row))).collect()
        })
    }

    fn led_on(&self, on: impl Fn(Cell) -> Vec<Cell>) -> Vec<Cell> {
        let path = self.path();
        let on = path.last().map(|last| on(*last)).unwrap_or_default();
        [path, on].concat()
    }

    fn port(&self) -> (&Port, Cell) {
        (self.exit.port, self.row_place.middle + self.exit.port.inside)
    }
}

impl<'a> BayRows<'a> {
    /// Distributes the places of a curve over rows. Their length is about `wide_percent` percent of their
    /// total height.
    ///
    /// `firsts` have rows of their own, which face down. Returns `None` if a place lacks ports for its
    /// passages.
    pub fn new(
        problem: &'a LayoutProblem,
        ports: &'a [Vec<Port>],
        book: &Book,
        clearance: Clearance,
        drawing: &OrthogonalDrawing,
        wide_percent: u64,
        firsts: &[Vec<usize>],
    ) -> Option<Self> {
        let Book { curve, position, pages } = book;
        let exits = |at: usize, faces_down: bool| {
            let place = curve[at];
            let block = &drawing.blocks[place];
            let ground = block.ground();
            let ground = Rect::new(ground.min - block.core.center(), ground.size);
            let ends = ends(problem, position, pages, place);
            BayExits::new(problem, &ports[place], ground, faces_down, ends, &clearance)
        };
        let (mut widths, mut area) = (Vec::new(), 0);
        for at in 0..curve.len() {
            let exits = exits(at, true)?;
            let height = exits.height() + clearance.gap + BAY_CELLS;
            widths.push(exits.width());
            area += i64::from(exits.width()) * i64::from(height);
        }
        let together: i32 = widths.iter().sum();
        let width = (area.unsigned_abs() * wide_percent / 100).isqrt().max(1) as i32;
        // All rows have about the same length.
        let width = together / (together / width).max(1);
        let of_their_own = rows_of_their_own(curve, firsts);
        let mut rows: Vec<BayRow> = Vec::new();
        for (at, (place, next)) in curve.iter().zip(widths).enumerate() {
            let is_full = |row: &BayRow| row.width + next / 2 > width;
            let is_apart = at > 0 && of_their_own[at] != of_their_own[at - 1];
            let is_its_own = of_their_own[at].is_some();
            if is_apart && is_its_own && rows.len() % 2 == 1 {
                rows.push(BayRow::default());
            }
            if is_apart || rows.last().is_none_or(|row| !is_its_own && is_full(row)) {
                rows.push(BayRow::default());
            }
            let exits = exits(at, rows.len() % 2 == 1)?;
            if let Some(row) = rows.last_mut() {
                row.width += exits.width();
                row.height = row.height.max(exits.height());
                row.places.push(RowPlace { place: *place, exits, middle: Cell::new(0, 0) });
            }
        }
        Some(Self { problem, rows, clearance })
    }

    /// Returns the drawing with all places and passages. `None` if some would cross.
    pub fn drawn(mut self, mut drawing: OrthogonalDrawing) -> Option<OrthogonalDrawing> {
        let Clearance { lane, gap, .. } = self.clearance;
        let run_up = self.clearance.run_up();
        self.place_along();
        let (mut turns, counts) = self.lanes()?;
        let mut top = 0;
        for (number, count) in counts.into_iter().enumerate() {
            for turn in turns.iter_mut().flatten().filter(|turn| turn.gap == number) {
                turn.row = top + run_up + lane * (turn.lane as i32 + 1) - 1;
            }
            let least = if opens_right(number) { BAY_CELLS } else { gap };
            let run_ups = if count > 0 { 2 * run_up } else { 0 };
            top += least.max(run_ups + lane * (count as i32 + 1) - 1);
            let Some(row) = self.rows.get_mut(number) else { break };
            for row_place in &mut row.places {
                let to_bay = row_place.exits.to_bay();
                row_place.middle.y =
                    if number.is_multiple_of(2) { top + row.height - to_bay } else { top + to_bay - 1 };
            }
            top += row.height;
        }
        let shore = self.shore(&turns)?;
        for (passage, exits_of_passages) in self.exits_of_passages()?.iter().enumerate() {
            let ends = exits_of_passages.each_ref().map(PassageEndExit::port);
            let corners = match self.jog(exits_of_passages) {
                Some(column) => exits_of_passages.each_ref().map(|exit_of_end| exit_of_end.along_row(column)),
                None => [0, 1]
                    .map(|end| exits_of_passages[end].through_gap(turns[passage][end].row, shore[passage])),
            };
            let [from, mut to] = corners;
            to.reverse();
            let mut course = drawing.courses[passage].between(ends, [from, to].concat());
            course.straighten();
            drawing.courses[passage] = course;
        }
        for row_place in self.rows.iter().flat_map(|row| &row.places) {
            let block = &mut drawing.blocks[row_place.place];
            block.core.min = block.core.min + (row_place.middle - block.core.center());
        }
        Some(OrthogonalDrawing { anchor: None, ..drawing })
    }

    /// Puts the places of each row next to each other.
    fn place_along(&mut self) {
        for (number, row) in self.rows.iter_mut().enumerate() {
            let faces_down = number % 2 == 0;
            let mut free_from = 0;
            let mut put = |row_place: &mut RowPlace| {
                let BayExits { ground, next, before, .. } = &row_place.exits;
                let to_middle = if faces_down { next - ground.min.x } else { before + ground.right() - 1 };
                row_place.middle.x = free_from + to_middle;
                free_from += row_place.exits.width();
            };
            // Even rows go from right to left.
            if faces_down {
                row.places.iter_mut().rev().for_each(&mut put);
            } else {
                row.places.iter_mut().for_each(&mut put);
            }
        }
    }

    /// Returns the two ends of each passage.
    fn exits_of_passages(&self) -> Option<Vec<[PassageEndExit<'_, 'a>; 2]>> {
        let mut exits_of_passages = vec![[None; 2]; self.problem.passages.len()];
        for (row, row_places) in self.rows.iter().enumerate() {
            for row_place in &row_places.places {
                for exit in &row_place.exits.ends {
                    exits_of_passages[exit.passage][exit.end] = Some(PassageEndExit { row, row_place, exit });
                }
            }
        }
        exits_of_passages.into_iter().map(|[from, to]| Some([from?, to?])).collect()
    }

    /// Returns the column between its places in which a passage along the row may turn, if it goes there.
    fn jog(&self, exits_of_passages: &[PassageEndExit; 2]) -> Option<i32> {
        let leads_along = exits_of_passages[0].row == exits_of_passages[1].row
            && exits_of_passages.iter().all(|exit_of_end| exit_of_end.exit.leads_along_row());
        let first =
            exits_of_passages.iter().find(|exit_of_end| exit_of_end.exit.toward == BayDirection::Next);
        first.filter(|_| leads_along).map(|first| {
            let BayExits { ground, next, .. } = &first.row_place.exits;
            first.row_place.middle.x + turned(Cell::new(ground.min.x - next, 0), first.faces_down()).x
        })
    }

    /// Returns the gap and the lane in which each end of a passage turns, and the number of lanes of each
    /// gap.
    fn lanes(&self) -> Option<(Vec<[GapTurn; 2]>, Vec<usize>)> {
        let exits_of_passages = self.exits_of_passages()?;
        let mut wires: Vec<Vec<(ChannelWire, WireEnds)>> = vec![Vec::new(); self.rows.len() + 1];
        let through_gaps = exits_of_passages
            .iter()
            .enumerate()
            .filter(|(_, exits_of_passages)| self.jog(exits_of_passages).is_none());
        for (passage, [from, to]) in through_gaps {
            if from.gap() == to.gap() {
                wires[from.gap()].push(([from.entry(), to.entry()], [(passage, 0), (passage, 1)]));
            } else {
                for (end, exit_of_end) in [from, to].into_iter().enumerate() {
                    wires[exit_of_end.gap()]
                        .push(([exit_of_end.entry(), ChannelEntry::Open], [(passage, end); 2]));
                }
            }
        }
        let mut turns = vec![[GapTurn::default(); 2]; exits_of_passages.len()];
        let mut counts = Vec::new();
        for (gap, wires) in wires.iter().enumerate() {
            let (of_wires, count) = assign_lanes(&wires.iter().map(|(wire, _)| *wire).collect::<Vec<_>>())?;
            for ((_, ends), lane) in wires.iter().zip(of_wires) {
                ends.iter().for_each(|(passage, end)| turns[*passage][*end] = GapTurn { gap, lane, row: 0 });
            }
            counts.push(count);
        }
        Some((turns, counts))
    }

    /// Returns the column of the shore for each passage that goes from one gap to another.
    fn shore(&self, turns: &[[GapTurn; 2]]) -> Option<Vec<Option<i32>>> {
        let outside = self.rows.iter().map(|row| row.width).max().unwrap_or(0);
        let mut columns = vec![None; turns.len()];
        for is_right in [true, false] {
            let is_here = |[from, to]: &[GapTurn; 2]| from.gap != to.gap && opens_right(from.gap) == is_right;
            let passages: Vec<usize> = (0..turns.len()).filter(|passage| is_here(&turns[*passage])).collect();
            let wire = |passage: &usize| turns[*passage].map(|turn| ChannelEntry::First(turn.row));
            let (of_wires, _) = assign_lanes(&passages.iter().map(wire).collect::<Vec<ChannelWire>>())?;
            for (passage, lane) in passages.into_iter().zip(of_wires) {
                let off = self.clearance.lane * (lane as i32 + 1);
                columns[passage] = Some(if is_right { outside + off - 1 } else { -off });
            }
        }
        Some(columns)
    }
}

/// Returns, for each position of the curve, the index of its row in `firsts`, if it has one.
///
/// Waypoints between two places of such a row belong to it.
fn rows_of_their_own(curve: &[usize], firsts: &[Vec<usize>]) -> Vec<Option<usize>> {
    let row_of = |place: &usize| firsts.iter().position(|row| row.contains(place));
    let mut rows: Vec<Option<usize>> = curve.iter().map(row_of).collect();
    let known: Vec<usize> = (0..rows.len()).filter(|at| rows[*at].is_some()).collect();
    for pair in known.windows(2).filter(|pair| rows[pair[0]] == rows[pair[1]]).collect::<Vec<_>>() {
        let row = rows[pair[0]];
        rows[pair[0]..pair[1]].fill(row);
    }
    rows
}

/// Returns the ends of all passages at a place, with their directions and distances.
fn ends(problem: &LayoutProblem, position: &[usize], pages: &[Page], place: usize) -> Vec<BayEnd> {
    let mut links = [false; 2];
    let passages = problem.places[place].passages.iter();
    let ends = passages.flat_map(|passage| {
        let ends = &problem.passages[*passage];
        let is_own = [ends.from == place, ends.to == place];
        (0..2).filter(move |end| is_own[*end]).map(move |end| (*passage, end))
    });
    let end = |(passage, end): (usize, usize)| {
        let ends = &problem.passages[passage];
        let other = ends.other(place);
        // Loops are nearest to the place.
        if other == place {
            return BayEnd { toward: BayDirection::Later(Page::Front), distance: 0, passage, end };
        }
        let is_later = position[other] > position[place];
        let distance = position[other].abs_diff(position[place]);
        let is_link = distance == 1 && !std::mem::replace(&mut links[usize::from(is_later)], true);
        let toward = match (is_link, is_later) {
            (true, true) => BayDirection::Next,
            (true, false) => BayDirection::Before,
            (false, true) => BayDirection::Later(pages[passage]),
            (false, false) => BayDirection::Earlier(pages[passage]),
        };
        BayEnd { toward, distance, passage, end }
    };
    ends.map(end).collect()
}
