//! The pane for the start of derivations: a graph to draw, or a form for a lattice, a tree or a scatter.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::sync::Arc;

use egui::{Button, ScrollArea, Ui, vec2};
use egui_phosphor::regular as icon;
use indexmap::IndexMap;

use crate::base::Unit;
use crate::document::{Content, Edit, GraphEdit, GraphId, Location, start_sites};
use crate::editor::canvas::camera::Camera;
use crate::editor::canvas::graph::{AuthoredDrawing, Hits, draw_start};
use crate::editor::canvas::graph_canvas::{GraphModel, GraphView, INSPECTOR_HEIGHT, graph_ui, inspector_ui};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::problems::of_form::pane_problems_ui;
use crate::editor::panes::start_preview::StartPreview;
use crate::editor::widgets::parameters::parameter_rows;
use crate::editor::widgets::rows::{RowLabel, choice_row, drag_value, icon_button, row};
use crate::editor::widgets::style::{self, palette};
use crate::grammar::{ElementId, Grammar, Scatter, Start, StartElement};
use crate::mission::{EdgeRole, NodeRole, NodeSymbol, Site};

/// The view of the start.
#[derive(Debug, Default)]
pub struct StartView {
    camera: Camera,
    graph: GraphView,
    drawn: Option<StartDrawingCache>,
    preview: StartPreview,
}

/// Maximum share of the pane for the form of a start; the preview is below.
const FORM_SHARE: f32 = 0.55;

/// The drawing of the start, with the inputs it was made from.
#[derive(Clone, Debug)]
struct StartDrawingCache {
    grammar: Arc<Grammar>,
    moved: Vec<(ElementId, Site)>,
    sites: Arc<BTreeMap<ElementId, Site>>,
    drawing: Arc<AuthoredDrawing>,
    hits: Arc<Hits>,
}

impl StartView {
    /// Shows everything.
    pub fn frame_all(&mut self) {
        self.camera.frame_all();
        self.preview.frame_all();
    }

    fn drawn(&mut self, grammar: &Arc<Grammar>) -> StartDrawingCache {
        let known = self.drawn.take().filter(|drawn| Arc::ptr_eq(&drawn.grammar, grammar));
        let sites = match &known {
            Some(drawn) => Arc::clone(&drawn.sites),
            None => Arc::new(start_sites(&grammar.start)),
        };
        let moved = self.graph.moved(&sites);
        let drawn = known.filter(|drawn| drawn.moved == moved).unwrap_or_else(|| {
            let mut at = BTreeMap::clone(&sites);
            at.extend(moved.iter().copied());
            let drawing = draw_start(&grammar.start, &grammar.alphabet, &at);
            let hits = Arc::new(Hits::new(&drawing));
            StartDrawingCache { grammar: Arc::clone(grammar), moved, sites, drawing: Arc::new(drawing), hits }
        });
        self.drawn = Some(drawn.clone());
        drawn
    }
}

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, view: &mut StartView, context: &mut PaneContext<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    let grammar = context.document.authored().clone();
    let mut edits = Vec::new();
    let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 4));
    frame.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(egui::RichText::new("Begin with").color(palette(ui).dim));
            kinds_ui(ui, context.document.content(), &mut edits);
            sites_ui(ui, &grammar, &mut edits);
        });
    });
    pane_problems_ui(ui, context.problems, &Location::Start);
    if let Start::Graph { .. } = grammar.start {
        edits.extend(start_graph_ui(ui, view, &grammar));
    } else {
        let height = ui.available_height() * FORM_SHARE;
        egui::Frame::new().fill(palette(ui).panel).show(ui, |ui| {
            let form = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
            form.show(ui, |ui| {
                let frame = egui::Frame::new().inner_margin(style::MARGIN);
                frame.show(ui, |ui| edits.extend(board_ui(ui, &grammar)));
            });
        });
        view.preview.ui(ui, context);
    }
    context.commands.extend(edits.into_iter().map(|edit| Command::Edit(Edit::Graph(edit))));
}

/// Shows the kinds of starts. A kind that was used before returns in its last state.
fn kinds_ui(ui: &mut Ui, content: &Content, edits: &mut Vec<GraphEdit>) {
    for (start, name, tooltip) in starts_like(&content.grammar) {
        let is_now = discriminant(&start) == discriminant(&content.grammar.start);
        let button = ui.add(Button::selectable(is_now, name)).on_hover_text(tooltip);
        if button.clicked() && !is_now {
            let start = content.left_start_like(start);
            let what = format!("Begin with {}", name.to_lowercase());
            edits.push(GraphEdit::SetStart { what, start: Box::new(start) });
        }
    }
}

/// Shows a switch that decides who positions the nodes of a drawn start in levels.
fn sites_ui(ui: &mut Ui, grammar: &Grammar, edits: &mut Vec<GraphEdit>) {
    let Start::Graph { nodes, .. } = &grammar.start else { return };
    let mut is_sited = grammar.start.gives_all_sites();
    let tooltip = "Places keep the columns and rows of this drawing. Otherwise the layout chooses their positions. Right-click a node to set it for that node only.";
    if ui.checkbox(&mut is_sited, "Places lie as drawn").on_hover_text(tooltip).changed() {
        edits.push(GraphEdit::SetSited { nodes: nodes.keys().copied().collect(), is_sited });
    }
}

/// Returns a start of each kind that keeps as much of the present one as possible, with its name and
/// description.
fn starts_like(grammar: &Grammar) -> [(Start, &'static str, &'static str); 4] {
    let (width, height, node, edge) = board_of(grammar);
    let node_of = |role: NodeRole| {
        let symbols = &grammar.alphabet.nodes;
        let found = symbols.iter().find(|(_, symbol)| symbol.role == Some(role));
        found.map_or_else(|| node.clone(), |(name, _)| name.clone())
    };
    let graph = Start::Graph {
        nodes: [(ElementId(1), StartElement::from(node_of(NodeRole::Start).as_str()))].into(),
        edges: Vec::new(),
        at: IndexMap::new(),
        drawn: [(ElementId(1), Site { x: 0, y: 0 })].into(),
    };
    let lattice = Start::Lattice { width, height, node: node.clone(), edge: edge.clone() };
    let tree = Start::Tree { width, height, node: node.clone(), edge: edge.clone(), extra_percent: 0 };
    let count = (width.saturating_mul(height) / 3).clamp(1, Scatter::COUNT.most);
    let scatter = Start::Scatter(Scatter {
        width: width.max(Scatter::WIDTH.least),
        height: height.max(Scatter::HEIGHT.least),
        start: node_of(NodeRole::Start),
        exit: node_of(NodeRole::Goal),
        features: vec![(node.clone(), 1)],
        count: (count, count),
        distance: width.max(height),
        edge,
        crossing: node,
    });
    [
        (graph, "Drawn", "A graph that you draw"),
        (lattice, "Lattice", "Rows and columns of nodes, each joined to its neighbours"),
        (tree, "Random tree", "Rows and columns of nodes, joined by a random walk"),
        (scatter, "Scatter", "A start, an exit and random features on a map, joined until you can reach all"),
    ]
}

/// Returns width, height and symbols for a lattice, a tree or a scatter similar to the present start.
fn board_of(grammar: &Grammar) -> (u32, u32, String, String) {
    match &grammar.start {
        Start::Lattice { width, height, node, edge } | Start::Tree { width, height, node, edge, .. } => {
            (*width, *height, node.clone(), edge.clone())
        }
        Start::Scatter(Scatter { width, height, crossing, edge, .. }) => {
            (*width, *height, crossing.clone(), edge.clone())
        }
        Start::Graph { nodes, edges, .. } => {
            let node = common_place(grammar, nodes.values().map(|node| node.symbol.as_str()));
            let edge = common_passage(grammar, edges.iter().map(|(_, edge, _)| edge.symbol.as_str()));
            (4, 3, node, edge)
        }
    }
}

/// Returns a symbol that all nodes of a board can have: a place without a role, preferably one that is drawn.
///
/// A mission with a start in each place would have no beginning.
fn common_place<'a>(grammar: &'a Grammar, drawn: impl Iterator<Item = &'a str>) -> String {
    let symbols = &grammar.alphabet.nodes;
    let known = drawn.filter(|name| symbols.contains_key(*name));
    let candidates: Vec<&str> = known.chain(symbols.keys().map(String::as_str)).collect();
    let has = |is_it: fn(&NodeSymbol) -> bool| {
        candidates.iter().find(|name| symbols.get(**name).is_some_and(is_it)).copied()
    };
    let found = has(|symbol| symbol.form.is_some() && symbol.role.is_none())
        .or_else(|| has(|symbol| symbol.form.is_some() && symbol.role != Some(NodeRole::Start)))
        .or_else(|| has(|symbol| symbol.form.is_some()));
    found.or(candidates.first().copied()).unwrap_or_default().to_owned()
}

/// Returns a symbol that all edges of a board can have: a passage, preferably one that is drawn.
fn common_passage<'a>(grammar: &'a Grammar, drawn: impl Iterator<Item = &'a str>) -> String {
    let symbols = &grammar.alphabet.edges;
    let candidates: Vec<&str> = drawn.chain(symbols.keys().map(String::as_str)).collect();
    let is_passage = |name: &&&str| symbols.get(**name).is_some_and(|edge| edge.role == EdgeRole::Passage);
    let found = candidates.iter().find(is_passage).or(candidates.first());
    found.copied().unwrap_or_default().to_owned()
}

fn board_ui(ui: &mut Ui, grammar: &Grammar) -> Vec<GraphEdit> {
    let start = &grammar.start;
    let about = |name, tooltip| RowLabel { name, of: "the start", tooltip };
    let mut new = start.clone();
    let mut what = parameter_rows(ui, "the start", &mut new);
    if let Start::Lattice { node, edge, .. } | Start::Tree { node, edge, .. } = &mut new {
        let names: Vec<&str> = grammar.alphabet.nodes.keys().map(String::as_str).collect();
        if let Some(name) = symbol_row(ui, about("Nodes", "The symbol of every node"), node, &names) {
            (*node, what) = (name, Some("nodes"));
        }
        let names: Vec<&str> = grammar.alphabet.edges.keys().map(String::as_str).collect();
        if let Some(name) = symbol_row(ui, about("Edges", "The symbol of every edge"), edge, &names) {
            (*edge, what) = (name, Some("edges"));
        }
    }
    if let Start::Scatter(scatter) = &mut new {
        what = what.or(scatter_rows(ui, grammar, scatter));
    }
    let edit = |what| GraphEdit::SetStart { what: format!("Set {what} of the start"), start: Box::new(new) };
    what.map(edit).into_iter().collect()
}

/// Shows the symbols of a scatter. Returns the name of the changed one.
fn scatter_rows(ui: &mut Ui, grammar: &Grammar, scatter: &mut Scatter) -> Option<&'static str> {
    let nodes: Vec<&str> = grammar.alphabet.nodes.keys().map(String::as_str).collect();
    let edges: Vec<&str> = grammar.alphabet.edges.keys().map(String::as_str).collect();
    let crossing = "The symbol of the nodes between features that are not next to each other";
    let mut what = None;
    for (name, tooltip, symbol, known, changed) in [
        ("Start", "The symbol of the start", &mut scatter.start, &nodes, "symbol"),
        ("Exit", "The symbol of the exit", &mut scatter.exit, &nodes, "exit"),
        ("Crossings", crossing, &mut scatter.crossing, &nodes, "crossings"),
        ("Edges", "The symbol of every edge", &mut scatter.edge, &edges, "edges"),
    ] {
        if let Some(picked) = symbol_row(ui, RowLabel { name, of: "the start", tooltip }, symbol, known) {
            (*symbol, what) = (picked, Some(changed));
        }
    }
    let mut removed = None;
    for (position, (symbol, weight)) in scatter.features.iter_mut().enumerate() {
        ui.push_id(position, |ui| {
            let name = format!("Feature {}", position + 1);
            let tooltip = "The symbol of a kind of feature";
            let about = RowLabel { name: &name, of: "the start", tooltip };
            if let Some(picked) = symbol_row(ui, about, symbol, &nodes) {
                (*symbol, what) = (picked, Some("features"));
            }
            let of = format!("{} of the start", name.to_lowercase());
            let about = RowLabel { name: "Weight", of: &of, tooltip: Scatter::WEIGHT.parameter.tooltip };
            row(ui, about, |ui, name| {
                let tooltip = Scatter::WEIGHT.parameter.tooltip;
                if drag_value(ui, weight, Scatter::WEIGHT.range(), Unit::None, name, tooltip) {
                    what = Some("weight");
                }
                if icon_button(ui, icon::TRASH, &format!("Delete {of}"), true) {
                    removed = Some(position);
                }
            });
        });
    }
    if let Some(position) = removed {
        scatter.features.remove(position);
        what = Some("features");
    }
    let button = ui.button(format!("{}  Add feature", icon::PLUS));
    if button.on_hover_text("One more symbol to draw features from").clicked() {
        scatter.features.push((nodes.first().map_or_else(String::new, |name| (*name).to_owned()), 1));
        what = Some("features");
    }
    what
}

fn symbol_row(ui: &mut Ui, about: RowLabel<'_>, symbol: &str, known: &[&str]) -> Option<String> {
    let choices: Vec<(usize, &str)> = known.iter().copied().enumerate().collect();
    let now = known.iter().position(|name| *name == symbol).unwrap_or(usize::MAX);
    let picked = choice_row(ui, about, now, &choices)?;
    known.get(picked).map(|name| (*name).to_owned())
}

fn start_graph_ui(ui: &mut Ui, view: &mut StartView, grammar: &Arc<Grammar>) -> Vec<GraphEdit> {
    let drawn = view.drawn(grammar);
    let linked = BTreeSet::new();
    let model = GraphModel {
        graph: GraphId::Start,
        name: "Start canvas",
        grammar,
        drawing: &drawn.drawing,
        hits: &drawn.hits,
        below: None,
        sites: &drawn.sites,
        linked: &linked,
        world: drawn.drawing.bounds(),
        hint: "Double-click to add a node",
    };
    let room = ui.available_size() - vec2(0.0, INSPECTOR_HEIGHT);
    let mut edits = inspector_ui(ui, &[(&model, &view.graph)]);
    edits.extend(graph_ui(ui, model, &mut view.camera, &mut view.graph, room));
    edits
}
