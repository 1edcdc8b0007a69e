//! Thousands of levels with one fault each: every kind of fault, planted at random, is found every time.

use delvewright::base::{Cell, Lots, Seed};
use delvewright::level::{Level, Lock, PassageEnd, PassageForm, Promise};
use delvewright::mission::{EdgeRole, NodeRole};
use delvewright::verify::verify;

use super::generated::{characters, is_walkable, levels, pick};

/// A kind of fault: its name, the promise that it breaks, and how it is planted; `None` where a level has no place for it.
type Fault = (&'static str, Promise, fn(&mut Level, &mut Lots) -> Option<()>);

const FAULTS: [Fault; 14] = [
    ("a hole in the border", Promise::P7, |level, lots| {
        let rect = level.tiles.rect();
        let cell = pick_cell(lots, rect.cells().filter(|cell| rect.on_edge(*cell)))?;
        level.tiles[cell] = characters(level).0;
        Some(())
    }),
    ("a loose cell", Promise::P3, |level, lots| {
        let rect = level.tiles.rect();
        let is_deep = |cell: &Cell| {
            !rect.on_edge(*cell) && cell.around().chain([*cell]).all(|near| !is_walkable(level, near))
        };
        let cell = pick_cell(lots, rect.cells().filter(is_deep))?;
        level.tiles[cell] = characters(level).0;
        level.owners[cell] = 1;
        Some(())
    }),
    ("a tile of a room that changed", Promise::P4, |level, lots| {
        let cell = pick_cell(lots, room_cells(level).into_iter())?;
        let (floor, wall) = characters(level);
        level.tiles[cell] = if is_walkable(level, cell) { wall } else { floor };
        Some(())
    }),
    ("a cell of a room that changed hands", Promise::P4, |level, lots| {
        let cell = pick_cell(lots, room_cells(level).into_iter())?;
        level.owners[cell] = 0;
        Some(())
    }),
    ("an unused socket that is open", Promise::P5, |level, lots| {
        let cell = pick_cell(lots, sockets(level, false).into_iter())?;
        level.tiles[cell] = characters(level).0;
        Some(())
    }),
    ("a door that is walled up", Promise::P5, |level, lots| {
        let cell = pick_cell(lots, sockets(level, true).into_iter())?;
        level.tiles[cell] = characters(level).1;
        Some(())
    }),
    ("a corridor that is walled up", Promise::P1, |level, lots| {
        let owner = pick_corridor(level, lots)?;
        let wall = characters(level).1;
        for cell in level.tiles.rect().cells().filter(|cell| level.owners[*cell] == owner).collect::<Vec<_>>()
        {
            level.tiles[cell] = wall;
        }
        Some(())
    }),
    ("floor without an owner", Promise::P1, |level, lots| {
        let cell = pick_cell(lots, level.tiles.rect().cells().filter(|cell| is_walkable(level, *cell)))?;
        level.owners[cell] = 0;
        Some(())
    }),
    ("an anchor in a wall", Promise::P1, |level, lots| {
        let cell = pick_cell(lots, level.tiles.rect().cells().filter(|cell| !is_walkable(level, *cell)))?;
        let index = lots.below(level.places.len() as u64) as usize;
        level.places[index].anchor = cell;
        Some(())
    }),
    ("a tunnel to a stranger", Promise::P2, |level, lots| {
        let (owner, cells) = tunnel(level, lots)?;
        for cell in cells {
            level.tiles[cell] = characters(level).0;
            level.owners[cell] = owner;
        }
        Some(())
    }),
    ("a passage that joins other places than its tiles", Promise::P2, |level, lots| {
        let index = lots.below(level.passages.len() as u64) as usize;
        let passage = &level.passages[index];
        let taken = [passage.from, passage.to];
        let others: Vec<_> = level.places.iter().filter(|place| !taken.contains(&place.id)).collect();
        let other = lots.pick(&others)?;
        let (id, node, edge) = (other.id, other.node, passage.edge);
        level.passages[index].to = id;
        level.mission.edges.iter_mut().find(|record| record.id == edge)?.to = node;
        Some(())
    }),
    ("a tile that no legend explains", Promise::P0, |level, lots| {
        let cell = pick_cell(lots, level.tiles.rect().cells())?;
        level.tiles[cell] = '\u{2603}';
        Some(())
    }),
    ("an edge of the mission that no passage realises", Promise::P1, |level, lots| {
        let index = lots.below(level.mission.edges.len() as u64) as usize;
        let is_passage = |role| role == EdgeRole::Passage;
        let passages: Vec<_> = level.mission.edges.iter().filter(|edge| is_passage(edge.role)).collect();
        let mut edge = (*lots.pick(&passages)?).clone();
        edge.id.0 = level.mission.edges.iter().map(|edge| edge.id.0).max()? + 1;
        level.mission.edges.insert(index, edge);
        Some(())
    }),
    ("a goal behind a lock without a key", Promise::P6, |level, lots| {
        let starts = level.places.iter().any(|place| place.role == Some(NodeRole::Start));
        let goals: Vec<u32> = level
            .places
            .iter()
            .filter(|place| place.role == Some(NodeRole::Goal))
            .map(|place| place.id)
            .collect();
        // The rest of the level has no goal that could be reached instead.
        let goal = Some(goals).filter(|goals| starts && goals.len() == 1)?[0];
        let entity = lots.pick(&level.entities).map(|entity| entity.id);
        let lock = level.entities.len() as u32 + 1;
        let mut key = level.entities.iter().find(|other| Some(other.id) == entity)?.clone();
        (key.id, key.node, key.opens) = (lock, None, Vec::new());
        (key.at, key.place) = (level.places[goal as usize - 1].anchor, goal);
        level.entities.push(key);
        for passage in level.passages.iter_mut().filter(|passage| passage.from == goal || passage.to == goal)
        {
            let end = if passage.from == goal { PassageEnd::From } else { PassageEnd::To };
            passage.locks = vec![Lock { place: goal, end, keys: vec![lock], needed: 1 }];
        }
        Some(())
    }),
];

fn pick_cell(lots: &mut Lots, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
    pick(lots, &cells.collect::<Vec<_>>())
}

fn sockets(level: &Level, is_used: bool) -> Vec<Cell> {
    let all = level.places.iter().flat_map(|place| &place.sockets);
    all.filter(|socket| socket.passage.is_some() == is_used).map(|socket| socket.cell).collect()
}

/// The cells that the authors of rooms drew, but for sockets.
fn room_cells(level: &Level) -> Vec<Cell> {
    let sockets = [sockets(level, true), sockets(level, false)].concat();
    let rooms = level.places.iter().filter(|place| place.template.is_some());
    rooms
        .flat_map(|room| room.bounds.cells().filter(|cell| level.owners[*cell] == room.id as i32))
        .filter(|cell| !sockets.contains(cell))
        .collect()
}

fn pick_corridor(level: &Level, lots: &mut Lots) -> Option<i32> {
    let corridors: Vec<_> =
        level.passages.iter().filter(|passage| passage.kind == PassageForm::Corridor).collect();
    lots.pick(&corridors).map(|passage| -(passage.id as i32))
}

/// Straight through rock from a place to one that no passage joins with it.
fn tunnel(level: &Level, lots: &mut Lots) -> Option<(i32, Vec<Cell>)> {
    let joined = |a: u32, b: u32| {
        a == b || level.passages.iter().any(|p| [(p.from, p.to), (p.to, p.from)].contains(&(a, b)))
    };
    let mut tunnels = Vec::new();
    for place in &level.places {
        for step in [Cell::new(1, 0), Cell::new(0, 1)] {
            let mut cells = Vec::new();
            let mut cell = place.anchor;
            while level.owners.get(cell) == Some(&(place.id as i32)) && is_walkable(level, cell) {
                cell = cell + step;
            }
            while level.tiles.get(cell).is_some() && !is_walkable(level, cell) {
                cells.push(cell);
                cell = cell + step;
            }
            let met = level.owners.get(cell).copied().unwrap_or_default();
            if u32::try_from(met).is_ok_and(|met| met > 0 && !joined(met, place.id)) {
                tunnels.push((place.id as i32, cells));
            }
        }
    }
    lots.pick(&tunnels).cloned()
}

/// Plants each kind so often into each level; gives back how many faults there were, kind by kind.
fn plant_and_find(per_level: u64) -> Vec<(&'static str, usize)> {
    let mut planted = Vec::new();
    for (kind, (name, promise, plant)) in FAULTS.iter().enumerate() {
        let mut count = 0;
        for (number, level) in levels().iter().enumerate() {
            for attempt in 0..per_level {
                let mut level = level.clone();
                let seed = Seed(kind as u64).numbered(number as u64).numbered(attempt);
                if plant(&mut level, &mut seed.lots()).is_some() {
                    count += 1;
                    let is_held = verify(&level).promises[promise].held;
                    assert!(!is_held, "{name} in {} {}, attempt {attempt}", level.grammar, level.seed);
                }
            }
        }
        planted.push((*name, count));
    }
    planted
}

#[test]
fn some_faults_of_every_kind_are_found() {
    let planted = plant_and_find(2);
    assert!(planted.iter().all(|(_, count)| *count >= 4), "{planted:#?}");
}

#[test]
#[ignore = "takes half a minute"]
fn thousands_of_faults_of_every_kind_are_all_found() {
    let planted = plant_and_find(25);
    assert!(planted.iter().all(|(_, count)| *count >= 50), "{planted:#?}");
    let total: usize = planted.iter().map(|(_, count)| count).sum();
    assert!(total >= 2_500, "{total}: {planted:#?}");
}
