//! Frozen places: they stay as they are in an earlier level, and everything else is laid out around them.
//!
//! In: the mission, and an earlier plan with the owners of its cells and the places to keep.
//! Out: an arrangement of all places, and the parts of it that are kept.
//! - Kept places, and passages between two of them, become ground that nothing else may touch (`ground`).
//! - A passage that leaves a kept place begins with its earlier cells, until it is clear of that ground
//!   (`stubs`).
//! - The other places are laid out around the ground as around pins (`frame`), or towards the corner
//!   (`corner`). The smaller level is used.
//! - If a place finds no room, it and its neighbours are held: they keep their positions, but get new content
//!   (`dress`). In the end all places are held. A doorway that cannot become a corridor holds both its
//!   places.
//!
//! Guaranteed: kept places and passages lie as before relative to each other, with the same forms, sockets
//! and routes. A warning names each place that was chosen but is not kept.
//! Not guaranteed: that a place can be kept if its passages changed.

mod corner;
mod dress;
mod frame;
mod ground;
mod reason;
mod stubs;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use self::dress::dress;
use self::frame::{FramedArrangement, FrozenFrame};
use self::ground::cells_by_owner;
use self::reason::UnfrozenReason;
use crate::base::{Cell, Diagnostic, Direction, Outcome, Seed, Severity, StopReason};
use crate::layout::boards;
use crate::layout::budget::frozen::{MOST_NAMED, MOST_ROUNDS, ROUND_PERCENT};
use crate::layout::drawing::{Arrangement, SizedPlace};
use crate::layout::input::outlets::TemplateExit;
use crate::layout::input::previous_levels::FrozenPlaces;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::{lengths, sizes};
use crate::layout::outline;
use crate::layout::result::finish::finish;
use crate::layout::result::plan::{KeptPart, Plan, PlannedPassage, PlannedPlace};
use crate::level::{Owner, PassageForm, PassageId, PlaceId};
use crate::mission::DoorwayFallback;
use crate::rooms::RoomSet;
use crate::settings::{LayoutSettings, Spacing};

/// Diagnostic code: places that are not kept had to be held at their positions.
const HELD: &str = "held";

/// The parts of the earlier level that stay.
struct FrozenSelection<'k> {
    plan: &'k Plan,
    /// The cells of each owner of the earlier level.
    cells: BTreeMap<Owner, Vec<Cell>>,
    /// The kept places.
    kept: BTreeSet<usize>,
    /// The kept and the held places, with their index in the earlier plan. They keep position, size and
    /// sockets.
    places: BTreeMap<usize, usize>,
    /// The passages that stay, with their index in the earlier plan.
    passages: BTreeMap<usize, usize>,
    /// Doorways that become corridors.
    corridors: BTreeSet<usize>,
}

/// The layout around the selection.
enum FrozenSurroundings<'a> {
    /// Some places lie as before.
    Partly(Box<FrozenArrangement<'a>>),
    /// All places lie as before.
    Wholly(KeptPart),
}

/// An arrangement of all places, some of them as before.
struct FrozenArrangement<'a> {
    problem: LayoutProblem<'a>,
    sizes: Vec<SizedPlace>,
    arranged: Arrangement,
    part: KeptPart,
}

/// Lays out a mission around its kept places. `diagnostics` are those known so far.
///
/// # Errors
/// Returns the diagnostics with the reasons if nothing is kept.
pub(in crate::layout) fn lay_out(
    problem: &LayoutProblem,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    kept: &FrozenPlaces,
    seed: Seed,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Outcome<Plan>, Vec<Diagnostic>> {
    let mut selection = FrozenSelection::new(problem, kept, &mut diagnostics);
    let Some(around) = arrange(problem, rooms, settings, &mut selection, seed, &mut diagnostics) else {
        return Err(diagnostics);
    };
    diagnostics.extend(selection.note(problem));
    let FrozenArrangement { problem, sizes, arranged, part } = match around {
        FrozenSurroundings::Partly(arranged) => *arranged,
        FrozenSurroundings::Wholly(part) => {
            let plan = Plan { kept: part, ..Plan::clone(&kept.plan) };
            let plan = selection.dressed(plan, problem, rooms, seed);
            diagnostics.extend(outline::check_bound(problem, &plan, settings));
            return Ok(Outcome { value: plan, diagnostics, stop: StopReason::Done });
        }
    };
    diagnostics.extend(lengths::check(&problem, &sizes, settings.spacing, &arranged));
    let lay_cards = |plan: &mut Plan| boards::lay(plan, &problem, rooms, seed.child("cards"));
    let finished = finish(&problem, arranged, &sizes, settings, lay_cards, diagnostics);
    Ok(finished.map(|plan| selection.dressed(restored(plan, &kept.plan, part), &problem, rooms, seed)))
}

/// Arranges all places around the kept ones; `None` if none can be kept.
fn arrange<'a>(
    problem: &LayoutProblem<'a>,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    selection: &mut FrozenSelection,
    seed: Seed,
    found: &mut Vec<Diagnostic>,
) -> Option<FrozenSurroundings<'a>> {
    let lies_freely = match settings.spacing {
        Spacing::Sprawl { .. } => false,
        Spacing::Compact { .. } | Spacing::Elastic { .. } | Spacing::Fixed { .. } => !problem.has_loops(),
    };
    for round in 0..MOST_ROUNDS {
        if selection.kept.is_empty() || problem.work.is_stopped() {
            return None;
        }
        selection.settle(problem);
        if !lies_freely || selection.places.len() == problem.places.len() {
            break;
        }
        let forms = selection.forms(problem);
        let sizes_seed = seed.child("sizes").numbered(round);
        let (sizes, drawn) = sizes::draw_around(problem, rooms, settings, sizes_seed, &forms);
        if drawn.iter().any(|d| [sizes::NO_ROOM, sizes::TOO_LARGE, boards::NO_CARD].contains(&d.code)) {
            break;
        }
        let round_problem = problem.with_percent(ROUND_PERCENT);
        let frame = FrozenFrame::new(&round_problem, &sizes, settings, selection);
        match frame.and_then(|frame| frame.arrange(settings, seed.numbered(round))) {
            Ok(FramedArrangement { problem, arranged, moved, notes }) => {
                let larger = sizes::larger_halls(&problem, &sizes);
                found.extend(drawn.into_iter().chain(larger).chain(notes));
                let part = selection.part(moved);
                let laid = FrozenArrangement { problem, sizes, arranged, part };
                return Some(FrozenSurroundings::Partly(Box::new(laid)));
            }
            Err(in_the_way) if !selection.hold(problem, &in_the_way) => break,
            Err(_) => {}
        }
    }
    if selection.hold_all(problem) {
        return Some(FrozenSurroundings::Wholly(selection.part(Cell::new(0, 0))));
    }
    found.extend(
        selection
            .kept
            .iter()
            .map(|place| problem.about([*place], UnfrozenReason::NoWay.warning(&problem.name(*place)))),
    );
    None
}

impl<'k> FrozenSelection<'k> {
    fn new(problem: &LayoutProblem, kept: &'k FrozenPlaces, found: &mut Vec<Diagnostic>) -> Self {
        let mut selection = Self {
            plan: &kept.plan,
            cells: cells_by_owner(&kept.owners),
            kept: BTreeSet::new(),
            places: BTreeMap::new(),
            passages: BTreeMap::new(),
            corridors: BTreeSet::new(),
        };
        for node in &kept.nodes {
            let here = problem.places.iter().position(|place| place.node == *node);
            let Some(here) = here else {
                found.push(UnfrozenReason::Gone.warning(&format!("Node {}", node.0)));
                continue;
            };
            match selection.earlier_place(problem, here) {
                Ok(was) => {
                    selection.kept.insert(here);
                    selection.places.insert(here, was);
                }
                Err(reason) => found.push(problem.about([here], reason.warning(&problem.name(here)))),
            }
        }
        selection
    }

    /// Returns the index of a place in the earlier plan.
    ///
    /// # Errors
    /// Returns the reason if the place cannot stay as it was.
    fn earlier_place(&self, problem: &LayoutProblem, here: usize) -> Result<usize, UnfrozenReason> {
        let place = &problem.places[here];
        let was =
            self.plan.places.iter().position(|was| was.node == place.node).ok_or(UnfrozenReason::New)?;
        let id = PlaceId::at(was);
        let before = self.plan.passages.iter().filter(|passage| [passage.from, passage.to].contains(&id));
        let before: BTreeSet<_> = before.map(|passage| (passage.edge, passage.route.is_empty())).collect();
        let now = place.passages.iter().map(|passage| problem.passages[*passage].edge);
        if before == now.map(|edge| (edge, false)).collect() {
            Ok(was)
        } else {
            Err(UnfrozenReason::OtherPassages)
        }
    }

    /// Returns the index of a passage in the earlier plan.
    fn earlier(&self, problem: &LayoutProblem, passage: usize) -> Option<usize> {
        let edge = problem.passages[passage].edge;
        self.plan.passages.iter().position(|before| before.edge == edge)
    }

    /// Returns how many ends of a passage stay.
    fn ends_that_stay(&self, problem: &LayoutProblem, passage: usize) -> usize {
        let passage = &problem.passages[passage];
        [passage.from, passage.to].iter().filter(|end| self.places.contains_key(end)).count()
    }

    /// Adds places to those that stay, if they can. Returns `true` if there are new ones.
    fn add(&mut self, problem: &LayoutProblem, places: &[usize]) -> bool {
        let before = self.places.len();
        for place in places {
            if let Ok(was) = self.earlier_place(problem, *place) {
                self.places.insert(*place, was);
            }
        }
        self.places.len() > before
    }

    /// Determines the passages that stay and the doorways that become corridors.
    ///
    /// A doorway that cannot become a corridor adds both its places if one of them stays.
    fn settle(&mut self, problem: &LayoutProblem) {
        self.corridors.clear();
        let doorways = || {
            let passages = problem.passages.iter().enumerate();
            passages.filter(|(_, passage)| passage.form == PassageForm::Doorway)
        };
        loop {
            let parted = |number: usize| self.ends_that_stay(problem, number) == 1;
            let joined: Vec<usize> = doorways()
                .filter(|(number, passage)| passage.otherwise == DoorwayFallback::Nothing && parted(*number))
                .flat_map(|(_, passage)| [passage.from, passage.to])
                .collect();
            if !self.add(problem, &joined) {
                break;
            }
        }
        let parted = doorways().filter(|(number, _)| self.ends_that_stay(problem, *number) == 1);
        self.corridors = parted.map(|(number, _)| number).collect();
        let staying = (0..problem.passages.len()).filter(|number| self.ends_that_stay(problem, *number) == 2);
        self.passages = staying.filter_map(|number| Some((number, self.earlier(problem, number)?))).collect();
        // A passage cannot stay if it crosses one that goes.
        loop {
            let stay: BTreeSet<usize> = self.passages.values().copied().collect();
            let pairs = self.plan.crossings.iter();
            let pairs = pairs.map(|crossing| [crossing.over.index(), crossing.under.index()]);
            let gone: BTreeSet<usize> =
                pairs.filter(|pair| !pair.iter().all(|passage| stay.contains(passage))).flatten().collect();
            let before = self.passages.len();
            self.passages.retain(|_, was| !gone.contains(was));
            if self.passages.len() == before {
                break;
            }
        }
    }

    /// Returns the sizes of the places that stay; `None` for the others.
    fn forms(&self, problem: &LayoutProblem) -> Vec<Option<SizedPlace>> {
        let sized = |place: &PlannedPlace| {
            // Their routes exist already, so the direction of a socket is not used.
            let outlet = |cell: Cell| TemplateExit {
                cell: cell - place.core.min,
                approach: Vec::new(),
                out: Direction::North,
                kind: None,
            };
            let sockets = place.sockets.iter().map(|socket| outlet(socket.cell)).collect();
            SizedPlace { core: place.core.size, form: place.form.clone(), sockets }
        };
        let places = 0..problem.places.len();
        places.map(|place| self.places.get(&place).map(|was| sized(&self.plan.places[*was]))).collect()
    }

    /// Holds the first of these places and its neighbours. Returns `true` if any of them did not stay before.
    fn hold(&mut self, problem: &LayoutProblem, places: &[usize]) -> bool {
        let Some(first) = places.first() else { return false };
        let passages = problem.places[*first].passages.iter();
        let neighbours = passages.map(|passage| problem.passages[*passage].other(*first));
        let places: Vec<usize> = neighbours.chain([*first]).collect();
        self.add(problem, &places)
    }

    /// Holds all places if the mission has the same places and passages as before. Returns `true` if so.
    fn hold_all(&mut self, problem: &LayoutProblem) -> bool {
        let is_same = problem.places.len() == self.plan.places.len()
            && problem.passages.len() == self.plan.passages.len()
            && (0..problem.places.len()).all(|place| self.earlier_place(problem, place) == Ok(place))
            && (0..problem.passages.len()).all(|number| self.earlier(problem, number) == Some(number));
        if is_same {
            self.places = (0..problem.places.len()).map(|place| (place, place)).collect();
            self.corridors.clear();
            self.passages = (0..problem.passages.len()).map(|number| (number, number)).collect();
        }
        is_same
    }

    /// Returns a note that names the held places.
    fn note(&self, problem: &LayoutProblem) -> Option<Diagnostic> {
        let held: Vec<usize> =
            self.places.keys().copied().filter(|place| !self.kept.contains(place)).collect();
        let named: Vec<String> = held.iter().take(MOST_NAMED).map(|place| problem.name(*place)).collect();
        let more = match held.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let names = named.join(", ");
        let message = format!(
            "To keep the selected places, {names}{more} also stay where they were, with new content."
        );
        let hint = "Roll again.";
        (!held.is_empty()).then(|| Diagnostic::new(Severity::Note, HELD, message).hint(hint))
    }

    /// Gives held places new content, and leaves only the kept places and the passages between them in
    /// `kept`.
    fn dressed(&self, plan: Plan, problem: &LayoutProblem, rooms: &[Arc<RoomSet>], seed: Seed) -> Plan {
        let held = self.places.keys().filter(|place| !self.kept.contains(place));
        let held = held.map(|place| PlaceId::at(*place)).collect();
        let mut plan = dress(plan, problem, rooms, &held, seed.child("dress"));
        let is_kept = |place: PlaceId| self.kept.contains(&place.index());
        plan.kept.places.retain(|place, _| is_kept(*place));
        let between = |passage: &PlannedPassage| is_kept(passage.from) && is_kept(passage.to);
        plan.kept.passages.retain(|id, _| plan.passages.get(id.index()).is_some_and(between));
        plan
    }

    /// Returns the parts that stay, as the plan lists them.
    fn part(&self, moved: Cell) -> KeptPart {
        let places = self.places.iter().map(|(here, was)| (PlaceId::at(*here), PlaceId::at(*was)));
        let passages = self.passages.iter().map(|(here, was)| (PassageId::at(*here), PassageId::at(*was)));
        KeptPart { moved, places: places.collect(), passages: passages.collect() }
    }
}

/// Writes the kept parts into a plan as they were.
fn restored(mut plan: Plan, earlier: &Plan, mut part: KeptPart) -> Plan {
    let first = part.places.iter().next();
    let corners =
        first.and_then(|(id, was)| Some((plan.place(*id)?.core.min, earlier.place(*was)?.core.min)));
    let Some((now, before)) = corners else { return plan };
    // The origin of the level may have moved.
    part.moved = now - before;
    let moved = part.moved;
    let (places, passages) = (&part.places, &part.passages);
    let here = |was: PassageId| {
        let edge = earlier.passage(was).map(|passage| passage.edge);
        plan.passages_by_id().find(|(_, passage)| Some(passage.edge) == edge).map(|(id, _)| id)
    };
    let restored: Vec<(PlaceId, PlannedPlace)> = places
        .iter()
        .filter_map(|(id, was)| {
            let mut place = earlier.place(*was)?.clone();
            place.site = plan.place(*id)?.site;
            place.core.min = place.core.min + moved;
            for socket in &mut place.sockets {
                socket.cell = socket.cell + moved;
                socket.passage = socket.passage.and_then(here);
            }
            Some((*id, place))
        })
        .collect();
    for (id, place) in restored {
        plan.places[id.index()] = place;
    }
    for (id, was) in passages {
        let Some(before) = earlier.passage(*was) else { continue };
        let passage = &mut plan.passages[id.index()];
        passage.form = before.form;
        passage.opening = before.opening.map(|cell| cell + moved);
    }
    plan.kept = part;
    keep_gaps(&mut plan, earlier);
    plan
}

/// Leaves the doors and gaps of kept places as they were, where the other end of the passage has a door.
fn keep_gaps(plan: &mut Plan, earlier: &Plan) {
    for index in 0..plan.passages.len() {
        let passage = &plan.passages[index];
        let ends = [(passage.from, passage.route.first()), (passage.to, passage.route.last())];
        let door = |(place, door): (PlaceId, Option<&Cell>)| {
            plan.has_sockets(place).then_some((plan.kept.places.contains_key(&place), *door?))
        };
        let doors: Vec<(bool, Cell)> = ends.into_iter().filter_map(door).collect();
        if doors.len() < 2 {
            continue;
        }
        let before = earlier.passages.iter().find(|before| before.edge == passage.edge);
        let was = before.and_then(|before| before.gap).map(|cell| cell + plan.kept.moved);
        let kept_gap = doors.iter().find(|(is_kept, door)| *is_kept && was == Some(*door));
        // Next to a kept door, the other end becomes the gap.
        let free_gaps = doors.iter().filter(|(is_kept, _)| !is_kept && passage.gap.is_some());
        let free_gap = free_gaps.min_by_key(|(_, door)| passage.gap != Some(*door));
        plan.passages[index].gap = kept_gap.or(free_gap).map(|(_, door)| *door);
    }
}
