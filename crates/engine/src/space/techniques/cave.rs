//! Caves: random fill, smoothing by a cellular automaton, then filling or tunnelling to detached parts.
//!
//! Input: claims with seals. Output: every wild cell of a cave is open or solid.
//! A cave's open cells are connected, and only wild cells change.
//! No size is guaranteed: a cave may shrink to the paths through it.
//!
//! Caves that are joined openly merge. Therefore all caves grow at once, each cell by the rule of its own
//! cave.

use super::super::automaton::{
    SmoothedRegion, Smoother, SmoothingRule, can_count_by_words, smooth_in_grid_order, smooth_synchronously,
};
use super::super::claims::Claims;
use super::super::forming::{FormingStage, FormingWatcher};
use super::super::work::{BudgetedWork, FormingBudget};
use super::plot::{PlacePlot, for_spans};
use super::tunnels::tunnel_to_detached;
use crate::base::{Adjacency, BitGrid, Cell, Components, Seed, masks_of_span};
use crate::mission::{Cave, Detached, UpdateOrder};
use crate::settings::Movement;

/// Number of turns of words of cells that cost as much as one turn of a cell with running counts.
const TURNS_AT_ONCE: u64 = 16;

/// A cave while it grows.
pub(super) struct UnsmoothedCave<'a> {
    pub plot: PlacePlot<'a>,
    params: &'a Cave,
    seed: Seed,
}

impl<'a> UnsmoothedCave<'a> {
    pub fn new(plot: PlacePlot<'a>, params: &'a Cave) -> Self {
        Self { seed: plot.seed("caves"), plot, params }
    }

    fn needs_its_cells(&self) -> bool {
        self.params.order == UpdateOrder::Random || self.params.detached == Detached::Tunnel
    }
}

/// The caves of a plan.
pub(super) struct Caves<'a> {
    /// The cave of each place, if it is one.
    of_places: Vec<Option<UnsmoothedCave<'a>>>,
    /// `true` if no other place has wild cells.
    own_all_wild_cells: bool,
}

impl<'a> Caves<'a> {
    /// Returns the caves of a plan with that many places.
    pub fn new(
        caves: Vec<UnsmoothedCave<'a>>,
        places: usize,
        own_all_wild_cells: bool,
        claims: &Claims,
        same_owner: &Adjacency,
    ) -> Self {
        let mut of_places: Vec<Option<UnsmoothedCave>> = (0..places).map(|_| None).collect();
        for cave in caves {
            let index = cave.plot.id.index();
            of_places[index] = Some(cave);
        }
        let mut caves = Self { of_places, own_all_wild_cells };
        if caves.all().any(UnsmoothedCave::needs_its_cells) {
            for_spans(&claims.owners, &claims.wild, same_owner, |place, y, columns| {
                if let Some(cave) =
                    caves.of_places[place.index()].as_mut().filter(|cave| cave.needs_its_cells())
                {
                    cave.plot.gather(y, columns);
                }
            });
        }
        caves
    }

    /// Grows all caves.
    ///
    /// `same_owner` joins the claimed cells of each owner.
    pub fn grow(
        &self,
        claims: &mut Claims,
        movement: Movement,
        same_owner: &Adjacency,
        watcher: &mut FormingWatcher<'_>,
        work: &mut FormingBudget,
    ) {
        self.fill(claims, same_owner);
        watcher.note(FormingStage::Fill, claims);
        self.smooth(claims, same_owner, watcher, work);
        self.fill_in_detached(claims, same_owner);
        let mut attached = BitGrid::empty(claims.open.size());
        for cave in self.all().filter(|cave| cave.params.detached == Detached::Tunnel) {
            tunnel_to_detached(claims, &cave.plot, movement, &mut attached, work);
        }
        watcher.note(FormingStage::Loose, claims);
    }

    fn all(&self) -> impl Iterator<Item = &UnsmoothedCave<'a>> {
        self.of_places.iter().flatten()
    }

    /// Opens wild cells at random.
    ///
    /// Row by row, so that each cave draws from its own stream from north-west to south-east.
    fn fill(&self, claims: &mut Claims, same_owner: &Adjacency) {
        let draw = |cave: &UnsmoothedCave| (cave.seed.child("fill").stream(), cave.params.wall_percent);
        let mut draws: Vec<_> = self.of_places.iter().map(|cave| cave.as_ref().map(draw)).collect();
        let Claims { owners, wild, open, .. } = claims;
        for_spans(owners, wild, same_owner, |place, y, columns| {
            let Some((random, wall_percent)) = &mut draws[place.index()] else { return };
            let row = open.row_mut(y as usize);
            for (index, mask) in masks_of_span(columns) {
                let first = mask.trailing_zeros();
                let drawn = (first..first + mask.count_ones())
                    .fold(0, |word, bit| word | u64::from(!random.chance(*wall_percent)) << bit);
                row[index] |= drawn;
            }
        });
    }

    fn smooth(
        &self,
        claims: &mut Claims,
        same_owner: &Adjacency,
        watcher: &mut FormingWatcher<'_>,
        work: &mut FormingBudget,
    ) {
        let stop = work.stop();
        let batches = self.batches(claims, same_owner);
        let regions: Vec<&SmoothedRegion> = batches.iter().map(|batch| &batch.region).collect();
        let is_at_random = |cave: &&UnsmoothedCave| cave.params.order == UpdateOrder::Random;
        let rounds = self.all().map(|cave| cave.params.smoothing).max().unwrap_or(0);
        let neighbourhoods = self.all().filter(|cave| cave.params.smoothing > 0);
        let neighbourhoods = neighbourhoods.map(|cave| cave.params.neighbourhood);
        let counts_by_words = can_count_by_words(&regions) && !self.all().any(|cave| is_at_random(&cave));
        let mut smoother = (!counts_by_words).then(|| Smoother::new(&claims.open, neighbourhoods));
        let turns_by_words: u64 = batches.iter().map(|batch| batch.region.cells.count() as u64).sum();
        for round in (0..rounds).take_while(|_| !stop.is_stopped()) {
            let going_on = |order: UpdateOrder| -> Vec<&SmoothedRegion> {
                let batches = batches.iter().filter(|batch| batch.order == order && batch.rounds > round);
                batches.map(|batch| &batch.region).collect()
            };
            let in_order = [UpdateOrder::GridOrder, UpdateOrder::Synchronous].map(going_on);
            let open = &mut claims.open;
            let turns = if let Some(smoother) = &mut smoother {
                smoother.begin_round();
                smoother.smooth_in_grid_order(open, &in_order[0]);
                smoother.smooth_synchronously(open, &in_order[1]);
                for cave in self.all().filter(is_at_random).filter(|cave| cave.params.smoothing > round) {
                    smooth_at_random(smoother, open, cave, round);
                }
                smoother.take_turns()
            } else {
                smooth_in_grid_order(open, &in_order[0]);
                smooth_synchronously(open, &in_order[1]);
                turns_by_words / TURNS_AT_ONCE
            };
            watcher.note(FormingStage::Smoothing(round + 1), claims);
            if !work.spend(BudgetedWork::Smoothing, turns) {
                break;
            }
        }
    }

    /// Groups the caves without a random order by their way of smoothing.
    fn batches(&self, claims: &Claims, same_owner: &Adjacency) -> Vec<SmoothingBatch> {
        let mut batches: Vec<SmoothingBatch> = Vec::new();
        let batch_of = |cave: &UnsmoothedCave| {
            let Cave { order, smoothing: rounds, .. } = *cave.params;
            let rule = SmoothingRule::new(cave.params);
            let is_same = |batch: &SmoothingBatch| {
                (batch.order, batch.rounds, batch.region.rule) == (order, rounds, rule)
            };
            (order != UpdateOrder::Random).then(|| {
                batches.iter().position(is_same).unwrap_or_else(|| {
                    let cells = BitGrid::empty(claims.open.size());
                    batches.push(SmoothingBatch { order, rounds, region: SmoothedRegion { rule, cells } });
                    batches.len() - 1
                })
            })
        };
        let of_caves: Vec<_> = self.all().map(batch_of).collect();
        let is_one_batch = self.own_all_wild_cells && of_caves.iter().all(Option::is_some);
        if let ([batch], true) = (&mut batches[..], is_one_batch) {
            batch.region.cells = claims.wild.clone();
            return batches;
        }
        let mut of_caves = of_caves.into_iter();
        let of_places: Vec<Option<usize>> =
            self.of_places.iter().map(|cave| cave.as_ref().and_then(|_| of_caves.next().flatten())).collect();
        for_spans(&claims.owners, &claims.wild, same_owner, |place, y, columns| {
            if let Some(batch) = of_places[place.index()] {
                batches[batch].region.cells.set_span(y as usize, columns, true);
            }
        });
        batches
    }

    /// Fills in cave parts that are not connected with their hearts, if the cave's settings ask for it.
    fn fill_in_detached(&self, claims: &mut Claims, same_owner: &Adjacency) {
        let is_filled = |cave: &UnsmoothedCave| cave.params.detached == Detached::Fill;
        if !self.all().any(is_filled) {
            return;
        }
        let parts = Components::find(&same_owner.among(claims.open.clone()));
        let mut is_attached = vec![false; parts.sizes().len()];
        for part in self.all().filter_map(|cave| parts.of(cave.plot.heart())) {
            is_attached[part as usize] = true;
        }
        for span in parts.spans().iter().filter(|span| !is_attached[span.component as usize]) {
            let cave =
                claims.owners[span.first()].place().and_then(|place| self.of_places[place.index()].as_ref());
            if !cave.is_some_and(is_filled) {
                continue;
            }
            let y = span.y as usize;
            for (index, mask) in masks_of_span(span.columns()) {
                let loose = mask & claims.wild.row(y)[index];
                claims.open.row_mut(y)[index] &= !loose;
            }
        }
    }
}

/// Caves that are smoothed in the same way.
struct SmoothingBatch {
    order: UpdateOrder,
    rounds: u32,
    region: SmoothedRegion,
}

/// Smooths the cells of a cave in a random order, unless all of them would stay the same.
fn smooth_at_random(smoother: &mut Smoother, open: &mut BitGrid, cave: &UnsmoothedCave, round: u32) {
    let rule = SmoothingRule::new(cave.params);
    if smoother.is_settled(cave.plot.spans(), rule.neighbourhood) {
        return;
    }
    let mut cells: Vec<Cell> = cave.plot.cells().collect();
    cave.seed.child("order").numbered(u64::from(round)).stream().shuffle(&mut cells);
    smoother.smooth_one_by_one(open, &cells, rule);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Ceilings, Grid, Rect, Size, StopToken};
    use crate::layout::{Plan, PlannedForm, PlannedPlace};
    use crate::level::PlaceId;
    use crate::mission::{Neighbourhood, NodeId, Site};
    use crate::space::frozen::KeptGround;

    fn one_cave(params: Cave) -> Plan {
        let core = Rect::new(Cell::new(14, 14), Size::new(3, 3));
        let form = PlannedForm::Cave { radius: 12, params };
        let site = Site { x: 0, y: 0 };
        let place = PlannedPlace { node: NodeId(1), site, core, form, sockets: Vec::new() };
        Plan { size: Size::new(31, 31), places: vec![place], ..Plan::default() }
    }

    fn same_owner(claims: &Claims) -> Adjacency {
        Adjacency::among_equal(claims.claimed.clone(), &claims.owners, false)
    }

    fn claims(plan: &Plan, plots: &[PlacePlot]) -> Claims {
        Claims::new(
            plan,
            plots,
            &KeptGround::default(),
            Movement::Cardinal,
            Seed(1),
            &mut FormingWatcher::default(),
        )
    }

    /// Returns the caves of a plan that has only caves.
    fn caves<'a>(plots: Vec<PlacePlot<'a>>, claims: &Claims, same_owner: &Adjacency) -> Caves<'a> {
        let grown = |plot: PlacePlot<'a>| match &plot.place.form {
            PlannedForm::Cave { params, .. } => UnsmoothedCave::new(plot, params),
            form => panic!("{form:?} is no cave"),
        };
        let places = plots.len();
        Caves::new(plots.into_iter().map(grown).collect(), places, true, claims, same_owner)
    }

    /// Returns the claims after filling and smoothing.
    fn grown(params: Cave) -> Claims {
        let plan = one_cave(params);
        let plots = PlacePlot::all(&plan, Seed(3));
        let mut claims = claims(&plan, &plots);
        let same_owner = same_owner(&claims);
        let caves = caves(plots, &claims, &same_owner);
        caves.fill(&mut claims, &same_owner);
        caves.smooth(
            &mut claims,
            &same_owner,
            &mut FormingWatcher::default(),
            &mut FormingBudget::within(Ceilings::NONE, &StopToken::never()),
        );
        claims
    }

    fn solid_around(claims: &Claims, cell: Cell) -> usize {
        cell.around().filter(|near| !claims.open.get(*near)).count()
    }

    /// Compares with the rule as written, for every cell, from a copy.
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
            sockets: Vec::new(),
        };
        let params = |wall_above, smoothing| Cave {
            wall_above,
            smoothing,
            order: UpdateOrder::GridOrder,
            ..Cave::default()
        };
        let places = vec![place(1, 0, params(4, 2)), place(2, 1, params(5, 3))];
        let plan = Plan { size, places, ..Plan::default() };
        let plots = PlacePlot::all(&plan, Seed(8));
        let mut claims = claims(&plan, &plots);
        let same_owner = same_owner(&claims);
        let caves = caves(plots, &claims, &same_owner);
        caves.fill(&mut claims, &same_owner);
        let mut expected = Grid::filled(size, false);
        claims.open.cells().for_each(|cell| expected[cell] = true);
        for round in 0..3 {
            for cell in expected.rect().cells().filter(|cell| claims.wild.get(*cell)) {
                let (wall_above, rounds) =
                    if claims.owners[cell] == PlaceId(1).into() { (4, 2) } else { (5, 3) };
                let solid = cell.around().filter(|near| expected.get(*near) != Some(&true)).count();
                if round < rounds {
                    expected[cell] = solid <= wall_above && (solid < 4 || expected[cell]);
                }
            }
        }
        caves.smooth(
            &mut claims,
            &same_owner,
            &mut FormingWatcher::default(),
            &mut FormingBudget::within(Ceilings::NONE, &StopToken::never()),
        );
        let found: Vec<Cell> = claims.open.cells().collect();
        let expected: Vec<Cell> = expected.iter().filter(|(_, open)| **open).map(|(cell, _)| cell).collect();
        assert_eq!(found, expected);
    }
}
