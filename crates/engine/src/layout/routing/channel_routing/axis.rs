//! Coordinates of the columns (or rows) and of the tracks between them, in cells.
//!
//! ```text
//! |<-- lane 0 -->|<-- band 0 -->|<-- lane 1 -->|<-- band 1 -->|<-- lane 2
//!    :   :   :          |          :   :   :          |
//!     tracks          middle        tracks          middle
//! ```

use crate::layout::input::spacing::LatticeSpacing;

/// The space that all places of a column or row need on both sides of its middle, in cells.
pub(super) struct BandExtent {
    /// Coordinate of its sites on the lattice.
    pub site: i32,
    pub before: i32,
    pub after: i32,
}

/// The coordinates of all bands (columns or rows) and lanes along one axis.
pub(super) struct ChannelAxis {
    /// For each band, its coordinate on the lattice and its middle in cells.
    pub sites: Vec<i32>,
    pub middles: Vec<i32>,
    /// The first track of each lane. Lane n is before band n; one more lane follows the last band.
    first_tracks: Vec<i32>,
    pitch: i32,
}

impl ChannelAxis {
    /// Places bands and lanes one after the other; `tracks` has the number of tracks of each lane.
    ///
    /// If the distance is fixed and `may_spread` is set, sites move apart as far as necessary. Returns `None`
    /// if the fixed distance is too small and they may not.
    pub fn new(
        bands: Vec<BandExtent>,
        tracks: &[usize],
        pitch: i32,
        spacing: LatticeSpacing,
        may_spread: bool,
    ) -> Option<Self> {
        let mut axis = Self { sites: Vec::new(), middles: Vec::new(), first_tracks: Vec::new(), pitch };
        let first_site = bands.first()?.site;
        let scale = |scale: u32| scale.max(1) as i32;
        let mut end = 0;
        for (band, tracks) in bands.iter().zip(tracks) {
            axis.first_tracks.push(end + pitch);
            let needed = (*tracks as i32 + 1) * pitch - 1;
            let least = end + needed + band.before + 1;
            let (middle, site) = match spacing {
                LatticeSpacing::Elastic { gap } => (least.max(end + gap as i32 + band.before + 1), band.site),
                LatticeSpacing::Fixed { scale: distance } if may_spread => {
                    let site = least.div_euclid(scale(distance)) + 1;
                    (site * scale(distance), site)
                }
                LatticeSpacing::Fixed { scale: distance } => {
                    let apart = band.site.checked_sub(first_site)?.checked_mul(scale(distance))?;
                    (axis.middles.first().unwrap_or(&least).checked_add(apart)?, band.site)
                }
            };
            if middle < least {
                return None;
            }
            axis.sites.push(site);
            axis.middles.push(middle);
            end = middle.checked_add(band.after)?;
        }
        axis.first_tracks.push(end + pitch);
        Some(axis)
    }

    /// Returns the coordinate one pitch behind the last band.
    pub fn end(&self) -> i32 {
        self.first_tracks.last().copied().unwrap_or(0)
    }

    pub fn track(&self, lane: usize, track: usize) -> i32 {
        self.first_tracks[lane] + track as i32 * self.pitch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(spacing: LatticeSpacing, may_spread: bool) -> Option<ChannelAxis> {
        let band = |site: i32| BandExtent { site, before: 3, after: 2 };
        ChannelAxis::new(vec![band(4), band(5)], &[0, 2, 1], 4, spacing, may_spread)
    }

    #[test]
    fn tracks_lie_a_pitch_apart_and_as_far_from_what_lies_beside_them() {
        let axis = axis(LatticeSpacing::Elastic { gap: 3 }, false).expect("gaps grow");
        assert_eq!(axis.middles, [7, 24]);
        assert_eq!([axis.track(1, 0), axis.track(1, 1), axis.track(2, 0)], [13, 17, 30]);
    }

    #[test]
    fn where_the_distance_is_constant_sites_move_apart_or_it_must_be_large_enough() {
        let spread = axis(LatticeSpacing::Fixed { scale: 10 }, true).expect("sites may move");
        assert_eq!((spread.sites, spread.middles), (vec![1, 3], vec![10, 30]));
        assert!(axis(LatticeSpacing::Fixed { scale: 16 }, false).is_none());
        assert_eq!(
            axis(LatticeSpacing::Fixed { scale: 17 }, false).map(|axis| axis.middles),
            Some(vec![7, 24])
        );
    }
}
