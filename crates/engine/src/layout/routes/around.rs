//! Ways between places that lie anywhere, around those that are straight already.
//!
//! Every cell has its line, so that nothing vanishes or moves afterwards.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::field::Field;
use super::ports::Port;
use super::search::Search;
use super::{Last, MOST_NODES, Missing, Router, Routes, order};
use crate::base::{Cell, Rect, Seed};
use crate::layout::problem::LayoutProblem;

/// Cells around everything for ways to go around it, and so many more for each that is not straight.
const OUTSKIRTS_CELLS: u32 = 8;
const OUTSKIRTS_CELLS_A_WAY: u32 = 2;
const MOST_OUTSKIRTS_CELLS: u32 = 64;

/// Lines lie no farther from all places, where these lie far apart.
const NEAR_CELLS: u32 = 32;

/// What lies there before ways are laid.
pub(in super::super) struct Surroundings<'a> {
    pub cores: &'a [Rect],
    /// All that each place may come to own; ways of others keep off it.
    pub grounds: &'a [Rect],
    pub ports: &'a [Vec<Port>],
    /// The ports of each passage that is straight. These stay as they are.
    pub straight: &'a [Option<[usize; 2]>],
}

impl Routes {
    /// Lays the ways that are not straight; `None` if there is too much ground to search.
    pub fn around(
        problem: &LayoutProblem,
        surroundings: &Surroundings<'_>,
        last: Last,
        seed: Seed,
    ) -> Option<Self> {
        let &Surroundings { cores, grounds, ports, straight } = surroundings;
        let waiting = || (0..straight.len()).filter(|number| straight[*number].is_none());
        let count = waiting().count() as u32;
        if count == 0 {
            return Some(Self::all_straight(problem, cores.to_vec(), ports, straight));
        }
        let outskirts = (OUTSKIRTS_CELLS + OUTSKIRTS_CELLS_A_WAY * count).min(MOST_OUTSKIRTS_CELLS);
        let bounds = grounds.iter().copied().reduce(Rect::union)?.grown(outskirts);
        let nodes = u64::from(bounds.size.width) * u64::from(bounds.size.height);
        if nodes > MOST_NODES as u64 {
            return None;
        }
        let lines: [Vec<i32>; 2] =
            [(bounds.min.x..bounds.right()).collect(), (bounds.min.y..bounds.bottom()).collect()];
        Some(Self::along(problem, surroundings, lines, last, seed))
    }

    /// The same where places lie far apart: not every cell between has its line. No way lies left of the corner or above it, if there is one.
    pub fn far_around(
        problem: &LayoutProblem,
        surroundings: &Surroundings<'_>,
        last: Last,
        corner: Option<Cell>,
        seed: Seed,
    ) -> Option<Self> {
        let outskirts = OUTSKIRTS_CELLS + OUTSKIRTS_CELLS_A_WAY * surroundings.straight.len() as u32;
        let around: Vec<Rect> =
            surroundings.grounds.iter().map(|ground| ground.grown(outskirts.min(NEAR_CELLS))).collect();
        let lines = |from: fn(&Rect) -> i32, to: fn(&Rect) -> i32, corner: Option<i32>| -> Vec<i32> {
            let cells: BTreeSet<i32> = around.iter().flat_map(|rect| from(rect)..to(rect)).collect();
            cells.into_iter().filter(|at| corner.is_none_or(|corner| *at >= corner)).collect()
        };
        let lines = [
            lines(|rect| rect.min.x, |rect| rect.right(), corner.map(|corner| corner.x)),
            lines(|rect| rect.min.y, |rect| rect.bottom(), corner.map(|corner| corner.y)),
        ];
        let nodes = lines[0].len() as u64 * lines[1].len() as u64;
        (nodes <= MOST_NODES as u64).then(|| Self::along(problem, surroundings, lines, last, seed))
    }

    /// Lays the ways that are not straight along these lines.
    fn along(
        problem: &LayoutProblem,
        surroundings: &Surroundings<'_>,
        lines: [Vec<i32>; 2],
        last: Last,
        seed: Seed,
    ) -> Self {
        let &Surroundings { cores, grounds, ports, straight } = surroundings;
        let field = Field::new(lines.clone(), cores, grounds, straight.len());
        problem.work.spend(4 * field.nodes.len() as u64);
        let mut router =
            Router { problem, ports, search: Search::new(&field, Rc::clone(&problem.work)), field };
        let waiting = (0..straight.len()).filter(|number| straight[*number].is_none());
        for (number, ports) in straight.iter().enumerate() {
            if let Some(ports) = ports {
                router.field.fix(number);
                router.lay_straight(number, *ports);
            }
        }
        let order = order(problem, cores, waiting, &[], seed);
        let Missing { without_way, pushed_out } = router.push_through(order, last, 1);
        if last.crosses() {
            router.cross([without_way, pushed_out].concat(), last);
        }
        router.read(cores.to_vec(), lines)
    }
}
