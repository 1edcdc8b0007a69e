//! What the window does about exports: the dialog, writing in the background, and once more.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::Context;

use crate::base::printable_line;
use crate::editor::app::App;
use crate::editor::modals::dialogs::{Ask, file_name};
use crate::editor::modals::export::Outcome;
use crate::editor::work::exporter::{Order, Written};
use crate::export::Format;
use crate::level::Level;

impl App {
    /// Shows what can be exported, in a format or in that of the last time.
    pub(super) fn open_export(&mut self, format: Option<Format>) {
        if self.run_view.level().is_some() {
            let folder = self.usual_folder();
            self.export.open(format, folder);
        } else {
            self.toasts.inform("There is no level to export yet");
        }
    }

    /// Writes the level to the same place as the last time, with the same options.
    pub(super) fn export_again(&mut self) {
        match self.export_order() {
            Some(order) if self.export.settings.is_done => {
                self.workspace.remember_writing(&order.path);
                self.exporter.ask(order);
            }
            _ => self.open_export(None),
        }
    }

    /// The dialog, if it is open.
    pub(super) fn export_ui(&mut self, ctx: &Context) {
        if !self.export.is_open {
            return;
        }
        let Some(order) = self.export_order() else { return self.export.close() };
        let usual = self.usual_export_name();
        match self.export.ui(ctx, &usual, Some(order)) {
            Outcome::Open => {}
            Outcome::Closed => self.export.close(),
            Outcome::Browse => self.ask_for_file(Ask::ExportFolder, ctx),
            Outcome::Export => {
                self.export.settings.is_done = true;
                self.export.close();
                self.export_again();
            }
        }
    }

    /// Says what was written meanwhile.
    pub(super) fn take_exports(&mut self) {
        if let Some(written) = self.exporter.newest() {
            self.report_export(written);
        }
    }

    pub(super) fn report_export(&mut self, Written { order, result }: Written) {
        if self.toasts.unless_wrong(result).is_some() {
            self.toasts.inform(format!("Exported to {}", order.path.display()));
            if let Some(warning) = stand_ins(&order.level) {
                self.toasts.warn(warning);
            }
        }
    }

    /// What would be written now; none if there is no level.
    fn export_order(&self) -> Option<Order> {
        let level = Arc::clone(self.run_view.level()?);
        let settings = &self.export.settings;
        let path = settings.path(&self.usual_export_name());
        let options = settings.options(&path, &self.document.grammar().alphabet);
        Some(Order { level, format: settings.format, options, path })
    }

    fn usual_export_name(&self) -> String {
        let name = format!("{} {}", self.document.title(), self.seeds.current());
        // The extension says what is in it, and is added later.
        file_name(&name, "").trim_end_matches('.').to_owned()
    }
}

/// That halls stand in for rooms in a level, if they do.
fn stand_ins(level: &Level) -> Option<String> {
    let symbols: BTreeSet<&str> =
        level.places.iter().filter(|place| place.stand_in).map(|place| place.symbol.as_str()).collect();
    let names: Vec<String> =
        symbols.into_iter().map(|symbol| format!("\"{}\"", printable_line(symbol))).collect();
    (!names.is_empty()).then(|| {
        format!("Plain halls stand in for rooms that are missing or have mistakes: {}", names.join(", "))
    })
}
