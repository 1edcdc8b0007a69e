//! Checks whether a mission can be finished: a walker can always still reach a goal.
//!
//! In every layout, the places of a level are joined as the passages of its mission.
//! Therefore a mission that fails here would fail in the end, and need not be laid out first.

use std::collections::BTreeSet;

use crate::base::{Cancelled, Diagnostic, Outcome, StopReason, StopToken};
use crate::level::PlaceId;
use crate::mission::progression::{GOAL_OUT_OF_REACH, KeyGraph, KeyNeed, MissionGraph, NO_WAY_ON};
use crate::mission::{Alphabet, Mission, NodeId};
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
    let MissionGraph { graph, nodes, starts, goals } = MissionGraph::of(mission, alphabet);
    let places = MissionPlaces { mission, alphabet, nodes };
    let map = map_of(&graph, goals);
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

/// A mission with the graph of its places.
struct MissionPlaces<'a> {
    mission: &'a Mission,
    alphabet: &'a Alphabet,
    nodes: Vec<NodeId>,
}

/// Returns the map that the search of the checker reads.
fn map_of(graph: &KeyGraph, goals: BTreeSet<usize>) -> AreaMap {
    let keys = graph.keys().iter().zip(0..).filter_map(|(place, key)| Some((key, (*place)?)));
    let need = |(place, need): (usize, &KeyNeed)| KeyRequirement {
        keys: need.keys.iter().map(|key| *key as u32).collect(),
        needed: need.needed,
        place: PlaceId::at(place),
    };
    let moves = graph.steps().iter().filter(|step| step.from != step.to);
    let moves = moves.map(|step| {
        let needs = graph.locks_of(step).map(need).collect();
        MapMove { from: step.from, to: step.to, needs }
    });
    AreaMap { areas: graph.places(), keys: keys.collect(), moves: moves.collect(), goals }
}

impl MissionPlaces<'_> {
    /// Returns the name and node of a place: `"Hall" (node 3)`.
    fn name(&self, place: usize) -> String {
        let id = self.nodes[place];
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
            names => format!("; no key within reach opens {}", names.join(" or ")),
        };
        if let [_] = steps {
            let message = format!("The goal cannot be reached from {}{because}.", self.name(start));
            let hint = match names.as_slice() {
                [] => "Lead a passage there that players can walk in this direction.",
                _ => "Put a key for the lock into a place that players reach before it.",
            };
            return Diagnostic::error(GOAL_OUT_OF_REACH, message).of_nodes([self.nodes[start].0]).hint(hint);
        }
        let walk: Vec<String> = steps.iter().map(|place| self.name(*place)).collect();
        let message = format!(
            "A player can get to where the goal cannot be reached any more: {}{because}.",
            walk.join(", then ")
        );
        let last = steps.iter().next_back().map(|place| self.nodes[*place].0);
        Diagnostic::error(NO_WAY_ON, message)
            .of_nodes(last)
            .hint("Lead a passage on or back from the last of these places.")
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
