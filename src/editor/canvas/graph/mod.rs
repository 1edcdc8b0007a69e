//! Drawings of graphs: where nodes and edges lie, and how they are painted.
//!
//! A drawing is made once for each graph, in units of its own; each frame only paints it.

mod arrange;
mod curve;
mod hits;
mod node_style;
mod mission;
mod name_spots;
mod paint;
mod rule;
mod spots;
mod start;
mod words;

use egui::{Color32, Pos2, Rect, Vec2};

use crate::grammar::ElementId;
use crate::mission::{EdgeId, EdgeRole, EdgeSymbol, NodeId, Site};

pub use hits::Hits;
pub use mission::{draw_mission, draw_mission_at};
pub use name_spots::NameSpot;
pub use paint::{
    Emphasis, MARKS, edge_text_rect, mark_color, node_text_rect, paint_edge, paint_edge_label,
    paint_edge_labels, paint_edges, paint_graph, paint_node, paint_node_name,
};
pub use rule::{RuleDrawing, draw_graphs, draw_one_picture, draw_rule};
pub use start::draw_start;
pub use words::words_of_symbols;

/// The distance between neighbouring sites, in units of a drawing.
pub const STEP: f32 = 112.0;
/// The radius of a node that is a place.
pub const PLACE_RADIUS: f32 = 26.0;
/// The radius of a node that is an item.
pub const ITEM_RADIUS: f32 = 15.0;

/// Where a site lies in a drawing.
pub fn point_of(site: Site) -> Pos2 {
    Pos2::new(site.x as f32, site.y as f32) * STEP
}

/// A drawing of a graph whose nodes and edges are named by such ids: those of a mission, unless said otherwise.
#[derive(Clone, Debug)]
pub struct Drawing<N = NodeId, E = EdgeId> {
    /// The nodes, in the order of their ids.
    pub nodes: Vec<DrawnNode<N>>,
    /// The edges, in the order of their ids.
    pub edges: Vec<DrawnEdge<E>>,
}

/// A drawing of what an author wrote: nodes by the ids that they have there, edges by their positions in the list.
pub type AuthoredDrawing = Drawing<ElementId, usize>;

impl<N, E> Default for Drawing<N, E> {
    fn default() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new() }
    }
}

/// A node of a drawing.
#[derive(Clone, Debug)]
pub struct DrawnNode<N = NodeId> {
    /// Whose drawing it is.
    pub id: N,
    /// Its middle.
    pub at: Pos2,
    /// How large the circle is.
    pub radius: f32,
    /// One to three letters in the circle.
    pub label: String,
    /// What stands beside the circle.
    pub name: String,
    /// On which side that is.
    pub name_spot: NameSpot,
    /// What is said about it in its tooltip, line by line.
    pub tooltip: Vec<String>,
    /// The colour of the circle.
    pub fill: Color32,
    /// What happens to it.
    pub mark: Mark,
    /// What stands below the name.
    pub notes: Vec<Note>,
}

/// An edge of a drawing.
#[derive(Clone, Debug)]
pub struct DrawnEdge<E = EdgeId> {
    /// Whose drawing it is.
    pub id: E,
    /// The position of the node where it begins.
    pub from: usize,
    /// The position of the node where it ends.
    pub to: usize,
    /// From rim to rim.
    pub points: Vec<Pos2>,
    /// What stands on it.
    pub label: String,
    /// What is said about it in its tooltip, line by line.
    pub tooltip: Vec<String>,
    /// The colour of its symbol.
    pub color: Color32,
    /// How the line is drawn.
    pub line: Line,
    /// Does it end in an arrow?
    pub arrow: bool,
    /// What happens to it.
    pub mark: Mark,
    /// What stands below the label.
    pub notes: Vec<Note>,
}

/// A short line of text at an element: what is asked of it, or how it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The text.
    pub text: String,
    /// What it is about: its colour.
    pub mark: Mark,
}

/// How the line of an edge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// One can walk there.
    Solid,
    /// One can walk there, through a wall that both places share.
    Doorway,
    /// A relation.
    Dashed,
}

impl Line {
    /// That of an edge of a symbol.
    pub fn of(symbol: &EdgeSymbol) -> Self {
        match symbol.role {
            EdgeRole::Passage if symbol.kind.stand_in().is_some() => Self::Doorway,
            EdgeRole::Passage => Self::Solid,
            EdgeRole::Opens | EdgeRole::Contains | EdgeRole::Other => Self::Dashed,
        }
    }
}

/// What a rule does to an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// It stays, or it is no rule.
    #[default]
    Kept,
    /// The rule makes it.
    Created,
    /// The rule makes something else of it.
    Changed,
    /// The rule takes it out.
    Erased,
    /// It must not be there.
    Forbidden,
}

impl<E> DrawnEdge<E> {
    /// The middle of its line, if it has one.
    pub fn middle(&self) -> Option<Pos2> {
        match self.points.as_slice() {
            [start, end] => Some(start.lerp(*end, 0.5)),
            points => points.get(points.len() / 2).copied(),
        }
    }
}

impl<N, E> Drawing<N, E> {
    /// What the drawing fills, names of nodes included.
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

    /// The edge that is nearest to a point, if one is within reach.
    pub fn edge_near(&self, point: Pos2, reach: f32) -> Option<usize> {
        let near =
            self.edges.iter().enumerate().map(|(index, edge)| (curve::distance(point, &edge.points), index));
        near.filter(|(distance, _)| *distance <= reach)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, index)| index)
    }
}
