//! Checks the grammars in `grammars/published/` against what is published about their generators.
//!
//! `docs/guide/published-generators.md` names the sources.

mod isaac;
mod loops;
mod two_steps;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Arc;

use delvewright::base::{Cell, Severity};
use delvewright::files::{Project, load_project, print_grammar};
use delvewright::grammar::Derivation;
use delvewright::level::{Level, PlaceId};
use delvewright::pipeline::Pipeline;

use crate::examples::{assert_stands, request};
use crate::sample;

/// Number of levels of each grammar in a full run.
const SEEDS: u64 = 1000;

fn project(name: &str) -> Project {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/published");
    load_project(&folder.join(format!("{name}.ron")), &[]).unwrap()
}

/// A level with its derivation.
struct Generated {
    level: Arc<Level>,
    derivation: Arc<Derivation>,
    /// The rules of the derivation, in the order in which they were applied.
    rules: Vec<String>,
}

/// Generates proved levels from consecutive seeds.
fn generated(name: &str) -> impl Iterator<Item = Generated> {
    let project = project(name);
    sample::of(0..SEEDS).map(move |seed| {
        let run = Pipeline::default().run(&request(&project, seed));
        assert_eq!(run.failure, None, "{name} {seed}");
        let warned = run.diagnostics.iter().find(|found| found.severity != Severity::Note);
        assert_eq!(warned, None, "{name} {seed}");
        let (level, derivation) = (run.level.unwrap(), run.derivation.unwrap());
        assert!(level.report.all_held(), "{name} {seed}: {:#?}", level.report);
        let rules = &run.request.grammar.rules;
        let rules = derivation.steps.iter().map(|step| rules[step.rule].name.clone()).collect();
        Generated { level, derivation, rules }
    })
}

/// The places and passages of a level, without some symbols of places.
struct RoomGraph<'l> {
    symbols: BTreeMap<PlaceId, &'l str>,
    anchors: BTreeMap<PlaceId, Cell>,
    /// The ends of each passage, its symbol, and whether it leads one way.
    passages: Vec<(PlaceId, PlaceId, &'l str, bool)>,
}

impl<'l> RoomGraph<'l> {
    fn without(level: &'l Level, left_out: &[&str]) -> Self {
        let places = || level.places.iter().filter(|place| !left_out.contains(&place.symbol.as_str()));
        let symbols: BTreeMap<_, _> = places().map(|place| (place.id, place.symbol.as_str())).collect();
        let passages = level.passages.iter();
        let passages = passages
            .map(|passage| (passage.from, passage.to, passage.symbol.as_str(), passage.one_way))
            .filter(|(from, to, ..)| symbols.contains_key(from) && symbols.contains_key(to))
            .collect();
        Self { anchors: places().map(|place| (place.id, place.anchor)).collect(), passages, symbols }
    }

    fn of(level: &'l Level) -> Self {
        Self::without(level, &[])
    }

    fn all(&self, symbol: &str) -> Vec<PlaceId> {
        self.symbols.iter().filter(|(_, found)| **found == symbol).map(|(id, _)| *id).collect()
    }

    fn only(&self, symbol: &str) -> PlaceId {
        let all = self.all(symbol);
        assert_eq!(all.len(), 1, "{symbol}");
        all[0]
    }

    fn degree(&self, id: PlaceId) -> usize {
        self.passages.iter().filter(|(from, to, ..)| *from == id || *to == id).count()
    }

    /// Returns the number of passages to each place, with the passages for which `is_open` holds.
    fn distances(&self, start: PlaceId, is_open: impl Fn(&str) -> bool) -> BTreeMap<PlaceId, u32> {
        let mut distances = BTreeMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(here) = queue.pop_front() {
            let next = distances[&here] + 1;
            for (from, to, symbol, one_way) in &self.passages {
                let ahead = match here {
                    _ if !is_open(symbol) => continue,
                    _ if here == *from => *to,
                    _ if here == *to && !one_way => *from,
                    _ => continue,
                };
                distances.entry(ahead).or_insert_with(|| {
                    queue.push_back(ahead);
                    next
                });
            }
        }
        distances
    }
}

/// Returns how far two means are apart, in standard errors of their difference.
fn z_of_means(one: &[f64], other: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let error = |values: &[f64]| {
        let mean = mean(values);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        squares / (values.len() as f64 - 1.0) / values.len() as f64
    };
    (mean(one) - mean(other)) / (error(one) + error(other)).sqrt()
}

/// Returns how far a count is from its expectation, in standard deviations.
fn z_of_count(count: usize, of: usize, share: f64) -> f64 {
    let of = of as f64;
    (count as f64 - of * share) / (of * share * (1.0 - share)).sqrt()
}

#[test]
fn published_grammars_are_read_without_a_remark_and_printed_as_they_stand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/published");
    let files: BTreeSet<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 4, "{files:?}");
    for path in files {
        let project = load_project(&path, &[]).unwrap();
        assert_eq!(project.diagnostics(), [], "{}", path.display());
        assert_stands(&path, &print_grammar(&project.grammar.value.unwrap()));
    }
}
