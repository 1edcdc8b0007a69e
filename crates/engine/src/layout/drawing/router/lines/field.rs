//! The field of a search along lines: nodes where column lines cross row lines, and the routes laid so far.
//!
//! ```text
//! columns  0    4     9   12
//! row 0    o────o─────o────o        "o" are nodes; routes run from node to node
//!          │   ┌┴┐    │    │
//! row 5    o───┤o├────o────o        every core has lines through its middle
//!          │   └┬┘    │    │
//! row 9    o────o─────o────o
//! ```
//!
//! Because of the lines through cores, a route touches a core or another route only if one of its nodes does.
//! Touching includes corners.

use std::ops::Range;

use crate::base::{Cell, Direction, Rect};
use crate::layout::budget::routes::field::{PUSHING, PUSHING_AGAIN, STAYING};

pub(in crate::layout) const NOBODY: u32 = u32::MAX;
/// Marks a node inside a core, or near more than two cores, where no route can run.
pub(in crate::layout) const CLOSED: [u32; 2] = [u32::MAX - 1; 2];

/// The index of a node, row by row.
pub(in crate::layout) type NodeIndex = u32;

/// The contents of a node and its surroundings, stored so that a step of the search needs one look-up.
#[derive(Clone, Copy)]
pub(in crate::layout) struct FieldNode {
    /// The cores whose ground touches the node, even at a corner; or [`CLOSED`].
    pub near: [u32; 2],
    /// The route on the node, or [`NOBODY`].
    pub route: u32,
    /// A second route, on a bridge over the first one; or [`NOBODY`].
    pub over: u32,
    /// The cost of pushing aside all routes that touch the node; 0 if there are none.
    pub toll: u32,
}

impl FieldNode {
    const EMPTY: Self = Self { near: [NOBODY; 2], route: NOBODY, over: NOBODY, toll: 0 };

    fn add_near(&mut self, core: u32) {
        match self.near.iter_mut().find(|slot| **slot == NOBODY) {
            Some(slot) => *slot = core,
            None => self.near = CLOSED,
        }
    }
}

/// An end of a route, where it leaves or enters a core.
#[derive(Clone, Copy, Debug)]
pub(in crate::layout) struct RouteTerminal {
    pub place: usize,
    /// The first node outside of the core.
    pub node: NodeIndex,
    pub out: Direction,
    pub cost: u32,
    /// The index of the port.
    pub port: usize,
}

/// A route from node to node.
#[derive(Clone, Debug)]
pub(in crate::layout) struct FieldRoute {
    /// The nodes, each next to the one before. Empty if no line crosses the straight route between two neighbours.
    pub nodes: Vec<NodeIndex>,
    pub ends: [RouteTerminal; 2],
    /// The nodes at which it is a bridge over another route.
    pub crossings: Vec<NodeIndex>,
    /// The cost, including crossings and pushed routes.
    pub cost: u32,
    /// The routes that it pushes aside, in ascending order.
    pub pushed: Vec<usize>,
}

/// All nodes, and the routes laid so far.
pub(in crate::layout) struct RoutingField {
    pub columns: Vec<i32>,
    pub rows: Vec<i32>,
    near_columns: Vec<Range<usize>>,
    near_rows: Vec<Range<usize>>,
    pub nodes: Vec<FieldNode>,
    pub tracks: Vec<Option<FieldRoute>>,
    pub cores: Vec<Rect>,
    /// The number of times that each route was taken up.
    pushed: Vec<u32>,
    /// `true` for each route that nothing may push aside.
    stays: Vec<bool>,
}

impl RoutingField {
    /// Creates a field with lines at these columns and rows, and room for this many routes.
    ///
    /// The ground of a core is the area that routes of other places avoid: the core, or a larger rectangle.
    pub fn new([columns, rows]: [Vec<i32>; 2], cores: &[Rect], grounds: &[Rect], passages: usize) -> Self {
        let mut field = Self {
            near_columns: near_lines(&columns),
            near_rows: near_lines(&rows),
            nodes: vec![FieldNode::EMPTY; columns.len() * rows.len()],
            tracks: vec![None; passages],
            cores: cores.to_vec(),
            pushed: vec![0; passages],
            stays: vec![false; passages],
            columns,
            rows,
        };
        for (number, (core, ground)) in cores.iter().zip(grounds).enumerate() {
            for node in field.nodes_in(ground.grown(1)) {
                field.nodes[node].add_near(number as u32);
            }
            for node in field.nodes_in(*core) {
                field.nodes[node].near = CLOSED;
            }
        }
        field
    }

    /// Lays a route. It becomes a bridge over the routes that it crosses.
    pub fn lay(&mut self, number: usize, mut track: FieldRoute) {
        for &node in &track.nodes {
            let node = &mut self.nodes[node as usize];
            if node.route == NOBODY {
                node.route = number as u32;
            } else {
                node.over = number as u32;
            }
        }
        let price = self.price(number);
        self.for_all_near(&track.nodes, |node| node.toll += price);
        // Some of the routes that it was to cross may have been pushed aside.
        track.crossings.retain(|node| self.nodes[*node as usize].over == number as u32);
        self.tracks[number] = Some(track);
    }

    /// Protects a route: nothing may push it aside.
    pub fn fix(&mut self, number: usize) {
        self.stays[number] = true;
    }

    /// Removes a route. Routes that cross it stay, without these crossings.
    ///
    /// The next time, pushing the route aside costs more.
    pub fn take_up(&mut self, number: usize) {
        let Some(track) = self.tracks[number].take() else { return };
        for &index in &track.nodes {
            let node = &mut self.nodes[index as usize];
            if node.over == number as u32 {
                node.over = NOBODY;
                continue;
            }
            node.route = std::mem::replace(&mut node.over, NOBODY);
            let above = node.route as usize;
            if let Some(above) = self.tracks.get_mut(above).and_then(Option::as_mut) {
                above.crossings.retain(|crossing| *crossing != index);
            }
        }
        let price = self.price(number);
        self.for_all_near(&track.nodes, |node| node.toll -= price);
        self.pushed[number] += 1;
    }

    /// Returns how often a route was taken up.
    pub fn pushed(&self, number: usize) -> u32 {
        self.pushed[number]
    }

    /// Returns the routes that a new one on these nodes would touch, in ascending order.
    pub fn touched_by(&self, nodes: &[NodeIndex]) -> Vec<usize> {
        let mut touched: Vec<usize> = nodes
            .iter()
            .filter(|node| self.nodes[**node as usize].toll > 0)
            .flat_map(|node| self.touching(*node))
            .flat_map(|near| [self.nodes[near as usize].route, self.nodes[near as usize].over])
            .filter(|route| *route != NOBODY)
            .map(|route| route as usize)
            .collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// Returns the next node in a direction, or `None` beyond the last line.
    pub fn beside(&self, node: NodeIndex, direction: Direction) -> Option<NodeIndex> {
        self.next_node(node, self.position(node), direction).map(|(next, _)| next)
    }

    /// Returns the next node in a direction with its cell, or `None` beyond the last line.
    ///
    /// `column` and `row` are the position of the given node.
    pub fn next_node(
        &self,
        node: NodeIndex,
        (column, row): (usize, usize),
        direction: Direction,
    ) -> Option<(NodeIndex, Cell)> {
        let width = self.columns.len() as u32;
        let (next, column, row) = match direction {
            Direction::North => (node.wrapping_sub(width), column, row.wrapping_sub(1)),
            Direction::East => (node + 1, column + 1, row),
            Direction::South => (node + width, column, row + 1),
            Direction::West => (node.wrapping_sub(1), column.wrapping_sub(1), row),
        };
        Some((next, Cell::new(*self.columns.get(column)?, *self.rows.get(row)?)))
    }

    /// Returns the cell of a node.
    pub fn cell(&self, node: NodeIndex) -> Cell {
        self.cell_at(self.position(node))
    }

    /// Returns the cell of the node at a column and a row.
    pub fn cell_at(&self, (column, row): (usize, usize)) -> Cell {
        Cell::new(self.columns[column], self.rows[row])
    }

    /// Returns the first node in a direction from a cell on the edge of a core.
    ///
    /// The cell must be on a line that runs in this direction.
    pub fn first_node(&self, inside: Cell, out: Direction) -> Option<NodeIndex> {
        let column = self.columns.partition_point(|x| *x < inside.x);
        let row = self.rows.partition_point(|y| *y < inside.y);
        let (column, row) = match out {
            Direction::North => (column, row.checked_sub(1)?),
            Direction::West => (column.checked_sub(1)?, row),
            Direction::South => (column, self.rows.partition_point(|y| *y <= inside.y)),
            Direction::East => (self.columns.partition_point(|x| *x <= inside.x), row),
        };
        (column < self.columns.len() && row < self.rows.len()).then(|| self.index(column, row))
    }

    /// Returns all nodes that touch a node, including itself.
    pub fn touching(&self, node: NodeIndex) -> impl Iterator<Item = NodeIndex> {
        let (columns, rows) = self.around(node);
        rows.flat_map(move |row| columns.clone().map(move |column| self.index(column, row)))
    }

    pub fn position(&self, node: NodeIndex) -> (usize, usize) {
        let width = self.columns.len() as u32;
        ((node % width) as usize, (node / width) as usize)
    }

    fn around(&self, node: NodeIndex) -> (Range<usize>, Range<usize>) {
        let (column, row) = self.position(node);
        (self.near_columns[column].clone(), self.near_rows[row].clone())
    }

    fn index(&self, column: usize, row: usize) -> NodeIndex {
        (row * self.columns.len() + column) as NodeIndex
    }

    fn nodes_in(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        let width = self.columns.len();
        let lines = |lines: &[i32], from: i32, to: i32| {
            lines.partition_point(|at| *at < from)..lines.partition_point(|at| *at < to)
        };
        let columns = lines(&self.columns, rect.min.x, rect.right());
        let rows = lines(&self.rows, rect.min.y, rect.bottom());
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }

    /// Calls `act` for every node that touches a node of a route, once for each such pair.
    fn for_all_near(&mut self, nodes: &[NodeIndex], mut act: impl FnMut(&mut FieldNode)) {
        for &node in nodes {
            let (columns, rows) = self.around(node);
            for row in rows {
                for column in columns.clone() {
                    let index = self.index(column, row) as usize;
                    act(&mut self.nodes[index]);
                }
            }
        }
    }

    /// Returns the cost that a route adds to each node that it touches.
    fn price(&self, number: usize) -> u32 {
        if self.stays[number] { STAYING } else { PUSHING + PUSHING_AGAIN * self.pushed[number] }
    }
}

/// Returns for each line the range of lines that touch it, including itself.
fn near_lines(lines: &[i32]) -> Vec<Range<usize>> {
    (0..lines.len())
        .map(|line| {
            let touches = |other: usize| lines.get(other).is_some_and(|at| at.abs_diff(lines[line]) <= 1);
            let from = line - usize::from(line > 0 && touches(line - 1));
            let to = line + 1 + usize::from(touches(line + 1));
            from..to
        })
        .collect()
}
