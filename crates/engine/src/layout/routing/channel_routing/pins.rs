//! The fan of a place: each route leads from its own port to a pin above or below.
//!
//! Input: the ports of a place and the ends of its passages. Output: a gate for every end.
//!
//! ```text
//!  pins     │    │    │    │
//!           └─┐  └┐  ┌┘  ┌─┘     the fan, in which nothing crosses
//!             │ ┌─┴──┴─┐ │
//!             └─┤ core ├─┘
//!               └──┬───┘
//!  pins            │
//! ```
//!
//! Pins above are on even multiples of the pitch from the middle, pins below on odd ones. Therefore no two pins
//! in the lane between two rows have the same coordinate.

use std::collections::BTreeMap;

use crate::base::{Cell, Direction, Size};
use crate::layout::budget::APART;
use crate::layout::drawing::{Port, SizedPlace};
use crate::layout::input::outlets::kind_used;
use crate::layout::routing::river_routing;

/// One end of a passage.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChannelEnd<'a> {
    pub passage: usize,
    /// 0 for the start of the passage, 1 for its end.
    pub end: usize,
    /// The kind of socket that the passage names.
    pub kind: Option<&'a str>,
    /// `true` if the passage leads to a lower row.
    pub wants_down: bool,
    /// The column of the place at the other end.
    pub toward: usize,
}

/// The way in which one end of a passage leaves its place, relative to the middle of the core.
#[derive(Clone, Debug)]
pub(super) struct ChannelGate {
    pub port: usize,
    pub is_below: bool,
    /// The column in which it leaves the surroundings of the core.
    pub exit: i32,
    pub pin: i32,
    /// The row in which it changes from `exit` to `pin`, if they differ.
    pub turn: Option<i32>,
}

/// A place with its gates.
#[derive(Clone, Debug, Default)]
pub(super) struct GatedPlace {
    pub gates: Vec<((usize, usize), ChannelGate)>,
    /// The extent of the place with its fan, from the middle: to the left and up, to the right and down.
    pub before: Size,
    pub after: Size,
}

/// Chooses a port and a pin for every end. Returns `None` if there are not enough ports.
pub(super) fn outfit(
    sized: &SizedPlace,
    ports: &[Port],
    ends: &[ChannelEnd],
    pitch: i32,
) -> Option<GatedPlace> {
    let chosen = choose_ports(sized, ports, ends)?;
    let (before, after) = sized.core_extent();
    let mut outfit = GatedPlace { gates: Vec::new(), before, after };
    let exits = exits(ports, &chosen, (before, after));
    for is_below in [false, true] {
        let mut row: Vec<(i32, usize, usize)> = exits
            .iter()
            .filter(|(index, _)| is_south(&ports[chosen[*index].1]) == is_below)
            .map(|(index, exit)| (*exit, chosen[*index].0, chosen[*index].1))
            .collect();
        row.sort_unstable();
        outfit.add_row(&row, ends, is_below, pitch);
    }
    Some(outfit)
}

impl GatedPlace {
    /// Assigns pins to the ends that leave on one side, from left to right.
    ///
    /// A row has the exit, the end and the port of each, sorted.
    fn add_row(&mut self, row: &[(i32, usize, usize)], ends: &[ChannelEnd], is_below: bool, pitch: i32) {
        let pin = |index: usize| {
            let from_middle = index as i32 - row.len() as i32 / 2;
            (2 * from_middle + i32::from(is_below)) * pitch
        };
        let wires: Vec<river_routing::RiverWire> =
            row.iter().enumerate().map(|(index, (exit, ..))| (*exit, pin(index))).collect();
        let edge = if is_below { self.after.height } else { self.before.height } as i32;
        let sign = if is_below { 1 } else { -1 };
        let mut reach = edge;
        for ((wire, track), (_, end, port)) in wires.iter().zip(river_routing::tracks(&wires, APART)).zip(row)
        {
            let row = edge + track as i32 * APART;
            reach = reach.max(row);
            let turn = (track > 0).then_some(sign * row);
            let ChannelEnd { passage, end, .. } = ends[*end];
            let gate = ChannelGate { port: *port, is_below, exit: wire.0, pin: wire.1, turn };
            for x in [gate.exit, gate.pin] {
                self.before.width = self.before.width.max((-x).max(0).unsigned_abs());
                self.after.width = self.after.width.max(x.max(0).unsigned_abs());
            }
            self.gates.push(((passage, end), gate));
        }
        let height = if is_below { &mut self.after.height } else { &mut self.before.height };
        *height = reach.unsigned_abs();
    }
}

fn is_south(port: &Port) -> bool {
    port.out == Direction::South
}

/// Returns the column in which the route of each chosen port leaves the core.
///
/// Routes from ports on the left and right sides turn up, each outside of the one before.
fn exits(ports: &[Port], chosen: &[(usize, usize)], (before, after): (Size, Size)) -> Vec<(usize, i32)> {
    let mut order: Vec<usize> = (0..chosen.len()).collect();
    order.sort_by_key(|index| ports[chosen[*index].1].inside.y);
    let (mut left, mut right) = (-(before.width as i32), after.width as i32);
    let exit = |index: usize| {
        let port = &ports[chosen[index].1];
        let exit = match port.out {
            Direction::North | Direction::South => port.inside.x,
            Direction::West => {
                left -= APART;
                left
            }
            Direction::East => {
                right += APART;
                right
            }
        };
        (index, exit)
    };
    order.into_iter().map(exit).collect()
}

/// Returns pairs of an end and its port, both by index. No two ports are adjacent.
fn choose_ports(sized: &SizedPlace, ports: &[Port], ends: &[ChannelEnd]) -> Option<Vec<(usize, usize)>> {
    let mut of_kind: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
    for (number, end) in ends.iter().enumerate() {
        let kind = kind_used(end.kind, ports.iter().map(|port| port.kind.as_deref()));
        of_kind.entry(kind).or_default().push(number);
    }
    let mut taken: Vec<Cell> = Vec::new();
    let mut chosen = Vec::new();
    for (kind, numbers) in of_kind {
        let wanted_down = numbers.iter().filter(|number| ends[**number].wants_down).count();
        let of_kind = (0..ports.len()).filter(|port| ports[*port].kind.as_deref() == kind);
        let found = if sized.is_entered_by_sockets() {
            take_sockets(ports, of_kind, numbers.len(), &mut taken)?
        } else {
            take_sides(ports, of_kind.collect(), numbers.len(), wanted_down)?
        };
        chosen.extend(hand_out(ports, ends, numbers, found));
    }
    Some(chosen)
}

/// Takes the first `count` sockets that are not next to a taken one, or `None` if there are too few.
///
/// The size of the room was chosen by the same order.
fn take_sockets(
    ports: &[Port],
    candidates: impl Iterator<Item = usize>,
    count: usize,
    taken: &mut Vec<Cell>,
) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for port in candidates {
        let at = ports[port].inside;
        if found.len() < count && taken.iter().all(|other| other.manhattan(at) > 1) {
            taken.push(at);
            found.push(port);
        }
    }
    (found.len() == count).then_some(found)
}

/// Takes `count` ports of a place without sockets, or `None` if there are too few.
///
/// `down` of them are on the south side if possible; the others are on the north side, then on the west and
/// east sides, then again on the south side.
fn take_sides(ports: &[Port], candidates: Vec<usize>, count: usize, down: usize) -> Option<Vec<usize>> {
    let side =
        |out: Direction| spread(ports, candidates.iter().copied().filter(|port| ports[*port].out == out));
    let [north, east, south, west] = Direction::ALL.map(side);
    let below = down.min(south.len());
    let mut found: Vec<usize> = south[..below].to_vec();
    let sides =
        (0..east.len().max(west.len())).flat_map(|index| [west.get(index), east.get(index)]).flatten();
    let rest = north.iter().chain(sides).chain(&south[below..]);
    found.extend(rest.take(count - below));
    (found.len() == count).then_some(found)
}

/// Returns every other port of a side, those near the middle first.
fn spread(ports: &[Port], side: impl Iterator<Item = usize>) -> Vec<usize> {
    let aside = |port: &usize| ports[*port].inside.x + ports[*port].inside.y;
    let mut side: Vec<usize> = side.collect();
    side.sort_by_key(aside);
    let mut every_other: Vec<usize> = side.iter().copied().step_by(APART as usize).collect();
    let middle = every_other.len() / 2;
    let place: BTreeMap<usize, usize> = every_other.iter().copied().zip(0..).collect();
    every_other.sort_by_key(|port| place[port].abs_diff(middle));
    every_other
}

/// Assigns ports to ends, on each side from left to right.
///
/// Ports on the south side go to ends that lead down, as long as there are any.
fn hand_out(
    ports: &[Port],
    ends: &[ChannelEnd],
    mut numbers: Vec<usize>,
    found: Vec<usize>,
) -> Vec<(usize, usize)> {
    let (mut below, mut above): (Vec<usize>, Vec<usize>) =
        found.into_iter().partition(|port| is_south(&ports[*port]));
    numbers.sort_by_key(|number| (!ends[*number].wants_down, *number));
    let mut up = numbers.split_off(below.len());
    below.sort_by_key(|port| ports[*port].inside.x);
    above.sort_by_key(|port| left_to_right(&ports[*port]));
    for group in [&mut numbers, &mut up] {
        group.sort_by_key(|number| (ends[*number].toward, *number));
    }
    let pairs = numbers.into_iter().zip(below);
    pairs.chain(up.into_iter().zip(above)).collect()
}

/// Returns the order from left to right in which routes that lead up leave a place.
fn left_to_right(port: &Port) -> (i32, i32) {
    match port.out {
        Direction::West => (0, -port.inside.y),
        Direction::North | Direction::South => (1, port.inside.x),
        Direction::East => (2, port.inside.y),
    }
}
