//! Problems of an import in the dialog: unreadable sources, errors of rooms, and remarks.

use egui::{RichText, Ui, WidgetType};

use crate::base::{Diagnostic, Severity, printable_line};
use crate::editor::modals::changed::names;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{palette, severity_color, severity_icon};
use crate::files::{ImportedSource, SourceImportStatus};
use crate::rooms::RoomSet;

/// Maximum number of remarks of a kind shown; the others are counted.
const MOST_SHOWN: usize = 100;

/// Shows the sources that give no rooms. Returns the position of one to be located.
pub(super) fn failures_ui(ui: &mut Ui, sources: &[ImportedSource], set: Option<&RoomSet>) -> Option<usize> {
    let colors = palette(ui);
    let mut find = None;
    for (position, source) in sources.iter().enumerate() {
        let Some(reason) = source.reason() else { continue };
        let name = names(std::slice::from_ref(&source.path));
        let is_missing = source.ending == SourceImportStatus::Missing
            && set.is_some_and(|set| set.has_source(&source.file));
        ui.horizontal_top(|ui| {
            let color = severity_color(colors, Severity::Error);
            ui.label(RichText::new(severity_icon(Severity::Error)).color(color));
            ui.vertical(|ui| {
                let text = if is_missing {
                    format!("{name} is not there; its rooms stay as they are")
                } else {
                    format!("{name}: {}", reason.message)
                };
                ui.add(egui::Label::new(printable_line(&text)).wrap());
                if let Some(hint) = reason.hint.as_ref().filter(|_| !is_missing) {
                    ui.add(egui::Label::new(RichText::new(printable_line(hint.sentence())).small()).wrap());
                }
                if is_missing {
                    let button = ui.button("Find it…");
                    button.widget_info(|| info::labeled(WidgetType::Button, true, format!("Find {name}…")));
                    let tooltip = "Selects the file at its new location";
                    if button.on_hover_text(tooltip).clicked() {
                        find = Some(position);
                    }
                }
            });
        });
        ui.add_space(4.0);
    }
    find
}

/// Shows the first error of a room, and all of them in the tooltip.
pub(super) fn errors_ui(ui: &mut Ui, errors: &[Diagnostic]) {
    let Some(first) = errors.first() else { return };
    let more = match errors.len() - 1 {
        0 => String::new(),
        more => format!(" And {more} more."),
    };
    let text = format!("{}{more}", printable_line(&first.message));
    let label = egui::Label::new(RichText::new(text).small().color(palette(ui).bad)).wrap();
    let all: Vec<String> = errors
        .iter()
        .map(|found| match &found.hint {
            Some(hint) => format!("{} {}", found.message, hint.sentence()),
            None => found.message.clone(),
        })
        .collect();
    ui.add(label).on_hover_text(all.iter().map(|line| printable_line(line)).collect::<Vec<_>>().join("\n"));
}

/// Shows remarks under a title.
pub(super) fn list_ui(ui: &mut Ui, title: &str, found: &[&Diagnostic]) {
    if found.is_empty() {
        return;
    }
    let colors = palette(ui);
    ui.add_space(6.0);
    ui.label(RichText::new(title).color(colors.strong));
    for found in found.iter().take(MOST_SHOWN) {
        ui.horizontal_top(|ui| {
            let color = severity_color(colors, found.severity);
            ui.label(RichText::new(severity_icon(found.severity)).color(color));
            let text = RichText::new(printable_line(&found.message)).small();
            let text = ui.add(egui::Label::new(text).wrap());
            if let Some(hint) = &found.hint {
                text.on_hover_text(printable_line(hint.sentence()).into_owned());
            }
        });
    }
    let more = found.len().saturating_sub(MOST_SHOWN);
    if more > 0 {
        ui.label(format!("and {more} more"));
    }
}
