//! Shares the tracks of a lane among stretches that do not meet.
//!
//! Source: the left-edge algorithm of Hashimoto and Stevens, 1971.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A position along a lane: a zone, and an offset in it.
pub(super) type LanePosition = (i32, i32);

/// Returns the track of each stretch, and the number of tracks, which is the minimum.
///
/// Two stretches with a common end do not share a track.
pub(super) fn share(stretches: &[(LanePosition, LanePosition)]) -> (Vec<usize>, usize) {
    let mut order: Vec<usize> = (0..stretches.len()).collect();
    order.sort_by_key(|index| (stretches[*index], *index));
    let mut tracks = vec![0; stretches.len()];
    let mut ends: BinaryHeap<Reverse<(LanePosition, usize)>> = BinaryHeap::new();
    for index in order {
        let (from, to) = stretches[index];
        let vacant = ends.peek().filter(|Reverse((end, _))| *end < from).map(|Reverse((_, track))| *track);
        let track = vacant.unwrap_or(ends.len());
        if vacant.is_some() {
            ends.pop();
        }
        ends.push(Reverse((to, track)));
        tracks[index] = track;
    }
    (tracks, ends.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_share_a_track_only_where_they_do_not_meet() {
        let at = |from: i32, to: i32| ((0, from), (0, to));
        assert_eq!(share(&[at(0, 4), at(5, 9), at(4, 6)]), (vec![0, 0, 1], 2));
        assert_eq!(share(&[]), (Vec::new(), 0));
    }
}
