//! Prints diagnostics to standard error, with excerpts of the lines they refer to.
//!
//! On a terminal, each diagnostic shows its line; otherwise it is a single line. Names are escaped, and long
//! lists are shortened.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use ariadne::{CharSet, Config, Label, Report, ReportKind, Source};
use indicatif::{ProgressBar, ProgressStyle};

use crate::base::{
    Diagnostic, Position, Severity, counted, lines_of, printable, printable_excerpt, printable_line,
};
use crate::files::read_text_file;

/// Maximum length of a line to be shown as an excerpt, in bytes.
const LONGEST_EXCERPT: usize = 400;

/// Prints a line, with control characters escaped.
pub(super) fn say(line: &str) {
    // If even standard error is closed, nobody is left to read it.
    let _ = writeln!(io::stderr(), "{}", printable_line(line));
}

/// Maximum number of diagnostics printed, the most serious ones first; the rest is only counted.
const MOST_SHOWN: usize = 100;

/// Prints diagnostics without duplicates: with an excerpt of the file on a terminal, otherwise on one line
/// each.
pub(super) fn print<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
    let all = each_once(diagnostics);
    let chosen = most_serious(&all);
    let mut excerpts = io::stderr().is_terminal().then(Excerpts::default);
    chosen.iter().for_each(|diagnostic| show(diagnostic, &mut excerpts));
    left_out(&all, &chosen).iter().for_each(|more| say(more));
}

fn show(diagnostic: &Diagnostic, excerpts: &mut Option<Excerpts>) {
    let printable = excerpts.as_mut().and_then(|excerpts| excerpts.show(diagnostic));
    if printable.is_none() {
        say(&diagnostic.to_string());
    }
}

/// Maximum number of diagnostics of one kind in a short list.
const MOST_OF_A_KIND: usize = 3;
/// Maximum number of lines in a short list.
const MOST_LINES: usize = 18;

/// Prints a few diagnostics of each kind, and the number of the others. The most serious kinds come last,
/// next to the prompt.
pub(super) fn print_in_short<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
    let all = each_once(diagnostics);
    let mut excerpts = io::stderr().is_terminal().then(Excerpts::default);
    let mut told = Vec::new();
    for group in in_short(&all) {
        group.shown.iter().for_each(|diagnostic| show(diagnostic, &mut excerpts));
        if let (more @ 1.., Some(last)) = (group.more.len(), group.shown.last()) {
            say(&format!("{}[{}]: and {more} more of this kind", last.severity, last.code));
        }
        told.extend(group.shown.into_iter().chain(group.more));
    }
    left_out(&all, &told).iter().for_each(|more| say(more));
}

/// Diagnostics of one kind.
struct DiagnosticGroup<'a> {
    shown: Vec<&'a Diagnostic>,
    /// Diagnostics that are only counted.
    more: Vec<&'a Diagnostic>,
}

/// Groups diagnostics by kind, limited to the lines of a short list. The most serious kinds get lines first,
/// and are listed last.
fn in_short<'a>(all: &[&'a Diagnostic]) -> Vec<DiagnosticGroup<'a>> {
    let mut kinds: Vec<Vec<&Diagnostic>> = Vec::new();
    for found in all {
        let is_its = |kind: &&mut Vec<&Diagnostic>| {
            kind.first().is_some_and(|first| (first.severity, first.code) == (found.severity, found.code))
        };
        match kinds.iter_mut().find(is_its) {
            Some(kind) => kind.push(found),
            None => kinds.push(vec![found]),
        }
    }
    kinds.sort_by_key(|kind| kind.first().map(|first| first.severity));
    let mut lines = 0;
    let mut groups = Vec::new();
    for mut shown in kinds {
        let more = shown.split_off(shown.len().min(MOST_OF_A_KIND));
        lines += shown.len() + usize::from(!more.is_empty());
        if lines > MOST_LINES {
            break;
        }
        groups.push(DiagnosticGroup { shown, more });
    }
    groups.sort_by_key(|kind| Reverse(kind.shown.first().map(|first| first.severity)));
    groups
}

/// Removes duplicates: equal messages about the same place.
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

/// Prints errors and warnings, but no notes.
pub(super) fn tell_serious<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
    print(diagnostics.into_iter().filter(|found| found.severity != Severity::Note));
}

/// Returns the diagnostics to print, in order. If there are too many, errors take precedence over warnings,
/// and warnings over notes.
fn most_serious<'a>(all: &[&'a Diagnostic]) -> Vec<&'a Diagnostic> {
    let mut positions: Vec<usize> = (0..all.len()).collect();
    positions.sort_by_key(|position| all.get(*position).map(|found| found.severity));
    positions.truncate(MOST_SHOWN);
    positions.sort_unstable();
    positions.into_iter().filter_map(|position| all.get(position).copied()).collect()
}

/// Returns a line with the number of diagnostics not printed: "and 4 more errors, 1 more warning".
fn left_out(all: &[&Diagnostic], shown: &[&Diagnostic]) -> Option<String> {
    let count =
        |list: &[&Diagnostic], severity| list.iter().filter(|found| found.severity == severity).count();
    let more = |severity: Severity| {
        let count = count(all, severity) - count(shown, severity);
        (count > 0).then(|| counted(count, &format!("more {severity}")))
    };
    let more: Vec<String> =
        [Severity::Error, Severity::Warning, Severity::Note].into_iter().filter_map(more).collect();
    (!more.is_empty()).then(|| format!("and {}", more.join(", ")))
}

/// Creates a progress bar for a number of levels; it is hidden unless standard error is a terminal.
pub(super) fn progress(count: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} levels, {eta} to go")
        .expect("the template is well-formed");
    ProgressBar::new(count).with_style(style)
}

/// Texts of the files that diagnostics refer to, read on first use.
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
    let name = printable(&file.display().to_string()).into_owned();
    let before = (position.line as usize).checked_sub(1)?;
    let line = lines_of(text).nth(before).filter(|line| line.len() <= LONGEST_EXCERPT)?;
    let Range { start, end } = span(line, position.column)?;
    let hint = diagnostic.hint.as_ref().map_or_else(|| "here".to_owned(), ToString::to_string);
    let span = (name.clone(), before + start..before + end);
    let config = Config::new().with_color(in_color).with_char_set(CharSet::Unicode);
    let mut report = Report::build(kind, span.clone())
        .with_config(config)
        .with_code(diagnostic.code)
        .with_message(printable_line(&diagnostic.message))
        .with_label(Label::new(span).with_message(printable_line(&hint)));
    if !diagnostic.path.is_empty() {
        report = report.with_note(printable_line(&diagnostic.path.to_string()));
    }
    let mut drawn = Vec::new();
    // Empty lines replace the previous ones, so that the line number is correct.
    let excerpt = Source::from("\n".repeat(before) + &printable_excerpt(line));
    report.finish().write((name, excerpt), &mut drawn).ok()?;
    Some(drawn)
}

/// Returns the range of the word at a column of a line, or of the single character there.
fn span(line: &str, column: u32) -> Option<Range<usize>> {
    let start = (column as usize).checked_sub(1)?;
    let is_of_word = |character: &char| character.is_alphanumeric() || *character == '_';
    let length = line.chars().skip(start).take_while(is_of_word).count().max(1);
    Some(start..start + length)
}

/// Follows the convention of <https://no-color.org>.
fn colors_are_welcome() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::PathRef;

    #[test]
    fn span_covers_the_word_at_the_position() {
        assert_eq!(span("  wegen x", 3), Some(2..7));
        assert_eq!(span("über", 1), Some(0..4));
        assert_eq!(span("", 1), Some(0..1));
        assert_eq!(span("a", 0), None);
    }

    #[test]
    fn drawing_shows_nothing_raw() {
        let diagnostic = Diagnostic::error("odd", "\u{1b}[2J \u{202e}")
            .hint("\u{9b}31m.")
            .at(PathRef::ROOT.entry("nodes", "\u{7}"));
        let text = "one\rtwo\r\t\"\u{1b}]0;owned\u{7}\u{2028}\" name\rfour";
        let position = Position { line: 3, column: 16 };
        let drawn = draw(&diagnostic, Path::new("a\u{1b}.ron"), text, position, false);
        let drawn = String::from_utf8(drawn.unwrap()).unwrap();
        assert!(
            !drawn.chars().any(|printable| printable != '\n' && crate::base::is_hidden(printable)),
            "{drawn:?}"
        );
        for part in ["a\\u{1b}.ron:3:16", "\\u{1b}[2J \\u{202e}", "]0;owned", " 3 │"] {
            assert!(drawn.contains(part), "{part} in {drawn}");
        }
        let long = "x".repeat(LONGEST_EXCERPT + 1);
        assert!(draw(&diagnostic, Path::new("a"), &long, Position { line: 1, column: 1 }, false).is_none());
    }

    #[test]
    fn drawing_shows_the_line_and_the_hint() {
        let diagnostic =
            Diagnostic::error("unknown-symbol", "there is no symbol \"Gat\"").hint("Did you mean \"Gate\"?");
        let drawn =
            draw(&diagnostic, Path::new("a.ron"), "x: \"Gat\"\n", Position { line: 1, column: 4 }, false);
        let drawn = String::from_utf8(drawn.unwrap()).unwrap();
        for part in ["there is no symbol", "x: ", "Did you mean \"Gate\"?", "a.ron:1:4"] {
            assert!(drawn.contains(part), "{part} in {drawn}");
        }
    }

    #[test]
    fn of_many_diagnostics_the_most_serious_are_reported_and_the_others_counted() {
        let warnings = (0..150).map(|number| Diagnostic::warning("w", format!("warning {number}")));
        let errors = (0..99).map(|number| Diagnostic::error("e", format!("error {number}")));
        let twice = std::iter::once(Diagnostic::error("e", "error 5"));
        let found: Vec<Diagnostic> = warnings.chain(errors).chain(twice).collect();
        let all = each_once(&found);
        let shown = most_serious(&all);
        assert_eq!((all.len(), shown.len()), (249, MOST_SHOWN));
        let messages: Vec<&str> = shown.iter().map(|found| found.message.as_str()).take(3).collect();
        assert_eq!(messages, ["warning 0", "error 0", "error 1"]);
        assert_eq!(left_out(&all, &shown).as_deref(), Some("and 149 more warnings"));
        assert_eq!(left_out(&shown, &shown), None);
    }

    #[test]
    fn short_lists_have_some_of_each_kind_and_few_lines() {
        let tiles = (0..150).map(|number| Diagnostic::warning("tile", format!("tile {number}")));
        let error = std::iter::once(Diagnostic::error("size", "too large"));
        let found: Vec<Diagnostic> = tiles.chain(error).collect();
        let all = each_once(&found);
        let counts = |all: &[&Diagnostic]| -> Vec<(usize, usize)> {
            in_short(all).iter().map(|kind| (kind.shown.len(), kind.more.len())).collect()
        };
        assert_eq!(counts(&all), [(3, 147), (1, 0)]);
        let codes = ["a", "b", "c", "d", "e", "f"];
        let many: Vec<Diagnostic> =
            (0..60).map(|at| Diagnostic::warning(codes[at % 6], format!("{at}"))).collect();
        assert_eq!(counts(&each_once(&many)), [(3, 7); 4]);
    }
}
