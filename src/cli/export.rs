//! `delvewright export`: writes an exported level in another format.

use std::path::PathBuf;

use clap::Args;

use super::export_looks::read_looks;
use super::export_options::{ExportOptionArguments, PictureSources, check_known};
use super::level_input::read_level_of;
use super::outcome::{CliError, CliOutcome};
use super::output::{check_export_output, file_of, refuse_input, tidy};
use crate::export::{BevyComponents, ExportOption};

#[derive(Debug, Args)]
pub(super) struct ExportArguments {
    /// The level, as ron or json; - reads it from standard input.
    level: PathBuf,
    /// Pictures and maps: uses the looks of tiles from this grammar and its room sets, or from this room set.
    /// By default, tiles are drawn by their names.
    #[arg(long, value_name = "FILE")]
    looks: Option<PathBuf>,
    #[command(flatten)]
    export: ExportOptionArguments,
}

pub(super) fn run(arguments: &ExportArguments) -> Result<CliOutcome, CliError> {
    let format = arguments.export.format()?;
    if arguments.looks.is_some() {
        check_known("--looks", &[ExportOption::Cell, ExportOption::Tile], format)?;
    }
    let file = file_of(arguments.export.output.as_ref());
    check_export_output(file, format, std::slice::from_ref(&arguments.level))?;
    arguments.export.check_types(file.as_slice())?;
    let level = read_level_of(&arguments.level, None)?;
    let looks = arguments.looks.as_deref().map(read_looks).transpose()?.unwrap_or_default();
    let inputs: Vec<PathBuf> = std::iter::once(arguments.level.clone()).chain(looks.files).collect();
    refuse_input(file, &inputs)?;
    tidy(file);
    let sources = PictureSources {
        alphabet: looks.alphabet.as_ref(),
        looks: looks.tiles,
        seals: None,
        palette: looks.palette,
    };
    arguments.export.write(&level, format, file, &sources, &inputs)?;
    let mut components = BevyComponents::default();
    arguments.export.note_types(&level, &sources, &mut components);
    arguments.export.save_types(&components, &inputs)?;
    Ok(CliOutcome::Done)
}
