//! Draws a single place again: with another size, or with another room of equal size.
//!
//! In: a place as drawn before. Out: the place drawn again, which may be the same if its form leaves no choice.
//! Scarce rooms are never drawn again, so that no limit is exceeded.

use std::sync::Arc;

use super::{cave, choose_placement, fits, hall, placements, templates_for};
use crate::base::RandomStream;
use crate::layout::boards;
use crate::layout::drawing::{RoomPlacement, SizedPlace};
use crate::layout::input::outlets::{TemplateExit, outlets, wanted_kinds};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::result::plan::{PlannedForm, PlannedPlace, PlannedSocket};
use crate::mission::Form;
use crate::rooms::{RoomSet, RoomTemplate};
use crate::settings::LayoutSettings;

/// Returns the place with another size that its form allows: another radius, other sides, another room.
///
/// Scarce rooms are drawn only once, so a place with a scarce room keeps it, possibly in another orientation.
pub(in crate::layout) fn draw_again(
    problem: &LayoutProblem,
    index: usize,
    sized: &SizedPlace,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    random: &mut RandomStream,
) -> SizedPlace {
    let place = &problem.places[index];
    match (&sized.form, place.form) {
        (PlannedForm::Cave { params, .. }, _) => cave(place, params, random),
        (PlannedForm::Hall, Form::Hall(params)) => {
            hall(problem, index, params, settings.spacing.into(), random)
        }
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
            drawn.map_or_else(|| sized.clone(), SizedPlace::from)
        }
    }
}

/// Returns another room for a place that keeps its position, with the same sockets for its passages.
///
/// Returns `None` if the room is scarce or no other fits.
pub(in crate::layout) fn other_room(
    problem: &LayoutProblem,
    index: usize,
    place: &PlannedPlace,
    rooms: &[Arc<RoomSet>],
    random: &mut RandomStream,
) -> Option<RoomPlacement> {
    let PlannedForm::Room(room) = &place.form else { return None };
    if room.template.at_most.is_some() {
        return None;
    }
    let corner = place.core.min;
    let is_used = |outlet: &&TemplateExit| {
        let is_at = |socket: &PlannedSocket| socket.cell == corner + outlet.cell;
        place.sockets.iter().any(|socket| socket.passage.is_some() && is_at(socket))
    };
    let turned = |outlet: TemplateExit| outlet.turned(room.symmetry, room.template.size());
    let before: Vec<TemplateExit> = outlets(&room.set, &room.template).into_iter().map(turned).collect();
    let used: Vec<&TemplateExit> = before.iter().filter(is_used).collect();
    let wanted = wanted_kinds(problem, index);
    let fitting = templates_for(problem.places[index].symbol, rooms)
        .into_iter()
        .filter(|(_, template)| template.at_most.is_none());
    let placed = fitting.map(|(set, template)| {
        let mut placements_of_template = placements(set, template, &wanted);
        placements_of_template.retain(|other| {
            other.room.symmetry.size(template.size()) == place.core.size
                && used.iter().all(|outlet| other.sockets.contains(outlet))
        });
        (template.weight, placements_of_template)
    });
    let placed: Vec<(u32, Vec<RoomPlacement>)> =
        placed.filter(|(_, placements_of_template)| !placements_of_template.is_empty()).collect();
    let (_, placements_of_template) =
        placed.get(random.weighted(placed.iter().map(|(weight, _)| *weight).collect::<Vec<_>>())?)?;
    random.pick(placements_of_template).cloned()
}
