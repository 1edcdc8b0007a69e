//! `--coverage`: the parts of the grammar that no level used, few seeds that use all others, and levels that are alike.

use std::fmt;
use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::base::{Seed, counted, listed, printable_line};
use crate::survey::{Coverage, Duplicates, LevelIdentity, Usage, UsageIndex};

/// The parts that the levels so far used, and the levels that are alike.
#[derive(Debug)]
pub(super) struct LikenessSummary {
    index: Arc<UsageIndex>,
    coverage: Coverage<SweptSeed>,
    duplicates: Duplicates,
}

/// The report on all levels.
#[derive(Debug, Serialize)]
pub(super) struct LikenessReport {
    coverage: CoverageReport,
    duplicates: DuplicateReport,
}

#[derive(Debug, Serialize)]
struct CoverageReport {
    /// Number of parts of the grammar and its room sets.
    parts: usize,
    /// The parts that no level used, by the names of their columns.
    never_used: Vec<String>,
    /// Seeds that together use everything that is used.
    seeds: Vec<SweptSeed>,
}

/// A seed with the value of the sweep, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SweptSeed {
    value: Option<i64>,
    seed: Seed,
}

/// Writes the seed alone, or an object with the value.
impl Serialize for SweptSeed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(value) = self.value else { return self.seed.serialize(serializer) };
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("value", &value)?;
        object.serialize_entry("seed", &self.seed)?;
        object.end()
    }
}

impl fmt::Display for SweptSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            None => self.seed.fmt(f),
            Some(value) => write!(f, "{} with the value {value}", self.seed),
        }
    }
}

#[derive(Debug, Serialize)]
struct DuplicateReport {
    /// Number of levels that are compared: those that keep every promise.
    levels: usize,
    missions: usize,
    /// Number of these missions that have too many symmetries to be compared exactly.
    inexact_missions: usize,
    only_in_tiles: usize,
    same: usize,
}

impl LikenessSummary {
    pub fn new(index: Arc<UsageIndex>) -> Self {
        Self { index, coverage: Coverage::default(), duplicates: Duplicates::default() }
    }

    /// Adds the result of a seed. Only levels that keep every promise count.
    pub fn add(&mut self, value: Option<i64>, seed: Seed, usage: &Usage, identity: Option<LevelIdentity>) {
        if let Some(identity) = identity {
            self.coverage.add(SweptSeed { value, seed }, usage);
            self.duplicates.add(identity);
        }
    }

    pub fn finish(self) -> LikenessReport {
        let Self { index, coverage, duplicates } = self;
        LikenessReport {
            coverage: CoverageReport {
                parts: index.parts().iter().filter(|part| part.is_authored()).count(),
                never_used: coverage.unused(&index).iter().map(ToString::to_string).collect(),
                seeds: coverage.seeds(),
            },
            duplicates: DuplicateReport {
                levels: duplicates.levels(),
                missions: duplicates.missions(),
                inexact_missions: duplicates.inexact_missions(),
                only_in_tiles: duplicates.only_in_tiles(),
                same: duplicates.same(),
            },
        }
    }
}

impl LikenessReport {
    pub fn text(&self) -> String {
        let CoverageReport { parts, never_used, seeds } = &self.coverage;
        let used = counted(*parts, "part");
        let mut text = format!("used {} of {used} of the grammar\n", parts - never_used.len());
        for part in never_used {
            text += &format!("never used: {}\n", printable_line(part));
        }
        if !seeds.is_empty() {
            let noun = if seeds.len() == 1 { "seed" } else { "seeds" };
            let seeds: Vec<String> = seeds.iter().map(ToString::to_string).collect();
            text += &format!("everything used is in the {noun} {}\n", listed(&seeds, "and"));
        }
        let DuplicateReport { levels, missions, inexact_missions, only_in_tiles, same } = self.duplicates;
        text += &format!("{} in {}\n", counted(missions, "different mission"), counted(levels, "level"));
        if inexact_missions > 0 {
            text += &format!("too symmetric to be compared exactly: {inexact_missions} of them\n");
        }
        let other = counted(only_in_tiles, "level");
        text +=
            &format!("like another one except for tiles: {other}; like another one in everything: {same}\n");
        text
    }
}
