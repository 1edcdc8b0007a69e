//! Where a walker can stand and step.
//!
//! A bridge is walked on in two ways that never meet, so it counts as two spots:
//!
//! ```text
//!   |       across: from `=` to `=`, on the passage that goes over (or under),
//! ==X==     along: from `|` to `|`, on the other.
//!   |
//! ```

use std::collections::{BTreeMap, VecDeque};

use super::level::{Cell, Level};

/// How a walker is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// On a cell that is no bridge.
    Free,
    /// On a bridge, from left to right or back.
    Across,
    /// On a bridge, from top to bottom or back.
    Along,
}

/// A cell, and on bridges the direction in which a walker crosses it.
pub type Spot = (Cell, Way);

/// All spots of a level, with their owners.
pub struct Ground {
    eight_way: bool,
    width: i64,
    height: i64,
    /// Walkable cells that are no bridge, and both ways over each bridge.
    pub spots: Vec<Spot>,
    /// Of every cell whether it is a spot in each of the three ways, and whose; the inner `None` is a bridge that does not tell whose way it is.
    owners: Vec<[Option<Option<i64>>; 3]>,
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
        let mut ground = Self { eight_way, width, height, spots: Vec::new(), owners, owned: BTreeMap::new() };
        for y in 0..height {
            for x in 0..width {
                if !is_walkable(level, (x, y)) {
                    continue;
                }
                if is_bridge(level, (x, y)) {
                    let (across, along) = owners_of_bridge(level, (x, y));
                    for (way, owner) in [(Way::Across, across), (Way::Along, along)] {
                        if owner != Some(0) {
                            ground.add(((x, y), way), owner);
                        }
                    }
                } else {
                    ground.add(((x, y), Way::Free), owner_at(level, (x, y)));
                }
            }
        }
        ground
    }

    fn add(&mut self, spot: Spot, owner: Option<i64>) {
        self.spots.push(spot);
        let ((x, y), way) = spot;
        self.owners[(y * self.width + x) as usize][way as usize] = Some(owner);
        if let Some(owner) = owner {
            self.owned.entry(owner).or_default().push(spot);
        }
    }

    fn find(&self, ((x, y), way): Spot) -> Option<Option<i64>> {
        let is_inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        if is_inside { self.owners[(y * self.width + x) as usize][way as usize] } else { None }
    }

    fn has(&self, spot: Spot) -> bool {
        self.find(spot).is_some()
    }

    /// The owner of a spot, if there is such a spot and it has one; nobody is 0.
    pub fn owner(&self, spot: Spot) -> Option<i64> {
        self.find(spot).flatten()
    }

    /// The spots that one can step to.
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

    /// All spots of an owner.
    pub fn spots_of(&self, owner: i64) -> Vec<Spot> {
        self.owned.get(&owner).cloned().unwrap_or_default()
    }

    /// All spots that a walker gets to from these, each once, stepping only where `may_step(from, to)`.
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

/// Can one walk on the cell? Not where something solid stands.
pub fn is_walkable(level: &Level, cell: Cell) -> bool {
    has_walkable_tile(level, cell) && !level.solid.contains(&cell)
}

/// Could one walk on the cell if nothing stood there?
pub fn has_walkable_tile(level: &Level, cell: Cell) -> bool {
    is_inside(level, cell)
        && level.legend.get(&level.tiles[cell.1 as usize][cell.0 as usize]).is_some_and(|tile| tile.walkable)
}

/// The name of the tile that lies there; empty outside.
pub fn tile_name(level: &Level, cell: Cell) -> &str {
    if !is_inside(level, cell) {
        return "";
    }
    level.legend.get(&level.tiles[cell.1 as usize][cell.0 as usize]).map_or("", |tile| tile.name.as_str())
}

/// Whose cell it is; none outside.
pub fn owner_at(level: &Level, cell: Cell) -> Option<i64> {
    is_inside(level, cell).then(|| level.owners[cell.1 as usize][cell.0 as usize])
}

fn is_bridge(level: &Level, cell: Cell) -> bool {
    level.bridges.iter().any(|bridge| bridge.at == cell)
}

/// Whose ways lead across and along a bridge; 0 where walls on both sides leave no way.
///
/// Where one can step diagonally the cells before and behind a crossing are bridges too, with walls beside them, so that nobody steps from the one passage to the other past a corner:
///
/// ```text
///  #X#
/// ==X==
///  #X#
/// ```
fn owners_of_bridge(level: &Level, cell: Cell) -> (Option<i64>, Option<i64>) {
    let Some(bridge) = level.bridges.iter().find(|bridge| bridge.at == cell) else { return (None, None) };
    let way = |direction: Cell| {
        if leads(level, cell, direction, bridge.over) {
            Some(-bridge.over)
        } else if leads(level, cell, direction, bridge.under) {
            Some(-bridge.under)
        } else {
            let (dx, dy) = direction;
            let sides = [(cell.0 + dx, cell.1 + dy), (cell.0 - dx, cell.1 - dy)];
            sides.iter().all(|side| !is_walkable(level, *side)).then_some(0)
        }
    };
    match (way((1, 0)), way((0, 1))) {
        (Some(across), Some(along)) if across != along => (Some(across), Some(along)),
        _ => (None, None),
    }
}

/// Does the passage go on at both ends of the row of bridges that lies in this direction?
fn leads(level: &Level, cell: Cell, (dx, dy): Cell, passage: i64) -> bool {
    [1, -1].into_iter().all(|sign| {
        let mut next = cell;
        while is_bridge(level, next) {
            next = (next.0 + dx * sign, next.1 + dy * sign);
        }
        is_walkable(level, next) && owner_at(level, next) == Some(-passage)
    })
}
