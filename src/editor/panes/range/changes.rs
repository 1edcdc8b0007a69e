//! The sentences about everything that the last edit changed beyond chance.

use egui::{RichText, ScrollArea, Ui};

use super::view::RangeView;
use crate::base::{counted, printable_line, with_capital};
use crate::editor::widgets::style::{self, palette};
use crate::editor::work::level_survey::LevelSurvey;
use crate::metrics::LevelMetric;
use crate::survey::{Shift, ShiftedQuantity};

/// Maximum height of the sentences in points, and as a share of the pane.
const MOST_HEIGHT: (f32, f32) = (64.0, 0.12);

/// The answer if no difference is more than chance.
pub const NO_CHANGE: &str = "No metric changed beyond chance";

/// Shows a sentence for each change. A click shows its metric large.
pub fn changes_ui(ui: &mut Ui, view: &mut RangeView, survey: &mut LevelSurvey) {
    let Some(summary) = view.summary() else { return };
    let (now, before) = summary.seeds;
    if before == 0 {
        return;
    }
    let colors = palette(ui);
    let mut chosen = None;
    let most = MOST_HEIGHT.0.max(MOST_HEIGHT.1 * ui.max_rect().height());
    let area = ScrollArea::vertical().id_salt("changes").max_height(most).auto_shrink([false, true]);
    area.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = style::GAP;
            let edit = match survey.last_edit() {
                _ if survey.keeps_previous => "Compared with the kept levels".to_owned(),
                Some(edit) => format!("Since “{}”", printable_line(edit)),
                None => "Since the last change".to_owned(),
            };
            ui.label(RichText::new(format!("{edit}:")).color(colors.dim));
            let is_shown = |shift: &&Shift| shift.quantity == ShiftedQuantity::Metric(view.metric.name);
            let (shown, others): (Vec<&Shift>, Vec<&Shift>) = summary.shifts.iter().partition(is_shown);
            if summary.shifts.is_empty() {
                ui.label(NO_CHANGE);
            } else if shown.is_empty() {
                let text = format!("{}: no change beyond chance", with_capital(&view.metric.words()));
                ui.label(RichText::new(text).color(colors.strong));
                ui.label(RichText::new("·").color(colors.dim));
            }
            // The metric of the large chart comes first.
            for shift in shown.into_iter().chain(others) {
                let text = RichText::new(with_capital(&shift.sentence)).color(colors.strong);
                match shift.quantity {
                    ShiftedQuantity::Failures => {
                        ui.label(text.color(colors.doubtful));
                    }
                    ShiftedQuantity::Metric(name) => {
                        let link = ui.link(text).on_hover_text("Show this metric");
                        chosen = chosen.or(LevelMetric::named(name).filter(|_| link.clicked()));
                    }
                }
                ui.label(RichText::new("·").color(colors.dim));
            }
            let pairs = counted(now.min(before), "seed");
            let text = if survey.is_done() { format!("({pairs})") } else { format!("(so far, {pairs})") };
            ui.label(RichText::new(text).color(colors.dim));
            ui.checkbox(&mut survey.keeps_previous, "Keep comparing").on_hover_text(
                "Later edits are compared with the same levels, instead of those before each edit",
            );
        });
    });
    if let Some(metric) = chosen {
        view.show(metric);
    }
}
