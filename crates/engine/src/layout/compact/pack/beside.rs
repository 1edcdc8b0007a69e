//! Positions next to a neighbour, to which a passage leads straight or with one turn.
//!
//! In: a place and one of its passages. Out: positions with free routes.
//! A later check finds out if the place itself fits there.
//!
//! ```text
//! straight              with one turn
//! ┌─────┐    ┌─────┐    ┌─────┐ turn
//! │there├────┤place│    │there├──┐
//! └─────┘    └─────┘    └─────┘  │
//!                             ┌──┴──┐
//!                             │place│
//!                             └─────┘
//! ```
//!
//! The distances are the smallest that leave the gap between the two, and some larger ones.

use std::rc::Rc;

use smallvec::SmallVec;

use super::super::bodies::RigidBodies;
use super::super::no_fit::NoFitTable;
use super::candidates::{NeighbourRoute, PositionCandidate};
use super::{Packing, at_port};
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::budget::compact::pack::beside::{BEFORE_TURN, LONGER, MOST_CELLS};
use crate::layout::compact::rating::route_cost;
use crate::layout::drawing::router::cells::ObstacleMap;
use crate::layout::drawing::{self, Block, Course, Port, RouteRuns};
use crate::layout::input::work::StepBudget;

/// The rectangle of everything that is put, and the maximum number of cells of the level.
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

/// A route to a neighbour, straight or with one turn.
#[derive(Clone, Copy)]
pub(super) struct NearRoute<'a> {
    pub passage: usize,
    /// The port and the door of the place, then those of its neighbour.
    ends: [(&'a Port, Cell); 2],
    /// The cell at which the passage turns.
    pub turn: Option<Cell>,
    /// Set if the passage begins at the neighbour.
    is_backward: bool,
}

impl NearRoute<'_> {
    /// Returns the course of its passage.
    pub fn course(&self, passage: &Course) -> Course {
        let (ends, turn) = self.in_order();
        let corners = [Some(ends[0].1), turn, Some(ends[1].1)].into_iter().flatten().collect();
        passage.between(ends, corners)
    }

    pub fn length(&self) -> u32 {
        self.ends[0].1.manhattan(self.ends[1].1)
    }

    /// Returns the ends and the turn in the direction of the passage.
    fn in_order(&self) -> ([(&Port, Cell); 2], Option<Cell>) {
        let Self { mut ends, turn, .. } = *self;
        if self.is_backward {
            ends.reverse();
        }
        (ends, turn)
    }

    /// Returns the number of its cells outside of the cores and before the sockets of rooms.
    fn cells_outside(&self) -> u32 {
        let approaches = self.ends.map(|(port, _)| port.approach.len() as u32);
        self.length().saturating_sub(1) + approaches[0] + approaches[1]
    }

    /// Returns all of its cells.
    fn runs(&self) -> RouteRuns {
        let (ends, turn) = self.in_order();
        let mut runs = RouteRuns::default();
        let approach = |(port, door): (&Port, Cell), cell: &Cell| door + *cell - port.inside;
        ends[0].0.approach.iter().for_each(|cell| runs.push(approach(ends[0], cell)));
        [Some(ends[0].1), turn, Some(ends[1].1)]
            .into_iter()
            .flatten()
            .for_each(|corner| runs.push_line(corner));
        ends[1].0.approach.iter().rev().for_each(|cell| runs.push(approach(ends[1], cell)));
        runs
    }

    /// Returns the cost of its passage.
    pub fn cost(&self) -> u64 {
        route_cost(self.length().saturating_sub(1), u32::from(self.turn.is_some()))
    }
}

/// The last straight piece of a route (the leg), which leads to the place that is put.
#[derive(Clone, Copy)]
struct LastSegment<'a> {
    /// The port and the door of the neighbour, where the route begins.
    port: &'a Port,
    door: Cell,
    turn: Option<Cell>,
    heading: Direction,
    /// Minimum number of cells from the start of the leg to the door of the place.
    least: i32,
}

impl LastSegment<'_> {
    fn from(&self) -> Cell {
        self.turn.unwrap_or(self.door)
    }
}

/// The placement of a body next to a neighbour.
struct NeighbourPlacement<'p> {
    place: usize,
    there: usize,
    passage: usize,
    course: &'p Course,
    /// Set if the passage begins at the neighbour.
    is_backward: bool,
    blocks: &'p [Block],
    bodies: &'p RigidBodies,
    /// The table of the two places, if one of them has an outline and neither reaches beyond its core.
    no_fit: Option<Rc<NoFitTable>>,
    /// Set if both are rectangles, so that one move brings them apart.
    are_rectangles: bool,
    has_outline: bool,
    /// The ground of the body, then that of the neighbour's body.
    grounds: [Rect; 2],
    gap: i32,
    /// The core of the neighbour with the gap around it.
    kept_off: Rect,
    /// The number of other places in the body.
    others: u64,
    /// Set if both bodies have a single place.
    is_alone: bool,
    room: SpaceLimit,
    work: &'p StepBudget,
}

impl NeighbourPlacement<'_> {
    /// Returns the route with a leg of this length that ends at a port of the place.
    fn route<'a>(&self, leg: LastSegment<'a>, own: &'a Port, cells: i32) -> NearRoute<'a> {
        NearRoute {
            passage: self.passage,
            ends: [(own, along(leg.from(), leg.heading, cells)), (leg.port, leg.door)],
            turn: leg.turn,
            is_backward: self.is_backward,
        }
    }

    /// Returns the position of the place at the end of such a leg.
    fn candidate<'a>(&self, leg: LastSegment<'a>, own: &'a Port, cells: i32) -> PositionCandidate<'a> {
        let route = self.route(leg, own, cells);
        let core = at_port(self.blocks[self.place].core, own, route.ends[0].1);
        PositionCandidate { at: core.min, route: Some(NeighbourRoute::Near(route)), cost: 0 }
    }

    /// Returns `true` if the passage has its minimum length with such a leg.
    fn is_long_enough(&self, leg: LastSegment, own: &Port, cells: i32) -> bool {
        let Some((least, _)) = self.course.limits else { return true };
        let route = self.route(leg, own, cells);
        let outside = route.cells_outside();
        self.work.spend(u64::from(outside) / 2);
        if outside < least {
            return false;
        }
        if self.course.reaches == [None; 2] {
            return true;
        }
        let core = at_port(self.blocks[self.place].core, own, route.ends[0].1);
        let mut cores = [core, self.blocks[self.there].core];
        if self.is_backward {
            cores.reverse();
        }
        self.course.cells_of_its_own(&route.runs(), cores) >= least
    }

    /// Adds positions at which these ports end a leg, at its minimum length and at longer ones, as far as it
    /// is free.
    fn add<'a>(
        &self,
        leg: LastSegment<'a>,
        own: impl Iterator<Item = &'a Port>,
        longer: &[i32],
        map: &ObstacleMap,
        found: &mut Vec<PositionCandidate<'a>>,
    ) {
        if self.is_too_far(leg) {
            return;
        }
        let mut free = 0;
        for own in own {
            let Some(least) = self.nearest(leg, own) else { continue };
            for cells in longer.iter().map(|longer| least + longer) {
                // The last cell of the leg is the door of the place.
                let from = along(leg.from(), leg.heading, free);
                free += map.free_cells(self.there, from, leg.heading, cells - 1 - free);
                if free < cells - 1 {
                    break;
                }
                found.push(self.candidate(leg, own, cells));
            }
        }
    }

    /// Returns `true` if the level gets too large wherever on this leg the place lies.
    fn is_too_far(&self, leg: LastSegment) -> bool {
        let (core, taken) = (self.blocks[self.place].core, self.room.taken);
        let cells = if leg.heading.is_level() { core.size.width } else { core.size.height } as i32;
        let last = along(leg.from(), leg.heading, leg.least + cells - 1);
        let is_outside = match leg.heading {
            Direction::North => last.y < taken.min.y,
            Direction::East => last.x >= taken.right(),
            Direction::South => last.y >= taken.bottom(),
            Direction::West => last.x < taken.min.x,
        };
        // Where it matters what is counted on the way, nothing is left out.
        let is_simple = self.are_rectangles && self.course.limits.is_none();
        is_simple && is_outside && !self.room.holds(drawing::cell(last))
    }

    /// Returns the minimum length of a leg that ends at a port and leaves the gap. `None` if the level gets
    /// too large.
    fn nearest(&self, leg: LastSegment, own: &Port) -> Option<i32> {
        let (block, other) = (&self.blocks[self.place], &self.blocks[self.there]);
        let mut cells = leg.least;
        if self.are_rectangles {
            let core = at_port(block.core, own, along(leg.from(), leg.heading, cells));
            let beyond = cells_to_clear(core, self.kept_off, leg.heading);
            if self.course.limits.is_none() {
                let ground = core.moved(along(Cell::new(0, 0), leg.heading, beyond));
                return (beyond < MOST_CELLS && self.room.holds(ground)).then_some(cells + beyond);
            }
            cells += beyond;
        }
        let is_plain = self.is_alone && !self.has_outline;
        while cells < leg.least + MOST_CELLS {
            if self.others > 0 {
                self.work.spend(self.others);
            }
            let core = at_port(block.core, own, along(leg.from(), leg.heading, cells));
            let too_near = if self.are_rectangles {
                0
            } else if let Some(table) = &self.no_fit {
                table.cells_until_apart(core.min - other.core.min, leg.heading)
            } else if is_plain {
                cells_until_apart((core, block.reach), other, self.gap, leg.heading)
            } else if self.has_outline {
                0
            } else {
                cells_to_clear(core, self.kept_off, leg.heading)
            };
            cells += too_near;
            if too_near > 0 && (!is_plain || cells >= leg.least + MOST_CELLS) {
                continue;
            }
            let by = along(core.min - block.core.min, leg.heading, too_near);
            let is_apart = || {
                let there = (self.there, self.grounds[1]);
                self.bodies.are_apart((self.place, by), there, self.blocks, self.gap)
            };
            let is_known = self.is_alone && (self.no_fit.is_some() || !self.has_outline);
            if (is_known || is_apart()) && self.is_long_enough(leg, own, cells) {
                return self.room.holds(self.grounds[0].moved(by)).then_some(cells);
            }
            cells += 1;
        }
        None
    }
}

impl<'a> Packing<'_, 'a> {
    /// Adds the positions of a place from which a passage leads to its other end, straight or with one turn.
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
        let others = self.bodies.places(place).len() as u64 - 1;
        let is_alone = others == 0 && self.bodies.places(there).len() == 1;
        let is_plain = |block: &Block| block.reach.is_none() && block.outline.is_none();
        let has_outline = block.outline.is_some() || other.outline.is_some();
        let has_table = has_outline && block.reach.is_none() && other.reach.is_none();
        let no_fit = has_table.then(|| self.no_fits.of([(place, block), (there, other)], self.gap));
        let beside = NeighbourPlacement {
            place,
            there,
            passage,
            course,
            is_backward,
            blocks,
            bodies: &self.bodies,
            no_fit,
            are_rectangles: is_alone && is_plain(block) && is_plain(other),
            has_outline,
            grounds: [place, there].map(|place| self.bodies.ground(place, blocks)),
            gap: self.gap,
            kept_off: other.core.grown(self.gap.unsigned_abs()),
            others,
            is_alone,
            room,
            work: &self.problem.work,
        };
        let own = self.ports.few(place, block, wanted);
        // For each direction, the ports at which a leg in that direction can end.
        let facing = Direction::ALL.map(|heading| -> SmallVec<[&'a Port; 8]> {
            own.iter().copied().filter(|own| own.out == heading.opposite()).collect()
        });
        // Passages that turn leave an open side in its middle.
        let in_middle = |port: &Port, block: &Block| !block.is_open || port.inside_offset() == 0;
        // A shorter route cannot have the minimum length.
        let least_cells = course.limits.map_or(1, |(least, _)| least as i32);
        for port in self.ports.few(there, other, wanted) {
            let door = other.core.center() + port.inside;
            if !self.map.is_way_out(there, door.step(port.out), port.out) {
                continue;
            }
            let (turn, heading) = (None, port.out);
            let leg = LastSegment { port, door, turn, heading, least: least_cells + 1 };
            beside.add(leg, facing[heading as usize].iter().copied(), &LONGER, self.map, found);
            if !in_middle(port, other) {
                continue;
            }
            let most = BEFORE_TURN.into_iter().max().unwrap_or(0);
            let straight = self.map.free_cells(there, door, port.out, most);
            for before in BEFORE_TURN.into_iter().take_while(|before| *before <= straight) {
                let turn = Some(along(door, port.out, before));
                let least = (least_cells + 1 - before).max(1);
                for heading in Direction::ALL.into_iter().filter(|on| on.is_level() != port.out.is_level()) {
                    let own = facing[heading as usize].iter().copied().filter(|own| in_middle(own, block));
                    beside.add(LastSegment { port, door, turn, heading, least }, own, &[0], self.map, found);
                }
            }
        }
    }
}

/// Returns the number of cells to move in a direction until a core is clear of a rectangle.
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

/// Returns the number of cells that a core with a reach must move in a direction until it keeps the gap to a block.
fn cells_until_apart((core, reach): (Rect, Option<i32>), other: &Block, gap: i32, heading: Direction) -> i32 {
    let (heart, other_heart) = (drawing::cell(core.center()), drawing::cell(other.core.center()));
    let of_both = reach.zip(other.reach).map(|(one, other)| (heart, other_heart, one + other));
    let of_own = reach.map(|reach| (heart, other.core, reach));
    let of_other = other.reach.map(|reach| (core, other_heart, reach));
    let discs = [of_own, of_other, of_both].map(|disc| {
        let (one, other, radius) = disc?;
        TooNear::of_disc(one, other, radius + gap, heading)
    });
    let near = [discs[0], discs[1], discs[2], TooNear::of_rectangle(core, other.core, gap, heading)];
    let mut cells = 0;
    while let Some(near) = near.iter().flatten().find(|near| near.from <= cells && cells < near.to) {
        cells = near.to;
    }
    cells
}

/// Numbers of cells, from the first to before the last, by which something must not move because it is too near then.
#[derive(Clone, Copy)]
struct TooNear {
    from: i32,
    to: i32,
}

impl TooNear {
    /// A core that moves past another, which it must not come closer to than the gap.
    fn of_rectangle(core: Rect, other: Rect, gap: i32, heading: Direction) -> Option<Self> {
        (cells_aside(core, other, heading) <= gap).then(|| Self::within(core, other, gap, heading))
    }

    /// A core that moves past another, to which its distance must be greater than the radius.
    ///
    /// One of the two must be a single cell.
    fn of_disc(core: Rect, other: Rect, radius: i32, heading: Direction) -> Option<Self> {
        let aside = cells_aside(core, other, heading);
        (aside <= radius).then(|| {
            let half = i64::from(radius) * i64::from(radius) - i64::from(aside) * i64::from(aside);
            Self::within(core, other, half.unsigned_abs().isqrt() as i32, heading)
        })
    }

    /// Moves by which there are at most `cells` steps along the direction from one to the other.
    fn within(core: Rect, other: Rect, cells: i32, heading: Direction) -> Self {
        let (before, behind) = match heading {
            Direction::North => (core.min.y - other.bottom(), core.bottom() - other.min.y),
            Direction::East => (other.min.x - core.right(), other.right() - core.min.x),
            Direction::South => (other.min.y - core.bottom(), other.bottom() - core.min.y),
            Direction::West => (core.min.x - other.right(), core.right() - other.min.x),
        };
        Self { from: before + 1 - cells, to: behind + cells }
    }
}

/// Returns the number of steps across a direction from one rectangle to another; 0 if they overlap.
fn cells_aside(core: Rect, other: Rect, heading: Direction) -> i32 {
    let off = |from: i32, to: i32, other_from: i32, other_to: i32| {
        (other_from - to + 1).max(from - other_to + 1).max(0)
    };
    if heading.is_level() {
        off(core.min.y, core.bottom(), other.min.y, other.bottom())
    } else {
        off(core.min.x, core.right(), other.min.x, other.right())
    }
}

fn along(from: Cell, direction: Direction, cells: i32) -> Cell {
    let step = direction.offset();
    from + Cell::new(step.x * cells, step.y * cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::layout::drawing::gaps::are_apart;

    #[test]
    fn place_goes_on_until_it_is_apart_and_no_farther() {
        let mut random = Seed(5).stream();
        for number in 0..2_000 {
            let mut block = || {
                let corner = Cell::new(random.range(0, 30) as i32, random.range(0, 30) as i32);
                let core = Rect::new(corner, Size::new(random.range(1, 9), random.range(1, 9)));
                let reach = random.chance(60).then(|| random.range(0, 9) as i32);
                Block { core, outline: None, reach, is_open: true, is_kept: false }
            };
            let (one, other) = (block(), block());
            let gap = random.range(1, 4) as i32;
            for heading in Direction::ALL {
                let moved = |cells: i32| one.moved(along(Cell::new(0, 0), heading, cells));
                let expected = (0..200).find(|cells| are_apart(&moved(*cells), &other, gap));
                let cells = cells_until_apart((one.core, one.reach), &other, gap, heading);
                assert_eq!(Some(cells), expected, "{number}: {one:?} {other:?} {gap} {heading:?}");
            }
        }
    }
}
