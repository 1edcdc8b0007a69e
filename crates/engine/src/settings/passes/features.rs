//! Settings of features: a number of entities with a minimum distance between them.

use super::{ENTITY, Features};
use crate::base::parameters;

parameters! {
    for struct Features {
        /// What is placed.
        entity, "entity", ENTITY;
        /// How many.
        number, "number", None, 0..=10_000;
        /// Where so many are counted.
        per, "counted";
        /// No two of them lie nearer to each other than this.
        distance, "least distance", Cells, 0..=1000;
    }
}
