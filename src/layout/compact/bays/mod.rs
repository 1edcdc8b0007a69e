//! Arranges a large mission in rows, two of which always face each other across a bay.
//!
//! ```text
//!  ┌─┐ ┌─┐ ┌─┐ ┌─┐          All places follow each other along one curve, small branches of the mission
//!  │5├─┤4├─┤3│ │2├─┐        first. All passages lie on the same side of the curve, in the bays and on
//!  └┬┘ └─┘ └┬┘ └┬┘ │        the shore at the right, where one is nested in another or apart from it;
//!   │   ┌───┘   │  │        so none must cross. Few lie beside each other, for of two branches the
//!  ┌┴┐ ┌┴┐ ┌─┐ ┌┴┐ │        larger comes last.
//!  │6│ │7├─┤8│ │9│ └── 1
//!  └─┘ └─┘ └─┘ └─┘
//! ```
//!
//! In: a mission whose passages are nested so in that order: one without cycles, or with loops that hang on each other by single places. Out: a drawing without crossings, wider than it must be: compaction draws it together.
//! Not guaranteed: that all passages find their ways, though none must close in another.

mod curve;
mod doors;
mod rows;

use self::curve::curve;
pub(super) use self::doors::Doors;
use self::rows::Rows;
use super::Bench;
use super::drawing::Drawing;
use crate::base::{Direction, Rect};
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::Port;
use crate::layout::sizes::Sized;

/// How many cells a passage needs beside another.
const LANE_CELLS: i32 = 2;

/// How wide bays are made, in quarters of what their passages need at most, until all find ways.
const WIDER: [i32; 2] = [4, 8];

/// Around places with more passages there is mostly too little room for all of them.
const MOST_PASSAGES: usize = 16;

/// How many steps each of these tries may take.
const STEPS: u64 = 70_000_000;

/// What the passages of a mission are laid by.
pub(super) struct Guide<'g> {
    /// The places along the curve.
    pub curve: &'g [usize],
    /// The passages, inner ones before those in which they are nested.
    pub order: &'g [usize],
    pub doors: &'g Doors,
    /// What no passage may cross, and where each may lie.
    pub walls: Vec<Rect>,
    pub regions: Vec<[Rect; 3]>,
    /// How many cells passages need outside of all places.
    pub outskirts: u32,
}

/// All places, with `gap` cells between them at least, and passages that do not cross. `None` if these are not nested, or some find no ways.
pub(super) fn in_bays(problem: &LayoutProblem, sizes: &[Sized], gap: i32) -> Option<Drawing> {
    if problem.has_loops() || problem.places.iter().any(|place| place.degree() > MOST_PASSAGES) {
        return None;
    }
    let curve = curve(problem);
    // What is disconnected lies on no curve.
    if curve.len() < problem.places.len() {
        return None;
    }
    let is_open = |place: usize| !sizes[place].is_entered_by_sockets();
    let around = Drawing::around(problem, sizes, &[], false);
    let ports = bench(problem, sizes).ports;
    let rows = Rows::new(problem, &ports, &curve, gap, &around);
    let nested_in = rows.nested()?;
    let order = rows.outward();
    let doors = rows.doors(&ports, is_open);
    WIDER.into_iter().find_map(|quarters| {
        let mut drawing = around.clone();
        let (walls, regions) = rows.place(&mut drawing, quarters, &nested_in);
        let outskirts = rows.outskirts();
        let guide = Guide { curve: &curve, order: &order, doors: &doors, walls, regions, outskirts };
        bench(problem, sizes).compactor(gap).laid(drawing, &guide)
    })
}

/// What passages are laid with, from ports that can all be used.
fn bench<'a>(problem: &LayoutProblem<'a>, sizes: &[Sized]) -> Bench<'a> {
    let mut bench = Bench::with_steps(problem, sizes, STEPS);
    for (place, ports) in bench.ports.iter_mut().enumerate() {
        // A single passage may leave the middle of a side.
        if !sizes[place].is_entered_by_sockets() && problem.places[place].degree() > 1 {
            *ports = usable_at_once(std::mem::take(ports));
        }
    }
    bench
}

/// As many of the ports of a place as passages can use at once.
fn usable_at_once(mut ports: Vec<Port>) -> Vec<Port> {
    ports.sort_by_key(|port| (port.out as usize, along_side(port)));
    let mut last: Option<(Direction, i32)> = None;
    ports.retain(|port| {
        let at = along_side(port);
        let is_free = last.is_none_or(|(out, last)| out != port.out || at >= last + LANE_CELLS);
        if is_free {
            last = Some((port.out, at));
        }
        is_free
    });
    ports
}

/// Where along its side a port lies.
fn along_side(port: &Port) -> i32 {
    if port.out.is_level() { port.inside.y } else { port.inside.x }
}

#[cfg(test)]
mod tests;
