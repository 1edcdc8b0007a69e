//! The making of the level as a film: each stage from the layout to the last pass, with its changes.
//!
//! It is computed in the background on first use, and updated when the level changes.

use std::sync::Arc;

use crate::base::{Cancelled, Cell};
use crate::editor::model::run_view::RunView;
use crate::editor::work::JobKind;
use crate::editor::work::jobs::{Job, JobControl, JobRegistry};
use crate::level::Level;
use crate::pipeline::{LevelHistory, LevelHistoryStage, LevelPlayback, Run};

/// The steps from the mission to the level.
#[derive(Debug, Default)]
pub struct LevelFilm {
    /// Run that the level belongs to, if it has one.
    run: Option<Run>,
    /// `true` if it is wanted, and `true` if it was requested.
    is_wanted: bool,
    is_asked: bool,
    /// `true` while it is computed.
    is_pending: bool,
    /// Making of the level; until a new one is finished, that of the previous level.
    playback: Option<LevelPlayback>,
    /// Number of steps done in the displayed frame.
    shown: Option<usize>,
    frame: Option<LevelFrame>,
}

/// Finds the steps in which the level of a run was made.
struct FindLevelSteps;

impl Job for FindLevelSteps {
    type Request = Run;
    type Answer = Option<Arc<LevelHistory>>;

    const KIND: JobKind = JobKind::LevelSteps;

    fn work() -> impl FnMut(Run, &JobControl) -> Result<Self::Answer, Cancelled> + Send + 'static {
        |run, control| Ok(LevelHistory::of(&run, &control.stop)?.map(Arc::new))
    }
}

/// The level at a step, and the changes of the step.
#[derive(Debug)]
pub struct LevelFrame {
    step: usize,
    /// Level with the tiles and things at this step.
    pub level: Arc<Level>,
    /// Cells changed by the step.
    pub lit: Vec<Cell>,
}

impl LevelFilm {
    /// Follows the run. If the level changes, the film stays at the same stage.
    pub fn follow(&mut self, run_view: &RunView, jobs: &mut JobRegistry) {
        let run = run_view.run.as_ref().filter(|run| run.level.is_some());
        let level = |run: &Run| run.level.as_ref().map(Arc::as_ptr);
        if run.and_then(level) != self.run.as_ref().and_then(level) {
            self.run = run.cloned();
            (self.is_asked, self.is_wanted) = (false, self.shown.is_some());
            if self.run.is_none() || self.shown.is_none() {
                (self.playback, self.shown, self.frame) = Default::default();
            }
        }
        if let Some(Some(level_history)) = jobs.take::<FindLevelSteps>() {
            self.take(level_history);
        }
        if let Some(run) = self.run.as_ref().filter(|_| self.is_wanted && !self.is_asked) {
            jobs.cancel::<FindLevelSteps>();
            jobs.ask::<FindLevelSteps>(run.clone());
            self.is_asked = true;
        }
        self.is_pending = jobs.is_busy::<FindLevelSteps>();
        self.draw();
    }

    fn take(&mut self, level_history: Arc<LevelHistory>) {
        let is_of_run = self.run.as_ref().and_then(|run| run.level.as_ref());
        if !is_of_run.is_some_and(|level| Arc::ptr_eq(level, &level_history.level)) {
            return;
        }
        let stage = self.stage().cloned();
        self.shown = self.shown.map(|step| {
            let same = level_history.steps.iter().position(|step| Some(&step.stage) == stage.as_ref());
            same.map_or(step.min(level_history.steps.len()), |index| index + 1)
        });
        self.playback = Some(LevelPlayback::new(level_history));
        self.frame = None;
    }

    /// Requests it, unless that was done before.
    pub fn want(&mut self) {
        self.is_wanted = true;
    }

    /// Returns `true` if there is a level, but its making is not known yet.
    pub fn is_unknown(&self) -> bool {
        let is_to_come = !self.is_asked || self.is_pending;
        self.run.is_some() && self.playback.is_none() && is_to_come
    }

    /// Returns `true` if there is a level, so that its making is part of the film.
    pub fn is_there(&self) -> bool {
        self.run.is_some()
    }

    /// Returns the number of known steps.
    pub fn length(&self) -> usize {
        self.level_history().map_or(0, |level_history| level_history.steps.len())
    }

    /// Returns the making, if it is known.
    pub fn level_history(&self) -> Option<&LevelHistory> {
        self.playback.as_ref().map(|playback| &**playback.level_history())
    }

    /// Returns the number of steps done in the displayed frame, if one is displayed.
    pub fn step(&self) -> Option<usize> {
        self.shown
    }

    /// Shows the frame after a number of steps, or the finished level for `None`.
    pub fn show(&mut self, step: Option<usize>) {
        self.shown = step;
        self.draw();
    }

    fn draw(&mut self) {
        let Some((playback, step)) = self.playback.as_mut().zip(self.shown) else {
            self.frame = None;
            return;
        };
        if self.frame.as_ref().is_none_or(|frame| frame.step != step) {
            playback.go_to(step);
            self.frame = Some(LevelFrame { step, level: Arc::new(playback.frame()), lit: playback.lit() });
        }
    }

    /// Returns the displayed frame, with the states of cells.
    pub fn frame(&self) -> Option<(&LevelFrame, &LevelPlayback)> {
        self.frame.as_ref().zip(self.playback.as_ref())
    }

    /// Returns the displayed stage.
    fn stage(&self) -> Option<&LevelHistoryStage> {
        let step = self.level_history()?.steps.get(self.shown?.checked_sub(1)?)?;
        Some(&step.stage)
    }

    /// Returns `true` if the layout is displayed, for which no cell is formed yet.
    pub fn is_at_layout(&self) -> bool {
        self.stage() == Some(&LevelHistoryStage::Layout)
    }

    /// Returns `true` if cells still change, so that their possible states tell more than their tiles.
    pub fn is_forming(&self) -> bool {
        matches!(self.stage(), Some(LevelHistoryStage::Formed(stage)) if stage.is_open_ended())
    }

    /// Returns `true` if things are placed already.
    pub fn is_peopled(&self) -> bool {
        match self.stage() {
            None | Some(LevelHistoryStage::Layout | LevelHistoryStage::Formed(_)) => false,
            Some(LevelHistoryStage::Items | LevelHistoryStage::RoomContents | LevelHistoryStage::Pass(_)) => {
                true
            }
        }
    }

    /// Describes the displayed step in words.
    pub fn words(&self) -> String {
        let step = self.shown.unwrap_or_default();
        self.level_history().map_or_else(String::new, |level_history| level_history.step_words(step))
    }
}
