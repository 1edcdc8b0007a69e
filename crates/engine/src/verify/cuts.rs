//! P5, doors: nobody gets from one end of a passage to the other without stepping on its door.
//!
//! This checks corridors whose doors are not plain.
//! A walker who may step on neither sockets nor thresholds enters at one end and must not come out at the
//! other.
//! An open passage has no door, because its two places merge.
//! A threshold has no needless cells: without any one of them there is a way.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::PromiseBreaks;
use super::names;
use super::walk_map::{WalkMap, WalkSpot};
use crate::base::{Cell, Grid};
use crate::level::{OwnedBy, Passage, PassageForm, PassageId, PlaceId};

/// Adds the mistakes in the doors of passages.
pub(super) fn check(walk_map: &WalkMap, findings: &mut PromiseBreaks) {
    let with_doors = walk_map.level.passages.iter().filter(|passage| passage.door.lies_across());
    let (open, corridors): (Vec<_>, Vec<_>) =
        with_doors.partition(|passage| passage.kind == PassageForm::Open);
    for passage in open {
        let (name, door) = (names::passage(walk_map.level, passage.id), passage.door.tile_name());
        findings.add(None, format!("{name} has a {door}, but nothing that it could close off."));
    }
    if corridors.is_empty() {
        return;
    }
    let contacts = Contacts::new(walk_map);
    let mut marks = ReachedSpots::new(walk_map);
    for passage in corridors {
        let doors: BTreeSet<Cell> = passage.door_cells().collect();
        let sides = ReachFromEnds::new(walk_map, &contacts, passage, &doors, &mut marks);
        let (name, door) = (names::passage(walk_map.level, passage.id), passage.door.tile_name());
        if let Some(spot) = sides.way_round {
            let at = names::cell(spot.cell());
            findings.add(
                Some(spot.cell()),
                format!("you can walk through {name} without stepping on its {door}, by way of {at}."),
            );
        } else if let Some(cell) = sides.needless_cell(walk_map, &contacts, passage, &doors, &marks) {
            let at = names::cell(cell);
            findings.add(
                Some(cell),
                format!("the {door} of {name} at {at} closes nothing that the rest of it leaves open."),
            );
        }
        marks.clear(&sides.reached);
    }
}

/// The parts of a passage that a walker reaches from its two ends without stepping on its doors.
struct ReachFromEnds {
    /// All spots; those reached from both ends occur twice.
    reached: Vec<WalkSpot>,
    /// The spot where the walker comes out at the other end.
    way_round: Option<WalkSpot>,
}

impl ReachFromEnds {
    fn new(
        walk_map: &WalkMap,
        contacts: &Contacts,
        passage: &Passage,
        doors: &BTreeSet<Cell>,
        marks: &mut ReachedSpots,
    ) -> Self {
        let entries = |place: PlaceId| contacts.spots(passage.id, place, doors);
        let mut reached = Vec::new();
        for (side, end) in [passage.from, passage.to].into_iter().enumerate() {
            reached.extend(flood(walk_map, passage, doors, entries(end), (marks, side)));
        }
        let way_round = entries(passage.to).into_iter().find(|exit| marks.is_set(*exit, 0));
        Self { reached, way_round }
    }

    /// Finds a cell of a threshold without which it would still be a cut. Format 1 allowed such cells.
    fn needless_cell(
        &self,
        walk_map: &WalkMap,
        contacts: &Contacts,
        passage: &Passage,
        doors: &BTreeSet<Cell>,
        marks: &ReachedSpots,
    ) -> Option<Cell> {
        // Nobody gets round the doors. A way through only this door cell therefore crosses it from one side
        // to the other.
        let joins = |cell: Cell, side: usize| {
            let place = [passage.from, passage.to][side];
            walk_map.steps(WalkSpot::On(cell)).any(|next| marks.is_set(next, side))
                || contacts
                    .at(passage.id, place)
                    .any(|(spot, beyond)| *spot == WalkSpot::On(cell) && !doors.contains(beyond))
        };
        let is_needed = |cell: Cell| {
            walk_map.is_walkable(cell)
                && walk_map.owner(cell) == OwnedBy::Passage(passage.id)
                && joins(cell, 0)
                && joins(cell, 1)
        };
        let threshold = if walk_map.level.format == 1 { &[] } else { passage.threshold.as_slice() };
        threshold.iter().copied().find(|cell| !is_needed(*cell))
    }
}

/// The contacts between passages and places.
struct Contacts {
    /// For each passage and place, the steps between them: the spot of the passage, the cell of the place.
    steps: BTreeMap<(PassageId, PlaceId), Vec<(WalkSpot, Cell)>>,
}

impl Contacts {
    fn new(walk_map: &WalkMap) -> Self {
        let mut steps: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for step in &walk_map.steps_over {
            if let (OwnedBy::Passage(passage), OwnedBy::Place(place)) = step.owners {
                steps.entry((passage, place)).or_default().push((step.from, step.to.cell()));
            }
        }
        Self { steps }
    }

    fn at(&self, passage: PassageId, place: PlaceId) -> impl Iterator<Item = &(WalkSpot, Cell)> {
        self.steps.get(&(passage, place)).into_iter().flatten()
    }

    /// Returns the spots of a passage with a step to or from a place that avoids its doors.
    fn spots(&self, passage: PassageId, place: PlaceId, doors: &BTreeSet<Cell>) -> BTreeSet<WalkSpot> {
        let is_free = |(spot, cell): &&(WalkSpot, Cell)| !doors.contains(cell) && !is_on_door(*spot, doors);
        self.at(passage, place).filter(is_free).map(|(spot, _)| *spot).collect()
    }
}

fn is_on_door(spot: WalkSpot, doors: &BTreeSet<Cell>) -> bool {
    matches!(spot, WalkSpot::On(cell) if doors.contains(&cell))
}

/// The spots reached from each of two ends.
struct ReachedSpots {
    on: Grid<[bool; 2]>,
    under: Grid<[bool; 2]>,
}

impl ReachedSpots {
    fn new(walk_map: &WalkMap) -> Self {
        let nowhere = Grid::filled(walk_map.walkable.size(), [false; 2]);
        Self { on: nowhere.clone(), under: nowhere }
    }

    fn at(&mut self, spot: WalkSpot) -> Option<&mut [bool; 2]> {
        match spot {
            WalkSpot::On(cell) => self.on.get_mut(cell),
            WalkSpot::Under(cell) => self.under.get_mut(cell),
        }
    }

    fn is_set(&self, spot: WalkSpot, side: usize) -> bool {
        let marks = match spot {
            WalkSpot::On(cell) => self.on.get(cell),
            WalkSpot::Under(cell) => self.under.get(cell),
        };
        marks.is_some_and(|marks| marks[side])
    }

    /// Sets the mark of a spot. Returns `false` if it was set already.
    fn set(&mut self, spot: WalkSpot, side: usize) -> bool {
        self.at(spot).is_some_and(|marks| !std::mem::replace(&mut marks[side], true))
    }

    fn clear(&mut self, spots: &[WalkSpot]) {
        for spot in spots {
            if let Some(marks) = self.at(*spot) {
                *marks = [false; 2];
            }
        }
    }
}

/// Returns the spots of a passage that a walker reaches without stepping on its doors, and marks them.
fn flood(
    walk_map: &WalkMap,
    passage: &Passage,
    doors: &BTreeSet<Cell>,
    entries: BTreeSet<WalkSpot>,
    (marks, side): (&mut ReachedSpots, usize),
) -> Vec<WalkSpot> {
    let mut reached: Vec<WalkSpot> = entries.into_iter().filter(|spot| marks.set(*spot, side)).collect();
    let mut next = 0;
    while let Some(&spot) = reached.get(next) {
        next += 1;
        for near in walk_map.steps(spot) {
            let goes_on =
                walk_map.owner_of_spot(near) == OwnedBy::Passage(passage.id) && !is_on_door(near, doors);
            if goes_on && marks.set(near, side) {
                reached.push(near);
            }
        }
    }
    reached
}
