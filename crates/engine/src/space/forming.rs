//! How a space came about: what each stage of the forming changed, and a playback over it.
//!
//! Watching changes nothing: a [`Watcher`] compares what it is shown with what it saw last, and without a recording nothing is compared.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::State;
use super::cell_changes::CellChanges;
use super::claims::Claims;
use super::tile_legend::{FLOOR, WALL};
use crate::base::{Cell, Grid, Size};
use crate::layout::{Plan, PlannedPlace, PlannedRoom};
use crate::level::Owner;
use crate::rooms::LegendEntry;

/// From so many runs of changed cells on a record is full: 128 MB.
const MOST_RUNS: usize = 1 << 22;

/// A stage of the forming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormingStage {
    /// Rooms, halls and the hearts of other places claim their cells.
    Cores,
    /// The ways between places are laid.
    Routes,
    /// Caves and places of walkers take the free cells in their reach.
    Reach,
    /// Cells between owners that the mission does not join become wall for ever.
    Seals,
    /// Caves are filled at random.
    Fill,
    /// Caves are smoothed for the round of that number, from 1.
    Smoothing(u32),
    /// What came loose is filled in or tunnelled to.
    Loose,
    /// Walkers have laid floor for so many rounds.
    Walking(u32),
    /// What stayed wall belongs to nobody any more.
    Release,
    /// Rooms are drawn.
    Rooms,
    /// On each board that has so many the card of that number is laid, from 1.
    Card(u32),
    /// Sockets become doors or are blocked.
    Doors,
}

impl FormingStage {
    /// Do cells still change after it, so that what may become of them says more than their tiles?
    pub const fn is_open_ended(self) -> bool {
        match self {
            Self::Cores
            | Self::Routes
            | Self::Reach
            | Self::Seals
            | Self::Fill
            | Self::Smoothing(_)
            | Self::Loose
            | Self::Walking(_) => true,
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
            Self::Walking(round) => write!(f, "walkers {round}"),
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
    /// To whom it belongs.
    pub owner: Owner,
    /// What may still become of it.
    pub state: State,
    /// What lies there, as its character in the legend of the space.
    pub tile: char,
}

/// What one stage of the forming did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormingStep {
    /// Which stage.
    pub stage: FormingStage,
    /// The cells that it changed; of some levels a stage changes nothing.
    pub changes: CellChanges,
}

/// The history of a space, from bare rock on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forming {
    /// What was done, in order.
    pub steps: Vec<FormingStep>,
    /// The cells at the end.
    pub cells: Grid<FormedCell>,
}

impl Forming {
    fn new(size: Size) -> Self {
        let rock = FormedCell { owner: Owner::NOBODY, state: State::Solid, tile: WALL };
        Self { steps: Vec::new(), cells: Grid::filled(size, rock) }
    }

    /// Writes down a stage, unless the record is full: then what it changed is seen in the next one that is written down.
    fn step(&mut self, stage: FormingStage, now: impl Fn(Cell, FormedCell) -> FormedCell) {
        if !self.is_full() {
            self.last_step(stage, now);
        }
    }

    /// The same, full or not.
    fn last_step(&mut self, stage: FormingStage, now: impl Fn(Cell, FormedCell) -> FormedCell) {
        let changes = CellChanges::make(&mut self.cells, now);
        self.steps.push(FormingStep { stage, changes });
    }

    /// Would more stages take too much memory?
    fn is_full(&self) -> bool {
        self.steps.iter().map(|step| step.changes.run_count()).sum::<usize>() >= MOST_RUNS
    }
}

/// Writes down what each stage changed, if it was asked to, or tells a listener which stage is done.
#[derive(Default)]
pub(super) struct Watcher<'a> {
    forming: Option<Forming>,
    listener: Option<&'a mut dyn FnMut(FormingStage)>,
}

impl<'a> Watcher<'a> {
    /// One that writes down.
    pub fn recording(size: Size) -> Self {
        Self { forming: Some(Forming::new(size)), listener: None }
    }

    /// One that tells when stages are done.
    pub fn telling(listener: &'a mut dyn FnMut(FormingStage)) -> Self {
        Self { forming: None, listener: Some(listener) }
    }

    /// A stage is done.
    pub fn tell(&mut self, stage: FormingStage) {
        if let Some(listener) = &mut self.listener {
            listener(stage);
        }
    }

    /// Does it write down?
    pub fn is_recording(&self) -> bool {
        self.forming.is_some()
    }

    /// What was written down.
    pub fn into_forming(self) -> Option<Forming> {
        self.forming
    }

    /// A stage is done that settles owners and states.
    pub fn note(&mut self, stage: FormingStage, claims: &Claims) {
        if let Some(forming) = &mut self.forming {
            forming.step(stage, |cell, _| FormedCell {
                owner: claims.owners[cell],
                state: claims.state(cell),
                tile: if claims.open.get(cell) { FLOOR } else { WALL },
            });
        }
        self.tell(stage);
    }

    /// Everything is drawn.
    pub fn note_drawn(&mut self, plan: &Plan, owners: &Grid<Owner>, tiles: &Grid<char>) {
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

/// The cells of the level on which a card lies that is drawn for a place.
fn cells_of(place: &PlannedPlace, (card, corner): (&PlannedRoom, Cell)) -> Vec<Cell> {
    let size = card.template.size();
    let is_part = |(_, character): &(Cell, char)| {
        card.set.legend.get(character).is_some_and(|entry| *entry != LegendEntry::Nothing)
    };
    let drawn = card.template.characters().filter(is_part);
    drawn.map(|(cell, _)| place.core.min + corner + card.symmetry.cell(cell, size)).collect()
}

/// A forming set to one of its steps, with the cells as they were there.
#[derive(Clone, Debug)]
pub struct FormingPlayback {
    forming: Arc<Forming>,
    step: usize,
    cells: Grid<FormedCell>,
}

impl FormingPlayback {
    /// Set to the end.
    pub fn new(forming: Arc<Forming>) -> Self {
        Self { step: forming.steps.len(), cells: forming.cells.clone(), forming }
    }

    /// The forming.
    pub fn forming(&self) -> &Arc<Forming> {
        &self.forming
    }

    /// How many steps are done: 0 before the first, as many as there are at the end.
    pub fn step(&self) -> usize {
        self.step
    }

    /// The cells after those steps.
    pub fn cells(&self) -> &Grid<FormedCell> {
        &self.cells
    }

    /// Sets it to a step, or to the end if there are not so many. Returns how many cells it changed to get there.
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
