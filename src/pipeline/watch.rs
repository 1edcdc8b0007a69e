//! What is heard of a run as it goes on: which part of it begins and ends. The clock, if there is one, is the listener's.

use super::Stage;
use crate::grammar::Moment;
use crate::level::Level;
use crate::mission::Pass;
use crate::populate::Populated;

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A stage.
    Stage(Stage),
    /// A step of the recipe, by its number; its parts lie within that of the step around it.
    RecipeStep(usize),
    /// A pass, by its position in the grammar.
    Pass(usize),
}

impl Part {
    /// The stage that it is, or belongs to.
    pub const fn stage(self) -> Stage {
        match self {
            Self::Stage(stage) => stage,
            Self::RecipeStep(_) => Stage::Derive,
            Self::Pass(_) => Stage::Populate,
        }
    }
}

/// What goes on in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum RunMoment {
    Begins(Part),
    Ends(Part),
}

impl RunMoment {
    pub(super) fn of_derivation(moment: Moment) -> Self {
        match moment {
            Moment::Begins(number) => Self::Begins(Part::RecipeStep(number)),
            Moment::Ends(number) => Self::Ends(Part::RecipeStep(number)),
        }
    }
}

/// Tells of passes when they begin and end.
pub(super) struct PassWatch<'a> {
    watch: &'a mut dyn FnMut(RunMoment),
    /// The positions of those that are still to come.
    to_come: std::vec::IntoIter<usize>,
    running: Option<usize>,
}

impl<'a> PassWatch<'a> {
    pub fn new(watch: &'a mut dyn FnMut(RunMoment), passes: &[Pass]) -> Self {
        let enabled = passes.iter().enumerate().filter(|(_, pass)| pass.enabled);
        let to_come: Vec<usize> = enabled.map(|(position, _)| position).collect();
        Self { watch, to_come: to_come.into_iter(), running: None }
    }

    /// So much of populating is done.
    pub fn hear(&mut self, done: Populated<'_>, _: &Level) {
        match done {
            Populated::Items => return,
            Populated::Drawn => {}
            Populated::Pass(_) => {
                if let Some(pass) = self.running {
                    (self.watch)(RunMoment::Ends(Part::Pass(pass)));
                }
            }
        }
        self.running = self.to_come.next();
        if let Some(pass) = self.running {
            (self.watch)(RunMoment::Begins(Part::Pass(pass)));
        }
    }
}
