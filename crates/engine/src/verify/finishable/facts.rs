//! Facts about every walker in an area, on any way there: the keys that they hold, and the locks that they
//! have opened.
//!
//! A fact holds in an area if the area gives it, or if every move into the area brings it.
//! A move brings the facts of the area before, and those of the locks that must be open for it.
//!
//! A walker who has opened a lock has been where one of its keys is.
//! The facts common to all those areas therefore hold, too. Keys and open locks are never lost.

use super::map::{AreaMove, SearchGraph};
use super::sets::NumberSet;
use super::work::{BudgetExceeded, WalkBudget};

/// The facts of each area.
pub(super) struct AreaFacts {
    /// The keys that every walker there holds.
    pub(super) keys: Vec<NumberSet>,
}

impl SearchGraph {
    /// Removes everything that no walker from the start reaches.
    ///
    /// This includes moves with locks that cannot be opened.
    /// The keys in goals and all moves out of goals are removed, because the walk ends there.
    pub(super) fn prune(&mut self, start: usize, work: &mut WalkBudget) -> Result<NumberSet, BudgetExceeded> {
        let goals = self.goals.clone();
        for goal in goals.iter() {
            self.areas[goal].keys = NumberSet::with_room(self.keys);
        }
        self.keep_moves(|step| !goals.contains(step.from));
        let gathered = self.gather(&NumberSet::full(self.areas.len()), start, &self.no_keys(), work)?;
        let locks: Vec<bool> = self.locks.iter().map(|lock| lock.is_opened_by(&gathered.keys)).collect();
        let can_be_made = |step: &AreaMove| step.locks.iter().all(|lock| locks[*lock]);
        self.keep_moves(|step| gathered.areas.contains(step.from) && can_be_made(step));
        Ok(gathered.areas)
    }

    /// Finds the facts of all areas, and removes from every move the locks that are certain to be open.
    ///
    /// The world must be pruned.
    pub(super) fn settle(
        &mut self,
        start: usize,
        reached: &NumberSet,
        work: &mut WalkBudget,
    ) -> Result<AreaFacts, BudgetExceeded> {
        // The facts of all areas are in memory at once.
        work.spend(self.areas.len() * (self.keys + self.locks.len()).div_ceil(64))?;
        let facts = FactFinder::new(self, start).find(reached, work)?;
        let open = |step: &AreaMove, lock: usize| facts[step.from].contains(self.keys + lock);
        let simpler = self.moves.iter().map(|step| {
            let locks = step.locks.iter().copied().filter(|lock| !open(step, *lock)).collect();
            AreaMove { locks, ..*step }
        });
        let simpler = simpler.collect();
        self.set_moves(simpler);
        let keys =
            facts.iter().map(|facts| NumberSet::of(self.keys, facts.iter().filter(|fact| *fact < self.keys)));
        Ok(AreaFacts { keys: keys.collect() })
    }
}

/// A fact is the number of a key, or (after those) the number of an open lock.
struct FactFinder<'a> {
    world: &'a SearchGraph,
    start: usize,
    facts: Vec<NumberSet>,
    /// The areas that contain each key.
    lying: Vec<Vec<usize>>,
    /// The moves that need each lock.
    needed_by: Vec<Vec<usize>>,
    /// The locks whose keys are in each area.
    opens: Vec<Vec<usize>>,
}

impl<'a> FactFinder<'a> {
    fn new(world: &'a SearchGraph, start: usize) -> Self {
        let all = NumberSet::full(world.keys + world.locks.len());
        let mut lying = vec![Vec::new(); world.keys];
        for (number, area) in world.areas.iter().enumerate() {
            for key in area.keys.iter() {
                lying[key].push(number);
            }
        }
        let mut needed_by = vec![Vec::new(); world.locks.len()];
        for (number, step) in world.moves.iter().enumerate() {
            for lock in &step.locks {
                needed_by[*lock].push(number);
            }
        }
        let mut opens = vec![Vec::new(); world.areas.len()];
        for (number, lock) in world.locks.iter().enumerate() {
            for area in lock.keys.iter().flat_map(|key| &lying[key]) {
                opens[*area].push(number);
            }
        }
        Self { world, start, facts: vec![all; world.areas.len()], lying, needed_by, opens }
    }

    /// Begins with all facts and removes those that a move does not bring, until nothing changes.
    fn find(mut self, reached: &NumberSet, work: &mut WalkBudget) -> Result<Vec<NumberSet>, BudgetExceeded> {
        let words = self.world.keys.div_ceil(64) + self.world.locks.len().div_ceil(64) + 1;
        let mut waiting = std::collections::VecDeque::from([self.start]);
        let mut is_waiting = NumberSet::of(self.world.areas.len(), [self.start]);
        self.begin();
        while let Some(area) = waiting.pop_front() {
            is_waiting.remove(&NumberSet::of(self.world.areas.len(), [area]));
            for next in self.after(area) {
                work.spend(words)?;
                let step_to = self.world.moves[next].to;
                if reached.contains(step_to) && self.weaken(next) && is_waiting.insert(step_to) {
                    waiting.push_back(step_to);
                }
            }
        }
        Ok(self.facts)
    }

    fn begin(&mut self) {
        let room = self.world.keys + self.world.locks.len();
        let own = NumberSet::of(room, self.world.areas[self.start].keys.iter());
        self.facts[self.start] = self.with_opened(self.start, own);
    }

    /// Returns the moves whose facts may change with those of an area.
    ///
    /// These are moves from there, and moves that need a lock whose key is there.
    fn after(&self, area: usize) -> Vec<usize> {
        let by_locks = self.opens[area].iter().flat_map(|lock| &self.needed_by[*lock]);
        self.world.areas[area].out.iter().chain(by_locks).copied().collect()
    }

    /// Removes facts of the destination that a move does not bring. Returns `true` if there were any.
    fn weaken(&mut self, number: usize) -> bool {
        let step = &self.world.moves[number];
        if step.to == self.start {
            return false;
        }
        let mut brought = self.facts[step.from].clone();
        for lock in &step.locks {
            brought.add(&self.facts_of_lock(*lock));
        }
        for key in self.world.areas[step.to].keys.iter() {
            brought.insert(key);
        }
        let brought = self.with_opened(step.to, brought);
        self.facts[step.to].keep(&brought)
    }

    /// Returns the facts about a walker who has opened a lock.
    fn facts_of_lock(&self, lock: usize) -> NumberSet {
        let mut facts: Option<NumberSet> = None;
        for area in self.world.locks[lock].keys.iter().flat_map(|key| &self.lying[key]) {
            match &mut facts {
                Some(facts) => _ = facts.keep(&self.facts[*area]),
                None => facts = Some(self.facts[*area].clone()),
            }
        }
        let mut facts = facts.unwrap_or_else(|| self.facts[self.start].clone());
        facts.insert(self.world.keys + lock);
        facts
    }

    /// Adds the locks that open when the keys of an area join the facts.
    fn with_opened(&self, area: usize, mut facts: NumberSet) -> NumberSet {
        for lock in &self.opens[area] {
            // Facts begin with the keys, so a set of keys can be compared with them.
            if self.world.locks[*lock].is_opened_by(&facts) {
                facts.insert(self.world.keys + lock);
            }
        }
        facts
    }
}
