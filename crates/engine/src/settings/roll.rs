//! Rolls, one after the other.

use std::collections::BTreeSet;

use super::Roll;
use crate::mission::NodeId;

/// Adds a roll to those that led to a level.
///
/// `kept` holds the nodes of the places that the last roll kept. If the new roll keeps no others, it replaces the last.
pub fn add_roll(rolls: &mut Vec<Roll>, mut roll: Roll, kept: &BTreeSet<NodeId>) {
    if let Some(last) = rolls.pop_if(|_| roll.keep.iter().all(|node| kept.contains(node))) {
        roll.pins = last.pins;
    }
    rolls.push(roll);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;

    #[test]
    fn roll_that_keeps_no_more_takes_the_place_of_the_last_one() {
        let roll = |nodes: &[u32], seed| Roll {
            keep: nodes.iter().copied().map(NodeId).collect(),
            seed: Seed(seed),
            pins: None,
        };
        let kept = BTreeSet::from([NodeId(1), NodeId(2)]);
        let mut rolls = vec![roll(&[1, 2, 4], 5)];
        add_roll(&mut rolls, roll(&[2], 6), &kept);
        assert_eq!(rolls, [roll(&[2], 6)]);
        add_roll(&mut rolls, roll(&[2, 3], 7), &kept);
        assert_eq!(rolls, [roll(&[2], 6), roll(&[2, 3], 7)]);
    }
}
