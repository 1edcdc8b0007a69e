//! Width and height as numbers, and the part that stays in place when they change.

use egui::{DragValue, Rect, Response, RichText, Sense, Ui, WidgetType, pos2, vec2};
use egui_phosphor::regular as icon;

use super::anchor::PictureAnchor;
use super::open::Open;
use super::view::PainterView;
use crate::document::{PictureEdit, ResizeMode};
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::refusals::number_field;
use crate::editor::widgets::style::{ROW_HEIGHT, palette};
use crate::rooms::RoomTemplate;

/// Shows the two numbers, the anchor, and whether walls move along.
pub(super) fn size_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    let now = open.room.size();
    let mut wanted = view.size.unwrap_or(now);
    let width = side_ui(ui, &mut wanted.width, "Width of the room");
    ui.label(RichText::new("×").color(palette(ui).dim));
    let height = side_ui(ui, &mut wanted.height, "Height of the room");
    let is_going_on =
        |response: &Response| response.dragged() || (response.has_focus() && !response.changed());
    if is_going_on(&width) || is_going_on(&height) {
        view.size = Some(wanted);
    } else {
        view.size = None;
        if wanted != now {
            let sides = view.anchor.sides(now, wanted);
            commands.push(open.draw(PictureEdit::Resize { sides, growth: view.growth }));
        }
    }
    anchor_ui(ui, &mut view.anchor);
    let mut moves = view.growth == ResizeMode::Inside;
    let color = if moves { palette(ui).accent } else { palette(ui).dim };
    let button = ui.button(RichText::new(icon::WALL).color(color));
    button.widget_info(|| info::selected(WidgetType::Checkbox, true, moves, "Walls move along"));
    let tooltip = "Keeps the outermost walls and sockets when you resize the room. If you turn it off, new rows and columns become wall.";
    if button.on_hover_text(tooltip).clicked() {
        moves = !moves;
    }
    view.growth = if moves { ResizeMode::Inside } else { ResizeMode::Outside };
}

fn side_ui(ui: &mut Ui, side: &mut u32, name: &str) -> Response {
    let before = *side;
    let most = RoomTemplate::MAX_SIDE;
    let drag = DragValue::new(side).range(1..=most).clamp_existing_to_range(false).speed(0.1);
    let response = number_field(ui, Some(vec2(34.0, ROW_HEIGHT)), drag, (1.0, f64::from(most)));
    response.widget_info(|| info::number(f64::from(before), name));
    response.on_hover_text(format!("{name}, in cells; drag or type"))
}

/// Shows nine dots; the selected one is the part that stays in place.
fn anchor_ui(ui: &mut Ui, anchor: &mut PictureAnchor) {
    let colors = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ROW_HEIGHT, ROW_HEIGHT), Sense::hover());
    ui.painter().rect_filled(rect, 5.0, colors.field);
    let third = rect.width() / 3.0;
    for (x, y) in (0..3_u8).flat_map(|y| (0..3_u8).map(move |x| (x, y))) {
        let this = PictureAnchor { x, y };
        let corner = pos2(rect.left() + f32::from(x) * third, rect.top() + f32::from(y) * third);
        let dot = Rect::from_min_size(corner, vec2(third, third));
        let response = ui.interact(dot, ui.id().with(("anchor", x, y)), Sense::click());
        let chosen = *anchor == this;
        response.widget_info(|| info::selected(WidgetType::RadioButton, true, chosen, this.name()));
        let color =
            if chosen || response.hovered() || response.has_focus() { colors.accent } else { colors.dim };
        ui.painter().circle_filled(dot.center(), if chosen { 3.0 } else { 1.5 }, color);
        if response.on_hover_text(format!("{} where it is when the size changes", this.name())).clicked() {
            *anchor = this;
        }
    }
}
