//! Paints the marks over a level, the same as in pictures.

use egui::emath::TSTransform;
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Vec2, vec2};

use crate::base::Color;
use crate::editor::widgets::style::{ThemePalette, color_of, font, paint_of};
use crate::lettering::in_visual_order;
use crate::overlay::{BackdropColors, Mark, Point, Stroke};

/// Returns the colours of the window around the drawing.
pub fn surroundings(palette: &ThemePalette) -> BackdropColors {
    let [ground, text, strong] = [palette.canvas, palette.text, palette.strong].map(color_of);
    BackdropColors { ground, text, strong }
}

/// Returns the width and height of a text at a font size.
pub fn measure(painter: &Painter, text: &str, size: f32) -> (f32, f32) {
    let galley = painter.layout_no_wrap(text.to_owned(), font(size), Color32::PLACEHOLDER);
    (galley.size().x, galley.size().y)
}

/// Paints marks in units of screen points, for cells at their present size.
pub fn paint_marks(painter: &Painter, screen_from_world: TSTransform, marks: &[Mark]) {
    let corner = screen_from_world.translation;
    let in_view = painter.clip_rect().expand(MARK_REACH).translate(-corner);
    for mark in marks.iter().filter(|mark| around(mark).intersects(in_view)) {
        paint_mark(painter, corner, mark);
    }
}

/// Paints an opaque disc with a rim. Filled discs are cached, so thousands of them can be painted per frame,
/// unlike lines.
pub fn paint_disc(painter: &Painter, middle: Pos2, radius: f32, fill: Color32, rim: egui::Stroke) {
    painter.circle_filled(middle, radius + rim.width / 2.0, rim.color);
    painter.circle_filled(middle, radius - rim.width / 2.0, fill);
}

/// Maximum distance by which marks extend beyond their points.
const MARK_REACH: f32 = 40.0;

/// Returns the smallest rectangle around a mark's points.
fn around(mark: &Mark) -> Rect {
    let pos = |point: &Point| Pos2::new(point.x, point.y);
    let around = |points: &[Point]| {
        points.iter().map(pos).fold(Rect::NOTHING, |around, point| around.union(Rect::from_pos(point)))
    };
    match mark {
        Mark::Line(points, _) | Mark::Polygon { corners: points, .. } => around(points),
        Mark::Dashes { ends, .. } => around(ends),
        Mark::Disc { middle, radius, .. } | Mark::Ring { middle, radius, .. } => {
            Rect::from_center_size(pos(middle), Vec2::splat(2.0 * radius))
        }
        Mark::Text { middle, .. } => Rect::from_pos(pos(middle)).expand(100.0),
    }
}

fn paint_mark(painter: &Painter, corner: Vec2, mark: &Mark) {
    let at = |point: &Point| Pos2::new(point.x, point.y) + corner;
    match mark {
        Mark::Line(points, stroke) => {
            painter.line(points.iter().map(at).collect(), stroke_of(*stroke));
        }
        Mark::Dashes { ends, stroke, dash, gap } => {
            painter.extend(Shape::dashed_line(&ends.map(|end| at(&end)), stroke_of(*stroke), *dash, *gap));
        }
        Mark::Disc { middle, radius, fill, rim } => {
            paint_disc(painter, at(middle), *radius, paint_of(*fill), stroke_of(*rim));
        }
        Mark::Ring { middle, radius, stroke } => {
            painter.circle_stroke(at(middle), *radius, stroke_of(*stroke));
        }
        Mark::Polygon { corners, fill, rim } => {
            let corners = corners.iter().map(at).collect();
            painter.add(Shape::convex_polygon(corners, paint_of(*fill), stroke_of(*rim)));
        }
        Mark::Text { middle, text, size, color, on_plate } => {
            let middle = at(middle);
            let galley =
                painter.layout_no_wrap(in_visual_order(text).into_owned(), font(*size), paint_of(*color));
            let rect = Align2::CENTER_CENTER.anchor_size(middle, galley.size());
            if *on_plate {
                let margin = vec2(Mark::PLATE_MARGIN.0, Mark::PLATE_MARGIN.1);
                painter.rect_filled(rect.expand2(margin), 4.0, veil_of(Mark::PLATE));
            }
            painter.galley(rect.min, galley, paint_of(*color));
        }
    }
}

fn stroke_of(Stroke { width, color, percent }: Stroke) -> egui::Stroke {
    egui::Stroke::new(width, veil_of((color, percent)))
}

/// Returns a colour with the given opacity in percent.
pub fn veil_of((color, percent): (Color, u8)) -> Color32 {
    paint_of(color).gamma_multiply(f32::from(percent) / 100.0)
}
