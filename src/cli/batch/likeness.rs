//! `--coverage`: the parts of the grammar that no level used, few seeds that use all others, and levels that are alike.

use std::sync::Arc;

use serde::Serialize;

use crate::base::{counted, listed, printable_line};
use crate::survey::{Coverage, Duplicates, LevelIdentity, SeedRecord, Usage, UsageIndex};

/// The parts that the levels so far used, and the levels that are alike.
#[derive(Debug)]
pub(super) struct LikenessSummary {
    index: Arc<UsageIndex>,
    coverage: Coverage,
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
    seeds: Vec<u64>,
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
    pub fn add(&mut self, record: &SeedRecord, usage: &Usage, identity: Option<LevelIdentity>) {
        if let Some(identity) = identity {
            self.coverage.add(record.seed, usage);
            self.duplicates.add(identity);
        }
    }

    pub fn finish(self) -> LikenessReport {
        let Self { index, coverage, duplicates } = self;
        LikenessReport {
            coverage: CoverageReport {
                parts: index.parts().len(),
                never_used: coverage.unused(&index).iter().map(ToString::to_string).collect(),
                seeds: coverage.seeds().iter().map(|seed| seed.0).collect(),
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
        let mut text = format!("{} of {parts} parts of the grammar are used\n", parts - never_used.len());
        for part in never_used {
            text += &format!("never used: {}\n", printable_line(part));
        }
        if !seeds.is_empty() {
            let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
            text += &format!("everything used is in the seeds {}\n", listed(&seeds, "and"));
        }
        let DuplicateReport { levels, missions, inexact_missions, only_in_tiles, same } = self.duplicates;
        text += &format!("{} in {levels} levels\n", counted(missions, "different mission"));
        if inexact_missions > 0 {
            text += &format!("{inexact_missions} of them have too many symmetries to be compared exactly\n");
        }
        text += &format!("{only_in_tiles} levels differ from another one only in tiles, {same} not at all\n");
        text
    }
}
