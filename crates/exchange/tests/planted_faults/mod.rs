//! Runs the checker on levels drawn by hand: it accepts the correct ones, and finds the single fault in each
//! of the others.

mod drawing;
mod format_1;
mod generated;
mod large;
mod leaves;
mod many;

use std::collections::BTreeMap;

use crate::random_level::random_level;
use delvewright_engine::base::{Cell, Color, Grid, Rect, Size, StageContext};
use delvewright_engine::level::{
    Entity, EntityId, Layer, Level, Lock, Owner, PassRecord, PassageEnd, PassageForm, PassageId, PlaceId,
    Promise, Tile,
};
use delvewright_engine::mission::{Door, EdgeId, NodeId, NodeRole, Technique};
use delvewright_engine::settings::{Movement, PassKind};
use delvewright_engine::verify::verify;
use drawing::{bridge, draw, furnish, join, paint, record, tile};
use proptest::prelude::*;

const BOTH: [Movement; 2] = [Movement::Cardinal, Movement::EightWay];

/// Returns a cave, a room, and two caves that grew together.
fn keep(movement: Movement) -> Level {
    let tiles = [
        "######################",
        "##########x###########",
        "#...#####...####..####",
        "#.........o..........#",
        "#...############.#...#",
        "######################",
    ];
    let owners = [
        "......................",
        "........22222.........",
        ".111....22222...33....",
        ".111aaaa22222bbb33444.",
        ".111....22222...3.444.",
        "......................",
    ];
    let mut level = draw(movement, &tiles, &owners);
    join(&mut level, 1, 2, PassageForm::Corridor, &[(8, 3)]);
    join(&mut level, 2, 3, PassageForm::Corridor, &[(12, 3)]);
    join(&mut level, 4, 3, PassageForm::Open, &[]);
    let picture = ["##+##", "#...#", "+.o.+", "#####"];
    let sockets = [((10, 1), None), ((8, 3), Some(1)), ((12, 3), Some(2))];
    furnish(&mut level, 2, &picture, (0, false), &sockets);
    level
}

/// Returns a room that is flipped and turned, and a cave.
fn turned(movement: Movement) -> Level {
    let tiles = ["###########", "###x#######", "##..####..#", "##o.......#", "###########", "###########"];
    let owners = ["...........", ".1111......", ".1111...22.", ".1111aa222.", ".1111......", "..........."];
    let mut level = draw(movement, &tiles, &owners);
    join(&mut level, 2, 1, PassageForm::Corridor, &[(4, 3)]);
    let picture = ["#+##", "#..+", "#o.#", "####"];
    furnish(&mut level, 1, &picture, (1, true), &[((4, 3), Some(1)), ((3, 1), None)]);
    level
}

/// Returns two corridors that cross at one cell.
fn crossing() -> Level {
    let tiles = ["#########", "####.####", "####.####", "#.......#", "####.##.#", "####....#", "#########"];
    let owners = [".........", "....3....", "....b....", ".1aaaaa2.", "....b..2.", "....44c2.", "........."];
    let mut level = draw(Movement::Cardinal, &tiles, &owners);
    three_corridors(&mut level);
    bridge(&mut level, (4, 3), 1, 2);
    level
}

/// Returns two corridors that cross in a row of three cells, so that no corner lets a walker past.
fn long_crossing(movement: Movement) -> Level {
    let tiles = [
        "#########",
        "####.####",
        "####.####",
        "####.####",
        "#.......#",
        "####.##.#",
        "####.##.#",
        "####....#",
        "#########",
    ];
    let owners = [
        ".........",
        "....3....",
        "....b....",
        "....a....",
        ".1aaaaa2.",
        "....a..2.",
        "....b..2.",
        "....44c2.",
        ".........",
    ];
    let mut level = draw(movement, &tiles, &owners);
    three_corridors(&mut level);
    for y in 3..=5 {
        bridge(&mut level, (4, y), 1, 2);
    }
    level
}

fn three_corridors(level: &mut Level) {
    for (from, to) in [(1, 2), (3, 4), (4, 2)] {
        join(level, from, to, PassageForm::Corridor, &[]);
    }
}

/// Returns the promises that are broken.
fn broken(level: &Level) -> Vec<Promise> {
    verify(level, StageContext::default()).unwrap().broken().map(|(promise, _)| promise).collect()
}

fn assert_holds(level: &Level) {
    let report = verify(level, StageContext::default()).unwrap();
    assert!(report.all_held(), "{:#?}", report.broken().collect::<Vec<_>>());
}

/// Checks that a promise is broken at one of these cells, with a message that contains these words.
#[track_caller]
fn assert_broken(level: &Level, promise: Promise, at: &[(i32, i32)], words: &str) {
    let report = verify(level, StageContext::default()).unwrap();
    let result = &report.promises[&promise];
    assert!(!result.held && !result.broken_by.is_empty(), "{promise} holds");
    let is_meant = |cell: Option<Cell>| at.is_empty() || at.iter().any(|at| cell == Some((*at).into()));
    let found = result.broken_by.iter().any(|found| is_meant(found.at) && found.message.contains(words));
    assert!(found, "no \"{words}\" at {at:?} among {:#?}", result.broken_by);
}

#[test]
fn right_levels_hold() {
    for movement in BOTH {
        assert_holds(&keep(movement));
        assert_holds(&turned(movement));
        assert_holds(&long_crossing(movement));
    }
    assert_holds(&crossing());
}

// P0

#[test]
fn grids_of_another_size_break_all_promises() {
    let mut level = keep(Movement::Cardinal);
    level.width += 1;
    assert_broken(&level, Promise::P0, &[], "23 × 6");
    assert_eq!(broken(&level), Promise::ALL);
    let mut level = keep(Movement::Cardinal);
    level.owners = Grid::filled(Size::new(3, 3), Owner::NOBODY).into();
    assert_eq!(broken(&level), Promise::ALL);
    assert_broken(&level, Promise::P3, &[], "contradicts itself");
}

/// Returns a level with grass on floor and ivy on a wall.
fn overgrown() -> Level {
    let mut level = keep(Movement::Cardinal);
    for (character, name, walkable) in [('g', "grass", true), ('i', "ivy", false)] {
        level.legend.insert(character, Tile { name: name.to_owned(), walkable, color: Color::default() });
    }
    let mut layer = Layer::empty("plants", level.tiles.size());
    layer.tiles[Cell::new(2, 2)] = 'g';
    layer.tiles[Cell::new(0, 0)] = 'i';
    level.layers.push(layer);
    // As in a level that was written before settings were recorded.
    level.populate.push(PassRecord {
        name: "plants".to_owned(),
        kind: PassKind::TileVariants,
        settings: None,
        on: Vec::new(),
        entities: BTreeMap::new(),
        tiles: BTreeMap::from([("grass".to_owned(), 1), ("ivy".to_owned(), 1)]),
        walls: Vec::new(),
        opens_exit: false,
        taken_back: 0,
    });
    level
}

#[test]
fn layers_fit_the_level_that_they_decorate() {
    assert_holds(&overgrown());
    let at = |change: &dyn Fn(&mut Level), cells: &[(i32, i32)], words: &str| {
        let mut level = overgrown();
        change(&mut level);
        assert_eq!(broken(&level), [Promise::P0]);
        assert_broken(&level, Promise::P0, cells, words);
    };
    at(
        &|level| level.layers[0].tiles = Grid::filled(Size::new(2, 3), ' ').into(),
        &[],
        "\"plants\" is 2 × 3",
    );
    at(&|level| level.layers.push(level.layers[0].clone()), &[], "More than one layer is called \"plants\"");
    at(&|level| level.layers[0].tiles[Cell::new(3, 2)] = 'z', &[(3, 2)], "'z' of the layer");
    at(&|level| level.layers[0].tiles[Cell::new(2, 2)] = 'i', &[(2, 2)], "cannot walk on the ivy");
    at(&|level| level.layers[0].tiles[Cell::new(0, 0)] = 'g', &[(0, 0)], "can walk on the grass");
    at(&|level| level.layers.clear(), &[], "explains 'g', which lies nowhere");
}

#[test]
fn decoration_of_another_theme_is_found() {
    let dressed = Level::clone(&crate::example_level::level("sunken_keep", 1));
    assert_holds(&dressed);
    let mut level = dressed.clone();
    level.themes.places.clear();
    assert_broken(&level, Promise::P0, &[], "the theme there does not have");
    let mut level = dressed;
    let lights = level.themes.derived.values_mut().map(|theme| &mut theme.props.lights);
    lights.for_each(|lights| *lights = Some(vec!["anvil".to_owned()]));
    assert_broken(&level, Promise::P0, &[], "the theme there does not have");
}

#[test]
fn large_decoration_of_another_size_or_in_parts_is_found() {
    let dressed = (1..40)
        .map(|seed| Level::clone(&crate::example_level::level("lattice_caves", seed)))
        .find(|level| level.layers.iter().any(|layer| !layer.sizes.is_empty()))
        .expect("a level with a large thing");
    let large =
        |level: &Level| level.layers.iter().position(|layer| !layer.sizes.is_empty()).expect("it has some");
    let at = large(&dressed);
    let mut level = dressed.clone();
    level.layers[at].sizes.values_mut().for_each(|size| size.width += 1);
    assert_broken(&level, Promise::P0, &[], "records other sizes");
    let mut level = dressed.clone();
    level.layers[at].sizes.clear();
    assert_broken(&level, Promise::P0, &[], "records other sizes");
    let mut level = dressed;
    let (_, cells) = level.layers[at].large_things()[0];
    level.layers[at].tiles[cells.min] = Layer::NOTHING;
    assert_broken(&level, Promise::P0, &[], "only a part of a thing");
}

#[test]
fn doubled_and_missing_ids_are_unreadable() {
    let mut level = keep(Movement::Cardinal);
    level.places[2].id = PlaceId(2);
    assert_broken(&level, Promise::P0, &[], "Place number 3");
    let mut level = keep(Movement::Cardinal);
    level.passages.remove(0);
    assert_broken(&level, Promise::P0, &[], "Passage number 1");
    let mut level = keep(Movement::Cardinal);
    level.places.pop();
    assert_broken(&level, Promise::P0, &[(18, 3)], "Place 4, which does not exist");
}

#[test]
fn names_of_things_that_do_not_exist_are_unreadable() {
    let at = |change: &dyn Fn(&mut Level), words: &str| {
        let mut level = keep(Movement::Cardinal);
        change(&mut level);
        assert_broken(&level, Promise::P0, &[], words);
    };
    at(&|level| level.tiles[Cell::new(2, 2)] = '?', "'?'");
    at(&|level| level.owners[Cell::new(2, 2)] = Owner(77), "Place 77");
    at(&|level| level.owners[Cell::new(2, 2)] = Owner(i32::MIN), "Passage 2147483648");
    at(&|level| level.passages[0].to = PlaceId(9), "place 9");
    at(&|level| level.passages[0].edge = EdgeId(900), "edge 900");
    at(&|level| level.passages[0].edge = EdgeId(14), "edge 14");
    at(&|level| level.passages[0].locks.push(locked(1, &[3])), "entity 3");
    at(&|level| level.passages[0].symbol = "door".to_owned(), "\"door\"");
    at(&|level| level.places[0].node = NodeId(900), "node 900");
    at(&|level| level.places[0].node = NodeId(20), "node 20");
    at(&|level| level.places[0].anchor = Cell::new(i32::MAX, i32::MIN), "outside");
    at(&|level| level.places[0].bounds = Rect::from((1, i32::MAX, u32::MAX, u32::MAX)), "bounds");
    at(&|level| level.places[1].sockets[0].passage = Some(PassageId(12)), "passage 12");
    at(&|level| level.templates.clear(), "\"template 2\"");
    at(&|level| level.mission.edges[0].from = NodeId(11), "node 11");
    at(&|level| level.mission.edges[0].from = NodeId(40), "other places");
    at(&|level| level.mission.edges[0].id = EdgeId(14), "one edge 14");
    at(&|level| level.mission.nodes[1].id = NodeId(10), "one node 10");
    at(&|level| bridge(level, (1, 1), 1, 8), "passage 8");
    at(&|level| level.format = 9, "format 9");
}

#[test]
fn entity_outside_its_place_is_unreadable() {
    let mut level = keep(Movement::Cardinal);
    level.entities.push(Entity {
        id: EntityId(1),
        kind: "Key".to_owned(),
        at: Cell::new(5, 3),
        place: PlaceId(1),
        node: None,
        opens: vec![PlaceId(8)],
        properties: Default::default(),
        marker: false,
        pass: None,
        solid: false,
    });
    assert_broken(
        &level,
        Promise::P0,
        &[(5, 3)],
        "The Key (entity 1) at (5, 3) does not lie in the Gate (place 1)",
    );
    assert_broken(&level, Promise::P0, &[(5, 3)], "opens place 8");
}

// P1

#[test]
fn place_without_cells_is_missing() {
    let mut level = keep(Movement::Cardinal);
    for (x, y) in [(18, 3), (19, 3), (20, 3), (18, 4), (19, 4), (20, 4)] {
        paint(&mut level, (x, y), '#', '.');
    }
    assert_broken(&level, Promise::P1, &[], "The Shrine (place 4) has no cell");
    assert_broken(&level, Promise::P1, &[], "do not touch");
}

#[test]
fn place_that_the_list_lacks_is_missing() {
    let mut level = keep(Movement::Cardinal);
    level.places.pop();
    level.passages.pop();
    for cell in Rect::from((18, 3, 3, 2)).cells() {
        level.tiles[cell] = '#';
        level.owners[cell] = Owner::NOBODY;
    }
    assert_eq!(broken(&level), [Promise::P1]);
    assert_broken(&level, Promise::P1, &[], "The Shrine (node 40) of the mission is not a place");
}

#[test]
fn passage_that_the_list_lacks_is_missing() {
    let mut level = keep(Movement::Cardinal);
    level.passages.pop();
    join(&mut level, 3, 4, PassageForm::Open, &[]);
    level.passages[2].edge = EdgeId(70);
    level.mission.edges[3].id = EdgeId(70);
    record(&mut level);
    assert_eq!(broken(&level), [Promise::P1]);
    assert_broken(&level, Promise::P1, &[], "edge 21");
}

#[test]
fn anchor_on_a_wall_is_no_anchor() {
    for at in [(0, 0), (5, 3), (9, 2)] {
        let mut level = keep(Movement::Cardinal);
        level.places[0].anchor = at.into();
        record(&mut level);
        assert!(broken(&level).contains(&Promise::P1));
        assert_broken(&level, Promise::P1, &[at], "The anchor of the Gate (place 1)");
    }
}

#[test]
fn bounds_are_the_smallest_rectangle() {
    let mut level = keep(Movement::Cardinal);
    level.places[2].bounds = Rect::from((16, 2, 3, 3));
    assert_eq!(broken(&level), [Promise::P1]);
}

#[test]
fn passage_with_a_gap_is_not_realised() {
    for movement in BOTH {
        let mut level = keep(movement);
        paint(&mut level, (6, 3), '#', 'a');
        assert_eq!(broken(&level), [Promise::P1, Promise::P2, Promise::P3]);
        assert_broken(&level, Promise::P1, &[(4, 3), (7, 3)], "in 2 pieces");
        assert_broken(&level, Promise::P2, &[], "you cannot get through");
    }
}

#[test]
fn passage_that_ends_short_is_not_realised() {
    let mut level = keep(Movement::EightWay);
    paint(&mut level, (4, 3), '#', '.');
    assert_broken(&level, Promise::P1, &[], "does not reach the Gate (place 1)");
}

#[test]
fn passage_twice_is_not_realised() {
    let mut level = keep(Movement::Cardinal);
    join(&mut level, 3, 4, PassageForm::Open, &[]);
    assert_eq!(broken(&level), [Promise::P1]);
    assert_broken(&level, Promise::P1, &[], "another open passage");
    let mut level = keep(Movement::Cardinal);
    join(&mut level, 1, 2, PassageForm::Corridor, &[]);
    assert_eq!(broken(&level), [Promise::P1, Promise::P2, Promise::P5]);
    assert_broken(
        &level,
        Promise::P1,
        &[],
        "Passage 4 from the Gate (place 1) to the Hollow (place 2) has no cell",
    );
}

#[test]
fn place_in_two_pieces_is_not_realised() {
    let mut level = keep(Movement::Cardinal);
    paint(&mut level, (17, 3), '#', '3');
    paint(&mut level, (16, 3), '#', '3');
    assert_broken(&level, Promise::P1, &[(17, 2), (16, 4)], "The Vault (place 3) is in 2 pieces");
}

#[test]
fn floor_without_owner_is_found() {
    let mut level = keep(Movement::Cardinal);
    paint(&mut level, (2, 2), '.', '.');
    assert_broken(&level, Promise::P1, &[(2, 2)], "belongs to nobody");
}

#[test]
fn door_must_be_where_the_corridor_arrives() {
    let mut level = keep(Movement::Cardinal);
    level.passages[0].doors.push(Cell::new(9, 2));
    assert_broken(&level, Promise::P1, &[(9, 2)], "does not reach its door");
    assert_broken(&level, Promise::P5, &[(9, 2)], "not a socket that it uses");
    level.passages[0].doors = vec![Cell::new(8, 3), Cell::new(17, 2)];
    assert_broken(&level, Promise::P1, &[(17, 2)], "not a walkable cell");
}

#[test]
fn item_in_a_wall_is_not_realised() {
    let mut level = keep(Movement::Cardinal);
    level.entities.push(Entity {
        id: EntityId(1),
        kind: "Key".to_owned(),
        at: Cell::new(10, 3),
        place: PlaceId(2),
        node: Some(NodeId(20)),
        opens: vec![PlaceId(1)],
        properties: Default::default(),
        marker: false,
        pass: None,
        solid: false,
    });
    assert_eq!(broken(&level), [Promise::P0, Promise::P1]);
    assert_broken(&level, Promise::P1, &[(10, 3)], "The Key (entity 1)");
}

// P2

#[test]
fn leak_between_places_is_found() {
    for movement in BOTH {
        let mut level = keep(movement);
        level.passages[2].kind = PassageForm::Corridor;
        assert_broken(&level, Promise::P2, &[(17, 3), (18, 3)], "no open passage between them");
    }
}

#[test]
fn leak_between_passage_and_stranger_is_found() {
    for movement in BOTH {
        let mut level = keep(movement);
        level.passages[1].to = PlaceId(4);
        assert_broken(&level, Promise::P2, &[(15, 3), (16, 3)], "The Vault (place 3) and passage 2 from");
    }
}

#[test]
fn leak_between_passages_is_found() {
    for movement in BOTH {
        let mut level = keep(movement);
        paint(&mut level, (6, 3), '.', 'b');
        assert_broken(&level, Promise::P2, &[(5, 3), (6, 3)], "passages meet only at bridges");
    }
}

#[test]
fn floor_of_nobody_between_owners_is_a_leak() {
    let mut level = keep(Movement::Cardinal);
    paint(&mut level, (17, 4), '.', '.');
    assert_broken(&level, Promise::P2, &[(17, 4)], "but every cell that you can walk on must have an owner");
}

/// The first cave touches the second at a corner, between two walls.
#[test]
fn short_cut_through_a_corner_is_a_leak_eight_ways() {
    let plain = |movement| {
        let tiles = ["#######", "#..####", "#.#..##", "#.##.##", "#....##", "#######"];
        let owners = [".......", ".11....", ".1.22..", ".1..2..", ".1aa2..", "......."];
        let mut level = draw(movement, &tiles, &owners);
        join(&mut level, 1, 2, PassageForm::Corridor, &[]);
        level
    };
    assert_holds(&plain(Movement::Cardinal));
    let level = plain(Movement::EightWay);
    assert_eq!(broken(&level), [Promise::P2]);
    assert_broken(&level, Promise::P2, &[(2, 1)], "touch at (2, 1) and (3, 2)");
}

#[test]
fn corridor_enters_a_room_only_at_its_doors() {
    for movement in BOTH {
        let mut level = keep(movement);
        level.passages[0].doors.clear();
        assert_eq!(broken(&level), [Promise::P2, Promise::P5]);
        assert_broken(&level, Promise::P2, &[(8, 3)], "none of its doors");
    }
}

#[test]
fn crossing_without_a_bridge_is_a_leak() {
    let mut level = crossing();
    level.bridges.clear();
    assert_broken(&level, Promise::P1, &[], "in 2 pieces");
    assert_broken(&level, Promise::P2, &[(4, 3)], "passages meet only at bridges");
}

#[test]
fn lone_bridge_leaks_at_its_corners_eight_ways() {
    let mut level = crossing();
    level.movement = Movement::EightWay;
    assert_eq!(broken(&level), [Promise::P2]);
    assert_broken(&level, Promise::P2, &[(3, 3)], "passages meet only at bridges");
}

#[test]
fn misused_bridges_are_found() {
    let misused = |change: &dyn Fn(&mut Level), at, words| {
        let mut level = crossing();
        change(&mut level);
        assert_broken(&level, Promise::P2, &[at], words);
    };
    misused(&|level| level.bridges[0].over = PassageId(3), (4, 3), "does not belong to passage 3");
    misused(&|level| level.bridges[0].under = PassageId(3), (4, 3), "exactly two opposite sides");
    misused(&|level| level.bridges[0].under = PassageId(1), (4, 3), "over itself");
    misused(&|level| level.bridges[0].at = Cell::new(3, 3), (3, 3), "exactly two opposite sides");
    misused(&|level| level.bridges[0].at = Cell::new(0, 0), (0, 0), "cannot walk");
    misused(&|level| level.bridges.push(level.bridges[0]), (4, 3), "more than once");
    misused(&|level| paint(level, (5, 3), '#', '.'), (4, 3), "on the two other sides");
    misused(&|level| paint(level, (4, 2), '#', '.'), (4, 3), "exactly two opposite sides");
    misused(&|level| paint(level, (5, 3), '.', 'b'), (4, 3), "on the two other sides");
}

#[test]
fn nobody_turns_on_a_bridge() {
    let mut level = crossing();
    // Without the third corridor, only a turn on the bridge would join the four places.
    paint(&mut level, (6, 5), '#', '.');
    level.passages.pop();
    level.mission.edges.pop();
    record(&mut level);
    assert_eq!(broken(&level), [Promise::P3]);
}

// P3

#[test]
fn detached_cell_is_found() {
    for movement in BOTH {
        let mut level = keep(movement);
        paint(&mut level, (5, 1), '.', '1');
        assert_eq!(broken(&level), [Promise::P1, Promise::P3]);
        assert_broken(
            &level,
            Promise::P3,
            &[(5, 1)],
            "cut off from the rest, at (5, 1) in the Gate (place 1)",
        );
    }
}

// P4

#[test]
fn overwritten_room_cell_is_found() {
    let mut level = keep(Movement::Cardinal);
    level.tiles[Cell::new(10, 3)] = '.';
    assert_eq!(broken(&level), [Promise::P0, Promise::P4]);
    assert_broken(&level, Promise::P4, &[(10, 3)], "there is floor at (10, 3), but its author drew pillar");
}

#[test]
fn room_cell_that_changed_its_walkability_is_found() {
    let mut level = keep(Movement::Cardinal);
    level.legend.insert('p', tile("pillar", true));
    level.tiles[Cell::new(10, 3)] = 'p';
    assert_eq!(broken(&level), [Promise::P0, Promise::P4]);
    assert_broken(&level, Promise::P4, &[(10, 3)], "cannot be walked on as in its template");
}

#[test]
fn room_cell_of_another_owner_is_found() {
    let mut level = keep(Movement::Cardinal);
    level.owners[Cell::new(9, 1)] = Owner(1);
    assert_broken(&level, Promise::P4, &[(9, 1)], "belongs to the Gate (place 1)");
}

#[test]
fn wrong_turn_is_found() {
    for (turn, flip) in
        [(0, false), (0, true), (1, false), (2, false), (2, true), (3, false), (3, true), (4, true)]
    {
        let mut level = turned(Movement::Cardinal);
        (level.places[0].turn, level.places[0].flip) = (turn, flip);
        assert_eq!(broken(&level), [Promise::P4], "turn {turn} flip {flip}");
    }
    let mut level = keep(Movement::Cardinal);
    level.places[1].turn = 3;
    assert_broken(&level, Promise::P4, &[], "must be 4 × 5 cells large");
}

#[test]
fn room_without_template_is_found() {
    let mut level = keep(Movement::Cardinal);
    level.places[1].template = None;
    assert_broken(&level, Promise::P4, &[], "its template is not recorded");
    assert_broken(&level, Promise::P4, &[], "has sockets, but no template");
    let mut level = keep(Movement::Cardinal);
    level.places[1].technique = Technique::Hall;
    assert_broken(&level, Promise::P4, &[], "has a template, but is a Hall");
}

#[test]
fn sockets_are_those_of_the_template() {
    let mut level = keep(Movement::Cardinal);
    level.places[1].sockets.remove(0);
    assert_broken(&level, Promise::P4, &[(10, 1)], "lacks the socket at (10, 1)");
    let mut level = keep(Movement::Cardinal);
    level.places[1].sockets[0].cell = Cell::new(11, 1);
    assert_broken(&level, Promise::P4, &[(11, 1)], "where its template has none");
}

// P5

#[test]
fn open_unused_socket_is_found() {
    for movement in BOTH {
        let mut level = keep(movement);
        level.tiles[Cell::new(10, 1)] = '.';
        assert_eq!(broken(&level), [Promise::P0, Promise::P5]);
        assert_broken(&level, Promise::P0, &[], "explains 'x', which lies nowhere");
        assert_broken(&level, Promise::P5, &[(10, 1)], "not used, but open");
        level.tiles[Cell::new(10, 1)] = '#';
        assert_broken(&level, Promise::P5, &[(10, 1)], "not closed by blocked");
    }
}

#[test]
fn used_socket_must_be_a_door() {
    let mut level = keep(Movement::Cardinal);
    level.places[1].sockets[1].passage = None;
    assert_broken(&level, Promise::P5, &[(8, 3)], "not used, but open");
    assert_broken(&level, Promise::P5, &[(8, 3)], "not a socket that it uses");
    let mut level = keep(Movement::Cardinal);
    level.tiles[Cell::new(8, 3)] = 'x';
    assert_broken(&level, Promise::P5, &[(8, 3)], "cannot walk there");
    let mut level = keep(Movement::Cardinal);
    level.places[1].sockets[1].passage = Some(PassageId(3));
    assert_broken(&level, Promise::P5, &[(8, 3)], "which does not end there");
}

#[test]
fn passage_uses_one_socket_of_a_room() {
    let mut level = keep(Movement::Cardinal);
    level.places[1].sockets[0].passage = Some(PassageId(1));
    level.passages[0].doors.push(Cell::new(10, 1));
    assert_broken(&level, Promise::P5, &[], "uses 2 sockets of the Hollow (place 2)");
}

// P7

#[test]
fn open_border_is_found() {
    for at in [(0, 3), (21, 3), (10, 0), (4, 5)] {
        let mut level = keep(Movement::Cardinal);
        paint(&mut level, at, '.', '1');
        assert_broken(&level, Promise::P7, &[at], "on the edge of the level");
    }
    let mut level = keep(Movement::Cardinal);
    paint(&mut level, (7, 5), '#', 'a');
    assert_eq!(broken(&level), [Promise::P1, Promise::P7]);
}

#[test]
fn levels_without_anything_break_promises_quietly() {
    let mut level = keep(Movement::EightWay);
    level.places.clear();
    level.passages.clear();
    assert!(!verify(&level, StageContext::default()).unwrap().all_held());
    level.tiles = Grid::filled(Size::new(0, 0), '#').into();
    level.owners = Grid::filled(Size::new(0, 0), Owner::NOBODY).into();
    (level.width, level.height) = (0, 0);
    assert_eq!(broken(&level), Promise::ALL);
}

proptest! {
    #[test]
    fn nonsense_breaks_promises_and_no_panic(seed: u64) {
        let report = verify(&random_level(seed), StageContext::default()).unwrap();
        prop_assert_eq!(report.promises.len(), Promise::ALL.len());
        for result in report.promises.values() {
            prop_assert_eq!(result.held, result.broken_by.is_empty());
        }
    }
}

/// Returns a row of a start, a vault and the goal.
fn walk(movement: Movement) -> Level {
    let tiles = ["###########", "#.........#", "###########"];
    let owners = ["...........", ".11aa22bb3.", "..........."];
    let mut level = draw(movement, &tiles, &owners);
    join(&mut level, 1, 2, PassageForm::Corridor, &[]);
    join(&mut level, 2, 3, PassageForm::Corridor, &[]);
    level.places[0].role = Some(NodeRole::Start);
    level.places[2].role = Some(NodeRole::Goal);
    level
}

fn key(level: &mut Level, place: u32, at: (i32, i32), opens: &[u32]) {
    let node = NodeId(900 + place);
    level.mission.nodes.push(delvewright_engine::level::NodeRecord {
        id: node,
        symbol: "Key".to_owned(),
        role: None,
        is_place: false,
        site: None,
        attributes: Default::default(),
        step: 0,
    });
    level.entities.push(Entity {
        id: EntityId::at(level.entities.len()),
        kind: "Key".to_owned(),
        at: at.into(),
        place: PlaceId(place),
        node: Some(node),
        opens: opens.iter().copied().map(PlaceId).collect(),
        properties: Default::default(),
        marker: false,
        pass: None,
        solid: false,
    });
}

fn finishable(level: &Level) -> String {
    let report = verify(level, StageContext::default()).unwrap();
    for (promise, result) in &report.promises {
        // These levels contain less of their mission than P0 requires.
        let is_meant = [Promise::P0, Promise::P6].contains(promise);
        assert!(is_meant || result.held, "{promise}: {:?}", result.broken_by);
    }
    let broken: Vec<_> =
        report.promises[&Promise::P6].broken_by.iter().map(|found| found.message.as_str()).collect();
    broken.join(" ")
}

/// Returns a lock of that place at the beginning of a passage.
fn locked(place: u32, keys: &[u32]) -> Lock {
    Lock {
        place: PlaceId(place),
        end: PassageEnd::From,
        keys: keys.iter().copied().map(EntityId).collect(),
        needed: 1,
    }
}

#[test]
fn a_lock_is_passed_with_its_key_and_not_without() {
    for movement in BOTH {
        let mut level = walk(movement);
        assert_eq!(finishable(&level), "");
        level.places[1].role = Some(NodeRole::Lock);
        assert_eq!(
            finishable(&level),
            "The goal cannot be reached from the Gate (place 1); no reachable key opens the Hollow (place 2)."
        );
        key(&mut level, 1, (2, 1), &[2]);
        assert_eq!(finishable(&level), "");
        level.entities[0].at = Cell::new(9, 1);
        level.entities[0].place = PlaceId(3);
        assert!(finishable(&level).starts_with("The goal cannot be reached"));
    }
}

#[test]
fn a_locked_passage_needs_one_of_its_keys() {
    let mut level = walk(Movement::Cardinal);
    key(&mut level, 2, (5, 1), &[]);
    level.passages[1].locks = vec![locked(2, &[1])];
    assert_eq!(finishable(&level), "");
    level.passages[0].locks = vec![locked(1, &[1])];
    assert!(finishable(&level).starts_with("The goal cannot be reached"));
}

#[test]
fn a_drop_into_a_pit_is_reported_with_the_steps_into_it() {
    let tiles = ["###########", "#.........#", "##.########", "##.########", "##.########", "###########"];
    let owners = ["...........", ".11aa22bb3.", "..c........", "..c........", "..4........", "..........."];
    let mut level = draw(Movement::Cardinal, &tiles, &owners);
    join(&mut level, 1, 2, PassageForm::Corridor, &[]);
    join(&mut level, 2, 3, PassageForm::Corridor, &[]);
    join(&mut level, 1, 4, PassageForm::Corridor, &[]);
    level.places[0].role = Some(NodeRole::Start);
    level.places[2].role = Some(NodeRole::Goal);
    assert_eq!(finishable(&level), "");
    level.passages[2].one_way = true;
    assert_eq!(
        finishable(&level),
        "A player can get to where the goal cannot be reached any more: the Gate (place 1), then the Shrine (place 4)."
    );
    level.passages[0].one_way = true;
    level.passages[2].one_way = false;
    assert_eq!(finishable(&level), "");
    (level.passages[0].from, level.passages[0].to) = (PlaceId(2), PlaceId(1));
    let (from, to) = (level.mission.edges[0].from, level.mission.edges[0].to);
    (level.mission.edges[0].from, level.mission.edges[0].to) = (to, from);
    assert!(finishable(&level).starts_with("The goal cannot be reached"));
}

/// Returns two caves joined by a corridor two cells wide, with a gate across it.
fn gate(movement: Movement) -> Level {
    let tiles = ["##########", "#........#", "#........#", "##########"];
    let owners = ["..........", ".11aaaa22.", ".11aaaa22.", ".........."];
    let mut level = draw(movement, &tiles, &owners);
    join(&mut level, 1, 2, PassageForm::Corridor, &[]);
    level.passages[0].door = Door::Gate;
    level.mission.edges[0].door = Door::Gate;
    level.legend.insert('=', tile("gate", true));
    lay_gate(&mut level, &[(4, 1), (4, 2)]);
    record(&mut level);
    level
}

fn lay_gate(level: &mut Level, cells: &[(i32, i32)]) {
    level.passages[0].threshold = cells.iter().copied().map(Cell::from).collect();
    for x in 3..7 {
        for y in 1..3 {
            let is_gate = cells.contains(&(x, y));
            level.tiles[Cell::new(x, y)] = if is_gate { '=' } else { '.' };
        }
    }
}

#[test]
fn a_gate_that_one_walks_around_is_no_gate() {
    for movement in BOTH {
        let mut level = gate(movement);
        assert_holds(&level);
        lay_gate(&mut level, &[(4, 1)]);
        assert_broken(&level, Promise::P5, &[], "without stepping on its gate");
        // Lengthwise, with floor next to it.
        lay_gate(&mut level, &[(3, 1), (4, 1), (5, 1), (6, 1)]);
        assert_broken(&level, Promise::P5, &[], "without stepping on its gate");
        lay_gate(&mut level, &[(4, 1), (4, 2), (6, 1)]);
        assert_broken(&level, Promise::P5, &[(6, 1)], "closes nothing");
        // Diagonal: a walker with diagonal steps slips through.
        lay_gate(&mut level, &[(4, 1), (5, 2)]);
        match movement {
            Movement::Cardinal => assert_holds(&level),
            Movement::EightWay => assert_broken(&level, Promise::P5, &[], "without stepping on its gate"),
        }
    }
}

#[test]
fn a_corridor_that_leans_on_its_place_behind_the_gate_is_walked_around() {
    let mut level = gate(Movement::Cardinal);
    level.owners[Cell::new(5, 1)] = Owner(2);
    level.places[1].bounds = Rect::from((5, 1, 4, 2));
    level.owners[Cell::new(6, 1)] = Owner(2);
    lay_gate(&mut level, &[(6, 2)]);
    assert_broken(&level, Promise::P5, &[(4, 1)], "without stepping on its gate");
}

#[test]
fn an_open_passage_has_no_gate() {
    let mut level = keep(Movement::Cardinal);
    let index =
        level.passages.iter().position(|passage| passage.kind == PassageForm::Open).expect("one is open");
    level.passages[index].door = Door::Gate;
    assert_broken(&level, Promise::P5, &[], "nothing that it could close off");
}
