//! Writes a contact sheet: the thumbnails of several seeds with their numbers, as one picture.
//!
//! Seeds that fail have a frame with the reason. The picture is limited to a size that other programs open.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Color32, ColorImage};

use super::JobKind;
use super::disk::write_png;
use super::jobs::{Job, JobControl};
use super::seed_requests::SeedRuns;
use super::thumbnails::image_of;
use crate::base::{Cancelled, Color, Seed};
use crate::document::Content;
use crate::editor::widgets::style::{color_of, paint_of};
use crate::overlay::{Raster, text_width};
use crate::picture::TileLooks;
use crate::pipeline::ProjectFindings;

/// Writes contact sheets.
pub struct WriteContactSheet;

/// A contact sheet to write.
pub struct ContactSheetJob {
    /// Project with its mistakes.
    pub content: Content,
    pub findings: Arc<ProjectFindings>,
    pub looks: Arc<TileLooks>,
    /// Seeds in their order.
    pub seeds: Vec<Seed>,
    /// Side of a thumbnail, in pixels.
    pub side: u32,
    /// Target file.
    pub path: PathBuf,
}

/// The file of a contact sheet, and an error message if it could not be written.
pub type WrittenSheet = (PathBuf, Result<(), String>);

/// Space between thumbnails, and height of the line below them, in pixels.
const GAP: u32 = 10;
const LINE: u32 = 20;
/// Size of the numbers, in pixels.
const LETTERS: f32 = 14.0;
/// Longest side of the picture, in pixels.
const MOST_SIDE: u32 = 16_384;

/// Colours of the paper, of the frame of a failed seed, and of the letters.
const PAPER: Color32 = Color32::from_rgb(0x1a, 0x1d, 0x23);
const FRAME: Color32 = Color32::from_rgb(0x2c, 0x31, 0x3a);
const INK: Color = Color::rgb(0xf0, 0xf2, 0xf6);

impl Job for WriteContactSheet {
    type Request = ContactSheetJob;
    type Answer = WrittenSheet;

    const KIND: JobKind = JobKind::Export;
    const ONLY_LATEST: bool = false;
    const REPORTS_PROGRESS: bool = true;

    fn work() -> impl FnMut(ContactSheetJob, &JobControl) -> Result<WrittenSheet, Cancelled> + Send + 'static
    {
        |job, control| {
            let written = match contact_sheet(&job, control)? {
                Some(image) => write_png(&image, &job.path),
                None => Err("The contact sheet is too large. Select fewer seeds".to_owned()),
            };
            Ok((job.path, written))
        }
    }

    fn words(_job: &ContactSheetJob) -> Option<String> {
        Some("Drawing the contact sheet".to_owned())
    }
}

/// Draws the sheet; `None` if it would be too large.
fn contact_sheet(job: &ContactSheetJob, control: &JobControl) -> Result<Option<ColorImage>, Cancelled> {
    let (longest, count) = (NonZeroU32::new(job.side).unwrap_or(NonZeroU32::MIN), job.seeds.len() as u32);
    let columns = columns_of(count);
    let pitch = (job.side + GAP, job.side + LINE + GAP);
    let size = [columns * pitch.0 + GAP, count.div_ceil(columns) * pitch.1 + GAP];
    if size.iter().any(|side| *side > MOST_SIDE) {
        return Ok(None);
    }
    let mut sheet = ColorImage::filled(size.map(|side| side as usize), PAPER);
    let mut runs = SeedRuns::of(job.content.clone(), Arc::clone(&job.findings));
    let mut labels = Vec::new();
    for (place, seed) in (0..).zip(&job.seeds) {
        let corner = (GAP + place % columns * pitch.0, GAP + place / columns * pitch.1);
        let run = runs.run(*seed, &control.stop)?;
        let square = job.side as usize;
        match &run.level {
            Some(level) => lay(&mut sheet, &image_of(level, &job.looks, longest), corner, square),
            None => {
                lay(&mut sheet, &ColorImage::filled([square; 2], FRAME), corner, square);
                let code = run.failure.as_ref().map_or("no level", |failure| failure.code);
                labels.push((code.to_owned(), (corner.0, corner.1 + job.side / 2)));
            }
        }
        labels.push((seed.to_string(), (corner.0, corner.1 + job.side + 2)));
        control.progress.set(u64::from(place) + 1, u64::from(count));
    }
    write_labels(&mut sheet, &labels, job.side);
    Ok(Some(sheet))
}

/// Returns a number of columns that makes the sheet about half as high again as wide at most.
fn columns_of(count: u32) -> u32 {
    (1..).find(|columns| columns * columns >= count).unwrap_or(1).max(1)
}

/// Copies a thumbnail into the middle of its square.
fn lay(sheet: &mut ColorImage, image: &ColorImage, (left, top): (u32, u32), square: usize) {
    let [width, height] = image.size;
    let (left, top) =
        (left as usize + (square - width.min(square)) / 2, top as usize + (square - height.min(square)) / 2);
    for (row, pixels) in image.pixels.chunks(width.max(1)).enumerate() {
        let start = (top + row) * sheet.size[0] + left;
        if let Some(target) = sheet.pixels.get_mut(start..start + pixels.len()) {
            target.copy_from_slice(pixels);
        }
    }
}

/// Writes each label below its thumbnail, in the middle.
fn write_labels(sheet: &mut ColorImage, labels: &[(String, (u32, u32))], side: u32) {
    let mut pixels: Vec<Color> = sheet.pixels.iter().map(|pixel| color_of(*pixel)).collect();
    let mut raster = Raster::new(&mut pixels, sheet.size[0] as u32, 0, 1.0);
    for (text, (left, top)) in labels {
        let space = (side as f32 - text_width(text, LETTERS)).max(0.0) / 2.0;
        raster.write(text, LETTERS, ((*left as f32 + space).round(), *top as f32), INK);
    }
    sheet.pixels = pixels.into_iter().map(paint_of).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_about_square() {
        assert_eq!([0, 1, 2, 4, 5, 100].map(columns_of), [1, 1, 2, 2, 3, 10]);
    }

    #[test]
    fn thumbnails_lie_in_the_middle_of_their_squares() {
        let mut sheet = ColorImage::filled([6, 5], Color32::BLACK);
        lay(&mut sheet, &ColorImage::filled([4, 2], Color32::WHITE), (1, 1), 4);
        let rows: Vec<String> = sheet
            .pixels
            .chunks(6)
            .map(|row| row.iter().map(|pixel| if *pixel == Color32::WHITE { '#' } else { '.' }).collect())
            .collect();
        assert_eq!(rows, ["......", "......", ".####.", ".####.", "......"]);
    }
}
