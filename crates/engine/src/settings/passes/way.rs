//! Settings of entities along the way from the start to the goal.

use super::{AlongTheWay, CurvePoint, ENTITY};
use crate::base::parameters;

parameters! {
    /// Entities along the route from the start to the goal.
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
        /// The average number in each place, in percent: 150 gives one, and a second one in half of all cases.
        amount, "amount", Percent, 0..=10_000;
    }
}
