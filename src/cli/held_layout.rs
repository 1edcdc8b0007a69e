//! Files that hold where the places of a level lie, so that a later level is laid out near them.

use std::path::Path;
use std::sync::Arc;

use super::outcome::{CliError, CliOutcome};
use super::output::{name_of, write};
use crate::base::{PrettyPrinter, escaped_ron};
use crate::files::read_text_file;
use crate::layout::PreviousLayout;
use crate::pipeline::Run;

/// Prints one line per place.
const LINES: PrettyPrinter = PrettyPrinter {
    indent: "  ",
    space: " ",
    broken: &[&[], &["*"]],
    line_chars: None,
    has_final_comma: true,
    numbers: None,
};

/// Reads the file of `--hold-layout`.
pub(super) fn read_held_layout(path: &Path) -> Result<Arc<PreviousLayout>, CliError> {
    let text = read_text_file(path)?;
    ron::from_str(&text).map(Arc::new).map_err(|error| {
        let message =
            format!("{}: this is not a layout: {error}; write one with --save-layout", name_of(path));
        CliError::new(CliOutcome::WrongInput, message)
    })
}

/// Writes the layout of a run, if it has one, for `--hold-layout`.
pub(super) fn save_layout(path: &Path, run: &Run) -> Result<(), CliError> {
    let (Some(plan), Some(derivation)) = (&run.plan, &run.derivation) else { return Ok(()) };
    let spacing = run.request.grammar.layout.spacing;
    let before = run.request.previous_layout.as_deref();
    let layout = PreviousLayout::of(plan, &derivation.mission, &derivation.alphabet, spacing, before);
    let text = ron::to_string(&layout).map_err(|error| {
        CliError::Because(
            CliOutcome::Failed,
            anyhow::Error::new(error).context("the layout cannot be written"),
        )
    })?;
    write(Some(path), (escaped_ron(LINES.print(&text)) + "\n").as_bytes())
}
