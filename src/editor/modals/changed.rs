//! Questions about differences between files and the project: changes by other programs, and reverting.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::base::printable;
use crate::editor::command::Command;
use crate::editor::file_step::FileStep;
use crate::editor::widgets::question::{AnswerOption, question_ui};

/// An answer, with the command to carry out.
type ChangedAnswer = AnswerOption<Option<Command>>;

/// Asks about files that another program has changed while the project has changes too. Returns `false` once
/// answered.
pub fn changed_ui(ctx: &Context, files: &[PathBuf], commands: &mut Vec<Command>) -> bool {
    let question = format!("{} changed on disk", names(files));
    let text = "Another program changed the file, and you have unsaved changes. \"Reload\" discards your changes. \"Keep mine\" keeps them, and your next save replaces the file.";
    let keep = Command::File(FileStep::KeepMine);
    let tooltip = "Leaves the project as it is here";
    let answers = [
        ChangedAnswer { name: "Keep mine", tooltip, answer: Some(keep.clone()) },
        reload("Reload", "Reads the files again; your changes are lost"),
    ];
    ask(ctx, &question, text, &answers, Some(keep), commands)
}

/// Asks about a file to save to that another program has changed. Returns `false` once answered.
pub fn save_over_ui(ctx: &Context, path: &Path, commands: &mut Vec<Command>) -> bool {
    let question = format!("Save over {}?", names(&[path.to_owned()]));
    let text =
        "Another program has changed the files. If you save, you replace its version; a backup is kept.";
    let save = Command::File(FileStep::SaveOver(path.to_owned()));
    let tooltip = "Saves under another name and leaves the file on disk";
    let answers = [
        ChangedAnswer { name: "Save as…", tooltip, answer: Some(Command::SaveAs) },
        ChangedAnswer { name: "Save over it", tooltip: "Replaces the file on disk", answer: Some(save) },
        ChangedAnswer { name: "Cancel", tooltip: "Does not save", answer: None },
    ];
    ask(ctx, &question, text, &answers, None, commands)
}

/// Asks whether to discard the changes. Returns `false` once answered.
pub fn revert_ui(ctx: &Context, commands: &mut Vec<Command>) -> bool {
    let text =
        "The project is read from its files again. You lose your unsaved changes and cannot undo this.";
    let answers = [
        reload("Revert", "Reads the files again"),
        ChangedAnswer { name: "Cancel", tooltip: "Changes nothing", answer: None },
    ];
    ask(ctx, "Revert to what was saved?", text, &answers, None, commands)
}

fn reload(name: &'static str, tooltip: &'static str) -> ChangedAnswer {
    ChangedAnswer { name, tooltip, answer: Some(Command::File(FileStep::Reload)) }
}

/// Asks a question; `escape` is the answer of the Escape key. Returns `false` once answered.
fn ask(
    ctx: &Context,
    question: &str,
    text: &str,
    answers: &[ChangedAnswer],
    escape: Option<Command>,
    commands: &mut Vec<Command>,
) -> bool {
    let Some(answer) = question_ui(ctx, "changed files", question, text, answers, escape) else {
        return true;
    };
    commands.extend(answer);
    false
}

/// Lists files without their folders: "a.ron", "a.ron and b.ron", "a.ron and 2 others".
pub fn names(files: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        printable(&name.to_string_lossy()).into_owned()
    };
    match files {
        [] => String::new(),
        [one] => name(one),
        [one, other] => format!("{} and {}", name(one), name(other)),
        [one, others @ ..] => format!("{} and {} others", name(one), others.len()),
    }
}
