//! The words of messages about a source, by the program that wrote it.
//!
//! All messages of this folder take their words from here.
//! Therefore the author of a table is never told to draw rectangles, and the author of a text never to name values.

use super::model::TileNoun;

/// The kind of source that a project was read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SourceKind {
    /// A map of Tiled.
    #[default]
    Tiled,
    /// A project of LDtk.
    Ldtk,
    /// A picture.
    Picture,
    /// A plain text.
    Text,
    /// A table.
    Table,
    /// A file of REXPaint.
    RexPaint,
}

impl SourceKind {
    /// The noun for the source as a whole.
    pub const fn whole(self) -> &'static str {
        match self {
            Self::Tiled => "map",
            Self::Ldtk => "project",
            Self::Picture => "picture",
            Self::Text => "text",
            Self::Table => "table",
            Self::RexPaint => "file",
        }
    }

    /// The noun for one of several maps in it.
    pub const fn part(self) -> &'static str {
        match self {
            Self::Tiled => "map",
            Self::Ldtk => "level",
            Self::Picture => "picture",
            Self::Text | Self::Table => "room",
            Self::RexPaint => "file",
        }
    }

    /// Returns the noun for the content of cells.
    pub const fn noun(self) -> TileNoun {
        match self {
            Self::Tiled | Self::Ldtk => TileNoun::Tile,
            Self::Picture => TileNoun::Color,
            Self::Text | Self::RexPaint => TileNoun::Character,
            Self::Table => TileNoun::Value,
        }
    }

    /// Returns how an author draws the bounds of a room. `None` if the space between rooms bounds them.
    pub const fn bounds(self) -> Option<&'static str> {
        match self {
            Self::Tiled => Some("a rectangle of the class Room"),
            Self::Ldtk => Some("an entity named Room"),
            Self::Picture | Self::Text | Self::Table | Self::RexPaint => None,
        }
    }

    /// Returns how an author divides something too large into rooms.
    pub const fn parting(self) -> &'static str {
        match self {
            Self::Tiled => "draw rectangles of the class Room around the rooms of a larger map",
            Self::Ldtk => "draw entities named Room around the rooms of a larger level",
            Self::Picture => "leave a line of transparent pixels between rooms",
            Self::Text | Self::Table => "put a blank line between rooms",
            Self::RexPaint => "save each room as a file of its own",
        }
    }

    /// Returns how an author explains the content of cells.
    pub const fn explanation(self, noun: TileNoun) -> &'static str {
        match (self, noun) {
            (Self::Ldtk, TileNoun::Value) => {
                "give values an identifier like Wall, Floor, Ground_water or Obstacle_pillar; or explain them in a legend next to the project"
            }
            (Self::Ldtk, _) => {
                "give tiles an enum tag like Wall or Floor, or the custom data solid; or explain them in a legend next to the project"
            }
            (Self::Tiled, _) => {
                "give tiles a class like Wall, Floor, Ground or Obstacle, or the property solid; or explain them in a legend next to the map"
            }
            (Self::Picture, _) => {
                "explain colours in a legend next to the picture, for example \"#2b2d3a\": Wall"
            }
            (Self::Text, _) => {
                "explain characters in a legend next to the text, for example \"~\": Floor, or in a line of it, for example legend: ~ ground water"
            }
            (Self::Table, TileNoun::Word) => {
                "explain words in a legend next to the table, for example \"water\": Floor"
            }
            (Self::Table, _) => {
                "explain values in a legend next to the table, for example \"3\": Wall or \"NAME:4-9\": Floor"
            }
            (Self::RexPaint, _) => {
                "explain characters in a legend next to the file, for example \"~\": Floor, or by their colours, for example \"tag:#5f7f3a\": Floor"
            }
        }
    }

    /// Returns `true` if its author names layers.
    pub const fn has_layers(self) -> bool {
        match self {
            Self::Tiled | Self::Ldtk | Self::RexPaint => true,
            Self::Picture | Self::Text | Self::Table => false,
        }
    }

    /// Returns what cells with unknown content become.
    pub const fn instead(self) -> &'static str {
        if self.has_layers() {
            "so the cell only has the content of other layers"
        } else {
            "so the cell is empty"
        }
    }

    /// Returns how a name is compared with the content of cells.
    pub const fn names(self) -> &'static str {
        match self {
            Self::Tiled | Self::Ldtk => {
                "use a name, a class, a tag, a property or a number of a tile; case does not matter"
            }
            Self::Picture => "write a colour as \"#2b2d3a\"",
            Self::Text | Self::RexPaint => "write the character itself",
            Self::Table => "write the value as in the table, or as \"NAME:3\"",
        }
    }

    /// Returns how a layer is named.
    pub const fn layer_names(self) -> &'static str {
        match self.has_layers() {
            true => "use the layer's name from the source",
            false => "use --solid NAME, because sources of this kind have no layers",
        }
    }

    /// Returns how empty cells within walls stay empty.
    pub const fn leaves_empty(self) -> &'static str {
        match self {
            Self::Ldtk => "use \"LAYER:0\": Nothing in a legend, or --empty nothing, to leave them empty",
            Self::Tiled | Self::Picture | Self::Text | Self::Table | Self::RexPaint => {
                "use --empty nothing to leave them empty"
            }
        }
    }
}
