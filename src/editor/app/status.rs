//! The right end of the bottom bar: background jobs with progress and a stop button, or facts about the
//! level.
//!
//! Jobs that end quickly are not shown.

use std::time::Duration;

use egui::{Label, ProgressBar, RichText, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::Progress;
use crate::editor::app::App;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, palette};
use crate::editor::work::JobKind;
use crate::editor::work::jobs::RunningJob;
use crate::editor::work::project_check::CheckProject;
use crate::editor::work::worker::MakeLevel;

/// Duration after which a job is shown.
const SHOWN_AFTER: Duration = Duration::from_millis(200);
/// Interval for updating progress.
const LOOKED_AFTER: Duration = Duration::from_millis(100);
/// Width of the progress bar, in points.
const BAR: f32 = 72.0;

impl App {
    /// Returns the jobs that have run long enough to be shown, the oldest first. Wakes the window for the next
    /// change.
    pub(super) fn shown_jobs(&self, ctx: &egui::Context) -> Vec<RunningJob> {
        let mut running = self.jobs.running();
        if let Some(youngest) = running.last() {
            let left = SHOWN_AFTER.saturating_sub(youngest.since.elapsed());
            ctx.request_repaint_after(if left.is_zero() { LOOKED_AFTER } else { left });
        }
        running.retain(|job| job.since.elapsed() >= SHOWN_AFTER);
        running
    }

    /// Stops a job and drops its result.
    pub(super) fn stop(&mut self, kind: JobKind) {
        self.jobs.cancel_kind(kind);
        match kind {
            JobKind::Survey | JobKind::Level => {
                self.jobs.cancel::<CheckProject>();
                self.jobs.cancel::<MakeLevel>();
                self.toasts.inform("Stopped. Change something or choose another seed to make a level");
            }
            JobKind::SeedSurvey => self.view.shared.survey.stop(&mut self.jobs),
            JobKind::Sweep => self.view.range.sweep.stop(&mut self.jobs),
            JobKind::Export | JobKind::Film => self.toasts.inform("Stopped. No file was changed"),
            JobKind::Matches => self.view.shared.trial.end(),
            JobKind::SurveySummary
            | JobKind::Room
            | JobKind::Comparison
            | JobKind::Absence
            | JobKind::LevelSteps
            | JobKind::ExportPreview
            | JobKind::ExamplePictures
            | JobKind::Thumbnails
            | JobKind::Numbers
            | JobKind::ThemeSample
            | JobKind::Fonts => {}
        }
    }
}

/// Shows the oldest job, aligned to the right; the tooltip lists all.
pub fn jobs_ui(ui: &mut Ui, jobs: &[RunningJob], commands: &mut Vec<Command>) {
    let Some(job) = jobs.first() else { return };
    let colors = palette(ui);
    let button = ui.button(icon::X);
    let name = format!("Stop: {}", job.words);
    button.widget_info(|| info::labeled(WidgetType::Button, true, &name));
    if button.on_hover_text("Stops the job and discards its result").clicked() {
        commands.push(Command::Stop(job.kind));
    }
    if let Some(progress) = &job.progress {
        let share = progress.thousandths() as f32 / Progress::ALL as f32;
        let bar = ui.add(ProgressBar::new(share).desired_width(BAR).desired_height(8.0).fill(colors.accent));
        bar.widget_info(|| {
            info::with_text(WidgetType::ProgressIndicator, "Progress", format!("{:.0} %", share * 100.0))
        });
    } else {
        let seconds = format!("{} s", job.since.elapsed().as_secs());
        let size = vec2(30.0, style::ROW_HEIGHT);
        ui.add_sized(size, Label::new(RichText::new(seconds).color(colors.dim).size(style::SMALL + 0.5)));
    }
    let more = if jobs.len() > 1 { format!(" and {} more", jobs.len() - 1) } else { String::new() };
    let text = RichText::new(format!("{}  {}…{more}", icon::ARROW_CLOCKWISE, job.words)).color(colors.accent);
    let label = ui.add(Label::new(text.size(style::SMALL + 0.5)).truncate());
    label.widget_info(|| info::labeled(WidgetType::Label, true, format!("{}{more}", job.words)));
    let all: Vec<&str> = jobs.iter().map(|job| job.words.as_str()).collect();
    label.on_hover_text(all.join("\n"));
}
