//! Compares the question whether something is a match with finding all matches.

use super::{Effort, Index, Match, find, is_match};
use crate::base::Seed;
use crate::grammar::apply::plan_delta;
use crate::grammar::resolve::resolve_rule;
use crate::grammar::testing::random::{random_lattice_rule, random_mission, random_rule};
use crate::grammar::testing::{alphabet, print};

#[test]
fn a_match_that_is_asked_for_again_is_one_exactly_if_finding_all_finds_it() {
    let (mut kept, mut lost) = (0, 0);
    for case in 0..3_000 {
        let random = &mut Seed(31).numbered(case).stream();
        let mut mission = random_mission(random, 7, 10);
        let authored = [(); 2]
            .map(|()| if random.chance(50) { random_rule(random) } else { random_lattice_rule(random) });
        let rules = authored.map(|rule| resolve_rule(&alphabet(), &rule).expect("it has no mistake"));
        let mut index = Index::new(&mission);
        let before: Vec<Match> =
            find(&rules[0], &mission, &index, &mut Effort::of_one_search()).into_matches(&rules[0]);
        for step in 1..=3 {
            let changes =
                find(&rules[1], &mission, &index, &mut Effort::of_one_search()).into_matches(&rules[1]);
            if let Some(change) = random.pick(&changes) {
                let delta = plan_delta(&rules[1], &mission, change, 0, step);
                index.redo(&delta, &mut mission);
            }
        }
        let after = find(&rules[0], &mission, &index, &mut Effort::of_one_search()).into_matches(&rules[0]);
        for matched in &before {
            let expected = after.binary_search(matched).is_ok();
            let found = is_match(&rules[0], &mission, &index, matched, &mut Effort::of_one_search());
            assert_eq!(found, expected, "case {case}: {matched:?} in {}", print(&mission));
            *if expected { &mut kept } else { &mut lost } += 1;
        }
    }
    assert!(kept > 500 && lost > 500, "{kept} {lost}");
}
