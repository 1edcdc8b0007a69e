//! Sets places one after the other.
//!
//! In: a step of the walk. Out: the position of its place, and the ports of its passage if that is straight.
//! Guaranteed: everything keeps its clearance. Steps can be taken back in reverse order.

mod ports;
mod spread;

use std::sync::Arc;

use self::ports::ports_of;
use super::ground::RectIndex;
use super::walk::SprawlVisit;
use crate::base::{Cell, Direction, RandomStream, Rect, Seed, Size};
use crate::layout::budget::sprawl::setting::{MOST_BACK, REDRAWS, TRIES_A_SIDE};
use crate::layout::drawing::{Arrangement, Port, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::sizes::draw_again;
use crate::layout::routing::routes::{self, FailedRoutePolicy, RouteObstacles};
use crate::layout::strategies::sites;
use crate::level::PassageForm;
use crate::rooms::RoomSet;
use crate::settings::LayoutSettings;

/// A sprawl in progress.
pub(super) struct PartialSprawl<'a> {
    pub(super) problem: &'a LayoutProblem<'a>,
    pub(super) sizes: Vec<SizedPlace>,
    ports: Vec<Vec<Port>>,
    length: (u32, u32),
    pub(super) clearance: u32,
    seed: Seed,
    ground: RectIndex,
    /// The places that are set, in order.
    set: Vec<usize>,
    cores: Vec<Rect>,
    /// The ports of each straight passage.
    straight: Vec<Option<[usize; 2]>>,
}

/// The state before a place was set.
pub(super) struct SprawlCheckpoint {
    visit: SprawlVisit,
    taken: usize,
    set: usize,
    sized: SizedPlace,
}

/// A possible position of a place next to another.
struct SprawlPosition {
    core: Rect,
    passage: Rect,
    /// The ports of the place before and of this one.
    ports: [usize; 2],
}

impl<'a> PartialSprawl<'a> {
    /// Creates a sprawl without places.
    pub fn new(
        problem: &'a LayoutProblem<'a>,
        sizes: &[SizedPlace],
        length: (u32, u32),
        clearance: u32,
        seed: Seed,
    ) -> Self {
        let ports = |(place, sized): (usize, &SizedPlace)| ports_of(problem, place, sized);
        Self {
            problem,
            ports: sizes.iter().enumerate().map(ports).collect(),
            sizes: sizes.to_vec(),
            length,
            clearance,
            seed,
            ground: RectIndex::new(clearance),
            set: Vec::new(),
            cores: vec![Rect::default(); sizes.len()],
            straight: vec![None; problem.passages.len()],
        }
    }

    /// Sets the next place of the walk.
    pub fn set(&mut self, visit: SprawlVisit, rooms: &[Arc<RoomSet>], settings: &LayoutSettings) {
        let place = visit.place;
        let seed = self.seed_of(place);
        let mut random = seed.stream();
        if let Some((before, passage)) = visit.from {
            let is_set = self.set_beside([before, place], passage, (seed, &mut random), rooms, settings);
            if is_set {
                return;
            }
        }
        self.set_apart(visit, &mut random);
    }

    /// Returns the seed of a place. It depends on the node, so a change in one place does not affect the others.
    pub(super) fn seed_of(&self, place: usize) -> Seed {
        self.seed.numbered(u64::from(self.problem.places[place].node.0))
    }

    /// Sets a place on a side of the one before, with another size or another length if necessary.
    ///
    /// Returns `false` if all sides are blocked.
    pub(super) fn set_beside(
        &mut self,
        [before, place]: [usize; 2],
        passage: usize,
        (seed, random): (Seed, &mut RandomStream),
        rooms: &[Arc<RoomSet>],
        settings: &LayoutSettings,
    ) -> bool {
        // As in the source, the length stays the same whatever blocks the place.
        let drawn =
            self.draw_length([before, place], passage, &mut self.seed_of(place).child("length").stream());
        for redraw in 0..=REDRAWS {
            if redraw > 0 {
                let mut random = seed.child("size").numbered(redraw).stream();
                let sized = &self.sizes[place];
                let sized = draw_again(self.problem, place, sized, rooms, settings, &mut random);
                self.resize(place, sized);
            }
            if let Some(spot) = self.spot_beside([before, place], passage, Some(drawn), random) {
                self.join([before, place], passage, spot);
                return true;
            }
        }
        let spot = self.spot_beside([before, place], passage, None, random);
        let is_found = spot.is_some();
        if let Some(spot) = spot {
            self.join([before, place], passage, spot);
        }
        is_found
    }

    /// Sets a place at the end of the longest straight passage that has room. Returns `false` if none has.
    pub(super) fn set_far_beside(
        &mut self,
        [before, place]: [usize; 2],
        passage: usize,
        random: &mut RandomStream,
    ) -> bool {
        let spot = self.longest_spot([before, place], passage, random);
        let is_found = spot.is_some();
        if let Some(spot) = spot {
            self.join([before, place], passage, spot);
        }
        is_found
    }

    /// Sets a place near an earlier one, or beyond all others.
    pub(super) fn set_apart(&mut self, visit: SprawlVisit, random: &mut RandomStream) {
        let back = self.earlier_places(visit);
        let spot = back.into_iter().find_map(|before| self.spot_near([before, visit.place], random));
        let core = spot.unwrap_or_else(|| self.beyond_all(visit.place));
        self.put(visit.place, core);
    }

    /// Changes the size of a place that is not set.
    pub(super) fn resize(&mut self, place: usize, sized: SizedPlace) {
        self.ports[place] = ports_of(self.problem, place, &sized);
        self.sizes[place] = sized;
    }

    /// Returns the number of ports of a place.
    pub(super) fn ports_at(&self, place: usize) -> usize {
        self.ports[place].len()
    }

    /// Returns the state before this step.
    pub(super) fn mark(&self, visit: SprawlVisit) -> SprawlCheckpoint {
        let sized = self.sizes[visit.place].clone();
        SprawlCheckpoint { visit, taken: self.ground.len(), set: self.set.len(), sized }
    }

    /// Restores a state. States must be restored in reverse order.
    pub(super) fn take_back(&mut self, mark: SprawlCheckpoint) {
        self.ground.give_back(mark.taken);
        self.set.truncate(mark.set);
        if let Some((_, passage)) = mark.visit.from {
            self.straight[passage] = None;
        }
        self.resize(mark.visit.place, mark.sized);
    }

    /// Returns the last place set that is near enough to the one before to block the next.
    pub(super) fn last_near(&self, [before, place]: [usize; 2]) -> Option<usize> {
        let (left, right) = self.sizes[place].extent();
        let side = (left.width + right.width).max(left.height + right.height) + 1;
        let around = self.sizes[before].reach(self.cores[before]);
        let near = self.ground.owners_near(around.grown(self.clearance + self.length.0 + side));
        self.set.iter().rev().copied().find(|other| *other != before && near.contains(other))
    }

    /// Returns the number of passages that are not straight.
    pub fn winding(&self) -> usize {
        self.straight.iter().filter(|ports| ports.is_none()).count()
    }

    /// Routes the remaining passages and returns the arrangement. Returns `None` if some have no route.
    pub fn finish(self, last: FailedRoutePolicy, seed: Seed) -> Option<(Vec<SizedPlace>, Arrangement)> {
        if self.problem.is_too_large(self.ground.bounds().size) {
            return None;
        }
        let grounds: Vec<Rect> =
            self.sizes.iter().zip(&self.cores).map(|(sized, core)| sized.reach(*core)).collect();
        let surroundings = RouteObstacles {
            cores: &self.cores,
            grounds: &grounds,
            ports: &self.ports,
            straight: &self.straight,
        };
        let routes = routes::around(self.problem, &surroundings, last, seed)?;
        if !routes.missing().is_empty() {
            return None;
        }
        let arranged =
            Arrangement { sites: sites::counted(&self.cores), routes, missing: Vec::new(), too_large: None };
        Some((self.sizes, arranged))
    }

    fn put(&mut self, place: usize, core: Rect) {
        self.cores[place] = core;
        self.ground.take(self.sizes[place].reach(core), [place; 2]);
        self.set.push(place);
    }

    fn join(&mut self, [before, place]: [usize; 2], passage: usize, spot: SprawlPosition) {
        self.put(place, spot.core);
        self.ground.take(spot.passage, [before, place]);
        self.straighten(before, passage, Some(spot.ports));
    }

    /// Stores the ports of the place before and of the next one for a straight passage, or removes them.
    fn straighten(&mut self, before: usize, passage: usize, ports: Option<[usize; 2]>) {
        let begins_before = self.problem.passages[passage].from == before;
        self.straight[passage] =
            ports.map(|[here, there]| if begins_before { [here, there] } else { [there, here] });
    }

    /// Returns the places set so far, those nearest to the one before first. Where the walk starts again, the last
    /// one set comes first.
    fn earlier_places(&self, visit: SprawlVisit) -> Vec<usize> {
        let mut earlier: Vec<usize> = self.set.iter().rev().copied().collect();
        if let Some((before, _)) = visit.from {
            let middle = |place: usize| self.cores[place].center();
            earlier.sort_by_key(|place| middle(*place).manhattan(middle(before)));
        }
        earlier.truncate(MOST_BACK);
        earlier
    }

    /// Returns a free position on a random side of the place before, at the end of a passage of that length, or of a
    /// random one.
    fn spot_beside(
        &self,
        [before, place]: [usize; 2],
        passage: usize,
        length: Option<u32>,
        random: &mut RandomStream,
    ) -> Option<SprawlPosition> {
        let mut sides = Direction::ALL;
        random.shuffle(&mut sides);
        sides.into_iter().find_map(|side| {
            let here = self.free_ports(before, passage, side);
            let there = self.free_ports(place, passage, side.opposite());
            let mut spots = (0..TRIES_A_SIDE).map_while(|_| {
                let ports = [*random.pick(&here)?, *random.pick(&there)?];
                let length = length.unwrap_or_else(|| self.draw_length([before, place], passage, random));
                Some(self.spot([before, place], passage, ports, (side, length)))
            });
            spots.find(|spot| self.is_free([before, place], spot))
        })
    }

    /// Returns a free position at the end of the longest possible passage on a random side.
    fn longest_spot(
        &self,
        [before, place]: [usize; 2],
        passage: usize,
        random: &mut RandomStream,
    ) -> Option<SprawlPosition> {
        let (least, most) = match self.problem.passages[passage].form {
            PassageForm::Open => (1, 1),
            PassageForm::Corridor | PassageForm::Doorway => self.length_of(passage),
        };
        let mut sides = Direction::ALL;
        random.shuffle(&mut sides);
        sides.into_iter().find_map(|side| {
            let here = self.free_ports(before, passage, side);
            let there = self.free_ports(place, passage, side.opposite());
            let mut spots = (least.max(1)..=most).rev().map_while(|length| {
                let ports = [*random.pick(&here)?, *random.pick(&there)?];
                Some(self.spot([before, place], passage, ports, (side, length)))
            });
            spots.find(|spot| self.is_free([before, place], spot))
        })
    }

    fn is_free(&self, [before, place]: [usize; 2], spot: &SprawlPosition) -> bool {
        self.ground.is_free(self.sizes[place].reach(spot.core), Some(before))
            && self.ground.is_free(spot.passage, Some(before))
    }

    /// Returns the range of lengths of a straight passage. The passage's symbol takes precedence over the spacing.
    fn length_of(&self, passage: usize) -> (u32, u32) {
        self.problem.passages[passage].length.unwrap_or(self.length)
    }

    /// Draws the length of a straight passage. Places with more passages than sides leave more room for the others.
    fn draw_length(&self, ends: [usize; 2], passage: usize, random: &mut RandomStream) -> u32 {
        // Caves that grow together lie next to each other.
        if self.problem.passages[passage].form == PassageForm::Open {
            return 1;
        }
        let degree = ends.map(|end| self.problem.places[end].degree() as u32);
        let crowd = degree[0].max(degree[1]).saturating_sub(1) / 4;
        let (least, most) = self.length_of(passage);
        random.range(least.max((2 * crowd + 1).min(most)), most).max(1)
    }

    /// Returns the position of a place if a straight passage of this length joins two ports.
    fn spot(
        &self,
        [before, place]: [usize; 2],
        passage: usize,
        ports: [usize; 2],
        side_and_length: (Direction, u32),
    ) -> SprawlPosition {
        self.spot_from(self.cores[before].center(), [before, place], passage, ports, side_and_length)
    }

    /// Returns that position if the middle of the place before lay at `middle`.
    ///
    /// ```text
    /// ┌────────┐           ┌───────┐
    /// │ before │ ═ length ═│ place │
    /// │        │           └───────┘
    /// └────────┘
    /// ```
    fn spot_from(
        &self,
        middle: Cell,
        [before, place]: [usize; 2],
        passage: usize,
        ports: [usize; 2],
        (side, length): (Direction, u32),
    ) -> SprawlPosition {
        let [out, back] =
            [(before, ports[0]), (place, ports[1])].map(|(of, port)| self.ports[of][port].inside);
        let level = if side.is_level() { Cell::new(0, out.y) } else { Cell::new(out.x, 0) };
        let shift = if side.is_level() { Cell::new(0, back.y) } else { Cell::new(back.x, 0) };
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
        SprawlPosition { core: self.core_around(place, at(steps) - shift), passage, ports }
    }

    /// Returns a free position near a place, without a straight passage.
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

    /// Returns a position to the right of everything, for the first place and as a last resort.
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
}

/// Returns the offset of this many steps in a direction.
fn along(side: Direction, steps: i32) -> Cell {
    let Cell { x, y } = side.offset();
    Cell::new(x * steps, y * steps)
}

/// Returns the distance that a place reaches from the middle of its core to one side.
fn reach(sized: &SizedPlace, side: Direction) -> i32 {
    let (before, after) = sized.extent();
    let cells = match side {
        Direction::North => before.height,
        Direction::East => after.width,
        Direction::South => after.height,
        Direction::West => before.width,
    };
    cells as i32
}
