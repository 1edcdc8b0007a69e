//! A group of places that doorways join: put together, with all passages between them, and with a way out for those that leave it.

use std::collections::BTreeSet;

use super::exits::{self, Exit, Leaving, Surroundings};
use super::piece::{Joint, Piece, openings_touch};
use super::search::placing::{self, Manner};
use super::search::{Blame, Found, Puzzle, Solution, sides};
use crate::base::{Cell, Rect, Seed, Size};
use crate::layout::outline::Outline;
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::{self, Crossing, Last, Port, Routes, Way};
use crate::layout::sizes::Sized;
use crate::level::PassageForm;
use crate::mission::{Bridges, LayoutSettings};

/// How often places are put together in either way.
pub(super) const TRIES: u64 = 12;

/// There is time for so many of them at least: by sides, and one place after the other.
const LEAST_TRIES: u64 = 3;
const LEAST_PLACINGS: u64 = 12;

/// Of how many places at most how they lie to each other is decided before any has a place: what is known of every two of them would be too much.
const MOST_BY_SIDES: usize = 300;

/// How many groups are compared, and if other passages lead through them or out of them, of how many places together at most.
const MOST_COMPARED: usize = 6;
const MOST_PLACES: usize = 120;

/// How many cells lie at least between places that no doorway joins, one try after the other, where other passages have to find their way.
const CLEARANCES: [u32; 8] = [1, 3, 1, 3, 5, 7, 9, 12];

/// How much room a group gets, one try after the other: in tenths of what its places fill with the distances between them, or as much as it can need.
const ROOMS: [Option<u64>; 6] = [Some(15), Some(20), Some(30), None, Some(45), None];

/// A group is sparse that takes more than so many times what its places fill: then it pays to look longer for one that takes less.
const SPARSE: u64 = 2;

/// The attempt that finds out whether there is any way, with as little distance and as much room as can be.
const PROOF_ATTEMPT: u64 = 7;
const PROOF_DECISIONS: u64 = 10_000;

/// How many decisions the first try takes at most: so many, and so many for each place. Every later one has as many more.
const DECISIONS: u64 = 300;
const DECISIONS_A_PLACE: u64 = 5;

/// What is assembled.
pub(super) struct Group {
    pub places: Vec<usize>,
    /// The passages between two different places of it.
    pub within: Vec<usize>,
    /// The ends of all others: the passage and the place.
    pub leaving: Vec<(usize, usize)>,
}

/// A group put together.
#[derive(Clone, Debug)]
pub(super) struct Assembly {
    /// For each place of the group.
    pub cores: Vec<Rect>,
    /// For each passage within it.
    pub ways: Vec<Way>,
    pub crossings: Vec<Crossing>,
    /// One for each passage that leaves, twice for one that comes back.
    pub exits: Vec<Exit>,
    /// All of it.
    pub bounds: Rect,
}

/// Why a group is not put together.
pub(super) struct Failure {
    /// How often each of its places was in the way.
    pub blame: Blame,
    /// Is there no way, however long one looks?
    pub is_certain: bool,
}

/// Puts a group together, of several results the best.
///
/// # Errors
/// What was in the way.
pub(super) fn assemble(
    problem: &LayoutProblem,
    sizes: &[Sized],
    group: &Group,
    settings: &LayoutSettings,
    tries: u64,
    seed: Seed,
) -> Result<Assembly, Failure> {
    let part = problem.part(&group.places, &group.within);
    let sizes: Vec<&Sized> = group.places.iter().map(|place| &sizes[*place]).collect();
    let pieces: Vec<Piece> = sizes.iter().map(|sized| Piece::new(sized)).collect();
    let doorways =
        (0..part.passages.len()).filter(|passage| part.passages[*passage].form == PassageForm::Doorway);
    let joints: Vec<Joint> = doorways.map(|passage| Joint::new(&part, &pieces, passage)).collect();
    let others = other_kinds(problem, group, &part);
    let has_others = !group.leaving.is_empty() || joints.len() < part.passages.len();
    let mut blame = vec![0; pieces.len()];
    let mut best: Option<((usize, u64), Assembly)> = None;
    let mut compared = 0;
    let steps = problem.work.left();
    let most_steps = steps / LEAST_TRIES;
    let once = DECISIONS + DECISIONS_A_PLACE * pieces.len() as u64;
    for attempt in 0..2 * tries {
        if problem.work.is_spent() {
            break;
        }
        // What other passages lead out of is seldom put together by sides if not one place after the other.
        let (is_by_sides, number) = match has_others {
            true => (attempt >= tries, attempt % tries),
            false => (attempt.is_multiple_of(2), attempt / 2),
        };
        let seed = seed.numbered(attempt);
        let is_proof = attempt == PROOF_ATTEMPT;
        let clearance =
            if has_others && !is_proof { CLEARANCES[number as usize % CLEARANCES.len()] } else { 1 };
        let puzzle = Puzzle::new(&part, &pieces, &joints, others.clone(), clearance);
        let in_room = |cells: Option<u64>| cells.map(|cells| room_of(problem, group, &pieces, cells));
        let random = &mut seed.stream();
        let found = if let Some((_, assembly)) =
            best.as_ref().filter(|_| !has_others && pieces.len() <= MOST_BY_SIDES)
        {
            let (cells, is_sparse) = (assembly.cells(), assembly.cells() > SPARSE * filled(&pieces, 1));
            let (percent, decisions) = if is_sparse { (70, 6 * once) } else { (88, once / 2) };
            let room = in_room(Some(cells * percent / 100));
            sides::put_together(&puzzle, room, decisions, most_steps, &mut blame, random)
        } else if is_proof && pieces.len() <= MOST_BY_SIDES {
            sides::put_together(&puzzle, None, PROOF_DECISIONS, most_steps, &mut blame, random)
        } else if !is_by_sides || pieces.len() > MOST_BY_SIDES {
            let manner = Manner::of_try(number);
            placing::put_together(&puzzle, manner, steps / LEAST_PLACINGS, &mut blame, random)
                .map_or(Found::GaveUp, Found::Solution)
        } else {
            // What other passages lead out of must not be too close.
            let tenths = ROOMS[number as usize % ROOMS.len()].filter(|_| !has_others);
            let room = in_room(tenths.map(|tenths| filled(&pieces, clearance) * tenths / 10));
            sides::put_together(&puzzle, room, once * (number + 1), most_steps, &mut blame, random)
        };
        let solution = match found {
            Found::Solution(solution) => solution,
            Found::Nothing if is_proof && best.is_none() => {
                return Err(Failure { blame, is_certain: true });
            }
            Found::Nothing | Found::GaveUp if best.is_some() && !has_others => break,
            Found::Nothing | Found::GaveUp => continue,
        };
        let is_late = 2 * number >= tries || 2 * problem.work.left() < steps;
        let may_cross = settings.bridges == Bridges::Allow && is_late;
        let last = if may_cross { Last::Cross } else { Last::Leave };
        let Some(assembly) = complete(problem, &puzzle, &solution, group, last, seed) else { continue };
        let badness = assembly.badness();
        if best.as_ref().is_none_or(|(least, _)| badness < *least) {
            best = Some((badness, assembly));
        }
        compared += 1;
        let most = if has_others { MOST_PLACES / group.places.len() } else { MOST_COMPARED };
        if compared >= most.clamp(1, MOST_COMPARED) {
            break;
        }
    }
    best.map(|(_, assembly)| assembly).ok_or(Failure { blame, is_certain: false })
}

/// How many cells pieces fill with the distances between them.
fn filled(pieces: &[Piece], clearance: u32) -> u64 {
    let wide = |length: u32| u64::from(length + clearance);
    pieces.iter().map(|piece| wide(piece.ground.size.width) * wide(piece.ground.size.height)).sum()
}

/// The room that a group gets: of so many cells or more, and of the shape that the level should have if it is all there is.
fn room_of(problem: &LayoutProblem, group: &Group, pieces: &[Piece], cells: u64) -> Size {
    let is_all = group.places.len() == problem.places.len();
    let percent = if is_all { Outline::new(problem).wide_percent(false) } else { 100 };
    let width = (cells * percent / 100).isqrt().max(1);
    let height = cells / width;
    let largest =
        |of: fn(Size) -> u32| pieces.iter().map(|piece| of(piece.ground.size)).max().unwrap_or_default();
    let (least_width, least_height) = (largest(|size| size.width), largest(|size| size.height));
    Size::new((width as u32).max(least_width), (height as u32).max(least_height))
}

/// For each place the kinds of sockets that its passages name which are no doorways.
fn other_kinds<'a>(
    problem: &LayoutProblem<'a>,
    group: &Group,
    part: &LayoutProblem<'a>,
) -> Vec<Vec<Option<&'a str>>> {
    let of_place = |(local, place): (usize, &usize)| {
        let within = part.places[local].passages.iter().map(|passage| &part.passages[*passage]);
        let corridors = within.filter(|passage| passage.form != PassageForm::Doorway);
        let leaving = group.leaving.iter().filter(|(_, from)| from == place);
        corridors
            .map(|passage| passage.socket)
            .chain(leaving.map(|(passage, _)| problem.passages[*passage].socket))
            .collect()
    };
    group.places.iter().enumerate().map(of_place).collect()
}

/// The group with all its passages; `None` if some find no way.
fn complete(
    problem: &LayoutProblem,
    puzzle: &Puzzle<'_>,
    solution: &Solution,
    group: &Group,
    last: Last,
    seed: Seed,
) -> Option<Assembly> {
    let moved = |rect: Rect, middle: Cell| Rect::new(rect.min + middle, rect.size);
    let placed = || puzzle.pieces.iter().zip(&solution.middles);
    let cores: Vec<Rect> = placed().map(|(piece, middle)| moved(piece.core, *middle)).collect();
    let grounds: Vec<Rect> = placed().map(|(piece, middle)| moved(piece.ground, *middle)).collect();
    let ports: Vec<Vec<Port>> = puzzle.pieces.iter().map(|piece| piece.ports.clone()).collect();
    let mut ways: Vec<Option<Way>> = vec![None; puzzle.problem.passages.len()];
    let mut openings = Vec::new();
    for (joint, meeting) in puzzle.joints.iter().zip(&solution.meetings) {
        let pieces = joint.places.map(|place| &puzzle.pieces[place]);
        let middles = joint.places.map(|place| solution.middles[place]);
        let [door, other] = meeting.doors(pieces)?;
        openings.push(meeting.opening(pieces[0], middles[0]));
        ways[joint.passage] = Some(Way::new([(middles[0], &door), (middles[1], &other)], &[]));
    }
    let others: Vec<usize> = (0..ways.len()).filter(|passage| ways[*passage].is_none()).collect();
    let part = puzzle.problem.with_passages_of(&others);
    let straight = vec![None; others.len()];
    let around =
        routes::Surroundings { cores: &cores, grounds: &grounds, ports: &ports, straight: &straight };
    let routes = Routes::around(&part, &around, last, seed.child("routes"))?;
    let is_near = |cell: &Cell| openings.iter().any(|at| openings_touch(*at, *cell));
    let inner = ways.iter().flatten().flat_map(|way| &way.cells);
    let kept: BTreeSet<Cell> = inner.flat_map(|cell| kept_around(*cell, &cores, &grounds)).collect();
    for (passage, way) in others.iter().zip(routes.ways) {
        // Only a passage of one of the two places of a doorway can come so near to it.
        let way = way.filter(|way| !way.cells.iter().any(|cell| is_near(cell) || kept.contains(cell)))?;
        ways[*passage] = Some(way);
    }
    let ways: Vec<Way> = ways.into_iter().collect::<Option<_>>()?;
    let cells = ways.iter().flat_map(|way| &way.cells).map(|cell| Rect::new(*cell, (1, 1).into()));
    let bounds = grounds.iter().copied().chain(cells).reduce(Rect::union)?;
    let surroundings = Surroundings {
        bounds,
        cores: &cores,
        grounds: &grounds,
        ports: ports.iter().map(Vec::as_slice).collect(),
        ways: others.iter().map(|passage| &ways[*passage]).collect(),
        openings: &openings,
        kept: &kept,
    };
    let leaving: Vec<Leaving> = group
        .leaving
        .iter()
        .map(|(passage, place)| {
            let local = group.places.iter().position(|other| other == place)?;
            Some(Leaving { passage: *passage, place: local, socket: problem.passages[*passage].socket })
        })
        .collect::<Option<_>>()?;
    let exits = exits::find(&surroundings, &leaving)?;
    let whole = |crossing: &Crossing| Crossing {
        over: group.within[others[crossing.over]],
        under: group.within[others[crossing.under]],
        ..*crossing
    };
    let crossings = routes.crossings.iter().map(whole).collect();
    Some(Assembly { cores, ways, crossings, exits, bounds })
}

/// The cells that no other passage may take for the sake of a cell of a doorway's way: they would belong to that passage, and the place would be cut in two.
fn kept_around(cell: Cell, cores: &[Rect], grounds: &[Rect]) -> Vec<Cell> {
    let mut kept = Vec::new();
    for (core, ground) in cores.iter().zip(grounds).filter(|(_, ground)| ground.contains(cell)) {
        if core.contains(cell) {
            continue;
        }
        kept.push(cell);
        // Beyond its radius a place has nothing but the way itself.
        let radius = u64::from(ground.size.width / 2);
        if core.center().distance_squared(cell) > radius * radius {
            kept.extend(cell.around());
        }
    }
    kept
}

impl Assembly {
    fn cells(&self) -> u64 {
        u64::from(self.bounds.size.width) * u64::from(self.bounds.size.height)
    }

    /// How far it is from a good one: crossings first, then cells of map, more where it is long, with cells of passages.
    fn badness(&self) -> (usize, u64) {
        let (width, height) = (u64::from(self.bounds.size.width), u64::from(self.bounds.size.height));
        let (long, short) = (width.max(height), width.min(height).max(1));
        let stretched = (long * 10 / short).saturating_sub(16);
        let ways = self.ways.iter().map(|way| way.cells.len());
        let leads = self.exits.iter().map(|exit| exit.outlet.lead.len());
        let cells = ways.chain(leads).sum::<usize>() as u64;
        let area = width * height;
        (self.crossings.len(), area + area * stretched / 10 + 3 * cells)
    }
}
