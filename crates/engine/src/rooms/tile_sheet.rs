//! Tile sheets: looks of tiles chosen by the designer.
//!
//! A tile gets pieces of a room set's sheet, or a look of the program's own.

use serde::{Deserialize, Serialize};

use crate::base::{Described, Number, Size, Unit};

/// A picture with tiles in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct TileSheet {
    /// The PNG file, as a path from the folder of the room set, with `/` between folders.
    pub file: String,
    /// See [`TileSheet::TILE`].
    #[described(facts = TileSheet::TILE)]
    #[serde(default = "usual_tile")]
    pub tile: (u32, u32),
    /// See [`TileSheet::MARGIN`].
    #[described(facts = TileSheet::MARGIN)]
    #[serde(default, skip_serializing_if = "is_zero")]
    pub margin: u32,
    /// See [`TileSheet::SPACING`].
    #[described(facts = TileSheet::SPACING)]
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spacing: u32,
}

fn usual_tile() -> (u32, u32) {
    (16, 16)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl TileSheet {
    /// Width or height of a piece.
    pub const TILE: Number =
        Number::new("tile", "tile size", "The width and height of a piece in pixels.", Unit::None, 1..=128);
    /// The margin around all pieces.
    pub const MARGIN: Number = Number::new(
        "margin",
        "margin",
        "The number of pixels between the edges of the sheet and its first pieces.",
        Unit::None,
        0..=64,
    );
    /// The space between pieces.
    pub const SPACING: Number = Number::new(
        "spacing",
        "spacing",
        "The number of pixels between one piece and the next.",
        Unit::None,
        0..=64,
    );

    /// Returns a sheet of that file with default settings.
    pub fn of_file(file: String) -> Self {
        Self { file, tile: usual_tile(), margin: 0, spacing: 0 }
    }

    /// Returns the size of a piece in pixels.
    pub const fn tile_size(&self) -> Size {
        Size::new(self.tile.0, self.tile.1)
    }
}

/// The look of a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum TileChoice {
    /// The look that the program gives to a tile of this name. With `floor` or `wall`, it is that of the level's own.
    Like(String),
    /// One piece of the sheet: its column and row, from 0.
    Piece((u32, u32)),
    /// A block of 16 pieces. The four cells next to a tile choose the piece.
    Block16(SheetBlock),
    /// A block of 47 pieces. The eight cells around a tile choose the piece.
    Block47(SheetBlock),
}

/// Adjacent pieces of a sheet, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Block")]
pub struct SheetBlock {
    /// The column and row of the first piece, from 0.
    pub at: (u32, u32),
    /// The number of pieces in a row, from 1.
    pub columns: u32,
}

impl SheetBlock {
    /// Returns column and row of the piece with that number; `None` if the block has no columns or the result
    /// overflows.
    pub fn piece(self, number: u32) -> Option<(u32, u32)> {
        let (left, top) = self.at;
        let right = number.checked_rem(self.columns)?;
        Some((left.checked_add(right)?, top.checked_add(number.checked_div(self.columns)?)?))
    }
}

impl TileChoice {
    /// Returns the positions of all pieces that the look uses.
    pub fn pieces(&self) -> impl Iterator<Item = Option<(u32, u32)>> {
        let (block, number) = match self {
            Self::Like(_) => (SheetBlock { at: (0, 0), columns: 1 }, 0),
            Self::Piece(at) => (SheetBlock { at: *at, columns: 1 }, 1),
            Self::Block16(block) => (*block, 16),
            Self::Block47(block) => (*block, 47),
        };
        (0..number).map(move |number| block.piece(number))
    }
}
