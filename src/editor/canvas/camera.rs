//! A canvas that can be panned and zoomed: everything is drawn in screen points with a transform of our own, so that text stays sharp and accessible bounds are right.

use crate::editor::widgets::info;
use egui::containers::DragPanButtons;
use egui::emath::TSTransform;
use egui::{Pos2, Rect, Response, Scene, Sense, Ui, UiBuilder, Vec2, WidgetType};

/// Where a canvas looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Camera {
    // From the world to points from the canvas's top left corner, so that it survives when the pane moves.
    by_hand: Option<TSTransform>,
}

/// How a canvas may be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Lens {
    /// Points on the screen for a unit of the world, the least and the most.
    pub zoom: (f32, f32),
    /// The most of it when everything is framed.
    pub framed_zoom: f32,
    /// Are units of the world pixels of a picture, to be shown by halves of points where they are large enough?
    pub is_picture: bool,
    /// What stays free around everything when it is framed, in points.
    pub margin: f32,
}

/// A canvas in the frame that is being drawn.
pub struct Canvas {
    /// Draws and interacts within the canvas.
    pub ui: Ui,
    /// What happens on the canvas itself.
    pub response: Response,
    /// From the world to points on the screen.
    pub screen_from_world: TSTransform,
}

impl Camera {
    /// Shows everything again, now and when the world changes.
    pub fn frame_all(&mut self) {
        self.by_hand = None;
    }

    /// Moves what is seen by some points.
    pub fn pan(&mut self, by: Vec2) {
        if let Some(transform) = &mut self.by_hand {
            transform.translation += by;
        }
    }

    /// Fills what the ui has left with a canvas for a world of these bounds.
    pub fn canvas(&mut self, ui: &mut Ui, name: &str, world: Rect, lens: Lens) -> Canvas {
        let mut canvas = Canvas::new(ui, name);
        let rect = canvas.response.rect;
        let corner = TSTransform::from_translation(rect.min.to_vec2());
        let before = corner * self.by_hand.unwrap_or_else(|| frame(world, rect.size(), lens));
        canvas.screen_from_world = before;
        canvas.zoom_and_scroll(lens);
        if canvas.response.dragged() {
            canvas.screen_from_world.translation += canvas.response.drag_delta();
        }
        if canvas.screen_from_world != before {
            self.by_hand = Some(corner.inverse() * canvas.screen_from_world);
        }
        canvas
    }

    /// The same for a canvas that is drawn on: it shows everything at first, then stays where it is while the world changes; when its size changes, what lies at the middle of its upper rim stays there. Several canvases of one camera show the same.
    ///
    /// It is moved by the middle button, or by any while space is held; other gestures are left to the caller.
    pub fn steady_canvas(&mut self, ui: &mut Ui, name: &str, world: Rect, lens: Lens) -> Canvas {
        let mut canvas = Canvas::new(ui, name);
        let rect = canvas.response.rect;
        let top = TSTransform::from_translation(rect.center_top().to_vec2());
        let to_top = TSTransform::from_translation(egui::vec2(-rect.width() / 2.0, 0.0));
        canvas.screen_from_world =
            top * self.by_hand.unwrap_or_else(|| to_top * frame(world, rect.size(), lens));
        canvas.zoom_and_scroll(lens);
        let holds_space = ui.input(|input| input.key_down(egui::Key::Space));
        let response = &canvas.response;
        if response.dragged_by(egui::PointerButton::Middle) || (holds_space && response.dragged()) {
            canvas.screen_from_world.translation += response.drag_delta();
        }
        self.by_hand = Some(top.inverse() * canvas.screen_from_world);
        canvas
    }
}

impl Canvas {
    /// Fills what the ui has left; the world is not placed yet.
    fn new(ui: &mut Ui, name: &str) -> Self {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| info::labeled(WidgetType::Other, true, name));
        let mut inner = ui.new_child(UiBuilder::new().max_rect(rect));
        inner.shrink_clip_rect(rect);
        Self { ui: inner, response, screen_from_world: TSTransform::IDENTITY }
    }

    /// Follows the wheel and pinching.
    fn zoom_and_scroll(&mut self, lens: Lens) {
        Scene::new()
            .zoom_range(lens.zoom.0..=lens.zoom.1)
            .drag_pan_buttons(DragPanButtons::empty())
            .register_pan_and_zoom(&self.ui, &mut self.response, &mut self.screen_from_world);
    }

    /// Points on the screen for a unit of the world.
    pub fn zoom(&self) -> f32 {
        self.screen_from_world.scaling
    }

    /// Where the pointer is in the world, if it is over the canvas.
    pub fn pointer(&self) -> Option<Pos2> {
        self.response.hover_pos().map(|screen| self.screen_from_world.inverse() * screen)
    }
}

/// The transform that shows all of the world in the middle of a canvas of that size.
fn frame(world: Rect, size: Vec2, lens: Lens) -> TSTransform {
    if !world.is_positive() || size.min_elem() <= 0.0 {
        return TSTransform::from_translation(size / 2.0);
    }
    let room = (size - Vec2::splat(2.0 * lens.margin)).max(Vec2::splat(1.0));
    let mut zoom = (room / world.size()).min_elem().min(lens.framed_zoom).clamp(lens.zoom.0, lens.zoom.1);
    if lens.is_picture && zoom >= 3.0 {
        zoom = (zoom * 2.0).floor() / 2.0;
    }
    let middle = size / 2.0 - world.center().to_vec2() * zoom;
    TSTransform::new(if lens.is_picture { middle.round() } else { middle }, zoom)
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    const LENS: Lens = Lens { zoom: (0.1, 40.0), framed_zoom: 40.0, is_picture: true, margin: 10.0 };

    #[test]
    fn framing_shows_everything_in_the_middle() {
        let world = Rect::from_min_size(pos2(-5.0, 7.0), vec2(40.0, 20.0));
        let picture = frame(world, vec2(300.0, 200.0), LENS) * world;
        assert_eq!(picture.size(), vec2(280.0, 140.0));
        assert_eq!(picture.center(), pos2(150.0, 100.0));
    }

    #[test]
    fn framing_survives_worlds_and_canvases_without_size() {
        for (world, size) in [(Rect::NOTHING, vec2(10.0, 10.0)), (Rect::ZERO, Vec2::ZERO)] {
            assert!(frame(world, size, LENS).is_valid());
        }
    }
}
