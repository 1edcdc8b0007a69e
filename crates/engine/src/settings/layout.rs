//! Settings of a grammar for the later stages: layout and movement.

use serde::{Deserialize, Serialize};

use super::{Movement, Pin, Shape, SizeLimit};
use crate::base::{Parameter, Remedy, RemedyValue, Size, ValuePath, parameters};

parameters! {
    /// The steps that a walker can take.
    for enum Movement {
        /// Walkers step north, east, south and west.
        Cardinal = "Four ways",
        /// Walkers also step diagonally, even between two walls that touch at a corner.
        EightWay = "Eight ways",
    }
}

/// The movement as a parameter of a grammar.
pub const MOVEMENT: Parameter = Parameter {
    field: "movement",
    name: "movement",
    tooltip: "The steps that a walker can take in the level.",
};

parameters! {
    /// Settings of the layout.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct LayoutSettings {
        /// The distance between places.
        spacing: Spacing = Spacing::default(), "spacing";
        /// The handling of a passage that cannot avoid crossing others.
        #[serde(skip_serializing_if = "Bridges::is_default")]
        bridges: Bridges = Bridges::default(), "bridges";
        /// Places with fixed positions. The other places are arranged around them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pins: Vec<Pin> = Vec::new(), "pins", Rows;
        /// The shape of the level as a whole.
        #[serde(skip_serializing_if = "Shape::is_default")]
        shape: Shape = Shape::default(), "shape", Group;
    }
}

impl LayoutSettings {
    const BRIDGES: [&str; 2] = ["layout", "bridges"];
    const SPACING: [&str; 2] = ["layout", "spacing"];
    const BOUND: [&str; 3] = ["layout", "shape", "bound"];
    const SCALE: [&str; 3] = ["layout", "spacing", "scale"];

    /// Returns the remedy that lets passages cross.
    pub fn allow_bridges() -> Remedy {
        Remedy::Set { at: Self::BRIDGES.into(), to: RemedyValue::Choice("Allow") }
    }

    /// Returns the remedy that lets places share walls.
    pub fn make_compact() -> Remedy {
        Remedy::Set { at: Self::SPACING.into(), to: RemedyValue::Choice("Compact") }
    }

    /// Returns the remedy that sets the scale, if the number is allowed.
    pub fn set_scale(scale: u32) -> Option<Remedy> {
        let is_allowed = scale <= Spacing::scale().most;
        is_allowed.then(|| Remedy::Set { at: Self::SCALE.into(), to: RemedyValue::Number(scale) })
    }

    /// Returns the remedy that raises the bound to a level of this size, if that is allowed.
    pub fn raise_bound(size: Size) -> Option<Remedy> {
        let is_allowed = size.width.max(size.height) <= SizeLimit::MOST_CELLS;
        is_allowed.then(|| Remedy::Set { at: Self::BOUND.into(), to: RemedyValue::Size(size) })
    }

    /// Returns the settings after a remedy, if it applies to them.
    pub fn mended(&self, remedy: &Remedy) -> Option<Self> {
        let Remedy::Set { at, to } = remedy else { return None };
        let is_at = |path: ValuePath| *at == path;
        match (to, self.spacing) {
            (RemedyValue::Choice("Allow"), _) if is_at(Self::BRIDGES.into()) => {
                Some(Self { bridges: Bridges::Allow, ..self.clone() })
            }
            (RemedyValue::Choice("Compact"), _) if is_at(Self::SPACING.into()) => {
                let spacing = Spacing::Compact { gap: 1 };
                Some(Self { spacing, ..self.clone() })
            }
            (RemedyValue::Number(scale), Spacing::Fixed { .. }) if is_at(Self::SCALE.into()) => {
                Some(Self { spacing: Spacing::Fixed { scale: *scale }, ..self.clone() })
            }
            (RemedyValue::Size(size), _) if is_at(Self::BOUND.into()) => {
                let Size { width, height } = self.shape.bound.size()?;
                let bound =
                    SizeLimit::Within { width: width.max(size.width), height: height.max(size.height) };
                Some(Self { shape: Shape { bound, ..self.shape }, ..self.clone() })
            }
            _ => None,
        }
    }
}

parameters! {
    /// The handling of a passage that cannot avoid crossing others.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Bridges {
        /// It crosses another passage on a bridge. The level lists the cell of each bridge.
        Allow = "Allow",
        /// The layout fails, and an error names the passages in conflict.
        Forbid = "Forbid",
    }
}

impl Bridges {
    /// Returns `true` if this is the default, which files omit.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

parameters! {
    /// The distance between places.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum Spacing {
        /// Each column is as wide and each row as high as its largest place needs.
        Elastic = "Elastic" {
            /// The minimum distance between two columns or rows. Corridors may need more.
            gap: u32 = 3, "gap", Cells, 1..=32;
        },
        /// Places slide together as far as the gap allows. Passages become as short and straight as that allows.
        Compact = "Compact" {
            /// The minimum distance between two places. With 1, they are wall to wall. Doorways ignore it, and corridors take the room that they need.
            gap[compact_gap]: u32 = 1, "gap", Cells, 1..=32;
        },
        /// A constant distance between the middles of neighbours.
        Fixed = "Fixed" {
            /// The distance between the middles of neighbouring places.
            scale: u32 = 24, "scale", Cells, 3..=128;
        },
        /// Each place is on a random side of the previous one, at the end of a straight passage. Sites are ignored. If no attempt succeeds, elastic spacing is used.
        Sprawl = "Sprawl" {
            /// The minimum and maximum length of a straight passage between two places.
            length: (u32, u32) = (2, 8), "passage length", Cells, 1..=64;
            /// The place next to which another one is added.
            #[serde(default, skip_serializing_if = "SprawlNeighbour::is_default")]
            beside: SprawlNeighbour = SprawlNeighbour::default(), "next place";
        },
    }
}

impl Spacing {
    /// Returns the scale to advise for a place, and the advice. `least` leaves room for its smallest size, `all`
    /// for every size of its form; `remark` ends the advice if there is only one.
    pub(crate) fn roomy_scale(least: u32, all: u32, remark: &str) -> (u32, String) {
        if least < all && all <= Self::scale().most {
            (all, format!("Raise the scale to {all}, at which all of its sizes fit."))
        } else {
            (least, format!("Raise the scale to {least}{remark}."))
        }
    }

    /// Returns `true` if places with sites are placed there.
    pub const fn heeds_sites(self) -> bool {
        match self {
            Self::Elastic { .. } | Self::Compact { .. } | Self::Fixed { .. } => true,
            Self::Sprawl { .. } => false,
        }
    }

    /// Returns `true` if halls are enlarged for their neighbours, with a warning if that is not enough.
    pub const fn sizes_halls_for_neighbours(self) -> bool {
        match self {
            Self::Sprawl { .. } => true,
            Self::Elastic { .. } | Self::Compact { .. } | Self::Fixed { .. } => false,
        }
    }

    /// Returns `true` if two places can share a wall, so that a doorway joins them.
    pub const fn lets_places_share_walls(self) -> bool {
        match self {
            Self::Compact { .. } => true,
            Self::Elastic { .. } | Self::Fixed { .. } | Self::Sprawl { .. } => false,
        }
    }
}

parameters! {
    /// The place next to which a sprawl adds another.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum SprawlNeighbour {
        /// The mission is walked depth first. Each place is next to the place from which the walk comes.
        Previous = "Beside the one before",
        /// The mission is walked breadth first. All neighbours of a place are put next to it before their own neighbours.
        Parent = "Beside its parent",
    }
}

impl SprawlNeighbour {
    /// Returns `true` if this is the default, which files omit.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
