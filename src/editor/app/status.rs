//! The right end of the bottom bar: background tasks with progress and a stop button, or facts about the
//! level.
//!
//! Tasks that end quickly are not shown.

use std::time::{Duration, Instant};

use egui::{Label, ProgressBar, RichText, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::{Progress, printable_line};
use crate::editor::app::App;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, palette};
use crate::editor::work::JobKind;

/// Duration after which a task is shown.
const SHOWN_AFTER: Duration = Duration::from_millis(200);
/// Interval for updating progress.
const LOOKED_AFTER: Duration = Duration::from_millis(100);
/// Width of the progress bar, in points.
const BAR: f32 = 72.0;

/// A running task.
#[derive(Clone, Debug)]
pub struct RunningTask {
    work: JobKind,
    words: String,
    /// Progress; `None` if the amount of work is unknown.
    progress: Option<Progress>,
    since: Instant,
}

impl App {
    /// Returns the tasks that have run long enough to be shown, the oldest first. Wakes the window for the
    /// next change.
    pub(super) fn tasks(&self, ctx: &egui::Context) -> Vec<RunningTask> {
        let exporting = self.exporter.now();
        let export_words = exporting.map(|(path, _)| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            format!("Exporting {}", printable_line(&name))
        });
        let all = [
            (JobKind::Survey, self.surveyor.busy_since(), "Checking the project".to_owned(), None),
            (JobKind::Level, self.worker.busy_since(), "Making the level".to_owned(), None),
            (
                JobKind::Export,
                self.exporter.busy_since(),
                export_words.unwrap_or_default(),
                exporting.map(|(_, progress)| progress.clone()),
            ),
            (
                JobKind::Film,
                self.film_writer.busy_since(),
                "Exporting the film".to_owned(),
                Some(self.film_progress.clone()),
            ),
            (JobKind::Matches, self.view.shared.trial.busy_since(), "Looking for matches".to_owned(), None),
            (JobKind::Room, self.view.painter.busy_since(), "Making the room's level".to_owned(), None),
        ];
        let mut tasks: Vec<RunningTask> = all
            .into_iter()
            .filter_map(|(work, since, words, progress)| {
                Some(RunningTask { work, words, progress, since: since? })
            })
            .collect();
        tasks.sort_by_key(|task| task.since);
        if let Some(youngest) = tasks.last() {
            let left = SHOWN_AFTER.saturating_sub(youngest.since.elapsed());
            ctx.request_repaint_after(if left.is_zero() { LOOKED_AFTER } else { left });
        }
        tasks.retain(|task| task.since.elapsed() >= SHOWN_AFTER);
        tasks
    }

    /// Stops a task and drops its result.
    pub(super) fn stop(&mut self, work: JobKind) {
        match work {
            JobKind::Survey | JobKind::Level => {
                self.surveyor.forget();
                self.worker.forget();
                self.toasts.inform("Stopped. A change or another seed makes a level again");
            }
            JobKind::Export => {
                self.exporter.cancel();
                self.toasts.inform("Stopped. No file was changed");
            }
            JobKind::Film => {
                self.film_writer.forget();
                self.toasts.inform("Stopped. No file was changed");
            }
            JobKind::Matches => self.view.shared.trial.stop_looking(),
            JobKind::Room => self.view.painter.stop_preview(),
        }
    }
}

/// Shows the oldest task, aligned to the right; the tooltip lists all.
pub fn tasks_ui(ui: &mut Ui, tasks: &[RunningTask], commands: &mut Vec<Command>) {
    let Some(task) = tasks.first() else { return };
    let colors = palette(ui);
    let button = ui.button(icon::X);
    let name = format!("Stop: {}", task.words);
    button.widget_info(|| info::labeled(WidgetType::Button, true, &name));
    if button.on_hover_text("Stops it; nothing comes of it").clicked() {
        commands.push(Command::Stop(task.work));
    }
    if let Some(progress) = &task.progress {
        let share = progress.thousandths() as f32 / Progress::ALL as f32;
        let bar = ui.add(ProgressBar::new(share).desired_width(BAR).desired_height(8.0).fill(colors.accent));
        bar.widget_info(|| {
            info::with_text(WidgetType::ProgressIndicator, "Progress", format!("{:.0} %", share * 100.0))
        });
    } else {
        let seconds = format!("{} s", task.since.elapsed().as_secs());
        let size = vec2(30.0, style::ROW_HEIGHT);
        ui.add_sized(size, Label::new(RichText::new(seconds).color(colors.dim).size(style::SMALL + 0.5)));
    }
    let more = if tasks.len() > 1 { format!(" and {} more", tasks.len() - 1) } else { String::new() };
    let text =
        RichText::new(format!("{}  {}…{more}", icon::ARROW_CLOCKWISE, task.words)).color(colors.accent);
    let label = ui.add(Label::new(text.size(style::SMALL + 0.5)).truncate());
    label.widget_info(|| info::labeled(WidgetType::Label, true, format!("{}{more}", task.words)));
    let all: Vec<&str> = tasks.iter().map(|task| task.words.as_str()).collect();
    label.on_hover_text(all.join("\n"));
}
