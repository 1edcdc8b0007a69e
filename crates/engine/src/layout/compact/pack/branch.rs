//! Branches of a mission: what hangs on one place, and is packed as one body.

use super::Packing;
use crate::base::RandomStream;
use crate::layout::budget::classes::MOST_IN_BODY;

impl Packing<'_, '_> {
    /// The places of a part that hangs on a place that chance picks: one comes to it only by that place. It
    /// is not the largest of the parts, more than one body, and nothing of it stays. `None` if there is no
    /// such part.
    pub(super) fn branch(&self, random: &mut RandomStream) -> Option<Vec<usize>> {
        let hinge = random.below(self.is_put.len() as u64) as usize;
        let parts = self.parts(|place| !self.bodies.are_one(hinge, place));
        let largest = parts.iter().max_by_key(|part| part.len()).map(|part| part[0])?;
        let can_move = |part: &&Vec<usize>| {
            part[0] != largest
                && part.len() <= MOST_IN_BODY
                && part.iter().any(|place| !self.bodies.are_one(part[0], *place))
                && part.iter().all(|place| !self.stays[*place])
        };
        let branches: Vec<&Vec<usize>> = parts.iter().filter(can_move).collect();
        random.pick(&branches).map(|branch| (*branch).clone())
    }
}
