//! Shows in the background what an export would write.

use std::sync::Arc;

use egui::{Color32, ColorImage, Context};

use super::background::Background;
use super::exporter::Order;
use crate::base::{Cancelled, Progress, StopToken};
use crate::export::{ExportOption, Exported, Format, PictureOptions, export_picture_until, export_until};
use crate::files::{ExportPlan, plan_export, plan_export_anywhere};
use crate::picture::CellPixels;

/// A thread that makes previews.
pub type Previewer = Background<Order, Preview>;

/// What would be written.
#[derive(Debug)]
pub struct Preview {
    pub order: Order,
    /// The files, the main one first, and what becomes of those of an earlier export.
    pub plan: ExportPlan,
    /// The picture that the main file is; of a format with tiles or a model, a small picture of its level.
    pub picture: Option<Picture>,
    /// The first lines of the main file, if it is text.
    pub text: Option<String>,
}

/// A picture, perhaps smaller than it is.
#[derive(Debug)]
pub struct Picture {
    pub image: ColorImage,
    /// How wide and high it is, in pixels; none: it stands for what no picture shows exactly.
    pub size: Option<[usize; 2]>,
}

/// So much of a text is shown.
const MOST_LINES: usize = 200;
const MOST_COLUMNS: usize = 160;
/// No preview has more pixels on a side.
const MOST_SIDE: usize = 1536;
/// So long is the longer side of the picture of a level that is exported as something else, in pixels, unless a cell is as large as one pixel already or as [`LARGEST_CELL`].
const LEVEL_SIDE: u32 = 1024;
const LARGEST_CELL: u32 = 16;

/// Starts it; `ctx` is woken by each preview.
pub fn start_previewer(ctx: Context) -> Previewer {
    Background::start_stoppable(ctx, preview)
}

fn preview(order: Order, stop: &StopToken) -> Result<Preview, Cancelled> {
    let exported = export_until(&order.level, order.format, &order.options, stop, &Progress::default())?;
    // Of a bare name nobody has said yet where it goes.
    let is_bare = order.path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    let plan = if is_bare { plan_export_anywhere } else { plan_export }(&order.path, &exported);
    let picture = if order.format == Format::Png {
        let whole = decoded(&exported.main.bytes);
        whole.map(|(image, size)| Picture { image, size: Some(size) })
    } else if shows_tiles(order.format) {
        let options = small_picture(&order);
        let bytes = export_picture_until(&order.level, &options, stop, &Progress::default())?;
        decoded(&bytes).map(|(image, _)| Picture { image, size: None })
    } else {
        None
    };
    Ok(Preview { picture, text: text(order.format, &exported), plan, order })
}

/// Is a level in this format drawn with tiles or built of them?
fn shows_tiles(format: Format) -> bool {
    format.has(ExportOption::Tile) || format == Format::Glb
}

/// The level alone, as large as fits the preview.
fn small_picture(order: &Order) -> PictureOptions {
    let side = order.level.width.max(order.level.height).max(1);
    PictureOptions {
        cell: CellPixels::new((LEVEL_SIDE / side).clamp(CellPixels::RANGE.0, LARGEST_CELL)),
        alphabet: order.options.picture.alphabet.as_ref().map(Arc::clone),
        looks: Arc::clone(&order.options.picture.looks),
        ..PictureOptions::default()
    }
}

fn text(format: Format, exported: &Exported) -> Option<String> {
    let line = |line: &str| -> String { line.chars().take(MOST_COLUMNS).chain(['\n']).collect() };
    let text = format.is_text().then(|| String::from_utf8_lossy(&exported.main.bytes))?;
    Some(text.lines().take(MOST_LINES).map(line).collect())
}

/// A PNG of ours, each pixel of which stands for as many as make it small enough, with its real size.
fn decoded(bytes: &[u8]) -> Option<(ColorImage, [usize; 2])> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let step = width.max(height).div_ceil(MOST_SIDE).max(1);
    let size = [width.div_ceil(step), height.div_ceil(step)];
    let mut pixels = Vec::with_capacity(size[0] * size[1]);
    // A row at a time, so that a large picture does not fill the memory.
    let mut number = 0;
    while let Ok(Some(row)) = reader.next_row() {
        if number % step == 0 {
            let taken = row.data().chunks(3).step_by(step);
            pixels.extend(taken.map(|rgb| match rgb {
                [r, g, b] => Color32::from_rgb(*r, *g, *b),
                _ => Color32::BLACK,
            }));
        }
        number += 1;
    }
    (pixels.len() == size[0] * size[1]).then(|| (ColorImage::new(size, pixels), [width, height]))
}
