//! Selects a difference and shows it in the middle of both levels.

use egui::Pos2;

use super::labels::middle_of;
use super::view::{CompareView, SelectedDifference};
use crate::base::Cell;
use crate::difference::{BeforeAfter, PlaceSide};
use crate::editor::command::Command;
use crate::editor::compared_side::ComparedSide;
use crate::editor::panes::context::PaneContext;
use crate::editor::work::comparer::LevelComparison;
use crate::level::{Level, PlaceId};

/// Selects an item, shows it in the middle of both levels, and selects its place in the level at hand.
pub(super) fn select(
    view: &mut CompareView,
    item: SelectedDifference,
    comparison: &LevelComparison,
    context: &mut PaneContext<'_>,
) {
    view.selected = Some(item);
    let difference = &comparison.difference;
    let middle = match item {
        SelectedDifference::Place(index) => {
            let sides = difference.places.get(index).map(|place| &place.sides);
            let own = sides.and_then(|sides| sides.after.as_ref());
            if view.sides[1] == ComparedSide::Shown {
                context.commands.extend(own.map(|side| Command::Select(Some(side.node))));
            }
            sides.and_then(|sides| middle_of_sides(sides, difference.shift))
        }
        SelectedDifference::Passage(index) => {
            let sides = difference.passages.get(index).map(|passage| &passage.sides);
            sides.and_then(|sides| match (&sides.before, &sides.after) {
                (Some(side), _) => {
                    middle_of_ends(&comparison.levels[0], [side.from, side.to], Cell::default())
                }
                (None, side) => {
                    let side = side.as_ref()?;
                    middle_of_ends(&comparison.levels[1], [side.from, side.to], difference.shift)
                }
            })
        }
        SelectedDifference::Entity(index) => {
            let sides = difference.entities.get(index).map(|entity| &entity.sides);
            sides.and_then(|sides| match (&sides.before, &sides.after) {
                (_, Some(side)) => Some(point_of(side.at - difference.shift)),
                (Some(side), None) => Some(point_of(side.at)),
                (None, None) => None,
            })
        }
    };
    if let Some(middle) = middle {
        view.camera.center_on(middle, view.room);
    }
}

fn point_of(cell: Cell) -> Pos2 {
    Pos2::new(cell.x as f32 + 0.5, cell.y as f32 + 0.5)
}

/// Returns the middle between the place before and the place after.
fn middle_of_sides(sides: &BeforeAfter<PlaceSide>, shift: Cell) -> Option<Pos2> {
    let before = sides.before.as_ref().map(|side| middle_of(side.bounds, Cell::default()));
    let after = sides.after.as_ref().map(|side| middle_of(side.bounds, shift));
    match (before, after) {
        (Some(before), Some(after)) => Some(before.lerp(after, 0.5)),
        (one, other) => one.or(other),
    }
}

/// Returns the middle between two places of a level.
fn middle_of_ends(level: &Level, ends: [PlaceId; 2], shift: Cell) -> Option<Pos2> {
    let [from, to] = ends.map(|id| level.place(id).map(|place| middle_of(place.bounds, shift)));
    Some(from?.lerp(to?, 0.5))
}
