//! A canvas that can be panned and zoomed.
//!
//! Everything is drawn in screen points with an explicit transform, so that text stays sharp and accessible
//! bounds are correct.

use crate::editor::widgets::info;
use egui::emath::TSTransform;
use egui::{
    EventFilter, Id, Key, Modifiers, PointerButton, Pos2, Rect, Response, Sense, Ui, UiBuilder, Vec2,
    WidgetType, vec2,
};

/// Zoom per point of scrolling, as an exponent: one notch of a wheel zooms by about a fifth.
const ZOOM_OF_SCROLLING: f32 = 1.0 / 200.0;
/// Distance of one press of an arrow key, in points, and zoom factor of one press of plus.
const KEY_STEP: f32 = 56.0;
const KEY_ZOOM: f32 = 1.2;

/// Arrow keys belong to a canvas that has the focus; Tab moves the focus on.
const ARROWS: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: false };

/// The visible part of a canvas.
#[derive(Clone, Copy, Debug, Default)]
pub struct Camera {
    // From the world to points relative to a corner or the top edge of the canvas, so that it stays correct
    // when the pane moves.
    look: Option<TSTransform>,
    is_by_hand: bool,
    // Canvas size that everything was framed for.
    room: Vec2,
}

/// Limits for viewing a canvas.
#[derive(Clone, Copy, Debug)]
pub struct Lens {
    /// Minimum and maximum zoom, in screen points per unit of the world.
    pub zoom: (f32, f32),
    /// Maximum zoom when everything is framed.
    pub framed_zoom: f32,
    /// `true` if units of the world are pixels of a picture. Large ones are shown in steps of half a point.
    pub is_picture: bool,
    /// Margin around everything when it is framed, in points.
    pub margin: f32,
}

/// A canvas in the current frame.
pub struct Canvas {
    /// Ui for drawing and interaction within the canvas.
    pub ui: Ui,
    /// Response of the canvas itself.
    pub response: Response,
    /// Transform from the world to points on the screen.
    pub screen_from_world: TSTransform,
}

impl Camera {
    /// Shows everything again, now and whenever the world or the size of the canvas changes.
    pub fn frame_all(&mut self) {
        *self = Self::default();
    }

    /// Moves the view by some points.
    pub fn pan(&mut self, by: Vec2) {
        self.is_by_hand |= self.look.is_some();
        self.reveal(by);
    }

    /// Moves the view by some points to reveal something new. This is not treated as a move by hand.
    pub fn reveal(&mut self, by: Vec2) {
        if let Some(look) = &mut self.look {
            look.translation += by;
        }
    }

    /// Moves a point of the world to the middle of a canvas of this size.
    pub fn center_on(&mut self, at: Pos2, room: Vec2) {
        if let Some(look) = &mut self.look {
            look.translation = room / 2.0 - at.to_vec2() * look.scaling;
            self.is_by_hand = true;
        }
    }

    /// Returns `true` if it shows another part than before.
    pub fn is_moved_from(&self, before: Self) -> bool {
        self.is_by_hand != before.is_by_hand || (self.is_by_hand && self.look != before.look)
    }

    /// Fills the rest of the ui with a canvas for a world with the given bounds. It shows everything until it
    /// is zoomed or moved, with any button.
    pub fn canvas(&mut self, ui: &mut Ui, name: &str, world: Rect, lens: Lens) -> Canvas {
        self.canvas_unless(ui, name, world, lens, |_| false)
    }

    /// Fills the rest of the ui with a canvas. While an item on it is dragged, only the middle button moves
    /// the canvas, or any button with the space key held.
    pub fn canvas_unless(
        &mut self,
        ui: &mut Ui,
        name: &str,
        world: Rect,
        lens: Lens,
        is_dragging: impl FnOnce(&Canvas) -> bool,
    ) -> Canvas {
        let mut canvas = Canvas::new(ui, name);
        let rect = canvas.response.rect;
        let corner = TSTransform::from_translation(rect.min.to_vec2());
        let by_hand = self.look.filter(|_| self.is_by_hand);
        canvas.screen_from_world = corner * by_hand.unwrap_or_else(|| frame(world, rect.size(), lens));
        let is_dragged = canvas.is_pulled() || (canvas.response.dragged() && !is_dragging(&canvas));
        if canvas.response.has_focus() {
            self.is_by_hand |= canvas.follow_keys(lens);
        }
        self.follow(&mut canvas, world, lens, is_dragged);
        self.look = Some(corner.inverse() * canvas.screen_from_world);
        canvas
    }

    /// Fills the rest of the ui with a canvas for drawing. It shows everything at first, then stays in place
    /// while the world changes.
    ///
    /// If the `room` for it changes, in points, it shows everything again unless it was moved by hand.
    /// Several canvases of one camera show the same part, aligned at the middle of their top edges. The
    /// middle button moves it, or any button with the space key held; other gestures are left to the caller.
    pub fn steady_canvas(&mut self, ui: &mut Ui, name: &str, world: Rect, lens: Lens, room: Vec2) -> Canvas {
        let mut canvas = Canvas::new(ui, name);
        let top = TSTransform::from_translation(canvas.response.rect.center_top().to_vec2());
        if !self.is_by_hand && (self.room - room).abs().max_elem() > 0.5 {
            (self.look, self.room) = (None, room);
        }
        let to_top = TSTransform::from_translation(vec2(-room.x / 2.0, 0.0));
        canvas.screen_from_world = top * self.look.unwrap_or_else(|| to_top * frame(world, room, lens));
        let is_dragged = canvas.is_pulled();
        self.follow(&mut canvas, world, lens, is_dragged);
        self.look = Some(top.inverse() * canvas.screen_from_world);
        canvas
    }

    /// Follows the wheel, pinching and dragging. A double click of the middle button shows everything in the
    /// next frame.
    fn follow(&mut self, canvas: &mut Canvas, world: Rect, lens: Lens, is_dragged: bool) {
        let before = canvas.screen_from_world;
        canvas.zoom_and_scroll(lens);
        if is_dragged {
            canvas.screen_from_world.translation += canvas.ui.input(|input| input.pointer.delta());
        }
        self.is_by_hand |= canvas.screen_from_world != before;
        if self.is_by_hand {
            canvas.keep_in_sight(world);
        }
        if canvas.response.double_clicked_by(PointerButton::Middle) {
            self.is_by_hand = false;
            self.room = Vec2::ZERO;
            canvas.ui.ctx().request_repaint();
        }
    }
}

impl Canvas {
    /// Fills the rest of the ui with a canvas without a transform.
    fn new(ui: &mut Ui, name: &str) -> Self {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| info::labeled(WidgetType::Other, true, name));
        if awaits_focus(ui.ctx()) {
            response.request_focus();
            // The next frame keeps arrow keys for the canvas.
            ui.ctx().request_repaint();
        }
        let mut inner = ui.new_child(UiBuilder::new().max_rect(rect));
        inner.shrink_clip_rect(rect);
        Self { ui: inner, response, screen_from_world: TSTransform::IDENTITY }
    }

    /// Returns `true` if it is being moved, by the middle button or with the space key held.
    pub fn is_pulled(&self) -> bool {
        let (is_held, began) = self.ui.input(|input| {
            let holds_space = input.key_down(Key::Space) && input.pointer.any_down();
            (input.pointer.middle_down() || holds_space, input.pointer.press_origin())
        });
        let is_here =
            |at| self.response.rect.contains(at) && self.ui.ctx().layer_id_at(at) == Some(self.ui.layer_id());
        is_held && began.is_some_and(is_here)
    }

    /// Zooms at the pointer, by the wheel or by pinching. A wheel that turns sideways moves sideways.
    fn zoom_and_scroll(&mut self, lens: Lens) {
        let (pointer, factor, sideways) = zoom_of(&self.ui);
        let Some(pointer) = pointer.filter(|_| self.response.contains_pointer()) else { return };
        if factor != 1.0 {
            let now = self.zoom();
            self.zoom_at(pointer, now * factor, lens);
        }
        self.screen_from_world.translation.x += sideways;
    }

    /// Zooms so that a point of the screen keeps its place.
    fn zoom_at(&mut self, at: Pos2, zoom: f32, lens: Lens) {
        let factor = zoom.clamp(lens.zoom.0, lens.zoom.1) / self.zoom();
        let to_point = TSTransform::from_translation(at.to_vec2());
        self.screen_from_world =
            to_point * TSTransform::from_scaling(factor) * to_point.inverse() * self.screen_from_world;
    }

    /// Moves by arrow keys, and zooms by plus and minus. Returns `true` if it did.
    fn follow_keys(&mut self, lens: Lens) -> bool {
        let before = self.screen_from_world;
        let ctx = self.ui.ctx().clone();
        ctx.memory_mut(|memory| memory.set_focus_lock_filter(self.response.id, ARROWS));
        let pressed = |key: Key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        for (key, x, y) in [
            (Key::ArrowLeft, 1.0, 0.0),
            (Key::ArrowRight, -1.0, 0.0),
            (Key::ArrowUp, 0.0, 1.0),
            (Key::ArrowDown, 0.0, -1.0),
        ] {
            if pressed(key) {
                self.screen_from_world.translation += vec2(x, y) * KEY_STEP;
            }
        }
        for (key, factor) in [(Key::Plus, KEY_ZOOM), (Key::Equals, KEY_ZOOM), (Key::Minus, 1.0 / KEY_ZOOM)] {
            if pressed(key) {
                self.zoom_at(self.response.rect.center(), self.zoom() * factor, lens);
            }
        }
        self.screen_from_world != before
    }

    /// Moves the world back so that at least half of it is visible, or a third of the canvas is filled.
    fn keep_in_sight(&mut self, world: Rect) {
        if !world.is_positive() {
            return;
        }
        let (seen, rect) = (self.screen_from_world * world, self.response.rect);
        let least = (seen.size() / 2.0).min(rect.size() / 3.0);
        let back = (rect.min + least - seen.max).max(Vec2::ZERO);
        let on = (rect.max - least - seen.min).min(Vec2::ZERO);
        self.screen_from_world.translation += back + on;
    }

    /// Returns the zoom, in screen points per unit of the world.
    pub fn zoom(&self) -> f32 {
        self.screen_from_world.scaling
    }

    /// Returns the position of the pointer in the world, if it is over the canvas.
    pub fn pointer(&self) -> Option<Pos2> {
        self.response.hover_pos().map(|screen| self.screen_from_world.inverse() * screen)
    }
}

/// Returns the id under which a request for keyboard focus is stored.
fn awaited_focus() -> Id {
    Id::new("the next drawing takes the keyboard")
}

/// Draws a pane and gives the keyboard focus to its first drawing, if it has one.
pub fn with_focused_drawing<R>(ui: &mut Ui, pane_ui: impl FnOnce(&mut Ui) -> R) -> R {
    ui.data_mut(|data| data.insert_temp(awaited_focus(), true));
    let drawn = pane_ui(ui);
    ui.data_mut(|data| data.remove::<bool>(awaited_focus()));
    drawn
}

/// Returns `true` once if the next drawing should take the keyboard focus.
pub fn awaits_focus(ctx: &egui::Context) -> bool {
    ctx.data_mut(|data| data.remove_temp::<bool>(awaited_focus())).is_some()
}

/// Returns the position of the pointer, the zoom factor of wheel and pinching, and the distance of a sideways
/// wheel.
pub fn zoom_of(ui: &Ui) -> (Option<Pos2>, f32, f32) {
    ui.input(|input| {
        let scrolled = input.smooth_scroll_delta();
        let is_sideways = scrolled.x.abs() > scrolled.y.abs();
        let turned = if is_sideways { 0.0 } else { scrolled.y };
        let factor = input.zoom_delta() * (turned * ZOOM_OF_SCROLLING).exp();
        (input.pointer.latest_pos(), factor, if is_sideways { scrolled.x } else { 0.0 })
    })
}

/// Returns the transform that shows the whole world in the middle of a canvas of the given size.
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
    use egui::pos2;

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
