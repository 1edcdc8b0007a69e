//! By which port each passage leaves its place, and how it comes from there to the bay.

use super::pages::Page;
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::{Port, usable_ports};

/// How far apart ports on a side lie at least that passages can use at once, in cells.
const PORT_CELLS: i32 = 2;

/// What it costs to leave a place along the row to the next place, and to the bay, by a port behind it on the side of the next place, on that side, at the bay, on the side of the place before, and behind it there. Along the row to the place before it costs as much as to the next one, mirrored.
const TO_NEXT: [i32; 5] = [400, 0, 200, 600, 1000];
const TO_BAY: [i32; 5] = [800, 300, 0, 300, 800];

/// The same to the other side of the curve, where its ends come after all others.
const TO_BACK: [i32; 5] = [0, 800, 800, 300, 0];

/// Where a passage leads, seen from one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toward {
    /// Along the row to the next place on the curve, or to the one before.
    Next,
    Before,
    /// To a later place, or to an earlier one, on that side of the curve.
    Later(Page),
    Earlier(Page),
}

impl Toward {
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
pub(super) struct End {
    pub toward: Toward,
    pub distance: usize,
    pub passage: usize,
    /// 0 where the passage begins, 1 where it ends.
    pub end: usize,
}

/// The way out of a place for a passage, in the frame of the place: from the middle of its core, y grows towards the bay, x from the next place on the curve to the one before.
pub(super) struct Exit<'a> {
    pub passage: usize,
    /// 0 where the passage begins, 1 where it ends.
    pub end: usize,
    pub toward: Toward,
    pub port: &'a Port,
    /// From the port to beyond what the place comes to own; what leads on along the row begins there.
    pub path: Vec<Cell>,
    /// The column by which it comes to the bay.
    pub column: i32,
}

/// All ends of passages at a place, and what room they need.
pub(super) struct Exits<'a> {
    /// In the order in which one comes to them from the next place along the bay to the place before.
    pub ends: Vec<Exit<'a>>,
    /// The cells that the place comes to own, in its frame.
    pub ground: Rect,
    /// How many cells are needed on the side of the next place, on that of the place before, and behind.
    pub next: i32,
    pub before: i32,
    pub behind: i32,
}

/// How many cells ways have between them and what they lead around, how many places have between them, and how many a passage has at least.
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

impl<'a> Exits<'a> {
    /// Ways out for these ends, which are all of a place. `None` if there are not ports enough, or not in the order of the passages.
    pub fn new(
        problem: &'a LayoutProblem,
        ports: &'a [Port],
        ground: Rect,
        faces_down: bool,
        mut ends: Vec<End>,
        clearance: &Clearance,
    ) -> Option<Self> {
        ends.sort_by_key(|end| {
            let (distance, passage) = (end.distance as i64, end.passage as i64);
            match end.toward {
                Toward::Next => (0, distance, passage),
                Toward::Later(Page::Front) => (1, distance, passage),
                Toward::Earlier(Page::Front) => (2, -distance, -passage),
                Toward::Before => (3, distance, passage),
                Toward::Earlier(Page::Back) => (4, distance, passage),
                Toward::Later(Page::Back) => (5, -distance, -passage),
            }
        });
        let has_back = ends.iter().any(|end| end.toward.page() == Page::Back);
        // Wide passages lie beside each other where there are ports enough for that.
        let chosen = [clearance.lane, PORT_CELLS].into_iter().find_map(|apart| {
            // A single one may leave the middle of a side.
            let apart = if ends.len() == 1 { 1 } else { apart };
            let mut around = ports_apart(ports, apart);
            around.sort_by_key(|(_, port)| {
                let (side, along) = way_around(port, faces_down);
                // What leads to the back comes last.
                (if has_back { (side + 4) % 5 } else { side }, along)
            });
            choose(&around, &ends, |end| {
                let wanted = problem.passages[end.passage].socket;
                let mut costs = vec![None; ports.len()];
                for (number, port) in usable_ports(ports, wanted) {
                    let (side, _) = way_around(port, faces_down);
                    // Nothing leads around the place past what leads to the other page.
                    let can_be = match end.toward.page() {
                        Page::Front => !has_back || side != 0,
                        Page::Back => side != 1 && side != 2,
                    };
                    costs[number] = can_be.then(|| cost_of(port, end.toward, faces_down));
                }
                costs
            })
        })?;
        let mut exits =
            Self { ends: Vec::new(), ground: framed(ground, faces_down), next: 0, before: 0, behind: 0 };
        for (End { toward, passage, end, .. }, port) in ends.into_iter().zip(chosen) {
            let inside = turned(port.inside, faces_down);
            exits.ends.push(Exit { passage, end, toward, port, path: vec![inside], column: inside.x });
        }
        exits.lead_out(faces_down, clearance);
        Some(exits)
    }

    /// Leads all from the sides and from behind to columns of their own.
    fn lead_out(&mut self, faces_down: bool, clearance: &Clearance) {
        let Clearance { lane, gap, length } = *clearance;
        let ground = self.ground;
        let count = self.ends.len();
        let sides: Vec<usize> = self.ends.iter().map(|exit| way_around(exit.port, faces_down).0).collect();
        let mut asides = [0, 0];
        for page in [Page::Front, Page::Back] {
            // Those nearest to where they lead lie nearest to the place.
            let orders: [Vec<usize>; 2] = match page {
                Page::Front => [(0..count).rev().collect(), (0..count).collect()],
                Page::Back => [Vec::new(), (0..count).rev().collect()],
            };
            for (aside, order) in orders.into_iter().enumerate() {
                let (mut beside, mut behind) = (0, 0);
                for number in order {
                    let (exit, side) = (&mut self.ends[number], sides[number]);
                    let is_here = match (page, aside) {
                        (Page::Front, 0) => side < 2,
                        (Page::Front, _) => side > 2,
                        (Page::Back, _) => side == 3,
                    };
                    if exit.toward.page() != page || !is_here {
                        continue;
                    }
                    beside += lane;
                    exit.column =
                        if aside == 0 { ground.min.x - beside } else { ground.right() - 1 + beside };
                    if side == 0 || side == 4 {
                        behind += lane;
                        exit.path.push(Cell::new(exit.path[0].x, ground.min.y - behind));
                    }
                }
                asides[aside] = asides[aside].max(beside);
                self.behind = self.behind.max(behind);
            }
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
        self.ground.size.height as i32 + self.behind
    }
}

impl Exit<'_> {
    /// Does it lead out on the side where the next place lies, or the one before, so that it can go straight on?
    pub fn leads_along_row(&self, faces_down: bool) -> bool {
        let (side, _) = way_around(self.port, faces_down);
        match self.toward {
            Toward::Next => side < 2,
            Toward::Before => side > 2,
            Toward::Later(_) | Toward::Earlier(_) => false,
        }
    }
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

/// A port for each end, in the same order, so that they cost least together, by what each port costs an end; where it has no cost it cannot be used.
fn choose<'a>(
    around: &[(usize, &'a Port)],
    ends: &[End],
    costs: impl Fn(&End) -> Vec<Option<i32>>,
) -> Option<Vec<&'a Port>> {
    // What it costs to have found ports for the ends so far among so many, and if the last of them is taken.
    let mut least: Vec<Vec<(Option<i32>, bool)>> = vec![vec![(Some(0), false); around.len() + 1]];
    for end in ends {
        let costs = costs(end);
        let before = least.last().map(Vec::as_slice).unwrap_or_default();
        let mut row = vec![(None, false)];
        for (index, (number, _)) in around.iter().enumerate() {
            let taken = before[index].0.and_then(|so_far| Some(so_far + costs[*number]?));
            let (passed, _) = row[index];
            let is_taken = taken.is_some_and(|taken| passed.is_none_or(|passed| taken < passed));
            row.push(if is_taken { (taken, true) } else { (passed, false) });
        }
        least.push(row);
    }
    let mut index = around.len();
    let mut chosen = Vec::new();
    for row in least.iter().skip(1).rev() {
        row[index].0?;
        while !row[index].1 {
            index -= 1;
        }
        index -= 1;
        chosen.push(around[index].1);
    }
    chosen.reverse();
    Some(chosen)
}

fn cost_of(port: &Port, toward: Toward, faces_down: bool) -> i32 {
    let (side, _) = way_around(port, faces_down);
    let off_middle = if port.out.is_level() { port.inside.y } else { port.inside.x };
    off_middle.abs()
        + match toward {
            Toward::Next => TO_NEXT[side],
            Toward::Before => TO_NEXT[4 - side],
            Toward::Later(Page::Front) | Toward::Earlier(Page::Front) => TO_BAY[side],
            Toward::Later(Page::Back) | Toward::Earlier(Page::Back) => TO_BACK[side],
        }
}

/// On which side a port lies and where there, on the way from the middle of the side behind to the next place, to the bay, to the place before and back again.
fn way_around(port: &Port, faces_down: bool) -> (usize, i32) {
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
