//! Writes animations as GIF: one palette for all frames, and only the part of each frame that changed.
//!
//! The palette has 256 colours, chosen from sample frames; other colours become the nearest one.

use std::borrow::Cow;

use super::changed::changed_part;
use crate::base::Color;
use crate::picture::Image;

/// Maximum number of colours in a palette.
const COLORS: usize = 256;

/// Bits per channel used when counting colours.
const BITS: u32 = 5;

/// An animation that loops forever, written frame by frame.
pub(super) struct Animation {
    encoder: gif::Encoder<Vec<u8>>,
    palette: GifPalette,
    /// Pixels of the previous frame, as numbers in the palette.
    before: Option<Vec<u8>>,
}

impl Animation {
    /// Starts an animation with the colours and the size of sample frames.
    ///
    /// # Errors
    /// If it is too large for the format; the error is a message.
    pub fn new(samples: &[Image]) -> Result<Self, String> {
        let size = samples.first().map_or([1, 1], |frame| [frame.size.width, frame.size.height]);
        let [width, height] = size.map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let palette = GifPalette::of(samples);
        let mut encoder = gif::Encoder::new(Vec::new(), width, height, &palette.bytes()).map_err(in_words)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(in_words)?;
        Ok(Self { encoder, palette, before: None })
    }

    /// Adds a frame that is shown for `hundredths` of a second.
    ///
    /// # Errors
    /// If encoding fails; the error is a message.
    pub fn add(&mut self, image: &Image, hundredths: u16) -> Result<(), String> {
        let indices: Vec<u8> = image.pixels.iter().map(|pixel| self.palette.index_of(*pixel)).collect();
        let part = changed_part(self.before.as_deref(), &indices, image.size);
        let short = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        let frame = gif::Frame {
            delay: hundredths,
            left: short(part.left),
            top: short(part.top),
            width: short(part.size.width),
            height: short(part.size.height),
            buffer: Cow::Owned(part.pixels),
            ..gif::Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(in_words)?;
        self.before = Some(indices);
        Ok(())
    }

    /// Returns the bytes of the GIF.
    ///
    /// # Errors
    /// If encoding fails; the error is a message.
    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.encoder.into_inner().map_err(|error| error.to_string())
    }
}

fn in_words(error: gif::EncodingError) -> String {
    error.to_string()
}

/// Chooses the colours of a palette from `colors`, which are sorted by frequency.
///
/// The first half are the most frequent colours. The rest is filled with the colour farthest from all chosen
/// ones.
fn chosen(colors: &[Color]) -> Vec<Color> {
    let frequent = if colors.len() <= COLORS { COLORS } else { COLORS / 2 };
    let mut chosen: Vec<Color> = colors.iter().take(frequent).copied().collect();
    let nearest = |color: &Color| chosen.iter().map(|other| distance(*color, *other)).min().unwrap_or(0);
    let mut far: Vec<u32> = colors.iter().map(nearest).collect();
    while chosen.len() < COLORS {
        let farthest = (0..far.len()).max_by_key(|index| (far[*index], std::cmp::Reverse(*index)));
        let Some(added) = farthest.filter(|index| far[*index] > 0).map(|index| colors[index]) else { break };
        chosen.push(added);
        for (far, color) in far.iter_mut().zip(colors) {
            *far = (*far).min(distance(*color, added));
        }
    }
    chosen
}

/// The chosen colours, and the nearest of them for each colour.
struct GifPalette {
    colors: Vec<Color>,
    /// Nearest colour in the palette, by the upper bits of a colour.
    nearest: Vec<Option<u8>>,
}

fn bucket(color: Color) -> usize {
    let part = |channel: u8| usize::from(channel >> (8 - BITS));
    (part(color.r) << (2 * BITS)) | (part(color.g) << BITS) | part(color.b)
}

impl GifPalette {
    fn of(frames: &[Image]) -> Self {
        let mut sums = vec![[0_u64; 4]; 1 << (3 * BITS)];
        for color in frames.iter().flat_map(|frame| &frame.pixels) {
            let sum = &mut sums[bucket(*color)];
            for (sum, part) in sum.iter_mut().zip([1, color.r, color.g, color.b]) {
                *sum += u64::from(part);
            }
        }
        let mut used: Vec<usize> = (0..sums.len()).filter(|bucket| sums[*bucket][0] > 0).collect();
        used.sort_by_key(|bucket| (std::cmp::Reverse(sums[*bucket][0]), *bucket));
        let mean = |bucket: usize| {
            let [count, channels @ ..] = sums[bucket];
            let [r, g, b] = channels.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX));
            Color::rgb(r, g, b)
        };
        let means: Vec<Color> = used.iter().map(|bucket| mean(*bucket)).collect();
        let colors = chosen(&means);
        let mut palette = Self { colors, nearest: vec![None; sums.len()] };
        // Fill the table for all colours in use; each bucket is represented by its mean.
        for bucket in used {
            palette.nearest[bucket] = Some(palette.nearest_to(mean(bucket)));
        }
        palette
    }

    fn bytes(&self) -> Vec<u8> {
        self.colors.iter().flat_map(|color| [color.r, color.g, color.b]).collect()
    }

    fn index_of(&mut self, color: Color) -> u8 {
        let bucket = bucket(color);
        if let Some(known) = self.nearest[bucket] {
            return known;
        }
        let found = self.nearest_to(color);
        self.nearest[bucket] = Some(found);
        found
    }

    fn nearest_to(&self, color: Color) -> u8 {
        let best = (0..self.colors.len()).min_by_key(|index| distance(self.colors[*index], color));
        u8::try_from(best.unwrap_or(0)).unwrap_or(u8::MAX)
    }
}

fn distance(one: Color, other: Color) -> u32 {
    let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    square(one.r, other.r) + square(one.g, other.g) + square(one.b, other.b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Size;

    fn frame(dots: &[usize]) -> Image {
        let size = Size::new(4, 3);
        let mut image = Image { size, pixels: vec![Color::rgb(20, 30, 40); size.area()] };
        dots.iter().for_each(|dot| image.pixels[*dot] = Color::rgb(250, 10, 10));
        image
    }

    /// Returns each frame as displayed, with its delay.
    fn read(bytes: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut screen = vec![[0; 3]; width * height];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, pixel) in frame.buffer.chunks(4).enumerate() {
                let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
                let at = (usize::from(frame.top) + y) * width + usize::from(frame.left) + x;
                screen[at] = [pixel[0], pixel[1], pixel[2]];
            }
            frames.push((screen.clone(), frame.delay));
        }
        frames
    }

    #[test]
    fn frames_are_read_as_they_were_added() {
        let frames = [frame(&[]), frame(&[5]), frame(&[5]), frame(&[1, 10])];
        let write = || {
            let mut animation = Animation::new(&frames[..2]).unwrap();
            frames
                .iter()
                .zip([20, 20, 20, 150])
                .for_each(|(frame, delay)| animation.add(frame, delay).unwrap());
            animation.finish().unwrap()
        };
        let bytes = write();
        let read = read(&bytes);
        assert_eq!(read.iter().map(|(_, delay)| *delay).collect::<Vec<_>>(), [20, 20, 20, 150]);
        for ((seen, _), frame) in read.iter().zip(&frames) {
            let pixels: Vec<[u8; 3]> = frame.pixels.iter().map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
            assert_eq!(*seen, pixels);
        }
        assert_eq!(write(), bytes);
    }

    #[test]
    fn many_colours_become_those_that_are_nearest() {
        let pixels = (0..64 * 64).map(|at| Color::rgb((at % 64 * 4) as u8, (at / 64 * 4) as u8, 90));
        let image = Image { size: Size::new(64, 64), pixels: pixels.clone().collect() };
        let mut animation = Animation::new(std::slice::from_ref(&image)).unwrap();
        animation.add(&image, 10).unwrap();
        let seen = &read(&animation.finish().unwrap())[0].0;
        for ([r, g, b], pixel) in seen.iter().zip(pixels) {
            assert!(distance(Color::rgb(*r, *g, *b), pixel) < 3 * 48 * 48, "{r} {g} {b} for {pixel:?}");
        }
    }
}
