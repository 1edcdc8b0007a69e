//! A second checker, written from the README alone, agrees with `verify` about the levels of the examples, odd levels, and spoilt ones.

#[path = "second_checker/mod.rs"]
mod second_checker;

use second_checker::compare::compare;
use second_checker::levels;

/// All levels agree, and there are enough of them.
fn assert_agreed(made: impl Iterator<Item = (String, Option<std::sync::Arc<delvewright::level::Level>>)>) {
    let (mut count, mut disagreements) = (0, Vec::new());
    for (name, level) in made {
        let Some(level) = level else { continue };
        count += 1;
        disagreements.extend(compare(&level).map(|what| format!("{name}: {what}")));
    }
    assert!(disagreements.is_empty(), "{} of {count}\n{}", disagreements.len(), disagreements.join("\n"));
    assert!(count > 0);
}

#[test]
fn levels_of_the_examples_satisfy_both() {
    let made = levels::examples().into_iter().flat_map(|(grammar, rooms)| {
        (0..4).map(move |seed| {
            (format!("{} {seed}", grammar.name), levels::level_of(grammar.clone(), &rooms, seed))
        })
    });
    assert_agreed(made);
}

#[test]
fn odd_levels_are_judged_alike() {
    assert_agreed(
        (0..std::env::var("MANY").map_or(120, |n| n.parse().unwrap()))
            .map(|number| (format!("odd {number}"), levels::odd_level(number))),
    );
}

#[test]
fn examples_with_other_settings_are_judged_alike() {
    assert_agreed((0..20).map(|number| (format!("unsettled {number}"), levels::unsettled_example(number))));
}

#[test]
#[ignore = "writes"]
fn write() {
    let n: u64 = std::env::var("ODD").unwrap().parse().unwrap();
    let level = levels::odd_level(n).unwrap();
    std::fs::write(
        format!("/tmp/odd{n}.json"),
        delvewright::export::export(&level, delvewright::export::Format::Json),
    )
    .unwrap();
}
