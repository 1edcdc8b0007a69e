//! Assembles a group of places that doorways join.
//!
//! Input: the group, the sizes of its places, and the settings. Output: cores, routes of all passages within the
//! group, and exits for those that leave it; or how often each place was in the way. Pins hold if possible. Of several
//! results, the best is returned. Passages cross only if the settings allow it, and only in later attempts.

use std::collections::BTreeSet;

use super::exits::{self, GroupExit, GroupObstacles, LeavingPassage};
use super::holder::GroupPinning;
use super::jigsaw::Jigsaw;
use super::piece::openings_touch;
use super::search::{FailureCounts, Puzzle, PuzzleResult, Solution};
use crate::base::{Cell, Rect, Seed};
use crate::layout::budget::classes::GROUPS_TOGETHER;
use crate::layout::budget::doorways::group::{CELL, MOST_COMPARED, TRIES};
use crate::layout::budget::outline::ANY_ASPECT_TENTHS;
use crate::layout::drawing::{Crossing, Port, Route, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::routing::routes::{self, FailedRoutePolicy};
use crate::settings::{Bridges, LayoutSettings};

/// A group to be assembled.
pub(super) struct DoorwayGroup {
    pub places: Vec<usize>,
    /// The passages between two different places of the group.
    pub within: Vec<usize>,
    /// The ends of all other passages at its places, as pairs of passage and place.
    pub leaving: Vec<(usize, usize)>,
}

/// An assembled group. Positions are relative to a common origin.
#[derive(Clone, Debug)]
pub(super) struct AssembledGroup {
    /// The core of each place.
    pub cores: Vec<Rect>,
    /// The route of each passage within the group.
    pub routes: Vec<Route>,
    pub crossings: Vec<Crossing>,
    /// The exits of passages that leave the group; two for a passage that comes back.
    pub exits: Vec<GroupExit>,
    /// The bounding rectangle of everything.
    pub bounds: Rect,
}

/// Assembles a group so that its pins hold, if possible. Returns the best of several results.
///
/// # Errors
///
/// Returns how often each of its places was in the way.
pub(super) fn assemble(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    group: &DoorwayGroup,
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<AssembledGroup, FailureCounts> {
    let jigsaw = Jigsaw::new(problem, sizes, group);
    let free = || best_of(problem, &jigsaw, group, settings, seed);
    let pinned = jigsaw.pinned();
    if pinned.is_empty() {
        return free();
    }
    let holder = GroupPinning { problem, sizes, group, settings, seed: seed.child("pins") };
    if let Some(assembly) = holder.with_others_where_they_lay(&jigsaw, &pinned) {
        return Ok(assembly);
    }
    match pinned[..] {
        [(place, at)] => {
            let free = free()?;
            Ok(holder.within_level(&free, place, at).unwrap_or(free))
        }
        _ => holder.all_or_some(&pinned).map_or_else(free, Ok),
    }
}

/// Assembles a group several times and returns the best result.
///
/// # Errors
///
/// Returns how often each of its places was in the way.
pub(super) fn best_of(
    problem: &LayoutProblem,
    jigsaw: &Jigsaw<'_>,
    group: &DoorwayGroup,
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<AssembledGroup, FailureCounts> {
    let has_others = jigsaw.has_others();
    let most = match (jigsaw.is_held(), has_others) {
        (true, _) => 1,
        (false, true) => GROUPS_TOGETHER / group.places.len(),
        (false, false) => MOST_COMPARED,
    };
    let mut failures = vec![0; group.places.len()];
    let mut best: Option<((usize, u64), AssembledGroup)> = None;
    let mut compared = 0;
    let steps = problem.work.left();
    for attempt in 0..2 * TRIES {
        if problem.work.is_spent() || compared >= most.clamp(1, MOST_COMPARED) {
            break;
        }
        let seed = seed.numbered(attempt);
        let (number, clearance, method) = jigsaw.attempt(attempt, TRIES);
        let closer = best.as_ref().and_then(|(_, assembly)| jigsaw.closer(assembly.cells()));
        let (clearance, method) = closer.map_or((clearance, method), |closer| (1, closer));
        let puzzle = jigsaw.puzzle(clearance);
        let solution = match jigsaw.assemble(&puzzle, method, &mut failures, &mut seed.stream()) {
            PuzzleResult::Solution(solution) => solution,
            // A proof that there is no solution, so more attempts are useless.
            PuzzleResult::Nothing if best.is_none() && jigsaw.is_proof(attempt) => break,
            PuzzleResult::Nothing | PuzzleResult::GaveUp if closer.is_some() => break,
            PuzzleResult::Nothing | PuzzleResult::GaveUp => continue,
        };
        let is_late = 2 * number >= TRIES || 2 * problem.work.left() < steps;
        let may_cross = settings.bridges == Bridges::Allow && is_late;
        let last = if may_cross { FailedRoutePolicy::Cross } else { FailedRoutePolicy::Leave };
        let Some(assembly) = complete(problem, &puzzle, &solution, group, last, seed) else { continue };
        let badness = assembly.badness();
        if best.as_ref().is_none_or(|(least, _)| badness < *least) {
            best = Some((badness, assembly));
        }
        compared += 1;
    }
    best.map(|(_, assembly)| assembly).ok_or(failures)
}

/// Completes a solution with routes and exits. Returns `None` if a passage finds no route.
fn complete(
    problem: &LayoutProblem,
    puzzle: &Puzzle<'_>,
    solution: &Solution,
    group: &DoorwayGroup,
    last: FailedRoutePolicy,
    seed: Seed,
) -> Option<AssembledGroup> {
    let moved = |rect: Rect, middle: Cell| Rect::new(rect.min + middle, rect.size);
    let placed = || puzzle.pieces.iter().zip(&solution.middles);
    let cores: Vec<Rect> = placed().map(|(piece, middle)| moved(piece.core, *middle)).collect();
    let grounds: Vec<Rect> = placed().map(|(piece, middle)| moved(piece.ground, *middle)).collect();
    let ports: Vec<Vec<Port>> = puzzle.pieces.iter().map(|piece| piece.ports.clone()).collect();
    let mut by_passage: Vec<Option<Route>> = vec![None; puzzle.problem.passages.len()];
    let mut openings = Vec::new();
    for (joint, meeting) in puzzle.joints.iter().zip(&solution.meetings) {
        let pieces = joint.places.map(|place| &puzzle.pieces[place]);
        let middles = joint.places.map(|place| solution.middles[place]);
        let [door, other] = meeting.doors(pieces)?;
        openings.push(meeting.opening(pieces[0], middles[0]));
        by_passage[joint.passage] = Some(Route::new([(middles[0], &door), (middles[1], &other)], &[]));
    }
    let others: Vec<usize> = (0..by_passage.len()).filter(|passage| by_passage[*passage].is_none()).collect();
    let part = puzzle.problem.with_passages_of(&others);
    let straight = vec![None; others.len()];
    let around =
        routes::RouteObstacles { cores: &cores, grounds: &grounds, ports: &ports, straight: &straight };
    let routes = routes::around(&part, &around, last, seed.child("routes"))?;
    let is_near = |cell: &Cell| openings.iter().any(|at| openings_touch(*at, *cell));
    let inner = by_passage.iter().flatten().flat_map(|route| &route.cells);
    let kept: BTreeSet<Cell> = inner.flat_map(|cell| kept_around(*cell, &cores, &grounds)).collect();
    for (passage, route) in others.iter().zip(routes.by_passage) {
        // Only a passage of one of the doorway's places can come this close.
        let route =
            route.filter(|route| !route.cells.iter().any(|cell| is_near(cell) || kept.contains(cell)))?;
        by_passage[*passage] = Some(route);
    }
    let found: Vec<Route> = by_passage.into_iter().collect::<Option<_>>()?;
    let cells = found.iter().flat_map(|route| &route.cells).map(|cell| Rect::new(*cell, (1, 1).into()));
    let bounds = grounds.iter().copied().chain(cells).reduce(Rect::union)?;
    let surroundings = GroupObstacles {
        bounds,
        cores: &cores,
        grounds: &grounds,
        ports: ports.iter().map(Vec::as_slice).collect(),
        routes: others.iter().map(|passage| &found[*passage]).collect(),
        openings: &openings,
        kept: &kept,
    };
    let leaving: Vec<LeavingPassage> = group
        .leaving
        .iter()
        .map(|(passage, place)| {
            let local = group.places.iter().position(|other| other == place)?;
            Some(LeavingPassage {
                passage: *passage,
                place: local,
                socket: problem.passages[*passage].socket,
            })
        })
        .collect::<Option<_>>()?;
    let exits = exits::find(&surroundings, &leaving)?;
    let whole = |crossing: &Crossing| Crossing {
        over: group.within[others[crossing.over]],
        under: group.within[others[crossing.under]],
        ..*crossing
    };
    let crossings = routes.crossings.iter().map(whole).collect();
    Some(AssembledGroup { cores, routes: found, crossings, exits, bounds })
}

/// Returns the cells that other passages must not use, because of a cell of a doorway's route.
///
/// They would belong to the other passage, and the place would be cut in two.
fn kept_around(cell: Cell, cores: &[Rect], grounds: &[Rect]) -> Vec<Cell> {
    let mut kept = Vec::new();
    for (core, ground) in cores.iter().zip(grounds).filter(|(_, ground)| ground.contains(cell)) {
        if core.contains(cell) {
            continue;
        }
        kept.push(cell);
        // Beyond its radius, a place owns nothing but the route itself.
        let radius = u64::from(ground.size.width / 2);
        if core.center().distance_squared(cell) > radius * radius {
            kept.extend(cell.around());
        }
    }
    kept
}

impl AssembledGroup {
    fn cells(&self) -> u64 {
        u64::from(self.bounds.size.width) * u64::from(self.bounds.size.height)
    }

    /// Returns how bad the result is: first the crossings, then the area and the cells of passages.
    ///
    /// Elongated results count as larger.
    fn badness(&self) -> (usize, u64) {
        let (width, height) = (u64::from(self.bounds.size.width), u64::from(self.bounds.size.height));
        let (long, short) = (width.max(height), width.min(height).max(1));
        let stretched = (long * 10 / short).saturating_sub(ANY_ASPECT_TENTHS);
        let routes = self.routes.iter().map(|route| route.cells.len());
        let approaches = self.exits.iter().map(|exit| exit.outlet.approach.len());
        let cells = routes.chain(approaches).sum::<usize>() as u64;
        let area = width * height;
        (self.crossings.len(), area + area * stretched / 10 + CELL * cells)
    }
}
