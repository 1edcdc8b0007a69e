//! Writes animations as PNG: with all colours, and only the part of each frame that changed.
//!
//! Programs that cannot play animated PNG show the first frame.

use super::changed::changed_part;
use crate::picture::{Image, rgb};

/// Writes frames, each with its delay in hundredths of a second, as an animation that loops forever.
///
/// # Errors
/// If encoding fails; the error is a message.
pub(super) fn write(count: u32, mut frames: impl Iterator<Item = (Image, u16)>) -> Result<Vec<u8>, String> {
    let Some((first, delay)) = frames.next() else { return Ok(Vec::new()) };
    let mut bytes = Vec::new();
    write_to(&mut bytes, count, (first, delay), frames).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn write_to(
    bytes: &mut Vec<u8>,
    count: u32,
    (first, delay): (Image, u16),
    frames: impl Iterator<Item = (Image, u16)>,
) -> Result<(), png::EncodingError> {
    let size = first.size;
    let mut encoder = png::Encoder::new(bytes, size.width, size.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_animated(count, 0)?;
    encoder.set_frame_delay(delay, 100)?;
    encoder.set_blend_op(png::BlendOp::Source)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb(&first.pixels))?;
    let mut before = first.pixels;
    for (image, delay) in frames {
        let part = changed_part(Some(&before), &image.pixels, size);
        // Reset the position first, because the new size must fit there.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(part.size.width, part.size.height)?;
        writer.set_frame_position(part.left, part.top)?;
        writer.set_frame_delay(delay, 100)?;
        writer.write_image_data(&rgb(&part.pixels))?;
        before = image.pixels;
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Color, Size};

    #[test]
    fn frames_are_read_as_they_were_added() {
        let size = Size::new(5, 4);
        let frame = |dots: &[usize]| {
            let mut image = Image { size, pixels: vec![Color::rgb(1, 2, 3); size.area()] };
            dots.iter().for_each(|dot| image.pixels[*dot] = Color::rgb(200, *dot as u8, 9));
            image
        };
        let frames = [frame(&[]), frame(&[7]), frame(&[7]), frame(&[0, 19])];
        let bytes = write(4, frames.iter().cloned().zip([20, 30, 40, 50])).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        assert_eq!(
            reader.info().animation_control().map(|control| (control.num_frames, control.num_plays)),
            Some((4, 0))
        );
        let mut screen = vec![Color::default(); size.area()];
        for (expected, delay) in frames.iter().zip([20, 30, 40, 50]) {
            let mut part = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut part).unwrap();
            let control = *reader.info().frame_control().unwrap();
            assert_eq!((control.delay_num, control.delay_den), (delay, 100));
            let length = (control.width * control.height * 3) as usize;
            for (index, pixel) in part[..length].chunks(3).enumerate() {
                let (x, y) = (index as u32 % control.width, index as u32 / control.width);
                let at = ((control.y_offset + y) * size.width + control.x_offset + x) as usize;
                screen[at] = Color::rgb(pixel[0], pixel[1], pixel[2]);
            }
            assert_eq!(screen, expected.pixels);
        }
    }
}
