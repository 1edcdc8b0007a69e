//! The exits of a place: how routes leave it up and down in a given order without crossing.
//!
//! In: the ports of a place, and the ends of passages above and below it, from left to right.
//! Out: a port and corners for each end, or `None` if no ports fit that order.
//! Clockwise from the middle of the lower side, routes leave the core in the order in which they go on. A
//! route whose port faces another side goes around the core on a ring, outside the rings of the routes that
//! it passes.
//! Guaranteed: routes do not touch. Not guaranteed: the fewest rings.
//!
//! ```text
//!     a b   c
//!     │ │   │
//!   ┌─┘┌┴──┐│
//!   │  │   ├┘
//!   │  └─┬─┘
//!   └────┘
//! ```

use crate::base::{Cell, Direction, Size};
use crate::layout::budget::APART;
use crate::layout::budget::layers::escape::{AROUND, MOST_TRIED};
use crate::layout::drawing::{Port, SizedPlace};
use crate::layout::input::outlets::kind_used;

/// One end of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) struct LayerEnd<'a> {
    /// The number of the passage.
    pub passage: usize,
    /// 0 where the passage begins, 1 where it ends.
    pub end: usize,
    /// The kind of socket that the passage asks for.
    pub kind: Option<&'a str>,
}

/// The exit of one end. Coordinates are relative to the middle of the core.
#[derive(Clone, Debug)]
pub(in crate::layout) struct LayerExit {
    pub passage: usize,
    pub end: usize,
    pub port: usize,
    /// The column in which it goes on up or down.
    pub x: i32,
    pub corners: Vec<Cell>,
}

/// A place with all its exits.
#[derive(Clone, Debug, Default)]
pub(in crate::layout) struct PlaceExits {
    /// From left to right.
    pub above: Vec<LayerExit>,
    pub below: Vec<LayerExit>,
    /// Extent of the exits from the middle of the core, in cells: left and up.
    pub before: Size,
    /// Extent to the right and down.
    pub after: Size,
}

/// The sides of the core, clockwise from the middle of the lower side, which is split in two:
///
/// ```text
///         2
///     ┌───────┐
///   1 │       │ 3
///     └───┬───┘
///       0   4
/// ```
const LEFT_BELOW: i32 = 0;
const ABOVE: i32 = 2;
const RIGHT_BELOW: i32 = 4;

/// Finds ports and exits for the ends above and below a place, each from left to right.
///
/// Returns `None` if no ports fit in that order.
pub(in crate::layout) fn escape(
    sized: &SizedPlace,
    ports: &[Port],
    above: &[LayerEnd],
    below: &[LayerEnd],
) -> Option<PlaceExits> {
    let candidates = candidates(sized, ports);
    let is_small = candidates.len() <= MOST_TRIED;
    let has_kinds = ports.iter().any(|port| port.kind.is_some());
    let lower = candidates.iter().filter(|port| ports[**port].out == Direction::South).count();
    let cuts = if is_small || has_kinds { 0..=lower } else { lower / 2..=lower / 2 };
    let half = below.len().div_ceil(2);
    let splits = if is_small || has_kinds { 0..=below.len() } else { half..=half };
    let mut best: Option<(u32, Vec<EscapingEnd>)> = None;
    for cut in cuts {
        let line = in_line(ports, &candidates, cut);
        for split in splits.clone() {
            let strands = strands(above, below, split);
            if let Some((cost, found)) = assign(ports, &line, &strands)
                && best.as_ref().is_none_or(|(least, _)| cost < *least)
            {
                best = Some((cost, found));
            }
        }
    }
    let (_, strands) = best?;
    Some(draw(sized, ports, &strands))
}

/// Returns the ports to use: all sockets, or otherwise every second cell of each side.
fn candidates(sized: &SizedPlace, ports: &[Port]) -> Vec<usize> {
    let all = 0..ports.len();
    if sized.is_entered_by_sockets() {
        return all.collect();
    }
    let mut found = Vec::new();
    for side in Direction::ALL {
        let mut of_side: Vec<usize> = all.clone().filter(|port| ports[*port].out == side).collect();
        of_side.sort_by_key(|port| ports[*port].inside.x + ports[*port].inside.y);
        found.extend(of_side.into_iter().step_by(APART as usize));
    }
    found
}

/// Returns the ports clockwise with their sides. The rightmost `cut` ports of the lower side come last.
fn in_line(ports: &[Port], candidates: &[usize], cut: usize) -> Vec<(usize, i32)> {
    let side = |out: Direction| {
        let mut of_side: Vec<usize> =
            candidates.iter().copied().filter(|port| ports[*port].out == out).collect();
        of_side.sort_by_key(|port| match out {
            Direction::North | Direction::East => ports[*port].inside.x + ports[*port].inside.y,
            Direction::South | Direction::West => -ports[*port].inside.x - ports[*port].inside.y,
        });
        of_side
    };
    let [north, east, south, west] = Direction::ALL.map(side);
    let (right, left) = south.split_at(cut);
    let sides = [left, &west, &north, &east, right];
    let numbered = sides.into_iter().zip(LEFT_BELOW..);
    numbered.flat_map(|(side, number)| side.iter().map(move |port| (*port, number))).collect()
}

/// An end with the side on which it goes on, and its port with the side that the port faces.
#[derive(Clone, Copy)]
struct EscapingEnd<'a> {
    end: LayerEnd<'a>,
    to: i32,
    port: usize,
    from: i32,
}

/// Returns the ends clockwise from the middle of the lower side. `split` of the lower ones lie left of it.
fn strands<'a>(above: &[LayerEnd<'a>], below: &[LayerEnd<'a>], split: usize) -> Vec<EscapingEnd<'a>> {
    let strand = |to: i32| move |end: &LayerEnd<'a>| EscapingEnd { end: *end, to, port: 0, from: 0 };
    let left = below[..split].iter().rev().map(strand(LEFT_BELOW));
    let right = below[split..].iter().rev().map(strand(RIGHT_BELOW));
    left.chain(above.iter().map(strand(ABOVE))).chain(right).collect()
}

/// Assigns ports to the ends in order, no two adjacent, so that routes go around the core as little as
/// possible.
///
/// Returns the cost as well; `None` if there are not enough ports.
fn assign<'a>(
    ports: &[Port],
    line: &[(usize, i32)],
    strands: &[EscapingEnd<'a>],
) -> Option<(u32, Vec<EscapingEnd<'a>>)> {
    const NEVER: u32 = u32::MAX;
    let kinds = || ports.iter().map(|port| port.kind.as_deref());
    // For each end and port: the minimum cost so far, and the port of the previous end.
    let mut table: Vec<Vec<(u32, usize)>> = Vec::new();
    for strand in strands {
        let kind = kind_used(strand.end.kind, kinds());
        let mut row = vec![(NEVER, 0); line.len()];
        let mut before = (NEVER, 0);
        for (at, &(port, side)) in line.iter().enumerate() {
            if let Some(last) = table.last() {
                // The port right before this one may be adjacent. All earlier ones are not.
                if at >= 2 {
                    before = before.min((last[at - 2].0, at - 2));
                }
                let is_free = |one: usize| ports[line[one].0].inside.manhattan(ports[port].inside) > 1;
                let best = match at.checked_sub(1).filter(|one| is_free(*one)) {
                    Some(one) => before.min((last[one].0, one)),
                    None => before,
                };
                row[at] = best;
            } else {
                row[at] = (0, 0);
            }
            let fits = ports[port].kind.as_deref() == kind && row[at].0 != NEVER;
            row[at].0 = if fits { row[at].0 + cost(&ports[port], side, strand.to) } else { NEVER };
        }
        table.push(row);
    }
    let mut at = match table.last() {
        None => return Some((0, Vec::new())),
        Some(row) => (0..row.len()).filter(|at| row[*at].0 != NEVER).min_by_key(|at| (row[*at].0, *at))?,
    };
    let total = table.last()?[at].0;
    let mut found = strands.to_vec();
    for (strand, row) in found.iter_mut().zip(&table).rev() {
        (strand.port, strand.from) = line[at];
        at = row[at].1;
    }
    // The first and the last port may be adjacent, too.
    let [first, .., last] = &found[..] else { return Some((total, found)) };
    (ports[first.port].inside.manhattan(ports[last.port].inside) > 1).then_some((total, found))
}

fn cost(port: &Port, from: i32, to: i32) -> u32 {
    let around = (from - to).unsigned_abs();
    let aside = match port.out {
        Direction::North | Direction::South => port.inside.x,
        Direction::East | Direction::West => port.inside.y,
    };
    around * around * AROUND + aside.unsigned_abs()
}

/// Returns the ring on which each route goes around the core, counted from 1; 0 for none.
fn rings(strands: &[EscapingEnd]) -> Vec<i32> {
    let mut rings = vec![0; strands.len()];
    for index in (0..strands.len()).rev().filter(|index| strands[*index].from < strands[*index].to) {
        let next = strands.get(index + 1).filter(|next| next.from < next.to);
        rings[index] = 1 + next.map_or(0, |_| rings[index + 1]);
    }
    for index in (0..strands.len()).filter(|index| strands[*index].from > strands[*index].to) {
        let before = index.checked_sub(1).filter(|before| strands[*before].from > strands[*before].to);
        rings[index] = 1 + before.map_or(0, |before| rings[before]);
    }
    rings
}

fn draw(sized: &SizedPlace, ports: &[Port], strands: &[EscapingEnd]) -> PlaceExits {
    let (before, after) = sized.core_extent();
    let mut escape = PlaceExits { before, after, ..PlaceExits::default() };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (strand, ring) in strands.iter().zip(rings(strands)) {
        let ring = CoreRing { before, after, distance: ring * APART };
        let (x, corners) = ring.path(&ports[strand.port], strand.from, strand.to);
        for corner in corners.iter().copied().chain([Cell::new(x, 0)]) {
            escape.reach(corner);
        }
        let LayerEnd { passage, end, .. } = strand.end;
        let exit = LayerExit { passage, end, port: strand.port, x, corners };
        match strand.to {
            LEFT_BELOW => left.push(exit),
            ABOVE => escape.above.push(exit),
            _ => right.push(exit),
        }
    }
    escape.below = left.into_iter().rev().chain(right.into_iter().rev()).collect();
    escape
}

impl PlaceExits {
    /// Extends the place so that it includes a cell.
    pub fn reach(&mut self, cell: Cell) {
        let beyond = |at: i32| at.max(0).unsigned_abs();
        self.before.width = self.before.width.max(beyond(-cell.x));
        self.before.height = self.before.height.max(beyond(-cell.y));
        self.after.width = self.after.width.max(beyond(cell.x));
        self.after.height = self.after.height.max(beyond(cell.y));
    }
}

/// A ring around a core, `distance` cells away from it.
struct CoreRing {
    before: Size,
    after: Size,
    distance: i32,
}

impl CoreRing {
    /// Returns the column in which a route leaves the ring, and its corners up to there.
    fn path(&self, port: &Port, from: i32, to: i32) -> (i32, Vec<Cell>) {
        if from == to {
            return (port.inside.x, Vec::new());
        }
        let mut corners = vec![self.in_front_of(port)];
        let step = (to - from).signum();
        let mut at = from;
        while at + step != to {
            corners.push(self.corner(at.min(at + step)));
            at += step;
        }
        // It does not turn onto the last side, but goes on in the ring's left or right column.
        let is_left = if to == ABOVE { step > 0 } else { to == LEFT_BELOW };
        (if is_left { self.left() } else { self.right() }, corners)
    }

    fn left(&self) -> i32 {
        -(self.before.width as i32) - self.distance
    }

    fn right(&self) -> i32 {
        self.after.width as i32 + self.distance
    }

    fn top(&self) -> i32 {
        -(self.before.height as i32) - self.distance
    }

    fn bottom(&self) -> i32 {
        self.after.height as i32 + self.distance
    }

    /// Returns the cell of the ring in front of a port.
    fn in_front_of(&self, port: &Port) -> Cell {
        let Cell { x, y } = port.inside;
        match port.out {
            Direction::North => Cell::new(x, self.top()),
            Direction::East => Cell::new(self.right(), y),
            Direction::South => Cell::new(x, self.bottom()),
            Direction::West => Cell::new(self.left(), y),
        }
    }

    /// Returns the corner between a side and the next one clockwise.
    fn corner(&self, side: i32) -> Cell {
        match side {
            0 => Cell::new(self.left(), self.bottom()),
            1 => Cell::new(self.left(), self.top()),
            2 => Cell::new(self.right(), self.top()),
            _ => Cell::new(self.right(), self.bottom()),
        }
    }
}
