//! A canvas on which a graph is drawn: shared by the sides of a rule and by the start.
//!
//! In go the drawing and how it is looked at; out come edits. Nothing in here changes the project.

mod actions;
mod conditions;
mod gesture;
mod inspector;
mod keys;
mod menu;
mod paint;
mod picker;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use egui::{Pos2, Rect, Ui, Vec2};

use super::camera::{Camera, Canvas, Lens};
use super::graph::{Drawing, DrawnNode, Hits, STEP};
use crate::document::{Element, GraphEdit, GraphId, free_site};
use crate::grammar::{Direction, ElementId, Grammar, Rule, Start, SymbolPattern, SymbolReplacement};
use crate::mission::{EdgeRole, Site};

use gesture::Drag;
pub use inspector::{INSPECTOR_HEIGHT, inspector_ui};
use picker::Picker;

/// How sheets are looked at.
pub const LENS: Lens = Lens { zoom: (0.1, 4.0), framed_zoom: 1.1, is_picture: false, margin: 34.0 };

/// What is drawn on.
#[derive(Clone, Copy)]
pub struct GraphModel<'a> {
    /// Which sheet it is.
    pub graph: GraphId,
    /// What the canvas announces itself by: "Left side".
    pub name: &'a str,
    /// The grammar that it belongs to.
    pub grammar: &'a Grammar,
    /// Its drawing.
    pub drawing: &'a Drawing,
    /// Where what lies in it.
    pub hits: &'a Hits,
    /// What is shown faintly below it.
    pub below: Option<&'a Drawing>,
    /// Where each node lies.
    pub sites: &'a BTreeMap<ElementId, Site>,
    /// What is pointed at or chosen on the sheet beside it.
    pub linked: &'a BTreeSet<Element>,
    /// What everything fills that is drawn on sheets that are looked at together.
    pub world: Rect,
    /// What to do while it is empty.
    pub hint: &'a str,
}

/// What is chosen on a sheet, and what one is about to do there.
#[derive(Debug, Default)]
pub struct GraphView {
    /// What is chosen.
    pub chosen: BTreeSet<Element>,
    /// What is under the pointer.
    pub hovered: Option<Element>,
    /// By how many sites the chosen nodes are being moved.
    pub moving: Option<Site>,
    /// Does it have the keys?
    pub has_keys: bool,
    drag: Drag,
    picker: Option<Picker>,
    /// The node that was just added: it is to be seen.
    added: Option<ElementId>,
    menu_at: Option<Pos2>,
    edge_symbol: Option<String>,
    told: Option<&'static str>,
}

impl GraphView {
    /// Lets go of everything, as when another rule comes in front.
    pub fn reset(&mut self) {
        let edge_symbol = self.edge_symbol.take();
        *self = Self { edge_symbol, ..Self::default() };
    }

    /// Lets go of what is not there any more.
    fn keep_within(&mut self, model: &GraphModel<'_>) {
        self.chosen.retain(|element| model.has(*element));
        if self.hovered.is_some_and(|element| !model.has(element)) {
            self.hovered = None;
        }
    }

    /// The chosen nodes.
    pub fn nodes(&self) -> Vec<ElementId> {
        let node = |element: &Element| match element {
            Element::Node(id) => Some(*id),
            Element::Edge(_) => None,
        };
        self.chosen.iter().filter_map(node).collect()
    }

    /// The chosen edges.
    pub fn edges(&self) -> Vec<usize> {
        let edge = |element: &Element| match element {
            Element::Edge(position) => Some(*position),
            Element::Node(_) => None,
        };
        self.chosen.iter().filter_map(edge).collect()
    }

    /// All that is chosen.
    pub fn elements(&self) -> Vec<Element> {
        self.chosen.iter().copied().collect()
    }

    /// Where the chosen nodes would lie if they were let go now.
    pub fn moved(&self, sites: &BTreeMap<ElementId, Site>) -> Vec<(ElementId, Site)> {
        let by = self.moving.unwrap_or(Site { x: 0, y: 0 });
        if by == (Site { x: 0, y: 0 }) { Vec::new() } else { shifted(&self.nodes(), sites, by) }
    }
}

/// Nodes with the sites that lie some columns and rows from theirs.
fn shifted(nodes: &[ElementId], sites: &BTreeMap<ElementId, Site>, by: Site) -> Vec<(ElementId, Site)> {
    let shifted = |id: &ElementId| {
        let site = sites.get(id)?;
        Some((*id, Site { x: site.x.saturating_add(by.x), y: site.y.saturating_add(by.y) }))
    };
    nodes.iter().filter_map(shifted).collect()
}

/// Shows a sheet; what is done on it comes back as edits.
pub fn graph_ui(
    ui: &mut Ui,
    model: GraphModel<'_>,
    camera: &mut Camera,
    view: &mut GraphView,
) -> Vec<GraphEdit> {
    view.keep_within(&model);
    let mut canvas = camera.steady_canvas(ui, model.name, model.world, LENS);
    let mut edits = Vec::new();
    reveal_added(&canvas, &model, camera, view);
    let touched = paint::graph(&mut canvas, &model, view);
    gesture::follow(&canvas, &touched, &model, view, &mut edits);
    menu::show(&touched.all, &model, view, &mut edits);
    keys::follow(&canvas, &model, view, camera, &mut edits);
    paint::gesture(&canvas, &model, view);
    picker::show(&canvas, &model, view, &mut edits);
    edits
}

/// Moves the canvas to a node that was just added, if it cannot be seen: it lies where no other node of any side does, which may be elsewhere than asked for.
fn reveal_added(canvas: &Canvas, model: &GraphModel<'_>, camera: &mut Camera, view: &mut GraphView) {
    let Some(node) = view.added.and_then(|id| model.node(id)) else { return };
    view.added = None;
    let room = canvas.response.rect;
    let around = Rect::from_center_size(node.at, Vec2::splat(2.0 * node.radius + STEP / 2.0));
    let around = canvas.screen_from_world * around;
    let missing = (around.min - room.min).min(Vec2::ZERO) + (around.max - room.max).max(Vec2::ZERO);
    if missing != Vec2::ZERO {
        camera.pan(-missing);
        canvas.ui.ctx().request_repaint();
    }
}

/// What is touched in this frame.
struct Touched {
    /// What happens anywhere on the canvas.
    all: egui::Response,
    /// A node that was pressed by other means than the pointer.
    pressed: Option<Element>,
}

impl GraphModel<'_> {
    /// The rule that it belongs to.
    pub fn rule(&self) -> Option<&Rule> {
        self.graph.rule().and_then(|rule| self.grammar.rules.get(rule))
    }

    fn has(&self, element: Element) -> bool {
        match element {
            Element::Node(id) => self.hits.node(id.0).is_some(),
            Element::Edge(at) => u32::try_from(at).is_ok_and(|at| self.hits.edge(at).is_some()),
        }
    }

    /// The drawing of a node.
    fn node(&self, id: ElementId) -> Option<&DrawnNode> {
        self.hits.node(id.0).and_then(|index| self.drawing.nodes.get(index))
    }

    /// Does a node bear its number: is it one of the left side?
    fn has_number(&self, id: ElementId) -> bool {
        self.rule().is_some_and(|rule| rule.lhs.nodes.contains_key(&id))
    }

    /// "the left side".
    fn title(&self) -> String {
        let name = self.name.to_lowercase();
        match self.graph {
            GraphId::Start => "the start".to_owned(),
            GraphId::Lhs(_) | GraphId::Rhs(..) => format!("the {name}"),
            GraphId::Forbid(..) => format!("what {name}"),
        }
    }

    /// What an element is, or which symbols fit.
    pub fn symbol(&self, element: Element) -> Option<SymbolPattern> {
        let is = |name: &String| SymbolPattern::Is(name.clone());
        let own = |symbol: &SymbolReplacement| match symbol {
            SymbolReplacement::Keep => SymbolPattern::Any,
            SymbolReplacement::Is(name) => is(name),
        };
        match (self.graph, element) {
            (GraphId::Start, _) => match (&self.grammar.start, element) {
                (Start::Graph { nodes, .. }, Element::Node(id)) => {
                    nodes.get(&id).map(|node| is(&node.symbol))
                }
                (Start::Graph { edges, .. }, Element::Edge(at)) => {
                    edges.get(at).map(|edge| is(&edge.1.symbol))
                }
                _ => None,
            },
            (GraphId::Lhs(_) | GraphId::Forbid(..), Element::Node(id)) => {
                let own = self.pattern()?.nodes.get(&id);
                own.or_else(|| self.rule()?.lhs.nodes.get(&id)).map(|node| node.symbol.clone())
            }
            (GraphId::Lhs(_) | GraphId::Forbid(..), Element::Edge(at)) => {
                self.pattern()?.edges.get(at).map(|edge| edge.symbol.clone())
            }
            (GraphId::Rhs(_, side), Element::Node(id)) => {
                self.rule()?.alternatives().nth(side)?.nodes.get(&id).map(|node| own(&node.symbol))
            }
            (GraphId::Rhs(_, side), Element::Edge(at)) => {
                self.rule()?.alternatives().nth(side)?.edges.get(at).map(|edge| own(&edge.symbol))
            }
        }
    }

    /// The left side or forbidden pattern that is drawn on, if it is one.
    fn pattern(&self) -> Option<&crate::grammar::Pattern> {
        match self.graph {
            GraphId::Lhs(_) => self.rule().map(|rule| &rule.lhs),
            GraphId::Forbid(_, number) => self.rule()?.forbid.get(number),
            GraphId::Start | GraphId::Rhs(..) => None,
        }
    }

    /// Does the direction of an edge matter? `None` where every edge has one.
    fn direction(&self, position: usize) -> Option<Direction> {
        self.pattern()?.edges.get(position).map(|edge| edge.direction)
    }

    /// The symbol of new edges: the last one that was used, else the first passage.
    fn edge_symbol(&self, view: &GraphView) -> Option<String> {
        let edges = &self.grammar.alphabet.edges;
        let last = view.edge_symbol.clone().filter(|name| edges.contains_key(name));
        let passage = || edges.iter().find(|(_, symbol)| symbol.role == EdgeRole::Passage);
        last.or_else(|| passage().or(edges.first()).map(|(name, _)| name.clone()))
    }

    /// The site that is nearest to a point of the drawing.
    fn site_at(&self, point: Pos2) -> Site {
        let part = |value: f32| (value / STEP).round() as i32;
        Site { x: part(point.x), y: part(point.y) }
    }

    /// Where a node will lie that is added at a point.
    fn site_for_new(&self, point: Pos2) -> Site {
        free_site(self.grammar, self.graph, self.site_at(point))
    }
}

/// The element that is drawn at a position of the drawing.
fn drawn_node(drawing: &Drawing, index: usize) -> Option<Element> {
    drawing.nodes.get(index).map(|node| Element::Node(ElementId(node.id.0)))
}

fn drawn_edge(drawing: &Drawing, index: usize) -> Option<Element> {
    drawing.edges.get(index).map(|edge| Element::Edge(edge.id.0 as usize))
}

/// What lies under a point of the world: nodes with their rims first, then edges.
fn element_at(canvas: &Canvas, model: &GraphModel<'_>, point: Pos2) -> Option<Element> {
    let zoom = canvas.zoom();
    let node = model.hits.node_at(model.drawing, point, RIM / zoom);
    node.and_then(|index| drawn_node(model.drawing, index)).or_else(|| {
        let edge = model.hits.edge_near(model.drawing, point, REACH / zoom);
        edge.and_then(|index| drawn_edge(model.drawing, index))
    })
}

/// How far outside of its circle a node is still touched, in points.
const RIM: f32 = 5.0;
/// How near to a line the pointer must be, in points.
const REACH: f32 = 7.0;
