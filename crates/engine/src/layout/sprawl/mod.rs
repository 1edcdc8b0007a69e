//! Places set one beside the other, as the rooms and halls of Frozen Zombies in Space: each lies on a random
//! side of the one before it, joined with it by a straight passage of random length.
//!
//! In go the mission, the size of every place, the range of lengths and a seed; out come cores and ways for
//! everything, and the sizes, some of them drawn again; or that there are none.
//! In the source a place follows the one that was placed before it. Here the tiles are the mission, so the
//! mission says what follows: it is walked from its start, depth first, and the place before is the one from
//! which the walk came. Most often that is the one placed last; where the walk turned back it is an earlier
//! one. The option is to walk breadth first, so that all neighbours of a place are set beside it before
//! theirs follow.
//! A place tries its sides in random order, each with a counted number of lengths and doors. Where all four
//! are blocked its size is drawn again; where that does not help, it is set beside an earlier one, the
//! nearest first, and its passage winds from there. Where a passage then finds no way, everything is set
//! anew, and now the walk goes back: what is in the way is taken back and set on other sides. A tree whose
//! branches are too many for that is spread: each branch gets ground of its own, and passages become as long
//! as that takes.
//! Passages that close cycles are laid afterwards, around all that lies there; those of the walk stay
//! straight. What finds no way crosses others on bridges, where that is allowed.
//! Guaranteed: places and passages that do not belong together lie at least [`CLEARANCES`] apart, so that a
//! way fits in between.
//! Not guaranteed: that all passages find a way. After a counted number of attempts, each with more space
//! between places, there is no arrangement.

mod ground;
mod retreat;
mod setting;
mod walk;

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use self::retreat::{least_beside, room_around, side_for};
use self::setting::PartialSprawl;
use self::walk::walk;
use super::problem::LayoutProblem;
use super::routes::FailedRoutePolicy;
use crate::base::{Diagnostic, Seed, Size};
use crate::layout::budget::classes::LARGE_TREE;
use crate::layout::budget::sprawl::{
    CLEARANCES, HOPELESS, MOST_STRAIGHT, RETREAT_CLEARANCES, RETREAT_STEPS, SPRAWL_STEPS,
};
use crate::layout::drawing::{Arrangement, SizedPlace};
use crate::rooms::RoomSet;
use crate::settings::{Bridges, LayoutSettings, SprawlNeighbour};

/// How places are set.
#[derive(Clone, Copy, Debug)]
pub(super) struct SprawlSettings {
    /// How many cells straight passages are long.
    pub length: (u32, u32),
    pub beside: SprawlNeighbour,
}

/// An arrangement of all places, with the sizes that they have in it; of several the one with the fewest
/// crossings. `None` if no attempt finds a way for every passage.
pub(super) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    manner: SprawlSettings,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
) -> Option<(Vec<SizedPlace>, Arrangement)> {
    // Searches find no way from a place to itself.
    if problem.has_loops() {
        return None;
    }
    let problem = problem.with_work(SPRAWL_STEPS);
    let walk = walk(&problem, manner.beside);
    let last =
        if settings.bridges == Bridges::Allow { FailedRoutePolicy::Cross } else { FailedRoutePolicy::Leave };
    let is_done = |best: &Option<SizedArrangement>| best.as_ref().is_some_and(|best| crossings(best) == 0);
    let mut best: Option<SizedArrangement> = None;
    let lacking = most_crowded(&problem, sizes).map_or(0, |crowd| crowd.lacking);
    if lacking > HOPELESS {
        return None;
    }
    // Without cycles every passage can be straight, if one goes back, unless a place has too many.
    let is_tree = is_forest(&problem);
    let goes_back = is_tree && lacking == 0;
    let attempts = if goes_back { 1 } else { CLEARANCES.len() };
    let attempt = |best: &mut Option<SizedArrangement>, numbers: Range<usize>| {
        for (number, clearance) in CLEARANCES.into_iter().enumerate().filter(|(n, _)| numbers.contains(n)) {
            let seed = seed.numbered(number as u64);
            let mut setting =
                PartialSprawl::new(&problem, sizes, manner.length, clearance, seed.child("places"));
            for visit in &walk {
                setting.set(*visit, rooms, settings);
            }
            // In a large tree searching for ways is in vain, and takes long.
            let is_hopeless = is_tree && problem.places.len() > LARGE_TREE && winds_too_much(&setting);
            if !is_hopeless {
                keep_better(best, setting.finish(last, seed.child("routes")));
            }
            if is_done(best) || problem.work.is_spent() {
                break;
            }
        }
    };
    attempt(&mut best, 0..attempts);
    if is_done(&best) || (best.is_some() && !goes_back) {
        return best;
    }
    let again = problem.with_work(RETREAT_STEPS);
    for (number, clearance) in RETREAT_CLEARANCES.into_iter().enumerate() {
        let seed = seed.child("back").numbered(number as u64);
        let mut setting = PartialSprawl::new(&again, sizes, manner.length, clearance, seed.child("places"));
        setting.set_all(&walk, rooms, settings);
        if is_tree && winds_too_much(&setting) {
            break;
        }
        keep_better(&mut best, setting.finish(last, seed.child("routes")));
        if is_done(&best) || again.work.is_spent() {
            break;
        }
    }
    if best.is_none() && is_tree {
        let seed = seed.child("spread");
        let again = problem.with_work(RETREAT_STEPS);
        let mut setting = PartialSprawl::new(&again, sizes, manner.length, RETREAT_CLEARANCES[0], seed);
        if setting.spread(&walk, &mut seed.child("branches").stream()) {
            best = setting.finish(last, seed.child("routes"));
        }
    }
    if best.is_none() {
        attempt(&mut best, attempts..CLEARANCES.len());
    }
    best
}

/// An arrangement with the sizes that places have in it.
type SizedArrangement = (Vec<SizedPlace>, Arrangement);

fn crossings((_, arranged): &SizedArrangement) -> usize {
    arranged.routes.crossings.len()
}

/// Keeps the arrangement with fewer crossings, the earlier of equal ones.
fn keep_better(best: &mut Option<SizedArrangement>, arranged: Option<SizedArrangement>) {
    let Some(arranged) = arranged else { return };
    if best.as_ref().is_none_or(|best| crossings(&arranged) < crossings(best)) {
        *best = Some(arranged);
    }
}

/// Are there more winding passages than find ways between what lies as near together as in a tree?
fn winds_too_much(setting: &PartialSprawl<'_>) -> bool {
    setting.winding() * MOST_STRAIGHT > setting.problem.passages.len()
}

/// Does no passage close a cycle?
fn is_forest(problem: &LayoutProblem) -> bool {
    // What is in several pieces is explained elsewhere.
    problem.passages.len() < problem.places.len()
}

/// What is to be said if there is no arrangement.
pub(super) fn gave_up(problem: &LayoutProblem, sizes: &[SizedPlace]) -> Diagnostic {
    let places = problem.places.len();
    let warning = |message: String| Diagnostic::warning("sprawl-gave-up", message);
    if problem.has_loops() {
        let message = "A sprawl has no way from a place to itself, so the places lie in columns and rows.";
        return warning(message.to_owned()).hint("delete the passages that begin and end at one place");
    }
    if let Some(crowded) = crowded(problem, sizes) {
        return crowded;
    }
    let message = format!(
        "No sprawl of the {places} places leaves a way for every passage, so they lie in columns and rows."
    );
    if is_forest(problem) {
        return warning(message).hint("make the passages longer, or the places smaller");
    }
    warning(message).hint("make the passages longer, let passages cross, or close fewer cycles")
}

/// A place beside which too many others are to lie.
struct CrowdedPlace {
    place: usize,
    /// So many find no room.
    lacking: usize,
    /// The place at its largest.
    core: Size,
    /// How wide or high those beside it are at least.
    beside: u32,
}

/// The place beside which most find no room, even if it is as large as it can be.
fn most_crowded(problem: &LayoutProblem, sizes: &[SizedPlace]) -> Option<CrowdedPlace> {
    let crowd = |place: usize| {
        let (drawn, most) = (sizes[place].core, problem.places[place].form.most_size());
        let most = most.unwrap_or(drawn);
        let core = Size::new(most.width.max(drawn.width), most.height.max(drawn.height));
        let beside = least_beside(problem, sizes, place);
        let room = room_around(core, beside, RETREAT_CLEARANCES[0]);
        CrowdedPlace { place, lacking: problem.places[place].degree().saturating_sub(room), core, beside }
    };
    (0..problem.places.len()).map(crowd).max_by_key(|crowd| (crowd.lacking, Reverse(crowd.place)))
}

/// What is to be said of that place, if there is one.
fn crowded(problem: &LayoutProblem, sizes: &[SizedPlace]) -> Option<Diagnostic> {
    let CrowdedPlace { place, lacking, core, beside } = most_crowded(problem, sizes)?;
    (lacking > 0).then(|| {
        let (name, degree) = (problem.name(place), problem.places[place].degree());
        let (Size { width, height }, room) = (core, degree - lacking);
        let message = format!(
            "{name} has {degree} passages, but with {width} × {height} cells it has room for about {room} neighbours. The places lie in columns and rows."
        );
        let side = side_for(degree, beside, RETREAT_CLEARANCES[0]);
        let found = Diagnostic::warning("sprawl-gave-up", message)
            .hint(format!("make it {side} × {side} cells large, or give it fewer passages"));
        problem.about([place], found)
    })
}

#[cfg(test)]
mod tests;
