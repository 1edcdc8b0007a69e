//! The tabs above the sides: required and forbidden patterns on the left, results on the right.

use egui::{
    Align, Button, Color32, Layout, Rect, RichText, ScrollArea, Stroke, Ui, UiBuilder, WidgetType, vec2,
};
use egui_phosphor::regular as icon;

use super::view::RuleView;
use crate::base::Unit;
use crate::document::GraphEdit;
use crate::editor::widgets::info;
use crate::editor::widgets::refusals::number_or_formula_field;
use crate::editor::widgets::rows::drag_value;
use crate::editor::widgets::style::palette;
use crate::grammar::{Replacement, Rule, formula_of};

/// Height of the tabs, in points.
pub(super) const HEIGHT: f32 = 30.0;
/// Width of a small button, in points.
const BUTTON: f32 = 26.0;
/// Width of the field for a weight, in points.
const WEIGHT: f32 = 46.0;

/// Shows the tabs of the left side.
pub(super) fn left_ui(
    ui: &mut Ui,
    view: &mut RuleView,
    rule: &Rule,
    position: usize,
    edits: &mut Vec<GraphEdit>,
) {
    let before = view.forbid;
    let (tabs, mut buttons) = row(ui, if view.forbid.is_some() { 2.0 * BUTTON } else { BUTTON });
    scrolled(tabs, |ui| {
        if tab(ui, view.forbid.is_none(), "Before", "The graph that the rule finds").clicked() {
            view.forbid = None;
        }
        for number in 0..rule.forbid.len() {
            let name = format!("Must not be there {}", number + 1);
            let tooltip = "The rule is not applied if this is found too";
            let response = tab(ui, view.forbid == Some(number), &name, tooltip);
            response.context_menu(|ui| {
                if ui.button("Duplicate").clicked() {
                    edits.push(GraphEdit::AddForbidden { rule: position, copied: Some(number) });
                }
                if ui.button("Delete").clicked() {
                    edits.push(GraphEdit::RemoveForbidden { rule: position, number });
                }
            });
            if response.clicked() {
                view.forbid = Some(number);
            }
        }
    });
    if small_button(&mut buttons, icon::PLUS, "Add what must not be there") {
        edits.push(GraphEdit::AddForbidden { rule: position, copied: None });
        view.forbid = Some(rule.forbid.len());
    }
    if let Some(number) = view.forbid.filter(|number| *number < rule.forbid.len())
        && small_button(&mut buttons, icon::TRASH, "Delete what must not be there")
    {
        edits.push(GraphEdit::RemoveForbidden { rule: position, number });
        view.forbid = None;
    }
    if view.forbid != before {
        view.left.reset();
    }
}

/// Shows the tabs of the right side.
pub(super) fn right_ui(
    ui: &mut Ui,
    view: &mut RuleView,
    rule: &Rule,
    position: usize,
    edits: &mut Vec<GraphEdit>,
) {
    let before = view.side;
    let count = rule.or.len() + 1;
    let (tabs, mut buttons) = row(ui, if count > 1 { 2.0 * BUTTON + WEIGHT + 6.0 } else { BUTTON });
    scrolled(tabs, |ui| {
        for side in 0..count {
            let name = if count == 1 { "After".to_owned() } else { format!("After {}", side + 1) };
            let response = tab(ui, view.side == side, &name, "The graph that replaces it");
            response.context_menu(|ui| {
                if ui.button("Duplicate").clicked() {
                    edits.push(GraphEdit::AddSide { rule: position, copied: Some(side) });
                }
                if count > 1 && ui.button("Delete").clicked() {
                    edits.push(GraphEdit::RemoveSide { rule: position, side });
                }
            });
            if response.clicked() {
                view.side = side;
            }
        }
    });
    if small_button(&mut buttons, icon::PLUS, "Add another After") {
        edits.push(GraphEdit::AddSide { rule: position, copied: None });
        view.side = count;
    }
    if count > 1 && view.side < count {
        if small_button(&mut buttons, icon::TRASH, "Delete this After") {
            edits.push(GraphEdit::RemoveSide { rule: position, side: view.side });
            view.side = view.side.saturating_sub(1);
        }
        weight_ui(&mut buttons, rule, position, before, edits);
    }
    if view.side != before {
        view.right.reset();
    }
}

fn weight_ui(ui: &mut Ui, rule: &Rule, position: usize, side: usize, edits: &mut Vec<GraphEdit>) {
    let Some(known) = rule.alternatives().nth(side) else { return };
    let mut weight = known.weight;
    let range = Replacement::WEIGHT.range();
    let (name, tooltip) = ("Weight of this After", Replacement::WEIGHT.parameter.tooltip);
    if formula_of(weight).is_some() {
        drag_value(ui, &mut weight, range, Unit::None, name, tooltip);
    } else {
        let limits = (f64::from(*range.start()), f64::from(*range.end()));
        let drag = egui::DragValue::new(&mut weight).range(range).speed(0.1).prefix("× ");
        let (response, formula) = number_or_formula_field(ui, Some(vec2(WEIGHT, 24.0)), drag, limits);
        response.widget_info(|| info::number(f64::from(known.weight), name));
        response.on_hover_text(tooltip);
        weight = formula.unwrap_or(weight);
    }
    if weight != known.weight {
        edits.push(GraphEdit::SetWeight { rule: position, side, weight });
    }
}

/// Returns the area for tabs, and an area of the given width for buttons at its right end.
fn row(ui: &mut Ui, width: f32) -> (Ui, Ui) {
    let rect = Rect::from_min_size(ui.available_rect_before_wrap().min, vec2(ui.available_width(), HEIGHT));
    ui.advance_cursor_after_rect(rect);
    let inner = rect.shrink2(vec2(8.0, 3.0));
    let line = (inner.right() - width - 6.0).max(inner.left());
    let tabs = UiBuilder::new().max_rect(inner.with_max_x(line)).layout(Layout::left_to_right(Align::Center));
    let buttons =
        UiBuilder::new().max_rect(inner.with_min_x(line)).layout(Layout::right_to_left(Align::Center));
    (ui.new_child(tabs.id_salt("tabs")), ui.new_child(buttons.id_salt("buttons")))
}

fn scrolled(mut ui: Ui, content: impl FnOnce(&mut Ui)) {
    ScrollArea::horizontal()
        .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
        .show(&mut ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                content(ui);
            });
        });
}

fn tab(ui: &mut Ui, is_front: bool, name: &str, tooltip: &str) -> egui::Response {
    let colors = palette(ui);
    let text = RichText::new(name).small().color(if is_front { colors.strong } else { colors.dim });
    let fill = if is_front { colors.field } else { Color32::TRANSPARENT };
    ui.add(Button::new(text).fill(fill).stroke(Stroke::NONE)).on_hover_text(tooltip)
}

fn small_button(ui: &mut Ui, icon: &str, name: &str) -> bool {
    let text = RichText::new(icon).color(palette(ui).dim);
    let button = Button::new(text).fill(Color32::TRANSPARENT).stroke(Stroke::NONE);
    ui.spacing_mut().button_padding.x = 4.0;
    ui.spacing_mut().item_spacing.x = 2.0;
    let response = ui.add(button.min_size(crate::editor::widgets::style::ICON_BUTTON));
    response.widget_info(|| info::labeled(WidgetType::Button, true, name));
    response.on_hover_text(name).clicked()
}
