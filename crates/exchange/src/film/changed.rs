//! Finds the part of a picture that differs between two frames.

use crate::base::Size;

/// A rectangular part of a picture.
pub(super) struct ChangedRect<P> {
    /// Distance from the left edge, in pixels.
    pub left: u32,
    pub top: u32,
    pub size: Size,
    /// Pixels row by row.
    pub pixels: Vec<P>,
}

/// Returns the smallest rectangle that holds all differences from the previous frame. If nothing differs, it
/// is a single pixel.
pub(super) fn changed_part<P: Copy + PartialEq>(
    before: Option<&[P]>,
    now: &[P],
    size: Size,
) -> ChangedRect<P> {
    let width = size.width.max(1) as usize;
    let differs = |index: &usize| before.is_none_or(|before| before.get(*index) != now.get(*index));
    let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
    for index in (0..now.len()).filter(differs) {
        let (x, y) = (index % width, index / width);
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    let (left, top) = (left.min(right), top.min(bottom));
    let row = |y: usize| now.get(y * width + left..=y * width + right).unwrap_or_default();
    ChangedRect {
        left: left as u32,
        top: top as u32,
        size: Size::new((right - left + 1) as u32, (bottom - top + 1) as u32),
        pixels: (top..=bottom).flat_map(row).copied().collect(),
    }
}
