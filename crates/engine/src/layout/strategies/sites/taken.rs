//! An index of taken sites.

use std::collections::BTreeMap;

use crate::layout::budget::sites::taken::HALF_SIDE;
use crate::mission::Site;

/// The place on each taken site.
///
/// Sites around (0, 0) are in a table, row by row; all others are in a map.
///
/// ```text
///  -HALF_SIDE
///      ┌─────────┐
///      │  near   │    far
///      │    0    │
///      └─────────┘
///           HALF_SIDE - 1
/// ```
pub(super) struct SiteIndex {
    near: Vec<u32>,
    far: BTreeMap<Site, usize>,
    last: Option<Site>,
}

const VACANT: u32 = u32::MAX;

impl SiteIndex {
    pub fn new() -> Self {
        Self { near: vec![VACANT; (4 * HALF_SIDE * HALF_SIDE) as usize], far: BTreeMap::new(), last: None }
    }

    pub fn insert(&mut self, site: Site, place: usize) {
        self.last = self.last.max(Some(site));
        match index(site) {
            Some(index) => self.near[index] = place as u32,
            None => {
                self.far.insert(site, place);
            }
        }
    }

    pub fn get(&self, site: Site) -> Option<usize> {
        match index(site) {
            Some(index) => {
                Some(self.near[index]).filter(|place| *place != VACANT).map(|place| place as usize)
            }
            None => self.far.get(&site).copied(),
        }
    }

    /// Returns the greatest taken site, by column, then by row.
    pub fn last(&self) -> Option<Site> {
        self.last
    }
}

fn index(site: Site) -> Option<usize> {
    let within = -HALF_SIDE..HALF_SIDE;
    (within.contains(&site.x) && within.contains(&site.y))
        .then(|| ((site.y + HALF_SIDE) * 2 * HALF_SIDE + site.x + HALF_SIDE) as usize)
}
