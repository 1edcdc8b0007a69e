//! The export dialog: format, options and destination on the left, the resulting files on the right.

use std::path::PathBuf;

use egui::{ComboBox, Context, Grid, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::base::{Seed, counted, with_capital};
use crate::editor::actions::format_name;
use crate::editor::export_settings::ExportSettings;
use crate::editor::modals::export_preview::PreviewPart;
use crate::editor::modals::folder_field::FolderField;
use crate::editor::widgets::explained::explained_dialog;
use crate::editor::widgets::info;
use crate::editor::widgets::question::{choice_ui, heading_ui, modal_ui};
use crate::editor::widgets::refusals::{refusal_ui, refuse};
use crate::editor::widgets::rows::remark_ui;
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::values::{choice, number};
use crate::editor::work::exporter::ExportJob;
use crate::editor::work::jobs::JobRegistry;
use crate::export::{ExportOption, Format, LegendSpot, MapImporter, TypePath};
use crate::overlay::Overlay;
use crate::picture::{CellPixels, CellSide};
use crate::reference::{ReferenceSubject, ReferenceTopic};

/// Widths of the left side, of its fields and of the whole dialog, and height without title and buttons; in
/// points.
const LEFT: f32 = 330.0;
const FIELD: f32 = 230.0;
const WIDTH: f32 = 1060.0;
const HEIGHT: f32 = 560.0;

/// Height of the list of formats, in points.
const FORMATS_HEIGHT: f32 = 420.0;

/// The result of a frame of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportDialogOutcome {
    /// It stays open.
    Open,
    /// It was closed.
    Closed,
    /// The user wants to choose a folder.
    Browse,
    /// The user wants to write the level.
    Export,
}

/// The dialog and its preview of the files.
#[derive(Default)]
pub struct ExportDialog {
    /// `true` if it is in front of the window.
    pub is_open: bool,
    /// Settings for exporting levels.
    pub settings: ExportSettings,
    /// Seeds whose levels are exported; empty for the level that is shown.
    pub seeds: Vec<Seed>,
    folder_field: FolderField,
    preview: PreviewPart,
}

impl ExportDialog {
    /// Opens it.
    pub fn open(&mut self, format: Option<Format>, usual_folder: Option<PathBuf>) {
        self.is_open = true;
        self.seeds.clear();
        if let Some(format) = format {
            self.settings.format = format;
        }
        if self.settings.folder.is_none() {
            self.settings.folder = usual_folder;
        }
        self.show_folder();
    }

    /// Sets the folder of the files.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.settings.folder = Some(folder);
        self.show_folder();
    }

    fn show_folder(&mut self) {
        self.folder_field.show(self.settings.folder.as_deref());
    }

    /// Closes it and drops the preview.
    pub fn close(&mut self) {
        self.is_open = false;
        self.preview = PreviewPart::default();
    }

    /// Shows it. `usual` is the default name of the files; `order` is the export that would be written.
    pub fn ui(
        &mut self,
        ctx: &Context,
        usual: &str,
        order: Option<ExportJob>,
        jobs: &mut JobRegistry,
    ) -> ExportDialogOutcome {
        self.preview.look_ahead(jobs, order);
        let mut outcome = ExportDialogOutcome::Open;
        let window = ctx.content_rect().size();
        let width = (window.x - 80.0).min(WIDTH);
        let height = (window.y - 190.0).clamp(200.0, HEIGHT);
        let closed = modal_ui(ctx, "export", width, |ui| {
            match self.seeds.len() {
                0 => heading_ui(ui, "Export the level"),
                count => heading_ui(ui, &format!("Export {}", counted(count, "level"))),
            }
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width(LEFT);
                    ScrollArea::vertical().id_salt("export options").max_height(height).show(ui, |ui| {
                        ui.set_min_height(height);
                        self.options_ui(ui, usual, &mut outcome);
                    });
                });
                ui.add_space(12.0);
                ui.vertical(|ui| {
                    ui.set_height(height);
                    self.preview.ui(ui, height);
                });
            });
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_enabled_ui(self.settings.folder.is_some(), |ui| {
                    let tooltip = "Writes the files in the background";
                    if choice_ui(ui, "Export", tooltip, true) {
                        outcome = ExportDialogOutcome::Export;
                    }
                });
                if choice_ui(ui, "Cancel", "Returns to the project and keeps the options", false) {
                    outcome = ExportDialogOutcome::Closed;
                }
            });
            explained_dialog(ui, ReferenceSubject::Page(ReferenceTopic::ExportFormats));
        });
        if closed { ExportDialogOutcome::Closed } else { outcome }
    }

    fn options_ui(&mut self, ui: &mut Ui, usual: &str, outcome: &mut ExportDialogOutcome) {
        Grid::new("export fields").num_columns(2).spacing(vec2(10.0, 8.0)).show(ui, |ui| {
            ui.label("Format");
            let formats: Vec<(Format, String)> =
                Format::ALL.map(|format| (format, with_capital(format_name(format)))).to_vec();
            let named: Vec<(Format, &str)> =
                formats.iter().map(|(format, name)| (*format, name.as_str())).collect();
            let list = ComboBox::from_id_salt("format of the export").width(FIELD).height(FORMATS_HEIGHT);
            let about = ("Format of the export", "The format in which the level is written");
            if let Some(format) = choice(ui, list, about, &self.settings.format, &named) {
                self.settings.format = format;
            }
            ui.end_row();
            ui.label("Folder");
            if self.folder_field.ui(ui, "Folder of the export", FIELD, &mut self.settings.folder) {
                *outcome = ExportDialogOutcome::Browse;
            }
            ui.end_row();
            ui.label("Name");
            let field =
                ui.add(TextEdit::singleline(&mut self.settings.name).desired_width(FIELD).hint_text(usual));
            field.widget_info(|| info::field("Name of the files", "", &self.settings.name));
            if field.changed() {
                let length = self.settings.name.len();
                // A name is not a path.
                self.settings.name.retain(|letter| !matches!(letter, '/' | '\\' | ':'));
                if self.settings.name.len() < length {
                    refuse(
                        ui,
                        field.id,
                        "A name cannot contain /, \\ or :. Choose the folder above.".to_owned(),
                    );
                }
            }
            refusal_ui(ui, field.id, &field);
            field.on_hover_text(
                "The name of the files. If you leave it empty, they are named after the project and the seed",
            );
            ui.end_row();
            self.map_rows(ui);
        });
        self.types_hint_ui(ui);
        if self.seeds.len() > 1 {
            let remark = if self.settings.format.joins_levels() {
                "All levels share one tile set and become one world or project. The preview shows the current level."
            } else {
                "Each seed gets its own file, with its number at the end of the name. The preview shows the current level."
            };
            remark_ui(ui, remark);
        }
        ui.add_enabled(
            self.seeds.is_empty(),
            egui::Checkbox::new(&mut self.settings.on_every_change, "Export again on every change"),
        )
        .on_hover_text(
            "Writes the level whenever it changes and keeps its promises, always to the same files, so that a running game can read it again",
        );
        ui.add_space(6.0);
        let format = self.settings.format;
        if format.has(ExportOption::Cell) {
            ui.separator();
            self.picture_ui(ui);
        }
        if format.has(ExportOption::Show) {
            ui.checkbox(&mut self.settings.shows_layers, "Layers")
                .on_hover_text("Shows the topmost layer over the tiles");
            ui.checkbox(&mut self.settings.shows_entities, "Entities")
                .on_hover_text("Shows a letter for each entity, and explains it below");
        }
        if format.has(ExportOption::Outline) {
            ui.checkbox(&mut self.settings.has_square_caves, "Square cave walls").on_hover_text(
                "Cave walls follow the sides of cells. If you turn it off, they are slanted at corners",
            );
        }
        if format.has(ExportOption::Ceilings) {
            ui.checkbox(&mut self.settings.has_ceilings, "Ceilings").on_hover_text(
                "Closes the model for games seen from inside. Tops and outer sides of walls are left out",
            );
        }
    }

    /// Shows the options of maps, one per row.
    fn map_rows(&mut self, ui: &mut Ui) {
        if self.settings.format.has(ExportOption::Tile) {
            ui.label("Tiles");
            let sides = CellSide::ALL.map(|side| (side.pixels(), format!("{} pixels", side.pixels())));
            let sides: Vec<(u32, &str)> = sides.iter().map(|(side, name)| (*side, name.as_str())).collect();
            let list = ComboBox::from_id_salt("size of tiles").width(FIELD);
            let about = ("Size of tiles", "The width and height of a tile of the map");
            if let Some(side) = choice(ui, list, about, &self.settings.tile, &sides) {
                self.settings.tile = side;
            }
            ui.end_row();
        }
        if self.settings.format.has(ExportOption::Target) {
            ui.label("Importer");
            let names = MapImporter::ALL.map(|target| (target, with_capital(target.name())));
            let targets: Vec<(MapImporter, &str)> =
                names.iter().map(|(target, name)| (*target, name.as_str())).collect();
            let list = ComboBox::from_id_salt("importer").width(FIELD);
            let about = (
                "Importer of the map",
                "The program that imports the map. It gets the properties and layers that it looks for",
            );
            if let Some(target) = choice(ui, list, about, &self.settings.target, &targets) {
                self.settings.target = target;
            }
            ui.end_row();
        }
        if self.settings.format.has(ExportOption::Embed) {
            ui.label("Tile sets");
            ui.checkbox(&mut self.settings.is_whole, "In the map").on_hover_text(
                "Writes the tile sets into the map. Phaser and melonJS always need them there",
            );
            ui.end_row();
        }
        if self.has_types() {
            ui.label("Types");
            let types = &mut self.settings.types;
            let field = TextEdit::singleline(types).desired_width(FIELD).hint_text("my_game::level");
            let field = ui.add(field);
            field.widget_info(|| info::field("Types of components", "", &*types));
            field.on_hover_text("The module of your game that declares components, for example my_game::level. If you leave it empty, objects get no components");
            ui.end_row();
        }
    }

    /// Returns `true` if the types of components can be named.
    fn has_types(&self) -> bool {
        self.settings.format.has(ExportOption::Types) && self.settings.target == MapImporter::Bevy
    }

    /// Shows a mistake in the named types.
    fn types_hint_ui(&self, ui: &mut Ui) {
        let types = Some(&self.settings.types).filter(|types| self.has_types() && !types.is_empty());
        if let Some(wrong) = types.and_then(|types| types.parse::<TypePath>().err()) {
            ui.label(RichText::new(with_capital(&format!("{wrong}."))).color(palette(ui).doubtful));
        }
    }

    fn picture_ui(&mut self, ui: &mut Ui) {
        let settings = &mut self.settings;
        ui.horizontal(|ui| {
            let mut fits = settings.cell == 0;
            let box_ = ui.checkbox(&mut fits, "Automatic cell size");
            if box_.on_hover_text("16 pixels per cell, in large levels 8").changed() {
                settings.cell = if fits { 0 } else { 16 };
            }
            if !fits {
                let (least, most) = CellPixels::RANGE;
                let new = number(ui, "Pixels of a cell", settings.cell.into(), least.into(), most.into());
                settings.cell = new.and_then(|new| u32::try_from(new).ok()).unwrap_or(settings.cell);
                ui.label("pixels");
            }
        });
        ui.checkbox(&mut settings.is_flat, "Flat map")
            .on_hover_text("Shows each cell in the colour of its tile, without drawings");
        ui.add_enabled(!settings.is_flat, egui::Checkbox::new(&mut settings.has_items, "Items"))
            .on_hover_text("Draws the items and entities of the level");
        ui.horizontal(|ui| {
            ui.label("Legend");
            let spots = LegendSpot::ALL.map(|spot| (spot, spot_name(spot)));
            let list = ComboBox::from_id_salt("legend of the picture").width(120.0);
            let about = ("Place of the legend", "The position of the legend in the picture");
            if let Some(spot) = choice(ui, list, about, &settings.legend, &spots) {
                settings.legend = spot;
            }
        });
        ui.add_space(4.0);
        ui.label(RichText::new("Laid over the level").color(palette(ui).dim).size(style::SMALL));
        for overlay in Overlay::ALL {
            let mut is_shown = settings.overlays.shows(overlay);
            if ui.checkbox(&mut is_shown, overlay.name()).on_hover_text(overlay.meaning()).changed() {
                settings.overlays.toggle(overlay);
            }
        }
    }
}

const fn spot_name(spot: LegendSpot) -> &'static str {
    match spot {
        LegendSpot::Nowhere => "None",
        LegendSpot::Below => "Below",
        LegendSpot::Beside => "Beside",
    }
}
