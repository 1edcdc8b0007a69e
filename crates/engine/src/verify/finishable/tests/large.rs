//! The work that large maps take.

use std::collections::BTreeSet;

use super::super::map::AreaMap;
use super::super::stuck::find_stuck;
use super::super::work::WalkBudget;
use super::shapes::{Draw, SHAPES, Shape, formula};
use crate::base::{Seed, StopToken};

/// A search below this takes less than a tenth of a second.
const LITTLE_WORK: u64 = 5_000_000;

/// Returns the maximum work of one map of a shape, and the number of maps with a dead end.
fn most_work((name, shape): &Shape, seeds: std::ops::Range<u64>) -> (u64, usize) {
    let (mut most, mut stuck) = (0, 0);
    for seed in seeds {
        let mut draw = Draw { map: AreaMap::default(), random: &mut Seed(seed).child(name).stream() };
        shape(&mut draw);
        let budget = 300_000_000;
        let mut work = WalkBudget::new(budget, StopToken::never());
        let found = find_stuck(&draw.map, 0, &mut work);
        stuck += usize::from(found.is_ok_and(|found| found.is_some()));
        most = most.max(budget - work.left);
    }
    (most, stuck)
}

/// Fixes dead ends one after the other, by a way back or by a key at the start.
///
/// The last maps are finishable or nearly so. Returns the maximum work of one of them, and the number of dead
/// ends fixed.
fn most_work_while_mended((name, shape): &Shape, seed: u64) -> (u64, usize) {
    let random = &mut Seed(seed).child(name).stream();
    let mut draw = Draw { map: AreaMap::default(), random };
    shape(&mut draw);
    let budget = 300_000_000;
    let mut most = 0;
    for mended in 0..200 {
        let mut work = WalkBudget::new(budget, StopToken::never());
        let found = find_stuck(&draw.map, 0, &mut work);
        most = most.max(budget - work.left);
        let Ok(Some(stuck)) = found else { return (most, mended) };
        let last = *stuck.steps.last().unwrap_or(&0);
        let back = stuck.steps[stuck.lost_at.saturating_sub(1)];
        let held: BTreeSet<usize> = stuck.steps.iter().copied().collect();
        let shut = draw.map.moves.iter().filter(|step| stuck.zone.contains(&step.from));
        let mut keys: Vec<u32> =
            shut.flat_map(|step| &step.needs).flat_map(|need| need.keys.iter().copied()).collect();
        keys.retain(|key| !held.contains(&draw.map.keys[*key as usize].1));
        if keys.is_empty() || stuck.lost_at > 0 && draw.random.chance(60) {
            let to = if stuck.lost_at > 0 { back } else { *draw.map.goals.first().unwrap() };
            draw.drop(last, to, &[]);
        } else {
            let key = keys[draw.below(keys.len())];
            draw.map.keys[key as usize].1 = 0;
        }
    }
    (most, 200)
}

#[test]
fn choices_that_encode_a_formula_take_little_work() {
    for (seed, clauses) in (0..4).flat_map(|seed| [(seed, 20), (seed, 60), (seed, 80)]) {
        let mut draw = Draw { map: AreaMap::default(), random: &mut Seed(seed).stream() };
        formula(&mut draw, 20, clauses);
        let mut work = WalkBudget::new(LITTLE_WORK, StopToken::never());
        assert!(find_stuck(&draw.map, 0, &mut work).is_ok(), "seed {seed}, {clauses} clauses");
    }
}

#[test]
fn large_maps_of_every_shape_take_little_work() {
    for shape in &SHAPES {
        let (most, _) = most_work(shape, 0..4);
        assert!(most <= LITTLE_WORK, "{}: {most}", shape.0);
    }
}

#[test]
#[ignore = "long: prints the work and the time of choices that encode a formula"]
fn choices_that_encode_a_formula_come_to_an_end() {
    for (variables, clauses) in [(25, 107), (50, 60), (50, 215), (75, 320), (100, 430), (200, 860)] {
        let mut draw = Draw { map: AreaMap::default(), random: &mut Seed(1).stream() };
        formula(&mut draw, variables, clauses);
        let budget = 300_000_000;
        let (begun, mut work) = (std::time::Instant::now(), WalkBudget::new(budget, StopToken::never()));
        let found = find_stuck(&draw.map, 0, &mut work).map(|found| found.is_some());
        println!(
            "{variables} variables, {clauses} clauses: {found:?}, {}, {:?}",
            budget - work.left,
            begun.elapsed()
        );
    }
}

#[test]
#[ignore = "long: prints the work and the time of thousands of large maps"]
fn thousands_of_large_maps_take_little_work() {
    for shape in &SHAPES {
        let begun = std::time::Instant::now();
        let (most, stuck) = most_work(shape, 0..300);
        println!("{:60} most {most:>12}, {stuck:>3} stuck, {:?} each", shape.0, begun.elapsed() / 300);
    }
}

#[test]
#[ignore = "long: prints the work of large maps whose dead ends are mended one by one"]
fn large_maps_that_are_mended_take_little_work() {
    for shape in &SHAPES {
        let found: Vec<(u64, usize)> = (0..20).map(|seed| most_work_while_mended(shape, seed)).collect();
        let most = found.iter().map(|(most, _)| *most).max();
        let mended: Vec<usize> = found.iter().map(|(_, mended)| *mended).collect();
        println!("{:60} most {most:>12?}, mended {mended:?}", shape.0);
    }
}
