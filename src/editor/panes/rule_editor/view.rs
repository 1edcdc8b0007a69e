//! How the rule at hand is looked at and drawn on.

use std::sync::Arc;

use super::absence::AbsenceView;
use super::drawn::Drawn;
use crate::document::{Document, drawn_sites};
use crate::editor::canvas::camera::Camera;
use crate::editor::canvas::graph::{AuthoredDrawing, RuleDrawing, draw_one_picture};
use crate::editor::canvas::graph_canvas::GraphView;
use crate::editor::panes::mission::MissionView;
use crate::grammar::{Grammar, Rule};

/// How the rule is looked at.
#[derive(Debug)]
pub struct RuleView {
    pub(super) camera: Camera,
    /// Where the mission is looked at while the rule is tried.
    pub(super) trial_mission: MissionView,
    pub(super) left: GraphView,
    pub(super) right: GraphView,
    /// The forbidden pattern in front on the left; none: what must be there.
    pub(super) forbid: Option<usize>,
    /// The result in front on the right.
    pub(super) side: usize,
    /// The share of the width that the left side has.
    pub(super) split: f32,
    /// The share of the height that the mission has while the rule is tried.
    pub(super) trial_split: f32,
    pub(super) is_one_picture: bool,
    /// Why the rule was not applied, if that is asked.
    pub absence: AbsenceView,
    /// How high the bar below the canvases was in the last frame, with what it says.
    pub(super) bar_height: f32,
    drawn: Option<Drawn>,
    /// The rule as one picture: of which drawings, with which result in front.
    whole: Option<(Arc<RuleDrawing>, usize, Arc<AuthoredDrawing>)>,
    /// The rule that was open in the last frame.
    followed: Option<usize>,
    /// How often the rule was drawn anew.
    pub drawings_made: u32,
}

impl Default for RuleView {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            trial_mission: MissionView::default(),
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

    /// Begins anew when another rule comes in front, and lets go of sides that are not there any more.
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
    pub(super) fn one_picture(
        &mut self,
        drawn: &Drawn,
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
