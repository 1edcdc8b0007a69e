//! A room in the list: its picture, its name, its facts, and its actions.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Color32, CornerRadius, DragAndDrop, Key, Modifiers, Rect, Response, Sense, Stroke, Ui,
    WidgetType, pos2, vec2,
};
use egui_phosphor::regular as icon;

use super::add_room;
use crate::base::{Severity, printable, printable_text};
use crate::document::{Edit, Location, OpenRooms, RoomsEdit};
use crate::editor::canvas::room_picture::{CellStyles, fit};
use crate::editor::canvas::swatch::swatch;
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::dragging::{drag, drop_on, new_position};
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{icon_button, related_mark};
use crate::editor::widgets::style;
use crate::editor::widgets::style::{blend, font, palette, severity_color, severity_icon};
use crate::rooms::RoomTemplate;

const HEIGHT: f32 = 58.0;
/// Width of the picture, in points.
const PICTURE: f32 = 72.0;

/// A room being dragged within its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dragged {
    set: usize,
    room: usize,
}

/// Shows the row of the room at these positions.
pub(super) fn room_ui(
    ui: &mut Ui,
    (set, room): (usize, usize),
    rooms: &OpenRooms,
    styles: &CellStyles,
    followed: &mut (usize, usize),
    context: &mut PaneContext<'_>,
) {
    let Some(template) = rooms.set.rooms.get(room) else { return };
    let id = ui.id().with(("room", &rooms.path, room));
    let rect = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), HEIGHT));
    ui.allocate_rect(rect, Sense::hover());
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let chosen = context.shared.open.room == (set, room);
    let name = format!("Room {}", template.name);
    response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, chosen, &name));
    if chosen && *followed != (set, room) {
        *followed = (set, room);
        response.scroll_to_me(None);
    }
    if !ui.is_rect_visible(rect) {
        return;
    }
    paint_background(ui, rect, &response, chosen);
    if context.shared.related.marks().rooms.contains(&(set, room)) {
        related_mark(ui, rect, &template.name);
    }
    let problem = worst_problem(context, set, room);
    let has_buttons = response.contains_pointer() || chosen || response.has_focus();
    let end = if has_buttons {
        BUTTONS + 8.0
    } else if problem.is_some() {
        30.0
    } else {
        0.0
    };
    paint_room(ui, rect.with_max_x(rect.right() - end), template, styles, context);
    if has_buttons {
        buttons_ui(ui, rect, (set, room), template, context);
    } else if let Some(severity) = problem {
        let color = severity_color(palette(ui), severity);
        let at = rect.right_center() - vec2(10.0, 0.0);
        ui.painter().text(at, Align2::RIGHT_CENTER, severity_icon(severity), font(style::TITLE), color);
    }
    if response.clicked() {
        context.commands.push(Command::GoTo(Location::Room(set, room)));
    }
    change_by_keys(ui, &response, (set, room), template, context);
    move_by_dragging(ui, &response, (set, room), rooms, context);
    tooltip_ui(response, template, context);
}

fn paint_background(ui: &Ui, rect: Rect, response: &Response, chosen: bool) {
    let colors = palette(ui);
    let background = rect.expand2(vec2(4.0, -1.0));
    if chosen {
        let fill = blend(colors.panel, colors.accent, 0.14);
        ui.painter().rect_filled(background, 6.0, fill);
        let bar = Rect::from_min_size(background.min, vec2(3.0, background.height()));
        ui.painter().rect_filled(bar, CornerRadius { nw: 6, sw: 6, ne: 0, se: 0 }, colors.accent);
    } else if response.hovered() {
        ui.painter().rect_filled(background, 6.0, colors.field.gamma_multiply(0.6));
    }
    if response.has_focus() {
        let stroke = Stroke::new(1.5, colors.accent);
        ui.painter().rect_stroke(background, 6.0, stroke, egui::StrokeKind::Inside);
    }
}

fn paint_room(ui: &Ui, rect: Rect, room: &RoomTemplate, styles: &CellStyles, context: &PaneContext<'_>) {
    let colors = palette(ui);
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
    let frame = Rect::from_min_size(rect.min + vec2(4.0, 4.0), vec2(PICTURE, HEIGHT - 8.0));
    let size = room.size();
    if size.width <= 4 * RoomTemplate::MAX_SIDE && size.height <= 4 * RoomTemplate::MAX_SIDE {
        let (picture, cell) = fit(&painter, frame, size.width, size.height, 7.0);
        styles.paint(&painter, picture.min, cell, &room.picture);
    }
    let left = frame.right() + 10.0;
    let name = if room.name.is_empty() { "No name" } else { &room.name };
    let color = if room.weight == 0 { colors.dim } else { colors.strong };
    let line = |left: f32, y: f32, text: &str, size: f32, color: Color32| {
        let mut job = LayoutJob::simple_singleline(text.to_owned(), font(size), color);
        job.wrap = TextWrapping::truncate_at_width((rect.right() - left).max(0.0));
        let text = painter.layout_job(job);
        painter.galley(pos2(left, y - text.size().y / 2.0), text, color);
    };
    line(left, rect.top() + 20.0, &printable(name), style::BODY, color);
    let middle = pos2(left + 7.0, rect.top() + 39.0);
    swatch(&painter, middle, 7.0, &room.symbol, &context.document.grammar().alphabet);
    line(middle.x + 12.0, middle.y, &facts(room), style::SMALL, colors.dim);
}

/// Width of the buttons at the end of a row, in points.
const BUTTONS: f32 = 2.0 * style::ICON_BUTTON.x + 3.0;

/// Returns the facts of a room: "Gate · 9 × 5 · weight 3".
fn facts(room: &RoomTemplate) -> String {
    let size = room.size();
    let mut facts = vec![room.symbol.clone(), format!("{} × {}", size.width, size.height)];
    facts.push(if room.weight == 0 { "never".to_owned() } else { format!("weight {}", room.weight) });
    if let Some(most) = room.at_most {
        facts.push(format!("at most {most}"));
    }
    if room.card.is_some() {
        facts.push("card".to_owned());
    }
    facts.join(" · ")
}

fn worst_problem(context: &PaneContext<'_>, set: usize, room: usize) -> Option<Severity> {
    context.problems.project_check()?.of_room(set, room).map(|problem| problem.severity).min()
}

fn buttons_ui(
    ui: &mut Ui,
    rect: Rect,
    (set, room): (usize, usize),
    template: &RoomTemplate,
    context: &mut PaneContext<'_>,
) {
    let size = vec2(BUTTONS, style::ROW_HEIGHT);
    let place = Rect::from_center_size(pos2(rect.right() - BUTTONS / 2.0 - 4.0, rect.center().y), size);
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut buttons = ui.new_child(egui::UiBuilder::new().max_rect(place).layout(layout));
    buttons.spacing_mut().item_spacing.x = 3.0;
    if icon_button(&mut buttons, icon::TRASH, &format!("Delete {}", template.name), true) {
        take_out(context, (set, room), template);
    }
    if icon_button(&mut buttons, icon::COPY, &format!("Duplicate {}", template.name), true)
        && let Some(edit) = RoomsEdit::duplicate_room(context.document.content(), set, room)
    {
        add_room(context, set, edit);
    }
}

fn take_out(context: &mut PaneContext<'_>, (set, room): (usize, usize), template: &RoomTemplate) {
    let edit = RoomsEdit::Take { set, room, name: template.name.clone() };
    context.commands.push(Command::Edit(Edit::Rooms(edit)));
}

fn move_room(context: &mut PaneContext<'_>, set: usize, room: usize, to: usize, name: &str) {
    let edit = RoomsEdit::Move { set, room, to, name: name.to_owned() };
    context.commands.push(Command::Edit(Edit::Rooms(edit)));
    context.shared.open.room = (set, to);
}

/// Moves the focused room with Alt and an arrow key, or removes it with Delete.
fn change_by_keys(
    ui: &Ui,
    response: &Response,
    (set, room): (usize, usize),
    template: &RoomTemplate,
    context: &mut PaneContext<'_>,
) {
    if !response.has_focus() {
        return;
    }
    let count = context.document.rooms().get(set).map_or(0, |rooms| rooms.set.rooms.len());
    let pressed = |key| ui.ctx().input_mut(|input| input.consume_key(Modifiers::ALT, key));
    let to = if pressed(Key::ArrowUp) {
        room.checked_sub(1)
    } else if pressed(Key::ArrowDown) {
        Some(room + 1).filter(|to| *to < count)
    } else {
        None
    };
    if ui.input(|input| input.key_pressed(Key::Delete)) {
        take_out(context, (set, room), template);
    }
    if let Some(to) = to {
        move_room(context, set, room, to, &template.name);
    }
}

/// Moves a room within its set by dragging.
fn move_by_dragging(
    ui: &Ui,
    response: &Response,
    (set, room): (usize, usize),
    rooms: &OpenRooms,
    context: &mut PaneContext<'_>,
) {
    drag(response, &Dragged { set, room });
    if DragAndDrop::payload::<Dragged>(ui.ctx()).is_none_or(|dragged| dragged.set != set) {
        return;
    }
    let Some(dropped) = drop_on::<Dragged>(ui, response.rect, response.id) else { return };
    let from = dropped.what.room;
    let to = new_position(from, room, dropped.is_behind);
    if let Some(moved) = rooms.set.rooms.get(from).filter(|_| to != from) {
        move_room(context, set, from, to, &moved.name);
    }
}

fn tooltip_ui(response: Response, room: &RoomTemplate, context: &PaneContext<'_>) {
    if DragAndDrop::has_any_payload(&response.ctx) {
        return;
    }
    let is_known = context.document.grammar().alphabet.nodes.contains_key(&room.symbol);
    response.on_hover_ui(|ui| {
        ui.label(egui::RichText::new(printable(&room.name)).strong());
        if !room.notes.is_empty() {
            ui.label(printable_text(&room.notes).into_owned());
        }
        if !is_known {
            let color: Color32 = palette(ui).doubtful;
            ui.colored_label(color, format!("There is no symbol {}", printable(&room.symbol)));
        }
        let dim = palette(ui).dim;
        ui.label(
            egui::RichText::new("Click to paint it, drag to move it (or Alt with the arrow keys)")
                .small()
                .color(dim),
        );
    });
}
