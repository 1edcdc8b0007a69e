//! Metrics of the tiles: sizes, shares, and the templates that were used.

use std::collections::BTreeSet;

use super::level_metric::{LevelMetric, MetricUnit, MetricValue};
use crate::level::Level;

pub(super) const AREA: LevelMetric = LevelMetric {
    name: "area",
    unit: MetricUnit::Cells,
    definition: "Width times height of the map.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(area(level.level))),
};

pub(super) const WALKABLE_SHARE: LevelMetric = LevelMetric {
    name: "walkable_share",
    unit: MetricUnit::Share,
    definition: "Share of the map that you can walk on.",
    source: None,
    by_hand: Some("16 to 39 % in Zelda, 41 to 46 % in Doom"),
    measure: |level| MetricValue::ratio(level.tiles().walkable, area(level.level)),
};

pub(super) const CORRIDOR_SHARE: LevelMetric = LevelMetric {
    name: "corridor_share",
    unit: MetricUnit::Share,
    definition: "Share of the walkable cells that belong to passages.",
    source: None,
    by_hand: Some("hardly any in Zelda"),
    measure: |level| MetricValue::ratio(level.tiles().corridors, level.tiles().walkable),
};

pub(super) const CELLS_A_PLACE: LevelMetric = LevelMetric {
    name: "cells_per_place",
    unit: MetricUnit::Ratio,
    definition: "Number of cells of the map for each place.",
    source: None,
    by_hand: Some("282 in Zelda"),
    measure: |level| MetricValue::ratio(area(level.level), level.places()),
};

pub(super) const ASPECT: LevelMetric = LevelMetric {
    name: "aspect",
    unit: MetricUnit::Ratio,
    definition: "The map's longer side divided by its shorter one.",
    source: None,
    by_hand: Some("1.38 in Zelda"),
    measure: |level| {
        let (width, height) = (level.level.width as usize, level.level.height as usize);
        MetricValue::ratio(width.max(height), width.min(height))
    },
};

pub(super) const SYMMETRY: LevelMetric = LevelMetric {
    name: "symmetry",
    unit: MetricUnit::Share,
    definition: "Share of the walkable cells whose mirror image is walkable, left to right or top to bottom, \
                 whichever is larger.",
    source: None,
    by_hand: None,
    measure: |level| MetricValue::ratio(level.tiles().mirrored, level.tiles().walkable),
};

pub(super) const ROOMS_USED: LevelMetric = LevelMetric {
    name: "rooms_used",
    unit: MetricUnit::Count,
    definition: "Number of different rooms that the level uses.",
    source: None,
    by_hand: None,
    measure: |level| {
        let rooms = level.level.places.iter().filter_map(|place| place.template.as_deref());
        Some(MetricValue::count(rooms.collect::<BTreeSet<&str>>().len()))
    },
};

pub(super) const CARDS_USED: LevelMetric = LevelMetric {
    name: "cards_used",
    unit: MetricUnit::Count,
    definition: "Number of different cards that the level uses.",
    source: None,
    by_hand: None,
    measure: |level| {
        let boards = level.level.places.iter().filter_map(|place| place.board.as_ref());
        let cards = boards.flat_map(|board| &board.cards).map(|card| card.template.as_str());
        Some(MetricValue::count(cards.collect::<BTreeSet<&str>>().len()))
    },
};

fn area(level: &Level) -> usize {
    level.width as usize * level.height as usize
}
