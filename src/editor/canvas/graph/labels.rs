//! Names of nodes at small scales: each where it touches no circle and no other name, otherwise its letters there.
//!
//! At larger scales the lattice keeps names apart, and `paint_node_name` paints each by itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Align2, Color32, CornerRadius, Galley, Painter, Pos2, Rect, Vec2, vec2};

use super::paint::{SMALLEST_TEXT, letters_size, paint_node_name};
use super::{DrawnNode, NameSpot};
use crate::base::printable;
use crate::editor::widgets::style::{ThemePalette, font};
use crate::lettering::in_visual_order;

/// Zoom below which names are placed one after the other.
const SMALL_SCALE: f32 = 0.6;
/// Font size of these names, in points.
const SIZE: f32 = 10.0;
/// Space between a circle and its name, in points.
const GAP: f32 = 3.0;
/// Width of the squares by which rectangles are found, in points.
const SQUARE: f32 = 64.0;

/// Paints the names of all nodes. Those at the front of the list take precedence.
pub fn paint_names<N>(
    painter: &Painter,
    nodes: &[DrawnNode<N>],
    screen_from_world: TSTransform,
    palette: &ThemePalette,
    background: Color32,
) {
    let has_notes = nodes.iter().any(|node| !node.notes.is_empty());
    if screen_from_world.scaling >= SMALL_SCALE || has_notes {
        for node in nodes {
            paint_node_name(painter, node, screen_from_world, palette, background);
        }
        return;
    }
    let in_view = painter.clip_rect();
    let circle = |node: &DrawnNode<N>| {
        let side = 2.0 * node.radius * screen_from_world.scaling;
        Rect::from_center_size(screen_from_world * node.at, Vec2::splat(side))
    };
    let seen: Vec<(&DrawnNode<N>, Rect)> = nodes.iter().map(|node| (node, circle(node))).collect();
    let mut taken = TakenRects::default();
    seen.iter().for_each(|(_, circle)| taken.add(*circle));
    for (node, circle) in seen.into_iter().filter(|(_, circle)| in_view.intersects(*circle)) {
        let letters_fit = letters_size(node, screen_from_world.scaling) >= SMALLEST_TEXT;
        let texts = [Some(node.name.as_str()), (!letters_fit).then_some(node.label.as_str())];
        let fitting =
            texts.into_iter().flatten().find_map(|text| fit(painter, text, node, circle, &taken, palette));
        if let Some((galley, rect)) = fitting {
            painter.rect_filled(rect, CornerRadius::same(3), background.gamma_multiply(0.8));
            painter.galley(rect.min, galley, palette.text);
            taken.add(rect);
        }
    }
}

/// Returns a text next to a circle, where nothing else is.
fn fit<N>(
    painter: &Painter,
    text: &str,
    node: &DrawnNode<N>,
    circle: Rect,
    taken: &TakenRects,
    palette: &ThemePalette,
) -> Option<(Arc<Galley>, Rect)> {
    if text.is_empty() {
        return None;
    }
    let text = printable(text);
    let galley = painter.layout_no_wrap(in_visual_order(&text).into_owned(), font(SIZE), palette.text);
    let size = galley.size();
    let at = |(align, at): (Align2, Pos2)| align.anchor_size(at, size);
    let rect = spots(node.name_spot, circle).map(at).into_iter().find(|rect| taken.is_free(*rect))?;
    Some((galley, rect))
}

/// Returns the positions next to a circle, the preferred one first.
fn spots(preferred: NameSpot, circle: Rect) -> [(Align2, Pos2); 4] {
    let below = (Align2::CENTER_TOP, circle.center_bottom() + vec2(0.0, GAP));
    let above = (Align2::CENTER_BOTTOM, circle.center_top() - vec2(0.0, GAP));
    let right = (Align2::LEFT_CENTER, circle.right_center() + vec2(GAP, 0.0));
    let left = (Align2::RIGHT_CENTER, circle.left_center() - vec2(GAP, 0.0));
    match preferred {
        NameSpot::Below => [below, above, right, left],
        NameSpot::Above => [above, below, right, left],
        NameSpot::LowerRight => [right, left, below, above],
        NameSpot::LowerLeft => [left, right, below, above],
    }
}

/// Rectangles on the screen, by the squares that they touch.
#[derive(Default)]
struct TakenRects {
    by_square: BTreeMap<(i32, i32), Vec<Rect>>,
}

impl TakenRects {
    fn add(&mut self, rect: Rect) {
        for square in squares(rect) {
            self.by_square.entry(square).or_default().push(rect);
        }
    }

    fn is_free(&self, rect: Rect) -> bool {
        // Rectangles that only touch are fine.
        let inner = rect.shrink(0.5);
        !squares(rect).any(|square| {
            self.by_square.get(&square).is_some_and(|known| known.iter().any(|other| other.intersects(inner)))
        })
    }
}

fn squares(rect: Rect) -> impl Iterator<Item = (i32, i32)> {
    let at = |point: f32| (point / SQUARE).floor() as i32;
    let columns = at(rect.left())..=at(rect.right());
    (at(rect.top())..=at(rect.bottom())).flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_only_free_space() {
        let mut taken = TakenRects::default();
        taken.add(Rect::from_min_size(Pos2::new(100.0, 100.0), vec2(300.0, 10.0)));
        let at = |x: f32, y: f32| Rect::from_min_size(Pos2::new(x, y), vec2(20.0, 10.0));
        assert!(taken.is_free(at(100.0, 110.0)), "touching is fine");
        assert!(!taken.is_free(at(385.0, 95.0)));
        assert!(!taken.is_free(at(250.0, 105.0)));
        assert!(taken.is_free(at(405.0, 100.0)));
    }
}
