//! The rows in which the places of a curve lie, and how wide the bays between them are.

use std::cmp::Reverse;
use std::ops::Range;

use super::{LANE_CELLS, usable_at_once};
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::compact::drawing::Drawing;
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::Port;

/// How thick what no passage may cross is outside of all places.
const WALL_CELLS: i32 = 2;

/// How many cells an empty bay has between its rows.
const BAY_CELLS: i32 = 3;

/// How many cells are free outside of all passages.
const OUTSIDE_CELLS: i32 = 8;

/// A place along the curve.
pub(super) struct Stretch {
    pub place: usize,
    size: Size,
    /// How many cells are free on either side of it, and how far it reaches into the bay.
    aside: i32,
    pub forward: i32,
}

impl Stretch {
    /// A place from which so many passages lead into the bay.
    fn new(place: usize, size: Size, ports: &[Port], far: i32, gap: i32) -> Self {
        let front = ways(ports, Direction::North).min(ways(ports, Direction::South));
        let sides = ways(ports, Direction::West) + ways(ports, Direction::East);
        // What finds no way out at the front leads out at the sides, where the place stands in the bay, or around it.
        let (beside, behind) = ((far - front).max(0), (far - front - sides).max(0));
        let height = size.height as i32;
        Self {
            place,
            size,
            aside: (gap + 1) / 2 + LANE_CELLS * ((beside + 1) / 2 + behind),
            forward: if beside > 0 { height + BAY_CELLS + LANE_CELLS * behind } else { 0 },
        }
    }

    fn width(&self) -> i32 {
        self.size.width as i32 + 2 * self.aside
    }
}

/// A row of the curve.
struct Row {
    /// Where on the curve it begins and ends.
    from: usize,
    to: usize,
    /// How high its places are, and how far one reaches into the bay.
    height: i32,
    forward: i32,
}

/// Places along the curve, and the rows in which they lie.
pub(super) struct Rows<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub stretches: Vec<Stretch>,
    /// Where each place lies on the curve.
    pub position: Vec<usize>,
    rows: Vec<Row>,
    gap: i32,
    /// How far each position lies from the closed end of its bay.
    depth: Vec<i32>,
}

impl<'a> Rows<'a> {
    pub fn new(
        problem: &'a LayoutProblem<'a>,
        ports: &[Vec<Port>],
        curve: &[usize],
        gap: i32,
        drawing: &Drawing,
    ) -> Self {
        let gap = gap.max(1);
        let mut position = vec![0; curve.len()];
        curve.iter().enumerate().for_each(|(at, place)| position[*place] = at);
        let stretch = |(at, place): (usize, &usize)| {
            let is_far = |other: &usize| position[*other].abs_diff(at) > 1;
            let far = problem.neighbours(*place).filter(is_far).count() as i32;
            Stretch::new(*place, drawing.blocks[*place].ground().size, &ports[*place], far, gap)
        };
        let stretches: Vec<Stretch> = curve.iter().enumerate().map(stretch).collect();
        let cells = |stretch: &Stretch| {
            i64::from(stretch.width()) * i64::from(stretch.size.height as i32 + gap + BAY_CELLS)
        };
        let width = stretches.iter().map(cells).sum::<i64>().unsigned_abs().isqrt() as i32;
        let rows = Row::all(&stretches, width);
        let mut depth = vec![0; curve.len()];
        for (number, row) in rows.iter().enumerate() {
            let mut free_from = 0;
            let mut add = |at: usize| {
                depth[at] = free_from + stretches[at].aside;
                free_from += stretches[at].width();
            };
            // Even rows lead to the closed end of their bay, odd ones back.
            if number % 2 == 0 {
                (row.from..row.to).rev().for_each(add)
            } else {
                (row.from..row.to).for_each(&mut add)
            }
        }
        Self { problem, stretches, position, rows, gap, depth }
    }

    /// The positions of each row, and if the bay lies below it.
    pub fn rows(&self) -> impl Iterator<Item = (Range<usize>, bool)> {
        self.rows.iter().enumerate().map(|(number, row)| (row.from..row.to, number % 2 == 0))
    }

    /// In how many others each passage is nested; `None` if any two would cross.
    pub fn nested(&self) -> Option<Vec<usize>> {
        let passages = 0..self.problem.passages.len();
        let mut spans: Vec<([usize; 2], usize)> =
            passages.map(|passage| (self.ends(passage), passage)).collect();
        spans.sort_by_key(|([from, to], passage)| (*from, Reverse(*to), *passage));
        let mut nested_in = vec![0; spans.len()];
        let mut around: Vec<usize> = Vec::new();
        for ([from, to], passage) in spans {
            while around.last().is_some_and(|end| *end <= from) {
                around.pop();
            }
            if around.last().is_some_and(|end| *end < to) {
                return None;
            }
            nested_in[passage] = around.len();
            around.push(to);
        }
        Some(nested_in)
    }

    /// All passages, inner ones before those in which they are nested.
    pub fn outward(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.problem.passages.len()).collect();
        order.sort_by_key(|passage| {
            let [from, to] = self.ends(*passage);
            to - from
        });
        order
    }

    /// How many cells all passages need outside of all places.
    pub fn outskirts(&self) -> u32 {
        let ends = self.rows.iter().map(|row| row.to);
        let leave = |end: usize| {
            let spans = (0..self.problem.passages.len()).map(|passage| self.ends(passage));
            spans.filter(|[from, to]| *from < end && end <= *to).count() as i32
        };
        let most = ends.skip(1).step_by(2).map(leave).max().unwrap_or(0);
        (OUTSIDE_CELLS + LANE_CELLS * most).unsigned_abs()
    }

    /// Puts all places where they belong, with so many quarters of the room that the passages in the bays need. Says what lies on the other side of the curve, and where each passage may lie.
    pub fn place(
        &self,
        drawing: &mut Drawing,
        quarters: i32,
        nested_in: &[usize],
    ) -> (Vec<Rect>, Vec<[Rect; 3]>) {
        let right = |row: &Row| {
            let ends = (row.from..row.to).map(|at| self.depth[at] + self.stretches[at].size.width as i32);
            ends.max().unwrap_or(0)
        };
        let outside = self.rows.iter().map(right).max().unwrap_or(0) + self.outskirts() as i32;
        let shore = self.rows.iter().rev().skip(1).map(right).min().unwrap_or(outside);
        let lanes = self.lanes();
        let mut walls = vec![area(-WALL_CELLS, -WALL_CELLS, outside, 0)];
        let mut bays = Vec::new();
        let mut top = 0;
        for (bay, rows) in self.rows.chunks(2).enumerate() {
            let began = top;
            for (row, faces_down) in rows.iter().zip([true, false]) {
                for at in row.from..row.to {
                    let stretch = &self.stretches[at];
                    let height = stretch.size.height as i32;
                    let y = if faces_down { row.height - height + stretch.forward } else { -stretch.forward };
                    let block = &mut drawing.blocks[stretch.place];
                    let corner = Cell::new(self.depth[at], top + y);
                    block.core.min = block.core.min + (corner - block.ground().min);
                    // Nothing leads around behind it.
                    let behind = if stretch.forward == 0 { row.height - height - 1 } else { row.height };
                    let from = self.depth[at] - stretch.aside;
                    let first = if faces_down { top } else { top + row.height - behind };
                    walls.push(area(from, first, from + stretch.width(), first + behind));
                }
                top += row.height;
                if faces_down {
                    let forward: i32 = rows.iter().map(|row| row.forward).sum();
                    top += BAY_CELLS + forward + LANE_CELLS * lanes[bay] * quarters / 4;
                }
            }
            bays.push(area(-WALL_CELLS, began, outside, top));
            let next = self.rows.get(2 * bay + 2);
            let end = next.map_or(outside, |next| rows.iter().chain([next]).map(right).max().unwrap_or(0));
            walls.push(area(-WALL_CELLS, top, end, top + self.gap));
            top += self.gap;
        }
        walls.push(area(-WALL_CELLS, 0, 0, top));
        let region = |passage: usize| {
            let [one, other] = self.ends(passage).map(|end| bays[self.bay(end)]);
            // On the shore each leaves room for those in which it is nested.
            let right = outside - LANE_CELLS * nested_in[passage] as i32;
            let within = |rect: Rect| area(rect.min.x, rect.min.y, right, rect.bottom());
            [within(one), within(other), area(shore, one.min.y, right, other.bottom())]
        };
        (walls, (0..self.problem.passages.len()).map(region).collect())
    }

    /// The positions at which a passage begins and ends, the first before the last.
    fn ends(&self, passage: usize) -> [usize; 2] {
        let ends = &self.problem.passages[passage];
        let (from, to) = (self.position[ends.from], self.position[ends.to]);
        [from.min(to), from.max(to)]
    }

    fn bay(&self, position: usize) -> usize {
        self.rows.partition_point(|row| row.to <= position) / 2
    }

    /// How many passages lie beside each other in each bay at most.
    fn lanes(&self) -> Vec<i32> {
        // Where passages begin and end, seen from the closed ends.
        let mut changes: Vec<Vec<(i32, i32)>> = vec![Vec::new(); self.rows.len().div_ceil(2)];
        for ends in (0..self.problem.passages.len()).map(|passage| self.ends(passage)) {
            if ends[1] - ends[0] <= 1 {
                continue;
            }
            let [one, other] = ends.map(|end| self.bay(end));
            let [near, far] = ends.map(|end| self.depth[end]);
            if one == other {
                changes[one].extend([(near.min(far), 1), (near.max(far) + 1, -1)]);
            } else {
                changes[one].push((near, 1));
                changes[other].push((far, 1));
            }
        }
        let most = |mut changes: Vec<(i32, i32)>| {
            changes.sort_unstable();
            let mut now = 0;
            let counts = changes.into_iter().map(|(_, change)| {
                now += change;
                now
            });
            counts.max().unwrap_or(0)
        };
        changes.into_iter().map(most).collect()
    }
}

impl Row {
    /// Rows of about so many cells.
    fn all(stretches: &[Stretch], width: i32) -> Vec<Self> {
        let mut rows: Vec<Self> = Vec::new();
        let mut left = 0;
        for (at, stretch) in stretches.iter().enumerate() {
            if left < stretch.width() || rows.is_empty() {
                rows.push(Self { from: at, to: at, height: 0, forward: 0 });
                left = width;
            }
            left -= stretch.width();
            if let Some(row) = rows.last_mut() {
                row.to = at + 1;
                match stretch.forward {
                    0 => row.height = row.height.max(stretch.size.height as i32),
                    forward => row.forward = row.forward.max(forward),
                }
            }
        }
        rows
    }
}

/// The cells between two columns and two rows, if there are any.
fn area(left: i32, top: i32, right: i32, bottom: i32) -> Rect {
    let size = Size::new((right - left).max(0).unsigned_abs(), (bottom - top).max(0).unsigned_abs());
    Rect::new(Cell::new(left, top), size)
}

/// How many passages can leave a place on a side.
fn ways(ports: &[Port], out: Direction) -> i32 {
    usable_at_once(ports.to_vec()).iter().filter(|port| port.out == out).count() as i32
}
