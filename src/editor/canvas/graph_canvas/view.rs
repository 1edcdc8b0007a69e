//! What is selected on a canvas, and what one is about to do there.

use std::collections::{BTreeMap, BTreeSet};

use egui::Pos2;

use super::model::GraphModel;
use crate::document::Element;
use crate::grammar::ElementId;
use crate::mission::Site;

/// What is selected on a canvas, and what one is about to do there.
#[derive(Debug, Default)]
pub struct GraphView {
    /// What is selected.
    pub selected: BTreeSet<Element>,
    /// What is under the pointer.
    pub hovered: Option<Element>,
    /// By how many sites the selected nodes are being moved.
    pub moving: Option<Site>,
    pub(super) drag: Drag,
    pub(super) picker: Option<Picker>,
    /// The node that was just added: it is to be seen.
    pub(super) added: Option<ElementId>,
    pub(super) menu_at: Option<Pos2>,
    pub(super) edge_symbol: Option<String>,
    /// Is everything to be shown again?
    pub(super) frames_all: bool,
    /// What could not be done, and why.
    pub(super) message: Option<&'static str>,
}

impl GraphView {
    /// Lets go of everything, as when another rule comes in front.
    pub fn reset(&mut self) {
        let edge_symbol = self.edge_symbol.take();
        *self = Self { edge_symbol, ..Self::default() };
    }

    /// Lets go of what is not there any more.
    pub(super) fn keep_within(&mut self, model: &GraphModel<'_>) {
        self.selected.retain(|element| model.has(*element));
        if self.hovered.is_some_and(|element| !model.has(element)) {
            self.hovered = None;
        }
    }

    /// The selected nodes.
    pub fn nodes(&self) -> Vec<ElementId> {
        let node = |element: &Element| match element {
            Element::Node(id) => Some(*id),
            Element::Edge(_) => None,
        };
        self.selected.iter().filter_map(node).collect()
    }

    /// The selected edges.
    pub fn edges(&self) -> Vec<usize> {
        let edge = |element: &Element| match element {
            Element::Edge(position) => Some(*position),
            Element::Node(_) => None,
        };
        self.selected.iter().filter_map(edge).collect()
    }

    /// All that is selected.
    pub fn elements(&self) -> Vec<Element> {
        self.selected.iter().copied().collect()
    }

    /// Where the selected nodes would lie if they were let go now.
    pub fn moved(&self, sites: &BTreeMap<ElementId, Site>) -> Vec<(ElementId, Site)> {
        let by = self.moving.unwrap_or(Site { x: 0, y: 0 });
        if by == (Site { x: 0, y: 0 }) { Vec::new() } else { shifted(&self.nodes(), sites, by) }
    }
}

/// Nodes with the sites that lie some columns and rows from theirs.
pub(super) fn shifted(
    nodes: &[ElementId],
    sites: &BTreeMap<ElementId, Site>,
    by: Site,
) -> Vec<(ElementId, Site)> {
    let shifted = |id: &ElementId| {
        let site = sites.get(id)?;
        Some((*id, Site { x: site.x.saturating_add(by.x), y: site.y.saturating_add(by.y) }))
    };
    nodes.iter().filter_map(shifted).collect()
}

/// What the pointer drags. Points are those of the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Drag {
    /// Nothing.
    #[default]
    None,
    /// The selected nodes, from where the drag began.
    Move { from: Pos2 },
    /// A new edge, as far as it is drawn. Only if its node was left, an edge back to it is meant.
    Wire { from: ElementId, to: Pos2, has_left: bool },
    /// A frame around what is to be selected.
    Marquee { from: Pos2, to: Pos2 },
}

/// What a symbol is selected for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A new node at a site.
    AddNode(Site),
    /// A new node at a site, and an edge to it whose symbol follows from what it joins.
    ConnectNew {
        /// The node that the edge leaves.
        from: ElementId,
        /// The site of the new node.
        site: Site,
    },
    /// A new node on the edge at a position.
    Insert(usize),
    /// Nodes, or edges, that are there.
    Set(Vec<Element>),
}

impl Purpose {
    /// The position of the edge whose symbol is set, if it is one.
    pub(super) fn edge(&self) -> Option<usize> {
        match self {
            Self::Set(elements) => match elements.first()? {
                Element::Edge(position) => Some(*position),
                Element::Node(_) => None,
            },
            Self::AddNode(_) | Self::ConnectNew { .. } | Self::Insert(_) => None,
        }
    }
}

/// The list while it is open.
#[derive(Clone, Debug)]
pub(super) struct Picker {
    pub purpose: Purpose,
    pub at: Pos2,
    /// What is typed.
    pub sought: String,
    /// The row that Enter takes.
    pub row: usize,
    /// Was it opened in this frame?
    pub is_fresh: bool,
}

impl Picker {
    pub(super) fn new(purpose: Purpose, at: Pos2) -> Self {
        Self { purpose, at, sought: String::new(), row: 0, is_fresh: true }
    }

    /// A list for the selected nodes, or for the selected edges where there are no nodes.
    pub(super) fn for_selected(view: &GraphView, at: Pos2) -> Self {
        let nodes: Vec<Element> = view.nodes().into_iter().map(Element::Node).collect();
        let edges = || view.edges().into_iter().map(Element::Edge).collect();
        Self::new(Purpose::Set(if nodes.is_empty() { edges() } else { nodes }), at)
    }

    /// Is it about edges?
    pub(super) fn is_about_edges(&self) -> bool {
        self.purpose.edge().is_some()
    }

    /// Where the new node will be, if there will be one.
    pub(super) fn site(&self) -> Option<Site> {
        match &self.purpose {
            Purpose::AddNode(site) | Purpose::ConnectNew { site, .. } => Some(*site),
            Purpose::Insert(_) | Purpose::Set(_) => None,
        }
    }
}

/// What is touched in this frame.
pub(super) struct Touched {
    /// What happens anywhere on the canvas.
    pub all: egui::Response,
    /// A node that was pressed by other means than the pointer.
    pub pressed: Option<Element>,
}
