//! `delvewright film`: writes an animated picture of a mission that grows and becomes a level.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::diagnostics;
use super::input::{Input, LevelArguments, request};
use super::outcome::{CliError, CliOutcome};
use super::output::{check_output, file_of, refuse_input, refuse_terminal, tidy, write};
use crate::base::{Progress, StopToken};
use crate::film::{FilmError, FilmFormat, FilmReel, FilmRequest};
use crate::pipeline::{Pipeline, RunContext};

#[derive(Debug, Args)]
pub(super) struct FilmArguments {
    #[command(flatten)]
    level: LevelArguments,
    /// First frame: after this step. A number, start, or level for the finished mission.
    #[arg(long, value_name = "STEP", default_value = "start", allow_negative_numbers = true)]
    from: FilmMoment,
    /// Last frame: after this step. A number, level or end.
    #[arg(long, value_name = "STEP", default_value = "end", allow_negative_numbers = true)]
    to: FilmMoment,
    /// Steps per second, 1 to 50.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(paces()), allow_negative_numbers = true)]
    pace: u32,
    /// Approximate length of the longer side of the picture, in pixels.
    #[arg(long, value_name = "PX", default_value_t = 640, value_parser = clap::value_parser!(u32).range(sizes()), allow_negative_numbers = true)]
    size: u32,
    /// Overlays for the stages of the level; films have only seals.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    overlays: Vec<FilmOverlay>,
    /// The file to write, a .gif or an animated .png; - is standard output, as a GIF.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

fn paces() -> std::ops::RangeInclusive<i64> {
    i64::from(FilmRequest::PACES.0)..=i64::from(FilmRequest::PACES.1)
}

fn sizes() -> std::ops::RangeInclusive<i64> {
    i64::from(FilmRequest::SIZES.0)..=i64::from(FilmRequest::SIZES.1)
}

/// An overlay of films.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FilmOverlay {
    Seals,
}

/// A position in the film.
#[derive(Clone, Copy, Debug)]
enum FilmMoment {
    Step(usize),
    Start,
    Level,
    End,
}

impl FromStr for FilmMoment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "start" => Ok(Self::Start),
            "level" => Ok(Self::Level),
            "end" => Ok(Self::End),
            number => number
                .parse()
                .map(Self::Step)
                .map_err(|_| format!("\"{number}\" is not a step; write a number, start, level or end")),
        }
    }
}

impl FilmMoment {
    fn step(self, reel: &FilmReel) -> usize {
        match self {
            Self::Step(step) => step,
            Self::Start => 0,
            Self::Level => reel.mission_length(),
            Self::End => reel.length(),
        }
    }
}

pub(super) fn run(arguments: &FilmArguments) -> Result<CliOutcome, CliError> {
    let level = &arguments.level;
    let file = file_of(arguments.output.as_ref());
    let format = format(file)?;
    if file.is_none() {
        refuse_terminal("a film")?;
    }
    let mut input = request(&level.grammar, &level.rooms, level.seed, &level.variables)?;
    level.complete(&mut input)?;
    let Input { request, looks, files } = input;
    refuse_input(file, &files)?;
    check_output(file)?;
    let context = RunContext { ceilings: level.ceiling.ceilings(), ..RunContext::default() };
    let run = Pipeline::default().run_in(&request, context).expect("nobody stops it");
    diagnostics::tell_serious(&run.diagnostics);
    let reel = FilmReel::of(&run, looks, &StopToken::never()).map_err(failed)?;
    let (first, last) = (arguments.from.step(&reel), arguments.to.step(&reel));
    let length = reel.length();
    if first > last || last > length {
        let (mission, all) = (reel.mission_length(), length);
        let message = format!(
            "--from {first} --to {last} is not a range of steps; there are steps 0 to {all}, and the mission ends at {mission}"
        );
        return Err(CliError::new(CliOutcome::Usage, message));
    }
    let FilmArguments { pace, size, .. } = *arguments;
    let with_seals = arguments.overlays.contains(&FilmOverlay::Seals);
    let order = FilmRequest { stretch: (first, last), pace, size, format, with_seals };
    let bytes = reel.write(&order, &StopToken::never(), &Progress::default()).map_err(failed)?;
    tidy(file);
    write(file, &bytes)?;
    match super::input::failure_of(&run) {
        // The steps before a failure are still worth a film.
        Some(failure) => {
            diagnostics::say(&format!("the film ends before the level: {}", failure.message));
            Ok(super::input::ending_of(&failure))
        }
        None => Ok(CliOutcome::Done),
    }
}

fn failed(error: FilmError) -> CliError {
    CliError::new(CliOutcome::Failed, error.to_string())
}

/// Returns the format for the extension of a file; a GIF if there is none.
fn format(file: Option<&Path>) -> Result<FilmFormat, CliError> {
    let Some(path) = file else { return Ok(FilmFormat::Gif) };
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format =
        FilmFormat::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension()));
    format.ok_or_else(|| {
        let message = format!("{}: a film is a .gif or a .png file", path.display());
        CliError::new(CliOutcome::Usage, message)
    })
}
