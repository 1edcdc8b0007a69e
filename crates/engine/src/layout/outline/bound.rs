//! Reports a level that exceeds its bound: its size, the places that cause it, and remedies.
//!
//! In: a plan. Out: an error, if the plan is too large. It names the widest or highest row of places, and a pin
//! beyond the bound.

use crate::base::{Cell, Diagnostic, Rect, Size};
use crate::layout::budget::outline::bound::{FULL_PERCENT, MOST_NAMED};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::result::plan::Plan;
use crate::settings::{LayoutSettings, Spacing};

/// The code of the error that a level exceeds its bound.
pub(in crate::layout) const OUT_OF_BOUND: &str = "level-out-of-bound";

/// Returns an error if a plan exceeds the bound of its level.
pub(in crate::layout) fn check_bound(
    problem: &LayoutProblem,
    plan: &Plan,
    settings: &LayoutSettings,
) -> Option<Diagnostic> {
    let most = settings.shape.bound.size()?;
    let Size { width, height } = plan.size;
    let mut message =
        format!("The level has {width} × {height} cells, but its bound is {} × {}.", most.width, most.height);
    let mut named = Vec::new();
    let grounds: Vec<Rect> = plan.places.iter().map(|place| place.core).collect();
    let mut add = |part: &str, sizes: [u32; 2], relation: &str, grounds: &[Rect]| {
        let [size, bound] = sizes;
        if size <= bound {
            return;
        }
        let row = widest_row(grounds);
        let names: Vec<String> = row.iter().take(MOST_NAMED).map(|place| problem.name(*place)).collect();
        let more = row.len().saturating_sub(names.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let names = names.join(", ");
        message.push_str(&match row.as_slice() {
            [only] => format!(" Its {part} place is {names}, with {} cells.", grounds[*only].size.width),
            _ => format!(" At its {part} part, {names}{more} lie {relation}."),
        });
        named.extend(row);
    };
    add("widest", [width, most.width], "next to each other", &grounds);
    let turned: Vec<Rect> = grounds.iter().map(|ground| ground.transposed()).collect();
    add("highest", [height, most.height], "above each other", &turned);
    if width <= most.width && height <= most.height {
        return None;
    }
    let is_beyond = |at: Cell| at.x >= most.width as i32 || at.y >= most.height as i32;
    if let Some((place, pin)) = problem.pins().into_iter().find(|(_, pin)| is_beyond(pin.at)) {
        let name = problem.name(place);
        let at = plan.places.get(place).map_or(pin.at, |lies| pin.at + (lies.heart() - lies.core.center()));
        message.push_str(&format!(" {name} is pinned outside, at ({}, {}).", at.x, at.y));
        let found = Diagnostic::error(OUT_OF_BOUND, message);
        let found = found.hint("Pin it inside the bound.");
        return Some(problem.about([place], found));
    }
    let found = problem.about(named, Diagnostic::error(OUT_OF_BOUND, message));
    let cells = |size: Size| u64::from(size.width) * u64::from(size.height);
    let filled: u64 = grounds.iter().map(|ground| cells(ground.size)).sum();
    if filled * 100 > cells(most) * FULL_PERCENT {
        let all = cells(most);
        return Some(
            found.hint(format!("Raise the bound, which has {all} cells, while the places have {filled}.")),
        );
    }
    // A place has a wall on either side.
    let least = |side: fn(&Rect) -> u32| grounds.iter().map(side).max().unwrap_or(0) + 2;
    let least = Size::new(least(|ground| ground.size.width), least(|ground| ground.size.height));
    if least.width > most.width || least.height > most.height {
        let (width, height) = (least.width.max(most.width), least.height.max(most.height));
        return Some(found.hint(format!("Raise the bound to {width} × {height} or more.")));
    }
    Some(match settings.spacing {
        Spacing::Compact { .. } => found.hint("Try another seed."),
        Spacing::Elastic { .. } | Spacing::Fixed { .. } | Spacing::Sprawl { .. } => {
            found.hint("Make the spacing compact.").remedy(LayoutSettings::make_compact())
        }
    })
}

/// Returns `true` if a place lies at a pin beyond the bound. No level within the bound has it there.
pub(in crate::layout) fn is_pinned_beyond_bound(settings: &LayoutSettings, plan: &Plan) -> bool {
    let Some(most) = settings.shape.bound.size() else { return false };
    let beyond =
        settings.pins.iter().map(|pin| pin.at).filter(|(x, y)| *x >= most.width || *y >= most.height);
    let mut cells =
        beyond.filter_map(|(x, y)| Some(Cell::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?)));
    cells.any(|at| plan.places.iter().any(|place| place.heart() == at))
}

/// Returns the widest sequence of places that lie next to each other, from left to right.
fn widest_row(grounds: &[Rect]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..grounds.len()).collect();
    order.sort_by_key(|place| (grounds[*place].min.x, *place));
    // For each place: the width of the widest row that ends with it, and the place before it.
    let mut rows: Vec<(u32, Option<usize>)> = vec![(0, None); grounds.len()];
    for (number, &place) in order.iter().enumerate() {
        let ground = grounds[place];
        let is_before = |other: &&usize| {
            let other = grounds[**other];
            other.right() <= ground.min.x && other.min.y < ground.bottom() && ground.min.y < other.bottom()
        };
        let before = order[..number].iter().filter(is_before).max_by_key(|other| (rows[**other].0, **other));
        rows[place] = (ground.size.width + before.map_or(0, |other| rows[*other].0), before.copied());
    }
    let last = (0..grounds.len()).max_by_key(|place| (rows[*place].0, *place));
    let mut row: Vec<usize> = std::iter::successors(last, |place| rows[*place].1).collect();
    row.reverse();
    row
}
