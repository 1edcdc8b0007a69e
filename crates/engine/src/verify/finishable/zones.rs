//! Searches for a zone in which a walker gets stuck.
//!
//! A stuck walker moves in a zone: areas without a goal, whose exits all need a lock that is shut for them.
//! A zone contains a sink: a part that no free move leaves. From each sink a zone grows by everything
//! inevitable:
//! - through locks opened by keys in the zone, or by keys that every walker there holds;
//! - if every walker who gets there holds at least one of some keys, through the locks that one of them
//!   opens; each is tried.
//!
//! A zone is a dead end if a walker can get to its sink without any key of the locks around it.
//! It is no dead end if it grows to contain a goal.
//! Of the locks of one exit, one must be shut; each is tried.

use std::collections::BTreeSet;

use super::facts::AreaFacts;
use super::map::SearchGraph;
use super::sets::NumberSet;
use super::walks::WalkQuery;
use super::work::{BudgetExceeded, WalkBudget};

/// A zone that a walker can enter and never leaves again.
pub(super) struct DeadEnd {
    pub(super) sink: NumberSet,
    /// The keys without which nobody leaves it.
    pub(super) without: NumberSet,
}

/// Assumptions about the zone in which a walker gets stuck.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct ZoneHypothesis {
    /// Areas that belong to it.
    areas: NumberSet,
    /// Keys that the walker holds. Guessed keys are kept only if a lock needs several of them.
    held: NumberSet,
    /// Locks that are shut.
    shut: NumberSet,
}

impl ZoneHypothesis {
    /// Returns `true` if all assumptions of this guess follow from those of the other.
    fn is_weaker(&self, other: &Self) -> bool {
        self.areas.is_within(&other.areas)
            && self.held.is_within(&other.held)
            && self.shut.is_within(&other.shut)
    }
}

/// The conclusion from a guess.
enum ZoneResult {
    /// Walkers without these keys get stuck.
    DeadEnd(NumberSet),
    /// Further assumptions to try.
    Guesses(Vec<ZoneHypothesis>),
}

/// The locks that keep a walker in a zone.
struct ZoneExits {
    /// Locks that must be shut.
    shut: NumberSet,
    /// An exit for which the shut lock is not decided: its number and its locks.
    open_question: Option<(usize, Vec<usize>)>,
}

/// The search around one sink.
pub(super) struct Zones<'a> {
    world: &'a SearchGraph,
    facts: &'a AreaFacts,
    start: usize,
    sink: NumberSet,
    /// Sets of keys; every walker who comes to the sink holds at least one key of each.
    unavoidable: Vec<NumberSet>,
    /// The sets of earlier sinks, which often share them.
    before: &'a mut Vec<NumberSet>,
}

/// Number of the newest sets of earlier sinks that are tried.
const MOST_TRIED: usize = 8;

impl<'a> Zones<'a> {
    /// Begins a search. `before` is empty for the first sink of a world, and is passed on to the next ones.
    pub(super) fn new(
        world: &'a SearchGraph,
        facts: &'a AreaFacts,
        start: usize,
        sink: &[usize],
        before: &'a mut Vec<NumberSet>,
    ) -> Self {
        let sink = NumberSet::of(world.areas.len(), sink.iter().copied());
        Self { world, facts, start, sink, unavoidable: Vec::new(), before }
    }

    pub(super) fn find(mut self, work: &mut WalkBudget) -> Result<Option<DeadEnd>, BudgetExceeded> {
        let (none, no_locks) = (self.world.no_areas(), NumberSet::with_room(self.world.locks.len()));
        let first = ZoneHypothesis { areas: none, held: self.world.no_keys(), shut: no_locks };
        let mut waiting: Vec<ZoneHypothesis> =
            self.grow(&first, &self.sink, &first.held, work)?.into_iter().collect();
        if waiting.is_empty() || !self.can_come_without(&self.world.no_keys(), work)? {
            return Ok(None);
        }
        let mut seen: BTreeSet<ZoneHypothesis> = waiting.iter().cloned().collect();
        while let Some(guess) = waiting.pop() {
            match self.look_at(&guess, work)? {
                ZoneResult::DeadEnd(without) => return Ok(Some(DeadEnd { sink: self.sink, without })),
                ZoneResult::Guesses(next) => {
                    let news = weakest(next).into_iter().filter(|guess| seen.insert(guess.clone()));
                    waiting.extend(news);
                }
            }
        }
        Ok(None)
    }

    fn look_at(
        &mut self,
        guess: &ZoneHypothesis,
        work: &mut WalkBudget,
    ) -> Result<ZoneResult, BudgetExceeded> {
        let exits = self.exits(guess, work)?;
        let mut avoid = self.world.no_keys();
        for lock in exits.shut.iter() {
            avoid.add(&self.world.locks[lock].keys);
        }
        avoid.remove(&guess.held);
        let known =
            self.unavoidable.iter().filter(|keys| keys.is_within(&avoid)).min_by_key(|keys| keys.count());
        if let Some(keys) = known.cloned() {
            return Ok(ZoneResult::Guesses(self.with_one_of(guess, &keys, work)?));
        }
        let guesses = match (self.can_come_without(&avoid, work)?, exits.open_question) {
            (true, None) => return Ok(ZoneResult::DeadEnd(avoid)),
            (true, Some((exit, locks))) => self.answers(guess, exit, &locks, work)?,
            (false, _) => {
                let keys = self.core(&avoid, work)?;
                self.unavoidable.push(keys.clone());
                self.with_one_of(guess, &keys, work)?
            }
        };
        Ok(ZoneResult::Guesses(guesses))
    }

    fn can_come_without(&self, avoid: &NumberSet, work: &mut WalkBudget) -> Result<bool, BudgetExceeded> {
        let keys = &self.world.no_keys();
        let walk = WalkQuery { from: self.start, keys, targets: &self.sink, avoid };
        Ok(self.world.find_walk(&walk, work)?.is_some())
    }

    /// Returns the locks at the exits of the zone. After growing, every exit has some.
    fn exits(&self, guess: &ZoneHypothesis, work: &mut WalkBudget) -> Result<ZoneExits, BudgetExceeded> {
        let mut shut = guess.shut.clone();
        let mut questions = Vec::new();
        for area in guess.areas.iter() {
            work.spend(1 + self.world.areas[area].out.len())?;
            for number in &self.world.areas[area].out {
                let step = &self.world.moves[*number];
                if guess.areas.contains(step.to) {
                    continue;
                }
                let is_shut = |lock: &usize| !self.world.locks[*lock].is_opened_by(&guess.held);
                let locks: Vec<usize> = step.locks.iter().copied().filter(is_shut).collect();
                match *locks.as_slice() {
                    [only] => _ = shut.insert(only),
                    _ => questions.push((*number, locks)),
                }
            }
        }
        let open_question =
            questions.into_iter().find(|(_, locks)| !locks.iter().any(|lock| shut.contains(*lock)));
        Ok(ZoneExits { shut, open_question })
    }

    /// Returns one guess for each key, because one of them must be held.
    fn with_one_of(
        &self,
        guess: &ZoneHypothesis,
        keys: &NumberSet,
        work: &mut WalkBudget,
    ) -> Result<Vec<ZoneHypothesis>, BudgetExceeded> {
        let mut guesses = Vec::new();
        for key in keys.iter() {
            let held = NumberSet::of(self.world.keys, [key]);
            guesses.extend(self.grow(guess, &self.world.no_areas(), &held, work)?);
        }
        Ok(guesses)
    }

    /// Returns the guesses about an exit with several locks: one of them is shut, or all are open.
    fn answers(
        &self,
        guess: &ZoneHypothesis,
        exit: usize,
        locks: &[usize],
        work: &mut WalkBudget,
    ) -> Result<Vec<ZoneHypothesis>, BudgetExceeded> {
        let behind = NumberSet::of(self.world.areas.len(), [self.world.moves[exit].to]);
        let mut guesses: Vec<ZoneHypothesis> =
            self.grow(guess, &behind, &self.world.no_keys(), work)?.into_iter().collect();
        for lock in locks {
            let mut guess = guess.clone();
            guess.shut.insert(*lock);
            guesses.push(guess);
        }
        Ok(guesses)
    }

    /// Grows the guess by areas and held keys, and by everything that follows; `None` if it cannot be right.
    fn grow(
        &self,
        guess: &ZoneHypothesis,
        areas: &NumberSet,
        held: &NumberSet,
        work: &mut WalkBudget,
    ) -> Result<Option<ZoneHypothesis>, BudgetExceeded> {
        let mut grown = guess.clone();
        let mut certain = guess.held.clone();
        certain.add(held);
        let mut waiting: Vec<usize> = areas.iter().collect();
        loop {
            while let Some(area) = waiting.pop() {
                if self.world.goals.contains(area) {
                    return Ok(None);
                }
                if grown.areas.insert(area) {
                    certain.add(&self.facts.keys[area]);
                    grown.held.add(&self.facts.keys[area]);
                }
            }
            for area in grown.areas.iter() {
                work.spend(1 + self.world.areas[area].out.len())?;
                let out = self.world.areas[area].out.iter().map(|number| &self.world.moves[*number]);
                let open =
                    out.filter(|step| !grown.areas.contains(step.to) && self.world.is_open(step, &certain));
                waiting.extend(open.map(|step| step.to));
            }
            if waiting.is_empty() {
                break;
            }
        }
        if grown.shut.iter().any(|lock| self.world.locks[lock].is_opened_by(&certain)) {
            return Ok(None);
        }
        certain.keep(&self.world.counted_keys);
        grown.held.add(&certain);
        Ok(Some(grown))
    }

    /// Returns a minimal part of the keys that no walker avoids on the way to the sink, or a known one from
    /// an earlier sink.
    fn core(&mut self, keys: &NumberSet, work: &mut WalkBudget) -> Result<NumberSet, BudgetExceeded> {
        let known = self.before.iter().rev().filter(|known| known.is_within(keys)).take(MOST_TRIED);
        for known in known {
            if !self.can_come_without(known, work)? {
                return Ok(known.clone());
            }
        }
        let keys: Vec<usize> = keys.iter().collect();
        let core = NumberSet::of(self.world.keys, self.core_of(&[], false, &keys, work)?);
        self.before.push(core.clone());
        Ok(core)
    }

    /// Returns the part of `keys` that is unavoidable together with `besides` (QuickXplain, Junker 2004).
    fn core_of(
        &self,
        besides: &[usize],
        is_news: bool,
        keys: &[usize],
        work: &mut WalkBudget,
    ) -> Result<Vec<usize>, BudgetExceeded> {
        if is_news {
            let besides = NumberSet::of(self.world.keys, besides.iter().copied());
            if !self.can_come_without(&besides, work)? {
                return Ok(Vec::new());
            }
        }
        let [_, _, ..] = keys else { return Ok(keys.to_vec()) };
        let (one, other) = keys.split_at(keys.len() / 2);
        let of_other = self.core_of(&[besides, one].concat(), true, other, work)?;
        let of_one = self.core_of(&[besides, &of_other].concat(), !of_other.is_empty(), one, work)?;
        Ok([of_one, of_other].concat())
    }
}

/// Returns the guesses that no other one covers.
fn weakest(guesses: Vec<ZoneHypothesis>) -> Vec<ZoneHypothesis> {
    let mut kept: Vec<ZoneHypothesis> = Vec::new();
    for guess in guesses {
        if !kept.iter().any(|other| other.is_weaker(&guess)) {
            kept.retain(|other| !guess.is_weaker(other));
            kept.push(guess);
        }
    }
    kept
}
