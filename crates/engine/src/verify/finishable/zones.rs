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

use super::facts::Facts;
use super::map::World;
use super::sets::Set;
use super::walks::Walk;
use super::work::{UsedUp, Work};

/// A zone that a walker can enter and never leaves again.
pub(super) struct DeadEnd {
    pub(super) sink: Set,
    /// The keys without which nobody leaves it.
    pub(super) without: Set,
}

/// Assumptions about the zone in which a walker gets stuck.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Guess {
    /// Areas that belong to it.
    areas: Set,
    /// Keys that the walker holds. Guessed keys are kept only if a lock needs several of them.
    held: Set,
    /// Locks that are shut.
    shut: Set,
}

impl Guess {
    /// Returns `true` if all assumptions of this guess follow from those of the other.
    fn is_weaker(&self, other: &Self) -> bool {
        self.areas.is_within(&other.areas)
            && self.held.is_within(&other.held)
            && self.shut.is_within(&other.shut)
    }
}

/// The conclusion from a guess.
enum Conclusion {
    /// Walkers without these keys get stuck.
    DeadEnd(Set),
    /// Further assumptions to try.
    Guesses(Vec<Guess>),
}

/// The locks that keep a walker in a zone.
struct Exits {
    /// Locks that must be shut.
    shut: Set,
    /// An exit for which the shut lock is not decided: its number and its locks.
    open_question: Option<(usize, Vec<usize>)>,
}

/// The search around one sink.
pub(super) struct Zones<'a> {
    world: &'a World,
    facts: &'a Facts,
    start: usize,
    sink: Set,
    /// Sets of keys; every walker who comes to the sink holds at least one key of each.
    unavoidable: Vec<Set>,
    /// The sets of earlier sinks, which often share them.
    before: &'a mut Vec<Set>,
}

/// Number of the newest sets of earlier sinks that are tried.
const MOST_TRIED: usize = 8;

impl<'a> Zones<'a> {
    /// Begins a search. `before` is empty for the first sink of a world, and is passed on to the next ones.
    pub(super) fn new(
        world: &'a World,
        facts: &'a Facts,
        start: usize,
        sink: &[usize],
        before: &'a mut Vec<Set>,
    ) -> Self {
        let sink = Set::of(world.areas.len(), sink.iter().copied());
        Self { world, facts, start, sink, unavoidable: Vec::new(), before }
    }

    pub(super) fn find(mut self, work: &mut Work) -> Result<Option<DeadEnd>, UsedUp> {
        let (none, no_locks) = (self.world.no_areas(), Set::with_room(self.world.locks.len()));
        let first = Guess { areas: none, held: self.world.no_keys(), shut: no_locks };
        let mut waiting: Vec<Guess> = self.grow(&first, &self.sink, &first.held, work)?.into_iter().collect();
        if waiting.is_empty() || !self.can_come_without(&self.world.no_keys(), work)? {
            return Ok(None);
        }
        let mut seen: BTreeSet<Guess> = waiting.iter().cloned().collect();
        while let Some(guess) = waiting.pop() {
            match self.look_at(&guess, work)? {
                Conclusion::DeadEnd(without) => return Ok(Some(DeadEnd { sink: self.sink, without })),
                Conclusion::Guesses(next) => {
                    let news = weakest(next).into_iter().filter(|guess| seen.insert(guess.clone()));
                    waiting.extend(news);
                }
            }
        }
        Ok(None)
    }

    fn look_at(&mut self, guess: &Guess, work: &mut Work) -> Result<Conclusion, UsedUp> {
        let exits = self.exits(guess, work)?;
        let mut avoid = self.world.no_keys();
        for lock in exits.shut.iter() {
            avoid.add(&self.world.locks[lock].keys);
        }
        avoid.remove(&guess.held);
        let known =
            self.unavoidable.iter().filter(|keys| keys.is_within(&avoid)).min_by_key(|keys| keys.count());
        if let Some(keys) = known.cloned() {
            return Ok(Conclusion::Guesses(self.with_one_of(guess, &keys, work)?));
        }
        let guesses = match (self.can_come_without(&avoid, work)?, exits.open_question) {
            (true, None) => return Ok(Conclusion::DeadEnd(avoid)),
            (true, Some((exit, locks))) => self.answers(guess, exit, &locks, work)?,
            (false, _) => {
                let keys = self.core(&avoid, work)?;
                self.unavoidable.push(keys.clone());
                self.with_one_of(guess, &keys, work)?
            }
        };
        Ok(Conclusion::Guesses(guesses))
    }

    fn can_come_without(&self, avoid: &Set, work: &mut Work) -> Result<bool, UsedUp> {
        let keys = &self.world.no_keys();
        let walk = Walk { from: self.start, keys, targets: &self.sink, avoid };
        Ok(self.world.find_walk(&walk, work)?.is_some())
    }

    /// Returns the locks at the exits of the zone. After growing, every exit has some.
    fn exits(&self, guess: &Guess, work: &mut Work) -> Result<Exits, UsedUp> {
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
        Ok(Exits { shut, open_question })
    }

    /// Returns one guess for each key, because one of them must be held.
    fn with_one_of(&self, guess: &Guess, keys: &Set, work: &mut Work) -> Result<Vec<Guess>, UsedUp> {
        let mut guesses = Vec::new();
        for key in keys.iter() {
            let held = Set::of(self.world.keys, [key]);
            guesses.extend(self.grow(guess, &self.world.no_areas(), &held, work)?);
        }
        Ok(guesses)
    }

    /// Returns the guesses about an exit with several locks: one of them is shut, or all are open.
    fn answers(
        &self,
        guess: &Guess,
        exit: usize,
        locks: &[usize],
        work: &mut Work,
    ) -> Result<Vec<Guess>, UsedUp> {
        let behind = Set::of(self.world.areas.len(), [self.world.moves[exit].to]);
        let mut guesses: Vec<Guess> =
            self.grow(guess, &behind, &self.world.no_keys(), work)?.into_iter().collect();
        for lock in locks {
            let mut guess = guess.clone();
            guess.shut.insert(*lock);
            guesses.push(guess);
        }
        Ok(guesses)
    }

    /// Grows the guess by areas and held keys, and by everything that follows; `None` if it cannot be right.
    fn grow(&self, guess: &Guess, areas: &Set, held: &Set, work: &mut Work) -> Result<Option<Guess>, UsedUp> {
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
    fn core(&mut self, keys: &Set, work: &mut Work) -> Result<Set, UsedUp> {
        let known = self.before.iter().rev().filter(|known| known.is_within(keys)).take(MOST_TRIED);
        for known in known {
            if !self.can_come_without(known, work)? {
                return Ok(known.clone());
            }
        }
        let keys: Vec<usize> = keys.iter().collect();
        let core = Set::of(self.world.keys, self.core_of(&[], false, &keys, work)?);
        self.before.push(core.clone());
        Ok(core)
    }

    /// Returns the part of `keys` that is unavoidable together with `besides` (QuickXplain, Junker 2004).
    fn core_of(
        &self,
        besides: &[usize],
        is_news: bool,
        keys: &[usize],
        work: &mut Work,
    ) -> Result<Vec<usize>, UsedUp> {
        if is_news {
            let besides = Set::of(self.world.keys, besides.iter().copied());
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
fn weakest(guesses: Vec<Guess>) -> Vec<Guess> {
    let mut kept: Vec<Guess> = Vec::new();
    for guess in guesses {
        if !kept.iter().any(|other| other.is_weaker(&guess)) {
            kept.retain(|other| !guess.is_weaker(other));
            kept.push(guess);
        }
    }
    kept
}
