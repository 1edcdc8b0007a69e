//! The two levels of a comparison on one or two canvases with one camera.

use egui::{
    Align2, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetType, pos2,
    vec2,
};

use super::labels::{paint_cell, paint_labels, paint_selected};
use super::patterns::SignTextures;
use super::shown::{ShownLevels, after_transform};
use super::view::{CompareMode, CompareView};
use crate::base::{Cell, printable};
use crate::difference::LevelTitle;
use crate::editor::canvas::camera::{Canvas, Lens};
use crate::editor::canvas::tiles::Overlays;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette, palette_of};
use crate::editor::widgets::toasts::keep_free;
use crate::editor::work::comparer::LevelComparison;
use crate::level::{Level, OwnedBy};

const LENS: Lens = Lens { zoom: (0.2, 64.0), framed_zoom: 24.0, is_picture: true, margin: 8.0 };

/// Opacity of the background over unchanged cells of the difference layer.
const VEIL: f32 = 0.62;
/// Space between two levels, in points.
const GAP: f32 = 2.0;

/// Shows the levels in the current mode.
pub(super) fn levels_ui(
    ui: &mut Ui,
    view: &mut CompareView,
    comparison: &LevelComparison,
    context: &mut PaneContext<'_>,
) {
    if view.signs.is_none() {
        view.signs = Some(SignTextures::new(ui.ctx()));
    }
    let whole = ui.available_rect_before_wrap();
    let pointed = view.pointed.take();
    match view.mode {
        CompareMode::SideBySide => {
            let parts = halves(whole, world_of(comparison).size());
            for (shown, part) in [ShownLevels::Before, ShownLevels::After].into_iter().zip(parts) {
                let mut part_ui = ui.new_child(UiBuilder::new().id_salt(shown.name()).max_rect(part));
                level_ui(&mut part_ui, view, shown, comparison, (pointed, context));
            }
        }
        CompareMode::Layer => level_ui(ui, view, ShownLevels::Layer, comparison, (pointed, context)),
        CompareMode::Onion => level_ui(ui, view, ShownLevels::Onion, comparison, (pointed, context)),
        CompareMode::Flicker => {
            let shown = if view.shows_before() { ShownLevels::Before } else { ShownLevels::After };
            level_ui(ui, view, shown, comparison, (pointed, context));
        }
    }
    if view.pointed != pointed {
        ui.ctx().request_repaint();
    }
}

/// Numbers of columns and rows in which two levels can be shown.
const BESIDE: Vec2 = vec2(2.0, 1.0);
const ABOVE: Vec2 = vec2(1.0, 2.0);

/// Returns the largest size of cells at which everything fits into a rectangle, in points.
pub(super) fn zoom_in(whole: Rect, mode: CompareMode, comparison: &LevelComparison) -> f32 {
    let size = whole.size() / world_of(comparison).size().max(Vec2::splat(1.0));
    match mode {
        CompareMode::SideBySide => (size / BESIDE).min_elem().max((size / ABOVE).min_elem()),
        CompareMode::Layer | CompareMode::Onion | CompareMode::Flicker => size.min_elem(),
    }
}

/// Returns two halves of the same size: next to each other, or above each other if the levels are larger then.
fn halves(whole: Rect, world: Vec2) -> [Rect; 2] {
    let zoom = |parts: Vec2| (whole.size() / parts / world).min_elem();
    let parts = if zoom(ABOVE) > zoom(BESIDE) { ABOVE } else { BESIDE };
    let gap = GAP * (parts - Vec2::splat(1.0));
    let size = ((whole.size() - gap) / parts).floor();
    [Rect::from_min_size(whole.min, size), Rect::from_min_size(whole.max - size, size)]
}

fn level_ui(
    ui: &mut Ui,
    view: &mut CompareView,
    shown: ShownLevels,
    comparison: &LevelComparison,
    (pointed, context): (Option<Cell>, &mut PaneContext<'_>),
) {
    let name = if view.mode == CompareMode::Flicker { "Map of one level" } else { shown.name() };
    let before = view.camera;
    let mut canvas = view.camera.canvas(ui, name, world_of(comparison), LENS);
    if view.camera.is_moved_from(before) {
        // The other canvas was already drawn.
        canvas.ui.ctx().request_repaint();
    }
    view.room = canvas.response.rect.size();
    paint_levels(&canvas, view, shown, comparison, context);
    paint_labels(&canvas, view, shown, comparison);
    paint_selected(&canvas, view, shown, comparison);
    if let Some(cell) = pointed {
        paint_cell(&canvas, cell);
    }
    title_ui(&mut canvas, view, shown, comparison);
    view.pointed = view.pointed.or_else(|| pointed_cell(&canvas, comparison));
    if let Some(cell) = pointed_cell(&canvas, comparison) {
        readout_ui(&mut canvas, &words_of(cell, comparison));
    }
    if canvas.response.double_clicked() {
        view.frame_all();
    }
}

fn paint_levels(
    canvas: &Canvas,
    view: &mut CompareView,
    shown: ShownLevels,
    comparison: &LevelComparison,
    context: &PaneContext<'_>,
) {
    // Signs stand out on dark ground in both themes, as in exported pictures.
    let ground = palette_of(true).canvas;
    let painter = canvas.ui.painter();
    let whole = canvas.screen_from_world * world_of(comparison);
    painter.rect_filled(whole, 0.0, ground);
    let shift = comparison.difference.shift;
    let transforms = [canvas.screen_from_world, after_transform(canvas.screen_from_world, shift)];
    let looks = (context.sheets.looks(), Overlays::default(), canvas.ui.visuals().dark_mode);
    let mut paint = |side: usize, painter: &Painter| {
        let level = (&comparison.levels[side], &[][..]);
        view.textures[side].paint(painter, transforms[side], level, context.document, looks);
    };
    match shown {
        ShownLevels::Before => paint(0, painter),
        ShownLevels::After => paint(1, painter),
        ShownLevels::Layer => {
            paint(1, painter);
            painter.rect_filled(whole, 0.0, ground.gamma_multiply(VEIL));
        }
        ShownLevels::Onion => {
            paint(0, painter);
            let mut over = painter.clone();
            over.set_opacity(view.opacity);
            if view.opacity > 0.0 {
                paint(1, &over);
            }
        }
    }
    let has_signs = match view.mode {
        CompareMode::SideBySide => view.has_marks,
        CompareMode::Layer => true,
        CompareMode::Onion | CompareMode::Flicker => false,
    };
    if let Some(signs) = view.signs.as_ref().filter(|_| has_signs) {
        signs.paint(painter, canvas.screen_from_world, &comparison.difference.cells, shown.marks());
    }
}

fn pointed_cell(canvas: &Canvas, comparison: &LevelComparison) -> Option<Cell> {
    let point = canvas.pointer()?;
    let cell = Cell::new(point.x.floor() as i32, point.y.floor() as i32);
    comparison.difference.cells.area().contains(cell).then_some(cell)
}

/// Describes a cell in both levels.
fn words_of(cell: Cell, comparison: &LevelComparison) -> String {
    let [before, after] = &comparison.levels;
    let (one, other) =
        (content_words(before, cell), content_words(after, cell + comparison.difference.shift));
    match comparison.difference.cells.at(cell).mark() {
        None => format!("{}, {}  ·  {one}", cell.x, cell.y),
        Some(mark) => format!("{}, {}  ·  {} {one}, now {other}", cell.x, cell.y, mark.sign()),
    }
}

fn content_words(level: &Level, cell: Cell) -> String {
    let Some(tile) = level.tile(cell) else { return "outside".to_owned() };
    let tile = printable(&tile.name);
    let owner = match level.owner(cell).who() {
        OwnedBy::Place(id) => level.place(id).map(|place| &place.symbol),
        OwnedBy::Passage(id) => level.passage(id).map(|passage| &passage.symbol),
        OwnedBy::Nobody => None,
    };
    owner.map_or_else(|| tile.to_string(), |owner| format!("{tile} of {}", printable(owner)))
}

/// Shows which level a canvas shows, in its corner.
fn title_ui(canvas: &mut Canvas, view: &CompareView, shown: ShownLevels, comparison: &LevelComparison) {
    let title = |name: &str, title: &LevelTitle| format!("{name}  ·  seed {}", title.seed);
    let [before, after] = &view.sides;
    let difference = &comparison.difference;
    let text = match shown {
        ShownLevels::Before => title(&before.words(), &difference.before),
        ShownLevels::After => title(&after.words(), &difference.after),
        ShownLevels::Layer => "+ added  ·  − removed  ·  ~ changed".to_owned(),
        ShownLevels::Onion => format!("{} under {}", before.words(), after.words().to_lowercase()),
    };
    let corner = canvas.response.rect.left_top() + vec2(8.0, 8.0);
    plate_ui(canvas, &text, (corner, Align2::LEFT_TOP), "title");
}

fn readout_ui(canvas: &mut Canvas, text: &str) {
    let corner = canvas.response.rect.left_bottom() + vec2(8.0, -8.0);
    let rect = plate_ui(canvas, text, (corner, Align2::LEFT_BOTTOM), "readout");
    keep_free(canvas.ui.ctx(), rect);
}

/// Shows a line of text on a plate.
fn plate_ui(canvas: &mut Canvas, text: &str, (corner, align): (Pos2, Align2), id: &str) -> Rect {
    let colors = palette(&canvas.ui);
    let width = (canvas.response.rect.width() - 32.0).max(60.0);
    let galley = canvas.ui.painter().layout(text.to_owned(), font(style::SMALL + 0.5), colors.text, width);
    let rect = align.anchor_size(corner, galley.size() + vec2(16.0, 8.0));
    let line = Stroke::new(1.0, colors.line);
    canvas.ui.painter().rect(rect, CornerRadius::same(5), colors.panel, line, StrokeKind::Inside);
    canvas.ui.painter().galley(rect.min + vec2(8.0, 4.0), galley, colors.text);
    let response = canvas.ui.interact(rect, canvas.response.id.with(id), egui::Sense::hover());
    response.widget_info(|| info::labeled(WidgetType::Label, true, text));
    rect
}

/// Returns the rectangle of the cells that a comparison shows.
fn world_of(comparison: &LevelComparison) -> Rect {
    let area = comparison.difference.cells.area();
    let corner = pos2(area.min.x as f32, area.min.y as f32);
    Rect::from_min_size(corner, vec2(area.size.width as f32, area.size.height as f32))
}
