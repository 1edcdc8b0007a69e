//! The ground that dressing works on, read once for the whole level.

use crate::base::{BitGrid, Cell, Rect, WORD_CELLS};
use crate::level::{Layer, Level, OwnedBy, Owner, PropPosition, names_water};
use crate::mission::Alphabet;
use crate::mission::NodeRole;
use crate::populate::LevelDraft;
use crate::populate::draft::look_of;

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
    /// Walkable cells with only walkable cells around them.
    inner: BitGrid,
    /// Plain floor without a door or thing on it or next to it.
    plain: BitGrid,
    /// Cells of things and doors, and those around doors.
    kept_free: BitGrid,
    /// Plain walls on which nothing is drawn.
    walls: BitGrid,
    /// Cells next to water; `None` if the level has none.
    shores: Option<BitGrid>,
}

/// The kinds of tiles that dressing distinguishes, as bits.
const WALKABLE: u8 = 1;
const WALL: u8 = 2;
const WATER: u8 = 4;
/// Plain floor, which has no other bits.
const PLAIN: u8 = WALKABLE | 8;

impl DressGround {
    pub fn new(draft: &LevelDraft<'_>) -> Self {
        let level = draft.level();
        let size = level.tiles.size();
        let [mut walkable, mut plain, mut walls, mut water] = [(); 4].map(|()| BitGrid::empty(size));
        let kinds = TileKinds::of(level, draft.alphabet());
        for (y, row) in level.tiles.rows().enumerate() {
            for (word, tiles) in row.chunks(WORD_CELLS).enumerate() {
                let [can_walk, is_floor, is_wall, is_water] = kinds.bits(tiles);
                for (grid, bits) in [
                    (&mut walkable, can_walk),
                    (&mut plain, is_floor),
                    (&mut walls, is_wall),
                    (&mut water, is_water),
                ] {
                    if let Some(word) = grid.row_mut(y).get_mut(word) {
                        *word = bits;
                    }
                }
            }
        }
        let kept_free = kept_free(level);
        kept_free.cells().chain(ends(level)).for_each(|cell| plain.set(cell, false));
        for (cell, tile) in level.layers.iter().flat_map(Layer::drawn) {
            plain.set(cell, false);
            walls.set(cell, false);
            water.set(cell, kinds.kind(tile) & WATER != 0);
        }
        let shores = kinds.has_water.then(|| {
            let mut shores = BitGrid::empty(size);
            water.cells().flat_map(Cell::around).for_each(|cell| shores.set(cell, true));
            shores
        });
        let floors = floors(draft, &walkable);
        let inner = walkable.inner();
        Self { floors, walkable, inner, plain, kept_free, walls, shores }
    }

    /// Returns `true` if a thing may be drawn on the cell.
    pub fn is_bare(&self, level: &Level, cell: Cell) -> bool {
        let is_other = |near: Cell| self.walkable.get(near) && level.owner(near) != level.owner(cell);
        self.plain.get(cell) && !cell.beside().any(is_other)
    }

    /// Marks a rectangle as taken.
    pub fn take(&mut self, cells: Rect) {
        cells.cells().for_each(|cell| self.plain.set(cell, false));
    }

    /// Returns `true` if something is below the cell in a side view.
    pub fn is_supported(&self, cell: Cell) -> bool {
        !self.walkable.get(cell + Cell::new(0, 1))
    }

    /// Returns `true` if walkers can step onto the cell.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.walkable.get(cell)
    }

    /// Returns `true` if only walkable cells are around the cell.
    pub fn is_open(&self, cell: Cell) -> bool {
        self.inner.get(cell)
    }

    /// Returns `true` if a light may hang on the wall behind a cell.
    pub fn has_wall_for_light(&self, cell: Cell) -> bool {
        let wall = Cell::new(cell.x, cell.y - 1);
        // An earlier pass may have made a wall of the floor.
        self.walls.get(wall)
            && self.walkable.get(cell)
            && !self.kept_free.get(cell)
            && [-1, 1].into_iter().all(|dx| !self.walkable.get(Cell::new(wall.x + dx, wall.y)))
    }

    /// Returns `true` if the cell is next to water.
    pub fn is_shore(&self, cell: Cell) -> bool {
        self.shores.as_ref().is_some_and(|shores| shores.get(cell))
    }

    /// Returns the position of a cell among the walls and the water around it. `None` in niches and narrow ways.
    pub fn position_of(&self, cell: Cell) -> Option<PropPosition> {
        if self.is_shore(cell) {
            return Some(PropPosition::Shores);
        }
        if self.inner.get(cell) {
            return Some(PropPosition::Middle);
        }
        let is_wall = |dx: i32, dy: i32| !self.walkable.get(Cell::new(cell.x + dx, cell.y + dy));
        match (is_wall(0, -1), is_wall(0, 1), is_wall(-1, 0), is_wall(1, 0)) {
            (true, true, _, _) | (_, _, true, true) => None,
            (false, false, false, false) => Some(PropPosition::Floors),
            (north, south, west, east) if (north || south) && (west || east) => Some(PropPosition::Corners),
            _ => Some(PropPosition::Walls),
        }
    }
}

/// The kinds of the tiles of a level, by character.
struct TileKinds {
    common: [u8; 128],
    others: Vec<(char, u8)>,
    wall: Option<char>,
    has_water: bool,
}

impl TileKinds {
    fn of(level: &Level, alphabet: &Alphabet) -> Self {
        let mut kinds = Self { common: [0; 128], others: Vec::new(), wall: None, has_water: false };
        for (character, tile) in &level.legend {
            let is_water = names_water(look_of(alphabet, &tile.name));
            let kind = match (tile.walkable, tile.name.as_str()) {
                (true, "floor") => PLAIN,
                (true, _) => WALKABLE,
                (false, "wall") => WALL,
                (false, _) => 0,
            };
            kinds.has_water |= is_water;
            kinds.wall = kinds.wall.or((kind == WALL).then_some(*character));
            let kind = kind | if is_water { WATER } else { 0 };
            match kinds.common.get_mut(*character as usize) {
                Some(known) => *known = kind,
                None => kinds.others.push((*character, kind)),
            }
        }
        kinds
    }

    fn kind(&self, tile: char) -> u8 {
        let other = || self.others.iter().find(|(other, _)| *other == tile).map_or(0, |(_, kind)| *kind);
        self.common.get(tile as usize).copied().unwrap_or_else(other)
    }

    /// Returns the bits of at most 64 tiles: walkable, floor, wall and water.
    fn bits(&self, tiles: &[char]) -> [u64; 4] {
        let all = u64::MAX >> (WORD_CELLS - tiles.len().clamp(1, WORD_CELLS));
        // Most words of a level are rock.
        if let Some(wall) = self.wall
            && tiles.iter().fold(0, |bits, tile| bits | (*tile as u32 ^ wall as u32)) == 0
        {
            return [0, 0, all, 0];
        }
        let [mut can_walk, mut is_floor, mut is_wall, mut is_water] = [0; 4];
        for (at, tile) in tiles.iter().enumerate() {
            let bit = 1 << at;
            match self.kind(*tile) {
                WALL => is_wall |= bit,
                PLAIN => {
                    can_walk |= bit;
                    is_floor |= bit;
                }
                kind => {
                    can_walk |= if kind & WALKABLE == 0 { 0 } else { bit };
                    is_wall |= if kind & WALL == 0 { 0 } else { bit };
                    is_water |= if kind & WATER == 0 { 0 } else { bit };
                }
            }
        }
        [can_walk, is_floor, is_wall, is_water]
    }
}

/// Returns the cells of the start and the goal, and those around them.
fn ends(level: &Level) -> impl Iterator<Item = Cell> {
    let is_end = |role| matches!(role, Some(NodeRole::Start | NodeRole::Goal));
    let ends = level.places.iter().filter(move |place| is_end(place.role)).map(|place| place.anchor);
    ends.flat_map(|end| end.around().chain([end]))
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
