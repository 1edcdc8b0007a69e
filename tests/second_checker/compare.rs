//! Runs both checkers on a level and reports the differences.

use std::collections::BTreeSet;
use std::fmt;

use delvewright::base::StageContext;
use delvewright::export::{Format, export, read_level};
use delvewright::level::Level;
use delvewright::verify::verify;
use serde_json::Value;

use super::chance::Chance;
use super::check;
use super::spoil::spoil;

/// The result of both checkers for a level: the promises that each finds broken, with the first reason for
/// each.
#[derive(Debug)]
pub struct Judged {
    /// Only P0, if the level cannot be read.
    first: Vec<(String, String)>,
    second: Vec<(String, String)>,
}

impl Judged {
    /// Returns `true` if both find the same promises broken.
    pub fn agrees(&self) -> bool {
        self.agrees_about(&["P0", "P1", "P2", "P3", "P4", "P5", "P6", "P7"])
    }

    /// Returns `true` if both find the level broken or both find it sound, and they agree about the promises
    /// that can still be judged.
    ///
    /// A level that contradicts itself has no single reason: the reason depends on the field that a checker
    /// trusts.
    pub fn agrees_on_the_whole(&self) -> bool {
        let is_whole = self.first.is_empty() == self.second.is_empty();
        let can_be_walked = !self.breaks(&["P0"]);
        let can_be_played = !self.breaks(&["P0", "P1", "P2", "P3", "P4", "P5"]);
        is_whole
            && (!can_be_walked || self.agrees_about(&["P3", "P7"]))
            && (!can_be_played || self.agrees_about(&["P6"]))
    }

    /// Returns `true` if the second checker finds a broken promise.
    pub fn is_broken(&self) -> bool {
        !self.second.is_empty()
    }

    /// Returns `true` if either checker finds one of these promises broken.
    fn breaks(&self, promises: &[&str]) -> bool {
        self.first.iter().chain(&self.second).any(|(promise, _)| promises.contains(&promise.as_str()))
    }

    fn agrees_about(&self, promises: &[&str]) -> bool {
        let broken = |found: &[(String, String)]| -> BTreeSet<String> {
            let names = found.iter().map(|(promise, _)| promise.clone());
            names.filter(|promise| promises.contains(&promise.as_str())).collect()
        };
        broken(&self.first) == broken(&self.second)
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the first finds {:?}, the second {:?}", self.first, self.second)
    }
}

/// Returns the JSON text of a level.
pub fn text_of(level: &Level) -> String {
    String::from_utf8(export(level, Format::Json).into_bytes()).expect("JSON is text")
}

/// Runs both checkers on the text of a level.
pub fn judge(text: &str) -> Judged {
    let verdict = check(text);
    let mut second: Vec<(String, String)> = Vec::new();
    for (promise, what) in verdict.findings {
        if second.iter().all(|(other, _)| other != promise) {
            second.push((promise.to_owned(), what));
        }
    }
    let mut first = first_findings(text);
    if verdict.finishable_is_undecided {
        first.retain(|(promise, _)| promise != "P6");
    }
    Judged { first, second }
}

fn first_findings(text: &str) -> Vec<(String, String)> {
    let level = match read_level(text.as_bytes(), Format::Json) {
        Ok(level) => level,
        Err(error) => return vec![("P0".to_owned(), error.to_string())],
    };
    let report = verify(&level, StageContext::default()).unwrap();
    let broken = report.broken().map(|(promise, result)| {
        let what = result.broken_by.first().map_or(String::new(), |one| one.message.clone());
        (format!("{promise:?}"), what)
    });
    broken.collect()
}

/// Spoils the text of a level at random and judges it.
///
/// Also returns a description of the change.
pub fn judge_spoilt(text: &str, chance: &mut Chance) -> (String, Judged) {
    let mut value: Value = serde_json::from_str(text).expect("JSON can be read");
    let what = spoil(&mut value, chance);
    (what, judge(&value.to_string()))
}
