//! Places laid by walkers, one walk for each place.
//!
//! Input: claims with seals. Output: the floor that walkers laid is open, and the spots that are kept.
//! A place's open cells are connected, and only its own wild cells change. No place reads another one.
//!
//! The first walker begins on the heart of its place.
//! Walkers may step on all cells of the place that are not sealed, including its spines, which count as
//! floor.

use std::collections::{BTreeSet, VecDeque};

use super::super::claims::Claims;
use super::super::forming::{FormingStage, FormingWatcher};
use super::super::spots::PassSpot;
use super::super::work::{BudgetedWork, FormingBudget};
use super::plot::{PlacePlot, for_spans};
use super::walk::{WalkArea, WalkResult, walk_within};
use crate::base::{Adjacency, Cell, RandomStream};
use crate::mission::{KeptSpots, SpotKind, Walkers, WeaponSpots};

/// Maximum number of forming steps that show walkers.
const MOST_STAGES: u32 = 24;

/// Lets the walkers of these plots lay floor and returns the spots that are kept, plot by plot.
///
/// `places` is the number of all places; `same_owner` joins the claimed cells of each owner.
pub(super) fn lay(
    claims: &mut Claims,
    mut plots: Vec<(PlacePlot, &Walkers)>,
    places: usize,
    same_owner: &Adjacency,
    watcher: &mut FormingWatcher<'_>,
    work: &mut FormingBudget,
) -> Vec<PassSpot> {
    if plots.is_empty() {
        return Vec::new();
    }
    gather(&mut plots, places, claims, same_owner);
    let stop = work.stop();
    let mut walk = |(plot, params): &(PlacePlot, &Walkers)| walk_on(plot, params, work);
    let walks: Vec<WalkResult> = plots.iter().take_while(|_| !stop.is_stopped()).map(&mut walk).collect();
    let rounds = walks.iter().map(|walk| walk.rounds).max().unwrap_or(0);
    let stages = if watcher.is_recording() { MOST_STAGES } else { 1 };
    let rounds_per_stage = rounds.div_ceil(stages).max(1);
    for stage in 1..=rounds.div_ceil(rounds_per_stage) {
        let round = (stage * rounds_per_stage).min(rounds);
        for cell in walks.iter().flat_map(|walk| walk.floors_after(round)) {
            claims.open.set(*cell, true);
        }
        watcher.note(FormingStage::Walking(round), claims);
    }
    plots.iter().zip(walks).flat_map(|((plot, params), walk)| spots(claims, plot, params, walk)).collect()
}

/// Gathers the cells on which walkers may step.
fn gather(plots: &mut [(PlacePlot, &Walkers)], places: usize, claims: &Claims, same_owner: &Adjacency) {
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

fn walk_on(plot: &PlacePlot, params: &Walkers, work: &mut FormingBudget) -> WalkResult {
    let Some(bounds) = plot.bounds() else { return WalkResult::default() };
    let mut area = WalkArea::new(bounds);
    plot.spans().for_each(|(y, columns)| area.free(y, columns));
    let random = &mut plot.seed("walkers").stream();
    let walk = walk_within(params, area, plot.heart(), random, work.left(BudgetedWork::Walking));
    work.spend(BudgetedWork::Walking, walk.steps);
    walk
}

/// Returns the spots of a place that are kept, by kind.
///
/// A cell has at most one, and the first walker's cell has none.
fn spots(claims: &Claims, plot: &PlacePlot, params: &Walkers, walk: WalkResult) -> Vec<PassSpot> {
    let mut left = walk.spots;
    match params.weapons {
        WeaponSpots::AfterTurn | WeaponSpots::AtTurn => {}
        WeaponSpots::DeadEnds => {
            let weapons = dead_ends(claims, plot, &walk.floors).into_iter();
            left.extend(weapons.map(|cell| (SpotKind::Weapon, cell)));
        }
    }
    let mut random = plot.seed("walkers").child("spots").stream();
    let mut kept: Vec<PassSpot> = Vec::new();
    let mut taken: BTreeSet<Cell> = BTreeSet::new();
    for kind in SpotKind::ALL {
        let of_kind = left.iter().filter(|spot| spot.0 == kind).map(|spot| spot.1);
        let mut candidates: Vec<Cell> = of_kind.filter(|cell| *cell != plot.heart()).collect();
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

/// Returns the floors with floor on only one of their four sides, except on paths to other places.
///
/// If there is none, returns the floor with the longest path to the first walker's cell.
fn dead_ends(claims: &Claims, plot: &PlacePlot, floors: &[Cell]) -> Vec<Cell> {
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
