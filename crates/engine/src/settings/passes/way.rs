//! Settings of entities along the way from the start to the goal.

use super::{AlongTheWay, CurvePoint, ENTITY};
use crate::base::parameters;

parameters! {
    /// Entities along the way from the start to the goal.
    for struct AlongTheWay {
        /// The entity that is placed.
        entity, "entity", ENTITY;
        /// The amount at each position on the way. It changes evenly between two points. The points are in order.
        curve, "curve", Rows;
    }
}

parameters! {
    /// A point of the curve.
    for struct CurvePoint {
        /// The position on the way: 0 is the start, 100 the goal.
        at, "point", Percent, 0..=100;
        /// The number in 100 places: with 150 there is one, and in half of all cases a second.
        amount, "amount", Percent, 0..=10_000;
    }
}
