//! The ground that dressing works on, read once for the whole level.

use crate::base::{BitGrid, Cell, Grid, WORD_CELLS};
use crate::level::{Layer, Level, OwnedBy, Owner, PropPosition};
use crate::populate::LevelDraft;

/// The walkable cells of all places and passages by index, row by row.
#[derive(Default)]
pub(super) struct DressFloors {
    pub places: Vec<Vec<Cell>>,
    pub passages: Vec<Vec<Cell>>,
}

/// The facts that dressing needs about the cells of a level.
pub(super) struct DressGround {
    /// The floors to dress.
    pub floors: DressFloors,
    walkable: BitGrid,
    /// Plain floor without a door or thing on it or next to it.
    plain: BitGrid,
    /// Cells of things and doors, and those around doors.
    kept_free: BitGrid,
    walls: BitGrid,
    /// Cells of water; `None` if the level has none.
    water: Option<BitGrid>,
}

impl DressGround {
    pub fn new(draft: &LevelDraft<'_>) -> Self {
        let level = draft.level();
        let named = |name: &str, walkable: bool| {
            let mut tiles = level.legend.iter();
            tiles.find(|(_, tile)| tile.walkable == walkable && tile.name == name).map(|(at, _)| *at)
        };
        let (floor, wall) = (named("floor", true), named("wall", false));
        let mut walkables: Vec<char> =
            level.legend.iter().filter(|(_, tile)| tile.walkable).map(|(at, _)| *at).collect();
        // Most walkable cells are plain floor.
        walkables.sort_by_key(|tile| Some(*tile) != floor);
        let walkable = bits_where(&level.tiles, wall, |tile| walkables.contains(&tile));
        let is_water = |name: &str| name.to_lowercase().contains("water");
        let waters: Vec<char> =
            level.legend.iter().filter(|(_, tile)| is_water(&tile.name)).map(|(at, _)| *at).collect();
        let has_water = !waters.is_empty();
        let water = has_water.then(|| BitGrid::of_values(&level.tiles, |tile| waters.contains(tile)));
        let kept_free = kept_free(level);
        let mut plain = bits_where(&level.tiles, wall, |tile| Some(tile) == floor);
        kept_free.cells().for_each(|cell| plain.set(cell, false));
        let walls = BitGrid::of_values(&level.tiles, |tile| Some(*tile) == wall);
        let floors = floors(draft, &walkable);
        Self { floors, walkable, plain, kept_free, walls, water }
    }

    /// Returns `true` if a thing may be drawn on the cell.
    pub fn is_bare(&self, level: &Level, cell: Cell) -> bool {
        let is_drawn = |layer: &Layer| layer.tiles.get(cell) != Some(&Layer::NOTHING);
        let is_other = |near: Cell| self.walkable.get(near) && level.owner(near) != level.owner(cell);
        self.plain.get(cell) && !level.layers.iter().any(is_drawn) && !cell.beside().any(is_other)
    }

    /// Returns `true` if a light may hang on the wall behind a cell.
    pub fn has_wall_for_light(&self, level: &Level, cell: Cell) -> bool {
        let wall = Cell::new(cell.x, cell.y - 1);
        // An earlier pass may have made a wall of the floor.
        self.walls.get(wall)
            && self.walkable.get(cell)
            && !self.kept_free.get(cell)
            && [-1, 1].into_iter().all(|dx| !self.walkable.get(Cell::new(wall.x + dx, wall.y)))
            && level.layers.iter().all(|layer| layer.tiles.get(wall) == Some(&Layer::NOTHING))
    }

    /// Returns the position of a cell among the walls and the water around it.
    pub fn position_of(&self, cell: Cell, is_dug: bool) -> PropPosition {
        if self.water.as_ref().is_some_and(|water| cell.around().any(|near| water.get(near))) {
            return PropPosition::Shores;
        }
        let is_wall = |dx: i32, dy: i32| !self.walkable.get(Cell::new(cell.x + dx, cell.y + dy));
        let [north, east, south, west] = [is_wall(0, -1), is_wall(1, 0), is_wall(0, 1), is_wall(-1, 0)];
        let is_open = !cell.around().any(|near| !self.walkable.get(near));
        match (north || south, east || west) {
            (true, true) => PropPosition::Corners,
            _ if is_dug => PropPosition::Caves,
            (true, false) | (false, true) => PropPosition::Walls,
            (false, false) if is_open => PropPosition::Floors,
            (false, false) => PropPosition::Middle,
        }
    }
}

/// Returns the cells whose tiles pass a test. Walls, which most cells are, never do.
fn bits_where(tiles: &Grid<char>, wall: Option<char>, test: impl Fn(char) -> bool) -> BitGrid {
    BitGrid::of_values(tiles, |tile| Some(*tile) != wall && test(*tile))
}

/// Returns the cells on which nothing may be drawn.
fn kept_free(level: &Level) -> BitGrid {
    let mut bits = BitGrid::empty(level.tiles.size());
    let anchors = level.places.iter().map(|place| place.anchor);
    let doors = level.passages.iter().flat_map(|passage| passage.doors.iter().chain(&passage.threshold));
    let near_doors = doors.flat_map(|door| door.around().chain([*door]));
    let things = level.entities.iter().map(|entity| entity.at);
    things.chain(anchors).chain(near_doors).for_each(|cell| bits.set(cell, true));
    bits
}

/// Returns the floors of places as the pass finds them, and those of passages.
fn floors(draft: &LevelDraft<'_>, walkable: &BitGrid) -> DressFloors {
    let level = draft.level();
    let mut floors = DressFloors {
        places: vec![Vec::new(); level.places.len()],
        passages: vec![Vec::new(); level.passages.len()],
    };
    for (y, owners) in level.owners.rows().enumerate() {
        let words = walkable.row(y).iter().zip(owners.chunks(WORD_CELLS)).enumerate();
        // Most words of a level have no walkable cell.
        for (word, (bits, owners)) in words.filter(|(_, (bits, _))| **bits != 0) {
            for (bit, owner) in owners.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1) {
                let cell = Cell::new((word * WORD_CELLS + bit) as i32, y as i32);
                floors.add(*owner, cell);
            }
        }
    }
    for (index, floor) in floors.places.iter_mut().enumerate() {
        if let Some(known) = draft.known_floor(crate::level::PlaceId::at(index)) {
            known.clone_into(floor);
        }
    }
    floors
}

impl DressFloors {
    fn add(&mut self, owner: Owner, cell: Cell) {
        let list = match owner.who() {
            OwnedBy::Place(id) => self.places.get_mut(id.index()),
            OwnedBy::Passage(id) => self.passages.get_mut(id.index()),
            OwnedBy::Nobody => None,
        };
        if let Some(list) = list {
            list.push(cell);
        }
    }
}
