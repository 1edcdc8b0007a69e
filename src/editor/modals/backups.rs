//! Lists the earlier contents of the project's files, to go back to one of them.

use std::path::PathBuf;
use std::time::SystemTime;

use egui::{Context, RichText, Ui, WidgetType};

use super::changed::names;
use crate::base::printable;
use crate::document::Document;
use crate::editor::command::Command;
use crate::editor::file_step::{BackupRow, FileStep};
use crate::editor::widgets::ago::ago;
use crate::editor::widgets::info;
use crate::editor::widgets::question::ListModal;
use crate::editor::widgets::style::palette;
use crate::files::ProgramFolder;

/// Returns the backups of all files of a project: first the grammar, then its room sets, the newest first.
pub fn backups_of(document: &Document, home: &ProgramFolder) -> Vec<BackupRow> {
    let of_file = |file: PathBuf, rooms: Option<String>| {
        let backups = home.backups_of(&file).into_iter();
        backups
            .map(move |backup| BackupRow { file: file.clone(), rooms: rooms.clone(), backup })
            .collect::<Vec<_>>()
    };
    let grammar = document.path.iter().flat_map(|path| of_file(path.clone(), None));
    let rooms = document.room_files();
    grammar.chain(rooms.flat_map(|(name, path)| of_file(path.to_owned(), Some(name.to_owned())))).collect()
}

/// Shows the list. Returns `false` when it should close.
pub fn backups_ui(ctx: &Context, rows: &[BackupRow], commands: &mut Vec<Command>) -> bool {
    let text = if rows.is_empty() {
        "There are no backups yet. Each save keeps the previous version here, up to ten for each file."
    } else {
        "Earlier versions of your files. Opening one changes no file until you save."
    };
    let close = ("Close", "Returns to the project");
    ListModal { title: "Backups", text, width: 480.0, height: 360.0, close }.ui(ctx, |ui| {
        let opened = rows.iter().enumerate().filter(|(position, row)| row_ui(ui, row, *position)).last();
        commands.extend(opened.map(|(_, row)| Command::File(FileStep::OpenBackup(row.clone()))));
        opened.is_none()
    })
}

fn row_ui(ui: &mut Ui, row: &BackupRow, position: usize) -> bool {
    let mut opened = false;
    ui.horizontal(|ui| {
        ui.set_width(ui.available_width());
        let name = names(std::slice::from_ref(&row.file));
        let when = ago(row.backup.time, SystemTime::now());
        ui.label(RichText::new(&name).color(palette(ui).strong))
            .on_hover_text(printable(&row.file.display().to_string()).into_owned());
        ui.label(RichText::new(format!("saved over {when}")).color(palette(ui).dim));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let (text, tooltip) = match row.rooms {
                None => ("Open", "Opens it instead of the project, not saved yet"),
                Some(_) => ("Put back", "Replaces the room set with it. You can undo that"),
            };
            let response = ui.button(text).on_hover_text(tooltip);
            let label = format!("{text} {name}, backup {}", position + 1);
            response.widget_info(|| info::labeled(WidgetType::Button, true, &label));
            opened = response.clicked();
        });
    });
    opened
}
