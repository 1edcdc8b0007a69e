//! Arrows on the sides of board cells that can be crossed one way only.

use egui::emath::TSTransform;
use egui::{Color32, Painter, Shape, Stroke, pos2, vec2};

use crate::base::{Cell, Direction};
use crate::editor::widgets::style::text_on;
use crate::level::Level;
use crate::mission::Board;

/// The colour of the arrows.
const ARROW: Color32 = Color32::from_rgb(0xe6, 0xc2, 0x29);

/// Paints an arrow for each drop inside a board.
pub fn paint_drops(painter: &Painter, screen_from_world: TSTransform, level: &Level) {
    let half = (screen_from_world.scaling * 0.4).clamp(3.0, 10.0);
    for place in &level.places {
        let Some(record) = &place.board else { continue };
        let board = Board { cells: record.cells, cell: record.cell };
        let corner = place.bounds.min + Cell::new(1, 1);
        for drop in &record.drops {
            let side = Direction::ALL.into_iter().find(|side| drop.from.step(*side) == drop.to);
            let middle = side.and_then(|side| board.middle(drop.from, side).next());
            let (Some(side), Some(middle)) = (side, middle) else { continue };
            let (cell, Cell { x, y }) = (corner + middle, side.offset());
            let ahead = vec2(x as f32, y as f32);
            let edge = pos2(cell.x as f32 + 0.5, cell.y as f32 + 0.5) + ahead * 0.5;
            let tip = screen_from_world * edge + ahead * half;
            let back = tip - ahead * half * 1.6;
            let corners = [tip, back + ahead.rot90() * half, back - ahead.rot90() * half];
            painter.add(Shape::convex_polygon(corners.to_vec(), ARROW, Stroke::new(1.0, text_on(ARROW))));
        }
    }
}
