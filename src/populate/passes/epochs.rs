//! Epochs: an automaton over the floor of each place, whose live cells are marked, as in *Frozen Zombies in Space*.
//!
//! The floor begins with some live cells at random. Each epoch lets the automaton go on for some steps, all cells at once, and marks live cells that are not at the edge of the floor: the first epoch usually with tiles, the next with actors, and only cells that the epoch before it has marked. Where several draw, one sees the tile of the last. Walls count as dead and are never touched.

use std::collections::BTreeMap;

use crate::base::{BitGrid, Cell, RandomStream, Rect, Seed};
use crate::level::Place;
use crate::mission::{Epoch, Epochs};
use crate::populate::Draft;
use crate::populate::draft::stream_of;

pub(super) fn run(draft: &mut Draft<'_>, epochs: &Epochs, seed: Seed) {
    let places: Vec<Place> = draft.places().cloned().collect();
    for place in places {
        let mut random = stream_of(seed, &place);
        let mut colony = Colony::new(draft, &place, epochs, &mut random);
        for epoch in &epochs.epochs {
            for _ in 0..epoch.steps {
                colony.step(epochs);
            }
            colony.mark(draft, epoch, &mut random);
        }
        for (cell, tile) in &colony.drawn {
            draft.draw(tile, *cell);
        }
        if epochs.fill_clumps {
            colony.fill_clumps(draft);
        }
    }
}

/// The live cells of a place. Its cells are counted from the corner of a rectangle that is one cell larger all around.
struct Colony<'a> {
    corner: Cell,
    floor: Vec<Cell>,
    is_floor: BitGrid,
    is_live: BitGrid,
    /// What the last epoch marked; before the first one all of the floor.
    marked: BitGrid,
    /// The tiles that were drawn, where they lie in the level: of several on one cell that of the last epoch.
    drawn: BTreeMap<Cell, &'a str>,
}

impl<'a> Colony<'a> {
    fn new(draft: &Draft<'_>, place: &Place, epochs: &Epochs, random: &mut RandomStream) -> Self {
        let Rect { min: corner, size } = place.bounds.grown(1);
        let open = draft.floor(place.id).iter().filter(|cell| draft.is_open(**cell));
        let floor: Vec<Cell> = open.map(|cell| *cell - corner).collect();
        let mut is_floor = BitGrid::empty(size);
        floor.iter().for_each(|cell| is_floor.set(*cell, true));
        let mut is_live = BitGrid::empty(size);
        floor.iter().for_each(|cell| is_live.set(*cell, random.chance(epochs.percent)));
        Self { corner, marked: is_floor.clone(), floor, is_floor, is_live, drawn: BTreeMap::new() }
    }

    fn step(&mut self, epochs: &Epochs) {
        let before = self.is_live.clone();
        for cell in &self.floor {
            let live = cell.around().filter(|near| before.get(*near)).count() as u32;
            if live > epochs.live_above {
                self.is_live.set(*cell, true);
            } else if live < epochs.dead_below {
                self.is_live.set(*cell, false);
            }
        }
    }

    /// Does the cell lie at the edge of the floor?
    fn is_at_edge(&self, cell: Cell) -> bool {
        cell.around().any(|near| !self.is_floor.get(near))
    }

    /// Marks live cells that the last epoch marked.
    fn mark(&mut self, draft: &mut Draft<'_>, epoch: &'a Epoch, random: &mut RandomStream) {
        let mut marked = BitGrid::empty(self.marked.size());
        for cell in &self.floor {
            let can_be = self.is_live.get(*cell) && self.marked.get(*cell) && !self.is_at_edge(*cell);
            if !can_be || !random.chance(epoch.percent) {
                continue;
            }
            marked.set(*cell, true);
            if let Some(tile) = random.pick(&epoch.tiles) {
                self.drawn.insert(self.corner + *cell, tile.as_str());
            }
            if let Some(entity) = random.pick(&epoch.entities) {
                draft.place(entity, self.corner + *cell);
            }
        }
        self.marked = marked;
    }

    /// Makes wall of the cells that are dead, with nothing but dead floor around them.
    fn fill_clumps(&self, draft: &mut Draft<'_>) {
        for cell in self.floor.iter().filter(|cell| !self.is_live.get(**cell)) {
            if !self.is_at_edge(*cell) && cell.around().all(|near| !self.is_live.get(near)) {
                draft.wall(self.corner + *cell);
            }
        }
    }
}
