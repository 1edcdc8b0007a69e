//! Places that walkers lay, one walk a place.
//!
//! In: claims with seals. Out: the floor that walkers laid is open; of the spots that they left, those that are kept.
//! Guaranteed: a place's open cells are connected; only wild cells of its own change.
//!
//! The first walker begins on the heart of its place. Walkers may step on all cells of the place that are not sealed, the spines among them, and count as floor what they step on. No place looks at another one.

use std::collections::{BTreeSet, VecDeque};

use super::super::claims::Claims;
use super::super::forming::{FormingStage, Watcher};
use super::super::spots::Spot;
use super::plot::{Plot, for_spans};
use super::walk::{Walk, WalkArea, walk};
use crate::base::{Adjacency, Cell, RandomStream, StopToken};
use crate::mission::{KeptSpots, SpotKind, Walkers, WeaponSpots};

/// How many steps of a forming show walkers, at most.
const MOST_STAGES: usize = 24;

/// Lets the walkers of these plots lay floor; gives back the spots that are kept, plot by plot.
///
/// `places` is the number of all places; `same_owner` joins the claimed cells of each owner.
pub(super) fn lay(
    claims: &mut Claims,
    mut plots: Vec<(Plot, &Walkers)>,
    places: usize,
    same_owner: &Adjacency,
    watcher: &mut Watcher<'_>,
    stop: &StopToken,
) -> Vec<Spot> {
    if plots.is_empty() {
        return Vec::new();
    }
    gather(&mut plots, places, claims, same_owner);
    let walks: Vec<Walk> =
        plots.iter().take_while(|_| !stop.is_stopped()).map(|(plot, params)| walk_on(plot, params)).collect();
    let rounds = walks.iter().map(|walk| walk.rounds.len()).max().unwrap_or(0);
    let stages = if watcher.is_recording() { MOST_STAGES } else { 1 };
    let rounds_per_stage = rounds.div_ceil(stages).max(1);
    for round in (0..rounds.next_multiple_of(rounds_per_stage)).step_by(rounds_per_stage) {
        let round = (round + rounds_per_stage).min(rounds);
        for cell in walks.iter().flat_map(|walk| floors_after(walk, round)) {
            claims.open.set(*cell, true);
        }
        watcher.note(FormingStage::Walking(round as u32), claims);
    }
    plots.iter().zip(walks).flat_map(|((plot, params), walk)| spots(claims, plot, params, walk)).collect()
}

/// Gathers the cells on which walkers may step.
fn gather(plots: &mut [(Plot, &Walkers)], places: usize, claims: &Claims, same_owner: &Adjacency) {
    let mut of_places = vec![None; places];
    for (index, (plot, _)) in plots.iter().enumerate() {
        of_places[plot.id.index()] = Some(index);
    }
    let mut passable = claims.wild.clone();
    passable.add(&claims.open);
    for_spans(&claims.owners, &passable, same_owner, |place, y, columns| {
        if let Some(index) = of_places[place.index()] {
            plots[index].0.gather(y, columns);
        }
    });
}

fn walk_on(plot: &Plot, params: &Walkers) -> Walk {
    let Some(bounds) = plot.bounds() else { return Walk::default() };
    let mut area = WalkArea::new(bounds);
    plot.spans().for_each(|(y, columns)| area.free(y, columns));
    walk(params, area, plot.heart(), &mut plot.seed("walkers").stream())
}

/// The floors that lie after so many rounds, one or more; all of them once the walk has ended.
fn floors_after(walk: &Walk, rounds: usize) -> &[Cell] {
    let going_on = walk.rounds.get(rounds - 1).filter(|_| rounds < walk.rounds.len());
    &walk.floors[..going_on.map_or(walk.floors.len(), |count| *count as usize)]
}

/// The spots of a place that are kept, by kind; at most one on a cell, and none on that of the first walker.
fn spots(claims: &Claims, plot: &Plot, params: &Walkers, walk: Walk) -> Vec<Spot> {
    let mut left = walk.spots;
    match params.weapons {
        WeaponSpots::AfterTurn | WeaponSpots::AtTurn => {}
        WeaponSpots::DeadEnds => {
            let weapons = dead_ends(claims, plot, &walk.floors).into_iter();
            left.extend(weapons.map(|cell| (SpotKind::Weapon, cell)));
        }
    }
    let mut random = plot.seed("walkers").child("spots").stream();
    let mut kept: Vec<Spot> = Vec::new();
    for kind in SpotKind::ALL {
        let of_kind = left.iter().filter(|spot| spot.0 == kind).map(|spot| spot.1);
        let mut candidates: Vec<Cell> = of_kind.filter(|cell| *cell != plot.heart()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.retain(|cell| kept.iter().all(|spot| spot.at != *cell));
        match params.spots {
            KeptSpots::All => {}
            KeptSpots::Farthest { offset } => {
                let farthest = farthest(&candidates, plot.heart(), offset, &mut random);
                candidates.retain(|cell| Some(*cell) == farthest);
            }
        }
        kept.extend(candidates.into_iter().map(|at| Spot { kind, at, place: plot.id }));
    }
    kept
}

/// The floors with floor on one of their four sides only, but for those on ways to other places; where there is none, the floor farthest on foot from the first walker.
fn dead_ends(claims: &Claims, plot: &Plot, floors: &[Cell]) -> Vec<Cell> {
    let is_dead_end = |cell: &&Cell| {
        claims.wild.get(**cell) && cell.beside().filter(|near| claims.open.get(*near)).count() == 1
    };
    let dead_ends: Vec<Cell> = floors.iter().filter(is_dead_end).copied().collect();
    if !dead_ends.is_empty() {
        return dead_ends;
    }
    let mut left: BTreeSet<Cell> = floors.iter().copied().collect();
    left.remove(&plot.heart());
    let mut reached = VecDeque::from([plot.heart()]);
    let mut farthest = None;
    while let Some(cell) = reached.pop_front() {
        reached.extend(cell.beside().filter(|near| left.remove(near)));
        farthest = Some(cell);
    }
    farthest.into_iter().collect()
}

/// The cell farthest from another one as the crow flies, once up to `offset` cells are added to each distance.
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
