//! The import dialog for rooms: new rooms, changes of known ones, and rooms that are left out.
//!
//! If a source does not define what is solid, a list on the left asks for it. Each answer reads the sources
//! again, and the rooms on the right show the result. Nothing is taken over before *Import* is clicked.

mod problems;
mod solid;

use std::path::{Path, PathBuf};

use egui::{Context, RichText, ScrollArea, Sense, Ui, WidgetType, vec2};

use self::problems::{errors_ui, failures_ui, list_ui};
use self::solid::solid_ui;
use super::changed::names;
use crate::base::{Diagnostic, Severity, counted, printable, printable_line};
use crate::document::{Document, Edit, Location, RoomImport};
use crate::editor::canvas::room_picture::{CellStyles, fit};
use crate::editor::widgets::explained::explained_dialog;
use crate::editor::widgets::info;
use crate::editor::widgets::question::{choice_ui, heading_ui, modal_ui};
use crate::editor::widgets::style::palette;
use crate::files::{ImportedSource, SourceImportStatus, SourceRequest};
use crate::import::{MergedChange, MergedRoom};
use crate::reference::{ReferenceSubject, ReferenceTopic};
use crate::rooms::{RoomSet, RoomTemplate};

/// Height of the picture of a room, in points.
const PICTURE: f32 = 44.0;
/// Maximum number of rooms shown; the others are counted.
const MOST_ROOMS: usize = 200;
/// Widths of the list of rooms and of the question to its left, in points.
const WIDTH: f32 = 460.0;
const QUESTION_WIDTH: f32 = 300.0;
/// Height of everything except the lists, and maximum height of the lists, in points.
const HEIGHT_OF_REST: f32 = 240.0;
const MOST_HEIGHT: f32 = 620.0;

/// An import in preparation.
#[derive(Debug)]
pub struct RoomImportDialog {
    sources: Vec<SourceRequest>,
    /// Position of the set; `None` for a new one.
    into: Option<usize>,
    with_errors: bool,
    import: RoomImport,
    /// Import of all rooms, for pictures of those that are left out.
    whole: Option<RoomImport>,
}

/// The result of a frame of the dialog.
pub enum ImportOutcome {
    /// It stays open.
    Open,
    /// It was closed.
    Closed,
    /// The user wants to locate the source at this position.
    Find(usize),
    /// It was confirmed: the edit to make, and the location of the first new room.
    Taken(Box<Edit>, Location),
}

/// An answer in the dialog, after which the sources are read again.
enum ImportAnswer {
    Into(Option<usize>),
    WithErrors(bool),
    Source(usize, SourceRequest),
}

impl RoomImportDialog {
    /// Opens the dialog for the given files.
    ///
    /// # Errors
    /// If no file has a room and no question could change that; the error is a message.
    pub fn new(document: &Document, into: Option<usize>, sources: Vec<PathBuf>) -> Result<Self, String> {
        let request = |path| SourceRequest { path, ..SourceRequest::default() };
        let sources: Vec<SourceRequest> = sources.into_iter().map(request).collect();
        let import = document.room_import(into, &sources, false);
        let set = into.and_then(|into| document.rooms().get(into)).map(|open| &*open.set);
        let is_of_use = |source: &ImportedSource| {
            let is_known = set.is_some_and(|set| set.has_source(&source.file));
            source.ending == SourceImportStatus::Read || !source.candidates.is_empty() || is_known
        };
        if !import.sources.iter().any(is_of_use) {
            let reason = import.sources.iter().find_map(ImportedSource::reason);
            return Err(reason.map_or_else(|| "There are no rooms in it".to_owned(), in_words));
        }
        let mut dialog = Self { sources, into, with_errors: false, import, whole: None };
        dialog.look_at_whole(document);
        Ok(dialog)
    }

    /// Sets the new location of the source at a position.
    pub fn found(&mut self, document: &Document, position: usize, path: &Path) {
        let Some(source) = self.sources.get(position) else { return };
        let file = self.import.sources.get(position).map(|source| source.file.clone());
        let instead_of = source.instead_of.clone().or(file);
        let found = SourceRequest { path: path.to_owned(), instead_of, ..source.clone() };
        self.answer(document, ImportAnswer::Source(position, found));
    }

    fn answer(&mut self, document: &Document, answer: ImportAnswer) {
        match answer {
            ImportAnswer::Into(into) => self.into = into,
            ImportAnswer::WithErrors(with_errors) => self.with_errors = with_errors,
            ImportAnswer::Source(position, request) => {
                if let Some(source) = self.sources.get_mut(position) {
                    *source = request;
                }
            }
        }
        self.import = document.room_import(self.into, &self.sources, self.with_errors);
        self.look_at_whole(document);
    }

    fn look_at_whole(&mut self, document: &Document) {
        let leaves_out = self.import.sources.iter().any(|source| source.left_out().next().is_some());
        self.whole = leaves_out.then(|| document.room_import(self.into, &self.sources, true));
    }

    /// Shows it.
    pub fn ui(&mut self, ctx: &Context, document: &Document) -> ImportOutcome {
        let mut outcome = ImportOutcome::Open;
        let mut answer = None;
        let asks = self.import.sources.iter().any(asks);
        let width = if asks { QUESTION_WIDTH + 16.0 + WIDTH } else { WIDTH };
        let height = (ctx.content_rect().height() - HEIGHT_OF_REST).clamp(160.0, MOST_HEIGHT);
        // The id must differ from the title of the file dialog, which is an id as well.
        let closed = modal_ui(ctx, "rooms to import", width, |ui| {
            let paths: Vec<PathBuf> = self.sources.iter().map(|source| source.path.clone()).collect();
            heading_ui(ui, &format!("Import rooms from {}", printable(&names(&paths))));
            answer = self.target_ui(ui, document).map(ImportAnswer::Into);
            ui.add_space(6.0);
            ui.horizontal_top(|ui| {
                if asks {
                    ui.vertical(|ui| {
                        ui.set_width(QUESTION_WIDTH);
                        self.question_ui(ui, height, &mut answer);
                    });
                    ui.add_space(8.0);
                }
                ui.vertical(|ui| {
                    ui.set_width(WIDTH);
                    ScrollArea::vertical().id_salt("import").max_height(height).show(ui, |ui| {
                        self.rooms_ui(ui, document, &mut outcome);
                        self.remarks_ui(ui);
                    });
                });
            });
            ui.add_space(8.0);
            if let Some(with_errors) = self.errors_choice_ui(ui) {
                answer = Some(ImportAnswer::WithErrors(with_errors));
            }
            // With its own height; otherwise the dialog could never shrink.
            let row = vec2(ui.available_width(), ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(row, egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if let Some(edit) = &self.import.edit
                    && choice_ui(ui, "Import", "Imports the rooms. You can undo that", true)
                {
                    outcome = ImportOutcome::Taken(Box::new(edit.clone()), self.first_room(document));
                } else if choice_ui(ui, "Cancel", "Returns to the project", false) {
                    outcome = ImportOutcome::Closed;
                }
            });
            explained_dialog(ui, ReferenceSubject::Page(ReferenceTopic::Rooms));
        });
        if let Some(answer) = answer {
            self.answer(document, answer);
        }
        if closed { ImportOutcome::Closed } else { outcome }
    }

    /// Returns the location of the first room that is new or changed.
    fn first_room(&self, document: &Document) -> Location {
        let changes = |room: &&MergedRoom| match room.change {
            MergedChange::Added | MergedChange::Redrawn { .. } => true,
            MergedChange::Unchanged
            | MergedChange::Gone
            | MergedChange::Unread
            | MergedChange::LeftOut { .. } => false,
        };
        let first = self.import.rooms().find(changes).or_else(|| self.import.rooms().next());
        let is_first = |room: &RoomTemplate| first.is_some_and(|first| first.name == room.name);
        let room = self.import.set.rooms.iter().position(is_first).unwrap_or_default();
        Location::Room(self.into.unwrap_or(document.rooms().len()), room)
    }

    /// Shows the set to import into. Returns another one if it was selected.
    fn target_ui(&self, ui: &mut Ui, document: &Document) -> Option<Option<usize>> {
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
        (into != self.into).then_some(into)
    }

    /// Asks for each source what is solid, if it does not define that.
    fn question_ui(&self, ui: &mut Ui, height: f32, answer: &mut Option<ImportAnswer>) {
        let asking = self.import.sources.iter().enumerate();
        let asking: Vec<_> = asking.filter(|(_, source)| asks(source)).collect();
        let is_one = asking.len() == 1;
        ScrollArea::vertical().id_salt("question").max_height(height).show(ui, |ui| {
            for (position, source) in asking {
                let subject = if source.asks_for_solid() { "is solid" } else { "are empty cells" };
                let title = if is_one {
                    format!("What {subject} here?")
                } else {
                    format!("What {subject} in {}?", printable(&names(std::slice::from_ref(&source.path))))
                };
                let reading = ui.push_id(position, |ui| solid_ui(ui, &title, source)).inner;
                if let (Some(reading), Some(request)) = (reading, self.sources.get(position)) {
                    let request = SourceRequest { reading: Some(reading), ..request.clone() };
                    *answer = Some(ImportAnswer::Source(position, request));
                }
                ui.add_space(10.0);
            }
        });
    }

    fn rooms_ui(&self, ui: &mut Ui, document: &Document, outcome: &mut ImportOutcome) {
        let colors = palette(ui);
        let set = self.into.and_then(|into| document.rooms().get(into)).map(|open| &*open.set);
        if let Some(position) = failures_ui(ui, &self.import.sources, set) {
            *outcome = ImportOutcome::Find(position);
        }
        if self.import.edit.is_none() && self.import.rooms().next().is_some() {
            let leaves_out = self.import.sources.iter().any(|source| source.left_out().next().is_some());
            let words = if leaves_out { "No room can be imported as it is" } else { "Nothing has changed" };
            ui.label(RichText::new(words).color(colors.dim));
        }
        let styles = CellStyles::new(&self.import.set, colors);
        let of_whole = self.whole.as_ref().map(|whole| (whole, CellStyles::new(&whole.set, colors)));
        for room in self.import.rooms().take(MOST_ROOMS) {
            let is_left_out = matches!(room.change, MergedChange::LeftOut { .. });
            match of_whole.as_ref().filter(|_| is_left_out) {
                Some((whole, styles)) => room_ui(ui, room, &whole.set, styles),
                None => room_ui(ui, room, &self.import.set, &styles),
            }
        }
        let more = self.import.rooms().count().saturating_sub(MOST_ROOMS);
        if more > 0 {
            ui.label(format!("and {more} more"));
        }
    }

    /// Shows the choice to import rooms with errors, if there are any. Returns the new choice if it changed.
    fn errors_choice_ui(&self, ui: &mut Ui) -> Option<bool> {
        if self.whole.is_none() && !self.with_errors {
            return None;
        }
        let mut with_errors = self.with_errors;
        let count = self.whole.iter().flat_map(RoomImport::rooms).filter(|room| !room.errors.is_empty());
        let text = match count.count() {
            0 => "Also import rooms with errors".to_owned(),
            count => format!("Also import rooms with errors ({count})"),
        };
        let box_ = ui.checkbox(&mut with_errors, text);
        box_.widget_info(|| {
            info::selected(WidgetType::Checkbox, true, with_errors, "Also import rooms with errors")
        });
        let tooltip = "You can generate levels with the room set after you fix these rooms";
        box_.on_hover_text(tooltip).changed().then_some(with_errors)
    }

    /// Shows assumptions, parts that are left out, and errors after the import.
    fn remarks_ui(&self, ui: &mut Ui) {
        let failures: Vec<&Diagnostic> =
            self.import.sources.iter().filter_map(ImportedSource::reason).collect();
        let of = |severity| -> Vec<&Diagnostic> {
            let remarks = self.import.remarks().filter(|found| found.severity == severity);
            // Reasons for failed sources are already shown above.
            remarks.filter(|found| !failures.contains(found)).collect()
        };
        let warnings = of(Severity::Warning);
        list_ui(ui, &format!("{} not imported", counted(warnings.len(), "thing")), &warnings);
        list_ui(ui, "Assumed", &of(Severity::Note));
        let errors: Vec<&Diagnostic> = self.import.errors.iter().collect();
        let title = format!("The room set would have {}", counted(errors.len(), "mistake"));
        list_ui(ui, &title, &errors);
    }
}

/// Returns `true` if a source leaves something open that the dialog asks for.
fn asks(source: &ImportedSource) -> bool {
    source.asks_for_solid() || source.asks_for_empty()
}

fn in_words(found: &Diagnostic) -> String {
    match &found.hint {
        Some(hint) => format!("{} {}", found.message, hint.sentence()),
        None => found.message.clone(),
    }
}

fn room_ui(ui: &mut Ui, room: &MergedRoom, set: &RoomSet, styles: &CellStyles) {
    let colors = palette(ui);
    let template = set.rooms.iter().find(|known| known.name == room.name);
    ui.horizontal(|ui| {
        ui.set_width(ui.available_width());
        let (rect, _) = ui.allocate_exact_size(vec2(PICTURE * 1.4, PICTURE), Sense::hover());
        if let Some(template) = template {
            let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
            let size = template.size();
            let (picture, cell) = fit(&painter, rect.shrink(2.0), size.width, size.height, 7.0);
            styles.paint(&painter, picture.min, cell, &template.picture);
        }
        ui.vertical(|ui| {
            ui.label(RichText::new(printable(&room.name)).color(colors.strong));
            let color = match room.change {
                MergedChange::Added | MergedChange::Redrawn { .. } => colors.accent,
                MergedChange::Unchanged | MergedChange::Gone => colors.dim,
                MergedChange::Unread => colors.doubtful,
                MergedChange::LeftOut { .. } => colors.bad,
            };
            let size = template.map(RoomTemplate::size);
            let size = size.map_or_else(String::new, |size| format!("{} × {}, ", size.width, size.height));
            let words = format!("{size}{}", room.change.words());
            ui.label(RichText::new(words).small().color(color));
            errors_ui(ui, &room.errors);
        });
    });
}

#[cfg(test)]
mod tests;
