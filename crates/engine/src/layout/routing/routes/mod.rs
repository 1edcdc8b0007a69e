//! Finds routes: for every passage, the cells from one place to the other.
//!
//! A route leaves the core of a place through a port, a cell on its edge: a socket for rooms, any cell but a corner
//! for others.
//! Guaranteed: outside, routes touch neither each other, not even at corners, nor the cores of other places. The
//! only exceptions are crossings, where one route runs straight over another straight one.
//!
//! Neighbours whose ports face each other are joined without search. Other routes are searched along lines. A route
//! without room pushes others aside, which are then routed again (rip-up and reroute, Dees and Karger 1982). Each
//! push makes a route more expensive to push, so that two routes do not alternate forever. Routes that still fail
//! may cross others, if allowed.

mod around;
mod straight;

use std::collections::VecDeque;
use std::rc::Rc;

pub(in crate::layout) use self::around::{RouteObstacles, around, far_around};

use self::straight::PlaceGrid;
use crate::base::{Cell, Diagnostic, Direction, Rect, Seed};
use crate::layout::budget::STEP;
use crate::layout::budget::routes::{
    MOST_DOUBLINGS, MOST_NODES, MOST_PUSHES, MOST_PUSHES_TO_CROSS, STEPS_A_FIELD_NODE, TRIES_PER_PASSAGE,
    TRIES_TO_CROSS,
};
use crate::layout::drawing::router::lines::field::{FieldRoute, NodeIndex, RouteTerminal, RoutingField};
use crate::layout::drawing::router::lines::{CrossingPolicy, RouteSearch};
use crate::layout::drawing::{Crossing, Port, Route, Routes, usable_ports};
use crate::layout::input::problem::{LayoutProblem, ProblemPassage};
use crate::layout::input::spacing::LatticeFrame;
use crate::level::PassageForm;

/// The policy for a passage whose route is blocked by others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum FailedRoutePolicy {
    /// Ends the attempt.
    GiveUp,
    /// Leaves the passage out and routes the others.
    Leave,
    /// Lets it cross the others.
    Cross,
    /// Lets it cross the others. If there is no room for that, it pushes them aside, and they may cross in turn.
    CrossAndPush,
}

impl FailedRoutePolicy {
    fn crosses(self) -> bool {
        matches!(self, Self::Cross | Self::CrossAndPush)
    }
}

/// The policy for loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum LoopPolicy {
    /// Loops are drawn by another stage.
    Left,
    /// Loops are routed here.
    Searched,
}

/// Finds routes: urgent passages first, then those between near places. More urgent passages allow more tries.
pub(in crate::layout) fn find(
    problem: &LayoutProblem,
    frame: &LatticeFrame,
    ports: &[Vec<Port>],
    last: FailedRoutePolicy,
    loops: LoopPolicy,
    routed_first: &[usize],
    seed: Seed,
) -> Result<Routes, Box<Diagnostic>> {
    let cores = frame.cores();
    let straight = PlaceGrid::new(frame.positions.clone())
        .map(|board| straight::find(problem, &board, &cores, ports))
        .unwrap_or_else(|| vec![None; problem.passages.len()]);
    let is_done = |number: usize| {
        let is_loop = problem.passages[number].from == problem.passages[number].to;
        straight[number].is_some() || (is_loop && loops == LoopPolicy::Left)
    };
    if (0..problem.passages.len()).all(is_done) {
        let unused = |lines: usize| vec![false; lines];
        let lines = (frame.columns.lines.len(), frame.rows.lines.len());
        let (cores, _) = frame.compacted(&unused(lines.0), &unused(lines.1));
        return Ok(all_straight(problem, cores, ports, &straight));
    }
    let lines = (frame.columns.lines.len(), frame.rows.lines.len());
    if lines.0.saturating_mul(lines.1) > MOST_NODES {
        return Err(Box::new(too_many_lines(lines)));
    }
    let lines = [frame.columns.lines.clone(), frame.rows.lines.clone()];
    let field = RoutingField::new(lines, &cores, &cores, straight.len());
    problem.work.spend(STEPS_A_FIELD_NODE * field.nodes.len() as u64);
    let mut router =
        Router { problem, ports, search: RouteSearch::new(&field, Rc::clone(&problem.work)), field };
    for (number, found) in straight.iter().enumerate() {
        if let Some(found) = found {
            router.lay_straight(number, *found);
        }
    }
    let waiting = (0..straight.len()).filter(|number| !is_done(*number));
    let routing_order = routing_order(problem, &cores, waiting, routed_first, seed);
    let patience = 1 << routed_first.len().min(MOST_DOUBLINGS);
    let MissingPassages { without_way, pushed_out } = router.push_through(routing_order, last, patience);
    if last.crosses() {
        router.cross([without_way, pushed_out].concat(), last);
        return Ok(router.finish(frame));
    }
    Ok(Routes { pushed_out, ..router.finish(frame) })
}

fn all_straight(
    problem: &LayoutProblem,
    cores: Vec<Rect>,
    ports: &[Vec<Port>],
    straight: &[Option<[usize; 2]>],
) -> Routes {
    let route = |(number, found): (usize, &Option<[usize; 2]>)| {
        let passage = &problem.passages[number];
        let [from, to] = (*found)?;
        let ends = [(passage.from, from), (passage.to, to)]
            .map(|(place, port)| (cores[place].center(), &ports[place][port]));
        Some(Route::new(ends, &[]))
    };
    let by_passage = straight.iter().enumerate().map(route).collect();
    Routes { by_passage, crossings: Vec::new(), cores, pushed_out: Vec::new() }
}

/// The passages that were given up.
#[derive(Default)]
struct MissingPassages {
    /// Passages without a route, whatever is pushed aside.
    without_way: Vec<usize>,
    /// Passages that were pushed aside too often, or came too late.
    pushed_out: Vec<usize>,
}

/// Lays routes on a field.
struct Router<'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a [Vec<Port>],
    field: RoutingField,
    search: RouteSearch,
}

impl Router<'_> {
    /// Returns the points at which routes of a passage may leave a place.
    fn terminals(&self, place: usize, passage: &ProblemPassage) -> Vec<RouteTerminal> {
        let ports = usable_ports(&self.ports[place], passage.socket);
        ports.filter_map(|(number, _)| self.terminal(place, number)).collect()
    }

    fn terminal(&self, place: usize, port: usize) -> Option<RouteTerminal> {
        let &Port { inside, out, cost, .. } = &self.ports[place][port];
        let inside = self.field.cores[place].center() + inside;
        let node = self.field.first_node(inside, out)?;
        let length = self.field.cell(node).manhattan(inside);
        Some(RouteTerminal { place, node, out, cost: cost + STEP * length, port })
    }

    fn lay_straight(&mut self, number: usize, [from, to]: [usize; 2]) {
        let passage = &self.problem.passages[number];
        let ends = (self.terminal(passage.from, from), self.terminal(passage.to, to));
        let (Some(start), Some(goal)) = ends else { return };
        let target = self.field.cores[passage.to];
        let mut nodes = Vec::new();
        let mut next = Some(start.node);
        while let Some(node) = next.filter(|node| !target.contains(self.field.cell(*node))) {
            nodes.push(node);
            next = self.field.beside(node, start.out);
        }
        let (ends, crossings, pushed) = ([start, goal], Vec::new(), Vec::new());
        self.field.lay(number, FieldRoute { nodes, ends, crossings, cost: 0, pushed });
    }

    /// Lays routes one after the other, pushing others aside. Returns the passages that were given up.
    fn push_through(
        &mut self,
        routing_order: Vec<usize>,
        last: FailedRoutePolicy,
        patience: u32,
    ) -> MissingPassages {
        // Half of the steps are reserved for routes with crossings.
        let kept = if last.crosses() { self.problem.work.left() / 2 } else { 0 };
        let mut tries = TRIES_PER_PASSAGE * patience as usize * routing_order.len();
        let mut queue = VecDeque::from(routing_order);
        let mut missing = MissingPassages::default();
        while let Some(number) = queue.pop_front() {
            let is_worth_it = tries > 0
                && self.field.pushed(number) <= MOST_PUSHES * patience
                && self.problem.work.left() > kept;
            let track = if is_worth_it { self.search(number, CrossingPolicy::Pushing, &[]) } else { None };
            let Some(track) = track else {
                if is_worth_it { &mut missing.without_way } else { &mut missing.pushed_out }.push(number);
                if last == FailedRoutePolicy::GiveUp {
                    break;
                }
                continue;
            };
            tries -= 1;
            queue.extend(self.lay(number, track));
        }
        missing
    }

    /// Lays a route and returns those that it pushes aside.
    fn lay(&mut self, number: usize, mut track: FieldRoute) -> Vec<usize> {
        let pushed = std::mem::take(&mut track.pushed);
        pushed.iter().for_each(|other| self.field.take_up(*other));
        self.field.lay(number, track);
        pushed
    }

    /// Lays routes that cross others where necessary: only corridors if possible, otherwise any passage.
    fn cross(&mut self, missing: Vec<usize>, last: FailedRoutePolicy) {
        let passages = &self.problem.passages;
        let corridors: Vec<bool> =
            passages.iter().map(|passage| passage.form == PassageForm::Corridor).collect();
        let all = vec![true; corridors.len()];
        let mut tries =
            if last == FailedRoutePolicy::CrossAndPush { TRIES_TO_CROSS * corridors.len() } else { 0 };
        let mut queue = VecDeque::from(missing);
        while let Some(number) = queue.pop_front() {
            let track = self.search(number, CrossingPolicy::Crossing, &corridors);
            let track = track.or_else(|| self.search(number, CrossingPolicy::Crossing, &all));
            let may_push = tries > 0 && self.field.pushed(number) <= MOST_PUSHES_TO_CROSS;
            let track =
                track.or_else(|| may_push.then(|| self.search(number, CrossingPolicy::Either, &all))?);
            let Some(track) = track else { continue };
            let pushed = self.lay(number, track);
            tries = tries.saturating_sub(pushed.len());
            queue.extend(pushed);
        }
    }

    fn search(&mut self, number: usize, crossings: CrossingPolicy, crossable: &[bool]) -> Option<FieldRoute> {
        let passage = &self.problem.passages[number];
        let ends = [passage.from, passage.to];
        let (starts, goals) = (self.terminals(passage.from, passage), self.terminals(passage.to, passage));
        if passage.from != passage.to {
            return self.search.find(&self.field, ends, [&starts, &goals], crossings, crossable);
        }
        // The ends of a loop leave room for a wall between them.
        let apart = passage.width.max(1) + 1;
        let from = |start: &RouteTerminal| {
            let at = self.field.cell(start.node);
            let is_apart = |goal: &&RouteTerminal| {
                let off = self.field.cell(goal.node) - at;
                off.x.unsigned_abs().max(off.y.unsigned_abs()) >= apart
            };
            let goals: Vec<RouteTerminal> = goals.iter().filter(is_apart).copied().collect();
            self.search.find(&self.field, ends, [std::slice::from_ref(start), &goals], crossings, crossable)
        };
        starts.iter().filter_map(from).min_by_key(|track| track.cost)
    }

    /// Removes unused lines and returns the cells of all routes.
    fn finish(self, frame: &LatticeFrame) -> Routes {
        let field = &self.field;
        let mut used_columns = vec![false; field.columns.len()];
        let mut used_rows = vec![false; field.rows.len()];
        for pair in field.tracks.iter().flatten().flat_map(|track| track.nodes.windows(2)) {
            let [(column, row), (next_column, _)] = [pair[0], pair[1]].map(|node| field.position(node));
            if column == next_column {
                used_columns[column] = true;
            } else {
                used_rows[row] = true;
            }
        }
        let (cores, lines) = frame.compacted(&used_columns, &used_rows);
        self.read(cores, lines)
    }

    /// Returns the cells of all routes for these positions of cores and lines.
    fn read(&self, cores: Vec<Rect>, [columns, rows]: [Vec<i32>; 2]) -> Routes {
        let field = &self.field;
        let cell = |node: NodeIndex| {
            let (column, row) = field.position(node);
            Cell::new(columns[column], rows[row])
        };
        let route = |track: &FieldRoute| {
            let ends = track.ends.map(|end| (cores[end.place].center(), &self.ports[end.place][end.port]));
            let corners: Vec<Cell> = self.corners(track).map(cell).collect();
            Route::new(ends, &corners)
        };
        let by_passage = field.tracks.iter().map(|track| track.as_ref().map(route)).collect();
        let mut crossings = Vec::new();
        for (over, track) in field.tracks.iter().enumerate() {
            for &node in track.iter().flat_map(|track| &track.crossings) {
                let under = field.nodes[node as usize].route as usize;
                crossings.push(Crossing { at: cell(node), over, under });
            }
        }
        Routes { by_passage, crossings, cores, pushed_out: Vec::new() }
    }

    /// Returns the nodes where a route turns.
    fn corners<'a>(&'a self, track: &'a FieldRoute) -> impl Iterator<Item = NodeIndex> + 'a {
        let direction = |from: NodeIndex, to: NodeIndex| {
            Direction::ALL.into_iter().find(|direction| self.field.beside(from, *direction) == Some(to))
        };
        let nodes = &track.nodes;
        (0..nodes.len())
            .filter(move |index| {
                let arrived = index
                    .checked_sub(1)
                    .map_or(Some(track.ends[0].out), |before| direction(nodes[before], nodes[*index]));
                let leaves = nodes
                    .get(index + 1)
                    .map_or(Some(track.ends[1].out.opposite()), |next| direction(nodes[*index], *next));
                arrived != leaves
            })
            .map(|index| nodes[index])
    }
}

/// Returns the order in which routes are laid: urgent ones first, then those between near places.
fn routing_order(
    problem: &LayoutProblem,
    cores: &[Rect],
    waiting: impl Iterator<Item = usize>,
    routed_first: &[usize],
    seed: Seed,
) -> Vec<usize> {
    let mut random = seed.stream();
    let mut routing_order: Vec<usize> = waiting.collect();
    routing_order.sort_by_cached_key(|number| {
        let ends = &problem.passages[*number];
        let distance = cores[ends.from].center().manhattan(cores[ends.to].center());
        (!routed_first.contains(number), distance, random.below(1 << 16), *number)
    });
    routing_order
}

fn too_many_lines((columns, rows): (usize, usize)) -> Diagnostic {
    let message = format!(
        "The level would have {columns} × {rows} lines for passages, which have more than {MOST_NODES} crossings."
    );
    Diagnostic::error("level-too-large", message).hint("Place sites nearer to each other.")
}
