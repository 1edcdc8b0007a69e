//! Reads exported levels as input.

use std::io;
use std::path::Path;

use super::outcome::{CliError, CliOutcome};
use super::output::{is_dash, name_of};
use crate::export::{Format, read_level};
use crate::files::{is_level, parse_grammar, read_level_file, read_level_from};
use crate::level::Level;

/// Reads an exported level. Its format is given by the option, the extension, or the beginning of the text.
pub(super) fn read_level_of(path: &Path, format: Option<Format>) -> Result<Level, CliError> {
    let text =
        if is_dash(path) { read_level_from(io::stdin().lock(), path)? } else { read_level_file(path)? };
    let by_extension = Format::from_path(path).filter(|format| format.is_readable());
    let format = format.or(by_extension).unwrap_or_else(|| format_by_look(&text));
    read_level(text.as_bytes(), format).map_err(|error| {
        let why = what_it_is(&text).map_or_else(|| error.to_string(), str::to_owned);
        CliError::new(CliOutcome::WrongInput, format!("{}: this is not a level: {why}", name_of(path)))
    })
}

/// Returns `true` if a file is a grammar rather than a level. Standard input is a level.
pub(super) fn is_grammar_file(path: &Path) -> Result<bool, CliError> {
    if is_dash(path) || Format::from_path(path) == Some(Format::Json) {
        return Ok(false);
    }
    let text = read_level_file(path)?;
    Ok(!is_level(&text) && without_comments(&text).starts_with("Grammar"))
}

/// Returns a text without the comments and blank lines before its content.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.split_once('\n').map_or("", |(_, after)| after).trim_start();
    }
    while let Some(comment) = rest.strip_prefix("/*") {
        rest = comment.split_once("*/").map_or("", |(_, after)| after).trim_start();
    }
    rest
}

/// Recognizes files that are often mistaken for levels.
fn what_it_is(text: &str) -> Option<&'static str> {
    let is_of = |kind| parse_grammar(text, None).diagnostics.iter().any(|found| found.code == kind);
    if text.trim().is_empty() {
        Some("it is empty")
    } else if is_level(text) {
        // The actual mistake tells more.
        None
    } else if is_of("wrong-kind-of-file") {
        Some("it is a room set; see `delvewright check`")
    } else if text.trim_start().starts_with("Grammar") {
        Some("it is a grammar; make a level of it with `delvewright generate`")
    } else {
        None
    }
}

fn format_by_look(text: &str) -> Format {
    let first = text.trim_start_matches('\u{feff}').trim_start().chars().next();
    if first == Some('{') { Format::Json } else { Format::Ron }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_a_grammar_are_skipped() {
        assert_eq!(without_comments(" // A\n// B\n /* C */ Grammar("), "Grammar(");
        assert_eq!(without_comments("// A"), "");
    }

    #[test]
    fn what_is_no_level_is_named_and_of_a_broken_level_the_mistake() {
        assert_eq!(what_it_is(" \n"), Some("it is empty"));
        assert!(what_it_is("RoomSet(format: 1, name: \"A\")").is_some_and(|why| why.contains("room set")));
        assert!(what_it_is("Grammar(format: 1)").is_some_and(|why| why.contains("grammar")));
        for broken in
            [r#"{"format": 2, "generator": "Delvewright", "sede": 1}"#, "(format: 2, generator: \"D\", x"]
        {
            assert_eq!(what_it_is(broken), None);
        }
    }
}
