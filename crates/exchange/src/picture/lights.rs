//! The light that torches, lamps and candles on walls throw on the floor in front of them.
//!
//! In: a level and the characters of its lights. Out: for each cell near a light, the way to the light.
//!
//! ```text
//!  . . * . .      a light in a wall shines on the face of the wall,
//!  . o o o .      and on the floor of its own place
//!  . . o . .
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::ground::UNITS;
use crate::base::{Cell, Color};
use crate::level::{Layer, Level};

/// Reach of a light, in cells and in units.
const REACH_CELLS: i32 = 2;
const REACH: i32 = 82;

/// Height of the light above the foot of its wall, in units.
const HEIGHT: i32 = 8;

/// Light of flames and of lamps.
const FLAME: Color = Color::rgb(0xff, 0xb0, 0x50);
const LAMP: Color = Color::rgb(0xff, 0xee, 0xbe);

/// The way from a cell to the light that shines on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NearLight {
    dx: i32,
    dy: i32,
    /// `None` for the accent of the theme.
    pub color: Option<Color>,
}

impl NearLight {
    /// Returns the strength of the light at a point of the cell, from 0 to 100.
    pub fn strength(self, u: i32, v: i32) -> u32 {
        let (across, down) = (self.dx * UNITS + UNITS / 2 - u, (self.dy + 1) * UNITS - HEIGHT - v);
        let share = (REACH * REACH - across * across - down * down).max(0) * 100 / (REACH * REACH);
        (share * share / 100).cast_unsigned()
    }
}

/// The lights of a level, by the cells that they shine on.
#[derive(Debug, Default)]
pub(super) struct LightMap {
    near: BTreeMap<Cell, NearLight>,
}

impl LightMap {
    /// Collects the lights of a level from the characters that hang on walls.
    pub fn of(level: &Level, hung: &BTreeSet<char>) -> Self {
        let mut map = Self::default();
        if hung.is_empty() {
            return map;
        }
        for layer in &level.layers {
            for (cell, tile) in layer.tiles.iter() {
                if *tile != Layer::NOTHING && hung.contains(tile) {
                    let name = level.legend.get(tile).map_or("", |tile| tile.name.as_str());
                    map.add(level, cell, color_of(name));
                }
            }
        }
        map
    }

    /// Returns the nearest light of a cell.
    pub fn at(&self, cell: Cell) -> Option<NearLight> {
        self.near.get(&cell).copied()
    }

    fn add(&mut self, level: &Level, light: Cell, color: Option<Color>) {
        let below = |cell: Cell| Cell::new(cell.x, cell.y + 1);
        let place = level.owner(below(light));
        for (dx, dy) in (0..=REACH_CELLS).flat_map(|dy| (-REACH_CELLS..=REACH_CELLS).map(move |dx| (dx, dy)))
        {
            let cell = Cell::new(light.x + dx, light.y + dy);
            let floor = if level.is_walkable(cell) { cell } else { below(cell) };
            if !level.is_walkable(floor) || level.owner(floor) != place {
                continue;
            }
            let near = NearLight { dx: -dx, dy: -dy, color };
            let far = |near: &NearLight| near.dx * near.dx + near.dy * near.dy;
            let known = self.near.entry(cell).or_insert(near);
            if far(&near) < far(known) {
                *known = near;
            }
        }
    }
}

fn color_of(name: &str) -> Option<Color> {
    match name {
        "crystal" => None,
        "lamp" => Some(LAMP),
        _ => Some(FLAME),
    }
}
