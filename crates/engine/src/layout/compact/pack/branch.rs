//! Branches of a mission: parts that hang on a single place, and are packed as one body.
//!
//! In: a mission and the bodies of its drawing. Out: the places of a random branch that can be moved.
//! Nothing is moved here.

use super::Packing;
use crate::base::RandomStream;
use crate::layout::budget::classes::MOST_IN_BODY;

impl Packing<'_, '_> {
    /// Returns the places of a random branch: a part of the mission that is reached only through one place.
    ///
    /// It is not the largest part at that place, has more than one body, and can be moved as a whole. Returns
    /// `None` if there is no such part.
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
