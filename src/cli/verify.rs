//! `delvewright verify`: the promises of an exported level.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::ending::{Ending, Trouble};
use super::output::{is_dash, name_of, print};
use crate::base::{printable, printable_line};
use crate::export::{Format, read_level};
use crate::files::{parse_grammar, read_level_file, read_level_from};
use crate::level::{Level, Promise, Report};
use crate::verify::verify;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The level, as ron or json; - reads it from standard input.
    level: PathBuf,
    /// ron or json. Without it the extension decides, or how the text begins.
    #[arg(long, value_name = "F")]
    format: Option<Format>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending, Trouble> {
    let level = read(&arguments.level, arguments.format)?;
    let report = verify(&level);
    let false_claims = level.report.contradicts(&report, level.generator == Level::GENERATOR);
    print((text(&level, &report) + &claims(&false_claims)).as_bytes())?;
    let is_sound = report.all_held() && false_claims.is_empty();
    Ok(if is_sound { Ending::Done } else { Ending::WrongInput })
}

fn read(path: &Path, format: Option<Format>) -> Result<Level, Trouble> {
    let text =
        if is_dash(path) { read_level_from(io::stdin().lock(), path)? } else { read_level_file(path)? };
    let by_extension = Format::from_path(path).filter(|format| format.is_readable());
    let format = format.or(by_extension).unwrap_or_else(|| format_by_look(&text));
    read_level(text.as_bytes(), format).map_err(|error| {
        let why = what_it_is(&text).map_or_else(|| error.to_string(), str::to_owned);
        Trouble::new(Ending::WrongInput, format!("{}: this is no level: {why}", name_of(path)))
    })
}

/// What people take for a level.
fn what_it_is(text: &str) -> Option<&'static str> {
    let is_of = |kind| parse_grammar(text, None).diagnostics.iter().any(|found| found.code == kind);
    if text.trim().is_empty() {
        Some("there is nothing in it")
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

/// What the report in the file says that is not so.
fn claims(false_claims: &[Promise]) -> String {
    let names: Vec<String> = false_claims.iter().map(|promise| format!("{promise:?}")).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("the report in the file is not what was proved: {}\n", names.join(", ")),
    }
}

/// Each promise with whether it is held, and below it what broke it.
fn text(level: &Level, report: &Report) -> String {
    let (grammar, generator) = (printable(&level.grammar), printable(&level.generator));
    let mut text = format!("level of \"{grammar}\", seed {}, by {generator}\n", level.seed);
    for (promise, result) in &report.promises {
        let state = if result.held { "held" } else { "broken" };
        text += &format!("{state:6}  {promise:?} {:12}  {}\n", result.name, promise.meaning());
        if let Some(note) = &result.note {
            text += &format!("          {}\n", printable_line(note));
        }
        for found in &result.broken_by {
            let at = found.at.map(|cell| format!("at ({}, {}): ", cell.x, cell.y)).unwrap_or_default();
            text += &format!("          {at}{}\n", printable_line(&found.message));
        }
    }
    text
}
