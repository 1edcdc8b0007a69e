//! Drawings of graphs: positions of nodes and edges, and their painting.
//!
//! A drawing is made once for each graph, in its own units; each frame only paints it.

mod arrange;
mod curve;
mod hits;
mod labels;
mod node_style;
mod mission;
mod name_spots;
mod paint;
mod rule;
mod signs;
mod spots;
mod start;
mod words;

use egui::{Color32, Pos2, Rect, Vec2};

use crate::grammar::ElementId;
use crate::mission::{EdgeId, EdgeRole, EdgeSymbol, NodeId, Site};

pub use hits::Hits;
pub use labels::paint_names;
pub use mission::{draw_mission, draw_mission_at};
pub use name_spots::NameSpot;
pub use paint::{
    Emphasis, MARKS, edge_text_rect, node_text_rect, paint_edge, paint_edge_label, paint_edge_labels,
    paint_edges, paint_graph, paint_node, paint_node_name,
};
pub use rule::{RuleDrawing, draw_graphs, draw_one_picture, draw_rule};
pub use signs::mark_color;
pub use start::draw_start;
pub use words::words_of_symbols;

/// Distance between neighbouring sites, in units of a drawing.
pub const STEP: f32 = 112.0;
/// Radius of a node that is a place, in units.
pub const PLACE_RADIUS: f32 = 26.0;
/// Radius of a node that is an item, in units.
pub const ITEM_RADIUS: f32 = 15.0;

/// Returns the point of a site in a drawing.
pub fn point_of(site: Site) -> Pos2 {
    Pos2::new(site.x as f32, site.y as f32) * STEP
}

/// A drawing of a graph with ids for nodes and edges, by default those of a mission.
#[derive(Clone, Debug)]
pub struct GraphDrawing<N = NodeId, E = EdgeId> {
    /// Nodes, sorted by id.
    pub nodes: Vec<DrawnNode<N>>,
    /// Edges, sorted by id.
    pub edges: Vec<DrawnEdge<E>>,
}

/// A drawing of an authored graph: nodes have the author's ids, and edges their positions in the list.
pub type AuthoredDrawing = GraphDrawing<ElementId, usize>;

impl<N, E> Default for GraphDrawing<N, E> {
    fn default() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new() }
    }
}

/// A node of a drawing.
#[derive(Clone, Debug)]
pub struct DrawnNode<N = NodeId> {
    /// Id of the drawn node.
    pub id: N,
    /// Middle of the circle.
    pub at: Pos2,
    /// Radius of the circle.
    pub radius: f32,
    /// Label of one to three letters in the circle.
    pub label: String,
    /// Name next to the circle.
    pub name: String,
    /// Position of the name.
    pub name_spot: NameSpot,
    /// Lines of its tooltip.
    pub tooltip: Vec<String>,
    /// Colour of the circle.
    pub fill: Color32,
    /// Effect of the rule on it.
    pub mark: ElementMark,
    /// Notes below the name.
    pub notes: Vec<Note>,
}

/// An edge of a drawing.
#[derive(Clone, Debug)]
pub struct DrawnEdge<E = EdgeId> {
    /// Id of the drawn edge.
    pub id: E,
    /// Index of its first node.
    pub from: usize,
    /// Index of its second node.
    pub to: usize,
    /// Points of the line, from rim to rim.
    pub points: Vec<Pos2>,
    /// Label on the line.
    pub label: String,
    /// Lines of its tooltip.
    pub tooltip: Vec<String>,
    /// Colour of its symbol.
    pub color: Color32,
    /// Style of the line.
    pub line: EdgeStyle,
    /// `true` if it ends in an arrow.
    pub arrow: bool,
    /// Effect of the rule on it.
    pub mark: ElementMark,
    /// Notes below the label.
    pub notes: Vec<Note>,
}

/// A short line of text at an element: a condition, or a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Content of the line.
    pub text: String,
    /// Effect that decides the colour.
    pub mark: ElementMark,
}

/// The style of an edge's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeStyle {
    /// A passage.
    Solid,
    /// A passage through a wall that both places share.
    Doorway,
    /// A relation.
    Dashed,
}

impl EdgeStyle {
    /// Returns the style for edges of a symbol.
    pub fn of(symbol: &EdgeSymbol) -> Self {
        match symbol.role {
            EdgeRole::Passage if symbol.kind.stand_in().is_some() => Self::Doorway,
            EdgeRole::Passage => Self::Solid,
            EdgeRole::Opens | EdgeRole::Contains | EdgeRole::Other => Self::Dashed,
        }
    }
}

/// The effect of a rule on an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ElementMark {
    /// It stays, or there is no rule.
    #[default]
    Kept,
    /// The rule creates it.
    Created,
    /// The rule changes it.
    Changed,
    /// The rule erases it.
    Erased,
    /// It must not exist.
    Forbidden,
}

impl<E> DrawnEdge<E> {
    /// Returns the middle of its line, if it has one.
    pub fn middle(&self) -> Option<Pos2> {
        match self.points.as_slice() {
            [start, end] => Some(start.lerp(*end, 0.5)),
            points => points.get(points.len() / 2).copied(),
        }
    }
}

impl<N, E> GraphDrawing<N, E> {
    /// Returns the bounds of the drawing, including names of nodes.
    pub fn bounds(&self) -> Rect {
        let circles = self.nodes.iter().map(|node| {
            let half = Vec2::new(node.radius + 14.0, node.radius + 4.0);
            let circle = Rect::from_center_size(node.at, half * 2.0);
            match node.name_spot {
                _ if node.name.is_empty() => circle,
                NameSpot::Below => circle.with_max_y(circle.bottom() + 21.0),
                NameSpot::Above => circle.with_min_y(circle.top() - 21.0),
                NameSpot::LowerRight => circle.with_max_x(node.at.x + 0.9 * STEP),
                NameSpot::LowerLeft => circle.with_min_x(node.at.x - 0.9 * STEP),
            }
        });
        let lines = self.edges.iter().map(|edge| Rect::from_points(&edge.points));
        circles.chain(lines).fold(Rect::NOTHING, Rect::union)
    }

    /// Returns the edge nearest to a point, if it is within `reach`.
    pub fn edge_near(&self, point: Pos2, reach: f32) -> Option<usize> {
        let near =
            self.edges.iter().enumerate().map(|(index, edge)| (curve::distance(point, &edge.points), index));
        near.filter(|(distance, _)| *distance <= reach)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, index)| index)
    }
}
