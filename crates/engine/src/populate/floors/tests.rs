use std::collections::BTreeMap;

use super::*;
use crate::base::{RandomStream, Rect, Seed, Size};
use crate::level::{MissionRecord, Place, Report, Tile};
use crate::mission::{NodeId, Technique};

/// Returns a level of one place with these cells.
fn level(movement: Movement, rows: &[String]) -> Level {
    let size = Size::new(rows[0].len() as u32, rows.len() as u32);
    let tiles = rows.iter().flat_map(|row| row.chars()).collect();
    let tiles = Grid::from_values(size, tiles).unwrap();
    let owners = tiles.map(|tile| Owner(i32::from(*tile == '.')));
    let tile = |walkable| Tile { name: String::new(), walkable, color: Default::default() };
    Level {
        format: Level::FORMAT,
        generator: String::new(),
        grammar: String::new(),
        rolls: Vec::new(),
        variables: Default::default(),
        seed: Seed(0),
        width: size.width,
        height: size.height,
        movement,
        legend: BTreeMap::from([('#', tile(false)), ('.', tile(true))]),
        tiles: tiles.into(),
        owners: owners.into(),
        layers: Vec::new(),
        places: vec![Place {
            id: PlaceId(1),
            node: NodeId(1),
            symbol: String::new(),
            role: None,
            technique: Technique::Cave,
            anchor: Cell::new(0, 0),
            bounds: Rect::new(Cell::new(0, 0), size),
            attributes: Default::default(),
            template: None,
            turn: 0,
            flip: false,
            sockets: Vec::new(),
            board: None,
            stand_in: false,
            walled: 0,
        }],
        passages: Vec::new(),
        entities: Vec::new(),
        templates: BTreeMap::new(),
        bridges: Vec::new(),
        populate: Vec::new(),
        themes: Default::default(),
        mission: MissionRecord::default(),
        report: Report::default(),
    }
}

fn random_rows(random: &mut RandomStream) -> Vec<String> {
    let (width, height) = (random.range(3, 12), random.range(3, 12));
    let mut row = || (0..width).map(|_| if random.chance(65) { '.' } else { '#' }).collect();
    (0..height).map(|_| row()).collect()
}

/// Returns the number of connected parts of the open cells.
fn pieces(level: &Level, open: &BitGrid) -> usize {
    let mut left: Vec<Cell> = open.cells().collect();
    let mut count = 0;
    while let Some(first) = left.pop() {
        count += 1;
        let mut waiting = vec![first];
        while let Some(here) = waiting.pop() {
            let is_near = |cell: &Cell| match level.movement {
                Movement::Cardinal => cell.manhattan(here) == 1,
                Movement::EightWay => here.around().any(|near| near == *cell),
            };
            let (near, far) = left.into_iter().partition(is_near);
            waiting.extend::<Vec<Cell>>(near);
            left = far;
        }
    }
    count
}

/// Blocks one cell after the other while the rest stays connected, and compares with a flood.
#[test]
fn a_cell_is_spare_if_the_rest_stays_in_one_piece() {
    let (mut spare, mut needed) = (0, 0);
    for seed in 0..300 {
        let random = &mut Seed(seed).stream();
        let rows = random_rows(random);
        for movement in [Movement::Cardinal, Movement::EightWay] {
            let level = level(movement, &rows);
            let mut floors = Floors::new(&level);
            if pieces(&level, &floors.open) != 1 {
                continue;
            }
            for _ in 0..12 {
                let open: Vec<Cell> = floors.open.cells().collect();
                let cell = *random.pick(&open).unwrap();
                let mut rest = floors.open.clone();
                rest.set(cell, false);
                let expected = pieces(&level, &rest) == 1;
                assert_eq!(floors.is_spare(&level, cell), expected, "{movement:?} {cell:?} of {rows:#?}");
                if expected {
                    floors.shut(cell, Owner(1));
                    spare += 1;
                } else {
                    needed += 1;
                }
            }
        }
    }
    assert!(spare > 300 && needed > 100, "{spare} {needed}");
}

/// Uses a way around that is longer than the floods from both sides of a cell.
#[test]
fn a_cell_of_a_long_way_around_is_spare_until_another_is_shut() {
    let (width, height) = (90, 90);
    let rows: Vec<String> = (0..height)
        .map(|y| {
            let is_edge = |x: i32| x == 0 || x == width - 1 || y == 0 || y == height - 1;
            (0..width).map(|x| if is_edge(x) { '.' } else { '#' }).collect()
        })
        .collect();
    for movement in [Movement::Cardinal, Movement::EightWay] {
        let level = level(movement, &rows);
        let mut floors = Floors::new(&level);
        let (one, other) = (Cell::new(40, 0), Cell::new(50, height - 1));
        assert!(floors.is_spare(&level, one) && floors.is_spare(&level, other));
        floors.shut(one, Owner(1));
        assert!(!floors.is_spare(&level, other));
        assert_eq!(floors.undecided, 0);
        // Without work left, the answer is unknown.
        let mut floors = Floors::new(&level);
        floors.work_left = 0;
        assert!(!floors.is_spare(&level, one));
        assert_eq!(floors.undecided, 1);
    }
}

/// Tries which of the four steps lead into the middle, and whether the middle is needed between them.
#[test]
fn connected_without_the_middle_is_what_the_drawing_shows() {
    let open = |drawing: &str| -> [bool; 8] {
        let around: Vec<bool> =
            drawing.chars().filter(|c| "#.".contains(*c)).map(|character| character == '.').collect();
        around.try_into().unwrap()
    };
    for (drawing, cardinal, eight_way) in [
        ("... .x. ...", true, true),
        ("#.. #x. ###", true, true),
        (".## #x# ##.", true, false),
        ("#.# #x. ###", false, true),
        ("#.# #x# #.#", false, false),
        ("... #x# ...", false, false),
        ("### #x# ###", true, true),
        (".#. .x. ...", true, true),
    ] {
        let found = [Movement::Cardinal, Movement::EightWay].map(|way| are_connected(open(drawing), way));
        assert_eq!(found, [cardinal, eight_way], "{drawing}");
    }
}
