//! Asks before unsaved changes would be lost.

use egui::Context;

use crate::base::printable;
use crate::editor::widgets::question::{Choice, question_ui};

/// The answer of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save, then continue.
    Save,
    /// Continue without saving.
    Discard,
    /// Do not continue.
    Cancel,
}

const CHOICES: [Choice<Answer>; 3] = [
    Choice { name: "Save", tooltip: "Saves the changes, then goes on", answer: Answer::Save },
    Choice { name: "Discard", tooltip: "Goes on; the changes are lost", answer: Answer::Discard },
    Choice {
        name: "Cancel",
        tooltip: "Back to the project, as if nothing had been asked",
        answer: Answer::Cancel,
    },
];

/// Asks the question. Returns the answer, once there is one.
pub fn ask_ui(ctx: &Context, title: &str) -> Option<Answer> {
    let question = format!("Save the changes to \"{}\"?", printable(title));
    let explanation = "They are lost if you do not save them.";
    question_ui(ctx, "unsaved", &question, explanation, &CHOICES, Answer::Cancel)
}
