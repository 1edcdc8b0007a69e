//! Names, badges and outlines over the maps of a comparison.

use egui::emath::TSTransform;
use egui::{Align2, Color32, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::shown::{ShownLevels, after_transform};
use super::view::{CompareMode, CompareView, SelectedDifference};
use crate::base::{Cell, Direction, printable};
use crate::difference::{BeforeAfter, DifferenceMark, PassageSide, PlaceSide};
use crate::editor::canvas::camera::Canvas;
use crate::editor::widgets::style::{self, font, paint_of, palette};
use crate::editor::work::comparer::LevelComparison;
use crate::level::{Level, Owner, PlaceId};
use crate::overlay::{difference_color, sign_color};

/// Minimum size of cells for the names of places, and for the badges of things, in points.
const NAMES_FROM: f32 = 5.0;
const BADGES_FROM: f32 = 4.0;
/// Maximum number of names and of badges.
const MOST_LABELS: usize = 200;

/// Paints the names of places that were added or removed, and badges on things that differ.
pub(super) fn paint_labels(
    canvas: &Canvas,
    view: &CompareView,
    shown: ShownLevels,
    comparison: &LevelComparison,
) {
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
pub(super) fn paint_selected(
    canvas: &Canvas,
    view: &CompareView,
    shown: ShownLevels,
    comparison: &LevelComparison,
) {
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
            let ends =
                |side: Option<&PassageSide>| side.map_or_else(Vec::new, |side| vec![side.from, side.to]);
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
pub(super) fn paint_cell(canvas: &Canvas, cell: Cell) {
    let rect = Rect::from_min_size(pos2(cell.x as f32, cell.y as f32), Vec2::splat(1.0));
    let rect = (canvas.screen_from_world * rect).expand(1.0);
    let painter = canvas.ui.painter();
    painter.rect_stroke(rect, 1.0, Stroke::new(3.5, Color32::from_black_alpha(200)), StrokeKind::Outside);
    painter.rect_stroke(rect, 1.0, Stroke::new(1.5, Color32::WHITE), StrokeKind::Outside);
}
