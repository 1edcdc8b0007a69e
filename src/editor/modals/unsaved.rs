//! The question before something that was not saved would be lost.

use egui::Context;

use crate::base::printable;
use crate::editor::widgets::question::{Choice, question_ui};

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save, then go on.
    Save,
    /// Go on without.
    Discard,
    /// Do not go on.
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

/// Asks; the answer once there is one.
pub fn ask_ui(ctx: &Context, title: &str) -> Option<Answer> {
    let question = format!("Save the changes to \"{}\"?", printable(title));
    let explanation = "They are lost if you do not save them.";
    question_ui(ctx, "unsaved", &question, explanation, &CHOICES, Answer::Cancel)
}
