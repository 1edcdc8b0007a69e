//! A draft of a level of which places are kept.

use super::Draft;
use crate::base::Cell;
use crate::level::{Entity, Level};
use crate::populate::kept::KeptThings;

impl Draft<'_> {
    /// The same level, in which the places that its plan keeps hold what they held in an earlier one.
    #[must_use]
    pub fn keeping(self, earlier: &Level) -> Self {
        let kept = KeptThings::new(self.plan, &self.level, earlier);
        Self { kept, ..self }
    }

    /// What is kept of an earlier level.
    pub(in crate::populate) fn kept(&self) -> &KeptThings {
        &self.kept
    }

    /// The same, to be changed.
    pub(in crate::populate) fn kept_mut(&mut self) -> &mut KeptThings {
        &mut self.kept
    }

    /// Does the cell belong to a place that is kept, so that nothing new can come there?
    pub(in crate::populate) fn is_closed(&self, cell: Cell) -> bool {
        let place = || self.level.owner(cell).place();
        !self.kept.replays && place().is_some_and(|place| self.kept.holds(place))
    }

    /// The cells where the present pass has placed so far what is of that kind.
    pub fn placed(&self, kind: &str) -> Vec<Cell> {
        let pass = self.level.populate.last().map(|pass| &pass.name);
        let is_own = |entity: &&Entity| entity.kind == kind && entity.pass.as_ref() == pass;
        self.level.entities.iter().filter(is_own).map(|entity| entity.at).collect()
    }
}
