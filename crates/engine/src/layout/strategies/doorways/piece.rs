//! Places as pieces that are put wall to wall, and the relative positions of two pieces that a doorway joins.
//!
//! ```text
//! ##########
//! #aaaa#bbb#     one cell of wall lies between the two;
//! #aaaa+bbb#     the doorway opens it between a door of the one and one of the other
//! #aaaa#bbb#
//! ##########
//! ```

use crate::base::{Cell, Direction, Rect};
use crate::layout::budget::DOOR_ASIDE;
use crate::layout::drawing::{Port, SizedPlace, ports, usable_ports};
use crate::layout::input::outlets::are_enough;
use crate::layout::input::problem::LayoutProblem;
use crate::mission::Site;

/// A place, relative to the middle of its core.
#[derive(Clone, Debug)]
pub(super) struct JigsawPiece {
    pub core: Rect,
    /// The bounding rectangle of the cells that it is likely to own.
    pub ground: Rect,
    /// The ports by which passages other than doorways leave it.
    pub ports: Vec<Port>,
    /// The sockets for doorways, if it has sockets.
    ///
    /// Otherwise doorways may be at every cell of its ground's edge, even at corners, because only wall
    /// surrounds them.
    sockets: Option<Vec<Port>>,
}

/// A range of cells along a side at which doorways may be.
#[derive(Clone, Copy, Debug)]
struct DoorwaySpan {
    out: Direction,
    first: i32,
    last: i32,
}

impl JigsawPiece {
    pub fn new(sized: &SizedPlace) -> Self {
        let at_corner = Rect::new(Cell::new(0, 0), sized.core);
        let core = Rect::new(Cell::new(0, 0) - at_corner.center(), sized.core);
        let ports = ports(sized, 0, true);
        // A socket in a notch does not touch the wall.
        let flush = || ports.iter().filter(|port| port.approach.is_empty()).cloned().collect();
        let sockets = sized.is_entered_by_sockets().then(flush);
        Self { core, ground: sized.likely_reach(core), ports, sockets }
    }

    /// Returns `true` if doorways can only be at sockets.
    pub fn has_sockets(&self) -> bool {
        self.sockets.is_some()
    }

    /// Returns `true` if sockets are left for passages that name these kinds, once the doors in `taken` are in use.
    pub fn has_ports_left(&self, wanted: &[Option<&str>], taken: Vec<Cell>) -> bool {
        if !self.has_sockets() {
            return true;
        }
        let exits = self.ports.iter().map(|port| (port.inside, port.kind.as_deref()));
        are_enough(exits, wanted, taken)
    }

    /// Returns the ranges in which doorways that name this kind of socket may be.
    fn gates(&self, socket: Option<&str>) -> Vec<DoorwaySpan> {
        let Some(sockets) = &self.sockets else {
            let whole = |out: Direction| {
                let (first, last) = along(self.ground, out);
                DoorwaySpan { out, first, last }
            };
            return Direction::ALL.map(whole).to_vec();
        };
        let gate = |(_, port): (usize, &Port)| {
            let aside = aside(port.inside, port.out);
            DoorwaySpan { out: port.out, first: aside, last: aside }
        };
        usable_ports(sockets, socket).map(gate).collect()
    }

    /// Returns the door at a position along a side.
    fn door(&self, out: Direction, at: i32) -> Option<Port> {
        let Some(sockets) = &self.sockets else {
            let inside = edge_cell(self.ground, out, at);
            let approach = approach(out, at, self.core, self.ground);
            return Some(Port { inside, out, cost: self.cost(out, at), socket: None, approach, kind: None });
        };
        sockets.iter().find(|port| port.out == out && aside(port.inside, out) == at).cloned()
    }

    /// Returns the cost of the door at a position along a side.
    fn cost(&self, out: Direction, at: i32) -> u32 {
        if self.has_sockets() {
            return self.door(out, at).map_or(0, |port| port.cost);
        }
        let (first, last) = along(self.ground, out);
        (at - (first + last) / 2).unsigned_abs() * DOOR_ASIDE
    }
}

/// A doorway between two pieces.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    /// The passage, by index.
    pub passage: usize,
    pub places: [usize; 2],
    touchings: Vec<TouchingOption>,
}

/// A way in which two pieces can touch.
#[derive(Clone, Copy, Debug)]
struct TouchingOption {
    /// The range of doors of the first piece, and that of the second on the opposite side.
    gates: [DoorwaySpan; 2],
    /// The positions of the second middle, relative to the first.
    reach: OffsetRect,
}

/// A rectangle of possible positions of one piece's middle, relative to another's. Both corners are included.
///
/// ```text
///   n n n n n
/// w           e      "b" touches "a" if its middle is on one of four lines around the middle of "a";
/// w     a     e      each line is such a rectangle, one cell thick
/// w           e
///   s s s s s
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OffsetRect {
    pub least: Cell,
    pub most: Cell,
}

impl OffsetRect {
    fn contains(self, cell: Cell) -> bool {
        let is_within = |least: i32, at: i32, most: i32| least <= at && at <= most;
        is_within(self.least.x, cell.x, self.most.x) && is_within(self.least.y, cell.y, self.most.y)
    }

    fn cells(self) -> impl Iterator<Item = Cell> {
        let Self { least, most } = self;
        (least.y..=most.y).flat_map(move |y| (least.x..=most.x).map(move |x| Cell::new(x, y)))
    }

    /// Returns the positions of the other piece, relative to this one.
    pub fn turned(self) -> Self {
        let zero = Cell::new(0, 0);
        Self { least: zero - self.most, most: zero - self.least }
    }

    /// Returns the common positions of both, or `None` if there are none.
    pub fn common(self, other: Self) -> Option<Self> {
        let least = Cell::new(self.least.x.max(other.least.x), self.least.y.max(other.least.y));
        let most = Cell::new(self.most.x.min(other.most.x), self.most.y.min(other.most.y));
        (least.x <= most.x && least.y <= most.y).then_some(Self { least, most })
    }
}

/// Two doors that meet: the side of the first piece, and the positions of both doors along that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Meeting {
    out: Direction,
    at: [i32; 2],
}

impl Meeting {
    /// Returns the two doors.
    pub fn doors(self, pieces: [&JigsawPiece; 2]) -> Option<[Port; 2]> {
        Some([pieces[0].door(self.out, self.at[0])?, pieces[1].door(self.out.opposite(), self.at[1])?])
    }

    /// Returns the cost of the two doors.
    pub fn cost(self, pieces: [&JigsawPiece; 2]) -> u32 {
        pieces[0].cost(self.out, self.at[0]) + pieces[1].cost(self.out.opposite(), self.at[1])
    }

    /// Returns the cell of the doorway, given the middle of the first piece.
    pub fn opening(self, first: &JigsawPiece, middle: Cell) -> Cell {
        middle + edge_cell(first.ground, self.out, self.at[0]).step(self.out)
    }

    /// Returns the cell of one piece's edge at its door, relative to the middle of the piece.
    pub fn inside(self, pieces: [&JigsawPiece; 2], end: usize) -> Cell {
        let out = if end == 0 { self.out } else { self.out.opposite() };
        edge_cell(pieces[end].ground, out, self.at[end])
    }
}

impl Joint {
    pub fn new(problem: &LayoutProblem, pieces: &[JigsawPiece], passage: usize) -> Self {
        let of = &problem.passages[passage];
        let places = [of.from, of.to];
        let [from, to] = places.map(|place| &pieces[place]);
        let sites = places.map(|place| problem.places[place].site);
        let backs = to.gates(of.socket);
        let touching = |gate: DoorwaySpan, back: &DoorwaySpan| {
            let (least, most) = (gate.first - back.last, gate.last - back.first);
            let at = |aside: i32| relative_position([from.ground, to.ground], gate.out, aside);
            TouchingOption { gates: [gate, *back], reach: OffsetRect { least: at(least), most: at(most) } }
        };
        let gates = from.gates(of.socket).into_iter().filter(|gate| leads_towards(sites, gate.out));
        let touchings = gates.flat_map(|gate| {
            let facing = backs.iter().filter(move |back| back.out == gate.out.opposite());
            facing.map(move |back| touching(gate, back))
        });
        Self { passage, places, touchings: touchings.collect() }
    }

    /// Returns the other place.
    pub fn other(&self, place: usize) -> usize {
        if self.places[0] == place { self.places[1] } else { self.places[0] }
    }

    /// Returns the possible positions of the second middle, relative to the first.
    pub fn reaches(&self) -> impl Iterator<Item = OffsetRect> {
        self.touchings.iter().map(|touching| touching.reach)
    }

    /// Returns the possible positions of a place, given the position of the other.
    pub fn spots(&self, place: usize, other: Cell) -> impl Iterator<Item = Cell> {
        let is_second = self.places[1] == place;
        self.reaches()
            .flat_map(OffsetRect::cells)
            .map(move |at| if is_second { other + at } else { other - at })
    }

    /// Returns the number of possible relative positions.
    pub fn freedom(&self) -> usize {
        self.reaches().map(|reach| reach.cells().count()).sum()
    }

    /// Returns `true` if the two touch when their middles are here.
    pub fn touch(&self, middles: [Cell; 2]) -> bool {
        self.reaches().any(|reach| reach.contains(middles[1] - middles[0]))
    }

    /// Returns the doors that meet when the middles are here.
    pub fn meetings(&self, middles: [Cell; 2]) -> impl Iterator<Item = Meeting> {
        let apart = middles[1] - middles[0];
        let touchings = self.touchings.iter().filter(move |touching| touching.reach.contains(apart));
        touchings.flat_map(move |TouchingOption { gates: [gate, back], .. }| {
            let (out, aside) = (gate.out, aside(apart, gate.out));
            let (first, last) = (gate.first.max(back.first + aside), gate.last.min(back.last + aside));
            (first..=last).map(move |at| Meeting { out, at: [at, at - aside] })
        })
    }
}

/// Returns `true` if doorways at these cells touch.
pub(super) fn openings_touch(one: Cell, other: Cell) -> bool {
    one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1
}

/// Returns the position of the second of two pieces relative to the first, on a side of it and offset along it.
fn relative_position([here, there]: [Rect; 2], out: Direction, aside: i32) -> Cell {
    match out {
        Direction::North => Cell::new(aside, here.min.y - 1 - there.bottom()),
        Direction::East => Cell::new(here.right() + 1 - there.min.x, aside),
        Direction::South => Cell::new(aside, here.bottom() + 1 - there.min.y),
        Direction::West => Cell::new(here.min.x - 1 - there.right(), aside),
    }
}

/// Returns the coordinate of a cell along a side.
fn aside(cell: Cell, side: Direction) -> i32 {
    if side.is_level() { cell.y } else { cell.x }
}

/// Returns the first and the last coordinate of a rectangle along a side.
fn along(rect: Rect, side: Direction) -> (i32, i32) {
    if side.is_level() { (rect.min.y, rect.bottom() - 1) } else { (rect.min.x, rect.right() - 1) }
}

/// Returns the row or column of a rectangle's edge on a side.
fn edge(rect: Rect, side: Direction) -> i32 {
    match side {
        Direction::North => rect.min.y,
        Direction::East => rect.right() - 1,
        Direction::South => rect.bottom() - 1,
        Direction::West => rect.min.x,
    }
}

/// Returns the cell with a coordinate across a side (`depth`) and one along it.
fn cell_at(side: Direction, depth: i32, aside: i32) -> Cell {
    if side.is_level() { Cell::new(depth, aside) } else { Cell::new(aside, depth) }
}

fn edge_cell(rect: Rect, side: Direction, aside: i32) -> Cell {
    cell_at(side, edge(rect, side), aside)
}

/// Returns `true` if a step to that side leads from the first site towards the second, or if one is missing.
fn leads_towards(sites: [Option<Site>; 2], side: Direction) -> bool {
    let [Some(from), Some(to)] = sites else { return true };
    match side {
        Direction::North => to.y < from.y,
        Direction::East => to.x > from.x,
        Direction::South => to.y > from.y,
        Direction::West => to.x < from.x,
    }
}

/// Returns the cells from the core to a door on the edge of the ground, without the door's own cell.
///
/// ```text
/// . . . . . . D      D: the door
/// . . . . . . l      l: the lead; the first cell is in the core,
/// . . . . l l l      but not at a corner
/// . . . c l c .
/// . . . c c c .      c: the core
/// ```
///
/// Returns nothing if core and ground have the same edge.
fn approach(side: Direction, at: i32, core: Rect, ground: Rect) -> Vec<Cell> {
    let (outer, inner) = (edge(ground, side), edge(core, side));
    if outer == inner {
        return Vec::new();
    }
    let step = (outer - inner).signum();
    // A corner of the core is no port.
    let (core_first, core_last) = along(core, side);
    let (least, most) = (core_first + 1, core_last - 1);
    let port = at.clamp(least.min(most), most.max(least));
    let toward = (at - port).signum();
    let out_of_core = std::iter::once(cell_at(side, inner, port));
    let along_core = (0..(at - port).abs()).map(|steps| cell_at(side, inner + step, port + toward * steps));
    let to_edge = (1..(outer - inner).abs()).map(|steps| cell_at(side, inner + step * steps, at));
    out_of_core.chain(along_core).chain(to_edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(core: Rect, ground: Rect) -> JigsawPiece {
        JigsawPiece { core, ground, ports: Vec::new(), sockets: None }
    }

    #[test]
    fn ways_to_doors_begin_in_the_core_and_end_beside_the_door() {
        let core = Rect::from((-1, -1, 3, 3));
        let cave = piece(core, Rect::from((-4, -4, 9, 9)));
        for gate in cave.gates(None) {
            assert_eq!((gate.first, gate.last), (-4, 4));
            for at in gate.first..=gate.last {
                let door = cave.door(gate.out, at).expect("every cell of the edge is a door");
                let route: Vec<Cell> = door.approach.iter().copied().chain([door.inside]).collect();
                assert!(core.contains(route[0]) && !core.contains(route[1]));
                assert!(route.windows(2).all(|pair| pair[0].manhattan(pair[1]) == 1), "{route:?}");
                assert!(route.iter().all(|cell| cave.ground.contains(*cell)));
                assert!(!cave.ground.contains(door.inside.step(gate.out)));
            }
        }
    }

    #[test]
    fn halls_have_doors_at_every_cell_of_their_edge() {
        let rect = Rect::from((-2, -1, 5, 3));
        let hall = piece(rect, rect);
        let lengths: Vec<i32> = hall.gates(None).iter().map(|gate| gate.last - gate.first + 1).collect();
        assert_eq!(lengths, [5, 3, 5, 3]);
        let door = hall.door(Direction::East, 1).expect("every cell of the edge is a door");
        assert_eq!((door.inside, door.approach.len()), (Cell::new(2, 1), 0));
    }
}
