//! The pane that compares two levels: side by side with one camera, as a difference layer, as onion skin, or one
//! after the other.
//!
//! The two levels are made and compared in the background. They are made again when the project changes.

mod canvases;
mod chooser;
mod differences;
mod patterns;
mod sources;

use std::sync::Arc;

use egui::{Frame, Label, Margin, Rect, RichText, Ui, UiBuilder, Vec2, WidgetType, pos2};

use crate::base::Cell;
use crate::difference::LevelAlignment;
use crate::editor::canvas::camera::Camera;
use crate::editor::canvas::tiles::TileTextures;
use crate::editor::command::Command;
use crate::editor::compared_side::ComparedSide;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::message::message_ui;
use crate::editor::widgets::style::{self, palette};
use crate::editor::work::comparer::{CompareLevels, LevelComparison};
use crate::level::Level;

use patterns::SignTextures;
use sources::ComparisonKey;

/// Minimum width of the pane for the list next to the levels, in points.
const LIST_BESIDE_FROM: f32 = 700.0;
/// Width of the list next to the levels, in points.
const LIST_WIDTH: f32 = 290.0;
/// Share of the height that the list below the levels takes.
const LIST_SHARE: f32 = 0.36;

/// The way in which two levels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompareMode {
    /// Next to each other.
    #[default]
    SideBySide,
    /// One picture with all differences.
    Layer,
    /// One over the other.
    Onion,
    /// One after the other.
    Flicker,
}

/// The item of the list of differences that is selected, by its position among its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectedDifference {
    /// A place.
    Place(usize),
    /// A passage.
    Passage(usize),
    /// An entity.
    Entity(usize),
}

/// The view of the comparison.
pub struct CompareView {
    /// The levels before and after.
    pub sides: [ComparedSide; 2],
    /// The level that was kept last.
    pub kept: Option<Arc<Level>>,
    /// The way in which they are shown.
    pub mode: CompareMode,
    /// The way in which cells are compared.
    pub alignment: LevelAlignment,
    /// `true` to mark differences on the two levels too.
    has_marks: bool,
    /// Opacity of the level after, from 0 to 1.
    opacity: f32,
    /// `true` if flicker shows the level before, and `true` while the button or key for it is held.
    is_before: bool,
    is_held: bool,
    camera: Camera,
    /// Size of a canvas in the last frame.
    room: Vec2,
    textures: [TileTextures; 2],
    signs: Option<SignTextures>,
    /// The request of the last comparison.
    asked: Option<ComparisonKey>,
    found: Option<Result<LevelComparison, String>>,
    selected: Option<SelectedDifference>,
    /// The cell of the level before under the pointer in the last frame.
    pointed: Option<Cell>,
}

impl Default for CompareView {
    fn default() -> Self {
        Self {
            sides: [ComparedSide::BeforeLastEdit, ComparedSide::Shown],
            kept: None,
            mode: CompareMode::default(),
            alignment: LevelAlignment::default(),
            has_marks: true,
            opacity: 0.5,
            is_before: false,
            is_held: false,
            camera: Camera::default(),
            room: Vec2::ZERO,
            textures: Default::default(),
            signs: None,
            asked: None,
            found: None,
            selected: None,
            pointed: None,
        }
    }
}

impl CompareView {
    /// Shows everything.
    pub fn frame_all(&mut self) {
        self.camera.frame_all();
    }

    /// Compares other levels.
    pub fn compare(&mut self, sides: [ComparedSide; 2]) {
        self.sides = sides;
        self.selected = None;
        self.frame_all();
    }

    /// Keeps a level, to compare it with later ones.
    pub fn keep(&mut self, level: &Arc<Level>) {
        self.kept = Some(Arc::clone(level));
        self.compare([ComparedSide::Kept(Arc::clone(level)), ComparedSide::Shown]);
    }

    /// Forgets the levels of the last project.
    pub fn start_afresh(&mut self) {
        *self = Self { mode: self.mode, alignment: self.alignment, ..Self::default() };
    }

    /// Returns the finished comparison.
    pub fn comparison(&self) -> Option<&LevelComparison> {
        self.found.as_ref()?.as_ref().ok()
    }

    /// Returns the level before that is shown, instead of the level after.
    pub fn shows_before(&self) -> bool {
        self.is_before || self.is_held
    }
}

/// Shows the comparison.
pub fn pane_ui(ui: &mut Ui, view: &mut CompareView, context: &mut PaneContext<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    sources::update(view, context);
    chooser::toolbar_ui(ui, view, context);
    let comparison = match &view.found {
        Some(Ok(comparison)) => comparison.clone(),
        Some(Err(why)) => {
            let why = why.clone();
            nothing_ui(ui, &why, context);
            return;
        }
        None => {
            let is_busy = context.jobs.is_busy::<CompareLevels>();
            let why = if is_busy { "The program is making the levels" } else { context.why_nothing() };
            message_ui(ui, "No comparison yet", why);
            return;
        }
    };
    let whole = ui.available_rect_before_wrap();
    let (levels, list) = if whole.width() >= LIST_BESIDE_FROM {
        whole.split_left_right_at_x(whole.right() - LIST_WIDTH)
    } else {
        whole.split_top_bottom_at_y(whole.bottom() - (whole.height() * LIST_SHARE).round())
    };
    let mut list_ui = ui.new_child(UiBuilder::new().id_salt("differences").max_rect(list));
    list_ui.shrink_clip_rect(list);
    differences::list_ui(&mut list_ui, view, &comparison, context);
    let mut levels_ui = ui.new_child(UiBuilder::new().id_salt("levels").max_rect(levels));
    canvases::levels_ui(&mut levels_ui, view, &comparison, context);
    ui.allocate_rect(whole, egui::Sense::hover());
}

/// Shows why there is nothing to compare, and what can be compared instead.
fn nothing_ui(ui: &mut Ui, why: &str, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    Frame::new().inner_margin(Margin::symmetric(24, 0)).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space((ui.available_height() * 0.36).max(0.0));
            ui.label(RichText::new("Nothing to compare").size(style::TITLE).color(colors.text));
            let label = ui.add(Label::new(RichText::new(why).color(colors.dim)).wrap());
            label.widget_info(|| info::labeled(WidgetType::Label, true, why));
            ui.add_space(8.0);
            let seed = context.run_view.run.as_ref().map(|run| run.request.seed);
            let next = seed.map(|seed| crate::base::Seed(seed.0.wrapping_add(1)));
            if let (Some(seed), Some(next)) = (seed, next)
                && ui.button(format!("Compare with seed {next}")).clicked()
            {
                context.commands.push(Command::CompareSeeds(seed, next));
            }
            if context.run_view.level().is_some() && ui.button("Keep this level to compare").clicked() {
                context.commands.push(Command::KeepToCompare);
            }
        });
    });
}

/// Returns the rectangle of the cells that a comparison shows.
fn world_of(comparison: &LevelComparison) -> Rect {
    let area = comparison.difference.cells.area();
    let corner = pos2(area.min.x as f32, area.min.y as f32);
    Rect::from_min_size(corner, egui::vec2(area.size.width as f32, area.size.height as f32))
}
