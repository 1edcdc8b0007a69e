//! Places as pieces that are put wall to wall, and how two of them can lie that a doorway joins.
//!
//! ```text
//! ##########
//! #aaaa#bbb#     one cell of wall lies between the two;
//! #aaaa+bbb#     the doorway opens it between a door of the one and one of the other
//! #aaaa#bbb#
//! ##########
//! ```

use std::collections::BTreeMap;

use crate::base::{Cell, Direction, Rect};
use crate::layout::outlets::are_enough;
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::{Port, ports, usable_ports};
use crate::layout::sizes::Sized;
use crate::mission::Site;

/// No more doors are tried on a side without sockets.
const MOST_DOORS_A_SIDE: usize = 32;

/// What a door costs for each cell from the middle of its side.
const ASIDE: u32 = 3;

/// A place, counted from the middle of its core.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub core: Rect,
    /// The cells that it mostly comes to own, and all between.
    pub ground: Rect,
    /// Where passages that are no doorways leave it.
    pub ports: Vec<Port>,
    /// Where doorways leave its ground; corners too, for nothing lies around them but wall.
    pub doors: Vec<Port>,
    has_sockets: bool,
}

impl Piece {
    pub fn new(sized: &Sized) -> Self {
        let at_corner = Rect::new(Cell::new(0, 0), sized.core);
        let core = Rect::new(Cell::new(0, 0) - at_corner.center(), sized.core);
        let ground = sized.likely_reach(core);
        let ports = ports(sized, 0, true);
        let has_sockets = sized.is_entered_by_sockets();
        let doors = if has_sockets {
            // A socket in a notch lies apart from the wall.
            ports.iter().filter(|port| port.lead.is_empty()).cloned().collect()
        } else {
            Direction::ALL.into_iter().flat_map(|side| doors_on(side, core, ground)).collect()
        };
        Self { core, ground, ports, doors, has_sockets }
    }

    /// Do sockets remain for passages that name these kinds, once those doors are taken?
    pub fn has_ports_left(&self, wanted: &[Option<&str>], taken: impl Iterator<Item = usize>) -> bool {
        if !self.has_sockets {
            return true;
        }
        let exits = self.ports.iter().map(|port| (port.inside, port.kind.as_deref()));
        let taken = taken.filter_map(|door| Some(self.doors.get(door)?.inside));
        are_enough(exits, wanted, taken.collect())
    }
}

/// A doorway between two pieces.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    /// The passage.
    pub passage: usize,
    pub places: [usize; 2],
    /// Where the middle of the second place can lie, counted from that of the first, each with the doors that meet there.
    contacts: BTreeMap<Cell, Vec<[usize; 2]>>,
}

impl Joint {
    pub fn new(problem: &LayoutProblem, pieces: &[Piece], passage: usize) -> Self {
        let of = &problem.passages[passage];
        let places = [of.from, of.to];
        let [from, to] = places.map(|place| &pieces[place]);
        let sites = places.map(|place| problem.places[place].site);
        let mut contacts: BTreeMap<Cell, Vec<[usize; 2]>> = BTreeMap::new();
        let backs: Vec<(usize, &Port)> = usable_ports(&to.doors, of.socket).collect();
        for (out, port) in usable_ports(&from.doors, of.socket) {
            if !leads_towards(sites, port.out) {
                continue;
            }
            let facing = backs.iter().filter(|(_, other)| other.out == port.out.opposite());
            for (back, other) in facing {
                contacts.entry(offset([from, to], [port, other])).or_default().push([out, *back]);
            }
        }
        Self { passage, places, contacts }
    }

    /// Where the middle of a place can lie if that of the other lies there.
    pub fn spots(&self, place: usize, other: Cell) -> impl Iterator<Item = Cell> {
        let is_second = self.places[1] == place;
        self.contacts.keys().map(move |at| if is_second { other + *at } else { other - *at })
    }

    /// In how many ways the two can lie.
    pub fn freedom(&self) -> usize {
        self.contacts.len()
    }

    /// The doors that meet where the middles lie there.
    pub fn meetings(&self, middles: [Cell; 2]) -> &[[usize; 2]] {
        self.contacts.get(&(middles[1] - middles[0])).map_or(&[], Vec::as_slice)
    }

    /// The other place.
    pub fn other(&self, place: usize) -> usize {
        if self.places[0] == place { self.places[1] } else { self.places[0] }
    }
}

/// Where the middle of the second place lies, counted from that of the first, if these doors meet.
fn offset([from, to]: [&Piece; 2], [port, other]: [&Port; 2]) -> Cell {
    let (here, there) = (from.ground, to.ground);
    let (x, y) = (port.inside.x - other.inside.x, port.inside.y - other.inside.y);
    match port.out {
        Direction::North => Cell::new(x, here.min.y - 1 - there.bottom()),
        Direction::East => Cell::new(here.right() + 1 - there.min.x, y),
        Direction::South => Cell::new(x, here.bottom() + 1 - there.min.y),
        Direction::West => Cell::new(here.min.x - 1 - there.right(), y),
    }
}

/// The cell of wall that is opened at a door of a piece whose middle lies there.
pub(super) fn opening(piece: &Piece, middle: Cell, port: &Port) -> Cell {
    let Cell { x, y } = port.inside;
    middle
        + match port.out {
            Direction::North => Cell::new(x, piece.ground.min.y - 1),
            Direction::East => Cell::new(piece.ground.right(), y),
            Direction::South => Cell::new(x, piece.ground.bottom()),
            Direction::West => Cell::new(piece.ground.min.x - 1, y),
        }
}

/// Does a step to that side lead from the site of the one place towards that of the other? Where one has none, every step does.
fn leads_towards(sites: [Option<Site>; 2], side: Direction) -> bool {
    let [Some(from), Some(to)] = sites else { return true };
    match side {
        Direction::North => to.y < from.y,
        Direction::East => to.x > from.x,
        Direction::South => to.y > from.y,
        Direction::West => to.x < from.x,
    }
}

/// The doors on a side of the ground of a place without sockets. What lies between ground and core, the way to a door leads through: out of the core, along it, and on to the edge.
fn doors_on(side: Direction, core: Rect, ground: Rect) -> Vec<Port> {
    let (length, first, core_first, core_length) = if side.is_level() {
        (ground.size.height, ground.min.y, core.min.y, core.size.height)
    } else {
        (ground.size.width, ground.min.x, core.min.x, core.size.width)
    };
    let edge_of = |rect: Rect| match side {
        Direction::North => rect.min.y,
        Direction::East => rect.right() - 1,
        Direction::South => rect.bottom() - 1,
        Direction::West => rect.min.x,
    };
    let (outer, inner) = (edge_of(ground), edge_of(core));
    let cell = |depth: i32, aside: i32| {
        if side.is_level() { Cell::new(depth, aside) } else { Cell::new(aside, depth) }
    };
    let step = if outer >= inner { 1 } else { -1 };
    let every = (length as usize).div_ceil(MOST_DOORS_A_SIDE);
    let middle = first + (length as i32 - 1) / 2;
    let door = |aside: i32| {
        let mut way = Vec::new();
        if outer != inner {
            // Of the core a corner is no port.
            let (least, most) = (core_first + 1, core_first + core_length as i32 - 2);
            let port = aside.clamp(least.min(most), most.max(least));
            let toward = (aside - port).signum();
            way.push(cell(inner, port));
            way.extend((0..(aside - port).abs()).map(|steps| cell(inner + step, port + toward * steps)));
            way.extend((1..(outer - inner).abs()).map(|steps| cell(inner + step * steps, aside)));
        }
        Port {
            inside: cell(outer, aside),
            out: side,
            cost: (aside - middle).unsigned_abs() * ASIDE,
            socket: None,
            lead: way,
            kind: None,
        }
    };
    (first..first + length as i32).step_by(every.max(1)).map(door).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_doors_begin_in_the_core_and_end_beside_the_door() {
        let core = Rect::from((-1, -1, 3, 3));
        let ground = Rect::from((-4, -4, 9, 9));
        for side in Direction::ALL {
            let doors = doors_on(side, core, ground);
            assert_eq!(doors.len(), 9);
            for door in doors {
                let way: Vec<Cell> = door.lead.iter().copied().chain([door.inside]).collect();
                assert!(core.contains(way[0]) && !core.contains(way[1]));
                assert!(way.windows(2).all(|pair| pair[0].manhattan(pair[1]) == 1), "{way:?}");
                assert!(way.iter().all(|cell| ground.contains(*cell)));
                assert!(!ground.contains(door.inside.step(side)));
            }
        }
    }

    #[test]
    fn halls_have_doors_at_every_cell_of_their_edge() {
        let hall = Rect::from((-2, -1, 5, 3));
        let doors = Direction::ALL.map(|side| doors_on(side, hall, hall).len());
        assert_eq!(doors, [5, 3, 5, 3]);
        assert!(doors_on(Direction::East, hall, hall).iter().all(|door| door.lead.is_empty()));
    }
}
