//! Where a place could be put, so that a short passage leads to a neighbour.

use smallvec::SmallVec;

use super::super::drawing;
use super::super::drawing::{Block, Course};
use super::Packing;
use crate::base::{Cell, Direction, RandomStream, Rect};
use crate::layout::routes::{Port, usable_ports};

/// What a position costs: each cell of its passage, each turn, each cell to other neighbours, each cell from the middle of everything, and at most by chance.
const CELL: u64 = 8;
const TURN: u64 = 20;
const OTHER_CELL: u64 = 8;
const OFF_MIDDLE: u64 = 1;
const CHANCE: u64 = 30;

/// How many cells passages are longer than they must be, and how far they go before they turn.
const LONGER: [i32; 3] = [0, 1, 3];
const BEFORE_TURN: [i32; 4] = [1, 2, 4, 7];

/// How far apart positions lie that are tried anywhere.
const EVERY_CELLS: u32 = 3;

/// The longest passage between neighbours, beyond what it must have.
const MOST_CELLS: i32 = 48;

/// A position for a place with its body.
pub(super) struct Candidate<'a> {
    /// Where the corner of the core of that place lies.
    pub at: Cell,
    /// The way of one of the body's passages, if it lies there for the sake of that.
    pub way: Option<NearWay<'a>>,
    pub cost: u64,
}

impl Candidate<'_> {
    /// How far the place moves.
    pub fn moves(&self, place: &Block) -> Cell {
        self.at - place.core.min
    }
}

/// A passage from a body to a place that is put.
struct Tie {
    passage: usize,
    /// The core at which it leaves the body, and that of the other place.
    cores: [Rect; 2],
}

/// A way to a neighbour, straight or with one turn.
#[derive(Clone, Copy)]
pub(super) struct NearWay<'a> {
    pub passage: usize,
    /// The port and the door of the place, and those of its neighbour.
    ends: [(&'a Port, Cell); 2],
    /// Where the passage turns.
    turn: Option<Cell>,
    /// Is the neighbour the place where the passage begins?
    is_backward: bool,
}

impl NearWay<'_> {
    /// The course that its passage would have.
    pub fn course(&self, passage: &Course) -> Course {
        let Self { mut ends, turn, .. } = *self;
        if self.is_backward {
            ends.reverse();
        }
        let corners = [Some(ends[0].1), turn, Some(ends[1].1)].into_iter().flatten().collect();
        passage.between(ends, corners)
    }

    /// Would its passage be as long as it must be between these cores, its own and that of the neighbour?
    fn is_long_enough(&self, passage: &Course, core: Rect, other: Rect) -> bool {
        let Some((least, _)) = passage.limits else { return true };
        let cores = if self.is_backward { [other, core] } else { [core, other] };
        self.course(passage).cells_between(cores) >= least
    }

    fn length(&self) -> u32 {
        self.ends[0].1.manhattan(self.ends[1].1)
    }
}

impl<'a> Packing<'_, 'a> {
    /// All positions of a place beside those of its neighbours that are put.
    pub(super) fn candidates(&self, place: usize, random: &mut RandomStream) -> Vec<Candidate<'a>> {
        let mut candidates = Vec::new();
        for (own, passage) in self.joined(place) {
            let before = candidates.len();
            self.beside(own, passage, &mut candidates);
            let by = self.drawing.blocks[place].core.min - self.drawing.blocks[own].core.min;
            candidates[before..].iter_mut().for_each(|candidate| candidate.at = candidate.at + by);
        }
        self.rate(place, &mut candidates, random);
        candidates
    }

    /// Positions of a place anywhere, from which its passages must be searched for.
    pub(super) fn anywhere(&self, place: usize, random: &mut RandomStream) -> Vec<Candidate<'a>> {
        let bounds = self.bounds_of_put();
        let core = self.drawing.blocks[place].core;
        let around = self.bodies.ground(place, &self.drawing.blocks).size;
        let corner = core.min - self.bodies.core(place, &self.drawing.blocks).min;
        let all = bounds.grown(around.width.max(around.height) + 2 * EVERY_CELLS);
        let (columns, rows) = (all.min.x..all.right(), all.min.y..all.bottom());
        let at = |x: i32, y: i32| Candidate { at: Cell::new(x, y) + corner, way: None, cost: 0 };
        let mut candidates: Vec<Candidate> = rows
            .step_by(EVERY_CELLS as usize)
            .flat_map(|y| columns.clone().step_by(EVERY_CELLS as usize).map(move |x| at(x, y)))
            .collect();
        self.rate(place, &mut candidates, random);
        candidates
    }

    /// Says what positions cost, and leaves out those at which everything becomes too large.
    fn rate(&self, place: usize, candidates: &mut Vec<Candidate>, random: &mut RandomStream) {
        self.problem.work.spend(10 * candidates.len() as u64);
        let bounds = self.bounds_of_put();
        let ground = self.bodies.ground(place, &self.drawing.blocks);
        let blocks = &self.drawing.blocks;
        let tie = |(own, passage): (usize, usize)| {
            let other = self.problem.passages[passage].other(own);
            Tie { passage, cores: [blocks[own].core, blocks[other].core] }
        };
        let ties: SmallVec<[Tie; 4]> = self.joined(place).map(tie).collect();
        candidates.retain_mut(|candidate| {
            let moved = ground.moved(candidate.moves(&blocks[place]));
            let turn = candidate.way.and_then(|way| way.turn).into_iter().map(drawing::cell);
            let size = self.outline.size_of(turn.fold(bounds.union(moved), Rect::union));
            if size > self.most {
                return false;
            }
            candidate.cost = size + self.cost_of(place, candidate, bounds, &ties) + random.below(CHANCE);
            true
        });
    }

    /// The smallest rectangle around all that lies there.
    fn bounds_of_put(&self) -> Rect {
        let put = (0..self.is_put.len()).filter(|place| self.is_put[*place]);
        let grounds = put.map(|place| self.drawing.blocks[place].ground());
        let laid = (0..self.is_laid.len()).filter(|course| self.is_laid[*course]);
        let corners = laid.flat_map(|course| self.drawing.courses[course].corners.iter().copied());
        grounds.chain(corners.map(drawing::cell)).reduce(Rect::union).unwrap_or_default()
    }

    fn cost_of(&self, place: usize, candidate: &Candidate, bounds: Rect, ties: &[Tie]) -> u64 {
        let near = candidate.way.map(|way| way.passage);
        let by = candidate.moves(&self.drawing.blocks[place]);
        let others = ties.iter().filter(|tie| Some(tie.passage) != near);
        let far: u32 = others.map(|tie| between(tie.cores[0].moved(by), tie.cores[1])).sum();
        let cells = u64::from(bounds.size.width) * u64::from(bounds.size.height);
        let misplaced = |place: &usize| {
            let core = self.drawing.blocks[*place].core.moved(by);
            self.outline.misplaced_percent_of(*place, bounds.union(core), core.center())
        };
        let middle = self.bodies.core(place, &self.drawing.blocks).moved(by).center();
        cells * self.bodies.places(place).iter().map(misplaced).sum::<u64>() / 100
            + CELL * u64::from(candidate.way.map_or(0, |way| way.length()))
            + TURN * u64::from(candidate.way.is_some_and(|way| way.turn.is_some()))
            + OTHER_CELL * u64::from(far)
            + OFF_MIDDLE * u64::from(middle.manhattan(bounds.center()))
    }

    /// The positions of a place from which a passage leads to its other end, straight or with a turn.
    fn beside(&self, place: usize, passage: usize, found: &mut Vec<Candidate<'a>>) {
        let there = self.problem.passages[passage].other(place);
        let wanted = self.problem.passages[passage].socket;
        let is_backward = self.problem.passages[passage].from == there;
        let (block, other) = (self.drawing.blocks[place], self.drawing.blocks[there]);
        let own: Vec<&'a Port> = some(&block, usable_ports(&self.ports[place], wanted));
        let course = &self.drawing.courses[passage];
        // No shorter passage has as many cells as it must have.
        let least_cells = course.limits.map_or(1, |(least, _)| least as i32);
        let range = |before: i32| (least_cells - before).max(1)..MOST_CELLS + least_cells - 1;
        for port in some(&other, usable_ports(&self.ports[there], wanted)) {
            let door = other.core.center() + port.inside;
            if !self.map.is_way_out(there, door.step(port.out), port.out) {
                continue;
            }
            for own_port in own.iter().filter(|own| own.out != port.out) {
                let candidate = |at: Cell, turn: Option<Cell>| {
                    let ends = [(*own_port, at), (port, door)];
                    let way = Some(NearWay { passage, ends, turn, is_backward });
                    Candidate { at: at_port(block.core, own_port, at).min, way, cost: 0 }
                };
                let may_lie = |at: Cell, turn: Option<Cell>| {
                    let candidate = candidate(at, turn);
                    let by = candidate.moves(&block);
                    let core = block.core.moved(by);
                    self.bodies.are_apart(place, by, there, &self.drawing.blocks, self.gap)
                        && candidate.way.is_some_and(|way| way.is_long_enough(course, core, other.core))
                };
                if own_port.out == port.out.opposite() {
                    let at = |cells: i32| along(door, port.out, cells + 1);
                    let is_way = |cells: &i32| self.map.is_way(there, along(door, port.out, *cells));
                    let least = range(0).take_while(is_way).find(|cells| may_lie(at(*cells), None));
                    let Some(least) = least else { continue };
                    let longer = LONGER.into_iter().take_while(|longer| is_way(&(least + longer)));
                    found.extend(longer.map(|longer| candidate(at(least + longer), None)));
                } else if !(block.is_open && own_port.inside_offset() != 0) {
                    let on = own_port.out.opposite();
                    let is_way = |cell: Cell| self.map.is_way(there, cell);
                    let turns = BEFORE_TURN.map(|before| (before, along(door, port.out, before)));
                    for (before, turn) in turns.into_iter().take_while(|(_, turn)| is_way(*turn)) {
                        let at = |cells: i32| along(turn, on, cells);
                        let ways = range(before - 1).take_while(|cells| is_way(at(cells - 1)));
                        let least = ways.into_iter().find(|cells| may_lie(at(*cells), Some(turn)));
                        found.extend(least.map(|least| candidate(at(least), Some(turn))));
                    }
                }
            }
        }
    }
}

/// Of the many ports of a side that is open, three.
fn some<'p>(block: &Block, ports: impl Iterator<Item = (usize, &'p Port)>) -> Vec<&'p Port> {
    let ports = ports.map(|(_, port)| port);
    if !block.is_open {
        return ports.collect();
    }
    let size = block.core.size;
    let most = |port: &Port| {
        let side = if port.out.is_level() { size.height } else { size.width };
        (side as i32 - 1) / 2
    };
    ports.filter(|port| [0, 1 - most(port), most(port) - 1].contains(&port.inside_offset())).collect()
}

impl Port {
    /// How far from the middle of its side it lies.
    fn inside_offset(&self) -> i32 {
        if self.out.is_level() { self.inside.y } else { self.inside.x }
    }
}

/// The core that has that port on that cell.
fn at_port(core: Rect, port: &Port, at: Cell) -> Rect {
    let middle = Rect::new(Cell::new(0, 0), core.size).center();
    Rect::new(at - port.inside - middle, core.size)
}

fn along(from: Cell, direction: Direction, cells: i32) -> Cell {
    let step = direction.offset();
    from + Cell::new(step.x * cells, step.y * cells)
}

/// How many cells lie between two rectangles, along the rows and along the columns.
fn between(one: Rect, other: Rect) -> u32 {
    let apart = |from: i32, to: i32, other_from: i32, other_to: i32| {
        (other_from - to).max(from - other_to).max(0).unsigned_abs()
    };
    apart(one.min.x, one.right(), other.min.x, other.right())
        + apart(one.min.y, one.bottom(), other.min.y, other.bottom())
}
