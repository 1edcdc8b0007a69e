//! Paints a single line of text, ending in an ellipsis if it does not fit.

use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, Painter, Pos2, vec2};

use super::style::font;
use crate::lettering::in_visual_order;

/// Paints a line from the middle of its left end to `right`, in points. Returns `true` if it was cut.
pub fn elided(painter: &Painter, at: Pos2, right: f32, (text, size): (&str, f32), color: Color32) -> bool {
    let mut job = LayoutJob::simple_singleline(in_visual_order(text).into_owned(), font(size), color);
    job.wrap = TextWrapping::truncate_at_width((right - at.x).max(0.0));
    let galley = painter.layout_job(job);
    let is_cut = galley.elided;
    painter.galley(at - vec2(0.0, galley.size().y / 2.0), galley, color);
    is_cut
}
