//! Exits: the ports by which passages leave their places, and their routes from there to the bay.
//!
//! In: the ends of passages at a place, with their directions, and its ports. Out: a port and a route for
//! each end, and the space that these need.
//! Ports follow each other around the place in the order of the passages, at minimum total cost.
//! Guaranteed: routes of a place do not cross, and each reaches the bay in a column of its own.

use std::ops::{Range, RangeInclusive};

use super::pages::Page;
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::budget::compact::bays::exits::{
    AROUND, LEAST_TRIED, MOST_CHOICES, PORT_CELLS, TO_BACK, TO_BAY, TO_NEXT,
};
use crate::layout::drawing::{Port, usable_ports};
use crate::layout::input::problem::LayoutProblem;

/// Number of parts of the outline of a place:
///
/// ```text
///          behind
///         0  │  4
///        ┌───┴───┐
///  next  │       │ before        x →
///     1  │       │ 3             y ↓
///        └───────┘
///            2
///           bay
/// ```
///
/// Exits that go around the place count on from 4, or down from 0.
const PARTS: i32 = 5;

/// The lowest part of an exit that goes all around its place; `LAST_PART` is the highest.
const FIRST_PART: i32 = -3;
const LAST_PART: i32 = 7;

/// The lowest part from which a passage can leave to the back.
const FIRST_TO_BACK: i32 = 2;

/// The parts from which passages leave to the bay if others leave to the back.
const TO_BAY_BESIDE_BACK: RangeInclusive<i32> = 0..=4;

/// The direction of a passage, seen from one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BayDirection {
    /// Along the row to the next place on the curve.
    /// Along the row to the place before.
    Next,
    Before,
    /// To a later place, on that side of the curve.
    Later(Page),
    /// To an earlier place, on that side of the curve.
    Earlier(Page),
}

impl BayDirection {
    /// Returns the side of the curve; `Front` along the row.
    pub fn page(self) -> Page {
        match self {
            Self::Next | Self::Before => Page::Front,
            Self::Later(page) | Self::Earlier(page) => page,
        }
    }
}

/// An end of a passage at a place, with its direction and the distance to the other place along the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BayEnd {
    pub toward: BayDirection,
    pub distance: usize,
    pub passage: usize,
    /// 0 where the passage begins, 1 where it ends.
    pub end: usize,
}

/// The exit of a passage, in the frame of its place: relative to the middle of its core, y grows towards the
/// bay and x from the next place to the one before.
pub(super) struct BayExit<'a> {
    pub passage: usize,
    /// 0 where the passage begins, 1 where it ends.
    pub end: usize,
    pub toward: BayDirection,
    pub port: &'a Port,
    /// The part of the outline at which it leaves.
    part: i32,
    /// The corners from the port to a cell outside of the ground. The route along the row continues from
    /// there.
    pub path: Vec<Cell>,
    /// The column in which it reaches the gap between rows.
    pub column: i32,
}

/// All exits of a place, and the space that they need.
pub(super) struct BayExits<'a> {
    /// The exits in order, from the next place along the bay to the place before.
    pub ends: Vec<BayExit<'a>>,
    /// The ground of the place, in its frame.
    pub ground: Rect,
    /// Cells needed on the side of the next place.
    pub next: i32,
    /// Cells needed on the side of the place before.
    pub before: i32,
    /// Cells needed behind the place.
    pub behind: i32,
    /// Cells needed at the bay.
    pub front: i32,
}

/// A port with its number, and the part of the outline at which it is.
#[derive(Clone, Copy)]
struct PortPosition<'a> {
    number: usize,
    port: &'a Port,
    part: i32,
}

/// The distances of a drawing, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clearance {
    /// Distance of a route from other routes and from the places that it goes around.
    pub lane: i32,
    /// Distance between places.
    pub gap: i32,
    /// Minimum length of a passage.
    pub length: i32,
}

impl Clearance {
    /// Returns how far a passage has to go into a gap, so that there and back it has its minimum length.
    pub fn run_up(&self) -> i32 {
        (self.length + 1) / 2
    }
}

impl<'a> BayExits<'a> {
    /// Finds the exits of a place for all ends of its passages.
    ///
    /// Returns `None` if there are not enough ports in the order of the passages.
    pub fn new(
        problem: &'a LayoutProblem,
        ports: &'a [Port],
        ground: Rect,
        faces_down: bool,
        mut ends: Vec<BayEnd>,
        clearance: &Clearance,
    ) -> Option<Self> {
        ends.sort_by_key(|end| {
            let (distance, passage) = (end.distance as i64, end.passage as i64);
            match end.toward {
                BayDirection::Next => (0, distance, passage),
                BayDirection::Later(Page::Front) => (1, distance, passage),
                BayDirection::Earlier(Page::Front) => (2, -distance, -passage),
                BayDirection::Before => (3, distance, passage),
                BayDirection::Earlier(Page::Back) => (4, distance, passage),
                BayDirection::Later(Page::Back) => (5, -distance, -passage),
            }
        });
        let has_back = ends.iter().any(|end| end.toward.page() == Page::Back);
        // Wide passages get more distance if there are enough ports for that.
        let chosen = [clearance.lane, PORT_CELLS].into_iter().find_map(|apart| {
            // A single passage may leave from the middle of a side.
            let apart = if ends.len() == 1 { 1 } else { apart };
            let ports_apart = ports_apart(ports, apart);
            let count = ports_apart.len();
            let around = around(ports_apart, faces_down);
            let cost = |end: &BayEnd, port_position: &PortPosition| {
                // No passage may go around the place past one that leaves to the back.
                let can_be = !has_back
                    || end.toward.page() == Page::Back
                    || TO_BAY_BESIDE_BACK.contains(&port_position.part);
                if can_be { cost_of(port_position, end.toward) } else { None }
            };
            let costs = |end: &BayEnd| {
                let wanted = problem.passages[end.passage].socket;
                let mut is_usable = vec![false; ports.len()];
                usable_ports(ports, wanted).for_each(|(number, _)| is_usable[number] = true);
                around
                    .iter()
                    .map(|port_position| cost(end, port_position).filter(|_| is_usable[port_position.number]))
                    .collect()
            };
            let costs: Vec<Vec<Option<i32>>> = ends.iter().map(costs).collect();
            let first = around.iter().position(|port_position| port_position.part >= i32::from(has_back))?;
            let choose = |first: usize| choose(&around, first..(first + count).min(around.len()), &costs);
            // Exits go around the place only if that is necessary.
            choose(first).or_else(|| {
                let first_costs = costs.first()?;
                let starts: Vec<usize> = (0..around.len()).filter(|at| first_costs[*at].is_some()).collect();
                let most_tried = (MOST_CHOICES / (costs.len() * count).max(1)).max(LEAST_TRIED);
                let step = starts.len().div_ceil(most_tried).max(1);
                let chosen = starts.into_iter().step_by(step).filter_map(choose);
                chosen.min_by_key(|(cost, _)| *cost)
            })
        });
        let (_, chosen) = chosen?;
        let mut exits = Self {
            ends: Vec::new(),
            ground: framed(ground, faces_down),
            next: 0,
            before: 0,
            behind: 0,
            front: 0,
        };
        for (BayEnd { toward, passage, end, .. }, PortPosition { port, part, .. }) in
            ends.into_iter().zip(chosen)
        {
            let inside = turned(port.inside, faces_down);
            exits.ends.push(BayExit {
                passage,
                end,
                toward,
                port,
                part,
                path: vec![inside],
                column: inside.x,
            });
        }
        exits.route_out(clearance);
        Some(exits)
    }

    /// Leads exits from the sides and from behind to columns of their own.
    fn route_out(&mut self, clearance: &Clearance) {
        let Clearance { lane, gap, length } = *clearance;
        let (ground, count) = (self.ground, self.ends.len());
        let mut asides = [0, 0];
        // Exits that are nearest to their direction come nearest to the place.
        let orders = [
            (Page::Front, 0, (0..count).rev().collect::<Vec<_>>()),
            (Page::Front, 1, (0..count).collect()),
            (Page::Back, 1, (0..count).rev().collect()),
            (Page::Back, 0, (0..count).collect()),
        ];
        for (page, aside, order) in orders {
            let (mut beside, mut behind, mut across, mut front) = (0, 0, 0, 0);
            let off = |aside: usize, cells: i32| {
                if aside == 0 { ground.min.x - cells } else { ground.right() - 1 + cells }
            };
            for number in order {
                let exit = &mut self.ends[number];
                // The number of parts between the exit and the side where it leads.
                let parts = match (page, aside) {
                    (Page::Front, 0) => 1 - exit.part,
                    (Page::Front, _) => exit.part - 3,
                    (Page::Back, 0) => exit.part - 6,
                    (Page::Back, _) => 3 - exit.part,
                };
                if exit.toward.page() != page || parts < 0 {
                    continue;
                }
                let inside = exit.path[0];
                if page == Page::Back {
                    beside += lane;
                    exit.column = off(aside, beside);
                    if parts == 1 {
                        front += lane;
                        exit.path.push(Cell::new(inside.x, ground.bottom() - 1 + front));
                    }
                    continue;
                }
                if parts == 4 {
                    front += lane;
                    exit.path.push(Cell::new(inside.x, ground.bottom() - 1 + front));
                }
                if parts >= 3 {
                    across += lane;
                    let y = exit.path.last().map_or(inside.y, |last| last.y);
                    exit.path.push(Cell::new(off(1 - aside, across), y));
                }
                beside += lane;
                exit.column = off(aside, beside);
                if parts >= 1 {
                    behind += lane;
                    let x = exit.path.last().map_or(inside.x, |last| last.x);
                    exit.path.push(Cell::new(x, ground.min.y - behind));
                }
            }
            asides[aside] = asides[aside].max(beside);
            asides[1 - aside] = asides[1 - aside].max(across);
            self.behind = self.behind.max(behind);
            self.front = self.front.max(front);
        }
        let [next, before] = asides.map(|cells| (cells + lane).max((gap.max(length) + 1) / 2));
        (self.next, self.before) = (next, before);
    }

    /// Returns the width of the place with its exits along the row.
    pub fn width(&self) -> i32 {
        self.next + self.ground.size.width as i32 + self.before
    }

    /// Returns its height.
    pub fn height(&self) -> i32 {
        self.front + self.ground.size.height as i32 + self.behind
    }

    /// Returns the distance from its middle to its bay.
    pub fn to_bay(&self) -> i32 {
        self.ground.bottom() + self.front
    }
}

impl BayExit<'_> {
    /// Returns `true` if it leaves on the side of the place to which it leads, and can go straight on.
    pub fn leads_along_row(&self) -> bool {
        match self.toward {
            BayDirection::Next => self.part < 2,
            BayDirection::Before => self.part > 2,
            BayDirection::Later(_) | BayDirection::Earlier(_) => false,
        }
    }
}

/// Returns the position around its place of the only port that a passage can use, if there is only one.
pub(super) fn only_port(
    problem: &LayoutProblem,
    ports: &[Port],
    place: usize,
    passage: usize,
) -> Option<(i32, i32)> {
    if problem.places[place].passages.len() == 1 {
        return None;
    }
    let mut usable = usable_ports(ports, problem.passages[passage].socket);
    let (_, port) = usable.next()?;
    usable.next().is_none().then(|| way_around(port, true))
}

/// Returns ports with their numbers that are at least `apart` cells from each other on each side.
fn ports_apart(ports: &[Port], apart: i32) -> Vec<(usize, &Port)> {
    let along_side = |port: &Port| if port.out.is_level() { port.inside.y } else { port.inside.x };
    let mut ports: Vec<(usize, &Port)> = ports.iter().enumerate().collect();
    ports.sort_by_key(|(_, port)| (port.out, along_side(port)));
    let mut last: Option<(Direction, i32)> = None;
    ports.retain(|(_, port)| {
        let at = along_side(port);
        let is_free = last.is_none_or(|(out, last)| out != port.out || at >= last + apart);
        if is_free {
            last = Some((port.out, at));
        }
        is_free
    });
    ports
}

/// Returns the ports in order around the place, once for each turn around it.
fn around(ports: Vec<(usize, &Port)>, faces_down: bool) -> Vec<PortPosition<'_>> {
    let mut once: Vec<(i32, i32, PortPosition)> = ports
        .into_iter()
        .map(|(number, port)| {
            let (part, along) = way_around(port, faces_down);
            (part, along, PortPosition { number, port, part })
        })
        .collect();
    once.sort_by_key(|(part, along, _)| (*part, *along));
    let turns = [-PARTS, 0, PARTS].into_iter();
    let port_positions = turns.flat_map(|turn| {
        once.iter().map(move |(part, _, port_position)| PortPosition { part: part + turn, ..*port_position })
    });
    port_positions.filter(|port_position| (FIRST_PART..=LAST_PART).contains(&port_position.part)).collect()
}

/// Chooses a port for each end from a range, in order and at minimum total cost. Returns the cost, too.
///
/// `costs` has a row for each end and a column for each port; `None` marks ports that the end cannot use.
fn choose<'a>(
    around: &[PortPosition<'a>],
    within: Range<usize>,
    costs: &[Vec<Option<i32>>],
) -> Option<(i32, Vec<PortPosition<'a>>)> {
    // For each end and number of ports: the minimum cost so far, and whether the last of these ports is
    // taken.
    let mut least: Vec<Vec<(Option<i32>, bool)>> = vec![vec![(Some(0), false); within.len() + 1]];
    for costs in costs {
        let before = least.last().map(Vec::as_slice).unwrap_or_default();
        let mut row = vec![(None, false)];
        for (index, cost) in costs[within.clone()].iter().enumerate() {
            let taken = before[index].0.and_then(|so_far| Some(so_far + (*cost)?));
            let (passed, _) = row[index];
            let is_taken = taken.is_some_and(|taken| passed.is_none_or(|passed| taken < passed));
            row.push(if is_taken { (taken, true) } else { (passed, false) });
        }
        least.push(row);
    }
    let mut index = within.len();
    let cost = least.last()?[index].0?;
    let mut chosen = Vec::new();
    for row in least.iter().skip(1).rev() {
        while !row[index].1 {
            index = index.checked_sub(1)?;
        }
        index -= 1;
        chosen.push(around[within.start + index]);
    }
    chosen.reverse();
    Some((cost, chosen))
}

/// Returns the cost of leaving at a port; `None` if it goes around too far.
fn cost_of(port_position: &PortPosition, toward: BayDirection) -> Option<i32> {
    let PortPosition { port, part, .. } = port_position;
    let off_middle = if port.out.is_level() { port.inside.y } else { port.inside.x };
    let nearest = (*part).clamp(0, PARTS - 1);
    let around = AROUND * (part - nearest).abs();
    let cost = |costs: [i32; 5], part: i32| costs[part as usize];
    let cost = match toward {
        BayDirection::Next => around + cost(TO_NEXT, nearest),
        BayDirection::Before => around + cost(TO_NEXT, PARTS - 1 - nearest),
        BayDirection::Later(Page::Front) | BayDirection::Earlier(Page::Front) => {
            around + cost(TO_BAY, nearest)
        }
        BayDirection::Later(Page::Back) | BayDirection::Earlier(Page::Back) => {
            let part = usize::try_from(part - FIRST_TO_BACK).ok()?;
            *TO_BACK.get(part)?
        }
    };
    Some(off_middle.abs() + cost)
}

/// Returns the part of the outline with a port, and its position there.
fn way_around(port: &Port, faces_down: bool) -> (i32, i32) {
    let Cell { x, y } = turned(port.inside, faces_down);
    match if faces_down { port.out } else { port.out.opposite() } {
        Direction::North if x <= 0 => (0, -x),
        Direction::West => (1, y),
        Direction::South => (2, x),
        Direction::East => (3, -y),
        Direction::North => (4, -x),
    }
}

/// Converts between the frame of a place and the map.
pub(super) fn turned(cell: Cell, faces_down: bool) -> Cell {
    if faces_down { cell } else { Cell::new(-cell.x, -cell.y) }
}

fn framed(rect: Rect, faces_down: bool) -> Rect {
    let corners = [rect.min, Cell::new(rect.right() - 1, rect.bottom() - 1)];
    let corners = corners.map(|corner| Rect::new(turned(corner, faces_down), Size::new(1, 1)));
    corners[0].union(corners[1])
}
