//! Assigns lanes to the wires of a channel so that no two wires cross.
//!
//! In: the two entries of each wire. Out: a lane for each wire, counted from the first side, or nothing if two
//! wires must cross. The number of lanes is minimal.
//!
//! ```text
//!   first side   0   4   8      20
//!                │   └───┘      │     lane 0: nested wires lie nearer to their side
//!                └──────────────┘     lane 1
//!   last side
//! ```

use std::ops::RangeInclusive;

/// The point at which a wire enters a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum ChannelEntry {
    /// On the first or the last side, at this distance along the channel.
    First(i32),
    Last(i32),
    /// At the open end, beyond all other entries.
    Open,
}

/// The two entries of a wire, which one lane joins.
pub(in crate::layout) type ChannelWire = [ChannelEntry; 2];

/// Returns the lane of each wire, counted from the first side, and the number of lanes, which is minimal.
///
/// Each wire lies as near as possible to its own side. Returns `None` if two wires must cross.
pub(in crate::layout) fn assign_lanes(wires: &[ChannelWire]) -> Option<(Vec<usize>, usize)> {
    let above = above(wires);
    let mut below = vec![Vec::new(); wires.len()];
    for (wire, others) in above.iter().enumerate() {
        others.iter().for_each(|other| below[*other].push(wire));
    }
    let early = ranks(&above, &below)?;
    let late = ranks(&below, &above)?;
    let count = early.iter().map(|rank| rank + 1).max().unwrap_or(0);
    let comes_from_first =
        |wire: &ChannelWire| wire.iter().any(|entry| matches!(entry, ChannelEntry::First(_)));
    let lane =
        |wire: usize| if comes_from_first(&wires[wire]) { early[wire] } else { count - 1 - late[wire] };
    Some(((0..wires.len()).map(lane).collect(), count))
}

/// Returns the position of each wire across the channel, within the first and last position that are free along it.
///
/// Wires keep the order that prevents crossings, and wires side by side lie `apart`. Each comes as near as possible
/// to the middle of its range. Returns `None` if there is too little room, or if two wires must cross.
pub(in crate::layout) fn fit_lanes(
    wires: &[ChannelWire],
    limits: &[[i32; 2]],
    apart: i32,
) -> Option<Vec<i32>> {
    let above = above(wires);
    let mut below = vec![Vec::new(); wires.len()];
    for (wire, others) in above.iter().enumerate() {
        others.iter().for_each(|other| below[*other].push(wire));
    }
    let ranks = ranks(&above, &below)?;
    let mut order: Vec<usize> = (0..wires.len()).collect();
    order.sort_by_key(|wire| ranks[*wire]);
    let mut range = limits.to_vec();
    for &wire in &order {
        let pushed = above[wire].iter().map(|other| range[*other][0] + apart).max();
        range[wire][0] = pushed.map_or(range[wire][0], |pushed| pushed.max(range[wire][0]));
    }
    for &wire in order.iter().rev() {
        let pushed = below[wire].iter().map(|other| range[*other][1] - apart).min();
        range[wire][1] = pushed.map_or(range[wire][1], |pushed| pushed.min(range[wire][1]));
    }
    if range.iter().any(|[first, last]| first > last) {
        return None;
    }
    let mut lanes = vec![0; wires.len()];
    for &wire in &order {
        let [first, last] = range[wire];
        let pushed = above[wire].iter().map(|other| lanes[*other] + apart).max();
        let middle = first + (last - first) / 2;
        lanes[wire] = pushed.map_or(middle, |pushed| pushed.max(middle));
    }
    Some(lanes)
}

/// Lists for each wire those that must lie nearer to the first side, because an entry of one lies within the
/// span of the other.
fn above(wires: &[ChannelWire]) -> Vec<Vec<usize>> {
    let spans: Vec<_> = wires.iter().map(span).collect();
    let mut above = vec![Vec::new(); wires.len()];
    for (wire, entries) in wires.iter().enumerate() {
        for (other, span) in spans.iter().enumerate().filter(|(other, _)| *other != wire) {
            for entry in entries {
                match entry {
                    ChannelEntry::First(at) if span.contains(at) => above[other].push(wire),
                    ChannelEntry::Last(at) if span.contains(at) => above[wire].push(other),
                    ChannelEntry::First(_) | ChannelEntry::Last(_) | ChannelEntry::Open => {}
                }
            }
        }
    }
    above
}

/// Returns the range that a wire occupies along the channel, with one unit of clearance on either side.
fn span(wire: &ChannelWire) -> RangeInclusive<i32> {
    let at = |entry: &ChannelEntry| match entry {
        ChannelEntry::First(at) | ChannelEntry::Last(at) => *at,
        ChannelEntry::Open => i32::MAX - 1,
    };
    let [one, other] = [at(&wire[0]), at(&wire[1])];
    one.min(other) - 1..=one.max(other) + 1
}

/// Returns the length of the longest chain of wires before each wire. Returns `None` if the order is cyclic.
fn ranks(before: &[Vec<usize>], behind: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut left: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut ranks = vec![0; before.len()];
    let mut next: Vec<usize> = (0..before.len()).filter(|wire| left[*wire] == 0).collect();
    let mut done = 0;
    while let Some(wire) = next.pop() {
        done += 1;
        for &other in &behind[wire] {
            ranks[other] = ranks[other].max(ranks[wire] + 1);
            left[other] -= 1;
            if left[other] == 0 {
                next.push(other);
            }
        }
    }
    (done == before.len()).then_some(ranks)
}

#[cfg(test)]
mod tests {
    use super::ChannelEntry::{First, Last, Open};
    use super::*;

    #[test]
    fn what_is_nested_lies_nearer_to_its_side() {
        let wires = [[First(0), First(20)], [First(4), First(8)], [First(12), First(16)]];
        assert_eq!(assign_lanes(&wires), Some((vec![1, 0, 0], 2)));
        let wires = [[Last(0), Last(20)], [Last(4), Last(8)], [Last(12), Open]];
        assert_eq!(assign_lanes(&wires), None, "the last would have to cross the first");
        let wires = [[Last(0), Last(8)], [Last(12), Open], [Last(16), Open]];
        assert_eq!(assign_lanes(&wires), Some((vec![1, 0, 1], 2)));
    }

    #[test]
    fn what_leads_across_gives_way_to_what_it_passes() {
        // Both lead to the right, so the first turns beyond the second.
        let wires = [[First(0), Last(10)], [First(4), Last(14)]];
        assert_eq!(assign_lanes(&wires), Some((vec![1, 0], 2)));
        let wires = [[First(10), Last(0)], [First(14), Last(4)]];
        assert_eq!(assign_lanes(&wires), Some((vec![0, 1], 2)));
        // A straight wire, and one wire on either side of it.
        let wires = [[First(10), Last(10)], [First(14), First(18)], [Last(12), Last(20)]];
        assert_eq!(assign_lanes(&wires), Some((vec![0, 0, 1], 2)));
    }

    #[test]
    fn wires_fit_between_uneven_sides() {
        let nested = [[First(0), First(20)], [First(4), First(8)]];
        assert_eq!(fit_lanes(&nested, &[[0, 9], [0, 3]], 2), Some(vec![5, 1]));
        assert_eq!(fit_lanes(&nested, &[[5, 5], [5, 9]], 2), None, "the inner wire has no room");
        let passing = [[First(0), Last(10)], [First(4), Last(14)]];
        assert_eq!(fit_lanes(&passing, &[[0, 4], [0, 2]], 2), Some(vec![3, 1]));
        assert_eq!(fit_lanes(&[[First(0), First(8)], [First(4), First(12)]], &[[0, 9]; 2], 2), None);
    }

    #[test]
    fn what_crosses_has_no_lanes() {
        assert_eq!(assign_lanes(&[[First(0), First(8)], [First(4), First(12)]]), None);
        assert_eq!(assign_lanes(&[[First(0), Last(8)], [First(4), Last(2)]]), None);
    }
}
