//! What is drawn over a level, as shapes that a window and a picture can both paint.

use crate::base::{Cell, Color};

/// A point in units from the upper left corner of the level; the window's unit is a point of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Point {
    /// The middle of a cell, where cells are so wide.
    pub fn middle_of(at: Cell, cell: f32) -> Self {
        Self { x: (at.x as f32 + 0.5) * cell, y: (at.y as f32 + 0.5) * cell }
    }

    /// The point that lies so far to the right and down.
    #[must_use]
    pub fn moved(self, by: (f32, f32)) -> Self {
        Self { x: self.x + by.0, y: self.y + by.1 }
    }

    /// The point that lies so far along a direction, and so far to the right of it.
    #[must_use]
    pub fn beside(self, (x, y): (f32, f32), along: f32, across: f32) -> Self {
        self.moved((x * along - y * across, y * along + x * across))
    }

    /// The direction to another point, of length 1; nothing between a point and itself.
    pub fn towards(self, other: Self) -> (f32, f32) {
        let (x, y) = (other.x - self.x, other.y - self.y);
        let length = (x * x + y * y).sqrt();
        if length == 0.0 { (0.0, 0.0) } else { (x / length, y / length) }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// In units.
    pub width: f32,
    /// Its colour.
    pub color: Color,
    /// How much it covers what lies below.
    pub percent: u8,
}

impl Stroke {
    /// A line that covers what lies below.
    pub const fn new(width: f32, color: Color) -> Self {
        Self { width, color, percent: 100 }
    }

    /// One through which something is seen.
    pub const fn veil(width: f32, color: Color, percent: u8) -> Self {
        Self { width, color, percent }
    }
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line through some points.
    Line(Vec<Point>, Stroke),
    /// A line of dashes, so long and so far from each other.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Dashes { ends: [Point; 2], stroke: Stroke, dash: f32, gap: f32 },
    /// A disc with a rim.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Disc { middle: Point, radius: f32, fill: Color, rim: Stroke },
    /// A circle.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Ring { middle: Point, radius: f32, stroke: Stroke },
    /// A convex polygon with a rim.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Polygon { corners: Vec<Point>, fill: Color, rim: Stroke },
    /// A text around its middle; on a plate, if it has to be read on anything.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Text { middle: Point, text: String, size: f32, color: Color, on_plate: bool },
}

impl Mark {
    /// The plate behind texts, and how much it covers.
    pub const PLATE: (Color, u8) = (Color::rgb(0, 0, 0), 65);
    /// How far a plate reaches beyond its text to the sides, and up and down.
    pub const PLATE_MARGIN: (f32, f32) = (5.0, 1.0);

    /// A square around a point.
    pub fn square(middle: Point, side: f32, fill: Color) -> Self {
        let half = side / 2.0;
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        let corners = corners.map(|by| middle.moved(by)).to_vec();
        Self::Polygon { corners, fill, rim: Stroke::new(1.0, ink_on(fill)) }
    }

    /// The head of an arrow that points along a direction.
    pub fn arrow(tip: Point, along: (f32, f32), length: f32, half_width: f32, fill: Color) -> Self {
        let corners =
            vec![tip, tip.beside(along, -length, half_width), tip.beside(along, -length, -half_width)];
        Self::Polygon { corners, fill, rim: Stroke::new(1.0, ink_on(fill)) }
    }
}

/// Black or white, whichever is easier to read on the colour.
pub fn ink_on(fill: Color) -> Color {
    // Brightness as the square of a channel, which is near enough to what eyes see, in whole numbers.
    let square = |channel: u8| u32::from(channel) * u32::from(channel);
    let luminance = 2126 * square(fill.r) + 7152 * square(fill.g) + 722 * square(fill.b);
    // Where black and white have the same contrast.
    if luminance > 2100 * 255 * 255 { Color::rgb(0x14, 0x14, 0x14) } else { Color::rgb(0xff, 0xff, 0xff) }
}
