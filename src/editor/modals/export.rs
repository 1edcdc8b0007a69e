//! The dialog of exports: format, options and place on the left, on the right what will be written.

use std::path::PathBuf;

use egui::{
    ComboBox, Context, Grid, Label, RichText, ScrollArea, TextEdit, TextWrapMode, TextureHandle, Ui,
    WidgetType, vec2,
};

use crate::base::{printable_line, with_capital};
use crate::editor::actions::format_name;
use crate::editor::export_settings::ExportSettings;
use crate::editor::modals::folder_field::FolderField;
use crate::editor::widgets::info;
use crate::editor::widgets::question::{choice_ui, heading_ui, modal_ui};
use crate::editor::widgets::style::{self, ROW_HEIGHT, palette};
use crate::editor::widgets::values::{choice, number};
use crate::editor::work::exporter::{Content, Order, Preview, Previewer, start_previewer};
use crate::export::{ExportOption, Format, LegendSpot, Target, TypePath};
use crate::overlay::Overlay;
use crate::picture::{CellPixels, CellSide};

/// The widths of the left side, of its fields and of all, in points, and the height of all but title and buttons.
const LEFT: f32 = 330.0;
const FIELD: f32 = 230.0;
const WIDTH: f32 = 1060.0;
const HEIGHT: f32 = 560.0;

/// The height of the list of formats, in points.
const FORMATS_HEIGHT: f32 = 420.0;

/// What one may do in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Something else first.
    Open,
    /// Leave it.
    Closed,
    /// Choose a folder.
    Browse,
    /// Write the level.
    Export,
}

/// The dialog, with what it shows of the files.
#[derive(Default)]
pub struct ExportDialog {
    /// Is it in front of the window?
    pub is_open: bool,
    /// How levels are exported.
    pub settings: ExportSettings,
    folder_field: FolderField,
    previewer: Option<Previewer>,
    /// What the preview was asked for.
    asked: Option<Order>,
    preview: Option<Preview>,
    texture: Option<TextureHandle>,
}

impl ExportDialog {
    /// Opens it.
    pub fn open(&mut self, format: Option<Format>, usual_folder: Option<PathBuf>) {
        self.is_open = true;
        if let Some(format) = format {
            self.settings.format = format;
        }
        if self.settings.folder.is_none() {
            self.settings.folder = usual_folder;
        }
        self.show_folder();
    }

    /// Puts the files into another folder.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.settings.folder = Some(folder);
        self.show_folder();
    }

    fn show_folder(&mut self) {
        self.folder_field.show(self.settings.folder.as_deref());
    }

    /// Closes it, and forgets what it showed.
    pub fn close(&mut self) {
        self.is_open = false;
        (self.asked, self.preview, self.texture, self.previewer) = Default::default();
    }

    /// Waits until the preview is made.
    pub fn wait(&mut self) {
        let made = self.previewer.as_mut().and_then(Previewer::wait);
        self.take(made);
    }

    /// Shows it. `usual` is what files are called if nothing else is typed; `order` is what would be written.
    pub fn ui(&mut self, ctx: &Context, usual: &str, order: Option<Order>) -> Outcome {
        self.look_ahead(ctx, order);
        let mut outcome = Outcome::Open;
        let window = ctx.content_rect().size();
        let width = (window.x - 80.0).min(WIDTH);
        let height = (window.y - 190.0).clamp(200.0, HEIGHT);
        let closed = modal_ui(ctx, "export", width, |ui| {
            heading_ui(ui, "Export the level");
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
                    self.preview_ui(ui, height);
                });
            });
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_enabled_ui(self.settings.folder.is_some(), |ui| {
                    let tooltip = "Writes the files in the background";
                    if choice_ui(ui, "Export", tooltip, true) {
                        outcome = Outcome::Export;
                    }
                });
                if choice_ui(ui, "Cancel", "Back to the project; the options stay as they are", false) {
                    outcome = Outcome::Closed;
                }
            });
        });
        if closed { Outcome::Closed } else { outcome }
    }

    fn options_ui(&mut self, ui: &mut Ui, usual: &str, outcome: &mut Outcome) {
        Grid::new("export fields").num_columns(2).spacing(vec2(10.0, 8.0)).show(ui, |ui| {
            ui.label("Format");
            let formats: Vec<(Format, String)> =
                Format::ALL.map(|format| (format, with_capital(format_name(format)))).to_vec();
            let named: Vec<(Format, &str)> = formats.iter().map(|(format, name)| (*format, name.as_str())).collect();
            let list = ComboBox::from_id_salt("format of the export").width(FIELD).height(FORMATS_HEIGHT);
            let about = ("Format of the export", "In what form the level is written");
            if let Some(format) = choice(ui, list, about, &self.settings.format, &named) {
                self.settings.format = format;
            }
            ui.end_row();
            ui.label("Folder");
            if self.folder_field.ui(ui, "Folder of the export", FIELD, &mut self.settings.folder) {
                *outcome = Outcome::Browse;
            }
            ui.end_row();
            ui.label("Name");
            let field = ui.add(TextEdit::singleline(&mut self.settings.name).desired_width(FIELD).hint_text(usual));
            field.widget_info(|| info::field("Name of the files", "", &self.settings.name));
            if field.changed() {
                // A name is no path.
                self.settings.name.retain(|letter| !matches!(letter, '/' | '\\' | ':'));
            }
            field.on_hover_text("What the files are called. Empty: after the project and the seed, so that another seed gives another file");
            ui.end_row();
            self.map_rows(ui);
        });
        self.types_hint_ui(ui);
        ui.checkbox(&mut self.settings.on_every_change, "Export again on every change").on_hover_text(
            "Writes the level whenever it changes and keeps its promises, always to the same files, so that a running game can read it again",
        );
        ui.add_space(6.0);
        let format = self.settings.format;
        if format.has(ExportOption::Cell) {
            ui.separator();
            self.picture_ui(ui);
        }
        if format.has(ExportOption::Outline) {
            ui.checkbox(&mut self.settings.has_square_caves, "Square cave walls").on_hover_text(
                "The walls of caves follow the sides of cells; without it they are slanted where cells meet at corners",
            );
        }
    }

    /// What can be chosen of a map, a row each.
    fn map_rows(&mut self, ui: &mut Ui) {
        if self.settings.format.has(ExportOption::Tile) {
            ui.label("Tiles");
            let sides = CellSide::ALL.map(|side| (side.pixels(), format!("{} pixels", side.pixels())));
            let sides: Vec<(u32, &str)> = sides.iter().map(|(side, name)| (*side, name.as_str())).collect();
            let list = ComboBox::from_id_salt("size of tiles").width(FIELD);
            let about = ("Size of tiles", "How wide and high a tile of the map is");
            if let Some(side) = choice(ui, list, about, &self.settings.tile, &sides) {
                self.settings.tile = side;
            }
            ui.end_row();
        }
        if self.settings.format.has(ExportOption::Target) {
            ui.label("Importer");
            let names = Target::ALL.map(|target| (target, with_capital(target.name())));
            let targets: Vec<(Target, &str)> =
                names.iter().map(|(target, name)| (*target, name.as_str())).collect();
            let list = ComboBox::from_id_salt("importer").width(FIELD);
            let about = (
                "Importer of the map",
                "Whose importer reads the map; it changes what is added for it, never the map",
            );
            if let Some(target) = choice(ui, list, about, &self.settings.target, &targets) {
                self.settings.target = target;
            }
            ui.end_row();
        }
        if self.has_types() {
            ui.label("Types");
            let types = &mut self.settings.types;
            let field = TextEdit::singleline(types).desired_width(FIELD).hint_text("my_game::level");
            let field = ui.add(field);
            field.widget_info(|| info::field("Types of components", "", &*types));
            field.on_hover_text("The module of your game that declares the components of objects; a Room becomes a my_game::level::Room. Empty: objects get no components");
            ui.end_row();
        }
    }

    /// Can the types of components be named?
    fn has_types(&self) -> bool {
        self.settings.format.has(ExportOption::Types) && self.settings.target == Target::Bevy
    }

    /// What is wrong with the types that are named.
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
            if box_.on_hover_text("16 pixels a cell, in large levels 8").changed() {
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
            .on_hover_text("Every cell in the colour of its tile, and nothing drawn");
        ui.add_enabled(!settings.is_flat, egui::Checkbox::new(&mut settings.has_items, "Items"))
            .on_hover_text("Draws what stands and lies in the level");
        ui.horizontal(|ui| {
            ui.label("Legend");
            let spots = LegendSpot::ALL.map(|spot| (spot, spot_name(spot)));
            let list = ComboBox::from_id_salt("legend of the picture").width(120.0);
            let about = ("Place of the legend", "Where the picture says what it shows");
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

    /// Asks for a preview of what would be written now, and takes that which is made.
    fn look_ahead(&mut self, ctx: &Context, order: Option<Order>) {
        let made = self.previewer.as_mut().and_then(Previewer::newest);
        self.take(made);
        let is_asked = match (&self.asked, &order) {
            (Some(asked), Some(order)) => is_same(asked, order),
            (None, None) => true,
            _ => false,
        };
        if is_asked {
            return;
        }
        self.asked = order.clone();
        if let Some(order) = order {
            self.previewer.get_or_insert_with(|| start_previewer(ctx.clone())).ask(order);
        }
    }

    fn take(&mut self, made: Option<Preview>) {
        if made.is_some() {
            (self.preview, self.texture) = (made, None);
        }
    }

    fn preview_ui(&mut self, ui: &mut Ui, height: f32) {
        let colors = palette(ui);
        let is_old = match (&self.asked, &self.preview) {
            (Some(asked), Some(preview)) => !is_same(asked, &preview.order),
            _ => true,
        };
        let Some(preview) = &mut self.preview else {
            ui.label(RichText::new("Making the preview…").color(colors.dim));
            return;
        };
        let top = ui.cursor().top();
        for (name, bytes, is_there) in &preview.files {
            let replaced = if *is_there { ", replaces the file that is there" } else { "" };
            let text = format!("{}, {}{replaced}", printable_line(name), size_text(*bytes));
            ui.label(RichText::new(text).color(if is_old { colors.dim } else { colors.strong }));
        }
        let left = height - (ui.cursor().top() - top);
        match &mut preview.content {
            Content::Text(text) => {
                ScrollArea::both().id_salt("export preview").max_height(left).auto_shrink(false).show(
                    ui,
                    |ui| {
                        let label =
                            Label::new(RichText::new(&*text).monospace()).wrap_mode(TextWrapMode::Extend);
                        let response = ui.add(label);
                        response.widget_info(|| info::with_text(WidgetType::Other, "First lines", &*text));
                    },
                );
            }
            Content::Picture(image, [width, height]) => {
                ui.label(RichText::new(format!("{width} × {height} pixels")).color(colors.dim));
                let options = egui::TextureOptions::LINEAR;
                let texture = self
                    .texture
                    .get_or_insert_with(|| ui.ctx().load_texture("export preview", image.clone(), options));
                let room = vec2(ui.available_width(), left - ROW_HEIGHT);
                let size = texture.size_vec2();
                let scale = (room.x / size.x).min(room.y / size.y).min(1.0);
                let shown = ui.image((texture.id(), size * scale));
                shown.widget_info(|| info::labeled(WidgetType::Image, true, "Preview of the picture"));
            }
            Content::Nothing => {
                ui.label(
                    RichText::new("For other programs; there is nothing to read in it").color(colors.dim),
                );
            }
        }
    }
}

/// Would the same be written to the same place?
fn is_same(one: &Order, other: &Order) -> bool {
    std::sync::Arc::ptr_eq(&one.level, &other.level)
        && (one.format, &one.options, &one.path) == (other.format, &other.options, &other.path)
}

const fn spot_name(spot: LegendSpot) -> &'static str {
    match spot {
        LegendSpot::Nowhere => "None",
        LegendSpot::Below => "Below",
        LegendSpot::Beside => "Beside",
    }
}

/// "3.4 MB".
fn size_text(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{}.{} kB", bytes / 1_000, bytes % 1_000 / 100),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_a_unit_that_fits() {
        assert_eq!([999, 1_250, 3_460_000].map(size_text), ["999 bytes", "1.2 kB", "3.4 MB"]);
    }
}
