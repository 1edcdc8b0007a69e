//! P0: passes did nothing that their settings rule out.
//!
//! Each number is one that a grammar can have.
//! The effects of a pass are compared with its settings as far as the level shows them:
//!
//! - kinds and numbers of entities and tiles, and their places;
//! - their distances from each other and from the start;
//! - the position of walls;
//! - the exit, with the foes that have to fall.
//!
//! Everything that only chance decides is ignored, and so is the number of placements taken back.

mod decoration;
mod drawn;
mod numbers;

use std::collections::{BTreeMap, BTreeSet};

use super::findings::PromiseBreaks;
use super::names;
use super::techniques::may_have_walls_inside;
use crate::base::Cell;
use crate::level::{Entity, Layer, Level, LevelThemes, PassRecord, Place, PlaceId, PropPosition, THEMES};
use crate::mission::{NodeRole, Value};
use crate::settings::{
    ChestSpots, Chests, Epoch, EpochCells, Epochs, Features, FoeRow, Foes, PassSettings, Scope, WallPieces,
};

/// Checks the record of a pass and the entities that it placed. Without settings there is nothing to compare.
pub(super) fn check(level: &Level, pass: &PassRecord, own: &[&Entity], findings: &mut PromiseBreaks) {
    let mut check = SettingsCheck { level, pass, findings };
    if pass.name.trim().is_empty() {
        check.wrong(None, "has no name");
    }
    let Some(settings) = &pass.settings else { return };
    let is_inside = |entity: &&Entity| level.tiles.rect().contains(entity.at);
    let own: Vec<&Entity> = own.iter().copied().filter(is_inside).collect();
    let own = own.as_slice();
    check.record(settings);
    for mistake in numbers::find_mistakes(settings) {
        check.wrong(None, &mistake);
    }
    check.names(settings);
    check.walls(settings);
    check.drawn(settings);
    match settings {
        PassSettings::Foes(foes) => check.foes(foes, own),
        PassSettings::Features(features) => check.features(features, own),
        PassSettings::Chests(chests) => check.chests(chests, own),
        PassSettings::AlongTheWay(way) => {
            let most = way.curve.iter().map(|point| point.amount.div_ceil(100)).max().unwrap_or(0);
            check.count(own, most, Scope::Place);
            let has_ends = has(level, NodeRole::Start) && has(level, NodeRole::Goal);
            if !own.is_empty() && !has_ends {
                check.wrong(None, "placed something along a way that the level lacks");
            }
        }
        PassSettings::Epochs(epochs) => check.epochs(epochs, own),
        PassSettings::TileVariants(_) | PassSettings::WallPieces(_) | PassSettings::Dress(_) => {}
    }
}

/// The names that a pass with these settings can place.
struct PlaceableNames<'a> {
    entities: BTreeSet<&'a str>,
    tiles: BTreeSet<&'a str>,
    makes_walls: bool,
}

impl<'a> PlaceableNames<'a> {
    fn of(settings: &'a PassSettings) -> Self {
        let (mut entities, mut tiles, mut makes_walls) = (BTreeSet::new(), BTreeSet::new(), false);
        match settings {
            PassSettings::Chests(chests) => _ = entities.insert(chests.entity.as_str()),
            PassSettings::Features(features) => _ = entities.insert(features.entity.as_str()),
            PassSettings::AlongTheWay(way) => _ = entities.insert(way.entity.as_str()),
            PassSettings::Foes(foes) => {
                for row in foes.table.iter().filter(|row| row.weight > 0 && foes.chance > 0) {
                    entities.insert(row.entity.as_str());
                    entities.extend(Some(row.around.as_str()).filter(|around| !around.is_empty()));
                }
            }
            PassSettings::TileVariants(variants) => {
                let drawn = variants.variants.iter().filter(|variant| variant.weight > 0);
                tiles.extend(drawn.map(|variant| variant.tile.as_str()));
            }
            // Themes name its things, see `is_prop`.
            PassSettings::Dress(_) => {}
            PassSettings::WallPieces(pieces) => {
                makes_walls = pieces.percent > 0;
                let is_drawn = !pieces.trap.is_empty() && pieces.trap_percent > 0;
                tiles.extend(is_drawn.then_some(pieces.trap.as_str()));
            }
            PassSettings::Epochs(epochs) => {
                makes_walls = epochs.fill_clumps;
                for epoch in &epochs.epochs {
                    entities.extend(epoch.entities.iter().map(String::as_str));
                    tiles.extend(epoch.tiles.iter().map(String::as_str));
                }
            }
        }
        Self { entities, tiles, makes_walls }
    }
}

struct SettingsCheck<'a, 'f> {
    level: &'a Level,
    pass: &'a PassRecord,
    findings: &'f mut PromiseBreaks,
}

impl SettingsCheck<'_, '_> {
    fn wrong(&mut self, at: Option<Cell>, what: &str) {
        let name = &self.pass.name;
        self.findings.add_one_of_many(("settings", 0, 0), at, || format!("the pass \"{name}\" {what}."));
    }

    /// Checks that kind and exit agree with the settings.
    fn record(&mut self, settings: &PassSettings) {
        let PassRecord { kind, opens_exit, entities, .. } = self.pass;
        if *kind != settings.kind() {
            self.wrong(None, "is not of the kind of its settings");
        }
        if *opens_exit != settings.opens_exit() {
            self.wrong(None, "records another exit than its settings");
        }
        if entities.iter().any(|(kind, placed)| placed.falls != settings.must_fall(kind)) {
            self.wrong(None, "records other foes that have to fall than its settings");
        }
    }

    /// Checks that it placed only names of its settings, and took nothing back if nothing of it can be solid.
    fn names(&mut self, settings: &PassSettings) {
        let PassRecord { entities, tiles, .. } = self.pass;
        let names = PlaceableNames::of(settings);
        let is_dressing = matches!(settings, PassSettings::Dress(_));
        let is_named =
            |tile: &str| names.tiles.contains(tile) || is_dressing && is_prop(&self.level.themes, tile);
        if let Some(kind) = entities.keys().find(|kind| !names.entities.contains(kind.as_str())) {
            self.wrong(None, &format!("placed a \"{kind}\", which its settings do not name"));
        }
        if let Some(tile) = tiles.keys().find(|tile| !is_named(tile)) {
            self.wrong(None, &format!("drew \"{tile}\", which its settings do not name"));
        }
        // For an entity that was never placed, the record does not tell whether it is solid.
        let may_be_solid = |kind: &&str| entities.get(*kind).is_none_or(|placed| placed.solid);
        let clears = settings.opens_exit() && !has(self.level, NodeRole::Goal);
        let can_take_back = names.makes_walls || clears || names.entities.iter().any(may_be_solid);
        if self.pass.taken_back > 0 && !can_take_back {
            self.wrong(None, "records that it undid something, but nothing of it can be in the way");
        }
    }

    fn works_on(&self, place: &Place) -> bool {
        self.pass.on.is_empty() || self.pass.on.contains(&place.symbol)
    }

    /// Checks that its walls are where it can make some.
    fn walls(&mut self, settings: &PassSettings) {
        if self.pass.walls.is_empty() {
            return;
        }
        let names = PlaceableNames::of(settings);
        for cell in &self.pass.walls {
            let is_corner = |place: &Place| match settings {
                PassSettings::WallPieces(pieces) => is_corner(pieces, place, *cell),
                PassSettings::Chests(_)
                | PassSettings::Foes(_)
                | PassSettings::Features(_)
                | PassSettings::TileVariants(_)
                | PassSettings::Epochs(_)
                | PassSettings::AlongTheWay(_)
                | PassSettings::Dress(_) => true,
            };
            let mut places = self.level.places.iter();
            let can_be = names.makes_walls
                && places.any(|place| {
                    may_have_walls_inside(place)
                        && self.works_on(place)
                        && place.bounds.contains(*cell)
                        && is_corner(place)
                });
            if !can_be {
                let at = names::cell(*cell);
                self.wrong(Some(*cell), &format!("records {at} as its wall, but it makes none there"));
            }
        }
    }

    fn foes(&mut self, foes: &Foes, own: &[&Entity]) {
        self.distance_from_start(foes.distance, own);
        for entity in own {
            let Some(place) = self.level.place(entity.place) else { continue };
            let is_named = |row: &&FoeRow| row.entity == entity.kind || row.around == entity.kind;
            if !foes.table.iter().filter(is_named).any(|row| counts(foes, row, place)) {
                self.wrong(Some(entity.at), &format!("placed a {} where its table has none", entity.kind));
            }
        }
    }

    /// Checks that entities keep a distance from each start.
    fn distance_from_start(&mut self, distance: u32, own: &[&Entity]) {
        let starts = self.level.places.iter().filter(|place| place.role == Some(NodeRole::Start));
        let starts: Vec<Cell> = starts.map(|place| place.anchor).collect();
        let near = u64::from(distance).pow(2);
        for entity in own {
            if starts.iter().any(|start| start.distance_squared(entity.at) < near) {
                self.wrong(Some(entity.at), &format!("placed a {} too near to the start", entity.kind));
            }
        }
    }

    fn features(&mut self, features: &Features, own: &[&Entity]) {
        self.count(own, features.number.1, features.per);
        let distance = i64::from(features.distance);
        if distance == 0 {
            return;
        }
        // Squares as wide as the minimum distance contain only a few each.
        let mut known: BTreeMap<(i64, i64), Vec<Cell>> = BTreeMap::new();
        for entity in own {
            let (x, y) = (i64::from(entity.at.x) / distance, i64::from(entity.at.y) / distance);
            let near = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
            let mut others = near.filter_map(|square| known.get(&square)).flatten();
            let is_near = |other: &Cell| other.distance_squared(entity.at) < distance.unsigned_abs().pow(2);
            if others.any(is_near) {
                self.wrong(Some(entity.at), &format!("placed a {} too near to another", entity.kind));
                return;
            }
            known.entry((x, y)).or_default().push(entity.at);
        }
    }

    fn chests(&mut self, chests: &Chests, own: &[&Entity]) {
        self.count(own, chests.number.1, chests.per);
        let level = self.level;
        let is_dead_end = |cell: Cell| cell.beside().filter(|near| level.is_walkable(*near)).count() <= 1;
        for entity in own.iter().filter(|_| chests.at == ChestSpots::DeadEnds) {
            if !is_dead_end(entity.at) {
                self.wrong(Some(entity.at), &format!("placed a {} at no dead end", entity.kind));
            }
        }
    }

    /// Checks the maximum number, in each place or in the level.
    fn count(&mut self, own: &[&Entity], most: u32, per: Scope) {
        let mut counts: BTreeMap<Option<PlaceId>, u32> = BTreeMap::new();
        for entity in own {
            let place = match per {
                Scope::Place => Some(entity.place),
                Scope::Level => None,
            };
            *counts.entry(place).or_default() += 1;
        }
        if counts.values().any(|count| *count > most) {
            self.wrong(None, "placed more than its settings allow");
        }
    }

    /// Checks that entities of an epoch are on cells marked by earlier epochs, if these drew tiles.
    ///
    /// Clumps are anywhere.
    fn epochs(&mut self, epochs: &Epochs, own: &[&Entity]) {
        self.distance_from_start(epochs.distance, own);
        let marks_cells = |epoch: &Epoch| epoch.cells == EpochCells::Live;
        let draws = |epoch: &Epoch| marks_cells(epoch) && !epoch.tiles.is_empty();
        let first_drawn = epochs.epochs.iter().position(draws);
        let Some(first) = first_drawn else { return };
        let is_free = |(position, epoch): &(usize, &Epoch)| *position < first || !marks_cells(epoch);
        let before = epochs.epochs.iter().enumerate().filter(is_free);
        let before: BTreeSet<&String> = before.flat_map(|(_, epoch)| &epoch.entities).collect();
        let layer = self.level.layers.iter().find(|layer| layer.name == self.pass.name);
        for entity in own.iter().filter(|entity| !before.contains(&entity.kind)) {
            let drawn = layer.and_then(|layer| layer.tiles.get(entity.at));
            if drawn.is_none_or(|tile| *tile == Layer::NOTHING) {
                self.wrong(Some(entity.at), &format!("placed a {} on a cell without a mark", entity.kind));
            }
        }
    }
}

/// Returns `true` if a built-in theme or one of the level has the thing.
fn is_prop(themes: &LevelThemes, name: &str) -> bool {
    let is_built_in = THEMES
        .iter()
        .any(|theme| PropPosition::ALL.into_iter().any(|position| theme.props.at(position).contains(&name)));
    is_built_in || themes.derived.values().any(|theme| theme.own_props().any(|own| own == name))
}

fn has(level: &Level, role: NodeRole) -> bool {
    level.places.iter().any(|place| place.role == Some(role))
}

/// Returns `true` if a row of the table applies to the place.
fn counts(foes: &Foes, row: &FoeRow, place: &Place) -> bool {
    let own = match place.attributes.get("difficulty") {
        Some(Value::Int(own)) => u32::try_from(*own).unwrap_or(0),
        _ => 0,
    };
    let is_of_area = match place.attributes.get("area") {
        _ if row.area.is_empty() => true,
        Some(Value::Text(area)) => *area == row.area,
        _ => false,
    };
    let is_of_symbol = row.on.is_empty() || row.on.contains(&place.symbol);
    row.weight > 0 && is_of_symbol && is_of_area && row.difficulty <= foes.difficulty.saturating_add(own)
}

/// Returns `true` if the cell is a corner of one of the floors into which the place is divided.
fn is_corner(pieces: &WallPieces, place: &Place, cell: Cell) -> bool {
    let side = i64::from(pieces.floor_size.max(1));
    let is_end = |at: i32, least: i32| {
        let rest = (i64::from(at) - i64::from(least)).rem_euclid(side);
        rest == 0 || rest == side - 1
    };
    is_end(cell.x, place.bounds.min.x) && is_end(cell.y, place.bounds.min.y)
}
