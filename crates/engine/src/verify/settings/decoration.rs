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
use crate::level::{Layer, Level, OwnedBy, Owner, PropPosition, PropRule};
use crate::mission::NodeRole;
use crate::settings::{Dress, Surface};
use crate::verify::names;

/// A kind of decoration, by its character.
struct DrawnKind<'a> {
    name: &'a str,
    rule: PropRule,
}

/// The decoration of one kind on the cells of one owner.
#[derive(Default)]
struct DrawnGroup {
    /// Number of cells of floor.
    cells: u32,
    /// `true` if the theme there has it as a thing, or as a light, once that was asked.
    is_thing_of_theme: Option<bool>,
    is_light_of_theme: Option<bool>,
}

impl SettingsCheck<'_, '_> {
    /// Checks all decoration of a layer.
    pub(super) fn decoration(&mut self, dress: &Dress, layer: &Layer) {
        let level = self.level;
        let (walled, doors, ends) = (self.walled_later(), self.cells_at_doors(), self.cells_at_ends());
        let mut floors = level.legend.iter().filter(|(_, tile)| tile.walkable && tile.name == "floor");
        let floor = floors.next().map(|(character, _)| *character);
        let mut kinds: BTreeMap<char, DrawnKind<'_>> = BTreeMap::new();
        let mut groups: BTreeMap<(Owner, char), DrawnGroup> = BTreeMap::new();
        for (cell, tile) in layer.drawn() {
            let kind = kinds.entry(tile).or_insert_with(|| {
                let name = level.legend.get(&tile).map_or("", |tile| tile.name.as_str());
                DrawnKind { name, rule: PropRule::of(name) }
            });
            let below = cell + Cell::new(0, 1);
            // Almost all decoration is on plain floor.
            let is_plain = floor.is_some() && level.tiles.get(cell).copied() == floor;
            let is_floor = is_plain || level.is_walkable(cell);
            let fits = if is_floor {
                let is_own = || is_plain && self.is_worked_on(cell, true) || self.is_own_floor(cell, false);
                dress.density > 0 && is_own() && !doors.get(cell) && !ends.contains(&cell)
            } else {
                let is_own = || self.is_own_wall(cell, Surface::WallSides, true, &walled);
                dress.lights > 0 && is_own() && !doors.get(below)
            };
            if !fits {
                self.wrong(Some(cell), &format!("drew on {}, where it draws nothing", names::cell(cell)));
            }
            let is_light = !is_floor && !walled.contains(&cell);
            let owner = level.owner(if is_light { below } else { cell });
            let group = groups.entry((owner, tile)).or_default();
            let is_of_theme = match is_light {
                true => &mut group.is_light_of_theme,
                false => &mut group.is_thing_of_theme,
            };
            if !*is_of_theme.get_or_insert_with(|| has_in_theme(level, owner, kind.name, is_light)) {
                let at = names::cell(cell);
                self.wrong(Some(cell), &format!("drew a thing on {at} that the theme there does not have"));
            }
            let needs_foot = dress.gravity && is_floor && !kind.rule.hangs;
            if needs_foot && level.is_walkable(below) && layer.tiles.get(below) != Some(&tile) {
                let at = names::cell(cell);
                self.wrong(Some(cell), &format!("drew a {} on {at}, where nothing is below it", kind.name));
            }
            group.cells += u32::from(is_floor);
        }
        self.numbers_of_decoration(&kinds, &groups);
        self.sizes_of_decoration(layer, &kinds);
    }

    fn numbers_of_decoration(
        &mut self,
        kinds: &BTreeMap<char, DrawnKind<'_>>,
        groups: &BTreeMap<(Owner, char), DrawnGroup>,
    ) {
        for ((owner, tile), group) in groups {
            let (Some(DrawnKind { name, rule }), Some(place)) = (kinds.get(tile), owner.place()) else {
                continue;
            };
            let most = u64::from(rule.most) * rule.size.area() as u64;
            if u64::from(group.cells) > most {
                let anchor = self.level.place(place).map(|place| place.anchor);
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

/// Returns `true` if the theme of an owner has a thing, or is of nobody, which is wrong anyway.
fn has_in_theme(level: &Level, owner: Owner, name: &str, is_light: bool) -> bool {
    let themes = &level.themes;
    let theme = match owner.who() {
        OwnedBy::Place(id) => themes.of_place(id),
        OwnedBy::Passage(id) => {
            let from = || level.passage(id).map_or("", |passage| themes.of_place(passage.from));
            themes.of_passage(id).unwrap_or_else(from)
        }
        OwnedBy::Nobody => return true,
    };
    let positions = PropPosition::ALL.into_iter();
    let mut positions = positions.filter(|position| (*position == PropPosition::Lights) == is_light);
    positions.any(|position| themes.props(theme, position).contains(&name))
}
