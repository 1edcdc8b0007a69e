//! Encodes rows of pixels as PNG files.

use std::io::Write as _;

use crate::base::{Color, Size};
use crate::picture::rgb;

/// Encodes a picture from strips of rows. Returns `None` if the number of rows does not match `size`.
pub(super) fn png(size: Size, strips: impl Iterator<Item = Vec<Color>>) -> Option<Vec<u8>> {
    encode(size, png::ColorType::Rgb, strips.map(|strip| rgb(&strip)))
}

/// Encodes a picture with transparent pixels. An empty picture becomes one transparent pixel, as PNG has no
/// smaller one.
pub(super) fn transparent_png(
    size: Size,
    strips: impl Iterator<Item = Vec<Option<Color>>>,
) -> Option<Vec<u8>> {
    if size.area() == 0 {
        return transparent_png(Size::new(1, 1), std::iter::once(vec![None]));
    }
    let rgba = |pixel: Option<Color>| pixel.map_or([0; 4], |pixel| [pixel.r, pixel.g, pixel.b, u8::MAX]);
    encode(size, png::ColorType::Rgba, strips.map(|strip| strip.into_iter().flat_map(rgba).collect()))
}

/// Encodes a picture of red, green, blue and alpha. An empty picture becomes one transparent pixel.
pub(super) fn rgba_png(size: Size, strips: impl Iterator<Item = Vec<[u8; 4]>>) -> Option<Vec<u8>> {
    if size.area() == 0 {
        return encode(Size::new(1, 1), png::ColorType::Rgba, std::iter::once(vec![0; 4]));
    }
    encode(size, png::ColorType::Rgba, strips.map(|strip| strip.into_flattened()))
}

fn encode(size: Size, colors: png::ColorType, strips: impl Iterator<Item = Vec<u8>>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.width, size.height);
    encoder.set_color(colors);
    encoder.set_depth(png::BitDepth::Eight);
    let length = size.area() * colors.samples();
    let written = write_strips(encoder, length, strips).expect("memory can be written to");
    written.then_some(bytes)
}

/// Writes the strips. Returns `true` if they had `length` bytes in total.
fn write_strips(
    encoder: png::Encoder<'_, &mut Vec<u8>>,
    length: usize,
    strips: impl Iterator<Item = Vec<u8>>,
) -> Result<bool, png::EncodingError> {
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut missing = length;
    for strip in strips {
        missing = missing.saturating_sub(strip.len());
        stream.write_all(&strip)?;
    }
    if missing == 0 {
        stream.finish()?;
    }
    Ok(missing == 0)
}
