//! Pictures of differences, decoded again.

use std::io::Cursor;
use std::sync::Arc;

use delvewright_engine::difference::{DifferenceMark, LevelAlignment, LevelDifference};
use delvewright_engine::level::Level;
use delvewright_exchange::export::difference_picture;
use delvewright_exchange::overlay::difference_color;

use crate::example_level::level;

/// Returns the width, the height and the colours of a picture.
fn picture(before: &Level, after: &Level) -> (u32, u32, Vec<[u8; 3]>) {
    let difference = LevelDifference::of(before, after, LevelAlignment::Places);
    let bytes = difference_picture(before, after, &difference, &Arc::default());
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut pixels).expect("a whole picture");
    let colors = pixels.chunks_exact(3).map(|color| [color[0], color[1], color[2]]).collect();
    (info.width, info.height, colors)
}

/// Returns the number of pixels in exactly the colour of a mark, as the legend shows it.
fn pixels_of(colors: &[[u8; 3]], mark: DifferenceMark) -> usize {
    let color = difference_color(mark);
    colors.iter().filter(|pixel| **pixel == [color.r, color.g, color.b]).count()
}

#[test]
fn picture_shows_both_levels_and_a_legend_of_the_marks() {
    let (before, after) = (level("first_lock", 1), level("first_lock", 2));
    let (width, height, colors) = picture(&before, &after);
    assert!(width >= 3 * before.width.max(after.width) && height >= before.height.max(after.height));
    for mark in DifferenceMark::ALL {
        assert!(pixels_of(&colors, mark) > 50, "{mark:?}");
    }
    let (_, _, again) = picture(&before, &after);
    assert!(again == colors);
}

#[test]
fn equal_levels_have_no_marks() {
    let level = level("first_lock", 1);
    let (_, _, colors) = picture(&level, &level);
    assert_eq!(DifferenceMark::ALL.map(|mark| pixels_of(&colors, mark)), [0; 3]);
}
