//! Lets both checkers judge a level, and says where they differ.

use std::collections::BTreeSet;

use delvewright::export::{Format, export, read_level};
use delvewright::level::Level;
use delvewright::verify::verify;

use super::{Verdict, check};

/// Where the checkers differ about a level that was made, promise by promise.
pub fn compare(level: &Level) -> Option<String> {
    let text = String::from_utf8(export(level, Format::Json)).expect("JSON is text");
    let first = first_verdict(&text).expect("the program reads what it writes");
    let second = check(&text);
    disagreement(&first, &second)
}

/// The promises that `verify` finds broken, each with the first thing that breaks it; or why the level cannot be read.
pub fn first_verdict(text: &str) -> Result<Vec<(String, String)>, String> {
    let level = read_level(text.as_bytes(), Format::Json).map_err(|error| error.to_string())?;
    let report = verify(&level);
    let broken = report.broken().map(|(promise, result)| {
        (format!("{promise:?}"), result.broken_by.first().map_or(String::new(), |one| one.message.clone()))
    });
    Ok(broken.collect())
}

fn disagreement(first: &[(String, String)], second: &Verdict) -> Option<String> {
    let mut one: BTreeSet<&str> = first.iter().map(|(promise, _)| promise.as_str()).collect();
    let mut other: BTreeSet<&str> = second.broken().into_iter().collect();
    if second.finishable_is_undecided {
        one.remove("P6");
        other.remove("P6");
    }
    (one != other)
        .then(|| format!("verify {first:?}, second {:?}", second.findings.first().map(|_| brief(second))))
}

/// The first finding of each promise.
fn brief(verdict: &Verdict) -> Vec<&(&'static str, String)> {
    let first = |name: &&str| verdict.findings.iter().find(|(promise, _)| promise == name);
    verdict.broken().iter().filter_map(first).collect()
}
