//! Arranges missions of which some places have sites without crossings: those places lie in rows of their own, before all others, and to each other as their sites say.

use std::cmp::Reverse;

use super::bays::{Bays, Lie, Sides};
use super::drawing::Drawing;
use super::legal::is_legal;
use super::squeeze::squeeze_in_order;
use super::{Compactor, badness, lengthened};
use crate::layout::sizes::Sized;
use crate::mission::Site;

/// Places with the same row of sites, from right to left, and all such rows from above.
type Rows = Vec<Vec<usize>>;

impl Compactor<'_> {
    /// The best of several such drawings, slid together once. `None` if passages cross in every drawing, or places cannot lie so.
    pub(super) fn in_rows_of_sites(&mut self, sizes: &[Sized]) -> Option<Drawing> {
        let places = self.problem.places.iter().enumerate();
        let sited: Vec<(usize, Site)> = places.filter_map(|(place, of)| Some((place, of.site?))).collect();
        let turned = sited.iter().map(|(place, site)| (*place, Site { x: site.y, y: site.x })).collect();
        let (rows, columns) = (rows_of(sited), rows_of(turned));
        let mut drawings = Vec::new();
        for (lie, firsts) in Lie::APART.into_iter().zip([&rows, &columns].into_iter().cycle()) {
            let Self { problem, ports, outline, gap, .. } = *self;
            let bays = Bays::new(problem, sizes, ports, outline, gap, firsts, Sides::Changed)?;
            let drawn = bays.drawn(lie, 100).and_then(|drawing| lengthened(problem, drawing));
            let ordered = drawn.and_then(|drawing| self.in_order(&drawing, &rows, &columns));
            drawings.extend(ordered.map(|drawing| self.compact(drawing, 1)));
        }
        drawings.into_iter().min_by_key(|drawing| badness(self.outline, drawing))
    }

    /// The drawing with the middles of places in the order of these rows and columns.
    fn in_order(&self, drawing: &Drawing, rows: &Rows, columns: &Rows) -> Option<Drawing> {
        let work = &self.problem.work;
        let along_rows = squeeze_in_order(drawing, self.gap, &pairs(columns), work)?;
        let along_columns = squeeze_in_order(&along_rows.transposed(), self.gap, &pairs(rows), work)?;
        Some(along_columns.transposed()).filter(is_legal)
    }
}

fn rows_of(mut sited: Vec<(usize, Site)>) -> Rows {
    sited.sort_by_key(|(place, site)| (site.y, Reverse(site.x), *place));
    let rows = sited.chunk_by(|(_, one), (_, other)| one.y == other.y);
    rows.map(|row| row.iter().map(|(place, _)| *place).collect()).collect()
}

/// Each place of a row with each of the next.
fn pairs(rows: &Rows) -> Vec<(usize, usize)> {
    let of_two = |rows: &[Vec<usize>]| -> Vec<(usize, usize)> {
        rows[0].iter().flat_map(|one| rows[1].iter().map(|other| (*one, *other))).collect()
    };
    rows.windows(2).flat_map(of_two).collect()
}
