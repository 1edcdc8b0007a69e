//! Carries out the commands of the gallery that concern the whole window: exports and contact sheets of seeds.

use std::sync::Arc;

use egui::Context;

use super::App;
use super::exports::plain_name;
use crate::base::{Seed, counted, printable_line};
use crate::editor::export_settings::ExportSettings;
use crate::editor::modals::dialogs::FileQuestion;
use crate::editor::work::contact_sheet::{ContactSheetJob, SheetLevels, WriteContactSheet, WrittenSheet};
use crate::editor::work::seed_exporter::{ExportSeeds, ExportedSeeds, SeedExportJob};
use crate::files::SeedFiles;
use crate::pipeline::ProjectFindings;

/// Number of failed seeds that a message lists.
const MOST_LISTED: usize = 5;

impl App {
    /// Opens the export dialog for several seeds.
    pub(super) fn ask_for_seed_export(&mut self, seeds: Vec<Seed>) {
        if self.run_view.level().is_none() {
            self.toasts.inform("First choose a seed whose level can be made");
        } else if !seeds.is_empty() {
            self.open_export(None);
            self.export.seeds = seeds;
        }
    }

    /// Writes the levels of the seeds in the export dialog.
    pub(super) fn export_seeds(&mut self, seeds: Vec<Seed>) {
        let Some(findings) = self.known_findings() else { return };
        let settings = self.export.settings.clone();
        let path = |name: String| ExportSettings { name, ..settings.clone() }.path("");
        let name = match settings.name.as_str() {
            "" => plain_name(self.document.title()),
            name => name.to_owned(),
        };
        let files: Vec<_> = seeds.into_iter().map(|seed| (seed, path(format!("{name}-{seed}")))).collect();
        let together = SeedFiles::new(&path(name), files.len() as u64).together(settings.format);
        let Some(first) = together.as_ref().or_else(|| files.first().map(|(_, path)| path)) else { return };
        self.workspace.remember_writing(first);
        self.jobs.ask::<ExportSeeds>(SeedExportJob {
            content: self.document.content().clone(),
            findings,
            looks: Arc::clone(self.sheets.looks()),
            settings,
            files,
            together,
        });
    }

    pub(super) fn report_seed_export(&mut self, exported: ExportedSeeds) {
        let ExportedSeeds { written, failed, folder } = exported;
        if written > 0 {
            self.toasts.inform(format!("Exported {} to {}", counted(written, "level"), folder.display()));
        }
        if let Some((_, why)) = failed.first() {
            let seeds: Vec<String> =
                failed.iter().take(MOST_LISTED).map(|(seed, _)| seed.to_string()).collect();
            let more = if failed.len() > MOST_LISTED { " and others" } else { "" };
            let (seeds, why) = (seeds.join(", "), printable_line(why));
            self.toasts.warn(format!("Not exported: seeds {seeds}{more}. {why}"));
        }
    }

    /// Asks for the file of a contact sheet.
    pub(super) fn ask_for_contact_sheet(&mut self, levels: SheetLevels, ctx: &Context) {
        self.sheet_levels = Some(levels);
        self.ask_for_file(FileQuestion::ContactSheet, ctx);
    }

    /// Writes the contact sheet that was asked for.
    pub(super) fn write_contact_sheet(&mut self, path: &std::path::Path) {
        let (Some(findings), Some(levels)) = (self.known_findings(), self.sheet_levels.take()) else {
            return;
        };
        self.workspace.remember_writing(path);
        self.jobs.ask::<WriteContactSheet>(ContactSheetJob {
            content: self.document.content().clone(),
            findings,
            looks: Arc::clone(self.sheets.looks()),
            levels,
            path: path.to_owned(),
        });
    }

    pub(super) fn report_contact_sheet(&mut self, (path, result): WrittenSheet) {
        if self.toasts.unless_wrong(result).is_some() {
            self.toasts.inform(format!("Exported to {}", path.display()));
        }
    }

    /// Returns the mistakes of the project as it is now; reports if they are not known yet.
    fn known_findings(&mut self) -> Option<Arc<ProjectFindings>> {
        let check = self.problems.survey_of(self.document.content());
        let findings = check.map(|check| Arc::clone(&check.findings));
        if findings.is_none() {
            self.toasts.inform("The project is still being checked. Try again in a moment");
        }
        findings
    }
}
