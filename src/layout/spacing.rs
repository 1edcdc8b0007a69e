//! From sites to cells: where the core of each place lies.

use std::collections::BTreeMap;

use super::sizes::Sized;
use crate::base::{Cell, Rect};
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

/// The coordinate of the middle of each column (or row) in use, from each place's column and how far it reaches before and after its middle.
fn middles(places: impl Iterator<Item = (i32, u32, u32)>, spacing: Spacing) -> BTreeMap<i32, i32> {
    let mut lines: BTreeMap<i32, (u32, u32)> = BTreeMap::new();
    for (line, before, after) in places {
        let widest = lines.entry(line).or_default();
        *widest = (widest.0.max(before), widest.1.max(after));
    }
    match spacing {
        Spacing::Fixed { scale } => lines.keys().map(|line| (*line, line * scale as i32)).collect(),
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
        assert_eq!(cores[0].center(), Cell::new(-17, 0));
        assert_eq!(cores[1].center(), Cell::new(34, 85));
    }
}
