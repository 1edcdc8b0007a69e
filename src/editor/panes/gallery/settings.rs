//! The settings of the gallery, remembered with the project.

use serde::{Deserialize, Serialize};

use crate::base::Seed;
use crate::metrics::LevelMetric;

/// Seeds, order and looks of the gallery. Unknown fields of other versions are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GallerySettings {
    /// First seed; `None` until the gallery is shown, which then begins at the seed of the level.
    pub first: Option<Seed>,
    /// Number of seeds.
    pub count: u32,
    /// Exactly these seeds; empty for all from the first one.
    pub list: Vec<Seed>,
    /// Side of a thumbnail, in points.
    pub side: u32,
    /// Name of the metric that orders the seeds; empty for the order of the seeds.
    pub sort: String,
    /// `true` if the order is reversed.
    pub is_descending: bool,
    /// Name of the metric on the thumbnails; empty for none.
    pub badge: String,
    /// `true` if the metric colours the thumbnails.
    pub is_tinted: bool,
    /// `true` if only seeds with a star are shown.
    pub starred_only: bool,
}

impl Default for GallerySettings {
    fn default() -> Self {
        Self {
            first: None,
            count: 100,
            list: Vec::new(),
            side: 128,
            sort: String::new(),
            is_descending: false,
            badge: "places".to_owned(),
            is_tinted: false,
            starred_only: false,
        }
    }
}

impl GallerySettings {
    /// Range of the number of seeds.
    pub const COUNTS: (u32, u32) = (1, 100_000);
    /// Range of the side of a thumbnail, in points.
    pub const SIDES: (u32, u32) = (40, 360);
    /// Maximum length of a list of seeds.
    pub const MOST_LISTED: usize = 10_000;

    /// Returns the seeds in their order.
    pub fn seeds(&self) -> Vec<Seed> {
        if !self.list.is_empty() {
            return self.list.clone();
        }
        let first = self.first.unwrap_or_default().0;
        (0..u64::from(self.count)).map_while(|number| first.checked_add(number)).map(Seed).collect()
    }

    /// Returns the metric that orders the seeds.
    pub fn sort_metric(&self) -> Option<&'static LevelMetric> {
        LevelMetric::named(&self.sort)
    }

    /// Returns the metric on the thumbnails.
    pub fn badge_metric(&self) -> Option<&'static LevelMetric> {
        LevelMetric::named(&self.badge)
    }
}
