//! Decides whether a walker can get somewhere without certain keys.
//!
//! Apart from those, more keys never hurt.
//! A walker therefore picks up everything that closes no way: all keys in the present strongly connected
//! part, which grows with the keys.
//! The only choice is how to leave such a part for good. Areas of no use for the way to the targets are
//! removed before.

use std::rc::Rc;

use super::map::SearchGraph;
use super::sets::NumberSet;
use super::work::{BudgetExceeded, WalkBudget};

/// The beginning and the targets of a walk, and the keys and areas that it must avoid.
pub(super) struct WalkQuery<'a> {
    pub(super) from: usize,
    /// The keys that the walker holds at the beginning.
    pub(super) keys: &'a NumberSet,
    pub(super) targets: &'a NumberSet,
    /// Keys that must not be picked up.
    pub(super) avoid: &'a NumberSet,
}

/// A walk that was found: its parts, each with the move by which the walker leaves it for good.
///
/// The walker picks up everything in each part. From the last one they go on to a target.
pub(super) struct FoundWalk {
    pub(super) stages: Vec<(Rc<NumberSet>, usize)>,
    /// The areas to which the walk is restricted.
    pub(super) within: NumberSet,
}

/// A walker who has just arrived in an area.
struct WalkArrival {
    area: usize,
    keys: NumberSet,
    /// The areas that can be of use.
    within: Rc<NumberSet>,
    /// The stage before.
    came: Option<usize>,
}

/// A part of the world that was left by a move.
struct WalkStage {
    before: Option<usize>,
    part: Rc<NumberSet>,
    by: usize,
}

struct WalkSearch<'a> {
    world: &'a SearchGraph,
    targets: &'a NumberSet,
    stages: Vec<WalkStage>,
    waiting: Vec<WalkArrival>,
    /// For each area, the sets of keys with which walkers were there.
    seen: Vec<Vec<Rc<NumberSet>>>,
}

impl SearchGraph {
    /// Finds a walk, if there is any.
    pub(super) fn find_walk(
        &self,
        walk: &WalkQuery,
        work: &mut WalkBudget,
    ) -> Result<Option<FoundWalk>, BudgetExceeded> {
        let within = self.allowed(walk);
        work.spend(self.areas.len())?;
        if !within.contains(walk.from) {
            return Ok(None);
        }
        let mut keys = walk.keys.clone();
        keys.add(&self.areas[walk.from].keys);
        let first = WalkArrival { area: walk.from, keys, within: Rc::new(within.clone()), came: None };
        let mut search = WalkSearch {
            world: self,
            targets: walk.targets,
            stages: Vec::new(),
            waiting: vec![first],
            seen: vec![Vec::new(); self.areas.len()],
        };
        while let Some(arrival) = search.waiting.pop() {
            if search.go_on(&arrival, work)? {
                return Ok(Some(FoundWalk { stages: search.steps_to(arrival.came), within }));
            }
        }
        Ok(None)
    }

    /// Returns the areas without the keys to avoid, and without goals that are no targets.
    fn allowed(&self, walk: &WalkQuery) -> NumberSet {
        let is_allowed = |area: &usize| {
            !self.areas[*area].keys.meets(walk.avoid)
                && (!self.goals.contains(*area) || walk.targets.contains(*area))
        };
        NumberSet::of(self.areas.len(), (0..self.areas.len()).filter(is_allowed))
    }

    /// Returns the areas of use on the way to the targets; `None` if the targets cannot be reached.
    ///
    /// An area is of use if it can be reached, and the targets can be reached from it, with all keys in these
    /// areas.
    fn useful(
        &self,
        arrival: &WalkArrival,
        targets: &NumberSet,
        work: &mut WalkBudget,
    ) -> Result<Option<NumberSet>, BudgetExceeded> {
        let mut within = NumberSet::clone(&arrival.within);
        loop {
            let gathered = self.gather(&within, arrival.area, &arrival.keys, work)?;
            let mut targets = targets.clone();
            targets.keep(&gathered.areas);
            if targets.is_empty() {
                return Ok(None);
            }
            within = self.backward(&gathered.areas, targets, &gathered.keys, work)?;
            if within == gathered.areas {
                return Ok(Some(within));
            }
            if !within.contains(arrival.area) {
                return Ok(None);
            }
        }
    }

    /// Returns the part in which a walker can come and go, with the keys that they hold after visiting all of
    /// it.
    pub(super) fn part_around(
        &self,
        within: &NumberSet,
        area: usize,
        mut keys: NumberSet,
        work: &mut WalkBudget,
    ) -> Result<WalkComponent, BudgetExceeded> {
        loop {
            let ahead = self.forward(within, area, &keys, work)?;
            let here = NumberSet::of(self.areas.len(), [area]);
            let around = self.backward(&ahead, here, &keys, work)?;
            let mut grew = false;
            for area in around.iter() {
                grew |= keys.add(&self.areas[area].keys);
            }
            if !grew {
                return Ok(WalkComponent { ahead, around, keys });
            }
        }
    }
}

pub(super) struct WalkComponent {
    /// Everything that can be reached from it with its keys.
    pub(super) ahead: NumberSet,
    pub(super) around: NumberSet,
    pub(super) keys: NumberSet,
}

impl WalkSearch<'_> {
    /// Returns `true` if a target is reached. Otherwise adds all ways out of the present part to the list.
    fn go_on(&mut self, arrival: &WalkArrival, work: &mut WalkBudget) -> Result<bool, BudgetExceeded> {
        if self.was_seen(arrival.area, &arrival.keys, work)? {
            return Ok(false);
        }
        let Some(within) = self.world.useful(arrival, self.targets, work)? else { return Ok(false) };
        let part = self.world.part_around(&within, arrival.area, arrival.keys.clone(), work)?;
        if part.ahead.meets(self.targets) {
            return Ok(true);
        }
        if !self.was_seen(arrival.area, &part.keys, work)? {
            self.leave(part, Rc::new(within), arrival.came, work)?;
        }
        Ok(false)
    }

    /// Returns `true` if a walker was there with these keys or more.
    fn was_seen(&self, area: usize, keys: &NumberSet, work: &mut WalkBudget) -> Result<bool, BudgetExceeded> {
        let seen = &self.seen[area];
        work.spend(seen.len())?;
        Ok(seen.iter().any(|more| keys.is_within(more)))
    }

    fn leave(
        &mut self,
        part: WalkComponent,
        within: Rc<NumberSet>,
        before: Option<usize>,
        work: &mut WalkBudget,
    ) -> Result<(), BudgetExceeded> {
        let (world, keys, around) = (self.world, Rc::new(part.keys), Rc::new(part.around));
        for area in around.iter() {
            self.seen[area].push(Rc::clone(&keys));
            work.spend(1 + world.areas[area].out.len())?;
            for number in &world.areas[area].out {
                let step = &world.moves[*number];
                let leads_out = within.contains(step.to) && !around.contains(step.to);
                if !leads_out || !world.is_open(step, &keys) {
                    continue;
                }
                let mut keys = NumberSet::clone(&keys);
                keys.add(&world.areas[step.to].keys);
                self.stages.push(WalkStage { before, part: Rc::clone(&around), by: *number });
                let came = Some(self.stages.len() - 1);
                self.waiting.push(WalkArrival { area: step.to, keys, within: Rc::clone(&within), came });
            }
        }
        Ok(())
    }

    fn steps_to(&self, last: Option<usize>) -> Vec<(Rc<NumberSet>, usize)> {
        let before = |stage: &&WalkStage| stage.before.map(|before| &self.stages[before]);
        let stages = std::iter::successors(last.map(|last| &self.stages[last]), before);
        let mut steps: Vec<_> = stages.map(|stage| (Rc::clone(&stage.part), stage.by)).collect();
        steps.reverse();
        steps
    }
}
