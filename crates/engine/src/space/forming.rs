//! The history of a space: the changes of each forming stage, with a playback.
//!
//! Watching changes nothing. A [`FormingWatcher`] compares each state with the one before, and only while it
//! records.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::CellState;
use super::cell_changes::CellChanges;
use super::claims::Claims;
use super::tile_legend::{FLOOR, WALL};
use crate::base::{Cell, Grid, Size};
use crate::layout::{Plan, PlannedPlace, PlannedRoom};
use crate::level::Owner;
use crate::rooms::LegendEntry;

/// Number of runs of changed cells at which a record is full: 128 MB.
const MOST_RUNS: usize = 1 << 22;

/// A stage of the forming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormingStage {
    /// Rooms, halls and the hearts of other places claim their cells.
    Cores,
    /// Walkers have laid floor for a number of rounds.
    Walking {
        /// The number of rounds.
        rounds: u32,
        /// Number of floors, as a percentage of those that were asked for. At the end it is above 100.
        percent: u32,
    },
    /// Routes between places are claimed.
    Routes,
    /// Caves take the free cells in their reach.
    Reach,
    /// Cells between owners that the mission does not join become permanent wall.
    Seals,
    /// Caves are filled at random.
    Fill,
    /// Caves are smoothed in the round of that number, from 1.
    Smoothing(u32),
    /// Detached parts are filled in, or tunnels connect them.
    Loose,
    /// Cells that stayed wall lose their owner.
    Release,
    /// Rooms are drawn.
    Rooms,
    /// The card of that number, from 1, is placed on each board that has so many.
    Card(u32),
    /// Sockets become doors or are blocked.
    Doors,
}

impl FormingStage {
    /// Returns `true` if cells still change after the stage, so that their states are more useful than their
    /// tiles.
    pub const fn is_open_ended(self) -> bool {
        match self {
            Self::Cores
            | Self::Walking { .. }
            | Self::Routes
            | Self::Reach
            | Self::Seals
            | Self::Fill
            | Self::Smoothing(_)
            | Self::Loose => true,
            Self::Release | Self::Rooms | Self::Card(_) | Self::Doors => false,
        }
    }
}

impl fmt::Display for FormingStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cores => f.write_str("cores"),
            Self::Routes => f.write_str("routes"),
            Self::Reach => f.write_str("reach"),
            Self::Seals => f.write_str("seals"),
            Self::Fill => f.write_str("fill"),
            Self::Smoothing(round) => write!(f, "smoothing {round}"),
            Self::Loose => f.write_str("loose parts"),
            Self::Walking { rounds, percent } => write!(f, "walkers {rounds}, {percent} %"),
            Self::Release => f.write_str("release"),
            Self::Rooms => f.write_str("rooms"),
            Self::Card(number) => write!(f, "card {number}"),
            Self::Doors => f.write_str("doors"),
        }
    }
}

/// A cell while places are formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormedCell {
    /// The owner.
    pub owner: Owner,
    /// The state, which limits later changes.
    pub state: CellState,
    /// The tile, as its character in the legend of the space.
    pub tile: char,
}

/// The changes of one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormingStep {
    /// The stage.
    pub stage: FormingStage,
    /// The changed cells. A stage may change nothing.
    pub changes: CellChanges,
}

/// The history of a space, beginning with bare rock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forming {
    /// The steps, in order.
    pub steps: Vec<FormingStep>,
    /// The final cells.
    pub cells: Grid<FormedCell>,
}

impl Forming {
    fn new(size: Size) -> Self {
        let rock = FormedCell { owner: Owner::NOBODY, state: CellState::Solid, tile: WALL };
        Self { steps: Vec::new(), cells: Grid::filled(size, rock) }
    }

    /// Records a stage, unless the record is full. The next recorded stage then includes its changes.
    fn step(&mut self, stage: FormingStage, now: impl Fn(Cell, FormedCell) -> FormedCell) {
        if !self.is_full() {
            self.last_step(stage, now);
        }
    }

    /// Records a stage even if the record is full.
    fn last_step(&mut self, stage: FormingStage, now: impl Fn(Cell, FormedCell) -> FormedCell) {
        let changes = CellChanges::make(&mut self.cells, now);
        self.steps.push(FormingStep { stage, changes });
    }

    /// Returns `true` if more stages would take too much memory.
    fn is_full(&self) -> bool {
        self.steps.iter().map(|step| step.changes.run_count()).sum::<usize>() >= MOST_RUNS
    }
}

/// Records the changes of each stage, or tells a listener which stage is done.
#[derive(Default)]
pub struct FormingWatcher<'a> {
    forming: Option<Forming>,
    listener: Option<&'a mut dyn FnMut(FormingStage)>,
}

impl<'a> FormingWatcher<'a> {
    /// Returns a watcher that records.
    pub fn recording(size: Size) -> Self {
        Self { forming: Some(Forming::new(size)), listener: None }
    }

    /// Returns a watcher that tells a listener when stages are done.
    pub fn telling(listener: &'a mut dyn FnMut(FormingStage)) -> Self {
        Self { forming: None, listener: Some(listener) }
    }

    /// Reports that a stage is done to the listener.
    pub(super) fn tell(&mut self, stage: FormingStage) {
        if let Some(listener) = &mut self.listener {
            listener(stage);
        }
    }

    /// Returns `true` if the watcher records.
    pub(super) fn is_recording(&self) -> bool {
        self.forming.is_some()
    }

    /// Returns the record.
    pub fn into_forming(self) -> Option<Forming> {
        self.forming
    }

    /// Records a stage that decides owners and states.
    pub(super) fn note(&mut self, stage: FormingStage, claims: &Claims) {
        if let Some(forming) = &mut self.forming {
            forming.step(stage, |cell, _| FormedCell {
                owner: claims.owners[cell],
                state: claims.state(cell),
                tile: if claims.open.get(cell) { FLOOR } else { WALL },
            });
        }
        self.tell(stage);
    }

    /// Records the stages that draw.
    pub(super) fn note_drawn(&mut self, plan: &Plan, owners: &Grid<Owner>, tiles: &Grid<char>) {
        let Some(forming) = &mut self.forming else { return };
        let sockets = plan.places.iter().flat_map(|place| &place.sockets);
        let sockets: BTreeSet<Cell> = sockets.map(|socket| socket.cell).collect();
        forming.step(FormingStage::Release, |cell, before| FormedCell { owner: owners[cell], ..before });
        let boards = || plan.places.iter().filter(|place| place.form.board().is_some());
        let is_on_board = |cell: Cell| boards().any(|place| place.core.contains(cell));
        forming.step(FormingStage::Rooms, |cell, before| {
            let waits = sockets.contains(&cell) || is_on_board(cell);
            if waits { before } else { FormedCell { tile: tiles[cell], ..before } }
        });
        let most = boards().map(|place| place.form.drawn().count()).max().unwrap_or(0);
        for number in 0..most {
            let laid: Vec<Cell> = boards()
                .filter_map(|place| place.form.drawn().nth(number).map(|card| cells_of(place, card)))
                .flatten()
                .collect();
            if forming.is_full() {
                break;
            }
            let changes = CellChanges::make_among(&mut forming.cells, laid, |cell, before| FormedCell {
                tile: tiles[cell],
                ..before
            });
            forming.steps.push(FormingStep { stage: FormingStage::Card(number as u32 + 1), changes });
        }
        forming.last_step(FormingStage::Doors, |cell, before| FormedCell {
            owner: owners[cell],
            tile: tiles[cell],
            ..before
        });
    }
}

/// Returns the cells of the level that a card of a place covers.
fn cells_of(place: &PlannedPlace, (card, corner): (&PlannedRoom, Cell)) -> Vec<Cell> {
    let size = card.template.size();
    let is_part = |(_, character): &(Cell, char)| {
        card.set.legend.get(character).is_some_and(|entry| *entry != LegendEntry::Nothing)
    };
    let drawn = card.template.characters().filter(is_part);
    drawn.map(|(cell, _)| place.core.min + corner + card.symmetry.cell(cell, size)).collect()
}

/// A position in a forming, with the cells at that step.
#[derive(Clone, Debug)]
pub struct FormingPlayback {
    forming: Arc<Forming>,
    step: usize,
    cells: Grid<FormedCell>,
}

impl FormingPlayback {
    /// Returns a playback at the end.
    pub fn new(forming: Arc<Forming>) -> Self {
        Self { step: forming.steps.len(), cells: forming.cells.clone(), forming }
    }

    /// Returns the forming.
    pub fn forming(&self) -> &Arc<Forming> {
        &self.forming
    }

    /// Returns the number of steps done: 0 before the first.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Returns the cells after those steps.
    pub fn cells(&self) -> &Grid<FormedCell> {
        &self.cells
    }

    /// Goes to a step, at most to the end. Returns the number of cells that changed on the way.
    pub fn go_to(&mut self, step: usize) -> usize {
        let step = step.min(self.forming.steps.len());
        let between = &self.forming.steps[self.step.min(step)..self.step.max(step)];
        if self.step <= step {
            between.iter().for_each(|step| step.changes.redo(&mut self.cells));
        } else {
            between.iter().rev().for_each(|step| step.changes.undo(&mut self.cells));
        }
        self.step = step;
        between.iter().map(|step| step.changes.len()).sum()
    }
}
