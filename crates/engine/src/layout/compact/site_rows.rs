//! The order of places with sites, along rows and along columns.
//!
//! In: the sites of places. Out: the places of each row and column of sites, in order.
//! Places without sites are left out.

use std::cmp::Reverse;

use crate::layout::input::problem::LayoutProblem;
use crate::mission::Site;

/// Places that have sites.
pub(super) struct SitedPlaces {
    /// The rows of sites from top to bottom, each with its places from right to left.
    pub rows: Vec<Vec<usize>>,
    /// The columns of sites from left to right, each with its places from bottom to top.
    pub columns: Vec<Vec<usize>>,
}

impl SitedPlaces {
    pub fn new(problem: &LayoutProblem) -> Self {
        let places = problem.places.iter().enumerate();
        let sited: Vec<(usize, Site)> = places.filter_map(|(place, of)| Some((place, of.site?))).collect();
        let turned = sited.iter().map(|(place, site)| (*place, Site { x: site.y, y: site.x })).collect();
        Self { columns: rows_of(turned), rows: rows_of(sited) }
    }

    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().flatten().copied()
    }

    /// Returns the columns if `level` is set, which follow each other along the rows, otherwise the rows.
    pub fn along(&self, level: bool) -> &[Vec<usize>] {
        if level { &self.columns } else { &self.rows }
    }
}

fn rows_of(mut sited: Vec<(usize, Site)>) -> Vec<Vec<usize>> {
    sited.sort_by_key(|(place, site)| (site.y, Reverse(site.x), *place));
    let rows = sited.chunk_by(|(_, one), (_, other)| one.y == other.y);
    rows.map(|row| row.iter().map(|(place, _)| *place).collect()).collect()
}
