//! The views of the panes. Nothing in here is saved or undone.

use std::collections::BTreeMap;

use egui::Rect;

use crate::editor::open_items::OpenItems;
use crate::editor::pane::Pane;
use crate::editor::panes::alphabet::AlphabetView;
use crate::editor::panes::compare::CompareView;
use crate::editor::panes::context::SharedView;
use crate::editor::panes::gallery::view::GalleryView;
use crate::editor::panes::level::LevelView;
use crate::editor::panes::mission::MissionPaneView;
use crate::editor::panes::range::view::RangeView;
use crate::editor::panes::recipe::RecipeView;
use crate::editor::panes::room_painter::view::PainterView;
use crate::editor::panes::room_sets::RoomsView;
use crate::editor::panes::rule_editor::view::RuleView;
use crate::editor::panes::rules::counts::RulesView;
use crate::editor::panes::start_editor::StartView;
use crate::survey::SeedFilter;

/// The views of all panes.
#[derive(Default)]
pub struct PaneViews {
    /// State shared by several panes.
    pub shared: SharedView,
    /// View of the mission.
    pub mission: MissionPaneView,
    /// View of the level.
    pub level: LevelView,
    /// View of the comparison of two levels.
    pub compare: CompareView,
    /// View of the open rule.
    pub rule: RuleView,
    /// View of the start.
    pub start: StartView,
    /// View of the alphabet.
    pub alphabet: AlphabetView,
    /// View of the recipe.
    pub recipe: RecipeView,
    /// View of the list of rules.
    pub rules: RulesView,
    /// View of the list of rooms.
    pub rooms: RoomsView,
    /// View of the gallery.
    pub gallery: GalleryView,
    /// View of the expressive range.
    pub range: RangeView,
    /// State of the room painter.
    pub painter: PainterView,
    /// `true` if the list of problems has its full height: from a request until it is empty. A problem that
    /// appears during an edit must not push away the edited item.
    pub is_problem_list_open: bool,
    /// Pane that was requested by name; its drawing gets the keyboard focus.
    pub asked_for: Option<Pane>,
    /// Last rectangles of the panes in front.
    pub pane_rects: BTreeMap<Pane, Rect>,
}

impl PaneViews {
    /// Shows everything in all canvases.
    pub fn frame_all(&mut self) {
        self.mission.frame_all();
        self.level.frame_all();
        self.compare.frame_all();
        self.rule.frame_all();
        self.start.frame_all();
        self.painter.frame_all();
    }

    /// Resets everything about the previous project: selected, open and edited items.
    pub fn start_afresh(&mut self) {
        (self.rule, self.start, self.shared.trial) = Default::default();
        self.range.forget_project();
        self.rules.forget_levels();
        self.level.forget_mark();
        self.compare.start_afresh();
        self.shared.select(None);
        self.shared.open = OpenItems::default();
        self.shared.survey.forget_project();
        self.shared.seed_filter = SeedFilter::default();
        self.frame_all();
    }

    /// Ends a frame: the item hovered in it is highlighted in the next one. Requests another frame if that
    /// differs.
    pub fn finish_frame(&mut self, ctx: &egui::Context) {
        let hovered = self.shared.hovered_now.take();
        if hovered != self.shared.hovered {
            self.shared.hovered = hovered;
            ctx.request_repaint();
        }
    }
}
