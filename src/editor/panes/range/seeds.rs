//! The bar with the number of seeds, the progress of the survey, and its failures.

use egui::{Label, ProgressBar, RichText, Ui, WidgetType};
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
    ui.horizontal(|ui| {
        ui.set_min_height(style::ROW_HEIGHT);
        progress_ui(ui, context);
        if let Some(summary) = view.summary() {
            failures_ui(ui, &summary.failures, summary.seeds.0);
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

/// Shows the failures by their reason.
fn failures_ui(ui: &mut Ui, failures: &[FailureCount], seeds: usize) {
    if failures.is_empty() {
        return;
    }
    let colors = palette(ui);
    let all: usize = failures.iter().map(|failure| failure.count).sum();
    let reasons = failures.iter().take(MOST_REASONS);
    let reasons: Vec<String> =
        reasons.map(|failure| format!("{} × {}", grouped(failure.count), failure.code)).collect();
    let more = if failures.len() > MOST_REASONS { ", …" } else { "" };
    let text = format!(
        "{} {} of {} failed: {}{more}",
        icon::WARNING,
        all,
        counted(seeds, "seed"),
        reasons.join(", ")
    );
    let text = RichText::new(text).size(style::SMALL + 0.5).color(colors.doubtful);
    let label = ui.add(Label::new(text).truncate());
    label.on_hover_ui(|ui| {
        for failure in failures {
            let line = format!("{} × {}: {}", grouped(failure.count), failure.code, failure.message);
            ui.label(printable_line(&line).into_owned());
        }
    });
}

/// Writes a number with commas between thousands.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position) % 3 == 0 {
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
