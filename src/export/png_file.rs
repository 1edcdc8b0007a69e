//! PNG files from rows of pixels.

use std::io::Write as _;

use crate::base::{Color, Size};

/// A picture of so many pixels, from strips of some rows each; none if there are not as many rows.
pub(super) fn png(size: Size, strips: impl Iterator<Item = Vec<Color>>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.width, size.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = write_strips(encoder, size.area(), strips).expect("memory can be written to");
    written.then_some(bytes)
}

/// Were there as many pixels?
fn write_strips(
    encoder: png::Encoder<'_, &mut Vec<u8>>,
    pixels: usize,
    strips: impl Iterator<Item = Vec<Color>>,
) -> Result<bool, png::EncodingError> {
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut missing = pixels;
    for strip in strips {
        missing = missing.saturating_sub(strip.len());
        let bytes: Vec<u8> = strip.into_iter().flat_map(|color| [color.r, color.g, color.b]).collect();
        stream.write_all(&bytes)?;
    }
    if missing == 0 {
        stream.finish()?;
    }
    Ok(missing == 0)
}
