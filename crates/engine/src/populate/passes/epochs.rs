//! Epochs: an automaton on the floor of each place marks its cells, as in *Frozen Zombies in Space*.
//!
//! At the beginning, some random floor cells live.
//! Each epoch runs the automaton for some steps. It then marks live cells, or whole clumps of live or dead
//! cells, that are not at the edge of the floor.
//! The first epoch usually marks with tiles, the next with actors.
//! Later epochs mark only live cells that the epoch before has marked; epochs of clumps change no marks.
//! If several epochs draw on a cell, the last tile is visible. Walls are dead, or live, and never change.

use crate::base::{BitGrid, Cell, Direction, RandomStream, Rect, Seed};
use crate::level::Place;
use crate::mission::{Neighbourhood, NodeRole, UpdateOrder};
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::populate::starts::near_starts;
use crate::settings::{ColonyEdge, Epoch, EpochCells, Epochs};
use crate::space::{
    SmoothedRegion, Smoother, SmoothingRule, can_count_by_words, smooth_in_grid_order, smooth_synchronously,
};

pub(super) fn run(draft: &mut LevelDraft<'_>, epochs: &Epochs, seed: Seed) {
    let near = near_starts(draft, epochs.distance);
    let places: Vec<Place> = draft.places().cloned().collect();
    for place in places {
        let mut random = stream_of(seed, &place);
        let mut colony = Colony::new(draft, &place, epochs, &near, &mut random);
        for epoch in &epochs.epochs {
            for _ in 0..epoch.steps {
                colony.step(epochs.order, &mut random);
            }
            colony.mark(draft, epoch, &mut random);
        }
        for (cell, tile) in colony.drawn() {
            if !(draft.is_liquid(tile) && colony.occupied.get(cell - colony.corner)) {
                draft.draw(tile, cell);
            }
        }
        if epochs.fill_clumps {
            colony.fill_clumps(draft);
        }
    }
}

/// The live cells of a place, in coordinates of its bounds grown by the reach of the neighbourhood.
struct Colony<'a> {
    corner: Cell,
    floor: Vec<Cell>,
    /// The cells that may change, with their rule: the automaton of caves, for which live cells are solid.
    region: SmoothedRegion,
    /// Runs the rule if not only the eight neighbours count, or if the order is random.
    smoother: Option<Smoother>,
    /// All cells that do not live, including those that are not floor.
    dead: BitGrid,
    /// The floor cells with only floor around them.
    inside: BitGrid,
    /// Those of them that are far enough from the start.
    allowed: BitGrid,
    /// The cells of things that were placed before, of start and goal, and those next to them. They stay dry.
    occupied: BitGrid,
    /// The cells marked by the last epoch; before the first one, all of the floor.
    marked: BitGrid,
    /// The drawn tiles with their cells in the level, epoch by epoch.
    drawn: Vec<(Cell, &'a str)>,
}

impl<'a> Colony<'a> {
    fn new(
        draft: &LevelDraft<'_>,
        place: &Place,
        epochs: &Epochs,
        near: &BitGrid,
        random: &mut RandomStream,
    ) -> Self {
        let (Neighbourhood::Moore(reach) | Neighbourhood::VonNeumann(reach)) = epochs.neighbourhood;
        let Rect { min: corner, size } = place.bounds.grown(reach);
        let open = draft.floor(place.id).iter().filter(|cell| draft.is_open(**cell));
        let floor: Vec<Cell> = open.map(|cell| *cell - corner).collect();
        let mut is_floor = BitGrid::empty(size);
        floor.iter().for_each(|cell| is_floor.set(*cell, true));
        let inside = is_floor.inner();
        let mut dead = BitGrid::empty(size);
        // Cells outside the grid are live, so all that are within reach of the floor are in the grid.
        dead.set_block(0..size.height as usize, 0..size.width, epochs.edge == ColonyEdge::Dead);
        floor.iter().for_each(|cell| dead.set(*cell, !random.chance(epochs.percent)));
        let rule = SmoothingRule {
            wall_above: epochs.live_above,
            open_below: epochs.dead_below,
            neighbourhood: epochs.neighbourhood,
        };
        let marked = is_floor.clone();
        let cells = match epochs.edge {
            ColonyEdge::Dead => is_floor,
            ColonyEdge::Live => {
                let at_edge = floor.iter().filter(|cell| !inside.get(**cell));
                at_edge.for_each(|cell| dead.set(*cell, false));
                inside.clone()
            }
        };
        let mut allowed = inside.clone();
        floor.iter().filter(|cell| near.get(corner + **cell)).for_each(|cell| allowed.set(*cell, false));
        let mut occupied = BitGrid::empty(size);
        let things = draft.level().entities.iter().filter(|entity| entity.place == place.id);
        let end = matches!(place.role, Some(NodeRole::Start | NodeRole::Goal)).then_some(place.anchor);
        for cell in things.map(|entity| entity.at).chain(end).map(|at| at - corner) {
            cell.beside().chain([cell]).for_each(|near| occupied.set(near, true));
        }
        let region = SmoothedRegion { rule, cells };
        let is_fast = epochs.order != UpdateOrder::Random && can_count_by_words(&[&region]);
        let smoother = (!is_fast).then(|| Smoother::new(&dead, [epochs.neighbourhood]));
        Self { corner, floor, region, smoother, dead, inside, allowed, occupied, marked, drawn: Vec::new() }
    }

    fn step(&mut self, order: UpdateOrder, random: &mut RandomStream) {
        let Self { floor, region, smoother, dead, .. } = self;
        match (smoother, order) {
            (None, UpdateOrder::GridOrder) => smooth_in_grid_order(dead, &[region]),
            (None, UpdateOrder::Synchronous | UpdateOrder::Random) => smooth_synchronously(dead, &[region]),
            (Some(smoother), order) => {
                smoother.begin_round();
                match order {
                    UpdateOrder::Synchronous => smoother.smooth_synchronously(dead, &[region]),
                    UpdateOrder::GridOrder => smoother.smooth_in_grid_order(dead, &[region]),
                    UpdateOrder::Random => {
                        let mut cells: Vec<Cell> =
                            floor.iter().copied().filter(|cell| region.cells.get(*cell)).collect();
                        random.shuffle(&mut cells);
                        smoother.smooth_one_by_one(dead, &cells, region.rule);
                    }
                }
            }
        }
    }

    /// Marks cells of an epoch: single ones that the last epoch marked, or whole clumps.
    fn mark(&mut self, draft: &mut LevelDraft<'_>, epoch: &'a Epoch, random: &mut RandomStream) {
        let clumps = match epoch.cells {
            EpochCells::Live => return self.mark_live(draft, epoch, random),
            EpochCells::LiveClumps => self.clumps(false),
            EpochCells::EmptyClumps => self.clumps(true),
        };
        for clump in clumps.iter().filter(|clump| clump.len() >= epoch.clump as usize) {
            if !clump.iter().any(|_| random.chance(epoch.percent)) {
                continue;
            }
            for cell in clump {
                if self.allowed.get(*cell) {
                    self.mark_cell(draft, epoch, *cell, random);
                }
            }
        }
    }

    /// Marks live cells that the last epoch marked.
    fn mark_live(&mut self, draft: &mut LevelDraft<'_>, epoch: &'a Epoch, random: &mut RandomStream) {
        let mut marked = BitGrid::empty(self.marked.size());
        for position in 0..self.floor.len() {
            let cell = self.floor[position];
            let can_be = !self.dead.get(cell) && self.marked.get(cell) && self.allowed.get(cell);
            if !can_be || !random.chance(epoch.percent) {
                continue;
            }
            marked.set(cell, true);
            self.mark_cell(draft, epoch, cell, random);
        }
        self.marked = marked;
    }

    fn mark_cell(
        &mut self,
        draft: &mut LevelDraft<'_>,
        epoch: &'a Epoch,
        cell: Cell,
        random: &mut RandomStream,
    ) {
        if let Some(tile) = random.pick(&epoch.tiles) {
            self.drawn.push((self.corner + cell, tile.as_str()));
        }
        if let Some(entity) = random.pick(&epoch.entities)
            && draft.suits(entity, self.corner + cell)
        {
            draft.place(entity, self.corner + cell);
        }
    }

    /// Returns the clumps of live or dead cells inside: cells that are joined by their sides, row by row.
    fn clumps(&self, are_dead: bool) -> Vec<Vec<Cell>> {
        let belongs = |cell: Cell| self.inside.get(cell) && self.dead.get(cell) == are_dead;
        let mut seen = BitGrid::empty(self.dead.size());
        let mut clumps = Vec::new();
        for first in &self.floor {
            if seen.get(*first) || !belongs(*first) {
                continue;
            }
            seen.set(*first, true);
            let mut clump = vec![*first];
            let mut next = 0;
            while let Some(cell) = clump.get(next).copied() {
                next += 1;
                for near in Direction::ALL.map(|side| cell + side.offset()) {
                    if belongs(near) && !seen.get(near) {
                        seen.set(near, true);
                        clump.push(near);
                    }
                }
            }
            clump.sort_unstable();
            clumps.push(clump);
        }
        clumps
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
            if self.allowed.get(*cell) && cell.around().all(|near| self.dead.get(near)) {
                draft.wall(self.corner + *cell);
            }
        }
    }
}
