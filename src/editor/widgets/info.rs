//! Accessible names of controls and drawings.
//!
//! Names from files may contain anything. All announcements go through these functions, which make every
//! character audible.

use egui::{WidgetInfo, WidgetType};

use crate::base::printable_line;

fn heard(text: impl AsRef<str>) -> String {
    printable_line(text.as_ref()).into_owned()
}

/// Describes something with a name.
pub fn labeled(kind: WidgetType, enabled: bool, name: impl AsRef<str>) -> WidgetInfo {
    WidgetInfo::labeled(kind, enabled, heard(name))
}

/// Describes something that is on or off, open or closed.
pub fn selected(kind: WidgetType, enabled: bool, is_selected: bool, name: impl AsRef<str>) -> WidgetInfo {
    WidgetInfo::selected(kind, enabled, is_selected, heard(name))
}

/// Describes something with a name and a changing text.
pub fn with_text(kind: WidgetType, name: impl AsRef<str>, text: impl AsRef<str>) -> WidgetInfo {
    WidgetInfo { current_text_value: Some(heard(text)), ..labeled(kind, true, name) }
}

/// Describes a drop-down list.
pub fn list(name: impl AsRef<str>, current: impl AsRef<str>) -> WidgetInfo {
    with_text(WidgetType::ComboBox, name, current)
}

/// Describes a number on a slider.
pub fn slider(enabled: bool, value: f64, name: impl AsRef<str>) -> WidgetInfo {
    WidgetInfo::slider(enabled, value, heard(name))
}

/// Describes a number that can be dragged or typed.
pub fn number(value: f64, name: impl AsRef<str>) -> WidgetInfo {
    WidgetInfo { label: Some(heard(name)), ..WidgetInfo::drag_value(true, value) }
}

/// Describes a text field; its content is not changed.
pub fn field(name: impl AsRef<str>, before: &str, typed: &str) -> WidgetInfo {
    WidgetInfo { label: Some(heard(name)), ..WidgetInfo::text_edit(true, before, typed, "") }
}
