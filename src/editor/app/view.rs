//! How the panes are looked at: nothing in here is saved or undone.

use std::collections::BTreeMap;

use egui::Rect;

use crate::editor::open_items::OpenItems;
use crate::editor::pane::Pane;
use crate::editor::panes::alphabet::AlphabetView;
use crate::editor::panes::context::SharedView;
use crate::editor::panes::level::LevelView;
use crate::editor::panes::mission::MissionView;
use crate::editor::panes::recipe::RecipeView;
use crate::editor::panes::room_painter::view::PainterView;
use crate::editor::panes::room_sets::RoomsView;
use crate::editor::panes::rule_editor::view::RuleView;
use crate::editor::panes::rules::counts::RulesView;
use crate::editor::panes::start_editor::StartView;

/// How the panes are looked at.
#[derive(Default)]
pub struct View {
    /// What several panes look at.
    pub shared: SharedView,
    /// How the mission is looked at.
    pub mission: MissionView,
    /// How the level is looked at.
    pub level: LevelView,
    /// How the rule at hand is drawn on.
    pub rule: RuleView,
    /// How the start is drawn on.
    pub start: StartView,
    /// What is looked at among the symbols.
    pub alphabet: AlphabetView,
    /// How the recipe is looked at.
    pub recipe: RecipeView,
    /// What is looked at among the rules.
    pub rules: RulesView,
    /// How the list of rooms is looked at.
    pub rooms: RoomsView,
    /// How the room painter is used.
    pub painter: PainterView,
    /// Has the list of problems its full height? It has from when it is asked for until there are none:
    /// a problem that comes up while one edits must not push away what is edited.
    pub is_problem_list_open: bool,
    /// The pane that was asked for by its name: its drawing takes the keyboard.
    pub asked_for: Option<Pane>,
    /// Where the panes were drawn last that were in front.
    pub pane_rects: BTreeMap<Pane, Rect>,
}

impl View {
    /// Shows everything in all canvases.
    pub fn frame_all(&mut self) {
        self.mission.frame_all();
        self.level.frame_all();
        self.rule.frame_all();
        self.start.frame_all();
        self.painter.frame_all();
    }

    /// Forgets another project: what was selected, open and drawn on.
    pub fn start_afresh(&mut self) {
        (self.rule, self.start, self.shared.trial) = Default::default();
        self.rules.forget_levels();
        self.level.forget_mark();
        self.shared.select(None);
        self.shared.open = OpenItems::default();
        self.frame_all();
    }

    /// Ends a frame: what was pointed at in it is what the next one highlights. Another frame is asked for if that differs.
    pub fn finish_frame(&mut self, ctx: &egui::Context) {
        let hovered = self.shared.hovered_now.take();
        if hovered != self.shared.hovered {
            self.shared.hovered = hovered;
            ctx.request_repaint();
        }
    }
}
