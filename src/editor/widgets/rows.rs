//! Rows of settings: a name in the left column, a control in the right one, and a tooltip on both.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, DragValue, Galley, Rect, Response, RichText, Sense, Slider, SliderClamping, Ui, WidgetType, vec2,
};

use super::explained::explained;
use super::fields::{name_field, notes_field, text_field};
use super::formulas::{formula_field, keep_order};
use super::info;
use super::refusals::number_or_formula_field;
use super::style::{BODY, GAP, ICON_BUTTON, ROW_HEIGHT, SMALL, font, name_width, paint_of, palette};
use super::values::choice;
use crate::base::{Color, Unit, printable, printable_text, with_small_letter};
use crate::document::PLEASANT;
use crate::grammar::formula_of;
use crate::reference::ReferenceSubject;

/// Width of a number field, in points.
const NUMBER_WIDTH: f32 = 68.0;
/// Width of a number field for a chance in 1,000, in points.
const CHANCE_WIDTH: f32 = 96.0;
/// Maximum useful width of a control, in points.
const WIDEST: f32 = 480.0;
/// Minimum and maximum width of a colour to select, in points.
const SWATCH: (f32, f32) = (7.0, 13.0);
/// Height from which the size of a slider's knob is derived, in points.
const KNOB_HEIGHT: f32 = 16.0;

/// The labels of a row.
#[derive(Clone, Copy, Debug)]
pub struct RowLabel<'a> {
    /// Text in the left column.
    pub name: &'a str,
    /// Name of the owner, for users who cannot see the heading above; may be empty.
    pub of: &'a str,
    /// Description in plain words.
    pub tooltip: &'a str,
}

impl RowLabel<'_> {
    /// Returns the accessible name of its control.
    fn full_name(&self) -> String {
        if self.of.is_empty() { self.name.to_owned() } else { format!("{} of {}", self.name, self.of) }
    }
}

/// Shows a row with any control, which receives its accessible name.
pub fn row<R>(ui: &mut Ui, row: RowLabel<'_>, control: impl FnOnce(&mut Ui, &str) -> R) -> R {
    let shown = ui.horizontal(|ui| {
        row_name_ui(ui, &row);
        control(ui, &row.full_name())
    });
    explained(ui, shown.response.rect, || ReferenceSubject::FormRow(row.name.to_owned()));
    shown.inner
}

/// Shows the name of a row. A long name takes several lines: a name that is cut does not tell rows apart.
fn row_name_ui(ui: &mut Ui, row: &RowLabel<'_>) {
    let width = name_width(ui.available_width());
    let color = palette(ui).text;
    let name = ui.painter().layout(printable_text(row.name).into_owned(), font(BODY), color, width);
    let height = name.size().y.max(ROW_HEIGHT);
    ui.set_min_height(height);
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut name_ui = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(layout));
    name_ui.add(egui::Label::new(name)).on_hover_text(row.tooltip);
}

/// Paints a bar at the left edge of an item related to the last selection in another pane.
pub fn related_mark(ui: &Ui, rect: Rect, name: &str) {
    let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
    ui.painter().rect_filled(bar, 1.5, palette(ui).accent);
    let response = ui.interact(bar.expand(1.0), ui.id().with(("related", name)), Sense::hover());
    response
        .widget_info(|| info::labeled(WidgetType::Label, true, format!("Belongs to the selection: {name}")));
    response.on_hover_text("Belongs to what is selected");
}

/// Distance of the words of a foldable row from its left edge, in points.
const WORDS_START: f32 = 32.0;
/// Maximum number of lines of a foldable row.
const MOST_LINES: usize = 3;

/// A row that can be dragged, and that opens a form below it when clicked.
#[derive(Clone, Copy, Debug)]
pub struct FoldRow<'a> {
    /// Icon at the front.
    pub icon: &'a str,
    /// Text of the row.
    pub words: &'a str,
    /// Result at the end of the row; may be empty.
    pub result: &'a str,
    /// Accessible name.
    pub name: &'a str,
    /// `true` if its form is open.
    pub is_open: bool,
    /// `true` if it has no effect at present.
    pub is_dim: bool,
}

impl FoldRow<'_> {
    /// Shows the row. Long words take several lines.
    pub fn ui(&self, ui: &mut Ui) -> Response {
        let colors = palette(ui);
        let result = ui.painter().layout_no_wrap(self.result.to_owned(), font(SMALL), colors.dim);
        let width = ui.available_width();
        let words = self.laid_out_words(ui, width - WORDS_START - result.size().x - 2.0 * GAP);
        let size = vec2(width, (words.size().y + GAP).max(ROW_HEIGHT + 2.0));
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        response.widget_info(|| info::selected(WidgetType::CollapsingHeader, true, self.is_open, self.name));
        let fill = match (self.is_open, response.hovered() || response.has_focus()) {
            (true, _) => colors.field_hovered,
            (false, true) => colors.field,
            (false, false) => colors.bar,
        };
        ui.painter().rect_filled(rect, 5.0, fill);
        let end = rect.right_center() - vec2(GAP + result.size().x, result.size().y / 2.0);
        ui.painter().galley(end, result, colors.dim);
        let at = |x: f32| rect.left_center() + vec2(x, 0.0);
        ui.painter().text(at(16.0), Align2::CENTER_CENTER, self.icon, font(14.0), colors.accent);
        let is_cut = words.elided;
        ui.painter().galley(at(WORDS_START) - vec2(0.0, words.size().y / 2.0), words, colors.text);
        if is_cut { response.on_hover_text(self.words) } else { response }
    }

    fn laid_out_words(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        let colors = palette(ui);
        let color = match (self.is_dim, self.is_open) {
            (true, _) => colors.dim,
            (false, true) => colors.strong,
            (false, false) => colors.text,
        };
        let mut job = LayoutJob::simple_singleline(self.words.to_owned(), font(BODY), color);
        job.wrap =
            TextWrapping { max_width: width.max(0.0), max_rows: MOST_LINES, ..TextWrapping::default() };
        ui.painter().layout_job(job)
    }
}

/// Shows a slider with a number field. Returns the new number if it was changed.
pub fn number_row(
    ui: &mut Ui,
    about: RowLabel<'_>,
    value: u32,
    range: RangeInclusive<u32>,
    unit: Unit,
) -> Option<u32> {
    let mut new = value;
    row(ui, about, |ui, name| {
        if formula_of(value).is_some() {
            drag_value(ui, &mut new, range.clone(), unit, name, about.tooltip);
            return;
        }
        let width = control_width(ui) - number_width(unit) - GAP;
        ui.scope(|ui| {
            ui.spacing_mut().slider_width = width;
            ui.spacing_mut().interact_size.y = KNOB_HEIGHT;
            let slider =
                Slider::new(&mut new, range.clone()).clamping(SliderClamping::Always).show_value(false);
            let response = ui.add(slider);
            response.widget_info(|| info::slider(true, f64::from(value), name));
            response.on_hover_text(about.tooltip);
        });
        let number = format!("{name}, as a number");
        drag_value(ui, &mut new, range.clone(), unit, &number, about.tooltip);
    });
    (new != value).then_some(new)
}

/// Shows a minimum and a maximum. Returns the new ones if one was changed; the other follows so that they
/// stay in order.
pub fn range_row(
    ui: &mut Ui,
    about: RowLabel<'_>,
    value: (u32, u32),
    range: RangeInclusive<u32>,
    unit: Unit,
) -> Option<(u32, u32)> {
    let (mut least, mut most) = value;
    row(ui, about, |ui, name| {
        let least_name = format!("Minimum {}", with_small_letter(name));
        if drag_value(ui, &mut least, range.clone(), Unit::None, &least_name, about.tooltip) {
            most = keep_order(least, most).1;
        }
        ui.label(RichText::new("to").color(palette(ui).dim));
        if drag_value(
            ui,
            &mut most,
            range.clone(),
            unit,
            &format!("Maximum {}", with_small_letter(name)),
            about.tooltip,
        ) {
            least = keep_order(least, most).0;
        }
    });
    ((least, most) != value).then_some((least, most))
}

/// Shows a number that may be large, without a slider. Returns the new number if it was changed.
pub fn count_row(
    ui: &mut Ui,
    about: RowLabel<'_>,
    value: u32,
    range: RangeInclusive<u32>,
    unit: Unit,
) -> Option<u32> {
    let mut new = value;
    row(ui, about, |ui, name| drag_value(ui, &mut new, range, unit, name, about.tooltip));
    (new != value).then_some(new)
}

/// Shows a number that can be dragged or typed, or a formula. Returns `true` if it was changed.
pub fn drag_value(
    ui: &mut Ui,
    value: &mut u32,
    range: RangeInclusive<u32>,
    unit: Unit,
    name: &str,
    tooltip: &str,
) -> bool {
    let before = *value;
    if let Some(formula) = formula_of(before) {
        let limits = (i64::from(*range.start()), i64::from(*range.end()));
        let new = formula_field(ui, &formula, limits, name, tooltip);
        *value = new.and_then(|new| u32::try_from(new).ok()).unwrap_or(before);
        return *value != before;
    }
    let limits = (f64::from(*range.start()), f64::from(*range.end()));
    let drag = DragValue::new(value)
        .range(range)
        .clamp_existing_to_range(false)
        .suffix(unit.suffix(before))
        .speed(0.15);
    let size = vec2(number_width(unit), ROW_HEIGHT);
    let (response, formula) = number_or_formula_field(ui, Some(size), drag, limits);
    response.widget_info(|| info::number(f64::from(before), name));
    response.on_hover_text(tooltip);
    *value = formula.unwrap_or(*value);
    *value != before
}

/// Returns the width of a number field, which must show the number and its unit.
const fn number_width(unit: Unit) -> f32 {
    match unit {
        Unit::None | Unit::Cells | Unit::Percent | Unit::Times => NUMBER_WIDTH,
        Unit::Permille => CHANCE_WIDTH,
    }
}

/// Shows a control with the common width.
fn in_control<R>(ui: &mut Ui, control: impl FnOnce(&mut Ui) -> R) -> R {
    let width = control_width(ui);
    ui.scope(|ui| {
        ui.set_max_width(width);
        control(ui)
    })
    .inner
}

/// Returns the common width of all controls, which fills the pane.
pub fn control_width(ui: &Ui) -> f32 {
    ui.available_width().clamp(NUMBER_WIDTH + 48.0, WIDEST)
}

/// Shows a drop-down list. Returns the new choice if it was changed.
pub fn choice_row<T: Clone + PartialEq>(
    ui: &mut Ui,
    about: RowLabel<'_>,
    value: T,
    choices: &[(T, &str)],
) -> Option<T> {
    row(ui, about, |ui, name| {
        let combo = egui::ComboBox::from_id_salt(name).width(control_width(ui)).truncate();
        choice(ui, combo, (name, about.tooltip), &value, choices)
    })
}

/// Shows a drop-down list of names, of which none may be selected. Returns the position of a new choice.
pub fn pick_row(ui: &mut Ui, about: RowLabel<'_>, current: &str, choices: &[&str]) -> Option<usize> {
    let mut picked = None;
    row(ui, about, |ui, name| {
        let combo = egui::ComboBox::from_id_salt(name).width(control_width(ui)).truncate();
        let response = combo.selected_text(printable(current).into_owned()).show_ui(ui, |ui| {
            for (position, choice) in choices.iter().enumerate() {
                if ui.selectable_label(*choice == current, printable(choice).into_owned()).clicked() {
                    picked = Some(position);
                }
            }
        });
        response.response.widget_info(|| info::list(name, current));
        response.response.on_hover_text(about.tooltip);
    });
    picked.filter(|position| choices.get(*position) != Some(&current))
}

/// Shows a line of text. Returns the new text once the field is left.
pub fn text_row(ui: &mut Ui, about: RowLabel<'_>, value: &str, hint: &str) -> Option<String> {
    row(ui, about, |ui, name| in_control(ui, |ui| text_field(ui, name, value, hint)))
}

/// Shows a name that must be free. Returns the new one once the field is left, unless it is taken or empty.
pub fn name_row(
    ui: &mut Ui,
    about: RowLabel<'_>,
    value: &str,
    is_taken: impl Fn(&str) -> bool,
) -> Option<String> {
    row(ui, about, |ui, name| in_control(ui, |ui| name_field(ui, name, value, is_taken)))
}

/// Shows several lines of text. Returns the new text once the field is left.
pub fn notes_row(ui: &mut Ui, about: RowLabel<'_>, value: &str, hint: &str) -> Option<String> {
    row(ui, about, |ui, name| in_control(ui, |ui| notes_field(ui, name, value, hint)))
}

/// Shows a checkbox with words. Returns the new state if it was changed.
pub fn switch_row(ui: &mut Ui, about: RowLabel<'_>, value: bool, words: &str) -> Option<bool> {
    let mut new = value;
    row(ui, about, |ui, name| {
        let response = ui.checkbox(&mut new, words);
        response.widget_info(|| info::selected(WidgetType::Checkbox, true, value, name));
        response.on_hover_text(about.tooltip);
    });
    (new != value).then_some(new)
}

/// Shows a button with a colour that opens a picker. Returns the colour.
pub fn color_button(ui: &mut Ui, name: &str, tooltip: &str, color: Color) -> Color {
    let mut channels = [color.r, color.g, color.b];
    let response = ui.color_edit_button_srgb(&mut channels);
    response.widget_info(|| info::labeled(WidgetType::ColorButton, true, name));
    response.on_hover_text(tooltip);
    let [r, g, b] = channels;
    Color::rgb(r, g, b)
}

/// Shows a colour picker and some preset colours. Returns the new colour if it was changed.
pub fn color_row(ui: &mut Ui, about: RowLabel<'_>, value: Color) -> Option<Color> {
    let mut new = value;
    row(ui, about, |ui, name| {
        new = color_button(ui, name, "Mix a colour", value);
        ui.spacing_mut().item_spacing.x = 2.0;
        // All presets must be visible in narrow panes.
        let room = ui.available_width() / PLEASANT.len() as f32 - 2.0;
        let side = room.clamp(SWATCH.0, SWATCH.1);
        for (word, color) in PLEASANT {
            let (rect, response) = ui.allocate_exact_size(vec2(side, ROW_HEIGHT), egui::Sense::click());
            let swatch = egui::Rect::from_center_size(rect.center(), egui::Vec2::splat(side - 1.0));
            ui.painter().rect_filled(swatch, 3.0, paint_of(color));
            if response.hovered() || response.has_focus() || color == value {
                let line = egui::Stroke::new(1.5, palette(ui).strong);
                ui.painter().rect_stroke(swatch.expand(1.0), 3.0, line, egui::StrokeKind::Outside);
            }
            let full = format!("{word} for {}", with_small_letter(name));
            response.widget_info(|| info::labeled(WidgetType::Button, true, &full));
            if response.on_hover_text(word).clicked() {
                new = color;
            }
        }
    });
    (new != value).then_some(new)
}

/// Returns the frame around the form of a list item.
pub fn form_frame(ui: &Ui) -> egui::Frame {
    let line = egui::Stroke::new(1.0, palette(ui).line);
    egui::Frame::new().stroke(line).corner_radius(6).inner_margin(9)
}

/// Scrolls to a row that was opened, unless there is already enough room below it.
pub fn bring_into_view(ui: &Ui, row: egui::Rect) {
    const ROOM: f32 = 220.0;
    let view = ui.clip_rect();
    if row.top() < view.top() || row.top() + ROOM > view.bottom() {
        ui.scroll_to_rect(row, Some(egui::Align::TOP));
    }
}

/// Shows a title above rows.
pub fn title_ui(ui: &mut Ui, title: &str) {
    let colors = palette(ui);
    ui.add_space(10.0);
    ui.label(RichText::new(printable(title)).strong().color(colors.strong));
}

/// Shows a less important remark.
pub fn remark_ui(ui: &mut Ui, text: &str) {
    let color = palette(ui).dim;
    ui.label(RichText::new(printable_text(text)).color(color));
}

/// Shows a search field, which takes effect while typing. Escape clears it.
///
/// `parts` names the parts of an item that are searched.
pub fn search_ui(ui: &mut Ui, search: &mut String, name: &str, parts: &str) {
    let hint = format!("{}  {name}", egui_phosphor::regular::MAGNIFYING_GLASS);
    let field = egui::TextEdit::singleline(search).hint_text(hint).desired_width(f32::INFINITY);
    let response = ui.add(field.margin(vec2(8.0, 4.0)));
    if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        search.clear();
    }
    let typed = search.clone();
    response.widget_info(|| info::field(name, &typed, &typed));
    response.on_hover_text(parts);
}

/// Shows a small square button with an icon. Returns `true` if it was clicked.
pub fn icon_button(ui: &mut Ui, icon: &str, name: &str, enabled: bool) -> bool {
    let button = egui::Button::new(icon).min_size(ICON_BUTTON);
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| info::labeled(WidgetType::Button, enabled, name));
    response.on_hover_text(printable(name).into_owned()).clicked()
}
