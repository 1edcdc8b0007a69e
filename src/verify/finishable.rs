//! P6: from the start a walker on the tiles reaches the goal, whatever way they take before.
//!
//! The walker stands in an area, the cells of one owner that hang together, and holds the keys of the areas they were in.
//! A place with the role Lock, and a passage that is locked, is entered only with a key that opens it; a one-way passage only from its beginning, and left only at its end.
//! The search is exact, over area × keys: every state that can be reached from a start must lead to a goal. Of those that do not, the nearest is told, with the steps into it.
//! A level without a start or without a goal has nothing to finish.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::findings::Findings;
use super::ground::{Ground, Owner, Spot};
use super::names;
use super::pieces::Pieces;
use crate::level::{Level, Lock, PassageForm, Place};
use crate::mission::NodeRole;

/// How many states are looked at before the question is left open.
const MOST_STATES: usize = 500_000;

/// How many keys a walker can hold.
const MOST_KEYS: usize = 128;

/// Keys, as bits.
type Keys = u128;

/// Where the walker is and what they hold.
type State = (u32, Keys);

pub(super) fn check(ground: &Ground) -> Findings {
    let mut findings = Findings::default();
    let with_role = |role| ground.level.places.iter().filter(move |place: &&Place| place.role == Some(role));
    if with_role(NodeRole::Start).next().is_none() || with_role(NodeRole::Goal).next().is_none() {
        return findings;
    }
    let world = World::new(ground);
    if world.keys.len() > MOST_KEYS {
        findings.add(None, format!("there are over {MOST_KEYS} keys, too many to prove anything."));
        return findings;
    }
    let area = |place: &Place| world.areas.of(Spot::On(place.anchor));
    let goals: BTreeSet<u32> = with_role(NodeRole::Goal).filter_map(area).collect();
    for start in with_role(NodeRole::Start) {
        let Some(from) = area(start) else { continue };
        match world.explore(from, &goals) {
            Explored::TooMuch => {
                findings.add(Some(start.anchor), format!("the keys and one-way passages can be combined in over {MOST_STATES} ways, too many to prove anything."));
            }
            Explored::All(walks) => {
                if let Some(dead_end) = walks.nearest_dead_end(&goals, |area| world.is_place(area)) {
                    let message = world.describe(start, &walks.steps_to(dead_end), &walks);
                    findings.add(Some(start.anchor), message);
                }
            }
        }
    }
    findings
}

/// The areas of a level, and how one comes from one to another.
struct World<'a> {
    level: &'a Level,
    areas: &'a Pieces,
    owner_of: Vec<Owner>,
    /// The areas beside each.
    beside: Vec<BTreeSet<u32>>,
    /// The ids of the entities that open anything, ascending; a walker's keys are bits in this order.
    keys: Vec<u32>,
    lying_in: BTreeMap<u32, Keys>,
}

enum Explored {
    All(Walks),
    TooMuch,
}

/// Every state that can be reached, with the one from which it was reached first.
struct Walks {
    came_from: BTreeMap<State, Option<State>>,
    /// In the order in which they were reached: the nearest first.
    order: Vec<State>,
    steps: Vec<(State, State)>,
}

impl<'a> World<'a> {
    fn new(ground: &'a Ground<'a>) -> Self {
        let areas = &ground.own_pieces;
        let owner_of: Vec<Owner> = areas.first.iter().map(|spot| ground.owner_of_spot(*spot)).collect();
        let mut beside = vec![BTreeSet::new(); owner_of.len()];
        for spot in ground.border_spots() {
            for next in ground.steps(spot) {
                if let (Some(here), Some(there)) = (areas.of(spot), areas.of(next))
                    && here != there
                    && let Some(others) = beside.get_mut(here as usize)
                {
                    others.insert(there);
                }
            }
        }
        let level = ground.level;
        let named: BTreeSet<u32> = level
            .passages
            .iter()
            .flat_map(|passage| &passage.locks)
            .flat_map(|lock| lock.keys.iter().copied())
            .collect();
        let is_key = |id: u32, opens: &[u32]| !opens.is_empty() || named.contains(&id);
        let keys: Vec<u32> = level
            .entities
            .iter()
            .filter(|entity| is_key(entity.id, &entity.opens))
            .map(|entity| entity.id)
            .collect();
        let mut world = Self { level, areas, owner_of, beside, keys, lying_in: BTreeMap::new() };
        for entity in &level.entities {
            if let Some(area) = world.areas.of(Spot::On(entity.at)) {
                *world.lying_in.entry(area).or_default() |= world.bits([entity.id]);
            }
        }
        world
    }

    fn bits(&self, ids: impl IntoIterator<Item = u32>) -> Keys {
        let bit = |id| self.keys.iter().position(|key| *key == id).filter(|bit| *bit < MOST_KEYS);
        ids.into_iter().filter_map(bit).fold(0, |bits, bit| bits | 1 << bit)
    }

    fn explore(&self, from: u32, goals: &BTreeSet<u32>) -> Explored {
        let first = (from, self.picked_up(from));
        let mut walks =
            Walks { came_from: BTreeMap::from([(first, None)]), order: vec![first], steps: Vec::new() };
        let mut next = 0;
        while let Some(&state) = walks.order.get(next) {
            next += 1;
            let (area, keys) = state;
            if goals.contains(&area) {
                continue;
            }
            for &other in self.beside.get(area as usize).into_iter().flatten() {
                if !self.may_go(area, other, keys) {
                    continue;
                }
                let reached = (other, keys | self.picked_up(other));
                walks.steps.push((state, reached));
                if let std::collections::btree_map::Entry::Vacant(entry) = walks.came_from.entry(reached) {
                    entry.insert(Some(state));
                    walks.order.push(reached);
                }
            }
            if walks.order.len() > MOST_STATES {
                return Explored::TooMuch;
            }
        }
        Explored::All(walks)
    }

    fn is_place(&self, area: u32) -> bool {
        matches!(self.owner_of.get(area as usize), Some(Owner::Place(_)))
    }

    fn picked_up(&self, area: u32) -> Keys {
        self.lying_in.get(&area).copied().unwrap_or_default()
    }

    /// May a walker with these keys go from one area into one beside it?
    fn may_go(&self, from: u32, to: u32, keys: Keys) -> bool {
        let [Some(&from), Some(&to)] = [from, to].map(|area| self.owner_of.get(area as usize)) else {
            return false;
        };
        let may_enter = match to {
            Owner::Place(place) => self.may_enter(place, keys),
            Owner::Passage(_) | Owner::Nobody => true,
        };
        may_enter
            && match (from, to) {
                (Owner::Place(from), Owner::Passage(passage)) => names::by_id(&self.level.passages, passage)
                    .is_none_or(|way| (!way.one_way || way.from == from) && self.opened(&way.locks, keys)),
                (Owner::Passage(passage), Owner::Place(to)) => {
                    names::by_id(&self.level.passages, passage).is_none_or(|way| !way.one_way || way.to == to)
                }
                (Owner::Place(from), Owner::Place(to)) => self.may_cross(from, to, keys),
                _ => true,
            }
    }

    /// May a walker go over the border of two places that touch? Where no open passage joins them they should not touch; that is for P2 to say.
    fn may_cross(&self, from: u32, to: u32, keys: Keys) -> bool {
        let open = |passage: &&crate::level::Passage| {
            passage.kind == PassageForm::Open
                && [(from, to), (to, from)].contains(&(passage.from, passage.to))
        };
        let mut ways = self.level.passages.iter().filter(open).peekable();
        ways.peek().is_none()
            || ways.any(|way| (!way.one_way || way.from == from) && self.opened(&way.locks, keys))
    }

    fn may_enter(&self, place: u32, keys: Keys) -> bool {
        let is_lock =
            names::by_id(&self.level.places, place).is_some_and(|place| place.role == Some(NodeRole::Lock));
        let openers = self.level.entities.iter().filter(|entity| entity.opens.contains(&place));
        !is_lock || self.bits(openers.map(|entity| entity.id)) & keys != 0
    }

    fn opened(&self, locks: &[Lock], keys: Keys) -> bool {
        locks.iter().all(|lock| self.bits(lock.keys.iter().copied()) & keys != 0)
    }

    fn describe(&self, start: &Place, steps: &[State], walks: &Walks) -> String {
        let places = steps.iter().filter_map(|(area, _)| match self.owner_of.get(*area as usize) {
            Some(Owner::Place(place)) => Some(names::place(self.level, *place).to_string()),
            _ => None,
        });
        let places: Vec<String> = places.collect();
        let shut: BTreeSet<u32> = walks
            .order
            .iter()
            .flat_map(|(area, keys)| {
                self.beside.get(*area as usize).into_iter().flatten().map(move |other| (other, keys))
            })
            .filter_map(|(other, keys)| match self.owner_of.get(*other as usize) {
                Some(Owner::Place(place)) if !self.may_enter(*place, *keys) => Some(*place),
                _ => None,
            })
            .collect();
        let from = names::place(self.level, start.id);
        let mut message = if places.len() < 2 {
            format!("the goal cannot be reached from {from}")
        } else {
            format!(
                "a walker can get to where the goal cannot be reached any more: {}",
                places.join(", then ")
            )
        };
        if !shut.is_empty() && places.len() < 2 {
            let shut: Vec<String> =
                shut.iter().map(|place| names::place(self.level, *place).to_string()).collect();
            message.push_str(&format!("; no key that can be had opens {}", shut.join(" or ")));
        }
        message.push('.');
        message
    }
}

impl Walks {
    /// The nearest state from which no goal can be reached; one in a place rather than on the way there.
    fn nearest_dead_end(&self, goals: &BTreeSet<u32>, is_place: impl Fn(u32) -> bool) -> Option<State> {
        let mut back: BTreeMap<State, Vec<State>> = BTreeMap::new();
        for (from, to) in &self.steps {
            back.entry(*to).or_default().push(*from);
        }
        let at_goal = self.order.iter().copied().filter(|(area, _)| goals.contains(area));
        let mut waiting: VecDeque<State> = at_goal.collect();
        let mut good: BTreeSet<State> = waiting.iter().copied().collect();
        while let Some(state) = waiting.pop_front() {
            for before in back.get(&state).into_iter().flatten() {
                if good.insert(*before) {
                    waiting.push_back(*before);
                }
            }
        }
        let dead: Vec<State> = self.order.iter().copied().filter(|state| !good.contains(state)).collect();
        dead.iter().copied().find(|(area, _)| is_place(*area)).or_else(|| dead.first().copied())
    }

    /// All states on the way to one, from the start.
    fn steps_to(&self, state: State) -> Vec<State> {
        let mut steps = vec![state];
        while let Some(Some(before)) = steps.last().and_then(|last| self.came_from.get(last)) {
            steps.push(*before);
        }
        steps.reverse();
        steps
    }
}
