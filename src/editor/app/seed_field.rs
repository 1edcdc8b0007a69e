//! The seed in the bar: typed, drawn by lot, or gone through one by one.

use egui::{Ui, vec2};
use egui_phosphor::regular as icon;

use super::menu::keys_of;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::command::Command;
use crate::editor::widgets::fields::text_field;
use crate::editor::widgets::rows::icon_button;

/// The width of the field, in points: a million and some room.
const WIDTH: f32 = 92.0;
/// The space between the field and its buttons, in points: they are one control.
const NARROW_GAP: f32 = 3.0;

/// The seed and its buttons.
pub fn bar_ui(ui: &mut Ui, app: &App, commands: &mut Vec<Command>) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = NARROW_GAP;
        let mut button = |ui: &mut Ui, sign, action: Action| {
            let name = format!("{} ({})", action.name(), keys_of(action, ui.ctx()));
            if icon_button(ui, sign, &name, action.is_ready(app)) {
                commands.push(action.command());
            }
        };
        button(ui, icon::CARET_LEFT, Action::PreviousSeed);
        let size = vec2(WIDTH, ui.spacing().interact_size.y);
        let seed = app.seed().to_string();
        let typed = ui.allocate_ui(size, |ui| text_field(ui, "Seed", &seed, "")).inner;
        button(ui, icon::CARET_RIGHT, Action::NextSeed);
        button(ui, icon::DICE_FIVE, Action::RollSeed);
        // What is no seed is dropped.
        commands.extend(typed.and_then(|text| text.trim().parse().ok()).map(Command::SetSeed));
    });
}
