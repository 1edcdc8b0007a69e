//! Where a symbol is used: links that lead there.

use egui::{RichText, Ui};

use crate::document::{Symbol, uses_of};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::words::location_label;
use crate::editor::widgets::rows::{remark_ui, title_ui};

/// Lists the places where a symbol is used.
pub(super) fn uses_ui(ui: &mut Ui, symbol: &Symbol, context: &mut PaneContext<'_>) {
    title_ui(ui, "Used in");
    let content = context.document.content();
    let uses = uses_of(content, symbol);
    if uses.is_empty() {
        remark_ui(ui, "Nothing yet: draw it in the start or in a rule");
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(10.0, 2.0);
        ui.spacing_mut().interact_size.y = 0.0;
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        for used in uses {
            let Some(words) = location_label(&used.place, content) else { continue };
            let times = if used.count > 1 { format!(", {} times", used.count) } else { String::new() };
            if ui.link(RichText::new(format!("{words}{times}"))).on_hover_text("Show it").clicked() {
                context.commands.push(Command::GoTo(used.place));
            }
        }
    });
}
