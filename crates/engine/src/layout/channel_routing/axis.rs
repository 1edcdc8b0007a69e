//! Where columns (or rows) and the tracks between them lie, in cells.

use crate::layout::spacing::LatticeSpacing;

/// What all places of a column or row need together, to either side of the middle.
pub(super) struct BandExtent {
    /// The coordinate on the lattice.
    pub site: i32,
    pub before: i32,
    pub after: i32,
}

/// The coordinates in one direction.
pub(super) struct ChannelAxis {
    /// The lattice coordinate of each band, and its middle.
    pub sites: Vec<i32>,
    pub middles: Vec<i32>,
    /// The first track of each lane; lane n lies before band n.
    first_tracks: Vec<i32>,
    pitch: i32,
}

impl ChannelAxis {
    /// Puts bands and lanes with so many tracks one after the other. Where distances are constant, sites move
    /// apart as far as they must; `None` if they must but may not.
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

    /// About where everything ends.
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
