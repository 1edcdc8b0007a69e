//! Places laid by walkers: their shapes become floor, round by round.
//!
//! Input: claims with the cores of these places. Output: the floors of each shape are open, and the spots that are
//! kept. The shape was walked before layout, so no walker takes a step here.
//! A place's open cells are connected, and only its own cells change. No place reads another one.

use std::collections::{BTreeSet, VecDeque};

use super::super::claims::Claims;
use super::super::forming::{FormingStage, FormingWatcher};
use super::super::spots::PassSpot;
use super::plot::PlacePlot;
use crate::base::{Cell, Direction, RandomStream};
use crate::layout::{PlannedForm, PlannedPlace};
use crate::level::Owner;
use crate::mission::{KeptSpots, SpotKind, Walkers, WeaponSpots};
use crate::place_shape::PlaceShape;

/// Maximum number of forming steps that show walkers.
const MOST_STAGES: u32 = 24;

/// Opens the floors of these places in the order in which walkers laid them.
pub(in super::super) fn open_floors<'a>(
    claims: &mut Claims,
    plots: impl Iterator<Item = &'a PlacePlot<'a>>,
    watcher: &mut FormingWatcher<'_>,
) {
    let mut asked = 0;
    let mut of_plot = |plot: &'a PlacePlot<'a>| {
        let (params, shape) = shape_of(plot.place)?;
        asked += u64::from(params.floors);
        Some((plot.owner(), plot.place.core.min, shape))
    };
    let shapes: Vec<(Owner, Cell, &PlaceShape)> = plots.filter_map(&mut of_plot).collect();
    let rounds = shapes.iter().map(|(.., shape)| shape.walk.rounds).max().unwrap_or(0);
    let stages = if watcher.is_recording() { MOST_STAGES } else { 1 };
    let rounds_per_stage = rounds.div_ceil(stages).max(1);
    let mut before = 0;
    for stage in 1..=rounds.div_ceil(rounds_per_stage) {
        let round = (stage * rounds_per_stage).min(rounds);
        for (owner, corner, shape) in &shapes {
            let done = shape.walk.floors_after(before).len();
            for floor in &shape.walk.floors_after(round)[done..] {
                claims.open_floor(shape.rect_of(*floor).moved(*corner), *owner);
            }
        }
        before = round;
        let laid: usize = shapes.iter().map(|(.., shape)| shape.walk.floors_after(round).len()).sum();
        let percent = (laid as u64 * 100 / asked.max(1)) as u32;
        watcher.note(FormingStage::Walking { rounds: round, percent }, claims);
    }
}

/// Returns the parameters and the shape of a place of walkers.
fn shape_of(place: &PlannedPlace) -> Option<(&Walkers, &PlaceShape)> {
    match &place.form {
        PlannedForm::Walkers { params, shape } => Some((params, shape)),
        PlannedForm::Cave { .. } | PlannedForm::Hall | PlannedForm::Room(_) | PlannedForm::Cards(_) => None,
    }
}

/// Returns the spots of a place that are kept, by kind; none unless it is a place of walkers.
///
/// A spot is the middle cell of a floor. A floor has at most one, and the first walker's floor has none.
pub(super) fn spots(claims: &Claims, plot: &PlacePlot) -> Vec<PassSpot> {
    let Some((params, shape)) = shape_of(plot.place) else { return Vec::new() };
    let mut left = shape.walk.spots.clone();
    match params.weapons {
        WeaponSpots::AfterTurn | WeaponSpots::AtTurn => {}
        WeaponSpots::DeadEnds => {
            let weapons = dead_ends(claims, plot.place.core.min, shape).into_iter();
            left.extend(weapons.map(|floor| (SpotKind::Weapon, floor)));
        }
    }
    let mut random = plot.seed("walkers").child("spots").stream();
    let mut kept: Vec<PassSpot> = Vec::new();
    let mut taken: BTreeSet<Cell> = BTreeSet::from([plot.heart()]);
    for kind in SpotKind::ALL {
        let of_kind = left.iter().filter(|spot| spot.0 == kind).map(|spot| spot.1);
        let mut candidates: Vec<Cell> =
            of_kind.map(|floor| plot.place.core.min + shape.middle_of(floor)).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.retain(|cell| !taken.contains(cell));
        match params.spots {
            KeptSpots::All => {}
            KeptSpots::Farthest { offset } => {
                let farthest = farthest(&candidates, plot.heart(), offset, &mut random);
                candidates.retain(|cell| Some(*cell) == farthest);
            }
        }
        taken.extend(&candidates);
        kept.extend(candidates.into_iter().map(|at| PassSpot { kind, at, place: plot.id }));
    }
    kept
}

/// Returns the floors with floor on only one of their four sides. A path to another place counts as floor.
///
/// If there is none, returns the floor with the longest path to the first one.
fn dead_ends(claims: &Claims, corner: Cell, shape: &PlaceShape) -> Vec<Cell> {
    let floors = &shape.walk.floors;
    let is_dead_end = |floor: &&Cell| {
        let rect = shape.rect_of(**floor).moved(corner);
        let is_open = |side: &Direction| {
            let beside = rect.moved(Cell::new(0, 0).step(*side)).cells();
            beside.filter(|cell| !rect.contains(*cell)).any(|cell| claims.open.get(cell))
        };
        Direction::ALL.iter().filter(|side| is_open(side)).count() == 1
    };
    let dead_ends: Vec<Cell> = floors.iter().filter(is_dead_end).copied().collect();
    if !dead_ends.is_empty() {
        return dead_ends;
    }
    let mut left: BTreeSet<Cell> = floors.iter().skip(1).copied().collect();
    let mut reached: VecDeque<Cell> = floors.first().copied().into_iter().collect();
    let mut farthest = None;
    while let Some(cell) = reached.pop_front() {
        reached.extend(cell.beside().filter(|near| left.remove(near)));
        farthest = Some(cell);
    }
    farthest.into_iter().collect()
}

/// Returns the cell with the greatest straight distance, after a random number up to `offset` cells is added
/// to each.
fn farthest(cells: &[Cell], from: Cell, offset: u32, random: &mut RandomStream) -> Option<Cell> {
    let hundredths = |cell: &Cell| {
        let (dx, dy) = (u64::from(cell.x.abs_diff(from.x)), u64::from(cell.y.abs_diff(from.y)));
        (10_000 * (dx * dx + dy * dy)).isqrt() + u64::from(random.range(0, 100 * offset))
    };
    let distances: Vec<u64> = cells.iter().map(hundredths).collect();
    let farthest = distances.iter().max()?;
    let index = distances.iter().position(|distance| distance == farthest)?;
    cells.get(index).copied()
}
