//! Writes levels in the background.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::Context;

use super::background::Background;
use crate::base::{Cancelled, Progress, StageContext, StopToken};
use crate::export::{ExportOptions, Format, check_export_size, export_in};
use crate::files::save_export;
use crate::level::Level;

/// A level to write.
#[derive(Clone, Debug)]
pub struct ExportJob {
    pub level: Arc<Level>,
    pub format: Format,
    pub options: ExportOptions,
    /// Main file.
    pub path: PathBuf,
    /// `true` if it follows a change automatically.
    pub is_following: bool,
}

/// The result of writing a level: an error message if it failed.
#[derive(Debug)]
pub struct ExportResult {
    pub order: ExportJob,
    pub result: Result<(), String>,
}

/// Writes one level after the other.
pub struct Exporter {
    thread: Background<(ExportJob, Progress), ExportResult>,
    waiting: VecDeque<ExportJob>,
    /// File being written, with its progress.
    now: Option<(PathBuf, Progress)>,
}

impl Exporter {
    /// Starts the thread; `ctx` is woken after each level.
    pub fn start(ctx: Context) -> Self {
        let thread = Background::start_stoppable(ctx, |(order, progress): (ExportJob, Progress), stop| {
            write(order, &progress, stop)
        });
        Self { thread, waiting: VecDeque::new(), now: None }
    }

    /// Writes a level after all earlier requests. Of automatic exports, only the last one is kept.
    pub fn ask(&mut self, order: ExportJob) {
        self.waiting.retain(|waiting| !waiting.is_following || waiting.path != order.path);
        self.waiting.push_back(order);
        self.go_on();
    }

    /// Returns the newest result since the last call.
    pub fn newest(&mut self) -> Option<ExportResult> {
        let written = self.thread.newest();
        self.go_on();
        written
    }

    /// Waits until all levels are written, and returns the results.
    pub fn wait(&mut self) -> Vec<ExportResult> {
        let mut all = Vec::new();
        loop {
            all.extend(self.thread.wait());
            self.go_on();
            if !self.thread.is_busy() {
                return all;
            }
        }
    }

    /// Cancels all requests; unfinished exports change no file.
    pub fn cancel(&mut self) {
        self.waiting.clear();
        self.thread.forget();
    }

    /// Returns the file being written, with its progress.
    pub fn now(&self) -> Option<(&PathBuf, &Progress)> {
        self.now.as_ref().filter(|_| self.thread.is_busy()).map(|(path, progress)| (path, progress))
    }

    /// Returns the time since which the current level is being written.
    pub fn busy_since(&self) -> Option<Instant> {
        self.thread.busy_since()
    }

    fn go_on(&mut self) {
        if self.thread.is_busy() {
            return;
        }
        self.now = None;
        if let Some(order) = self.waiting.pop_front() {
            let progress = Progress::default();
            self.now = Some((order.path.clone(), progress.clone()));
            self.thread.ask((order, progress));
        }
    }
}

fn write(order: ExportJob, progress: &Progress, stop: &StopToken) -> Result<ExportResult, Cancelled> {
    if let Err(error) = check_export_size(&order.level, order.format, &order.options) {
        return Ok(ExportResult { order, result: Err(error.to_string()) });
    }
    let context = StageContext { progress: progress.clone(), ..StageContext::stopped_by(stop) };
    let exported = export_in(&order.level, order.format, &order.options, context)?;
    // From here on it cannot be stopped, so that all of its files are written or none.
    let result = save_export(&order.path, &exported).map_err(|error| error.to_string());
    Ok(ExportResult { order, result })
}
