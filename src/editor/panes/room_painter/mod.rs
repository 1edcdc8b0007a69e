//! The pane in which the chosen room is painted.
//!
//! At the top what the room is for, then the tools; in the middle the picture, with the legend at its side; at the bottom what is wrong with it, and how it looks in a level.

mod canvas;
mod clipboard;
mod entry_form;
mod handles;
mod head;
mod keys;
mod legend;
mod paint;
mod preview;
mod problems;
mod size;
mod status;
mod stroke;
mod tools;

use egui::{Frame, Margin, Panel, Ui};
use egui_phosphor::regular as icon;

use super::mission::nothing_yet;
use crate::base::{Cell, Diagnostic, Size};
use crate::document::{Edit, Growth, PictureEdit, RoomChange, RoomsEdit, SetChange};
use crate::editor::canvas::room_picture::Looks;
use crate::editor::chosen::Location;
use crate::editor::command::Command;
use crate::editor::panes::Panes;
use crate::editor::widgets::style::{self, palette};
use crate::mission::{LegendEntry, RoomSet, RoomTemplate};

use handles::Pulled;
use preview::Preview;
use size::Anchor;
use stroke::Stroke;
use tools::Tool;

/// The width of a pane from which on the preview lies beside the picture, in points.
const BESIDE_FROM: f32 = 760.0;
/// The height of a pane from which on there is space for it below, in points.
const PREVIEW_FROM: f32 = 430.0;

/// How high the list of problems is where there is little space, in points.
const PROBLEMS: f32 = 60.0;

/// How the painter is used.
pub struct PainterView {
    tool: Tool,
    /// The character of the legend that is painted.
    character: Option<char>,
    /// The cell that the arrow keys move.
    cursor: Cell,
    /// The cell under the pointer in the last frame.
    hovered: Option<Cell>,
    stroke: Option<Stroke>,
    pulled: Option<Pulled>,
    /// How much larger the picture is than what fits.
    zoom: f32,
    growth: Growth,
    anchor: Anchor,
    /// The width and height that are being set.
    size: Option<Size>,
    /// Is the form of the legend's entry open?
    form: bool,
    preview: Preview,
    /// The room that this is about; what was begun in another one is forgotten.
    room: (usize, usize),
}

impl Default for PainterView {
    fn default() -> Self {
        Self {
            tool: Tool::Pencil,
            character: None,
            cursor: Cell::new(0, 0),
            hovered: None,
            stroke: None,
            pulled: None,
            zoom: 1.0,
            growth: Growth::Inside,
            anchor: Anchor::default(),
            size: None,
            form: false,
            preview: Preview::default(),
            room: (0, 0),
        }
    }
}

/// The room that is open.
struct Open<'a> {
    set_at: usize,
    room_at: usize,
    set: &'a RoomSet,
    room: &'a RoomTemplate,
    looks: Looks,
    problems: Vec<Diagnostic>,
}

impl Open<'_> {
    /// The command for a change of the room.
    fn change(&self, change: RoomChange) -> Command {
        let name = self.room.name.clone();
        Command::Edit(Edit::Rooms(RoomsEdit::Room { set: self.set_at, room: self.room_at, name, change }))
    }

    /// The command for an edit of its picture.
    fn draw(&self, edit: PictureEdit) -> Command {
        self.change(RoomChange::Picture(edit))
    }

    /// The command for a change of its set.
    fn change_set(&self, change: SetChange) -> Command {
        Command::Edit(Edit::Rooms(RoomsEdit::Set { set: self.set_at, name: self.set.name.clone(), change }))
    }

    /// The character at a cell of the picture.
    fn character(&self, cell: Cell) -> Option<char> {
        let row = self.room.picture.get(usize::try_from(cell.y).ok()?)?;
        row.chars().nth(usize::try_from(cell.x).ok()?)
    }

    /// The character of the first entry like this one.
    fn character_of(&self, wanted: &LegendEntry) -> Option<char> {
        self.set.legend.iter().find(|(_, entry)| *entry == wanted).map(|(character, _)| *character)
    }

    /// What the right button and the eraser paint.
    fn floor(&self) -> Option<char> {
        self.character_of(&LegendEntry::Floor).or_else(|| self.character_of(&LegendEntry::Nothing))
    }
}

/// Shows it.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    panes.view.rooms.findings.update(panes.document.content());
    let (set_at, room_at) = panes.view.chosen.room;
    let rooms = panes.document.rooms().get(set_at).cloned();
    let Some(rooms) = rooms else { return no_room_ui(ui, panes, None) };
    let Some(room) = rooms.set.rooms.get(room_at) else { return no_room_ui(ui, panes, Some(set_at)) };
    let problems = panes.view.rooms.findings.of_room(set_at, room_at).cloned().collect();
    let looks = Looks::new(&rooms.set, palette(ui));
    let open = Open { set_at, room_at, set: &rooms.set, room, looks, problems };
    panes.view.painter.keep_to(&open);
    parts_ui(ui, panes, &open);
}

fn parts_ui(ui: &mut Ui, panes: &mut Panes<'_>, open: &Open<'_>) {
    let colors = palette(ui);
    let whole = ui.max_rect();
    let bar = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(style::MARGIN, 5));
    keys::pressed(ui, whole, panes, open);
    Panel::top("room head").frame(bar).show_separator_line(false).show(ui, |ui| {
        head::head_ui(ui, panes, open);
        tools::bar_ui(ui, &mut panes.view.painter, open, panes.commands);
    });
    let foot = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(style::MARGIN, 6));
    if whole.width() > BESIDE_FROM {
        let panel = Panel::right("room preview beside").frame(foot).resizable(true);
        panel
            .default_size(whole.width() * 0.4)
            .size_range(260.0..=whole.width() * 0.6)
            .show(ui, |ui| preview::preview_ui(ui, panes, open));
    } else if whole.height() > PREVIEW_FROM {
        let height = (whole.height() * 0.32).clamp(130.0, 300.0);
        let panel = Panel::bottom("room preview").frame(foot).resizable(true).default_size(height);
        panel.size_range(90.0..=whole.height() * 0.6).show(ui, |ui| preview::preview_ui(ui, panes, open));
    } else if !open.problems.is_empty() {
        let panel = Panel::bottom("room problems").frame(foot).show_separator_line(false);
        panel.show(ui, |ui| problems::problems_ui(ui, &mut panes.view.painter, open, PROBLEMS));
    }
    let line = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(style::MARGIN, 3));
    Panel::bottom("room status").frame(line).show_separator_line(false).show(ui, |ui| {
        status::status_ui(ui, &mut panes.view.painter, open, panes.commands);
    });
    let side = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(8, 6));
    let wide = if whole.width() > BESIDE_FROM { 30.0 } else { 0.0 };
    let width = wide + if panes.view.painter.form { 196.0 } else { 140.0 };
    Panel::right("room legend")
        .frame(side)
        .resizable(false)
        .exact_size(width)
        .show_separator_line(false)
        .show(ui, |ui| {
            legend::legend_ui(ui, &mut panes.view.painter, open, panes.commands);
        });
    canvas::canvas_ui(ui, &mut panes.view.painter, open, panes.commands);
}

impl PainterView {
    /// Forgets what was begun in another room, and what the legend does not have any more.
    fn keep_to(&mut self, open: &Open<'_>) {
        if self.room != (open.set_at, open.room_at) {
            self.room = (open.set_at, open.room_at);
            self.stroke = None;
            self.pulled = None;
            self.size = None;
            self.zoom = 1.0;
            self.cursor = Cell::new(0, 0);
        }
        let size = open.room.size();
        let within = |value: i32, count: u32| value.clamp(0, i32::try_from(count).unwrap_or(1).max(1) - 1);
        self.cursor = Cell::new(within(self.cursor.x, size.width), within(self.cursor.y, size.height));
        if !self.character.is_some_and(|character| open.set.legend.contains_key(&character)) {
            self.character =
                open.character_of(&LegendEntry::Wall).or_else(|| open.set.legend.keys().next().copied());
            self.form = false;
        }
    }
}

/// There is nothing to paint on; with the way to something.
fn no_room_ui(ui: &mut Ui, panes: &mut Panes<'_>, set: Option<usize>) {
    nothing_yet(ui, "No room is open", "Choose one in the Rooms pane, or make a new one");
    ui.vertical_centered(|ui| {
        let button = ui.button(format!("{}  New room", icon::PLUS));
        button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "New room"));
        if !button.on_hover_text("Adds a simple room to paint on").clicked() {
            return;
        }
        let content = panes.document.content();
        let (set, edit) = match set {
            Some(set) => (set, RoomsEdit::new_room(content, set, None)),
            None => (0, Some(RoomsEdit::new_set(content))),
        };
        panes.commands.extend(edit.map(|edit| Command::Edit(Edit::Rooms(edit))));
        panes.commands.push(Command::GoTo(Location::Room(set, 0)));
    });
}
