//! The rows in which the places of a curve lie, and the ways between them.

use super::exits::{BayDirection, BayEnd, BayExit, BayExits, Clearance, turned};
use super::pages::{Book, Page};
use crate::base::{Cell, Rect};
use crate::layout::budget::compact::bays::rows::BAY_CELLS;
use crate::layout::drawing::{OrthogonalDrawing, Port};
use crate::layout::lane_assignment::{ChannelEntry, ChannelWire, assign_lanes};
use crate::layout::problem::LayoutProblem;

/// Places that follow each other along the curve; even rows lead to the closed end of their bay, which lies
/// below them, odd ones back.
#[derive(Default)]
struct BayRow<'a> {
    places: Vec<RowPlace<'a>>,
    /// How many cells it has along the bay, and behind it.
    width: i32,
    height: i32,
}

/// A place in a row.
struct RowPlace<'a> {
    place: usize,
    exits: BayExits<'a>,
    /// Where its middle lies.
    middle: Cell,
}

/// The passages, each with the end of it, that the two ends of a wire belong to.
type WireEnds = [(usize, usize); 2];

/// Is a gap between rows a bay, with its open end at the right? Between the backs of rows it is open at the left.
fn opens_right(gap: usize) -> bool {
    !gap.is_multiple_of(2)
}

/// Where a passage turns in a gap between rows.
#[derive(Clone, Copy, Default)]
struct GapTurn {
    gap: usize,
    lane: usize,
    row: i32,
}

/// Places along the curve, and the rows in which they lie.
pub(super) struct BayRows<'a> {
    problem: &'a LayoutProblem<'a>,
    rows: Vec<BayRow<'a>>,
    clearance: Clearance,
}

/// An end of a passage that leads through a bay.
#[derive(Clone, Copy)]
struct PassageEndExit<'r, 'a> {
    row: usize,
    stop: &'r RowPlace<'a>,
    exit: &'r BayExit<'a>,
}

impl PassageEndExit<'_, '_> {
    fn faces_down(&self) -> bool {
        self.row.is_multiple_of(2)
    }

    /// The gap between rows through which it leads: that before the row of this number.
    fn gap(&self) -> usize {
        let is_above = self.faces_down() == (self.exit.toward.page() == Page::Back);
        if is_above { self.row } else { self.row + 1 }
    }

    /// The column by which it comes to the bay.
    fn column(&self) -> i32 {
        self.stop.middle.x + turned(Cell::new(self.exit.column, 0), self.faces_down()).x
    }

    /// Where it comes to the gap, seen from the closed end of that.
    fn entry(&self) -> ChannelEntry {
        let column = self.column();
        let along = if opens_right(self.gap()) { column } else { -column };
        if self.gap() > self.row { ChannelEntry::First(along) } else { ChannelEntry::Last(along) }
    }

    /// Where the passage leads out to before it turns along the row, or to the bay.
    fn path(&self) -> Vec<Cell> {
        self.exit.path.iter().map(|cell| self.stop.middle + turned(*cell, self.faces_down())).collect()
    }

    /// Its corners up to a column between the two places.
    fn along_row(&self, column: i32) -> Vec<Cell> {
        self.led_on(|last| vec![Cell::new(column, last.y)])
    }

    /// Its corners up to where it turns in the bay, and on to a column of the shore, if it leads there.
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
        (self.exit.port, self.stop.middle + self.exit.port.inside)
    }
}

impl<'a> BayRows<'a> {
    /// Rows about so long, in hundredths of how high all of them are together, the first places in rows of
    /// their own that face down. `None` if a place lacks ports that its passages need.
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
        // All rows are about as long as each other.
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

    /// The drawing with all places where they belong, and all passages. `None` if some would cross.
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
            for stop in &mut row.places {
                let to_bay = stop.exits.to_bay();
                stop.middle.y =
                    if number.is_multiple_of(2) { top + row.height - to_bay } else { top + to_bay - 1 };
            }
            top += row.height;
        }
        let shore = self.shore(&turns)?;
        for (passage, ways) in self.ways()?.iter().enumerate() {
            let ends = ways.each_ref().map(PassageEndExit::port);
            let corners = match self.jog(ways) {
                Some(column) => ways.each_ref().map(|way| way.along_row(column)),
                None => [0, 1].map(|end| ways[end].through_gap(turns[passage][end].row, shore[passage])),
            };
            let [from, mut to] = corners;
            to.reverse();
            let mut course = drawing.courses[passage].between(ends, [from, to].concat());
            course.straighten();
            drawing.courses[passage] = course;
        }
        for stop in self.rows.iter().flat_map(|row| &row.places) {
            let block = &mut drawing.blocks[stop.place];
            block.core.min = block.core.min + (stop.middle - block.core.center());
        }
        Some(OrthogonalDrawing { anchor: None, ..drawing })
    }

    /// Puts the places of each row beside each other.
    fn place_along(&mut self) {
        for (number, row) in self.rows.iter_mut().enumerate() {
            let faces_down = number % 2 == 0;
            let mut free_from = 0;
            let mut put = |stop: &mut RowPlace| {
                let BayExits { ground, next, before, .. } = &stop.exits;
                let to_middle = if faces_down { next - ground.min.x } else { before + ground.right() - 1 };
                stop.middle.x = free_from + to_middle;
                free_from += stop.exits.width();
            };
            // Even rows lead to the closed end.
            if faces_down {
                row.places.iter_mut().rev().for_each(&mut put);
            } else {
                row.places.iter_mut().for_each(&mut put);
            }
        }
    }

    /// The two ends of each passage.
    fn ways(&self) -> Option<Vec<[PassageEndExit<'_, 'a>; 2]>> {
        let mut ways = vec![[None; 2]; self.problem.passages.len()];
        for (row, stops) in self.rows.iter().enumerate() {
            for stop in &stops.places {
                for exit in &stop.exits.ends {
                    ways[exit.passage][exit.end] = Some(PassageEndExit { row, stop, exit });
                }
            }
        }
        ways.into_iter().map(|[from, to]| Some([from?, to?])).collect()
    }

    /// The column between its places in which a passage may turn that leads along the row, if it does.
    fn jog(&self, ways: &[PassageEndExit; 2]) -> Option<i32> {
        let leads_along = ways[0].row == ways[1].row && ways.iter().all(|way| way.exit.leads_along_row());
        let first = ways.iter().find(|way| way.exit.toward == BayDirection::Next);
        first.filter(|_| leads_along).map(|first| {
            let BayExits { ground, next, .. } = &first.stop.exits;
            first.stop.middle.x + turned(Cell::new(ground.min.x - next, 0), first.faces_down()).x
        })
    }

    /// In which lane of which gap each end of a passage turns, and how many lanes each gap has.
    fn lanes(&self) -> Option<(Vec<[GapTurn; 2]>, Vec<usize>)> {
        let ways = self.ways()?;
        let mut wires: Vec<Vec<(ChannelWire, WireEnds)>> = vec![Vec::new(); self.rows.len() + 1];
        let through_gaps = ways.iter().enumerate().filter(|(_, ways)| self.jog(ways).is_none());
        for (passage, [from, to]) in through_gaps {
            if from.gap() == to.gap() {
                wires[from.gap()].push(([from.entry(), to.entry()], [(passage, 0), (passage, 1)]));
            } else {
                for (end, way) in [from, to].into_iter().enumerate() {
                    wires[way.gap()].push(([way.entry(), ChannelEntry::Open], [(passage, end); 2]));
                }
            }
        }
        let mut turns = vec![[GapTurn::default(); 2]; ways.len()];
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

    /// The column outside of all rows by which each passage leads from one gap to another, if it does.
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

/// For everything on the curve the row of its own in which it lies, if it does: as one of the first places,
/// or as a waypoint between two of them.
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

/// Where each end of the passages of a place leads, how far that is along the curve, and which passage and
/// which of its ends it is.
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
        // What leads back to the place itself lies nearest to it.
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
