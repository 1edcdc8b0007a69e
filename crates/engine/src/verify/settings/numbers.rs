//! Checks that a grammar can have the settings of a pass.

use crate::base::{Slot, each_parameter};
use crate::settings::{AlongTheWay, PassSettings};

/// Returns the values that no grammar can have.
///
/// These are numbers out of range, reversed ranges, missing names, and curves that go back.
pub(super) fn find_mistakes(settings: &PassSettings) -> Vec<String> {
    let mut found = Vec::new();
    each_parameter(&mut settings.clone(), &mut |_, slot| match slot {
        Slot::Number(number, value) if !number.range().contains(value) => {
            let (name, least, most) = (number.parameter.name, number.least, number.most);
            found.push(format!("records {value} for \"{name}\", but it must be from {least} to {most}"));
        }
        Slot::Range(number, (from, to)) => {
            let (name, least, most) = (number.parameter.name, number.least, number.most);
            if from > to || *from < least || *to > most {
                found.push(format!(
                    "records {from} to {to} for \"{name}\", but both must be from {least} to {most}"
                ));
            }
        }
        Slot::Name(parameter, vocabulary, name) if name.is_empty() && !vocabulary.is_optional => {
            found.push(format!("names no {}", parameter.name));
        }
        _ => {}
    });
    if let PassSettings::AlongTheWay(AlongTheWay { curve, .. }) = settings
        && !curve.is_sorted_by_key(|point| point.at)
    {
        found.push("has a curve that goes back".to_owned());
    }
    found
}
