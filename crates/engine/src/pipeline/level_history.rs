//! The making of a level after its mission: layout, forming stages and passes, with a playback.
//!
//! A run records nothing. The stages are run again and watched when someone wants to see them.
//! Watching changes nothing, so the last frame is the level.
//! Only differences are stored, in runs of cells, up to the limit of a [`Forming`].

use std::sync::Arc;

use super::Run;
use crate::base::{Cancelled, Cell, Grid, StopToken};
use crate::layout::Plan;
use crate::level::{Entity, Layer, Level};
use crate::populate::{PopulateContext, Populated};
use crate::space::{
    CellChanges, CellState, FormContext, FormedCell, Forming, FormingStage, FormingWatcher, form,
};

/// A step from the mission to the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelHistoryStage {
    /// Everything has its position; no cell is formed yet.
    Layout,
    /// A stage of the forming.
    Formed(FormingStage),
    /// The items of the mission are in their places.
    Items,
    /// Everything that the authors of rooms drew is placed.
    RoomContents,
    /// The pass of that name has run.
    Pass(String),
}

/// The changes of one step.
#[derive(Clone, Debug)]
pub struct LevelHistoryStep {
    /// The stage.
    pub stage: LevelHistoryStage,
    /// The changed cells.
    pub changes: CellChanges,
    /// Number of entities after the step; layers and passes are counted likewise.
    entities: usize,
    layers: usize,
    passes: usize,
}

/// The steps from a mission to its level.
#[derive(Clone, Debug)]
pub struct LevelHistory {
    /// The steps, in order.
    pub steps: Vec<LevelHistoryStep>,
    /// The position of everything.
    pub plan: Arc<Plan>,
    /// The finished level.
    pub level: Arc<Level>,
    cells: Grid<FormedCell>,
}

impl LevelHistory {
    /// Runs the stages of a run again and records the changes of each; `None` if the run made no level.
    ///
    /// # Errors
    /// Returns an error if it is stopped before that is done.
    pub fn of(run: &Run, stop: &StopToken) -> Result<Option<Self>, Cancelled> {
        let (Some(derivation), Some(plan), Some(level)) = (&run.derivation, &run.plan, &run.level) else {
            return Ok(None);
        };
        let (request, earlier) = (&run.request, run.earlier.as_deref());
        let (movement, seed) = (request.grammar.movement, request.seed_of_level().child("form"));
        let before = earlier.map(|earlier| &earlier.space);
        let mut watcher = FormingWatcher::recording(plan.size);
        let context = FormContext { watcher: Some(&mut watcher), ..FormContext::unlimited() };
        let context = FormContext { stop: stop.clone(), ..context };
        let space = form(plan, before, movement, seed, context)?.value;
        let forming = watcher.into_forming().expect("this watcher records");
        let Forming { steps: formed, mut cells } = forming;
        let step = |stage, changes| LevelHistoryStep { stage, changes, entities: 0, layers: 0, passes: 0 };
        let mut steps = vec![step(LevelHistoryStage::Layout, CellChanges::default())];
        steps.extend(
            formed.into_iter().map(|formed| step(LevelHistoryStage::Formed(formed.stage), formed.changes)),
        );
        let mut watch = |done: Populated<'_>, level: &Level| {
            let stage = match done {
                Populated::Items => LevelHistoryStage::Items,
                Populated::Drawn => LevelHistoryStage::RoomContents,
                Populated::Pass(pass) => LevelHistoryStage::Pass(pass.name.clone()),
            };
            let changes = CellChanges::make(&mut cells, |cell, before| FormedCell {
                owner: level.owners[cell],
                tile: level.tiles[cell],
                ..before
            });
            steps.push(LevelHistoryStep {
                stage,
                changes,
                entities: level.entities.len(),
                layers: level.layers.len(),
                passes: level.populate.len(),
            });
        };
        let context = PopulateContext { watcher: Some(&mut watch), ..PopulateContext::unlimited() };
        request.populated(plan, &space, derivation, earlier, context)?;
        let level_history = Self { steps, plan: Arc::clone(plan), level: Arc::clone(level), cells };
        stop.unless_stopped(Some(level_history))
    }

    /// Returns the entities placed by the step of that number, from 1.
    pub fn placed_at(&self, number: usize) -> &[Entity] {
        let (before, after) = self.around(number);
        let count = |step: Option<&LevelHistoryStep>| step.map_or(0, |step| step.entities);
        self.level.entities.get(count(before)..count(after)).unwrap_or_default()
    }

    /// Returns the cells over which the step of that number, from 1, drew tiles.
    pub fn drawn_at(&self, number: usize) -> impl Iterator<Item = Cell> + '_ {
        let (before, after) = self.around(number);
        let count = |step: Option<&LevelHistoryStep>| step.map_or(0, |step| step.layers);
        let layers = self.level.layers.get(count(before)..count(after)).unwrap_or_default();
        let drawn = layers.iter().flat_map(|layer| layer.tiles.iter());
        drawn.filter(|(_, tile)| **tile != Layer::NOTHING).map(|(cell, _)| cell)
    }

    /// Returns the steps before and at a number, from 1.
    fn around(&self, number: usize) -> (Option<&LevelHistoryStep>, Option<&LevelHistoryStep>) {
        let step = |back: usize| number.checked_sub(back).and_then(|index| self.steps.get(index));
        (step(2), step(1))
    }
}

/// A position in a making, with the cells at that step.
#[derive(Clone, Debug)]
pub struct LevelPlayback {
    level_history: Arc<LevelHistory>,
    step: usize,
    cells: Grid<FormedCell>,
}

impl LevelPlayback {
    /// Returns a playback at the end.
    pub fn new(level_history: Arc<LevelHistory>) -> Self {
        Self { step: level_history.steps.len(), cells: level_history.cells.clone(), level_history }
    }

    /// Returns the making.
    pub fn level_history(&self) -> &Arc<LevelHistory> {
        &self.level_history
    }

    /// Returns the number of steps done: 0 before the first.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Returns the cells after those steps.
    pub fn cells(&self) -> &Grid<FormedCell> {
        &self.cells
    }

    /// Returns the last step done; `None` before the first.
    pub fn last(&self) -> Option<&LevelHistoryStep> {
        self.level_history.steps.get(self.step.checked_sub(1)?)
    }

    /// Goes to a step, at most to the end. Returns the number of cells that changed on the way.
    pub fn go_to(&mut self, step: usize) -> usize {
        let step = step.min(self.level_history.steps.len());
        let between =
            self.level_history.steps.get(self.step.min(step)..self.step.max(step)).unwrap_or_default();
        if self.step <= step {
            between.iter().for_each(|step| step.changes.redo(&mut self.cells));
        } else {
            between.iter().rev().for_each(|step| step.changes.undo(&mut self.cells));
        }
        self.step = step;
        between.iter().map(|step| step.changes.len()).sum()
    }

    /// Returns the level at this step.
    ///
    /// It has the tiles, owners, layers and entities so far, but places and passages as in the finished
    /// level.
    /// At the end it is the level.
    pub fn frame(&self) -> Level {
        let level = &self.level_history.level;
        let (entities, layers, passes) =
            self.last().map_or((0, 0, 0), |step| (step.entities, step.layers, step.passes));
        Level {
            tiles: self.cells.map(|cell| cell.tile).into(),
            owners: self.cells.map(|cell| cell.owner).into(),
            layers: level.layers.iter().take(layers).cloned().collect(),
            entities: level.entities.iter().take(entities).cloned().collect(),
            populate: level.populate.iter().take(passes).cloned().collect(),
            ..Level::clone(level)
        }
    }

    /// Returns the cells that the last step changed, or where it placed or drew something.
    pub fn lit(&self) -> Vec<Cell> {
        let Some(last) = self.last() else { return Vec::new() };
        let placed = self.level_history.placed_at(self.step).iter().map(|entity| entity.at);
        let changed = last.changes.iter().map(|change| change.cell);
        changed.chain(placed).chain(self.level_history.drawn_at(self.step)).collect()
    }

    /// Returns the state of a cell, which limits its later changes.
    pub fn state(&self, cell: Cell) -> Option<CellState> {
        self.cells.get(cell).map(|formed| formed.state)
    }
}
