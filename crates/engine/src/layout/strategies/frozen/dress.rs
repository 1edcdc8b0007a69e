//! Gives held places other room templates of the same size, and other cards.
//!
//! In: a finished plan and the places that are held at their positions without being kept.
//! Out: the plan with new content in these places.
//! Guaranteed: routes and sockets in use stay as they are.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::{Rect, Seed};
use crate::layout::boards;
use crate::layout::drawing::RoomPlacement;
use crate::layout::input::outlets::TemplateExit;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::sizes;
use crate::layout::result::plan::{Plan, PlannedForm, PlannedPlace, PlannedSocket};
use crate::level::PlaceId;
use crate::rooms::RoomSet;

/// Gives these places new templates and cards, where others fit their passages.
///
/// If the cards cannot be laid, the boards of all places stay as they are.
pub(super) fn dress(
    mut plan: Plan,
    problem: &LayoutProblem,
    rooms: &[Arc<RoomSet>],
    held: &BTreeSet<PlaceId>,
    seed: Seed,
) -> Plan {
    for id in held {
        let Some(place) = plan.places.get_mut(id.index()) else { continue };
        let mut random = seed.child("rooms").numbered(u64::from(place.node.0)).stream();
        let other = sizes::other_room(problem, id.index(), place, rooms, &mut random);
        if let Some(other) = other {
            dress_as(place, other);
        }
    }
    let mut places = problem.places.clone();
    for (number, place) in places.iter_mut().enumerate() {
        // The boards of all other places stay as they are.
        place.kept = (!held.contains(&PlaceId::at(number))).then(Rect::default);
    }
    let mut laid = plan.clone();
    let around = problem.with_parts(places, problem.passages.clone());
    if boards::lay(&mut laid, &around, rooms, seed.child("cards")).is_empty() { laid } else { plan }
}

/// Gives a place another template. Its passages use the same sockets as before.
fn dress_as(place: &mut PlannedPlace, other: RoomPlacement) {
    let used = |cell| place.sockets.iter().find(|socket| socket.cell == cell)?.passage;
    let corner = place.core.min;
    let socket = |outlet: &TemplateExit| {
        let cell = corner + outlet.cell;
        PlannedSocket { cell, passage: used(cell) }
    };
    place.sockets = other.sockets.iter().map(socket).collect();
    place.form = PlannedForm::Room(other.room);
}
