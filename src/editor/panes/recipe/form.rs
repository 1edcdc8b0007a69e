//! The form of a step: its kind, its rules, the number of times, and other settings.

use egui::Ui;
use egui_phosphor::regular as icon;

use super::kinds::{block, kinds_like, tooltip, words};
use super::require::{condition_rows, otherwise_rows};
use super::rules::choice_rows;
use crate::base::Slot;
use crate::document::step_label;
use crate::editor::widgets::fields::text_field;
use crate::editor::widgets::formulas::present_value;
use crate::editor::widgets::parameters::{parameter_row, titled_row};
use crate::editor::widgets::rows::{RowLabel, choice_row, icon_button, notes_row, remark_ui, row};
use crate::grammar::{Grammar, RecipeStep, Times, WeightedBlock};

/// Name of the changed setting in the designer's words, and the changed step.
pub(super) type ChangedStep = Option<(&'static str, RecipeStep)>;

/// Shows all settings of a step. Returns the change.
pub(super) fn form_ui(ui: &mut Ui, path: &[usize], step: &RecipeStep, grammar: &Grammar) -> ChangedStep {
    let of = format!("step {}", step_label(path));
    let mut changed = kind_row(ui, &of, step, grammar);
    let mut new = step.clone();
    match &mut new {
        RecipeStep::Apply { rules, times, .. } => {
            let differs = choice_rows(ui, &of, rules, grammar).then_some("rules");
            changed =
                changed.or(differs.or(times_rows(ui, &of, times).then_some("times")).map(|what| (what, new)));
        }
        RecipeStep::ApplyAll { rules, .. } => {
            let differs = choice_rows(ui, &of, rules, grammar);
            changed = changed.or(differs.then_some(("rules", new)));
        }
        RecipeStep::Repeat { times, .. } => {
            let differs = times_rows(ui, &of, times);
            changed = changed.or(differs.then_some(("times", new)));
        }
        RecipeStep::Choose(blocks) => {
            let differs = blocks_ui(ui, &of, blocks);
            changed = changed.or(differs.then_some(("blocks", new)));
        }
        RecipeStep::Chance { percent, .. } => {
            let differs = parameter_row(ui, &of, Slot::Number(&RecipeStep::CHANCE, percent));
            changed = changed.or(differs.then_some((RecipeStep::CHANCE.parameter.name, new)));
        }
        RecipeStep::Block { .. } => {
            remark_ui(ui, "If a step requires it, all steps of the block are tried again together.")
        }
        RecipeStep::Require { condition, otherwise, .. } => {
            let differs = condition_rows(ui, &of, condition, grammar).then_some("condition");
            let differs = differs.or(otherwise_rows(ui, &of, otherwise).then_some("what happens otherwise"));
            changed = changed.or(differs.map(|what| (what, new)));
        }
    }
    changed.or(notes_rows(ui, &of, step))
}

fn kind_row(ui: &mut Ui, of: &str, step: &RecipeStep, grammar: &Grammar) -> ChangedStep {
    let kinds = kinds_like(step, grammar).map(|step| {
        let name = words(&step);
        (step, name)
    });
    let about = RowLabel { name: "What", of, tooltip: tooltip(step) };
    choice_row(ui, about, step.clone(), &kinds).map(|step| ("kind", step))
}

fn notes_rows(ui: &mut Ui, of: &str, step: &RecipeStep) -> ChangedStep {
    let about = RowLabel { name: "Notes", of, tooltip: "Your remarks: what it is for." };
    let text = notes_row(ui, about, step.notes()?, "What it is for")?;
    let mut new = step.clone();
    *new.notes_mut()? = text;
    Some(("notes", new))
}

/// Shows the number of times. Returns `true` if it was changed.
fn times_rows(ui: &mut Ui, of: &str, times: &mut Times) -> bool {
    let before = *times;
    let (least, most) = match before {
        Times::Exactly(times) => (times, present_value(ui, times).saturating_add(3)),
        Times::Between(least, most) => (least, most),
        Times::UntilNone => (1, 3),
    };
    let exactly = (
        if matches!(before, Times::Exactly(_)) { before } else { Times::Exactly(most) },
        "A number of times",
    );
    let between = (
        if matches!(before, Times::Between(..)) { before } else { Times::Between(least, most) },
        "A range of times",
    );
    let until_none = (Times::UntilNone, "Until none matches");
    let about =
        RowLabel { name: "Repetitions", of, tooltip: "The number of times, or until nothing matches." };
    if let Some(new) = choice_row(ui, about, before, &[exactly, between, until_none]) {
        *times = new;
    }
    match times {
        Times::Exactly(number) => {
            parameter_row(ui, of, Slot::Number(&Times::NUMBER, number));
        }
        Times::Between(least, most) => {
            let mut range = (*least, *most);
            parameter_row(ui, of, Slot::Range(&Times::RANGE, &mut range));
            (*least, *most) = range;
        }
        Times::UntilNone => {}
    }
    *times != before
}

/// Shows the blocks of a choice. Returns `true` if one was changed.
fn blocks_ui(ui: &mut Ui, of: &str, blocks: &mut Vec<WeightedBlock>) -> bool {
    let before = blocks.clone();
    let mut removed = None;
    for (position, one) in blocks.iter_mut().enumerate() {
        ui.push_id(position, |ui| {
            let name = format!("Block {}", position + 1);
            titled_row(ui, &name, of, Slot::Number(&WeightedBlock::WEIGHT, &mut one.weight));
            let about = RowLabel {
                name: "",
                of: &format!("{name} of {of}"),
                tooltip: "Your remarks: what it is for.",
            };
            row(ui, about, |ui, _| {
                if icon_button(ui, icon::TRASH, &format!("Delete block {} of {of}", position + 1), true) {
                    removed = Some(position);
                }
                let field = format!("Notes of block {} of {of}", position + 1);
                if let Some(notes) = text_field(ui, &field, &one.notes, "What it is for") {
                    one.notes = notes;
                }
            });
        });
    }
    if let Some(position) = removed {
        blocks.remove(position);
    }
    if ui.button(format!("{}  Add block", icon::PLUS)).on_hover_text("One more block to pick from").clicked()
    {
        blocks.push(block(Vec::new()));
    }
    *blocks != before
}
