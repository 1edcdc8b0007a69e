//! Chooses the places that are packed again.
//!
//! In: a complete drawing. Out: one place for each of a few bodies that passages join, hubs excluded.
//! Bodies at the edge of the level and, in vast missions, those with long passages are preferred.

use super::Packing;
use crate::base::RandomStream;
use crate::layout::budget::compact::pack::choice::{
    AT_EDGE_PERCENT, COMPARED, LEFT_A_TAKEN, LONG_PERCENT, MOST_TAKEN, MOST_TAKEN_OF_VAST,
};
use crate::layout::compact::compactor::is_hub;
use crate::layout::compact::rating::cost_of;

impl Packing<'_, '_> {
    /// Chooses places to pack again, one for each body. They are joined, and the first is mostly at the edge.
    pub(super) fn choose(&self, random: &mut RandomStream) -> Vec<usize> {
        let bounds = self.bounds;
        let (blocks, bodies) = (&self.drawing.blocks, &self.bodies);
        let at_edge = |place: &usize| {
            let ground = bodies.ground(*place, blocks).grown(2);
            ground.min.x <= bounds.min.x
                || ground.min.y <= bounds.min.y
                || ground.right() >= bounds.right()
                || ground.bottom() >= bounds.bottom()
        };
        let mobile = bodies.firsts().filter(|place| !self.stays[*place] && !self.is_hub(*place));
        let choice: Vec<usize> =
            if random.chance(AT_EDGE_PERCENT) { mobile.filter(at_edge).collect() } else { mobile.collect() };
        let first = if self.is_vast && random.chance(LONG_PERCENT) {
            let picked: Vec<usize> = (0..COMPARED).filter_map(|_| random.pick(&choice).copied()).collect();
            picked.into_iter().max_by_key(|place| self.longest(*place))
        } else {
            random.pick(&choice).copied()
        };
        let Some(first) = first else { return Vec::new() };
        let most = if self.is_vast { MOST_TAKEN_OF_VAST } else { MOST_TAKEN };
        let most = random.range(1, most.min(1 + bodies.count() as u32 / LEFT_A_TAKEN)) as usize;
        let mut taken = vec![first];
        while taken.len() < most {
            let from = taken[random.below(taken.len() as u64) as usize];
            let others: Vec<usize> = (self.neighbours(from))
                .flat_map(|other| {
                    let others = self.neighbours(other).filter(move |_| self.is_hub(other));
                    others.chain(std::iter::once(other))
                })
                .filter(|other| !self.stays[*other] && !self.is_hub(*other) && !taken.contains(other))
                .collect();
            match random.pick(&others) {
                Some(&other) => taken.push(other),
                None => break,
            }
        }
        // At least one body must stay.
        taken.truncate(bodies.count().saturating_sub(1));
        taken
    }

    /// Returns the cost of the most expensive passage of a body.
    fn longest(&self, place: usize) -> u64 {
        let courses = self.passages_of(place).map(|(_, passage)| &self.drawing.courses[passage]);
        courses.map(cost_of).max().unwrap_or(0)
    }

    /// Returns the neighbours of a body, one place for each of their bodies.
    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        let other = |(own, passage): (usize, usize)| self.problem.passages[passage].other(own);
        self.passages_of(place).map(move |tie| self.bodies.first(other(tie)))
    }

    /// Returns `true` for a place with so many passages that others are packed around it.
    fn is_hub(&self, place: usize) -> bool {
        is_hub(&self.problem.places[place])
    }
}
