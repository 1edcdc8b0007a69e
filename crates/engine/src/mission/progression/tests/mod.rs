//! Compares every answer with brute force: walkers who try all orders of collecting keys in small worlds.

mod missions;

use std::collections::{BTreeSet, VecDeque};

use super::graph::{GraphPassage, KeyGraph, KeyNeed};
use super::sure::MOST_WORK;
use crate::base::{RandomStream, Seed};

/// Places, the place of each key, and passages. Place 0 is the start.
#[derive(Debug)]
struct World {
    places: usize,
    keys: Vec<usize>,
    passages: Vec<GraphPassage>,
    goals: BTreeSet<usize>,
}

/// The place of a walker, and the keys that they hold.
type State = (usize, BTreeSet<usize>);

fn any(random: &mut RandomStream, count: usize) -> usize {
    random.below(count as u64) as usize
}

impl World {
    /// Returns a few places with passages, some one-way, some locked, and some keys.
    ///
    /// Some locks need all of their keys if `counts` is `true`.
    fn random(random: &mut RandomStream, counts: bool) -> Self {
        let places = random.range(2, 6) as usize;
        let keys: Vec<usize> = (0..random.range(0, 3)).map(|_| any(random, places)).collect();
        let one_way = random.range(0, 50);
        let mut needs: Vec<Option<KeyNeed>> = vec![None; places];
        for need in needs.iter_mut().skip(1) {
            if random.chance(35) {
                let fitting: BTreeSet<usize> = (0..keys.len()).filter(|_| random.chance(50)).collect();
                let needed = if counts && random.chance(30) { fitting.len().max(1) as u32 } else { 1 };
                *need = Some(KeyNeed { keys: fitting, needed });
            }
        }
        let mut passages = Vec::new();
        for to in 1..places + random.range(0, 3) as usize {
            let from = any(random, to.min(places));
            let to = if to < places { to } else { any(random, places) };
            let lock = |place: usize| Some((place, needs[place].clone()?));
            let locks = [from, to].into_iter().filter_map(lock).collect();
            passages.push(GraphPassage { from, to, is_one_way: random.chance(one_way), locks });
        }
        let goals = (0..places).filter(|_| random.chance(30)).collect();
        Self { places, keys, passages, goals }
    }

    fn graph(&self) -> KeyGraph {
        KeyGraph::new(self.places, self.keys.iter().copied().map(Some).collect(), &self.passages)
    }

    /// Returns the steps from a place, with the passages.
    fn out(&self, place: usize) -> impl Iterator<Item = (&GraphPassage, usize)> {
        let forwards = self.passages.iter().filter(move |passage| passage.from == place);
        let back = self.passages.iter().filter(move |passage| passage.to == place && !passage.is_one_way);
        forwards.map(|passage| (passage, passage.to)).chain(back.map(|passage| (passage, passage.from)))
    }

    fn entered(&self, place: usize, held: &BTreeSet<usize>) -> State {
        let lying = (0..self.keys.len()).filter(|key| self.keys[*key] == place);
        (place, held.iter().copied().chain(lying).collect())
    }

    fn next(&self, (place, held): &State) -> Vec<State> {
        let open = self.out(*place).filter(|(passage, _)| is_open(passage, held));
        open.map(|(_, to)| self.entered(to, held)).collect()
    }

    /// Returns all states that a walker can get into. The walk ends where `is_end` holds.
    fn states(&self, from: State, is_end: impl Fn(usize) -> bool) -> BTreeSet<State> {
        let mut seen = BTreeSet::from([from.clone()]);
        let mut waiting = VecDeque::from([from]);
        while let Some(state) = waiting.pop_front() {
            if !is_end(state.0) {
                let next = self.next(&state).into_iter();
                waiting.extend(next.filter(|state| seen.insert(state.clone())));
            }
        }
        seen
    }

    fn begin(&self) -> State {
        self.entered(0, &BTreeSet::new())
    }

    /// Returns `true` if one of the goals can be reached from every state before.
    fn is_sure(&self, goals: &BTreeSet<usize>) -> bool {
        let is_goal = |place| goals.contains(&place);
        let reaches = |state: &State| self.states(state.clone(), is_goal).iter().any(|(at, _)| is_goal(*at));
        self.states(self.begin(), is_goal).iter().all(reaches)
    }

    /// Returns the places that a walker reaches through these passages, by trying all simple walks.
    fn walks(&self, from: usize, may_walk: &dyn Fn(&GraphPassage, usize) -> bool) -> BTreeSet<usize> {
        fn go(
            world: &World,
            way: &mut Vec<usize>,
            may_walk: &dyn Fn(&GraphPassage, usize) -> bool,
            found: &mut BTreeSet<usize>,
        ) {
            let here = way[way.len() - 1];
            found.insert(here);
            let onward: Vec<usize> =
                world.out(here).filter(|(passage, _)| may_walk(passage, here)).map(|(_, to)| to).collect();
            for to in onward {
                if !way.contains(&to) {
                    way.push(to);
                    go(world, way, may_walk, found);
                    way.pop();
                }
            }
        }
        let mut found = BTreeSet::new();
        go(self, &mut vec![from], may_walk, &mut found);
        found
    }
}

fn is_open(passage: &GraphPassage, held: &BTreeSet<usize>) -> bool {
    passage.locks.iter().all(|(_, need)| need.keys.intersection(held).count() >= need.needed as usize)
}

fn indexes(places: &[bool]) -> BTreeSet<usize> {
    (0..places.len()).filter(|place| places[*place]).collect()
}

/// Checks all answers about a world except sure places.
fn check_answers(world: &World, graph: &KeyGraph, note: &str) {
    let reach = graph.reach(0, None);
    let states = world.states(world.begin(), |_| false);
    let tried: BTreeSet<usize> = states.iter().map(|(place, _)| *place).collect();
    let found = indexes(&reach.places);
    assert!(tried.is_subset(&found), "{note}");
    if world.passages.iter().all(|passage| !passage.is_one_way) {
        assert_eq!(tried, found, "{note}");
        let beside = found.iter().flat_map(|place| world.out(*place)).filter(|(_, to)| !found.contains(to));
        assert_eq!(reach.shut, beside.map(|(_, to)| to).collect(), "{note}");
    }
    for lock in graph.locked_places() {
        let is_other = |passage: &GraphPassage, _| passage.locks.iter().all(|(place, _)| *place != lock);
        let (all, without) = (world.walks(0, &|_, _| true), world.walks(0, &is_other));
        assert_eq!(graph.behind(&[0], lock), all.difference(&without).copied().collect::<Vec<_>>(), "{note}");
    }
    let free = |passage: &GraphPassage, from| passage.locks.is_empty() && !world.goals.contains(&from);
    let leads_on = |place: &usize| !world.walks(*place, &|_, _| true).is_disjoint(&world.goals);
    let stranded = world.walks(0, &free).into_iter().filter(|place| !leads_on(place));
    assert_eq!(graph.stranded(0, &world.goals), stranded.collect::<Vec<_>>(), "{note}");
    check_route(world, graph, note);
}

/// Walks along the route of a world. A walker who can always still reach a goal must have one.
fn check_route(world: &World, graph: &KeyGraph, note: &str) {
    let Some(route) = graph.route(0, &world.goals) else {
        assert!(world.goals.is_empty() || !world.is_sure(&world.goals), "{note}: no route");
        return;
    };
    let (mut state, mut visited) = (world.begin(), vec![0]);
    let mut used: BTreeSet<usize> = BTreeSet::new();
    let keys = |number: usize| route.keys.iter().filter(move |(steps, _)| *steps == number);
    assert!(keys(0).all(|(_, key)| world.keys[*key] == 0), "{note}");
    for (number, step) in route.steps.iter().enumerate() {
        let passage = &world.passages[step.passage];
        assert!(is_open(passage, &state.1), "{note}: step {number} through a shut lock");
        assert!(
            world.out(state.0).any(|(other, to)| std::ptr::eq(other, passage) && to == step.to),
            "{note}"
        );
        used.extend(passage.locks.iter().flat_map(|(_, need)| need.keys.intersection(&state.1).copied()));
        state = world.entered(step.to, &state.1);
        if !visited.contains(&step.to) {
            visited.push(step.to);
        }
        assert!(keys(number + 1).all(|(_, key)| world.keys[*key] == step.to), "{note}");
    }
    assert_eq!(route.places, visited, "{note}");
    assert!(world.goals.contains(&state.0), "{note}");
    assert!(route.keys.iter().all(|(_, key)| used.contains(key)), "{note}");
}

fn compare_with_trying(seeds: std::ops::Range<u64>) {
    let (mut sure, mut missed) = (0, 0);
    for seed in seeds {
        let world = World::random(&mut Seed(seed).stream(), true);
        let graph = world.graph();
        check_answers(&world, &graph, &format!("seed {seed}"));
        let found = graph.sure_from(0, &mut MOST_WORK.clone());
        for (goal, found) in found.into_iter().enumerate() {
            let is_sure = world.is_sure(&BTreeSet::from([goal]));
            assert!(is_sure || !found, "seed {seed}: place {goal} is not sure");
            sure += u32::from(is_sure);
            missed += u32::from(is_sure && !found);
        }
    }
    assert!(sure > 100 && missed * 10 < sure, "{missed} of {sure} are missed");
}

#[test]
fn answers_are_those_of_brute_force() {
    compare_with_trying(0..3000);
}

#[test]
#[ignore = "long: many small worlds"]
fn answers_are_those_of_brute_force_at_length() {
    compare_with_trying(0..300_000);
}

fn free(from: usize, to: usize, is_one_way: bool) -> GraphPassage {
    GraphPassage { from, to, is_one_way, locks: Vec::new() }
}

#[test]
fn nothing_is_sure_when_the_work_is_used_up() {
    let graph = KeyGraph::new(3, Vec::new(), &[free(0, 1, true), free(1, 2, true)]);
    assert_eq!(graph.sure_from(0, &mut MOST_WORK.clone()), [true; 3]);
    assert_eq!(graph.sure_from(0, &mut 0), [true, false, false]);
}

/// ```text
/// start - lock - goal      The key of the lock is behind it.
///   |             |
///   a ---- b ---- c
/// ```
#[test]
fn route_leads_around_a_lock_that_nothing_opens() {
    let shut = |from, to| {
        let need = KeyNeed { keys: BTreeSet::from([0]), needed: 1 };
        GraphPassage { locks: vec![(1, need)], ..free(from, to, false) }
    };
    let around = [free(0, 3, false), free(3, 4, false), free(4, 5, false), free(5, 2, false)];
    let passages: Vec<GraphPassage> = [shut(0, 1), shut(1, 2)].into_iter().chain(around).collect();
    let graph = KeyGraph::new(6, vec![Some(1)], &passages);
    let route = graph.route(0, &BTreeSet::from([2])).unwrap();
    assert_eq!(route.places, [0, 3, 4, 5, 2]);
}

#[test]
fn route_fetches_as_many_keys_as_a_lock_needs() {
    let need = KeyNeed { keys: BTreeSet::from([0, 1, 2]), needed: 2 };
    let lock = GraphPassage { locks: vec![(1, need)], ..free(0, 1, false) };
    let nooks = [free(0, 2, false), free(0, 3, false), free(3, 4, false)];
    let passages: Vec<GraphPassage> = [lock].into_iter().chain(nooks).collect();
    let graph = KeyGraph::new(5, vec![Some(4), Some(2), Some(3)], &passages);
    let route = graph.route(0, &BTreeSet::from([1])).unwrap();
    assert_eq!((route.places, route.keys), (vec![0, 2, 3, 1], vec![(1, 1), (3, 2)]));
}
