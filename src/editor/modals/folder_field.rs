//! A field for the folder of files, with a button to choose one.

use std::path::{Path, PathBuf};

use egui::{TextEdit, Ui};

use crate::base::printable;
use crate::editor::widgets::info;

/// Typed text. A folder that is not valid Unicode is kept until somebody types.
#[derive(Debug, Default)]
pub struct FolderField {
    text: String,
}

impl FolderField {
    /// Shows a folder that was set elsewhere.
    pub fn show(&mut self, folder: Option<&Path>) {
        self.text = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
    }

    /// Shows the field and the button, together `width` points wide. Returns `true` if a folder should be
    /// chosen.
    pub fn ui(&mut self, ui: &mut Ui, name: &str, width: f32, folder: &mut Option<PathBuf>) -> bool {
        // The button comes first, from the right, because its width depends on the font.
        let size = egui::vec2(width, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let browses = ui.button("Browse…").on_hover_text("Choose the folder").clicked();
            let field = TextEdit::singleline(&mut self.text).desired_width(ui.available_width());
            let field = ui.add(field.hint_text("Path of a folder"));
            field.widget_info(|| info::field(name, "", &self.text));
            if field.changed() {
                let typed = self.text.trim();
                *folder = (!typed.is_empty()).then(|| PathBuf::from(typed));
            }
            field.on_hover_text(printable(&self.text));
            browses
        })
        .inner
    }
}
