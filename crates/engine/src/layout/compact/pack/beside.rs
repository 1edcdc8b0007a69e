//! Where a place lies beside a neighbour so that a passage leads there, straight or with one turn.

use super::super::bodies::RigidBodies;
use super::candidates::{NeighbourRoute, PositionCandidate};
use super::{Packing, at_port, some};
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::budget::compact::pack::beside::{BEFORE_TURN, LONGER, MOST_CELLS};
use crate::layout::compact::rating::cost_of_way;
use crate::layout::drawing::router::cells::ObstacleMap;
use crate::layout::drawing::{Block, Course, Port, usable_ports};
use crate::layout::work::StepBudget;

/// What lies there takes so much room, and may come to take so many cells.
#[derive(Clone, Copy)]
pub(super) struct SpaceLimit {
    pub taken: Rect,
    pub most: u64,
}

impl SpaceLimit {
    fn holds(self, ground: Rect) -> bool {
        let Size { width, height } = self.taken.union(ground).size;
        u64::from(width) * u64::from(height) <= self.most
    }
}

/// A way to a neighbour, straight or with one turn.
#[derive(Clone, Copy)]
pub(super) struct NearRoute<'a> {
    pub passage: usize,
    /// The port and the door of the place, and those of its neighbour.
    ends: [(&'a Port, Cell); 2],
    /// Where the passage turns.
    pub turn: Option<Cell>,
    /// Is the neighbour the place where the passage begins?
    is_backward: bool,
}

impl NearRoute<'_> {
    /// The course that its passage would have.
    pub fn course(&self, passage: &Course) -> Course {
        let Self { mut ends, turn, .. } = *self;
        if self.is_backward {
            ends.reverse();
        }
        let corners = [Some(ends[0].1), turn, Some(ends[1].1)].into_iter().flatten().collect();
        passage.between(ends, corners)
    }

    pub fn length(&self) -> u32 {
        self.ends[0].1.manhattan(self.ends[1].1)
    }

    /// What its passage would cost.
    pub fn cost(&self) -> u64 {
        cost_of_way(self.length().saturating_sub(1), u32::from(self.turn.is_some()))
    }
}

/// The last straight piece of a way, which leads to the place that is put.
#[derive(Clone, Copy)]
struct LastSegment<'a> {
    /// The port and the door of the neighbour, from which the way comes.
    port: &'a Port,
    door: Cell,
    turn: Option<Cell>,
    heading: Direction,
    /// How many cells on the door of the place lies at least.
    least: i32,
}

impl LastSegment<'_> {
    fn from(&self) -> Cell {
        self.turn.unwrap_or(self.door)
    }
}

/// A place with its body beside a neighbour.
struct NeighbourPlacement<'p> {
    place: usize,
    there: usize,
    passage: usize,
    course: &'p Course,
    /// Is the neighbour the place where the passage begins?
    is_backward: bool,
    blocks: &'p [Block],
    bodies: &'p RigidBodies,
    /// The ground of the body, and that of the neighbour's.
    grounds: [Rect; 2],
    gap: i32,
    room: SpaceLimit,
    work: &'p StepBudget,
}

impl NeighbourPlacement<'_> {
    /// The way by which a port of the place ends a leg of so many cells.
    fn way<'a>(&self, leg: LastSegment<'a>, own: &'a Port, cells: i32) -> NearRoute<'a> {
        NearRoute {
            passage: self.passage,
            ends: [(own, along(leg.from(), leg.heading, cells)), (leg.port, leg.door)],
            turn: leg.turn,
            is_backward: self.is_backward,
        }
    }

    /// The position at which it does.
    fn candidate<'a>(&self, leg: LastSegment<'a>, own: &'a Port, cells: i32) -> PositionCandidate<'a> {
        let way = self.way(leg, own, cells);
        let core = at_port(self.blocks[self.place].core, own, way.ends[0].1);
        PositionCandidate { at: core.min, way: Some(NeighbourRoute::Near(way)), cost: 0 }
    }

    /// Would the passage have as many cells as it must have, if a port of the place ended a leg of so many?
    fn is_long_enough(&self, leg: LastSegment, own: &Port, cells: i32) -> bool {
        let Some((least, _)) = self.course.limits else { return true };
        let way = self.way(leg, own, cells);
        let core = at_port(self.blocks[self.place].core, own, way.ends[0].1);
        let mut cores = [core, self.blocks[self.there].core];
        if self.is_backward {
            cores.reverse();
        }
        let course = way.course(self.course);
        self.work.spend(u64::from(course.cells_outside()) / 2);
        course.cells_outside() >= least && course.cells_between(cores) >= least
    }

    /// Adds the positions at which these ports end a leg, so much longer than it must be, as far as it finds a way.
    fn add<'a>(
        &self,
        leg: LastSegment<'a>,
        own: impl Iterator<Item = &'a Port>,
        longer: &[i32],
        map: &ObstacleMap,
        found: &mut Vec<PositionCandidate<'a>>,
    ) {
        let mut free = 0;
        for own in own {
            let Some(least) = self.nearest(leg, own) else { continue };
            for cells in longer.iter().map(|longer| least + longer) {
                // Its last cell is the door of the place.
                let from = along(leg.from(), leg.heading, free);
                free += map.free_cells(self.there, from, leg.heading, cells - 1 - free);
                if free < cells - 1 {
                    break;
                }
                found.push(self.candidate(leg, own, cells));
            }
        }
    }

    /// The fewest cells of a leg at the end of which a port of the place may lie, if there is room for that.
    fn nearest(&self, leg: LastSegment, own: &Port) -> Option<i32> {
        let (block, other) = (&self.blocks[self.place], &self.blocks[self.there]);
        let kept_off = other.core.grown(self.gap.unsigned_abs());
        let mut cells = leg.least;
        let others = self.bodies.places(self.place).len() as u64 - 1;
        while cells < leg.least + MOST_CELLS {
            self.work.spend(others);
            let core = at_port(block.core, own, along(leg.from(), leg.heading, cells));
            let by = core.min - block.core.min;
            let overlap = cells_to_clear(core, kept_off, leg.heading);
            if overlap == 0
                && self.bodies.are_apart(
                    (self.place, by),
                    (self.there, self.grounds[1]),
                    self.blocks,
                    self.gap,
                )
                && self.is_long_enough(leg, own, cells)
            {
                return self.room.holds(self.grounds[0].moved(by)).then_some(cells);
            }
            cells += overlap.max(1);
        }
        None
    }
}

impl<'a> Packing<'_, 'a> {
    /// The positions of a place from which a passage leads to its other end, straight or with a turn.
    pub(super) fn beside(
        &self,
        place: usize,
        passage: usize,
        room: SpaceLimit,
        found: &mut Vec<PositionCandidate<'a>>,
    ) {
        let there = self.problem.passages[passage].other(place);
        let wanted = self.problem.passages[passage].socket;
        let course = &self.drawing.courses[passage];
        let blocks = &self.drawing.blocks;
        let (block, other) = (&blocks[place], &blocks[there]);
        let is_backward = self.problem.passages[passage].from == there;
        let beside = NeighbourPlacement {
            place,
            there,
            passage,
            course,
            is_backward,
            blocks,
            bodies: &self.bodies,
            grounds: [place, there].map(|place| self.bodies.ground(place, blocks)),
            gap: self.gap,
            room,
            work: &self.problem.work,
        };
        let own: Vec<&'a Port> = some(block, usable_ports(&self.ports[place], wanted));
        let facing =
            |heading: Direction| own.iter().copied().filter(move |own| own.out == heading.opposite());
        // No shorter passage has as many cells as it must have.
        let least_cells = course.limits.map_or(1, |(least, _)| least as i32);
        for port in some(other, usable_ports(&self.ports[there], wanted)) {
            let door = other.core.center() + port.inside;
            if !self.map.is_way_out(there, door.step(port.out), port.out) {
                continue;
            }
            let (turn, heading) = (None, port.out);
            let leg = LastSegment { port, door, turn, heading, least: least_cells + 1 };
            beside.add(leg, facing(heading), &LONGER, self.map, found);
            // Passages that turn leave an open side in its middle.
            if other.is_open && port.inside_offset() != 0 {
                continue;
            }
            let most = BEFORE_TURN.into_iter().max().unwrap_or(0);
            let straight = self.map.free_cells(there, door, port.out, most);
            for before in BEFORE_TURN.into_iter().take_while(|before| *before <= straight) {
                let turn = Some(along(door, port.out, before));
                let least = (least_cells + 1 - before).max(1);
                for heading in Direction::ALL.into_iter().filter(|on| on.is_level() != port.out.is_level()) {
                    let own = facing(heading).filter(|own| !block.is_open || own.inside_offset() == 0);
                    beside.add(LastSegment { port, door, turn, heading, least }, own, &[0], self.map, found);
                }
            }
        }
    }
}

/// How many cells something must go on in a direction until it is clear of what keeps it off.
fn cells_to_clear(core: Rect, kept_off: Rect, heading: Direction) -> i32 {
    if !core.overlaps(kept_off) {
        return 0;
    }
    match heading {
        Direction::North => core.bottom() - kept_off.min.y,
        Direction::East => kept_off.right() - core.min.x,
        Direction::South => kept_off.bottom() - core.min.y,
        Direction::West => core.right() - kept_off.min.x,
    }
}

fn along(from: Cell, direction: Direction, cells: i32) -> Cell {
    let step = direction.offset();
    from + Cell::new(step.x * cells, step.y * cells)
}
