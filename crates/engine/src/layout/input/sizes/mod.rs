//! Draws the size of each place at random: radii, hall sizes and room templates.
//!
//! In: places, room sets, settings and a seed. Out: a size for each place, with diagnostics for those without one.
//! Guaranteed: random numbers depend on the node, so a change in one place does not affect others, unless rooms are
//! scarce.

mod misfits;
mod redraw;

use std::sync::Arc;

use super::outlets::{TemplateExit, are_enough, outlets, wanted_kinds};
use super::problem::{LayoutProblem, ProblemPlace, path_of};
use super::spacing::LatticeSpacing;
use super::template_budget::TemplateBudget;
use crate::base::{Diagnostic, Direction, RandomStream, Seed, Severity, Size, Symmetry};
use crate::layout::boards;
use crate::layout::drawing::{RoomPlacement, SizedPlace};
use crate::layout::input::context::{MissingRoomPolicy, STAND_IN};
use crate::layout::result::plan::{PlannedForm, PlannedRoom};
use crate::mission::{Cave, Form, Hall, Room, Walkers};
use crate::rooms::{RoomSet, RoomTemplate};
use crate::settings::LayoutSettings;

pub(in crate::layout) use misfits::larger_halls;
use misfits::{check_fits, no_room_fits, no_room_left};

pub(in crate::layout) use self::redraw::{draw_again, other_room};

/// The code of the error that no template exists for a place, or that none has enough sockets.
pub(in crate::layout) const NO_ROOM: &str = "no-room";
/// The code of the error that a place does not fit the scale.
pub(in crate::layout) const TOO_LARGE: &str = "too-large";

/// Returns the minimum number of cells that such a place takes.
///
/// It is 0 if nothing is known: rooms may have any size, and with constant scale caves may overlap others.
pub(in crate::layout) fn least_cells(form: &Form, spacing: LatticeSpacing) -> u64 {
    match (form, spacing) {
        (Form::Hall(hall), _) => u64::from(hall.width.0) * u64::from(hall.height.0),
        (Form::Cave(cave), LatticeSpacing::Elastic { .. }) => square_around(cave.radius.0.max(cave.clearing)),
        (Form::Walkers(walkers), _) => walkers.least_cells(),
        // With a constant scale, caves may reach into the ground of others.
        (Form::Cave(_), LatticeSpacing::Fixed { .. }) | (Form::Room(_), _) => 0,
        (Form::Cards(params), _) => boards::least_cells(params),
    }
}

/// Returns the number of cells of a square that reaches this far from its middle.
fn square_around(reach: u32) -> u64 {
    (2 * u64::from(reach) + 1).pow(2)
}

/// Draws the size of every place.
///
/// A place without a possible size gets a diagnostic, and the core of a cave or a hall as a stand-in.
pub(in crate::layout) fn draw(
    problem: &LayoutProblem,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
) -> (Vec<SizedPlace>, Vec<Diagnostic>) {
    draw_around(problem, rooms, settings, seed, &vec![None; problem.places.len()])
}

/// Draws the sizes of places, except those of `kept`, which stay as they are.
pub(in crate::layout) fn draw_around(
    problem: &LayoutProblem,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    kept: &[Option<SizedPlace>],
) -> (Vec<SizedPlace>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut suitable = suitable(problem, rooms, settings, seed);
    let is_kept = |(_, kept): &(_, &Option<SizedPlace>)| kept.is_some();
    suitable.iter_mut().zip(kept).filter(is_kept).for_each(|(choices, _)| choices.clear());
    let mut budget = TemplateBudget::new(suitable);
    kept.iter().flatten().filter_map(|kept| kept.form.room()).for_each(|room| budget.take(room));
    let sizes = problem
        .places
        .iter()
        .enumerate()
        .map(|(index, place)| {
            if let Some(Some(kept)) = kept.get(index) {
                return kept.clone();
            }
            // The seed depends on the node, so a change in one place does not affect the others.
            let mut random = seed.numbered(u64::from(place.node.0)).stream();
            let sized = match place.form {
                Form::Cave(params) => Ok(cave(place, params, &mut random)),
                Form::Hall(params) => Ok(hall(problem, index, params, settings.spacing.into(), &mut random)),
                Form::Walkers(params) => Ok(walkers(place, params)),
                Form::Cards(params) => boards::size(place, params, rooms, &mut random),
                Form::Room(params) => room(problem, index, params, rooms, settings, &mut budget, &mut random),
            };
            let sized = sized.unwrap_or_else(|mistake| match problem.stand_ins {
                MissingRoomPolicy::Never => {
                    diagnostics.push(*mistake);
                    cave(place, &Cave::default(), &mut random)
                }
                MissingRoomPolicy::Halls => {
                    diagnostics.push(stand_in_for(*mistake));
                    stand_in(problem, index, settings.spacing.into(), &mut random)
                }
            });
            diagnostics.extend(check_fits(problem, index, &sized, settings));
            sized
        })
        .collect();
    (sizes, diagnostics)
}

fn cave(place: &ProblemPlace, params: &Cave, random: &mut RandomStream) -> SizedPlace {
    let side = place.least_side().max(2 * params.clearing + 1);
    let (least, most) = params.radius;
    let form = PlannedForm::Cave { radius: random.range(least, most), params: params.clone() };
    SizedPlace::without_sockets(Size::new(side, side), form)
}

/// Draws the size of a hall. Halls with many passages may become larger than their form allows.
fn hall(
    problem: &LayoutProblem,
    index: usize,
    params: &Hall,
    spacing: LatticeSpacing,
    random: &mut RandomStream,
) -> SizedPlace {
    let width = random.range(params.width.0, params.width.1);
    let height = random.range(params.height.0, params.height.1);
    let size = with_room_for_passages(problem, index, Size::new(width, height), spacing);
    SizedPlace::without_sockets(size, PlannedForm::Hall)
}

/// Returns the size of a hall, enlarged if its passages would touch otherwise.
///
/// Up to four passages stay apart at a side of three cells. A single one always does, and so do straight ones
/// at constant scale.
fn with_room_for_passages(
    problem: &LayoutProblem,
    index: usize,
    drawn: Size,
    spacing: LatticeSpacing,
) -> Size {
    let place = &problem.places[index];
    let (degree, side) = (place.degree(), place.least_side());
    if degree > Direction::ALL.len() {
        return Size::new(drawn.width.max(side), drawn.height.max(side));
    }
    let is_straight = || matches!(spacing, LatticeSpacing::Fixed { .. }) && problem.leaves_straight(index);
    let is_enough = degree <= 1 || drawn.width.max(drawn.height) >= side || is_straight();
    if is_enough { drawn } else { Size::new(side, drawn.height) }
}

/// Draws a hall as a stand-in for a room. With a constant scale, it fits if possible.
fn stand_in(
    problem: &LayoutProblem,
    index: usize,
    spacing: LatticeSpacing,
    random: &mut RandomStream,
) -> SizedPlace {
    let plain = Hall::default();
    let most = match spacing {
        LatticeSpacing::Fixed { scale } => scale.saturating_sub(1).max(1),
        LatticeSpacing::Elastic { .. } => u32::MAX,
    };
    let within = |(least, greatest): (u32, u32)| (least.min(most), greatest.min(most));
    let params = Hall { width: within(plain.width), height: within(plain.height) };
    hall(problem, index, &params, spacing, random)
}

/// Turns the error about a place into the warning that a hall stands in.
fn stand_in_for(mistake: Diagnostic) -> Diagnostic {
    let message = format!("{} A plain hall replaces it.", mistake.message);
    Diagnostic { severity: Severity::Warning, code: STAND_IN, message, ..mistake }
}

/// Returns the size of the shape that walkers have laid.
fn walkers(place: &ProblemPlace, params: &Walkers) -> SizedPlace {
    let shape = place.shape.clone().expect("shapes are made before sizes are drawn");
    let form = PlannedForm::Walkers { params: params.clone(), shape };
    SizedPlace::without_sockets(place.shape.as_ref().map_or_else(Size::default, |shape| shape.size), form)
}

/// Returns the suitable templates of each place that becomes a room. All are empty if no template is scarce.
fn suitable<'a>(
    problem: &LayoutProblem,
    rooms: &'a [Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
) -> Vec<Vec<TemplateCandidate<'a>>> {
    let is_scarce = rooms.iter().flat_map(|set| &set.rooms).any(|template| template.at_most.is_some());
    let of_place = |(index, place): (usize, &ProblemPlace)| {
        // This repeats the first random number of the place.
        let becomes_room = |params: &Room| {
            !params.is_sometimes_a_cave()
                || seed.numbered(u64::from(place.node.0)).stream().chance(params.chance_percent)
        };
        let Some(params) = place.form.room() else { return Vec::new() };
        if !is_scarce || !becomes_room(params) {
            return Vec::new();
        }
        let wanted = wanted_kinds(problem, index);
        let would_do = |(set, template): &TemplateCandidate| {
            fits(template.size(), settings.spacing.into()) && !placements(set, template, &wanted).is_empty()
        };
        templates_for(place.symbol, rooms).into_iter().filter(would_do).collect()
    };
    problem.places.iter().enumerate().map(of_place).collect()
}

fn room<'a>(
    problem: &LayoutProblem,
    index: usize,
    params: &Room,
    rooms: &'a [Arc<RoomSet>],
    settings: &LayoutSettings,
    budget: &mut TemplateBudget<'a>,
    random: &mut RandomStream,
) -> Result<SizedPlace, Box<Diagnostic>> {
    let place = &problem.places[index];
    if params.is_sometimes_a_cave() && !random.chance(params.chance_percent) {
        return Ok(cave(place, &params.otherwise.clone().unwrap_or_default(), random));
    }
    let candidates = templates_for(place.symbol, rooms);
    if candidates.is_empty() {
        return Err(Box::new(
            Diagnostic::error(NO_ROOM, format!("No room set has a room for \"{}\".", place.symbol))
                .about(path_of(place.symbol))
                .hint("Add one."),
        ));
    }
    let fitting: Vec<TemplateCandidate> = candidates
        .iter()
        .copied()
        .filter(|(_, template)| fits(template.size(), settings.spacing.into()))
        .collect();
    if fitting.is_empty() {
        return Err(Box::new(no_room_fits(problem, index, &candidates)));
    }
    let available = budget.available(index, &fitting);
    let placement =
        choose_placement(&available, &wanted_kinds(problem, index), &needed_sides(problem, index), random)
            .ok_or_else(|| no_room_left(problem, index, &budget.used_up(index)))?;
    budget.take(&placement.room);
    Ok(placement.into())
}

/// A template and its set.
pub(in crate::layout) type TemplateCandidate<'a> = (&'a Arc<RoomSet>, &'a RoomTemplate);

fn templates_for<'a>(symbol: &str, rooms: &'a [Arc<RoomSet>]) -> Vec<TemplateCandidate<'a>> {
    let of_set = |set: &'a Arc<RoomSet>| set.rooms.iter().map(move |template| (set, template));
    rooms
        .iter()
        .flat_map(of_set)
        .filter(|(_, room)| room.symbol == symbol && room.weight > 0 && room.card.is_none())
        .collect()
}

/// Chooses a template by weight, and an orientation of it.
///
/// Orientations with sockets on all needed sides are preferred, so that corridors need not wind around the room.
fn choose_placement(
    fitting: &[TemplateCandidate],
    wanted: &[Option<&str>],
    needed: &[Direction],
    random: &mut RandomStream,
) -> Option<RoomPlacement> {
    // The weight belongs to the template, however many orientations are possible.
    let all: Vec<(u32, Vec<RoomPlacement>)> =
        fitting.iter().map(|(set, template)| (template.weight, placements(set, template, wanted))).collect();
    let facing: Vec<(u32, Vec<RoomPlacement>)> = all
        .iter()
        .map(|(weight, placements)| {
            (*weight, placements.iter().filter(|placement| faces(placement, needed)).cloned().collect())
        })
        .collect();
    let weights = |placements: &[(u32, Vec<RoomPlacement>)]| -> Vec<u32> {
        placements
            .iter()
            .map(|(weight, placements)| if placements.is_empty() { 0 } else { *weight })
            .collect()
    };
    [facing, all].iter().find_map(|choice| {
        let (_, placements) = choice.get(random.weighted(weights(choice))?)?;
        random.pick(placements).cloned()
    })
}

/// Returns the sides on which passages of a place leave, if sites determine them.
fn needed_sides(problem: &LayoutProblem, index: usize) -> Vec<Direction> {
    let place = &problem.places[index];
    let Some(here) = place.site else { return Vec::new() };
    place
        .passages
        .iter()
        .filter_map(|passage| problem.places[problem.passages[*passage].other(index)].site)
        .filter_map(|there| match ((there.x - here.x).signum(), (there.y - here.y).signum()) {
            (0, -1) => Some(Direction::North),
            (1, 0) => Some(Direction::East),
            (0, 1) => Some(Direction::South),
            (-1, 0) => Some(Direction::West),
            _ => None,
        })
        .collect()
}

fn faces(placement: &RoomPlacement, needed: &[Direction]) -> bool {
    needed.iter().all(|side| placement.sockets.iter().any(|outlet| outlet.out == *side))
}

/// Returns all orientations of a template that have enough sockets for passages of these kinds.
fn placements(set: &Arc<RoomSet>, template: &RoomTemplate, wanted: &[Option<&str>]) -> Vec<RoomPlacement> {
    let size = template.size();
    let drawn = outlets(set, template);
    let is_enough = |sockets: &[TemplateExit]| {
        let exits = sockets.iter().map(|outlet| (outlet.exit(), outlet.kind.as_deref()));
        are_enough(exits, wanted, Vec::new())
    };
    let mut copy: Option<Arc<RoomTemplate>> = None;
    Symmetry::allowed(template.turns, template.flips)
        .map(|symmetry| {
            let sockets: Vec<TemplateExit> =
                drawn.iter().map(|outlet| outlet.turned(symmetry, size)).collect();
            (symmetry, sockets)
        })
        .filter(|(_, sockets)| is_enough(sockets))
        .map(|(symmetry, sockets)| {
            let template = Arc::clone(copy.get_or_insert_with(|| Arc::new(template.clone())));
            RoomPlacement { room: PlannedRoom { set: Arc::clone(set), template, symmetry }, sockets }
        })
        .collect()
}

fn fits(size: Size, spacing: LatticeSpacing) -> bool {
    match spacing {
        LatticeSpacing::Fixed { scale } => size.width.max(size.height) < scale,
        LatticeSpacing::Elastic { .. } => true,
    }
}
