//! Rows for parameters: each has the control of its kind, with what is known about the parameter.

use egui::Ui;

use super::rows::{Row, choice_row, count_row, number_row, range_row, switch_row};
use crate::base::{Parameters, Slot, each_parameter, with_capital};

/// The largest number that a slider is of use for.
const MOST_ON_SLIDERS: u32 = 1000;

/// Shows all parameters of something, which `of` names; what the first is called that was changed.
pub fn parameter_rows(ui: &mut Ui, of: &str, parameters: &mut dyn Parameters) -> Option<&'static str> {
    let mut changed = None;
    each_parameter(parameters, &mut |_, slot| {
        let name = slot.parameter().name;
        if parameter_row(ui, of, slot) {
            changed = changed.or(Some(name));
        }
    });
    changed
}

/// Shows one parameter of something, which `of` names; true if it was changed.
pub fn parameter_row(ui: &mut Ui, of: &str, slot: Slot<'_>) -> bool {
    titled_row(ui, &with_capital(slot.parameter().name), of, slot)
}

/// The same with another title.
pub fn titled_row(ui: &mut Ui, name: &str, of: &str, slot: Slot<'_>) -> bool {
    let tooltip = slot.tooltip();
    let row = Row { name, of, tooltip: &tooltip };
    match slot {
        Slot::Number(number, value) => {
            let show = if number.most > MOST_ON_SLIDERS { count_row } else { number_row };
            put(value, show(ui, row, *value, number.range(), number.unit))
        }
        Slot::Range(number, value) => put(value, range_row(ui, row, *value, number.range(), number.unit)),
        Slot::Switch(_, yes, value) => put(value, switch_row(ui, row, *value, yes)),
        Slot::Choice(_, value) => {
            let choices: Vec<_> = value.choices().iter().map(|choice| (choice.label, choice.label)).collect();
            let chosen = choice_row(ui, row, value.label(), &choices);
            chosen.inspect(|label| value.choose(label)).is_some()
        }
    }
}

fn put<T>(value: &mut T, new: Option<T>) -> bool {
    new.map(|new| *value = new).is_some()
}
