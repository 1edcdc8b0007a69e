//! The ports of a place, by which routes leave it.
//!
//! - A room has its sockets as ports. Those in notches have an approach to the edge of the core.
//! - A place with an outline can also be left at the floor cells along it, if its block has that outline.
//! - An open place has cells of its core's edge as ports, except corners. A side of one or two cells has one port.
//!
//! Ports cost more the farther they are from the middle of a side. Positions are relative to the middle of the core.

use std::sync::Arc;

use super::sized::SizedPlace;
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::budget::{DOOR_ASIDE, STEP};
use crate::layout::input::outlets::{TemplateExit, kind_used};

/// A cell at which a route can leave a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Port {
    /// A cell of the core's edge, relative to the middle of the core.
    pub inside: Cell,
    /// The direction in which the route leaves.
    pub out: Direction,
    pub cost: u32,
    /// The index of the socket.
    pub socket: Option<usize>,
    /// The cells from the socket up to, but not including, `inside`, relative to the middle of the core.
    ///
    /// Empty unless the socket lies in a notch of the core.
    pub approach: Vec<Cell>,
    /// The kind of the socket.
    pub kind: Option<Arc<str>>,
}

impl Port {
    /// Returns the distance from the middle of the side to the port; negative towards the left or the top.
    pub fn inside_offset(&self) -> i32 {
        if self.out.is_level() { self.inside.y } else { self.inside.x }
    }

    /// Returns the port of the transposed place.
    pub fn transposed(&self) -> Self {
        Self {
            inside: self.inside.transposed(),
            out: self.out.transposed(),
            approach: self.approach.iter().map(|cell| cell.transposed()).collect(),
            ..self.clone()
        }
    }
}

/// Returns the ports that a passage may use if it names this kind of socket, each with its index.
pub(in crate::layout) fn usable_ports<'a>(
    ports: &'a [Port],
    wanted: Option<&'a str>,
) -> impl Iterator<Item = (usize, &'a Port)> {
    let kind = kind_used(wanted, ports.iter().map(|port| port.kind.as_deref()));
    ports.iter().enumerate().filter(move |(_, port)| port.kind.as_deref() == kind)
}

/// Returns the ports of a place with this many passages.
///
/// Unless `every_cell` is set, an open place gets only as many ports as it needs, which keeps lines few.
pub(in crate::layout) fn ports(sized: &SizedPlace, passages: usize, every_cell: bool) -> Vec<Port> {
    let Size { width, height } = sized.core;
    let (before_x, before_y) = ((width as i32 - 1) / 2, (height as i32 - 1) / 2);
    if sized.is_entered_by_sockets() {
        let middle = Cell::new(before_x, before_y);
        let sockets = sized.sockets.iter().enumerate();
        let of_socket = |(number, outlet): (usize, &TemplateExit)| {
            let route = std::iter::once(&outlet.cell).chain(&outlet.approach);
            let at_exit = port(outlet.exit() - middle, outlet.out, Some(number));
            Port {
                kind: outlet.kind.clone(),
                approach: route.take(outlet.approach.len()).map(|cell| *cell - middle).collect(),
                cost: at_exit.cost + STEP * outlet.approach.len() as u32,
                ..at_exit
            }
        };
        return sockets.map(of_socket).collect();
    }
    let (after_x, after_y) = (width as i32 - 1 - before_x, height as i32 - 1 - before_y);
    let mut ports = Vec::new();
    for x in asides(width, passages, every_cell) {
        ports.push(port(Cell::new(x, -before_y), Direction::North, None));
        ports.push(port(Cell::new(x, after_y), Direction::South, None));
    }
    for y in asides(height, passages, every_cell) {
        ports.push(port(Cell::new(after_x, y), Direction::East, None));
        ports.push(port(Cell::new(-before_x, y), Direction::West, None));
    }
    ports
}

/// Returns the ports at the exits of the outline of a place; none if it has no outline.
pub(super) fn outline_ports(sized: &SizedPlace) -> Vec<Port> {
    let Some(outline) = sized.form.outline() else { return Vec::new() };
    let middle = Rect::new(Cell::new(0, 0), sized.core).center();
    outline.exits().iter().map(|exit| port(exit.cell - middle, exit.out, None)).collect()
}

fn port(inside: Cell, out: Direction, socket: Option<usize>) -> Port {
    let aside = match out {
        Direction::North | Direction::South => inside.x,
        Direction::East | Direction::West => inside.y,
    };
    Port { inside, out, cost: aside.unsigned_abs() * DOOR_ASIDE, socket, approach: Vec::new(), kind: None }
}

/// Returns the positions of ports along a side of this length, relative to its middle.
///
/// Each side has room for a quarter of the passages without adjacent ports, and two more if they fit.
fn asides(length: u32, passages: usize, every_cell: bool) -> Vec<i32> {
    let before = (length as i32 - 1) / 2;
    if length < 3 {
        return vec![0];
    }
    let (least, most) = (1 - before, length as i32 - 2 - before);
    let needed = (passages as i32 + 3) / 4;
    let is_wanted = |aside: &i32| {
        let odd_ones = needed % 2 == 0 && 2 * needed + 3 > length as i32;
        every_cell || *aside == 0 || ((aside % 2 != 0) == odd_ones && aside.abs() <= needed + 1)
    };
    (least..=most).filter(is_wanted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_passages_finds_room_on_each_side() {
        for passages in 1..40_usize {
            let side = 3 + 2 * ((passages as u32).saturating_sub(1) / 4);
            for length in side..side + 6 {
                let mut apart: Vec<i32> = Vec::new();
                for aside in asides(length, passages, false) {
                    if apart.last().is_none_or(|last| aside - last >= 2) {
                        apart.push(aside);
                    }
                }
                assert!(apart.len() >= passages.div_ceil(4), "{passages} on {length}: {apart:?}");
            }
        }
    }

    #[test]
    fn corners_are_no_ports_unless_there_is_nothing_else() {
        assert_eq!([1, 2].map(|length| asides(length, 4, true)), [[0], [0]]);
        assert_eq!(asides(3, 4, true), [0]);
        assert_eq!(asides(6, 4, true), [-1, 0, 1, 2]);
        assert_eq!(asides(5, 8, false), [-1, 0, 1]);
        assert_eq!(asides(9, 4, false), [-2, 0, 2]);
    }
}
