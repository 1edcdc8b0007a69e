//! Checks whether a mission can be finished: a walker can always still reach a goal.
//!
//! In every layout, the places of a level are joined as the passages of its mission.
//! Therefore a mission that fails here would fail in the end, and need not be laid out first.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Cancelled, Diagnostic, Outcome, StopReason, StopToken};
use crate::level::PlaceId;
use crate::mission::progression::{GOAL_OUT_OF_REACH, ItemRelations, NO_WAY_ON};
use crate::mission::{Alphabet, EdgeRole, Mission, NodeId, NodeRole};
use crate::verify::finishable::{AreaMap, DeadEndWalk, KeyRequirement, MapMove, WalkBudget, find_stuck};

/// Maximum number of locks that a message names.
const MOST_NAMED: usize = 4;

/// Maximum number of moves examined. An undecided mission is left to the checker.
const MOST_WORK: u64 = 30_000_000;

/// Checks that a walker from any start can always still reach a goal, whatever way they take before.
///
/// A mission without a start or without a goal has nothing to finish.
///
/// # Errors
/// Returns an error if it is stopped.
pub(super) fn check_finishable(
    mission: &Mission,
    alphabet: &Alphabet,
    stop: &StopToken,
) -> Result<Outcome<()>, Cancelled> {
    let places = PlaceNumbers::of(mission, alphabet);
    let starts = places.with_role(NodeRole::Start);
    let mut map = places.map();
    map.goals = places.with_role(NodeRole::Goal).into_iter().collect();
    let mut outcome = Outcome { value: (), diagnostics: Vec::new(), stop: StopReason::Done };
    if map.goals.is_empty() {
        return Ok(outcome);
    }
    let mut work = WalkBudget::new(MOST_WORK, stop.clone());
    for start in starts {
        match find_stuck(&map, start, &mut work) {
            Ok(None) => {}
            Ok(Some(stuck)) => {
                outcome.stop = StopReason::Failed;
                outcome.diagnostics.push(places.describe(&map, start, &stuck));
            }
            Err(_) => {
                stop.unless_stopped(())?;
                break;
            }
        }
    }
    Ok(outcome)
}

/// The places of a mission, numbered in the order of their nodes.
struct PlaceNumbers<'a> {
    mission: &'a Mission,
    alphabet: &'a Alphabet,
    nodes: Vec<(NodeId, Option<NodeRole>)>,
    numbers: BTreeMap<NodeId, usize>,
}

impl<'a> PlaceNumbers<'a> {
    fn of(mission: &'a Mission, alphabet: &'a Alphabet) -> Self {
        let nodes: Vec<_> = mission
            .nodes()
            .map(|(id, node)| (id, alphabet.node(node.symbol).1))
            .filter(|(_, symbol)| symbol.form.is_some())
            .map(|(id, symbol)| (id, symbol.role))
            .collect();
        let numbers = nodes.iter().zip(0..).map(|((id, _), number)| (*id, number)).collect();
        Self { mission, alphabet, nodes, numbers }
    }

    fn with_role(&self, role: NodeRole) -> Vec<usize> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(|(_, (_, of))| *of == Some(role)).map(|(number, _)| number).collect()
    }

    /// Returns the map without goals. Keys have the numbers of their nodes.
    fn map(&self) -> AreaMap {
        let items = ItemRelations::of(self.mission, self.alphabet);
        let (mut keys, mut openers) = (Vec::new(), vec![BTreeSet::new(); self.nodes.len()]);
        for (node, content) in self.mission.nodes() {
            if self.alphabet.node(content.symbol).1.form.is_some() {
                continue;
            }
            let Some(place) = items.holder(node, &self.numbers) else { continue };
            keys.push((node.0, place));
            for lock in items.opened_by(node).filter_map(|lock| self.numbers.get(&lock)) {
                openers[*lock].insert(node.0);
            }
        }
        let need = |place: usize| {
            let is_lock = self.nodes[place].1 == Some(NodeRole::Lock);
            is_lock.then(|| KeyRequirement {
                keys: openers[place].clone(),
                needed: 1,
                place: PlaceId::at(place),
            })
        };
        let mut moves = Vec::new();
        for (_, edge) in self.mission.edges() {
            let symbol = self.alphabet.edge(edge.symbol).1;
            let ends = (self.numbers.get(&edge.from), self.numbers.get(&edge.to));
            let (EdgeRole::Passage, (Some(&from), Some(&to))) = (symbol.role, ends) else { continue };
            if from == to {
                continue;
            }
            // A passage is entered only if it can be left at its other end.
            let needs: Vec<KeyRequirement> = [from, to].into_iter().filter_map(need).collect();
            moves.push(MapMove { from, to, needs: needs.clone() });
            if !symbol.one_way {
                moves.push(MapMove { from: to, to: from, needs });
            }
        }
        AreaMap { areas: self.nodes.len(), keys, moves, goals: BTreeSet::new() }
    }

    /// Returns the name and node of a place: `"Hall" (node 3)`.
    fn name(&self, place: usize) -> String {
        let (id, _) = self.nodes[place];
        let name = self.mission.node(id).map(|node| self.alphabet.node(node.symbol).0);
        format!("\"{}\" (node {})", name.unwrap_or_default(), id.0)
    }

    fn describe(&self, map: &AreaMap, start: usize, stuck: &DeadEndWalk) -> Diagnostic {
        // The places after the point of no return add nothing.
        let steps = stuck.steps.get(..=stuck.lost_at).unwrap_or(&stuck.steps);
        let shut = shut_locks(map, stuck);
        let names: Vec<String> = shut.iter().take(MOST_NAMED).map(|place| self.name(*place)).collect();
        let because = match names.as_slice() {
            [] => String::new(),
            names => format!("; no key that is still within reach opens {}", names.join(" or ")),
        };
        if let [_] = steps {
            let message = format!("The goal cannot be reached from {}{because}.", self.name(start));
            return Diagnostic::error(GOAL_OUT_OF_REACH, message).of_nodes([self.nodes[start].0.0]).hint(
                "lead a passage there that can be walked in this direction, or lay a key before each lock",
            );
        }
        let walk: Vec<String> = steps.iter().map(|place| self.name(*place)).collect();
        let message = format!(
            "A walker can get to where the goal cannot be reached any more: {}{because}.",
            walk.join(", then ")
        );
        let last = steps.iter().next_back().map(|place| self.nodes[*place].0.0);
        Diagnostic::error(NO_WAY_ON, message).of_nodes(last).hint(
            "lead a passage on or back from the last of these places, or let a rule lay the key where it is picked up before",
        )
    }
}

/// Returns the locked places that stay shut around the zone in which a walker is stuck.
fn shut_locks(map: &AreaMap, stuck: &DeadEndWalk) -> BTreeSet<usize> {
    let zone: BTreeSet<usize> = stuck.zone.iter().copied().collect();
    let been: BTreeSet<usize> = zone.iter().chain(&stuck.steps).copied().collect();
    let held = map.keys.iter().filter(|(_, area)| been.contains(area)).map(|(key, _)| *key);
    let held: BTreeSet<u32> = held.collect();
    let exits = map.moves.iter().filter(|step| zone.contains(&step.from) && !zone.contains(&step.to));
    let needs = exits.flat_map(|step| &step.needs);
    needs.filter(|need| need.keys.is_disjoint(&held)).map(|need| need.place.index()).collect()
}
