//! The view of the open rule.

use std::sync::Arc;

use super::absence::AbsenceView;
use super::drawn::RuleDrawingCache;
use crate::document::{Document, drawn_sites};
use crate::editor::canvas::camera::Camera;
use crate::editor::canvas::graph::{AuthoredDrawing, RuleDrawing, draw_one_picture};
use crate::editor::canvas::graph_canvas::GraphView;
use crate::editor::panes::mission::MissionPaneView;
use crate::grammar::{Grammar, Rule};

/// The view of the open rule.
#[derive(Debug)]
pub struct RuleView {
    pub(super) camera: Camera,
    /// View of the mission while the rule is tried.
    pub(super) trial_mission: MissionPaneView,
    pub(super) left: GraphView,
    pub(super) right: GraphView,
    /// Forbidden pattern shown on the left; `None` for the left side itself.
    pub(super) forbid: Option<usize>,
    /// Result shown on the right.
    pub(super) side: usize,
    /// Share of the width for the left side.
    pub(super) split: f32,
    /// Share of the height for the mission while the rule is tried.
    pub(super) trial_split: f32,
    pub(super) is_one_picture: bool,
    /// Explanation why the rule was not applied, if requested.
    pub absence: AbsenceView,
    /// Height of the bar below the canvases in the last frame, in points.
    pub(super) bar_height: f32,
    drawn: Option<RuleDrawingCache>,
    /// The rule as one picture, with the drawings and the result it was made from.
    whole: Option<(Arc<RuleDrawing>, usize, Arc<AuthoredDrawing>)>,
    /// Rule that was open in the last frame.
    followed: Option<usize>,
    /// Number of times that the rule was drawn.
    pub drawings_made: u32,
}

impl Default for RuleView {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            trial_mission: MissionPaneView::default(),
            left: GraphView::default(),
            right: GraphView::default(),
            forbid: None,
            side: 0,
            split: 0.5,
            trial_split: 0.42,
            is_one_picture: false,
            absence: AbsenceView::default(),
            bar_height: 0.0,
            drawn: None,
            whole: None,
            followed: None,
            drawings_made: 0,
        }
    }
}

impl RuleView {
    /// Shows everything.
    pub fn frame_all(&mut self) {
        self.camera.frame_all();
        self.trial_mission.frame_all();
    }

    /// Resets the view for another rule, and drops sides that no longer exist.
    pub(super) fn follow(&mut self, document: &Document, position: usize) {
        if self.followed != Some(position) {
            self.followed = Some(position);
            (self.forbid, self.side) = (None, 0);
            self.left.reset();
            self.right.reset();
            self.camera.frame_all();
        }
        let Some(rule) = document.grammar().rules.get(position) else { return };
        self.side = self.side.min(rule.or.len());
        if self.forbid.is_some_and(|number| number >= rule.forbid.len()) {
            self.forbid = None;
            self.left.reset();
        }
    }

    /// Returns the current drawings of the rule, with moving nodes at their new sites.
    pub(super) fn drawn(&mut self, grammar: &Arc<Grammar>, rule: &Rule, position: usize) -> RuleDrawingCache {
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
                RuleDrawingCache::new(grammar, rule, position, sites, moved)
            }
        };
        self.drawn = Some(drawn.clone());
        drawn
    }

    /// Returns the whole rule as one graph.
    pub(super) fn one_picture(
        &mut self,
        drawn: &RuleDrawingCache,
        grammar: &Grammar,
        rule: &Rule,
    ) -> Arc<AuthoredDrawing> {
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
