//! Bends corridors: gives them more turns than they need, or lets them swing sideways, if there is free room.
//!
//! In: an arrangement with a route for every passage. Out: the arrangement with new routes for corridors that
//! want bends or wandering, and for those that are too short.
//! Guaranteed: everything that the arrangement guarantees. New routes keep a wall to everything else, stay within
//! the level, and are no farther from their wanted length than before. Routes with crossings do not change.
//! Not guaranteed: room for all turns.

use crate::base::{Cell, Seed};
use crate::layout::budget::winding::{
    ASIDE_CELLS, LEAST_WANDERING_CELLS, TURNS_TO_LENGTHEN, WANDERING_CELLS, WINDING_STEPS,
};
use crate::layout::drawing::router::turns::{FreeCells, RouteDoor, Style, WindingRoute, WindingSearch};
use crate::layout::drawing::{
    Arrangement, Course, OrthogonalDrawing, PlacePorts, Port, SizedPlace, is_legal, usable_ports,
};
use crate::layout::input::problem::{LayoutProblem, ProblemPassage};
use crate::layout::input::work::StepBudget;

/// Lets the corridors of an arrangement turn and wander.
pub(in crate::layout) fn wind(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    arranged: Arrangement,
    seed: Seed,
) -> Arrangement {
    let wants =
        |passage: &ProblemPassage| passage.bends > 0 || passage.wander > 0 || passage.length.is_some();
    if !arranged.missing.is_empty() || !problem.passages.iter().any(wants) {
        return arranged;
    }
    let Some(drawing) = OrthogonalDrawing::new(problem, sizes, &arranged.routes) else { return arranged };
    let mut winding = Winding {
        problem,
        ports: PlacePorts::new(sizes),
        work: problem.work.another(WINDING_STEPS),
        drawing,
        seed,
    };
    for (number, passage) in problem.passages.iter().enumerate() {
        if wants(passage) && !winding.stays(number) {
            winding.wind(number);
        }
    }
    // A corridor that stays too short does not invalidate the others.
    for course in &mut winding.drawing.courses {
        course.limits = None;
    }
    if is_legal(&winding.drawing) {
        Arrangement { routes: winding.drawing.routes(), ..arranged }
    } else {
        arranged
    }
}

/// A drawing whose courses are replaced one after the other.
struct Winding<'a> {
    problem: &'a LayoutProblem<'a>,
    ports: PlacePorts,
    work: StepBudget,
    drawing: OrthogonalDrawing,
    seed: Seed,
}

impl Winding<'_> {
    /// Returns `true` for courses with crossings and for loops, which keep their routes.
    fn stays(&self, number: usize) -> bool {
        let [from, to] = self.drawing.courses[number].places;
        from == to || self.drawing.crossings.iter().any(|at| at.over == number || at.under == number)
    }

    fn wind(&mut self, number: usize) {
        let course = &self.drawing.courses[number];
        let passage = &self.problem.passages[number];
        let now = course.length().1;
        let cells = course.cells_between(course.cores(&self.drawing.blocks));
        let missing = course.limits.map_or(0, |(least, _)| least.saturating_sub(cells));
        let half = course.after;
        let style = if passage.wander > 0 {
            Style { turns: None, wander: passage.wander, leg: 1 + half }
        } else if passage.bends > now {
            Style { turns: Some(passage.bends), wander: 0, leg: 2 + 2 * half }
        } else if missing > 0 {
            let leg = (missing.div_ceil(2) as i32).max(2 + 2 * half);
            Style { turns: Some(now + TURNS_TO_LENGTHEN), wander: 0, leg }
        } else {
            return;
        };
        if let Some(found) = self.search(number, style) {
            self.drawing.courses[number] = found;
        }
    }

    /// Searches for a better course of the right length, if possible with the wanted number of turns.
    ///
    /// Parity may add one turn. A course with fewer turns is used if it still has more than the old one.
    fn search(&self, number: usize, style: Style) -> Option<Course> {
        let course = &self.drawing.courses[number];
        let aside = match style.turns {
            Some(_) => ASIDE_CELLS + style.leg.unsigned_abs(),
            None => LEAST_WANDERING_CELLS + WANDERING_CELLS * style.wander / 100,
        };
        let ground = FreeCells::around(&self.drawing, number, aside)?;
        let seed = self.seed.numbered(u64::from(self.problem.passages[number].edge.0));
        let search = WindingSearch::new(&ground, course, style, &mut seed.stream());
        let doors = [0, 1].map(|end| self.doors(number, end));
        let cells = doors.each_ref().map(|doors| doors.iter().map(|(_, door)| *door).collect::<Vec<_>>());
        let found = search.routes(&cells, &self.work);
        let least_turns = style.turns.map_or(0, |_| course.length().1 + 1);
        let fits = |found: WindingRoute| {
            let ends = [0, 1].map(|end| {
                let (port, door) = doors[end][found.doors[end]];
                (port, door.inside)
            });
            let inner = found.corners.iter().copied();
            let corners = std::iter::once(ends[0].1).chain(inner).chain([ends[1].1]).collect();
            let mut new = course.between(ends, corners);
            new.straighten();
            let is_better = new.length().1 >= least_turns
                && !touches_itself(&new)
                && self.cells_wrong(&new) <= self.cells_wrong(course);
            is_better.then_some(new)
        };
        let mut found: Vec<Course> = found.into_iter().filter_map(fits).collect();
        let wanted = style.turns.unwrap_or(0);
        found.sort_by_key(|new| {
            let turns = new.length().1;
            (self.cells_wrong(new), turns < wanted, turns.abs_diff(wanted))
        });
        found.into_iter().next()
    }

    /// Returns the number of cells by which a course is too short or too long.
    fn cells_wrong(&self, course: &Course) -> u32 {
        let cells = course.cells_between(course.cores(&self.drawing.blocks));
        course.limits.map_or(0, |(least, most)| least.saturating_sub(cells) + cells.saturating_sub(most))
    }

    /// Returns the doors through which a course may leave the place at one of its ends.
    fn doors(&self, number: usize, end: usize) -> Vec<(&Port, RouteDoor)> {
        let course = &self.drawing.courses[number];
        let place = course.places[end];
        let block = &self.drawing.blocks[place];
        let core = block.core;
        let usable = usable_ports(self.ports.of(place, block), self.problem.passages[number].socket);
        let door = |(_, port)| {
            let port: &Port = port;
            let inside = core.center() + port.inside;
            (port, RouteDoor { inside, out: port.out, cost: port.cost })
        };
        usable.map(door).collect()
    }
}

/// Returns `true` if a course touches itself.
fn touches_itself(course: &Course) -> bool {
    let mut cells = vec![course.corners[0]];
    for pair in course.corners.windows(2) {
        let step = Cell::new((pair[1].x - pair[0].x).signum(), (pair[1].y - pair[0].y).signum());
        let from = *cells.last().unwrap_or(&pair[0]);
        let straight = std::iter::successors(Some(from + step), |cell| Some(*cell + step));
        cells.extend(straight.take(pair[0].manhattan(pair[1]) as usize));
    }
    let is_near = |one: &Cell, other: &Cell| one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1;
    // Cells two steps apart are always near each other at a turn.
    (0..cells.len()).any(|at| cells.iter().skip(at + 3).any(|other| is_near(&cells[at], other)))
}
