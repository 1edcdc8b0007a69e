//! The right side of the export dialog: the files that will be written, and the content of the main one.

use std::sync::Arc;

use egui::{Label, RichText, ScrollArea, TextWrapMode, TextureHandle, TextureOptions, Ui, WidgetType, vec2};

use crate::base::printable_line;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{ROW_HEIGHT, palette};
use crate::editor::work::exporter::ExportJob;
use crate::editor::work::jobs::JobRegistry;
use crate::editor::work::previewer::{ExportPreview, PreviewExport, PreviewPicture};
use crate::files::{ExistingFile, PlannedFile};

/// Maximum share of the height for the list of files, and for the picture of a level above its text, in
/// percent.
const FILES_PERCENT: f32 = 35.0;
const PICTURE_PERCENT: f32 = 70.0;

/// The preview and its state.
#[derive(Default)]
pub struct PreviewPart {
    /// Last export that a preview was requested for.
    asked: Option<ExportJob>,
    preview: Option<ExportPreview>,
    texture: Option<TextureHandle>,
}

impl PreviewPart {
    /// Requests a preview of the current export, and takes finished ones.
    pub fn look_ahead(&mut self, jobs: &mut JobRegistry, order: Option<ExportJob>) {
        if let Some(made) = jobs.take::<PreviewExport>() {
            (self.preview, self.texture) = (Some(made), None);
        }
        let is_asked = match (&self.asked, &order) {
            (Some(asked), Some(order)) => is_same(asked, order),
            (None, None) => true,
            _ => false,
        };
        if is_asked {
            return;
        }
        if self.asked.is_none() {
            // They belong to a dialog that was closed.
            jobs.cancel::<PreviewExport>();
            self.preview = None;
        }
        self.asked = order.clone();
        if let Some(order) = order {
            jobs.ask::<PreviewExport>(order);
        }
    }

    /// Shows it with the given height, in points.
    pub fn ui(&mut self, ui: &mut Ui, height: f32) {
        let is_old = match (&self.asked, &self.preview) {
            (Some(asked), Some(preview)) => !is_same(asked, &preview.order),
            _ => true,
        };
        let Some(preview) = &self.preview else {
            ui.label(RichText::new("Making the preview…").color(palette(ui).dim));
            return;
        };
        let top = ui.cursor().top();
        let files = ScrollArea::vertical().id_salt("files of the export");
        files.max_height(height * FILES_PERCENT / 100.0).show(ui, |ui| {
            for file in &preview.plan.files {
                file_ui(ui, file, is_old);
            }
            for (names, what) in [
                (&preview.plan.deleted, "deleted: it no longer belongs to the export"),
                (&preview.plan.kept, "kept: it no longer belongs to the export, but was changed since"),
            ] {
                for name in names {
                    ui.label(
                        RichText::new(format!("{}, {what}", printable_line(name))).color(palette(ui).dim),
                    );
                }
            }
        });
        let left = height - (ui.cursor().top() - top);
        if let Some(picture) = &preview.picture {
            let share = if preview.text.is_some() { PICTURE_PERCENT / 100.0 } else { 1.0 };
            picture_ui(ui, picture, &mut self.texture, left * share);
        }
        let left = height - (ui.cursor().top() - top);
        if let Some(text) = &preview.text {
            text_ui(ui, text, left);
        } else if preview.picture.is_none() {
            let words = "This file is for other programs and cannot be shown as text";
            ui.label(RichText::new(words).color(palette(ui).dim));
        }
    }
}

fn file_ui(ui: &mut Ui, file: &PlannedFile, is_old: bool) {
    let colors = palette(ui);
    let (words, color) = match file.before {
        ExistingFile::Nothing => ("", colors.strong),
        ExistingFile::Replaced => (", replaces the existing file", colors.strong),
        ExistingFile::InTheWay => {
            (", stops the export: a file of that name exists, and no export wrote it", colors.doubtful)
        }
    };
    let text = format!("{}, {}{words}", printable_line(&file.name), size_text(file.size));
    ui.label(RichText::new(text).color(if is_old { colors.dim } else { color }));
}

fn picture_ui(ui: &mut Ui, picture: &PreviewPicture, texture: &mut Option<TextureHandle>, height: f32) {
    let (words, name) = match picture.size {
        Some([width, height]) => (format!("{width} × {height} pixels"), "Preview of the picture"),
        None => ("The level in it".to_owned(), "Picture of the level"),
    };
    ui.label(RichText::new(words).color(palette(ui).dim));
    let load = || ui.ctx().load_texture("export preview", picture.image.clone(), TextureOptions::LINEAR);
    let texture = texture.get_or_insert_with(load);
    let room = vec2(ui.available_width(), height - ROW_HEIGHT);
    let size = texture.size_vec2();
    let scale = (room.x / size.x).min(room.y / size.y).min(1.0);
    let shown = ui.image((texture.id(), size * scale));
    shown.widget_info(|| info::labeled(WidgetType::Image, true, name));
}

fn text_ui(ui: &mut Ui, text: &str, height: f32) {
    let area = ScrollArea::both().id_salt("export preview").max_height(height).auto_shrink(false);
    area.show(ui, |ui| {
        let label = Label::new(RichText::new(text).monospace()).wrap_mode(TextWrapMode::Extend);
        let response = ui.add(label);
        response.widget_info(|| info::with_text(WidgetType::Other, "First lines", text));
    });
}

/// Returns `true` if both would write the same files.
fn is_same(one: &ExportJob, other: &ExportJob) -> bool {
    Arc::ptr_eq(&one.level, &other.level)
        && (one.format, &one.options, &one.path) == (other.format, &other.options, &other.path)
}

/// Returns a size in words: "3.4 MB".
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
