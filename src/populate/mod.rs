//! Populating turns a space into a [`Level`]: what lies where, and everything that a game and the checker need to know.
//!
//! In: the formed space with its plan, and the mission. Out: a level without its report.
//! Guaranteed: tiles and owners are those of the space; an entity lies on a walkable cell of its place.

mod drawn;
mod items;
mod legend;

use std::collections::BTreeMap;

use crate::base::{Cell, Outcome, Seed, Stop};
use crate::layout::{Plan, PlannedRoom, PlannedSocket};
use crate::level::{
    Entity, Level, Lock, MissionRecord, Passage, PassageEnd, PassageId, Place, PlaceId, Report, Socket,
    SpecialSocket, Template,
};
use crate::mission::{
    Alphabet, Attributes, Mission, Movement, NodeId, NodeRole, RoomSet, RoomTemplate, Site, SocketEntry,
};
use crate::space::Space;

/// What stands at the head of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The grammar's name.
    pub grammar: String,
    /// The seed of the run.
    pub seed: Seed,
    /// Which steps a walker can take.
    pub movement: Movement,
}

/// Populates a space.
///
/// # Panics
/// If plan and space were not made from this mission and alphabet.
pub fn populate(
    space: Space,
    plan: &Plan,
    mission: &Mission,
    alphabet: &Alphabet,
    heading: Heading,
    seed: Seed,
) -> Outcome<Level> {
    let places = places(&space, plan, mission, alphabet);
    let (mut entities, diagnostics) =
        items::place(&space, plan, mission, alphabet, &places, seed.child("items"));
    entities.extend(drawn::entities(plan, entities.len() as u32 + 1));
    let passages = passages(&space, plan, mission, alphabet, &places, &entities);
    let mut record = MissionRecord::new(alphabet, mission);
    let sites: BTreeMap<NodeId, Site> = plan.places.iter().map(|place| (place.node, place.site)).collect();
    for node in &mut record.nodes {
        node.site = sites.get(&node.id).copied().or(node.site);
    }
    let level = Level {
        format: Level::FORMAT,
        generator: concat!("delvewright ", env!("CARGO_PKG_VERSION")).to_owned(),
        grammar: heading.grammar,
        seed: heading.seed,
        width: plan.size.width,
        height: plan.size.height,
        movement: heading.movement,
        bridges: space.bridges.clone(),
        tiles: space.tiles,
        legend: space.legend,
        owners: space.owners,
        places,
        passages,
        entities,
        templates: templates(plan),
        mission: record,
        report: Report::default(),
    };
    Outcome { value: level, diagnostics, stop: Stop::Done }
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
    entities: &[Entity],
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
                .filter_map(|(end, place)| lock(end, &places[place.index()], entities));
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

/// What a passage needs at the end where that place lies, if it is locked: any one of its keys.
fn lock(end: PassageEnd, place: &Place, entities: &[Entity]) -> Option<Lock> {
    let opens = |entity: &&Entity| entity.opens.contains(&place.id);
    let keys = || entities.iter().filter(opens).map(|entity| entity.id).collect();
    (place.role == Some(NodeRole::Lock)).then(|| Lock { place: place.id, end, keys: keys(), needed: 1 })
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

/// The walkable cells of a place, row by row.
fn walkable_cells(space: &Space, place: &Place) -> Vec<Cell> {
    let is_own = |cell: &Cell| space.owners.get(*cell) == Some(&place.id.into());
    place.bounds.cells().filter(|cell| is_own(cell) && space.is_walkable(*cell)).collect()
}
