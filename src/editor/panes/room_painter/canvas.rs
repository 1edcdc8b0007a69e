//! The canvas with the picture, painted on with the pointer or the keys.
//!
//! Arrow keys move a cursor from cell to cell, and Space or Enter paints there. Frames and blocks need a
//! second press for the opposite corner.

use egui::scroll_area::{DragScroll, ScrollSource};
use egui::{
    Event, EventFilter, Key, PointerButton, Popup, Rect, Response, ScrollArea, Sense, Ui, Vec2, WidgetType,
};

use super::open::Open;
use super::paint::paint;
use super::placement::{PicturePlacement, canvas_id};
use super::reach::painted;
use super::selection::CellSelection;
use super::status::describe;
use super::stroke::BrushStroke;
use super::tool::Tool;
use super::view::PainterView;
use super::zoom::{self, MARGIN, PictureExtent};
use super::{clipboard, handles};
use crate::base::Cell;
use crate::document::{Brush, PictureEdit, drawn_cells};
use crate::editor::canvas::room_picture::fit;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::message::message_ui;
use crate::rooms::{LegendEntry, RoomTemplate};

/// Shows the picture.
pub(super) fn canvas_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    let size = open.room.size();
    if size.area() == 0 || size.width > 4 * RoomTemplate::MAX_SIDE || size.height > 4 * RoomTemplate::MAX_SIDE
    {
        return unusable_ui(ui, open, commands);
    }
    let canvas = ui.available_rect_before_wrap();
    let source = ScrollSource { drag: DragScroll::Never, mouse_wheel: false, ..ScrollSource::default() };
    let mut area = ScrollArea::both().auto_shrink(false).scroll_source(source);
    if let Some(scrolled) = zoom::follow(ui, canvas, size, view) {
        area = area.scroll_offset(scrolled);
    }
    let shown = area.show(ui, |ui| picture_ui(ui, view, open, canvas.size(), commands));
    view.scrolled = shown.state.offset;
}

fn picture_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, room: Vec2, commands: &mut Vec<Command>) {
    let size = open.room.size();
    let PictureExtent { side, wanted } = PictureExtent::of(ui, size, room, view.zoom);
    let (rect, _) = ui.allocate_exact_size(wanted.max(room), Sense::hover());
    let (picture, side) = fit(
        ui.painter(),
        Rect::from_center_size(rect.center(), wanted - Vec2::splat(2.0 * MARGIN)),
        size.width,
        size.height,
        side,
    );
    let place = PicturePlacement { rect: picture, side };
    let response = ui.interact(picture.expand(2.0), canvas_id(), Sense::click_and_drag());
    let description = describe(open, view.cursor);
    response.widget_info(|| info::with_text(WidgetType::Other, "Room canvas", &description));
    let is_let_go = by_pointer(ui, &response, place, view, open);
    let is_pressed = by_keys(ui, &response, view, open);
    if response.has_focus() {
        clipboard::copy_and_paste(ui, view, open, commands);
    }
    paint(ui, &response, place, view, open);
    if is_let_go || is_pressed {
        // Done after painting, so that the stroke stays visible until it is part of the picture.
        let filled = ui.input(|input| input.modifiers.shift);
        finish(view, open, filled, commands);
    }
    handles::handles_ui(ui, place, view, open, commands);
}

/// Begins and continues strokes with the pointer. Returns `true` at the end of one.
fn by_pointer(
    ui: &Ui,
    response: &Response,
    place: PicturePlacement,
    view: &mut PainterView,
    open: &Open<'_>,
) -> bool {
    let size = open.room.size();
    let inside =
        |cell: &Cell| (0..size.width as i32).contains(&cell.x) && (0..size.height as i32).contains(&cell.y);
    let hovered = response.hover_pos().map(|at| place.cell_at(at)).filter(inside);
    if hovered != view.hovered {
        // The line below is drawn before the picture.
        view.hovered = hovered;
        ui.ctx().request_repaint();
    }
    let (is_down, pressed, modifiers, pointer) = ui.input(|input| {
        let down = [PointerButton::Primary, PointerButton::Secondary]
            .map(|button| input.pointer.button_down(button));
        let pressed = input.events.iter().find_map(|event| match event {
            Event::PointerButton { button: PointerButton::Middle, .. } => None,
            Event::PointerButton { button, pressed: true, pos, .. } => Some((*button, *pos)),
            _ => None,
        });
        (down.contains(&true), pressed, input.modifiers, input.pointer.interact_pos())
    });
    if let Some((button, at)) = pressed
        && response.contains_pointer()
        && view.pulled.is_none()
        && !Popup::is_any_open(ui.ctx())
    {
        response.request_focus();
        let cell = place.cell_at(at);
        view.cursor = if inside(&cell) { cell } else { view.cursor };
        let tool = if modifiers.alt { Tool::Pick } else { view.tool };
        view.stroke = begin(view, open, tool, button == PointerButton::Secondary, modifiers.shift, cell);
    }
    let is_mine = view.stroke.as_ref().is_some_and(|stroke| !stroke.is_by_keys);
    if !is_mine {
        return false;
    }
    if let Some(at) = pointer
        && let Some(stroke) = &mut view.stroke
    {
        stroke.go_to(near(place.cell_at(at)));
    }
    !is_down
}

/// Limits a cell, because there is nothing to paint far outside.
fn near(cell: Cell) -> Cell {
    let limit = 5 * RoomTemplate::MAX_SIDE as i32;
    Cell::new(cell.x.clamp(-limit, limit), cell.y.clamp(-limit, limit))
}

/// Returns the stroke that begins at a cell, if any. Picking selects at once.
fn begin(
    view: &mut PainterView,
    open: &Open<'_>,
    tool: Tool,
    is_secondary: bool,
    shift: bool,
    cell: Cell,
) -> Option<BrushStroke> {
    if tool == Tool::Pick {
        let found = open.character(cell).filter(|character| open.set.legend.contains_key(character));
        view.character = found.or(view.character);
        if view.tool == Tool::Pick && found.is_some() {
            view.tool = Tool::Pencil;
        }
        return None;
    }
    let nothing = || open.character_of(&LegendEntry::Nothing);
    let with = match tool {
        // Nothing is painted, but a character is required.
        Tool::Select | Tool::Stamp => view.character.or_else(|| open.floor()),
        Tool::Eraser if shift => nothing().or_else(|| open.floor()),
        Tool::Eraser => open.floor(),
        _ if is_secondary => open.floor(),
        _ => view.character,
    };
    Some(BrushStroke::begin(tool, with?, cell))
}

fn finish(view: &mut PainterView, open: &Open<'_>, filled: bool, commands: &mut Vec<Command>) {
    let moving = view.moving();
    let Some(stroke) = view.stroke.take() else { return };
    let (from, to) = stroke.ends();
    match (stroke.tool(), moving) {
        (Tool::Select, Some(by)) => view.move_selection(by, open, commands),
        (Tool::Select, None) => view.selection = CellSelection::between(from, to, open),
        (Tool::Stamp, _) => {
            let rows = view.stamp_rows(open);
            let edit = rows.map(|rows| PictureEdit::Place { rows, at: to, left: None });
            commands.extend(edit.map(|edit| open.draw(edit)));
        }
        (Tool::Pencil | Tool::Eraser | Tool::Pick | Tool::Frame | Tool::Block | Tool::Fill, _) => {
            let cells = painted(view, open, &stroke, filled);
            if cells.iter().any(|cell| open.character(*cell) != Some(stroke.with)) {
                // The name of the step counts only cells inside. A shape keeps its own name if it is the only
                // one.
                let brush = stroke.brush(filled);
                let is_whole = drawn_cells(&open.room.picture, &brush).len() == cells.len();
                let is_shape = is_whole && !matches!(brush, Brush::Cells(_));
                let brush = if is_shape { brush } else { Brush::Cells(cells) };
                commands.push(open.draw(PictureEdit::Draw { brush, with: stroke.with }));
            }
        }
    }
}

/// Moves the cursor, and begins and continues strokes with the keys. Returns `true` at the end of one.
fn by_keys(ui: &Ui, response: &Response, view: &mut PainterView, open: &Open<'_>) -> bool {
    if !response.has_focus() {
        view.stroke.take_if(|stroke| stroke.is_by_keys);
        return false;
    }
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, tab: false };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let pressed = |key: Key| ui.input(|input| input.num_presses(key)) as i32;
    let size = open.room.size();
    let x = view.cursor.x + pressed(Key::ArrowRight) - pressed(Key::ArrowLeft);
    let y = view.cursor.y + pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
    let cursor = Cell::new(x.clamp(0, size.width as i32 - 1), y.clamp(0, size.height as i32 - 1));
    if cursor != view.cursor {
        view.cursor = cursor;
        ui.ctx().request_repaint();
        if let Some(stroke) = view.stroke.as_mut().filter(|stroke| stroke.is_by_keys) {
            stroke.go_to(cursor);
        }
    }
    if pressed(Key::Escape) > 0 && view.stroke.take().is_none() && view.selection.take().is_none() {
        response.surrender_focus();
    }
    if pressed(Key::Space) + pressed(Key::Enter) == 0 {
        return false;
    }
    let goes_on = view.stroke.is_some();
    if !goes_on {
        let shift = ui.input(|input| input.modifiers.shift);
        let stroke = begin(view, open, view.tool, false, shift, view.cursor);
        view.stroke = stroke.map(BrushStroke::by_keys);
    }
    goes_on || !view.tool.has_two_corners()
}

/// Shows a message for an empty or enormous picture, with a button to fix it.
fn unusable_ui(ui: &mut Ui, open: &Open<'_>, commands: &mut Vec<Command>) {
    let most = RoomTemplate::MAX_SIDE as usize;
    let is_empty = open.room.size().area() == 0;
    let text = if is_empty { "This room has no picture yet" } else { "This picture is much too large" };
    message_ui(ui, text, "");
    ui.vertical_centered(|ui| {
        let name = if is_empty {
            "Begin with a simple one".to_owned()
        } else {
            format!("Cut it to {most} × {most}")
        };
        if ui.button(&name).on_hover_text("This can be undone").clicked() {
            let wall = open.character_of(&LegendEntry::Wall).unwrap_or('#');
            let floor = open.floor().unwrap_or('.');
            let row = |y: usize| -> String {
                (0..7)
                    .map(|x| if [0, 6].contains(&y) || [0, 6].contains(&x) { wall } else { floor })
                    .collect()
            };
            let rows = if is_empty {
                (0..7).map(row).collect()
            } else {
                open.room.picture.iter().take(most).map(|row| row.chars().take(most).collect()).collect()
            };
            commands.push(open.draw(PictureEdit::Replace(rows)));
        }
    });
}
