//! Chests at dead ends or spots of walkers; the farthest are kept, as in *Wasteland Kings*.
//!
//! A random number of cells is added to the distance of each spot. The spots with the greatest sums are kept.

use crate::base::{Cell, RandomStream, Seed};
use crate::level::PlaceId;
use crate::mission::SpotKind;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::{ChestSpots, Chests, Scope};

pub(super) fn run(draft: &mut LevelDraft<'_>, chests: &Chests, seed: Seed) {
    match chests.per {
        Scope::Place => {
            let places: Vec<_> =
                draft.places().map(|place| (place.id, place.anchor, stream_of(seed, place))).collect();
            for (place, from, mut random) in places {
                keep_farthest(draft, chests, &[place], from, &mut random);
            }
        }
        Scope::Level => {
            let places: Vec<PlaceId> = draft.places().map(|place| place.id).collect();
            let anchors = draft.level().places.iter().map(|place| place.anchor);
            let Some(from) = draft.starts().into_iter().chain(anchors).next() else { return };
            keep_farthest(draft, chests, &places, from, &mut seed.stream());
        }
    }
}

/// Places chests at the spots of some places that are farthest from a cell.
fn keep_farthest(
    draft: &mut LevelDraft<'_>,
    chests: &Chests,
    places: &[PlaceId],
    from: Cell,
    random: &mut RandomStream,
) {
    let (least, most) = chests.number;
    let kept = match chests.per {
        Scope::Place => 0,
        Scope::Level => draft.placed(&chests.entity).len(),
    };
    let number = (random.range(least, most) as usize).saturating_sub(kept);
    let cells: Vec<Cell> = match SpotKind::of_chests(chests.at) {
        Some(kind) => places.iter().flat_map(|place| draft.spots(*place, kind)).collect(),
        None => places.iter().flat_map(|place| draft.floor(*place)).copied().collect(),
    };
    let is_spot = |cell: &Cell| chests.at != ChestSpots::DeadEnds || is_dead_end(draft, *cell);
    let spots = cells.into_iter().filter(|cell| draft.is_free(*cell) && is_spot(cell));
    let mut spots: Vec<(u64, Cell)> = spots
        .map(|cell| (from.distance_squared(cell).isqrt() + u64::from(random.range(0, chests.slack)), cell))
        .collect();
    // Spots in liquids come last.
    let rank = |cell: Cell| !draft.suits(&chests.entity, cell);
    spots.sort_by_key(|(distance, cell)| (rank(*cell), std::cmp::Reverse(*distance), *cell));
    let mut left = number;
    for (_, cell) in spots {
        if left == 0 {
            break;
        }
        left -= usize::from(draft.place(&chests.entity, cell));
    }
}

/// Returns `true` if only one of the four directions leads out of the cell.
fn is_dead_end(draft: &LevelDraft<'_>, cell: Cell) -> bool {
    // Open cells are counted quickly, and mostly there are more.
    let is_walkable = |near: &Cell| draft.is_open(*near) || draft.level().is_walkable(*near);
    cell.beside().filter(|near| draft.is_open(*near)).nth(1).is_none()
        && cell.beside().filter(is_walkable).count() <= 1
}
