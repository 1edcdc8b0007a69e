//! Reports levels that miss the wanted shape: places that do not mirror each other, and ends far from their sides.
//!
//! In: a plan. Out: notes, not errors, because a shape is a preference.

use super::ShapeOutline;
use crate::base::{Cell, Diagnostic, Direction, Rect, Severity};
use crate::layout::budget::outline::shortfall::{ENOUGH_PERCENT, FAR_PERCENT};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::result::plan::Plan;

/// Returns a note if the places of a plan should mirror each other, but few do.
pub(in crate::layout) fn check_symmetry(problem: &LayoutProblem, plan: &Plan) -> Option<Diagnostic> {
    let cores: Vec<Rect> = plan.places.iter().map(|place| place.core).collect();
    let outline = ShapeOutline::new(problem);
    if outline.images.is_empty() || !problem.is_free() {
        return None;
    }
    let (all, mirrored) = (cores.len(), outline.mirrored(&cores));
    if mirrored * 100 >= ENOUGH_PERCENT * all {
        return None;
    }
    let paired = outline.images.iter().flatten().count();
    let verb = if mirrored == 1 { "lies" } else { "lie" };
    let message = format!(
        "The level should be symmetric, but only {mirrored} of its {all} places {verb} on the axis or opposite a similar place."
    );
    let hint = if paired * 100 < ENOUGH_PERCENT * all {
        "Let rules make similar branches, which can mirror each other."
    } else {
        "Give similar places the same size."
    };
    Some(Diagnostic::new(Severity::Note, "hardly-symmetric", message).hint(hint))
}

/// Returns a note for the start and for the goal of a plan, if they lie far from their sides.
pub(in crate::layout) fn check_ends(problem: &LayoutProblem, plan: &Plan) -> Vec<Diagnostic> {
    let outline = ShapeOutline::new(problem);
    let cores = plan.places.iter().map(|place| place.core);
    let Some(bounds) = cores.reduce(Rect::union).filter(|_| problem.is_free()) else { return Vec::new() };
    let far = |(place, side): &(usize, Direction)| {
        let core = plan.places.get(*place)?.core;
        let (cells, all) = match side {
            Direction::North => (core.min.y - bounds.min.y, bounds.size.height),
            Direction::East => (bounds.right() - core.right(), bounds.size.width),
            Direction::South => (bounds.bottom() - core.bottom(), bounds.size.height),
            Direction::West => (core.min.x - bounds.min.x, bounds.size.width),
        };
        if 100 * cells.unsigned_abs() <= FAR_PERCENT * all {
            return None;
        }
        let message = format!(
            "{} should lie at the {} side, but {cells} of {all} cells are in between.",
            problem.name(*place),
            side.name()
        );
        let note = Diagnostic::new(Severity::Note, "far-from-side", message).hint("Try another seed.");
        Some(problem.about([*place], note))
    };
    outline.ends.iter().filter_map(far).collect()
}

impl ShapeOutline {
    /// Returns the number of places whose mirrored middles lie within the cores of their images.
    fn mirrored(&self, cores: &[Rect]) -> usize {
        let turned = |core: Rect| if self.is_upright() { core } else { core.transposed() };
        let cores: Vec<Rect> = cores.iter().map(|core| turned(*core)).collect();
        let Some(axis) = self.axis(|place| cores[place].center()) else { return 0 };
        let is_mirrored = |(place, image): &(usize, usize)| {
            let middle = cores[*place].center();
            cores[*image].contains(Cell::new(axis - middle.x, middle.y))
        };
        self.pairs().filter(is_mirrored).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Size;
    use crate::settings::{Mirror, Shape};

    #[test]
    fn places_are_counted_that_lie_on_their_images() {
        let shape = |symmetry| Shape { symmetry, ..Shape::default() };
        let outline = |symmetry| ShapeOutline {
            shape: shape(symmetry),
            ends: Vec::new(),
            images: vec![Some(0), Some(2), Some(1), Some(4), Some(3), None],
        };
        // 1 and 2 mirror each other about the column of 0; 4 lies too low for 3.
        let corners = [(20, 0), (10, 1), (30, 0), (5, 20), (36, 27), (20, 9)];
        let cores = corners.map(|(x, y)| Rect::new(Cell::new(x, y), Size::new(5, 5)));
        assert_eq!(outline(Mirror::LeftRight).mirrored(&cores), 3);
        let turned = cores.map(Rect::transposed);
        assert_eq!(outline(Mirror::TopBottom).mirrored(&turned), 3);
    }
}
