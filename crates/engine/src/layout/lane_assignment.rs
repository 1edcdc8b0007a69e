//! On which lane of a channel each of the wires lies that lead through it, so that none cross.

use std::ops::RangeInclusive;

/// Where a wire enters a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChannelEntry {
    /// From its first side, or from its last, so far along.
    First(i32),
    Last(i32),
    /// By its open end, beyond everything else.
    Open,
}

/// What leads from one entry along a lane to the other.
pub(super) type ChannelWire = [ChannelEntry; 2];

/// The lane of each wire, from the first side, and how many there are: as few as can be, each as near as may
/// be to the side from which it comes. `None` if some must cross.
pub(super) fn assign_lanes(wires: &[ChannelWire]) -> Option<(Vec<usize>, usize)> {
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

/// For each wire those that lie nearer to the first side, since one of the two comes in from a side within
/// the reach of the other.
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

/// What a wire reaches or touches along the channel.
fn span(wire: &ChannelWire) -> RangeInclusive<i32> {
    let at = |entry: &ChannelEntry| match entry {
        ChannelEntry::First(at) | ChannelEntry::Last(at) => *at,
        ChannelEntry::Open => i32::MAX - 1,
    };
    let [one, other] = [at(&wire[0]), at(&wire[1])];
    one.min(other) - 1..=one.max(other) + 1
}

/// How many wires must lie before each at least, one behind the other. `None` if some must lie before themselves.
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
        // Two lead to the right side by side, so that the first turns behind the second.
        let wires = [[First(0), Last(10)], [First(4), Last(14)]];
        assert_eq!(assign_lanes(&wires), Some((vec![1, 0], 2)));
        let wires = [[First(10), Last(0)], [First(14), Last(4)]];
        assert_eq!(assign_lanes(&wires), Some((vec![0, 1], 2)));
        // Straight on, and past something on either side.
        let wires = [[First(10), Last(10)], [First(14), First(18)], [Last(12), Last(20)]];
        assert_eq!(assign_lanes(&wires), Some((vec![0, 0, 1], 2)));
    }

    #[test]
    fn what_crosses_has_no_lanes() {
        assert_eq!(assign_lanes(&[[First(0), First(8)], [First(4), First(12)]]), None);
        assert_eq!(assign_lanes(&[[First(0), Last(8)], [First(4), Last(2)]]), None);
    }
}
