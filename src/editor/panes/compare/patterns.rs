//! Paints the signs of a difference on cells: runs of equal cells are one textured rectangle.

use egui::emath::TSTransform;
use egui::{
    Color32, ColorImage, Context, Mesh, Painter, Rect, Shape, TextureFilter, TextureHandle, TextureOptions,
    TextureWrapMode, pos2,
};

use crate::difference::{CellDifferences, DifferenceMark};
use crate::editor::widgets::style::paint_of;
use crate::overlay::{DIFFERENCE_PERCENT, SIGN_UNITS, difference_color, is_of_sign, sign_color};

/// Pixels of a texture for each unit of a sign.
const SCALE: i32 = 2;

/// A texture for each mark, in the order of [`DifferenceMark::ALL`].
pub(super) struct SignTextures([TextureHandle; 3]);

impl SignTextures {
    pub fn new(ctx: &Context) -> Self {
        Self(DifferenceMark::ALL.map(|mark| {
            // Repeated over a run of cells, and smooth at any zoom.
            let options = TextureOptions {
                magnification: TextureFilter::Linear,
                minification: TextureFilter::Linear,
                wrap_mode: TextureWrapMode::Repeat,
                mipmap_mode: Some(TextureFilter::Linear),
            };
            ctx.load_texture(format!("sign {}", mark.name()), image_of(mark), options)
        }))
    }

    /// Paints the visible cells with one of the marks.
    pub fn paint(
        &self,
        painter: &Painter,
        screen_from_world: TSTransform,
        cells: &CellDifferences,
        marks: &[DifferenceMark],
    ) {
        let seen = screen_from_world.inverse() * painter.clip_rect();
        for (mark, texture) in DifferenceMark::ALL.into_iter().zip(&self.0) {
            if !marks.contains(&mark) {
                continue;
            }
            let mut mesh = Mesh::with_texture(texture.id());
            for (y, row) in
                cells.rows().filter(|(y, _)| (*y as f32 + 1.0) >= seen.top() && *y as f32 <= seen.bottom())
            {
                let mut x = cells.area().min.x;
                for run in row.chunk_by(|one, next| one.mark() == next.mark()) {
                    let length = run.len() as f32;
                    if run.first().is_some_and(|cell| cell.mark() == Some(mark)) {
                        let from = pos2(x as f32, y as f32);
                        let rect = Rect::from_min_max(from, pos2(from.x + length, from.y + 1.0));
                        let part = Rect::from_min_max(pos2(0.0, 0.0), pos2(length, 1.0));
                        mesh.add_rect_with_uv(screen_from_world * rect, part, Color32::WHITE);
                    }
                    x += run.len() as i32;
                }
            }
            painter.add(Shape::mesh(mesh));
        }
    }
}

fn image_of(mark: DifferenceMark) -> ColorImage {
    let side = SIGN_UNITS * SCALE;
    let ground = paint_of(difference_color(mark)).gamma_multiply(f32::from(DIFFERENCE_PERCENT) / 100.0);
    let sign = paint_of(sign_color(mark));
    let pixel = |x: i32, y: i32| if is_of_sign(mark, x / SCALE, y / SCALE) { sign } else { ground };
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| pixel(x, y))).collect();
    ColorImage::new([side as usize, side as usize], pixels)
}
