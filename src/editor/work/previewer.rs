//! Makes previews of exports in the background.

use std::sync::Arc;

use egui::{Color32, ColorImage};

use super::JobKind;
use super::exporter::ExportJob;
use super::jobs::{Job, JobControl};
use crate::base::{Cancelled, StageContext, StopToken};
use crate::export::{ExportOption, Exported, Format, PictureOptions, export_in, export_picture_in};
use crate::files::{ExportPlan, plan_export, plan_export_anywhere};
use crate::picture::CellPixels;

/// Makes previews of exports.
pub struct PreviewExport;

/// The preview of an export.
#[derive(Debug)]
pub struct ExportPreview {
    pub order: ExportJob,
    /// Files, the main one first, and the fate of those of an earlier export.
    pub plan: ExportPlan,
    /// Picture of the main file. For a format with tiles or a model, it is a small picture of the level.
    pub picture: Option<PreviewPicture>,
    /// First lines of the main file, if it is text.
    pub text: Option<String>,
}

/// A picture, which may be scaled down.
#[derive(Debug)]
pub struct PreviewPicture {
    pub image: ColorImage,
    /// Real width and height, in pixels; `None` if it only illustrates the content.
    pub size: Option<[usize; 2]>,
}

/// Maximum number of lines shown.
const MOST_LINES: usize = 200;
const MOST_COLUMNS: usize = 160;
/// Maximum side of a preview, in pixels.
const MOST_SIDE: usize = 1536;
/// Length of the longer side of an illustrating picture, in pixels. Cells are limited to between 1 pixel and
/// [`LARGEST_CELL`].
const LEVEL_SIDE: u32 = 1024;
const LARGEST_CELL: u32 = 16;

impl Job for PreviewExport {
    type Request = ExportJob;
    type Answer = ExportPreview;

    const KIND: JobKind = JobKind::ExportPreview;

    fn work() -> impl FnMut(ExportJob, &JobControl) -> Result<ExportPreview, Cancelled> + Send + 'static {
        |order, control| preview(order, &control.stop)
    }
}

fn preview(order: ExportJob, stop: &StopToken) -> Result<ExportPreview, Cancelled> {
    let exported = export_in(&order.level, order.format, &order.options, StageContext::stopped_by(stop))?;
    // The folder of a bare name was not chosen yet.
    let is_bare = order.path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    let plan = if is_bare { plan_export_anywhere } else { plan_export }(&order.path, &exported);
    let picture = if order.format == Format::Png {
        let whole = decoded(&exported.main.bytes);
        whole.map(|(image, size)| PreviewPicture { image, size: Some(size) })
    } else if shows_tiles(order.format) {
        let options = small_picture(&order);
        let bytes = export_picture_in(&order.level, &options, StageContext::stopped_by(stop))?;
        decoded(&bytes).map(|(image, _)| PreviewPicture { image, size: None })
    } else {
        None
    };
    Ok(ExportPreview { picture, text: text(order.format, &exported), plan, order })
}

/// Returns `true` if the format draws or builds a level from tiles.
fn shows_tiles(format: Format) -> bool {
    format.has(ExportOption::Tile) || format == Format::Glb
}

/// Returns options for a picture of the level alone, as large as fits the preview.
fn small_picture(order: &ExportJob) -> PictureOptions {
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

/// Decodes a PNG of ours, scaled down by dropping pixels if necessary. Returns its real size too.
fn decoded(bytes: &[u8]) -> Option<(ColorImage, [usize; 2])> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let step = width.max(height).div_ceil(MOST_SIDE).max(1);
    let size = [width.div_ceil(step), height.div_ceil(step)];
    let mut pixels = Vec::with_capacity(size[0] * size[1]);
    // Reading row by row keeps memory small for a large picture.
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
