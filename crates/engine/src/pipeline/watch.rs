//! What is heard of a run as it goes on: which part of it begins and ends. The clock, if there is one, is the listener's.

use super::Stage;
use crate::grammar::Moment;
use crate::level::Level;
use crate::populate::Populated;
use crate::settings::Pass;
use crate::space::FormingStage;

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A stage.
    Stage(Stage),
    /// A step of the recipe, by its number; its parts lie within that of the step around it.
    RecipeStep(usize),
    /// A stage of the forming.
    Formed(FormingStage),
    /// What comes of the items of the mission.
    Items,
    /// What comes of the things drawn into rooms.
    RoomContents,
    /// A pass, by its position in the grammar.
    Pass(usize),
}

impl Part {
    /// The stage that it is, or belongs to.
    pub const fn stage(self) -> Stage {
        match self {
            Self::Stage(stage) => stage,
            Self::RecipeStep(_) => Stage::Derive,
            Self::Formed(_) => Stage::Form,
            Self::Items | Self::RoomContents | Self::Pass(_) => Stage::Populate,
        }
    }
}

/// What goes on in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum RunMoment {
    Begins(Part),
    Ends(Part),
    /// A part that follows another of its stage, or begins with it, is done.
    Done(Part),
}

impl RunMoment {
    pub(super) fn of_derivation(moment: Moment) -> Self {
        match moment {
            Moment::Begins(number) => Self::Begins(Part::RecipeStep(number)),
            Moment::Ends(number) => Self::Ends(Part::RecipeStep(number)),
        }
    }
}

/// Tells of passes when they are done, and of what was there before the first of them.
pub(super) struct PassWatch<'a> {
    watch: &'a mut dyn FnMut(RunMoment),
    /// The positions of those that are still to come.
    to_come: std::vec::IntoIter<usize>,
}

impl<'a> PassWatch<'a> {
    pub fn new(watch: &'a mut dyn FnMut(RunMoment), passes: &[Pass]) -> Self {
        let enabled = passes.iter().enumerate().filter(|(_, pass)| pass.enabled);
        let to_come: Vec<usize> = enabled.map(|(position, _)| position).collect();
        Self { watch, to_come: to_come.into_iter() }
    }

    /// So much of populating is done.
    pub fn hear(&mut self, done: Populated<'_>, _: &Level) {
        let part = match done {
            Populated::Items => Some(Part::Items),
            Populated::Drawn => Some(Part::RoomContents),
            Populated::Pass(_) => self.to_come.next().map(Part::Pass),
        };
        if let Some(part) = part {
            (self.watch)(RunMoment::Done(part));
        }
    }
}
