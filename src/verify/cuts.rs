//! P5, of doors: nobody gets from one end of a passage to the other without stepping on its door.
//!
//! Looked at are corridors whose doors are not plain. A walker who may not step on their doors, neither on sockets nor on thresholds, enters from one end and must not come out at the other.
//! Where two places grow together there is nothing to step on: an open passage has no door.
//! A threshold has no more cells than that takes: without any one of them there is a way.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::Findings;
use super::ground::{Ground, Owner, Spot};
use super::names;
use crate::base::Cell;
use crate::level::{Passage, PassageForm};
use crate::mission::Door;

/// Adds what is wrong with the doors of passages.
pub(super) fn check(ground: &Ground, findings: &mut Findings) {
    let with_doors = ground.level.passages.iter().filter(|passage| passage.door != Door::Plain);
    let (open, corridors): (Vec<_>, Vec<_>) =
        with_doors.partition(|passage| passage.kind == PassageForm::Open);
    for passage in open {
        let (name, door) = (names::passage(ground.level, passage.id), passage.door.tile_name());
        findings.add(None, format!("{name} has a {door}, but there is nothing across which it could lie."));
    }
    if corridors.is_empty() {
        return;
    }
    let contacts = Contacts::new(ground);
    for passage in corridors {
        let doors: BTreeSet<Cell> = passage.doors.iter().chain(&passage.threshold).copied().collect();
        if let Some(cell) = way_around(ground, &contacts, passage, &doors) {
            let (name, door) = (names::passage(ground.level, passage.id), passage.door.tile_name());
            let at = names::cell(cell);
            findings.add(
                Some(cell),
                format!("one can walk through {name} without stepping on its {door}, by way of {at}."),
            );
        } else if let Some(cell) = needless_cell(ground, &contacts, passage, &doors) {
            let (name, door) = (names::passage(ground.level, passage.id), passage.door.tile_name());
            let at = names::cell(cell);
            findings.add(
                Some(cell),
                format!("the {door} of {name} at {at} closes nothing that the rest of it leaves open."),
            );
        }
    }
}

/// Thresholds of more cells are not asked for each of them whether it is needed.
const LONGEST_ASKED: usize = 64;

/// A cell of a threshold without which it would be a cut as well. Format 1 did not promise that there is none.
fn needless_cell(
    ground: &Ground,
    contacts: &Contacts,
    passage: &Passage,
    doors: &BTreeSet<Cell>,
) -> Option<Cell> {
    if ground.level.format == 1 || passage.threshold.len() > LONGEST_ASKED {
        return None;
    }
    let is_needed = |cell: &Cell| {
        let others = doors.iter().copied().filter(|other| other != cell).collect();
        way_around(ground, contacts, passage, &others).is_some()
    };
    passage.threshold.iter().copied().find(|cell| !is_needed(cell))
}

/// Where passages and places touch.
struct Contacts {
    /// For each passage and place the steps between them: the spot of the passage, the cell of the place.
    steps: BTreeMap<(u32, u32), Vec<(Spot, Cell)>>,
}

impl Contacts {
    fn new(ground: &Ground) -> Self {
        let mut steps: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for step in &ground.steps_over {
            if let (Owner::Passage(passage), Owner::Place(place)) = step.owners {
                steps.entry((passage, place)).or_default().push((step.from, step.to.cell()));
            }
        }
        Self { steps }
    }

    /// The spots of a passage from which one steps into a place, or comes from it, without stepping on its doors.
    fn spots(&self, passage: u32, place: u32, doors: &BTreeSet<Cell>) -> BTreeSet<Spot> {
        let steps = self.steps.get(&(passage, place)).into_iter().flatten();
        let is_free = |(spot, cell): &&(Spot, Cell)| !doors.contains(cell) && !is_on_door(*spot, doors);
        steps.filter(is_free).map(|(spot, _)| *spot).collect()
    }
}

fn is_on_door(spot: Spot, doors: &BTreeSet<Cell>) -> bool {
    matches!(spot, Spot::On(cell) if doors.contains(&cell))
}

/// Where a walker comes out at the end of a passage who went through it without stepping on its doors.
fn way_around(
    ground: &Ground,
    contacts: &Contacts,
    passage: &Passage,
    doors: &BTreeSet<Cell>,
) -> Option<Cell> {
    let exits = contacts.spots(passage.id, passage.to, doors);
    let mut seen = contacts.spots(passage.id, passage.from, doors);
    let mut open: Vec<Spot> = seen.iter().copied().collect();
    while let Some(spot) = open.pop() {
        if exits.contains(&spot) {
            return Some(spot.cell());
        }
        for next in ground.steps(spot) {
            let goes_on =
                ground.owner_of_spot(next) == Owner::Passage(passage.id) && !is_on_door(next, doors);
            if goes_on && seen.insert(next) {
                open.push(next);
            }
        }
    }
    None
}
