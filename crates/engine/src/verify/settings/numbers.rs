//! The settings of a pass are such as a grammar can have.

use crate::base::{Slot, each_parameter};
use crate::settings::{AlongTheWay, PassSettings};

/// What no grammar can say: numbers out of their range, ranges that end before they begin, nothing named where something must be, and a curve that goes back.
pub(super) fn find_mistakes(settings: &PassSettings) -> Vec<String> {
    let mut found = Vec::new();
    each_parameter(&mut settings.clone(), &mut |_, slot| match slot {
        Slot::Number(number, value) if !number.range().contains(value) => {
            let (name, least, most) = (number.parameter.name, number.least, number.most);
            found.push(format!("says {value} for \"{name}\", which is {least} to {most}"));
        }
        Slot::Range(number, (from, to)) => {
            let (name, least, most) = (number.parameter.name, number.least, number.most);
            if from > to || *from < least || *to > most {
                found.push(format!("says {from} to {to} for \"{name}\", which is within {least} to {most}"));
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
