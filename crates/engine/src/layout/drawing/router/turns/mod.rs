//! Finds the cheapest route between two places over free cells, for each number of turns.
//!
//! Input: the free cells around a course, and the doors at both ends. Output: at most one route for each number
//! of turns. Random costs of cells and turns make routes turn in different places, or swing to the sides.
//! Between two turns there are at least as many cells as the style asks for.
//!
//! Source: Dijkstra's algorithm over cells, directions and numbers of turns.

mod ground;

pub(in crate::layout) use self::ground::FreeCells;
use crate::base::{Cell, Direction, RandomStream};
use crate::layout::budget::STEP;
use crate::layout::budget::winding::search::{
    ELSEWHERE, MOST_OFF, MOST_STATES, MOST_SWING, OFF_LINE, ON_LINE, STEPS_A_CELL, SWING_CELLS, UNEVEN,
    WANDERING_TURN,
};
use crate::layout::drawing::course::Course;
use crate::layout::drawing::router::looks::SearchLooks;
use crate::layout::drawing::router::queue::SearchQueue;
use crate::layout::input::work::StepBudget;

const NONE: u32 = u32::MAX;

/// The wanted properties of a new route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Style {
    /// The number of turns. `None` means any number, for a route that wanders.
    pub turns: Option<u32>,
    /// The amount of wandering, in percent.
    pub wander: u32,
    /// The minimum number of cells between two turns.
    pub leg: i32,
}

/// A door by which a route may begin or end.
#[derive(Clone, Copy)]
pub(in crate::layout) struct RouteDoor {
    /// The cell of the core.
    pub inside: Cell,
    pub out: Direction,
    pub cost: u32,
}

/// A route between two doors.
pub(in crate::layout) struct WindingRoute {
    /// The indices of its two doors.
    pub doors: [usize; 2],
    /// The cells at which it may turn, from door to door.
    pub corners: Vec<Cell>,
}

/// A search over the ground around a course.
pub(in crate::layout) struct WindingSearch<'a> {
    ground: &'a FreeCells,
    style: Style,
    /// For each cell, the cost of a step on it, and of a turn there.
    tolls: Vec<u32>,
    turning: Vec<u32>,
}

/// The best known arrival in a state: at a cell, in a direction, after a number of turns.
#[derive(Clone, Copy)]
struct WindingArrival {
    cost: u32,
    /// The previous state, or at a start the index of the door.
    from: u32,
    is_start: bool,
}

impl<'a> WindingSearch<'a> {
    /// Creates a search for a route that replaces a course.
    pub fn new(ground: &'a FreeCells, course: &Course, style: Style, random: &mut RandomStream) -> Self {
        let cells = ground.window.size.area();
        let (tolls, turning) = match style.turns {
            Some(_) => {
                let turning = (0..cells).map(|_| random.below(ELSEWHERE) as u32).collect();
                (vec![STEP; cells], turning)
            }
            None => (swinging(ground, course, style.wander, random), vec![WANDERING_TURN; cells]),
        };
        Self { ground, style, tolls, turning }
    }

    /// Returns the cheapest route for each number of turns, up to one more than wanted.
    ///
    /// For a route that wanders, there is at most one. There are none if the window is too large, or work runs out.
    pub fn routes(&self, doors: &[Vec<RouteDoor>; 2], work: &StepBudget) -> Vec<WindingRoute> {
        let layers = self.style.turns.map_or(1, |turns| turns as usize + 2);
        let states = self.ground.window.size.area() * 4 * layers;
        if states > MOST_STATES {
            return Vec::new();
        }
        work.spend(states as u64);
        let nothing = WindingArrival { cost: NONE, from: 0, is_start: false };
        let mut known = vec![nothing; states];
        let mut open = SearchQueue::default();
        let mut looks = SearchLooks::new(work, STEPS_A_CELL, u32::MAX);
        let entry = |cost: u32, state: usize| u64::from(cost) << 32 | state as u64;
        for (number, door) in doors[0].iter().enumerate() {
            if let Some((index, toll)) = self.exit_from(door) {
                let state = (index * 4 + door.out as usize) * layers;
                let cost = door.cost + toll;
                if cost < known[state].cost {
                    known[state] = WindingArrival { cost, from: number as u32, is_start: true };
                    open.push(entry(cost, state));
                }
            }
        }
        let mut ends: Vec<Option<(u32, usize, usize)>> = vec![None; layers];
        let goals: Vec<(usize, usize, u32)> = (doors[1].iter().enumerate())
            .filter_map(|(number, door)| {
                let (index, toll) = self.exit_from(door)?;
                Some((number, index * 4 + door.out.opposite() as usize, toll + door.cost))
            })
            .collect();
        while let Some(number) = open.pop() {
            let (cost, state) = ((number >> 32) as u32, number as u32 as usize);
            if cost > known[state].cost {
                continue;
            }
            if !looks.take() {
                return Vec::new();
            }
            let (at, turns) = (state / layers, state % layers);
            for (number, goal, toll) in &goals {
                let total = cost + toll;
                if *goal == at && ends[turns].is_none_or(|(best, ..)| total < best) {
                    ends[turns] = Some((total, *number, state));
                }
            }
            let heading = Direction::ALL[at % 4];
            let cell = self.ground.cell(at / 4);
            let [left, right] = heading.sides();
            for next in [heading, left, right] {
                let is_turn = next != heading;
                let turns = turns + usize::from(is_turn && layers > 1);
                if turns >= layers {
                    continue;
                }
                let steps = if is_turn { self.style.leg } else { 1 };
                let Some((index, toll)) = self.walk(cell, next, steps) else { continue };
                let turning = if is_turn { self.turning[at / 4] } else { 0 };
                let to = (index * 4 + next as usize) * layers + turns;
                let cost = cost + toll + turning;
                if cost < known[to].cost {
                    known[to] = WindingArrival { cost, from: state as u32, is_start: false };
                    open.push(entry(cost, to));
                }
            }
        }
        let trace = |(_, goal, state): (u32, usize, usize)| {
            let mut corners = vec![self.ground.cell(state / layers / 4)];
            let mut arrival = known[state];
            while !arrival.is_start {
                let before = arrival.from as usize;
                corners.push(self.ground.cell(before / layers / 4));
                arrival = known[before];
            }
            corners.reverse();
            WindingRoute { doors: [arrival.from as usize, goal], corners }
        };
        ends.into_iter().flatten().map(trace).collect()
    }

    /// Goes straight out of a door for one leg. Returns the index of the cell there, and the cost.
    fn exit_from(&self, door: &RouteDoor) -> Option<(usize, u32)> {
        let first = door.inside.step(door.out);
        // Only the first cell may touch the place.
        self.ground.index(first).filter(|index| self.ground.is_free_beside_own(*index))?;
        let (index, toll) = self.walk(first, door.out, self.style.leg.max(1))?;
        Some((index, toll + STEP))
    }

    /// Goes straight on for this many cells, if all are free. Returns the index of the last one, and the cost.
    fn walk(&self, from: Cell, heading: Direction, steps: i32) -> Option<(usize, u32)> {
        let mut cell = from;
        let mut toll = 0;
        let mut last = None;
        for _ in 0..steps {
            cell = cell.step(heading);
            let index = self.ground.index(cell).filter(|index| self.ground.is_free(*index))?;
            toll += self.tolls[index];
            last = Some(index);
        }
        last.map(|index| (index, toll))
    }
}

/// Returns the costs of cells for a route that wanders: low along a line that swings around the course.
fn swinging(ground: &FreeCells, course: &Course, percent: u32, random: &mut RandomStream) -> Vec<u32> {
    let line = swung(ground, course, percent, random);
    let mut off = vec![MOST_OFF; ground.window.size.area()];
    let reach = MOST_OFF as i32;
    let around: Vec<Cell> = (-reach..=reach)
        .flat_map(|y| (-reach..=reach).map(move |x| Cell::new(x, y)))
        .filter(|cell| cell.manhattan(Cell::new(0, 0)) < MOST_OFF)
        .collect();
    for at in line {
        for by in &around {
            if let Some(index) = ground.index(at + *by) {
                off[index] = off[index].min(by.manhattan(Cell::new(0, 0)));
            }
        }
    }
    off.into_iter().map(|off| ON_LINE + OFF_LINE * off + random.below(UNEVEN) as u32).collect()
}

/// Returns a line that swings to the sides of a course, to free cells. It may have gaps.
fn swung(ground: &FreeCells, course: &Course, percent: u32, random: &mut RandomStream) -> Vec<Cell> {
    let most = 1 + MOST_SWING * percent / 100;
    let mut line = Vec::new();
    let (mut offset, mut aim, mut left) = (0, 0, 0);
    for pair in course.corners.windows(2) {
        let step = Cell::new((pair[1].x - pair[0].x).signum(), (pair[1].y - pair[0].y).signum());
        let aside = |at: Cell, cells: i32| at + Cell::new(-step.y * cells, step.x * cells);
        let mut at = pair[0];
        for _ in 0..pair[0].manhattan(pair[1]) {
            at = at + step;
            if left == 0 {
                left = random.range(SWING_CELLS.0, SWING_CELLS.1);
                let far = random.range(most.div_ceil(2), most) as i32;
                let to_left = if aim == 0 { random.chance(50) } else { aim > 0 };
                let sides = if to_left { [-far, far] } else { [far, -far] };
                let is_free = |cells: &i32| {
                    let index = ground.index(aside(at, *cells));
                    index.is_some_and(|index| ground.is_free(index))
                };
                let shorter = (0..far).flat_map(|less| sides.map(|side| side - less * side.signum()));
                aim = shorter.into_iter().find(is_free).unwrap_or(0);
            }
            left -= 1;
            offset += (aim - offset).signum();
            line.push(aside(at, offset));
        }
    }
    line
}
