//! `delvewright verify`: proves the promises of an exported level.

use std::path::PathBuf;

use clap::Args;

use super::level_input::read_level_of;
use super::outcome::{CliError, CliOutcome};
use super::output::print;
use crate::base::{StageContext, printable, printable_line};
use crate::export::Format;
use crate::level::{Level, Promise, Report};
use crate::verify::verify;

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// The level, as ron or json; - reads it from standard input.
    level: PathBuf,
    /// ron or json. By default the extension decides, or the beginning of the text.
    #[arg(long, value_name = "F")]
    format: Option<Format>,
}

pub(super) fn run(arguments: &VerifyArguments) -> Result<CliOutcome, CliError> {
    let level = read_level_of(&arguments.level, arguments.format)?;
    let report = verify(&level, StageContext::default()).expect("nobody stops it");
    let false_claims = level.report.contradicts(&report, level.generator == Level::GENERATOR);
    print((text(&level, &report) + &claims(&false_claims)).as_bytes())?;
    let is_sound = report.all_held() && false_claims.is_empty();
    Ok(if is_sound { CliOutcome::Done } else { CliOutcome::WrongInput })
}

/// Returns a line about claims of the report in the file that are wrong.
fn claims(false_claims: &[Promise]) -> String {
    let names: Vec<String> = false_claims.iter().map(|promise| format!("{promise:?}")).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("the report in the file differs from the result: {}\n", names.join(", ")),
    }
}

/// Lists each promise with its result, followed by everything that breaks it.
fn text(level: &Level, report: &Report) -> String {
    let (grammar, generator) = (printable(&level.grammar), printable(&level.generator));
    let mut text = format!("level of \"{grammar}\", seed {}, by {generator}\n", level.seed);
    for (promise, result) in &report.promises {
        let moot = promise.why_moot(level);
        let state = match moot {
            _ if !result.held => "broken",
            Some(_) => Promise::NOTHING_TO_PROVE,
            None => "proved",
        };
        text += &format!("{state:16}  {promise:?} {:12}  {}\n", result.name, promise.meaning());
        if let Some(why) = moot.filter(|_| result.held) {
            text += &format!("          {why}\n");
        }
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
