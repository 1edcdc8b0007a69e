//! Spreads a tree whose branches have no room next to each other: each branch gets ground of its own, and passages
//! become as long as that requires.
//!
//! First, from the start outwards, each branch gets a side of its place. Then, from the ends back, each place and its
//! branches become a rectangle. A branch begins beyond its place and beyond the rectangles laid before it:
//!
//! ```text
//! +-------+
//! | b b b |      a has a branch above and one to the right, which begins where the other ends
//! |   b   |
//! +---|---+
//!     a------c c
//!            c
//! ```
//!
//! Guaranteed: all passages are straight, and all rectangles keep their clearance.
//! Not guaranteed: that such a drawing exists. There is none if a place has more passages than sides or suitable ports.

use super::{PartialSprawl, SprawlVisit};
use crate::base::{Cell, Direction, RandomStream, Rect};
use crate::level::PassageForm;

/// A branch, as it leaves the place before.
#[derive(Clone, Copy, Debug)]
struct Branch {
    side: Direction,
    /// The ports of the place before and of this one.
    ports: [usize; 2],
    /// Length of the passage to it, in cells.
    length: u32,
}

impl PartialSprawl<'_> {
    /// Sets all places of a walk over a tree. Returns `false`, with some of them set, if there is no such drawing.
    pub fn spread(&mut self, walk: &[SprawlVisit], random: &mut RandomStream) -> bool {
        let mut next: Vec<Vec<SprawlVisit>> = vec![Vec::new(); self.sizes.len()];
        for visit in walk {
            if let Some((before, _)) = visit.from {
                next[before].push(*visit);
            }
        }
        let mut branches: Vec<Option<Branch>> = vec![None; self.sizes.len()];
        for visit in walk {
            let entered = branches[visit.place].map(|branch: Branch| branch.side.opposite());
            let sides = Direction::ALL.into_iter().filter(|side| Some(*side) != entered).collect();
            if !self.choose_sides(visit.place, &next[visit.place], sides, &mut branches, random) {
                return false;
            }
        }
        let middle = Cell::new(0, 0);
        let mut grounds: Vec<Rect> = (0..self.sizes.len())
            .map(|place| self.sizes[place].reach(self.core_around(place, middle)))
            .collect();
        for visit in walk.iter().rev() {
            // Small branches come first, so that they stay near.
            let mut own = std::mem::take(&mut next[visit.place]);
            own.sort_by_key(|branch| grounds[branch.place].size.area());
            let mut laid: Vec<Rect> = Vec::new();
            for branch in own {
                if !self.lengthen(visit.place, branch, &mut laid, &grounds, &mut branches, random) {
                    return false;
                }
            }
            grounds[visit.place] = laid.into_iter().fold(grounds[visit.place], Rect::union);
        }
        walk.iter().all(|visit| self.set_branch(*visit, &branches))
    }

    /// Gives each branch of a place a side and ports, in random order. Returns `false` if there are not enough.
    fn choose_sides(
        &mut self,
        before: usize,
        next: &[SprawlVisit],
        mut sides: Vec<Direction>,
        branches: &mut [Option<Branch>],
        random: &mut RandomStream,
    ) -> bool {
        let Some((visit, rest)) = next.split_first() else { return true };
        let Some((_, passage)) = visit.from else { return false };
        random.shuffle(&mut sides);
        for side in sides.clone() {
            let here = self.free_ports(before, passage, side);
            let there = self.free_ports(visit.place, passage, side.opposite());
            let (Some(here), Some(there)) = (random.pick(&here), random.pick(&there)) else { continue };
            let ports = [*here, *there];
            self.straighten(before, passage, Some(ports));
            branches[visit.place] = Some(Branch { side, ports, length: 1 });
            let others = sides.iter().copied().filter(|other| *other != side).collect();
            if self.choose_sides(before, rest, others, branches, random) {
                return true;
            }
            self.straighten(before, passage, None);
        }
        false
    }

    /// Lengthens the passage to a branch until its ground lies beyond the place and apart from other branches.
    ///
    /// Returns `false` if the passage cannot be longer.
    fn lengthen(
        &self,
        before: usize,
        visit: SprawlVisit,
        laid: &mut Vec<Rect>,
        grounds: &[Rect],
        branches: &mut [Option<Branch>],
        random: &mut RandomStream,
    ) -> bool {
        let (Some(branch), Some((_, passage))) = (&mut branches[visit.place], visit.from) else {
            return false;
        };
        let (side, clearance) = (branch.side, self.clearance);
        let is_open = self.problem.passages[passage].form == PassageForm::Open;
        let own = self.sizes[visit.place].reach(self.core_around(visit.place, Cell::new(0, 0)));
        // The distance that sub-branches reach back.
        let back = beyond(grounds[visit.place], side.opposite()) - beyond(own, side.opposite());
        let drawn = self.draw_length([before, visit.place], passage, random);
        branch.length = if is_open { 1 } else { drawn.max(clearance + back.unsigned_abs()) };
        loop {
            let spot = self.spot_from(
                Cell::new(0, 0),
                [before, visit.place],
                passage,
                branch.ports,
                (side, branch.length),
            );
            let shift = spot.core.min - self.core_around(visit.place, Cell::new(0, 0)).min;
            let ground = Rect::new(grounds[visit.place].min + shift, grounds[visit.place].size);
            let near = ground.grown(clearance);
            let Some(other) = laid.iter().find(|other| other.overlaps(near)) else {
                laid.push(ground.union(spot.passage));
                return true;
            };
            if is_open {
                return false;
            }
            // The near side of the ground moves beyond the far side of the other.
            let farther = beyond(*other, side) + beyond(near, side.opposite()) + 1;
            branch.length += farther.max(1).unsigned_abs();
        }
    }

    fn set_branch(&mut self, visit: SprawlVisit, branches: &[Option<Branch>]) -> bool {
        let place = visit.place;
        let (Some((before, passage)), Some(branch)) = (visit.from, branches[place]) else {
            let core = self.beyond_all(place);
            self.put(place, core);
            return true;
        };
        let spot = self.spot([before, place], passage, branch.ports, (branch.side, branch.length));
        let is_free = self.is_free([before, place], &spot);
        self.join([before, place], passage, spot);
        is_free
    }
}

/// Returns the distance that a rectangle reaches in a direction from the cell (0, 0).
fn beyond(rect: Rect, side: Direction) -> i32 {
    match side {
        Direction::North => -rect.min.y,
        Direction::East => rect.right() - 1,
        Direction::South => rect.bottom() - 1,
        Direction::West => -rect.min.x,
    }
}
