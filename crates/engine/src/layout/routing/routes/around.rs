//! Finds routes between places that lie anywhere, around passages that are already straight.
//!
//! Each line is one cell wide and stays in place, so nothing moves after routing.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{FailedRoutePolicy, MissingPassages, Router, all_straight, routing_order};
use crate::base::{Cell, Rect, Seed};
use crate::layout::budget::routes::around::{NEAR_CELLS, OUTSKIRTS_CELLS};
use crate::layout::budget::routes::{MOST_NODES, STEPS_A_FIELD_NODE};
use crate::layout::budget::{MOST_OUTSKIRTS_CELLS, OUTSKIRTS_CELLS_A_ROUTE};
use crate::layout::drawing::router::lines::RouteSearch;
use crate::layout::drawing::router::lines::field::RoutingField;
use crate::layout::drawing::{Port, Routes};
use crate::layout::input::problem::LayoutProblem;

/// The obstacles that exist before routing.
pub(in crate::layout) struct RouteObstacles<'a> {
    pub cores: &'a [Rect],
    /// The cells that each place may come to own. Routes of other places avoid them.
    pub grounds: &'a [Rect],
    pub ports: &'a [Vec<Port>],
    /// The ports of each straight passage. Straight passages keep their routes.
    pub straight: &'a [Option<[usize; 2]>],
}

/// Routes the passages that are not straight. Returns `None` if the area is too large to search.
pub(in crate::layout) fn around(
    problem: &LayoutProblem,
    surroundings: &RouteObstacles<'_>,
    last: FailedRoutePolicy,
    seed: Seed,
) -> Option<Routes> {
    let &RouteObstacles { cores, grounds, ports, straight } = surroundings;
    let waiting = || (0..straight.len()).filter(|number| straight[*number].is_none());
    let count = waiting().count() as u32;
    if count == 0 {
        return Some(all_straight(problem, cores.to_vec(), ports, straight));
    }
    let outskirts = (OUTSKIRTS_CELLS + OUTSKIRTS_CELLS_A_ROUTE * count).min(MOST_OUTSKIRTS_CELLS);
    let bounds = grounds.iter().copied().reduce(Rect::union)?.grown(outskirts);
    let nodes = u64::from(bounds.size.width) * u64::from(bounds.size.height);
    if nodes > MOST_NODES as u64 {
        return None;
    }
    let lines: [Vec<i32>; 2] =
        [(bounds.min.x..bounds.right()).collect(), (bounds.min.y..bounds.bottom()).collect()];
    Some(along(problem, surroundings, lines, last, seed))
}

/// Routes the passages that are not straight, with lines only near places, for places that lie far apart.
///
/// No route lies left of or above `corner`. Returns `None` if there are too many lines.
pub(in crate::layout) fn far_around(
    problem: &LayoutProblem,
    surroundings: &RouteObstacles<'_>,
    last: FailedRoutePolicy,
    corner: Option<Cell>,
    seed: Seed,
) -> Option<Routes> {
    let outskirts = OUTSKIRTS_CELLS + OUTSKIRTS_CELLS_A_ROUTE * surroundings.straight.len() as u32;
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
    (nodes <= MOST_NODES as u64).then(|| along(problem, surroundings, lines, last, seed))
}

/// Routes the passages that are not straight along these lines.
fn along(
    problem: &LayoutProblem,
    surroundings: &RouteObstacles<'_>,
    lines: [Vec<i32>; 2],
    last: FailedRoutePolicy,
    seed: Seed,
) -> Routes {
    let &RouteObstacles { cores, grounds, ports, straight } = surroundings;
    let field = RoutingField::new(lines.clone(), cores, grounds, straight.len());
    problem.work.spend(STEPS_A_FIELD_NODE * field.nodes.len() as u64);
    let mut router =
        Router { problem, ports, search: RouteSearch::new(&field, Rc::clone(&problem.work)), field };
    let waiting = (0..straight.len()).filter(|number| straight[*number].is_none());
    for (number, ports) in straight.iter().enumerate() {
        if let Some(ports) = ports {
            router.field.fix(number);
            router.lay_straight(number, *ports);
        }
    }
    let order = routing_order(problem, cores, waiting, &[], seed);
    let MissingPassages { without_way, pushed_out } = router.push_through(order, last, 1);
    if last.crosses() {
        router.cross([without_way, pushed_out].concat(), last);
    }
    router.read(cores.to_vec(), lines)
}
