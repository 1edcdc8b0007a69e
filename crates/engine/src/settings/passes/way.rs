//! Settings of entities along the way from the start to the goal.

use super::{AlongTheWay, CurvePoint, ENTITY};
use crate::base::parameters;

parameters! {
    for struct AlongTheWay {
        /// What is placed.
        entity, "entity", ENTITY;
        /// How much of it lies where on the way; between two points in proportion. The first comes first.
        curve, "curve", Rows;
    }
}

parameters! {
    for struct CurvePoint {
        /// How far on the way: 0 is the start, 100 the goal.
        at, "point", Percent, 0..=100;
        /// How many there are in 100 places: 150 is one, and in half of all cases a second.
        amount, "amount", Percent, 0..=10_000;
    }
}
