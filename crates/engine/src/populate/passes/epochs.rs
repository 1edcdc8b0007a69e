//! Epochs: an automaton on the floor of each place marks its live cells, as in *Frozen Zombies in Space*.
//!
//! At the beginning, some random floor cells live.
//! Each epoch runs the automaton for some steps, all cells at once.
//! It then marks live cells that are not at the edge of the floor.
//! The first epoch usually marks with tiles, the next with actors.
//! Later epochs mark only cells that the epoch before has marked.
//! If several epochs draw on a cell, the last tile is visible. Walls are dead and never change.

use crate::base::{BitGrid, Cell, RandomStream, Rect, Seed};
use crate::level::Place;
use crate::mission::Neighbourhood;
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::{Epoch, Epochs};
use crate::space::{SmoothedRegion, SmoothingRule, smooth_synchronously};

pub(super) fn run(draft: &mut LevelDraft<'_>, epochs: &Epochs, seed: Seed) {
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

/// The live cells of a place, in coordinates of its bounds grown by one cell.
struct Colony<'a> {
    corner: Cell,
    floor: Vec<Cell>,
    /// The floor with its rule: the automaton of caves, for which live cells are solid.
    region: SmoothedRegion,
    /// All cells that do not live, including those that are not floor.
    dead: BitGrid,
    /// The floor cells with only floor around them.
    inside: BitGrid,
    /// The cells marked by the last epoch; before the first one, all of the floor.
    marked: BitGrid,
    /// The drawn tiles with their cells in the level, epoch by epoch.
    drawn: Vec<(Cell, &'a str)>,
}

impl<'a> Colony<'a> {
    fn new(draft: &LevelDraft<'_>, place: &Place, epochs: &Epochs, random: &mut RandomStream) -> Self {
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
    fn mark(&mut self, draft: &mut LevelDraft<'_>, epoch: &'a Epoch, random: &mut RandomStream) {
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

    /// Returns the drawn tiles by cell; if there are several, that of the last epoch.
    fn drawn(&self) -> impl Iterator<Item = (Cell, &'a str)> {
        let mut drawn = self.drawn.clone();
        drawn.sort_by_key(|(cell, _)| *cell);
        let lasts =
            drawn.chunk_by(|one, other| one.0 == other.0).filter_map(|on_cell| on_cell.last().copied());
        lasts.collect::<Vec<_>>().into_iter()
    }

    /// Turns dead cells into wall if there is only dead floor around them.
    fn fill_clumps(&self, draft: &mut LevelDraft<'_>) {
        for cell in self.floor.iter().filter(|cell| self.dead.get(**cell)) {
            if self.inside.get(*cell) && cell.around().all(|near| self.dead.get(near)) {
                draft.wall(self.corner + *cell);
            }
        }
    }
}
