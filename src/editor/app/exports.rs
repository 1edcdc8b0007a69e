//! Handles exports in the window: the dialogs, writing in the background, and automatic repetition.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::Context;

use crate::base::{printable_line, with_capital};
use crate::editor::app::App;
use crate::editor::modals::dialogs::{FileQuestion, file_name};
use crate::editor::modals::export::ExportDialogOutcome;
use crate::editor::modals::film::FilmDialogOutcome as FilmOutcome;
use crate::editor::work::exporter::{ExportJob, ExportResult, WriteLevel};
use crate::editor::work::film_writer::{FilmToWrite, WriteFilm, WrittenFilm};
use crate::export::{Format, picture_remark};
use crate::layout::LAYOUT_NOT_HELD;
use crate::level::Level;

/// The last written level, for files that follow the level.
#[derive(Debug, Default)]
pub struct FollowingExport {
    last: Option<ExportJob>,
    /// Reason why it could not be written.
    trouble: Option<String>,
}

impl App {
    /// Opens the export dialog, in the given format or in the last one.
    pub(super) fn open_export(&mut self, format: Option<Format>) {
        if self.run_view.level().is_some() {
            let folder = self.usual_export_folder();
            self.export.open(format, folder);
        } else {
            self.toasts.inform("There is no level to export yet");
        }
    }

    /// Exports the level to the same file as the last time, with the same options.
    pub(super) fn export_again(&mut self) {
        match self.export_order() {
            Some(order) if self.export.settings.is_done => self.write_level(order),
            _ => self.open_export(None),
        }
    }

    fn write_level(&mut self, order: ExportJob) {
        self.workspace.remember_writing(&order.path);
        self.following.last = Some(order.clone());
        self.jobs.ask::<WriteLevel>(order);
    }

    /// Turns automatic export after each change on or off.
    pub(super) fn export_on_every_change(&mut self, does: bool) {
        self.export.settings.on_every_change = does;
        self.follow_level();
    }

    /// Exports the level if it has changed and automatic export is on. Levels that break their promises or
    /// are about to change are not written.
    pub(super) fn follow_level(&mut self) {
        if !self.export.settings.follows() || self.export.is_open || !self.is_run_of_now() {
            return;
        }
        let order = self.export_order().filter(|order| order.level.report.all_held());
        let Some(order) = order else { return };
        let is_same = |last: &ExportJob| {
            (&last.level, last.format, &last.options, &last.path)
                == (&order.level, order.format, &order.options, &order.path)
        };
        if !self.following.last.as_ref().is_some_and(is_same) {
            self.write_level(ExportJob { is_following: true, ..order });
        }
    }

    /// Returns the texts for modes that stay on until turned off, shown in the bottom bar.
    pub(super) fn standing_words(&self) -> Vec<String> {
        let notes = self.run_view.run.iter().flat_map(|run| &run.diagnostics);
        let is_lost = notes.into_iter().any(|note| note.code == LAYOUT_NOT_HELD);
        let words = if is_lost { "layout not held" } else { "layout held" };
        let held = self.is_steady.then(|| words.to_owned());
        self.following_words().into_iter().chain(held).collect()
    }

    /// Returns the text for files that follow the level.
    fn following_words(&self) -> Option<String> {
        if !self.export.settings.follows() {
            return None;
        }
        let path = self.export.settings.path(&self.usual_export_name());
        let name = printable_line(&path.file_name().unwrap_or_default().to_string_lossy()).into_owned();
        let is_written = self.following.trouble.is_none();
        Some(if is_written {
            format!("exporting {name} on every change")
        } else {
            format!("{name} cannot be written")
        })
    }

    /// Shows the export dialog, if it is open.
    pub(super) fn export_ui(&mut self, ctx: &Context) {
        if !self.export.is_open {
            return;
        }
        let Some(order) = self.export_order() else { return self.export.close() };
        let usual = self.usual_export_name();
        match self.export.ui(ctx, &usual, Some(order), &mut self.jobs) {
            ExportDialogOutcome::Open => {}
            ExportDialogOutcome::Closed => self.export.close(),
            ExportDialogOutcome::Browse => self.ask_for_file(FileQuestion::ExportFolder, ctx),
            ExportDialogOutcome::Export => {
                let seeds = std::mem::take(&mut self.export.seeds);
                // Only a level that is exported alone can be exported again.
                self.export.settings.is_done |= seeds.is_empty();
                if let Some(folder) = self.export.settings.folder.clone() {
                    self.remember_folder(FileQuestion::ExportFolder, &folder);
                }
                self.export.close();
                if !seeds.is_empty() {
                    return self.export_seeds(seeds);
                }
                self.following.trouble = None;
                self.export_again();
            }
        }
    }

    pub(super) fn report_export(&mut self, ExportResult { order, result }: ExportResult) {
        let trouble = result.as_ref().err().cloned();
        let is_known = order.is_following && (trouble.is_none() || trouble == self.following.trouble);
        self.following.trouble = trouble;
        if is_known {
            // It is written silently, and a problem is reported only once.
            return;
        }
        if self.toasts.unless_wrong(result).is_some() {
            self.toasts.inform(format!("Exported to {}", order.path.display()));
            if let Some(warning) = stand_ins(&order.level) {
                self.toasts.warn(warning);
            }
            let is_picture = order.format == Format::Png;
            let remark = is_picture.then(|| picture_remark(&order.level, &order.options.picture)).flatten();
            if let Some(remark) = remark {
                self.toasts.warn(with_capital(&remark));
            }
        }
    }

    /// Returns the number of steps in the film, and the number of mission steps among them.
    pub(super) fn film_steps(&self) -> (usize, usize) {
        let derivation = self.run_view.run.as_ref().and_then(|run| run.derivation.as_ref());
        let mission = derivation.map_or(0, |derivation| derivation.steps.len());
        (mission + self.view.shared.film.level.length(), mission)
    }

    /// Opens the dialog for exporting a film.
    pub(super) fn open_film_export(&mut self) {
        if !self.has_film() {
            self.toasts.inform("There is nothing to show yet");
            return;
        }
        // The number of stages of the level is known once they are computed.
        self.view.shared.film.level.want();
        let folder = self.export.settings.folder.clone().or_else(|| self.usual_export_folder());
        self.film_export.open(folder);
    }

    /// Returns `true` if there is a mission to show.
    pub(super) fn has_film(&self) -> bool {
        self.run_view.run.as_ref().is_some_and(|run| run.derivation.is_some())
    }

    /// Shows the film dialog, if it is open.
    pub(super) fn film_export_ui(&mut self, ctx: &Context) {
        if !self.film_export.is_open {
            return;
        }
        let usual = self.usual_film_name();
        match self.film_export.ui(ctx, self.film_steps(), &usual) {
            FilmOutcome::Open => {}
            FilmOutcome::Closed => self.film_export.is_open = false,
            FilmOutcome::Browse => self.ask_for_file(FileQuestion::FilmFolder, ctx),
            FilmOutcome::Write => {
                self.film_export.is_open = false;
                self.write_film(&self.film_export.settings.file_name(&usual));
            }
        }
    }

    fn write_film(&mut self, name: &str) {
        let order = self.film_export.order();
        let (Some(run), Some(folder)) = (&self.run_view.run, &self.film_export.settings.folder) else {
            return;
        };
        let path = folder.join(name);
        self.workspace.remember_writing(&path);
        self.jobs.cancel::<WriteFilm>();
        self.jobs.ask::<WriteFilm>(FilmToWrite {
            run: run.clone(),
            looks: Arc::clone(self.sheets.looks()),
            order,
            path,
        });
    }

    pub(super) fn report_film(&mut self, (path, result): WrittenFilm) {
        if self.toasts.unless_wrong(result).is_some() {
            self.toasts.inform(format!("Exported to {}", path.display()));
        }
    }

    /// Returns the export that would be written now; `None` if there is no level.
    fn export_order(&self) -> Option<ExportJob> {
        let level = Arc::clone(self.run_view.level()?);
        let settings = &self.export.settings;
        let path = settings.path(&self.usual_export_name());
        let seals = self.run_view.shared_seals();
        let project = (&**self.document.grammar(), self.document.room_sets());
        let options = settings.options(&path, (project.0, &project.1), self.sheets.looks(), &seals);
        Some(ExportJob { level, format: settings.format, options, path, is_following: false })
    }

    /// Returns a file name made of the project and the seed.
    fn usual_film_name(&self) -> String {
        plain_name(&format!("{} {}", self.document.title(), self.seeds.current()))
    }

    /// Returns a file name made of the project and the seed. A file that follows the level has the same name
    /// for all seeds.
    fn usual_export_name(&self) -> String {
        match self.export.settings.on_every_change {
            true => plain_name(self.document.title()),
            false => self.usual_film_name(),
        }
    }
}

/// Returns a valid file name without extension, which is added later.
pub(super) fn plain_name(name: &str) -> String {
    file_name(name, "").trim_end_matches('.').to_owned()
}

/// Returns a warning if halls replace missing rooms in a level.
fn stand_ins(level: &Level) -> Option<String> {
    let symbols: BTreeSet<&str> =
        level.places.iter().filter(|place| place.stand_in).map(|place| place.symbol.as_str()).collect();
    let names: Vec<String> =
        symbols.into_iter().map(|symbol| format!("\"{}\"", printable_line(symbol))).collect();
    (!names.is_empty()).then(|| {
        format!("Rooms that are missing or have errors are replaced by plain halls: {}", names.join(", "))
    })
}
