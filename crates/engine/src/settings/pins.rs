//! Pins: cells of the level where the designer wants the middles of places.

use serde::{Deserialize, Serialize};

use super::SYMBOLS;
use crate::base::{Choice, Choosable, Number, Parameter, Parameters, Unit, Vocabulary, Walk};

/// A place with a fixed position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// The pinned place.
    pub place: PinnedPlace,
    /// The cell of its middle in the level: column and row, from 0.
    pub at: (u32, u32),
}

/// The place that a pin holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PinnedPlace {
    /// Of the places with that symbol, the one whose node has the lowest number.
    Symbol(String),
    /// The place of that node of the start graph.
    Node(u32),
    /// The place of that node of the mission, as numbered in the level. Useful with one seed only.
    MissionNode(u32),
}

impl Pin {
    /// The last column or row at which a place can be pinned, from 0.
    pub const FARTHEST: u32 = 4000;

    const PLACE: Parameter =
        Parameter { field: "place", name: "pinned place", tooltip: "Which place is pinned." };
    const COLUMN: Number = Number::new(
        "at",
        "column",
        "In which column of the level the middle of the place lies, from 0.",
        Unit::None,
        0..=Self::FARTHEST,
    );
    const ROW: Number = Number::new(
        "at",
        "row",
        "In which row of the level the middle of the place lies, from 0.",
        Unit::None,
        0..=Self::FARTHEST,
    );
}

impl Parameters for Pin {
    fn walk(&mut self, walk: &mut Walk<'_>) {
        walk.choice(&Self::PLACE, &mut self.place);
        walk.number(&Self::COLUMN, &mut self.at.0);
        walk.number(&Self::ROW, &mut self.at.1);
    }
}

impl PinnedPlace {
    const NAME: Parameter = Parameter {
        field: "",
        name: "symbol",
        tooltip: "Of the places with this symbol, the one whose node has the least number is pinned.",
    };
    const NODE: Number = Number::new(
        "",
        "node",
        "The place of this node of the start graph is pinned.",
        Unit::None,
        0..=u32::MAX,
    );
    const MISSION_NODE: Number = Number::new(
        "",
        "node of the mission",
        "The place of this node of the mission is pinned, whatever rule made it. With another seed that may be another place.",
        Unit::None,
        0..=u32::MAX,
    );
    const NAMES: Vocabulary = Vocabulary { is_optional: false, ..SYMBOLS };
    const SYMBOL_LABEL: &str = "Symbol";
    const NODE_LABEL: &str = "Node";
    const MISSION_NODE_LABEL: &str = "Node of the mission";
}

impl Default for PinnedPlace {
    fn default() -> Self {
        Self::Symbol(String::new())
    }
}

impl Choice for PinnedPlace {
    fn choices(&self) -> Vec<Choosable> {
        vec![
            Choosable { label: Self::SYMBOL_LABEL, tooltip: "The first place with a symbol." },
            Choosable { label: Self::NODE_LABEL, tooltip: "The place of a node of the start graph." },
            Choosable {
                label: Self::MISSION_NODE_LABEL,
                tooltip: "The place of a node of the mission, for one seed.",
            },
        ]
    }

    fn label(&self) -> &'static str {
        match self {
            Self::Symbol(_) => Self::SYMBOL_LABEL,
            Self::Node(_) => Self::NODE_LABEL,
            Self::MissionNode(_) => Self::MISSION_NODE_LABEL,
        }
    }

    fn choose(&mut self, label: &str) {
        match label {
            Self::SYMBOL_LABEL => *self = Self::Symbol(String::new()),
            Self::NODE_LABEL => *self = Self::Node(1),
            Self::MISSION_NODE_LABEL => *self = Self::MissionNode(1),
            _ => {}
        }
    }
}

impl Parameters for PinnedPlace {
    fn walk(&mut self, walk: &mut Walk<'_>) {
        match self {
            Self::Symbol(name) => walk.names(Self::NAMES, &Self::NAME, name),
            Self::Node(node) => walk.number(&Self::NODE, node),
            Self::MissionNode(node) => walk.number(&Self::MISSION_NODE, node),
        }
    }
}
