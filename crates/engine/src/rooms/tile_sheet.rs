//! Tile sheets: looks of tiles chosen by the designer.
//!
//! A tile gets pieces of a room set's sheet, or a look of the program's own.

use serde::{Deserialize, Serialize};

use crate::base::{Number, Size, Unit};

/// A picture with tiles in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileSheet {
    /// A PNG, relative to the file of the room set: in the same folder or below.
    pub file: String,
    /// Width and height of a piece in pixels, see [`TileSheet::TILE`].
    #[serde(default = "usual_tile")]
    pub tile: (u32, u32),
    /// Distance of the first piece from the left and upper edge in pixels, see [`TileSheet::MARGIN`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub margin: u32,
    /// Distance between pieces in pixels, see [`TileSheet::SPACING`].
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
        Number::new("tile", "tile size", "Width and height of a piece of the sheet", Unit::None, 1..=128);
    /// The margin around all pieces.
    pub const MARGIN: Number = Number::new(
        "margin",
        "margin",
        "Pixels between the edges of the sheet and its first pieces",
        Unit::None,
        0..=64,
    );
    /// The space between pieces.
    pub const SPACING: Number =
        Number::new("spacing", "spacing", "Pixels between one piece and the next", Unit::None, 0..=64);

    /// Returns a sheet of that file with default settings.
    pub fn of_file(file: String) -> Self {
        Self { file, tile: usual_tile(), margin: 0, spacing: 0 }
    }

    /// Returns the size of a piece in pixels.
    pub const fn tile_size(&self) -> Size {
        Size::new(self.tile.0, self.tile.1)
    }
}

/// The look of a tile, chosen by the designer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TileChoice {
    /// The look that the program gives to a tile of this name.
    Like(String),
    /// One piece of the sheet: its column and row, from 0.
    Piece((u32, u32)),
    /// 16 pieces of the sheet, chosen by which of the four cells next to a tile have the same tile.
    Block16(SheetBlock),
    /// 47 pieces of the sheet, chosen by which of the eight cells around a tile have the same tile.
    Block47(SheetBlock),
}

/// Adjacent pieces of a sheet, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Block")]
pub struct SheetBlock {
    /// Column and row of the first piece, from 0.
    pub at: (u32, u32),
    /// Number of pieces in a row, from 1.
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
