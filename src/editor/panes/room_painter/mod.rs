//! The pane for painting the open room.
//!
//! At the top are the settings of the room and the tools, in the middle the picture and the legend. At the
//! bottom are the problems and a preview in a level.

mod anchor;
mod canvas;
mod card;
mod clipboard;
mod entry_form;
mod handles;
mod head;
mod keys;
mod kinds;
mod legend;
mod numbers;
mod open;
mod paint;
mod placement;
mod preview;
mod problems;
mod reach;
mod selection;
mod size;
mod status;
mod stroke;
mod tool;
mod tools;
pub mod view;
mod zoom;

use egui::{Frame, Margin, Panel, Ui, WidgetType};
use egui_phosphor::regular as icon;

use crate::document::{Edit, Location, RoomsEdit};
use crate::editor::canvas::camera::awaits_focus;
use crate::editor::canvas::room_picture::CellStyles;
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::message::message_ui;
use crate::editor::widgets::style::{self, palette};

use open::Open;
use placement::canvas_id;
use view::PainterView;

/// Minimum width of the pane for a preview next to the picture, in points.
const BESIDE_FROM: f32 = 760.0;
/// Minimum height below the tools for a preview below the picture, in points. The list of tiles needs space
/// too.
const PREVIEW_FROM: f32 = 400.0;

/// Height of the list of problems if space is limited, in points.
const PROBLEMS: f32 = 60.0;

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, view: &mut PainterView, context: &mut PaneContext<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    let (set_at, room_at) = context.shared.open.room;
    let rooms = context.document.rooms().get(set_at).cloned();
    let Some(rooms) = rooms else { return no_room_ui(ui, context, None) };
    let Some(room) = rooms.set.rooms.get(room_at) else { return no_room_ui(ui, context, Some(set_at)) };
    let project_check = context.problems.project_check().into_iter();
    let problems =
        project_check.flat_map(|project_check| project_check.of_room(set_at, room_at)).cloned().collect();
    let styles = CellStyles::new(&rooms.set, palette(ui));
    let styles = styles.dressed(&rooms.set, context.sheets.of_set(set_at), ui.ctx());
    let open = Open { set_at, room_at, set: &rooms.set, set_path: &rooms.path, room, styles, problems };
    view.keep_to(&open);
    // Must run before the preview, which is a drawing as well.
    if awaits_focus(ui.ctx()) {
        ui.memory_mut(|memory| memory.request_focus(canvas_id()));
    }
    parts_ui(ui, view, context, &open);
}

fn parts_ui(ui: &mut Ui, view: &mut PainterView, context: &mut PaneContext<'_>, open: &Open<'_>) {
    let colors = palette(ui);
    let whole = ui.max_rect();
    let bar = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(style::MARGIN, 5));
    keys::pressed(ui, whole, view, open);
    Panel::top("room head").frame(bar).show_separator_line(false).show(ui, |ui| {
        head::head_ui(ui, context, open);
        tools::bar_ui(ui, view, open, context.commands);
    });
    let foot = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(style::MARGIN, 6));
    if whole.width() > BESIDE_FROM {
        let panel = Panel::right("room preview beside").frame(foot).resizable(true);
        panel
            .default_size(whole.width() * 0.4)
            .size_range(260.0..=whole.width() * 0.6)
            .show(ui, |ui| preview_part_ui(ui, view, context, open));
    } else if ui.available_height() > PREVIEW_FROM {
        let height = (whole.height() * 0.32).clamp(130.0, 300.0);
        let panel = Panel::bottom("room preview").frame(foot).resizable(true).default_size(height);
        panel.size_range(90.0..=whole.height() * 0.6).show(ui, |ui| preview_part_ui(ui, view, context, open));
    } else if !open.problems.is_empty() {
        let panel = Panel::bottom("room problems").frame(foot).show_separator_line(false);
        panel.show(ui, |ui| problems::problems_ui(ui, &mut view.cursor, open, PROBLEMS));
    }
    let line = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(style::MARGIN, 3));
    Panel::bottom("room status").frame(line).show_separator_line(false).show(ui, |ui| {
        status::status_ui(ui, view, open, context.commands);
    });
    let side = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(8, 6));
    let wide = if whole.width() > BESIDE_FROM { 30.0 } else { 0.0 };
    let width = wide + if view.form { 196.0 } else { 140.0 };
    Panel::right("room legend")
        .frame(side)
        .resizable(false)
        .exact_size(width)
        .show_separator_line(false)
        .show(ui, |ui| {
            legend::legend_ui(ui, view, open, context.commands);
        });
    canvas::canvas_ui(ui, view, open, context.commands);
}

/// Shows the problems of the room, and below them the room in a level.
fn preview_part_ui(ui: &mut Ui, view: &mut PainterView, context: &mut PaneContext<'_>, open: &Open<'_>) {
    let PainterView { preview, cursor, .. } = view;
    let PaneContext { document, sheets, jobs, .. } = context;
    preview::preview_ui(ui, preview, open, document, sheets.looks(), jobs, |ui, height| {
        problems::problems_ui(ui, cursor, open, height);
    });
}

/// Shows a message if no room is open, with a button to add one.
fn no_room_ui(ui: &mut Ui, context: &mut PaneContext<'_>, set: Option<usize>) {
    message_ui(ui, "No room is open", "Select one in the Rooms pane, or add one");
    ui.vertical_centered(|ui| {
        let button = ui.button(format!("{}  Add room", icon::PLUS));
        button.widget_info(|| info::labeled(WidgetType::Button, true, "Add room"));
        if !button.on_hover_text("Adds a simple room to paint on").clicked() {
            return;
        }
        let content = context.document.content();
        let (set, edit) = match set {
            Some(set) => (set, RoomsEdit::new_room(content, set)),
            None => (0, Some(RoomsEdit::new_set(content))),
        };
        context.commands.extend(edit.map(|edit| Command::Edit(Edit::Rooms(edit))));
        context.commands.push(Command::GoTo(Location::Room(set, 0)));
    });
}
