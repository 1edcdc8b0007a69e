//! The cells on which a walker can stand, and the steps between them.
//!
//! A bridge has two ways across that never meet, so it is two spots:
//!
//! ```text
//!   |       across: from `=` to `=`, on the passage that goes over (or under),
//! ==X==     along: from `|` to `|`, on the other.
//!   |
//! ```

use std::collections::{BTreeMap, VecDeque};

use super::level::{Bridge, Cell, Level};

/// The direction in which a walker crosses a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// On a cell that is not a bridge.
    Free,
    /// On a bridge, horizontally.
    Across,
    /// On a bridge, vertically.
    Along,
}

/// A cell, with the direction in which a walker crosses it if it is a bridge.
pub type Spot = (Cell, Way);

/// All spots of a level, with their owners.
pub struct Ground {
    eight_way: bool,
    width: i64,
    height: i64,
    /// Walkable cells that are not bridges, and both ways over each bridge.
    pub spots: Vec<Spot>,
    /// Bridges at which nothing crosses; they are treated as ordinary cells.
    pub bad_bridges: Vec<Cell>,
    /// For each cell and each of the three ways, the owner of the spot, if it is a spot.
    owners: Vec<[Option<i64>; 3]>,
    /// The spots of each owner.
    owned: BTreeMap<i64, Vec<Spot>>,
}

const STRAIGHT: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Ground {
    pub fn new(level: &Level) -> Self {
        let (width, height) = (level.width, level.height);
        let owners = vec![[None; 3]; (width * height) as usize];
        let eight_way = level.eight_way;
        let (spots, bad_bridges, owned) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut ground = Self { eight_way, width, height, spots, bad_bridges, owners, owned };
        for y in 0..height {
            for x in 0..width {
                if !is_walkable(level, (x, y)) {
                    continue;
                }
                let bridge = level.bridges.iter().find(|bridge| bridge.at == (x, y));
                let ways = bridge.and_then(|bridge| owners_of_bridge(level, bridge));
                if let Some((across, along)) = ways {
                    for (way, owner) in [(Way::Across, across), (Way::Along, along)] {
                        if owner != 0 {
                            ground.add(((x, y), way), owner);
                        }
                    }
                } else {
                    ground.add(((x, y), Way::Free), level.owners[y as usize][x as usize]);
                    ground.bad_bridges.extend(bridge.map(|bridge| bridge.at));
                }
            }
        }
        ground
    }

    fn add(&mut self, spot: Spot, owner: i64) {
        self.spots.push(spot);
        let ((x, y), way) = spot;
        self.owners[(y * self.width + x) as usize][way as usize] = Some(owner);
        self.owned.entry(owner).or_default().push(spot);
    }

    fn has(&self, spot: Spot) -> bool {
        self.owner(spot).is_some()
    }

    /// Returns the owner of a spot, if the spot exists; 0 is nobody.
    pub fn owner(&self, ((x, y), way): Spot) -> Option<i64> {
        let is_inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        if is_inside { self.owners[(y * self.width + x) as usize][way as usize] } else { None }
    }

    /// Returns the spots that can be reached in one step.
    pub fn steps(&self, (cell, way): Spot) -> Vec<Spot> {
        let mut steps = Vec::new();
        for (dx, dy) in STRAIGHT {
            let next = (cell.0 + dx, cell.1 + dy);
            let direction = if dx != 0 { Way::Across } else { Way::Along };
            if way != Way::Free && way != direction {
                continue;
            }
            if self.has((next, Way::Free)) {
                steps.push((next, Way::Free));
            }
            if self.has((next, direction)) {
                steps.push((next, direction));
            }
        }
        if self.eight_way && way == Way::Free {
            for (dx, dy) in DIAGONAL {
                let next = ((cell.0 + dx, cell.1 + dy), Way::Free);
                if self.has(next) {
                    steps.push(next);
                }
            }
        }
        steps
    }

    /// Returns all spots of an owner.
    pub fn spots_of(&self, owner: i64) -> Vec<Spot> {
        self.owned.get(&owner).cloned().unwrap_or_default()
    }

    /// Returns all spots that can be reached from these, each once, with steps only where `may_step(from,
    /// to)`.
    pub fn flood(&self, from: &[Spot], may_step: impl Fn(Spot, Spot) -> bool) -> Vec<Spot> {
        let mut is_reached = vec![[false; 3]; self.owners.len()];
        let mut reached = Vec::new();
        let mut queue = VecDeque::new();
        for spot in from {
            self.reach(*spot, &mut is_reached, &mut queue);
        }
        while let Some(spot) = queue.pop_front() {
            reached.push(spot);
            for next in self.steps(spot) {
                if may_step(spot, next) {
                    self.reach(next, &mut is_reached, &mut queue);
                }
            }
        }
        reached
    }

    fn reach(&self, spot: Spot, is_reached: &mut [[bool; 3]], queue: &mut VecDeque<Spot>) {
        let ((x, y), way) = spot;
        let mark = &mut is_reached[(y * self.width + x) as usize][way as usize];
        if !*mark {
            *mark = true;
            queue.push_back(spot);
        }
    }
}

pub fn is_inside(level: &Level, (x, y): Cell) -> bool {
    x >= 0 && y >= 0 && x < level.width && y < level.height
}

/// Returns `true` if a walker can step on the cell: its tile is walkable and nothing solid stands on it.
pub fn is_walkable(level: &Level, cell: Cell) -> bool {
    has_walkable_tile(level, cell) && !level.solid.contains(&cell)
}

/// Returns `true` if a walker could step on the cell without the things that stand on it.
pub fn has_walkable_tile(level: &Level, cell: Cell) -> bool {
    is_inside(level, cell)
        && level.legend.get(&level.tiles[cell.1 as usize][cell.0 as usize]).is_some_and(|tile| tile.walkable)
}

/// Returns the name of the tile of a cell; empty outside the level.
pub fn tile_name(level: &Level, cell: Cell) -> &str {
    if !is_inside(level, cell) {
        return "";
    }
    level.legend.get(&level.tiles[cell.1 as usize][cell.0 as usize]).map_or("", |tile| tile.name.as_str())
}

/// Returns the owner of a cell; `None` outside the level.
pub fn owner_at(level: &Level, cell: Cell) -> Option<i64> {
    is_inside(level, cell).then(|| level.owners[cell.1 as usize][cell.0 as usize])
}

/// Returns the middle cell of a rectangle; of two, the left or upper one.
pub fn middle_of([left, top, width, height]: [i64; 4]) -> Cell {
    (left + (width - 1) / 2, top + (height - 1) / 2)
}

/// Returns the owners of the ways across and along a bridge, if two passages cross there.
///
/// 0 means that walls on both sides leave no way.
///
/// A crossing must look like this, over a straight row of bridges of the same two passages:
///
/// - The passage that goes under continues at both ends of one direction, and only of that one.
/// - In the other direction, each side has the passage that goes over, or a wall.
/// - Along the row of bridges, the passage that goes over continues somewhere on each side.
///
/// With diagonal steps, the cells before and behind a crossing are bridges too, with walls next to them. So
/// no walker can step from one passage to the other past a corner:
///
/// ```text
///  #X#
/// ==X==
///  #X#
/// ```
fn owners_of_bridge(level: &Level, bridge: &Bridge) -> Option<(i64, i64)> {
    let cell = bridge.at;
    let goes_under = |(dx, dy): Cell| {
        [(dx, dy), (-dx, -dy)].into_iter().all(|step| end(level, bridge, cell, step) == Some(-bridge.under))
    };
    let (is_across, is_along) = (goes_under((1, 0)), goes_under((0, 1)));
    if is_across == is_along {
        return None;
    }
    let (dx, dy) = if is_across { (1, 0) } else { (0, 1) };
    let mut over = 0;
    for side in [(dy, dx), (-dy, -dx)] {
        let is_over = |cell: Cell| end(level, bridge, cell, side) == Some(-bridge.over);
        if is_over(cell) {
            over = -bridge.over;
        } else if end(level, bridge, cell, side).is_some() {
            return None;
        }
        let mut row = row_of(level, bridge, cell, (dx, dy));
        row.extend(row_of(level, bridge, cell, (-dx, -dy)));
        if !row.into_iter().any(is_over) {
            return None;
        }
    }
    Some(if is_across { (-bridge.under, over) } else { (over, -bridge.under) })
}

/// Returns the cell of a bridge, and the bridges of the same two passages directly behind it.
fn row_of(level: &Level, bridge: &Bridge, cell: Cell, (dx, dy): Cell) -> Vec<Cell> {
    let mut row = vec![cell];
    let mut next = (cell.0 + dx, cell.1 + dy);
    while level.bridges.iter().any(|one| (one.at, one.over, one.under) == (next, bridge.over, bridge.under)) {
        row.push(next);
        next = (next.0 + dx, next.1 + dy);
    }
    row
}

/// Returns the owner of the cell behind such a row; `None` if it is not walkable.
fn end(level: &Level, bridge: &Bridge, cell: Cell, (dx, dy): Cell) -> Option<i64> {
    let (x, y) = *row_of(level, bridge, cell, (dx, dy)).last()?;
    let behind = (x + dx, y + dy);
    if is_walkable(level, behind) { owner_at(level, behind) } else { None }
}
