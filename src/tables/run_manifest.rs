//! The description of a run whose table is written in parts, and its division into parts.
//!
//! In: everything that the rows of the run depend on. Out: one JSON text, equal for all shards of a run.
//! A part has rows of one value of the sweep only. Parts are numbered in the order of the rows, so joined parts are the
//! table of one run, on whatever machine each was made.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{TableColumn, TableFormat};

/// Everything that the parts of a run depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunManifest {
    /// Version of this description.
    pub format: u32,
    /// Program and version.
    pub program: String,
    /// Name of the grammar.
    pub grammar: String,
    /// Digest of the grammar, without comments and order of fields.
    pub grammar_digest: String,
    /// Digest of each room set, in order.
    pub room_digests: Vec<String>,
    /// Values of variables that are set.
    pub variables: BTreeMap<String, i64>,
    /// Factor of the ceilings.
    pub ceiling: u32,
    /// The seeds, as ranges.
    pub seeds: String,
    /// The path of the sweep, if there is one.
    pub sweep: Option<String>,
    /// The values of the sweep.
    pub values: Vec<i64>,
    /// Format of the parts.
    pub table: TableFormat,
    /// `true` if the run also has archives of its levels.
    pub levels: bool,
    /// Rows and parts.
    pub parts: RunParts,
    /// Columns of the table.
    pub columns: Vec<TableColumn>,
}

/// The division of a run into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunParts {
    /// Number of values of the sweep; 1 without a sweep.
    pub points: u64,
    /// Number of seeds of each value.
    pub seeds: u64,
    /// Maximum number of rows in a part.
    pub rows: u64,
}

impl RunManifest {
    /// The version of this description.
    pub const FORMAT: u32 = 1;

    /// The extension of archives of levels.
    pub const ARCHIVE: &str = "tar.gz";

    /// Returns the extensions of the files of each part.
    pub fn kinds(&self) -> Vec<&'static str> {
        std::iter::once(self.table.extension()).chain(self.levels.then_some(Self::ARCHIVE)).collect()
    }

    /// Returns it as JSON. Equal descriptions give equal texts.
    ///
    /// # Errors
    /// None that is known: all its fields can be written.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Reads a description.
    ///
    /// # Errors
    /// If it is not one, or belongs to another version.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Returns, in words, each difference from another description. `self` is the new one, `other` is on the disk.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |what: &str, one: String, two: String| {
            if one != two {
                found.push(format!("{what} ({two} there, {one} here)"));
            }
        };
        compare("the version of the program", self.program.clone(), other.program.clone());
        compare("the seeds", self.seeds.clone(), other.seeds.clone());
        let sweep = |of: &Self| format!("{} = {:?}", of.sweep.as_deref().unwrap_or("none"), of.values);
        compare("the sweep", sweep(self), sweep(other));
        compare("the variables", format!("{:?}", self.variables), format!("{:?}", other.variables));
        compare("the ceiling", self.ceiling.to_string(), other.ceiling.to_string());
        let table = |of: &Self| of.table.extension().to_owned();
        compare("the format of the parts", table(self), table(other));
        compare("the rows of a part", self.parts.rows.to_string(), other.parts.rows.to_string());
        compare("archives of levels", self.levels.to_string(), other.levels.to_string());
        compare("the name of the grammar", self.grammar.clone(), other.grammar.clone());
        let same = |one: bool, what: &str| (!one).then(|| what.to_owned());
        found.extend(same(self.grammar_digest == other.grammar_digest, "the grammar"));
        found.extend(same(self.room_digests == other.room_digests, "the room sets"));
        found.extend(same(self.columns == other.columns, "the columns of the table"));
        found
    }
}

impl RunParts {
    /// Returns the number of parts.
    pub fn count(self) -> u64 {
        self.points.saturating_mul(self.parts_of_point())
    }

    /// Returns the position of the value of a part, and the positions of its seeds.
    pub fn part(self, number: u64) -> (u64, Range<u64>) {
        let of_point = self.parts_of_point().max(1);
        let first = (number % of_point).saturating_mul(self.rows);
        (number / of_point, first..first.saturating_add(self.rows).min(self.seeds))
    }

    fn parts_of_point(self) -> u64 {
        self.seeds.div_ceil(self.rows.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oracle cuts the list of all rows.
    #[test]
    fn parts_have_each_row_once_and_in_order() {
        for (points, seeds, rows) in [(1, 10, 3), (1, 9, 3), (4, 5, 2), (3, 2, 100), (1, 1, 1), (2, 7, 1)] {
            let parts = RunParts { points, seeds, rows };
            let all: Vec<(u64, u64)> =
                (0..points).flat_map(|point| (0..seeds).map(move |seed| (point, seed))).collect();
            let of_parts = (0..parts.count()).map(|number| parts.part(number));
            let joined: Vec<(u64, u64)> =
                of_parts.clone().flat_map(|(point, range)| range.map(move |seed| (point, seed))).collect();
            assert_eq!(joined, all, "{parts:?}");
            assert!(of_parts.into_iter().all(|(_, range)| (1..=rows).contains(&(range.end - range.start))));
        }
        let largest = RunParts { points: 1000, seeds: u64::MAX, rows: 1 };
        assert_eq!(largest.count(), u64::MAX);
    }
}
