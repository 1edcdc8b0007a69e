//! Searches for a route along lines, from node to node of a field.
//!
//! Input: the field with the routes laid so far, and the terminals at both ends. Output: the cheapest route
//! between two of them. A route may push others aside, which are then laid again, or cross them straight on a
//! bridge. Equal costs are decided by position. No route touches a core except those of its two places.
//!
//! Source: A*, with rip-up and reroute (Dees and Karger, 1982).

pub(in crate::layout) mod field;

use std::rc::Rc;

use self::field::{CLOSED, FieldRoute, NOBODY, NodeIndex, RouteTerminal, RoutingField};
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::budget::routes::field::STAYING;
use crate::layout::budget::routes::search::{CROSSING, STEPS_A_NODE, TOUCHING, TURN};
use crate::layout::budget::{STEP, STRAIGHT_CELLS};
use crate::layout::drawing::router::looks::SearchLooks;
use crate::layout::drawing::router::queue::SearchQueue;
use crate::layout::input::work::StepBudget;

/// The treatment of routes that are in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum CrossingPolicy {
    /// They are pushed aside.
    Pushing,
    /// They are crossed, if that is allowed.
    Crossing,
    /// They are crossed or pushed aside, whichever is cheaper.
    Either,
}

/// The best known arrival at a node in a direction. Packed, because each node of a field has four.
#[derive(Clone, Copy)]
struct NodeArrival {
    cost: u32,
    round: u16,
    came: ArrivalStep,
}

const FRESH: NodeArrival = NodeArrival { cost: 0, round: 0, came: ArrivalStep::OUT_OF_PLACE };

/// The step by which a route arrived at a node, packed:
///
/// ```text
/// bit  14          2   1      0
///     ┌─────────────┬──────────┐
///     │ between     │ before   │      all 16 bits set: the route leaves its place here
///     └─────────────┴──────────┘
/// ```
///
/// `before` is the direction in which it arrived at the previous node, and `between` the number of nodes that
/// it skipped on a bridge.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ArrivalStep(u16);

impl ArrivalStep {
    const OUT_OF_PLACE: Self = Self(u16::MAX);
    /// The maximum number of nodes that a bridge skips.
    const MOST_BETWEEN: u32 = (1 << 13) - 1;

    fn from(before: Direction, between: u32) -> Self {
        Self(between.min(Self::MOST_BETWEEN) as u16 * 4 + before as u16)
    }

    fn before(self) -> Option<(Direction, u32)> {
        (self != Self::OUT_OF_PLACE).then(|| (Direction::ALL[usize::from(self.0 % 4)], u32::from(self.0 / 4)))
    }
}

/// The tables of a search, kept for the next one.
pub(in crate::layout) struct RouteSearch {
    arrivals: Vec<[NodeArrival; 4]>,
    open: SearchQueue,
    round: u16,
    work: Rc<StepBudget>,
}

/// The task of one search.
struct RouteQuery<'a> {
    field: &'a RoutingField,
    ends: [u32; 2],
    target: Rect,
    starts: &'a [RouteTerminal],
    goals: &'a [RouteTerminal],
    crossings: CrossingPolicy,
    /// For each route, `true` if it may be crossed.
    crossable: &'a [bool],
}

impl RouteQuery<'_> {
    /// Returns a lower bound of the cost from a cell to the target.
    fn estimate(&self, cell: Cell) -> u32 {
        let beyond = |value: i32, from: i32, to: i32| (from - value).max(value - to).max(0).unsigned_abs();
        let Rect { min, .. } = self.target;
        STEP * (beyond(cell.x, min.x, self.target.right() - 1)
            + beyond(cell.y, min.y, self.target.bottom() - 1))
    }

    /// Returns the cost of a route on a node besides its length, or `None` if it cannot be there.
    fn toll(&self, node: NodeIndex) -> Option<u32> {
        let ground = &self.field.nodes[node as usize];
        let most = match self.crossings {
            CrossingPolicy::Pushing | CrossingPolicy::Either => STAYING - 1,
            CrossingPolicy::Crossing => 0,
        };
        if ground.toll > most || !self.keeps_off(node) {
            return None;
        }
        let touching = if ground.near == [NOBODY; 2] { 0 } else { TOUCHING };
        Some(touching + ground.toll)
    }

    /// Returns `true` if a route on the node touches no core except those of its two places.
    fn keeps_off(&self, node: NodeIndex) -> bool {
        let near = self.field.nodes[node as usize].near;
        let is_foreign = |core: &u32| *core != NOBODY && !self.ends.contains(core);
        near != CLOSED && !near.iter().any(is_foreign) && self.leaves_its_place(node)
    }

    /// Returns `true` unless this is a loop that touches its place away from its ends.
    fn leaves_its_place(&self, node: NodeIndex) -> bool {
        let is_loop = self.ends[0] == self.ends[1];
        let is_end = |ends: &[RouteTerminal]| ends.iter().any(|end| end.node == node);
        !is_loop
            || self.field.nodes[node as usize].near == [NOBODY; 2]
            || is_end(self.starts)
            || is_end(self.goals)
    }

    /// Goes straight on over other routes, to the first node that none of them touches.
    ///
    /// ```text
    ///       A   B
    ///       │   │
    /// o ─ ─ ┼ ─ ┼ ─ ─ o      a bridge over the routes A and B, from node to node
    ///       │   │
    /// ```
    ///
    /// Returns this node, the number of nodes in between, and the number of routes crossed.
    fn across(&self, from: NodeIndex, heading: Direction) -> Option<(NodeIndex, u32, u32)> {
        // A bridge must start at a node that touches no other route.
        if self.field.nodes[from as usize].toll > 0 {
            return None;
        }
        let mut between = Vec::new();
        let mut crossed = Vec::new();
        let mut node = self.field.beside(from, heading)?;
        while self.field.nodes[node as usize].toll > 0 || !self.keeps_off(node) {
            if !self.keeps_off(node) {
                return None;
            }
            let ground = &self.field.nodes[node as usize];
            if ground.route != NOBODY {
                if !self.is_crossable(node, heading) {
                    return None;
                }
                crossed.push(node);
            }
            between.push(node);
            node = self.field.beside(node, heading)?;
        }
        // Anything else close to the bridge must be a straight piece of a crossed route.
        let is_crossed = |near: NodeIndex| {
            let there = &self.field.nodes[near as usize];
            let (column, row) = self.field.position(near);
            there.route == NOBODY
                || crossed.iter().any(|at| {
                    let (at_column, at_row) = self.field.position(*at);
                    let is_level = if heading.is_level() { at_column == column } else { at_row == row };
                    is_level && there.over == NOBODY && self.field.nodes[*at as usize].route == there.route
                })
        };
        let fits = between.iter().flat_map(|node| self.field.touching(*node)).all(is_crossed);
        let fits = fits && (between.len() as u32) < ArrivalStep::MOST_BETWEEN;
        (fits && !crossed.is_empty()).then_some((node, between.len() as u32, crossed.len() as u32))
    }

    /// Returns `true` if the route on a node can be crossed there in a direction.
    ///
    /// It must be straight there, and away from cores and other crossings.
    fn is_crossable(&self, node: NodeIndex, heading: Direction) -> bool {
        let field = self.field;
        let number = field.nodes[node as usize].route;
        let Some(track) = field.tracks[number as usize].as_ref().filter(|_| self.crossable[number as usize])
        else {
            return false;
        };
        let at = field.cell(node);
        let around = Rect::new(at, Size::new(1, 1)).grown(STRAIGHT_CELLS - 1);
        let ends = track.ends.iter().map(|end| end.place).chain(self.ends.map(|end| end as usize));
        if field.nodes[node as usize].over != NOBODY
            || ends.into_iter().any(|place| field.cores[place].overlaps(around))
        {
            return false;
        }
        heading.sides().into_iter().all(|side| {
            let mut last = node;
            loop {
                if track.ends.iter().any(|end| end.node == last && end.out == side.opposite()) {
                    return true;
                }
                let Some(next) = field.beside(last, side) else { return false };
                let ground = &field.nodes[next as usize];
                if ground.route != number || ground.over != NOBODY {
                    return false;
                }
                if field.cell(next).manhattan(at) >= STRAIGHT_CELLS {
                    return true;
                }
                last = next;
            }
        })
    }
}

impl RouteSearch {
    /// Creates the tables for a field.
    pub fn new(field: &RoutingField, work: Rc<StepBudget>) -> Self {
        Self { arrivals: vec![[FRESH; 4]; field.nodes.len()], open: SearchQueue::default(), round: 0, work }
    }

    /// Finds the cheapest route from a terminal of one place to a terminal of another.
    ///
    /// Equal costs are decided by position. Returns `None` if there is no route. If work runs out, returns the
    /// cheapest route found so far, if there is one.
    pub fn find(
        &mut self,
        field: &RoutingField,
        ends: [usize; 2],
        [starts, goals]: [&[RouteTerminal]; 2],
        crossings: CrossingPolicy,
        crossable: &[bool],
    ) -> Option<FieldRoute> {
        let (target, ends) = (field.cores[ends[1]].grown(1), ends.map(|end| end as u32));
        let task = RouteQuery { field, ends, target, starts, goals, crossings, crossable };
        self.begin_round();
        for start in starts {
            if let Some(toll) = task.toll(start.node) {
                let arrival = NodeArrival { round: self.round, cost: start.cost + toll, ..FRESH };
                self.arrive(&task, (start.node, field.cell(start.node)), start.out, arrival);
            }
        }
        let mut best: Option<(u32, usize, Direction)> = None;
        let mut goals_by_node: Vec<(NodeIndex, usize)> =
            goals.iter().enumerate().map(|(number, goal)| (goal.node, number)).collect();
        goals_by_node.sort_unstable();
        let work = Rc::clone(&self.work);
        let mut looks = SearchLooks::new(&work, STEPS_A_NODE, u32::MAX);
        while let Some(look) = self.open.pop() {
            let (bound, state) = ((look >> 32) as u32, look as u32);
            if !looks.take() {
                break;
            }
            if best.is_some_and(|(found, ..)| found <= bound) {
                break;
            }
            let (node, heading) = (state / 4, Direction::ALL[(state % 4) as usize]);
            let arrival = self.arrivals[node as usize][heading as usize];
            let position = field.position(node);
            if arrival.cost + task.estimate(field.cell_at(position)) < bound {
                continue;
            }
            let is_near = goals_by_node.first().is_some_and(|(first, _)| *first <= node)
                && goals_by_node.last().is_some_and(|(last, _)| node <= *last);
            let first = if is_near { goals_by_node.partition_point(|(goal, _)| *goal < node) } else { 0 };
            for &(_, number) in goals_by_node[first..].iter().take_while(|(goal, _)| *goal == node) {
                let goal = goals[number];
                let turn = if goal.out.opposite() == heading { 0 } else { TURN };
                let total = arrival.cost + goal.cost + turn;
                if goal.out != heading && best.is_none_or(|(found, ..)| total < found) {
                    best = Some((total, number, heading));
                }
            }
            for next in Direction::ALL.into_iter().filter(|next| *next != heading.opposite()) {
                self.go_on(&task, (node, position), (heading, next));
            }
        }
        let (cost, goal, heading) = best?;
        Some(FieldRoute { cost, ..self.trace_back(field, starts, goals[goal], heading) })
    }

    /// Forgets the results of earlier searches.
    fn begin_round(&mut self) {
        self.open.clear();
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.arrivals.fill([FRESH; 4]);
            1
        });
    }

    /// Takes a step from a node. `heading` is the direction of arrival, `next` the direction of the step.
    fn go_on(
        &mut self,
        task: &RouteQuery,
        (node, position): (NodeIndex, (usize, usize)),
        (heading, next): (Direction, Direction),
    ) {
        let arrival = self.arrivals[node as usize][heading as usize];
        let cell = task.field.cell_at(position);
        let Some((beside, beside_cell)) = task.field.next_node(node, position, next) else { return };
        let mut arrive = |to: NodeIndex, to_cell: Cell, crossed: u32, toll: u32| {
            let turn = if next == heading { 0 } else { TURN };
            let cost = arrival.cost + STEP * cell.manhattan(to_cell) + turn + toll;
            let arrival = NodeArrival { cost, came: ArrivalStep::from(heading, crossed), ..arrival };
            self.arrive(task, (to, to_cell), next, arrival);
        };
        if let Some(toll) = task.toll(beside) {
            arrive(beside, beside_cell, 0, toll);
        }
        let is_taken = task.field.nodes[beside as usize].toll > 0;
        if is_taken
            && task.crossings != CrossingPolicy::Pushing
            && let Some((to, between, routes)) = task.across(node, next)
        {
            arrive(to, task.field.cell(to), between, CROSSING * routes);
        }
    }

    fn arrive(
        &mut self,
        task: &RouteQuery,
        (node, cell): (NodeIndex, Cell),
        heading: Direction,
        arrival: NodeArrival,
    ) {
        let known = &mut self.arrivals[node as usize][heading as usize];
        if known.round == self.round && known.cost <= arrival.cost {
            return;
        }
        *known = arrival;
        let bound = arrival.cost + task.estimate(cell);
        self.open.push(u64::from(bound) << 32 | u64::from(node * 4 + heading as u32));
    }

    fn trace_back(
        &self,
        field: &RoutingField,
        starts: &[RouteTerminal],
        goal: RouteTerminal,
        heading: Direction,
    ) -> FieldRoute {
        let (mut node, mut heading) = (goal.node, heading);
        let mut nodes = vec![node];
        // All nodes except those on bridges.
        let mut walked = nodes.clone();
        let mut crossings = Vec::new();
        let start = loop {
            let arrival = self.arrivals[node as usize][heading as usize];
            let Some((before, crossed)) = arrival.came.before() else {
                let here = starts.iter().filter(|start| (start.node, start.out) == (node, heading));
                break *here.min_by_key(|start| start.cost).expect("the route begins at one of them");
            };
            for left in (0..=crossed).rev() {
                node = field.beside(node, heading.opposite()).expect("a route stays on the field");
                nodes.push(node);
                if left == 0 {
                    walked.push(node);
                } else if field.nodes[node as usize].route != NOBODY {
                    crossings.push(node);
                }
            }
            heading = before;
        };
        nodes.reverse();
        crossings.reverse();
        FieldRoute { nodes, ends: [start, goal], crossings, cost: 0, pushed: field.touched_by(&walked) }
    }
}
