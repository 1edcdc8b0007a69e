//! The film dialog: steps, pace, size and destination of a film of mission and level.

use std::path::PathBuf;

use egui::{ComboBox, Context, Grid, TextEdit, vec2};
use serde::{Deserialize, Serialize};

use crate::base::printable;
use crate::editor::modals::folder_field::FolderField;
use crate::editor::widgets::info;
use crate::editor::widgets::question::{choice_ui, heading_ui, modal_ui};
use crate::editor::widgets::values::{choice, number};
use crate::files::exists;
use crate::film::{FilmFormat, FilmRequest};

/// Available paces, in steps per second.
const PACES: [u32; 5] = [1, 2, 4, 8, 20];
/// Available sizes, in pixels.
const SIZES: [u32; 6] = [480, 640, 800, 960, 1280, 1920];

/// The settings for writing films. Unknown fields of other versions are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FilmSettings {
    /// Steps per second.
    pub pace: u32,
    /// Approximate length of the longer side, in pixels.
    pub size: u32,
    /// `true` for an animated PNG instead of a GIF.
    pub is_png: bool,
    /// `true` to show seals up to the finished level.
    pub with_seals: bool,
    /// Folder for films; `None` uses that of levels.
    pub folder: Option<PathBuf>,
    /// Name of the file without extension. If empty, it is made of the project and the seed.
    pub name: String,
}

impl Default for FilmSettings {
    fn default() -> Self {
        Self { pace: 4, size: 800, is_png: false, with_seals: false, folder: None, name: String::new() }
    }
}

impl FilmSettings {
    const fn format(&self) -> FilmFormat {
        if self.is_png { FilmFormat::Apng } else { FilmFormat::Gif }
    }

    /// Returns the name of the file with its extension.
    pub fn file_name(&self, usual: &str) -> String {
        let name = self.name.trim();
        format!("{}.{}", if name.is_empty() { usual } else { name }, self.format().extension())
    }
}

/// The result of a frame of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmDialogOutcome {
    /// It stays open.
    Open,
    /// It was closed.
    Closed,
    /// The user wants to choose a folder.
    Browse,
    /// The user wants to write the film.
    Write,
}

/// The film dialog.
#[derive(Debug, Default)]
pub struct FilmDialog {
    /// `true` if it is in front of the window.
    pub is_open: bool,
    /// Settings for writing films.
    pub settings: FilmSettings,
    /// Number of steps done in the first frame and in the last one; the latter may exceed the total.
    stretch: (usize, usize),
    folder_field: FolderField,
    /// Last file that was checked for existence, with the result.
    looked_for: Option<(PathBuf, bool)>,
}

impl FilmDialog {
    /// Opens it for all steps.
    pub fn open(&mut self, usual_folder: Option<PathBuf>) {
        self.is_open = true;
        self.stretch = (0, usize::MAX);
        if self.settings.folder.is_none() {
            self.settings.folder = usual_folder;
        }
        self.looked_for = None;
        self.folder_field.show(self.settings.folder.as_deref());
    }

    /// Returns the requested film.
    pub const fn order(&self) -> FilmRequest {
        let FilmSettings { pace, size, with_seals, .. } = self.settings;
        FilmRequest { stretch: self.stretch, pace, size, format: self.settings.format(), with_seals }
    }

    /// Sets the folder of the film.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.folder_field.show(Some(&folder));
        self.settings.folder = Some(folder);
    }

    /// Returns `true` if a file of that name would be replaced.
    fn replaces(&mut self, name: &str) -> bool {
        let Some(folder) = &self.settings.folder else { return false };
        let path = folder.join(name);
        match &self.looked_for {
            Some((looked_for, is_there)) if *looked_for == path => *is_there,
            _ => {
                let is_there = exists(&path);
                self.looked_for = Some((path, is_there));
                is_there
            }
        }
    }

    /// Shows it for a number of steps, `of_mission` of which belong to the mission. `usual` is the default
    /// name of the file without extension.
    pub fn ui(
        &mut self,
        ctx: &Context,
        (steps, of_mission): (usize, usize),
        usual: &str,
    ) -> FilmDialogOutcome {
        let mut outcome = FilmDialogOutcome::Open;
        let closed = modal_ui(ctx, "film", 420.0, |ui| {
            heading_ui(ui, "Film of mission and level");
            ui.label("Shows the mission grow and become a level, as an animated picture.");
            ui.add_space(8.0);
            Grid::new("film fields").num_columns(2).spacing(vec2(10.0, 8.0)).show(ui, |ui| {
                ui.label("Steps");
                ui.horizontal(|ui| {
                    let most = i64::try_from(steps).unwrap_or(i64::MAX);
                    let step = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
                    let (first, last) = (step(self.stretch.0), step(self.stretch.1).min(most));
                    if let Some(first) = number(ui, "First step", first, 0, last) {
                        self.stretch.0 = first as usize;
                    }
                    ui.label("to");
                    if let Some(last) = number(ui, "Last step", last, first, most) {
                        self.stretch.1 = last as usize;
                    }
                    ui.label(format!("of {steps}"));
                });
                ui.end_row();
                ui.label("");
                ui.horizontal(|ui| {
                    let parts = [
                        ("Everything", (0, usize::MAX)),
                        ("Mission", (0, of_mission)),
                        ("Level", (of_mission, usize::MAX)),
                    ];
                    for (name, stretch) in parts {
                        if ui.selectable_label(self.stretch == stretch, name).clicked() {
                            self.stretch = stretch;
                        }
                    }
                });
                ui.end_row();
                ui.label("Format");
                ui.horizontal(|ui| {
                    ui.radio_value(&mut self.settings.is_png, false, "GIF")
                        .on_hover_text("Plays everywhere; 256 colours");
                    ui.radio_value(&mut self.settings.is_png, true, "Animated PNG")
                        .on_hover_text("All colours; larger files, plays in browsers");
                });
                ui.end_row();
                ui.label("Speed");
                let paces: Vec<(u32, String)> =
                    PACES.map(|pace| (pace, format!("{pace} per second"))).to_vec();
                let named: Vec<(u32, &str)> =
                    paces.iter().map(|(pace, name)| (*pace, name.as_str())).collect();
                let list = ComboBox::from_id_salt("speed of the film").width(140.0);
                let about = ("Speed of the film", "The number of steps shown per second");
                self.settings.pace =
                    choice(ui, list, about, &self.settings.pace, &named).unwrap_or(self.settings.pace);
                ui.end_row();
                ui.label("Size");
                let sizes: Vec<(u32, String)> = SIZES.map(|size| (size, format!("{size} pixels"))).to_vec();
                let named: Vec<(u32, &str)> =
                    sizes.iter().map(|(size, name)| (*size, name.as_str())).collect();
                let list = ComboBox::from_id_salt("size of the film").width(140.0);
                let about = ("Size of the film", "The longer side; the level sets the proportions");
                self.settings.size =
                    choice(ui, list, about, &self.settings.size, &named).unwrap_or(self.settings.size);
                ui.end_row();
                ui.label("");
                ui.checkbox(&mut self.settings.with_seals, "Seals")
                    .on_hover_text("Highlights walls that must never open, up to the finished level");
                ui.end_row();
                ui.label("Folder");
                if self.folder_field.ui(ui, "Folder of the film", 330.0, &mut self.settings.folder) {
                    outcome = FilmDialogOutcome::Browse;
                }
                ui.end_row();
                ui.label("Name");
                let field =
                    TextEdit::singleline(&mut self.settings.name).desired_width(330.0).hint_text(usual);
                let field = ui.add(field);
                field.widget_info(|| info::field("Name of the film", "", &self.settings.name));
                if field.changed() {
                    // A name is not a path.
                    self.settings.name.retain(|letter| !matches!(letter, '/' | '\\' | ':'));
                }
                ui.end_row();
                ui.label("File");
                let name = self.settings.file_name(usual);
                let replaced = if self.replaces(&name) { ", replaces the existing file" } else { "" };
                ui.label(format!("{}{replaced}", printable(&name)));
                ui.end_row();
            });
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_enabled_ui(self.settings.folder.is_some(), |ui| {
                    if choice_ui(ui, "Export film", "Writes it in the background", true) {
                        outcome = FilmDialogOutcome::Write;
                    }
                });
                if choice_ui(ui, "Cancel", "Returns to the project", false) {
                    outcome = FilmDialogOutcome::Closed;
                }
            });
        });
        if closed { FilmDialogOutcome::Closed } else { outcome }
    }
}
