//! Draws marks into pixels, with smooth edges.
//!
//! It uses only sums, products, quotients and roots of floats, which are the same on every machine.

use super::mark::{Mark, Point, Stroke};
use crate::base::Color;
use crate::lettering::{draw_text, text_height, text_width};

/// A strip of pixel rows of a picture.
pub struct Raster<'a> {
    /// Pixels, row by row.
    pixels: &'a mut [Color],
    /// Number of pixels in a row.
    width: i32,
    height: i32,
    /// First row, counted from the top of the picture.
    top: i32,
    /// Size of a unit, in pixels.
    unit: f32,
}

/// Coverage of each pixel in a part of the picture.
struct PixelCoverage {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    shares: Vec<u8>,
}

impl<'a> Raster<'a> {
    /// Creates a strip that begins `top` rows below the top of the picture. `unit` is the number of pixels
    /// per unit.
    pub fn new(pixels: &'a mut [Color], width: u32, top: u32, unit: f32) -> Self {
        let height = pixels.len() / (width.max(1) as usize);
        Self { pixels, width: width.cast_signed(), height: height as i32, top: top.cast_signed(), unit }
    }

    /// Draws the part of a mark that is in these rows.
    pub fn draw(&mut self, mark: &Mark) {
        match mark {
            Mark::Line(points, stroke) => {
                let points: Vec<Point> = points.iter().map(|point| self.scaled(*point)).collect();
                self.line(&points, *stroke);
            }
            Mark::Dashes { ends, stroke, dash, gap } => {
                for ends in dashes(*ends, *dash, *gap) {
                    self.line(&ends.map(|end| self.scaled(end)), *stroke);
                }
            }
            Mark::Disc { middle, radius, fill, rim } => {
                let (middle, radius) = (self.scaled(*middle), radius * self.unit);
                let far = radius + rim.width * self.unit;
                self.fill(bounds(&[middle], far), (*fill, 100), |point| radius - distance(point, middle));
                self.ring(middle, radius, *rim);
            }
            Mark::Ring { middle, radius, stroke } => {
                self.ring(self.scaled(*middle), radius * self.unit, *stroke);
            }
            Mark::Polygon { corners, fill, rim } => {
                let mut corners: Vec<Point> = corners.iter().map(|corner| self.scaled(*corner)).collect();
                self.fill(bounds(&corners, 1.0), (*fill, 100), |point| depth_within(point, &corners));
                corners.extend(corners.first().copied());
                self.line(&corners, *rim);
            }
            Mark::Text { middle, text, size, color, on_plate } => {
                self.text(self.scaled(*middle), text, size * self.unit, *color, *on_plate);
            }
        }
    }

    /// Draws a line of text with its upper left corner at `corner`. Sizes are in pixels.
    pub fn write(&mut self, text: &str, size: f32, corner: (f32, f32), color: Color) {
        let (width, height, top) = (self.width, self.height, self.top);
        let pixels = &mut *self.pixels;
        draw_text(text, size, corner, |x, y, share| {
            let y = y - top;
            if (0..width).contains(&x) && (0..height).contains(&y) {
                blend(pixels, width, (x, y), color, share);
            }
        });
    }

    fn scaled(&self, point: Point) -> Point {
        Point { x: point.x * self.unit, y: point.y * self.unit }
    }

    fn ring(&mut self, middle: Point, radius: f32, stroke: Stroke) {
        let half = stroke.width * self.unit / 2.0;
        self.fill(bounds(&[middle], radius + half), (stroke.color, stroke.percent), |point| {
            half - (distance(point, middle) - radius).abs()
        });
    }

    fn line(&mut self, points: &[Point], stroke: Stroke) {
        let half = stroke.width * self.unit / 2.0;
        if half == 0.0 {
            return;
        }
        // Coverage is collected first, so that translucent lines do not get darker where they cross
        // themselves.
        let Some(mut cover) = self.cover(bounds(points, half)) else { return };
        for ends in points.windows(2) {
            if let [from, to] = ends {
                cover.add(bounds(ends, half), |point| half - distance_to_segment(point, *from, *to));
            }
        }
        self.lay(&cover, stroke.color, stroke.percent);
    }

    fn text(&mut self, middle: Point, text: &str, size: f32, color: Color, on_plate: bool) {
        let (width, height) = (text_width(text, size), text_height(size));
        if on_plate {
            let half = (
                width / 2.0 + Mark::PLATE_MARGIN.0 * self.unit,
                height / 2.0 + Mark::PLATE_MARGIN.1 * self.unit,
            );
            let round = 4.0 * self.unit;
            let (across, down) = (half.0 - round, half.1 - round);
            let plate = [middle.moved((-half.0, -half.1)), middle.moved(half)];
            self.fill(bounds(&plate, 0.0), Mark::PLATE, |point| {
                let x = ((point.x - middle.x).abs() - across).max(0.0);
                let y = ((point.y - middle.y).abs() - down).max(0.0);
                round - (x * x + y * y).sqrt()
            });
        }
        // Whole pixels, because letters between two pixels look blurred.
        let corner = ((middle.x - width / 2.0).round(), (middle.y - height / 2.0).round());
        self.write(text, size, corner, color);
    }

    /// Fills a shape. `depth` returns how far a point is inside the edge, in pixels.
    fn fill(&mut self, part: [f32; 4], (color, percent): (Color, u8), depth: impl Fn(Point) -> f32) {
        if let Some(mut cover) = self.cover(part) {
            cover.add(part, depth);
            self.lay(&cover, color, percent);
        }
    }

    /// Returns the empty coverage for the part of a rectangle that is in these rows.
    fn cover(&self, [left, top, right, bottom]: [f32; 4]) -> Option<PixelCoverage> {
        let pixel = |at: f32| at.floor().clamp(-1e9, 1e9) as i32;
        let (left, right) = (pixel(left).max(0), (pixel(right) + 1).min(self.width));
        let (top, bottom) = (pixel(top).max(self.top), (pixel(bottom) + 1).min(self.top + self.height));
        (left < right && top < bottom).then(|| PixelCoverage {
            left,
            top,
            right,
            bottom,
            shares: vec![0; ((right - left) * (bottom - top)) as usize],
        })
    }

    fn lay(&mut self, cover: &PixelCoverage, color: Color, percent: u8) {
        let columns = (cover.right - cover.left) as usize;
        for (row, y) in cover.shares.chunks(columns).zip(cover.top..) {
            for (share, x) in row.iter().zip(cover.left..).filter(|(share, _)| **share > 0) {
                let share = (u32::from(*share) * u32::from(percent) / 100) as u8;
                blend(self.pixels, self.width, (x, y - self.top), color, share);
            }
        }
    }
}

impl PixelCoverage {
    fn add(&mut self, [left, top, right, bottom]: [f32; 4], depth: impl Fn(Point) -> f32) {
        let pixel = |at: f32| at.floor().clamp(-1e9, 1e9) as i32;
        let columns = (self.right - self.left) as usize;
        for y in pixel(top).max(self.top)..(pixel(bottom) + 1).min(self.bottom) {
            for x in pixel(left).max(self.left)..(pixel(right) + 1).min(self.right) {
                let inside = depth(Point { x: x as f32 + 0.5, y: y as f32 + 0.5 }) + 0.5;
                let share = (inside.clamp(0.0, 1.0) * 255.0) as u8;
                let index = (y - self.top) as usize * columns + (x - self.left) as usize;
                if let Some(known) = self.shares.get_mut(index) {
                    *known = share.max(*known);
                }
            }
        }
    }
}

/// Blends a colour over a pixel with opacity `share` of 255.
fn blend(pixels: &mut [Color], width: i32, (x, y): (i32, i32), color: Color, share: u8) {
    let Some(pixel) = pixels.get_mut(y as usize * width as usize + x as usize) else { return };
    let share = u32::from(share);
    let channel = |under: u8, over: u8| {
        ((u32::from(under) * (255 - share) + u32::from(over) * share + 127) / 255) as u8
    };
    *pixel = Color::rgb(channel(pixel.r, color.r), channel(pixel.g, color.g), channel(pixel.b, color.b));
}

/// Returns the left, top, right and bottom around points with a margin, plus a pixel for smooth edges.
fn bounds(points: &[Point], around: f32) -> [f32; 4] {
    let least = |coordinate: fn(&Point) -> f32| points.iter().map(coordinate).fold(f32::INFINITY, f32::min);
    let most = |coordinate: fn(&Point) -> f32| points.iter().map(coordinate).fold(-f32::INFINITY, f32::max);
    let around = around + 1.0;
    [
        least(|point| point.x) - around,
        least(|point| point.y) - around,
        most(|point| point.x) + around,
        most(|point| point.y) + around,
    ]
}

fn distance(one: Point, other: Point) -> f32 {
    let (x, y) = (one.x - other.x, one.y - other.y);
    (x * x + y * y).sqrt()
}

fn distance_to_segment(point: Point, from: Point, to: Point) -> f32 {
    let along = (to.x - from.x, to.y - from.y);
    let length = along.0 * along.0 + along.1 * along.1;
    let dot = (point.x - from.x) * along.0 + (point.y - from.y) * along.1;
    let share = if length == 0.0 { 0.0 } else { (dot / length).clamp(0.0, 1.0) };
    distance(point, from.moved((along.0 * share, along.1 * share)))
}

/// Returns the distance of a point from the edge of a convex polygon; negative outside.
fn depth_within(point: Point, corners: &[Point]) -> f32 {
    let next = corners.iter().skip(1).chain(corners.first());
    let sides: Vec<f32> = corners
        .iter()
        .zip(next)
        .map(|(from, to)| {
            let (x, y) = from.towards(*to);
            x * (point.y - from.y) - y * (point.x - from.x)
        })
        .collect();
    let least = |turn: f32| sides.iter().map(|side| side * turn).fold(f32::INFINITY, f32::min);
    // Corners may run either way round.
    least(1.0).max(least(-1.0))
}

/// Returns the dashes of a line, in units.
fn dashes(ends: [Point; 2], dash: f32, gap: f32) -> Vec<[Point; 2]> {
    let along = ends[0].towards(ends[1]);
    let length = distance(ends[0], ends[1]);
    let count = (length / (dash + gap)).ceil().clamp(0.0, 1e5) as u32;
    let dash_at = |number: u32| {
        let from = number as f32 * (dash + gap);
        [from, (from + dash).min(length)].map(|far| ends[0].beside(along, far, 0.0))
    };
    (0..count).map(dash_at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Color = Color::rgb(255, 255, 255);

    fn drawn(marks: &[Mark], width: u32, height: u32, unit: f32) -> Vec<Color> {
        let mut pixels = vec![Color::rgb(0, 0, 0); (width * height) as usize];
        let mut raster = Raster::new(&mut pixels, width, 0, unit);
        marks.iter().for_each(|mark| raster.draw(mark));
        pixels
    }

    fn text_of(pixels: &[Color], width: usize) -> Vec<String> {
        let character = |color: &Color| match color.r {
            0..=63 => '.',
            64..=191 => '+',
            192.. => '#',
        };
        pixels.chunks(width).map(|row| row.iter().map(character).collect()).collect()
    }

    fn point(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    #[test]
    fn marks_fill_the_pixels_that_they_cover() {
        let square = Mark::Polygon {
            corners: vec![point(1.0, 1.0), point(4.0, 1.0), point(4.0, 3.0), point(1.0, 3.0)],
            fill: INK,
            rim: Stroke::new(0.0, INK),
        };
        assert_eq!(text_of(&drawn(&[square], 6, 4, 1.0), 6), ["......", ".###..", ".###..", "......"]);
        let line = Mark::Line(vec![point(0.5, 1.5), point(4.5, 1.5)], Stroke::new(1.0, INK));
        assert_eq!(text_of(&drawn(&[line], 6, 3, 1.0), 6), ["......", "#####.", "......"].map(str::to_owned));
    }

    #[test]
    fn a_line_that_is_seen_through_is_no_darker_where_it_crosses_itself() {
        let points = vec![point(1.0, 4.5), point(8.0, 4.5), point(4.5, 1.0), point(4.5, 8.0)];
        let pixels = drawn(&[Mark::Line(points, Stroke::veil(3.0, INK, 50))], 9, 9, 1.0);
        assert!(pixels.iter().all(|color| color.r <= 128), "{:?}", text_of(&pixels, 9));
        assert!(pixels.iter().any(|color| color.r > 120));
    }

    #[test]
    fn rows_of_a_picture_can_be_drawn_one_after_the_other() {
        let middle = point(9.3, 7.1);
        let marks = [
            Mark::Disc { middle, radius: 5.0, fill: Color::rgb(200, 10, 10), rim: Stroke::new(1.0, INK) },
            Mark::Dashes {
                ends: [point(0.0, 0.0), middle],
                stroke: Stroke::new(2.0, INK),
                dash: 3.0,
                gap: 2.0,
            },
            Mark::Text { middle, text: "Wq".to_owned(), size: 9.0, color: INK, on_plate: true },
        ];
        let whole = drawn(&marks, 30, 24, 1.5);
        let mut rows = Vec::new();
        for top in (0..24).step_by(5) {
            let mut part = vec![Color::rgb(0, 0, 0); 30 * 5.min(24 - top)];
            let mut raster = Raster::new(&mut part, 30, top as u32, 1.5);
            marks.iter().for_each(|mark| raster.draw(mark));
            rows.extend(part);
        }
        assert!(rows == whole, "{:#?}\n{:#?}", text_of(&rows, 30), text_of(&whole, 30));
    }

    #[test]
    fn text_is_as_wide_as_it_says() {
        let text = "Guard hall";
        let width = text_width(text, 13.0);
        let mut pixels = vec![Color::rgb(0, 0, 0); 200 * 30];
        Raster::new(&mut pixels, 200, 0, 1.0).write(text, 13.0, (10.0, 5.0), INK);
        let lit: Vec<usize> = (0..pixels.len()).filter(|at| pixels[*at].r > 60).map(|at| at % 200).collect();
        let (first, last) = (lit.iter().min().unwrap(), lit.iter().max().unwrap());
        assert!((10..13).contains(first) && last.abs_diff(10 + width as usize) < 3, "{first} {last} {width}");
    }
}
