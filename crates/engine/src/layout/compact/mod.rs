//! Packs places into what is empty, and slides places and passages together, as the shapes of a chip are compacted: along the rows and along the columns in turn, until nothing moves.
//!
//! In: an arrangement with a way for every passage. Out: one with the same places, larger nowhere and shorter in sum, whose sites are the columns and rows of the middles, counted.
//! What lies beside something else, so that one sees the other along a row, stays on that side of it, and places with sites in the order of these; what is there between them stays a wall, and more where places want a distance. Among all positions for which that is so those are taken whose passages and width together are least (constraint-graph compaction, Dai and Asano 1987; network simplex, as in the one-dimensional compactor of ELK). Doors of places without sockets slide along their sides. After each round passages are laid anew where that makes them shorter or straighter. Some of the places that have no sites of their own are packed anew between two such passes, where they make the level smaller.
//! Guaranteed: whatever the arrangement guarantees, for each step is taken back that does not.
//! Not guaranteed: that nothing smaller exists.

mod arrange;
mod bays;
mod bodies;
pub(super) mod drawing;
mod gaps;
mod held;
pub(super) mod legal;
mod lengths;
mod map;
mod moved;
mod pack;
mod parts;
mod reroute;
mod simplex;
mod sited;
mod squeeze;
mod together;

pub(super) use self::arrange::arrange;
use self::drawing::Anchor;
pub(super) use self::drawing::{Block, Course, Drawing};
pub(super) use self::gaps::are_apart;
use self::legal::is_legal;
use self::map::Map;
pub(super) use self::moved::{
    Moved, arranged_to_pins, moved_to_pins, nudged_to_pins, rows_to_pins, varied_to_pins,
};
use self::pack::{Growth, Seedling};
use self::reroute::reroute;
use self::sited::Sited;
pub(super) use self::sited::in_rows_of_sites;
use self::squeeze::{End, squeeze};
pub(super) use self::together::{Grown, Rigid};
use super::lengths::stretched;
use super::outline::Outline;
use super::problem::LayoutProblem;
use super::routes::{Port, Routes, ports};
use super::sizes::Sized;
use super::{Arrangement, pinned, sites};
use crate::base::{Cell, Direction, RandomStream, Rect, Seed, Size};

/// How often everything slides along rows and columns, and in drawings that are too large for more.
const MOST_ROUNDS: usize = 4;
const MOST_LARGE_ROUNDS: usize = 2;

/// How many drawings that are grown around what lies fast are compared.
const MOST_GROWN: u64 = 4;

/// How often some places are packed anew in a bout: so often at least, and in small missions so often for all places together.
const LEAST_PACKED: u64 = 10;
const PACKED_TOGETHER: u64 = 400;

/// How many times as often what lies around pins, what is kept, and groups of doorways are packed: they leave less to choose from, and are rarer.
const HELD_EFFORT: u64 = 3;

/// How many times as often places are packed where a shape is wanted, or lengths of passages: then fewer positions will do.
const SHAPED_EFFORT: u64 = 2;

/// The same where most places are rooms: these are entered by their sockets alone.
const ROOMS_EFFORT: u64 = 4;

/// How often what is new is packed around a layout that is held.
const HELD_PACKED: u64 = 40;

/// How many bouts there are at most; there is another as long as one makes the level better by so many hundredths.
const MOST_BOUTS: u32 = 8;
const WORTH_PERCENT: u64 = 6;

/// In vast missions a bout has so many rounds at least, and one for so many places; there are others until so many in a row were worth less than so many hundredths, or the steps are spent that they have for each place.
const LEAST_PACKED_OF_VAST: u64 = 100;
const PLACES_A_ROUND: u64 = 2;
const MOST_IDLE_BOUTS: u32 = 2;
const WORTH_VAST_PERCENT: u64 = 1;
const VAST_STEPS_A_PLACE: u64 = 400_000;

/// Larger drawings keep their courses, are not packed anew, and slide together less often.
const MOST_CELLS: u64 = 4_000_000;

/// How many steps it may take, and in vast missions.
const COMPACTION_STEPS: u64 = 60_000_000;
const VAST_COMPACTION_STEPS: u64 = 120_000_000;

/// Compacts what lies around pinned places, which stay where they are, with `gap` cells between places; if it is bounded, all stays right of the first column of the level and below its first row.
pub(super) fn around_pins(
    problem: &LayoutProblem,
    sizes: &[Sized],
    gap: i32,
    is_bounded: bool,
    routes: Routes,
    seed: Seed,
) -> Routes {
    let Some(mut drawing) = legal_drawing(problem, sizes, &routes) else { return routes };
    let places = problem.pins().into_iter().map(|(place, _)| place).collect();
    drawing.anchor = Some(Anchor { zero: Cell::new(0, 0), is_bounded, places });
    let bench = Bench::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    let mut drawing = compactor.compact(drawing, MOST_ROUNDS);
    if !problem.all_sited() {
        drawing = compactor.packed(drawing, seed.child("pack"));
    }
    back(drawing).routes()
}

/// Compacts an arrangement in which doorways join places, each group of which moves as one, with `gap` cells between all others. What is pinned stays where it is.
pub(super) fn with_doorways(
    problem: &LayoutProblem,
    sizes: &[Sized],
    gap: i32,
    arranged: Arrangement,
    seed: Seed,
) -> Arrangement {
    let drawing = legal_drawing(problem, sizes, &arranged.routes);
    let Some(mut drawing) = drawing else { return arranged };
    let is_bounded = pinned::has_corner(problem);
    let places: Vec<usize> = problem.pins().into_iter().map(|(place, _)| place).collect();
    drawing.anchor = (!places.is_empty()).then(|| Anchor { zero: Cell::new(0, 0), is_bounded, places });
    let bench = Bench::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    let mut drawing = compactor.compact(drawing, MOST_ROUNDS);
    if !problem.all_sited() {
        drawing = compactor.packed(drawing, seed.child("pack"));
    }
    arrangement(&back(drawing))
}

/// Has every passage its way, and do places and passages keep their distances?
pub(super) fn is_legal_as_arranged(problem: &LayoutProblem, sizes: &[Sized], arranged: &Arrangement) -> bool {
    legal_drawing(problem, sizes, &arranged.routes).is_some()
}

/// What lies there as a drawing, with passages as long as they are; `None` if a passage has no way, or something touches.
fn legal_drawing(problem: &LayoutProblem, sizes: &[Sized], routes: &Routes) -> Option<Drawing> {
    let mut drawing = Drawing::new(problem, sizes, routes)?;
    drawing.allow_lengths();
    Some(drawing).filter(is_legal)
}

/// Arranges all places around those that lie fast, each with its core, as near as may be, with `gap` cells between places; of several such arrangements the best.
///
/// # Errors
/// If none is found without crossings, the places that found no room, those that failed most often first.
pub(super) fn grown_around(
    problem: &LayoutProblem,
    sizes: &[Sized],
    gap: i32,
    fast: &[(usize, Rect)],
    is_bounded: bool,
    seed: Seed,
) -> Result<Routes, Vec<usize>> {
    let bench = Bench::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    let around = Drawing::around(problem, sizes, fast, is_bounded);
    let mut best: Result<Drawing, Vec<usize>> = Err(Vec::new());
    for number in 0..MOST_GROWN {
        let mut random = seed.child("grow").numbered(number).stream();
        match (compactor.grown(Seedling::new(around.clone()), Growth::Anyhow, &mut random), &mut best) {
            (Ok(grown), Err(_)) if is_legal(&grown) => best = Ok(compactor.compact(grown, 1)),
            (Ok(grown), Ok(best)) => compactor.compare(Some(grown), 1, best),
            (Err(failed), Err(known)) if known.is_empty() => *known = failed,
            (Ok(_) | Err(_), _) => {}
        }
    }
    let drawing = compactor.packed(best?, seed.child("pack"));
    Ok(back(drawing).routes())
}

/// Arranges all places, of which some lie in a drawing already, far enough apart, with these passages laid between them: puts the others beside them, and slides all together, with `gap` cells between places. `None` if the others find no room.
pub(super) fn slid_together(
    problem: &LayoutProblem,
    sizes: &[Sized],
    gap: i32,
    drawing: Drawing,
    laid: &[usize],
    seed: Seed,
) -> Option<Arrangement> {
    let bench = Bench::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    let mut random = seed.child("grow").stream();
    let seedling = Seedling { laid: laid.to_vec(), ..Seedling::new(drawing) };
    let mut grown = compactor.grown(seedling, Growth::Anyhow, &mut random).ok()?;
    let anchor = grown.anchor.take();
    let mut drawing = compactor.compact(Some(grown).filter(is_legal)?, MOST_ROUNDS);
    // Only what is new is packed.
    drawing.anchor = anchor;
    compactor.repack(&mut drawing, HELD_PACKED, &mut seed.child("pack").stream());
    drawing.anchor = None;
    Some(arrangement(&compactor.compact(drawing, MOST_ROUNDS)))
}

/// A drawing with passages as long as they must be. `None` if something touches.
fn lengthened(problem: &LayoutProblem, drawing: Drawing) -> Option<Drawing> {
    Some(stretched(problem, drawing)).filter(is_legal)
}

/// What is pinned where it should lie.
fn back(mut drawing: Drawing) -> Drawing {
    let zero = drawing.anchor.as_ref().map_or(Cell::new(0, 0), |anchor| anchor.zero);
    drawing.move_by(Cell::new(0, 0) - zero);
    drawing
}

fn arrangement(drawing: &Drawing) -> Arrangement {
    let routes = drawing.routes();
    Arrangement { sites: sites::counted(&routes.cores), routes, missing: Vec::new(), too_large: None }
}

/// What a cell costs that a passage has beyond its most.
const TOO_LONG: u64 = 60;

/// How far a drawing is from a good one: crossings first, then cells of map, more where it lacks the shape that is wanted, with cells and turns of passages.
fn badness(outline: &Outline, drawing: &Drawing) -> (usize, u64) {
    let grounds = drawing.blocks.iter().map(|block| block.ground());
    let corners = drawing.courses.iter().flat_map(|course| &course.corners).copied();
    // What has a bound begins there, however empty that is.
    let cells = corners.chain(drawing.corner()).map(drawing::cell);
    let bounds = grounds.chain(cells).reduce(Rect::union).unwrap_or_default();
    let passages: u64 = drawing.courses.iter().map(cost_of).sum();
    let lengths = drawing.courses.iter().map(|course| course.cells_too_many(&drawing.blocks));
    let too_long = TOO_LONG * lengths.map(u64::from).sum::<u64>();
    let size = outline.size_of(bounds);
    let middle = |place: usize| drawing.blocks[place].core.center();
    let misplaced = size * outline.misplaced_percent(bounds, middle) / 100;
    (drawing.crossings.len(), size + misplaced + passages + too_long)
}

/// What a passage costs for its cells and its turns.
fn cost_of(course: &Course) -> u64 {
    let (cells, turns) = course.length();
    cost_of_way(cells, turns)
}

fn cost_of_way(cells: u32, turns: u32) -> u64 {
    3 * u64::from(cells) + 20 * u64::from(turns)
}

fn is_too_large(drawing: &Drawing) -> bool {
    cells(drawing) > MOST_CELLS
}

fn cells(drawing: &Drawing) -> u64 {
    let Size { width, height } = drawing.bounds().size;
    u64::from(width) * u64::from(height)
}

/// What a compactor works on.
struct Bench<'a> {
    problem: LayoutProblem<'a>,
    ports: Vec<Vec<Port>>,
    outline: Outline,
    sited: Sited,
    /// How many times as often as others places are packed.
    effort: u64,
    is_vast: bool,
}

impl<'a> Bench<'a> {
    /// A problem with time of its own, and the ports of all of its places.
    fn new(problem: &LayoutProblem<'a>, sizes: &[Sized]) -> Self {
        let steps = if pack::is_vast(problem) { VAST_COMPACTION_STEPS } else { COMPACTION_STEPS };
        Self::with_steps(problem, sizes, steps)
    }

    /// The same with so much time.
    fn with_steps(problem: &LayoutProblem<'a>, sizes: &[Sized], steps: u64) -> Self {
        let ports = sizes.iter().map(|sized| ports(sized, 0, true)).collect();
        let problem = problem.with_work(steps);
        let outline = Outline::new(&problem);
        let has_lengths = problem.passages.iter().any(|passage| passage.length.is_some());
        let shaped = if outline.is_plain() && !has_lengths { 1 } else { SHAPED_EFFORT };
        let rooms = sizes.iter().filter(|sized| !sized.sockets.is_empty()).count();
        let of_rooms = if 2 * rooms > sizes.len() { ROOMS_EFFORT } else { 1 };
        let is_vast = pack::is_vast(&problem);
        let sited = Sited::new(&problem);
        Self { ports, outline, sited, effort: shaped * of_rooms, is_vast, problem }
    }

    /// What compacts drawings, with `gap` cells between places.
    fn compactor(&self, gap: i32) -> Compactor<'_> {
        let Self { problem, ports, outline, sited, effort, is_vast } = self;
        let map = Map::new(problem, ports);
        Compactor { problem, ports, gap, map, outline, sited, effort: *effort, is_vast: *is_vast }
    }
}

/// What drawings are compacted with.
struct Compactor<'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a [Vec<Port>],
    gap: i32,
    map: Map<'a>,
    outline: &'a Outline,
    sited: &'a Sited,
    effort: u64,
    is_vast: bool,
}

impl Compactor<'_> {
    /// The drawing with everything as near together as it may be.
    fn compact(&mut self, mut drawing: Drawing, most_rounds: usize) -> Drawing {
        let most_rounds =
            if is_too_large(&drawing) { most_rounds.min(MOST_LARGE_ROUNDS) } else { most_rounds };
        let mut laid = false;
        for _ in 0..most_rounds {
            let slid = self.slide(&mut drawing);
            laid = self.relay(&mut drawing);
            if self.problem.work.is_spent() || !(slid || laid) {
                break;
            }
        }
        if laid {
            self.slide(&mut drawing);
        }
        drawing
    }

    /// The drawing packed and compacted.
    fn packed(&mut self, mut drawing: Drawing, seed: Seed) -> Drawing {
        self.repack_while_worthwhile(&mut drawing, HELD_EFFORT * self.rounds(), &mut seed.stream());
        self.compact(drawing, MOST_ROUNDS)
    }

    /// Packs places anew in bouts, as long as that is worth its time.
    fn repack_while_worthwhile(&mut self, drawing: &mut Drawing, rounds: u64, random: &mut RandomStream) {
        if self.is_vast {
            return self.repack_vast(drawing, rounds, random);
        }
        for _ in 0..MOST_BOUTS {
            let before = badness(self.outline, drawing).1;
            self.repack(drawing, rounds, random);
            let after = badness(self.outline, drawing).1;
            if 100 * after > (100 - WORTH_PERCENT) * before {
                break;
            }
        }
    }

    /// The same in a vast mission, where what becomes empty closes after each bout, for else hardly any step makes the level smaller.
    fn repack_vast(&mut self, drawing: &mut Drawing, rounds: u64, random: &mut RandomStream) {
        let work = &self.problem.work;
        let most = VAST_STEPS_A_PLACE * self.problem.places.len() as u64;
        let until = work.left().saturating_sub(most);
        let mut idle = 0;
        while idle < MOST_IDLE_BOUTS && work.left() > until {
            let before = badness(self.outline, drawing).1;
            self.repack(drawing, rounds, random);
            *drawing = self.compact(drawing.clone(), 1);
            let after = badness(self.outline, drawing).1;
            let is_idle = 100 * after > (100 - WORTH_VAST_PERCENT) * before;
            idle = if is_idle { idle + 1 } else { 0 };
        }
    }

    /// How often places are packed anew in a bout.
    fn rounds(&self) -> u64 {
        let places = self.problem.places.len().max(1) as u64;
        let rounds = LEAST_PACKED + PACKED_TOGETHER / places;
        let least = if self.is_vast { LEAST_PACKED_OF_VAST.max(places / PLACES_A_ROUND) } else { 0 };
        self.effort * rounds.max(least)
    }

    /// Compacts another drawing, which takes the place of the best if it is better.
    fn compare(&mut self, other: Option<Drawing>, most_rounds: usize, best: &mut Drawing) {
        if let Some(other) = other.filter(is_legal) {
            let other = self.compact(other, most_rounds);
            self.keep_better(other, best);
        }
    }

    /// Another drawing takes the place of the best if it is better.
    fn keep_better(&self, other: Drawing, best: &mut Drawing) {
        if badness(self.outline, &other) < badness(self.outline, best) {
            *best = other;
        }
    }

    /// Slides everything along the rows, then along the columns. Says if anything moved.
    fn slide(&self, drawing: &mut Drawing) -> bool {
        let mut any = false;
        if let Some(slid) =
            squeeze(drawing, self.gap, &self.ends(true), self.sited.along(true), &self.problem.work)
                .filter(is_legal)
        {
            *drawing = slid;
            any = true;
        }
        let along_columns = squeeze(
            &drawing.transposed(),
            self.gap,
            &self.ends(false),
            self.sited.along(false),
            &self.problem.work,
        );
        if let Some(slid) = along_columns.map(|slid| slid.transposed()).filter(is_legal) {
            *drawing = slid;
            any = true;
        }
        any
    }

    /// The places that belong at the first or the last column, or row.
    fn ends(&self, level: bool) -> Vec<(usize, End)> {
        let at_end = self.outline.ends.iter().filter(|(_, side)| side.is_level() == level);
        at_end
            .map(|(place, side)| match side {
                Direction::West | Direction::North => (*place, End::First),
                Direction::East | Direction::South => (*place, End::Last),
            })
            .collect()
    }

    /// Lays passages anew that become shorter by it. Says if there were any.
    fn relay(&mut self, drawing: &mut Drawing) -> bool {
        if self.problem.work.is_spent() || is_too_large(drawing) {
            return false;
        }
        let mut laid = drawing.clone();
        let any = reroute(&mut self.map, &mut laid) && is_legal(&laid);
        if any {
            *drawing = laid;
        }
        any
    }
}

#[cfg(test)]
mod tests;
