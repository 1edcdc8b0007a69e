//! Drafts of a level with kept places.

use super::LevelDraft;
use crate::base::Cell;
use crate::level::{Entity, Level};
use crate::populate::frozen::KeptThings;

impl LevelDraft<'_> {
    /// Keeps the contents that the plan's kept places had in an earlier level.
    #[must_use]
    pub fn keeping(self, earlier: &Level) -> Self {
        let kept = KeptThings::new(self.plan, &self.level, earlier);
        Self { kept, ..self }
    }

    /// Returns the contents kept of an earlier level.
    pub(in crate::populate) fn kept(&self) -> &KeptThings {
        &self.kept
    }

    /// Returns the contents kept of an earlier level, for writing.
    pub(in crate::populate) fn kept_mut(&mut self) -> &mut KeptThings {
        &mut self.kept
    }

    /// Returns `true` if the cell belongs to a kept place, so that nothing new can be placed there.
    pub(in crate::populate) fn is_closed(&self, cell: Cell) -> bool {
        let place = || self.level.owner(cell).place();
        !self.kept.replays && place().is_some_and(|place| self.kept.holds(place))
    }

    /// Returns the cells where the present pass has placed entities of that kind so far.
    pub fn placed(&self, kind: &str) -> Vec<Cell> {
        let pass = self.level.populate.last().map(|pass| &pass.name);
        let is_own = |entity: &&Entity| entity.kind == kind && entity.pass.as_ref() == pass;
        self.level.entities.iter().filter(is_own).map(|entity| entity.at).collect()
    }
}
