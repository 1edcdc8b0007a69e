//! Settings of foes: a chance for each floor cell, and tables of entities to place.

use serde::{Deserialize, Serialize};

use super::{ENTITY, OPTIONAL_ENTITY, SYMBOLS};
use crate::base::parameters;

parameters! {
    /// Foes by chance, at a distance from the start, alone or in groups.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Foes {
        /// On how many of 1000 cells of floor someone stands, at difficulty 0.
        chance: u32 = 40, "chance", Permille, 0..=1000;
        /// Each point makes the chance a tenth larger. A place with the value "difficulty" adds that.
        #[serde(skip_serializing_if = "is_zero")]
        difficulty: u32 = 0, "difficulty", None, 0..=1000;
        /// Nobody stands nearer to the start than this.
        distance: u32 = 10, "distance from the start", Cells, 0..=1000;
        /// How the level ends.
        #[serde(skip_serializing_if = "LevelExit::is_default")]
        exit: LevelExit = LevelExit::default(), "exit";
        /// Who stands there, by weight.
        table: Vec<FoeRow> = Vec::new(), "table", Rows;
    }
}

parameters! {
    /// The way in which a level with foes ends.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum LevelExit {
        /// At its goal, if it has one.
        AtTheGoal = "At the goal",
        /// The exit opens when the last foe falls; the level needs no goal.
        AfterLastFoe = "After the last foe",
    }
}

impl LevelExit {
    /// Returns `true` if this is the default, which files omit.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

parameters! {
    /// A row of a table of foes.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct FoeRow {
        /// Who stands there.
        entity: String = String::new(), "entity", ENTITY;
        /// How often it is chosen beside the others.
        #[serde(skip_serializing_if = "is_one")]
        weight: u32 = 1, "weight", None, 0..=1000;
        /// How many stand together.
        #[serde(skip_serializing_if = "is_alone")]
        number: (u32, u32) = (1, 1), "number together", None, 1..=64;
        /// What they stand around, if anything.
        #[serde(skip_serializing_if = "String::is_empty")]
        around: String = String::new(), "centre piece", OPTIONAL_ENTITY;
        /// The symbols in whose places the row counts. None: in all.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        on: Vec<String> = Vec::new(), "on", SYMBOLS;
        /// The row counts only in places whose value "area" is this. Nothing: in all.
        #[serde(skip_serializing_if = "String::is_empty")]
        area: String = String::new(), "area", Text;
        /// The row counts from this difficulty on.
        #[serde(skip_serializing_if = "is_zero")]
        difficulty: u32 = 0, "least difficulty", None, 0..=1000;
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_alone(number: &(u32, u32)) -> bool {
    *number == (1, 1)
}
