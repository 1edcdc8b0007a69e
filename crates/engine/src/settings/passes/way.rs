//! Settings of entities along the way from the start to the goal.

use serde::{Deserialize, Serialize};

use super::ENTITY;
use crate::base::parameters;

parameters! {
    /// Entities along the way from the start to the goal, with a density curve.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct AlongTheWay {
        /// What is placed.
        entity: String = String::new(), "entity", ENTITY;
        /// How much of it lies where on the way; between two points in proportion. The first comes first.
        curve: Vec<CurvePoint> = CurvePoint::rising(), "curve", Rows;
    }
}

parameters! {
    /// A point of a curve.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct CurvePoint {
        /// How far on the way: 0 is the start, 100 the goal.
        at: u32 = 0, "point", Percent, 0..=100;
        /// How many there are in 100 places: 150 is one, and in half of all cases a second.
        amount: u32 = 100, "amount", Percent, 0..=10_000;
    }
}

impl CurvePoint {
    /// Returns a curve from zero at the start to two at the goal.
    fn rising() -> Vec<Self> {
        vec![Self { at: 0, amount: 0 }, Self { at: 100, amount: 200 }]
    }
}
