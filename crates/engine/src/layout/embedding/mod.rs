//! Could edges be drawn so that no two of them cross, and in which order do they leave each node then?
//!
//! The left-right planarity test (de Fraysseix and Rosenstiehl 1982, as described by Brandes 2009), in time
//! that grows with the number of edges: a search in depth orients all edges, then the edges that return to
//! nodes above are put to the left or the right of the tree, so that none that lie on one side cross.
//! Nothing recurses, so deep graphs are no danger.

mod biconnected;
mod orientation;
mod rotation;
mod sides;

use self::orientation::DfsOrientation;
use self::sides::EdgeSides;

pub(super) use self::biconnected::biconnected_components;
pub(super) use self::rotation::{Half, Rotation, twin};

/// The number of an edge.
pub(super) type EdgeIndex = usize;

/// Can edges between so many nodes be drawn without crossings? Those from a node to itself and further ones
/// between the same two make no difference.
pub(super) fn is_planar(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> bool {
    let edges = simple(edges);
    test(nodes, &edges).is_some()
}

/// In which order edges leave each node; `None` if they cross in every drawing. No two edges may join the
/// same nodes, and none a node with itself.
pub(super) fn embed(nodes: usize, edges: &[(usize, usize)]) -> Option<Rotation> {
    let (orientation, sides) = test(nodes, edges)?;
    Some(rotation::rotation(&orientation, sides))
}

/// Each pair that is joined once, the lesser node first, in ascending order.
pub(super) fn simple(edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
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
    // Euler's formula.
    if nodes > 2 && edges.len() + 6 > 3 * nodes {
        return None;
    }
    let orientation = DfsOrientation::new(nodes, edges);
    let sides = EdgeSides::find(&orientation)?;
    Some((orientation, sides))
}

#[cfg(test)]
mod tests;
