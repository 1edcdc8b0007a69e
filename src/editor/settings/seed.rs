//! The row with the seed: typed, drawn by lot, or gone through one by one.

use egui::{TextEdit, Ui, WidgetInfo, vec2};
use egui_phosphor::regular as icon;

use crate::editor::command::Command;
use crate::editor::panes::Panes;
use crate::editor::rows::{Row, icon_button, row};
use crate::editor::style::ICON_BUTTON;

/// The space between the field and its buttons, in points: they are one control.
const NARROW_GAP: f32 = 3.0;

/// The seed and its buttons.
pub(super) fn row_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    let about =
        Row { name: "Seed", of: "", tooltip: "Where chance comes from: the same seed gives the same level." };
    row(ui, about, |ui, _| {
        ui.spacing_mut().item_spacing.x = NARROW_GAP;
        ui.spacing_mut().button_padding.x = 4.0;
        if icon_button(ui, icon::CARET_LEFT, "Previous seed", panes.has_previous_seed) {
            panes.commands.push(Command::PreviousSeed);
        }
        let width = ui.available_width() - 2.0 * (ICON_BUTTON.x + NARROW_GAP);
        field_ui(ui, panes, width.clamp(48.0, 200.0));
        if icon_button(ui, icon::CARET_RIGHT, "Next seed", true) {
            panes.commands.push(Command::NextSeed);
        }
        if icon_button(ui, icon::DICE_FIVE, "Roll a new seed (R)", true) {
            panes.commands.push(Command::RollSeed);
        }
    });
}

/// What is typed counts when the field is left; what is no seed is dropped.
fn field_ui(ui: &mut Ui, panes: &mut Panes<'_>, width: f32) {
    let mut draft = panes.view.seed_draft.take().unwrap_or_else(|| panes.seed.to_string());
    let field = TextEdit::singleline(&mut draft).desired_width(width - 16.0).margin(vec2(8.0, 4.0));
    let response = ui.add(field);
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(true, &draft, &draft, "");
        info.label = Some("Seed".to_owned());
        info
    });
    if response.has_focus() {
        panes.view.seed_draft = Some(draft);
    } else if response.lost_focus()
        && let Ok(seed) = draft.parse()
    {
        panes.commands.push(Command::SetSeed(seed));
    }
}
