//! The record of a level: places, passages, templates and the mission, as games and the checker read them.
//!
//! Input: the formed space with its plan, and the mission. Output: a level without entities and report.
//! Tiles and owners are shared with the space.

use std::collections::BTreeMap;

use super::{LevelHeader, drawn, legend};
use crate::base::{Cell, Direction};
use crate::layout::{LaidCard, Plan, PlannedBoard, PlannedForm, PlannedPlace, PlannedRoom, PlannedSocket};
use crate::level::{
    BoardRecord, CardRecord, DropRecord, Level, Lock, Passage, PassageEnd, PassageId, Place, PlaceId, Report,
    Socket, SpecialSocket, Template, mission_record,
};
use crate::mission::progression::keys_needed;
use crate::mission::{Alphabet, Attributes, Form, Mission, NodeId, Site};
use crate::rooms::SocketEntry;
use crate::space::Space;

/// Returns a level without entities.
pub(super) fn bare_level(
    space: &Space,
    plan: &Plan,
    mission: &Mission,
    alphabet: &Alphabet,
    heading: LevelHeader,
) -> Level {
    let places = places(space, plan, mission, alphabet);
    let passages = passages(space, plan, mission, alphabet, &places);
    let mut record = mission_record(alphabet, mission);
    let sites: BTreeMap<NodeId, Site> = plan.places.iter().map(|place| (place.node, place.site)).collect();
    for node in &mut record.nodes {
        node.site = sites.get(&node.id).copied().or(node.site);
    }
    Level {
        format: Level::FORMAT,
        generator: Level::GENERATOR.to_owned(),
        grammar: heading.grammar,
        seed: heading.seed,
        rolls: heading.rolls,
        variables: heading.variables,
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
        themes: super::themes::of_level(plan, mission, alphabet, &heading.theme),
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
                board: planned.form.board().map(board),
                stand_in: stands_in(meaning.form_of(&node.attributes), planned),
                walled: 0,
            };
            if let Some(room) = planned.form.room() {
                place.template = Some(room.name());
                place.turn = room.symmetry.turn();
                place.flip = room.symmetry.flip();
            }
            place
        })
        .collect()
}

/// Returns `true` if a place is a hall although it should be a room or a board of cards.
fn stands_in(form: Option<&Form>, planned: &PlannedPlace) -> bool {
    let uses_templates = form.is_some_and(Form::uses_templates);
    let is_hall = match &planned.form {
        PlannedForm::Hall => true,
        PlannedForm::Cave { .. }
        | PlannedForm::Room(_)
        | PlannedForm::Walkers { .. }
        | PlannedForm::Cards(_) => false,
    };
    uses_templates && is_hall
}

fn socket(planned: &PlannedSocket) -> Socket {
    Socket { cell: planned.cell, passage: planned.passage }
}

fn board(planned: &PlannedBoard) -> BoardRecord {
    let mut cards: Vec<(Option<Cell>, CardRecord)> = planned
        .cards
        .iter()
        .map(|LaidCard { room, at }| {
            let record = CardRecord {
                template: room.name(),
                at: *at,
                turn: room.symmetry.turn(),
                flip: room.symmetry.flip(),
            };
            (first_covered(room, *at), record)
        })
        .collect();
    cards.sort_by_key(|(first, _)| first.map(|cell| (cell.y, cell.x)));
    let cards = cards.into_iter().map(|(_, record)| record).collect();
    let drop = |(from, side): &(Cell, Direction)| DropRecord { from: *from, to: from.step(*side) };
    let mut drops: Vec<DropRecord> = planned.drops.iter().map(drop).collect();
    drops.sort_by_key(|drop| (drop.from.y, drop.from.x, drop.to.y, drop.to.x));
    BoardRecord { cells: planned.board.cells, cell: planned.board.cell, cards, drops }
}

/// Returns the first board cell that a card covers, row by row.
fn first_covered(card: &PlannedRoom, at: Cell) -> Option<Cell> {
    let picture = card.template.card_picture(&card.set.legend)?;
    let size = picture.board.cells;
    let covered = picture.parts().into_iter().map(|part| at + card.symmetry.cell(part.at, size));
    covered.min_by_key(|cell| (cell.y, cell.x))
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
                gap: planned.gap,
                threshold: thresholds.get(&id).cloned().unwrap_or_default(),
                socket: meaning.socket.clone(),
                locks: locks.collect(),
            }
        })
        .collect()
}

/// Returns the lock of a passage at the end with that place, if the place is a lock. Keys are added with the
/// entities.
fn lock(end: PassageEnd, place: &Place) -> Option<Lock> {
    let needed = keys_needed(place.role)?;
    Some(Lock { place: place.id, end, keys: Vec::new(), needed })
}

fn templates(plan: &Plan) -> BTreeMap<String, Template> {
    let drawn = plan.places.iter().flat_map(|place| place.form.drawn());
    let drawn: BTreeMap<String, &PlannedRoom> = drawn.map(|(room, _)| (room.name(), room)).collect();
    drawn
        .into_iter()
        .map(|(name, PlannedRoom { set, template, .. })| {
            let content = Template {
                picture: template.picture.clone(),
                legend: legend::of_set(set),
                sockets: template.sockets(&set.legend).map(|(cell, _)| cell).collect(),
                blocker: set.blocker.name.clone(),
                special_sockets: template.sockets(&set.legend).filter_map(special_socket).collect(),
                entities: drawn::of_template(set, template),
                nothing: legend::nothing(set),
                ledge: template.card.as_ref().map(|card| card.ledge.clone()).unwrap_or_default(),
                chute: template.card.as_ref().map(|card| card.chute.clone()).unwrap_or_default(),
            };
            (name, content)
        })
        .collect()
}

fn special_socket((cell, socket): (Cell, &SocketEntry)) -> Option<SpecialSocket> {
    let SocketEntry { kind, blocker } = socket;
    let blocker = blocker.as_ref().map(|look| look.name.clone());
    (kind.is_some() || blocker.is_some()).then(|| SpecialSocket { cell, kind: kind.clone(), blocker })
}
