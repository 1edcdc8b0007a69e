//! Places set one beside the other, as the rooms and halls of Frozen Zombies in Space: each lies on a random side of the one before it, joined with it by a straight passage of random length.
//!
//! In go the mission, the size of every place, the range of lengths and a seed; out come cores and ways for everything, and the sizes, some of them drawn again; or that there are none.
//! In the source a place follows the one that was placed before it. Here the tiles are the mission, so the mission says what follows: it is walked from its start, depth first, and the place before is the one from which the walk came. Most often that is the one placed last; where the walk turned back it is an earlier one. The option is to walk breadth first, so that all neighbours of a place are set beside it before theirs follow.
//! A place tries its sides in random order, each with a counted number of lengths and doors. Where all four are blocked its size is drawn again; where that does not help, the walk goes back: the place is set beside an earlier one, the nearest first, and its passage winds from there.
//! Passages that close cycles are laid afterwards, around all that lies there; those of the walk stay straight. What finds no way crosses others on bridges, where that is allowed.
//! Guaranteed: places and passages that do not belong together lie at least [`CLEARANCES`] apart, so that a way fits in between.
//! Not guaranteed: that all passages find a way. After a counted number of attempts, each with more space between places, there is no arrangement.

mod ground;
mod setting;
mod walk;

use std::sync::Arc;

use self::setting::Setting;
use self::walk::walk;
use super::Arrangement;
use super::problem::LayoutProblem;
use super::routes::Last;
use super::sizes::Sized;
use crate::base::{Cell, Diagnostic, Rect, Seed};
use crate::mission::{Beside, Bridges, LayoutSettings, RoomSet, Site};

/// How many cells lie at least between what does not belong together, for each attempt. Three leave room for a way, with a wall on either side.
const CLEARANCES: [u32; 6] = [3, 3, 3, 4, 5, 7];

/// How many steps all attempts together may take.
const SPRAWL_STEPS: u64 = 60_000_000;

/// How places are set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// How many cells straight passages are long.
    pub length: (u32, u32),
    pub beside: Beside,
}

/// An arrangement of all places, with the sizes that they have in it; of several the one with the fewest crossings. `None` if no attempt finds a way for every passage.
pub(super) fn arrange(
    problem: &LayoutProblem,
    sizes: &[Sized],
    manner: Manner,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
) -> Option<(Vec<Sized>, Arrangement)> {
    // Searches find no way from a place to itself.
    if problem.has_loops() {
        return None;
    }
    let problem = problem.with_work(SPRAWL_STEPS);
    let walk = walk(&problem, manner.beside);
    let last = if settings.bridges == Bridges::Allow { Last::Cross } else { Last::Leave };
    let mut best: Option<(Vec<Sized>, Arrangement)> = None;
    for (number, clearance) in CLEARANCES.into_iter().enumerate() {
        let seed = seed.numbered(number as u64);
        let mut setting = Setting::new(&problem, sizes, manner.length, clearance, seed.child("places"));
        for visit in &walk {
            setting.set(*visit, rooms, settings);
        }
        let Some(arranged) = setting.finish(last, seed.child("routes")) else { continue };
        let crossings = |arranged: &Arrangement| arranged.routes.crossings.len();
        if best.as_ref().is_none_or(|(_, best)| crossings(&arranged.1) < crossings(best)) {
            best = Some(arranged);
        }
        if best.as_ref().is_some_and(|(_, best)| crossings(best) == 0) || problem.work.is_spent() {
            break;
        }
    }
    best
}

/// What is to be said if there is no arrangement.
pub(super) fn gave_up(problem: &LayoutProblem) -> Diagnostic {
    let (places, attempts) = (problem.places.len(), CLEARANCES.len());
    if problem.has_loops() {
        let message =
            "A sprawl has no way from a place to itself; the places lie in columns and rows instead.";
        return Diagnostic::warning("sprawl-gave-up", message)
            .hint("leave out the passages that begin and end at one place");
    }
    let message = format!(
        "No sprawl of the {places} places leaves a way for every passage, in {attempts} attempts of up to {SPRAWL_STEPS} steps; they lie in columns and rows instead."
    );
    Diagnostic::warning("sprawl-gave-up", message)
        .hint("make the passages longer, let passages cross (bridges: Allow), or close fewer cycles")
}

/// The columns and the rows of the middles, counted.
fn sites(cores: &[Rect]) -> Vec<Site> {
    let rank = |of: fn(Cell) -> i32| {
        let mut lines: Vec<i32> = cores.iter().map(|core| of(core.center())).collect();
        lines.sort_unstable();
        lines.dedup();
        move |cell: Cell| lines.partition_point(|line| *line < of(cell)) as i32
    };
    let (column, row) = (rank(|cell| cell.x), rank(|cell| cell.y));
    let site = |core: &Rect| Site { x: column(core.center()), y: row(core.center()) };
    cores.iter().map(site).collect()
}

#[cfg(test)]
mod tests;
