//! Turns sites into cells: computes the core of each place and the lines along which routes may run.
//!
//! In: sites, sizes and ports of all places, and the spacing. Out: columns, rows and cores.
//! Guaranteed: the middles of a column lie below each other, and those of a row next to each other.
//! With elastic spacing, columns and rows without places take no room.
//!
//! ```text
//!       column 0    column 1
//!        ┌───┐     ┌───────┐
//! row 0  │ ● │─────│   ●   │
//!        └───┘     └───────┘
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Cell, Diagnostic, Rect, Size};
use crate::layout::budget::spacing::MOST_CELLS;
use crate::layout::drawing::{Port, SizedPlace};
use crate::layout::routing::lines::{Band, Density, LineAxis};
use crate::mission::Site;
use crate::settings::{LayoutSettings, Spacing};

/// The distances between the columns and between the rows of a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum LatticeSpacing {
    /// Columns and rows are as large as their largest place, with at least `gap` cells in between.
    Elastic { gap: u32 },
    /// The middles of adjacent columns and rows lie `scale` cells apart.
    Fixed { scale: u32 },
}

impl From<Spacing> for LatticeSpacing {
    /// Converts a spacing. In a sprawl, places are as far apart as its shortest passages are long.
    fn from(spacing: Spacing) -> Self {
        match spacing {
            // Compaction starts from columns and rows.
            Spacing::Compact { gap } | Spacing::Elastic { gap } => Self::Elastic { gap },
            Spacing::Fixed { scale } => Self::Fixed { scale },
            Spacing::Sprawl { length: (gap, _), .. } => {
                Self::Elastic { gap: gap.clamp(Spacing::gap().least, Spacing::gap().most) }
            }
        }
    }
}

impl LatticeSpacing {
    /// Returns the minimum number of cells between places.
    pub fn gap(self) -> u32 {
        match self {
            Self::Elastic { gap } => gap,
            Self::Fixed { .. } => 1,
        }
    }
}

/// All columns and rows. The middles of places in a column or row are aligned, so that corridors between
/// neighbours are straight.
pub(in crate::layout) struct LatticeFrame {
    pub columns: LineAxis,
    pub rows: LineAxis,
    /// The column and row of each place, as indices of bands.
    pub positions: Vec<(usize, usize)>,
    spacing: LatticeSpacing,
    sizes: Vec<Size>,
}

impl LatticeFrame {
    /// Returns the columns and rows for places with these sites, sizes and ports.
    pub fn new(
        sites: &[Site],
        sizes: &[SizedPlace],
        ports: &[Vec<Port>],
        spacing: LatticeSpacing,
        density: Density,
    ) -> Self {
        let mut columns: BTreeMap<i32, Band> = BTreeMap::new();
        let mut rows: BTreeMap<i32, Band> = BTreeMap::new();
        for ((site, sized), ports) in sites.iter().zip(sizes).zip(ports) {
            let (before, after) = match spacing {
                LatticeSpacing::Fixed { .. } => sized.core_extent(),
                LatticeSpacing::Elastic { .. } => sized.extent(),
            };
            let column = columns.entry(site.x).or_default();
            let row = rows.entry(site.y).or_default();
            for (band, line, before, after) in [
                (&mut *column, site.x, before.width, after.width),
                (&mut *row, site.y, before.height, after.height),
            ] {
                band.site = line;
                band.before = band.before.max(before);
                band.after = band.after.max(after);
                band.ports.insert(0);
            }
            for port in ports {
                if port.out.is_level() {
                    row.ports.insert(port.inside.y);
                } else {
                    column.ports.insert(port.inside.x);
                }
            }
        }
        let index = |bands: &BTreeMap<i32, Band>| -> BTreeMap<i32, usize> {
            bands.keys().copied().zip(0..).collect()
        };
        let (column_of, row_of) = (index(&columns), index(&rows));
        Self {
            positions: sites.iter().map(|site| (column_of[&site.x], row_of[&site.y])).collect(),
            columns: LineAxis::new(columns.into_values().collect(), spacing, density),
            rows: LineAxis::new(rows.into_values().collect(), spacing, density),
            spacing,
            sizes: sizes.iter().map(|sized| sized.core).collect(),
        }
    }

    /// Returns the core of each place before unused tracks are removed.
    pub fn cores(&self) -> Vec<Rect> {
        self.cores_at(&self.columns.middles, &self.rows.middles)
    }

    /// Returns the core of each place and the positions of all column and row lines after unused tracks are removed.
    pub fn compacted(&self, used_columns: &[bool], used_rows: &[bool]) -> (Vec<Rect>, [Vec<i32>; 2]) {
        let (middles_x, columns) = self.columns.compacted(used_columns, self.spacing);
        let (middles_y, rows) = self.rows.compacted(used_rows, self.spacing);
        (self.cores_at(&middles_x, &middles_y), [columns, rows])
    }

    fn cores_at(&self, middles_x: &[i32], middles_y: &[i32]) -> Vec<Rect> {
        let places = self.positions.iter().zip(&self.sizes);
        places
            .map(|((column, row), size)| {
                let back = Rect::new(Cell::new(0, 0), *size).center();
                Rect::new(Cell::new(middles_x[*column], middles_y[*row]) - back, *size)
            })
            .collect()
    }
}

/// The remark about a scale that is the smallest one.
pub(in crate::layout) const SMALLEST: &str = ", the smallest that works";

/// Adds a hint and a remedy with the smallest scale that suffices.
pub(in crate::layout) fn with_scale(found: Diagnostic, scale: u32) -> Diagnostic {
    let found = found.hint(format!("Raise the scale to {scale}{SMALLEST}."));
    found.remedy(LayoutSettings::set_scale(scale))
}

/// Returns an error if the level would be too wide or too high.
pub(in crate::layout) fn check_extent(
    sites: &[Site],
    sizes: &[SizedPlace],
    spacing: LatticeSpacing,
) -> Option<Diagnostic> {
    let columns: BTreeSet<i32> = sites.iter().map(|site| site.x).collect();
    let rows: BTreeSet<i32> = sites.iter().map(|site| site.y).collect();
    let largest = sizes.iter().map(|sized| {
        let (before, after) = sized.extent();
        (before.width + after.width).max(before.height + after.height) + 1
    });
    let largest = i64::from(largest.max().unwrap_or(0));
    let cells = [columns, rows].map(|lines| match spacing {
        LatticeSpacing::Fixed { scale } => {
            let span = lines
                .last()
                .zip(lines.first())
                .map_or(0, |(last, first)| i64::from(*last) - i64::from(*first));
            span * i64::from(scale) + largest
        }
        // An upper bound is enough, because only far too many places come near the limit.
        LatticeSpacing::Elastic { gap } => lines.len() as i64 * (largest + i64::from(gap)),
    });
    let most = cells[0].max(cells[1]);
    (most > MOST_CELLS).then(|| {
        Diagnostic::error(
            "level-too-large",
            format!(
                "The level would be up to {most} cells wide or high, but at most {MOST_CELLS} are possible."
            ),
        )
        .hint("Place sites nearer to each other.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Size;
    use crate::layout::PlannedForm;

    fn hall(width: u32, height: u32) -> SizedPlace {
        SizedPlace::without_sockets(Size::new(width, height), PlannedForm::Hall)
    }

    fn site(x: i32, y: i32) -> Site {
        Site { x, y }
    }

    fn place(sites: &[Site], sizes: &[SizedPlace], spacing: LatticeSpacing) -> Vec<Rect> {
        let ports = vec![Vec::new(); sites.len()];
        let density = Density::Tracks { count: 0, width: 1 };
        LatticeFrame::new(sites, sizes, &ports, spacing, density).cores()
    }

    #[test]
    fn elastic_columns_are_as_wide_as_their_largest_place_and_empty_ones_vanish() {
        let sites = [site(0, 0), site(0, 1), site(7, 1)];
        let sizes = [hall(3, 3), hall(40, 25), hall(5, 4)];
        let cores = place(&sites, &sizes, LatticeSpacing::Elastic { gap: 3 });
        assert_eq!(cores[1], Rect::from((1, 7, 40, 25)));
        assert_eq!(cores[0].center().x, cores[1].center().x);
        assert_eq!(cores[1].center().y, cores[2].center().y);
        assert_eq!(cores[2].min.x, 44);
    }

    #[test]
    fn fixed_middles_lie_a_scale_apart() {
        let cores =
            place(&[site(-1, 0), site(2, 5)], &[hall(3, 3), hall(4, 4)], LatticeSpacing::Fixed { scale: 17 });
        assert_eq!(cores[0].center(), Cell::new(0, 0));
        assert_eq!(cores[1].center(), Cell::new(51, 85));
    }

    #[test]
    fn a_level_beyond_all_bounds_is_refused_before_it_is_made() {
        let sites = [site(i32::MIN, 0), site(i32::MAX, 0)];
        let refused =
            |spacing| check_extent(&sites, &[hall(3, 3), hall(3, 3)], spacing).map(|found| found.code);
        assert_eq!(refused(LatticeSpacing::Fixed { scale: 4 }), Some("level-too-large"));
        assert_eq!(refused(LatticeSpacing::Elastic { gap: 1 }), None);
    }
}
