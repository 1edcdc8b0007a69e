//! Outlines of glyphs, filled with smooth edges.
//!
//! Only sums and products of floats are used, and roots, which are the same on every machine.

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use skrifa::outline::OutlinePen;

/// Side lengths of the box for a letter without a glyph, in font sizes, and the width of its line.
const BOX: (f32, f32) = (0.5, 0.7);
const BOX_LINE: f32 = 0.07;
/// Width that a box takes in its line, in font sizes.
pub(super) const BOX_ADVANCE: f32 = 0.6;
/// Maximum side length of a glyph, in pixels. Broken fonts may have larger ones.
const MOST_PIXELS: f32 = 4096.0;

#[derive(Clone, Copy)]
enum OutlinePart {
    Line(Point, Point),
    Quad(Point, Point, Point),
    Cubic(Point, Point, Point, Point),
}

/// A closed outline, in pixels, with y pointing down.
pub(super) struct Outline {
    scale: f32,
    origin: (f32, f32),
    parts: Vec<OutlinePart>,
    start: Point,
    last: Point,
    least: Point,
    most: Point,
}

impl Outline {
    /// Creates an empty outline. Points that are added are scaled and moved to the origin.
    pub fn new(scale: f32, origin: (f32, f32)) -> Self {
        let zero = point(0.0, 0.0);
        let (least, most) = (point(f32::MAX, f32::MAX), point(f32::MIN, f32::MIN));
        Self { scale, origin, parts: Vec::new(), start: zero, last: zero, least, most }
    }

    /// Calls `put` for each covered pixel with its coverage.
    pub fn fill(&self, mut put: impl FnMut(i32, i32, u8)) {
        let (left, top) = (self.least.x.floor(), self.least.y.floor());
        let (width, height) = (self.most.x.ceil() - left, self.most.y.ceil() - top);
        let is_drawable = |side: f32| (1.0..=MOST_PIXELS).contains(&side);
        if !is_drawable(width) || !is_drawable(height) {
            return;
        }
        let mut raster = Rasterizer::new(width as usize, height as usize);
        let corner = point(left, top);
        for part in &self.parts {
            match *part {
                OutlinePart::Line(a, b) => raster.draw_line(a - corner, b - corner),
                OutlinePart::Quad(a, b, c) => raster.draw_quad(a - corner, b - corner, c - corner),
                OutlinePart::Cubic(a, b, c, d) => {
                    raster.draw_cubic(a - corner, b - corner, c - corner, d - corner);
                }
            }
        }
        raster.for_each_pixel_2d(|x, y, cover| {
            let (x, y) = (left as i32 + x.cast_signed(), top as i32 + y.cast_signed());
            put(x, y, (cover.clamp(0.0, 1.0) * 255.0) as u8);
        });
    }

    fn placed(&mut self, x: f32, y: f32) -> Point {
        let placed = point(self.origin.0 + x * self.scale, self.origin.1 - y * self.scale);
        self.least = point(self.least.x.min(placed.x), self.least.y.min(placed.y));
        self.most = point(self.most.x.max(placed.x), self.most.y.max(placed.y));
        placed
    }

    fn rectangle(&mut self, (left, bottom): (f32, f32), (right, top): (f32, f32), is_hole: bool) {
        let mut corners = [(left, bottom), (left, top), (right, top), (right, bottom)];
        if is_hole {
            corners.reverse();
        }
        for (number, (x, y)) in corners.into_iter().enumerate() {
            if number == 0 { self.move_to(x, y) } else { self.line_to(x, y) }
        }
        self.close();
    }
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = self.placed(x, y);
        self.last = self.start;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.placed(x, y);
        self.parts.push(OutlinePart::Line(self.last, to));
        self.last = to;
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        let (control, to) = (self.placed(cx0, cy0), self.placed(x, y));
        self.parts.push(OutlinePart::Quad(self.last, control, to));
        self.last = to;
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let (first, second, to) = (self.placed(cx0, cy0), self.placed(cx1, cy1), self.placed(x, y));
        self.parts.push(OutlinePart::Cubic(self.last, first, second, to));
        self.last = to;
    }

    fn close(&mut self) {
        if self.last != self.start {
            self.parts.push(OutlinePart::Line(self.last, self.start));
        }
        self.last = self.start;
    }
}

/// Returns the box that stands for a letter without a glyph.
pub(super) fn box_outline(size: f32, at: (f32, f32)) -> Outline {
    let margin = (BOX_ADVANCE - BOX.0) / 2.0;
    let line = BOX_LINE.max(1.0 / size.max(1.0));
    let mut outline = Outline::new(size, at);
    outline.rectangle((margin, 0.0), (margin + BOX.0, BOX.1), false);
    outline.rectangle((margin + line, line), (margin + BOX.0 - line, BOX.1 - line), true);
    outline
}
