//! Settings of features: a number of entities with a minimum distance between them.

use super::{ENTITY, Features};
use crate::base::parameters;

parameters! {
    /// Features: a number of entities with a minimum distance between them.
    for struct Features {
        /// The entity that is placed.
        entity, "entity", ENTITY;
        /// The minimum and maximum number.
        number, "number", None, 0..=10_000;
        /// The area in which the number is counted.
        per, "counted";
        /// The minimum distance between two of them.
        distance, "minimum distance", Cells, 0..=1000;
    }
}
