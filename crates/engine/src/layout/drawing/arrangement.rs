//! The result of every strategy: where everything lies, or why it cannot.

use super::routes::Routes;
use crate::base::Size;
use crate::mission::Site;

/// Where all places lie, with the ways of their passages.
pub(in crate::layout) struct Arrangement {
    pub sites: Vec<Site>,
    pub routes: Routes,
    /// The passages without a way.
    pub missing: Vec<usize>,
    /// What a level would have too much of that has a way for all of them.
    pub too_large: Option<LevelExcess>,
}

impl Arrangement {
    /// Has every passage a way, and goes none over another?
    pub fn is_without_crossings(&self) -> bool {
        self.missing.is_empty() && self.routes.crossings.is_empty()
    }

    /// With sites that lie to each other as before, of which that of a place is known.
    pub fn with_site(mut self, place: usize, site: Site) -> Self {
        if let Some(now) = self.sites.get(place).copied() {
            let moved = |other: &Site| Site { x: other.x + site.x - now.x, y: other.y + site.y - now.y };
            self.sites = self.sites.iter().map(moved).collect();
        }
        self
    }
}

/// What a level would have too much of that has a way for every passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum LevelExcess {
    /// It would have this size.
    Size(Size),
    /// Passages that may not cross would lead around places more often than this.
    Winding(usize),
}

/// Why a mission cannot be drawn without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum DirectLayoutFailure {
    /// A room does not have enough sockets, or not in the order of its passages.
    FewPorts,
    /// Places have sites of their own that lie too close together, or that no drawing without crossings has.
    TooClose,
    /// Passages cross however they are drawn.
    Crosses,
    /// The level would have this size.
    TooLarge(Size),
}
