//! Distances that rules store, against those that brute force finds in the mission before the step.

use super::find_matches;
use super::oracle_tests::{ENDED, distance};
use crate::base::{RandomStream, Seed};
use crate::grammar::testing::random::random_mission;
use crate::grammar::testing::{grammar, rule};
use crate::grammar::{Change, DistanceOrigin, ElementId, Grammar, LocksOnWay, apply_match};
use crate::mission::Value;
use crate::sample::cases;

#[test]
fn stored_distances_are_those_of_brute_force() {
    let mut stored = 0;
    for case in 0..u64::from(cases(400)) {
        let random: &mut RandomStream = &mut Seed(case).stream();
        let mut mission = random_mission(random, 7, 9);
        let ways = [DistanceOrigin::Start, DistanceOrigin::Goal]
            .map(|from| [LocksOnWay::Open, LocksOnWay::Closed].map(|locks| (from, locks)));
        let mut rule = rule("Store", "1:* 2:* 1-*-2", "1:= 2:= 3:C 1-=>2 2-p>3");
        let change = |(name, (from, locks))| Change::Distance { name, node: ElementId(1), from, locks };
        let ways: Vec<_> = (0..).map(|number: u32| format!("d{number}")).zip(ways.concat()).collect();
        for node in [2, 3] {
            let right = rule.rhs.nodes.get_mut(&ElementId(node)).expect("it is there");
            right.change = ways.iter().cloned().map(change).collect();
        }
        let grammar = Grammar { alphabet: ENDED.clone(), ..grammar("1:A", vec![rule], Vec::new()) };
        let Some(matched) = find_matches(&grammar, 0, &mission).into_iter().next() else { continue };
        let node =
            |id: u32| matched.nodes.iter().find(|(element, _)| element.0 == id).expect("it is there").1;
        let expected: Vec<Option<u32>> =
            ways.iter().map(|(_, (from, locks))| distance(&mission, node(1), *from, *locks)).collect();
        let new = mission.next_node_id();
        apply_match(&grammar, 0, &mut mission, &matched, 0, 1).expect("it fits");
        for changed in [node(2), new] {
            let attributes = &mission.node(changed).expect("it is there").attributes;
            for ((name, _), expected) in ways.iter().zip(&expected) {
                assert_eq!(
                    attributes.get(name),
                    expected.map(|way| Value::Int(way.into())).as_ref(),
                    "{case}"
                );
                stored += usize::from(expected.is_some());
            }
        }
    }
    assert!(stored > 100, "{stored}");
}
