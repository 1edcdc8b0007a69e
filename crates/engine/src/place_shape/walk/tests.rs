//! Tests of walks: chances match the parameters within sampling error, and guarantees hold on any area.

use std::collections::BTreeSet;

use super::*;
use crate::base::Seed;
use crate::mission::WalkerPreset;

/// The frequency of each event, by the variable that its chance depends on.
#[derive(Default)]
struct Tally {
    turns: [u64; 4],
    /// By side.
    blocks: [u64; 4],
    /// Steps after which a walker may die, and those that it survived, by the number alive.
    may_die: Vec<u64>,
    may_split: Vec<u64>,
    deaths: u64,
    splits: u64,
}

impl Tally {
    fn of(params: &Walkers, walks: u64) -> Self {
        let (area, mut tally) = (open_area(32), Self::default());
        for number in 0..walks {
            let random = &mut Seed(7).numbered(number).stream();
            walk_watched(params, area.clone(), Cell::new(32, 32), random, WalkLimits::NONE, |step| {
                tally.add(step)
            });
        }
        tally
    }

    fn add(&mut self, step: WalkRound) {
        let WalkRound { alive, turn, block, end } = step;
        self.turns[usize::from(turn)] += 1;
        self.blocks[usize::from(block)] += 1;
        if end == StepEnd::IsLast {
            return;
        }
        count(&mut self.may_die, alive);
        self.deaths += u64::from(end == StepEnd::Dies);
        if end != StepEnd::Dies {
            count(&mut self.may_split, alive);
        }
        self.splits += u64::from(end == StepEnd::Splits);
    }

    /// Returns for each chance: name, observed number, expected number and variance.
    fn sums(&self, params: &Walkers) -> Vec<(&'static str, u64, f64, f64)> {
        let steps: u64 = self.turns.iter().sum();
        let share = |percent: u32| {
            let chance = f64::from(percent) / 100.0;
            (steps as f64 * chance, steps as f64 * chance * (1.0 - chance))
        };
        let total = |counts: &[u64], chance: &dyn Fn(u32) -> f64| {
            let of_alive = |(alive, count): (usize, &u64)| {
                let chance = chance(alive as u32).min(1.0);
                (*count as f64 * chance, *count as f64 * chance * (1.0 - chance))
            };
            counts
                .iter()
                .enumerate()
                .skip(1)
                .map(of_alive)
                .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
        };
        let deaths = total(&self.may_die, &|alive| f64::from(params.death_percent * (alive - 1)) / 100.0);
        let splits = total(&self.may_split, &|alive| {
            f64::from((100 * params.split_percent).div_ceil(alive)) / 10_000.0
        });
        let shares = [
            ("left", self.turns[3], share(params.left_percent)),
            ("right", self.turns[1], share(params.right_percent)),
            ("back", self.turns[2], share(params.back_percent)),
            ("2 × 2", self.blocks[2], share(params.block_2_percent)),
            ("3 × 3", self.blocks[3], share(params.block_3_percent)),
            ("deaths", self.deaths, deaths),
            ("splits", self.splits, splits),
        ];
        shares
            .into_iter()
            .map(|(name, seen, (expected, variance))| (name, seen, expected, variance))
            .collect()
    }

    /// Returns the chances that differ from these parameters.
    fn off(&self, params: &Walkers) -> Vec<&'static str> {
        let is_off =
            |seen: u64, expected: f64, variance: f64| (seen as f64 - expected).abs() > 4.0 * variance.sqrt();
        let sums = self.sums(params).into_iter();
        sums.filter(|(_, seen, expected, variance)| is_off(*seen, *expected, *variance))
            .map(|sum| sum.0)
            .collect()
    }

    /// Asserts that all chances match these parameters.
    ///
    /// The tolerance is half of the deviation that a chance wrong by a tenth would cause.
    fn assert_holds(&self, params: &Walkers) {
        assert_eq!(self.off(params), Vec::<&str>::new(), "{:?}", self.sums(params));
        for (name, _, expected, variance) in self.sums(params) {
            assert!(8.0 * variance.sqrt() <= 0.1 * expected, "{name}: too few of {expected}");
        }
    }
}

fn count(counts: &mut Vec<u64>, index: usize) {
    counts.resize(counts.len().max(index + 1), 0);
    counts[index] += 1;
}

/// Returns a square that reaches this far from its middle.
fn open_area(reach: u32) -> WalkArea {
    let side = 2 * reach + 1;
    let mut area = WalkArea::new(Rect::new(Cell::new(0, 0), Size::new(side, side)));
    (0..side).for_each(|y| area.free(y, 0..side));
    area
}

fn busy() -> Walkers {
    Walkers {
        left_percent: 20,
        right_percent: 20,
        back_percent: 10,
        block_2_percent: 30,
        block_3_percent: 10,
        split_percent: 40,
        death_percent: 10,
        ..Walkers::default()
    }
}

#[test]
fn chances_hold_and_one_off_by_a_tenth_is_noticed() {
    let tally = Tally::of(&busy(), 4_000);
    tally.assert_holds(&busy());
    for (name, changed) in [
        ("left", Walkers { left_percent: 22, ..busy() }),
        ("right", Walkers { right_percent: 18, ..busy() }),
        ("back", Walkers { back_percent: 11, ..busy() }),
        ("2 × 2", Walkers { block_2_percent: 33, ..busy() }),
        ("3 × 3", Walkers { block_3_percent: 9, ..busy() }),
        ("deaths", Walkers { death_percent: 11, ..busy() }),
        ("splits", Walkers { split_percent: 36, ..busy() }),
    ] {
        assert_eq!(tally.off(&changed), [name]);
    }
}

#[test]
#[ignore = "long: 10,000 walks of each preset"]
fn chances_of_the_presets_hold_over_10_000_walks() {
    for preset in WalkerPreset::ALL {
        let params = Walkers::of(preset);
        Tally::of(&params, 10_000).assert_holds(&params);
    }
}

#[test]
fn walk_ends_a_little_above_its_number_of_floors() {
    for preset in WalkerPreset::ALL {
        let params = Walkers::of(preset);
        for number in 0..300 {
            let mut last = 0;
            let random = &mut Seed(1).numbered(number).stream();
            let walk =
                walk_watched(&params, open_area(24), Cell::new(24, 24), random, WalkLimits::NONE, |step| {
                    last += usize::from(step.end == StepEnd::IsLast);
                });
            let block = if params.block_3_percent > 0 { 9 } else { 4 };
            // The block that made it enough, and one for each walker alive then.
            let most = params.floors as usize + block * (last + 1);
            assert!((params.floors as usize + 1..=most).contains(&walk.floors.len()), "{preset:?} {number}");
            assert_eq!(walk.grown.last().map(|(_, count)| *count), Some(walk.floors.len() as u32));
        }
    }
}

/// Checks the spots: ammunition where a walker dies, and experience one step earlier if it ends at full size.
#[test]
fn walkers_leave_their_spots() {
    for number in 0..200 {
        let (mut ends, mut last) = (0, 0);
        let random = &mut Seed(2).numbered(number).stream();
        let walk =
            walk_watched(&busy(), open_area(24), Cell::new(24, 24), random, WalkLimits::NONE, |step| {
                ends += usize::from(matches!(step.end, StepEnd::Dies | StepEnd::IsLast));
                last += usize::from(step.end == StepEnd::IsLast);
            });
        let of_kind = |kind| walk.spots.iter().filter(move |spot| spot.0 == kind).map(|spot| spot.1);
        assert_eq!(of_kind(SpotKind::Ammunition).count(), ends);
        assert_eq!(of_kind(SpotKind::Experience).count(), last);
        let after_experience = walk.spots.windows(2).filter(|pair| pair[1].0 == SpotKind::Experience);
        assert!(after_experience.clone().all(|pair| pair[0].1.manhattan(pair[1].1) == 1));
        assert_eq!(after_experience.count(), last);
    }
}

#[test]
fn weapon_spots_lie_one_step_after_a_turn_or_at_it() {
    let turning = |weapons| Walkers {
        floors: 20,
        left_percent: 0,
        right_percent: 0,
        back_percent: 100,
        block_2_percent: 0,
        split_percent: 0,
        weapons,
        ..Walkers::default()
    };
    // It goes to and fro between two cells until its steps run out.
    let spots = |weapons| {
        let walk = walk(&turning(weapons), open_area(9), Cell::new(9, 9), &mut Seed(3).stream());
        assert_eq!(walk.floors_after(walk.rounds - 1).len(), 2);
        assert!((21..25).contains(&walk.floors.len()));
        let weapons = walk.spots.into_iter().filter(|spot| spot.0 == SpotKind::Weapon);
        weapons.map(|spot| spot.1).collect::<Vec<_>>()
    };
    let (after, at) = (spots(WeaponSpots::AfterTurn), spots(WeaponSpots::AtTurn));
    assert_eq!((after.len(), at.len()), (2, 2));
    assert_eq!(at[0], Cell::new(9, 9));
    assert_eq!(after[0].manhattan(at[0]), 1);
    assert_eq!(after, [at[1], at[0]]);
}

#[test]
fn walk_whose_steps_run_out_still_has_its_floors() {
    let params = Walkers { floors: 200, ..Walkers::default() };
    let random = &mut Seed(4).stream();
    let walk = walk_within(
        &params,
        open_area(24),
        Cell::new(24, 24),
        random,
        WalkLimits { steps: 10, ..WalkLimits::NONE },
    );
    // A walker alive then takes one step more.
    assert!((10..20).contains(&walk.steps), "{}", walk.steps);
    assert!(walk.floors.len() > 200);
}

/// Returns an area of any shape around its middle.
fn ragged_area(number: u64) -> (Rect, WalkArea, BTreeSet<Cell>) {
    let random = &mut Seed(11).numbered(number).stream();
    let bounds = Rect::new(Cell::new(5, 9), Size::new(random.range(1, 20), random.range(1, 20)));
    let (mut area, mut free) = (WalkArea::new(bounds), BTreeSet::new());
    let percent = random.range(30, 100);
    for cell in bounds.cells().filter(|cell| *cell == bounds.center() || random.chance(percent)) {
        area.free(cell.y as u32, cell.x as u32..cell.x as u32 + 1);
        free.insert(cell);
    }
    (bounds, area, free)
}

/// Returns the cells that are connected with `first` by cardinal steps.
fn connected(cells: &BTreeSet<Cell>, first: Cell) -> BTreeSet<Cell> {
    let (mut reached, mut next) = (BTreeSet::from([first]), vec![first]);
    while let Some(cell) = next.pop() {
        next.extend(cell.beside().filter(|near| cells.contains(near) && reached.insert(*near)));
    }
    reached
}

#[test]
fn floors_are_free_cells_and_connected_on_any_area() {
    for number in 0..400 {
        let (bounds, area, free) = ragged_area(number);
        let first = bounds.center();
        let params = Walkers { floors: 1 + number as u32 % 60, ..busy() };
        let walk = walk(&params, area.clone(), first, &mut Seed(number).stream());
        assert_eq!(walk, super::walk(&params, area, first, &mut Seed(number).stream()));
        let floors: BTreeSet<Cell> = walk.floors.iter().copied().collect();
        assert_eq!(floors.len(), walk.floors.len(), "each floor is laid once");
        assert!(floors.is_subset(&free) && walk.floors[0] == first);
        assert_eq!(connected(&floors, first), floors, "walk {number}");
        let wanted = connected(&free, first).len().min(params.floors as usize + 1);
        assert!(floors.len() >= wanted, "walk {number}: {} of {wanted}", floors.len());
        assert!(walk.spots.iter().all(|(_, cell)| floors.contains(cell)));
    }
}
