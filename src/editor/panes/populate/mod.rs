//! The populate pane: the list of passes, the form of the open one, and the entities and tiles that passes
//! name.

mod tables;

use std::sync::Arc;

use egui::{RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use crate::base::{Choice, printable_text};
use crate::document::{self, Edit, Location, PopulateEdit};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::problems::collect::ProblemList;
use crate::editor::panes::problems::of_form::form_problems_ui;
use crate::editor::widgets::dragging::{drag, drop_on};
use crate::editor::widgets::explained::explained_ui;
use crate::editor::widgets::info;
use crate::editor::widgets::parameters::named_rows;
use crate::editor::widgets::rows::{
    FoldRow, RowLabel, form_frame, icon_button, name_row, notes_row, remark_ui, switch_row, title_ui,
};
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::{self, palette};
use crate::grammar::Grammar;
use crate::level::PassRecord;
use crate::mission::{EntitySymbol, TileSymbol};
use crate::reference::ReferenceSubject;
use crate::settings::{Pass, PassKind, PassSettings};

/// A pass being dragged.
#[derive(Clone, Debug)]
struct DraggedPass(usize);

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    scrolled(ui, |ui| {
        margin.show(ui, |ui| {
            let grammar = context.document.authored().clone();
            let problems = context.problems;
            let mut asked = PopulateRequests { problems, edits: Vec::new(), open: context.shared.open.pass };
            let level = context.run_view.level().map(Arc::clone);
            let records = level.as_ref().map_or(&[][..], |level| &level.populate);
            let text = "Passes place things in the formed places, from top to bottom.";
            ui.label(RichText::new(text).small().color(palette(ui).dim));
            if grammar.populate.is_empty() {
                remark_ui(
                    ui,
                    "There are no passes yet. Add a pass that places chests, foes, or other things that you name below.",
                );
            }
            for (position, pass) in grammar.populate.iter().enumerate() {
                let record = records.iter().find(|record| record.name == pass.name && pass.enabled);
                ui.push_id(position, |ui| pass_ui(ui, &grammar, position, record, &mut asked));
            }
            add_ui(ui, &grammar, &mut asked);
            title_ui(ui, "Entities");
            explained_ui(ui, ReferenceSubject::of::<EntitySymbol>(), |ui| {
                tables::entities_ui(ui, &grammar.alphabet, &mut asked.edits);
            });
            title_ui(ui, "Tiles");
            explained_ui(ui, ReferenceSubject::of::<TileSymbol>(), |ui| {
                tables::tiles_ui(ui, &grammar.alphabet, &mut asked.edits);
            });
            let edits = asked.edits.into_iter();
            context.commands.extend(edits.map(|edit| Command::Edit(Edit::Populate(edit))));
            context.shared.open.pass = asked.open;
        });
    });
}

/// The requests of a frame.
struct PopulateRequests<'a> {
    problems: &'a ProblemList,
    edits: Vec<PopulateEdit>,
    /// Pass with an open form.
    open: Option<usize>,
}

impl PopulateRequests<'_> {
    /// Moves a pass before another one; its form stays open.
    fn move_pass(&mut self, from: usize, to: usize) {
        self.edits.push(PopulateEdit::Move { from, to });
        self.open = Some(if to > from { to - 1 } else { to });
    }
}

/// Shows one pass; `record` is its result in the displayed level.
fn pass_ui(
    ui: &mut Ui,
    grammar: &Grammar,
    position: usize,
    record: Option<&PassRecord>,
    asked: &mut PopulateRequests<'_>,
) {
    let Some(pass) = grammar.populate.get(position) else { return };
    let is_open = asked.open == Some(position);
    row_ui(ui, position, pass, record, asked);
    if !is_open {
        return;
    }
    form_frame(ui).show(ui, |ui| {
        form_problems_ui(ui, asked.problems, &Location::Pass(position));
        buttons_ui(ui, grammar, position, pass, asked);
        if let Some((what, pass)) = form_ui(ui, grammar, position, pass) {
            asked.edits.push(PopulateEdit::Set { at: position, what, pass: Box::new(pass) });
        }
    });
}

/// Shows the row of a pass: its kind, name and result.
fn row_ui(
    ui: &mut Ui,
    position: usize,
    pass: &Pass,
    record: Option<&PassRecord>,
    asked: &mut PopulateRequests<'_>,
) {
    let is_open = asked.open == Some(position);
    let off = if pass.enabled { "" } else { " (off)" };
    let words = format!("{}{off}", printable_text(&pass.name));
    let name = format!("Pass {}: {words}", position + 1);
    let icon = sign(pass.pass.kind());
    let result = record.map(placed).unwrap_or_default();
    let row = FoldRow { icon, words: &words, result: &result, name: &name, is_open, is_dim: !pass.enabled };
    let response = row.ui(ui);
    drag(&response, &DraggedPass(position));
    if let Some(dropped) = drop_on::<DraggedPass>(ui, response.rect, response.id) {
        asked.move_pass(dropped.what.0, position + usize::from(dropped.is_behind));
    }
    if response.clicked() {
        asked.open = (!is_open).then_some(position);
    }
    if !pass.notes.is_empty() {
        response.on_hover_text(printable_text(&pass.notes).into_owned());
    }
}

/// Returns the result of a pass: "12 placed, 3 taken back".
fn placed(record: &PassRecord) -> String {
    match record.taken_back {
        0 => format!("{} placed", record.placed()),
        some => format!("{} placed, {some} undone", record.placed()),
    }
}

/// Returns the icon of a kind of pass.
const fn sign(kind: PassKind) -> &'static str {
    match kind {
        PassKind::Chests => icon::TREASURE_CHEST,
        PassKind::Foes => icon::SKULL,
        PassKind::Features => icon::COLUMNS,
        PassKind::TileVariants => icon::PAINT_BRUSH,
        PassKind::WallPieces => icon::WALL,
        PassKind::Epochs => icon::DOTS_NINE,
        PassKind::AlongTheWay => icon::PATH,
        PassKind::Dress => icon::PAINT_BRUSH,
    }
}

/// Shows the buttons for a pass as a whole.
fn buttons_ui(
    ui: &mut Ui,
    grammar: &Grammar,
    position: usize,
    pass: &Pass,
    asked: &mut PopulateRequests<'_>,
) {
    let (name, count) = (&pass.name, grammar.populate.len());
    let is_alone = grammar.populate.iter().enumerate().all(|(at, pass)| pass.enabled == (at == position));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if icon_button(ui, icon::ARROW_UP, &format!("Move pass {name} up"), position > 0) {
            asked.move_pass(position, position.saturating_sub(1));
        }
        if icon_button(ui, icon::ARROW_DOWN, &format!("Move pass {name} down"), position + 1 < count) {
            asked.move_pass(position, position + 2);
        }
        if icon_button(ui, icon::COPY, &format!("Duplicate pass {name}"), true) {
            let copy = Pass { name: free_name(grammar, name), ..pass.clone() };
            asked.edits.push(PopulateEdit::Insert { at: position + 1, pass: Box::new(copy) });
            asked.open = Some(position + 1);
        }
        if is_alone && count > 1 {
            if icon_button(ui, icon::LIST_CHECKS, "Run all passes", true) {
                asked.edits.push(PopulateEdit::RunAll);
            }
        } else if icon_button(ui, icon::CROSSHAIR_SIMPLE, &format!("Run only pass {name}"), count > 1) {
            asked.edits.push(PopulateEdit::RunOnly(position));
        }
        if icon_button(ui, icon::TRASH, &format!("Delete pass {name}"), true) {
            asked.edits.push(PopulateEdit::Remove(position));
            asked.open = None;
        }
    });
}

/// Shows all settings of a pass. Returns the name of the changed setting, and the changed pass.
fn form_ui(ui: &mut Ui, grammar: &Grammar, position: usize, pass: &Pass) -> Option<(&'static str, Pass)> {
    let of = format!("pass {}", position + 1);
    let mut new = pass.clone();
    let tooltip = "The name of the pass. Its random numbers depend on the name, and everything that it places records it.";
    let is_taken = |name: &str| grammar.populate.iter().any(|pass| pass.name == name);
    let name = name_row(ui, RowLabel { name: "Name", of: &of, tooltip }, &pass.name, is_taken);
    let enabled = switch_row(
        ui,
        RowLabel { name: "Enabled", of: &of, tooltip: "If you turn it off, the other passes do not change." },
        pass.enabled,
        "Yes",
    );
    let changed = named_rows(ui, &of, &mut new, &grammar.alphabet);
    let about = RowLabel { name: "Notes", of: &of, tooltip: "Your remarks: what it is for." };
    let notes = notes_row(ui, about, &pass.notes, "What it is for");
    if let Some(name) = name {
        Some(("name", Pass { name, ..new }))
    } else if let Some(enabled) = enabled {
        Some(("whether it runs", Pass { enabled, ..new }))
    } else if let Some(notes) = notes {
        Some(("notes", Pass { notes, ..new }))
    } else {
        changed.map(|what| (what, new))
    }
}

/// Shows a button that adds a pass of a chosen kind at the end.
fn add_ui(ui: &mut Ui, grammar: &Grammar, asked: &mut PopulateRequests<'_>) {
    let end = grammar.populate.len();
    let button = egui::Button::new(format!("{}  Add pass", icon::PLUS));
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        for choice in PassKind::default().choices() {
            if ui.button(choice.label).on_hover_text(choice.tooltip.trim()).clicked() {
                let mut settings = PassSettings::of(PassKind::default());
                settings.choose(choice.label);
                let pass = Box::new(Pass::new(free_name(grammar, choice.label), settings));
                asked.edits.push(PopulateEdit::Insert { at: end, pass });
                asked.open = Some(end);
                ui.close();
            }
        }
    });
    response.widget_info(|| info::labeled(WidgetType::Button, true, "Add pass"));
    if let Some(dropped) = drop_on::<DraggedPass>(ui, response.rect, response.id) {
        asked.move_pass(dropped.what.0, end);
    }
}

/// Returns a name for a new pass.
fn free_name(grammar: &Grammar, base: &str) -> String {
    document::free_name(base, |name| grammar.populate.iter().any(|pass| pass.name == name))
}
