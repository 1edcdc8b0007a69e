//! By which port each passage leaves its place, and how it comes from there to the bay.

use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::{Port, usable_ports};

/// How far apart ports on a side lie at least that passages can use at once, in cells.
const PORT_CELLS: i32 = 2;

/// What it costs to leave a place along the row to the next place, and to the bay, by a port behind it on the side of the next place, on that side, at the bay, on the side of the place before, and behind it there. Along the row to the place before it costs as much as to the next one, mirrored.
const TO_NEXT: [i32; 5] = [400, 0, 200, 600, 1000];
const TO_BAY: [i32; 5] = [800, 300, 0, 300, 800];

/// Where a passage leads, seen from one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toward {
    /// Along the row to the next place on the curve, or to the one before.
    Next,
    Before,
    /// Through the bay to a later place, or to an earlier one.
    Later,
    Earlier,
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

/// How many cells ways have between them and what they lead around, and how far columns lie from the next place at least.
pub(super) struct Clearance {
    pub lane: i32,
    pub gap: i32,
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
                Toward::Later => (1, distance, passage),
                Toward::Earlier => (2, -distance, -passage),
                Toward::Before => (3, distance, passage),
            }
        });
        // Wide passages lie beside each other where there are ports enough for that.
        let chosen = [clearance.lane, PORT_CELLS].into_iter().find_map(|apart| {
            // A single one may leave the middle of a side.
            let apart = if ends.len() == 1 { 1 } else { apart };
            let mut around = ports_apart(ports, apart);
            around.sort_by_key(|(_, port)| way_around(port, faces_down));
            choose(problem, ports, &around, &ends, faces_down)
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
        let Clearance { lane, gap } = *clearance;
        let ground = self.ground;
        let count = self.ends.len();
        let mut asides = [0, 0];
        // Those nearest to the bay lie nearest to the place.
        let order: [(usize, Vec<usize>); 2] = [(0, (0..count).rev().collect()), (1, (0..count).collect())];
        for (aside, order) in order {
            let mut lanes_behind = 0;
            for number in order {
                let exit = &mut self.ends[number];
                let (side, _) = way_around(exit.port, faces_down);
                let is_here = if aside == 0 { side < 2 } else { side > 2 };
                if !is_here {
                    continue;
                }
                asides[aside] += lane;
                exit.column = if aside == 0 {
                    ground.min.x - asides[aside]
                } else {
                    ground.right() - 1 + asides[aside]
                };
                if side == 0 || side == 4 {
                    lanes_behind += lane;
                    let y = ground.min.y - lanes_behind;
                    exit.path.push(Cell::new(exit.path[0].x, y));
                }
            }
            self.behind = self.behind.max(lanes_behind);
        }
        let [next, before] = asides.map(|cells| (cells + lane).max((gap + 1) / 2));
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
            Toward::Later | Toward::Earlier => false,
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

/// A port for each end, in the same order, so that they cost least together.
fn choose<'a>(
    problem: &LayoutProblem,
    ports: &[Port],
    around: &[(usize, &'a Port)],
    ends: &[End],
    faces_down: bool,
) -> Option<Vec<&'a Port>> {
    // What it costs to have found ports for the ends so far among so many, and if the last of them is taken.
    let mut least: Vec<Vec<(Option<i32>, bool)>> = vec![vec![(Some(0), false); around.len() + 1]];
    for End { toward, passage, .. } in ends {
        let wanted = problem.passages[*passage].socket;
        let usable: Vec<usize> = usable_ports(ports, wanted).map(|(number, _)| number).collect();
        let before = least.last().map(Vec::as_slice).unwrap_or_default();
        let mut row = vec![(None, false)];
        for (index, (number, port)) in around.iter().enumerate() {
            let taken = before[index].0.filter(|_| usable.contains(number));
            let taken = taken.map(|cost| cost + cost_of(port, *toward, faces_down));
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
            Toward::Later | Toward::Earlier => TO_BAY[side],
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
