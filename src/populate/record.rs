//! The record of a level: places, passages, templates and the mission, as games and the checker read them.
//!
//! In: the formed space with its plan, and the mission. Out: a level without entities and report.
//! Guaranteed: tiles and owners are those of the space, and shared with it.

use std::collections::BTreeMap;

use super::{Heading, drawn, legend};
use crate::base::Cell;
use crate::layout::{Plan, PlannedRoom, PlannedSocket};
use crate::level::{
    Level, Lock, MissionRecord, Passage, PassageEnd, PassageId, Place, PlaceId, Report, Socket,
    SpecialSocket, Template,
};
use crate::mission::{
    Alphabet, Attributes, Mission, NodeId, NodeRole, RoomSet, RoomTemplate, Site, SocketEntry,
};
use crate::space::Space;

/// A level in which nothing lies yet.
pub(super) fn bare_level(
    space: &Space,
    plan: &Plan,
    mission: &Mission,
    alphabet: &Alphabet,
    heading: Heading,
) -> Level {
    let places = places(space, plan, mission, alphabet);
    let passages = passages(space, plan, mission, alphabet, &places);
    let mut record = MissionRecord::new(alphabet, mission);
    let sites: BTreeMap<NodeId, Site> = plan.places.iter().map(|place| (place.node, place.site)).collect();
    for node in &mut record.nodes {
        node.site = sites.get(&node.id).copied().or(node.site);
    }
    Level {
        format: Level::FORMAT,
        generator: concat!("delvewright ", env!("CARGO_PKG_VERSION")).to_owned(),
        grammar: heading.grammar,
        seed: heading.seed,
        width: plan.size.width,
        height: plan.size.height,
        movement: heading.movement,
        legend: space.legend.clone(),
        tiles: space.tiles.clone(),
        owners: space.owners.clone(),
        layers: Vec::new(),
        places,
        passages,
        entities: Vec::new(),
        templates: templates(plan),
        bridges: space.bridges.clone(),
        populate: Vec::new(),
        mission: record,
        report: Report::default(),
    }
}

fn places(space: &Space, plan: &Plan, mission: &Mission, alphabet: &Alphabet) -> Vec<Place> {
    plan.places_by_id()
        .map(|(id, planned)| {
            let node = mission.node(planned.node).expect("the plan was made from this mission");
            let (symbol, meaning) = alphabet.node(node.symbol);
            let mut place = Place {
                id,
                node: planned.node,
                symbol: symbol.to_owned(),
                role: meaning.role,
                technique: planned.form.technique(),
                anchor: space.anchors[id.index()],
                bounds: space.bounds[id.index()],
                attributes: Attributes::clone(&node.attributes),
                template: None,
                turn: 0,
                flip: false,
                sockets: planned.sockets.iter().map(socket).collect(),
            };
            if let Some(PlannedRoom { set, template, symmetry }) = planned.form.room() {
                place.template = Some(template_name(set, template));
                place.turn = symmetry.turn();
                place.flip = symmetry.flip();
            }
            place
        })
        .collect()
}

fn socket(planned: &PlannedSocket) -> Socket {
    Socket { cell: planned.cell, passage: planned.passage }
}

fn passages(
    space: &Space,
    plan: &Plan,
    mission: &Mission,
    alphabet: &Alphabet,
    places: &[Place],
) -> Vec<Passage> {
    let mut thresholds: BTreeMap<PassageId, Vec<Cell>> = BTreeMap::new();
    for (passage, cell) in &space.thresholds {
        thresholds.entry(*passage).or_default().push(*cell);
    }
    plan.passages_by_id()
        .map(|(id, planned)| {
            let edge = mission.edge(planned.edge).expect("the plan was made from this mission");
            let (symbol, meaning) = alphabet.edge(edge.symbol);
            let ends = [(planned.from, planned.route.first()), (planned.to, planned.route.last())];
            let has_sockets =
                |place: PlaceId| plan.places[place.index()].form.technique().is_entered_by_sockets();
            let doors = ends.iter().filter(|(place, _)| has_sockets(*place));
            let locks = [(PassageEnd::From, planned.from), (PassageEnd::To, planned.to)]
                .into_iter()
                .filter_map(|(end, place)| lock(end, &places[place.index()]));
            Passage {
                id,
                edge: planned.edge,
                symbol: symbol.to_owned(),
                from: planned.from,
                to: planned.to,
                kind: planned.form,
                doors: doors.filter_map(|(_, door)| door.copied()).collect(),
                one_way: meaning.one_way,
                door: meaning.door,
                threshold: thresholds.get(&id).cloned().unwrap_or_default(),
                socket: meaning.socket.clone(),
                locks: locks.collect(),
            }
        })
        .collect()
}

/// What a passage needs at the end where that place lies, if it is locked. Its keys come with the entities.
fn lock(end: PassageEnd, place: &Place) -> Option<Lock> {
    (place.role == Some(NodeRole::Lock)).then(|| Lock { place: place.id, end, keys: Vec::new(), needed: 1 })
}

fn templates(plan: &Plan) -> BTreeMap<String, Template> {
    let rooms = plan.places.iter().filter_map(|place| place.form.room());
    rooms
        .map(|PlannedRoom { set, template, .. }| {
            let content = Template {
                picture: template.picture.clone(),
                legend: legend::of_set(set),
                sockets: template.sockets(&set.legend).map(|(cell, _)| cell).collect(),
                blocker: set.blocker.name.clone(),
                special_sockets: template.sockets(&set.legend).filter_map(special_socket).collect(),
                entities: drawn::of_template(set, template),
                nothing: legend::nothing(set),
            };
            (template_name(set, template), content)
        })
        .collect()
}

fn special_socket((cell, socket): (Cell, &SocketEntry)) -> Option<SpecialSocket> {
    let SocketEntry { kind, blocker } = socket;
    let blocker = blocker.as_ref().map(|look| look.name.clone());
    (kind.is_some() || blocker.is_some()).then(|| SpecialSocket { cell, kind: kind.clone(), blocker })
}

fn template_name(set: &RoomSet, template: &RoomTemplate) -> String {
    format!("{}/{}", set.name, template.name)
}
