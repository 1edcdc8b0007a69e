//! The result of every strategy: the positions of everything, or the reason why there are none.

use super::routes::Routes;
use crate::base::Size;
use crate::mission::Site;

/// The positions of all places, and the routes of their passages.
pub(in crate::layout) struct Arrangement {
    pub sites: Vec<Site>,
    pub routes: Routes,
    /// The passages without a route.
    pub missing: Vec<usize>,
    /// The limit that a level with a route for every passage would exceed.
    pub too_large: Option<LevelExcess>,
}

impl Arrangement {
    /// Returns `true` if every passage has a route and none crosses another.
    pub fn is_without_crossings(&self) -> bool {
        self.missing.is_empty() && self.routes.crossings.is_empty()
    }

    /// Moves all sites together, so that a place gets this site.
    pub fn with_site(mut self, place: usize, site: Site) -> Self {
        if let Some(now) = self.sites.get(place).copied() {
            let moved = |other: &Site| Site { x: other.x + site.x - now.x, y: other.y + site.y - now.y };
            self.sites = self.sites.iter().map(moved).collect();
        }
        self
    }
}

/// The limit that a level with a route for every passage would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum LevelExcess {
    /// The level would have this size, in cells.
    Size(Size),
    /// Passages that may not cross would wind around places more often than this.
    Winding(usize),
}

/// The reason why a mission cannot be drawn directly, without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum DirectLayoutFailure {
    /// A room has too few sockets, or not in the order of its passages.
    FewPorts,
    /// The given sites are too close together, or no drawing without crossings has them.
    TooClose,
    /// The passages cross in every drawing.
    Crosses,
    /// The level would have this size, in cells.
    TooLarge(Size),
}
