//! Finds ways out of a group: from its places to the edge of its bounding rectangle, for passages that leave it.
//!
//! Input: everything inside of the group, and the passages that leave it. Output: an exit for each of them.
//! Each is the shortest way that avoids everything else. Later passages go around earlier ones, which stay
//! where they are; therefore the search can fail although ways exist.
//!
//! ```text
//! aaaa#bbbb
//! aaaa+bbbb      a group of the places "a", "b" and "c", with doorways "+";
//! #+#######      the exit of a passage from "c" leads along "1" to the edge
//! #cc111111
//! #cc######
//! ```
//!
//! Source: Lee's algorithm, 1961.

use std::collections::BTreeSet;

use crate::base::{Cell, Direction, Grid, Rect};
use crate::layout::drawing::router::flood::shortest_route_out;
use crate::layout::drawing::{Port, Route, usable_ports};
use crate::layout::input::outlets::TemplateExit;

/// The exit of a passage from a group.
#[derive(Clone, Debug)]
pub(super) struct GroupExit {
    /// The passage, by index.
    pub passage: usize,
    /// The socket by which it leaves its place.
    pub socket: Option<usize>,
    /// The cells from the place to the edge of the group, relative to its corner.
    pub outlet: TemplateExit,
}

/// The bounding rectangle of a group, and everything in it.
pub(super) struct GroupObstacles<'a> {
    pub bounds: Rect,
    pub cores: &'a [Rect],
    pub grounds: &'a [Rect],
    pub ports: Vec<&'a [Port]>,
    /// The routes of passages that are no doorways.
    pub routes: Vec<&'a Route>,
    /// The cells of doorways.
    pub openings: &'a [Cell],
    /// The cells by which places reach their doorways.
    pub kept: &'a BTreeSet<Cell>,
}

/// A passage that leaves a group.
pub(super) struct LeavingPassage<'a> {
    pub passage: usize,
    /// The place at which it begins, by index in the group.
    pub place: usize,
    /// The kind of socket that it names.
    pub socket: Option<&'a str>,
}

/// Returns an exit for each passage that leaves the group, or `None` if one has no way out.
pub(super) fn find<'a>(of: &GroupObstacles<'a>, leaving: &[LeavingPassage<'a>]) -> Option<Vec<GroupExit>> {
    let mut taken = of.kept.clone();
    // Inside of a place, routes may touch.
    let is_inside = |cell: &Cell| of.cores.iter().any(|core| core.contains(*cell));
    let take = |taken: &mut BTreeSet<Cell>, cell: Cell| {
        taken.insert(cell);
        if !is_inside(&cell) {
            taken.extend(cell.around());
        }
    };
    for cell in of.routes.iter().flat_map(|route| &route.cells).chain(of.openings) {
        take(&mut taken, *cell);
    }
    let mut exits = Vec::new();
    for passage in leaving {
        let (port, route) = route_out(of, passage, &taken)?;
        let [first, approach @ ..] = &route[..] else { return None };
        let last = *route.last()?;
        let beyond = |side: &Direction| !of.bounds.contains(last.step(*side));
        let out = if approach.is_empty() { port.out } else { Direction::ALL.into_iter().find(beyond)? };
        for cell in route.iter().copied().chain([last.step(out)]) {
            take(&mut taken, cell);
        }
        exits.push(GroupExit {
            passage: passage.passage,
            socket: port.socket,
            outlet: TemplateExit {
                cell: *first - of.bounds.min,
                approach: approach.iter().map(|cell| *cell - of.bounds.min).collect(),
                out,
                kind: None,
            },
        });
    }
    Some(exits)
}

/// Returns the port by which a passage leaves its place, and the cells from there to the edge.
fn route_out<'a>(
    of: &GroupObstacles<'a>,
    leaving: &LeavingPassage<'a>,
    taken: &BTreeSet<Cell>,
) -> Option<(&'a Port, Vec<Cell>)> {
    let core = *of.cores.get(leaving.place)?;
    let mut ports: Vec<&Port> = usable_ports(of.ports.get(leaving.place)?, leaving.socket)
        .map(|(_, port)| port)
        .filter(|port| port.approach.is_empty() && !taken.contains(&(core.center() + port.inside)))
        .collect();
    ports.sort_by_key(|port| port.cost);
    let inside = |port: &Port| core.center() + port.inside;
    if let Some(port) = ports.iter().find(|port| !of.bounds.contains(inside(port).step(port.out))) {
        return Some((port, vec![inside(port)]));
    }
    let free = free_cells(of, leaving.place, taken);
    let is_free = |cell: Cell| free.get(cell - of.bounds.min) == Some(&true);
    let starts = ports.iter().map(|port| (inside(port), inside(port).step(port.out)));
    let route = shortest_route_out(of.bounds, is_free, starts)?;
    let port = ports.into_iter().find(|port| route.first() == Some(&inside(port)))?;
    Some((port, route))
}

/// Returns the cells that a route from a place can use.
fn free_cells(of: &GroupObstacles<'_>, place: usize, taken: &BTreeSet<Cell>) -> Grid<bool> {
    let mut free = Grid::filled(of.bounds.size, true);
    let mut close = |cell: Cell| {
        if let Some(is_free) = free.get_mut(cell - of.bounds.min) {
            *is_free = false;
        }
    };
    for (other, (core, ground)) in of.cores.iter().zip(of.grounds).enumerate() {
        let closed = if other == place { *core } else { ground.grown(1) };
        closed.cells().for_each(&mut close);
    }
    taken.iter().copied().for_each(close);
    free
}
