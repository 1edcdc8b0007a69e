//! Settings of foes: a chance for each floor cell, and tables of entities to place.

use super::{ENTITY, FoeRow, Foes, LevelExit, OPTIONAL_ENTITY, SYMBOLS};
use crate::base::parameters;

parameters! {
    for struct Foes {
        /// On how many of 1000 cells of floor someone stands, at difficulty 0.
        chance, "chance", Permille, 0..=1000;
        /// Each point makes the chance a tenth larger. A place with the value "difficulty" adds that.
        difficulty, "difficulty", None, 0..=1000;
        /// Nobody stands nearer to the start than this.
        distance, "distance from the start", Cells, 0..=1000;
        /// How the level ends.
        exit, "exit";
        /// Who stands there, by weight.
        table, "table", Rows;
    }
}

parameters! {
    for enum LevelExit {
        /// At its goal, if it has one.
        AtTheGoal = "At the goal",
        /// The exit opens when the last foe falls; the level needs no goal.
        AfterLastFoe = "After the last foe",
    }
}

parameters! {
    for struct FoeRow {
        /// Who stands there.
        entity, "entity", ENTITY;
        /// How often it is chosen beside the others.
        weight, "weight", None, 0..=1000;
        /// How many stand together.
        number, "number together", None, 1..=64;
        /// What they stand around, if anything.
        around, "centre piece", OPTIONAL_ENTITY;
        /// The symbols in whose places the row counts. None: in all.
        on, "on", SYMBOLS;
        /// The row counts only in places whose value "area" is this. Nothing: in all.
        area, "area", Text;
        /// The row counts from this difficulty on.
        difficulty, "least difficulty", None, 0..=1000;
    }
}
