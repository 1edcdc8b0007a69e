//! Passes that place things in a finished level, with their settings as the grammar has them.

use serde::{Deserialize, Serialize};

use crate::{Neighbourhood, UpdateOrder};

/// The kinds of passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "PassSettings says what they do")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PassKind {
    #[default]
    Chests,
    Foes,
    Features,
    TileVariants,
    WallPieces,
    Epochs,
    AlongTheWay,
    Dress,
}

/// A kind of pass with its settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PassSettings {
    /// Chests at dead ends or spots of walkers.
    Chests(Chests),
    /// Foes by chance, at a distance from the start.
    Foes(Foes),
    /// A number of things, with a minimum distance between them.
    Features(Features),
    /// Other tiles by weight.
    TileVariants(TileVariants),
    /// Pieces of wall on floors.
    WallPieces(WallPieces),
    /// Marks of an automaton.
    Epochs(Epochs),
    /// Something along the way to the goal.
    AlongTheWay(AlongTheWay),
    /// Decoration by theme.
    Dress(Dress),
}

impl PassSettings {
    /// Returns the kind of pass, without its settings.
    pub const fn kind(&self) -> PassKind {
        match self {
            Self::Chests(_) => PassKind::Chests,
            Self::Foes(_) => PassKind::Foes,
            Self::Features(_) => PassKind::Features,
            Self::TileVariants(_) => PassKind::TileVariants,
            Self::WallPieces(_) => PassKind::WallPieces,
            Self::Epochs(_) => PassKind::Epochs,
            Self::AlongTheWay(_) => PassKind::AlongTheWay,
            Self::Dress(_) => PassKind::Dress,
        }
    }

    /// Returns the entities that it may place, in the order in which they are written.
    pub fn entities(&self) -> impl Iterator<Item = &str> {
        let entities: Vec<&String> = match self {
            Self::Chests(chests) => vec![&chests.entity],
            Self::Foes(foes) => foes.table.iter().flat_map(|row| [&row.entity, &row.around]).collect(),
            Self::Features(features) => vec![&features.entity],
            Self::Epochs(epochs) => epochs.epochs.iter().flat_map(|epoch| &epoch.entities).collect(),
            Self::AlongTheWay(way) => vec![&way.entity],
            Self::TileVariants(_) | Self::WallPieces(_) | Self::Dress(_) => Vec::new(),
        };
        entities.into_iter().map(String::as_str).filter(|entity| !entity.is_empty())
    }

    /// Returns `true` if the exit of the level opens when the last entity that it places falls.
    pub const fn opens_exit(&self) -> bool {
        match self {
            Self::Foes(foes) => matches!(foes.exit, LevelExit::AfterLastFoe),
            Self::Chests(_)
            | Self::Features(_)
            | Self::TileVariants(_)
            | Self::WallPieces(_)
            | Self::Epochs(_)
            | Self::AlongTheWay(_)
            | Self::Dress(_) => false,
        }
    }

    /// Returns `true` if all entities of that kind must fall before the exit opens. Things that foes stand
    /// around need not fall, unless some foes are of that kind and must.
    pub fn must_fall(&self, kind: &str) -> bool {
        match self {
            Self::Foes(foes) => self.opens_exit() && foes.must_fall(kind),
            Self::Chests(_)
            | Self::Features(_)
            | Self::TileVariants(_)
            | Self::WallPieces(_)
            | Self::Epochs(_)
            | Self::AlongTheWay(_)
            | Self::Dress(_) => false,
        }
    }

    /// Returns the distance in cells that everything it places keeps from each start.
    pub fn distance_from_start(&self) -> u32 {
        match self {
            Self::Foes(foes) => foes.distance,
            Self::Epochs(epochs) => epochs.distance,
            Self::Chests(_)
            | Self::Features(_)
            | Self::TileVariants(_)
            | Self::WallPieces(_)
            | Self::AlongTheWay(_)
            | Self::Dress(_) => 0,
        }
    }

    /// Returns the settings of a new pass.
    pub fn of(kind: PassKind) -> Self {
        match kind {
            PassKind::Chests => Self::Chests(Chests::default()),
            PassKind::Foes => Self::Foes(Foes::default()),
            PassKind::Features => Self::Features(Features::default()),
            PassKind::TileVariants => Self::TileVariants(TileVariants::default()),
            PassKind::WallPieces => Self::WallPieces(WallPieces::default()),
            PassKind::Epochs => Self::Epochs(Epochs::default()),
            PassKind::AlongTheWay => Self::AlongTheWay(AlongTheWay::default()),
            PassKind::Dress => Self::Dress(Dress::default()),
        }
    }
}

impl Foes {
    /// Returns `true` if a row with that entity says that it must fall.
    pub fn must_fall(&self, kind: &str) -> bool {
        self.table.iter().any(|row| row.must_fall && row.entity == kind)
    }
}

/// Declares settings with a default for each field. The function in quotes decides which values files leave out.
macro_rules! settings {
    ($(
        $(#[$documentation:meta])*
        $name:ident { $($(#[$field_documentation:meta])* $field:ident: $type:ty = $default:expr $(, $bare:literal)?;)* }
    )*) => {
        $(
            $(#[$documentation])*
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(default)]
            #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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
        /// The entity that is placed.
        entity: String = String::new();
        /// The cells where it can be.
        at: ChestSpots = ChestSpots::default();
        /// Minimum and maximum number.
        number: (u32, u32) = (1, 1);
        /// The area in which that number is counted.
        per: Scope = Scope::default(), "Scope::is_default";
        /// Maximum random addition to each distance, in cells, before the farthest are chosen.
        slack: u32 = 4;
    }

    /// Foes by chance.
    Foes {
        /// Chance per cell of floor at difficulty 0, in permille.
        chance: u32 = 40;
        /// Each point makes the chance a tenth larger.
        difficulty: u32 = 0, "crate::is_zero";
        /// Minimum distance from the start, in cells.
        distance: u32 = 10;
        /// The end of the level.
        exit: LevelExit = LevelExit::default(), "LevelExit::is_default";
        /// The foes, by weight.
        table: Vec<FoeRow> = Vec::new();
    }

    /// A row of a table of foes.
    FoeRow {
        /// The foe.
        entity: String = String::new();
        /// The weight among the rows.
        weight: u32 = 1, "is_one";
        /// Minimum and maximum number that stand together.
        number: (u32, u32) = (1, 1), "is_alone";
        /// The entity that they stand around; empty: none.
        around: String = String::new(), "String::is_empty";
        /// The symbols in whose places the row is used; empty: all.
        on: Vec<String> = Vec::new(), "Vec::is_empty";
        /// The row is used only in places with this value of "area"; empty: in all.
        area: String = String::new(), "String::is_empty";
        /// The row is used from this difficulty on.
        difficulty: u32 = 0, "crate::is_zero";
        /// `false` if the exit opens without the fall of this foe, as for a corpse.
        must_fall: bool = true, "is_true";
    }

    /// A number of things, with a minimum distance between them.
    Features {
        /// The entity that is placed.
        entity: String = String::new();
        /// Minimum and maximum number.
        number: (u32, u32) = (2, 4);
        /// The area in which that number is counted.
        per: Scope = Scope::default(), "Scope::is_default";
        /// Minimum distance between two of them, in cells.
        distance: u32 = 3;
    }

    /// Other tiles by weight. By default two are drawn on 22 percent of the cells together and one on less
    /// than 1 percent, as in *Wasteland Kings*.
    TileVariants {
        /// The cells on which it draws.
        of: Surface = Surface::default();
        /// The weight of the plain tile.
        plain: u32 = 772;
        /// The tiles that are drawn instead.
        variants: Vec<Variant> = [110, 110, 8].map(|weight| Variant { weight, ..Variant::default() }).into();
    }

    /// A tile with a weight.
    Variant {
        /// The name of the tile.
        tile: String = String::new();
        /// The weight among the variants and the plain tile.
        weight: u32 = 110;
    }

    /// Pieces of wall on floors, and walls that are something else.
    WallPieces {
        /// Chance of a piece of wall per floor.
        percent: u32 = 5;
        /// Width and height of a floor, in cells.
        floor_size: u32 = 2;
        /// The tile that some walls become; empty: none.
        trap: String = String::new(), "String::is_empty";
        /// Percentage of walls that become it.
        trap_percent: u32 = 14, "is_usual_trap";
    }

    /// An automaton over the floor.
    Epochs {
        /// Percentage of cells that are live in the beginning.
        percent: u32 = 45;
        /// A cell with more live neighbours than this becomes live.
        live_above: u32 = 4;
        /// A cell with fewer live neighbours than this dies.
        dead_below: u32 = 4;
        /// The order in which the cells change.
        order: UpdateOrder = UpdateOrder::default(), "UpdateOrder::is_default";
        /// The neighbours that are counted.
        neighbourhood: Neighbourhood = Neighbourhood::default(), "Neighbourhood::is_default";
        /// The state of the edge of the floor.
        edge: ColonyEdge = ColonyEdge::default(), "ColonyEdge::is_default";
        /// Minimum distance from the start, in cells.
        distance: u32 = 0, "crate::is_zero";
        /// The epochs, one after the other.
        epochs: Vec<Epoch> = vec![Epoch::default()];
        /// `true` if the middles of clumps that are empty in the end become wall.
        fill_clumps: bool = false, "std::ops::Not::not";
    }

    /// Some steps of the automaton, after which cells are marked.
    Epoch {
        /// Number of steps.
        steps: u32 = 2;
        /// The cells that are marked.
        cells: EpochCells = EpochCells::default(), "EpochCells::is_default";
        /// Minimum number of cells of a clump that is filled.
        clump: u32 = 2, "is_pair";
        /// One of these tiles is drawn on each marked cell.
        tiles: Vec<String> = Vec::new(), "Vec::is_empty";
        /// One of these entities is placed on each marked cell.
        entities: Vec<String> = Vec::new(), "Vec::is_empty";
        /// Percentage of live cells that are marked, or of cells that fill their clump.
        percent: u32 = 100, "is_all";
    }

    /// Something along the way from the start to the goal.
    AlongTheWay {
        /// The entity that is placed.
        entity: String = String::new();
        /// The amount by the position on the way; between two points in proportion.
        curve: Vec<CurvePoint> = vec![CurvePoint { at: 0, amount: 0 }, CurvePoint { at: 100, amount: 200 }];
    }

    /// Decoration by theme.
    Dress {
        /// Amount of decoration; 100 is usual.
        density: u32 = 100;
        /// Distance between lights on walls, in cells; 0: none.
        lights: u32 = 6;
        /// `true` for side views: only things that hang lie where nothing is below them.
        gravity: bool = false, "is_false";
    }

    /// A point of a curve.
    CurvePoint {
        /// The position: 0 is the start, 100 the goal.
        at: u32 = 0;
        /// The number in 100 places.
        amount: u32 = 100;
    }
}

/// The state of the edge of a floor on which an automaton lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ColonyEdge {
    /// Everything beyond the floor is dead.
    #[default]
    Dead,
    /// Everything beyond the floor is live, and so are the cells at its edge, for good.
    Live,
}

impl ColonyEdge {
    /// Returns `true` for the edge of epochs whose author does not choose one.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The cells that an epoch marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum EpochCells {
    /// Single live cells.
    #[default]
    Live,
    /// Whole clumps of live cells.
    LiveClumps,
    /// Whole clumps of dead cells.
    EmptyClumps,
}

impl EpochCells {
    /// Returns `true` for the cells of an epoch whose author does not choose any.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Cells where chests can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ChestSpots {
    /// Cells with a single way out.
    #[default]
    DeadEnds,
    /// Spots that walkers left for weapons.
    WeaponSpots,
    /// Spots that walkers left for ammunition.
    AmmunitionSpots,
    /// Spots that walkers left for experience.
    ExperienceSpots,
    /// Any cell of floor.
    Anywhere,
}

/// The area in which a number is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Scope {
    /// In each place.
    #[default]
    Place,
    /// In the level.
    Level,
}

impl Scope {
    /// Returns `true` for the scope of a pass whose author does not choose one.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The end of a level with foes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum LevelExit {
    /// The player reaches the goal.
    #[default]
    AtTheGoal,
    /// The last foe falls.
    AfterLastFoe,
}

impl LevelExit {
    /// Returns `true` for the exit of a level whose author does not choose one.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The cells on which variants are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Surface {
    /// Floor.
    #[default]
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

/// Returns `true` for the percentage of fire traps among the walls of a scrapyard in *Wasteland Kings*.
fn is_usual_trap(percent: &u32) -> bool {
    *percent == 14
}

fn is_pair(count: &u32) -> bool {
    *count == 2
}

fn is_false(value: &bool) -> bool {
    !*value
}

fn is_true(value: &bool) -> bool {
    *value
}

fn is_all(percent: &u32) -> bool {
    *percent == 100
}
