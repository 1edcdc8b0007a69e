//! Rolls: keep some places of a level and make everything else again.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Pin;
use crate::base::Seed;
use crate::mission::NodeId;

/// Keeps some places of a level and makes everything else again from another seed. The mission stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The nodes of the kept places, as levels number them.
    pub keep: Vec<NodeId>,
    /// The seed of everything else.
    pub seed: Seed,
    /// The pins of the level whose places are kept, if they differ from those of the grammar now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pins: Option<Vec<Pin>>,
}

impl Roll {
    /// Appends this roll to those that led to a level.
    ///
    /// `kept` are the nodes of the places that the last roll really kept.
    /// If the new roll keeps no others, it replaces the last one.
    pub fn add(mut self, rolls: &mut Vec<Self>, kept: &BTreeSet<NodeId>) {
        if let Some(last) = rolls.pop_if(|_| self.keep.iter().all(|node| kept.contains(node))) {
            self.pins = last.pins;
        }
        rolls.push(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roll_that_keeps_no_more_takes_the_place_of_the_last_one() {
        let roll = |nodes: &[u32], seed| Roll {
            keep: nodes.iter().copied().map(NodeId).collect(),
            seed: Seed(seed),
            pins: None,
        };
        let kept = BTreeSet::from([NodeId(1), NodeId(2)]);
        let mut rolls = vec![roll(&[1, 2, 4], 5)];
        roll(&[2], 6).add(&mut rolls, &kept);
        assert_eq!(rolls, [roll(&[2], 6)]);
        roll(&[2, 3], 7).add(&mut rolls, &kept);
        assert_eq!(rolls, [roll(&[2], 6), roll(&[2, 3], 7)]);
    }
}
