//! Epochs: an automaton over the floor of each place, whose live cells are marked, as in *Frozen Zombies in Space*.
//!
//! The floor begins with some live cells at random. Each epoch lets the automaton go on for some steps, all cells at once, and marks live cells that are not at the edge of the floor: the first epoch usually with tiles, the next with actors, and only cells that the epoch before it has marked. Where several draw, one sees the tile of the last. Walls count as dead and are never touched.

use crate::base::{BitGrid, Cell, RandomStream, Rect, Seed};
use crate::level::Place;
use crate::mission::Neighbourhood;
use crate::populate::Draft;
use crate::populate::draft::stream_of;
use crate::settings::{Epoch, Epochs};
use crate::space::{SmoothedRegion, SmoothingRule, smooth_synchronously};

pub(super) fn run(draft: &mut Draft<'_>, epochs: &Epochs, seed: Seed) {
    let places: Vec<Place> = draft.places().cloned().collect();
    for place in places {
        let mut random = stream_of(seed, &place);
        let mut colony = Colony::new(draft, &place, epochs, &mut random);
        for epoch in &epochs.epochs {
            for _ in 0..epoch.steps {
                colony.step();
            }
            colony.mark(draft, epoch, &mut random);
        }
        for (cell, tile) in colony.drawn() {
            draft.draw(tile, cell);
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
    /// The floor, and what becomes of its cells: the automaton of caves, for which live cells are solid.
    region: SmoothedRegion,
    /// All cells that do not live, those that are no floor too.
    dead: BitGrid,
    /// The floor with nothing but floor around it.
    inside: BitGrid,
    /// What the last epoch marked; before the first one all of the floor.
    marked: BitGrid,
    /// The tiles that were drawn, where they lie in the level, epoch by epoch.
    drawn: Vec<(Cell, &'a str)>,
}

impl<'a> Colony<'a> {
    fn new(draft: &Draft<'_>, place: &Place, epochs: &Epochs, random: &mut RandomStream) -> Self {
        let Rect { min: corner, size } = place.bounds.grown(1);
        let open = draft.floor(place.id).iter().filter(|cell| draft.is_open(**cell));
        let floor: Vec<Cell> = open.map(|cell| *cell - corner).collect();
        let mut is_floor = BitGrid::empty(size);
        floor.iter().for_each(|cell| is_floor.set(*cell, true));
        let mut dead = BitGrid::empty(size);
        dead.set_block(0..size.height as usize, 0..size.width, true);
        let inside = is_floor.inner();
        floor.iter().for_each(|cell| dead.set(*cell, !random.chance(epochs.percent)));
        let rule = SmoothingRule {
            wall_above: epochs.live_above,
            open_below: epochs.dead_below,
            neighbourhood: Neighbourhood::Moore(1),
        };
        let marked = is_floor.clone();
        let region = SmoothedRegion { rule, cells: is_floor };
        Self { corner, floor, region, dead, inside, marked, drawn: Vec::new() }
    }

    fn step(&mut self) {
        smooth_synchronously(&mut self.dead, &[&self.region]);
    }

    /// Marks live cells that the last epoch marked.
    fn mark(&mut self, draft: &mut Draft<'_>, epoch: &'a Epoch, random: &mut RandomStream) {
        let mut marked = BitGrid::empty(self.marked.size());
        for cell in &self.floor {
            let can_be = !self.dead.get(*cell) && self.marked.get(*cell) && self.inside.get(*cell);
            if !can_be || !random.chance(epoch.percent) {
                continue;
            }
            marked.set(*cell, true);
            if let Some(tile) = random.pick(&epoch.tiles) {
                self.drawn.push((self.corner + *cell, tile.as_str()));
            }
            if let Some(entity) = random.pick(&epoch.entities) {
                draft.place(entity, self.corner + *cell);
            }
        }
        self.marked = marked;
    }

    /// The tiles that were drawn, by cell: of several on one cell that of the last epoch.
    fn drawn(&self) -> impl Iterator<Item = (Cell, &'a str)> {
        let mut drawn = self.drawn.clone();
        drawn.sort_by_key(|(cell, _)| *cell);
        let lasts =
            drawn.chunk_by(|one, other| one.0 == other.0).filter_map(|on_cell| on_cell.last().copied());
        lasts.collect::<Vec<_>>().into_iter()
    }

    /// Makes wall of the cells that are dead, with nothing but dead floor around them.
    fn fill_clumps(&self, draft: &mut Draft<'_>) {
        for cell in self.floor.iter().filter(|cell| self.dead.get(**cell)) {
            if self.inside.get(*cell) && cell.around().all(|near| self.dead.get(near)) {
                draft.wall(self.corner + *cell);
            }
        }
    }
}
