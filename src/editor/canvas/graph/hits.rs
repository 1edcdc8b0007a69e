//! What lies at a point or in a rectangle of a drawing, found without looking at all of it.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Pos2, Rect};

use super::{AuthoredDrawing, STEP, curve};
use crate::grammar::ElementId;

/// What is touched, by its position in the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hit {
    /// A node.
    Node(usize),
    /// An edge.
    Edge(usize),
}

/// The elements of a drawing by the squares in which they lie.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    squares: BTreeMap<(i32, i32), Vec<Hit>>,
    nodes: BTreeMap<ElementId, usize>,
    edges: BTreeMap<usize, usize>,
}

impl Hits {
    /// Looks a drawing up.
    pub fn new(drawing: &AuthoredDrawing) -> Self {
        let mut hits = Self {
            squares: BTreeMap::new(),
            nodes: drawing.nodes.iter().zip(0..).map(|(node, index)| (node.id, index)).collect(),
            edges: drawing.edges.iter().zip(0..).map(|(edge, index)| (edge.id, index)).collect(),
        };
        for (index, node) in drawing.nodes.iter().enumerate() {
            let around = Rect::from_center_size(node.at, egui::Vec2::splat(2.0 * node.radius));
            hits.add(around, Hit::Node(index));
        }
        for (index, edge) in drawing.edges.iter().enumerate() {
            for ends in edge.points.windows(2) {
                // Long straight lines touch few squares, their rectangles many.
                let parts = ((ends[0].distance(ends[1]) / STEP).ceil() as u32).clamp(1, 1_000);
                let at = |part: u32| ends[0].lerp(ends[1], part as f32 / parts as f32);
                for part in 0..parts {
                    hits.add(Rect::from_two_pos(at(part), at(part + 1)), Hit::Edge(index));
                }
            }
        }
        hits
    }

    fn add(&mut self, bounds: Rect, hit: Hit) {
        let (first, last) = (square_of(bounds.min), square_of(bounds.max));
        for x in first.0..=last.0 {
            for y in first.1..=last.1 {
                let square = self.squares.entry((x, y)).or_default();
                if square.last() != Some(&hit) {
                    square.push(hit);
                }
            }
        }
    }

    /// The position of the node of this id in the drawing.
    pub fn node(&self, id: ElementId) -> Option<usize> {
        self.nodes.get(&id).copied()
    }

    /// The position in the drawing of the edge that the author listed at this one.
    pub fn edge(&self, id: usize) -> Option<usize> {
        self.edges.get(&id).copied()
    }

    /// Whatever may lie in a rectangle, each once.
    pub fn within(&self, bounds: Rect) -> BTreeSet<Hit> {
        if !bounds.is_finite() || bounds.is_negative() {
            return BTreeSet::new();
        }
        let (first, last) = (square_of(bounds.min), square_of(bounds.max));
        let columns = self.squares.range((first.0, i32::MIN)..=(last.0, i32::MAX));
        let inside = columns.filter(|((_, y), _)| (first.1..=last.1).contains(y));
        inside.flat_map(|(_, hits)| hits.iter().copied()).collect()
    }

    /// The topmost node whose circle, made larger by `reach`, has the point in it.
    pub fn node_at(&self, drawing: &AuthoredDrawing, point: Pos2, reach: f32) -> Option<usize> {
        let near = self.within(Rect::from_center_size(point, egui::Vec2::splat(2.0 * reach)));
        let touched = near.into_iter().filter_map(|hit| match hit {
            Hit::Node(index) => {
                let node = drawing.nodes.get(index)?;
                let distance = node.at.distance(point) - node.radius;
                (distance <= reach).then_some((distance, index))
            }
            Hit::Edge(_) => None,
        });
        touched.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
    }

    /// The edge that is nearest to a point, if one is within reach.
    pub fn edge_near(&self, drawing: &AuthoredDrawing, point: Pos2, reach: f32) -> Option<usize> {
        let near = self.within(Rect::from_center_size(point, egui::Vec2::splat(2.0 * reach)));
        let touched = near.into_iter().filter_map(|hit| match hit {
            Hit::Edge(index) => {
                let distance = curve::distance(point, &drawing.edges.get(index)?.points);
                (distance <= reach).then_some((distance, index))
            }
            Hit::Node(_) => None,
        });
        touched.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
    }
}

fn square_of(point: Pos2) -> (i32, i32) {
    ((point.x / STEP).floor() as i32, (point.y / STEP).floor() as i32)
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;
    use crate::editor::canvas::graph::draw_graphs;
    use crate::grammar::notation::{alphabet, rule};

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
                let node = drawing.nodes.iter().position(|node| node.at.distance(point) <= node.radius);
                assert_eq!(hits.node_at(&drawing, point, 0.0), node);
                assert_eq!(hits.edge_near(&drawing, point, 6.0), drawing.edge_near(point, 6.0));
                nodes += usize::from(node.is_some());
                edges += usize::from(drawing.edge_near(point, 6.0).is_some());
            }
        }
        assert!(nodes > 20 && edges > 20, "{nodes} {edges}");
        assert!(hits.within(Rect::from_min_size(pos2(1e6, 1e6), vec2(9.0, 9.0))).is_empty());
    }
}
