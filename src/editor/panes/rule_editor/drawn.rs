//! The drawings of the rule at hand, made once for each change.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::Rect;

use super::RuleView;
use crate::document::drawn_sites;
use crate::editor::canvas::graph::{Drawing, Hits, RuleDrawing, draw_graphs, draw_one_picture};
use crate::grammar::{ElementId, Grammar, Rule};
use crate::mission::Site;

/// The drawings of a rule, and what they were made of.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    grammar: Arc<Grammar>,
    rule: usize,
    moved: Vec<(ElementId, Site)>,
    /// Where nodes lie in the project.
    pub sites: Arc<BTreeMap<ElementId, Site>>,
    /// What they fill, all of them together.
    pub world: Rect,
    /// All sides.
    pub drawing: Arc<RuleDrawing>,
    /// What lies where on the left side.
    pub lhs: Arc<Hits>,
    /// The same for forbidden patterns.
    pub forbid: Arc<Vec<Hits>>,
    /// The same for right sides.
    pub sides: Arc<Vec<Hits>>,
}

impl RuleView {
    /// The drawings of the rule as it is now, with nodes where they are being moved to.
    pub(super) fn drawn(&mut self, grammar: &Arc<Grammar>, rule: &Rule, position: usize) -> Drawn {
        let known = self.drawn.take();
        let sites = match &known {
            Some(drawn) if drawn.is_of(grammar, position) => Arc::clone(&drawn.sites),
            _ => Arc::new(drawn_sites(rule)),
        };
        let mut moved = self.left.moved(&sites);
        moved.extend(self.right.moved(&sites));
        let drawn = match known {
            Some(drawn) if drawn.is_of(grammar, position) && drawn.moved == moved => drawn,
            _ => {
                self.drawings_made += 1;
                Drawn::new(grammar, rule, position, sites, moved)
            }
        };
        self.drawn = Some(drawn.clone());
        drawn
    }

    /// The whole rule as one graph.
    pub(super) fn one_picture(&mut self, drawn: &Drawn, grammar: &Grammar, rule: &Rule) -> Arc<Drawing> {
        let side = self.side;
        match &self.whole {
            Some((of, known_side, drawing)) if Arc::ptr_eq(of, &drawn.drawing) && *known_side == side => {
                Arc::clone(drawing)
            }
            _ => {
                let drawing = Arc::new(draw_one_picture(rule, &grammar.alphabet, &drawn.sites, side));
                self.whole = Some((Arc::clone(&drawn.drawing), side, Arc::clone(&drawing)));
                drawing
            }
        }
    }
}

impl Drawn {
    fn new(
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
                .map(Drawing::bounds)
                .fold(Rect::NOTHING, Rect::union),
            lhs: Arc::new(Hits::new(&drawing.lhs)),
            forbid: Arc::new(drawing.forbid.iter().map(Hits::new).collect()),
            sides: Arc::new(drawing.sides.iter().map(Hits::new).collect()),
            drawing: Arc::new(drawing),
        }
    }

    fn is_of(&self, grammar: &Arc<Grammar>, position: usize) -> bool {
        Arc::ptr_eq(&self.grammar, grammar) && self.rule == position
    }
}
