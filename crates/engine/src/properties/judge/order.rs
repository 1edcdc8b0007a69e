//! The order in which places are reached.

use std::collections::BTreeSet;

use super::{place_text, places_of};
use crate::level::PlaceId;
use crate::metrics::MeasuredLevel;
use crate::properties::{OrderDemand, PropertyVerdict};

pub(super) fn judge(
    first: &str,
    then: &str,
    demand: OrderDemand,
    measured: &MeasuredLevel<'_>,
) -> PropertyVerdict {
    let level = measured.level;
    let (earlier, later) = (places_of(level, first), places_of(level, then));
    let missing = match demand {
        OrderDemand::Possible if earlier.is_empty() => Some(first),
        _ if later.is_empty() => Some(then),
        OrderDemand::Possible | OrderDemand::Forced => None,
    };
    if let Some(missing) = missing {
        return PropertyVerdict::Nothing(format!("no \"{missing}\""));
    }
    if measured.graph.starts.is_empty() {
        return PropertyVerdict::Nothing("no start".to_owned());
    }
    for start in &measured.graph.starts {
        match demand {
            OrderDemand::Possible => {
                let free = entered_without(measured, *start, &later);
                if let Some(place) = earlier.difference(&free).next() {
                    let reason = format!(
                        "{} cannot be reached before a \"{then}\".",
                        capital(place_text(level, *place))
                    );
                    return PropertyVerdict::fails(reason, [*place]);
                }
            }
            OrderDemand::Forced => {
                let free = entered_without(measured, *start, &earlier);
                if let Some(place) = later.intersection(&free).next() {
                    let reason = format!(
                        "{} can be reached before any \"{first}\".",
                        capital(place_text(level, *place))
                    );
                    return PropertyVerdict::fails(reason, [*place]);
                }
            }
        }
    }
    PropertyVerdict::Holds
}

/// Returns the places that can be entered from a start without entering any of some others.
fn entered_without(
    measured: &MeasuredLevel<'_>,
    start: usize,
    others: &BTreeSet<PlaceId>,
) -> BTreeSet<PlaceId> {
    let is_other = |place: usize| others.contains(&PlaceId::at(place));
    let reached = measured.graph.graph.reach_before(start, is_other).places;
    let numbers = (0..reached.len()).filter(|place| reached[*place]);
    numbers.map(PlaceId::at).filter(|place| !others.contains(place)).collect()
}

fn capital(text: String) -> String {
    crate::base::with_capital(&text)
}
