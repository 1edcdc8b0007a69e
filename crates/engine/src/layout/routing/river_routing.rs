//! River routing: assigns tracks to parallel wires that shift sideways across a strip without crossing.
//!
//! In: wires in order, with their positions at both edges of the strip. Out: a track for each wire.
//!
//! Wires that shift right turn later the farther left they begin; wires that shift left, the farther right.
//!
//! ```text
//! a b c      from
//! │ │ └───┐  track 1
//! │ └───┐ │  track 2
//! └───┐ │ │  track 3
//!     a b c  to
//! ```

/// The positions along the strip at which a wire begins and ends.
pub(in crate::layout) type RiverWire = (i32, i32);

/// Returns the track on which each wire turns, counted from 1 at the edge where wires begin. Straight wires get 0.
///
/// Wires must be in order, and at least `apart` from each other at both edges.
pub(in crate::layout) fn tracks(wires: &[RiverWire], apart: i32) -> Vec<u32> {
    let mut tracks = vec![0; wires.len()];
    for index in (0..wires.len()).rev().filter(|index| wires[*index].1 > wires[*index].0) {
        let next = wires.get(index + 1).filter(|next| next.0 < wires[index].1 + apart);
        tracks[index] = 1 + next.map_or(0, |_| tracks[index + 1]);
    }
    for index in (0..wires.len()).filter(|index| wires[*index].1 < wires[*index].0) {
        let before = index.checked_sub(1).filter(|before| wires[*before].0 > wires[index].1 - apart);
        tracks[index] = 1 + before.map_or(0, |before| tracks[before]);
    }
    tracks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wires_that_pass_each_other_turn_on_tracks_of_their_own() {
        assert_eq!(tracks(&[(0, 6), (2, 8), (4, 10)], 2), [3, 2, 1]);
        assert_eq!(tracks(&[(6, 0), (8, 2), (10, 4)], 2), [1, 2, 3]);
        assert_eq!(tracks(&[(4, 0), (6, 6), (8, 12)], 2), [1, 0, 1]);
        assert_eq!(tracks(&[(0, 3), (10, 10), (20, 12)], 2), [1, 0, 1]);
    }
}
