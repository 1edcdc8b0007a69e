//! Asks before unsaved changes would be lost.

use egui::Context;

use crate::base::printable;
use crate::editor::widgets::question::{AnswerOption, question_ui};

/// The answer of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsavedAnswer {
    /// Save, then continue.
    Save,
    /// Continue without saving.
    Discard,
    /// Do not continue.
    Cancel,
}

const CHOICES: [AnswerOption<UnsavedAnswer>; 3] = [
    AnswerOption { name: "Save", tooltip: "Saves the changes, then continues", answer: UnsavedAnswer::Save },
    AnswerOption {
        name: "Discard",
        tooltip: "Continues without saving; you lose the changes",
        answer: UnsavedAnswer::Discard,
    },
    AnswerOption {
        name: "Cancel",
        tooltip: "Returns to the project and changes nothing",
        answer: UnsavedAnswer::Cancel,
    },
];

/// Asks the question. Returns the answer, once there is one.
pub fn ask_ui(ctx: &Context, title: &str) -> Option<UnsavedAnswer> {
    let question = format!("Save the changes to \"{}\"?", printable(title));
    let explanation = "You lose them if you do not save.";
    question_ui(ctx, "unsaved", &question, explanation, &CHOICES, UnsavedAnswer::Cancel)
}
