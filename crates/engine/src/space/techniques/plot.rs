//! Plots: the data of a place that its technique gets.

use std::ops::Range;

use super::Core;
use crate::base::{Adjacency, BitGrid, Cell, Grid, Rect, Seed, Size};
use crate::layout::{Plan, PlannedForm, PlannedPlace};
use crate::level::{Owner, PlaceId};

/// A place as its technique gets it: position, ports and random stream.
pub(in super::super) struct PlacePlot<'a> {
    pub place: &'a PlannedPlace,
    pub id: PlaceId,
    /// The cells of the core at which passages arrive, in the order of the passages.
    pub ports: Vec<Cell>,
    /// The cells that its technique gathered, row by row.
    spans: Vec<ColumnSpan>,
    seed: Seed,
}

struct ColumnSpan {
    y: u32,
    columns: Range<u32>,
}

impl<'a> PlacePlot<'a> {
    /// Returns the plots of all places of a plan, in their order. `seed` is that of the stage.
    pub fn all(plan: &'a Plan, seed: Seed) -> Vec<Self> {
        let plot = |(id, place): (PlaceId, &'a PlannedPlace)| Self {
            place,
            id,
            ports: Vec::new(),
            spans: Vec::new(),
            seed,
        };
        let mut plots: Vec<Self> = plan.places_by_id().map(plot).collect();
        for passage in &plan.passages {
            let ends = [(passage.from, passage.route.first()), (passage.to, passage.route.last())];
            for (end, port) in ends {
                if let (Some(plot), Some(port)) = (plots.get_mut(end.index()), port) {
                    plot.ports.push(*port);
                }
            }
        }
        plots
    }

    /// Returns the owner of its cells.
    pub fn owner(&self) -> Owner {
        self.id.into()
    }

    /// Returns the cell around which the place is formed, which is always open.
    pub fn heart(&self) -> Cell {
        self.place.heart()
    }

    /// Returns the path from the floor of a shape to a port: the floor cell, and the corner of the path.
    ///
    /// The path leads from the port straight into the core, and then aside. It is not longer than needed.
    pub fn spine_of_shape(&self, port: Cell) -> Option<(Cell, Cell)> {
        let PlannedForm::Walkers { shape, .. } = &self.place.form else { return None };
        let core = self.place.core;
        let is_level = port.x == core.min.x || port.x == core.right() - 1;
        let floor = core.min + shape.nearest_floor(port - core.min, is_level);
        let corner = if is_level { Cell::new(floor.x, port.y) } else { Cell::new(port.x, floor.y) };
        Some((floor, corner))
    }

    /// Returns `true` if some of its cells are left to its technique.
    pub fn has_wild_cells(&self) -> bool {
        Core::of(&self.place.form) == Core::Wild || self.place.form.reach().is_some()
    }

    /// Returns the seed of the place for a label, so that a change in one place leaves the others unchanged.
    pub fn seed(&self, label: &str) -> Seed {
        self.seed.child(label).numbered(u64::from(self.place.node.0))
    }

    /// Adds a span of cells to the gathered ones.
    pub fn gather(&mut self, y: u32, columns: Range<u32>) {
        self.spans.push(ColumnSpan { y, columns });
    }

    /// Returns the gathered spans, row by row, as row and columns.
    pub fn spans(&self) -> impl Iterator<Item = (u32, Range<u32>)> {
        self.spans.iter().map(|span| (span.y, span.columns.clone()))
    }

    /// Returns the gathered cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.spans().flat_map(|(y, columns)| columns.map(move |x| Cell::new(x as i32, y as i32)))
    }

    /// Returns the smallest rectangle around the gathered cells.
    pub fn bounds(&self) -> Option<Rect> {
        let of_span = |(y, columns): (u32, Range<u32>)| {
            Rect::new(Cell::new(columns.start as i32, y as i32), Size::new(columns.end - columns.start, 1))
        };
        self.spans().map(of_span).reduce(Rect::union)
    }
}

/// Calls `act` with each span of these cells that belongs to one place, row by row from the left.
///
/// `act` gets the place, the row and the columns.
pub(super) fn for_spans(
    owners: &Grid<Owner>,
    cells: &BitGrid,
    same_owner: &Adjacency,
    mut act: impl FnMut(PlaceId, u32, Range<u32>),
) {
    for y in 0..cells.size().height {
        let owners = owners.row(y as usize);
        same_owner.for_spans(cells, y as usize, |columns| {
            if let Some(place) = owners[columns.start as usize].place() {
                act(place, y, columns);
            }
        });
    }
}
