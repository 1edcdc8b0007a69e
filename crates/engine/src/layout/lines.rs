//! The lines along which ways are laid: few and far between where that will do, one for each cell where
//! nothing else helps.
//!
//! ```text
//!   band       lane       band        p: lines through ports, they belong to the band
//! ┌───────┐    t   t    ┌───────┐     t: tracks, lines of the lane between two bands
//! │  p p  │    │   │    │  p p  │
//! ```
//!
//! Under elastic spacing tracks that no way uses vanish afterwards, and what lies beyond them moves nearer.
//! Two lines that are at least two cells apart stay so, so what did not touch before does not touch afterwards.

use std::collections::BTreeSet;

use super::spacing::LatticeSpacing;

/// What all places of a column (or row) need together.
#[derive(Clone, Debug, Default)]
pub(super) struct Band {
    /// The column's coordinate on the lattice.
    pub site: i32,
    /// How far places reach to either side of the middle, in cells.
    pub before: u32,
    pub after: u32,
    /// Where ports lie, counted from the middle.
    pub ports: BTreeSet<i32>,
}

/// How densely lines lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Density {
    /// So many tracks in every lane, as far as it has room, each with room for a way of so many cells.
    Tracks {
        /// The number of tracks.
        count: u32,
        /// How wide the ways are, in cells.
        width: u32,
    },
    /// A line for every cell.
    Cells {
        /// How many cells ways may lie beyond the outermost places.
        outskirts: u32,
    },
}

/// All lines of one direction.
#[derive(Clone, Debug)]
pub(super) struct LineAxis {
    bands: Vec<Band>,
    width: u32,
    /// The coordinate of the middle of each band.
    pub middles: Vec<i32>,
    /// The coordinate of each line, ascending.
    pub lines: Vec<i32>,
    /// For each line: its lane, if it is a track of one; lane n lies before band n.
    lanes: Vec<Option<usize>>,
}

impl LineAxis {
    /// The lines for bands in ascending order.
    pub fn new(bands: Vec<Band>, spacing: LatticeSpacing, density: Density) -> Self {
        let (count, width) = match density {
            Density::Tracks { count, width } => (count, width),
            Density::Cells { .. } => (0, 1),
        };
        let mut axis = Self { bands, width, middles: Vec::new(), lines: Vec::new(), lanes: Vec::new() };
        match spacing {
            LatticeSpacing::Fixed { scale } => {
                // Counted from the first line: sites may lie anywhere, levels begin at 0.
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

    /// The same axis after all tracks but those in use vanished, and where each of the lines is then; that of
    /// a vanished one has no meaning.
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

    /// Puts bands and tracks one after the other.
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
