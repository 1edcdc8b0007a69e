//! Paints the signs of a difference on cells: runs of equal cells are one textured rectangle.

use egui::emath::TSTransform;
use egui::{
    Color32, ColorImage, Context, Mesh, Painter, Rect, Shape, TextureFilter, TextureHandle, TextureOptions,
    TextureWrapMode, pos2,
};

use crate::difference::{CellDifference, CellDifferences, DifferenceMark};
use crate::editor::widgets::style::paint_of;
use crate::overlay::{
    DIFFERENCE_PERCENT, SIGN_UNITS, WALL_PERCENT, difference_color, is_of_sign, sign_color,
};

/// Pixels of a texture for each unit of a sign.
const SCALE: i32 = 2;

/// The textures of cells: one for each kind of pattern.
pub(super) struct SignTextures(Vec<(CellPattern, TextureHandle)>);

/// The pattern of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellPattern {
    /// The sign of a mark on its colour.
    Sign(DifferenceMark),
    /// Faint colour on walls, which would draw attention from the floors.
    Wall,
}

impl CellPattern {
    const ALL: [Self; 4] = [
        Self::Wall,
        Self::Sign(DifferenceMark::Added),
        Self::Sign(DifferenceMark::Removed),
        Self::Sign(DifferenceMark::Changed),
    ];

    const fn of(cell: CellDifference) -> Option<Self> {
        match (cell, cell.mark()) {
            (CellDifference::Rewalled, _) => Some(Self::Wall),
            (_, Some(mark)) => Some(Self::Sign(mark)),
            (_, None) => None,
        }
    }

    const fn mark(self) -> DifferenceMark {
        match self {
            Self::Sign(mark) => mark,
            Self::Wall => DifferenceMark::Changed,
        }
    }
}

impl SignTextures {
    pub fn new(ctx: &Context) -> Self {
        let texture = |pattern: CellPattern| {
            // Repeated over a run of cells, and smooth at any zoom.
            let options = TextureOptions {
                magnification: TextureFilter::Linear,
                minification: TextureFilter::Linear,
                wrap_mode: TextureWrapMode::Repeat,
                mipmap_mode: Some(TextureFilter::Linear),
            };
            let name = format!("sign {}", pattern.mark().name());
            (pattern, ctx.load_texture(name, image_of(pattern), options))
        };
        Self(CellPattern::ALL.map(texture).into())
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
        let is_seen = |y: i32| (y as f32 + 1.0) >= seen.top() && y as f32 <= seen.bottom();
        for (pattern, texture) in self.0.iter().filter(|(pattern, _)| marks.contains(&pattern.mark())) {
            let mut mesh = Mesh::with_texture(texture.id());
            for (y, row) in cells.rows().filter(|(y, _)| is_seen(*y)) {
                let mut x = cells.area().min.x;
                for run in row.chunk_by(|one, next| CellPattern::of(*one) == CellPattern::of(*next)) {
                    if run.first().is_some_and(|cell| CellPattern::of(*cell) == Some(*pattern)) {
                        add_run(&mut mesh, screen_from_world, (x, y), run.len());
                    }
                    x += run.len() as i32;
                }
            }
            painter.add(Shape::mesh(mesh));
        }
    }
}

/// Adds the rectangle of some cells to the right of the first one.
fn add_run(mesh: &mut Mesh, screen_from_world: TSTransform, (x, y): (i32, i32), cells: usize) {
    let (from, length) = (pos2(x as f32, y as f32), cells as f32);
    let rect = Rect::from_min_max(from, pos2(from.x + length, from.y + 1.0));
    let part = Rect::from_min_max(pos2(0.0, 0.0), pos2(length, 1.0));
    mesh.add_rect_with_uv(screen_from_world * rect, part, Color32::WHITE);
}

fn image_of(pattern: CellPattern) -> ColorImage {
    let side = SIGN_UNITS * SCALE;
    let mark = pattern.mark();
    let (percent, has_sign) = match pattern {
        CellPattern::Sign(_) => (DIFFERENCE_PERCENT, true),
        CellPattern::Wall => (WALL_PERCENT, false),
    };
    let ground = paint_of(difference_color(mark)).gamma_multiply(f32::from(percent) / 100.0);
    let sign = paint_of(sign_color(mark));
    let pixel = |x: i32, y: i32| {
        if has_sign && is_of_sign(mark, x / SCALE, y / SCALE) { sign } else { ground }
    };
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| pixel(x, y))).collect();
    ColorImage::new([side as usize, side as usize], pixels)
}
