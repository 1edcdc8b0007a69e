//! Faults of passages.

use delvewright_engine::base::Cell;
use delvewright_engine::level::{Passage, PassageForm, PassageId, PlaceId, Promise};
use delvewright_engine::mission::{Door, EdgeId};

use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("a passage that joins other places than its tiles", Promise::P2, |level, random| {
        let index = random.below(level.passages.len() as u64) as usize;
        let passage = &level.passages[index];
        let taken = [passage.from, passage.to];
        let others: Vec<_> = level.places.iter().filter(|place| !taken.contains(&place.id)).collect();
        let other = random.pick(&others)?;
        let (id, node, edge) = (other.id, other.node, passage.edge);
        level.passages[index].to = id;
        level.mission.edges.iter_mut().find(|record| record.id == edge)?.to = node;
        Some(())
    }),
    ("a passage from another place", Promise::P0, |level, random| {
        let places: Vec<PlaceId> = level.places.iter().map(|place| place.id).collect();
        let passage = one(random, &mut level.passages, |_| true)?;
        passage.from = another(random, places, &passage.from)?;
        Some(())
    }),
    ("a passage to another place", Promise::P0, |level, random| {
        let places: Vec<PlaceId> = level.places.iter().map(|place| place.id).collect();
        let passage = one(random, &mut level.passages, |_| true)?;
        passage.to = another(random, places, &passage.to)?;
        Some(())
    }),
    ("a passage to a place that does not exist", Promise::P0, |level, random| {
        one(random, &mut level.passages, |_| true)?.to = PlaceId(u32::MAX);
        Some(())
    }),
    ("a passage the other way around", Promise::P0, |level, random| {
        let passage = one(random, &mut level.passages, |_| true)?;
        (passage.from, passage.to) = (passage.to, passage.from);
        Some(())
    }),
    ("a passage by another symbol", Promise::P0, |level, random| {
        one(random, &mut level.passages, |_| true)?.symbol.push('x');
        Some(())
    }),
    ("a passage by the symbol of another edge", Promise::P0, |level, random| {
        let symbols: Vec<String> = level.mission.edges.iter().map(|edge| edge.symbol.clone()).collect();
        let passage = one(random, &mut level.passages, |_| true)?;
        passage.symbol = another(random, symbols, &passage.symbol)?;
        Some(())
    }),
    ("a passage of an edge that does not exist", Promise::P0, |level, random| {
        one(random, &mut level.passages, |_| true)?.edge = EdgeId(u32::MAX);
        Some(())
    }),
    ("a passage of another edge", Promise::P0, |level, random| {
        let edges: Vec<EdgeId> = level.mission.edges.iter().map(|edge| edge.id).collect();
        let passage = one(random, &mut level.passages, |_| true)?;
        passage.edge = another(random, edges, &passage.edge)?;
        Some(())
    }),
    ("two passages that exchanged their edges", Promise::P0, |level, random| {
        let first = index(random, &level.passages, |_| true)?;
        let own = level.passages[first].edge;
        let second = index(random, &level.passages, |passage| passage.edge != own)?;
        level.passages[first].edge = level.passages[second].edge;
        level.passages[second].edge = own;
        Some(())
    }),
    ("a corridor that calls itself open", Promise::P1, |level, random| {
        one(random, &mut level.passages, |passage| passage.kind == PassageForm::Corridor)?.kind =
            PassageForm::Open;
        Some(())
    }),
    ("an open passage that calls itself a corridor", Promise::P1, |level, random| {
        one(random, &mut level.passages, |passage| passage.kind == PassageForm::Open)?.kind =
            PassageForm::Corridor;
        Some(())
    }),
    ("a corridor of several cells that calls itself a doorway", Promise::P1, |level, random| {
        let cells = |id: PassageId| level.owners.values().iter().filter(|owner| **owner == id.into()).count();
        let is_long = |passage: &Passage| passage.kind == PassageForm::Corridor && cells(passage.id) > 1;
        let long: Vec<usize> =
            (0..level.passages.len()).filter(|index| is_long(&level.passages[*index])).collect();
        let index = *random.pick(&long)?;
        level.passages[index].kind = PassageForm::Doorway;
        Some(())
    }),
    ("a passage that became one way", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| !passage.one_way)?.one_way = true;
        Some(())
    }),
    ("a one-way passage that became two-way", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| passage.one_way)?.one_way = false;
        Some(())
    }),
    ("a passage whose doors became gates", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| passage.door != Door::Gate)?.door = Door::Gate;
        Some(())
    }),
    ("a passage whose doors became drops", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| passage.door != Door::Drop)?.door = Door::Drop;
        Some(())
    }),
    ("a passage whose doors became plain", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| passage.door != Door::Plain)?.door = Door::Plain;
        Some(())
    }),
    ("a passage that names a kind of sockets", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| passage.socket.is_none())?.socket =
            Some("secret".to_owned());
        Some(())
    }),
    ("a passage that names another kind of sockets", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| passage.socket.is_some())?.socket =
            Some("other".to_owned());
        Some(())
    }),
    ("a passage that names no kind of sockets", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| passage.socket.is_some())?.socket = None;
        Some(())
    }),
    ("a passage without its doors", Promise::P5, |level, random| {
        one(random, &mut level.passages, |passage| !passage.doors.is_empty())?.doors.clear();
        Some(())
    }),
    ("a door that the list lacks", Promise::P5, |level, random| {
        let passage = one(random, &mut level.passages, |passage| !passage.doors.is_empty())?;
        let index = index(random, &passage.doors, |_| true)?;
        passage.doors.remove(index);
        Some(())
    }),
    ("a door that is listed twice", Promise::P5, |level, random| {
        let passage = one(random, &mut level.passages, |passage| !passage.doors.is_empty())?;
        let door = *random.pick(&passage.doors)?;
        passage.doors.push(door);
        Some(())
    }),
    ("doors in the wrong order", Promise::P5, |level, random| {
        one(random, &mut level.passages, |passage| passage.doors.len() == 2)?.doors.reverse();
        Some(())
    }),
    ("a door beside its place", Promise::P5, |level, random| {
        let passage = one(random, &mut level.passages, |passage| !passage.doors.is_empty())?;
        one(random, &mut passage.doors, |_| true)?.x += 1;
        Some(())
    }),
    ("a door of another passage", Promise::P5, |level, random| {
        let doors: Vec<Cell> = level.passages.iter().flat_map(|passage| passage.doors.clone()).collect();
        let passage = one(random, &mut level.passages, |passage| !passage.doors.is_empty())?;
        let own = passage.doors.clone();
        let others = doors.into_iter().filter(|door| !own.contains(door));
        let door = one(random, &mut passage.doors, |_| true)?;
        *door = another(random, others, door)?;
        Some(())
    }),
    ("a door outside the level", Promise::P0, |level, random| {
        one(random, &mut level.passages, |_| true)?.doors.push(Cell::new(-1, 3));
        Some(())
    }),
    ("a listed door in a cave or hall", Promise::P5, |level, random| {
        let halls: Vec<_> = level.places.iter().filter(|place| place.template.is_none()).collect();
        let hall = *random.pick(&halls)?;
        let at_hall = |passage: &Passage| [passage.from, passage.to].contains(&hall.id);
        one(random, &mut level.passages, at_hall)?.doors.push(hall.anchor);
        Some(())
    }),
    ("a gap that is not recorded", Promise::P5, |level, random| {
        one(random, &mut level.passages, |passage| passage.gap.is_some())?.gap = None;
        Some(())
    }),
    ("a gap where the door is", Promise::P5, |level, random| {
        let passage = one(random, &mut level.passages, |passage| passage.gap.is_some())?;
        let door = passage.door_cells().next();
        passage.gap = door;
        Some(())
    }),
    ("a threshold that the list lacks", Promise::P5, |level, random| {
        one(random, &mut level.passages, |passage| !passage.threshold.is_empty())?.threshold.clear();
        Some(())
    }),
    ("a cell of a threshold that the list lacks", Promise::P1, |level, random| {
        let passage = one(random, &mut level.passages, |passage| !passage.threshold.is_empty())?;
        let index = index(random, &passage.threshold, |_| true)?;
        passage.threshold.remove(index);
        Some(())
    }),
    ("a cell of a threshold that is listed twice", Promise::P5, |level, random| {
        let passage = one(random, &mut level.passages, |passage| !passage.threshold.is_empty())?;
        let cell = *random.pick(&passage.threshold)?;
        passage.threshold.push(cell);
        Some(())
    }),
    ("a threshold that lies elsewhere", Promise::P5, |level, random| {
        let passage = one(random, &mut level.passages, |passage| !passage.threshold.is_empty())?;
        let cells = passage.threshold.clone();
        let cell = one(random, &mut passage.threshold, |_| true)?;
        *cell = cell.around().find(|near| !cells.contains(near))?;
        Some(())
    }),
    ("a threshold outside the level", Promise::P0, |level, random| {
        one(random, &mut level.passages, |_| true)?.threshold.push(Cell::new(0, i32::MAX));
        Some(())
    }),
    ("a threshold of a passage with plain doors", Promise::P5, |level, random| {
        let is_plain = |passage: &Passage| {
            passage.door == Door::Plain
                && passage.kind == PassageForm::Corridor
                && level.owners.values().contains(&passage.id.into())
        };
        let index = index(random, &level.passages, is_plain)?;
        let passage = &mut level.passages[index];
        let own = level.owners.iter().find(|(_, owner)| **owner == passage.id.into())?;
        passage.threshold.push(own.0);
        Some(())
    }),
    ("a passage by another id", Promise::P0, |level, random| {
        one(random, &mut level.passages, |_| true)?.id.0 += 1;
        Some(())
    }),
    ("a passage that was removed", Promise::P0, |level, random| {
        let index = index(random, &level.passages, |passage| passage.kind == PassageForm::Corridor)?;
        level.passages.remove(index);
        Some(())
    }),
    ("an open passage that was removed", Promise::P1, |level, _| {
        level.passages.pop_if(|passage| passage.kind == PassageForm::Open)?;
        Some(())
    }),
    ("a passage that is there twice", Promise::P0, |level, random| {
        let mut passage = random.pick(&level.passages)?.clone();
        passage.id = PassageId::at(level.passages.len());
        level.passages.push(passage);
        Some(())
    }),
    ("two passages that changed places in the list", Promise::P0, |level, _| {
        level.passages.swap(0, 1);
        Some(())
    }),
];
