//! The two levels of a comparison on one or two canvases with one camera.

use egui::emath::TSTransform;
use egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetType,
    pos2, vec2,
};

use super::patterns::SignTextures;
use super::{CompareMode, CompareView, SelectedDifference, world_of};
use crate::base::{Cell, Direction, printable};
use crate::difference::{BeforeAfter, DifferenceMark, LevelTitle, PlaceSide};
use crate::editor::canvas::camera::{Canvas, Lens};
use crate::editor::canvas::tiles::Overlays;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, paint_of, palette};
use crate::editor::widgets::toasts::keep_free;
use crate::editor::work::comparer::LevelComparison;
use crate::level::{Level, OwnedBy, Owner, PlaceId};
use crate::overlay::{difference_color, sign_color};

const LENS: Lens = Lens { zoom: (0.2, 64.0), framed_zoom: 24.0, is_picture: true, margin: 8.0 };

/// Opacity of the background over unchanged cells of the difference layer.
const VEIL: f32 = 0.62;
/// Space between two levels, in points.
const GAP: f32 = 2.0;
/// Minimum size of cells for the names of places, and for the badges of things, in points.
const NAMES_FROM: f32 = 5.0;
const BADGES_FROM: f32 = 4.0;
/// Maximum number of names and of badges.
const MOST_LABELS: usize = 200;

/// The levels that a canvas shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShownLevels {
    Before,
    After,
    /// Both, as difference layer.
    Layer,
    /// Both, one over the other.
    Onion,
}

impl ShownLevels {
    /// Returns the name of its canvas.
    const fn name(self) -> &'static str {
        match self {
            Self::Before => "Map of the level before",
            Self::After => "Map of the level after",
            Self::Layer => "Map of the differences",
            Self::Onion => "Map of both levels",
        }
    }

    /// Returns the marks that its canvas can show.
    const fn marks(self) -> &'static [DifferenceMark] {
        match self {
            Self::Before => &[DifferenceMark::Removed, DifferenceMark::Changed],
            Self::After => &[DifferenceMark::Added, DifferenceMark::Changed],
            Self::Layer | Self::Onion => &DifferenceMark::ALL,
        }
    }
}

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
            let width = ((whole.width() - GAP) / 2.0).floor();
            let size = vec2(width, whole.height());
            for (shown, left) in
                [(ShownLevels::Before, whole.left()), (ShownLevels::After, whole.right() - width)]
            {
                let part = Rect::from_min_size(pos2(left, whole.top()), size);
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

/// Returns the transform of the level after.
fn after_transform(screen_from_world: TSTransform, shift: Cell) -> TSTransform {
    screen_from_world * TSTransform::from_translation(vec2(-shift.x as f32, -shift.y as f32))
}

fn paint_levels(
    canvas: &Canvas,
    view: &mut CompareView,
    shown: ShownLevels,
    comparison: &LevelComparison,
    context: &PaneContext<'_>,
) {
    let colors = palette(&canvas.ui);
    let painter = canvas.ui.painter();
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
            painter.rect_filled(canvas.ui.clip_rect(), 0.0, colors.canvas.gamma_multiply(VEIL));
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

/// Paints the names of places that were added or removed, and badges on things that differ.
fn paint_labels(canvas: &Canvas, view: &CompareView, shown: ShownLevels, comparison: &LevelComparison) {
    let has_labels = match view.mode {
        CompareMode::SideBySide => view.has_marks,
        CompareMode::Layer => true,
        CompareMode::Onion | CompareMode::Flicker => false,
    };
    if !has_labels {
        return;
    }
    let difference = &comparison.difference;
    let is_shown = |mark: DifferenceMark| shown.marks().contains(&mark);
    if canvas.zoom() >= BADGES_FROM {
        let entities = difference.entities.iter().filter(|entity| is_shown(entity.sides.mark()));
        for entity in entities.take(MOST_LABELS) {
            let BeforeAfter { before, after } = &entity.sides;
            let before = before.as_ref().filter(|_| shown != ShownLevels::After || after.is_none());
            let after = after.as_ref().map(|side| side.at - difference.shift);
            if let Some(at) = before.map(|side| side.at).or(after) {
                paint_badge(canvas, at, entity.sides.mark());
            }
        }
    }
    let places = difference.places.iter().filter(|place| {
        let mark = place.mark();
        mark != DifferenceMark::Changed && is_shown(mark)
    });
    for place in places.take(MOST_LABELS).filter(|_| canvas.zoom() >= NAMES_FROM) {
        if let Some((side, middle)) = side_of(&place.sides, difference.shift) {
            paint_name(canvas, side, middle, place.mark());
        }
    }
}

/// Returns a place of a difference, with its middle in the world.
fn side_of(sides: &BeforeAfter<PlaceSide>, shift: Cell) -> Option<(&PlaceSide, Pos2)> {
    let (side, by) = match (&sides.before, &sides.after) {
        (Some(side), _) => (side, Cell::default()),
        (None, side) => (side.as_ref()?, shift),
    };
    Some((side, middle_of(side.bounds, by)))
}

/// Returns the middle of bounds in the world.
pub(super) fn middle_of(bounds: crate::base::Rect, shift: Cell) -> Pos2 {
    let at = |from: i32, shift: i32, length: u32| from.wrapping_sub(shift) as f32 + length as f32 / 2.0;
    let (min, size) = (bounds.min, bounds.size);
    pos2(at(min.x, shift.x, size.width), at(min.y, shift.y, size.height))
}

fn paint_badge(canvas: &Canvas, at: Cell, mark: DifferenceMark) {
    let middle = canvas.screen_from_world * pos2(at.x as f32 + 0.5, at.y as f32 + 0.5);
    let painter = canvas.ui.painter();
    let radius = (canvas.zoom() * 0.55).clamp(6.0, 11.0);
    painter.circle_filled(middle, radius + 1.5, Color32::from_black_alpha(180));
    painter.circle_filled(middle, radius, paint_of(difference_color(mark)));
    let (sign, color) = (mark.sign(), paint_of(sign_color(mark)));
    painter.text(middle, Align2::CENTER_CENTER, sign, font(radius * 1.6), color);
}

fn paint_name(canvas: &Canvas, side: &PlaceSide, middle: Pos2, mark: DifferenceMark) {
    let painter = canvas.ui.painter();
    let text = format!("{} {}", mark.sign(), printable(&side.symbol));
    let galley = painter.layout_no_wrap(text, font(style::SMALL), Color32::WHITE);
    let rect = Align2::CENTER_CENTER.anchor_size(canvas.screen_from_world * middle, galley.size());
    let plate = rect.expand2(vec2(5.0, 2.0));
    let rim = Stroke::new(1.5, paint_of(difference_color(mark)));
    painter.rect(plate, 4.0, Color32::from_black_alpha(190), rim, StrokeKind::Inside);
    painter.galley(rect.min, galley, Color32::WHITE);
}

/// Outlines the selected difference, in both levels where it is in both.
fn paint_selected(canvas: &Canvas, view: &CompareView, shown: ShownLevels, comparison: &LevelComparison) {
    let Some(selected) = view.selected else { return };
    let difference = &comparison.difference;
    let (before, after): (Vec<PlaceId>, Vec<PlaceId>) = match selected {
        SelectedDifference::Place(index) => {
            let sides = difference.places.get(index).map(|place| &place.sides);
            let id = |side: Option<&PlaceSide>| side.map(|side| side.id).into_iter().collect();
            (
                id(sides.and_then(|sides| sides.before.as_ref())),
                id(sides.and_then(|sides| sides.after.as_ref())),
            )
        }
        SelectedDifference::Passage(index) => {
            let sides = difference.passages.get(index).map(|passage| &passage.sides);
            let before = sides.and_then(|sides| sides.before.as_ref());
            let after = sides.and_then(|sides| sides.after.as_ref());
            let ends = |side: Option<&crate::difference::PassageSide>| {
                side.map_or_else(Vec::new, |side| vec![side.from, side.to])
            };
            (ends(before), ends(after))
        }
        SelectedDifference::Entity(index) => {
            let sides = difference.entities.get(index).map(|entity| &entity.sides);
            if let Some(at) = sides.and_then(|sides| match (&sides.before, &sides.after) {
                (_, Some(side)) if shown != ShownLevels::Before => Some(side.at - difference.shift),
                (Some(side), _) => Some(side.at),
                (None, _) => None,
            }) {
                paint_cell(canvas, at);
            }
            return;
        }
    };
    let transform = after_transform(canvas.screen_from_world, difference.shift);
    if shown != ShownLevels::After {
        before.iter().for_each(|id| outline(canvas, &comparison.levels[0], *id, canvas.screen_from_world));
    }
    if shown != ShownLevels::Before {
        after.iter().for_each(|id| outline(canvas, &comparison.levels[1], *id, transform));
    }
}

/// Outlines the cells of a place.
fn outline(canvas: &Canvas, level: &Level, id: PlaceId, screen_from_world: TSTransform) {
    let Some(place) = level.place(id) else { return };
    let colors = palette(&canvas.ui);
    let owner = Owner::from(id);
    let cells = place.bounds.shared(level.tiles.rect()).cells();
    for cell in cells.filter(|cell| level.owner(*cell) == owner) {
        for direction in Direction::ALL.into_iter().filter(|side| level.owner(cell.step(*side)) != owner) {
            let ends = side_of_cell(cell, direction).map(|end| screen_from_world * end);
            canvas.ui.painter().line_segment(ends, Stroke::new(5.0, colors.canvas.gamma_multiply(0.7)));
            canvas.ui.painter().line_segment(ends, Stroke::new(2.5, colors.accent));
        }
    }
}

fn side_of_cell(cell: Cell, direction: Direction) -> [Pos2; 2] {
    let corner = |x: i32, y: i32| pos2((cell.x + x) as f32, (cell.y + y) as f32);
    match direction {
        Direction::North => [corner(0, 0), corner(1, 0)],
        Direction::East => [corner(1, 0), corner(1, 1)],
        Direction::South => [corner(0, 1), corner(1, 1)],
        Direction::West => [corner(0, 0), corner(0, 1)],
    }
}

/// Frames a cell of the level before.
fn paint_cell(canvas: &Canvas, cell: Cell) {
    let rect = Rect::from_min_size(pos2(cell.x as f32, cell.y as f32), Vec2::splat(1.0));
    let rect = (canvas.screen_from_world * rect).expand(1.0);
    let painter = canvas.ui.painter();
    painter.rect_stroke(rect, 1.0, Stroke::new(3.5, Color32::from_black_alpha(200)), StrokeKind::Outside);
    painter.rect_stroke(rect, 1.0, Stroke::new(1.5, Color32::WHITE), StrokeKind::Outside);
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
        Some(mark) => format!("{}, {}  ·  {} {one}  →  {other}", cell.x, cell.y, mark.sign()),
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
