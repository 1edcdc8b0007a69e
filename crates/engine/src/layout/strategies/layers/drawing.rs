//! The drawing of rows in cells.
//!
//! In: rows of places and passages, the exits of all places, and the spacing. Out: an arrangement.
//! Rows are drawn from top to bottom. A row has tracks on top, on which passages move to their columns, and
//! the places below.
//! Guaranteed: passages do not cross, and the middles of places keep the spacing.

use super::escape::{LayerExit, PlaceExits};
use super::rows::{LayerRows, RowItem};
use crate::base::{Cell, Rect};
use crate::layout::budget::APART;
use crate::layout::budget::layers::drawing::{SMALL_CELLS, SQUARE};
use crate::layout::drawing::{Arrangement, DirectLayoutFailure, Port, Route, Routes, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing::LatticeSpacing;
use crate::layout::routing::bundles::Bundles;
use crate::layout::routing::river_routing;
use crate::mission::Site;

/// Returns the distance between passages that run side by side, in cells.
pub(in crate::layout) fn pitch(problem: &LayoutProblem) -> i32 {
    let widest = problem.passages.iter().map(|passage| passage.width).max().unwrap_or(1);
    (widest as i32 + 1).max(APART)
}

impl PlaceExits {
    /// Reserves a line below everything else, on which loops turn back.
    pub fn make_room_for_loops(&mut self, loops: usize) {
        if loops > 0 {
            self.reach(Cell::new(0, self.after.height as i32 + APART));
        }
    }
}

/// An item that needs space in a row: a place, or one passage that goes on to a lower row.
#[derive(Clone, Copy)]
enum RowUnit {
    Place(usize),
    Wire(usize),
}

/// The input of a drawing.
#[derive(Clone, Copy)]
pub(super) struct LayeredInput<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub sizes: &'a [SizedPlace],
    pub ports: &'a [Vec<Port>],
    pub escapes: &'a [PlaceExits],
    pub spacing: LatticeSpacing,
}

/// A drawing in progress, from the first row down.
pub(super) struct LayeredDrawing<'a> {
    plot: LayeredInput<'a>,
    pitch: i32,
    width: i32,
    height: i32,
    middles: Vec<Cell>,
    row_of: Vec<usize>,
    /// The column in which each passage reaches the bottom of the drawing.
    columns: Vec<i32>,
    /// The corners of each passage from its upper to its lower place.
    corners: Vec<Vec<Cell>>,
    /// The end and the port of each passage at its upper and its lower place.
    ends: Vec<Vec<(usize, usize)>>,
}

impl<'a> LayeredDrawing<'a> {
    /// Draws rows. They get `room` quarters of the width that they need.
    pub fn new(plot: LayeredInput<'a>, bundles: &Bundles, rows: &LayerRows, room: i32) -> Self {
        let units = |item: &RowItem| match item {
            RowItem::Place(place) => vec![RowUnit::Place(*place)],
            RowItem::Pass(edge) => bundles.passages(*edge).iter().map(|wire| RowUnit::Wire(*wire)).collect(),
        };
        let rows: Vec<Vec<RowUnit>> =
            rows.rows.iter().map(|row| row.iter().flat_map(units).collect()).collect();
        let (places, passages) = (plot.problem.places.len(), plot.problem.passages.len());
        let mut drawing = Self {
            plot,
            pitch: pitch(plot.problem),
            width: 0,
            height: 0,
            middles: vec![Cell::default(); places],
            row_of: vec![0; places],
            columns: vec![0; passages],
            corners: vec![Vec::new(); passages],
            ends: vec![Vec::new(); passages],
        };
        let widest = rows.iter().filter_map(|row| drawing.leftmost(row).last().copied()).max();
        drawing.width = widest.unwrap_or(0) / 4 * room + widest.unwrap_or(0) % 4;
        for (number, row) in rows.iter().enumerate() {
            let across = drawing.place_row(row);
            drawing.height = drawing.draw_row(number, row, &across, drawing.height);
        }
        drawing
    }

    /// Rates the drawing: higher for a large level, and for a long and narrow one.
    pub fn badness(&self) -> u64 {
        let [width, height] =
            [self.width + SMALL_CELLS, self.height + SMALL_CELLS].map(|side| u64::from(side.unsigned_abs()));
        width * height * (width.max(height) / width.min(height) + SQUARE)
    }

    /// Returns the drawing as an arrangement.
    ///
    /// # Errors
    /// If the level is too large.
    pub fn finish(self) -> Result<Arrangement, DirectLayoutFailure> {
        self.plot.problem.check_size(self.width, self.height)?;
        let by_passage = (0..self.corners.len()).map(|passage| self.route(passage)).collect();
        let cores = self.middles.iter().zip(self.plot.sizes).map(|(middle, sized)| {
            Rect::new(*middle - Rect::new(Cell::new(0, 0), sized.core).center(), sized.core)
        });
        let routes =
            Routes { by_passage, crossings: Vec::new(), cores: cores.collect(), pushed_out: Vec::new() };
        Ok(Arrangement { sites: self.sites(), routes, missing: Vec::new(), too_large: None })
    }

    /// Returns the column of each item in a row, as close as possible to the columns from which its passages
    /// come.
    fn place_row(&self, row: &[RowUnit]) -> Vec<i32> {
        let (least, most) = (self.leftmost(row), self.rightmost(row));
        let mut across: Vec<i32> = Vec::new();
        for (index, unit) in row.iter().enumerate() {
            let wanted = match *unit {
                RowUnit::Wire(passage) => self.columns[passage],
                RowUnit::Place(place) => self.below_its_passages(place).unwrap_or(least[index]),
            };
            let free = index
                .checked_sub(1)
                .map_or(wanted, |before| wanted.max(across[before] + self.apart(row[before], *unit)));
            across.push(self.snapped(*unit, free.clamp(least[index], most[index])));
        }
        across
    }

    /// Returns the mean of the columns in which one of a place's upper passages would run straight.
    fn below_its_passages(&self, place: usize) -> Option<i32> {
        let above = &self.plot.escapes[place].above;
        let straight = above.iter().map(|exit| i64::from(self.columns[exit.passage] - exit.x));
        let count = above.len() as i64;
        (count > 0).then(|| (straight.sum::<i64>() / count) as i32)
    }

    /// Returns the columns if every item is as far left as possible.
    fn leftmost(&self, row: &[RowUnit]) -> Vec<i32> {
        let mut across: Vec<i32> = Vec::new();
        for (index, unit) in row.iter().enumerate() {
            let free =
                index.checked_sub(1).map_or(0, |before| across[before] + self.apart(row[before], *unit));
            across.push(self.snapped(*unit, free));
        }
        across
    }

    /// Returns the columns if every item is as far right as possible.
    fn rightmost(&self, row: &[RowUnit]) -> Vec<i32> {
        let mut across = vec![self.width; row.len()];
        for (index, unit) in row.iter().enumerate().rev() {
            if let Some(next) = row.get(index + 1) {
                across[index] = across[index + 1] - self.apart(*unit, *next);
            }
            let snapped = self.snapped(*unit, across[index]);
            across[index] -=
                if snapped > across[index] { self.scale() - (snapped - across[index]) } else { 0 };
        }
        across
    }

    /// Returns the minimum distance between the middles of two adjacent items.
    fn apart(&self, one: RowUnit, other: RowUnit) -> i32 {
        let gap = match (self.plot.spacing, one, other) {
            (LatticeSpacing::Elastic { gap }, RowUnit::Place(_), RowUnit::Place(_)) => gap as i32 + 1,
            _ => 0,
        };
        self.reach(one).1 + gap.max(self.pitch) + self.reach(other).0
    }

    /// Returns how far an item extends to the left and to the right of its middle.
    fn reach(&self, unit: RowUnit) -> (i32, i32) {
        let RowUnit::Place(place) = unit else { return (0, 0) };
        let (before, after) = self.extent(place);
        (before.x, after.x)
    }

    /// Returns how far a place with its exits extends from its middle: left and up, right and down.
    fn extent(&self, place: usize) -> (Cell, Cell) {
        let (escape, sized) = (&self.plot.escapes[place], &self.plot.sizes[place]);
        let (before, after) = match self.plot.spacing {
            LatticeSpacing::Elastic { .. } => sized.extent(),
            LatticeSpacing::Fixed { .. } => sized.core_extent(),
        };
        let most = |one: u32, other: u32| one.max(other) as i32;
        (
            Cell::new(most(before.width, escape.before.width), most(before.height, escape.before.height)),
            Cell::new(most(after.width, escape.after.width), most(after.height, escape.after.height)),
        )
    }

    /// Returns the unit of distances between middles.
    fn scale(&self) -> i32 {
        match self.plot.spacing {
            LatticeSpacing::Fixed { scale } => scale.max(1) as i32,
            LatticeSpacing::Elastic { .. } => 1,
        }
    }

    /// Rounds a coordinate up to one on which a middle may lie.
    fn snapped(&self, unit: RowUnit, at: i32) -> i32 {
        match unit {
            RowUnit::Place(_) => at + (-at).rem_euclid(self.scale()),
            RowUnit::Wire(_) => at,
        }
    }

    /// Draws a row below the rows so far. Returns the lowest line that it occupies.
    fn draw_row(&mut self, number: usize, row: &[RowUnit], across: &[i32], bottom: i32) -> i32 {
        let wires = self.wires(row, across);
        let moves: Vec<river_routing::RiverWire> =
            wires.iter().map(|(passage, to)| (self.columns[*passage], *to)).collect();
        let tracks = river_routing::tracks(&moves, APART);
        for ((passage, to), track) in wires.iter().zip(&tracks).filter(|(_, track)| **track > 0) {
            let y = bottom + *track as i32 * self.pitch;
            self.corners[*passage].extend([self.columns[*passage], *to].map(|x| Cell::new(x, y)));
        }
        for (passage, to) in &wires {
            self.columns[*passage] = *to;
        }
        let lane = (tracks.iter().max().map_or(0, |most| *most as i32) + 1) * self.pitch;
        let gap = match self.plot.spacing {
            LatticeSpacing::Elastic { gap } if number > 0 => gap as i32 + 1,
            _ => 0,
        };
        let places: Vec<(usize, i32)> = row
            .iter()
            .zip(across)
            .filter_map(|(unit, x)| if let RowUnit::Place(place) = unit { Some((*place, *x)) } else { None })
            .collect();
        let most =
            |of: fn((Cell, Cell)) -> i32| places.iter().map(|(place, _)| of(self.extent(*place))).max();
        let (up, down) = (most(|(before, _)| before.y), most(|(_, after)| after.y));
        let middle = bottom + lane.max(gap) + up.unwrap_or(0);
        let middle = middle + (-middle).rem_euclid(self.scale());
        for (place, x) in places {
            self.row_of[place] = number;
            self.draw_place(place, Cell::new(x, middle));
        }
        middle + down.unwrap_or(0)
    }

    /// Returns the passages that reach a row from above, from left to right, each with its column in the row.
    fn wires(&self, row: &[RowUnit], across: &[i32]) -> Vec<(usize, i32)> {
        let mut wires = Vec::new();
        for (unit, x) in row.iter().zip(across) {
            match unit {
                RowUnit::Wire(passage) => wires.push((*passage, *x)),
                RowUnit::Place(place) => {
                    wires.extend(
                        self.plot.escapes[*place].above.iter().map(|exit| (exit.passage, x + exit.x)),
                    );
                }
            }
        }
        wires
    }

    fn draw_place(&mut self, place: usize, middle: Cell) {
        self.middles[place] = middle;
        let escape = &self.plot.escapes[place];
        let placed =
            |exit: &LayerExit| -> Vec<Cell> { exit.corners.iter().map(|corner| middle + *corner).collect() };
        for exit in &escape.above {
            self.corners[exit.passage].extend(placed(exit).into_iter().rev());
            self.ends[exit.passage].push((exit.end, exit.port));
        }
        for exit in &escape.below {
            let x = middle.x + exit.x;
            let is_back = !self.ends[exit.passage].is_empty();
            self.ends[exit.passage].push((exit.end, exit.port));
            let corners = &mut self.corners[exit.passage];
            if is_back {
                // A loop turns back on the lowest line of the place.
                let y = middle.y + escape.after.height as i32;
                corners.extend([self.columns[exit.passage], x].map(|x| Cell::new(x, y)));
                corners.extend(placed(exit).into_iter().rev());
            } else {
                corners.extend(placed(exit));
            }
            self.columns[exit.passage] = x;
        }
    }

    fn route(&self, passage: usize) -> Option<Route> {
        let [upper, lower] = self.ends[passage][..] else { return None };
        let mut corners = self.corners[passage].clone();
        let (from, to) = if upper.0 == 0 {
            (upper, lower)
        } else {
            corners.reverse();
            (lower, upper)
        };
        let places = [self.plot.problem.passages[passage].from, self.plot.problem.passages[passage].to];
        let end = |place: usize, port: usize| (self.middles[place], &self.plot.ports[place][port]);
        Some(Route::new([end(places[0], from.1), end(places[1], to.1)], &corners))
    }

    /// Returns the sites of all places: multiples of the scale, or otherwise ranks of columns and rows.
    fn sites(&self) -> Vec<Site> {
        if let LatticeSpacing::Fixed { .. } = self.plot.spacing {
            let site = |middle: &Cell| Site { x: middle.x / self.scale(), y: middle.y / self.scale() };
            return self.middles.iter().map(site).collect();
        }
        let mut columns: Vec<i32> = self.middles.iter().map(|middle| middle.x).collect();
        columns.sort_unstable();
        columns.dedup();
        let column = |middle: &Cell| columns.partition_point(|x| *x < middle.x) as i32;
        let rows = self.middles.iter().zip(&self.row_of);
        rows.map(|(middle, row)| Site { x: column(middle), y: *row as i32 }).collect()
    }
}
