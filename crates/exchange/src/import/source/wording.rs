//! The words of messages about a source, by the program that wrote it.
//!
//! All messages of this folder take their words from here.
//! Therefore the author of a table is never told to draw rectangles, and the author of a text never to name values.

use super::model::TileNoun;
use crate::base::Hint;

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
            Self::Tiled => "Draw rectangles of the class Room around the rooms of a larger map.",
            Self::Ldtk => "Draw entities named Room around the rooms of a larger level.",
            Self::Picture => "Leave a line of transparent pixels between rooms.",
            Self::Text | Self::Table => "Put a blank line between rooms.",
            Self::RexPaint => "Save each room as a file of its own.",
        }
    }

    /// Returns how an author explains the content of cells.
    pub fn explanation(self, noun: TileNoun) -> Hint {
        let (sentence, example) = match (self, noun) {
            (Self::Ldtk, TileNoun::Value) => {
                return Hint::new(
                    "Give values an identifier like Wall, Floor, Ground_water or Obstacle_pillar.",
                );
            }
            (Self::Ldtk, _) => return Hint::new("Give tiles an enum tag like Wall or Floor."),
            (Self::Tiled, _) => return Hint::new("Give tiles a class like Wall, Floor, Ground or Obstacle."),
            (Self::Picture, _) => ("Explain colours in a legend next to the picture.", "\"#2b2d3a\": Wall"),
            (Self::Text, _) => ("Explain characters in a legend next to the text.", "\"~\": Floor"),
            (Self::Table, TileNoun::Word) => {
                ("Explain words in a legend next to the table.", "\"water\": Floor")
            }
            (Self::Table, _) => ("Explain values in a legend next to the table.", "\"NAME:4-9\": Floor"),
            (Self::RexPaint, _) => {
                ("Explain characters in a legend next to the file.", "\"tag:#5f7f3a\": Floor")
            }
        };
        Hint::new(sentence).with_example(example)
    }

    /// Returns `true` if its author names layers.
    pub const fn has_layers(self) -> bool {
        match self {
            Self::Tiled | Self::Ldtk | Self::RexPaint => true,
            Self::Picture | Self::Text | Self::Table => false,
        }
    }

    /// Returns the fate of cells with unknown content, as a clause.
    pub const fn instead(self) -> &'static str {
        if self.has_layers() {
            "so its cells only have the content of other layers"
        } else {
            "so its cells are empty"
        }
    }

    /// Returns how an author names the content of cells.
    pub fn names(self) -> Hint {
        Hint::new(match self {
            Self::Tiled | Self::Ldtk => "Use a name, a class, a tag, a property or a number of a tile.",
            Self::Picture => "Write a colour as \"#2b2d3a\".",
            Self::Text | Self::RexPaint => "Write the character itself.",
            Self::Table => "Write the value as in the table, or as \"NAME:3\".",
        })
    }

    /// Returns how an author names a layer.
    pub fn layer_names(self) -> Hint {
        if self.has_layers() {
            return Hint::new("Use the layer's name from the source.");
        }
        let hint = Hint::new("Sources of this kind have no layers, so choose solid tiles by their names.");
        hint.with_options(vec!["--solid NAME".to_owned()])
    }
}

/// Returns how an author leaves empty cells within walls empty.
pub(super) fn leave_empty() -> Hint {
    let hint = Hint::new("Choose nothing for empty cells inside walls.");
    hint.with_options(vec!["--empty nothing".to_owned()])
}
