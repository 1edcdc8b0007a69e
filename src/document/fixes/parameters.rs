//! Fixes for numbers of any parameter.

use crate::base::{Diagnostic, Parameters, Slot, ValuePath, each_parameter};
use crate::grammar::formula_of;

/// Fixes the numbers that a diagnostic is about. Returns a description and the name of the setting; `None` if
/// there is nothing to fix.
pub(super) fn mend(
    parameters: &mut dyn Parameters,
    diagnostic: &Diagnostic,
) -> Option<(String, &'static str)> {
    match diagnostic.code {
        "range-backwards" => {
            order_ranges(parameters).then(|| ("Swap minimum and maximum".to_owned(), "range"))
        }
        "out-of-range" => bring_within_range(parameters, &diagnostic.path),
        _ => None,
    }
}

/// Moves the parameter at a path to the nearest valid number. Returns a description and the name of the
/// parameter.
fn bring_within_range(parameters: &mut dyn Parameters, path: &ValuePath) -> Option<(String, &'static str)> {
    let mut mended = None;
    each_parameter(parameters, &mut |fields, slot| {
        if !path.ends_with(fields) {
            return;
        }
        let name = slot.parameter().name;
        match slot {
            Slot::Number(number, value) if !number.range().contains(value) && !has_formula([*value]) => {
                let verb = if *value < number.least { "Raise" } else { "Lower" };
                *value = (*value).clamp(number.least, number.most);
                mended = Some((format!("{verb} the {name} to {value}"), name));
            }
            Slot::Range(number, (least, most)) if !has_formula([*least, *most]) => {
                *least = (*least).clamp(number.least, number.most);
                *most = (*most).clamp(number.least, number.most);
                let words = format!("Keep the {name} between {} and {}", number.least, number.most);
                mended = Some((words, name));
            }
            Slot::Number(..)
            | Slot::Range(..)
            | Slot::Choice(..)
            | Slot::Switch(..)
            | Slot::Name(..)
            | Slot::Names(..)
            | Slot::Text(..)
            | Slot::Rows(..) => {}
        }
    });
    mended
}

/// Lowers the number, or both ends of the range, at a path to at most `most`. Returns a description and the name of the
/// parameter.
pub(super) fn lower(
    parameters: &mut dyn Parameters,
    path: &ValuePath,
    most: u32,
) -> Option<(String, &'static str)> {
    let mut mended = None;
    each_parameter(parameters, &mut |fields, slot| {
        let name = slot.parameter().name;
        let values = match slot {
            Slot::Number(_, value) => [Some(value), None],
            Slot::Range(_, (least, most)) => [Some(least), Some(most)],
            _ => return,
        };
        for value in values
            .into_iter()
            .flatten()
            .filter(|value| path.ends_with(fields) && **value > most && !has_formula([**value]))
        {
            *value = most;
            mended = Some((format!("Lower the {name} to {most}"), name));
        }
    });
    mended
}

/// Returns `true` if one of the numbers stands for a formula.
fn has_formula<const COUNT: usize>(numbers: [u32; COUNT]) -> bool {
    numbers.into_iter().any(|number| formula_of(number).is_some())
}

/// Puts the minimum first in every range. Returns `true` if one was reversed.
fn order_ranges(parameters: &mut dyn Parameters) -> bool {
    let mut is_changed = false;
    each_parameter(parameters, &mut |_, slot| {
        if let Slot::Range(_, (least, most)) = slot
            && *least > *most
            && !has_formula([*least, *most])
        {
            std::mem::swap(least, most);
            is_changed = true;
        }
    });
    is_changed
}
