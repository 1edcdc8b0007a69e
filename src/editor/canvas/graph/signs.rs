//! Signs of what a rule does to an element: plus, tilde, minus and cross, besides the colours.
//!
//! They are drawn with lines, so that they look alike at every size.

use egui::{Color32, Painter, Pos2, Stroke, Vec2, vec2};

use super::ElementMark;
use crate::editor::widgets::style::{ThemePalette, text_on};

/// Radius of a sign at full size, and minimum radius, in points.
const RADIUS: (f32, f32) = (7.0, 4.5);
/// Zoom below which signs are left out, because elements are smaller than they.
const LEAST_ZOOM: f32 = 0.2;

impl ElementMark {
    /// Returns the sign in a text; `None` for an element that stays.
    pub const fn sign(self) -> Option<&'static str> {
        match self {
            Self::Kept => None,
            Self::Created => Some("+"),
            Self::Changed => Some("~"),
            Self::Erased => Some("\u{2212}"),
            Self::Forbidden => Some("\u{d7}"),
        }
    }
}

/// Returns the colour of an effect, if there is one.
pub fn mark_color(mark: ElementMark, palette: &ThemePalette) -> Option<Color32> {
    match mark {
        ElementMark::Kept => None,
        ElementMark::Created => Some(palette.good),
        ElementMark::Changed => Some(palette.doubtful),
        ElementMark::Erased | ElementMark::Forbidden => Some(palette.bad),
    }
}

/// Paints the sign of an element on the upper left of its ring.
pub(super) fn paint_node_sign(
    painter: &Painter,
    (middle, radius): (Pos2, f32),
    zoom: f32,
    mark: ElementMark,
    palette: &ThemePalette,
) {
    paint_sign(painter, middle + Vec2::angled(-2.35) * (radius + 2.0), zoom, mark, palette);
}

/// Paints the sign of an element at a point.
pub(super) fn paint_sign(painter: &Painter, at: Pos2, zoom: f32, mark: ElementMark, palette: &ThemePalette) {
    let Some(color) = mark_color(mark, palette).filter(|_| zoom >= LEAST_ZOOM) else { return };
    let radius = (RADIUS.0 * zoom.sqrt()).clamp(RADIUS.1, RADIUS.0);
    painter.circle(at, radius, color, Stroke::new(1.5, palette.canvas));
    let (arm, stroke) = (radius * 0.58, Stroke::new((radius * 0.26).max(1.3), text_on(color)));
    let line = |from: Vec2, to: Vec2| {
        painter.line_segment([at + from * arm, at + to * arm], stroke);
    };
    match mark {
        ElementMark::Kept => {}
        ElementMark::Created => {
            line(vec2(-1.0, 0.0), vec2(1.0, 0.0));
            line(vec2(0.0, -1.0), vec2(0.0, 1.0));
        }
        ElementMark::Changed => wave(painter, at, arm, stroke),
        ElementMark::Erased => line(vec2(-1.0, 0.0), vec2(1.0, 0.0)),
        ElementMark::Forbidden => {
            line(vec2(-0.75, -0.75), vec2(0.75, 0.75));
            line(vec2(-0.75, 0.75), vec2(0.75, -0.75));
        }
    }
}

/// Paints a tilde of this half width.
fn wave(painter: &Painter, at: Pos2, arm: f32, stroke: Stroke) {
    let points = [(-1.0, 0.3), (-0.5, -0.35), (0.0, 0.0), (0.5, 0.35), (1.0, -0.3)];
    painter.line(points.map(|(x, y)| at + vec2(x, y) * arm).to_vec(), stroke);
}

/// Paints two rings around something selected. Two tell it from the single ring of a mark.
pub(super) fn paint_selection(painter: &Painter, middle: Pos2, radius: f32, color: Color32) {
    painter.circle_stroke(middle, radius + 3.5, Stroke::new(3.0, color));
    painter.circle_stroke(middle, radius + 7.5, Stroke::new(1.5, color));
}
