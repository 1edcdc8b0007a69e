//! Pins as parameters: the cells of the level at which the designer wants the middles of places.

use super::{Pin, PinnedPlace, SYMBOLS};
use crate::base::{
    Choice, Choosable, Described, FieldFacts, NameTable, Number, Parameter, ParameterWalk, Parameters,
    TypeBody, TypeFacts, Unit, ValueShape, VariantFacts, shape_of,
};

const PLACE: Parameter =
    Parameter { field: "place", name: "pinned place", tooltip: "The place that is pinned." };
const COLUMN: Number = Number::new(
    "at",
    "column",
    "The column of the level in which the middle of the place lies, from 0.",
    Unit::None,
    0..=Pin::FARTHEST,
);
const ROW: Number = Number::new(
    "at",
    "row",
    "The row of the level in which the middle of the place lies, from 0.",
    Unit::None,
    0..=Pin::FARTHEST,
);
const NAME: Parameter = Parameter {
    field: "",
    name: "symbol",
    tooltip: "Pins the place with this symbol; if there are several, the one with the smallest node number.",
};
const NODE: Number =
    Number::new("", "node", "The place of this node of the start graph is pinned.", Unit::None, 0..=u32::MAX);
const MISSION_NODE: Number = Number::new(
    "",
    "node of the mission",
    "The place of this node of the mission is pinned. With another seed that may be another place.",
    Unit::None,
    0..=u32::MAX,
);
const SYMBOL_NAMES: NameTable = NameTable { is_optional: false, ..SYMBOLS };
const SYMBOL_LABEL: &str = "Symbol";
const NODE_LABEL: &str = "Node";
const MISSION_NODE_LABEL: &str = "Node of the mission";

impl Described for Pin {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let Pin { place, at } = Pin::default();
            let cell = "The cell of the middle of the place in the level: column and row, from 0.";
            let fields = vec![
                FieldFacts::new("place", &[], shape_of(&place)).known(PLACE),
                FieldFacts::new("at", &[cell], shape_of(&at).with_number(COLUMN.into())),
            ];
            TypeFacts::new("Pin", &["A place with a fixed position."], TypeBody::Fields(fields))
        }
        ValueShape::Type("Pin", facts)
    }
}

impl Described for PinnedPlace {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let variant = |place: &PinnedPlace| match place {
                PinnedPlace::Symbol(name) => {
                    VariantFacts::new("Symbol", &[NAME.tooltip]).values(vec![shape_of(name)])
                }
                PinnedPlace::Node(node) => {
                    VariantFacts::new("Node", &[NODE.parameter.tooltip]).values(vec![shape_of(node)])
                }
                PinnedPlace::MissionNode(node) => {
                    VariantFacts::new("MissionNode", &[MISSION_NODE.parameter.tooltip])
                        .values(vec![shape_of(node)])
                }
            };
            let places = [PinnedPlace::default(), PinnedPlace::Node(1), PinnedPlace::MissionNode(1)];
            let variants = TypeBody::Variants(places.iter().map(variant).collect());
            TypeFacts::new("PinnedPlace", &["A place that can be pinned."], variants)
        }
        ValueShape::Type("PinnedPlace", facts)
    }
}

impl Parameters for Pin {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        walk.choice(&PLACE, &mut self.place);
        walk.number(&COLUMN, &mut self.at.0);
        walk.number(&ROW, &mut self.at.1);
    }
}

impl Choice for PinnedPlace {
    fn choices(&self) -> Vec<Choosable> {
        vec![
            Choosable { label: SYMBOL_LABEL, tooltip: "The first place with a symbol." },
            Choosable { label: NODE_LABEL, tooltip: "The place of a node of the start graph." },
            Choosable {
                label: MISSION_NODE_LABEL,
                tooltip: "The place of a node of the mission, for one seed.",
            },
        ]
    }

    fn label(&self) -> &'static str {
        match self {
            Self::Symbol(_) => SYMBOL_LABEL,
            Self::Node(_) => NODE_LABEL,
            Self::MissionNode(_) => MISSION_NODE_LABEL,
        }
    }

    fn choose(&mut self, label: &str) {
        match label {
            SYMBOL_LABEL => *self = Self::Symbol(String::new()),
            NODE_LABEL => *self = Self::Node(1),
            MISSION_NODE_LABEL => *self = Self::MissionNode(1),
            _ => {}
        }
    }
}

impl Parameters for PinnedPlace {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        match self {
            Self::Symbol(name) => walk.names(SYMBOL_NAMES, &NAME, name),
            Self::Node(node) => walk.number(&NODE, node),
            Self::MissionNode(node) => walk.number(&MISSION_NODE, node),
        }
    }
}
