//! `delvewright looks`: lists the looks that tiles and entities can have, or draws them all.

use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use super::outcome::{CliError, CliOutcome};
use super::output::{file_of, tidy, write};
use crate::base::printable_line;
use crate::export::{ContactContent, ContactLayout, ContactPicture, ContactSheet};
use crate::picture::{CatalogueLook, CellSide, Image};

/// Pictures in a row of the sheet.
const COLUMNS: NonZeroU32 = NonZeroU32::new(12).expect("12 is not 0");

/// Times that a pixel is enlarged in the sheet.
const TIMES: u32 = 5;

#[derive(Debug, Args)]
#[command(after_help = "A look is chosen by the name of a tile or entity, or by its field look.")]
pub(super) struct LooksArguments {
    /// Lists only looks whose name, group or other words contain this text.
    #[arg(value_name = "TEXT", default_value = "")]
    text: String,
    /// The file to write: a PNG with a picture of each look if its name ends with .png; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &LooksArguments) -> Result<CliOutcome, CliError> {
    let file = file_of(arguments.output.as_ref());
    let looks = CatalogueLook::search(&arguments.text);
    if looks.is_empty() {
        let message =
            format!("no look has \"{}\" in its name, group or words", printable_line(&arguments.text));
        return Err(CliError::new(CliOutcome::WrongInput, message));
    }
    let ending = file.and_then(|file| file.extension());
    let is_picture = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if !is_picture && ending.is_some_and(|ending| !ending.eq_ignore_ascii_case("txt")) {
        let message = "a catalogue is a .png or a .txt file".to_owned();
        return Err(CliError::new(CliOutcome::Usage, message));
    }
    tidy(file);
    if is_picture {
        write(file, &sheet(&looks)?)?;
    } else {
        write(file, list(&looks).as_bytes())?;
    }
    Ok(CliOutcome::Done)
}

/// Returns one line per look with its other words, under the title of its group.
fn list(looks: &[CatalogueLook]) -> String {
    let mut text = String::new();
    let mut group = "";
    for look in looks {
        if look.group() != group {
            group = look.group();
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{group}");
        }
        let words = look.words().join(", ");
        let colon = if words.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "  {}{colon}{words}", look.name());
    }
    text
}

fn sheet(looks: &[CatalogueLook]) -> Result<Vec<u8>, CliError> {
    let px = CellSide::Medium.pixels() * TIMES;
    let layout = ContactLayout::new(looks.len() as u64, COLUMNS, NonZeroU32::new(px).unwrap_or(COLUMNS));
    let layout = layout.map_err(|error| CliError::new(CliOutcome::Usage, error.to_string()))?;
    let mut sheet = ContactSheet::new(layout);
    let mut bytes = Vec::new();
    for look in looks {
        let content = ContactContent::Level(enlarged(&look.draw(CellSide::Medium, None, None), TIMES));
        bytes.extend(sheet.add(ContactPicture { label: look.name().to_owned(), content }));
    }
    bytes.extend(sheet.finish());
    Ok(bytes)
}

/// Enlarges each pixel to a square.
fn enlarged(image: &Image, times: u32) -> Image {
    let width = image.size.width as usize;
    let size = crate::base::Size::new(image.size.width * times, image.size.height * times);
    let mut pixels = Vec::with_capacity(size.area());
    for row in image.pixels.chunks(width.max(1)) {
        let wide: Vec<_> = row.iter().flat_map(|color| std::iter::repeat_n(*color, times as usize)).collect();
        (0..times).for_each(|_| pixels.extend_from_slice(&wide));
    }
    Image { size, pixels }
}
