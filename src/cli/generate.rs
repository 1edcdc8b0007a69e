//! `delvewright generate`: levels from a grammar.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::complaints;
use super::ending::{Ending, Trouble};
use super::export_options::ExportArguments;
use super::input::{CeilingOption, Input, ending_of, failure_of, lenient_request, request};
use super::output::{file_of, numbered, refuse_input, tidy};
use crate::base::Seed;
use crate::export::Format;
use crate::picture::TileLooks;
use crate::pipeline::{Failure, Leniency, Pipeline, Request};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The grammar; - reads it from standard input.
    grammar: PathBuf,
    /// A room set besides those that the grammar names; may be given several times.
    #[arg(long, value_name = "FILE")]
    rooms: Vec<PathBuf>,
    /// The seed: the same seed gives the same level.
    #[arg(long, value_name = "N", default_value_t = Seed(1), allow_negative_numbers = true)]
    seed: Seed,
    /// How many levels, with this seed and those that follow it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count, allow_negative_numbers = true)]
    count: u64,
    #[command(flatten)]
    export: ExportArguments,
    /// Makes a level although rooms are missing or have mistakes: plain halls stand in for them, with a warning.
    #[arg(long)]
    lenient: bool,
    #[command(flatten)]
    ceiling: CeilingOption,
}

fn parse_count(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| format!("\"{text}\" is not a number of levels; write 1 or more"))
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending, Trouble> {
    let format = arguments.export.format()?;
    let Input { request: first, looks, files } = if arguments.lenient {
        lenient_request(&arguments.grammar, &arguments.rooms, arguments.seed)
    } else {
        request(&arguments.grammar, &arguments.rooms, arguments.seed)
    }?;
    let last = first.seed.0.checked_add(arguments.count - 1);
    let last =
        last.ok_or_else(|| Trouble::new(Ending::Usage, "there are not so many seeds after this one"))?;
    tidy(file_of(arguments.export.output.as_ref()));
    let leniency = if arguments.lenient { Leniency::Lenient } else { Leniency::Strict };
    let mut pipeline = Pipeline::with_ceilings(arguments.ceiling.ceilings()).with_leniency(leniency);
    let mut ending = Ending::Done;
    let bar = (arguments.count > 1).then(|| complaints::progress(arguments.count));
    for seed in first.seed.0..=last {
        let request = Request { seed: Seed(seed), ..first.clone() };
        refuse_input(file_for(arguments, request.seed).as_deref(), &files)?;
        ending = one(arguments, format, &mut pipeline, (&request, &looks))?.unwrap_or(ending);
        bar.iter().for_each(|bar| bar.inc(1));
    }
    bar.iter().for_each(|bar| bar.finish_and_clear());
    Ok(ending)
}

/// Makes a level and writes it; if there is none, says why and gives the ending that this means.
fn one(
    arguments: &Arguments,
    format: Format,
    pipeline: &mut Pipeline,
    (request, looks): (&Request, &Arc<TileLooks>),
) -> Result<Option<Ending>, Trouble> {
    let run = pipeline.run(request);
    if let Some(failure) = failure_of(&run) {
        complaints::print(&run.diagnostics);
        let Failure { stage, code, message } = &failure;
        complaints::say(&format!("error[{code}]: seed {} gives no level ({stage}): {message}", request.seed));
        return Ok(Some(ending_of(&failure)));
    }
    complaints::tell_serious(&run.diagnostics);
    for pass in run.level.iter().flat_map(|level| &level.populate).filter(|pass| pass.taken_back > 0) {
        let (seed, placed, taken_back) = (request.seed, pass.placed(), pass.taken_back);
        complaints::say(&format!(
            "seed {seed}: the pass \"{}\" placed {placed} and took back {taken_back}, which would have broken a promise",
            pass.name
        ));
    }
    if let Some(level) = &run.level {
        let file = file_for(arguments, request.seed);
        arguments.export.write(level, format, file.as_deref(), Some((&request.grammar.alphabet, looks)))?;
    }
    Ok(None)
}

/// The file for the level of a seed; none: standard output.
fn file_for(arguments: &Arguments, seed: Seed) -> Option<PathBuf> {
    let file = file_of(arguments.export.output.as_ref());
    file.map(|path| match arguments.count {
        1 => path.to_owned(),
        _ => numbered(path, seed.0),
    })
}
