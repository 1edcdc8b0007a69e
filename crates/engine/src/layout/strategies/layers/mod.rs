//! Layered layout: draws a planar mission in rows, without crossings.
//!
//! In: a mission with bounds for its places. Out: an arrangement with a route for every passage.
//! The mission is made biconnected, and gets an st-order between two places on its outer face. This directs
//! every passage down from row to row (Tamassia and Tollis 1986). Between two rows, each passage moves to its
//! column on a track of its own where it must.
//!
//! ```text
//!      ┌───┐
//!      │ 0 │           row 0
//!      └┬┬┬┘
//!   ┌───┘│└────┐       tracks
//!  ┌┴┐   │    ┌┴┐
//!  │1│   │    │2│      row 1: place 1, a passage that goes on, place 2
//!  └┬┘   │    └┬┘
//!   └──┐ │ ┌───┘       tracks
//!     ┌┴─┴─┴┐
//!     │  3  │          row 2
//!     └─────┘
//! ```
//!
//! Guaranteed: no crossings, for places of any degree. It cannot fail if the mission is planar, no place has
//! a site, no room has sockets and the level is not too large.
//! Not guaranteed: a small or pretty level, or sockets of special kinds in the order of a room's passages.

mod augment;
mod drawing;
mod escape;
mod order;
mod rows;

use self::augment::{hold_together, outer_face};
use self::drawing::{LayeredDrawing, LayeredInput};
use self::order::{canonical_ordering, faces};
use self::rows::{LayerRows, RowItem, UpwardSweep};

pub(in crate::layout) use self::drawing::pitch;
pub(in crate::layout) use self::escape::{LayerEnd, PlaceExits, escape};
use crate::layout::budget::classes::MOST_IN_LAYERS;
use crate::layout::budget::layers::{BETWEEN_CELLS, ROOM, WIDTHS};
use crate::layout::drawing::{Arrangement, DirectLayoutFailure, Port, SizedPlace, ports};
use crate::layout::graph::embedding::embed;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing::LatticeSpacing;
use crate::layout::routing::bundles::Bundles;

/// Arranges all places in rows, with a route for every passage and no crossings.
///
/// # Errors
/// - Passages must cross.
/// - Places have sites.
/// - A room lacks sockets in the order of its passages.
/// - The mission or the level is too large.
pub(in crate::layout) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    spacing: LatticeSpacing,
) -> Result<Arrangement, DirectLayoutFailure> {
    if !problem.is_free() || problem.places.len() > MOST_IN_LAYERS {
        return Err(DirectLayoutFailure::TooClose);
    }
    let all_ports: Vec<Vec<Port>> = sizes.iter().map(|sized| ports(sized, 0, true)).collect();
    let bundles = Bundles::new(problem);
    let choices = all_rows(problem, sizes, &bundles).ok_or(DirectLayoutFailure::Crosses)?;
    let rows = choices.first().ok_or(DirectLayoutFailure::Crosses)?;
    let escapes = escapes(problem, sizes, &all_ports, &bundles, rows).ok_or(DirectLayoutFailure::FewPorts)?;
    let plot = LayeredInput { problem, sizes, ports: &all_ports, escapes: &escapes, spacing };
    let drawings =
        choices.iter().flat_map(|rows| ROOM.map(|room| LayeredDrawing::new(plot, &bundles, rows, room)));
    let best = drawings.min_by_key(LayeredDrawing::badness).ok_or(DirectLayoutFailure::Crosses)?;
    best.finish()
}

/// Finds the exits of all places, or `None` if a place lacks ports in the order of its passages.
fn escapes(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    ports: &[Vec<Port>],
    bundles: &Bundles,
    rows: &LayerRows,
) -> Option<Vec<PlaceExits>> {
    let of_place = |place: usize| {
        let above = ends(problem, bundles, place, &rows.above[place]);
        let mut below = ends(problem, bundles, place, &rows.below[place]);
        below.extend(loops(problem, place));
        let mut found = escape(&sizes[place], &ports[place], &above, &below)?;
        found.make_room_for_loops(problem.places[place].loops);
        Some(found)
    };
    (0..sizes.len()).map(of_place).collect()
}

/// Returns the ends of passages at a place, edge by edge.
fn ends<'a>(
    problem: &LayoutProblem<'a>,
    bundles: &Bundles,
    place: usize,
    edges: &[usize],
) -> Vec<LayerEnd<'a>> {
    let passages = edges.iter().flat_map(|edge| bundles.passages(*edge));
    let end = |number: &usize| {
        let passage = &problem.passages[*number];
        LayerEnd { passage: *number, end: usize::from(passage.from != place), kind: passage.socket }
    };
    passages.map(end).collect()
}

/// Returns both ends of every loop at a place, next to each other.
fn loops<'a>(problem: &LayoutProblem<'a>, place: usize) -> Vec<LayerEnd<'a>> {
    let of_place = problem.places[place].passages.iter().filter(|number| {
        let passage = &problem.passages[**number];
        passage.from == passage.to
    });
    of_place
        .flat_map(|number| {
            [0, 1].map(|end| LayerEnd { passage: *number, end, kind: problem.passages[*number].socket })
        })
        .collect()
}

/// Distributes places and edges over rows, once for each width tried. `None` if passages must cross.
fn all_rows(problem: &LayoutProblem, sizes: &[SizedPlace], bundles: &Bundles) -> Option<Vec<LayerRows>> {
    let places = problem.places.len();
    if places == 1 {
        let nothing = vec![Vec::new()];
        return Some(vec![LayerRows {
            rows: vec![vec![RowItem::Place(0)]],
            above: nothing.clone(),
            below: nothing,
        }]);
    }
    let mut rotation = embed(places, &bundles.edges)?;
    hold_together(&mut rotation);
    let start = problem.places.iter().position(|place| place.is_start);
    let face = outer_face(&rotation, start);
    let nodes: Vec<usize> = face.iter().map(|half| rotation.origin[*half]).collect();
    if nodes.is_empty() {
        // No passage joins any two places.
        return None;
    }
    let at = nodes.iter().position(|node| Some(*node) == start).unwrap_or(0);
    let goal = nodes.iter().position(|node| *node != nodes[at] && problem.places[*node].is_goal);
    let to = goal.unwrap_or((at + nodes.len() / 2) % nodes.len());
    let widths: Vec<u64> = (0..places).map(|place| width(problem, &sizes[place], place)).collect();
    let pitch = u64::from(pitch(problem).unsigned_abs());
    let of_edges: Vec<u64> =
        (0..rotation.origin.len() / 2).map(|edge| bundles.passages(edge).len() as u64 * pitch).collect();
    let numbered = |around: Vec<Vec<usize>>| -> Option<Vec<LayerRows>> {
        let numbers = canonical_ordering(&rotation, around, [nodes[at], nodes[to]], bundles.edges.len())?;
        let upward = UpwardSweep::new(&rotation, numbers, rotation.next(face[at]), bundles.edges.len());
        let rows = |quarters: &u64| upward.rows(aim(&widths) * quarters / 4, &widths, &of_edges);
        WIDTHS.iter().map(rows).collect()
    };
    numbered(faces(&rotation, &face)).or_else(|| numbered(Vec::new()))
}

/// Estimates the width of a place with all its exits, in cells.
fn width(problem: &LayoutProblem, sized: &SizedPlace, place: usize) -> u64 {
    let (before, after) = sized.extent();
    let passage_ends = 2 * problem.places[place].degree() as u32;
    u64::from((before.width + after.width + 1).max(passage_ends) + BETWEEN_CELLS)
}

/// Estimates the width of a level in cells: a square, if places are squares that cover half of it.
fn aim(widths: &[u64]) -> u64 {
    let area: u64 = widths.iter().map(|width| width * width).sum();
    (2 * area).isqrt()
}
