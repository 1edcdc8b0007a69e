//! Compact number fields for rooms and cards: they can be dragged, and contain their label.

use egui::{DragValue, Ui};

use crate::base::Number;
use crate::editor::widgets::explained::explained;
use crate::editor::widgets::info;
use crate::editor::widgets::refusals::number_field;
use crate::reference::ReferenceSubject;

/// Shows a number with a word in front.
pub(super) fn number_ui(ui: &mut Ui, value: &mut u32, number: &Number, prefix: &str, name: &str) {
    let before = *value;
    let drag = DragValue::new(value).range(number.range()).clamp_existing_to_range(false).speed(0.1);
    let limits = (f64::from(number.least), f64::from(number.most));
    let response = number_field(ui, None, drag.prefix(prefix), limits);
    response.widget_info(|| info::number(f64::from(before), name));
    explained(ui, response.rect, || ReferenceSubject::Parameter(number.parameter));
    response.on_hover_text(number.parameter.tooltip);
}

/// Shows a checkbox, and a number while it is checked.
pub(super) fn limit_ui(ui: &mut Ui, limit: &mut Option<u32>, number: &Number, words: &str, name: &str) {
    let mut is_limited = limit.is_some();
    if ui.checkbox(&mut is_limited, words).on_hover_text(number.parameter.tooltip).changed() {
        *limit = is_limited.then_some(1);
    }
    if let Some(most) = limit {
        number_ui(ui, most, number, "", name);
    }
}
