//! What is looked at, and how: nothing in here is saved or undone.

use std::collections::BTreeMap;

use egui::Rect;

use crate::document::StepPath;
use crate::editor::canvas::camera::Camera;
use crate::editor::canvas::tiles::{Overlays, TileTextures};
use crate::editor::chosen::Chosen;
use crate::editor::panes::Pane;
use crate::editor::panes::alphabet::AlphabetView;
use crate::editor::panes::room_painter::PainterView;
use crate::editor::panes::room_sets::RoomsView;
use crate::editor::panes::rule_editor::RuleView;
use crate::editor::panes::rules::RulesView;
use crate::editor::panes::start_editor::StartView;
use crate::editor::panes::trial::Trial;
use crate::mission::NodeId;

/// What is looked at, and how.
#[derive(Default)]
pub struct View {
    /// What is in front in the panes that show one thing of many.
    pub chosen: Chosen,
    /// The node that is chosen, in the mission and in the level.
    pub selected: Option<NodeId>,
    /// The node that was under the pointer in the last frame, in the mission or in the level.
    pub hovered: Option<NodeId>,
    /// The same for the frame that is being drawn.
    pub hovered_now: Option<NodeId>,
    /// Where the mission's canvas looks.
    pub mission_camera: Camera,
    /// Where the level's canvas looks.
    pub level_camera: Camera,
    /// What is laid over the level.
    pub overlays: Overlays,
    /// The level as it was last painted.
    pub textures: TileTextures,
    /// How the rule at hand is drawn on.
    pub rule: RuleView,
    /// How the start is drawn on.
    pub start: StartView,
    /// The rule that is being tried on the mission.
    pub trial: Trial,
    /// What is looked at among the symbols.
    pub alphabet: AlphabetView,
    /// The step of the recipe whose form was open in the last frame.
    pub shown_step: Option<StepPath>,
    /// What is remembered of the rules.
    pub rules: RulesView,
    /// What the rules are searched for.
    pub rule_search: String,
    /// Where the panes were drawn last that were in front.
    pub pane_rects: BTreeMap<Pane, Rect>,
    /// How the list of rooms is looked at.
    pub rooms: RoomsView,
    /// How the room painter is used.
    pub painter: PainterView,
}

impl View {
    /// Shows everything in all canvases.
    pub fn frame_all(&mut self) {
        self.mission_camera.frame_all();
        self.level_camera.frame_all();
        self.rule.frame_all();
        self.start.frame_all();
        self.trial.camera.frame_all();
    }

    /// Forgets how another project was drawn on.
    pub fn start_afresh(&mut self) {
        (self.rule, self.start, self.trial) = Default::default();
    }

    /// Are letters for what is chosen on a drawing, and so no shortcuts?
    pub fn takes_letters(&self) -> bool {
        self.rule.takes_letters() || self.start.takes_letters()
    }

    /// Ends a frame: what was pointed at in it is what the next one highlights. Another frame is asked for if that differs.
    pub fn finish_frame(&mut self, ctx: &egui::Context) {
        let hovered = self.hovered_now.take();
        if hovered != self.hovered {
            self.hovered = hovered;
            ctx.request_repaint();
        }
    }
}
