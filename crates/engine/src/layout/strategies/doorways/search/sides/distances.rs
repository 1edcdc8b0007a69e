//! Upper bounds of the distances of positions, with all their consequences.
//!
//! Input: bounds, one after the other, each of how far one position is behind another. Output: whether all can
//! be satisfied, and the resulting bound for every pair.
//!
//! ```text
//! most[axis]  to 0   1   2
//! from 0         0   5   9      position 2 is at most 9 behind position 0,
//! from 1        -2   0   4      and position 0 at least 2 before position 1
//! from 2        -6  -4   0
//! ```
//!
//! A bound is accepted if and only if some positions satisfy it and all accepted before. Bounds are taken back
//! in reverse order.
//!
//! Source: simple temporal networks (Dechter, Meiri and Pearl, "Temporal constraint networks", 1991).

use crate::base::Cell;

/// More than the distance of any two positions.
const FAR: i32 = i32::MAX / 4;

/// An axis of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Axis {
    Across,
    Down,
}

impl Axis {
    pub const BOTH: [Self; 2] = [Self::Across, Self::Down];

    /// Returns the coordinate of a cell along the axis.
    pub fn of(self, cell: Cell) -> i32 {
        match self {
            Self::Across => cell.x,
            Self::Down => cell.y,
        }
    }
}

/// A bound: position `to` is at most `most` cells behind position `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DistanceBound {
    pub axis: Axis,
    pub from: usize,
    pub to: usize,
    pub most: i32,
}

/// The bounds of all pairs of positions.
#[derive(Debug)]
pub(super) struct DistanceMatrix {
    count: usize,
    /// For each axis, the maximum distance of each position behind each other one, row by row.
    most: [Vec<i32>; 2],
    changes: Vec<DistanceChange>,
    /// The number of distances visited.
    pub steps: u64,
}

/// A distance that was reduced.
#[derive(Clone, Copy, Debug)]
struct DistanceChange {
    axis: Axis,
    from: u32,
    to: u32,
    before: i32,
}

impl DistanceMatrix {
    /// Creates a matrix without bounds.
    pub fn new(count: usize) -> Self {
        let mut most = vec![FAR; count * count];
        (0..count).for_each(|position| most[position * count + position] = 0);
        Self { count, most: [most.clone(), most], changes: Vec::new(), steps: 0 }
    }

    /// Returns how far `to` is behind `from` at most.
    pub fn most(&self, axis: Axis, from: usize, to: usize) -> i32 {
        self.most[axis as usize][from * self.count + to]
    }

    /// Returns `true` if some positions satisfy this bound, too.
    pub fn allows(&self, bound: DistanceBound) -> bool {
        self.most(bound.axis, bound.to, bound.from) + bound.most >= 0
    }

    /// Returns `true` if the bound is always satisfied.
    pub fn implies(&self, bound: DistanceBound) -> bool {
        self.most(bound.axis, bound.from, bound.to) <= bound.most
    }

    /// Adds a bound. Returns `false` and changes nothing if it cannot be satisfied.
    pub fn bind(&mut self, bound: DistanceBound) -> bool {
        if !self.allows(bound) {
            return false;
        }
        if self.implies(bound) {
            return true;
        }
        let Self { count, most, changes, steps } = self;
        let (count, most) = (*count, &mut most[bound.axis as usize]);
        let behind = &most[bound.to * count..][..count];
        let before = &most[bound.from * count..][..count];
        let is_nearer = |(behind, before): (&i32, &i32)| bound.most + behind < *before;
        let nearer = behind.iter().zip(before).enumerate();
        let nearer: Vec<(usize, i32)> =
            nearer.filter(|(_, pair)| is_nearer(*pair)).map(|(to, (behind, _))| (to, *behind)).collect();
        *steps += 2 * count as u64;
        for (from, row) in most.chunks_exact_mut(count).enumerate() {
            let near = row[bound.from] + bound.most;
            if near >= row[bound.to] {
                continue;
            }
            *steps += nearer.len() as u64;
            for (to, behind) in &nearer {
                let distance = near + behind;
                if distance < row[*to] {
                    let change = DistanceChange {
                        axis: bound.axis,
                        from: from as u32,
                        to: *to as u32,
                        before: row[*to],
                    };
                    changes.push(change);
                    row[*to] = distance;
                }
            }
        }
        true
    }

    /// Returns the number of changes, for [`Self::take_back`].
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Takes back all changes since `mark`.
    pub fn take_back(&mut self, mark: usize) {
        let late = self.changes.split_off(mark.min(self.changes.len()));
        for change in late.into_iter().rev() {
            let at = change.from as usize * self.count + change.to as usize;
            self.most[change.axis as usize][at] = change.before;
        }
    }

    /// Returns the two positions of a change.
    pub fn changed(&self, change: usize) -> Option<[usize; 2]> {
        self.changes.get(change).map(|change| [change.from as usize, change.to as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;

    const COUNT: usize = 7;

    /// Computes all distances at once (Floyd and Warshall); `None` if the bounds contradict each other.
    fn from_scratch(bounds: &[DistanceBound]) -> Option<Vec<i32>> {
        let mut most = DistanceMatrix::new(COUNT).most[0].clone();
        for bound in bounds {
            let at = bound.from * COUNT + bound.to;
            most[at] = most[at].min(bound.most);
        }
        for over in 0..COUNT {
            for from in 0..COUNT {
                for to in 0..COUNT {
                    let through = most[from * COUNT + over] + most[over * COUNT + to];
                    most[from * COUNT + to] = most[from * COUNT + to].min(through);
                }
            }
        }
        (0..COUNT).all(|position| most[position * COUNT + position] >= 0).then_some(most)
    }

    #[test]
    fn bounds_one_by_one_say_the_same_as_all_at_once() {
        let mut refused = 0;
        for seed in 0..200 {
            let mut random = Seed(seed).stream();
            let mut distances = DistanceMatrix::new(COUNT);
            let mut taken: Vec<DistanceBound> = Vec::new();
            let mut marks = Vec::new();
            for _ in 0..30 {
                if random.chance(20)
                    && let Some((mark, count)) = marks.pop()
                {
                    distances.take_back(mark);
                    taken.truncate(count);
                }
                let [from, to] = [(); 2].map(|()| random.below(COUNT as u64) as usize);
                let most = random.below(40) as i32 - 12;
                let bound = DistanceBound { axis: Axis::Across, from, to, most };
                marks.push((distances.mark(), taken.len()));
                let all: Vec<DistanceBound> = taken.iter().copied().chain([bound]).collect();
                let expected = from_scratch(&all);
                assert_eq!(distances.bind(bound), expected.is_some(), "{all:?}");
                match expected {
                    Some(_) => taken = all,
                    None => refused += 1,
                }
                let near = |most: &[i32]| most.iter().map(|most| (*most).min(FAR / 2)).collect::<Vec<_>>();
                let known = from_scratch(&taken).map(|most| near(&most));
                assert_eq!(known, Some(near(&distances.most[0])), "{taken:?}");
            }
        }
        assert!(refused > 100);
    }
}
