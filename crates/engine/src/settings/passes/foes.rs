//! Settings of foes: a chance for each floor cell, and tables of entities to place.

use super::{ENTITY, FoeRow, Foes, LevelExit, OPTIONAL_ENTITY, SYMBOLS};
use crate::base::parameters;

parameters! {
    /// Foes: a chance for each cell of floor, and a table of entities.
    for struct Foes {
        /// The chance of a foe on each cell of floor, at difficulty 0. With 40, 4 cells in 100 get one.
        chance, "chance", Permille, 0..=1000;
        /// Each point raises the chance by a tenth. The attribute "difficulty" of a place is added.
        difficulty, "difficulty", None, 0..=1000;
        /// The minimum distance from the start.
        distance, "distance from the start", Cells, 0..=1000;
        /// The end of the level.
        exit, "exit";
        /// The foes, by weight.
        table, "table", Rows;
    }
}

parameters! {
    /// The end of the level.
    for enum LevelExit {
        /// The level ends at its goal, if it has one.
        AtTheGoal = "At the goal",
        /// The exit opens when the last foe falls. The level needs no goal.
        AfterLastFoe = "After the last foe",
    }
}

parameters! {
    /// A row of the table of foes.
    for struct FoeRow {
        /// The foe.
        entity, "entity", ENTITY;
        /// The weight of this row among the rows.
        weight, "weight", None, 0..=1000;
        /// The minimum and maximum size of a group.
        number, "number together", None, 1..=64;
        /// The entity that they surround, if there is one.
        around, "centre piece", OPTIONAL_ENTITY;
        /// The row is used only in places with these symbols. Without any, it is used in all places.
        on, "on", SYMBOLS;
        /// The row is used only in places whose attribute "area" has this value. Without one, it is used in all places.
        area, "area", Text;
        /// The row is used from this difficulty on.
        difficulty, "minimum difficulty", None, 0..=1000;
        /// With `false`, the exit opens without the fall of this foe. Use it for a corpse.
        must_fall, "must fall", Switch;
    }
}
