//! Arranges missions of which some places have sites without crossings: those places lie in rows of their own, before all others, and to each other as their sites say.

use std::cmp::Reverse;

use super::bays::{Bays, Lie, Sides};
use super::drawing::Drawing;
use super::legal::is_legal;
use super::squeeze::squeeze_in_order;
use super::{Bench, Compactor, arrangement, cells, lengthened};
use crate::layout::Arrangement;
use crate::layout::embedding::is_planar;
use crate::layout::extent::Excess;
use crate::layout::problem::LayoutProblem;
use crate::layout::sizes::Sized;
use crate::mission::Site;

/// A level without bridges may be so many times as large as one with bridges.
///
/// Of 60 random missions of 14 to 40 places with sites, trees, combs, cycles and others, all of up to 30 places have a level without bridges that is at most 5.2 times as large. At 40 places it is 8 to 100 times as large where sites are in any order.
const DETOUR: u64 = 6;

/// How often passages may change sides of the curve, and how often where there is no level with bridges. The level has about twice the square of that in cells: 3,000 changes come to 20 million cells, and to a second and a half.
const MOST_CHANGES: usize = 1_000;
const MOST_CHANGES_WITHOUT_BRIDGES: usize = 3_000;

/// Where a drawing has more cells, no others are compared.
const ONCE_CELLS: u64 = 1_000_000;

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

/// Arranges all places so, with `gap` cells between them, if the level is little larger than one with bridges, which has so many cells.
///
/// # Errors
/// If no place has a site, passages cross in every drawing, places cannot lie so, or for what there would be too much of.
pub(in crate::layout) fn in_rows_of_sites(
    problem: &LayoutProblem,
    sizes: &[Sized],
    gap: u32,
    with_bridges: Option<u64>,
) -> Result<Arrangement, Option<Excess>> {
    let bench = Bench::new(problem, sizes);
    let drawing = bench.compactor(gap as i32).in_rows_of_sites(sizes, with_bridges)?;
    Ok(arrangement(&drawing))
}

impl Compactor<'_> {
    /// The best of several such drawings, slid together once.
    pub(super) fn in_rows_of_sites(
        &mut self,
        sizes: &[Sized],
        with_bridges: Option<u64>,
    ) -> Result<Drawing, Option<Excess>> {
        let Self { problem, ports, outline, gap, sited, .. } = *self;
        let ends = problem.passages.iter().map(|passage| (passage.from, passage.to));
        if sited.rows.is_empty() || !is_planar(problem.places.len(), ends) {
            return Err(None);
        }
        let most_changes = if with_bridges.is_some() { MOST_CHANGES } else { MOST_CHANGES_WITHOUT_BRIDGES };
        let sides = Sides::Changed { most_changes };
        let (mut best, mut winds_too_far): (Option<Drawing>, bool) = (None, true);
        for (lie, firsts) in Lie::APART.into_iter().zip([&sited.rows, &sited.columns].into_iter().cycle()) {
            let Some(bays) = Bays::new(problem, sizes, ports, outline, gap, firsts, sides) else { continue };
            winds_too_far = false;
            let drawn = bays.drawn(lie, 100).and_then(|drawing| lengthened(problem, drawing));
            let Some(ordered) = drawn.and_then(|drawing| self.in_order(&drawing)) else { continue };
            let drawing = self.compact(ordered, 1);
            match &mut best {
                Some(best) => self.keep_better(drawing, best),
                None => best = Some(drawing),
            }
            if best.as_ref().is_some_and(|best| cells(best) > ONCE_CELLS) {
                break;
            }
        }
        let best = best.ok_or(winds_too_far.then_some(Excess::Winding(most_changes)))?;
        if with_bridges.is_some_and(|cells_with| cells(&best) > DETOUR * cells_with) {
            return Err(Some(Excess::Size(best.bounds().size)));
        }
        Ok(best)
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
