//! P0: the level's own fields agree with each other.
//!
//! Grids have the size that the level says, ids count from 1, whatever is referred to exists, every tile is in the legend, every cell that is named lies inside, and places and passages agree with the mission about what they realise.
//! If the grids or the ids of places and passages are wrong, nothing else can be looked at.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::Findings;
use super::ground::Owner;
use super::legend::Walkables;
use super::names;
use super::names::{Name, by_id};
use crate::base::{Cell, Rect, Size};
use crate::level::{EdgeRecord, Level, NodeRecord, Passage, Place};
use crate::mission::{Door, EdgeId, NodeId};

/// What contradicts itself, and whether the other promises can be looked at all the same.
pub(super) fn check(level: &Level, walkables: &Walkables) -> (Findings, bool) {
    let mut check = Check { level, findings: Findings::default() };
    let can_look = check.sizes() & check.ids() & super::crowding::check(level, &mut check.findings);
    check.format();
    check.tiles(walkables);
    check.owners();
    check.mission();
    check.places();
    check.passages();
    check.entities();
    check.bridges();
    (check.findings, can_look)
}

struct Check<'a> {
    level: &'a Level,
    findings: Findings,
}

impl Check<'_> {
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
        let places = self.level.places.iter().map(|place| place.id);
        let passages = self.level.passages.iter().map(|passage| passage.id);
        let entities = self.level.entities.iter().map(|entity| entity.id);
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

    fn owners(&mut self) {
        let mut unknown = BTreeSet::new();
        let most = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let (most, least) = (most(self.level.places.len()), -most(self.level.passages.len()));
        let exists = |number: i32| number >= least && number <= most;
        let all_exist = self.level.owners.values().iter().fold(true, |all, number| all & exists(*number));
        let looked_at = (!all_exist).then(|| self.level.owners.iter());
        for (cell, number) in looked_at.into_iter().flatten() {
            if !exists(*number) && unknown.insert(*number) {
                let owner = names::owner(self.level, Owner::new(*number));
                self.findings.add(Some(cell), format!("{owner} owns {}.", names::cell(cell)));
            }
        }
    }

    fn mission(&mut self) {
        let mission = &self.level.mission;
        for id in doubled(mission.nodes.iter().map(|node| node.id.0)) {
            self.findings.add(None, format!("the mission has more than one node {id}."));
        }
        for id in doubled(mission.edges.iter().map(|edge| edge.id.0)) {
            self.findings.add(None, format!("the mission has more than one edge {id}."));
        }
        let nodes: BTreeSet<_> = mission.nodes.iter().map(|node| node.id).collect();
        for edge in &mission.edges {
            for end in [edge.from, edge.to] {
                if !nodes.contains(&end) {
                    let EdgeId(id) = edge.id;
                    let message =
                        format!("edge {id} of the mission hangs on node {}, which does not exist.", end.0);
                    self.findings.add(None, message);
                }
            }
        }
    }

    fn places(&mut self) {
        let nodes: BTreeMap<NodeId, &NodeRecord> =
            self.level.mission.nodes.iter().map(|node| (node.id, node)).collect();
        for node in doubled(self.level.places.iter().map(|place| place.node.0)) {
            self.findings.add(None, format!("more than one place realises node {node} of the mission."));
        }
        for place in &self.level.places {
            let name = names::place(self.level, place.id);
            match nodes.get(&place.node) {
                None => {
                    let message = format!("{name} realises node {}, which the mission lacks.", place.node.0);
                    self.findings.add(Some(place.anchor), message);
                }
                Some(node) if node.symbol != place.symbol => {
                    let message = format!("{name} realises a node that is a {} in the mission.", node.symbol);
                    self.findings.add(Some(place.anchor), message);
                }
                Some(_) => {}
            }
            self.cells_and_references(place, name);
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
                && by_id(&self.level.passages, id).is_none()
            {
                let message = format!("a socket of {name} is used by passage {id}, which does not exist.");
                self.findings.add(Some(socket.cell), message);
            }
        }
        if let Some(template) = &place.template
            && !self.level.templates.contains_key(template)
        {
            let message = format!("{name} is made from the template \"{template}\", which the level lacks.");
            self.findings.add(Some(place.anchor), message);
        }
    }

    fn passages(&mut self) {
        let edges: BTreeMap<EdgeId, &EdgeRecord> =
            self.level.mission.edges.iter().map(|edge| (edge.id, edge)).collect();
        for edge in doubled(self.level.passages.iter().map(|passage| passage.edge.0)) {
            self.findings.add(None, format!("more than one passage realises edge {edge} of the mission."));
        }
        for passage in &self.level.passages {
            let name = names::passage(self.level, passage.id);
            for end in [passage.from, passage.to] {
                if by_id(&self.level.places, end).is_none() {
                    self.findings.add(None, format!("{name} ends at place {end}, which does not exist."));
                }
            }
            match edges.get(&passage.edge) {
                None => {
                    let message =
                        format!("{name} realises edge {}, which the mission lacks.", passage.edge.0);
                    self.findings.add(None, message);
                }
                Some(edge) => self.same_edge(passage, edge, name),
            }
            for door in passage.doors.iter().chain(&passage.threshold) {
                self.inside(*door, || format!("a door of {name}"));
            }
            if passage.door == Door::Drop && !passage.one_way {
                self.findings.add(None, format!("{name} is a drop, but can be walked both ways."));
            }
            for id in passage.locks.iter().flat_map(|lock| &lock.keys) {
                if by_id(&self.level.entities, *id).is_none() {
                    self.findings
                        .add(None, format!("{name} is locked by entity {id}, which does not exist."));
                }
            }
        }
    }

    fn same_edge(&mut self, passage: &Passage, edge: &EdgeRecord, name: Name) {
        let node_of = |id| by_id(&self.level.places, id).map(|place| place.node);
        if (node_of(passage.from), node_of(passage.to)) != (Some(edge.from), Some(edge.to)) {
            self.findings.add(None, format!("{name} joins other places than its edge of the mission does."));
        }
        if passage.symbol != edge.symbol {
            let (in_level, in_mission) = (&passage.symbol, &edge.symbol);
            self.findings
                .add(None, format!("{name} is a \"{in_level}\", but a \"{in_mission}\" in the mission."));
        }
    }

    fn entities(&mut self) {
        let nodes: BTreeSet<_> = self.level.mission.nodes.iter().map(|node| node.id).collect();
        for entity in &self.level.entities {
            let name = format!("the {} (entity {})", entity.kind, entity.id);
            self.inside(entity.at, || name.clone());
            let place = Owner::Place(entity.place);
            if by_id(&self.level.places, entity.place).is_none() {
                self.findings.add(
                    Some(entity.at),
                    format!("{name} lies in place {}, which does not exist.", entity.place),
                );
            } else if self.level.owners.get(entity.at).is_some_and(|owner| Owner::new(*owner) != place) {
                let place = names::place(self.level, entity.place);
                let message = format!("{name} at {} does not lie in {place}.", names::cell(entity.at));
                self.findings.add(Some(entity.at), message);
            }
            if let Some(NodeId(node)) = entity.node.filter(|node| !nodes.contains(node)) {
                self.findings
                    .add(Some(entity.at), format!("{name} stems from node {node}, which the mission lacks."));
            }
            for id in entity.opens.iter().filter(|id| by_id(&self.level.places, **id).is_none()) {
                self.findings.add(Some(entity.at), format!("{name} opens place {id}, which does not exist."));
            }
        }
    }

    fn bridges(&mut self) {
        for bridge in &self.level.bridges {
            self.inside(bridge.at, || "a bridge".to_owned());
            for id in [bridge.over, bridge.under] {
                if by_id(&self.level.passages, id).is_none() {
                    let at = names::cell(bridge.at);
                    let message = format!("the bridge at {at} is of passage {id}, which does not exist.");
                    self.findings.add(Some(bridge.at), message);
                }
            }
        }
    }

    fn inside(&mut self, cell: Cell, what: impl FnOnce() -> String) {
        if !self.is_inside(Rect::new(cell, Size::new(1, 1))) {
            let message = format!("{} at {} lies outside the level.", what(), names::cell(cell));
            self.findings.add(Some(cell), message);
        }
    }

    /// In wide numbers, since the file may hold any.
    fn is_inside(&self, rect: Rect) -> bool {
        let fits = |from: i32, length: u32, whole: u32| {
            from >= 0 && i64::from(from) + i64::from(length) <= i64::from(whole)
        };
        fits(rect.min.x, rect.size.width, self.level.width)
            && fits(rect.min.y, rect.size.height, self.level.height)
    }
}

/// The first position (from 1) whose id is not the position, with that id.
fn misnumbered(ids: impl Iterator<Item = u32>) -> Option<(u32, u32)> {
    (1..).zip(ids).find(|(number, id)| number != id)
}

/// The numbers that come more than once.
fn doubled(numbers: impl Iterator<Item = u32> + Clone) -> BTreeSet<u32> {
    if numbers.clone().is_sorted_by(|one, next| one < next) {
        return BTreeSet::new();
    }
    let mut seen = BTreeSet::new();
    numbers.filter(|number| !seen.insert(*number)).collect()
}
