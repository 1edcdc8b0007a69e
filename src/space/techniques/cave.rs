//! Caves: random fill, then smoothing by a cellular automaton, then what came loose is filled in or tunnelled to.
//!
//! In: claims with seals. Out: every wild cell of a cave is open or solid.
//! Guaranteed: a cave's open cells hang together; only wild cells change.
//! Not guaranteed: any size; a cave may shrink to the ways through it.
//!
//! Caves that are joined openly grow together: one sweep goes over all caves, each cell by its own cave's rule.

use std::ops::Range;

use super::super::automaton::{
    SmoothedRegion, SmoothingRule, is_open_next, smooth_in_grid_order, smooth_synchronously,
};
use super::super::claims::{Claims, place_owner};
use super::super::forming::{FormingStage, Watcher};
use super::tunnels::tunnel_to_detached;
use crate::base::{Adjacency, BitGrid, Cell, Components, Grid, Seed, masks_of_run};
use crate::layout::{Plan, PlannedForm, PlannedPlace};
use crate::mission::{Cave, Detached, Movement, UpdateOrder};

/// Grows all caves of a plan.
///
/// `same_owner` joins the claimed cells of each owner.
pub(in super::super) fn grow(
    claims: &mut Claims,
    plan: &Plan,
    movement: Movement,
    same_owner: &Adjacency,
    seed: Seed,
    watcher: &mut Watcher,
) {
    let caves = Caves::new(claims, plan, same_owner, seed);
    caves.fill(claims, same_owner);
    watcher.note(FormingStage::Fill, claims);
    caves.smooth(claims, same_owner, watcher);
    caves.fill_in_detached(claims, same_owner);
    let mut attached = BitGrid::empty(plan.size);
    for cave in caves.all().filter(|cave| cave.params.detached == Detached::Tunnel) {
        tunnel_to_detached(claims, cave, movement, &mut attached);
    }
    watcher.note(FormingStage::Loose, claims);
}

/// A cave on its way.
pub(super) struct Grown<'a> {
    pub owner: i32,
    pub heart: Cell,
    params: &'a Cave,
    /// Its wild cells, row by row, if it needs them one by one.
    runs: Vec<WildRun>,
    seed: Seed,
}

struct WildRun {
    y: u32,
    columns: Range<u32>,
}

impl Grown<'_> {
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let row = |run: &WildRun| {
            let y = run.y as i32;
            run.columns.clone().map(move |x| Cell::new(x as i32, y))
        };
        self.runs.iter().flat_map(row)
    }

    fn needs_its_cells(&self) -> bool {
        self.params.order == UpdateOrder::Random || self.params.detached == Detached::Tunnel
    }
}

/// The caves of a plan.
struct Caves<'a> {
    /// For each place its cave, if it is one.
    of_places: Vec<Option<Grown<'a>>>,
}

impl<'a> Caves<'a> {
    fn new(claims: &Claims, plan: &'a Plan, same_owner: &Adjacency, seed: Seed) -> Self {
        let cave = |(index, place): (usize, &'a PlannedPlace)| match &place.form {
            PlannedForm::Cave { params, .. } => Some(Grown {
                owner: place_owner(index),
                heart: place.core.center(),
                params,
                runs: Vec::new(),
                seed: seed.numbered(u64::from(place.node.0)),
            }),
            PlannedForm::Hall | PlannedForm::Room { .. } => None,
        };
        let mut caves = Self { of_places: plan.places.iter().enumerate().map(cave).collect() };
        if caves.all().any(Grown::needs_its_cells) {
            for_wild_runs(&claims.owners, &claims.wild, same_owner, |index, y, columns| {
                if let Some(cave) = caves.of_places[index].as_mut().filter(|cave| cave.needs_its_cells()) {
                    cave.runs.push(WildRun { y, columns });
                }
            });
        }
        caves
    }

    fn all(&self) -> impl Iterator<Item = &Grown<'a>> {
        self.of_places.iter().flatten()
    }

    /// Draws a lot for each wild cell: open or solid. Row by row, so that each cave draws its own lots from north west to south east.
    fn fill(&self, claims: &mut Claims, same_owner: &Adjacency) {
        let draw = |cave: &Grown| (cave.seed.child("fill").stream(), cave.params.wall_percent);
        let mut draws: Vec<_> = self.of_places.iter().map(|cave| cave.as_ref().map(draw)).collect();
        let Claims { owners, wild, open, .. } = claims;
        for_wild_runs(owners, wild, same_owner, |index, y, columns| {
            let Some((random, wall_percent)) = &mut draws[index] else { return };
            let row = open.row_mut(y as usize);
            for (index, mask) in masks_of_run(columns) {
                let first = mask.trailing_zeros();
                let drawn = (first..first + mask.count_ones())
                    .fold(0, |word, bit| word | u64::from(!random.chance(*wall_percent)) << bit);
                row[index] |= drawn;
            }
        });
    }

    fn smooth(&self, claims: &mut Claims, same_owner: &Adjacency, watcher: &mut Watcher) {
        let batches = self.batches(claims, same_owner);
        let rounds = self.all().map(|cave| cave.params.smoothing).max().unwrap_or(0);
        for round in 0..rounds {
            let going_on = |order: UpdateOrder| -> Vec<&SmoothedRegion> {
                let batches = batches.iter().filter(|batch| batch.order == order && batch.rounds > round);
                batches.map(|batch| &batch.region).collect()
            };
            smooth_in_grid_order(&mut claims.open, &going_on(UpdateOrder::GridOrder));
            smooth_synchronously(&mut claims.open, &going_on(UpdateOrder::Synchronous));
            let at_random = |cave: &&Grown| cave.params.order == UpdateOrder::Random;
            for cave in self.all().filter(at_random).filter(|cave| cave.params.smoothing > round) {
                smooth_at_random(&mut claims.open, cave, round);
            }
            watcher.note(FormingStage::Smoothing(round + 1), claims);
        }
    }

    /// The caves that take no random order, those together that are smoothed in the same way.
    fn batches(&self, claims: &Claims, same_owner: &Adjacency) -> Vec<Batch> {
        let mut batches: Vec<Batch> = Vec::new();
        let batch_of = |cave: &Grown| {
            let Cave { order, smoothing: rounds, .. } = *cave.params;
            let rule = SmoothingRule::new(cave.params);
            let is_same =
                |batch: &Batch| (batch.order, batch.rounds, batch.region.rule) == (order, rounds, rule);
            (order != UpdateOrder::Random).then(|| {
                batches.iter().position(is_same).unwrap_or_else(|| {
                    let cells = BitGrid::empty(claims.open.size());
                    batches.push(Batch { order, rounds, region: SmoothedRegion { rule, cells } });
                    batches.len() - 1
                })
            })
        };
        let of_caves: Vec<_> = self.all().map(batch_of).collect();
        if let ([batch], true) = (&mut batches[..], of_caves.iter().all(Option::is_some)) {
            // Only caves have wild cells.
            batch.region.cells = claims.wild.clone();
            return batches;
        }
        let mut of_caves = of_caves.into_iter();
        let of_places: Vec<Option<usize>> =
            self.of_places.iter().map(|cave| cave.as_ref().and_then(|_| of_caves.next().flatten())).collect();
        for_wild_runs(&claims.owners, &claims.wild, same_owner, |index, y, columns| {
            if let Some(batch) = of_places[index] {
                batches[batch].region.cells.set_run(y as usize, columns, true);
            }
        });
        batches
    }

    /// Fills in the parts of caves that do not hang together with their hearts, if their authors want it so.
    fn fill_in_detached(&self, claims: &mut Claims, same_owner: &Adjacency) {
        let is_filled = |cave: &Grown| cave.params.detached == Detached::Fill;
        if !self.all().any(is_filled) {
            return;
        }
        let parts = Components::find(&same_owner.among(claims.open.clone()));
        let mut is_attached = vec![false; parts.sizes().len()];
        for part in self.all().filter_map(|cave| parts.of(cave.heart)) {
            is_attached[part as usize] = true;
        }
        for run in parts.runs().iter().filter(|run| !is_attached[run.component as usize]) {
            let place =
                usize::try_from(claims.owners[run.first()]).ok().and_then(|owner| owner.checked_sub(1));
            if !place.is_some_and(|place| self.of_places[place].as_ref().is_some_and(is_filled)) {
                continue;
            }
            let y = run.y as usize;
            for (index, mask) in masks_of_run(run.columns()) {
                let loose = mask & claims.wild.row(y)[index];
                claims.open.row_mut(y)[index] &= !loose;
            }
        }
    }
}

/// Does something with each run of wild cells of one cave, row by row from the left: it is told the index of the place, the row and the columns.
fn for_wild_runs(
    owners: &Grid<i32>,
    wild: &BitGrid,
    same_owner: &Adjacency,
    mut act: impl FnMut(usize, u32, Range<u32>),
) {
    for y in 0..wild.size().height {
        let owners = owners.row(y as usize);
        same_owner.for_runs(wild, y as usize, |columns| {
            act(owners[columns.start as usize] as usize - 1, y, columns);
        });
    }
}

/// Caves that are smoothed in the same way.
struct Batch {
    order: UpdateOrder,
    rounds: u32,
    region: SmoothedRegion,
}

fn smooth_at_random(open: &mut BitGrid, cave: &Grown, round: u32) {
    let mut cells: Vec<Cell> = cave.cells().collect();
    cave.seed.child("order").numbered(u64::from(round)).stream().shuffle(&mut cells);
    let rule = SmoothingRule::new(cave.params);
    for cell in cells {
        open.set(cell, is_open_next(open, cell, rule));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Rect, Size};
    use crate::mission::{Neighbourhood, NodeId, Site};

    fn one_cave(params: Cave) -> Plan {
        let core = Rect::new(Cell::new(14, 14), Size::new(3, 3));
        let form = PlannedForm::Cave { radius: 12, params };
        let place = PlannedPlace { node: NodeId(1), site: Site { x: 0, y: 0 }, core, form };
        Plan { size: Size::new(31, 31), places: vec![place], ..Plan::default() }
    }

    fn same_owner(claims: &Claims) -> Adjacency {
        Adjacency::among_equal(claims.claimed.clone(), &claims.owners, false)
    }

    /// Claims, filled and smoothed.
    fn grown(params: Cave) -> Claims {
        let plan = one_cave(params);
        let mut claims = Claims::new(&plan, Movement::Cardinal, &mut Watcher::default());
        let same_owner = same_owner(&claims);
        let caves = Caves::new(&claims, &plan, &same_owner, Seed(3));
        caves.fill(&mut claims, &same_owner);
        caves.smooth(&mut claims, &same_owner, &mut Watcher::default());
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
        let same_owner = same_owner(&claims);
        let caves = Caves::new(&claims, &plan, &same_owner, Seed(8));
        caves.fill(&mut claims, &same_owner);
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
        caves.smooth(&mut claims, &same_owner, &mut Watcher::default());
        let found: Vec<Cell> = claims.open.cells().collect();
        let expected: Vec<Cell> = expected.iter().filter(|(_, open)| **open).map(|(cell, _)| cell).collect();
        assert_eq!(found, expected);
    }
}
