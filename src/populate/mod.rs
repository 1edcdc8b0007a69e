//! Populating turns a space into a [`Level`]: what lies where, and everything that a game and the checker need to know.
//!
//! In: the formed space with its plan, and the mission. Out: a level without its report.
//! First the record of the level is assembled, in which nothing lies; then one pass after the other works on it as a [`Draft`].
//! Guaranteed: an entity lies on a walkable cell of its place, and no pass breaks a promise that held before it.

mod draft;
mod drawn;
mod items;
mod legend;
mod record;

use crate::base::{Outcome, Seed};
use crate::layout::Plan;
use crate::level::Level;
use crate::mission::{Alphabet, Mission, Movement};
use crate::space::Space;

pub use draft::Draft;

/// What stands at the head of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The grammar's name.
    pub grammar: String,
    /// The seed of the run.
    pub seed: Seed,
    /// Which steps a walker can take.
    pub movement: Movement,
}

/// A step of populating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Mission nodes without a form are placed in the places that contain them.
    Items,
    /// Entities and markers appear where the authors of rooms drew them.
    Drawn,
}

impl Pass {
    /// All passes, in the order in which they run.
    pub const ALL: [Self; 2] = [Self::Items, Self::Drawn];

    /// The label of its random stream: with another, its placements change in every level.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Items => "items",
            Self::Drawn => "drawn",
        }
    }

    /// Works on a draft. `seed` is the pass's own.
    pub fn run(self, draft: &mut Draft<'_>, seed: Seed) {
        match self {
            Self::Items => items::run(draft, seed),
            Self::Drawn => drawn::run(draft),
        }
    }
}

/// Populates a space.
///
/// # Panics
/// If plan and space were not made from this mission and alphabet.
pub fn populate(
    space: &Space,
    plan: &Plan,
    mission: &Mission,
    alphabet: &Alphabet,
    heading: Heading,
    seed: Seed,
) -> Outcome<Level> {
    let mut draft = Draft::new(space, plan, mission, alphabet, heading);
    for pass in Pass::ALL {
        pass.run(&mut draft, seed.child(pass.label()));
    }
    draft.finish()
}
