//! Kinds of diagnostics about the looks of tiles.

use crate::base::DiagnosticTable;

/// Mistakes in tile sheets and looks.
#[rustfmt::skip]
pub const LOOK_DIAGNOSTICS: DiagnosticTable = DiagnosticTable {
    title: "Tile sheets",
    moment: "These are found when a room set is loaded or checked. Tiles then have their default looks.",
    kinds: &[
        ("large-thing-in-parts", "A room shows parts of a thing that is drawn over several cells.", "Draw whole blocks, for example 3 × 2 equal characters for a great tent."),
        ("no-tile-sheet", "A look shows pieces of a sheet, but the set has none.", "Name a sheet, for example `sheet: (file: \"tiles.png\")`."),
        ("piece-outside-sheet", "A look shows a piece that the sheet does not have.", "Use a column and a row of the sheet, from 0."),
        ("uneven-sheet", "The size of the sheet is not a whole number of pieces.", "Correct `tile`, `margin` and `spacing`."),
        ("unknown-look", "A look names a tile that the program cannot draw.", "Use a word that it knows, for example water, grass or column."),
        ("unknown-tile-look", "A look is for a tile that no legend and no pass has.", "Correct the name, or delete the look."),
    ],
};
