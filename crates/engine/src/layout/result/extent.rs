//! Limits the number of cells of a level.
//!
//! In: the size of a level, or the forms of its places. Out: an error if it has more cells than the ceiling allows.
//! Forms are checked before anything is drawn, so that huge missions fail at once.

use crate::base::{Diagnostic, Hint, Size};
use crate::layout::drawing::{DirectLayoutFailure, LevelExcess};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::sizes::least_cells;
use crate::layout::input::spacing::LatticeSpacing;
use crate::settings::LayoutSettings;

impl LayoutProblem<'_> {
    /// Returns `true` if a level of this size has too many cells.
    pub fn is_too_large(&self, size: Size) -> bool {
        cells(size) > self.most_cells
    }

    /// Checks that a level of this many columns and rows is not too large.
    pub fn check_size(&self, columns: i32, rows: i32) -> Result<(), DirectLayoutFailure> {
        let size = Size::new(columns.unsigned_abs(), rows.unsigned_abs());
        if self.is_too_large(size) { Err(DirectLayoutFailure::TooLarge(size)) } else { Ok(()) }
    }

    /// Returns the error for a level that exceeds a limit.
    pub fn exceeded(&self, excess: LevelExcess) -> Diagnostic {
        let most = match excess {
            LevelExcess::Size(size) => return self.too_large(size),
            LevelExcess::Winding(most) => most,
        };
        let message = format!(
            "Without bridges, the passages would have to lead around the places at these sites more than {most} times."
        );
        Diagnostic::error("winds-too-far", message)
            .hint("Let passages cross.")
            .remedy(LayoutSettings::allow_bridges())
    }

    /// Returns the error for a level of this size.
    pub fn too_large(&self, size: Size) -> Diagnostic {
        let Size { width, height } = size;
        refused(&format!("{width} × {height} = {}", cells(size)), self.most_cells)
    }
}

/// Returns an error if the places alone have too many cells, whatever sizes are drawn for them.
pub(in crate::layout) fn check_places(
    problem: &LayoutProblem,
    spacing: LatticeSpacing,
) -> Option<Diagnostic> {
    let least: u64 = problem.places.iter().map(|place| least_cells(place.form, spacing)).sum();
    (least > problem.most_cells).then(|| refused(&format!("at least {least}"), problem.most_cells))
}

/// Returns the number of cells of a level of this size.
pub(in crate::layout) fn cells(size: Size) -> u64 {
    u64::from(size.width) * u64::from(size.height)
}

fn refused(cells: &str, most: u64) -> Diagnostic {
    let message = format!("The level would have {cells} cells, but at most {most} are possible.");
    let hint = Hint::new("Use fewer or smaller places.").with_ceiling(10);
    Diagnostic::error("level-too-large", message).hint(hint)
}
