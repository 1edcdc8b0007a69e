//! The context menu of the gallery with all actions on seeds, and the tooltip of a thumbnail.

use egui::{Button, RichText, Ui};
use egui_phosphor::regular as icon;

use super::cell::value_words;
use super::seed_list::listed;
use super::view::GalleryView;
use crate::base::{Seed, counted, printable_line, printable_text, with_capital};
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::panes::context::PaneContext;
use crate::editor::seed_marks::MarkEdit;
use crate::editor::widgets::style::palette;
use crate::editor::work::contact_sheet::SheetLevels;
use crate::metrics::LevelMetric;

/// Metrics in the tooltip.
const FACTS: [&str; 6] = ["places", "locks", "loops", "dead_ends", "solution_steps", "danger"];

/// Returns seeds in words: *seed 42*, or *3 seeds*.
pub(super) fn named(seeds: &[Seed]) -> String {
    match seeds {
        [seed] => format!("seed {seed}"),
        _ => counted(seeds.len(), "seed"),
    }
}

/// Shows the menu of a cell. If the cell is selected, the actions are about all selected seeds.
pub(super) fn menu_ui(ui: &mut Ui, seed: Seed, view: &mut GalleryView, context: &mut PaneContext<'_>) {
    let seeds = view.subjects(seed);
    let subject = named(&seeds);
    let item = |ui: &mut Ui, text: String, keys: &str, meaning: &str| {
        let button = Button::new(text);
        let button = if keys.is_empty() { button } else { button.shortcut_text(keys) };
        ui.add(button).on_hover_text(meaning).clicked()
    };
    if item(ui, format!("Open seed {seed}"), "Enter", "Shows the level in the pane Level") {
        context.commands.extend([Command::SetSeed(seed), Command::ShowPane(Pane::Level)]);
    }
    let compare = "Shows this level next to the current one, with their difference";
    if seed != context.seed && item(ui, format!("Compare with seed {}", context.seed), "", compare) {
        context.commands.push(Command::CompareSeeds(context.seed, seed));
    }
    ui.separator();
    let is_starred = context.marked.is_starred(seed);
    let verb = if is_starred { "Unstar" } else { "Star" };
    if item(ui, format!("{verb} {subject}"), "S", "Stars are kept with the project") {
        let edit = MarkEdit::Star { seeds: seeds.clone(), is_starred: !is_starred };
        context.commands.push(Command::Mark(edit));
    }
    if let Some(name) = context.marked.undo_name()
        && item(
            ui,
            format!("Undo: {}", printable_line(name)),
            "",
            "Undoes the last change of stars, notes and tags",
        )
    {
        context.commands.push(Command::UndoMark);
    }
    ui.separator();
    if item(ui, format!("Export {subject}…"), "", "Writes one file for each seed into a folder") {
        context.commands.push(Command::ExportSeeds(seeds.clone()));
    }
    let sheet = "Writes a picture with the thumbnails of these seeds";
    if item(ui, format!("Contact sheet of {subject}…"), "", sheet) {
        context.commands.push(Command::ContactSheet(SheetLevels::Seeds(seeds.clone())));
    }
    if item(ui, format!("Copy {subject}"), &copy_keys(ui), "Copies the numbers to the clipboard") {
        ui.ctx().copy_text(listed(&seeds));
    }
    ui.separator();
    if item(ui, format!("Show only {subject}"), "", "Shows exactly these seeds") {
        view.show_list(seeds);
    }
    let begin = "Shows the seeds from this one";
    if item(ui, format!("Begin at seed {seed}"), "", begin) {
        view.settings.first = Some(seed);
        view.settings.list.clear();
    }
    if item(ui, "Select all".to_owned(), &all_keys(ui), "Selects all shown seeds") {
        view.selected = view.shown.seeds.iter().copied().collect();
    }
}

fn copy_keys(ui: &Ui) -> String {
    ui.ctx().format_shortcut(&egui::KeyboardShortcut::new(egui::Modifiers::COMMAND, egui::Key::C))
}

fn all_keys(ui: &Ui) -> String {
    ui.ctx().format_shortcut(&egui::KeyboardShortcut::new(egui::Modifiers::COMMAND, egui::Key::A))
}

/// Shows the facts about a seed.
pub(super) fn tooltip_ui(ui: &mut Ui, seed: Seed, view: &GalleryView, context: &PaneContext<'_>) {
    let colors = palette(ui);
    ui.label(RichText::new(format!("Seed {seed}")).strong().color(colors.strong));
    let Some(record) = super::record_of(view, context, seed) else {
        ui.label(RichText::new("Its level is not made yet").color(colors.dim));
        return;
    };
    if let Some(failure) = &record.failure {
        let text = format!("{}  Failed in {} ({})", icon::X_CIRCLE, failure.stage, failure.code);
        ui.label(RichText::new(text).color(colors.bad));
        ui.label(with_capital(&printable_text(&failure.message)));
    }
    let metrics = FACTS.into_iter().filter_map(LevelMetric::named).chain(view.settings.badge_metric());
    let mut texts: Vec<String> = Vec::new();
    for metric in metrics {
        let words = record.value(metric).map(|value| value_words(metric, value));
        texts.extend(words.filter(|words| !texts.contains(words)));
    }
    if !texts.is_empty() {
        ui.label(texts.join("  ·  "));
    }
    let properties = &context.document.grammar().properties;
    for failed in record.failed_properties.iter().filter_map(|position| properties.get(*position)) {
        let text = format!("{}  Fails: {}", icon::X, printable_line(&failed.sentence()));
        ui.label(RichText::new(text).color(colors.bad));
    }
    if let Some(mark) = context.marked.get(seed) {
        if !mark.note.is_empty() {
            ui.label(format!("{}  {}", icon::NOTE_PENCIL, printable_text(&mark.note)));
        }
        if !mark.tags.is_empty() {
            let tags: Vec<&str> = mark.tags.iter().map(String::as_str).collect();
            ui.label(format!("{}  {}", icon::TAG, printable_text(&tags.join(", "))));
        }
    }
    ui.label(
        RichText::new("Click to show the level, double-click to bring it to the front").color(colors.dim),
    );
}
