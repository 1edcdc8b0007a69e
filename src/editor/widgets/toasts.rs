//! Short messages in a corner of the window.

use std::borrow::Cow;
use std::fmt::Display;

use egui::{Align2, Color32, Ui, WidgetText};
use egui_phosphor::regular as icon;
use egui_toast::{Toast, ToastKind, ToastOptions, ToastStyle};

use crate::base::printable_text;

/// Short messages in a corner of the window; they go away by themselves or by a click.
pub struct Toasts {
    inner: egui_toast::Toasts,
}

impl Default for Toasts {
    fn default() -> Self {
        let inner = egui_toast::Toasts::new()
            .anchor(Align2::RIGHT_BOTTOM, (-16.0, -46.0))
            .direction(egui::Direction::BottomUp);
        Self { inner }
    }
}

impl Toasts {
    /// Says that something was done.
    pub fn inform(&mut self, text: impl Into<WidgetText>) {
        self.add(ToastKind::Success, text.into(), 4.0);
    }

    /// Says that something went wrong, so long that it is seen by who looks elsewhere first.
    pub fn warn(&mut self, text: impl Into<WidgetText>) {
        self.add(ToastKind::Error, text.into(), 30.0);
    }

    /// Says what went wrong, if something did; what came of it otherwise.
    pub fn unless_wrong<T, E: Display>(&mut self, result: Result<T, E>) -> Option<T> {
        result.map_err(|error| self.warn(error.to_string())).ok()
    }

    /// Shows them.
    pub fn show(&mut self, ui: &mut Ui) {
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
