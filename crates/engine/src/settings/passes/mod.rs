//! Settings of populating passes: what is placed where after places are formed.
//!
//! The passes themselves live in `populate`. A level records their settings, so the types live in `delvewright-level`.
//! Here each setting is a line of [`parameters!`]: the check, the form in the window and renaming follow from it.

mod chests;
mod drawing;
mod dress;
mod epochs;
mod features;
mod foes;
mod way;

use serde::{Deserialize, Serialize};

use crate::base::{
    Choice, Choosable, Described, NameTable, Parameter, ParameterWalk, Parameters, TypeBody, TypeFacts,
    ValueShape, parameters, shape_of, variants_with,
};

pub use delvewright_level::{
    AlongTheWay, ChestSpots, Chests, ColonyEdge, CurvePoint, Dress, Epoch, EpochCells, Epochs, Features,
    FoeRow, Foes, LevelExit, PassKind, PassSettings, Scope, Surface, TileVariants, Variant, WallPieces,
};

/// Entities of the alphabet.
pub const ENTITY: NameTable = NameTable { table: "entities", noun: "entity", is_optional: false };
/// An entity of the alphabet, or none.
pub const OPTIONAL_ENTITY: NameTable = NameTable { is_optional: true, ..ENTITY };
/// Any number of entities of the alphabet.
pub const ENTITIES: NameTable = OPTIONAL_ENTITY;
/// Tiles of the alphabet.
pub const TILE: NameTable = NameTable { table: "tiles", noun: "tile", is_optional: false };
/// A tile of the alphabet, or none.
pub const OPTIONAL_TILE: NameTable = NameTable { is_optional: true, ..TILE };
/// Any number of tiles of the alphabet.
pub const TILES: NameTable = OPTIONAL_TILE;
/// Symbols of nodes.
pub const SYMBOLS: NameTable = NameTable { table: "nodes", noun: "node symbol", is_optional: true };

/// A pass, which places entities or tiles after the places are formed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    /// The name, unique among the passes of a grammar.
    ///
    /// It selects the random stream of the pass, and is recorded with everything that the pass places.
    pub name: String,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// See [`Pass::PASS`].
    #[described(facts = Pass::PASS)]
    pub pass: PassSettings,
    /// See `Pass::ON`.
    #[described(facts = Pass::ON)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// A pass that is not enabled is skipped. The other passes stay unchanged.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub enabled: bool,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_yes(enabled: &bool) -> bool {
    *enabled
}

impl Pass {
    /// The parameter of the pass settings.
    pub const PASS: Parameter =
        Parameter { field: "pass", name: "pass", tooltip: "The kind of the pass, with its settings." };
    const ON: Parameter = Parameter {
        field: "on",
        name: "on",
        tooltip: "The symbols whose places the pass works on. Without any it works on all places.",
    };

    /// Returns a pass on all places.
    pub fn new(name: impl Into<String>, pass: PassSettings) -> Self {
        Self { name: name.into(), notes: String::new(), pass, on: Vec::new(), enabled: true }
    }

    /// Returns `true` if the pass works on places of that symbol.
    pub fn works_on(&self, symbol: &str) -> bool {
        self.on.is_empty() || self.on.iter().any(|name| name == symbol)
    }
}

impl Parameters for Pass {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        walk.choice(&Self::PASS, &mut self.pass);
        walk.names(SYMBOLS, &Self::ON, &mut self.on);
    }
}

parameters! {
    /// The kind of a pass.
    for enum PassKind {
        /// Places chests at the farthest dead ends, or the farthest spots of walkers.
        Chests = "Chests",
        /// Places foes by chance, at a distance from the start, alone or in groups.
        Foes = "Foes",
        /// Places a number of entities with a minimum distance between them.
        Features = "Features",
        /// Draws other tiles on floors or walls, by weight.
        TileVariants = "Tile variants",
        /// Puts pieces of wall on floors, and turns walls into another tile.
        WallPieces = "Wall pieces",
        /// Marks the cells where an automaton on the floor stays alive.
        Epochs = "Epochs",
        /// Places entities along the way from the start to the goal.
        AlongTheWay = "Along the way",
        /// Decorates places and passages by their themes, with things that never block.
        Dress = "Dress",
    }
}

impl Described for PassSettings {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let variants = variants_with(|kind: &PassKind| match PassSettings::of(*kind) {
                PassSettings::Chests(chests) => shape_of(&chests),
                PassSettings::Foes(foes) => shape_of(&foes),
                PassSettings::Features(features) => shape_of(&features),
                PassSettings::TileVariants(variants) => shape_of(&variants),
                PassSettings::WallPieces(pieces) => shape_of(&pieces),
                PassSettings::Epochs(epochs) => shape_of(&epochs),
                PassSettings::AlongTheWay(way) => shape_of(&way),
                PassSettings::Dress(dress) => shape_of(&dress),
            });
            let meaning = "The kind of a pass, with its settings.";
            TypeFacts::new("PassSettings", &[meaning], TypeBody::Variants(variants))
        }
        ValueShape::Type("PassSettings", facts)
    }
}

impl Parameters for PassSettings {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        match self {
            Self::Chests(chests) => chests.walk(walk),
            Self::Foes(foes) => foes.walk(walk),
            Self::Features(features) => features.walk(walk),
            Self::TileVariants(variants) => variants.walk(walk),
            Self::WallPieces(pieces) => pieces.walk(walk),
            Self::Epochs(epochs) => epochs.walk(walk),
            Self::AlongTheWay(way) => way.walk(walk),
            Self::Dress(dress) => dress.walk(walk),
        }
    }
}

impl Choice for PassSettings {
    fn choices(&self) -> Vec<Choosable> {
        PassKind::default().choices()
    }

    fn label(&self) -> &'static str {
        self.kind().label()
    }

    fn choose(&mut self, label: &str) {
        let mut kind = self.kind();
        kind.choose(label);
        *self = Self::of(kind);
    }
}

parameters! {
    /// The area in which a number is counted.
    for enum Scope {
        /// The number applies to each place that the pass works on.
        Place = "In each place",
        /// The number applies to all these places together.
        Level = "In the level",
    }
}
