//! Populating turns a space into a [`Level`]: what lies where, and everything that a game and the checker need to know.
//!
//! In: the formed space with its plan, and the mission. Out: a level without its report.
//! First the record of the level is assembled, in which nothing lies; then items, what authors drew, and the passes of the grammar come into it as a [`Draft`].
//! Guaranteed: an entity lies on a walkable cell of its place, and no pass breaks a promise.

mod clearable;
mod draft;
mod drawn;
mod floors;
mod items;
mod kept;
mod legend;
mod passes;
mod record;
mod starts;

use crate::base::{Outcome, Seed};
use crate::layout::Plan;
use crate::level::Level;
use crate::mission::{Alphabet, Mission};
use crate::settings::{Movement, Pass, Roll};
use crate::space::Space;

pub use draft::Draft;

/// What stands at the head of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The grammar's name.
    pub grammar: String,
    /// The seed of the run.
    pub seed: Seed,
    /// What was made anew since, one after the other.
    pub rolls: Vec<Roll>,
    /// Which steps a walker can take.
    pub movement: Movement,
}

/// What of populating has just been done.
#[derive(Clone, Copy, Debug)]
pub enum Populated<'a> {
    /// The items of the mission lie in their places.
    Items,
    /// So does what the authors of rooms drew.
    Drawn,
    /// A pass of the grammar has run.
    Pass(&'a Pass),
}

/// Populates a space: items of the mission, then what the authors of rooms drew, then the passes of the grammar in their order.
///
/// Each pass has a random stream of its own, by its name: another order, or a pass that is off, leaves the streams of the others as they are.
///
/// # Panics
/// If plan and space were not made from this mission and alphabet.
pub fn populate(
    space: &Space,
    plan: &Plan,
    mission: &Mission,
    alphabet: &Alphabet,
    passes: &[Pass],
    heading: Heading,
    seed: Seed,
) -> Outcome<Level> {
    let draft = Draft::new(space, plan, mission, alphabet, heading);
    populate_watched(draft, passes, seed, |_, _| {})
}

/// Populates the record of a level in which nothing lies yet; `watch` sees the level after each part, and changes nothing.
pub fn populate_watched(
    mut draft: Draft<'_>,
    passes: &[Pass],
    seed: Seed,
    mut watch: impl FnMut(Populated<'_>, &Level),
) -> Outcome<Level> {
    items::run(&mut draft, seed.child("items"));
    watch(Populated::Items, draft.level());
    drawn::run(&mut draft);
    watch(Populated::Drawn, draft.level());
    for pass in passes.iter().filter(|pass| pass.enabled) {
        passes::run(&mut draft, pass, seed.child("pass").child(&pass.name));
        watch(Populated::Pass(pass), draft.level());
    }
    draft.finish()
}
