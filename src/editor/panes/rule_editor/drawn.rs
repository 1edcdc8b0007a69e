//! The drawings of the open rule, made once for each change.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::Rect;

use crate::editor::canvas::graph::{AuthoredDrawing, Hits, RuleDrawing, draw_graphs};
use crate::grammar::{ElementId, Grammar, Rule};
use crate::mission::Site;

/// The drawings of a rule, with the inputs they were made from.
#[derive(Clone, Debug)]
pub(super) struct RuleDrawingCache {
    grammar: Arc<Grammar>,
    rule: usize,
    /// New sites of nodes being moved.
    pub moved: Vec<(ElementId, Site)>,
    /// Sites of nodes in the project.
    pub sites: Arc<BTreeMap<ElementId, Site>>,
    /// Common bounds of all drawings.
    pub world: Rect,
    /// Drawings of all sides.
    pub drawing: Arc<RuleDrawing>,
    /// Index of the left side by position.
    pub lhs: Arc<Hits>,
    /// Indexes of the forbidden patterns.
    pub forbid: Arc<Vec<Hits>>,
    /// Indexes of the right sides.
    pub sides: Arc<Vec<Hits>>,
}

impl RuleDrawingCache {
    pub(super) fn new(
        grammar: &Arc<Grammar>,
        rule: &Rule,
        position: usize,
        sites: Arc<BTreeMap<ElementId, Site>>,
        moved: Vec<(ElementId, Site)>,
    ) -> Self {
        let mut at = BTreeMap::clone(&sites);
        at.extend(moved.iter().copied());
        let drawing = draw_graphs(rule, &grammar.alphabet, &at);
        Self {
            grammar: Arc::clone(grammar),
            rule: position,
            moved,
            sites,
            world: std::iter::once(&drawing.lhs)
                .chain(&drawing.forbid)
                .chain(&drawing.sides)
                .map(AuthoredDrawing::bounds)
                .fold(Rect::NOTHING, Rect::union),
            lhs: Arc::new(Hits::new(&drawing.lhs)),
            forbid: Arc::new(drawing.forbid.iter().map(Hits::new).collect()),
            sides: Arc::new(drawing.sides.iter().map(Hits::new).collect()),
            drawing: Arc::new(drawing),
        }
    }

    pub(super) fn is_of(&self, grammar: &Arc<Grammar>, position: usize) -> bool {
        Arc::ptr_eq(&self.grammar, grammar) && self.rule == position
    }
}
