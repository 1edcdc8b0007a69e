//! Shapes to be drawn over a level, which both the window and pictures can paint.

use crate::base::{Cell, Color};

/// A point in units from the upper left corner of the level. In the window, a unit is a point of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Distance to the right.
    pub x: f32,
    /// Distance down.
    pub y: f32,
}

impl Point {
    /// Returns the middle of a cell, for cells of the given width.
    pub fn middle_of(at: Cell, cell: f32) -> Self {
        Self { x: (at.x as f32 + 0.5) * cell, y: (at.y as f32 + 0.5) * cell }
    }

    /// Returns the point moved by an offset to the right and down.
    #[must_use]
    pub fn moved(self, by: (f32, f32)) -> Self {
        Self { x: self.x + by.0, y: self.y + by.1 }
    }

    /// Returns the point moved by `along` in a direction and by `across` to the right of it.
    #[must_use]
    pub fn beside(self, (x, y): (f32, f32), along: f32, across: f32) -> Self {
        self.moved((x * along - y * across, y * along + x * across))
    }

    /// Returns the direction to another point with length 1. For equal points it is zero.
    pub fn towards(self, other: Self) -> (f32, f32) {
        let (x, y) = (other.x - self.x, other.y - self.y);
        let length = (x * x + y * y).sqrt();
        if length == 0.0 { (0.0, 0.0) } else { (x / length, y / length) }
    }
}

/// Style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Width, in units.
    pub width: f32,
    /// Colour of the line.
    pub color: Color,
    /// Opacity, in percent.
    pub percent: u8,
}

impl Stroke {
    /// Creates an opaque stroke.
    pub const fn new(width: f32, color: Color) -> Self {
        Self { width, color, percent: 100 }
    }

    /// Creates a translucent stroke.
    pub const fn veil(width: f32, color: Color, percent: u8) -> Self {
        Self { width, color, percent }
    }
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A line through the given points.
    Line(Vec<Point>, Stroke),
    /// A dashed line; `dash` and `gap` are lengths.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Dashes { ends: [Point; 2], stroke: Stroke, dash: f32, gap: f32 },
    /// A filled disc with a rim.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Disc { middle: Point, radius: f32, fill: Color, rim: Stroke },
    /// A circle.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Ring { middle: Point, radius: f32, stroke: Stroke },
    /// A filled convex polygon with a rim.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Polygon { corners: Vec<Point>, fill: Color, rim: Stroke },
    /// A text centred on a point. `on_plate` puts a dark plate behind it to keep it readable on any
    /// background.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Text { middle: Point, text: String, size: f32, color: Color, on_plate: bool },
}

impl Mark {
    /// Colour and opacity in percent of the plate behind texts.
    pub const PLATE: (Color, u8) = (Color::rgb(0, 0, 0), 65);
    /// Margin of a plate around its text: to the sides, and up and down, in units.
    pub const PLATE_MARGIN: (f32, f32) = (5.0, 1.0);

    /// Creates a square around a point.
    pub fn square(middle: Point, side: f32, fill: Color) -> Self {
        let half = side / 2.0;
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        let corners = corners.map(|by| middle.moved(by)).to_vec();
        Self::Polygon { corners, fill, rim: Stroke::new(1.0, ink_on(fill)) }
    }

    /// Creates the head of an arrow that points in the direction `along`.
    pub fn arrow(tip: Point, along: (f32, f32), length: f32, half_width: f32, fill: Color) -> Self {
        let corners =
            vec![tip, tip.beside(along, -length, half_width), tip.beside(along, -length, -half_width)];
        Self::Polygon { corners, fill, rim: Stroke::new(1.0, ink_on(fill)) }
    }
}

/// Returns black or white, whichever is easier to read on the colour.
pub fn ink_on(fill: Color) -> Color {
    // Squaring the channels approximates perceived brightness with whole numbers.
    let square = |channel: u8| u32::from(channel) * u32::from(channel);
    let luminance = 2126 * square(fill.r) + 7152 * square(fill.g) + 722 * square(fill.b);
    // The threshold is the brightness at which black and white have the same contrast.
    if luminance > 2100 * 255 * 255 { Color::rgb(0x14, 0x14, 0x14) } else { Color::rgb(0xff, 0xff, 0xff) }
}
