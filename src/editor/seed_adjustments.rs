//! Differences of a level from that of its seed alone, as sentences with commands to undo them.

use super::command::Command;
use crate::base::{Seed, counted};
use crate::document::Content;
use crate::layout::LAID_OUT_AS_BEFORE;
use crate::pipeline::Run;

/// The differences of a level from that of its seed alone; by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeedAdjustments {
    /// `true` if a part of it is kept and the rest rerolled.
    pub is_rolled: bool,
    /// Number of places pinned for this seed alone.
    pub pinned: usize,
    /// `true` if it keeps the layout from before an edit.
    pub is_held: bool,
}

impl SeedAdjustments {
    /// Returns the differences for a seed; `run` is the run that made the level.
    pub fn of(content: &Content, seed: Seed, run: Option<&Run>) -> Self {
        let is_held = |run: &Run| run.diagnostics.iter().any(|found| found.code == LAID_OUT_AS_BEFORE);
        Self {
            is_rolled: content.rolls.get(&seed).is_some_and(|rolls| !rolls.is_empty()),
            pinned: content.pins.get(&seed).map_or(0, Vec::len),
            is_held: content.previous_layouts.contains_key(&seed) && run.is_some_and(is_held),
        }
    }

    /// Returns `true` if there are no differences.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Returns each difference as a sentence, with the command that undoes it.
    pub fn explained(self) -> Vec<(String, Command)> {
        let rolled = self.is_rolled.then(|| {
            let words = "Some places are kept. The rest was rolled again around them.";
            (words.to_owned(), Command::ForgetRolls)
        });
        let pinned = (self.pinned > 0).then(|| {
            let are = if self.pinned == 1 { "is" } else { "are" };
            let words = format!("{} {are} pinned for this seed.", counted(self.pinned, "place"));
            (words, Command::ForgetPins)
        });
        let held = self.is_held.then(|| {
            let words = "The layout was held, so places stayed near their positions.";
            (words.to_owned(), Command::LayOutAnew)
        });
        [rolled, pinned, held].into_iter().flatten().collect()
    }
}
