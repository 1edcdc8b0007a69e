//! Drawing the size of one place again, where the first does not fit.

use std::sync::Arc;

use super::{Sized, cave, choose_placement, fits, hall, templates_for};
use crate::base::RandomStream;
use crate::layout::boards;
use crate::layout::outlets::wanted_kinds;
use crate::layout::plan::PlannedForm;
use crate::layout::problem::LayoutProblem;
use crate::mission::{Form, LayoutSettings, RoomSet, RoomTemplate};

/// The place with another size, where its form leaves a choice: another radius, other sides, another room. Rooms that a level may have only so often are drawn once; such a place keeps its room, but it may be turned.
pub(in super::super) fn draw_again(
    problem: &LayoutProblem,
    index: usize,
    sized: &Sized,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    random: &mut RandomStream,
) -> Sized {
    let place = &problem.places[index];
    match (&sized.form, place.form) {
        (PlannedForm::Cave { params, .. }, _) => cave(place, params, random),
        (PlannedForm::Hall, Form::Hall(params)) => hall(place, params, random),
        (PlannedForm::Cards(_), Form::Cards(params)) => {
            boards::size(place, params, rooms, random).unwrap_or_else(|_| sized.clone())
        }
        (PlannedForm::Hall | PlannedForm::Walkers { .. } | PlannedForm::Cards(_), _) => sized.clone(),
        (PlannedForm::Room(room), _) => {
            let is_scarce = room.template.at_most.is_some();
            let may_be_drawn = |template: &RoomTemplate| {
                let is_same = *template == *room.template;
                let is_plenty = template.at_most.is_none() && fits(template.size(), settings.spacing.into());
                if is_scarce { is_same } else { is_plenty }
            };
            let mut candidates = templates_for(place.symbol, rooms);
            candidates.retain(|(_, template)| may_be_drawn(template));
            let drawn = choose_placement(&candidates, &wanted_kinds(problem, index), &[], random);
            drawn.map_or_else(|| sized.clone(), Sized::from)
        }
    }
}
