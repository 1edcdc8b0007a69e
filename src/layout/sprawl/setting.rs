//! Setting places, one after the other.

use std::sync::Arc;

use super::ground::Ground;
use super::sites;
use super::walk::Visit;
use crate::base::{Cell, Direction, RandomStream, Rect, Seed, Size};
use crate::layout::Arrangement;
use crate::layout::outlets::{are_enough, wanted_kinds};
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::{Last, Port, Routes, Surroundings, ports, usable_ports};
use crate::layout::sizes::{Sized, draw_again};
use crate::level::PassageForm;
use crate::mission::{LayoutSettings, RoomSet};

/// How many lengths and doors are tried on each side, before it counts as blocked.
const TRIES_A_SIDE: u32 = 24;

/// How often the size is drawn again where all sides are blocked.
const REDRAWS: u64 = 3;

/// How many of the places before are tried where no size helps.
const MOST_BACK: usize = 32;

/// The places as far as they are set.
pub(super) struct Setting<'a> {
    problem: &'a LayoutProblem<'a>,
    sizes: Vec<Sized>,
    ports: Vec<Vec<Port>>,
    length: (u32, u32),
    clearance: u32,
    seed: Seed,
    ground: Ground,
    /// In the order in which they were set.
    set: Vec<usize>,
    cores: Vec<Rect>,
    /// For each straight passage its ports.
    straight: Vec<Option<[usize; 2]>>,
}

/// Where a place could lie beside another.
struct Spot {
    core: Rect,
    passage: Rect,
    /// The ports of the place before and of this one.
    ports: [usize; 2],
}

impl<'a> Setting<'a> {
    /// No place is set.
    pub fn new(
        problem: &'a LayoutProblem<'a>,
        sizes: &[Sized],
        length: (u32, u32),
        clearance: u32,
        seed: Seed,
    ) -> Self {
        let ports = |(place, sized): (usize, &Sized)| ports_of(problem, place, sized);
        Self {
            problem,
            ports: sizes.iter().enumerate().map(ports).collect(),
            sizes: sizes.to_vec(),
            length,
            clearance,
            seed,
            ground: Ground::new(clearance),
            set: Vec::new(),
            cores: vec![Rect::default(); sizes.len()],
            straight: vec![None; problem.passages.len()],
        }
    }

    /// Sets the next place of the walk.
    pub fn set(&mut self, visit: Visit, rooms: &[Arc<RoomSet>], settings: &LayoutSettings) {
        let place = visit.place;
        // By node, so that a change in one place leaves what is drawn for the others as it was.
        let seed = self.seed.numbered(u64::from(self.problem.places[place].node.0));
        let mut random = seed.stream();
        if let Some((before, passage)) = visit.from {
            for redraw in 0..=REDRAWS {
                if redraw > 0 {
                    let mut random = seed.child("size").numbered(redraw).stream();
                    let sized = &self.sizes[place];
                    self.sizes[place] = draw_again(self.problem, place, sized, rooms, settings, &mut random);
                    self.ports[place] = ports_of(self.problem, place, &self.sizes[place]);
                }
                if let Some(spot) = self.spot_beside([before, place], passage, &mut random) {
                    self.join([before, place], passage, spot);
                    return;
                }
            }
        }
        let back = self.earlier_places(visit);
        let spot = back.into_iter().find_map(|before| self.spot_near([before, place], &mut random));
        let core = spot.unwrap_or_else(|| self.beyond_all(place));
        self.put(place, core);
    }

    /// The arrangement, once all places are set and their passages laid; `None` if some find no way.
    pub fn finish(self, last: Last, seed: Seed) -> Option<(Vec<Sized>, Arrangement)> {
        if self.problem.is_too_large(self.ground.bounds().size) {
            return None;
        }
        let grounds: Vec<Rect> =
            self.sizes.iter().zip(&self.cores).map(|(sized, core)| sized.reach(*core)).collect();
        let surroundings = Surroundings {
            cores: &self.cores,
            grounds: &grounds,
            ports: &self.ports,
            straight: &self.straight,
        };
        let routes = Routes::around(self.problem, &surroundings, last, seed)?;
        if !routes.missing().is_empty() {
            return None;
        }
        let arranged =
            Arrangement { sites: sites(&self.cores), routes, missing: Vec::new(), too_large: None };
        Some((self.sizes, arranged))
    }

    fn put(&mut self, place: usize, core: Rect) {
        self.cores[place] = core;
        self.ground.take(self.sizes[place].reach(core), [place; 2]);
        self.set.push(place);
    }

    fn join(&mut self, [before, place]: [usize; 2], passage: usize, spot: Spot) {
        self.put(place, spot.core);
        self.ground.take(spot.passage, [before, place]);
        let [here, there] = spot.ports;
        let begins_before = self.problem.passages[passage].from == before;
        self.straight[passage] = Some(if begins_before { [here, there] } else { [there, here] });
    }

    /// The places that are set, those first that lie nearest to the one before; where a walk begins anew, the last first.
    fn earlier_places(&self, visit: Visit) -> Vec<usize> {
        let mut earlier: Vec<usize> = self.set.iter().rev().copied().collect();
        if let Some((before, _)) = visit.from {
            let middle = |place: usize| self.cores[place].center();
            earlier.sort_by_key(|place| middle(*place).manhattan(middle(before)));
        }
        earlier.truncate(MOST_BACK);
        earlier
    }

    /// A spot on a random side of the place before, where nothing lies in the way.
    fn spot_beside(
        &self,
        [before, place]: [usize; 2],
        passage: usize,
        random: &mut RandomStream,
    ) -> Option<Spot> {
        let mut sides = Direction::ALL;
        random.shuffle(&mut sides);
        sides.into_iter().find_map(|side| {
            let here = self.free_ports(before, passage, side);
            let there = self.free_ports(place, passage, side.opposite());
            let mut spots = (0..TRIES_A_SIDE).map_while(|_| {
                let ports = [*random.pick(&here)?, *random.pick(&there)?];
                let length = self.draw_length([before, place], passage, random);
                Some(self.spot([before, place], passage, ports, (side, length)))
            });
            spots.find(|spot| {
                self.ground.is_free(self.sizes[place].reach(spot.core), Some(before))
                    && self.ground.is_free(spot.passage, Some(before))
            })
        })
    }

    /// How long a straight passage between two places becomes. At places with more passages than sides it leaves room for the others to get away.
    fn draw_length(&self, ends: [usize; 2], passage: usize, random: &mut RandomStream) -> u32 {
        // Caves that grow together lie side by side.
        if self.problem.passages[passage].form == PassageForm::Open {
            return 1;
        }
        let degree = ends.map(|end| self.problem.places[end].degree() as u32);
        let crowd = degree[0].max(degree[1]).saturating_sub(1) / 4;
        let (least, most) = self.length;
        random.range(least.max((2 * crowd + 1).min(most)), most).max(1)
    }

    /// Where a place lies if a straight passage of that length joins two ports.
    fn spot(
        &self,
        [before, place]: [usize; 2],
        passage: usize,
        ports: [usize; 2],
        (side, length): (Direction, u32),
    ) -> Spot {
        let [out, back] =
            [(before, ports[0]), (place, ports[1])].map(|(of, port)| self.ports[of][port].inside);
        let level = if side.is_level() { Cell::new(0, out.y) } else { Cell::new(out.x, 0) };
        let shift = if side.is_level() { Cell::new(0, back.y) } else { Cell::new(back.x, 0) };
        let middle = self.cores[before].center();
        let edge = reach(&self.sizes[before], side);
        let at = |steps: i32| middle + level + along(side, steps);
        let cell = |steps: i32| Rect::new(at(steps), Size::new(1, 1));
        let passage = {
            let (from, to) = (cell(edge + 1), cell(edge + length as i32));
            let aside = (self.problem.passages[passage].width / 2) as i32;
            let [left, right] = side.sides().map(|side| along(side, aside));
            let beside = |rect: Rect, by: Cell| Rect::new(rect.min + by, rect.size);
            let whole = from.union(to);
            beside(whole, left).union(beside(whole, right))
        };
        let steps = edge + length as i32 + 1 + reach(&self.sizes[place], side.opposite());
        Spot { core: self.core_around(place, at(steps) - shift), passage, ports }
    }

    /// A spot on a random side of a place with which this one need not be joined.
    fn spot_near(&self, [before, place]: [usize; 2], random: &mut RandomStream) -> Option<Rect> {
        let mut sides = Direction::ALL;
        random.shuffle(&mut sides);
        let ground = self.sizes[before].reach(self.cores[before]).size;
        sides.into_iter().find_map(|side| {
            let width = if side.is_level() { ground.height } else { ground.width };
            let mut spots = (0..TRIES_A_SIDE).map(|_| {
                let length = self.clearance + random.range(self.length.0, self.length.1);
                let steps = reach(&self.sizes[before], side)
                    + length as i32
                    + 1
                    + reach(&self.sizes[place], side.opposite());
                let aside = random.range(0, width - 1) as i32 - (width / 2) as i32;
                let [_, right] = side.sides();
                let middle = self.cores[before].center() + along(side, steps) + along(right, aside);
                self.core_around(place, middle)
            });
            spots.find(|core| self.ground.is_free(self.sizes[place].reach(*core), None))
        })
    }

    /// To the right of all that is set: where nothing else helps, and for the first.
    fn beyond_all(&self, place: usize) -> Rect {
        let bounds = self.ground.bounds();
        let before = reach(&self.sizes[place], Direction::West);
        let middle = Cell::new(bounds.right() + self.clearance as i32 + before, bounds.center().y);
        self.core_around(place, middle)
    }

    fn core_around(&self, place: usize, middle: Cell) -> Rect {
        let size = self.sizes[place].core;
        Rect::new(middle - Rect::new(Cell::new(0, 0), size).center(), size)
    }

    /// The ports on a side by which a passage can leave, so that there are enough for the others.
    fn free_ports(&self, place: usize, passage: usize, side: Direction) -> Vec<usize> {
        let (all, taken) = (&self.ports[place], self.taken_ports(place));
        let mut wanted = wanted_kinds(self.problem, place);
        let laid = |number: usize| number == passage || self.straight[number].is_some();
        let laid = self.problem.places[place].passages.iter().filter(|number| laid(**number));
        for kind in laid.map(|number| self.problem.passages[*number].socket) {
            if let Some(position) = wanted.iter().position(|wanted| *wanted == kind) {
                wanted.remove(position);
            }
        }
        let on_side =
            usable_ports(all, self.problem.passages[passage].socket).filter(|(_, port)| port.out == side);
        let exits = || all.iter().map(|port| (port.inside, port.kind.as_deref()));
        let is_free = |port: &Port| taken.iter().all(|other| other.manhattan(port.inside) > 1);
        on_side
            .filter(|(_, port)| is_free(port))
            .filter(|(_, port)| are_enough(exits(), &wanted, [&taken[..], &[port.inside]].concat()))
            .map(|(number, _)| number)
            .collect()
    }

    /// Where straight passages leave a place.
    fn taken_ports(&self, place: usize) -> Vec<Cell> {
        let passages = self.problem.places[place].passages.iter();
        let port = |number: &usize| {
            let [from, to] = self.straight[*number]?;
            let port = if self.problem.passages[*number].from == place { from } else { to };
            Some(self.ports[place][port].inside)
        };
        passages.filter_map(port).collect()
    }
}

/// The ports of a place: every cell of its sides, but where there are more passages than sides no two side by side, so that none is in the way of another.
fn ports_of(problem: &LayoutProblem, place: usize, sized: &Sized) -> Vec<Port> {
    let passages = problem.places[place].passages.len();
    ports(sized, passages, passages <= Direction::ALL.len())
}

/// So many steps in a direction.
fn along(side: Direction, steps: i32) -> Cell {
    let Cell { x, y } = side.offset();
    Cell::new(x * steps, y * steps)
}

/// How far a place reaches from the middle of its core.
fn reach(sized: &Sized, side: Direction) -> i32 {
    let (before, after) = sized.extent();
    let cells = match side {
        Direction::North => before.height,
        Direction::East => after.width,
        Direction::South => after.height,
        Direction::West => before.width,
    };
    cells as i32
}
