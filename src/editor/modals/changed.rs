//! Questions where the file and the project differ: changed by another program, or to be read again.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::base::printable;
use crate::editor::command::Command;
use crate::editor::file_step::FileStep;
use crate::editor::widgets::question::{Choice, question_ui};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    TakeDisk,
    KeepMine,
    SaveOver,
    SaveAs,
    Leave,
}

/// Another program has changed files of a project that is changed too. False once it is answered.
pub fn changed_ui(ctx: &Context, files: &[PathBuf], commands: &mut Vec<Command>) -> bool {
    let question = format!("{} changed on disk", names(files));
    let text = "Another program has changed it since it was read, and you have changes that are not saved. “Reload” takes what is on disk; your changes are lost. “Keep mine” leaves them; the next save replaces what is on disk.";
    let choices = [
        Choice { name: "Keep mine", tooltip: "Leaves the project as it is here", answer: Answer::KeepMine },
        Choice {
            name: "Reload",
            tooltip: "Reads the files again; your changes are lost",
            answer: Answer::TakeDisk,
        },
    ];
    let Some(answer) = question_ui(ctx, "changed", &question, text, &choices, Answer::KeepMine) else {
        return true;
    };
    commands.push(Command::File(match answer {
        Answer::TakeDisk => FileStep::Reload,
        _ => FileStep::KeepMine,
    }));
    false
}

/// The file to save to was changed by another program. False once it is answered.
pub fn save_over_ui(ctx: &Context, path: &Path, commands: &mut Vec<Command>) -> bool {
    let question = format!("Save over {}?", names(&[path.to_owned()]));
    let text = "Another program has changed the files since they were read. Saving replaces what it has written; a backup is kept.";
    let choices = [
        Choice {
            name: "Save as…",
            tooltip: "Saves under another name and leaves what is there",
            answer: Answer::SaveAs,
        },
        Choice { name: "Save over it", tooltip: "Replaces what is there", answer: Answer::SaveOver },
        Choice { name: "Cancel", tooltip: "Does not save", answer: Answer::Leave },
    ];
    let Some(answer) = question_ui(ctx, "save over", &question, text, &choices, Answer::Leave) else {
        return true;
    };
    match answer {
        Answer::SaveOver => commands.push(Command::File(FileStep::SaveOver(path.to_owned()))),
        Answer::SaveAs => commands.push(Command::SaveAs),
        _ => {}
    }
    false
}

/// Shall the changes be thrown away? False once it is answered.
pub fn revert_ui(ctx: &Context, commands: &mut Vec<Command>) -> bool {
    let text = "The project becomes what its files hold. What you have changed since you saved it is lost, and cannot be undone.";
    let choices = [
        Choice { name: "Revert", tooltip: "Reads the files again", answer: Answer::TakeDisk },
        Choice { name: "Cancel", tooltip: "Leaves everything as it is", answer: Answer::Leave },
    ];
    let Some(answer) = question_ui(ctx, "revert", "Revert to what was saved?", text, &choices, Answer::Leave)
    else {
        return true;
    };
    if answer == Answer::TakeDisk {
        commands.push(Command::File(FileStep::Reload));
    }
    false
}

/// The names of files as they are shown, without their folders: "a.ron", "a.ron and b.ron", "a.ron and 2 others".
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
