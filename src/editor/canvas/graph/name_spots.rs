//! Positions the names of nodes: below them, or otherwise where no edge crosses the name.

use egui::Vec2;

use super::{DrawnEdge, DrawnNode};

/// The position of a name relative to its node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameSpot {
    /// Centred below the circle.
    #[default]
    Below,
    /// Centred above the circle.
    Above,
    /// To the lower right, left-aligned.
    LowerRight,
    /// To the lower left, right-aligned.
    LowerLeft,
}

impl NameSpot {
    /// All positions, the preferred ones first.
    const ALL: [Self; 4] = [Self::Below, Self::Above, Self::LowerRight, Self::LowerLeft];

    /// Returns `true` if it extends towards a neighbouring node.
    pub fn is_beside(self) -> bool {
        match self {
            Self::Below | Self::Above => false,
            Self::LowerRight | Self::LowerLeft => true,
        }
    }

    /// Returns `true` if an edge that leaves the node in this direction crosses it.
    fn is_crossed_by(self, along: Vec2) -> bool {
        match self {
            Self::Below => along.y > 0.75,
            Self::Above => along.y < -0.75,
            Self::LowerRight => along.x > 0.3 && along.y > 0.25,
            Self::LowerLeft => along.x < -0.3 && along.y > 0.25,
        }
    }
}

/// Gives every name its position. Edges must have their points.
pub(super) fn place_names<N, E>(nodes: &mut [DrawnNode<N>], edges: &[DrawnEdge<E>]) {
    let mut directions: Vec<Vec<Vec2>> = vec![Vec::new(); nodes.len()];
    for edge in edges {
        for (end, point) in [(edge.from, edge.points.first()), (edge.to, edge.points.last())] {
            if let (Some(node), Some(point), Some(leaving)) = (nodes.get(end), point, directions.get_mut(end))
            {
                leaving.push((*point - node.at).normalized());
            }
        }
    }
    for (node, leaving) in nodes.iter_mut().zip(directions) {
        let is_free = |spot: &NameSpot| !leaving.iter().any(|along| spot.is_crossed_by(*along));
        node.name_spot = NameSpot::ALL.into_iter().find(is_free).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::super::curve::{route_edges, testing};
    use super::*;

    /// Returns the name position of the first node, which is joined to all others.
    fn spot(others: &[(f32, f32)]) -> NameSpot {
        let mut nodes = vec![testing::node(0.0, 0.0)];
        nodes.extend(others.iter().map(|(x, y)| testing::node(*x, *y)));
        let mut edges: Vec<_> = (1..nodes.len()).map(|to| testing::edge(0, to)).collect();
        route_edges(&nodes, &mut edges);
        place_names(&mut nodes, &edges);
        nodes[0].name_spot
    }

    #[test]
    fn names_stand_where_no_edge_leaves_their_node() {
        assert_eq!(spot(&[]), NameSpot::Below);
        assert_eq!(spot(&[(1.0, 0.0), (0.0, -1.0)]), NameSpot::Below);
        assert_eq!(spot(&[(1.0, 0.0), (0.0, 1.0)]), NameSpot::Above);
        let cross = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        assert_eq!(spot(&cross), NameSpot::LowerRight);
        assert_eq!(spot(&[(0.0, 1.0), (0.0, -1.0), (1.0, 1.0)]), NameSpot::LowerLeft);
        let everywhere = [(0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        assert_eq!(spot(&everywhere), NameSpot::Below);
    }
}
