//! The making of the level as a film: each stage from the layout to the last pass, with what it changed. It is made in the background when someone first looks, and followed when the level changes under it.

use std::sync::Arc;

use egui::Context;

use crate::base::Cell;
use crate::editor::canvas::run_view::RunView;
use crate::editor::work::background::Background;
use crate::film::sentence;
use crate::level::Level;
use crate::pipeline::{Making, MakingPlayback, MakingStage, Run};

/// The steps from the mission to the level.
#[derive(Debug, Default)]
pub struct LevelFilm {
    /// The run whose level it is, if it came to one.
    run: Option<Run>,
    /// Is it to be made, and was it asked for?
    is_wanted: bool,
    is_asked: bool,
    maker: Option<Background<Run, Option<Arc<Making>>>>,
    /// The making of the level, or of the one before until that of a new one is there.
    playback: Option<MakingPlayback>,
    /// After how many steps it is looked at.
    shown: Option<usize>,
    frame: Option<LevelFrame>,
}

/// The level as far as it is made, and what the last step changed.
#[derive(Debug)]
pub struct LevelFrame {
    step: usize,
    /// With the tiles and things that there are by now.
    pub level: Arc<Level>,
    /// The cells that the last step changed.
    pub lit: Vec<Cell>,
}

impl LevelFilm {
    /// Follows the run; what was looked at stays at its stage if the level is another one.
    pub fn follow(&mut self, run_view: &RunView, ctx: &Context) {
        let run = run_view.run.as_ref().filter(|run| run.level.is_some());
        let level = |run: &Run| run.level.as_ref().map(Arc::as_ptr);
        if run.and_then(level) != self.run.as_ref().and_then(level) {
            self.run = run.cloned();
            (self.is_asked, self.is_wanted) = (false, self.shown.is_some());
            if self.run.is_none() || self.shown.is_none() {
                (self.playback, self.shown, self.frame) = Default::default();
            }
        }
        let made = self.maker.as_mut().and_then(Background::newest);
        self.take(made);
        if let Some(run) = self.run.as_ref().filter(|_| self.is_wanted && !self.is_asked) {
            let maker = self.maker.get_or_insert_with(|| {
                Background::start_stoppable(ctx.clone(), |run: Run, stop| {
                    Ok(Making::of(&run, stop)?.map(Arc::new))
                })
            });
            maker.forget();
            maker.ask(run.clone());
            self.is_asked = true;
        }
        self.draw();
    }

    /// Waits until it is made, if it is asked for.
    pub fn wait(&mut self) {
        let made = self.maker.as_mut().and_then(Background::wait);
        self.take(made);
    }

    fn take(&mut self, made: Option<Option<Arc<Making>>>) {
        let Some(Some(making)) = made else { return };
        let is_of_run = self.run.as_ref().and_then(|run| run.level.as_ref());
        if !is_of_run.is_some_and(|level| Arc::ptr_eq(level, &making.level)) {
            return;
        }
        let stage = self.stage().cloned();
        self.shown = self.shown.map(|step| {
            let same = making.steps.iter().position(|step| Some(&step.stage) == stage.as_ref());
            same.map_or(step.min(making.steps.len()), |index| index + 1)
        });
        self.playback = Some(MakingPlayback::new(making));
        self.frame = None;
    }

    /// Has it made, if that was not done yet.
    pub fn want(&mut self) {
        self.is_wanted = true;
    }

    /// Is there a level whose making is not known yet?
    pub fn is_unknown(&self) -> bool {
        let is_to_come = !self.is_asked || self.maker.as_ref().is_some_and(Background::is_busy);
        self.run.is_some() && self.playback.is_none() && is_to_come
    }

    /// Is there a level, so that its making belongs to the film?
    pub fn is_there(&self) -> bool {
        self.run.is_some()
    }

    /// How many steps there are, as far as is known.
    pub fn length(&self) -> usize {
        self.making().map_or(0, |making| making.steps.len())
    }

    /// The making, if it is known.
    pub fn making(&self) -> Option<&Making> {
        self.playback.as_ref().map(|playback| &**playback.making())
    }

    /// After how many steps it is looked at, if it is.
    pub fn step(&self) -> Option<usize> {
        self.shown
    }

    /// Looks at it after so many steps; at the finished level with none.
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

    /// What is looked at, and the cells as they are there.
    pub fn frame(&self) -> Option<(&LevelFrame, &MakingPlayback)> {
        self.frame.as_ref().zip(self.playback.as_ref())
    }

    /// The stage that is looked at.
    fn stage(&self) -> Option<&MakingStage> {
        let step = self.making()?.steps.get(self.shown?.checked_sub(1)?)?;
        Some(&step.stage)
    }

    /// Is the layout looked at, of which no cell shows anything yet?
    pub fn is_at_layout(&self) -> bool {
        self.stage() == Some(&MakingStage::Layout)
    }

    /// Do cells still change, so that what may become of them says more than their tiles?
    pub fn is_forming(&self) -> bool {
        matches!(self.stage(), Some(MakingStage::Formed(stage)) if stage.is_open_ended())
    }

    /// Do things lie in it by now?
    pub fn is_peopled(&self) -> bool {
        match self.stage() {
            None | Some(MakingStage::Layout | MakingStage::Formed(_)) => false,
            Some(MakingStage::Items | MakingStage::RoomContents | MakingStage::Pass(_)) => true,
        }
    }

    /// What the step that is looked at did, in words.
    pub fn words(&self) -> String {
        let step = self.shown.unwrap_or_default();
        self.making().map_or_else(String::new, |making| sentence(making, step))
    }
}
