//! From sites to cells: where the core of each place lies.

use std::collections::{BTreeMap, BTreeSet};

use super::sizes::Sized;
use crate::base::{Cell, Diagnostic, Rect};
use crate::mission::{Site, Spacing};

/// The core of each place. The middles of all places of a column lie under each other, those of a row beside each other, so that corridors between neighbours are straight.
pub(super) fn place(sites: &[Site], sizes: &[Sized], spacing: Spacing) -> Vec<Rect> {
    let extents: Vec<_> = sizes.iter().map(Sized::extent).collect();
    let column = |index: usize| (sites[index].x, extents[index].0.width, extents[index].1.width);
    let row = |index: usize| (sites[index].y, extents[index].0.height, extents[index].1.height);
    let middles_x = middles((0..sites.len()).map(column), spacing);
    let middles_y = middles((0..sites.len()).map(row), spacing);
    sites
        .iter()
        .zip(sizes)
        .map(|(site, sized)| {
            let middle = Cell::new(middles_x[&site.x], middles_y[&site.y]);
            let back = Rect::new(Cell::new(0, 0), sized.core).center();
            Rect::new(middle - back, sized.core)
        })
        .collect()
}

/// How many cells wide or high a level may be.
const MOST_CELLS: i64 = 16_384;

/// What is to be said if the level would be too large to be made.
pub(super) fn check_extent(sites: &[Site], sizes: &[Sized], spacing: Spacing) -> Option<Diagnostic> {
    let columns: BTreeSet<i32> = sites.iter().map(|site| site.x).collect();
    let rows: BTreeSet<i32> = sites.iter().map(|site| site.y).collect();
    let largest = sizes.iter().map(|sized| {
        let (before, after) = sized.extent();
        (before.width + after.width).max(before.height + after.height) + 1
    });
    let largest = i64::from(largest.max().unwrap_or(0));
    let cells = [columns, rows].map(|lines| match spacing {
        Spacing::Fixed { scale } => {
            let span = lines
                .last()
                .zip(lines.first())
                .map_or(0, |(last, first)| i64::from(*last) - i64::from(*first));
            span * i64::from(scale) + largest
        }
        // An upper bound will do: only far too many places come near it.
        Spacing::Elastic { gap } => lines.len() as i64 * (largest + i64::from(gap)),
    });
    let most = cells[0].max(cells[1]);
    (most > MOST_CELLS).then(|| {
        Diagnostic::error(
            "level-too-large",
            format!("The level would be up to {most} cells wide or high; {MOST_CELLS} are the most."),
        )
        .hint("place sites nearer to each other, or choose a smaller scale, smaller places or fewer of them")
    })
}

/// The coordinate of the middle of each column (or row) in use, from each place's column and how far it reaches before and after its middle.
fn middles(places: impl Iterator<Item = (i32, u32, u32)>, spacing: Spacing) -> BTreeMap<i32, i32> {
    let mut lines: BTreeMap<i32, (u32, u32)> = BTreeMap::new();
    for (line, before, after) in places {
        let widest = lines.entry(line).or_default();
        *widest = (widest.0.max(before), widest.1.max(after));
    }
    match spacing {
        Spacing::Fixed { scale } => {
            // Counted from the first line: sites may lie anywhere, levels begin at 0.
            let first = lines.keys().next().copied().unwrap_or_default();
            lines.keys().map(|line| (*line, (line - first) * scale as i32)).collect()
        }
        Spacing::Elastic { gap } => {
            let mut from = 0;
            lines
                .into_iter()
                .map(|(line, (before, after))| {
                    let middle = from + before as i32;
                    from = middle + after as i32 + 1 + gap as i32;
                    (line, middle)
                })
                .collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sizes::SizedForm;
    use super::*;
    use crate::base::Size;

    fn hall(width: u32, height: u32) -> Sized {
        Sized { core: Size::new(width, height), form: SizedForm::Hall }
    }

    fn site(x: i32, y: i32) -> Site {
        Site { x, y }
    }

    #[test]
    fn elastic_columns_are_as_wide_as_their_largest_place_and_empty_ones_vanish() {
        let sites = [site(0, 0), site(0, 1), site(7, 1)];
        let sizes = [hall(3, 3), hall(40, 25), hall(5, 4)];
        let cores = place(&sites, &sizes, Spacing::Elastic { gap: 3 });
        assert_eq!(cores[1], Rect::from((0, 6, 40, 25)));
        assert_eq!(cores[0].center().x, cores[1].center().x);
        assert_eq!(cores[1].center().y, cores[2].center().y);
        assert_eq!(cores[2].min.x, 43);
    }

    #[test]
    fn fixed_middles_lie_a_scale_apart() {
        let cores =
            place(&[site(-1, 0), site(2, 5)], &[hall(3, 3), hall(4, 4)], Spacing::Fixed { scale: 17 });
        assert_eq!(cores[0].center(), Cell::new(0, 0));
        assert_eq!(cores[1].center(), Cell::new(51, 85));
    }

    #[test]
    fn a_level_beyond_all_bounds_is_refused_before_it_is_made() {
        let sites = [site(i32::MIN, 0), site(i32::MAX, 0)];
        let refused =
            |spacing| check_extent(&sites, &[hall(3, 3), hall(3, 3)], spacing).map(|found| found.code);
        assert_eq!(refused(Spacing::Fixed { scale: 4 }), Some("level-too-large"));
        assert_eq!(refused(Spacing::Elastic { gap: 1 }), None);
    }
}
