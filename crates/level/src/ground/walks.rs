//! Shortest walks and distances, by a search in all directions at once.

use std::collections::{BTreeMap, VecDeque};

use super::{Ground, Spot, Walker};
use crate::grid::{Cell, Grid};

impl Ground {
    /// A shortest walk, both ends included; none if there is no way. A walker who stands there already walks
    /// nowhere: one spot.
    pub fn path<'a>(
        &self,
        from: impl Into<Spot>,
        to: Cell,
        walker: impl Into<Walker<'a>>,
    ) -> Option<Vec<Spot>> {
        self.path_where(from, walker, |spot| spot.cell == to)
    }

    /// A shortest walk to a spot from which a thing can be reached; see [`Ground::is_beside`].
    ///
    /// The thing itself may be solid, or on a cell that nobody can walk on: a chest, a foe, a lever in the wall.
    pub fn path_beside<'a>(
        &self,
        from: impl Into<Spot>,
        thing: Cell,
        walker: impl Into<Walker<'a>>,
    ) -> Option<Vec<Spot>> {
        let walker = walker.into();
        self.path_where(from, walker, |spot| self.is_beside(spot, thing, walker))
    }

    /// A shortest walk to the nearest spot of some kind.
    pub fn path_where<'a>(
        &self,
        from: impl Into<Spot>,
        walker: impl Into<Walker<'a>>,
        mut is_there: impl FnMut(Spot) -> bool,
    ) -> Option<Vec<Spot>> {
        let walker = walker.into();
        let mut flood = Flood::new(self, from.into())?;
        while let Some((spot, steps)) = flood.waiting.pop_front() {
            if is_there(spot) {
                return Some(flood.way_to(spot));
            }
            for next in self.neighbours(spot, walker) {
                flood.reach(next, spot, steps.saturating_add(1));
            }
        }
        None
    }

    /// Returns the number of steps to each cell.
    pub fn distances<'a>(&self, from: impl Into<Spot>, walker: impl Into<Walker<'a>>) -> Distances {
        let walker = walker.into();
        let mut distances = Distances { steps: self.cells.map(|_| None) };
        let Some(mut flood) = Flood::new(self, from.into()) else { return distances };
        while let Some((spot, steps)) = flood.waiting.pop_front() {
            if let Some(known) = distances.steps.get_mut(spot.cell) {
                *known = Some(known.map_or(steps, |known| known.min(steps)));
            }
            for next in self.neighbours(spot, walker) {
                flood.reach(next, spot, steps.saturating_add(1));
            }
        }
        distances
    }
}

/// The number of steps from one spot to each cell.
#[derive(Clone, Debug)]
pub struct Distances {
    steps: Grid<Option<u32>>,
}

impl Distances {
    /// Returns the number of steps to a cell; `None` if no way leads there.
    pub fn to(&self, cell: Cell) -> Option<u32> {
        self.steps.get(cell).copied().flatten()
    }
}

/// A search in all directions at once.
struct Flood {
    /// For each cell from where one came there; of the first spot itself.
    came: Grid<Option<Spot>>,
    /// For each spot under a bridge, the spot before it.
    came_under: BTreeMap<Cell, Spot>,
    /// Spots that were reached and not yet left, with their steps from the first spot.
    waiting: VecDeque<(Spot, u32)>,
}

impl Flood {
    /// None if one cannot stand there.
    fn new(ground: &Ground, first: Spot) -> Option<Self> {
        let first = Spot { is_under: first.is_under && ground.bridges.contains_key(&first.cell), ..first };
        ground.is_walkable(first.cell).then(|| {
            let came = ground.cells.map(|_| None);
            let mut flood = Self { came, came_under: BTreeMap::new(), waiting: VecDeque::new() };
            flood.reach(first, first, 0);
            flood
        })
    }

    fn reach(&mut self, spot: Spot, from: Spot, steps: u32) {
        if self.came_to(spot).is_some() {
            return;
        }
        if spot.is_under {
            self.came_under.insert(spot.cell, from);
        } else if let Some(came) = self.came.get_mut(spot.cell) {
            *came = Some(from);
        }
        self.waiting.push_back((spot, steps));
    }

    fn came_to(&self, spot: Spot) -> Option<Spot> {
        if spot.is_under {
            self.came_under.get(&spot.cell).copied()
        } else {
            self.came.get(spot.cell).copied().flatten()
        }
    }

    fn way_to(&self, spot: Spot) -> Vec<Spot> {
        let before = |spot: &Spot| self.came_to(*spot).filter(|before| before != spot);
        let mut way: Vec<Spot> = std::iter::successors(Some(spot), before).collect();
        way.reverse();
        way
    }
}
