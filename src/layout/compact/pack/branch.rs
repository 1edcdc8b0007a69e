//! Branches of a mission: what hangs on one place, and is packed as one body.

use std::collections::BTreeMap;

use petgraph::unionfind::UnionFind;

use super::{MOST_PLACES, Packing};
use crate::base::RandomStream;

impl Packing<'_, '_> {
    /// The places of a part that hangs on a place that chance picks: one comes to it only by that place. It is not the largest of the parts, more than one body, and nothing of it stays. `None` if there is no such part.
    pub(super) fn branch(&self, random: &mut RandomStream) -> Option<Vec<usize>> {
        self.problem.work.spend(self.problem.passages.len() as u64);
        let count = self.is_put.len();
        let hinge = random.below(count as u64) as usize;
        let is_left = |place: usize| !self.bodies.are_one(hinge, place);
        let mut sets = UnionFind::<usize>::new(count);
        for passage in &self.problem.passages {
            if is_left(passage.from) && is_left(passage.to) {
                sets.union(passage.from, passage.to);
            }
        }
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for place in (0..count).filter(|place| is_left(*place)) {
            parts.entry(sets.find(place)).or_default().push(place);
        }
        let largest = parts.values().max_by_key(|part| part.len()).map(|part| part[0])?;
        let can_move = |part: &&Vec<usize>| {
            part[0] != largest
                && part.len() <= MOST_PLACES
                && part.iter().any(|place| !self.bodies.are_one(part[0], *place))
                && part.iter().all(|place| !self.stays[*place])
        };
        let branches: Vec<&Vec<usize>> = parts.values().filter(can_move).collect();
        random.pick(&branches).map(|branch| (*branch).clone())
    }
}
