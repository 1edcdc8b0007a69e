//! The lines along which routes run: few if possible, one for each cell as a last resort.
//!
//! ```text
//!   band       lane       band        p: lines through ports, they belong to the band
//! ┌───────┐    t   t    ┌───────┐     t: tracks, lines of the lane between two bands
//! │  p p  │    │   │    │  p p  │
//! ```
//!
//! With elastic spacing, unused tracks vanish after routing, and everything beyond them moves closer. Lines that
//! are at least two cells apart stay so, and nothing that was separate touches afterwards.

use std::collections::BTreeSet;

use crate::layout::input::spacing::LatticeSpacing;

/// The space that all places of a column (or row) need together.
#[derive(Clone, Debug, Default)]
pub(in crate::layout) struct Band {
    /// The coordinate of the column on the lattice.
    pub site: i32,
    /// Cells that places need before and after the middle.
    pub before: u32,
    pub after: u32,
    /// The positions of ports, relative to the middle.
    pub ports: BTreeSet<i32>,
}

/// The density of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum Density {
    /// Tracks in every lane that has room.
    Tracks {
        /// Number of tracks in each lane.
        count: u32,
        /// Width of a route, in cells.
        width: u32,
    },
    /// A line for every cell.
    Cells {
        /// Cells beyond the outermost places that routes may use.
        outskirts: u32,
    },
}

/// All lines of one direction, with their bands.
#[derive(Clone, Debug)]
pub(in crate::layout) struct LineAxis {
    bands: Vec<Band>,
    width: u32,
    /// The position of the middle of each band.
    pub middles: Vec<i32>,
    /// The position of each line, ascending.
    pub lines: Vec<i32>,
    /// The lane of each line that is a track; lane `n` lies before band `n`.
    lanes: Vec<Option<usize>>,
}

impl LineAxis {
    /// Returns the lines for bands, which must be in ascending order.
    pub fn new(bands: Vec<Band>, spacing: LatticeSpacing, density: Density) -> Self {
        let (count, width) = match density {
            Density::Tracks { count, width } => (count, width),
            Density::Cells { .. } => (0, 1),
        };
        let mut axis = Self { bands, width, middles: Vec::new(), lines: Vec::new(), lanes: Vec::new() };
        match spacing {
            LatticeSpacing::Fixed { scale } => {
                // Sites may lie anywhere, but levels begin at 0.
                let first = axis.bands.first().map_or(0, |band| band.site);
                axis.middles = axis.bands.iter().map(|band| (band.site - first) * scale as i32).collect();
                axis.draw_fixed(density);
            }
            LatticeSpacing::Elastic { gap } => {
                let tracks = vec![count; axis.bands.len() + 1];
                axis.draw_elastic(gap, &tracks);
            }
        }
        axis
    }

    /// Removes unused tracks. Returns the new position of each band's middle and of each line; the position of a
    /// removed line has no meaning.
    pub fn compacted(&self, used: &[bool], spacing: LatticeSpacing) -> (Vec<i32>, Vec<i32>) {
        let LatticeSpacing::Elastic { gap } = spacing else {
            return (self.middles.clone(), self.lines.clone());
        };
        let mut tracks = vec![0; self.bands.len() + 1];
        let is_kept = |line: usize| self.lanes[line].is_none() || used[line];
        for line in (0..self.lines.len()).filter(|line| is_kept(*line)) {
            if let Some(lane) = self.lanes[line] {
                tracks[lane] += 1;
            }
        }
        let mut compact = Self { lines: Vec::new(), lanes: Vec::new(), ..self.clone() };
        compact.draw_elastic(gap, &tracks);
        let mut kept = compact.lines.iter();
        let mut at = 0;
        let lines = (0..self.lines.len())
            .map(|line| {
                if is_kept(line) {
                    at = kept.next().copied().unwrap_or(at);
                }
                at
            })
            .collect();
        (compact.middles, lines)
    }

    /// Places bands and tracks one after the other.
    fn draw_elastic(&mut self, gap: u32, tracks: &[u32]) {
        let gap = gap as i32;
        let width = self.width as i32;
        self.middles.clear();
        let mut from = 0;
        for (lane, &count) in tracks.iter().enumerate() {
            let needed = count as i32 * (width + 1) + 1;
            let outside = lane == 0 || lane == self.bands.len();
            let length = if outside { needed } else { needed.max(gap) };
            let first = from + (length - needed) / 2 + 1 + (width - 1) / 2;
            for track in 0..count as i32 {
                self.add(first + track * (width + 1), Some(lane));
            }
            if let Some(band) = self.bands.get(lane) {
                let middle = from + length + band.before as i32;
                from = middle + band.after as i32 + 1;
                self.middles.push(middle);
                self.add_ports(lane, middle);
            }
        }
    }

    fn draw_fixed(&mut self, density: Density) {
        let reach = |band: &Band, middle: i32| (middle - band.before as i32, middle + band.after as i32);
        let reaches: Vec<(i32, i32)> =
            self.bands.iter().zip(&self.middles).map(|(band, middle)| reach(band, *middle)).collect();
        let (Some(first), Some(last)) = (reaches.first(), reaches.last()) else { return };
        let count = match density {
            Density::Tracks { count, .. } => count,
            Density::Cells { outskirts } => {
                let beyond = outskirts as i32;
                (first.0 - beyond..=last.1 + beyond).for_each(|at| self.add(at, None));
                return;
            }
        };
        let pitch = self.width as i32 + 1;
        let margin = 2 + (self.width as i32 - 1) / 2;
        let outskirts = count as i32 * pitch + margin;
        for lane in 0..=reaches.len() {
            let from = if lane == 0 { first.0 - outskirts } else { reaches[lane - 1].1 } + margin;
            let to = reaches.get(lane).map_or(last.1 + outskirts, |reach| reach.0) - margin;
            let fitting = if to >= from { (to - from) / pitch + 1 } else { 0 };
            let tracks = fitting.min(count as i32);
            let begin = from + ((to - from) - (tracks - 1) * pitch) / 2;
            for track in 0..tracks {
                self.add(begin + track * pitch, Some(lane));
            }
            if lane < reaches.len() {
                self.add_ports(lane, self.middles[lane]);
            }
        }
    }

    fn add_ports(&mut self, band: usize, middle: i32) {
        let ports: Vec<i32> = self.bands[band].ports.iter().map(|port| middle + port).collect();
        for at in ports {
            self.add(at, None);
        }
    }

    fn add(&mut self, at: i32, lane: Option<usize>) {
        self.lines.push(at);
        self.lanes.push(lane);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(site: i32, before: u32, after: u32) -> Band {
        Band { site, before, after, ports: BTreeSet::from([0]) }
    }

    #[test]
    fn unused_tracks_vanish_and_the_gap_stays() {
        let spacing = LatticeSpacing::Elastic { gap: 3 };
        let bands = vec![band(0, 1, 1), band(1, 2, 2)];
        let axis = LineAxis::new(bands, spacing, Density::Tracks { count: 3, width: 1 });
        assert_eq!(axis.lines, [1, 3, 5, 8, 11, 13, 15, 19, 23, 25, 27]);
        let mut used = vec![false; axis.lines.len()];
        assert_eq!(axis.compacted(&used, spacing).0, [2, 9]);
        used[5] = true;
        let (middles, lines) = axis.compacted(&used, spacing);
        assert_eq!((middles, lines[3], lines[5], lines[7]), (vec![2, 9], 2, 5, 9));
        used[4] = true;
        let (middles, lines) = axis.compacted(&used, spacing);
        assert_eq!((middles, lines[4], lines[5], lines[7]), (vec![2, 11], 5, 7, 11));
    }

    #[test]
    fn fixed_tracks_lie_in_the_middle_of_their_lane_as_far_as_there_is_room() {
        let spacing = LatticeSpacing::Fixed { scale: 10 };
        let bands = vec![band(4, 1, 1), band(5, 4, 4), band(7, 1, 1)];
        let axis = LineAxis::new(bands, spacing, Density::Tracks { count: 2, width: 1 });
        assert_eq!(axis.middles, [0, 10, 30]);
        let inner: Vec<i32> = axis.lines.iter().copied().filter(|at| (0..=30).contains(at)).collect();
        assert_eq!(inner, [0, 3, 10, 20, 22, 30]);
    }
}
