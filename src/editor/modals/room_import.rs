//! The dialog of an import of rooms: what would come in, what becomes of rooms that came in before, and what is left out.

use std::path::PathBuf;

use egui::{Context, RichText, ScrollArea, Sense, Ui, WidgetType, vec2};

use super::changed::names;
use crate::base::{Diagnostic, Severity, counted, printable, printable_line};
use crate::document::{Document, Edit, Location, RoomImport};
use crate::editor::canvas::room_picture::{CellStyles, fit};
use crate::editor::widgets::info;
use crate::editor::widgets::question::{choice_ui, heading_ui, modal_ui};
use crate::editor::widgets::style::{palette, severity_color, severity_icon};
use crate::import::{MergedChange, MergedRoom};
use crate::mission::RoomTemplate;

/// The height of the picture of a room, in points.
const PICTURE: f32 = 44.0;
/// How many rooms are shown; of more only their number.
const MOST_ROOMS: usize = 200;

/// An import that is looked at.
#[derive(Debug)]
pub struct RoomImportDialog {
    sources: Vec<PathBuf>,
    /// The position of the set; none: a new one.
    into: Option<usize>,
    import: RoomImport,
}

/// What became of the dialog in a frame.
pub enum ImportOutcome {
    /// It stays.
    Open,
    /// It is to be closed.
    Closed,
    /// It is to be closed, and the rooms are to be taken over; the first of them will be there.
    Taken(Box<Edit>, Location),
}

impl RoomImportDialog {
    /// Looks at what these files hold.
    ///
    /// # Errors
    /// In words, if one of them cannot be read.
    pub fn new(document: &Document, into: Option<usize>, sources: Vec<PathBuf>) -> Result<Self, String> {
        let import = document.room_import(into, &sources);
        let import = import.map_err(|mistakes| {
            mistakes.first().map_or_else(String::new, |first| match &first.hint {
                Some(hint) => format!("{} Hint: {hint}", first.message),
                None => first.message.clone(),
            })
        })?;
        Ok(Self { sources, into, import })
    }

    /// Shows it.
    pub fn ui(&mut self, ctx: &Context, document: &Document) -> ImportOutcome {
        let mut outcome = ImportOutcome::Open;
        // Not the title of the file dialog, which is an id as well.
        let closed = modal_ui(ctx, "rooms to import", 460.0, |ui| {
            heading_ui(ui, &format!("Import rooms from {}", printable(&names(&self.sources))));
            self.target_ui(ui, document);
            ui.add_space(6.0);
            self.rooms_ui(ui);
            self.remarks_ui(ui);
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if let Some(edit) = &self.import.edit
                    && choice_ui(ui, "Import", "Takes the rooms over; you can undo that", true)
                {
                    outcome = ImportOutcome::Taken(Box::new(edit.clone()), self.first_room(document));
                } else if choice_ui(ui, "Cancel", "Back to the project", false) {
                    outcome = ImportOutcome::Closed;
                }
            });
        });
        if closed { ImportOutcome::Closed } else { outcome }
    }

    /// Where the first room that comes in or changes will be.
    fn first_room(&self, document: &Document) -> Location {
        let changes = |room: &&MergedRoom| match room.change {
            MergedChange::Added | MergedChange::Redrawn { .. } => true,
            MergedChange::Unchanged | MergedChange::Gone => false,
        };
        let first = self.import.rooms.iter().find(changes).or_else(|| self.import.rooms.first());
        let is_first = |room: &RoomTemplate| first.is_some_and(|first| first.name == room.name);
        let room = self.import.set.rooms.iter().position(is_first).unwrap_or_default();
        Location::Room(self.into.unwrap_or(document.rooms().len()), room)
    }

    /// The set into which the rooms go.
    fn target_ui(&mut self, ui: &mut Ui, document: &Document) {
        let name_of = |into: Option<usize>| match into.and_then(|into| document.rooms().get(into)) {
            Some(rooms) => printable_line(&rooms.set.name).into_owned(),
            None => "a new room set".to_owned(),
        };
        let mut into = self.into;
        ui.horizontal(|ui| {
            ui.label("Into");
            let combo = egui::ComboBox::from_id_salt("into").selected_text(name_of(into)).show_ui(ui, |ui| {
                for choice in (0..document.rooms().len()).map(Some).chain([None]) {
                    ui.selectable_value(&mut into, choice, name_of(choice));
                }
            });
            combo
                .response
                .widget_info(|| info::labeled(WidgetType::ComboBox, true, "Room set to import into"));
            combo.response.on_hover_text("The room set that gets the rooms");
        });
        if into != self.into
            && let Ok(other) = Self::new(document, into, self.sources.clone())
        {
            *self = other;
        }
    }

    fn rooms_ui(&self, ui: &mut Ui) {
        let colors = palette(ui);
        if self.import.edit.is_none() {
            let text =
                if self.import.rooms.is_empty() { "There are no rooms in it" } else { "Nothing has changed" };
            ui.label(RichText::new(text).color(colors.dim));
        }
        let styles = CellStyles::new(&self.import.set, colors);
        ScrollArea::vertical().id_salt("rooms").max_height(220.0).show(ui, |ui| {
            for room in self.import.rooms.iter().take(MOST_ROOMS) {
                self.room_ui(ui, room, &styles);
            }
            let more = self.import.rooms.len().saturating_sub(MOST_ROOMS);
            if more > 0 {
                ui.label(format!("and {more} more"));
            }
        });
    }

    fn room_ui(&self, ui: &mut Ui, room: &MergedRoom, styles: &CellStyles) {
        let colors = palette(ui);
        let Some(template) = self.import.set.rooms.iter().find(|known| known.name == room.name) else {
            return;
        };
        ui.horizontal(|ui| {
            ui.set_width(ui.available_width());
            let (rect, _) = ui.allocate_exact_size(vec2(PICTURE * 1.4, PICTURE), Sense::hover());
            let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
            let size = template.size();
            let (picture, cell) = fit(&painter, rect.shrink(2.0), size.width, size.height, 7.0);
            styles.paint(&painter, picture.min, cell, &template.picture);
            ui.vertical(|ui| {
                ui.label(RichText::new(printable(&room.name)).color(colors.strong));
                let color = match room.change {
                    MergedChange::Added | MergedChange::Redrawn { .. } => colors.accent,
                    MergedChange::Unchanged | MergedChange::Gone => colors.dim,
                };
                let words = format!("{} × {}, {}", size.width, size.height, room.change.words());
                ui.label(RichText::new(words).small().color(color));
            });
        });
    }

    /// What is not taken over, or in another way, and what would be wrong then.
    fn remarks_ui(&self, ui: &mut Ui) {
        let remarks = &self.import.remarks;
        let left_out = remarks.iter().filter(|remark| remark.severity != Severity::Note).count();
        let title = match left_out {
            0 => "All of it is taken over".to_owned(),
            count => format!("{} not taken over", counted(count, "thing")),
        };
        list_ui(ui, &title, remarks);
        let errors = &self.import.errors;
        list_ui(ui, &format!("The room set would have {}", counted(errors.len(), "mistake")), errors);
    }
}

fn list_ui(ui: &mut Ui, title: &str, found: &[Diagnostic]) {
    if found.is_empty() {
        return;
    }
    let colors = palette(ui);
    ui.add_space(6.0);
    ui.label(RichText::new(title).color(colors.strong));
    ScrollArea::vertical().id_salt(title).max_height(140.0).show(ui, |ui| {
        for found in found {
            ui.horizontal_top(|ui| {
                let color = severity_color(colors, found.severity);
                ui.label(RichText::new(severity_icon(found.severity)).color(color));
                let text = RichText::new(printable_line(&found.message)).small();
                let text = ui.add(egui::Label::new(text).wrap());
                if let Some(hint) = &found.hint {
                    text.on_hover_text(printable_line(hint).into_owned());
                }
            });
        }
    });
}
