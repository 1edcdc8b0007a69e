//! Handles at the edges of the picture, which resize the room.

use egui::{CursorIcon, Rect, Sense, Stroke, StrokeKind, Ui, WidgetType, pos2, vec2};

use super::open::Open;
use super::placement::{self, PicturePlacement};
use super::view::{DraggedEdge, PainterView};
use crate::base::{Direction, Size};
use crate::document::{PictureEdit, SideGrowth};
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{font, palette};
use crate::rooms::RoomTemplate;

/// Distance of the handles from the picture, and their thickness, in points.
const DISTANCE: f32 = 5.0;
const THICKNESS: f32 = 5.0;

/// Shows the handles, and a preview of the new size while one is dragged.
pub(super) fn handles_ui(
    ui: &Ui,
    place: PicturePlacement,
    view: &mut PainterView,
    open: &Open<'_>,
    commands: &mut Vec<Command>,
) {
    for edge in Direction::ALL {
        handle_ui(ui, place, edge, view, open, commands);
    }
    let size = open.room.size();
    let sides = match (view.pulled, view.size) {
        (Some(pulled), _) => sides_of(pulled.edge, cells_of(pulled, place, size)),
        (None, Some(wanted)) => view.anchor.sides(size, wanted),
        (None, None) => return,
    };
    paint_outline(ui, place, sides, size);
}

fn handle_ui(
    ui: &Ui,
    place: PicturePlacement,
    edge: Direction,
    view: &mut PainterView,
    open: &Open<'_>,
    commands: &mut Vec<Command>,
) {
    let colors = palette(ui);
    let bar = bar_of(place.rect, edge);
    let name = match edge {
        Direction::North => "Top edge",
        Direction::East => "Right edge",
        Direction::South => "Bottom edge",
        Direction::West => "Left edge",
    };
    let id = placement::canvas_id().with(name);
    let response = ui.interact(bar.expand(4.0), id, Sense::drag());
    response.widget_info(|| info::labeled(WidgetType::ResizeHandle, true, name));
    let is_pulled = view.pulled.is_some_and(|pulled| pulled.edge == edge);
    let color = if is_pulled || response.hovered() { colors.accent } else { colors.line };
    ui.painter().rect_filled(bar, 2.0, color);
    if response.drag_started() {
        view.stroke = None;
        view.pulled = Some(DraggedEdge { edge, points: 0.0 });
    }
    let outwards = edge.offset();
    if let Some(pulled) = view.pulled.as_mut().filter(|pulled| pulled.edge == edge) {
        let delta = response.drag_delta();
        pulled.points += delta.x * outwards.x as f32 + delta.y * outwards.y as f32;
        if !response.dragged() {
            let sides = sides_of(edge, cells_of(*pulled, place, open.room.size()));
            if sides != SideGrowth::default() {
                commands.push(open.draw(PictureEdit::Resize { sides, growth: view.growth }));
            }
            view.pulled = None;
        }
    }
    let cursor = if edge.is_level() { CursorIcon::ResizeHorizontal } else { CursorIcon::ResizeVertical };
    response.on_hover_cursor(cursor).on_hover_text("Drag to resize the room");
}

fn bar_of(picture: Rect, edge: Direction) -> Rect {
    let around = picture.expand(DISTANCE + THICKNESS / 2.0);
    let middle = picture.center();
    let length = |side: f32| (side * 0.34).clamp(14.0, 90.0);
    let (level, upright) =
        (vec2(length(picture.width()), THICKNESS), vec2(THICKNESS, length(picture.height())));
    match edge {
        Direction::North => Rect::from_center_size(pos2(middle.x, around.top()), level),
        Direction::South => Rect::from_center_size(pos2(middle.x, around.bottom()), level),
        Direction::East => Rect::from_center_size(pos2(around.right(), middle.y), upright),
        Direction::West => Rect::from_center_size(pos2(around.left(), middle.y), upright),
    }
}

/// Returns the number of rows or columns to add.
fn cells_of(pulled: DraggedEdge, place: PicturePlacement, size: Size) -> i32 {
    let side = if pulled.edge.is_level() { size.width } else { size.height } as i32;
    let cells = (pulled.points / place.side.max(1.0)).round() as i32;
    cells.clamp(1 - side, (RoomTemplate::MAX_SIDE as i32 - side).max(0))
}

fn sides_of(edge: Direction, cells: i32) -> SideGrowth {
    let none = SideGrowth::default();
    match edge {
        Direction::North => SideGrowth { top: cells, ..none },
        Direction::East => SideGrowth { right: cells, ..none },
        Direction::South => SideGrowth { bottom: cells, ..none },
        Direction::West => SideGrowth { left: cells, ..none },
    }
}

fn paint_outline(ui: &Ui, place: PicturePlacement, sides: SideGrowth, size: Size) {
    let accent = palette(ui).accent;
    let far = |cells: i32| cells as f32 * place.side;
    let min = place.rect.min - vec2(far(sides.left), far(sides.top));
    let max = place.rect.max + vec2(far(sides.right), far(sides.bottom));
    let rect = Rect::from_min_max(min, max);
    // The outline may exceed the canvas, so it is painted on top.
    let painter =
        ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::new("room outline")));
    painter.rect_stroke(rect, 0.0, Stroke::new(2.0, accent), StrokeKind::Outside);
    let (width, height) =
        (size.width as i32 + sides.left + sides.right, size.height as i32 + sides.top + sides.bottom);
    let colors = palette(ui);
    let galley = painter.layout_no_wrap(format!("{width} × {height}"), font(13.0), colors.strong);
    let ground = Rect::from_center_size(rect.center(), galley.size() + vec2(14.0, 8.0));
    painter.rect_filled(ground, 5.0, colors.panel);
    painter.galley(ground.center() - galley.size() / 2.0, galley, colors.strong);
}
