//! The selection of a canvas and its current gesture.

use std::collections::{BTreeMap, BTreeSet};

use egui::Pos2;

use super::model::GraphModel;
use crate::document::Element;
use crate::grammar::ElementId;
use crate::mission::Site;

/// The selection of a canvas and its current gesture.
#[derive(Debug, Default)]
pub struct GraphView {
    /// Selected elements.
    pub selected: BTreeSet<Element>,
    /// Element under the pointer.
    pub hovered: Option<Element>,
    /// Offset by which the selected nodes are being moved, in sites.
    pub moving: Option<Site>,
    pub(super) drag: Drag,
    pub(super) picker: Option<Picker>,
    /// Node that was just added and must become visible.
    pub(super) added: Option<ElementId>,
    pub(super) menu_at: Option<Pos2>,
    pub(super) edge_symbol: Option<String>,
    /// `true` if everything should be shown again.
    pub(super) frames_all: bool,
    /// Reason why the last action failed.
    pub(super) message: Option<&'static str>,
}

impl GraphView {
    /// Resets everything, for example when another rule is opened.
    pub fn reset(&mut self) {
        let edge_symbol = self.edge_symbol.take();
        *self = Self { edge_symbol, ..Self::default() };
    }

    /// Deselects elements that no longer exist.
    pub(super) fn keep_within(&mut self, model: &GraphModel<'_>) {
        self.selected.retain(|element| model.has(*element));
        if self.hovered.is_some_and(|element| !model.has(element)) {
            self.hovered = None;
        }
    }

    /// Returns the selected nodes.
    pub fn nodes(&self) -> Vec<ElementId> {
        let node = |element: &Element| match element {
            Element::Node(id) => Some(*id),
            Element::Edge(_) => None,
        };
        self.selected.iter().filter_map(node).collect()
    }

    /// Returns the selected edges.
    pub fn edges(&self) -> Vec<usize> {
        let edge = |element: &Element| match element {
            Element::Edge(position) => Some(*position),
            Element::Node(_) => None,
        };
        self.selected.iter().filter_map(edge).collect()
    }

    /// Returns all selected elements.
    pub fn elements(&self) -> Vec<Element> {
        self.selected.iter().copied().collect()
    }

    /// Returns the sites of the selected nodes if they were released now.
    pub fn moved(&self, sites: &BTreeMap<ElementId, Site>) -> Vec<(ElementId, Site)> {
        let by = self.moving.unwrap_or(Site { x: 0, y: 0 });
        if by == (Site { x: 0, y: 0 }) { Vec::new() } else { shifted(&self.nodes(), sites, by) }
    }
}

/// Returns the sites of nodes, shifted by some columns and rows.
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

/// A drag with the pointer. Points are those of the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Drag {
    /// No drag.
    #[default]
    None,
    /// The selected nodes, and the start of the drag.
    Move { from: Pos2 },
    /// A new edge up to the pointer. It returns to its own node only if the pointer has left that node.
    Wire { from: ElementId, to: Pos2, has_left: bool },
    /// A marquee around the elements to select.
    Marquee { from: Pos2, to: Pos2 },
}

/// The purpose of choosing a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A new node at a site.
    AddNode(Site),
    /// A new node at a site, with an edge whose symbol follows from its ends.
    ConnectNew {
        /// Start of the edge.
        from: ElementId,
        /// Site of the new node.
        site: Site,
    },
    /// A new node inserted into the edge at a position.
    Insert(usize),
    /// Existing nodes or edges.
    Set(Vec<Element>),
}

impl Purpose {
    /// Returns the position of the edge for which a symbol is chosen, if there is one.
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

/// The list of symbols while it is open.
#[derive(Clone, Debug)]
pub(super) struct Picker {
    pub purpose: Purpose,
    pub at: Pos2,
    /// Typed text.
    pub sought: String,
    /// Row that Enter takes.
    pub row: usize,
    /// `true` if it was opened in this frame.
    pub is_fresh: bool,
}

impl Picker {
    pub(super) fn new(purpose: Purpose, at: Pos2) -> Self {
        Self { purpose, at, sought: String::new(), row: 0, is_fresh: true }
    }

    /// Opens a list for the selected nodes, or for the selected edges if there are no nodes.
    pub(super) fn for_selected(view: &GraphView, at: Pos2) -> Self {
        let nodes: Vec<Element> = view.nodes().into_iter().map(Element::Node).collect();
        let edges = || view.edges().into_iter().map(Element::Edge).collect();
        Self::new(Purpose::Set(if nodes.is_empty() { edges() } else { nodes }), at)
    }

    /// Returns `true` if it lists edge symbols.
    pub(super) fn is_about_edges(&self) -> bool {
        self.purpose.edge().is_some()
    }

    /// Returns the site of the new node, if there will be one.
    pub(super) fn site(&self) -> Option<Site> {
        match &self.purpose {
            Purpose::AddNode(site) | Purpose::ConnectNew { site, .. } => Some(*site),
            Purpose::Insert(_) | Purpose::Set(_) => None,
        }
    }
}

/// The interactions of this frame.
pub(super) struct TouchedElements {
    /// Response of the whole canvas.
    pub all: egui::Response,
    /// Node that was activated by something other than the pointer.
    pub pressed: Option<Element>,
}
