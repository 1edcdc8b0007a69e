//! Plants faults in levels of the examples.

use std::sync::{Arc, OnceLock};

use delvewright_engine::base::{Cell, RandomStream, Rect, Seed, Size, StageContext};
use delvewright_engine::grammar::Grammar;
use delvewright_engine::level::{Level, OwnedBy, Owner, PassageForm, PlaceId, Promise};
use delvewright_engine::mission::{Cards, Form};
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::text::{parse_grammar, parse_room_set};
use delvewright_engine::verify::verify;
use delvewright_exchange::export::{Format, export, read_level};

use crate::examples::example;

const GRAMMARS: [&str; 6] =
    ["cyclic_dungeon", "first_lock", "iron_catacombs", "lattice_caves", "old_mine", "sunken_keep"];

/// Returns two levels of each example, and some with features that the examples lack.
pub fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| generated().chain(dropping()).chain(odd()).chain(populated()).collect())
}

fn generated() -> impl Iterator<Item = Level> {
    GRAMMARS.into_iter().flat_map(|name| {
        let example = example(name);
        grown(&example.grammar, &example.rooms, &[1, 2])
    })
}

/// Returns levels of boards with many loops, most of them with drops.
fn dropping() -> impl Iterator<Item = Level> {
    let example = example("iron_catacombs");
    let mut grammar = Grammar::clone(&example.grammar);
    grammar.name = "Drops".to_owned();
    let cards =
        Cards { columns: (4, 6), rows: (3, 4), loops_percent: 60, drops_percent: 70, ..Cards::default() };
    grammar.alphabet.nodes["Catacomb"].form = Some(Form::Cards(cards));
    grown(&Arc::new(grammar), &example.rooms, &[1, 2]).into_iter()
}

/// Returns levels with every feature, and levels with crossing passages.
fn odd() -> impl Iterator<Item = Level> {
    let rooms = Arc::new(parse_room_set(include_str!("odd.rooms.ron"), None).value.unwrap());
    let odd = parse_grammar(include_str!("odd.ron"), None).value.unwrap();
    let crossed = parse_grammar(include_str!("crossed.ron"), None).value.unwrap();
    let odd = grown(&Arc::new(odd), &[rooms], &[1, 2, 3]);
    odd.into_iter().chain(grown(&Arc::new(crossed), &[], &[1, 2]))
}

/// Returns levels with passes of every kind, and levels that end with their last foe.
fn populated() -> impl Iterator<Item = Level> {
    [include_str!("populated.ron"), include_str!("cleared.ron")].into_iter().flat_map(|text| {
        let grammar = parse_grammar(text, None);
        assert_eq!(grammar.diagnostics, []);
        grown(&Arc::new(grammar.value.unwrap()), &[], &[1, 2, 3])
    })
}

fn grown(grammar: &Arc<Grammar>, rooms: &[Arc<RoomSet>], seeds: &[u64]) -> Vec<Level> {
    let mut pipeline = Pipeline::default();
    let level = |seed: &u64| {
        let request = Request::new(Arc::clone(grammar), rooms.to_vec(), Seed(*seed));
        let run = pipeline.run(&request);
        assert_eq!(run.failure, None, "{} {seed}", grammar.name);
        Level::clone(&run.level.unwrap())
    };
    seeds.iter().map(level).collect()
}

/// Returns the character of a walkable tile, and of one that is not.
pub fn characters(level: &Level) -> (char, char) {
    let of = |walkable| *level.legend.iter().find(|(_, tile)| tile.walkable == walkable).unwrap().0;
    (of(true), of(false))
}

pub fn pick(random: &mut RandomStream, cells: &[Cell]) -> Option<Cell> {
    random.pick(cells).copied()
}

/// Plants a fault in each suitable level, and checks that this promise is broken, at the cell if one is
/// given.
#[track_caller]
fn assert_found(promise: Promise, plant: impl Fn(&mut Level, &mut RandomStream) -> Option<Option<Cell>>) {
    let mut planted = 0;
    for (number, level) in levels().iter().enumerate() {
        for attempt in 0..2 {
            let mut level = level.clone();
            let mut random = Seed(number as u64).numbered(attempt).stream();
            let Some(at) = plant(&mut level, &mut random) else { continue };
            planted += 1;
            let result = &verify(&level, StageContext::default()).unwrap().promises[&promise];
            assert!(!result.held, "{} {}: {promise} holds with a fault at {at:?}", level.grammar, level.seed);
            assert!(
                at.is_none() || result.broken_by.iter().any(|found| found.at == at),
                "{at:?} is not among {:#?}",
                result.broken_by
            );
        }
    }
    assert!(planted >= 8, "only {planted} faults could be planted");
}

#[test]
fn generated_levels_hold_and_hold_after_reading() {
    for level in levels() {
        let report = verify(level, StageContext::default()).unwrap();
        assert!(report.all_held(), "{:#?}", report.broken().collect::<Vec<_>>());
        assert_eq!(report, level.report);
        for format in [Format::Ron, Format::Json] {
            assert_eq!(read_level(&export(level, format).into_bytes(), format).as_ref(), Ok(level));
        }
    }
}

#[test]
fn tunnel_between_strangers_is_found() {
    assert_found(Promise::P2, |level, random| {
        let from = random.pick(&level.places)?.clone();
        let is_friend = |id: PlaceId| {
            id == from.id
                || level.passages.iter().any(|p| [(p.from, p.to), (p.to, p.from)].contains(&(from.id, id)))
        };
        let strangers: Vec<_> = level.places.iter().filter(|place| !is_friend(place.id)).collect();
        let to = random.pick(&strangers)?.anchor;
        let (floor, _) = characters(level);
        let mut cell = from.anchor;
        let mut dug = Vec::new();
        while cell != to {
            let step = Cell::new((to.x - cell.x).signum(), 0);
            cell = cell + if step.x == 0 { Cell::new(0, (to.y - cell.y).signum()) } else { step };
            if !level.is_walkable(cell) {
                level.tiles[cell] = floor;
                level.owners[cell] = from.id.into();
                dug.push(cell);
            }
        }
        // It may only reach cells next to the place's own passages.
        let may_touch = |owner: Owner| match owner.who() {
            OwnedBy::Nobody => false,
            OwnedBy::Place(id) => is_friend(id),
            OwnedBy::Passage(id) => {
                let passage = level.passage(id).unwrap();
                passage.from == from.id || passage.to == from.id
            }
        };
        let beside = dug.iter().flat_map(|cell| cell.beside());
        // Nobody can enter a cell with something solid on it.
        let is_taken = |cell: &Cell| level.entities.iter().any(|entity| entity.solid && entity.at == *cell);
        let can_be_entered = |cell: &Cell| level.is_walkable(*cell) && !is_taken(cell);
        let mut met = beside.filter(can_be_entered).map(|cell| level.owners[cell]);
        met.any(|owner| !may_touch(owner)).then_some(None)
    });
}

#[test]
fn loose_cell_is_found() {
    assert_found(Promise::P3, |level, random| {
        let is_deep =
            |cell: &Cell| !level.is_walkable(*cell) && cell.around().all(|near| !level.is_walkable(near));
        let inner = level.tiles.rect().cells().filter(|cell| !level.tiles.rect().on_edge(*cell));
        let cell = pick(random, &inner.filter(is_deep).collect::<Vec<_>>())?;
        level.tiles[cell] = characters(level).0;
        level.owners[cell] = Owner(1);
        Some(Some(cell))
    });
}

#[test]
fn stray_room_cell_is_found() {
    assert_found(Promise::P4, |level, random| {
        let rooms: Vec<_> = level.places.iter().filter(|place| place.template.is_some()).collect();
        let room = random.pick(&rooms)?;
        let is_socket = |cell: Cell| room.sockets.iter().any(|socket| socket.cell == cell);
        let cells: Vec<_> = room.bounds.cells().filter(|cell| !is_socket(*cell)).collect();
        let cell = pick(random, &cells)?;
        let (floor, wall) = characters(level);
        level.tiles[cell] = if level.is_walkable(cell) { wall } else { floor };
        Some(Some(cell))
    });
}

#[test]
fn open_socket_is_found() {
    assert_found(Promise::P5, |level, random| {
        let sockets = level.places.iter().flat_map(|place| &place.sockets);
        let unused: Vec<_> =
            sockets.filter(|socket| socket.passage.is_none()).map(|socket| socket.cell).collect();
        let cell = pick(random, &unused)?;
        level.tiles[cell] = characters(level).0;
        Some(Some(cell))
    });
}

#[test]
fn closed_door_is_found() {
    assert_found(Promise::P5, |level, random| {
        let sockets = level.places.iter().flat_map(|place| &place.sockets);
        let used: Vec<_> =
            sockets.filter(|socket| socket.passage.is_some()).map(|socket| socket.cell).collect();
        let cell = pick(random, &used)?;
        level.tiles[cell] = characters(level).1;
        Some(Some(cell))
    });
}

#[test]
fn hole_in_the_border_is_found() {
    assert_found(Promise::P7, |level, random| {
        let border: Vec<_> =
            level.tiles.rect().cells().filter(|cell| level.tiles.rect().on_edge(*cell)).collect();
        let cell = pick(random, &border)?;
        level.tiles[cell] = characters(level).0;
        Some(Some(cell))
    });
}

#[test]
fn walled_up_corridor_is_found() {
    for promise in [Promise::P1, Promise::P2] {
        assert_found(promise, |level, random| {
            let corridors = level.passages.iter().filter(|passage| passage.kind == PassageForm::Corridor);
            let owner = random.pick(&corridors.collect::<Vec<_>>())?.id.into();
            let (_, wall) = characters(level);
            let cells: Vec<_> =
                level.owners.iter().filter(|(_, of)| **of == owner).map(|(cell, _)| cell).collect();
            for cell in cells {
                level.tiles[cell] = wall;
            }
            Some(None)
        });
    }
}

#[test]
fn floor_that_lost_its_owner_is_found() {
    assert_found(Promise::P1, |level, random| {
        let cells: Vec<_> = level.tiles.rect().cells().filter(|cell| level.is_walkable(*cell)).collect();
        let cell = pick(random, &cells)?;
        level.owners[cell] = Owner::NOBODY;
        Some(Some(cell))
    });
}

#[test]
fn wrong_turn_in_the_record_is_found() {
    assert_found(Promise::P4, |level, random| {
        // A square room may look the same.
        let is_long =
            |index: &usize| level.places[*index].bounds.size.width != level.places[*index].bounds.size.height;
        let is_room = |index: &usize| level.places[*index].template.is_some();
        let rooms: Vec<_> = (0..level.places.len()).filter(is_room).filter(is_long).collect();
        let place = &mut level.places[*random.pick(&rooms)?];
        place.turn = (place.turn + 1) % 4;
        Some(None)
    });
}

#[test]
fn bounds_that_lie_are_found() {
    assert_found(Promise::P1, |level, random| {
        let index = random.below(level.places.len() as u64) as usize;
        let Rect { min, size } = level.places[index].bounds;
        level.places[index].bounds = Rect::new(min, Size::new(size.width - 1, size.height));
        Some(Some(level.places[index].anchor))
    });
}

#[test]
fn records_that_lost_something_are_unreadable() {
    assert_found(Promise::P0, |level, _| {
        level.places.pop()?;
        Some(None)
    });
    assert_found(Promise::P0, |level, random| {
        let index = random.below(level.passages.len() as u64) as usize;
        let edge = level.passages[index].edge;
        level.mission.edges.retain(|other| other.id != edge);
        Some(None)
    });
}
