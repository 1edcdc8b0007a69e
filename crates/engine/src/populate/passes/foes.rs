//! Foes: a chance for each floor cell, which grows with the difficulty.
//!
//! The entity is drawn from the rows of the table that apply to the place.
//! Several may stand around the cell, possibly with a centrepiece on it, as the bandits around a barrel in
//! *Wasteland Kings*.
//! No foe is placed near the start or on an occupied cell. Foes that do not live in liquids stand there only
//! if the whole place is wet.
//! If the exit opens with the last of them, foes are taken back from places that a player may no longer
//! reach.

use crate::base::{Cell, RandomStream, Rect, Seed, Size};
use crate::level::Place;
use crate::mission::Value;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::populate::starts::near_starts;
use crate::settings::{FoeRow, Foes};

/// A point of difficulty increases the chance by one part in this many: a tenth.
const PARTS: u64 = 10;

pub(super) fn run(draft: &mut LevelDraft<'_>, foes: &Foes, seed: Seed) {
    let near = near_starts(draft, foes.distance);
    let is_far = |cell: &Cell| !near.get(*cell);
    let places: Vec<Place> = draft.places().cloned().collect();
    for place in places {
        let difficulty = difficulty(foes, &place);
        let rows: Vec<&FoeRow> = foes.table.iter().filter(|row| counts(row, &place, difficulty)).collect();
        if rows.iter().all(|row| row.weight == 0) {
            continue;
        }
        let mut random = stream_of(seed, &place);
        let chance = u64::from(foes.chance) * (PARTS + u64::from(difficulty));
        let floor = draft.floor(place.id).iter().filter(|cell| is_far(cell));
        let drawn: Vec<Cell> = floor.filter(|_| random.below(1000 * PARTS) < chance).copied().collect();
        let is_flooded = !draft.floor(place.id).iter().any(|cell| !draft.is_wet(*cell));
        for cell in drawn {
            let row = random.weighted(rows.iter().map(|row| row.weight)).and_then(|row| rows.get(row));
            if let Some(row) = row
                && draft.is_free(cell)
                && (is_flooded || draft.suits(&row.entity, cell))
            {
                stand(draft, (row, foes.must_fall(&row.entity)), cell, &is_far, &mut random);
            }
        }
    }
}

/// Returns the difficulty of a place.
fn difficulty(foes: &Foes, place: &Place) -> u32 {
    let own = match place.attributes.get("difficulty") {
        Some(Value::Int(own)) => u32::try_from(*own).unwrap_or(0),
        _ => 0,
    };
    foes.difficulty.saturating_add(own)
}

/// Returns `true` if a row of the table applies to a place.
fn counts(row: &FoeRow, place: &Place, difficulty: u32) -> bool {
    let is_of_symbol = row.on.is_empty() || row.on.contains(&place.symbol);
    let is_of_area = row.area.is_empty()
        || matches!(place.attributes.get("area"), Some(Value::Text(area)) if *area == row.area);
    is_of_symbol && is_of_area && row.difficulty <= difficulty
}

/// Places a group of foes at a cell. Foes that must fall stand only where a player can always reach them.
fn stand(
    draft: &mut LevelDraft<'_>,
    (row, must_fall): (&FoeRow, bool),
    at: Cell,
    is_far: &impl Fn(&Cell) -> bool,
    random: &mut RandomStream,
) {
    let (least, most) = row.number;
    let mut left = random.range(least, most);
    let owner = draft.level().owner(at);
    let may_hold =
        |draft: &mut LevelDraft<'_>| owner.place().is_some_and(|place| draft.may_hold_foes(place, left));
    if must_fall && !may_hold(draft) {
        return;
    }
    if row.around.is_empty() {
        left -= u32::from(draft.place(&row.entity, at));
    } else {
        draft.place(&row.around, at);
    }
    if left == 0 {
        return;
    }
    let reach = 1 + left.isqrt();
    let around = Rect::new(at, Size::new(1, 1)).grown(reach);
    let mut cells = draft.free_cells(&row.entity, around);
    cells.retain(|cell| draft.level().owner(*cell) == owner && is_far(cell));
    random.shuffle(&mut cells);
    if draft.suits(&row.entity, at) {
        cells.retain(|cell| draft.suits(&row.entity, *cell));
    }
    for cell in cells {
        if left == 0 {
            break;
        }
        left -= u32::from(draft.place(&row.entity, cell));
    }
}
