//! Checks of single values that all parts of a grammar have: numbers, ranges, names and symbols.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use crate::base::{Diagnostic, Parameters, PathRef, Slot, Suggester, ValuePath, each_parameter, hint_at};
use crate::mission::Alphabet;

/// Reports parameters out of their ranges; `of` names their owner within a sentence.
pub(super) fn check_parameters(
    found: &mut Vec<Diagnostic>,
    path: PathRef<'_>,
    of: impl Display,
    parameters: &mut dyn Parameters,
) {
    each_parameter(parameters, &mut |fields, slot| {
        let path = (path, fields);
        let name = slot.parameter().name;
        match slot {
            Slot::Number(number, value) => {
                check_number(found, path, format_args!("The {name} of {of}"), *value, number.range());
            }
            Slot::Range(number, range) => {
                let (least, most) = *range;
                check_number(found, path, format_args!("The minimum {name} of {of}"), least, number.range());
                check_number(found, path, format_args!("The maximum {name} of {of}"), most, number.range());
                check_order(found, path, format_args!("The {name} of {of}"), *range);
            }
            Slot::Choice(..)
            | Slot::Switch(..)
            | Slot::Name(..)
            | Slot::Names(..)
            | Slot::Text(..)
            | Slot::Rows(..) => {}
        }
    });
}

/// Reports a number out of its range; `what` begins a sentence.
pub(super) fn check_number(
    found: &mut Vec<Diagnostic>,
    path: impl Into<ValuePath>,
    what: impl Display,
    number: u32,
    range: RangeInclusive<u32>,
) {
    let (least, most) = (range.start(), range.end());
    if !range.contains(&number) {
        let message = format!("{what} is {number}, but it must be from {least} to {most}.");
        let error = Diagnostic::error("out-of-range", message).at(path);
        found.push(error.hint(format!("Choose a number from {least} to {most}.")));
    }
}

/// Reports a minimum above its maximum; `what` begins a sentence.
pub(super) fn check_order(
    found: &mut Vec<Diagnostic>,
    path: impl Into<ValuePath>,
    what: impl Display,
    (least, most): (u32, u32),
) {
    if least > most {
        let message = format!("{what} goes from {least} down to {most}, but the minimum comes first.");
        let error = Diagnostic::error("range-backwards", message).at(path);
        found.push(error.hint(format!("Swap the two numbers: {most} to {least}.")));
    }
}

/// Reports a blank name; `what` is the unnamed thing.
pub(super) fn check_name(
    found: &mut Vec<Diagnostic>,
    path: impl Into<ValuePath>,
    what: impl Display,
    name: &str,
) {
    if is_blank(name) {
        let message = format!("{what} has no name.");
        found.push(Diagnostic::error("empty-name", message).at(path).hint("Give it a name."));
    }
}

pub(super) fn check_node_symbol(
    found: &mut Vec<Diagnostic>,
    alphabet: &Alphabet,
    path: impl Into<ValuePath>,
    place: impl Display,
    name: &str,
) {
    if !alphabet.nodes.contains_key(name) {
        let other = alphabet.edges.contains_key(name).then_some("edges");
        let near = suggestion(found, name, alphabet.nodes.keys().map(String::as_str));
        let subject = PathRef::ROOT.field("alphabet");
        let unknown = unknown_symbol("node", name, place, near, other).about(subject.entry("nodes", name));
        found.push(unknown.at(path));
    }
}

pub(super) fn check_edge_symbol(
    found: &mut Vec<Diagnostic>,
    alphabet: &Alphabet,
    path: impl Into<ValuePath>,
    place: impl Display,
    name: &str,
) {
    if !alphabet.edges.contains_key(name) {
        let other = alphabet.nodes.contains_key(name).then_some("nodes");
        let near = suggestion(found, name, alphabet.edges.keys().map(String::as_str));
        let subject = PathRef::ROOT.field("alphabet");
        let unknown = unknown_symbol("edge", name, place, near, other).about(subject.entry("edges", name));
        found.push(unknown.at(path));
    }
}

/// Returns the name that was probably meant, unless there are many diagnostics already.
///
/// Finding the nearest name takes much longer than finding a mistake.
pub(super) fn suggestion<'a>(
    found: &[Diagnostic],
    unknown: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    const MOST_FOUND: usize = 100;
    if found.len() < MOST_FOUND { Suggester::after(found.len()).nearest(unknown, known) } else { None }
}

pub(super) fn unknown_symbol(
    kind: &str,
    name: &str,
    place: impl Display,
    near: Option<&str>,
    other: Option<&str>,
) -> Diagnostic {
    let hint = match (other, near) {
        (Some(other), _) => format!("Choose another symbol, because \"{name}\" is one for {other}."),
        (None, Some(near)) => hint_at(near, name),
        (None, None) => format!("Add it to the {kind} symbols of the alphabet."),
    };
    let message = format!("{place} uses the {kind} symbol \"{name}\", which the alphabet does not have.");
    Diagnostic::error("unknown-symbol", message).hint(hint).meant(near)
}

/// Returns the name of a rule at the beginning of a sentence. It is formatted only when a message needs it.
pub(super) fn rule_title(position: usize, name: &str) -> impl Display {
    fmt::from_fn(move |f| match name {
        name if is_blank(name) => write!(f, "Rule {}", position + 1),
        name => write!(f, "Rule \"{name}\""),
    })
}

/// Converts the beginning of a sentence for use within one.
pub(super) fn lower(text: impl Display) -> impl Display {
    fmt::from_fn(move |f| {
        let text = text.to_string();
        let mut rest = text.chars();
        rest.next().map_or(Ok(()), |first| write!(f, "{}{}", first.to_lowercase(), rest.as_str()))
    })
}

pub(super) fn is_blank(name: &str) -> bool {
    name.trim().is_empty()
}
