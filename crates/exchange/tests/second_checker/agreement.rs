//! Compares `verify` with a second checker, written from the documentation alone: for levels of the examples, odd
//! levels, and spoilt levels.

use std::sync::Arc;

use delvewright_engine::level::Level;

use super::chance::Chance;
use super::compare::{judge, judge_spoilt, text_of};
use super::levels;
use crate::examples::grammars;
use crate::sample;

/// A level with a name for messages.
type Made = (String, Option<Arc<Level>>);

/// The number of levels or spoilt levels in the long tests, unless the environment variable `SECOND_CHECKER`
/// sets it.
const MANY: u64 = 10_000;

fn many() -> u64 {
    std::env::var("SECOND_CHECKER").ok().and_then(|text| text.parse().ok()).unwrap_or(MANY)
}

fn examples(seeds: impl Iterator<Item = u64> + Clone) -> impl Iterator<Item = Made> {
    grammars().into_iter().flat_map(move |(grammar, rooms)| {
        let name = grammar.name.clone();
        seeds
            .clone()
            .map(move |seed| (format!("{name} {seed}"), levels::level_of(grammar.clone(), &rooms, seed)))
    })
}

fn odd(numbers: impl Iterator<Item = u64>) -> impl Iterator<Item = Made> {
    numbers.map(|number| (format!("odd {number}"), levels::odd_level(number)))
}

fn unsettled(numbers: impl Iterator<Item = u64>) -> impl Iterator<Item = Made> {
    numbers.map(|number| (format!("unsettled {number}"), levels::unsettled_example(number)))
}

/// Asserts that both checkers judge all these levels alike, promise by promise.
fn assert_agreed(made: impl Iterator<Item = Made>, least: u64) {
    let (mut count, mut disagreements) = (0, Vec::new());
    for (name, level) in made {
        let Some(level) = level else { continue };
        count += 1;
        let judged = judge(&text_of(&level));
        if !judged.agrees() {
            disagreements.push(format!("{name}: {judged}"));
        }
    }
    assert!(disagreements.is_empty(), "{} of {count}\n{}", disagreements.len(), disagreements.join("\n"));
    assert!(count >= least, "only {count} levels were made");
}

/// Asserts that both checkers agree about each of these levels, spoilt in `times` ways.
fn assert_agreed_when_spoilt(made: impl Iterator<Item = Made>, times: u64) {
    let (mut count, mut broken, mut disagreements) = (0, 0, Vec::new());
    for (name, level) in made {
        let Some(level) = level else { continue };
        let text = text_of(&level);
        for number in 0..times {
            let (what, judged) = judge_spoilt(&text, &mut Chance(number * 1000 + count));
            count += 1;
            broken += u64::from(judged.is_broken());
            if !judged.agrees_on_the_whole() {
                disagreements.push(format!("{name}, {what}: {judged}"));
            }
        }
    }
    assert!(disagreements.is_empty(), "{} of {count}\n{}", disagreements.len(), disagreements.join("\n"));
    assert!(broken * 2 > count, "only {broken} of {count} break a promise");
}

#[test]
fn levels_of_the_examples_are_judged_alike() {
    assert_agreed(examples(sample::of(0..4)), sample::cases(20).into());
}

#[test]
fn examples_with_other_settings_are_judged_alike() {
    assert_agreed(unsettled(sample::of(0..20)), sample::cases(10).into());
}

#[test]
fn odd_levels_are_judged_alike() {
    assert_agreed(odd(sample::of(0..100)), sample::cases(80).into());
}

#[test]
fn spoilt_levels_are_judged_alike() {
    assert_agreed_when_spoilt(examples(0..1).chain(odd(0..25)), sample::cases(10).into());
}

#[test]
#[ignore = "long: many random levels"]
fn random_levels_satisfy_both() {
    let made = examples(0..many() / 20).chain(unsettled(0..many() / 4)).chain(odd(0..many() / 2));
    assert_agreed(made, many() / 2);
}

#[test]
#[ignore = "long: many spoilt levels"]
fn many_spoilt_levels_are_judged_alike() {
    assert_agreed_when_spoilt(
        examples(0..4).chain(unsettled(0..many() / 100)).chain(odd(0..many() / 40)),
        30,
    );
}
