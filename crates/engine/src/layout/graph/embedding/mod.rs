//! Planarity test and embedding: decides whether a graph is planar, and in which order edges leave each node.
//!
//! Input: a graph. Output: a rotation of edges around every node, or none if the graph is not planar.
//!
//! A depth-first search orients all edges. Then each back edge is put on the left or right of the tree, so that
//! no two on one side cross. The time is linear in the number of edges. Nothing recurses, so deep graphs do not
//! overflow the stack.
//!
//! Source: the left-right planarity test of de Fraysseix and Rosenstiehl, 1982, as described by Brandes, 2009.

mod biconnected;
mod orientation;
mod rotation;
mod sides;

use self::orientation::DfsOrientation;
use self::sides::EdgeSides;

pub(in crate::layout) use self::biconnected::biconnected_components;
pub(in crate::layout) use self::rotation::{Half, Rotation, twin};

/// The number of an edge.
pub(in crate::layout) type EdgeIndex = usize;

/// Returns `true` if the graph is planar.
///
/// Loops and parallel edges are allowed; they make no difference.
pub(in crate::layout) fn is_planar(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> bool {
    let edges = simple(edges);
    test(nodes, &edges).is_some()
}

/// Returns the order in which edges leave each node, or `None` if the graph is not planar.
///
/// The graph must have no loops and no parallel edges.
pub(in crate::layout) fn embed(nodes: usize, edges: &[(usize, usize)]) -> Option<Rotation> {
    let (orientation, sides) = test(nodes, edges)?;
    Some(rotation::rotation(&orientation, sides))
}

/// Returns the edges without loops and duplicates, each with its smaller node first, in ascending order.
pub(in crate::layout) fn simple(edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut edges: Vec<(usize, usize)> = edges
        .into_iter()
        .filter(|(from, to)| from != to)
        .map(|(from, to)| (from.min(to), from.max(to)))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

fn test(nodes: usize, edges: &[(usize, usize)]) -> Option<(DfsOrientation, EdgeSides)> {
    // By Euler's formula, a planar graph has at most 3n - 6 edges.
    if nodes > 2 && edges.len() + 6 > 3 * nodes {
        return None;
    }
    let orientation = DfsOrientation::new(nodes, edges);
    let sides = EdgeSides::find(&orientation)?;
    Some((orientation, sides))
}

#[cfg(test)]
mod tests;
