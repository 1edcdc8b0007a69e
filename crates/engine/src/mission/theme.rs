//! Themes in grammars: the facts about the settings that name them, and their patterns.
//!
//! The themes themselves are data of the crate `delvewright-level`, because levels record them.

use delvewright_level::{
    Color, DerivedProps, DerivedTheme, DoorStyle, FloorPattern, PropPosition, THEMES, ThemeLiquid, Value,
    WallPattern,
};

use super::{Alphabet, Attributes};
use crate::base::{
    Described, FieldFacts, NameTable, Parameter, TypeBody, TypeFacts, ValueShape, parameters, shape,
};

/// Themes: the built-in ones, and those that the alphabet derives.
pub const THEMES_TABLE: NameTable = NameTable { table: "themes", noun: "theme", is_optional: true };

/// The parameter of the theme of a grammar.
pub const THEME: Parameter = Parameter {
    field: "theme",
    name: "theme",
    tooltip: "The theme of all places without their own. It decides colours, patterns and decoration.",
};

/// The parameter of the theme of a symbol.
pub const SYMBOL_THEME: Parameter = Parameter {
    field: "theme",
    name: "theme",
    tooltip: "The theme, if it differs from the rest of the level. An attribute \"theme\" replaces it.",
};

/// Name of the attribute that chooses a theme.
pub const THEME_ATTRIBUTE: &str = "theme";

impl Alphabet {
    /// Returns the names of all themes, the built-in ones first.
    pub fn theme_names(&self) -> Vec<&str> {
        THEMES.iter().map(|theme| theme.name).chain(self.themes.keys().map(String::as_str)).collect()
    }

    /// Returns the theme that attributes name, if it is known, otherwise that of the symbol.
    pub fn theme_of<'a>(&'a self, symbol: &'a str, attributes: &'a Attributes) -> &'a str {
        match attributes.get(THEME_ATTRIBUTE) {
            Some(Value::Text(name)) if self.theme_names().contains(&name.as_str()) => name,
            _ => symbol,
        }
    }
}

impl Described for DerivedTheme {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let DerivedTheme {
                like: _,
                floor: _,
                stain: _,
                accent: _,
                wall_top: _,
                wall_face: _,
                void: _,
                liquid: _,
                floor_pattern: _,
                ground_pattern: _,
                wall_pattern: _,
                rock_pattern: _,
                water: _,
                door: _,
                props: _,
            } = DerivedTheme::default();
            let color = |name, meaning: &str| FieldFacts::new(name, &[meaning], shape::<Option<Color>>());
            let floor =
                |name, meaning: &str| FieldFacts::new(name, &[meaning], shape::<Option<FloorPattern>>());
            let wall =
                |name, meaning: &str| FieldFacts::new(name, &[meaning], shape::<Option<WallPattern>>());
            let liquid = shape::<Option<ThemeLiquid>>();
            let door = shape::<Option<DoorStyle>>();
            let props = ValueShape::Optional(Box::new(shape::<DerivedProps>()));
            let fields = vec![
                FieldFacts::new("like", &["The built-in theme that it changes."], shape::<String>()),
                color("floor", "The colour of bare floor."),
                color("stain", "The colour of worn or overgrown floor."),
                color("accent", "The colour of inlays and other details."),
                color("wall_top", "The colour of the tops of walls."),
                color("wall_face", "The colour of the faces of walls."),
                color("void", "The colour of the rock between places. That of the grammar's theme is used."),
                color("liquid", "The colour of water."),
                floor("floor_pattern", "The pattern of built floors, for example of halls and rooms."),
                floor("ground_pattern", "The pattern of dug floors, for example of caves."),
                wall("wall_pattern", "The pattern of built walls."),
                wall("rock_pattern", "The pattern of dug walls."),
                FieldFacts::new("water", &["The liquid that tiles of water become."], liquid),
                FieldFacts::new("door", &["The style of doors."], door),
                FieldFacts::new("props", &["The things that decorate its places."], props),
            ];
            let meaning = "A theme that changes parts of a built-in one. Everything else stays the same.";
            TypeFacts::new("DerivedTheme", &[meaning], TypeBody::Fields(fields))
        }
        ValueShape::Type("DerivedTheme", facts)
    }
}

/// Returns the name of the list of a position in files, and its meaning.
pub const fn prop_list(position: PropPosition) -> (&'static str, &'static str) {
    match position {
        PropPosition::Walls => ("walls", "Things along walls."),
        PropPosition::Corners => ("corners", "Things in corners."),
        PropPosition::Middle => ("middle", "Things in the middle of large floors."),
        PropPosition::Floors => ("floors", "Flat things anywhere on floors."),
        PropPosition::Caves => ("caves", "Things on the floor of caves."),
        PropPosition::Shores => ("shores", "Things next to water."),
        PropPosition::Large => ("large", "Things of several cells, in large places."),
        PropPosition::Lights => ("lights", "Lights on walls."),
    }
}

impl Described for DerivedProps {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let field = |position| {
                let (name, meaning) = prop_list(position);
                FieldFacts::new(name, &[meaning], shape::<Option<Vec<String>>>())
            };
            let fields = PropPosition::ALL.map(field).to_vec();
            let meaning = "Words for things of the catalogue of looks, the most frequent ones first.";
            TypeFacts::new("DerivedProps", &[meaning], TypeBody::Fields(fields))
        }
        ValueShape::Type("DerivedProps", facts)
    }
}

parameters! {
    /// The liquid that tiles of water become.
    for enum ThemeLiquid {
        /// Water of any colour.
        Water = "Water",
        /// Glowing lava.
        Lava = "Lava",
        /// Frozen water.
        Ice = "Ice",
    }
}

parameters! {
    /// The style of doors.
    for enum DoorStyle {
        /// Planks in a stone frame.
        Wood = "Wood",
        /// Iron plates with rivets.
        Iron = "Iron",
        /// A slab of the stone of the walls.
        Stone = "Stone slab",
        /// Bars.
        Grate = "Grate",
        /// Steel with a wheel and a strip of light.
        Bulkhead = "Bulkhead",
        /// A curtain in the accent colour.
        Curtain = "Curtain",
        /// Hanging vines.
        Vines = "Vines",
    }
}

parameters! {
    /// The pattern of a floor.
    for enum FloorPattern {
        /// Square slabs, whole or cut.
        Slabs = "Slabs",
        /// Bare earth with pebbles.
        Earth = "Earth",
        /// Irregular flagstones.
        Flags = "Flagstones",
        /// Round cobbles.
        Cobbles = "Cobbles",
        /// Rippled sand.
        Sand = "Sand",
        /// Metal plates with rivets.
        Plates = "Metal plates",
        /// Panels with seams and lights.
        Panels = "Panels",
        /// Boards side by side.
        Boards = "Boards",
        /// Parquet in a herringbone pattern.
        Parquet = "Parquet",
        /// Large polished slabs with inlays.
        Marble = "Marble",
        /// Ice with scratches.
        Ice = "Ice",
        /// Snow.
        Snow = "Snow",
        /// Dark rock with glowing cracks.
        Basalt = "Basalt",
        /// Grass with leaves and flowers.
        Grass = "Grass",
        /// Flagstones overgrown with moss.
        Moss = "Mossy flagstones",
        /// Loose stones.
        Gravel = "Gravel",
        /// Trampled dirt with scraps of metal.
        Scrap = "Scrap",
    }
}

parameters! {
    /// The pattern of the faces of walls.
    for enum WallPattern {
        /// Rows of bricks.
        Bricks = "Bricks",
        /// Bare rock.
        Rock = "Rock",
        /// Large hewn blocks.
        Blocks = "Blocks",
        /// Blocks with burial niches.
        Niches = "Burial niches",
        /// Fluted columns.
        Columns = "Columns",
        /// Panels with a strip of light.
        Panels = "Panels",
        /// Corrugated sheets of metal.
        Sheets = "Corrugated sheets",
        /// Posts and beams in front of rock.
        Timber = "Timber",
        /// Shelves full of books.
        Shelves = "Bookshelves",
        /// Trunks of trees.
        Trunks = "Trunks",
        /// Icicles in front of ice.
        Icicles = "Icicles",
        /// Columns of basalt with glowing cracks.
        Basalt = "Basalt",
        /// Bricks with a pipe.
        Pipes = "Pipes",
        /// Smooth clay with cracks.
        Clay = "Clay",
        /// Blocks with hanging moss.
        Moss = "Mossy blocks",
        /// Rock in layers.
        Strata = "Layers of rock",
    }
}
