//! Fits the window to the screen, with room for title bar, task bars and docks.
//!
//! At the first start the window is maximized, and so covers the free part of the screen. A program does not
//! know that part otherwise. A window that is not maximized therefore leaves room for common bars.

use egui::{Context, Vec2, ViewportCommand, ViewportInfo, vec2};

/// Minimum size at which every pane works, in points.
pub const LEAST: Vec2 = vec2(720.0, 480.0);
/// Size reserved on a screen, in points: for bars on the left or right, and for the title bar and bars above
/// or below.
const BARS: Vec2 = vec2(72.0, 112.0);
/// Number of frames after which the window has its requested size.
const MOST_FRAMES: u32 = 10;

/// Sets the size of the window when it opens. It is maximized as before, or made smaller once if it does not
/// fit.
#[derive(Debug)]
pub struct FirstFit {
    frames: u32,
    /// `true` if it was maximized when it was closed.
    was_maximized: bool,
    /// `true` if it was maximized in the last frame.
    is_maximized: bool,
}

impl FirstFit {
    /// Starts with the known state of the last run.
    pub fn new(was_maximized: bool) -> Self {
        Self { frames: 0, was_maximized, is_maximized: false }
    }

    /// Adjusts the window in one of its first frames. Returns whether it is maximized, once that is settled.
    pub fn advance(&mut self, ctx: &Context) -> Option<bool> {
        if self.frames >= MOST_FRAMES {
            return self.follow(ctx);
        }
        self.frames += 1;
        // Some systems apply requests only after the window is shown.
        if self.was_maximized {
            if ctx.input(|input| input.viewport().maximized) != Some(true) {
                ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
            }
            if self.frames == MOST_FRAMES {
                self.fill(ctx);
            }
            ctx.request_repaint();
            return None;
        }
        if let Some(size) = ctx.input(|input| too_large(input.viewport())) {
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
            if let Some(center) = ViewportCommand::center_on_screen(ctx) {
                ctx.send_viewport_cmd(center);
            }
            self.frames = MOST_FRAMES;
        }
        None
    }

    /// Makes the window as large as the screen allows if it cannot be maximized.
    fn fill(&self, ctx: &Context) {
        let most = ctx.input(|input| {
            let window = input.viewport();
            window
                .monitor_size
                .filter(|_| window.maximized != Some(true))
                .map(|screen| fitted(screen, screen))
        });
        if let Some(size) = most {
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
        }
    }

    /// Observes the window after its first frames.
    ///
    /// A window that was opened maximized has no smaller size to return to, and is given one.
    fn follow(&mut self, ctx: &Context) -> Option<bool> {
        let is_maximized = ctx.input(|input| input.viewport().maximized);
        let was_maximized = std::mem::replace(&mut self.is_maximized, is_maximized == Some(true));
        if was_maximized && let Some(size) = ctx.input(|input| too_large(input.viewport())) {
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
            ctx.request_repaint();
        }
        is_maximized
    }
}

/// Returns a size for a window that does not fit its screen; `None` if it fits or is maximized.
fn too_large(window: &ViewportInfo) -> Option<Vec2> {
    let covers = window.maximized == Some(true) || window.fullscreen == Some(true);
    let (inner, screen) = (window.inner_rect?.size(), window.monitor_size?);
    let fitted = fitted(inner, screen);
    (!covers && fitted != inner).then_some(fitted)
}

/// Returns the size nearest to the wanted one that fits a screen.
fn fitted(wanted: Vec2, screen: Vec2) -> Vec2 {
    wanted.min((screen - BARS).max(LEAST))
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, Rect};

    use super::*;

    #[test]
    fn window_leaves_room_for_the_bars_of_a_small_screen() {
        let wanted = vec2(1600.0, 1000.0);
        let given = fitted(wanted, vec2(1280.0, 800.0));
        assert!(given.x <= 1280.0 && given.y <= 800.0 - 96.0, "{given}");
        assert_eq!(fitted(wanted, vec2(1920.0, 1200.0)), wanted);
        assert_eq!(fitted(wanted, vec2(640.0, 480.0)), LEAST);
    }

    #[test]
    fn window_that_fits_or_is_maximized_keeps_its_size() {
        let window = |size: Vec2, maximized: bool| ViewportInfo {
            monitor_size: Some(vec2(1280.0, 800.0)),
            inner_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
            maximized: Some(maximized),
            ..ViewportInfo::default()
        };
        assert_eq!(too_large(&window(vec2(1000.0, 600.0), false)), None);
        assert_eq!(too_large(&window(vec2(1280.0, 770.0), true)), None);
        assert_eq!(too_large(&window(vec2(1280.0, 800.0), false)), Some(vec2(1208.0, 688.0)));
        assert_eq!(too_large(&ViewportInfo::default()), None);
    }
}
