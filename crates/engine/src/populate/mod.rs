//! Populating turns a space into a [`Level`]: entities, drawn tiles, and all data for games and the checker.
//!
//! Input: the formed space with its plan, and the mission. Output: a level without its report.
//! First the level is assembled without entities. Then a [`LevelDraft`] adds the items of the mission,
//! everything that authors drew, and the passes of the grammar.
//!
//! Every entity is on a walkable cell of its place, and no pass breaks a promise.

mod draft;
mod drawn;
mod floors;
mod items;
mod frozen;
mod legend;
mod passes;
mod record;
mod starts;
mod themes;

use std::collections::BTreeMap;

use crate::base::{Cancelled, Color, Outcome, Seed, StageContext};
use crate::level::Level;
use crate::settings::{Movement, Pass, Roll};

pub use draft::LevelDraft;

/// Returns the colour of a thing that dressing draws.
pub fn color_of_prop(name: &str) -> Color {
    passes::symbol_of(name).color
}

/// General data of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelHeader {
    /// The grammar's name.
    pub grammar: String,
    /// The seed of the run.
    pub seed: Seed,
    /// The rolls since then, in order.
    pub rolls: Vec<Roll>,
    /// The values of the grammar's variables.
    pub variables: BTreeMap<String, i64>,
    /// The steps that a walker can take.
    pub movement: Movement,
    /// The theme of the grammar; empty: none.
    pub theme: String,
}

/// The part of populating that has just been done.
#[derive(Clone, Copy, Debug)]
pub enum Populated<'a> {
    /// The items of the mission are in their places.
    Items,
    /// Everything that the authors of rooms drew is placed.
    Drawn,
    /// A pass of the grammar has run.
    Pass(&'a Pass),
}

/// The surroundings of populating. The watcher gets the level after each part.
pub type PopulateContext<'a> = StageContext<'a, dyn FnMut(Populated<'_>, &Level) + 'a>;

/// Populates the record of a level: items of the mission, then drawn entities of rooms, then the passes of the
/// grammar in order.
///
/// Each pass has its own random stream, chosen by its name.
/// A different order, or a disabled pass, leaves the streams of the others unchanged.
///
/// # Errors
/// Returns an error if the token is stopped before the level is done.
pub fn populate(
    mut draft: LevelDraft<'_>,
    passes: &[Pass],
    seed: Seed,
    context: PopulateContext<'_>,
) -> Result<Outcome<Level>, Cancelled> {
    let StageContext { stop, ceilings, watcher, .. } = context;
    draft.limit(ceilings);
    let mut nobody = |_: Populated<'_>, _: &Level| {};
    let watch: &mut dyn FnMut(Populated<'_>, &Level) = match watcher {
        Some(watch) => watch,
        None => &mut nobody,
    };
    items::run(&mut draft, seed.child("items"));
    watch(Populated::Items, draft.level());
    drawn::run(&mut draft);
    watch(Populated::Drawn, draft.level());
    for pass in passes.iter().filter(|pass| pass.enabled) {
        passes::run(&mut draft, pass, seed.child("pass").child(&pass.name));
        watch(Populated::Pass(pass), draft.level());
    }
    stop.unless_stopped(draft.finish())
}
