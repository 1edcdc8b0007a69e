//! Prefers missions that flow along an axis of the lattice, from the start to the goal.
//!
//! The preference is mild: it breaks ties between arrangements of equal length and outweighs little else.

use crate::base::{Direction, Seed};
use crate::layout::budget::sites::flow::{ASIDE, BACK, INSIDE, MOST_INSIDE};
use crate::layout::input::problem::LayoutProblem;
use crate::mission::Site;

/// The direction in which a mission flows, if it has a start or a goal.
#[derive(Clone, Copy)]
pub(super) struct MissionFlow {
    axis: Option<Direction>,
    start: Option<usize>,
    goal: Option<usize>,
}

impl MissionFlow {
    /// Chooses the direction.
    ///
    /// If start and goal have given sites, it leads from one to the other. Otherwise it follows the wanted sides, or
    /// is random.
    pub fn new(problem: &LayoutProblem, seed: Seed) -> Self {
        let start = problem.places.iter().position(|place| place.is_start);
        let goal = problem.places.iter().position(|place| place.is_goal);
        let site = |place: Option<usize>| problem.places[place?].site;
        let by_lot = Direction::ALL[seed.stream().below(4) as usize];
        let wanted =
            problem.shape.start.direction().map(Direction::opposite).or(problem.shape.goal.direction());
        let axis = match (site(start), site(goal)) {
            (Some(from), Some(to)) => {
                let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
                match (dx.abs() >= dy.abs(), dx >= 0, dy >= 0) {
                    (true, true, _) => Direction::East,
                    (true, false, _) => Direction::West,
                    (false, _, true) => Direction::South,
                    (false, _, false) => Direction::North,
                }
            }
            _ => wanted.unwrap_or(by_lot),
        };
        Self { axis: (start.is_some() || goal.is_some()).then_some(axis), start, goal }
    }

    /// Returns a flow without a preferred direction.
    pub fn none() -> Self {
        Self { axis: None, start: None, goal: None }
    }

    /// Returns the cost of an arrangement.
    pub fn cost(&self, problem: &LayoutProblem, sites: &[Site]) -> u64 {
        if self.axis.is_none() {
            return 0;
        }
        let along = || sites.iter().map(|site| self.along(*site));
        let extent = (along().min().unwrap_or(0), along().max().unwrap_or(0));
        let passages = problem.passages.iter();
        let passages: u64 = passages
            .map(|passage| u64::from(self.cost_of_passage(sites[passage.from], sites[passage.to])))
            .sum();
        let ends = self.start.into_iter().chain(self.goal);
        passages + ends.map(|place| u64::from(self.cost_of_place(place, sites[place], extent))).sum::<u64>()
    }

    /// Returns the position of a site along the axis.
    pub fn along(&self, site: Site) -> i32 {
        match self.axis {
            None => 0,
            Some(Direction::North) => site.y.saturating_neg(),
            Some(Direction::East) => site.x,
            Some(Direction::South) => site.y,
            Some(Direction::West) => site.x.saturating_neg(),
        }
    }

    /// Returns the cost of a passage from one site to another.
    pub fn cost_of_passage(&self, from: Site, to: Site) -> u32 {
        if self.axis.is_none() {
            return 0;
        }
        match self.along(from).cmp(&self.along(to)) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => ASIDE,
            std::cmp::Ordering::Greater => BACK,
        }
    }

    /// Returns the cost of the start or the goal on a site, if places cover `first` to `last` along the axis.
    pub fn cost_of_place(&self, place: usize, site: Site, (first, last): (i32, i32)) -> u32 {
        if self.axis.is_none() || Some(place) != self.start && Some(place) != self.goal {
            return 0;
        }
        let outside = if Some(place) == self.start {
            self.along(site).saturating_sub(first)
        } else {
            last.saturating_sub(self.along(site))
        };
        INSIDE * outside.clamp(0, MOST_INSIDE).unsigned_abs()
    }

    /// Returns a cost that pulls the start and the goal to opposite ends of the axis.
    pub fn pull(&self, place: usize, site: Site) -> i64 {
        let along = i64::from(INSIDE) * i64::from(self.along(site));
        if Some(place) == self.start {
            along
        } else if Some(place) == self.goal {
            -along
        } else {
            0
        }
    }
}
