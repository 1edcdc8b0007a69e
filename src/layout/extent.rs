//! How large a level may become.

use super::Misfit;
use super::problem::LayoutProblem;
use crate::base::{Ceilings, Diagnostic, Size};
use crate::mission::{Form, Spacing};

impl LayoutProblem<'_> {
    /// Is a level of this size refused?
    pub fn is_too_large(&self, size: Size) -> bool {
        cells(size) > self.most_cells
    }

    /// Is a level of so many columns and rows small enough to be made?
    pub fn check_size(&self, columns: i32, rows: i32) -> Result<(), Misfit> {
        let size = Size::new(columns.unsigned_abs(), rows.unsigned_abs());
        if self.is_too_large(size) { Err(Misfit::TooLarge(size)) } else { Ok(()) }
    }

    /// What is to be said about a level of such a size.
    pub fn too_large(&self, size: Size) -> Diagnostic {
        let Size { width, height } = size;
        refused(&format!("{width} × {height} = {}", cells(size)), self.most_cells)
    }
}

/// What is to be said if the places alone have too many cells, whatever is drawn for them.
pub(super) fn check_places(problem: &LayoutProblem, spacing: Spacing) -> Option<Diagnostic> {
    let square = |side: u32| u64::from(side) * u64::from(side);
    let of_form = |form: &Form| match form {
        Form::Hall(hall) => u64::from(hall.width.0) * u64::from(hall.height.0),
        // Where distances are constant, caves may reach into each other's land.
        Form::Cave(cave) if matches!(spacing, Spacing::Elastic { .. }) => square(2 * cave.radius.0 + 1),
        Form::Cave(_) | Form::Room(_) => 0,
    };
    let least: u64 = problem.places.iter().map(|place| of_form(place.form)).sum();
    (least > problem.most_cells).then(|| refused(&format!("at least {least}"), problem.most_cells))
}

fn cells(size: Size) -> u64 {
    u64::from(size.width) * u64::from(size.height)
}

fn refused(cells: &str, most: u64) -> Diagnostic {
    let message = format!("The level would have {cells} cells; {most} are the most.");
    let hint = format!(
        "make fewer places or smaller ones, join places that lie near each other, or place sites nearer to each other; {} 10 raises the ceiling",
        Ceilings::OPTION
    );
    Diagnostic::error("level-too-large", message).hint(hint)
}
