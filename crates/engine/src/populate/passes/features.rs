//! Features: a number of entities with a minimum distance between them.
//!
//! Cells are tried in random order, dry ones first. Liquids are used only to reach the minimum number.
//! If no more fit, a warning reports it.

use crate::base::{BitGrid, Cell, Diagnostic, RandomStream, Seed};
use crate::level::PlaceId;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::{Features, Scope};

pub(super) fn run(draft: &mut LevelDraft<'_>, features: &Features, seed: Seed) {
    let places: Vec<(PlaceId, RandomStream)> =
        draft.places().map(|place| (place.id, stream_of(seed, place))).collect();
    let mut scatter =
        FeatureScatter { features, near: BitGrid::empty(draft.level().tiles.size()), missing: 0 };
    let kept = draft.placed(&features.entity);
    kept.iter().for_each(|cell| scatter.keep_away_from(*cell));
    match features.per {
        Scope::Place => {
            for (place, mut random) in places {
                let cells = draft.floor_for(&features.entity, place);
                scatter.over(draft, cells, 0, &mut random);
            }
        }
        Scope::Level => {
            let cells = places.iter().flat_map(|(place, _)| draft.floor(*place)).copied();
            let cells = cells.partition(|cell| draft.suits(&features.entity, *cell));
            scatter.over(draft, cells, kept.len() as u32, &mut seed.stream());
        }
    }
    if scatter.missing > 0 {
        let name = draft.level().populate.last().map_or("", |pass| &pass.name);
        let message = format!(
            "The pass \"{name}\" found no room for {} of its \"{}\".",
            scatter.missing, features.entity
        );
        draft.note(
            Diagnostic::warning("features-without-room", message).at("populate").hint("Lower the number."),
        );
    }
}

/// Features while they are placed.
struct FeatureScatter<'a> {
    features: &'a Features,
    /// The cells that are too near to one of them.
    near: BitGrid,
    /// Number of features that did not fit.
    missing: u32,
}

impl FeatureScatter<'_> {
    /// Places features on some cells, dry and wet ones, that already contain `kept` of them.
    fn over(
        &mut self,
        draft: &mut LevelDraft<'_>,
        (dry, wet): (Vec<Cell>, Vec<Cell>),
        kept: u32,
        random: &mut RandomStream,
    ) {
        let (least, most) = self.features.number;
        let number = random.range(least, most);
        let mut left = number.saturating_sub(kept);
        self.scatter(draft, dry, &mut left, random);
        if !wet.is_empty() {
            left = left.saturating_sub(number - least);
            self.scatter(draft, wet, &mut left, random);
        }
        self.missing += left;
    }

    /// Places up to `left` features on some cells in random order.
    fn scatter(
        &mut self,
        draft: &mut LevelDraft<'_>,
        mut cells: Vec<Cell>,
        left: &mut u32,
        random: &mut RandomStream,
    ) {
        while *left > 0 && !cells.is_empty() {
            let cell = cells.swap_remove(random.below(cells.len() as u64) as usize);
            if !self.near.get(cell) && draft.place(&self.features.entity, cell) {
                self.keep_away_from(cell);
                *left -= 1;
            }
        }
    }

    /// Marks all cells that are nearer to a cell than the minimum distance, row by row.
    fn keep_away_from(&mut self, cell: Cell) {
        let distance = self.features.distance;
        let rect = self.near.rect();
        for rows in 0..distance {
            // Strictly less than the minimum straight distance.
            let square = u64::from(distance).pow(2) - u64::from(rows).pow(2);
            let reach = (square - 1).isqrt() as i32;
            let (left, right) = ((cell.x - reach).max(0), (cell.x + reach + 1).min(rect.right()));
            for y in [cell.y - rows as i32, cell.y + rows as i32] {
                if (0..rect.bottom()).contains(&y) {
                    self.near.set_span(y as usize, left as u32..right as u32, true);
                }
            }
        }
    }
}
