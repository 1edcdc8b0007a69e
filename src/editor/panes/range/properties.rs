//! The share of levels that have each property of the grammar.

use egui::{RichText, Ui};
use egui_phosphor::regular as icon;

use super::view::RangeView;
use crate::base::{printable_line, with_capital};
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::style::{self, palette};
use crate::properties::ShareInterval;
use crate::survey::SeedTrouble;

/// Shows a sentence for each property. A click selects the levels without it.
pub fn properties_ui(ui: &mut Ui, view: &RangeView, context: &mut PaneContext<'_>) {
    let properties = &context.document.grammar().properties;
    let Some(summary) = view.summary().filter(|_| !properties.is_empty()) else { return };
    let colors = palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = style::GAP;
        ui.label(RichText::new("Properties:").color(colors.dim));
        for (position, property) in properties.iter().enumerate() {
            let lacking = summary.lacking.get(&position).copied().unwrap_or(0);
            let having = summary.proved.saturating_sub(lacking);
            let Some(share) = ShareInterval::wilson(having as u64, summary.proved as u64) else { continue };
            let sentence = property.sentence();
            let (sign, color) = if lacking == 0 { (icon::CHECK, colors.good) } else { (icon::X, colors.doubtful) };
            let text = format!("{sign} {}: {share}", with_capital(&printable_line(&sentence)));
            let link = ui.link(RichText::new(text).size(style::SMALL + 0.5).color(color));
            let about = format!(
                "Fails in {lacking} of {} levels. The range holds the share of all seeds with 95 % confidence.\nClick to \
                 select the levels in which it fails.",
                summary.proved
            );
            if link.on_hover_text(about).clicked() {
                let trouble = SeedTrouble::LacksProperty { position, property: sentence };
                context.shared.seed_filter.toggle_trouble(trouble);
            }
        }
    });
}
