//! Creates the request for a small level: a room or a board of cards in the middle, and a hall for each
//! neighbour.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::base::{Cell, Color, Seed, Symmetry};
use crate::grammar::{ElementId, Grammar, Limits, Start, StartElement};
use crate::mission::{Alphabet, Cards, EdgeRole, EdgeSymbol, Form, Hall, NodeSymbol, PassageKind, Room};
use crate::pipeline::Request;
use crate::rooms::{RoomSet, RoomTemplate};
use crate::settings::{LayoutSettings, Movement};

const NEIGHBOUR: &str = "Neighbour";

/// Maximum number of neighbours of a board.
pub(super) const MOST_OF_BOARD: u32 = 4;
/// Weight of the shown card compared with others that fit.
const WEIGHT_OF_SHOWN: u32 = 30;

/// Returns the request; `None` if the set has no room. The room is turned to the wanted orientation. A card
/// is laid on a board with the others of the set.
pub(super) fn request(set: &RoomSet, symmetry: Symmetry, neighbours: u32, seed: Seed) -> Option<Request> {
    let room = set.rooms.first()?;
    if room.card.is_some() {
        return Some(board_request(set, neighbours, seed));
    }
    let picture = turned(room, symmetry)?;
    let symbol = if room.symbol == NEIGHBOUR { "Room" } else { "The room" };
    let room = RoomTemplate { symbol: symbol.to_owned(), picture, ..room.clone() };
    let kinds: Vec<Option<String>> =
        room.sockets(&set.legend).take(neighbours as usize).map(|(_, socket)| socket.kind.clone()).collect();
    let grammar = grammar(symbol, Form::Room(Room::default()), &kinds);
    let set = RoomSet { rooms: vec![room], ..set.clone() };
    Some(Request::new(Arc::new(grammar), vec![Arc::new(set)], seed))
}

/// Returns the request for a board of 3 × 2 cells. Limits on numbers are lifted, so that the card is visible.
fn board_request(set: &RoomSet, neighbours: u32, seed: Seed) -> Request {
    let symbol = "The board";
    let of_board = |(number, card): (usize, &RoomTemplate)| RoomTemplate {
        symbol: symbol.to_owned(),
        weight: if number == 0 { WEIGHT_OF_SHOWN } else { card.weight.min(WEIGHT_OF_SHOWN) },
        ..card.clone()
    };
    let rooms = set.rooms.iter().enumerate().map(of_board).collect();
    let form = Form::Cards(Cards { columns: (3, 3), rows: (2, 2), ..Cards::default() });
    let kinds = vec![None; neighbours.min(MOST_OF_BOARD) as usize];
    let set = RoomSet { rooms, ..set.clone() };
    Request::new(Arc::new(grammar(symbol, form, &kinds)), vec![Arc::new(set)], seed)
}

/// Returns the turned picture; `None` if its rows have different lengths.
fn turned(room: &RoomTemplate, symmetry: Symmetry) -> Option<Vec<String>> {
    let size = room.size();
    if room.picture.iter().any(|row| row.chars().count() != size.width as usize)
        || size.width.max(size.height) > RoomTemplate::MAX_SIDE
    {
        return None;
    }
    let after = symmetry.size(size);
    let mut rows = vec![vec![' '; after.width as usize]; after.height as usize];
    for (cell, character) in room.characters() {
        let Cell { x, y } = symmetry.cell(cell, size);
        *rows.get_mut(y as usize)?.get_mut(x as usize)? = character;
    }
    Some(rows.into_iter().map(|row| row.into_iter().collect()).collect())
}

/// Returns a grammar without rules: a place with the given form, and a passage of each kind to a hall.
fn grammar(symbol: &str, form: Form, kinds: &[Option<String>]) -> Grammar {
    let mut alphabet = Alphabet::default();
    let formed = |form| NodeSymbol { form: Some(form), ..NodeSymbol::default() };
    alphabet.nodes.insert(symbol.to_owned(), formed(form));
    let hall = Hall { width: (3, 4), height: (3, 4) };
    alphabet.nodes.insert(NEIGHBOUR.to_owned(), formed(Form::Hall(hall)));
    let element = |symbol: &str| StartElement { symbol: symbol.to_owned(), attributes: Default::default() };
    let mut nodes = IndexMap::from([(ElementId(1), element(symbol))]);
    let mut edges = Vec::new();
    for (kind, id) in kinds.iter().zip(2..) {
        let name = kind.as_ref().map_or_else(|| "passage".to_owned(), |kind| format!("{kind} passage"));
        nodes.insert(ElementId(id), element(NEIGHBOUR));
        edges.push((ElementId(1), element(&name), ElementId(id)));
        alphabet.edges.entry(name).or_insert_with(|| passage(kind.clone()));
    }
    Grammar {
        format: Grammar::FORMAT,
        name: "Preview".to_owned(),
        notes: String::new(),
        rooms: Vec::new(),
        alphabet,
        start: Start::Graph { nodes, edges, at: IndexMap::new(), drawn: IndexMap::new() },
        rules: Vec::new(),
        recipe: Vec::new(),
        limits: Limits::default(),
        layout: LayoutSettings::default(),
        movement: Movement::default(),
        theme: String::new(),
        populate: Vec::new(),
        variables: Default::default(),
        properties: Vec::new(),
        formulas: Default::default(),
    }
}

fn passage(socket: Option<String>) -> EdgeSymbol {
    EdgeSymbol {
        role: EdgeRole::Passage,
        kind: PassageKind::default(),
        kinds: Vec::new(),
        one_way: false,
        door: Default::default(),
        socket,
        theme: String::new(),
        color: Color::default(),
        attributes: Default::default(),
        notes: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{EXAMPLES, load_example};
    use crate::pipeline::Pipeline;

    /// Tests each room of each example in one of its orientations, with no, some and all neighbours.
    #[test]
    fn every_room_of_the_examples_can_be_shown_and_keeps_its_promises() {
        for example in EXAMPLES {
            let project = load_example(example.name).expect("an example");
            for set in project.room_sets() {
                for room in set.rooms.iter().filter(|room| room.card.is_none()).step_by(3) {
                    let alone = RoomSet { rooms: vec![room.clone()], ..set.clone() };
                    let sockets = room.sockets(&set.legend).count().min(12) as u32;
                    for neighbours in [0, sockets.div_ceil(2), sockets] {
                        let orientation = room.symmetries().last().unwrap_or_default();
                        let request = request(&alone, orientation, neighbours, Seed(1)).expect("a request");
                        let run = Pipeline::default().run(&request);
                        let context = (&room.name, neighbours, &run.failure);
                        let level = run.level.as_ref().unwrap_or_else(|| panic!("{context:?}"));
                        let doors = level.places.iter().flat_map(|place| &place.sockets);
                        let used = doors.filter(|socket| socket.passage.is_some()).count();
                        assert_eq!(used, neighbours as usize, "{context:?}");
                        assert_eq!(run.failure, None, "{}", room.name);
                    }
                }
            }
        }
    }

    #[test]
    fn a_card_is_shown_on_a_board_with_the_others_of_its_symbol() {
        let project = load_example("iron_catacombs").expect("an example");
        let mut set = project.room_sets().next().expect("a room set").clone();
        set.rooms.retain(|room| room.card.is_some());
        for card in 0..set.rooms.len() {
            let mut shown = set.clone();
            shown.rooms.swap(0, card);
            let request = request(&shown, Symmetry::IDENTITY, 2, Seed(1)).expect("a request");
            let run = Pipeline::default().run(&request);
            assert_eq!(run.failure, None, "{}", shown.rooms[0].name);
            assert!(run.level.is_some_and(|level| level.places[0].board.is_some()));
        }
    }

    #[test]
    fn uneven_pictures_are_not_shown() {
        let project = load_example(EXAMPLES[0].name).expect("an example");
        let mut set = project.room_sets().next().expect("a room set").clone();
        set.rooms[0].picture.push("#".to_owned());
        assert!(request(&set, Symmetry::IDENTITY, 1, Seed(1)).is_none());
    }
}
