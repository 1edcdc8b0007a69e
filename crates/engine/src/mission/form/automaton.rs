//! The parameters that caves and epochs share: the order and the neighbours of a cellular automaton.

use crate::base::{
    Choice, Choosable, Described, Number, ParameterWalk, Parameters, TypeBody, TypeFacts, Unit, ValueShape,
    VariantFacts, parameters, shape,
};
use crate::mission::{Neighbourhood, UpdateOrder};

parameters! {
    /// The order in which an automaton updates its cells.
    for enum UpdateOrder {
        /// Every cell sees its neighbours as they were before the step.
        Synchronous = "All at once",
        /// Cells change row by row. Later ones see the new state of earlier ones.
        GridOrder = "Row by row",
        /// Cells change one after the other, in a random order.
        Random = "At random",
    }
}

/// The radius in cells, written inside the neighbourhood without a name of its own.
const REACH: Number = Number::new("", "reach", "The maximum distance of a neighbour.", Unit::Cells, 1..=5);
const SQUARE: Choosable =
    Choosable { label: "Square", tooltip: "The neighbours in a square around the cell." };
const DIAMOND: Choosable =
    Choosable { label: "Diamond", tooltip: "The neighbours in a diamond around the cell." };

impl Described for Neighbourhood {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let variant = |name, meaning| VariantFacts::new(name, &[meaning]).values(vec![shape::<u32>()]);
            let variants = vec![
                variant("Moore", "The neighbours in a square around the cell, up to this distance: 1 to 5."),
                variant(
                    "VonNeumann",
                    "The neighbours in a diamond around the cell, up to this distance: 1 to 5.",
                ),
            ];
            let meaning = "The neighbours that an automaton counts, by radius in cells.";
            let half = "Half of them is neutral for the thresholds of the rule: 4 for `Moore(1)`, 12 for `Moore(2)`, and 6 for `VonNeumann(2)`.";
            TypeFacts::new("Neighbourhood", &[meaning, "", half], TypeBody::Variants(variants))
        }
        ValueShape::Type("Neighbourhood", facts)
    }
}

impl Parameters for Neighbourhood {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        let (Self::Moore(radius) | Self::VonNeumann(radius)) = self;
        walk.number(&REACH, radius);
    }
}

impl Choice for Neighbourhood {
    fn choices(&self) -> Vec<Choosable> {
        vec![SQUARE, DIAMOND]
    }

    fn label(&self) -> &'static str {
        match self {
            Self::Moore(_) => SQUARE.label,
            Self::VonNeumann(_) => DIAMOND.label,
        }
    }

    fn choose(&mut self, label: &str) {
        let (Self::Moore(radius) | Self::VonNeumann(radius)) = *self;
        *self = if label == SQUARE.label { Self::Moore(radius) } else { Self::VonNeumann(radius) };
    }
}
