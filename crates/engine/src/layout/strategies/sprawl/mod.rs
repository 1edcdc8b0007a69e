//! Sprawl: sets one place after another next to an earlier one, like the rooms and halls of *Frozen Zombies in
//! Space*.
//!
//! In: the mission, the size of every place, the range of lengths and a seed. Out: an arrangement, with sizes of
//! which some may have been drawn again, or nothing.
//! In the source, each place follows the one placed last. Here the mission is walked from its start, depth or breadth
//! first. Each place lies on a random side of the one from which the walk came, at the end of a straight passage of
//! random length, which stays the same while sides and ports are tried. If all sides are blocked, its size is drawn
//! again, and at last its length. If that fails, it is set near an earlier place,
//! and its passage winds.
//! If a passage then has no route, the walk is repeated with backtracking. A tree that fails is spread: each branch
//! gets ground of its own, and passages are as long as necessary.
//! Passages that close cycles are routed last, around everything, or over bridges if allowed.
//! Guaranteed: unrelated places and passages are at least [`CLEARANCES`] apart, so a route fits in between.
//! Not guaranteed: a route for every passage. After a counted number of attempts, there is no arrangement.

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
use crate::base::{Diagnostic, Seed, Size};
use crate::layout::budget::classes::LARGE_TREE;
use crate::layout::budget::sprawl::{
    CLEARANCES, HOPELESS, MOST_STRAIGHT, RETREAT_CLEARANCES, RETREAT_STEPS, SPRAWL_STEPS,
};
use crate::layout::drawing::{Arrangement, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::routing::routes::FailedRoutePolicy;
use crate::rooms::RoomSet;
use crate::settings::{Bridges, LayoutSettings, SprawlNeighbour};

/// The settings of a sprawl.
#[derive(Clone, Copy, Debug)]
pub(in crate::layout) struct SprawlSettings {
    /// Minimum and maximum length of straight passages, in cells.
    pub length: (u32, u32),
    pub beside: SprawlNeighbour,
}

/// Arranges all places, and returns the attempt with the fewest crossings, with its sizes.
///
/// Returns `None` if no attempt finds a route for every passage.
pub(in crate::layout) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    sprawl_settings: SprawlSettings,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
) -> Option<(Vec<SizedPlace>, Arrangement)> {
    // Routing does not support loops.
    if problem.has_loops() {
        return None;
    }
    let problem = problem.with_work(SPRAWL_STEPS);
    let walk = walk(&problem, sprawl_settings.beside);
    let last =
        if settings.bridges == Bridges::Allow { FailedRoutePolicy::Cross } else { FailedRoutePolicy::Leave };
    let is_done = |best: &Option<SizedArrangement>| best.as_ref().is_some_and(|best| crossings(best) == 0);
    let mut best: Option<SizedArrangement> = None;
    let lacking = most_crowded(&problem, sizes).map_or(0, |crowd| crowd.lacking);
    if lacking > HOPELESS {
        return None;
    }
    // Backtracking can make all passages of a tree straight, unless a place has too many.
    let is_tree = is_forest(&problem);
    let goes_back = is_tree && lacking == 0;
    let attempts = if goes_back { 1 } else { CLEARANCES.len() };
    let attempt = |best: &mut Option<SizedArrangement>, numbers: Range<usize>| {
        for (number, clearance) in CLEARANCES.into_iter().enumerate().filter(|(n, _)| numbers.contains(n)) {
            let seed = seed.numbered(number as u64);
            let mut setting =
                PartialSprawl::new(&problem, sizes, sprawl_settings.length, clearance, seed.child("places"));
            for visit in &walk {
                setting.set(*visit, rooms, settings);
            }
            // Searching for routes in a large tree is slow and in vain.
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
        let mut setting =
            PartialSprawl::new(&again, sizes, sprawl_settings.length, clearance, seed.child("places"));
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
        let mut setting =
            PartialSprawl::new(&again, sizes, sprawl_settings.length, RETREAT_CLEARANCES[0], seed);
        if setting.spread(&walk, &mut seed.child("branches").stream()) {
            best = setting.finish(last, seed.child("routes"));
        }
    }
    if best.is_none() {
        attempt(&mut best, attempts..CLEARANCES.len());
    }
    best
}

/// An arrangement and the sizes of its places.
type SizedArrangement = (Vec<SizedPlace>, Arrangement);

fn crossings((_, arranged): &SizedArrangement) -> usize {
    arranged.routes.crossings.len()
}

/// Keeps the arrangement with fewer crossings; the earlier one breaks ties.
fn keep_better(best: &mut Option<SizedArrangement>, arranged: Option<SizedArrangement>) {
    let Some(arranged) = arranged else { return };
    if best.as_ref().is_none_or(|best| crossings(&arranged) < crossings(best)) {
        *best = Some(arranged);
    }
}

/// Returns `true` if too many passages wind: between places as close together as in a tree, they have no routes.
fn winds_too_much(setting: &PartialSprawl<'_>) -> bool {
    setting.winding() * MOST_STRAIGHT > setting.problem.passages.len()
}

/// Returns `true` if no passage closes a cycle.
fn is_forest(problem: &LayoutProblem) -> bool {
    // Disconnected missions are reported elsewhere.
    problem.passages.len() < problem.places.len()
}

/// Returns the warning that no sprawl was found.
pub(in crate::layout) fn gave_up(problem: &LayoutProblem, sizes: &[SizedPlace]) -> Diagnostic {
    let places = problem.places.len();
    let warning = |message: String| Diagnostic::warning("sprawl-gave-up", message);
    if problem.has_loops() {
        let message = "A sprawl has no way from a place to itself, so the places lie in columns and rows.";
        return warning(message.to_owned()).hint("Delete the passages that begin and end at one place.");
    }
    if let Some(crowded) = crowded(problem, sizes) {
        return crowded;
    }
    let message = format!(
        "No sprawl of the {places} places leaves a way for every passage, so they lie in columns and rows."
    );
    if is_forest(problem) {
        return warning(message).hint("Make the passages longer.");
    }
    warning(message).hint("Make the passages longer.")
}

/// A place next to which too many others should lie.
struct CrowdedPlace {
    place: usize,
    /// Number of neighbours without room.
    lacking: usize,
    /// The size of the place at its largest.
    core: Size,
    /// Minimum width or height of its neighbours.
    beside: u32,
}

/// Returns the place with the most neighbours without room, even at its largest size.
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

/// Returns the warning about that place, if its neighbours lack room.
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
            .hint(format!("Make it {side} × {side} cells large."));
        problem.about([place], found)
    })
}

#[cfg(test)]
mod tests;
