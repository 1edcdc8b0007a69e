//! The part of a room that stays in place when it is resized.

use crate::base::Size;
use crate::document::SideGrowth;

/// The part of the picture that stays in place: 0 is left or top, 1 the middle, 2 right or bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureAnchor {
    /// 0 for the left, 2 for the right.
    pub(super) x: u8,
    /// 0 for the top, 2 for the bottom.
    pub(super) y: u8,
}

impl PictureAnchor {
    /// Returns the rows and columns to add at each side to change the size.
    pub fn sides(self, from: Size, to: Size) -> SideGrowth {
        let split = |from: u32, to: u32, anchor: u8| {
            let added = to as i32 - from as i32;
            let before = match anchor {
                0 => 0,
                1 => added / 2,
                _ => added,
            };
            (before, added - before)
        };
        let (left, right) = split(from.width, to.width, self.x);
        let (top, bottom) = split(from.height, to.height, self.y);
        SideGrowth { left, top, right, bottom }
    }

    /// Returns its accessible name.
    pub(super) fn name(self) -> String {
        let (x, y) = (["left", "middle", "right"], ["top", "middle", "bottom"]);
        match (x.get(usize::from(self.x)), y.get(usize::from(self.y))) {
            (Some(x), Some(y)) if x == y => "Keep the middle".to_owned(),
            (Some(x), Some(y)) => format!("Keep the {y} {x}"),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchor_says_at_which_sides_is_added() {
        let (from, to) = (Size::new(5, 5), Size::new(8, 3));
        let sides = |x, y| PictureAnchor { x, y }.sides(from, to);
        assert_eq!(sides(0, 0), SideGrowth { left: 0, right: 3, top: 0, bottom: -2 });
        assert_eq!(sides(1, 1), SideGrowth { left: 1, right: 2, top: -1, bottom: -1 });
        assert_eq!(sides(2, 0), SideGrowth { left: 3, right: 0, top: 0, bottom: -2 });
    }
}
