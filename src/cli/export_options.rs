//! The options shared by commands that write levels: format, file, and settings of the format.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::diagnostics;
use super::outcome::{CliError, CliOutcome};
use super::output::{
    check_output, file_of, print, refuse_input, refuse_repeated, refuse_terminal, write_export,
};
use crate::base::{Cell, listed};
use crate::export::{
    BevyComponents, CaveOutline, ExportOption, ExportOptions, Format, LegendSpot, MapImporter, MapPalette,
    PictureOptions, TextOptions, TypePath, check_export_size, export_levels, export_with, name_of_files,
    picture_remark,
};
use crate::files::{read_text_file, save_text};
use crate::level::Level;
use crate::mission::Alphabet;
use crate::overlay::{Overlay, OverlaySet, ParseOverlayError};
use crate::picture::{CellPixels, CellSide, TileLooks};

#[derive(Clone, Debug, Args)]
pub(super) struct ExportOptionArguments {
    #[arg(long, value_name = "F", help = format_help())]
    format: Option<Format>,
    /// The file to write; - is standard output. For several levels (--count), each has its seed before the
    /// extension: level.7.json.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Pictures: width of a cell in pixels, 1 to 64. By default 16, for large levels 8. Maps: 8, 16 or 32.
    #[arg(long, value_name = "PX", value_parser = parse_cell, allow_negative_numbers = true)]
    cell: Option<CellPixels>,
    /// Pictures: a flat map with every cell in the colour of its tile.
    #[arg(long)]
    flat: bool,
    /// Pictures: leaves out entities and other items.
    #[arg(long)]
    bare: bool,
    /// Text: draws layers or entities into the picture, separated by commas. By default it
    /// shows only tiles.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    show: Vec<ShownInText>,
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_overlays, help = overlays_help())]
    overlays: Vec<OverlaySet>,
    /// Pictures: position of the legend: below, beside or none. By default below, if there are overlays.
    #[arg(long, value_name = "WHERE", value_parser = parse_legend)]
    legend: Option<LegendSpot>,
    /// Maps and models: prepares them for this importer: any, godot, unity, bevy, phaser, excalibur, melonjs or arcade.
    #[arg(long, value_name = "T", value_parser = parse_target)]
    target: Option<MapImporter>,
    /// Maps of Tiled: writes the tile sets into the map. Maps for phaser and melonjs always have them.
    #[arg(long)]
    embed: bool,
    /// Maps for Bevy: the module of the game that declares the components of objects, for example
    /// my_game::level; a Room becomes a my_game::level::Room.
    #[arg(long, value_name = "MODULE")]
    types: Option<TypePath>,
    /// Maps for Bevy: also writes a Rust file that declares and registers these components. With --count, it
    /// has the components of all levels.
    #[arg(long, value_name = "FILE", requires = "types")]
    write_types: Option<PathBuf>,
    /// Models: walls of caves follow the sides of cells. By default, they are slanted at corners.
    #[arg(long)]
    blocks: bool,
    /// Models: adds ceilings, for games seen from inside; tops and outer sides of walls are left out.
    #[arg(long)]
    ceilings: bool,
}

/// Something that a text can show besides tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShownInText {
    Layers,
    Entities,
    All,
}

/// Everything in a picture that is not in the record of its level.
#[derive(Clone, Debug, Default)]
pub(super) struct PictureSources<'a> {
    /// Colours of symbols, if they are known.
    pub alphabet: Option<&'a Alphabet>,
    pub looks: Arc<TileLooks>,
    /// Seals, if they are known.
    pub seals: Option<Arc<[Cell]>>,
    /// Everything that maps of the project can show, if it is known.
    pub palette: Option<Arc<MapPalette>>,
}

/// Refuses an option that has no effect on the format, because the format supports none of `choices`.
pub(super) fn check_known(name: &str, choices: &[ExportOption], format: Format) -> Result<(), CliError> {
    let knows = |format: &Format| choices.iter().any(|choice| format.has(*choice));
    if knows(&format) {
        return Ok(());
    }
    let formats: Vec<_> = Format::ALL.into_iter().filter(knows).map(Format::name).collect();
    let message = format!("{format} does not use {name}; it is for {}", listed(&formats, "and"));
    Err(CliError::new(CliOutcome::Usage, message))
}

fn format_help() -> String {
    let formats = Format::listed("or");
    format!("{formats}. By default, the extension of PATH decides; without PATH it is txt")
}

fn parse_cell(text: &str) -> Result<CellPixels, String> {
    let pixels = text.parse().ok().and_then(CellPixels::new);
    let (least, most) = CellPixels::RANGE;
    pixels.ok_or_else(|| format!("\"{text}\" is not a cell size; write a number from {least} to {most}"))
}

fn overlays_help() -> String {
    let words = Overlay::ALL.map(Overlay::word).join(", ");
    format!("Overlays for pictures, separated by commas: {words}, or all")
}

fn parse_overlays(text: &str) -> Result<OverlaySet, String> {
    if text == "all" {
        return Ok(Overlay::ALL.into_iter().collect());
    }
    let overlay: Overlay = text.parse().map_err(|error: ParseOverlayError| error.to_string())?;
    Ok([overlay].into_iter().collect())
}

fn parse_legend(text: &str) -> Result<LegendSpot, String> {
    let spot = LegendSpot::ALL.into_iter().find(|spot| spot.word() == text);
    let words = LegendSpot::ALL.map(LegendSpot::word).join(", ");
    spot.ok_or_else(|| format!("\"{text}\" is not a position for a legend; choose one of {words}"))
}

fn parse_target(text: &str) -> Result<MapImporter, String> {
    let target = MapImporter::ALL.into_iter().find(|target| target.name() == text);
    target.ok_or_else(|| {
        format!(
            "\"{text}\" is not an importer; choose one of {}",
            MapImporter::ALL.map(MapImporter::name).join(", ")
        )
    })
}

fn check_size(level: &Level, format: Format, options: &ExportOptions) -> Result<(), CliError> {
    check_export_size(level, format, options)
        .map_err(|error| CliError::new(CliOutcome::Failed, format!("seed {}: {error}", level.seed)))
}

impl ExportOptionArguments {
    /// Returns the names of the options given, each with the export options it may set.
    fn given(&self) -> impl Iterator<Item = (&'static str, &'static [ExportOption])> {
        let all: [(&'static [ExportOption], bool); 11] = [
            (&[ExportOption::Show], !self.show.is_empty()),
            (&[ExportOption::Cell, ExportOption::Tile], self.cell.is_some()),
            (&[ExportOption::Flat], self.flat),
            (&[ExportOption::Bare], self.bare),
            (&[ExportOption::Overlays], !self.overlays.is_empty()),
            (&[ExportOption::Legend], self.legend.is_some()),
            (&[ExportOption::Target], self.target.is_some()),
            (&[ExportOption::Embed], self.embed),
            (&[ExportOption::Types], self.types.is_some()),
            (&[ExportOption::Outline], self.blocks),
            (&[ExportOption::Ceilings], self.ceilings),
        ];
        let given = all.into_iter().filter(|(_, is_given)| *is_given);
        given.filter_map(|(choices, _)| Some((choices.first()?.argument(), choices)))
    }

    /// Refuses options that have no effect on the format.
    fn check_options(&self, format: Format) -> Result<(), CliError> {
        let usage = |message: String| Err(CliError::new(CliOutcome::Usage, message));
        self.given().try_for_each(|(name, choices)| check_known(name, choices, format))?;
        let sides = CellSide::ALL.map(|side| side.pixels().to_string());
        match self.cell.map(|cell| cell.get().to_string()) {
            Some(cell) if format.has(ExportOption::Tile) && !sides.contains(&cell) => {
                return usage(format!(
                    "tiles of {format} are {} pixels wide, not {cell}",
                    listed(&sides, "or")
                ));
            }
            _ => {}
        }
        if self.types.is_some() && self.target != Some(MapImporter::Bevy) {
            return usage("--types names components for Bevy; add --target bevy".to_owned());
        }
        Ok(())
    }

    /// Returns the format to write, if it supports all options. Standard output takes only single files, and
    /// a terminal only text.
    pub(super) fn format(&self) -> Result<Format, CliError> {
        let usage = |message: String| Err(CliError::new(CliOutcome::Usage, message));
        let file = file_of(self.output.as_ref());
        let format = match (self.format, file) {
            (Some(format), _) => format,
            (None, None) => Format::Txt,
            (None, Some(path)) => match Format::from_path(path) {
                Some(format) => format,
                None => {
                    let (path, formats) = (path.display(), Format::listed("or"));
                    return usage(format!(
                        "{path}: the extension names no format; choose one with --format {formats}"
                    ));
                }
            },
        };
        self.check_options(format)?;
        match file {
            None if !format.is_one_file() => {
                usage(format!("{format} has several files; name the first of them with -o"))
            }
            None if !format.is_text() => refuse_terminal(format.name()).map(|()| format),
            _ => Ok(format),
        }
    }

    /// Writes a level to a file or to standard output, but never over an input.
    pub(super) fn write(
        &self,
        level: &Level,
        format: Format,
        file: Option<&Path>,
        sources: &PictureSources<'_>,
        inputs: &[PathBuf],
    ) -> Result<(), CliError> {
        let options = self.options(file, sources);
        check_size(level, format, &options)?;
        let remark = (format == Format::Png).then(|| picture_remark(level, &options.picture)).flatten();
        if let Some(remark) = remark {
            diagnostics::say(&format!("seed {}: {remark}", level.seed));
        }
        let exported = export_with(level, format, &options);
        match file {
            Some(path) => write_export(path, &exported, inputs),
            None => print(&exported.main.bytes),
        }
    }

    /// Writes several levels into one world or project, but never over an input.
    pub(super) fn write_together(
        &self,
        levels: &[&Level],
        format: Format,
        file: &Path,
        sources: &PictureSources<'_>,
        inputs: &[PathBuf],
    ) -> Result<(), CliError> {
        let options = self.options(Some(file), sources);
        levels.iter().try_for_each(|level| check_size(level, format, &options))?;
        match export_levels(levels, format, &options) {
            Some(exported) => write_export(file, &exported, inputs),
            None => Ok(()),
        }
    }

    fn options(&self, file: Option<&Path>, sources: &PictureSources<'_>) -> ExportOptions {
        let usual = ExportOptions::default();
        ExportOptions {
            name: file.and_then(name_of_files).unwrap_or(usual.name),
            text: self.text(),
            picture: self.picture(sources),
            target: self.target.unwrap_or_default(),
            is_whole: self.embed,
            palette: sources.palette.clone(),
            types: self.types.clone(),
            outline: if self.blocks { CaveOutline::Blocks } else { CaveOutline::Smooth },
            has_ceilings: self.ceilings,
        }
    }

    /// Adds the components of the map of a level, if they are to be declared.
    pub(super) fn note_types(
        &self,
        level: &Level,
        sources: &PictureSources<'_>,
        components: &mut BevyComponents,
    ) {
        if self.write_types.is_some() {
            components.merge(BevyComponents::of(level, &self.options(None, sources)));
        }
    }

    /// Refuses a name for the declaration of components under which something else is or will be, before the work.
    pub(super) fn check_types(&self, others: &[&Path]) -> Result<(), CliError> {
        let Some(path) = &self.write_types else { return Ok(()) };
        let refused = |outcome, why: &str| Err(CliError::new(outcome, format!("{}: {why}", path.display())));
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("rs")) {
            return refused(CliOutcome::Usage, "--write-types writes a .rs file");
        }
        check_output(Some(path))?;
        refuse_repeated(path, others)?;
        match read_text_file(path) {
            Ok(text) if !text.starts_with(BevyComponents::FIRST_LINE) => refused(
                CliOutcome::WrongInput,
                "already exists and was not written by an export; move it away",
            ),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Writes the declaration of components, if it is wanted, but never over an input.
    pub(super) fn save_types(&self, components: &BevyComponents, inputs: &[PathBuf]) -> Result<(), CliError> {
        let Some(path) = &self.write_types else { return Ok(()) };
        refuse_input(Some(path), inputs)?;
        Ok(save_text(path, &components.print())?)
    }

    fn text(&self) -> TextOptions {
        let shows = |what| self.show.contains(&what) || self.show.contains(&ShownInText::All);
        TextOptions { with_layers: shows(ShownInText::Layers), with_entities: shows(ShownInText::Entities) }
    }

    fn picture(&self, sources: &PictureSources<'_>) -> PictureOptions {
        let overlays: OverlaySet = self.overlays.iter().flat_map(|set| set.all()).collect();
        let usual = if overlays.is_empty() { LegendSpot::Nowhere } else { LegendSpot::Below };
        PictureOptions {
            cell: self.cell,
            is_flat: self.flat,
            has_items: !self.bare,
            overlays,
            legend: self.legend.unwrap_or(usual),
            alphabet: sources.alphabet.map(|alphabet| Arc::new(alphabet.clone())),
            looks: Arc::clone(&sources.looks),
            seals: sources.seals.clone(),
        }
    }
}
