//! Events of a run in progress: parts that begin and end. A clock, if there is one, belongs to the listener.

use super::Stage;
use crate::grammar::RecipeMoment;
use crate::level::Level;
use crate::populate::Populated;
use crate::settings::Pass;
use crate::space::FormingStage;

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunPart {
    /// A stage.
    Stage(Stage),
    /// A step of the recipe, by its number. Nested steps begin and end within the step around them.
    RecipeStep(usize),
    /// A stage of the forming.
    Formed(FormingStage),
    /// The placing of mission items.
    Items,
    /// The placing of everything drawn into rooms.
    RoomContents,
    /// A pass, by its position in the grammar.
    Pass(usize),
}

impl RunPart {
    /// Returns the stage that the part is, or belongs to.
    pub const fn stage(self) -> Stage {
        match self {
            Self::Stage(stage) => stage,
            Self::RecipeStep(_) => Stage::Derive,
            Self::Formed(_) => Stage::Form,
            Self::Items | Self::RoomContents | Self::Pass(_) => Stage::Populate,
        }
    }
}

/// An event of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum RunMoment {
    Begins(RunPart),
    Ends(RunPart),
    /// A part is done that follows another one of its stage, or begins with the stage.
    Done(RunPart),
}

impl RunMoment {
    pub(super) fn of_derivation(moment: RecipeMoment) -> Self {
        match moment {
            RecipeMoment::Begins(number) => Self::Begins(RunPart::RecipeStep(number)),
            RecipeMoment::Ends(number) => Self::Ends(RunPart::RecipeStep(number)),
        }
    }
}

/// Reports passes when they are done, and everything placed before the first of them.
pub(super) struct PassWatch<'a> {
    watch: &'a mut dyn FnMut(RunMoment),
    /// The positions of the passes still to come.
    to_come: std::vec::IntoIter<usize>,
}

impl<'a> PassWatch<'a> {
    pub fn new(watch: &'a mut dyn FnMut(RunMoment), passes: &[Pass]) -> Self {
        let enabled = passes.iter().enumerate().filter(|(_, pass)| pass.enabled);
        let to_come: Vec<usize> = enabled.map(|(position, _)| position).collect();
        Self { watch, to_come: to_come.into_iter() }
    }

    /// Reports the part of populating that is done.
    pub fn hear(&mut self, done: Populated<'_>, _: &Level) {
        let part = match done {
            Populated::Items => Some(RunPart::Items),
            Populated::Drawn => Some(RunPart::RoomContents),
            Populated::Pass(_) => self.to_come.next().map(RunPart::Pass),
        };
        if let Some(part) = part {
            (self.watch)(RunMoment::Done(part));
        }
    }
}
