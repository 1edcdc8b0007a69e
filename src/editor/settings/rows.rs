//! Rows of the settings: a name in the left column, a control in the right one, a tooltip on both.

use std::ops::RangeInclusive;

use egui::{DragValue, Response, RichText, Slider, SliderClamping, Ui, WidgetInfo, WidgetType, vec2};

use crate::editor::style::{GAP, ICON_BUTTON, NAME_WIDTH, ROW_HEIGHT, palette};

/// What a row is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    /// What stands in the left column.
    pub name: &'a str,
    /// Whose it is, for those who do not see the heading above; may be empty.
    pub of: &'a str,
    /// What it means, in plain words.
    pub tooltip: &'a str,
}

impl Row<'_> {
    /// The name of its control where only the control is heard.
    fn full_name(&self) -> String {
        if self.of.is_empty() { self.name.to_owned() } else { format!("{} of {}", self.name, self.of) }
    }
}

/// A row with any control; it gets the full name to announce itself by.
pub(super) fn row<R>(ui: &mut Ui, row: Row<'_>, control: impl FnOnce(&mut Ui, &str) -> R) -> R {
    ui.horizontal(|ui| {
        ui.set_min_height(ROW_HEIGHT);
        let (rect, _) = ui.allocate_exact_size(vec2(NAME_WIDTH, ROW_HEIGHT), egui::Sense::hover());
        let mut name_ui = ui.new_child(
            egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::left_to_right(egui::Align::Center)),
        );
        let text = RichText::new(row.name).color(palette(ui).text);
        name_ui.add(egui::Label::new(text).truncate()).on_hover_text(row.tooltip);
        control(ui, &row.full_name())
    })
    .inner
}

/// A slider; the new number if it was moved.
pub(super) fn number_row(
    ui: &mut Ui,
    about: Row<'_>,
    value: u32,
    range: RangeInclusive<u32>,
    unit: &str,
) -> Option<u32> {
    let mut new = value;
    let changed = row(ui, about, |ui, name| {
        ui.spacing_mut().slider_width = (ui.available_width() - 76.0 - 2.0 * GAP).clamp(40.0, 320.0);
        let slider = Slider::new(&mut new, range.clone())
            .clamping(SliderClamping::Always)
            .update_while_editing(false)
            .suffix(unit);
        let response = ui.add(slider);
        response.widget_info(|| WidgetInfo::slider(true, f64::from(value), name));
        response.on_hover_text(about.tooltip).changed()
    });
    let new = new.clamp(*range.start(), *range.end());
    (changed && new != value).then_some(new)
}

/// Two numbers, the least and the most; the new ones if one was changed. The other follows where it would be passed.
pub(super) fn range_row(
    ui: &mut Ui,
    about: Row<'_>,
    value: (u32, u32),
    range: RangeInclusive<u32>,
    unit: &str,
) -> Option<(u32, u32)> {
    let (mut least, mut most) = value;
    row(ui, about, |ui, name| {
        if drag_value(ui, &mut least, range.clone(), "", &format!("Least {name}"), about.tooltip) {
            most = most.max(least);
        }
        ui.label(RichText::new("to").color(palette(ui).dim));
        if drag_value(ui, &mut most, range.clone(), unit, &format!("Most {name}"), about.tooltip) {
            least = least.min(most);
        }
    });
    ((least, most) != value).then_some((least, most))
}

/// A number that can be dragged or typed; true if it was changed.
pub(super) fn drag_value(
    ui: &mut Ui,
    value: &mut u32,
    range: RangeInclusive<u32>,
    unit: &str,
    name: &str,
    tooltip: &str,
) -> bool {
    let before = *value;
    let drag = DragValue::new(value).range(range).clamp_existing_to_range(false).update_while_editing(false);
    let response: Response = ui.add_sized(vec2(68.0, ROW_HEIGHT), drag.suffix(unit).speed(0.15));
    response.widget_info(|| {
        let mut info = WidgetInfo::drag_value(true, f64::from(before));
        info.label = Some(name.to_owned());
        info
    });
    response.on_hover_text(tooltip);
    *value != before
}

/// A drop-down list; the new choice if another was made.
pub(super) fn choice_row<T: Copy + PartialEq>(
    ui: &mut Ui,
    about: Row<'_>,
    value: T,
    choices: &[(T, &str)],
) -> Option<T> {
    let mut new = value;
    row(ui, about, |ui, name| {
        let current = choices.iter().find(|(choice, _)| *choice == value).map_or("", |(_, text)| text);
        let combo = egui::ComboBox::from_id_salt(name).selected_text(current).width(144.0);
        let response = combo.show_ui(ui, |ui| {
            for (choice, text) in choices {
                ui.selectable_value(&mut new, *choice, *text);
            }
        });
        response.response.widget_info(|| {
            let mut info = WidgetInfo::labeled(WidgetType::ComboBox, true, name);
            info.current_text_value = Some(current.to_owned());
            info
        });
        response.response.on_hover_text(about.tooltip);
    });
    (new != value).then_some(new)
}

/// A small square button with an icon; true if it was clicked.
pub(super) fn icon_button(ui: &mut Ui, icon: &str, name: &str, enabled: bool) -> bool {
    let button = egui::Button::new(icon).min_size(ICON_BUTTON);
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
    response.on_hover_text(name).clicked()
}
