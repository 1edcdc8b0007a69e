//! By which port each passage leaves its place, and how it comes from there to the bay.

use std::ops::{Range, RangeInclusive};

use super::pages::Page;
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::budget::compact::bays::exits::{
    AROUND, LEAST_TRIED, MOST_CHOICES, PORT_CELLS, TO_BACK, TO_BAY, TO_NEXT,
};
use crate::layout::drawing::{Port, usable_ports};
use crate::layout::problem::LayoutProblem;

/// On how many parts the edge of a place is divided: behind it on the side of the next place, that side, at
/// the bay, the side of the place before, and behind it there. A way out that leads around the place behind
/// it, to the side of the place before, counts on from there, and one to the side of the next place counts
/// back.
const PARTS: i32 = 5;

/// Where a way leads out that has to go all around its place.
const FIRST_PART: i32 = -3;
const LAST_PART: i32 = 7;

/// The first of these parts.
const FIRST_TO_BACK: i32 = 2;

/// The parts by which something leads to the bay if something else leads to the other side.
const TO_BAY_BESIDE_BACK: RangeInclusive<i32> = 0..=4;

/// Where a passage leads, seen from one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BayDirection {
    /// Along the row to the next place on the curve, or to the one before.
    Next,
    Before,
    /// To a later place, or to an earlier one, on that side of the curve.
    Later(Page),
    Earlier(Page),
}

impl BayDirection {
    /// On which side of the curve it leads where it does not lead along the row.
    pub fn page(self) -> Page {
        match self {
            Self::Next | Self::Before => Page::Front,
            Self::Later(page) | Self::Earlier(page) => page,
        }
    }
}

/// Which end of which passage lies at a place, where that leads, and how far along the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BayEnd {
    pub toward: BayDirection,
    pub distance: usize,
    pub passage: usize,
    /// 0 where the passage begins, 1 where it ends.
    pub end: usize,
}

/// The way out of a place for a passage, in the frame of the place: from the middle of its core, y grows
/// towards the bay, x from the next place on the curve to the one before.
pub(super) struct BayExit<'a> {
    pub passage: usize,
    /// 0 where the passage begins, 1 where it ends.
    pub end: usize,
    pub toward: BayDirection,
    pub port: &'a Port,
    /// The part of the edge by which it leads out.
    part: i32,
    /// From the port to beyond what the place comes to own; what leads on along the row begins there.
    pub path: Vec<Cell>,
    /// The column by which it comes to the bay.
    pub column: i32,
}

/// All ends of passages at a place, and what room they need.
pub(super) struct BayExits<'a> {
    /// In the order in which one comes to them from the next place along the bay to the place before.
    pub ends: Vec<BayExit<'a>>,
    /// The cells that the place comes to own, in its frame.
    pub ground: Rect,
    /// How many cells are needed on the side of the next place, on that of the place before, behind, and at the bay.
    pub next: i32,
    pub before: i32,
    pub behind: i32,
    pub front: i32,
}

/// A port, its number, and in which part of the edge one comes to it.
#[derive(Clone, Copy)]
struct PortPosition<'a> {
    number: usize,
    port: &'a Port,
    part: i32,
}

/// How many cells ways have between them and what they lead around, how many places have between them, and
/// how many a passage has at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clearance {
    pub lane: i32,
    pub gap: i32,
    pub length: i32,
}

impl Clearance {
    /// How many cells a passage goes into a gap at least, so that it is long enough with as many on its way back.
    pub fn run_up(&self) -> i32 {
        (self.length + 1) / 2
    }
}

impl<'a> BayExits<'a> {
    /// Ways out for these ends, which are all of a place. `None` if there are not ports enough, or not in the
    /// order of the passages.
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
        // Wide passages lie beside each other where there are ports enough for that.
        let chosen = [clearance.lane, PORT_CELLS].into_iter().find_map(|apart| {
            // A single one may leave the middle of a side.
            let apart = if ends.len() == 1 { 1 } else { apart };
            let ports_apart = ports_apart(ports, apart);
            let count = ports_apart.len();
            let around = around(ports_apart, faces_down);
            let cost = |end: &BayEnd, stand: &PortPosition| {
                // Nothing leads around the place past what leads to the other page.
                let can_be =
                    !has_back || end.toward.page() == Page::Back || TO_BAY_BESIDE_BACK.contains(&stand.part);
                if can_be { cost_of(stand, end.toward) } else { None }
            };
            let costs = |end: &BayEnd| {
                let wanted = problem.passages[end.passage].socket;
                let mut is_usable = vec![false; ports.len()];
                usable_ports(ports, wanted).for_each(|(number, _)| is_usable[number] = true);
                around.iter().map(|stand| cost(end, stand).filter(|_| is_usable[stand.number])).collect()
            };
            let costs: Vec<Vec<Option<i32>>> = ends.iter().map(costs).collect();
            let first = around.iter().position(|stand| stand.part >= i32::from(has_back))?;
            let choose = |first: usize| choose(&around, first..(first + count).min(around.len()), &costs);
            // Only where that must be does anything lead around the place.
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
        exits.lead_out(clearance);
        Some(exits)
    }

    /// Leads all from the sides and from behind to columns of their own.
    fn lead_out(&mut self, clearance: &Clearance) {
        let Clearance { lane, gap, length } = *clearance;
        let (ground, count) = (self.ground, self.ends.len());
        let mut asides = [0, 0];
        // Those nearest to where they lead lie nearest to the place.
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
                // How many parts lie between that and the side where it leads to.
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

    /// How many cells the place needs along the row.
    pub fn width(&self) -> i32 {
        self.next + self.ground.size.width as i32 + self.before
    }

    /// How many cells it needs behind the bay.
    pub fn height(&self) -> i32 {
        self.front + self.ground.size.height as i32 + self.behind
    }

    /// How far from its middle its bay begins.
    pub fn to_bay(&self) -> i32 {
        self.ground.bottom() + self.front
    }
}

impl BayExit<'_> {
    /// Does it lead out on the side where the next place lies, or the one before, so that it can go straight on?
    pub fn leads_along_row(&self) -> bool {
        match self.toward {
            BayDirection::Next => self.part < 2,
            BayDirection::Before => self.part > 2,
            BayDirection::Later(_) | BayDirection::Earlier(_) => false,
        }
    }
}

/// Where around its place the only port lies that a passage can use, if there is but one.
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

/// As many of the ports of a place as lie so far apart on their sides, with their numbers.
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

/// The ports in the order in which one comes to them on the way around the place, more than once if that goes on.
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
    let stands = turns.flat_map(|turn| {
        once.iter().map(move |(part, _, stand)| PortPosition { part: part + turn, ..*stand })
    });
    stands.filter(|stand| (FIRST_PART..=LAST_PART).contains(&stand.part)).collect()
}

/// A port for each end, in the same order, out of this range, so that they cost least together, and what that
/// is; the costs of each end are those of all ports, of which it cannot use those without.
fn choose<'a>(
    around: &[PortPosition<'a>],
    within: Range<usize>,
    costs: &[Vec<Option<i32>>],
) -> Option<(i32, Vec<PortPosition<'a>>)> {
    // What it costs to have found ports for the ends so far among so many, and if the last of them is taken.
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

/// What it costs to leave a place there; `None` if it leads too far around.
fn cost_of(stand: &PortPosition, toward: BayDirection) -> Option<i32> {
    let PortPosition { port, part, .. } = stand;
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

/// In which part of the edge a port lies and where there, on the way from the middle of the side behind to
/// the next place, to the bay, to the place before and back again.
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

/// A cell in the frame of a place, or one of that frame as it lies on the map.
pub(super) fn turned(cell: Cell, faces_down: bool) -> Cell {
    if faces_down { cell } else { Cell::new(-cell.x, -cell.y) }
}

fn framed(rect: Rect, faces_down: bool) -> Rect {
    let corners = [rect.min, Cell::new(rect.right() - 1, rect.bottom() - 1)];
    let corners = corners.map(|corner| Rect::new(turned(corner, faces_down), Size::new(1, 1)));
    corners[0].union(corners[1])
}
