//! A rule as one line: on or off, its name, and its number of applications.

use egui::Ui;
use egui_phosphor::regular as icon;

use super::{DraggedRule, RuleCard};
use crate::base::printable;
use crate::document::Location;
use crate::editor::command::Command;
use crate::editor::widgets::dragging::drag;
use crate::editor::widgets::rows::FoldRow;

impl RuleCard<'_> {
    /// Shows the line. Returns the requested commands.
    pub(super) fn line_ui(&self, ui: &mut Ui) -> Vec<Command> {
        let mut commands = Vec::new();
        let row = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            commands.extend(self.switch_ui(ui));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                commands.extend(self.more_ui(ui));
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let (words, result) = (printable(&self.rule.name), self.count_words());
                    let name = format!("Line of {}", self.rule.name);
                    let row = FoldRow {
                        icon: icon::DOTS_SIX_VERTICAL,
                        words: &words,
                        result: &result,
                        name: &name,
                        is_open: self.is_selected,
                        is_dim: !self.rule.enabled,
                    };
                    let response = row.ui(ui);
                    drag(&response, &DraggedRule(self.position));
                    if response.clicked() {
                        commands.push(Command::GoTo(Location::Rule(self.position)));
                    }
                });
            });
        });
        commands.extend(self.dropped(ui, row.response.rect));
        commands
    }
}
