//! Refuses exports that would be too large, before any work is done.

use super::{ExportOptions, Format, MOST_PIXELS};
use crate::base::Size;
use crate::level::Level;
use crate::picture::{CellPixels, CellSide};

/// Maximum number of cells of an LDtk project. LDtk needs some 70 characters per tile, so a larger file takes
/// over a gigabyte.
const MOST_LDTK_CELLS: usize = 4_000_000;

/// Error for a level that is too large for the requested export.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum TooLargeExport {
    /// The picture would have too many pixels.
    #[error(
        "with cells of {cell} pixels, the picture would be {width} × {height} pixels, more than {MOST_PIXELS} in all; the largest cells that fit have {fits}"
    )]
    Pixels { cell: u32, width: u64, height: u64, fits: u32 },
    /// The level has too many cells for the format.
    #[error(
        "the level has {cells} cells, but an LDtk project holds at most {MOST_LDTK_CELLS}; export it as tmx, tmj or csv"
    )]
    LdtkCells { cells: usize },
    /// The pictures of its layers would have too many pixels.
    #[error(
        "the level has {cells} cells, but pictures of LDtk's simple export hold at most {most} cells of {px} pixels; choose smaller cells, or export it as ldtk, tmx or csv"
    )]
    LdtkPictures { cells: usize, most: u64, px: u32 },
}

/// Checks that an export takes at most some seconds and a gigabyte.
///
/// # Errors
/// If the level is too large for it.
pub fn check_export_size(
    level: &Level,
    format: Format,
    options: &ExportOptions,
) -> Result<(), TooLargeExport> {
    let size = level.tiles.size();
    match format {
        Format::Png => check_pixels(size, options.picture.cell),
        Format::Ldtk | Format::LdtkSimple if size.area() > MOST_LDTK_CELLS => {
            Err(TooLargeExport::LdtkCells { cells: size.area() })
        }
        Format::LdtkSimple => check_pictures(size, options),
        _ => Ok(()),
    }
}

/// Returns the left edges of levels next to each other, in pixels. Between two levels are some free cells.
pub(super) fn places_in_row(levels: &[&Level], pixels: u32) -> Vec<i64> {
    const GAP_CELLS: i64 = 4;
    let widths = levels.iter().map(|level| i64::from(level.tiles.size().width) + GAP_CELLS);
    let step = |left: &mut i64, width: i64| {
        let own = *left;
        *left += width * i64::from(pixels);
        Some(own)
    };
    widths.scan(0, step).collect()
}

/// Checks the pictures of layers, each of which has as many pixels as the whole picture.
fn check_pictures(size: Size, options: &ExportOptions) -> Result<(), TooLargeExport> {
    let px = options.picture.cell.map_or(CellSide::Medium, CellPixels::side).pixels();
    let most = MOST_PIXELS / u64::from(px).pow(2);
    if size.area() as u64 <= most {
        return Ok(());
    }
    Err(TooLargeExport::LdtkPictures { cells: size.area(), most, px })
}

/// Checks the size of a picture. Cells without a given size shrink to fit, so these always pass.
fn check_pixels(cells: Size, cell: Option<CellPixels>) -> Result<(), TooLargeExport> {
    let Some(cell) = cell.map(CellPixels::get) else { return Ok(()) };
    let pixels = |cell: u32| cells.area() as u64 * u64::from(cell).pow(2);
    if pixels(cell) <= MOST_PIXELS {
        return Ok(());
    }
    let (least, most) = CellPixels::RANGE;
    let fits = (least..=most).rev().find(|cell| pixels(*cell) <= MOST_PIXELS).unwrap_or(least);
    let [width, height] = [cells.width, cells.height].map(|side| u64::from(side) * u64::from(cell));
    Err(TooLargeExport::Pixels { cell, width, height, fits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_that_is_too_large_is_refused_with_the_cells_that_fit() {
        let size = Size::new(1976, 1887);
        let check = |cell| check_pixels(size, CellPixels::new(cell));
        assert_eq!(check_pixels(size, None), Ok(()));
        let error = check(64).unwrap_err();
        assert_eq!(error, TooLargeExport::Pixels { cell: 64, width: 126_464, height: 120_768, fits: 5 });
        assert_eq!(check(5), Ok(()));
        assert!(check(6).is_err());
    }
}
