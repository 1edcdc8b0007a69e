//! Offers unsaved work of programs that did not end properly.

use std::time::SystemTime;

use egui::{Context, RichText, Ui};

use crate::base::{counted, printable, printable_line};
use crate::editor::command::Command;
use crate::editor::file_step::FileStep;
use crate::editor::widgets::ago::ago;
use crate::editor::widgets::question::{ListModal, choice_ui};
use crate::editor::widgets::style::palette;
use crate::files::{Leftover, Unsaved};

/// Lists unsaved work. Returns `false` when it should close.
pub fn leftovers_ui(ctx: &Context, leftovers: &[Leftover], commands: &mut Vec<Command>) -> bool {
    let modal = ListModal {
        title: "Delvewright did not close properly",
        text: "Your unsaved work is still here. Open it to look at it and save it.",
        width: 520.0,
        height: 360.0,
        close: ("Later", "Keeps all of it; \"Recover unsaved work…\" in the menu File shows it again"),
    };
    modal.ui(ctx, |ui| {
        let mut stays = !leftovers.is_empty();
        for (position, leftover) in leftovers.iter().enumerate() {
            ui.separator();
            if let Some(step) = leftover_ui(ui, position, leftover) {
                // Opening closes the list; discarding leaves the other entries to be decided.
                stays &= matches!(step, FileStep::DiscardLeftover(_));
                commands.push(Command::File(step));
            }
        }
        stays
    })
}

fn leftover_ui(ui: &mut Ui, position: usize, leftover: &Leftover) -> Option<FileStep> {
    let mut step = None;
    ui.horizontal(|ui| {
        ui.vertical(|ui| {
            ui.set_width(350.0);
            match leftover.unsaved() {
                Ok(unsaved) => unsaved_ui(ui, position, unsaved),
                Err(problem) => {
                    ui.label(RichText::new("It cannot be read").color(palette(ui).bad));
                    let text = format!("{}: {problem}", leftover.file().display());
                    ui.label(printable_line(&text).into_owned());
                }
            }
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if choice_ui(ui, "Discard", "Deletes it for good", false) {
                step = Some(FileStep::DiscardLeftover(position));
            }
            if leftover.unsaved().is_ok()
                && choice_ui(ui, "Open", "Opens it as it was; it is not saved yet", position == 0)
            {
                step = Some(FileStep::Recover(position));
            }
        });
    });
    step
}

fn unsaved_ui(ui: &mut Ui, position: usize, unsaved: &Unsaved) {
    let colors = palette(ui);
    ui.label(RichText::new(printable(&unsaved.title)).color(colors.strong));
    let path = unsaved.path.as_ref();
    let path = path.map_or_else(|| "never saved to a file".to_owned(), |path| path.display().to_string());
    ui.add(egui::Label::new(RichText::new(printable(&path)).small().color(colors.dim)).wrap());
    // Counting requires parsing the texts; once is enough.
    let id = ui.id().with(("leftover", position, unsaved.time, &unsaved.title));
    let known: Option<(usize, usize)> = ui.data(|data| data.get_temp(id));
    let (rules, rooms) = known.unwrap_or_else(|| unsaved.size());
    ui.data_mut(|data| data.insert_temp(id, (rules, rooms)));
    let when = ago(unsaved.time, SystemTime::now());
    let facts = format!("{}, {}, kept {when}", counted(rules, "rule"), counted(rooms, "room"));
    ui.label(RichText::new(facts).small().color(colors.text));
}
