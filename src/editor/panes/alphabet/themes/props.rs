//! Rows for the things that decorate the places of a theme, chosen from the catalogue of looks.

use egui::Ui;
use egui_phosphor::regular as icon;

use crate::editor::widgets::look_picker::{add_look_button, look_button};
use crate::editor::widgets::rows::{RowLabel, icon_button, row};
use crate::level::PropPosition;
use crate::mission::{DerivedProps, DerivedTheme, prop_list};

/// Shows a row for each position. Returns the name of the changed setting.
pub(super) fn props_rows(
    ui: &mut Ui,
    of: &str,
    new: &mut DerivedProps,
    theme: &DerivedTheme,
) -> Option<&'static str> {
    let mut is_changed = false;
    for position in PropPosition::ALL {
        let tooltip =
            format!("{} Earlier ones are more frequent. Click one to change it.", prop_list(position).1);
        let about = RowLabel { name: title(position), of, tooltip: &tooltip };
        is_changed |= row(ui, about, |ui, name| {
            ui.horizontal_wrapped(|ui| list_ui(ui, name, theme.props_at(position), new.at_mut(position)))
                .inner
        });
    }
    is_changed.then_some("decoration")
}

const fn title(position: PropPosition) -> &'static str {
    match position {
        PropPosition::Walls => "Along walls",
        PropPosition::Corners => "In corners",
        PropPosition::Middle => "In the middle",
        PropPosition::Floors => "Flat on floors",
        PropPosition::Caves => "In caves",
        PropPosition::Shores => "At water",
        PropPosition::Large => "Large things",
        PropPosition::Lights => "Lights on walls",
    }
}

/// Shows the things of a position as buttons. Returns `true` if they were changed.
fn list_ui(ui: &mut Ui, name: &str, shown: Vec<&str>, own: &mut Option<Vec<String>>) -> bool {
    let mut things: Vec<String> = shown.into_iter().map(str::to_owned).collect();
    let before = things.clone();
    ui.spacing_mut().item_spacing.x = 3.0;
    for (number, thing) in before.iter().enumerate() {
        ui.push_id(number, |ui| {
            let of = format!("{} of {name}", printable_number(number));
            if let (Some(chosen), Some(place)) = (look_button(ui, &of, thing, true), things.get_mut(number)) {
                *place = chosen;
            }
        });
    }
    things.retain(|thing| !thing.is_empty());
    if let Some(added) = add_look_button(ui, &format!("Add to {name}")) {
        things.push(added);
    }
    let is_changed = things != before;
    if is_changed {
        *own = Some(things);
        return true;
    }
    let takes_back =
        own.is_some() && icon_button(ui, icon::ARROW_COUNTER_CLOCKWISE, &format!("Take back {name}"), true);
    if takes_back {
        *own = None;
    }
    takes_back
}

fn printable_number(index: usize) -> String {
    format!("thing {}", index.saturating_add(1))
}
