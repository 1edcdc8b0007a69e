//! Mistakes in properties: unknown names, empty bounds, and claims that always or never hold.

use std::cmp::Ordering;
use std::fmt::{self, Display};

use crate::base::{CountBound, Diagnostic, PathRef, Severity, hint_at};
use crate::grammar::check_values::{check_node_symbol, check_order, is_blank, lower, suggestion};
use crate::metrics::{LEVEL_METRICS, LevelMetric, MetricUnit, MetricValue};
use crate::mission::Alphabet;
use crate::properties::{LevelProperty, MetricBound, MetricNumber, PropertyClaim};

/// Reports the mistakes in some properties. With room sets, entities may be of any kind.
pub(in crate::grammar) fn check_properties(
    properties: &[LevelProperty],
    alphabet: &Alphabet,
    has_rooms: bool,
    found: &mut Vec<Diagnostic>,
) {
    for (position, property) in properties.iter().enumerate() {
        let path = PathRef::ROOT.item("properties", position);
        let title = title(position, property);
        check_names((alphabet, has_rooms), property, path, &title, found);
        match &property.claim {
            PropertyClaim::Metric { metric, value } => {
                let path = path.field("claim");
                let metric = known_metric(metric, path, &title, found);
                check_metric_bound(*value, metric, path.field("value"), &title, found);
            }
            PropertyClaim::Count { number, .. } => {
                check_count_bound(*number, path.field("claim").field("number"), &title, found);
            }
            PropertyClaim::KeyBeforeLock { .. }
            | PropertyClaim::Order { .. }
            | PropertyClaim::Adjacent { .. }
            | PropertyClaim::DistinctNeighbours { .. } => {}
        }
        let before = properties.iter().take(position);
        check_against(before, property, path, &title, found);
    }
}

/// Returns the name of a property at the beginning of a sentence.
fn title(position: usize, property: &LevelProperty) -> impl Display {
    fmt::from_fn(move |f| match property.name.as_str() {
        name if is_blank(name) => write!(f, "Property {}", position + 1),
        name => write!(f, "Property \"{name}\""),
    })
}

fn check_names(
    (alphabet, has_rooms): (&Alphabet, bool),
    property: &LevelProperty,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    let (path, mut claim) = (path.field("claim"), property.claim.clone());
    for (field, name) in claim.symbols_mut() {
        if name.is_empty() {
            nothing_named(path.field(field), title, "node symbol", found);
        } else {
            check_node_symbol(found, alphabet, path.field(field), title, name);
        }
    }
    if let Some(name) = claim.entity_mut().filter(|name| !has_rooms || name.is_empty()) {
        check_entity(alphabet, name, path.field("of"), title, found);
    }
}

fn nothing_named(path: PathRef<'_>, title: &impl Display, noun: &str, found: &mut Vec<Diagnostic>) {
    let message = format!("The {noun} of {} has no name.", lower(title));
    let error = Diagnostic::error("nothing-named", message).at(path);
    found.push(error.hint(format!("Choose a {noun}.")));
}

/// Reports an entity that no level can have.
fn check_entity(
    alphabet: &Alphabet,
    name: &str,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    if name.is_empty() {
        return nothing_named(path, title, "kind of entity", found);
    }
    if alphabet.entities.contains_key(name) || alphabet.nodes.contains_key(name) {
        return;
    }
    let near = suggestion(found, name, alphabet.entities.keys().map(String::as_str));
    let hint =
        near.map_or_else(|| "Add it to the entities of the alphabet.".to_owned(), |near| hint_at(near, name));
    let message = format!("{title} counts the entity \"{name}\", which the alphabet does not have.");
    found.push(Diagnostic::error("unknown-entity", message).at(path).hint(hint).meant(near));
}

fn known_metric(
    name: &str,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) -> Option<&'static LevelMetric> {
    let metric = LEVEL_METRICS.iter().find(|metric| metric.name == name);
    if metric.is_none() {
        let near = suggestion(found, name, LEVEL_METRICS.iter().map(|metric| metric.name));
        let hint = near.map_or_else(
            || "Choose a metric from the list of: delvewright reference metrics.".to_owned(),
            |near| hint_at(near, name),
        );
        let message = format!("{title} is about the metric \"{name}\", which does not exist.");
        let error = Diagnostic::error("unknown-metric", message).at(path.field("metric"));
        found.push(error.hint(hint).meant(near));
    }
    metric
}

fn check_count_bound(
    bound: CountBound,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    match bound {
        CountBound::Between(least, most) => {
            check_order(found, path, format_args!("The number of {}", lower(title)), (least, most));
        }
        CountBound::AtLeast(0) => always_holds(path, title, found),
        CountBound::AtLeast(_) | CountBound::AtMost(_) => {}
    }
}

fn check_metric_bound(
    bound: MetricBound,
    metric: Option<&'static LevelMetric>,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    let (least, most) = bound.ends();
    if let Some(MetricNumber::Fraction(part, whole)) =
        least.into_iter().chain(most).find(|end| end.value().is_none())
    {
        let message =
            format!("The value of {} is {part}/{whole}, but nothing is divided by 0.", lower(title));
        let error = Diagnostic::error("out-of-range", message).at(path);
        found.push(error.hint("Choose a divisor of 1 or more."));
        return;
    }
    let ends = [least, most].map(|end| end.and_then(MetricNumber::value));
    if let [Some(lower_end), Some(upper_end)] = ends
        && lower_end.compare(upper_end) == Ordering::Greater
        && let (Some(least), Some(most)) = (least, most)
    {
        let message = format!(
            "The value of {} goes from {least} down to {most}, but the minimum comes first.",
            lower(title)
        );
        let error = Diagnostic::error("range-backwards", message).at(path);
        found.push(error.hint(format!("Swap the two numbers: {most} to {least}.")));
        return;
    }
    let one = MetricValue::count(1);
    let is_share = metric.is_some_and(|metric| metric.unit == MetricUnit::Share);
    let is_at_least_zero = ends[0].is_none_or(|least| least.compare(MetricValue::count(0)).is_eq());
    match ends {
        [Some(least), _] if is_share && least.compare(one).is_gt() => {
            let message = format!("{title} never holds, because a share is never above 1.");
            let warning = Diagnostic::warning("property-never-holds", message).at(path);
            found.push(warning.hint("Write percentages as Percent(…), for example Percent(25)."));
        }
        [_, most] if is_at_least_zero => {
            let is_any = most.is_none_or(|most| is_share && most.compare(one).is_ge());
            if is_any {
                always_holds(path, title, found);
            }
        }
        _ => {}
    }
}

fn always_holds(path: PathRef<'_>, title: &impl Display, found: &mut Vec<Diagnostic>) {
    let message = format!("{title} holds for every level, because its bound allows every value.");
    let warning = Diagnostic::warning("property-always-holds", message).at(path);
    found.push(warning.hint("Narrow the bound, or delete the property."));
}

/// Warns of a property that says the same as an earlier one, or that excludes it.
fn check_against<'a>(
    before: impl Iterator<Item = &'a LevelProperty> + Clone,
    property: &LevelProperty,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    let sentence = property.sentence();
    if before.clone().any(|other| other.sentence() == sentence || other.claim == property.claim) {
        let message = format!("{title} has the sentence or the claim of an earlier one: \"{sentence}\".");
        let warning = Diagnostic::new(Severity::Warning, "double-property", message).at(path);
        found.push(warning.hint("Delete one of them, or give it another name or claim."));
    } else if let Some(other) =
        before.into_iter().find(|other| exclude_each_other(&other.claim, &property.claim))
    {
        let message = format!("{title} never holds together with \"{}\".", other.sentence());
        let warning = Diagnostic::warning("contradicting-properties", message).at(path);
        found.push(warning.hint("Change one of the two bounds so that they overlap."));
    }
}

/// Returns `true` if two claims bound the same number, and no number is within both bounds.
fn exclude_each_other(one: &PropertyClaim, other: &PropertyClaim) -> bool {
    let below = |most: Option<MetricValue>, least: Option<MetricValue>| {
        most.zip(least).is_some_and(|(most, least)| most.compare(least).is_lt())
    };
    let (first, second) = match (one, other) {
        (
            PropertyClaim::Metric { metric, value },
            PropertyClaim::Metric { metric: other_metric, value: other_value },
        ) if metric == other_metric => (value.ends(), other_value.ends()),
        (
            PropertyClaim::Count { of, number },
            PropertyClaim::Count { of: other_of, number: other_number },
        ) if of == other_of => (metric_ends(*number), metric_ends(*other_number)),
        _ => return false,
    };
    let value = |end: Option<MetricNumber>| end.and_then(MetricNumber::value);
    below(value(first.1), value(second.0)) || below(value(second.1), value(first.0))
}

fn metric_ends(bound: CountBound) -> (Option<MetricNumber>, Option<MetricNumber>) {
    match bound {
        CountBound::AtLeast(least) => (Some(MetricNumber::Whole(least)), None),
        CountBound::AtMost(most) => (None, Some(MetricNumber::Whole(most))),
        CountBound::Between(least, most) => {
            (Some(MetricNumber::Whole(least)), Some(MetricNumber::Whole(most)))
        }
    }
}
