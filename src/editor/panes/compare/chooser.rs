//! The toolbar of the comparison: the two levels, and the way in which they are shown.

use egui::{Button, Frame, Margin, RichText, Slider, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::view::{CompareMode, CompareView};
use crate::base::{Seed, printable_line};
use crate::difference::LevelAlignment;
use crate::editor::command::Command;
use crate::editor::compared_side::ComparedSide;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::values::word;

/// Minimum width of the pane for names next to the icons of modes, in points.
const NAMED_FROM: f32 = 620.0;
/// Width of the field for a seed, in points.
const SEED_WIDTH: f32 = 72.0;
/// Width of the slider for the opacity, in points.
const SLIDER_WIDTH: f32 = 110.0;
/// Key that shows the level before while it is held.
const HOLD_KEY: egui::Key = egui::Key::B;

/// Shows the toolbar.
pub(super) fn toolbar_ui(ui: &mut Ui, view: &mut CompareView, context: &mut PaneContext<'_>) {
    let bar = Frame::new().fill(palette(ui).panel).inner_margin(Margin::symmetric(style::MARGIN, 5));
    bar.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            side_ui(ui, view, 0, context);
            if icon_button(ui, icon::ARROWS_LEFT_RIGHT, "Swap the levels", true) {
                view.sides.reverse();
            }
            side_ui(ui, view, 1, context);
        });
        let is_named = ui.available_width() >= NAMED_FROM;
        ui.horizontal_wrapped(|ui| {
            for (mode, sign, name, meaning) in MODES {
                mode_ui(ui, view, is_named, (mode, sign, name, meaning));
            }
            of_mode_ui(ui, view);
            align_ui(ui, view, is_named);
            let frame = ui.button(icon::CORNERS_OUT);
            frame.widget_info(|| info::labeled(WidgetType::Button, true, "Show both levels in full"));
            if frame.on_hover_text("Show everything (F)").clicked() {
                view.frame_all();
            }
        });
    });
}

/// All modes: icon, name and meaning.
const MODES: [(CompareMode, &str, &str, &str); 4] = [
    (
        CompareMode::SideBySide,
        icon::COLUMNS,
        "Side by side",
        "Shows both levels; they move and zoom together",
    ),
    (
        CompareMode::Layer,
        icon::INTERSECT,
        "Difference",
        "Shows everything that was added, removed or changed",
    ),
    (CompareMode::Onion, icon::STACK, "Onion skin", "Lays the level after over the level before"),
    (CompareMode::Flicker, icon::EYE, "Flicker", "Shows one level after the other in the same position"),
];

fn mode_ui(
    ui: &mut Ui,
    view: &mut CompareView,
    is_named: bool,
    (mode, sign, name, meaning): (CompareMode, &str, &str, &str),
) {
    let is_on = view.mode == mode;
    if toggle_ui(ui, is_named, is_on, sign, name, meaning) {
        view.mode = mode;
    }
}

/// Shows a button that is on or off. Returns `true` if it was clicked.
fn toggle_ui(ui: &mut Ui, is_named: bool, is_on: bool, sign: &str, name: &str, meaning: &str) -> bool {
    let colors = palette(ui);
    let color = if is_on { colors.strong } else { colors.dim };
    let text = if is_named { format!("{sign}  {name}") } else { sign.to_owned() };
    let button = Button::selectable(is_on, RichText::new(text).color(color)).min_size(style::ICON_BUTTON);
    let response = ui.add(button);
    response.widget_info(|| info::selected(WidgetType::RadioButton, true, is_on, name));
    response.on_hover_text(format!("{name}. {meaning}")).clicked()
}

/// Shows the control of the current mode.
fn of_mode_ui(ui: &mut Ui, view: &mut CompareView) {
    match view.mode {
        CompareMode::SideBySide => {
            let response = ui.checkbox(&mut view.has_marks, "Marks");
            let is_on = view.has_marks;
            response
                .widget_info(|| info::selected(WidgetType::Checkbox, true, is_on, "Marks on both levels"));
            response.on_hover_text("Marks the differences on both levels");
        }
        CompareMode::Layer => {}
        CompareMode::Onion => {
            ui.spacing_mut().slider_width = SLIDER_WIDTH;
            let slider = Slider::new(&mut view.opacity, 0.0..=1.0).show_value(false);
            let response = ui.add(slider);
            let opacity = f64::from(view.opacity);
            response.widget_info(|| info::slider(true, opacity, "Opacity of the level after"));
            response.on_hover_text("Opacity of the level after");
        }
        CompareMode::Flicker => flicker_ui(ui, view),
    }
}

/// Shows which level is visible, and a button that shows the other one while it is held. Nothing moves by itself.
fn flicker_ui(ui: &mut Ui, view: &mut CompareView) {
    for (is_before, name) in [(true, "Before"), (false, "After")] {
        let is_on = view.is_before == is_before;
        if toggle_ui(ui, true, is_on, icon::EYE, name, "Shows this level") {
            view.is_before = is_before;
        }
    }
    let button = ui.button(format!("{}  Hold", icon::HAND_TAP));
    button.widget_info(|| info::labeled(WidgetType::Button, true, "Hold to see the level before"));
    let is_key_held = !ui.ctx().text_edit_focused() && ui.input(|input| input.key_down(HOLD_KEY));
    view.is_held = button.is_pointer_button_down_on() || is_key_held;
    button.on_hover_text("Shows the level before while you hold the button or the key B");
}

fn align_ui(ui: &mut Ui, view: &mut CompareView, is_named: bool) {
    let is_on = view.alignment == LevelAlignment::Places;
    let meaning = "Lays the levels over each other by the places that both have, not by position";
    if toggle_ui(ui, is_named, is_on, icon::MAGNET, "Align", meaning) {
        view.alignment = if is_on { LevelAlignment::Position } else { LevelAlignment::Places };
        view.frame_all();
    }
}

/// Shows the list of levels for one side, and the field for its seed.
fn side_ui(ui: &mut Ui, view: &mut CompareView, side: usize, context: &mut PaneContext<'_>) {
    let name = if side == 0 { "Level before" } else { "Level after" };
    let current = words(&view.sides[side], context);
    let mut chosen = None;
    let button = ui.menu_button(format!("{current}  {}", icon::CARET_DOWN), |ui| {
        for choice in choices(view, context) {
            let is_on = choice == view.sides[side];
            if ui.add(Button::selectable(is_on, words(&choice, context))).clicked() {
                chosen = Some(choice);
                ui.close();
            }
        }
        ui.separator();
        let keep =
            ui.add_enabled(context.run_view.level().is_some(), Button::new("Keep this level to compare"));
        if keep.clicked() {
            context.commands.push(Command::KeepToCompare);
            ui.close();
        }
    });
    button.response.widget_info(|| info::with_text(WidgetType::ComboBox, name, &current));
    if let ComparedSide::Seed(seed) = &view.sides[side] {
        let field = format!("Seed of the {}", name.to_lowercase());
        let typed = word(ui, &field, &seed.to_string(), "seed", SEED_WIDTH);
        chosen = chosen.or_else(|| Seed::from_words(&typed?).ok().map(ComparedSide::Seed));
    }
    if let Some(chosen) = chosen {
        view.sides[side] = chosen;
        view.selected = None;
    }
}

/// Returns the levels that can be chosen.
fn choices(view: &CompareView, context: &PaneContext<'_>) -> Vec<ComparedSide> {
    let seed = context.run_view.run.as_ref().map_or(Seed(1), |run| run.request.seed);
    let kept = view.kept.clone().map(ComparedSide::Kept);
    let steps = view.sides.iter().filter(|side| matches!(side, ComparedSide::AfterStep(_))).cloned();
    let first = [ComparedSide::Shown, ComparedSide::BeforeLastEdit, ComparedSide::AfterStep(0)];
    let mut choices: Vec<ComparedSide> = first.into_iter().chain(kept).collect();
    for step in steps {
        if !choices.contains(&step) {
            choices.push(step);
        }
    }
    choices.push(ComparedSide::Seed(Seed(seed.0.wrapping_add(1))));
    choices
}

/// Returns the name of a level, with the step of the history that made it.
fn words(side: &ComparedSide, context: &PaneContext<'_>) -> String {
    let step = match side {
        ComparedSide::AfterStep(steps) => {
            steps.checked_sub(1).and_then(|step| context.document.steps().get(step))
        }
        _ => None,
    };
    match step {
        Some(step) => format!("{}: {}", side.words(), printable_line(step)),
        None => side.words(),
    }
}
