//! Arranges places with sites in rows of constant scale.
//!
//! In: sites, sizes and the scale. Out: the places of each row, the middles of all cores, and their extents.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::base::Cell;
use crate::layout::drawing::SizedPlace;
use crate::mission::Site;

/// The rows and cells of all places.
pub(super) struct PlaceRows {
    /// The places of each row from left to right; rows from top to bottom.
    pub rows: Vec<Vec<usize>>,
    /// The middle of each core.
    pub middles: Vec<Cell>,
    /// The distances from the middle of each core to its edges: left and up, right and down.
    extents: Vec<[Cell; 2]>,
}

impl PlaceRows {
    /// Arranges places by these sites, which lie `scale` cells apart.
    pub fn new(sites: &[Site], sizes: &[SizedPlace], scale: u32) -> Self {
        let corner = Cell::new(
            sites.iter().map(|site| site.x).min().unwrap_or(0),
            sites.iter().map(|site| site.y).min().unwrap_or(0),
        );
        let scale = scale as i32;
        let middle = |site: &Site| Cell::new((site.x - corner.x) * scale, (site.y - corner.y) * scale);
        let levels: BTreeSet<i32> = sites.iter().map(|site| site.y).collect();
        let levels: Vec<i32> = levels.into_iter().collect();
        let row_of: Vec<usize> =
            sites.iter().map(|site| levels.partition_point(|level| *level < site.y)).collect();
        let mut rows = vec![Vec::new(); levels.len()];
        let mut places: Vec<usize> = (0..sites.len()).collect();
        places.sort_by_key(|place| sites[*place].x);
        for place in places {
            rows[row_of[place]].push(place);
        }
        let extent = |sized: &SizedPlace| {
            let (before, after) = sized.core_extent();
            [before, after].map(|size| Cell::new(size.width as i32, size.height as i32))
        };
        Self {
            rows,
            middles: sites.iter().map(middle).collect(),
            extents: sizes.iter().map(extent).collect(),
        }
    }

    /// Returns the first and the last column of a core.
    pub fn columns(&self, place: usize) -> (i32, i32) {
        let [before, after] = self.extents[place];
        (self.middles[place].x - before.x, self.middles[place].x + after.x)
    }

    /// Returns the lowest row of the cores above a stretch of a channel, and the highest row of those below it, if
    /// there are rows of places.
    ///
    /// Next to all cores of a row of places, the channel ends at the middle of that row.
    pub fn around_channel(&self, channel: usize, stretch: RangeInclusive<i32>) -> [Option<i32>; 2] {
        let reach = |place: &usize, down: bool| {
            let (left, right) = self.columns(*place);
            let is_beside = left <= *stretch.end() && right >= *stretch.start();
            let [before, after] = self.extents[*place];
            self.middles[*place].y
                + if !is_beside {
                    0
                } else if down {
                    after.y
                } else {
                    -before.y
                }
        };
        let above = channel.checked_sub(1).and_then(|row| self.rows.get(row));
        let below = self.rows.get(channel);
        [
            above.and_then(|row| row.iter().map(|place| reach(place, true)).max()),
            below.and_then(|row| row.iter().map(|place| reach(place, false)).min()),
        ]
    }
}
