//! Faults of tiles and of the legend.

use delvewright_engine::base::{Cell, RandomStream};
use delvewright_engine::level::{Level, Owner, PassageForm, Promise, Tile};
use delvewright_engine::mission::Technique;

use super::super::generated::{characters, pick};
use super::owners::give;
use super::{Fault, one};

pub const FAULTS: &[Fault] = &[
    ("a hole in the border", Promise::P7, |level, random| {
        let rect = level.tiles.rect();
        let cell = pick_cell(random, rect.cells().filter(|cell| rect.on_edge(*cell)))?;
        level.tiles[cell] = '.';
        Some(())
    }),
    ("a loose cell", Promise::P3, |level, random| {
        let cell = deep_in_rock(level, random)?;
        level.tiles[cell] = '.';
        level.owners[cell] = Owner(1);
        Some(())
    }),
    ("floor of nobody in the rock", Promise::P1, |level, random| {
        let cell = deep_in_rock(level, random)?;
        level.tiles[cell] = '.';
        Some(())
    }),
    ("a pillar in the rock", Promise::P1, |level, random| {
        let cell = deep_in_rock(level, random)?;
        level.tiles[cell] = 'P';
        level.legend.insert('P', tile("pillar", false));
        Some(())
    }),
    ("a corridor that is walled up", Promise::P1, |level, random| {
        let owner = pick_corridor(level, random)?;
        wall_up(level, |_, by| by == owner);
        Some(())
    }),
    ("a corridor that is walled up and given back", Promise::P1, |level, random| {
        let owner = pick_corridor(level, random)?;
        wall_up(level, |_, by| by == owner);
        give(level, owner, Owner::NOBODY);
        Some(())
    }),
    ("a corridor that is walled up in the middle", Promise::P2, |level, random| {
        let owner = pick_corridor(level, random)?;
        let cells: Vec<Cell> =
            level.owners.iter().filter(|(_, by)| **by == owner).map(|(cell, _)| cell).collect();
        let ends = cells.len() >= 3
            && !level
                .bridges
                .iter()
                .any(|bridge| [bridge.over, bridge.under].map(Owner::from).contains(&owner));
        wall_up(level, |cell, _| ends && cells.contains(&cell));
        ends.then_some(())
    }),
    ("a place that is walled up", Promise::P1, |level, random| {
        let owner = Owner::from(random.pick(&level.places)?.id);
        wall_up(level, |_, by| by == owner);
        Some(())
    }),
    ("mud in a cave or hall", Promise::P1, |level, random| {
        let cell = pick_cell(random, floor_outside_rooms(level))?;
        level.tiles[cell] = 'M';
        level.legend.insert('M', tile("mud", true));
        Some(())
    }),
    ("a door in a cave or hall", Promise::P1, |level, random| {
        let cell = pick_cell(random, floor_outside_rooms(level))?;
        level.tiles[cell] = '+';
        Some(())
    }),
    ("a door in a corridor", Promise::P1, |level, random| {
        let is_floor = |cell: &Cell| level.owners[*cell].0 < 0 && level.tiles[*cell] == '.';
        let cell = pick_cell(random, level.tiles.rect().cells().filter(is_floor))?;
        level.tiles[cell] = '+';
        Some(())
    }),
    ("a wall in a hall", Promise::P1, |level, random| {
        let cell = pick_cell(random, floor_of(level, Technique::Hall))?;
        level.tiles[cell] = '#';
        Some(())
    }),
    ("a wall of nobody in a hall", Promise::P1, |level, random| {
        let cell = pick_cell(random, floor_of(level, Technique::Hall))?;
        level.tiles[cell] = '#';
        level.owners[cell] = Owner::NOBODY;
        Some(())
    }),
    ("a hall with a bay", Promise::P1, |level, random| {
        let is_bay = |cell: &Cell| {
            level.tiles[*cell] == '#'
                && level.owners[*cell] == Owner::NOBODY
                && cell.beside().any(|near| owner_is(level, near, Technique::Hall))
        };
        let rect = level.tiles.rect();
        let cell = pick_cell(random, rect.cells().filter(|cell| !rect.on_edge(*cell)).filter(is_bay))?;
        let hall = cell.beside().find(|near| owner_is(level, *near, Technique::Hall))?;
        level.tiles[cell] = '.';
        level.owners[cell] = level.owners[hall];
        Some(())
    }),
    ("a wall on a threshold", Promise::P5, |level, random| {
        let cell = pick_cell(random, level.passages.iter().flat_map(|passage| passage.threshold.clone()))?;
        level.tiles[cell] = '#';
        Some(())
    }),
    ("floor on a threshold", Promise::P5, |level, random| {
        let cell = pick_cell(random, level.passages.iter().flat_map(|passage| passage.threshold.clone()))?;
        level.tiles[cell] = '.';
        Some(())
    }),
    ("a tile of a room that changed", Promise::P4, |level, random| {
        let cell = pick_cell(random, room_cells(level).into_iter())?;
        let (floor, wall) = characters(level);
        level.tiles[cell] = if level.is_walkable(cell) { wall } else { floor };
        Some(())
    }),
    ("two tiles of a room that changed places", Promise::P4, |level, random| {
        let cells = room_cells(level);
        let cell = pick_cell(random, cells.iter().copied())?;
        let is_other = |other: &Cell| {
            level.tiles[*other] != level.tiles[cell] && level.owners[*other] == level.owners[cell]
        };
        let other = pick_cell(random, cells.iter().copied().filter(is_other))?;
        (level.tiles[cell], level.tiles[other]) = (level.tiles[other], level.tiles[cell]);
        Some(())
    }),
    ("ground of a room that is plain floor", Promise::P4, |level, random| {
        let is_ground = |cell: &Cell| level.is_walkable(*cell) && level.tiles[*cell] != '.';
        let cell = pick_cell(random, room_cells(level).into_iter().filter(is_ground))?;
        level.tiles[cell] = '.';
        Some(())
    }),
    ("an obstacle of a room that is wall", Promise::P4, |level, random| {
        let is_obstacle = |cell: &Cell| !level.is_walkable(*cell) && level.tiles[*cell] != '#';
        let cell = pick_cell(random, room_cells(level).into_iter().filter(is_obstacle))?;
        level.tiles[cell] = '#';
        Some(())
    }),
    ("a tile that no legend explains", Promise::P0, |level, random| {
        let cell = pick_cell(random, level.tiles.rect().cells())?;
        level.tiles[cell] = '\u{2603}';
        Some(())
    }),
    ("a legend without floor", Promise::P0, |level, _| {
        level.legend.remove(&'.')?;
        Some(())
    }),
    ("floor by another name", Promise::P1, |level, _| {
        level.legend.get_mut(&'.')?.name = "lava".to_owned();
        level
            .owners
            .values()
            .iter()
            .zip(level.tiles.values())
            .any(|(by, tile)| by.0 < 0 && *tile == '.')
            .then_some(())
    }),
    ("walls by another name", Promise::P1, |level, _| {
        level.legend.get_mut(&'#')?.name = "hedge".to_owned();
        Some(())
    }),
    ("floor on which one cannot walk", Promise::P1, |level, _| {
        level.legend.get_mut(&'.')?.walkable = false;
        Some(())
    }),
    ("walls on which one can walk", Promise::P7, |level, _| {
        level.legend.get_mut(&'#')?.walkable = true;
        Some(())
    }),
    ("a legend for what lies nowhere", Promise::P0, |level, _| {
        level.legend.insert('L', tile("lava", true));
        Some(())
    }),
    ("a legend that explains one tile twice", Promise::P0, |level, random| {
        let cell = pick_cell(random, level.tiles.rect().cells())?;
        let meaning = level.legend[&level.tiles[cell]].clone();
        level.legend.insert('Z', meaning);
        level.tiles[cell] = 'Z';
        Some(())
    }),
    ("a tile by the name of another", Promise::P0, |level, random| {
        let mut tiles: Vec<&mut Tile> = level.legend.values_mut().collect();
        let tile = one(random, &mut tiles, |tile| !tile.walkable && tile.name != "wall")?;
        tile.name = "wall".to_owned();
        Some(())
    }),
];

pub fn tile(name: &str, walkable: bool) -> Tile {
    Tile { name: name.to_owned(), walkable, color: Default::default() }
}

pub fn pick_cell(random: &mut RandomStream, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
    pick(random, &cells.collect::<Vec<_>>())
}

fn deep_in_rock(level: &Level, random: &mut RandomStream) -> Option<Cell> {
    let rect = level.tiles.rect();
    let is_rock = |cell: Cell| !level.is_walkable(cell) && level.owner(cell) == Owner::NOBODY;
    let is_deep = |cell: &Cell| !rect.on_edge(*cell) && cell.around().chain([*cell]).all(is_rock);
    let of_rooms: Vec<_> =
        level.places.iter().filter(|place| place.template.is_some()).map(|place| place.bounds).collect();
    let is_free = |cell: &Cell| !of_rooms.iter().any(|bounds| bounds.contains(*cell));
    pick_cell(random, rect.cells().filter(is_deep).filter(is_free))
}

fn wall_up(level: &mut Level, is_meant: impl Fn(Cell, Owner) -> bool) {
    for cell in level.tiles.rect().cells() {
        if is_meant(cell, level.owners[cell]) {
            level.tiles[cell] = '#';
        }
    }
}

fn owner_is(level: &Level, cell: Cell, technique: Technique) -> bool {
    let place = level.owner(cell).place().and_then(|id| level.place(id));
    place.is_some_and(|place| place.technique == technique) && level.is_walkable(cell)
}

fn floor_of(level: &Level, technique: Technique) -> impl Iterator<Item = Cell> {
    level.tiles.rect().cells().filter(move |cell| owner_is(level, *cell, technique))
}

fn floor_outside_rooms(level: &Level) -> impl Iterator<Item = Cell> {
    let anchors: Vec<Cell> = level.places.iter().map(|place| place.anchor).collect();
    let all = floor_of(level, Technique::Cave).chain(floor_of(level, Technique::Hall));
    all.filter(move |cell| !anchors.contains(cell))
}

/// Returns the cells that the authors of rooms drew, except sockets.
pub fn room_cells(level: &Level) -> Vec<Cell> {
    let sockets: Vec<Cell> =
        level.places.iter().flat_map(|place| &place.sockets).map(|socket| socket.cell).collect();
    let rooms = level.places.iter().filter(|place| place.template.is_some());
    rooms
        .flat_map(|room| room.bounds.cells().filter(|cell| level.owners[*cell] == room.id.into()))
        .filter(|cell| !sockets.contains(cell))
        .collect()
}

/// Returns the owner of a corridor's cells.
pub fn pick_corridor(level: &Level, random: &mut RandomStream) -> Option<Owner> {
    let corridors: Vec<_> =
        level.passages.iter().filter(|passage| passage.kind == PassageForm::Corridor).collect();
    random.pick(&corridors).map(|passage| Owner::from(passage.id))
}
