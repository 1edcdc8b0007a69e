//! Caves: random fill, then smoothing by a cellular automaton, then what came loose is filled in or tunnelled to.
//!
//! In: claims with seals. Out: every wild cell of a cave is open or solid.
//! Guaranteed: a cave's open cells hang together; only wild cells change.
//! Not guaranteed: any size; a cave may shrink to the ways through it.
//!
//! Caves that are joined openly grow together: one sweep goes over all caves, each cell by its own cave's rule.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use super::super::automaton::{
    SmoothedRegion, SmoothingRule, is_open_next, smooth_in_grid_order, smooth_synchronously,
};
use super::super::claims::{Claims, place_owner};
use super::super::forming::{FormingStage, Watcher};
use crate::base::{BitGrid, Cell, Components, Joins, Seed, masks_of_run, runs_of_equal};
use crate::layout::{Plan, PlannedForm};
use crate::mission::{Cave, Detached, Movement, UpdateOrder};

/// Grows all caves of a plan.
///
/// `alike` joins the claimed cells of each owner.
pub(in super::super) fn grow(
    claims: &mut Claims,
    plan: &Plan,
    movement: Movement,
    alike: &Joins,
    seed: Seed,
    watcher: &mut Watcher,
) {
    let caves = wild_caves(claims, plan, seed);
    for cave in &caves {
        fill(claims, cave);
    }
    watcher.note(FormingStage::Fill, claims);
    smooth(claims, &caves, watcher);
    fill_in_detached(claims, &caves, alike);
    let mut attached = BitGrid::empty(plan.size);
    for cave in caves.iter().filter(|cave| cave.params.detached == Detached::Tunnel) {
        tunnel_to_detached(claims, cave, movement, &mut attached);
    }
    watcher.note(FormingStage::Loose, claims);
}

/// A cave on its way.
struct Grown<'a> {
    owner: i32,
    heart: Cell,
    params: &'a Cave,
    /// Its wild cells, row by row.
    runs: Vec<WildRun>,
    seed: Seed,
}

struct WildRun {
    y: u32,
    columns: Range<u32>,
}

impl Grown<'_> {
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let row = |run: &WildRun| {
            let y = run.y as i32;
            run.columns.clone().map(move |x| Cell::new(x as i32, y))
        };
        self.runs.iter().flat_map(row)
    }
}

fn wild_caves<'a>(claims: &Claims, plan: &'a Plan, seed: Seed) -> Vec<Grown<'a>> {
    let mut runs: Vec<Vec<WildRun>> = plan.places.iter().map(|_| Vec::new()).collect();
    for y in 0..plan.size.height {
        let owners = claims.owners.row(y as usize);
        for wild in claims.wild.runs(y as usize) {
            for of_one in runs_of_equal(&owners[wild.start as usize..wild.end as usize]) {
                let columns = wild.start + of_one.start as u32..wild.start + of_one.end as u32;
                runs[owners[columns.start as usize] as usize - 1].push(WildRun { y, columns });
            }
        }
    }
    let places = plan.places.iter().zip(runs).enumerate();
    places
        .filter_map(|(index, (place, runs))| match &place.form {
            PlannedForm::Cave { params, .. } => Some(Grown {
                owner: place_owner(index),
                heart: place.core.center(),
                params,
                runs,
                seed: seed.numbered(u64::from(place.node.0)),
            }),
            PlannedForm::Hall | PlannedForm::Room { .. } => None,
        })
        .collect()
}

/// Draws a lot for each wild cell: open or solid.
fn fill(claims: &mut Claims, cave: &Grown) {
    let mut lots = cave.seed.child("fill").lots();
    for run in &cave.runs {
        let row = claims.open.row_mut(run.y as usize);
        for (index, mask) in masks_of_run(run.columns.clone()) {
            let first = mask.trailing_zeros();
            let drawn = (first..first + mask.count_ones())
                .fold(0, |word, bit| word | u64::from(!lots.chance(cave.params.wall_percent)) << bit);
            row[index] |= drawn;
        }
    }
}

/// Caves that are smoothed in the same way.
struct Batch {
    order: UpdateOrder,
    rounds: u32,
    region: SmoothedRegion,
}

fn smooth(claims: &mut Claims, caves: &[Grown], watcher: &mut Watcher) {
    let batches = batches(claims, caves);
    let rounds = caves.iter().map(|cave| cave.params.smoothing).max().unwrap_or(0);
    for round in 0..rounds {
        let going_on = |order: UpdateOrder| -> Vec<&SmoothedRegion> {
            let batches = batches.iter().filter(|batch| batch.order == order && batch.rounds > round);
            batches.map(|batch| &batch.region).collect()
        };
        smooth_in_grid_order(&mut claims.open, &going_on(UpdateOrder::GridOrder));
        smooth_synchronously(&mut claims.open, &going_on(UpdateOrder::Synchronous));
        let at_random = |cave: &&Grown| cave.params.order == UpdateOrder::Random;
        for cave in caves.iter().filter(at_random).filter(|cave| cave.params.smoothing > round) {
            smooth_at_random(&mut claims.open, cave, round);
        }
        watcher.note(FormingStage::Smoothing(round + 1), claims);
    }
}

fn batches(claims: &Claims, caves: &[Grown]) -> Vec<Batch> {
    let mut batches: Vec<Batch> = Vec::new();
    for cave in caves.iter().filter(|cave| cave.params.order != UpdateOrder::Random) {
        let Cave { order, smoothing: rounds, .. } = *cave.params;
        let rule = SmoothingRule::new(cave.params);
        let is_same = |batch: &Batch| (batch.order, batch.rounds, batch.region.rule) == (order, rounds, rule);
        let index = batches.iter().position(is_same).unwrap_or_else(|| {
            let cells = BitGrid::empty(claims.open.size());
            batches.push(Batch { order, rounds, region: SmoothedRegion { rule, cells } });
            batches.len() - 1
        });
        for run in &cave.runs {
            batches[index].region.cells.set_run(run.y as usize, run.columns.clone(), true);
        }
    }
    batches
}

fn smooth_at_random(open: &mut BitGrid, cave: &Grown, round: u32) {
    let mut cells: Vec<Cell> = cave.cells().collect();
    cave.seed.child("order").numbered(u64::from(round)).lots().shuffle(&mut cells);
    let rule = SmoothingRule::new(cave.params);
    for cell in cells {
        open.set(cell, is_open_next(open, cell, rule));
    }
}

/// Fills in the parts of caves that do not hang together with their hearts, if their authors want it so.
fn fill_in_detached(claims: &mut Claims, caves: &[Grown], alike: &Joins) {
    let filled: Vec<&Grown> = caves.iter().filter(|cave| cave.params.detached == Detached::Fill).collect();
    if filled.is_empty() {
        return;
    }
    let parts = Components::find(&alike.among(claims.open.clone()));
    let most = filled.iter().map(|cave| cave.owner).max().unwrap_or(0);
    let mut attached: Vec<Option<Option<u32>>> = vec![None; most as usize + 1];
    for cave in filled {
        attached[cave.owner as usize] = Some(parts.of(cave.heart));
    }
    for run in parts.runs() {
        let owner = usize::try_from(claims.owners[run.first()]).ok();
        let Some(Some(attached)) = owner.and_then(|owner| attached.get(owner)) else { continue };
        if *attached != Some(run.component) {
            let y = run.y as usize;
            for (index, mask) in masks_of_run(run.columns()) {
                let loose = mask & claims.wild.row(y)[index];
                claims.open.row_mut(y)[index] &= !loose;
            }
        }
    }
}

/// Digs tunnels to the parts of a cave that do not hang together with its heart.
///
/// `attached` holds the cells that hang together with the heart of their cave.
fn tunnel_to_detached(claims: &mut Claims, cave: &Grown, movement: Movement, attached: &mut BitGrid) {
    spread(claims, cave, movement, attached, cave.heart);
    for cell in cave.cells() {
        if claims.open.get(cell) && !attached.get(cell) {
            dig(claims, cave, cell, attached);
            spread(claims, cave, movement, attached, cell);
        }
    }
}

/// Marks all open cells of the cave that can be reached from one of them by steps within it.
fn spread(claims: &Claims, cave: &Grown, movement: Movement, attached: &mut BitGrid, from: Cell) {
    if !claims.open.get(from) {
        return;
    }
    let mut reached = vec![from];
    attached.set(from, true);
    while let Some(cell) = reached.pop() {
        let mut visit = |near: Cell| {
            if claims.open.get(near) && claims.owners[near] == cave.owner && !attached.get(near) {
                attached.set(near, true);
                reached.push(near);
            }
        };
        match movement {
            Movement::Cardinal => cell.beside().for_each(&mut visit),
            Movement::EightWay => cell.around().for_each(&mut visit),
        }
    }
}

/// Opens the shortest way through the cave's own wild cells to a part that is attached. Where seals leave none, the part is filled in.
fn dig(claims: &mut Claims, cave: &Grown, from: Cell, attached: &BitGrid) {
    let own = |claims: &Claims, cell: Cell| {
        claims.owners.get(cell) == Some(&cave.owner) && (claims.wild.get(cell) || claims.open.get(cell))
    };
    let mut came_from = BTreeMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if attached.get(cell) {
            let mut back = cell;
            while back != from {
                if claims.wild.get(back) {
                    claims.open.set(back, true);
                }
                back = came_from[&back];
            }
            return;
        }
        for near in cell.beside() {
            if own(claims, near) && !came_from.contains_key(&near) {
                came_from.insert(near, cell);
                queue.push_back(near);
            }
        }
    }
    claims.open.set(from, false);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Grid, Rect, Size};
    use crate::layout::PlannedPlace;
    use crate::mission::{Neighbourhood, NodeId, Site};

    fn one_cave(params: Cave) -> Plan {
        let core = Rect::new(Cell::new(14, 14), Size::new(3, 3));
        let form = PlannedForm::Cave { radius: 12, params };
        let place = PlannedPlace { node: NodeId(1), site: Site { x: 0, y: 0 }, core, form };
        Plan { size: Size::new(31, 31), places: vec![place], ..Plan::default() }
    }

    /// Claims, filled and smoothed.
    fn grown(params: Cave) -> Claims {
        let plan = one_cave(params);
        let mut claims = Claims::new(&plan, Movement::Cardinal, &mut Watcher::default());
        let caves = wild_caves(&claims, &plan, Seed(3));
        caves.iter().for_each(|cave| fill(&mut claims, cave));
        smooth(&mut claims, &caves, &mut Watcher::default());
        claims
    }

    fn solid_around(claims: &Claims, cell: Cell) -> usize {
        cell.around().filter(|near| !claims.open.get(*near)).count()
    }

    /// The rule as it is written down, for every cell, from a copy.
    #[test]
    fn synchronous_smoothing_is_the_rule_as_written() {
        let params = |smoothing| Cave {
            smoothing,
            order: UpdateOrder::Synchronous,
            neighbourhood: Neighbourhood::Moore(1),
            ..Cave::default()
        };
        for rounds in 0..4 {
            let (before, after) = (grown(params(rounds)), grown(params(rounds + 1)));
            for cell in after.open.rect().cells() {
                let expected = match solid_around(&before, cell) {
                    _ if !before.wild.get(cell) => before.open.get(cell),
                    5.. => false,
                    0..=3 => true,
                    _ => before.open.get(cell),
                };
                assert_eq!(after.open.get(cell), expected, "round {rounds} at {cell:?}");
            }
        }
    }

    #[test]
    fn caves_of_different_rules_are_smoothed_in_one_sweep() {
        let size = Size::new(40, 20);
        let place = |number, x, params| PlannedPlace {
            node: NodeId(number),
            site: Site { x, y: 0 },
            core: Rect::new(Cell::new(9 + 20 * x, 9), Size::new(1, 1)),
            form: PlannedForm::Cave { radius: 12, params },
        };
        let params = |wall_above, smoothing| Cave {
            wall_above,
            smoothing,
            order: UpdateOrder::GridOrder,
            ..Cave::default()
        };
        let places = vec![place(1, 0, params(4, 2)), place(2, 1, params(5, 3))];
        let plan = Plan { size, places, ..Plan::default() };
        let mut claims = Claims::new(&plan, Movement::Cardinal, &mut Watcher::default());
        let caves = wild_caves(&claims, &plan, Seed(8));
        caves.iter().for_each(|cave| fill(&mut claims, cave));
        let mut expected = Grid::filled(size, false);
        claims.open.cells().for_each(|cell| expected[cell] = true);
        for round in 0..3 {
            for cell in expected.rect().cells().filter(|cell| claims.wild.get(*cell)) {
                let (wall_above, rounds) = if claims.owners[cell] == 1 { (4, 2) } else { (5, 3) };
                let solid = cell.around().filter(|near| expected.get(*near) != Some(&true)).count();
                if round < rounds {
                    expected[cell] = solid <= wall_above && (solid < 4 || expected[cell]);
                }
            }
        }
        smooth(&mut claims, &caves, &mut Watcher::default());
        let found: Vec<Cell> = claims.open.cells().collect();
        let expected: Vec<Cell> = expected.iter().filter(|(_, open)| **open).map(|(cell, _)| cell).collect();
        assert_eq!(found, expected);
    }
}
