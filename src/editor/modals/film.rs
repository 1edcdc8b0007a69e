//! The dialog for a film of the derivation: which stretch, how fast, how large, where to.

use std::path::PathBuf;

use egui::{ComboBox, Context, Grid, vec2};
use serde::{Deserialize, Serialize};

use crate::base::printable;
use crate::editor::modals::folder_field::FolderField;
use crate::editor::widgets::question::{choice_ui, heading_ui, modal_ui};
use crate::editor::widgets::values::{choice, number};
use crate::files::exists;

/// Steps a second that can be chosen.
const PACES: [u32; 5] = [1, 2, 4, 8, 20];
/// Widths in pixels that can be chosen.
const WIDTHS: [usize; 5] = [480, 640, 800, 960, 1280];

/// How films are written. What a file of another version knows besides is passed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FilmSettings {
    /// Steps a second.
    pub pace: u32,
    /// In pixels; a picture is five eighths as high.
    pub width: usize,
    /// Where films go; none: where levels do.
    pub folder: Option<PathBuf>,
}

impl Default for FilmSettings {
    fn default() -> Self {
        Self { pace: 2, width: 800, folder: None }
    }
}

impl FilmSettings {
    /// Width and height in pixels.
    pub const fn size(&self) -> [usize; 2] {
        [self.width, self.width * 5 / 8]
    }
}

/// What one may do in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Something else first.
    Open,
    /// Leave it.
    Closed,
    /// Choose a folder.
    Browse,
    /// Write the film.
    Write,
}

/// The dialog.
#[derive(Debug, Default)]
pub struct FilmDialog {
    /// Is it in front of the window?
    pub is_open: bool,
    /// How films are written.
    pub settings: FilmSettings,
    /// The number of steps that are done in the first frame and in the last one.
    pub stretch: (usize, usize),
    folder_field: FolderField,
    /// The file that was looked for last, and whether it is there.
    looked_for: Option<(PathBuf, bool)>,
}

impl FilmDialog {
    /// Opens it for all of a derivation.
    pub fn open(&mut self, steps: usize, usual_folder: Option<PathBuf>) {
        self.is_open = true;
        self.stretch = (0, steps);
        if self.settings.folder.is_none() {
            self.settings.folder = usual_folder;
        }
        self.looked_for = None;
        self.folder_field.show(self.settings.folder.as_deref());
    }

    /// Puts the film into another folder.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.folder_field.show(Some(&folder));
        self.settings.folder = Some(folder);
    }

    /// Would a file of that name be replaced?
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

    /// Shows it for a derivation of so many steps; `name` is that of the file.
    pub fn ui(&mut self, ctx: &Context, steps: usize, name: &str) -> Outcome {
        let mut outcome = Outcome::Open;
        let closed = modal_ui(ctx, "film", 420.0, |ui| {
            heading_ui(ui, "Export the film of the mission");
            ui.label("Shows as an animated picture how the mission grows, step by step.");
            ui.add_space(8.0);
            Grid::new("film fields").num_columns(2).spacing(vec2(10.0, 8.0)).show(ui, |ui| {
                ui.label("Steps");
                ui.horizontal(|ui| {
                    let most = i64::try_from(steps).unwrap_or(i64::MAX);
                    let step = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
                    let (first, last) = (step(self.stretch.0), step(self.stretch.1).min(most));
                    let new_first = number(ui, "First step", first, 0, last).unwrap_or(first);
                    ui.label("to");
                    let new_last = number(ui, "Last step", last, new_first, most).unwrap_or(last);
                    self.stretch = (new_first as usize, new_last as usize);
                    ui.label(format!("of {steps}"));
                });
                ui.end_row();
                ui.label("Speed");
                let paces: Vec<(u32, String)> = PACES.map(|pace| (pace, format!("{pace} a second"))).to_vec();
                let named: Vec<(u32, &str)> =
                    paces.iter().map(|(pace, name)| (*pace, name.as_str())).collect();
                let list = ComboBox::from_id_salt("speed of the film").width(140.0);
                let about = ("Speed of the film", "How many steps are shown in a second");
                self.settings.pace =
                    choice(ui, list, about, &self.settings.pace, &named).unwrap_or(self.settings.pace);
                ui.end_row();
                ui.label("Size");
                let widths: Vec<(usize, String)> =
                    WIDTHS.map(|width| (width, format!("{width} × {} pixels", width * 5 / 8))).to_vec();
                let named: Vec<(usize, &str)> =
                    widths.iter().map(|(width, name)| (*width, name.as_str())).collect();
                let list = ComboBox::from_id_salt("size of the film").width(140.0);
                let about = ("Size of the film", "Width and height");
                self.settings.width =
                    choice(ui, list, about, &self.settings.width, &named).unwrap_or(self.settings.width);
                ui.end_row();
                ui.label("Folder");
                if self.folder_field.ui(ui, "Folder of the film", 330.0, &mut self.settings.folder) {
                    outcome = Outcome::Browse;
                }
                ui.end_row();
                ui.label("File");
                let replaced = if self.replaces(name) { ", replaces the file that is there" } else { "" };
                ui.label(format!("{}{replaced}", printable(name)));
                ui.end_row();
            });
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_enabled_ui(self.settings.folder.is_some(), |ui| {
                    if choice_ui(ui, "Export film", "Writes it in the background", true) {
                        outcome = Outcome::Write;
                    }
                });
                if choice_ui(ui, "Cancel", "Back to the project", false) {
                    outcome = Outcome::Closed;
                }
            });
        });
        if closed { Outcome::Closed } else { outcome }
    }
}
