//! P1: every place and every passage of the mission is there, each passage once.
//!
//! - A place owns walkable cells that are connected without leaving it. Its anchor is one of them.
//! - Its bounds are the smallest rectangle around all cells that it owns, including walls.
//! - A corridor's cells are connected, including those under bridges, and touch walkable cells of both of its
//!   ends.
//! - A doorway is a corridor of one cell.
//! - An open passage has no cells. Its two places touch, and no other open passage joins them.
//! - Every walkable cell has an owner, and every item of the mission is on a walkable cell (`items`).
//! - Outside rooms every tile is floor, door or wall (`painted`).

use std::collections::BTreeSet;

use super::findings::PromiseBreaks;
use super::names::Name;
use super::walk_map::{WalkMap, WalkSpot};
use super::{items, names, painted, placed};
use crate::base::Cell;
use crate::level::{OwnedBy, Passage, PassageForm, Place, PlaceId};
use crate::mission::{EdgeRole, NodeId};

pub(super) fn check(walk_map: &WalkMap) -> PromiseBreaks {
    let mut check = RealisedCheck::new(walk_map);
    check.mission();
    check.every_cell_has_an_owner();
    for place in &walk_map.level.places {
        check.place(place);
    }
    for passage in &walk_map.level.passages {
        check.passage(passage);
    }
    check.items();
    painted::check(walk_map, &mut check.findings);
    placed::stand(walk_map, &mut check.findings);
    check.findings
}

struct RealisedCheck<'a> {
    walk_map: &'a WalkMap<'a>,
    findings: PromiseBreaks,
    /// The first spot of each piece of each owner, in the order of the owners.
    pieces: Vec<(OwnedBy, WalkSpot)>,
    /// The pairs of owners between which a walker can step, in both orders.
    contacts: BTreeSet<(OwnedBy, OwnedBy)>,
    /// The pairs that an open passage has joined so far.
    opened: BTreeSet<(PlaceId, PlaceId)>,
}

impl<'a> RealisedCheck<'a> {
    fn new(walk_map: &'a WalkMap<'a>) -> Self {
        let first = walk_map.own_pieces.first.iter();
        let mut pieces: Vec<_> = first.map(|spot| (walk_map.owner_of_spot(*spot), *spot)).collect();
        pieces.sort_by_key(|(owner, _)| *owner);
        let contacts = walk_map.steps_over.iter().map(|step| step.owners).collect();
        Self { walk_map, findings: PromiseBreaks::default(), pieces, contacts, opened: BTreeSet::new() }
    }

    /// Checks that everything that the mission records as a place or passage is one in the level.
    fn mission(&mut self) {
        let level = self.walk_map.level;
        if level.places.is_empty() {
            self.findings.add(None, "the level has no places.");
        }
        let places: BTreeSet<NodeId> = level.places.iter().map(|place| place.node).collect();
        for node in level.mission.nodes.iter().filter(|node| node.is_place) {
            if !places.contains(&node.id) {
                let message = format!(
                    "the {} (node {}) of the mission is not a place of the level.",
                    node.symbol, node.id.0
                );
                self.findings.add(None, message);
            }
        }
        let edges: BTreeSet<_> = level.passages.iter().map(|passage| passage.edge).collect();
        for edge in &level.mission.edges {
            let could_be_walked =
                edge.role == EdgeRole::Passage && places.contains(&edge.from) && places.contains(&edge.to);
            if could_be_walked && !edges.contains(&edge.id) {
                let message = format!(
                    "the \"{}\" (edge {}) of the mission is not a passage of the level.",
                    edge.symbol, edge.id.0
                );
                self.findings.add(None, message);
            }
        }
    }

    fn every_cell_has_an_owner(&mut self) {
        for cell in self.walk_map.own_pieces.cells_of_nobody() {
            self.findings.add_one_of_many(("nobody", 0, 0), Some(cell), || {
                format!("you can walk at {}, but the cell belongs to nobody.", names::cell(cell))
            });
        }
    }

    /// Returns the first spots of an owner's pieces.
    fn pieces_of(&self, owner: OwnedBy) -> Vec<WalkSpot> {
        let from = self.pieces.partition_point(|(other, _)| *other < owner);
        self.pieces
            .iter()
            .skip(from)
            .take_while(|(other, _)| *other == owner)
            .map(|(_, spot)| *spot)
            .collect()
    }

    fn place(&mut self, place: &Place) {
        let owner = OwnedBy::Place(place.id);
        let name = names::place(self.walk_map.level, place.id);
        let pieces = self.pieces_of(owner);
        if pieces.is_empty() {
            self.findings.add(Some(place.anchor), format!("{name} has no cell that can be walked on."));
        } else if self.walk_map.owner(place.anchor) != owner || !self.walk_map.is_walkable(place.anchor) {
            let at = names::cell(place.anchor);
            let message = format!("the anchor of {name} at {at} is not a cell of it that can be walked on.");
            self.findings.add(Some(place.anchor), message);
        }
        self.one_piece(owner, name, &pieces);
        let bounds = self.walk_map.bounds.of(owner);
        if bounds.is_some_and(|bounds| bounds != place.bounds) {
            let message = format!("the bounds of {name} are not the smallest rectangle around its cells.");
            self.findings.add(Some(place.anchor), message);
        }
    }

    fn one_piece(&mut self, owner: OwnedBy, name: Name, pieces: &[WalkSpot]) {
        for spot in pieces.iter().skip(1) {
            let cell = spot.cell();
            self.findings.add_one_of_many(("in pieces", owner.number(), 0), Some(cell), || {
                format!("{name} is in {} pieces; one of them lies at {}.", pieces.len(), names::cell(cell))
            });
        }
    }

    fn passage(&mut self, passage: &Passage) {
        match passage.kind {
            PassageForm::Corridor => self.corridor(passage),
            PassageForm::Open => self.open(passage),
            PassageForm::Doorway => {
                self.corridor(passage);
                self.opening(passage);
            }
        }
        for door in &passage.doors {
            self.door(passage, *door);
        }
    }

    fn corridor(&mut self, passage: &Passage) {
        let owner = OwnedBy::Passage(passage.id);
        let name = names::passage(self.walk_map.level, passage.id);
        let pieces = self.pieces_of(owner);
        if !pieces.iter().any(|spot| matches!(spot, WalkSpot::On(_))) {
            self.findings.add(None, format!("{name} has no cell that can be walked on."));
            return;
        }
        self.one_piece(owner, name, &pieces);
        for end in BTreeSet::from([passage.from, passage.to]) {
            if !self.contacts.contains(&(owner, OwnedBy::Place(end))) {
                let end = names::place(self.walk_map.level, end);
                self.findings
                    .add(pieces.first().map(|spot| spot.cell()), format!("{name} does not reach {end}."));
            }
        }
    }

    /// Checks that a doorway is one cell.
    fn opening(&mut self, passage: &Passage) {
        let bounds = self.walk_map.bounds.of(OwnedBy::Passage(passage.id));
        if let Some(bounds) = bounds.filter(|bounds| bounds.size.area() > 1) {
            let name = names::passage(self.walk_map.level, passage.id);
            let message = format!("{name} is a doorway, but owns more cells than its opening.");
            self.findings.add(Some(bounds.min), message);
        }
    }

    fn open(&mut self, passage: &Passage) {
        let name = names::passage(self.walk_map.level, passage.id);
        if let Some(bounds) = self.walk_map.bounds.of(OwnedBy::Passage(passage.id)) {
            self.findings.add(Some(bounds.min), format!("{name} is open, but owns cells."));
        }
        let is_loop = passage.from == passage.to;
        if !is_loop && !self.contacts.contains(&(OwnedBy::Place(passage.from), OwnedBy::Place(passage.to))) {
            self.findings.add(None, format!("{name} is open, but its two places do not touch."));
        }
        let pair = (passage.from.min(passage.to), passage.from.max(passage.to));
        if !self.opened.insert(pair) {
            self.findings
                .add(None, format!("{name} is not there: another open passage joins the same places."));
        }
    }

    fn door(&mut self, passage: &Passage, door: Cell) {
        let name = names::passage(self.walk_map.level, passage.id);
        let at = names::cell(door);
        let is_of_end = match self.walk_map.owner(door) {
            OwnedBy::Place(id) => id == passage.from || id == passage.to,
            OwnedBy::Nobody | OwnedBy::Passage(_) => false,
        };
        if !is_of_end || !self.walk_map.is_walkable(door) {
            let message =
                format!("the door of {name} at {at} is not a walkable cell of the places that it joins.");
            self.findings.add(Some(door), message);
        } else if !self.walk_map.touches(OwnedBy::Passage(passage.id), door) {
            self.findings.add(Some(door), format!("{name} does not reach its door at {at}."));
        }
    }

    fn items(&mut self) {
        items::missing(self.walk_map.level, &mut self.findings);
        for entity in self.walk_map.level.entities.iter().filter(|entity| entity.node.is_some()) {
            if !self.walk_map.is_walkable(entity.at) {
                let (kind, id, at) = (&entity.kind, entity.id, names::cell(entity.at));
                let message = format!("the {kind} (entity {id}) lies at {at}, where you cannot walk.");
                self.findings.add(Some(entity.at), message);
            }
        }
    }
}
