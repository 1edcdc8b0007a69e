//! P0: the level's own fields agree with each other.
//!
//! Grids have the size of the level, ids count from 1, and everything referred to exists.
//! The legend has exactly the tiles in use, and every named cell is inside the level.
//!
//! Other files check the mission's record (`record`), places and passages (`recorded`, `sites`), entities
//! (`items`),
//! locks (`locks`), layers (`layers`), placements of passes (`placed`) and themes (`themes`).
//! If the grids or the ids of places and passages are wrong, nothing else can be checked.

use std::collections::BTreeSet;

use super::findings::PromiseBreaks;
use super::legend::Walkables;
use super::names::Name;
use super::{items, layers, locks, names, placed, record, recorded, sites, themes};
use crate::base::{Cell, Rect, Size};
use crate::level::{Level, OwnedBy, Owner, Place};
use crate::mission::Door;

/// The tiles in the legend of every level: name, and `true` if walkable.
pub(super) const COMMON: [(&str, bool); 3] = [("wall", false), ("floor", true), ("door", true)];

/// Returns the contradictions, and `true` if the other promises can be checked nevertheless.
pub(super) fn check(level: &Level, walkables: &Walkables) -> (PromiseBreaks, bool) {
    let mut check = ReadableCheck { level, findings: PromiseBreaks::default() };
    let can_look = check.sizes() & check.ids() & super::crowding::check(level, &mut check.findings);
    check.format();
    check.tiles(walkables);
    check.legend(walkables);
    check.owners();
    check.places();
    check.passages();
    check.entities();
    check.templates();
    check.bridges();
    let mut findings = check.findings;
    record::check(level, &mut findings);
    recorded::check(level, &mut findings);
    sites::check(level, &mut findings);
    layers::check(level, &walkables.cells, &mut findings);
    items::check(level, &mut findings);
    locks::check(level, &mut findings);
    placed::check(level, &mut findings);
    themes::check(level, &mut findings);
    (findings, can_look)
}

struct ReadableCheck<'a> {
    level: &'a Level,
    findings: PromiseBreaks,
}

impl ReadableCheck<'_> {
    fn sizes(&mut self) -> bool {
        let size = Size::new(self.level.width, self.level.height);
        let mut agrees = true;
        for (what, found) in [("tiles", self.level.tiles.size()), ("owners", self.level.owners.size())] {
            if found != size {
                agrees = false;
                let Size { width, height } = found;
                let (wide, high) = (size.width, size.height);
                let message = format!(
                    "the level is {wide} × {high} cells large, but its {what} are {width} × {height}."
                );
                self.findings.add(None, message);
            }
        }
        if size.area() == 0 {
            agrees = false;
            self.findings.add(None, "the level has no cells.");
        }
        agrees
    }

    fn ids(&mut self) -> bool {
        let places = self.level.places.iter().map(|place| place.id.0);
        let passages = self.level.passages.iter().map(|passage| passage.id.0);
        let entities = self.level.entities.iter().map(|entity| entity.id.0);
        let places = misnumbered(places).map(|wrong| ("place", wrong));
        let passages = misnumbered(passages).map(|wrong| ("passage", wrong));
        let entities = misnumbered(entities).map(|wrong| ("entity", wrong));
        let can_look = places.is_none() && passages.is_none();
        for (what, (number, id)) in [places, passages, entities].into_iter().flatten() {
            let message = format!("{what} number {number} of the list has the id {id}; ids count from 1.");
            self.findings.add(None, message);
        }
        can_look
    }

    fn format(&mut self) {
        if !(1..=Level::FORMAT).contains(&self.level.format) {
            let message = format!(
                "the level is of format {}; this program knows the formats 1 to {}.",
                self.level.format,
                Level::FORMAT
            );
            self.findings.add(None, message);
        }
    }

    fn tiles(&mut self, walkables: &Walkables) {
        let mut unknown = BTreeSet::new();
        let looked_at = (!walkables.all_known).then(|| self.level.tiles.iter());
        for (cell, tile) in looked_at.into_iter().flatten() {
            if !self.level.legend.contains_key(tile) && unknown.insert(*tile) {
                self.findings.add(Some(cell), format!("the tile '{tile}' is not in the legend."));
            }
        }
    }

    /// Checks that all tiles except the common ones are in use, and that no two entries are equal.
    fn legend(&mut self, walkables: &Walkables) {
        let mut meanings = BTreeSet::new();
        let in_layers = layers::used(self.level);
        for (character, tile) in &self.level.legend {
            let meaning = (tile.name.as_str(), tile.walkable);
            if !meanings.insert(meaning) {
                let message = format!("the legend has more than one character for {}.", tile.name);
                self.findings.add(None, message);
            }
            let is_used = walkables.used.contains(character) || in_layers.contains(character);
            if !is_used && !COMMON.contains(&meaning) {
                let message = format!("the legend explains '{character}', which lies nowhere.");
                self.findings.add(None, message);
            }
        }
        // Format 1 did not promise that they are there.
        let wanted = COMMON.iter().filter(|_| self.level.format != 1);
        for (name, _) in wanted.filter(|meaning| !meanings.contains(*meaning)) {
            self.findings
                .add(None, format!("the legend does not explain {name}, as that of every level does."));
        }
    }

    fn owners(&mut self) {
        let mut unknown = BTreeSet::new();
        let most = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let (most, least) = (most(self.level.places.len()), -most(self.level.passages.len()));
        let exists = |owner: Owner| owner.0 >= least && owner.0 <= most;
        let all_exist = self.level.owners.values().iter().fold(true, |all, owner| all & exists(*owner));
        let looked_at = (!all_exist).then(|| self.level.owners.iter());
        for (cell, owner) in looked_at.into_iter().flatten() {
            if !exists(*owner) && unknown.insert(*owner) {
                let owner = names::owner(self.level, owner.who());
                self.findings.add(Some(cell), format!("{owner} owns {}.", names::cell(cell)));
            }
        }
    }

    fn places(&mut self) {
        for place in &self.level.places {
            self.cells_and_references(place, names::place(self.level, place.id));
        }
    }

    fn cells_and_references(&mut self, place: &Place, name: Name) {
        self.inside(place.anchor, || format!("the anchor of {name}"));
        if !self.is_inside(place.bounds) {
            self.findings.add(None, format!("the bounds of {name} do not lie inside the level."));
        }
        for socket in &place.sockets {
            self.inside(socket.cell, || format!("a socket of {name}"));
            if let Some(id) = socket.passage
                && self.level.passage(id).is_none()
            {
                let message = format!("a socket of {name} is used by passage {id}, which does not exist.");
                self.findings.add(Some(socket.cell), message);
            }
        }
        let cards = place.board.iter().flat_map(|board| &board.cards).map(|card| &card.template);
        for template in place.template.iter().chain(cards) {
            if !self.level.templates.contains_key(template) {
                self.findings.add_one_of_many(("no template", 0, 0), Some(place.anchor), || {
                    format!("{name} is made from the template \"{template}\", which the level lacks.")
                });
            }
        }
    }

    fn passages(&mut self) {
        for passage in &self.level.passages {
            let name = names::passage(self.level, passage.id);
            for end in [passage.from, passage.to] {
                if self.level.place(end).is_none() {
                    self.findings.add_one_of_many(("end", 0, 0), None, || {
                        format!("{name} ends at place {end}, which does not exist.")
                    });
                }
            }
            for door in passage.doors.iter().chain(&passage.gap).chain(&passage.threshold) {
                self.inside(*door, || format!("a door of {name}"));
            }
            if passage.door == Door::Drop && !passage.one_way {
                self.findings.add_one_of_many(("drop", 0, 0), None, || {
                    format!("{name} is a drop, but can be walked both ways.")
                });
            }
            for id in passage.locks.iter().flat_map(|lock| &lock.keys) {
                if self.level.entity(*id).is_none() {
                    self.findings.add_one_of_many(("key", 0, 0), None, || {
                        format!("{name} is locked by entity {id}, which does not exist.")
                    });
                }
            }
        }
    }

    fn entities(&mut self) {
        for entity in &self.level.entities {
            let name = || format!("the {} (entity {})", entity.kind, entity.id);
            self.inside(entity.at, name);
            let owner = self.level.owners.get(entity.at).copied();
            if self.level.place(entity.place).is_none() {
                self.findings.add_one_of_many(("entity nowhere", 0, 0), Some(entity.at), || {
                    format!("{} lies in place {}, which does not exist.", name(), entity.place)
                });
            } else if owner.is_some_and(|owner| owner.who() != OwnedBy::Place(entity.place)) {
                self.findings.add_one_of_many(("entity elsewhere", 0, 0), Some(entity.at), || {
                    let place = names::place(self.level, entity.place);
                    format!("{} at {} does not lie in {place}.", name(), names::cell(entity.at))
                });
            }
            for id in entity.opens.iter().filter(|id| self.level.place(**id).is_none()) {
                self.findings.add_one_of_many(("opens", 0, 0), Some(entity.at), || {
                    format!("{} opens place {id}, which does not exist.", name())
                });
            }
        }
    }

    fn templates(&mut self) {
        let places = || self.level.places.iter();
        let of_boards = places().filter_map(|place| place.board.as_ref()).flat_map(|board| &board.cards);
        let used: BTreeSet<&String> = places()
            .filter_map(|place| place.template.as_ref())
            .chain(of_boards.map(|card| &card.template))
            .collect();
        for name in self.level.templates.keys().filter(|name| !used.contains(name)) {
            self.findings.add_one_of_many(("template", 0, 0), None, || {
                format!("no place is made from the template \"{name}\".")
            });
        }
    }

    fn bridges(&mut self) {
        for bridge in &self.level.bridges {
            self.inside(bridge.at, || "a bridge".to_owned());
            for id in [bridge.over, bridge.under] {
                if self.level.passage(id).is_none() {
                    let at = names::cell(bridge.at);
                    let message = format!("the bridge at {at} is of passage {id}, which does not exist.");
                    self.findings.add(Some(bridge.at), message);
                }
            }
        }
    }

    fn inside(&mut self, cell: Cell, what: impl FnOnce() -> String) {
        if !self.is_inside(Rect::new(cell, Size::new(1, 1))) {
            self.findings.add_one_of_many(("outside", 0, 0), Some(cell), || {
                format!("{} at {} lies outside the level.", what(), names::cell(cell))
            });
        }
    }

    /// Returns `true` if the rectangle is inside the level. Uses wide numbers, because the file may contain
    /// any.
    fn is_inside(&self, rect: Rect) -> bool {
        let fits = |from: i32, length: u32, whole: u32| {
            from >= 0 && i64::from(from) + i64::from(length) <= i64::from(whole)
        };
        fits(rect.min.x, rect.size.width, self.level.width)
            && fits(rect.min.y, rect.size.height, self.level.height)
    }
}

/// Returns the first position (from 1) with another id, and that id.
fn misnumbered(ids: impl Iterator<Item = u32>) -> Option<(u32, u32)> {
    (1..).zip(ids).find(|(number, id)| number != id)
}
