//! Arranges missions of which some places have sites without crossings: those places lie in rows of their own, before all others, and to each other as their sites say.

use std::cmp::Reverse;

use super::bays::{Bays, Lie, Sides};
use super::drawing::Drawing;
use super::legal::is_legal;
use super::squeeze::squeeze_in_order;
use super::{Bench, Compactor, arrangement, badness, lengthened};
use crate::layout::Arrangement;
use crate::layout::problem::LayoutProblem;
use crate::layout::sizes::Sized;
use crate::mission::Site;

/// Places that have sites.
pub(super) struct Sited {
    /// Those with the same row of sites, from right to left, and all such rows from above.
    rows: Vec<Vec<usize>>,
    /// Those with the same column of sites, from below, and all such columns from the left.
    columns: Vec<Vec<usize>>,
}

impl Sited {
    pub fn new(problem: &LayoutProblem) -> Self {
        let places = problem.places.iter().enumerate();
        let sited: Vec<(usize, Site)> = places.filter_map(|(place, of)| Some((place, of.site?))).collect();
        let turned = sited.iter().map(|(place, site)| (*place, Site { x: site.y, y: site.x })).collect();
        Self { columns: rows_of(turned), rows: rows_of(sited) }
    }

    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().flatten().copied()
    }

    /// What lies one behind the other along the rows, or along the columns.
    pub fn along(&self, level: bool) -> &[Vec<usize>] {
        if level { &self.columns } else { &self.rows }
    }
}

/// All places so, with `gap` cells between them. `None` if none has a site, passages cross in every drawing, or places cannot lie so.
pub(in crate::layout) fn in_rows_of_sites(
    problem: &LayoutProblem,
    sizes: &[Sized],
    gap: u32,
) -> Option<Arrangement> {
    let bench = Bench::new(problem, sizes);
    bench.compactor(gap as i32).in_rows_of_sites(sizes).map(|drawing| arrangement(&drawing))
}

impl Compactor<'_> {
    /// The best of several such drawings, slid together once. `None` if passages cross in every drawing, or places cannot lie so.
    pub(super) fn in_rows_of_sites(&mut self, sizes: &[Sized]) -> Option<Drawing> {
        let Self { problem, ports, outline, gap, sited, .. } = *self;
        if sited.rows.is_empty() {
            return None;
        }
        let mut drawings = Vec::new();
        for (lie, firsts) in Lie::APART.into_iter().zip([&sited.rows, &sited.columns].into_iter().cycle()) {
            let bays = Bays::new(problem, sizes, ports, outline, gap, firsts, Sides::Changed)?;
            let drawn = bays.drawn(lie, 100).and_then(|drawing| lengthened(problem, drawing));
            let ordered = drawn.and_then(|drawing| self.in_order(&drawing));
            drawings.extend(ordered.map(|drawing| self.compact(drawing, 1)));
        }
        drawings.into_iter().min_by_key(|drawing| badness(self.outline, drawing))
    }

    /// The drawing with the middles of places in the order of their sites.
    fn in_order(&self, drawing: &Drawing) -> Option<Drawing> {
        let work = &self.problem.work;
        let along_rows = squeeze_in_order(drawing, self.gap, self.sited.along(true), work)?;
        let turned = along_rows.transposed();
        let along_columns = squeeze_in_order(&turned, self.gap, self.sited.along(false), work)?;
        Some(along_columns.transposed()).filter(is_legal)
    }
}

fn rows_of(mut sited: Vec<(usize, Site)>) -> Vec<Vec<usize>> {
    sited.sort_by_key(|(place, site)| (site.y, Reverse(site.x), *place));
    let rows = sited.chunk_by(|(_, one), (_, other)| one.y == other.y);
    rows.map(|row| row.iter().map(|(place, _)| *place).collect()).collect()
}
