//! Pins in the level: shows them, and pins places by dragging.

use egui::{PointerButton, Pos2, Rect, Stroke, StrokeKind, Ui, vec2};

use super::middle_of;
use crate::base::{Cell, printable};
use crate::document::Edit;
use crate::editor::canvas::camera::Canvas;
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::pins::{middle, paint_pin, pin_for_all, pin_for_seed, pinned};
use crate::editor::widgets::style::palette;
use crate::level::Level;
use crate::mission::NodeId;

/// A place being dragged.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraggedPlace {
    node: NodeId,
    /// Start of the drag in the level.
    from: Pos2,
}

/// Paints a pin on each pinned place.
pub(super) fn paint_pins(canvas: &Canvas, level: &Level, context: &PaneContext<'_>) {
    for (node, pin) in pinned(level, context) {
        let Some(place) = level.places.iter().find(|place| place.node == node) else { continue };
        let point = canvas.screen_from_world * middle_of(middle(place));
        let name = format!("Pin of {}, node {}", place.symbol, place.node.0);
        paint_pin(canvas, point, (place, &pin), &name);
    }
}

/// Returns `true` if a drag with the primary button began on the selected place.
pub(super) fn begins_on_selected(canvas: &Canvas, level: &Level, context: &PaneContext<'_>) -> bool {
    pressed(canvas, level).is_some_and(|(node, _)| Some(node) == context.shared.selected)
}

/// Returns the node of the place on which the primary button was pressed, and the position in the level.
fn pressed(canvas: &Canvas, level: &Level) -> Option<(NodeId, Pos2)> {
    let is_primary = canvas.response.dragged_by(PointerButton::Primary) && !canvas.is_pulled();
    let origin = canvas.ui.input(|input| input.pointer.press_origin()).filter(|_| is_primary)?;
    let from = canvas.screen_from_world.inverse() * origin;
    let cell = Cell::new(from.x.floor() as i32, from.y.floor() as i32);
    let place = level.place(level.owner(cell).place()?)?;
    Some((place.node, from))
}

/// Follows a dragged place, and pins it where it is released.
pub(super) fn hold(
    canvas: &Canvas,
    held: &mut Option<DraggedPlace>,
    level: &Level,
    context: &mut PaneContext<'_>,
) {
    if held.is_none() && begins_on_selected(canvas, level, context) {
        *held = pressed(canvas, level).map(|(node, from)| DraggedPlace { node, from });
    }
    let Some(DraggedPlace { node, from }) = *held else { return };
    let place = level.places.iter().find(|place| place.node == node);
    let pointer = canvas.ui.input(|input| input.pointer.latest_pos());
    let (Some(place), Some(pointer)) = (place, pointer) else {
        *held = None;
        return;
    };
    let by = canvas.screen_from_world.inverse() * pointer - from;
    let by = Cell::new(by.x.round() as i32, by.y.round() as i32);
    let corner = place.bounds.min + by;
    let size = place.bounds.size;
    let ghost = Rect::from_min_size(
        Pos2::new(corner.x as f32, corner.y as f32),
        vec2(size.width as f32, size.height as f32),
    );
    let colors = palette(&canvas.ui);
    let painter = canvas.ui.painter();
    let rect = canvas.screen_from_world * ghost;
    painter.rect_filled(rect, 2.0, colors.accent.gamma_multiply(0.2));
    painter.rect_stroke(rect, 2.0, Stroke::new(2.0, colors.accent), StrokeKind::Inside);
    if canvas.ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        *held = None;
    } else if !canvas.ui.input(|input| input.pointer.primary_down()) {
        *held = None;
        if by != Cell::new(0, 0) {
            pin_for_seed(place, middle(place) + by, context);
        }
    }
}

/// Shows the items that pin the selected place at its position, or remove its pin.
pub(super) fn menu_ui(ui: &mut Ui, level: &Level, context: &mut PaneContext<'_>) {
    let selected = context.shared.selected.and_then(|node| context.run_view.place_of(node)).cloned();
    let off = selected.as_ref().and_then(|place| pinned(level, context).remove(&place.node));
    let item = |ui: &mut Ui, text: &str, tooltip: &str, is_ready: bool| {
        let button = ui.add_enabled(is_ready, egui::Button::new(text));
        button.on_hover_text(tooltip).on_disabled_hover_text("Select a place first").clicked()
    };
    let is_ready = selected.is_some();
    if item(ui, "Pin here", "Keeps the place here for this seed while you change the grammar", is_ready)
        && let Some(place) = &selected
    {
        pin_for_seed(place, middle(place), context);
        ui.close();
    }
    let symbol = selected.as_ref().map_or_else(String::new, |place| printable(&place.symbol).into_owned());
    let tooltip = format!("Pins the first {symbol} here in the grammar");
    if item(ui, "Pin here for every seed", &tooltip, is_ready)
        && let Some(place) = &selected
    {
        pin_for_all(level, place, context);
        ui.close();
    }
    if item(ui, "Take the pin off", "Lets the layout choose the position", off.is_some()) {
        context.commands.extend(off.map(|pin| Command::Edit(Edit::Pins(pin.off))));
        ui.close();
    }
}
