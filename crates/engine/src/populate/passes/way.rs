//! Along the way: entities in the places from the start to the goal, with a density curve.
//!
//! The way has the fewest places, including the detours to the keys that it needs.
//! Each place is used where the way first enters it.

use std::collections::BTreeMap;

use crate::base::{RandomStream, Seed};
use crate::insight::find_route;
use crate::level::PlaceId;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::{AlongTheWay, CurvePoint};

pub(super) fn run(draft: &mut LevelDraft<'_>, way: &AlongTheWay, seed: Seed) {
    let route = find_route(draft.level());
    let last = route.len().saturating_sub(1).max(1) as u64;
    let mut positions: BTreeMap<PlaceId, u64> = BTreeMap::new();
    for (position, place) in (0..).zip(&route) {
        positions.entry(*place).or_insert(position);
    }
    let places: Vec<(PlaceId, RandomStream)> =
        draft.places().map(|place| (place.id, stream_of(seed, place))).collect();
    for (place, mut random) in places {
        let Some(position) = positions.get(&place) else { continue };
        let amount = amount_at(&way.curve, position * 100, last);
        let number = amount / 100 + u32::from(random.chance(amount % 100));
        lie(draft, &way.entity, number, place, &mut random);
    }
}

/// Returns the value of a curve at `part / whole`: linear between its points, constant before the first and
/// after the last.
fn amount_at(curve: &[CurvePoint], part: u64, whole: u64) -> u32 {
    let is_before = |point: &&CurvePoint| u64::from(point.at) * whole <= part;
    let before = curve.iter().take_while(is_before).last();
    let after = curve.iter().find(|point| !is_before(point));
    match (before, after) {
        (Some(one), Some(other)) => {
            let (from, to) = (u64::from(one.at) * whole, u64::from(other.at) * whole);
            let (amount, change) = (i64::from(one.amount), i64::from(other.amount) - i64::from(one.amount));
            let grown = change * (part - from) as i64 / (to - from).max(1) as i64;
            u32::try_from(amount + grown).unwrap_or(0)
        }
        (Some(point), None) | (None, Some(point)) => point.amount,
        (None, None) => 0,
    }
}

/// Places this number of entities on the floor of a place, and in its liquids if no dry cell is left.
fn lie(draft: &mut LevelDraft<'_>, entity: &str, number: u32, place: PlaceId, random: &mut RandomStream) {
    let (dry, wet) = draft.floor_for(entity, place);
    let mut left = number;
    for mut cells in [dry, wet] {
        while left > 0 && !cells.is_empty() {
            let cell = cells.swap_remove(random.below(cells.len() as u64) as usize);
            left -= u32::from(draft.place(entity, cell));
        }
    }
}
