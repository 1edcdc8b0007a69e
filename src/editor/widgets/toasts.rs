//! Short messages in a corner of the window.

use std::borrow::Cow;
use std::fmt::Display;

use egui::{Align2, Color32, Context, Id, Rect, Ui, WidgetText};
use egui_phosphor::regular as icon;
use egui_toast::{Toast, ToastKind, ToastOptions, ToastStyle};

use crate::base::printable_text;

/// Distance of messages from the right and the lower edge of the window, in points.
const MARGIN: (f32, f32) = (16.0, 46.0);
/// Distance from areas that are kept free, in points.
const GAP: f32 = 8.0;

/// Short messages in a corner of the window. They disappear after a while or on a click.
pub struct Toasts {
    inner: egui_toast::Toasts,
    /// Distance of the lowest message from the lower edge of the window, in points. It increases for areas
    /// that are kept free, and stays until the last message is gone, so that they do not jump.
    lift: f32,
}

impl Default for Toasts {
    fn default() -> Self {
        Self { inner: anchored(MARGIN.1), lift: MARGIN.1 }
    }
}

fn anchored(lift: f32) -> egui_toast::Toasts {
    egui_toast::Toasts::with_id(id())
        .anchor(Align2::RIGHT_BOTTOM, (-MARGIN.0, -lift))
        .direction(egui::Direction::BottomUp)
}

fn id() -> Id {
    Id::new("messages")
}

fn free_id() -> Id {
    id().with("kept free")
}

/// Keeps a line at the bottom of the window free of messages, in this frame.
pub fn keep_free(ctx: &Context, line: Rect) {
    ctx.data_mut(|data| data.insert_temp(free_id(), Some(line)));
}

impl Toasts {
    /// Reports that something was done.
    pub fn inform(&mut self, text: impl Into<WidgetText>) {
        self.add(ToastKind::Success, text.into(), 4.0);
    }

    /// Reports an error, for long enough to be noticed.
    pub fn warn(&mut self, text: impl Into<WidgetText>) {
        self.add(ToastKind::Error, text.into(), 30.0);
    }

    /// Returns the value, or reports the error and returns `None`.
    pub fn unless_wrong<T, E: Display>(&mut self, result: Result<T, E>) -> Option<T> {
        result.map_err(|error| self.warn(error.to_string())).ok()
    }

    /// Shows the messages.
    pub fn show(&mut self, ui: &mut Ui) {
        let free = ui.data_mut(|data| data.remove_temp::<Option<Rect>>(free_id())).flatten();
        let shown = ui.data(|data| data.get_temp::<Vec<Toast>>(id())).unwrap_or_default();
        // Position of the lowest message in the last frame.
        let lowest = ui.memory(|memory| memory.area_rect(id().with("toast").with(0_usize)));
        let lift = match (free, lowest) {
            _ if shown.is_empty() => MARGIN.1,
            (Some(free), Some(lowest)) if free.right() + GAP > lowest.left() => {
                self.lift.max(ui.ctx().content_rect().bottom() - free.top() + GAP)
            }
            _ => self.lift,
        };
        if lift != self.lift {
            self.lift = lift;
            let inner = std::mem::take(&mut self.inner);
            self.inner = inner.anchor(Align2::RIGHT_BOTTOM, (-MARGIN.0, -lift));
        }
        self.inner.show(ui);
    }

    fn add(&mut self, kind: ToastKind, text: WidgetText, seconds: f64) {
        let style = ToastStyle {
            success_icon: WidgetText::from(icon::CHECK_CIRCLE).color(Color32::from_rgb(0x4e, 0xa8, 0x5a)),
            error_icon: WidgetText::from(icon::X_CIRCLE).color(Color32::from_rgb(0xd8, 0x55, 0x48)),
            ..ToastStyle::default()
        };
        let options = ToastOptions::default().duration_in_seconds(seconds).show_progress(false);
        let text = match printable_text(text.text()) {
            Cow::Owned(escaped) => WidgetText::from(escaped),
            Cow::Borrowed(_) => text,
        };
        self.inner.add(Toast { kind, text, options, style });
    }
}
