//! Checks the decoration of a pass, in the layer that has its name.
//!
//! - It is on plain floor, or as a light on the side of a wall; away from doors, and not next to start or goal.
//! - The theme there has it.
//! - No place has more of a kind than its rule allows.
//! - Things of several cells are whole, and as large as their rule says.
//! - In a side view, everything that does not hang stands on something.

use std::collections::{BTreeMap, BTreeSet};

use super::SettingsCheck;
use crate::base::{BitGrid, Cell};
use crate::level::{Layer, Level, OwnedBy, PlaceId, PropPosition, PropRule};
use crate::mission::NodeRole;
use crate::settings::{Dress, Surface};
use crate::verify::names;

/// A kind of decoration, by its character.
struct DrawnKind<'a> {
    name: &'a str,
    rule: PropRule,
}

impl SettingsCheck<'_, '_> {
    /// Checks all decoration of a layer.
    pub(super) fn decoration(&mut self, dress: &Dress, layer: &Layer) {
        let level = self.level;
        let (walled, doors, ends) = (self.walled_later(), self.cells_at_doors(), self.cells_at_ends());
        let mut kinds: BTreeMap<char, DrawnKind<'_>> = BTreeMap::new();
        let mut of_themes: BTreeMap<(&str, char, bool), bool> = BTreeMap::new();
        let mut counts: BTreeMap<(PlaceId, char), u32> = BTreeMap::new();
        for (cell, tile) in layer.drawn() {
            let kind = kinds.entry(tile).or_insert_with(|| {
                let name = level.legend.get(&tile).map_or("", |tile| tile.name.as_str());
                DrawnKind { name, rule: PropRule::of(name) }
            });
            let below = cell + Cell::new(0, 1);
            let is_floor = level.is_walkable(cell);
            let fits = if is_floor {
                dress.density > 0
                    && self.is_own_floor(cell, false)
                    && !doors.get(cell)
                    && !ends.contains(&cell)
            } else {
                dress.lights > 0
                    && self.is_own_wall(cell, Surface::WallSides, true, &walled)
                    && !doors.get(below)
            };
            if !fits {
                self.wrong(Some(cell), &format!("drew on {}, where it draws nothing", names::cell(cell)));
            }
            let is_light = !is_floor && !walled.contains(&cell);
            if let Some(theme) = theme_at(level, if is_light { below } else { cell }) {
                let is_of_theme = of_themes.entry((theme, tile, is_light)).or_insert_with(|| {
                    let mut positions = PropPosition::ALL.into_iter();
                    positions.any(|position| {
                        (position == PropPosition::Lights) == is_light
                            && level.themes.props(theme, position).contains(&kind.name)
                    })
                });
                if !*is_of_theme {
                    let at = names::cell(cell);
                    self.wrong(
                        Some(cell),
                        &format!("drew a thing on {at} that the theme there does not have"),
                    );
                }
            }
            let hangs_free = dress.gravity && is_floor && !kind.rule.hangs && level.is_walkable(below);
            if hangs_free && layer.tiles.get(below) != Some(&tile) {
                let at = names::cell(cell);
                self.wrong(Some(cell), &format!("drew a {} on {at}, where nothing is below it", kind.name));
            }
            if let Some(place) = level.owner(cell).place().filter(|_| is_floor) {
                *counts.entry((place, tile)).or_default() += 1;
            }
        }
        self.numbers_of_decoration(&kinds, &counts);
        self.sizes_of_decoration(layer, &kinds);
    }

    fn numbers_of_decoration(
        &mut self,
        kinds: &BTreeMap<char, DrawnKind<'_>>,
        counts: &BTreeMap<(PlaceId, char), u32>,
    ) {
        for ((place, tile), cells) in counts {
            let Some(DrawnKind { name, rule }) = kinds.get(tile) else { continue };
            let most = u64::from(rule.most) * rule.size.area() as u64;
            if u64::from(*cells) > most {
                let anchor = self.level.place(*place).map(|place| place.anchor);
                let what = format!("drew more than {} things \"{name}\" in place {}", rule.most, place.0);
                self.wrong(anchor, &what);
            }
        }
    }

    fn sizes_of_decoration(&mut self, layer: &Layer, kinds: &BTreeMap<char, DrawnKind<'_>>) {
        let is_large =
            |(tile, kind): (&char, &DrawnKind<'_>)| kind.rule.is_large().then_some((*tile, kind.rule.size));
        let sizes: BTreeMap<_, _> = kinds.iter().filter_map(is_large).collect();
        if sizes != layer.sizes {
            self.wrong(None, "records other sizes than its things of several cells have");
        }
        if layer.sizes.is_empty() {
            return;
        }
        let things = layer.large_things();
        let mut covered = BitGrid::empty(layer.tiles.size());
        things.iter().flat_map(|(_, cells)| cells.cells()).for_each(|cell| covered.set(cell, true));
        let mut large = layer.drawn().filter(|(_, tile)| layer.sizes.contains_key(tile));
        if let Some((cell, _)) = large.find(|(cell, _)| !covered.get(*cell)) {
            self.wrong(Some(cell), &format!("drew only a part of a thing on {}", names::cell(cell)));
        }
    }

    /// Returns the cells of doors on the map and those around them.
    fn cells_at_doors(&self) -> BitGrid {
        let mut cells = BitGrid::empty(self.level.tiles.size());
        let passages = self.level.passages.iter();
        let doors = passages.flat_map(|passage| passage.doors.iter().chain(&passage.threshold));
        let doors = doors.filter(|door| self.level.tiles.get(**door).is_some());
        doors.flat_map(|door| door.around().chain([*door])).for_each(|cell| cells.set(cell, true));
        cells
    }

    /// Returns the anchors of start and goal, and the cells around them.
    fn cells_at_ends(&self) -> BTreeSet<Cell> {
        let is_end = |role| matches!(role, Some(NodeRole::Start | NodeRole::Goal));
        let anchors = self.level.places.iter().filter(|place| is_end(place.role)).map(|place| place.anchor);
        let anchors = anchors.filter(|anchor| self.level.tiles.get(*anchor).is_some());
        anchors.flat_map(|anchor| anchor.around().chain([anchor])).collect()
    }
}

/// Returns the name of the theme of a floor. `None` if nobody owns it, which is wrong anyway.
fn theme_at(level: &Level, floor: Cell) -> Option<&str> {
    let themes = &level.themes;
    match level.owner(floor).who() {
        OwnedBy::Place(id) => Some(themes.of_place(id)),
        OwnedBy::Passage(id) => {
            let from = || level.passage(id).map_or("", |passage| themes.of_place(passage.from));
            Some(themes.of_passage(id).unwrap_or_else(from))
        }
        OwnedBy::Nobody => None,
    }
}
