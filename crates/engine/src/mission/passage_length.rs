//! The length of passages of a symbol.

use serde::{Deserialize, Serialize};

use crate::base::{Choice, Choosable, Described, Number, ParameterWalk, Parameters, Unit, ValueShape, shape};

/// Number of cells of a passage between its two places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Option<(u32, u32)>", into = "Option<(u32, u32)>")]
pub enum PassageLength {
    /// Any length that the layout needs.
    #[default]
    Any,
    /// Minimum and maximum. The minimum is always met, the maximum where possible.
    Between(u32, u32),
}

impl PassageLength {
    /// The parameter of minimum and maximum.
    pub const CELLS: Number = Number::new(
        "",
        "length in cells",
        "The minimum and maximum number of cells between the two places. A warning names passages that cannot meet the maximum.",
        Unit::Cells,
        1..=64,
    );

    const ANY: Choosable =
        Choosable { label: "Any length", tooltip: "The passage is as long as the layout needs." };
    const BETWEEN: Choosable = Choosable {
        label: "From … to",
        tooltip: "The minimum is always met. The maximum is met where possible.",
    };

    /// Returns `true` if this is the default, which files omit.
    pub fn is_any(&self) -> bool {
        *self == Self::Any
    }

    /// Returns minimum and maximum, if there are any.
    pub const fn limits(self) -> Option<(u32, u32)> {
        match self {
            Self::Any => None,
            Self::Between(least, most) => Some((least, most)),
        }
    }
}

impl From<Option<(u32, u32)>> for PassageLength {
    fn from(limits: Option<(u32, u32)>) -> Self {
        limits.map_or(Self::Any, |(least, most)| Self::Between(least, most))
    }
}

impl From<PassageLength> for Option<(u32, u32)> {
    fn from(length: PassageLength) -> Self {
        length.limits()
    }
}

impl Described for PassageLength {
    fn shape() -> ValueShape {
        shape::<Option<(u32, u32)>>().with_number(Self::CELLS.into())
    }
}

impl Parameters for PassageLength {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        if let Self::Between(least, most) = self {
            let mut limits = (*least, *most);
            walk.number(&Self::CELLS, &mut limits);
            (*least, *most) = limits;
        }
    }
}

impl Choice for PassageLength {
    fn choices(&self) -> Vec<Choosable> {
        vec![Self::ANY, Self::BETWEEN]
    }

    fn label(&self) -> &'static str {
        match self {
            Self::Any => Self::ANY.label,
            Self::Between(..) => Self::BETWEEN.label,
        }
    }

    fn choose(&mut self, label: &str) {
        *self = if label == Self::BETWEEN.label { Self::Between(2, 8) } else { Self::Any };
    }
}
