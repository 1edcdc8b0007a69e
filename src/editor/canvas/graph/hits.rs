//! Finds the elements of a drawing at a point or in a rectangle without a full scan.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Pos2, Rect, Vec2};

use super::curve::{self, square_of};
use super::{AuthoredDrawing, DrawnEdge, DrawnNode, STEP};
use crate::document::Element;
use crate::grammar::ElementId;

/// The elements of a drawing by the squares that they touch.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    squares: BTreeMap<(i32, i32), Vec<Element>>,
    nodes: BTreeMap<ElementId, usize>,
    edges: BTreeMap<usize, usize>,
}

impl Hits {
    /// Builds the index of a drawing.
    pub fn new(drawing: &AuthoredDrawing) -> Self {
        let mut hits = Self {
            squares: BTreeMap::new(),
            nodes: drawing.nodes.iter().zip(0..).map(|(node, index)| (node.id, index)).collect(),
            edges: drawing.edges.iter().zip(0..).map(|(edge, index)| (edge.id, index)).collect(),
        };
        for node in &drawing.nodes {
            let around = Rect::from_center_size(node.at, Vec2::splat(2.0 * node.radius));
            hits.add(around, Element::Node(node.id));
        }
        for edge in &drawing.edges {
            for ends in edge.points.windows(2) {
                // Long straight lines touch few squares, but their rectangles touch many.
                let parts = ((ends[0].distance(ends[1]) / STEP).ceil() as u32).clamp(1, 1_000);
                let at = |part: u32| ends[0].lerp(ends[1], part as f32 / parts as f32);
                for part in 0..parts {
                    hits.add(Rect::from_two_pos(at(part), at(part + 1)), Element::Edge(edge.id));
                }
            }
        }
        hits
    }

    fn add(&mut self, bounds: Rect, element: Element) {
        let (first, last) = (square_of(bounds.min), square_of(bounds.max));
        for x in first.0..=last.0 {
            for y in first.1..=last.1 {
                let square = self.squares.entry((x, y)).or_default();
                if square.last() != Some(&element) {
                    square.push(element);
                }
            }
        }
    }

    /// Returns the node with this id in the indexed drawing.
    pub fn node<'d>(&self, drawing: &'d AuthoredDrawing, id: ElementId) -> Option<&'d DrawnNode<ElementId>> {
        self.nodes.get(&id).and_then(|index| drawing.nodes.get(*index))
    }

    /// Returns the edge at this position of the author's list.
    pub fn edge<'d>(&self, drawing: &'d AuthoredDrawing, position: usize) -> Option<&'d DrawnEdge<usize>> {
        self.edges.get(&position).and_then(|index| drawing.edges.get(*index))
    }

    /// Returns all elements that may be in a rectangle, without duplicates.
    pub fn within(&self, bounds: Rect) -> BTreeSet<Element> {
        if !bounds.is_finite() || bounds.is_negative() {
            return BTreeSet::new();
        }
        let (first, last) = (square_of(bounds.min), square_of(bounds.max));
        let columns = self.squares.range((first.0, i32::MIN)..=(last.0, i32::MAX));
        let inside = columns.filter(|((_, y), _)| (first.1..=last.1).contains(y));
        inside.flat_map(|(_, elements)| elements.iter().copied()).collect()
    }

    /// Returns the node nearest to a point, if its rim is within `reach` or the point is inside it.
    pub fn node_at(&self, drawing: &AuthoredDrawing, point: Pos2, reach: f32) -> Option<ElementId> {
        let near = self.within(Rect::from_center_size(point, Vec2::splat(2.0 * reach)));
        let touched = near.into_iter().filter_map(|element| {
            let Element::Node(id) = element else { return None };
            let node = self.node(drawing, id)?;
            let distance = node.at.distance(point) - node.radius;
            (distance <= reach).then_some((distance, id))
        });
        touched.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
    }

    /// Returns the edge nearest to a point, if it is within `reach`.
    pub fn edge_near(&self, drawing: &AuthoredDrawing, point: Pos2, reach: f32) -> Option<usize> {
        let near = self.within(Rect::from_center_size(point, Vec2::splat(2.0 * reach)));
        let touched = near.into_iter().filter_map(|element| {
            let Element::Edge(position) = element else { return None };
            let distance = curve::distance(point, &self.edge(drawing, position)?.points);
            (distance <= reach).then_some((distance, position))
        });
        touched.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, position)| position)
    }
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;
    use crate::editor::canvas::graph::draw_graphs;
    use crate::grammar::testing::{alphabet, rule};

    #[test]
    fn hits_are_those_of_looking_at_everything() {
        let rule = rule("r", "1:A 2:B 3:C 1-p>2 2-q>3 3-p>3 1-q>2 1-p>3", "1:= 2:= 3:=");
        let drawing = draw_graphs(&rule, &alphabet(), &crate::document::drawn_sites(&rule)).lhs;
        let hits = Hits::new(&drawing);
        let bounds = drawing.bounds().expand(40.0);
        let (mut nodes, mut edges) = (0, 0);
        for x in 0..40 {
            for y in 0..40 {
                let point = bounds.min + bounds.size() * vec2(x as f32 / 40.0, y as f32 / 40.0);
                let node = drawing.nodes.iter().find(|node| node.at.distance(point) <= node.radius);
                let edge = drawing.edge_near(point, 6.0).map(|index| drawing.edges[index].id);
                assert_eq!(hits.node_at(&drawing, point, 0.0), node.map(|node| node.id));
                assert_eq!(hits.edge_near(&drawing, point, 6.0), edge);
                nodes += usize::from(node.is_some());
                edges += usize::from(edge.is_some());
            }
        }
        assert!(nodes > 20 && edges > 20, "{nodes} {edges}");
        assert!(hits.within(Rect::from_min_size(pos2(1e6, 1e6), vec2(9.0, 9.0))).is_empty());
    }
}
