//! What is said on standard error: diagnostics with the lines that they are about, and one-liners where nobody looks.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use ariadne::{CharSet, Config, Label, Report, ReportKind, Source};
use indicatif::{ProgressBar, ProgressStyle};

use crate::base::{Diagnostic, Position, Severity};
use crate::files::read_text_file;

/// Says a line.
pub(super) fn say(line: &str) {
    // If even standard error is closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

/// How many diagnostics are told, the most serious ones first, before only their number is.
const MOST_TOLD: usize = 100;

/// Tells diagnostics, each once: with an excerpt of the file on a terminal, else on one line each.
pub(super) fn tell<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
    let all = each_once(diagnostics);
    let chosen = most_serious(&all);
    let mut excerpts = io::stderr().is_terminal().then(Excerpts::default);
    for diagnostic in &chosen {
        let shown = excerpts.as_mut().and_then(|excerpts| excerpts.show(diagnostic));
        if shown.is_none() {
            say(&diagnostic.to_string());
        }
    }
    left_out(&all, &chosen).iter().for_each(|more| say(more));
}

/// Those that say the same of the same place once.
fn each_once<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<&'a Diagnostic> {
    let mut seen = BTreeSet::new();
    let mut once = Vec::new();
    for found in diagnostics {
        let Diagnostic { file, position, code, path, message, hint, .. } = found;
        if seen.insert((file, position, code, path, message, hint)) {
            once.push(found);
        }
    }
    once
}

/// Only what is worth an interruption: errors and warnings.
pub(super) fn tell_serious<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
    tell(diagnostics.into_iter().filter(|found| found.severity != Severity::Note));
}

/// The first of them, in their order: errors before warnings before notes where not all can be told.
fn most_serious<'a>(all: &[&'a Diagnostic]) -> Vec<&'a Diagnostic> {
    let mut positions: Vec<usize> = (0..all.len()).collect();
    positions.sort_by_key(|position| all.get(*position).map(|found| found.severity));
    positions.truncate(MOST_TOLD);
    positions.sort_unstable();
    positions.into_iter().filter_map(|position| all.get(position).copied()).collect()
}

/// How many more there are, if not all are told: "and 4 more errors, 1 more warning".
fn left_out(all: &[&Diagnostic], told: &[&Diagnostic]) -> Option<String> {
    let count =
        |list: &[&Diagnostic], severity| list.iter().filter(|found| found.severity == severity).count();
    let more = |severity: Severity| {
        let count = count(all, severity) - count(told, severity);
        let ending = if count == 1 { "" } else { "s" };
        (count > 0).then(|| format!("{count} more {severity}{ending}"))
    };
    let more: Vec<String> =
        [Severity::Error, Severity::Warning, Severity::Note].into_iter().filter_map(more).collect();
    (!more.is_empty()).then(|| format!("and {}", more.join(", ")))
}

/// A bar for that many levels; hidden where standard error is no terminal.
pub(super) fn progress(count: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} levels, {eta} to go")
        .expect("the template is well-formed");
    ProgressBar::new(count).with_style(style)
}

/// The texts of the files that diagnostics are about, read when they are needed.
#[derive(Default)]
struct Excerpts {
    texts: BTreeMap<PathBuf, Option<String>>,
}

impl Excerpts {
    /// Shows a diagnostic with its line; `None` if there is no line to show.
    fn show(&mut self, diagnostic: &Diagnostic) -> Option<()> {
        let (file, position) = (diagnostic.file.as_ref()?, diagnostic.position?);
        let text = self.texts.entry(file.clone()).or_insert_with(|| read_text_file(file).ok()).as_deref()?;
        let drawn = draw(diagnostic, file, text, position, colors_are_welcome())?;
        io::stderr().write_all(&drawn).ok()
    }
}

fn draw(
    diagnostic: &Diagnostic,
    file: &Path,
    text: &str,
    position: Position,
    in_color: bool,
) -> Option<Vec<u8>> {
    let kind = match diagnostic.severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
        Severity::Note => ReportKind::Advice,
    };
    let name = file.display().to_string();
    let span = (name.clone(), span(text, position)?);
    let config = Config::new().with_color(in_color).with_char_set(CharSet::Unicode);
    let mut report = Report::build(kind, span.clone())
        .with_config(config)
        .with_code(diagnostic.code)
        .with_message(&diagnostic.message)
        .with_label(Label::new(span).with_message(diagnostic.hint.as_deref().unwrap_or("here")));
    if !diagnostic.path.is_empty() {
        report = report.with_note(&diagnostic.path);
    }
    let mut drawn = Vec::new();
    report.finish().write((name, Source::from(text)), &mut drawn).ok()?;
    Some(drawn)
}

/// The word that begins at a position, or the one character there; in characters from the beginning of the text.
fn span(text: &str, position: Position) -> Option<Range<usize>> {
    let line = (position.line as usize).checked_sub(1)?;
    let column = (position.column as usize).checked_sub(1)?;
    let before: usize = text.split_inclusive('\n').take(line).map(|line| line.chars().count()).sum();
    let here = text.split_inclusive('\n').nth(line).unwrap_or_default();
    let is_of_word = |character: &char| character.is_alphanumeric() || *character == '_';
    let length = here.chars().skip(column).take_while(is_of_word).count().max(1);
    let start = before + column;
    Some(start..start + length)
}

/// The convention of <https://no-color.org>.
fn colors_are_welcome() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn span_covers_the_word_at_the_position() {
        let text = "über\n  wegen x\n";
        assert_eq!(span(text, Position { line: 2, column: 3 }), Some(7..12));
        assert_eq!(span(text, Position { line: 1, column: 1 }), Some(0..4));
        assert_eq!(span(text, Position { line: 9, column: 1 }), Some(15..16));
    }

    #[test]
    fn drawing_shows_the_line_and_the_hint() {
        let diagnostic =
            Diagnostic::error("unknown-symbol", "there is no symbol \"Gat\"").hint("did you mean \"Gate\"?");
        let drawn =
            draw(&diagnostic, Path::new("a.ron"), "x: \"Gat\"\n", Position { line: 1, column: 4 }, false);
        let drawn = String::from_utf8(drawn.unwrap()).unwrap();
        for part in ["there is no symbol", "x: ", "did you mean \"Gate\"?", "a.ron:1:4"] {
            assert!(drawn.contains(part), "{part} in {drawn}");
        }
    }

    #[test]
    fn of_many_diagnostics_the_most_serious_are_told_and_the_others_counted() {
        let warnings = (0..150).map(|number| Diagnostic::warning("w", format!("warning {number}")));
        let errors = (0..99).map(|number| Diagnostic::error("e", format!("error {number}")));
        let twice = std::iter::once(Diagnostic::error("e", "error 5"));
        let found: Vec<Diagnostic> = warnings.chain(errors).chain(twice).collect();
        let all = each_once(&found);
        let told = most_serious(&all);
        assert_eq!((all.len(), told.len()), (249, MOST_TOLD));
        let messages: Vec<&str> = told.iter().map(|found| found.message.as_str()).take(3).collect();
        assert_eq!(messages, ["warning 0", "error 0", "error 1"]);
        assert_eq!(left_out(&all, &told).as_deref(), Some("and 149 more warnings"));
        assert_eq!(left_out(&told, &told), None);
    }
}
