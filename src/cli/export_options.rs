//! The options of commands that write levels: format, file, and what the format leaves open.

use std::path::{Path, PathBuf};

use clap::Args;

use super::ending::{Ending, Trouble};
use super::output::{file_of, print, refuse_terminal};
use crate::export::{ExportOptions, Format, PictureOptions, Target, export_with};
use crate::files::save_export;
use crate::level::Level;
use crate::picture::CellSide;

#[derive(Clone, Debug, Args)]
pub(super) struct ExportArguments {
    #[arg(long, value_name = "F", help = format_help())]
    format: Option<Format>,
    /// Where to write; - is standard output. With --count the seed goes before the extension: level.json becomes level.7.json.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Pictures: how many pixels a cell is wide, 8, 16 or 32. By default 16, for large levels 8.
    #[arg(long, value_name = "PX", value_parser = parse_cell)]
    cell: Option<CellSide>,
    /// Pictures: a flat map, every cell in the colour of its tile.
    #[arg(long)]
    flat: bool,
    /// Maps: whose importer reads them, any, godot, unity or bevy. It adds what that importer looks for.
    #[arg(long, value_name = "T", default_value = "any", value_parser = parse_target)]
    target: Target,
}

fn format_help() -> String {
    let formats = Format::listed("or");
    format!("{formats}. Without it the extension of PATH decides; without PATH it is txt")
}

fn parse_cell(text: &str) -> Result<CellSide, String> {
    let side = CellSide::ALL.into_iter().find(|side| side.pixels().to_string() == text);
    side.ok_or_else(|| format!("\"{text}\" is no size of cells; write 8, 16 or 32"))
}

fn parse_target(text: &str) -> Result<Target, String> {
    let target = Target::ALL.into_iter().find(|target| target.name() == text);
    target.ok_or_else(|| {
        format!("\"{text}\" is no importer; write {}", Target::ALL.map(Target::name).join(", "))
    })
}

impl ExportArguments {
    /// The format that is asked for. Standard output takes only what is one file, and a terminal only text.
    pub(super) fn format(&self) -> Result<Format, Trouble> {
        let usage = |message: String| Err(Trouble::new(Ending::Usage, message));
        let file = file_of(self.output.as_ref());
        let format = match (self.format, file) {
            (Some(format), _) => format,
            (None, None) => Format::Txt,
            (None, Some(path)) => match Format::from_path(path) {
                Some(format) => format,
                None => {
                    let (path, formats) = (path.display(), Format::listed("or"));
                    return usage(format!("{path}: the extension says no format; say --format {formats}"));
                }
            },
        };
        match file {
            None if !format.is_one_file() => {
                usage(format!("{format} is several files; name the first of them with -o"))
            }
            None if !format.is_text() => refuse_terminal("a picture").map(|()| format),
            _ => Ok(format),
        }
    }

    /// Writes a level to this file, or to standard output.
    pub(super) fn write(&self, level: &Level, format: Format, file: Option<&Path>) -> Result<(), Trouble> {
        let name = file.and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
        let usual = ExportOptions::default();
        let options = ExportOptions {
            name: name.unwrap_or(usual.name),
            picture: PictureOptions { cell: self.cell, is_flat: self.flat, ..usual.picture },
            target: self.target,
        };
        let exported = export_with(level, format, &options);
        match file {
            Some(path) => Ok(save_export(path, &exported)?),
            None => print(&exported.main.bytes),
        }
    }
}
