//! Paints what the window would paint into pixels, without a graphics card: for pictures of drawings that are made in the background.
//!
//! The context is one of its own; the same painting gives the same pixels.

use std::collections::BTreeMap;

use egui::epaint::{ImageDelta, Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, Context, Pos2, RawInput, Rect, TextureId, Theme, Ui, Vec2};

use crate::editor::widgets::style;

/// Paints into pixels, one picture after the other.
pub struct SoftwarePainter {
    ctx: Context,
    size: Vec2,
    textures: BTreeMap<u64, ColorImage>,
}

impl SoftwarePainter {
    /// Pictures of that size in pixels, in the colours of the dark or the light theme.
    pub fn new(size: [usize; 2], dark: bool) -> Self {
        let ctx = Context::default();
        style::install(&ctx);
        ctx.set_theme(if dark { Theme::Dark } else { Theme::Light });
        Self { ctx, size: Vec2::new(size[0] as f32, size[1] as f32), textures: BTreeMap::new() }
    }

    /// A picture of what is painted.
    pub fn picture(&mut self, paint: impl Fn(&mut Ui)) -> ColorImage {
        let whole = Rect::from_min_size(Pos2::ZERO, self.size);
        let input = RawInput { screen_rect: Some(whole), ..RawInput::default() };
        let mut output = self.ctx.run_ui(input, |ui| paint(ui));
        for (id, deltas) in &output.textures_delta.set {
            deltas.iter().for_each(|delta| self.take_texture(*id, delta));
        }
        output.textures_delta.clear();
        let mut image = ColorImage::filled([self.size.x as usize, self.size.y as usize], Color32::BLACK);
        for clipped in self.ctx.tessellate(output.shapes, output.pixels_per_point) {
            if let Primitive::Mesh(mesh) = &clipped.primitive {
                self.paint_mesh(&mut image, clipped.clip_rect, mesh);
            }
        }
        image
    }

    fn take_texture(&mut self, id: TextureId, delta: &ImageDelta) {
        let TextureId::Managed(number) = id else { return };
        let egui::ImageData::Color(new) = &delta.image;
        let Some([left, top]) = delta.pos else {
            self.textures.insert(number, ColorImage::clone(new));
            return;
        };
        let Some(texture) = self.textures.get_mut(&number) else { return };
        let (width, columns) = (texture.size[0], new.size[0]);
        for (row, pixels) in new.pixels.chunks(columns.max(1)).enumerate() {
            let start = (top + row) * width + left;
            if let Some(part) = texture.pixels.get_mut(start..start + columns) {
                part.copy_from_slice(pixels);
            }
        }
    }

    fn paint_mesh(&self, image: &mut ColorImage, clip: Rect, mesh: &Mesh) {
        let TextureId::Managed(number) = mesh.texture_id else { return };
        let Some(texture) = self.textures.get(&number) else { return };
        for corners in mesh.indices.chunks(3) {
            if let [a, b, c] = corners
                && let [Some(a), Some(b), Some(c)] = [a, b, c].map(|index| mesh.vertices.get(*index as usize))
            {
                paint_triangle(image, clip, texture, [a, b, c]);
            }
        }
    }
}

/// Twice the area of the triangle, positive if the third point lies to the right of the way from the first to the second, as the screen has it.
fn area(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Does a point on the side from `a` to `b` belong to the triangle? Of two triangles that share a side, to one of them.
fn owns_side(a: Pos2, b: Pos2) -> bool {
    b.y < a.y || (b.y == a.y && b.x > a.x)
}

fn paint_triangle(image: &mut ColorImage, clip: Rect, texture: &ColorImage, [a, b, c]: [&Vertex; 3]) {
    let whole = area(a.pos, b.pos, c.pos);
    if whole == 0.0 {
        return;
    }
    if whole < 0.0 {
        return paint_triangle(image, clip, texture, [a, c, b]);
    }
    let bounds = Rect::from_points(&[a.pos, b.pos, c.pos]).intersect(clip);
    let [width, height] = image.size;
    let span = |from: f32, to: f32, most: usize| {
        (from - 0.5).ceil().max(0.0) as usize..(to + 0.5).floor().clamp(0.0, most as f32) as usize
    };
    let sides = [(b.pos, c.pos), (c.pos, a.pos), (a.pos, b.pos)];
    for y in span(bounds.top(), bounds.bottom(), height) {
        for x in span(bounds.left(), bounds.right(), width) {
            let point = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
            let weights = sides.map(|(from, to)| area(from, to, point));
            let is_inside = weights
                .iter()
                .zip(sides)
                .all(|(weight, (from, to))| *weight > 0.0 || (*weight == 0.0 && owns_side(from, to)));
            if is_inside {
                let shares = weights.map(|weight| weight / whole);
                let color = color_at(texture, [a, b, c], shares);
                if let Some(pixel) = image.pixels.get_mut(y * width + x) {
                    *pixel = over(*pixel, color);
                }
            }
        }
    }
}

/// The premultiplied colour at a point of a triangle, 0 to 255 a channel.
fn color_at(texture: &ColorImage, corners: [&Vertex; 3], shares: [f32; 3]) -> [f32; 4] {
    let mut color = [0.0; 4];
    let mut uv = (0.0, 0.0);
    for (corner, share) in corners.iter().zip(shares) {
        for (sum, channel) in color.iter_mut().zip(corner.color.to_array()) {
            *sum += f32::from(channel) * share;
        }
        uv = (uv.0 + corner.uv.x * share, uv.1 + corner.uv.y * share);
    }
    let sampled = sample(texture, uv);
    [0, 1, 2, 3].map(|channel: usize| color[channel] * sampled[channel] / 255.0)
}

/// The texture between the middles of its pixels.
fn sample(texture: &ColorImage, (u, v): (f32, f32)) -> [f32; 4] {
    let [width, height] = texture.size;
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (right_share, lower_share) = (x - left, y - top);
    let pixel = |dx: f32, dy: f32| {
        let column = (left + dx).clamp(0.0, width as f32 - 1.0) as usize;
        let row = (top + dy).clamp(0.0, height as f32 - 1.0) as usize;
        texture.pixels.get(row * width + column).map_or([0; 4], Color32::to_array).map(f32::from)
    };
    let corners = [
        (pixel(0.0, 0.0), (1.0 - right_share) * (1.0 - lower_share)),
        (pixel(1.0, 0.0), right_share * (1.0 - lower_share)),
        (pixel(0.0, 1.0), (1.0 - right_share) * lower_share),
        (pixel(1.0, 1.0), right_share * lower_share),
    ];
    let mut sum = [0.0; 4];
    for (color, share) in corners {
        for (sum, channel) in sum.iter_mut().zip(color) {
            *sum += channel * share;
        }
    }
    sum
}

fn over(below: Color32, [r, g, b, a]: [f32; 4]) -> Color32 {
    let channel =
        |under: u8, own: f32| (f32::from(under) * (1.0 - a / 255.0) + own).round().clamp(0.0, 255.0) as u8;
    Color32::from_rgb(channel(below.r(), r), channel(below.g(), g), channel(below.b(), b))
}

#[cfg(test)]
mod tests {
    use egui::{Align2, FontId, Sense, vec2};

    use super::*;

    #[test]
    fn what_is_painted_is_in_the_picture_and_the_same_each_time() {
        let paint = |ui: &mut Ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            ui.painter().rect_filled(ui.max_rect().expand(20.0), 0.0, Color32::WHITE);
            ui.painter().circle_filled(Pos2::new(60.0, 30.0), 10.0, Color32::RED);
            ui.painter().text(rect.min, Align2::LEFT_TOP, "mmm", FontId::proportional(14.0), Color32::BLACK);
        };
        let mut painter = SoftwarePainter::new([100, 60], true);
        let first = painter.picture(paint);
        let at = |image: &ColorImage, x: usize, y: usize| image.pixels[y * 100 + x];
        assert_eq!(at(&first, 60, 30), Color32::RED);
        assert_eq!(at(&first, 90, 50), Color32::WHITE);
        let ink = |image: &ColorImage| image.pixels.iter().filter(|pixel| pixel.r() < 100).count();
        assert!(ink(&first) > 20, "{} pixels of text", ink(&first));
        let reds = first.pixels.iter().filter(|pixel| pixel.r() > 200 && pixel.g() < 60).count() as f32;
        assert!((reds / (100.0 * std::f32::consts::PI) - 1.0).abs() < 0.15, "{reds} pixels of a disc");
        assert!(painter.picture(paint).pixels == first.pixels);
        assert!(SoftwarePainter::new([100, 60], true).picture(paint).pixels == first.pixels);
    }
}
