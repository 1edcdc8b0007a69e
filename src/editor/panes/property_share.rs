//! The share of levels that have a property, from the survey that the gallery and the charts show.

use egui::{RichText, Ui};
use egui_phosphor::regular as icon;

use super::context::PaneContext;
use crate::base::{counted, printable_line, with_capital};
use crate::editor::widgets::style::{self, ThemePalette, palette};
use crate::properties::PropertyTally;
use crate::survey::SeedTrouble;

/// Shows the share of levels that have a property, and selects the levels without it at a click. Returns `true` if
/// it was clicked.
pub fn share_ui(ui: &mut Ui, position: usize, is_named: bool, context: &mut PaneContext<'_>) -> bool {
    let Some(property) = context.document.grammar().properties.get(position) else { return false };
    let Some(tally) = context.shared.survey.property_counts().of_claim(&property.claim) else { return false };
    let sentence = property.sentence();
    let (sign, color) = sign_of(tally, palette(ui));
    let share = tally.share().map_or_else(|| "nothing to judge".to_owned(), |share| share.to_string());
    let text = match is_named {
        true => format!("{sign} {}: {share}", with_capital(&printable_line(&sentence))),
        false if tally.judged == 0 => format!("{sign} {share}"),
        false => format!("{sign} Holds in {share} of {}", counted(count(tally.judged), "level")),
    };
    let link = ui.link(RichText::new(text).size(style::SMALL + 0.5).color(color));
    let idle = match tally.idle {
        0 => String::new(),
        idle => format!(" {} to judge.", counted_idle(idle)),
    };
    let about = format!(
        "Fails in {} of {}.{idle} The range holds the share of all seeds with 95 % confidence.\nClick to select the \
         levels in which it fails.",
        tally.failed(),
        counted(count(tally.judged), "level"),
    );
    let is_clicked = link.on_hover_text(about).clicked();
    if is_clicked {
        let trouble = SeedTrouble::LacksProperty { position, property: sentence };
        context.shared.seed_filter.toggle_trouble(trouble);
    }
    is_clicked
}

fn sign_of(tally: PropertyTally, colors: &ThemePalette) -> (&'static str, egui::Color32) {
    match tally {
        PropertyTally { judged: 0, .. } => (icon::MINUS, colors.dim),
        tally if tally.failed() == 0 => (icon::CHECK, colors.good),
        _ => (icon::X, colors.doubtful),
    }
}

fn count(levels: u64) -> usize {
    usize::try_from(levels).unwrap_or(usize::MAX)
}

fn counted_idle(idle: u64) -> String {
    let levels = counted(count(idle), "other level");
    format!("{levels} {} nothing", if idle == 1 { "has" } else { "have" })
}
