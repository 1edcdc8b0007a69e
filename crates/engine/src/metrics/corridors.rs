//! Metrics of corridors: passages with cells of their own.

use std::collections::{BTreeMap, BTreeSet};

use super::level_metric::{LevelMetric, MetricUnit, MetricValue};
use super::measured_level::MeasuredLevel;
use crate::base::{Cell, Direction};
use crate::level::{Level, OwnedBy, Passage, PassageForm, PlaceId};

pub(super) const BENDS_A_PASSAGE: LevelMetric = LevelMetric {
    name: "bends_per_passage",
    unit: MetricUnit::Ratio,
    definition: "Average number of bends of a corridor, on a shortest way from place to place with as few bends as possible.",
    source: None,
    by_hand: None,
    measure: |level| bends_a_passage(level),
};

pub(super) const LONGEST_CORRIDOR: LevelMetric = LevelMetric {
    name: "longest_corridor",
    unit: MetricUnit::Cells,
    definition: "Number of walkable cells of the passage that has the most of them.",
    source: None,
    by_hand: None,
    measure: |level| {
        let cells = corridor_cells(level.level);
        let lengths = level.level.passages.iter().filter_map(|passage| cells.get(&passage.id.index()));
        Some(MetricValue::count(lengths.map(BTreeSet::len).max().unwrap_or_default()))
    },
};

/// The cells of each corridor.
type CorridorCells = BTreeMap<usize, BTreeSet<Cell>>;

fn bends_a_passage(measured: &MeasuredLevel<'_>) -> Option<MetricValue> {
    let level = measured.level;
    let cells = corridor_cells(level);
    let bridges: BTreeSet<Cell> = level.bridges.iter().map(|bridge| bridge.at).collect();
    let corridors = level.passages.iter().filter(|passage| passage.kind == PassageForm::Corridor);
    let bends = corridors.filter_map(|passage| {
        let cells = cells.get(&passage.id.index())?;
        bends(level, passage, cells, &bridges)
    });
    let (count, sum) = bends.fold((0, 0), |(count, sum), bends| (count + 1, sum + bends));
    MetricValue::ratio(sum, count)
}

/// Returns the walkable cells of each passage, with those at which it goes under another one.
fn corridor_cells(level: &Level) -> CorridorCells {
    let mut cells = CorridorCells::new();
    for (cell, ..) in level.cells().filter(|(_, _, tile)| tile.is_some_and(|tile| tile.walkable)) {
        if let OwnedBy::Passage(id) = level.owner(cell).who() {
            cells.entry(id.index()).or_default().insert(cell);
        }
    }
    for bridge in &level.bridges {
        cells.entry(bridge.under.index()).or_default().insert(bridge.at);
    }
    cells
}

/// Returns the number of bends; `None` if no way through the cells joins both places.
///
/// Ways grow step by step. For each cell and direction, the least number of bends is kept.
fn bends(
    level: &Level,
    passage: &Passage,
    cells: &BTreeSet<Cell>,
    bridges: &BTreeSet<Cell>,
) -> Option<usize> {
    let is_of =
        |place: PlaceId, cell: Cell| level.is_walkable(cell) && level.owner(cell).place() == Some(place);
    // On a bridge, one goes straight on.
    let may_go =
        |cell: Cell, direction: Direction, next: Direction| next == direction || !bridges.contains(&cell);
    let entered = cells.iter().flat_map(|cell| Direction::ALL.map(|direction| (*cell, direction)));
    let entered = entered.filter(|(cell, direction)| is_of(passage.from, cell.step(direction.opposite())));
    let mut ways: BTreeMap<(Cell, Direction), usize> = entered.map(|entered| (entered, 0)).collect();
    let mut known: BTreeSet<(Cell, Direction)> = ways.keys().copied().collect();
    while !ways.is_empty() {
        let mut left = Vec::new();
        for ((cell, direction), bends) in &ways {
            let out = Direction::ALL.into_iter().filter(|next| may_go(*cell, *direction, *next));
            let out = out.filter(|next| is_of(passage.to, cell.step(*next)));
            left.extend(out.map(|next| bends + usize::from(next != *direction)));
        }
        if let Some(bends) = left.into_iter().min() {
            return Some(bends);
        }
        let mut longer = BTreeMap::new();
        for ((cell, direction), bends) in &ways {
            for next in Direction::ALL.into_iter().filter(|next| may_go(*cell, *direction, *next)) {
                let to = (cell.step(next), next);
                if cells.contains(&to.0) && !known.contains(&to) {
                    let bends = bends + usize::from(next != *direction);
                    let least = longer.entry(to).or_insert(bends);
                    *least = bends.min(*least);
                }
            }
        }
        known.extend(longer.keys().copied());
        ways = longer;
    }
    None
}
