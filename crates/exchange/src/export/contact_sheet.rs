//! Contact sheets: small pictures of many levels in rows, each with a label, as one PNG.
//!
//! In: the size of the sheet, then pictures in order. Out: bytes of the file, as they become ready.
//! Memory holds one row of pictures; the file never has more than [`MOST_CONTACT_PIXELS`].

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::rc::Rc;

use png::{BitDepth, ColorType, Encoder, EncodingError, StreamWriter};

use crate::base::{Color, Size};
use crate::lettering::{text_height, text_width};
use crate::overlay::{BackdropColors, Raster};
use crate::picture::{Image, rgb};

/// Maximum number of pixels of a contact sheet.
pub const MOST_CONTACT_PIXELS: u64 = 1 << 26;

/// Width and height below which pictures show nothing, in pixels.
const LEAST_PICTURE_PX: u32 = 16;

/// Space around each picture, in pixels.
const GAP: u32 = 6;

/// Font size of labels, in pixels, unless they would be too wide.
const LABEL_SIZE: f32 = 13.0;

/// Minimum font size of labels.
const LEAST_LABEL_SIZE: f32 = 7.0;

/// Colour of the label of a level that was not made.
const FAILED: Color = Color::rgb(0xe8, 0x6a, 0x5c);

/// The size of a contact sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactLayout {
    columns: u32,
    rows: u32,
    picture_px: u32,
}

/// Error for a contact sheet with too many pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLargeSheet {
    /// Maximum number of pictures of this size.
    pub most_pictures: u64,
    /// Their width and height, in pixels.
    pub picture_px: u32,
    /// Width and height with which all pictures would fit, if there is one.
    pub fitting_px: Option<u32>,
}

impl fmt::Display for TooLargeSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { most_pictures, picture_px, fitting_px } = self;
        write!(f, "a contact sheet has at most {most_pictures} pictures of {picture_px} pixels; ")?;
        match fitting_px {
            Some(fitting) => write!(f, "take fewer seeds, or pictures of at most {fitting} pixels"),
            None => f.write_str("take fewer seeds"),
        }
    }
}

impl std::error::Error for TooLargeSheet {}

/// A picture of a contact sheet, with the label under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactPicture {
    /// The label, for example the seed.
    pub label: String,
    /// The content.
    pub content: ContactContent,
}

/// The content of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContactContent {
    /// The thumbnail of a level.
    Level(Image),
    /// The code of the failure of a seed.
    Failed(String),
    /// Nothing, because the level was not made.
    Missing,
}

/// A contact sheet in the making.
pub struct ContactSheet {
    layout: ContactLayout,
    /// The pictures of the row in progress.
    row: Vec<ContactPicture>,
    rows_done: u32,
    encoder: StreamWriter<'static, SharedBytes>,
    bytes: SharedBytes,
}

/// Encoded bytes that nobody has taken yet.
#[derive(Clone, Debug, Default)]
struct SharedBytes(Rc<RefCell<Vec<u8>>>);

impl ContactLayout {
    /// Plans a sheet for a number of pictures.
    ///
    /// # Errors
    /// If it would have too many pixels.
    pub fn new(pictures: u64, columns: NonZeroU32, picture_px: NonZeroU32) -> Result<Self, TooLargeSheet> {
        let (columns, picture_px) = (columns.get(), picture_px.get());
        let rows = pictures.div_ceil(columns.into()).max(1);
        let cells = rows.checked_mul(columns.into());
        let fits = |px: u32| cells.is_some_and(|cells| cells <= most_pictures(px));
        match u32::try_from(rows) {
            Ok(rows) if fits(picture_px) => Ok(Self { columns, rows, picture_px }),
            _ => {
                let largest = u32::try_from(MOST_CONTACT_PIXELS.isqrt()).unwrap_or(picture_px);
                let fitting_px = (LEAST_PICTURE_PX..picture_px.min(largest)).rev().find(|px| fits(*px));
                Err(TooLargeSheet { most_pictures: most_pictures(picture_px), picture_px, fitting_px })
            }
        }
    }

    /// Plans a sheet with pictures of that size, or smaller ones if they do not fit.
    ///
    /// # Errors
    /// If even small pictures do not fit.
    pub fn fitting(
        pictures: u64,
        columns: NonZeroU32,
        picture_px: NonZeroU32,
    ) -> Result<Self, TooLargeSheet> {
        Self::new(pictures, columns, picture_px).or_else(|error| {
            let smaller = error.fitting_px.and_then(NonZeroU32::new).ok_or(error)?;
            Self::new(pictures, columns, smaller)
        })
    }

    /// Returns the size of the sheet, in pixels.
    pub fn size(self) -> Size {
        let height = self.rows * (self.picture_px + band()) + GAP;
        Size::new(self.columns * (self.picture_px + GAP) + GAP, height)
    }

    /// Returns the longest side of the pictures, in pixels.
    pub fn picture_px(self) -> NonZeroU32 {
        NonZeroU32::new(self.picture_px).unwrap_or(NonZeroU32::MIN)
    }
}

/// Returns the maximum number of pictures with that width and height, in pixels.
fn most_pictures(picture_px: u32) -> u64 {
    let [wide, high] = [GAP, band()].map(|space| u64::from(picture_px) + u64::from(space));
    MOST_CONTACT_PIXELS / wide.saturating_mul(high)
}

/// Returns the height of a row of pictures without the pictures, in pixels.
fn band() -> u32 {
    GAP + text_height(LABEL_SIZE).ceil() as u32
}

impl ContactSheet {
    /// Begins a sheet.
    pub fn new(layout: ContactLayout) -> Self {
        let bytes = SharedBytes::default();
        let size = layout.size();
        let mut encoder = Encoder::new(bytes.clone(), size.width, size.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        let encoder = encoder.write_header().and_then(png::Writer::into_stream_writer);
        let encoder = encoder.expect("memory can be written to");
        Self { layout, row: Vec::new(), rows_done: 0, encoder, bytes }
    }

    /// Adds the next picture and returns the bytes that are ready. Pictures that do not fit are left out.
    pub fn add(&mut self, picture: ContactPicture) -> Vec<u8> {
        self.row.push(picture);
        if self.row.len() as u32 >= self.layout.columns {
            self.write_row();
        }
        self.bytes.take()
    }

    /// Ends the sheet and returns the remaining bytes. Pictures that were not added stay empty.
    pub fn finish(mut self) -> Vec<u8> {
        while self.rows_done < self.layout.rows {
            self.write_row();
        }
        let width = self.layout.size().width as usize;
        self.write(&vec![BackdropColors::PICTURE.ground; width * GAP as usize]);
        let finished: Result<(), EncodingError> = self.encoder.finish();
        finished.expect("memory can be written to, and all rows are there");
        self.bytes.take()
    }

    fn write_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        if self.rows_done < self.layout.rows {
            let pixels = self.draw(&row);
            self.write(&pixels);
            self.rows_done += 1;
        }
    }

    fn write(&mut self, pixels: &[Color]) {
        self.encoder.write_all(&rgb(pixels)).expect("memory can be written to");
    }

    fn draw(&self, row: &[ContactPicture]) -> Vec<Color> {
        let (width, px) = (self.layout.size().width, self.layout.picture_px);
        let mut pixels = vec![BackdropColors::PICTURE.ground; (width * (px + band())) as usize];
        for (picture, column) in row.iter().zip(0..self.layout.columns) {
            let left = GAP + column * (px + GAP);
            let mut raster = Raster::new(&mut pixels, width, 0, 1.0);
            let middle = (left + px / 2) as f32;
            write_centered(&mut raster, &picture.label, middle, (GAP + px) as f32, px, label_color(picture));
            match &picture.content {
                ContactContent::Level(image) => paste(&mut pixels, width, image, (left, px)),
                ContactContent::Failed(code) => {
                    write_centered(&mut raster, code, middle, (GAP + px / 2) as f32, px, FAILED);
                }
                ContactContent::Missing => {}
            }
        }
        pixels
    }
}

fn label_color(picture: &ContactPicture) -> Color {
    match picture.content {
        ContactContent::Level(_) | ContactContent::Missing => BackdropColors::PICTURE.text,
        ContactContent::Failed(_) => FAILED,
    }
}

/// Writes a text around a middle, smaller or shortened if it would be too wide.
fn write_centered(raster: &mut Raster<'_>, text: &str, middle: f32, top: f32, width: u32, color: Color) {
    let (text, size) = fitted(text, width as f32);
    raster.write(&text, size, (middle - text_width(&text, size) / 2.0, top), color);
}

/// Returns a text that is at most so wide, and its font size. A long one loses letters in its middle, so that seeds
/// with the same beginning still differ.
fn fitted(text: &str, most: f32) -> (String, f32) {
    let mut size = LABEL_SIZE;
    while size > LEAST_LABEL_SIZE && text_width(text, size) > most {
        size = (size - 0.5).max(LEAST_LABEL_SIZE);
    }
    if text_width(text, size) <= most {
        return (text.to_owned(), size);
    }
    let letters: Vec<char> = text.chars().collect();
    let shortened = (0..letters.len()).rev().map(|kept| {
        let (head, tail) = (kept / 2, kept - kept / 2);
        let (head, tail) = (letters.iter().take(head), letters.iter().skip(letters.len() - tail));
        head.chain(&['…']).chain(tail).collect::<String>()
    });
    let fits = shortened.into_iter().find(|text| text_width(text, size) <= most);
    (fits.unwrap_or_default(), size)
}

/// Copies an image into the middle of a square.
fn paste(pixels: &mut [Color], width: u32, image: &Image, (left, px): (u32, u32)) {
    let Size { width: wide, height: high } = image.size;
    let corner = (left + px.saturating_sub(wide) / 2, GAP + px.saturating_sub(high) / 2);
    let rows = pixels.chunks_mut(width as usize).skip(corner.1 as usize);
    for (row, drawn) in rows.zip(image.pixels.chunks(wide.max(1) as usize)) {
        for (pixel, color) in row.iter_mut().skip(corner.0 as usize).zip(drawn) {
            *pixel = *color;
        }
    }
}

impl SharedBytes {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.borrow_mut())
    }
}

impl Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(pictures: u64, columns: u32, px: u32) -> Result<ContactLayout, TooLargeSheet> {
        ContactLayout::new(pictures, NonZeroU32::new(columns).unwrap(), NonZeroU32::new(px).unwrap())
    }

    /// Decodes a sheet into rows of pixels.
    fn decoded(bytes: &[u8]) -> (Size, Vec<Color>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let size = Size::new(reader.info().width, reader.info().height);
        let mut pixels = Vec::new();
        while let Some(row) = reader.next_row().unwrap() {
            pixels.extend(row.data().chunks(3).map(|rgb| Color::rgb(rgb[0], rgb[1], rgb[2])));
        }
        (size, pixels)
    }

    #[test]
    fn pictures_are_centred_in_their_cells() {
        let layout = layout(3, 2, 40).unwrap();
        let mut sheet = ContactSheet::new(layout);
        let color = Color::rgb(1, 200, 3);
        let image = Image { size: Size::new(40, 20), pixels: vec![color; 800] };
        let level = |label: &str| ContactPicture {
            label: label.to_owned(),
            content: ContactContent::Level(image.clone()),
        };
        let mut bytes = sheet.add(level("1"));
        let failed = ContactContent::Failed("no-room".to_owned());
        bytes.extend(sheet.add(ContactPicture { label: "2".to_owned(), content: failed }));
        bytes.extend(sheet.add(level("3")));
        bytes.extend(sheet.finish());
        let (size, pixels) = decoded(&bytes);
        assert_eq!(size, layout.size());
        let band = band();
        assert_eq!(size, Size::new(6 + 2 * 46, 2 * (40 + band) + 6));
        let at = |x: u32, y: u32| pixels[(y * size.width + x) as usize];
        let painted: Vec<(u32, u32)> = (0..size.height)
            .flat_map(|y| (0..size.width).map(move |x| (x, y)))
            .filter(|(x, y)| at(*x, *y) == color)
            .collect();
        let of = |top: u32| (top..top + 20).flat_map(|y| (6..46).map(move |x| (x, y)));
        let expected: Vec<(u32, u32)> = of(16).chain(of(40 + band + 16)).collect();
        assert_eq!(painted, expected);
        // The code is written in the second cell, and the fourth is empty.
        let is_ground = |x: u32, y: u32| at(x, y) == BackdropColors::PICTURE.ground;
        assert!((52..92).any(|x| (26..40).any(|y| !is_ground(x, y))));
        assert!((52..92).all(|x| (40 + band..size.height).all(|y| is_ground(x, y))));
    }

    #[test]
    fn long_labels_keep_both_ends() {
        for width in [16, 32, 64, 96, 160] {
            let label = |seed: u64| fitted(&seed.to_string(), width as f32);
            let ((one, size), (other, _)) = (label(u64::MAX), label(u64::MAX - 1));
            assert!(text_width(&one, size) <= width as f32 && one != other, "{width}: {one} and {other}");
            assert!(one.ends_with('5') && (one.contains('…') || one.len() == 20), "{width}: {one}");
        }
        assert_eq!(fitted("7", 160.0), ("7".to_owned(), LABEL_SIZE));
    }

    #[test]
    fn sheets_without_all_pictures_are_complete_files() {
        let layout = layout(5, 2, 20).unwrap();
        assert_eq!(decoded(&ContactSheet::new(layout).finish()).0, layout.size());
    }

    #[test]
    fn sheets_are_not_too_large() {
        let error = layout(1_000_000, 10, 160).unwrap_err();
        assert!(
            layout(error.most_pictures, 1, 160).is_ok() && layout(error.most_pictures + 1, 1, 160).is_err()
        );
        assert!(layout(u64::MAX, u32::MAX, u32::MAX).is_err());
    }

    #[test]
    fn pictures_that_do_not_fit_are_as_large_as_possible() {
        let error = layout(10_000, 100, 160).unwrap_err();
        let fitting = error.fitting_px.expect("small pictures fit");
        assert!(error.to_string().ends_with(&format!("or pictures of at most {fitting} pixels")));
        let [columns, side] = [100, 160].map(|number| NonZeroU32::new(number).unwrap());
        let smaller = ContactLayout::fitting(10_000, columns, side);
        assert_eq!(smaller, layout(10_000, 100, fitting));
        assert!(layout(10_000, 100, fitting + 1).is_err());
        assert_eq!(ContactLayout::fitting(100, columns, side), layout(100, 100, 160));
        assert_eq!(layout(1 << 40, 100, 160).unwrap_err().fitting_px, None);
    }
}
