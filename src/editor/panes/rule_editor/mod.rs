//! The pane in which the chosen rule is drawn: what must be there on the left, what will be there on the right, both on canvases that show the same place.

mod drawn;
mod head;
mod sides;
mod tabs;
mod try_panel;

use std::sync::Arc;

use egui::{Rect, Ui, UiBuilder};

use super::mission::nothing_yet;
use crate::document::Document;
use crate::editor::canvas::camera::Camera;
use crate::editor::canvas::graph::{Drawing, RuleDrawing};
use crate::editor::canvas::graph_canvas::GraphView;
use crate::editor::panes::Panes;
use crate::editor::widgets::style::palette;

use drawn::Drawn;

/// How the rule is looked at.
#[derive(Debug)]
pub struct RuleView {
    camera: Camera,
    left: GraphView,
    right: GraphView,
    /// The forbidden pattern in front on the left; none: what must be there.
    forbid: Option<usize>,
    /// The result in front on the right.
    side: usize,
    /// The share of the width that the left side has.
    split: f32,
    /// The share of the height that the mission has while the rule is tried.
    trial_split: f32,
    is_one_picture: bool,
    drawn: Option<Drawn>,
    /// The rule as one picture: of which drawings, with which result in front.
    whole: Option<(Arc<RuleDrawing>, usize, Arc<Drawing>)>,
    run_view: Option<usize>,
    /// How often the rule was drawn anew.
    pub drawings_made: u32,
}

impl Default for RuleView {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            left: GraphView::default(),
            right: GraphView::default(),
            forbid: None,
            side: 0,
            split: 0.5,
            trial_split: 0.42,
            is_one_picture: false,
            drawn: None,
            whole: None,
            run_view: None,
            drawings_made: 0,
        }
    }
}

impl RuleView {
    /// Shows everything.
    pub fn frame_all(&mut self) {
        self.camera.frame_all();
    }

    /// Are letters for what is chosen here?
    pub fn takes_letters(&self) -> bool {
        [&self.left, &self.right].iter().any(|view| view.has_keys && !view.chosen.is_empty())
    }

    /// Begins anew when another rule comes in front, and lets go of sides that are not there any more.
    fn follow(&mut self, document: &Document, position: usize) {
        if self.run_view != Some(position) {
            self.run_view = Some(position);
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
}

/// Shows it.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    let position = panes.view.chosen.rule;
    head::head_ui(ui, panes, position);
    let grammar = panes.document.grammar().clone();
    let Some(rule) = grammar.rules.get(position) else {
        nothing_yet(
            ui,
            "There is no rule yet",
            "A rule says what may become of what. Press “New rule” above.",
        );
        return;
    };
    panes.view.rule.follow(panes.document, position);
    if panes.view.trial.is_on {
        panes.view.trial.update(panes.run_view, &grammar, position, ui.ctx());
    }
    let (graphs, trial) = parts(ui, panes);
    sides::sides_ui(&mut ui.new_child(UiBuilder::new().max_rect(graphs)), panes, &grammar, rule, position);
    try_panel::try_ui(&mut ui.new_child(UiBuilder::new().max_rect(trial)), panes);
}

/// Where the sheets go, and below them what is for trying.
fn parts(ui: &mut Ui, panes: &mut Panes<'_>) -> (Rect, Rect) {
    let rect = ui.available_rect_before_wrap();
    let least = try_panel::HEIGHT.min(rect.height());
    let height = if panes.view.trial.is_on {
        let share = &mut panes.view.rule.trial_split;
        let line = rect.bottom() - rect.height() * *share;
        let bar = Rect::from_x_y_ranges(rect.x_range(), line - 3.0..=line + 3.0);
        let response = ui.interact(bar, ui.id().with("trial split"), egui::Sense::drag());
        if response.hovered() || response.dragged() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::ResizeVertical);
        }
        *share = (*share - response.drag_delta().y / rect.height().max(1.0)).clamp(0.2, 0.7);
        rect.height() * *share
    } else {
        least
    };
    let line = rect.bottom() - height.max(least);
    (rect.with_max_y(line), rect.with_min_y(line))
}
