//! The bar with the number of seeds, the progress of the survey, and its failures.

use egui::{ProgressBar, RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::view::RangeView;
use crate::base::{Seed, counted, printable_line};
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::values::number;
use crate::editor::work::level_survey::LevelSurvey;
use crate::editor::work::survey_summary::FailureCount;
use crate::survey::{SeedFilter, SeedTrouble};

/// Numbers of seeds to choose from.
const OFFERED: [usize; 3] = [100, 1_000, 10_000];
/// Largest first seed that can be typed.
const MOST_FIRST: i64 = 1_000_000_000;
/// Maximum number of reasons for failures that are listed.
const MOST_REASONS: usize = 3;

/// Shows the bar.
pub fn bar_ui(ui: &mut Ui, view: &RangeView, context: &mut PaneContext<'_>) {
    let survey = &context.shared.survey;
    let (mut first, mut count) = (survey.first_seed(), survey.asked());
    ui.horizontal_wrapped(|ui| {
        ui.label("Levels");
        for offered in OFFERED {
            let button = ui.selectable_label(count == offered, grouped(offered));
            let name = format!("Survey {} levels", grouped(offered));
            button.widget_info(|| info::selected(WidgetType::SelectableLabel, true, count == offered, &name));
            if button.on_hover_text("Makes and measures that many levels").clicked() {
                count = offered;
            }
        }
        let most = i64::try_from(LevelSurvey::MOST_SEEDS).unwrap_or(i64::MAX);
        let typed = number(ui, "Number of levels to survey", i64::try_from(count).unwrap_or(most), 1, most);
        count = typed.and_then(|typed| usize::try_from(typed).ok()).unwrap_or(count);
        ui.label("from seed");
        let known = i64::try_from(first.0).unwrap_or(MOST_FIRST);
        let typed = number(ui, "First seed of the survey", known, 0, MOST_FIRST);
        first = typed.and_then(|typed| u64::try_from(typed).ok()).map_or(first, Seed);
    });
    context.shared.survey.ask(first, count, context.jobs);
    // One row of the same height at all times, so that nothing below moves when a survey begins or ends.
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(style::ROW_HEIGHT);
        progress_ui(ui, context);
        if let Some(summary) = view.summary() {
            failures_ui(ui, &summary.failures, summary.seeds.0, &mut context.shared.seed_filter);
        }
    });
}

/// Shows how far the survey is, with a button that stops it or goes on.
fn progress_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let survey = &mut context.shared.survey;
    let (known, asked) = (survey.records().len(), survey.asked());
    if survey.is_done() {
        let text = format!("{} measured", counted(known, "level"));
        ui.label(RichText::new(text).size(style::SMALL + 0.5).color(palette(ui).dim));
        return;
    }
    let text = format!("{} of {}", grouped(known), grouped(asked));
    if survey.is_stopped() {
        ui.label(RichText::new(format!("Stopped at {text}")).color(palette(ui).dim));
        if icon_button(ui, icon::PLAY, "Go on with the survey", true) {
            survey.go_on();
            ui.ctx().request_repaint();
        }
        return;
    }
    let share = known as f32 / asked.max(1) as f32;
    let bar = ProgressBar::new(share).desired_width(72.0).desired_height(8.0).fill(palette(ui).accent);
    let bar = ui.add(bar);
    bar.widget_info(|| info::with_text(WidgetType::ProgressIndicator, "Progress of the survey", &text));
    ui.label(RichText::new(text).color(palette(ui).dim));
    if icon_button(ui, icon::STOP, "Stop the survey", true) {
        survey.stop(context.jobs);
    }
}

/// Shows the failures by their reason. A click on one selects its seeds.
fn failures_ui(ui: &mut Ui, failures: &[FailureCount], seeds: usize, filter: &mut SeedFilter) {
    if failures.is_empty() {
        return;
    }
    let colors = palette(ui);
    let text = |text: String| RichText::new(text).size(style::SMALL + 0.5).color(colors.doubtful);
    let all: usize = failures.iter().map(|failure| failure.count).sum();
    let words = format!("{}  {} of {} failed:", icon::WARNING, grouped(all), counted(seeds, "seed"));
    let link = ui.link(text(words));
    if link.on_hover_text("Selects all seeds that fail, or all again").clicked() {
        filter.toggle_trouble(SeedTrouble::Fails);
    }
    for failure in failures.iter().take(MOST_REASONS) {
        let link = ui.link(text(format!("{} × {}", grouped(failure.count), failure.code)));
        if link.on_hover_text(printable_line(&failure.message).into_owned()).clicked() {
            filter.toggle_trouble(SeedTrouble::FailsWith(failure.code.to_owned()));
        }
    }
    if failures.len() > MOST_REASONS {
        ui.label(text("…".to_owned())).on_hover_ui(|ui| {
            for failure in failures.iter().skip(MOST_REASONS) {
                let line = format!("{} × {}: {}", grouped(failure.count), failure.code, failure.message);
                ui.label(printable_line(&line).into_owned());
            }
        });
    }
}

/// Writes a number with commas between thousands.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(
            [0, 100, 1_000, 12_345, 1_234_567].map(grouped),
            ["0", "100", "1,000", "12,345", "1,234,567"]
        );
    }
}
