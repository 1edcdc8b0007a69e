//! The picture of a rule: required and forbidden parts on the left, results on the right.
//!
//! Both sides have the same scale, so that kept elements look the same. If they do not fit side by side, the
//! right one is below.

use egui::emath::TSTransform;
use egui::{Align2, Color32, CornerRadius, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use egui_phosphor::regular as icon;

use super::graph::{AuthoredDrawing, PLACE_RADIUS, RuleDrawing, edge_text_rect, node_text_rect, paint_graph};
use crate::editor::widgets::style::{self, blend, palette};

/// Space for the arrow between the sides, in points.
const ARROW_ROOM: f32 = 30.0;
/// Space between pictures of one side, in points.
const SPACE: f32 = 8.0;
/// Height of the title above a picture, in points.
const HEAD_HEIGHT: f32 = 16.0;
/// Space between a forbidden pattern and its frame, in points.
const FRAME: f32 = 6.0;
/// Size of a side without nodes, in points.
const EMPTY_SIDE: Vec2 = vec2(56.0, 44.0);
/// Possible zooms, in screen points per unit of a drawing; the first that fits is used.
const ZOOMS: [f32; 9] = [0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.42, 0.34, 0.26];
/// Minimum zoom for sides next to each other; otherwise they are stacked.
const LEAST_BESIDE: f32 = 0.56;
/// Maximum zoom for stacked sides.
const MOST_BELOW: f32 = 0.68;

/// One of the pictures that form the picture of a rule.
struct PictureCell {
    drawing: AuthoredDrawing,
    /// Title above it.
    head: String,
    is_forbidden: bool,
    /// Bounds at the zoom of its side, in points.
    extent: Rect,
}

/// The pictures of one side, stacked and measured.
struct PictureSide {
    cells: Vec<PictureCell>,
    zoom: f32,
}

/// The layout of a rule's picture.
pub struct RulePicture {
    left: PictureSide,
    right: PictureSide,
    is_beside: bool,
}

impl RulePicture {
    /// Finds the largest scale that fits into a width; `weights` are those of the right sides.
    pub fn new(ui: &Ui, drawing: RuleDrawing, weights: &[u32], width: f32) -> Self {
        let side = |cells| PictureSide { cells, zoom: 0.0 };
        let left = side(left_cells(drawing.lhs, drawing.forbid));
        let right = side(right_cells(drawing.sides, weights));
        let mut picture = Self { left, right, is_beside: true };
        let beside = ZOOMS.into_iter().filter(|zoom| *zoom >= LEAST_BESIDE).map(|zoom| (true, zoom));
        let below = ZOOMS.into_iter().filter(|zoom| *zoom <= MOST_BELOW).map(|zoom| (false, zoom));
        // If nothing fits, the last and smallest scale stays.
        for (is_beside, zoom) in beside.chain(below) {
            picture.is_beside = is_beside;
            picture.left.measure(ui, zoom);
            picture.right.measure(ui, zoom);
            if picture.width() <= width {
                break;
            }
        }
        picture
    }

    fn width(&self) -> f32 {
        let (left, right) = (self.left.size().x, self.right.size().x);
        if self.is_beside { left + right + ARROW_ROOM } else { left.max(right) }
    }

    /// Returns its height, in points.
    pub fn height(&self) -> f32 {
        let (left, right) = (self.left.size().y, self.right.size().y);
        if self.is_beside { left.max(right) } else { left + ARROW_ROOM + right }
    }

    /// Paints it.
    pub fn paint(&self, ui: &Ui, rect: Rect) {
        let (left, right) = (self.left.size(), self.right.size());
        let (left_middle, arrow, right_middle, sign) = if self.is_beside {
            let slack = (rect.width() - left.x - right.x - ARROW_ROOM) / 4.0;
            let y = rect.center().y;
            let left_middle = pos2(rect.left() + slack + left.x / 2.0, y);
            let right_middle = pos2(rect.right() - slack - right.x / 2.0, y);
            let arrow = pos2((left_middle.x + left.x / 2.0 + right_middle.x - right.x / 2.0) / 2.0, y);
            (left_middle, arrow, right_middle, icon::ARROW_RIGHT)
        } else {
            let x = rect.center().x;
            let left_middle = pos2(x, rect.top() + left.y / 2.0);
            let arrow = pos2(x, rect.top() + left.y + ARROW_ROOM / 2.0);
            (left_middle, arrow, pos2(x, rect.bottom() - right.y / 2.0), icon::ARROW_DOWN)
        };
        self.left.paint(ui, left_middle);
        ui.painter().text(arrow, Align2::CENTER_CENTER, sign, style::font(20.0), palette(ui).dim);
        self.right.paint(ui, right_middle);
    }
}

fn cell(drawing: AuthoredDrawing, head: String, is_forbidden: bool) -> PictureCell {
    PictureCell { drawing, head, is_forbidden, extent: Rect::NOTHING }
}

fn left_cells(lhs: AuthoredDrawing, forbid: Vec<AuthoredDrawing>) -> Vec<PictureCell> {
    let forbid = forbid.into_iter().map(|drawing| cell(drawing, "must not be there".to_owned(), true));
    std::iter::once(cell(lhs, String::new(), false)).chain(forbid).collect()
}

fn right_cells(sides: Vec<AuthoredDrawing>, weights: &[u32]) -> Vec<PictureCell> {
    let has_several = sides.len() > 1;
    let sides = sides.into_iter().zip(weights).enumerate();
    sides
        .map(|(position, (drawing, weight))| {
            let or = if position > 0 { "or, " } else { "" };
            let head = if has_several { format!("{or}weight {weight}") } else { String::new() };
            cell(drawing, head, false)
        })
        .collect()
}

impl PictureSide {
    fn measure(&mut self, ui: &Ui, zoom: f32) {
        self.zoom = zoom;
        for cell in &mut self.cells {
            cell.extent = extent(ui, &cell.drawing, zoom);
        }
    }

    fn size(&self) -> Vec2 {
        let sizes = self.cells.iter().map(PictureCell::size);
        let all = sizes.fold(Vec2::ZERO, |sum, size| vec2(sum.x.max(size.x), sum.y + size.y + SPACE));
        all - vec2(0.0, SPACE)
    }

    fn paint(&self, ui: &Ui, middle: Pos2) {
        let mut top = middle.y - self.size().y / 2.0;
        for cell in &self.cells {
            let size = cell.size();
            let rect = Rect::from_min_size(pos2(middle.x - size.x / 2.0, top), size);
            cell.paint(ui, rect, self.zoom);
            top += size.y + SPACE;
        }
    }
}

impl PictureCell {
    fn size(&self) -> Vec2 {
        let frame = if self.is_forbidden { 2.0 * FRAME } else { 0.0 };
        let head = if self.head.is_empty() { 0.0 } else { HEAD_HEIGHT };
        // Titles are short; this width is enough for all of them.
        let least = if self.head.is_empty() { 0.0 } else { 92.0 };
        vec2(self.extent.width().max(least) + frame, self.extent.height() + head + frame)
    }

    fn paint(&self, ui: &Ui, rect: Rect, zoom: f32) {
        let colors = palette(ui);
        let head = if self.head.is_empty() { 0.0 } else { HEAD_HEIGHT };
        let color = if self.is_forbidden { colors.bad } else { colors.dim };
        let top = rect.center_top() + vec2(0.0, 1.0);
        ui.painter().text(top, Align2::CENTER_TOP, &self.head, style::font(10.5), color);
        let body = rect.with_min_y(rect.top() + head);
        let background = if self.is_forbidden { crossed_out(ui, body) } else { colors.bar };
        if self.drawing.nodes.is_empty() {
            let small = style::font(10.5);
            ui.painter().text(body.center(), Align2::CENTER_CENTER, "nothing", small, colors.dim);
            return;
        }
        let transform = TSTransform::new(body.center() - self.extent.center(), zoom);
        paint_graph(ui.painter(), &self.drawing, transform, colors, background);
    }
}

/// Paints a frame with a cross through it. Returns the colour of its background.
fn crossed_out(ui: &Ui, rect: Rect) -> Color32 {
    let colors = palette(ui);
    let background = blend(colors.bar, colors.bad, 0.07);
    let faint = Stroke::new(1.5, blend(colors.bar, colors.bad, 0.4));
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), background, faint, StrokeKind::Inside);
    let inner = rect.shrink(2.0);
    for ends in [[inner.left_top(), inner.right_bottom()], [inner.left_bottom(), inner.right_top()]] {
        painter.add(Shape::line_segment(ends, faint));
    }
    background
}

/// Returns the bounds of a drawing at a scale, including texts, in points.
fn extent(ui: &Ui, drawing: &AuthoredDrawing, zoom: f32) -> Rect {
    if drawing.nodes.is_empty() {
        return Rect::from_center_size(Pos2::ZERO, EMPTY_SIDE);
    }
    let transform = TSTransform::from_scaling(zoom);
    let (painter, colors) = (ui.painter(), palette(ui));
    let circle = Vec2::splat(2.0 * (PLACE_RADIUS * zoom + 5.0));
    let circles = drawing.nodes.iter().map(|node| Rect::from_center_size(transform * node.at, circle));
    let names = drawing.nodes.iter().filter_map(|node| node_text_rect(painter, node, transform, colors));
    let labels = drawing.edges.iter().filter_map(|edge| edge_text_rect(painter, edge, transform, colors));
    let points = drawing.edges.iter().flat_map(|edge| &edge.points);
    let lines = points.map(|point| Rect::from_center_size(transform * *point, Vec2::splat(2.0)));
    circles.chain(names).chain(labels).chain(lines).fold(Rect::NOTHING, Rect::union).expand(2.0)
}
