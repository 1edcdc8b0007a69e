//! What passes placed, and by which settings. A game seldom asks; [`Level::foes_to_fall`](crate::Level::foes_to_fall) does.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::values::{Attributes, Cell, is_zero};

/// A pass that has run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassRecord {
    /// No two passes of a level have the same; entities and layers name it.
    pub name: String,
    /// What it does.
    pub kind: PassKind,
    /// The same with its settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<PassSettings>,
    /// The symbols whose places it worked on; none: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// What it placed, by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub entities: BTreeMap<String, PlacedKind>,
    /// On how many cells it drew each tile.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tiles: BTreeMap<String, u32>,
    /// The cells that it made wall.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Cell>,
    /// Does the exit open when the last of its foes falls?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens_exit: bool,
    /// How many placements would have broken a promise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub taken_back: u32,
}

impl PassRecord {
    /// Must each of its entities of that kind fall before the exit opens?
    pub fn must_fall(&self, kind: &str) -> bool {
        let is_old = self.settings.is_none();
        self.opens_exit && self.entities.get(kind).is_some_and(|placed| placed.falls || is_old)
    }
}

/// The entities of one kind that a pass placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedKind {
    /// How many there are.
    pub count: u32,
    /// Are they in the way?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
    /// Must each of them fall before the exit opens?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub falls: bool,
    /// The values that each has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: Attributes,
}

/// What a pass does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "PassSettings says what they do")]
pub enum PassKind {
    Chests,
    Foes,
    Features,
    TileVariants,
    WallPieces,
    Epochs,
    AlongTheWay,
}

/// What a pass does, with the settings of the grammar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PassSettings {
    /// Chests at dead ends or spots of walkers.
    Chests(Chests),
    /// Foes by chance, at a distance from the start.
    Foes(Foes),
    /// So many of something.
    Features(Features),
    /// Other tiles by weight.
    TileVariants(TileVariants),
    /// Pieces of wall on floors.
    WallPieces(WallPieces),
    /// Marks of an automaton.
    Epochs(Epochs),
    /// Something along the way to the goal.
    AlongTheWay(AlongTheWay),
}

/// Settings with a default for each field; those that are as by default `bare` says are left out in files.
macro_rules! settings {
    ($(
        $(#[$documentation:meta])*
        $name:ident { $($(#[$field_documentation:meta])* $field:ident: $type:ty = $default:expr $(, $bare:literal)?;)* }
    )*) => {
        $(
            $(#[$documentation])*
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(default)]
            pub struct $name {
                $(
                    $(#[$field_documentation])*
                    $(#[serde(skip_serializing_if = $bare)])?
                    pub $field: $type,
                )*
            }

            impl Default for $name {
                fn default() -> Self {
                    Self { $($field: $default,)* }
                }
            }
        )*
    };
}

settings! {
    /// Chests, of which the farthest are kept.
    Chests {
        /// What is placed.
        entity: String = String::new();
        /// Where it can be.
        at: ChestSpots = ChestSpots::DeadEnds;
        /// How many, at least and at most.
        number: (u32, u32) = (1, 1);
        /// Where so many are counted.
        per: Scope = Scope::Place, "Scope::is_place";
        /// Up to so many cells are added to distances.
        slack: u32 = 4;
    }

    /// Foes by chance.
    Foes {
        /// On how many of 1000 cells someone stands.
        chance: u32 = 40;
        /// A tenth more for each point.
        difficulty: u32 = 0, "is_zero";
        /// In cells, from the start.
        distance: u32 = 10;
        /// How the level ends.
        exit: LevelExit = LevelExit::AtTheGoal, "LevelExit::is_at_the_goal";
        /// Who stands there, by weight.
        table: Vec<FoeRow> = Vec::new();
    }

    /// A row of a table of foes.
    FoeRow {
        /// Who.
        entity: String = String::new();
        /// Beside the other rows.
        weight: u32 = 1, "is_one";
        /// How many stand together.
        number: (u32, u32) = (1, 1), "is_alone";
        /// What they stand around, if anything.
        around: String = String::new(), "String::is_empty";
        /// The symbols in whose places it counts; none: all.
        on: Vec<String> = Vec::new(), "Vec::is_empty";
        /// The area in which it counts, if it is not all.
        area: String = String::new(), "String::is_empty";
        /// The least difficulty.
        difficulty: u32 = 0, "is_zero";
    }

    /// So many of something.
    Features {
        /// What is placed.
        entity: String = String::new();
        /// How many, at least and at most.
        number: (u32, u32) = (2, 4);
        /// Where so many are counted.
        per: Scope = Scope::Place, "Scope::is_place";
        /// In cells, between two of them.
        distance: u32 = 3;
    }

    /// Other tiles by weight.
    TileVariants {
        /// On which cells.
        of: Surface = Surface::Floor;
        /// The weight of the plain tile.
        plain: u32 = 772;
        /// What is drawn instead.
        variants: Vec<Variant> = [110, 110, 8].map(|weight| Variant { weight, ..Variant::default() }).into();
    }

    /// A tile with a weight.
    Variant {
        /// Which tile.
        tile: String = String::new();
        /// Beside the others.
        weight: u32 = 110;
    }

    /// Pieces of wall on floors, and walls that are something else.
    WallPieces {
        /// In how many of 100 cases a piece stands on a floor.
        percent: u32 = 5;
        /// In cells.
        floor_size: u32 = 2;
        /// The other wall, if there is one.
        trap: String = String::new(), "String::is_empty";
        /// How many of 100 walls are that.
        trap_percent: u32 = 14, "is_usual_trap";
    }

    /// An automaton over the floor.
    Epochs {
        /// How many of 100 cells are live in the beginning.
        percent: u32 = 45;
        /// More live neighbours than this make a cell live.
        live_above: u32 = 4;
        /// Fewer live neighbours than this make it dead.
        dead_below: u32 = 4;
        /// One after the other.
        epochs: Vec<Epoch> = vec![Epoch::default()];
        /// Are the middles of dead clumps made wall?
        fill_clumps: bool = false, "std::ops::Not::not";
    }

    /// Some steps of the automaton, after which live cells are marked.
    Epoch {
        /// How many.
        steps: u32 = 2;
        /// What is drawn on marked cells.
        tiles: Vec<String> = Vec::new(), "Vec::is_empty";
        /// What is placed on marked cells.
        entities: Vec<String> = Vec::new(), "Vec::is_empty";
        /// How many of 100 live cells are marked.
        percent: u32 = 100, "is_all";
    }

    /// Something along the way from the start to the goal.
    AlongTheWay {
        /// What is placed.
        entity: String = String::new();
        /// How much of it lies where.
        curve: Vec<CurvePoint> = vec![CurvePoint { at: 0, amount: 0 }, CurvePoint { at: 100, amount: 200 }];
    }

    /// A point of a curve.
    CurvePoint {
        /// In percent of the way.
        at: u32 = 0;
        /// In hundredths.
        amount: u32 = 100;
    }
}

/// Where chests can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChestSpots {
    /// Cells that one can leave in one direction only.
    DeadEnds,
    /// Where walkers left spots for weapons.
    WeaponSpots,
    /// Where walkers left spots for ammunition.
    AmmunitionSpots,
    /// Where walkers left spots for experience.
    ExperienceSpots,
    /// Any cell of floor.
    Anywhere,
}

/// Where a number is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// In each place.
    Place,
    /// In the level.
    Level,
}

impl Scope {
    fn is_place(&self) -> bool {
        *self == Self::Place
    }
}

/// How a level with foes ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LevelExit {
    /// At its goal.
    AtTheGoal,
    /// When the last of them falls.
    AfterLastFoe,
}

impl LevelExit {
    fn is_at_the_goal(&self) -> bool {
        *self == Self::AtTheGoal
    }
}

/// On which cells variants are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Surface {
    /// Floor.
    Floor,
    /// Walls right above floor.
    WallSides,
    /// The other walls.
    WallTops,
    /// All walls.
    Walls,
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

fn is_alone(number: &(u32, u32)) -> bool {
    *number == (1, 1)
}

fn is_usual_trap(percent: &u32) -> bool {
    *percent == 14
}

fn is_all(percent: &u32) -> bool {
    *percent == 100
}
