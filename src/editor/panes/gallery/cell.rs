//! A cell of the gallery: the thumbnail of a seed with its number, its metric, its star, or its failure.

use egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Response, Shape, Stroke, StrokeKind, Ui,
    Vec2, WidgetType, pos2, vec2,
};
use egui_phosphor::regular as icon;

use super::sentence::singular;
use super::thumbnails::ThumbnailPicture;
use crate::base::{Seed, printable_line};
use crate::editor::widgets::info;
use crate::editor::widgets::style::{SMALL, ThemePalette, font, palette, palette_of, text_on};
use crate::files::SeedMark;
use crate::metrics::{LevelMetric, MetricUnit, MetricValue};
use crate::survey::SeedRecord;

/// Height of the line below a thumbnail, in points.
const FOOT: f32 = 22.0;
/// Height of the line of small thumbnails, which only shows the colour of the metric.
const THIN_FOOT: f32 = 5.0;
/// Smallest thumbnail with a number below it, and with a metric next to that; in points.
const NUMBER_FROM: f32 = 56.0;
const BADGE_FROM: f32 = 84.0;
/// Space around a thumbnail, in points.
const INSET: f32 = 4.0;
/// Opacity of a thumbnail from before the last change.
const DIMMED: f32 = 0.35;

/// Everything that a cell shows.
pub struct SeedCell<'a> {
    pub seed: Seed,
    /// Side of the thumbnail, in points. The cell may be wider.
    pub side: f32,
    /// Record of the seed, if it is known.
    pub record: Option<&'a SeedRecord>,
    /// Thumbnail.
    pub picture: Option<&'a ThumbnailPicture>,
    /// `true` if both are from before the last change.
    pub is_old: bool,
    pub mark: Option<&'a SeedMark>,
    pub is_selected: bool,
    /// `true` if the level pane shows the seed.
    pub is_current: bool,
    /// Metric at the foot.
    pub badge: Option<&'static LevelMetric>,
    /// `true` if the grammar has properties, so that every level has a verdict.
    pub has_properties: bool,
    /// Colour of its value.
    pub tint: Option<Color32>,
}

/// Returns the size of a cell for thumbnails of a side, in points.
pub fn cell_size(side: f32) -> Vec2 {
    vec2(side, side + foot_of(side))
}

fn foot_of(side: f32) -> f32 {
    if side >= NUMBER_FROM { FOOT } else { THIN_FOOT }
}

/// Returns the value of a metric in words, for example *18 places*.
pub fn value_words(metric: &LevelMetric, value: MetricValue) -> String {
    let text = metric.unit.text_of(value.as_f64());
    match metric.unit {
        MetricUnit::Count if text == "1" => format!("1 {}", singular(&metric.words())),
        MetricUnit::Count => format!("{text} {}", metric.words()),
        MetricUnit::Cells | MetricUnit::Steps | MetricUnit::Share | MetricUnit::Ratio => {
            format!("{} {text}", metric.words())
        }
    }
}

impl SeedCell<'_> {
    /// Returns the accessible name, for example *Seed 42, 18 places, starred*.
    pub fn name(&self) -> String {
        let mut parts = vec![format!("Seed {}", self.seed)];
        match self.record {
            None => parts.push("not made yet".to_owned()),
            Some(record) => {
                if let Some(failure) = &record.failure {
                    parts.push(format!("failed in {}: {}", failure.stage, failure.code));
                }
                let metric = self.badge.or(LevelMetric::named("places"));
                parts.extend(metric.and_then(|metric| Some(value_words(metric, record.value(metric)?))));
            }
        }
        parts.extend(self.failed_properties().map(|failed| match failed {
            0 => "no property fails".to_owned(),
            1 => "1 property fails".to_owned(),
            _ => format!("{failed} properties fail"),
        }));
        let is_starred = self.mark.is_some_and(|mark| mark.starred);
        parts.extend(is_starred.then(|| "starred".to_owned()));
        let tags = self.mark.into_iter().flat_map(|mark| &mark.tags);
        parts.extend(tags.map(|tag| printable_line(tag).into_owned()));
        parts.extend(self.is_old.then(|| "from before the last change".to_owned()));
        parts.join(", ")
    }

    /// Returns the number of properties that the level does not have; `None` if nothing was judged.
    fn failed_properties(&self) -> Option<usize> {
        let record = self.record.filter(|record| self.has_properties && record.failure.is_none())?;
        Some(record.failed_properties.len())
    }

    /// Paints the cell and announces it.
    pub fn paint(&self, ui: &Ui, rect: Rect, response: &Response) {
        let colors = palette(ui);
        response
            .widget_info(|| info::selected(WidgetType::SelectableLabel, true, self.is_selected, self.name()));
        let painter = ui.painter();
        let radius = CornerRadius::same(6);
        let fill = match (self.is_selected, response.hovered()) {
            (true, _) => ui.visuals().selection.bg_fill,
            (false, true) => colors.field_hovered,
            (false, false) => colors.panel,
        };
        painter.rect_filled(rect, radius, fill);
        let plate = rect.with_max_y(rect.bottom() - foot_of(self.side)).shrink(INSET);
        // Walls are dark in both themes, and so is the ground around a level.
        let ground = if self.picture.is_some() { palette_of(true).rock } else { colors.rock };
        painter.rect_filled(plate, 3.0, ground);
        self.paint_picture(painter, plate, colors);
        self.paint_foot(painter, rect, colors);
        let rim = match (self.is_current, self.is_selected) {
            (true, _) => Stroke::new(2.5, colors.accent),
            (false, true) => Stroke::new(1.5, colors.accent),
            (false, false) => Stroke::new(1.0, colors.line),
        };
        painter.rect_stroke(rect, radius, rim, StrokeKind::Inside);
        if response.has_focus() {
            painter.rect_stroke(rect.expand(2.0), 8.0, Stroke::new(2.0, colors.strong), StrokeKind::Inside);
        }
    }

    fn paint_picture(&self, painter: &Painter, square: Rect, colors: &ThemePalette) {
        let failure = self.record.and_then(|record| record.failure.as_ref());
        if let Some(picture) = self.picture {
            let size = picture.texture.size_vec2();
            let rect = Rect::from_center_size(square.center(), size * (square.height() / size.max_elem()));
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let share = if self.is_old { DIMMED } else { 1.0 };
            painter.image(picture.texture.id(), rect, whole, Color32::WHITE.gamma_multiply(share));
        } else if failure.is_none() {
            let dots = if square.width() < NUMBER_FROM { "…" } else { icon::HOURGLASS };
            let size = (square.width() * 0.16).clamp(9.0, 22.0);
            painter.text(square.center(), Align2::CENTER_CENTER, dots, font(size), colors.line);
        }
        let Some(failure) = failure else { return };
        let plate = if self.picture.is_some() { square.with_min_y(square.bottom() - 34.0) } else { square };
        painter.rect_filled(plate, 3.0, colors.panel.gamma_multiply(0.88));
        if square.width() < BADGE_FROM {
            let size = font(square.width() * 0.4);
            painter.text(square.center(), Align2::CENTER_CENTER, icon::X_CIRCLE, size, colors.bad);
            return;
        }
        let text = format!("{}  {}\n{}", icon::X_CIRCLE, failure.stage, failure.code);
        let galley = painter.layout(text, font(SMALL), colors.bad, plate.width() - 8.0);
        let at = Align2::CENTER_CENTER.anchor_size(plate.center(), galley.size());
        painter.with_clip_rect(plate).galley(at.min, galley, colors.bad);
    }

    fn paint_foot(&self, painter: &Painter, rect: Rect, colors: &ThemePalette) {
        let side = self.side;
        let foot = rect.with_min_y(rect.top() + side - INSET / 2.0).shrink2(vec2(INSET + 2.0, 0.0));
        if side < NUMBER_FROM {
            if let Some(tint) = self.tint {
                painter.rect_filled(foot.shrink2(vec2(0.0, 1.5)), 1.0, tint);
            }
            return;
        }
        let middle = foot.center().y - 1.0;
        let value = self
            .badge
            .zip(self.record)
            .and_then(|(metric, record)| Some(metric.unit.text_of(record.value(metric)?.as_f64())));
        let mut right = foot.right();
        if let Some(value) = value.filter(|_| side >= BADGE_FROM) {
            let usual = if self.is_selected { colors.strong } else { colors.text };
            let color = self.tint.map_or(usual, text_on);
            let galley = painter.layout_no_wrap(value, font(SMALL), color);
            let pill = Align2::RIGHT_CENTER.anchor_size(pos2(right, middle), galley.size() + vec2(10.0, 2.0));
            if let Some(tint) = self.tint {
                painter.rect(pill, 5.0, tint, Stroke::new(1.0, colors.line), StrokeKind::Outside);
            }
            painter.galley(pill.min + vec2(5.0, 1.0), galley, color);
            right = pill.left() - 4.0;
        } else if let Some(tint) = self.tint {
            let dot = Rect::from_center_size(pos2(right - 5.0, middle), Vec2::splat(10.0));
            painter.rect(dot, 3.0, tint, Stroke::new(1.0, colors.line), StrokeKind::Outside);
            right -= 14.0;
        }
        let is_noted = self.mark.is_some_and(|mark| !mark.note.is_empty() || !mark.tags.is_empty());
        let mut left = foot.left();
        if let Some(failed) = self.failed_properties() {
            let (sign, color) = if failed == 0 { (icon::CHECK, colors.good) } else { (icon::X, colors.bad) };
            let color = if self.is_selected { colors.strong } else { color };
            let galley = painter.layout_no_wrap(sign.to_owned(), font(SMALL), color);
            let at = pos2(left, middle - galley.size().y / 2.0);
            left += galley.size().x + 4.0;
            painter.galley(at, galley, color);
        }
        let number =
            if is_noted { format!("{}  {}", self.seed, icon::NOTE_PENCIL) } else { self.seed.to_string() };
        let color = if self.is_current && !self.is_selected { colors.accent } else { colors.strong };
        write_shortened(painter, number, pos2(left, middle), right - left, font(SMALL), color);
    }
}

/// Writes a line from its left end, and cuts it at a width.
fn write_shortened(painter: &Painter, text: String, left: Pos2, width: f32, font: FontId, color: Color32) {
    let mut job = egui::text::LayoutJob::simple_singleline(text, font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    let galley = painter.layout_job(job);
    painter.galley(left - vec2(0.0, galley.size().y / 2.0), galley, color);
}

/// Returns the rectangle of the star; `None` if the thumbnail is too small for it.
pub fn star_rect(cell: Rect) -> Option<Rect> {
    let corner = cell.right_top() + vec2(-INSET - 3.0, INSET + 3.0);
    (cell.width() >= NUMBER_FROM).then(|| Align2::RIGHT_TOP.anchor_size(corner, Vec2::splat(20.0)))
}

/// Paints the star on a plate.
pub fn paint_star(ui: &Ui, rect: Rect, is_starred: bool) {
    let colors = palette(ui);
    let painter = ui.painter();
    painter.circle_filled(rect.center(), rect.width() / 2.0, colors.panel.gamma_multiply(0.85));
    let (middle, outer) = (rect.center() + vec2(0.0, 0.5), rect.width() * 0.4);
    let point = |number: usize, radius: f32| {
        let angle = std::f32::consts::TAU * (number as f32 / 10.0 - 0.25);
        middle + radius * Vec2::angled(angle)
    };
    let corners: Vec<Pos2> =
        (0..10).map(|number| point(number, if number % 2 == 0 { outer } else { outer * 0.45 })).collect();
    if is_starred {
        for tip in (0..10).step_by(2) {
            let kite =
                [middle, point(tip + 9, outer * 0.45), point(tip, outer), point(tip + 1, outer * 0.45)];
            painter.add(Shape::convex_polygon(kite.to_vec(), colors.accent, Stroke::new(0.5, colors.accent)));
        }
    } else {
        painter.add(Shape::closed_line(corners, Stroke::new(1.2, colors.dim)));
    }
}
