//! Places that are kept: they stay as they are in an earlier level of the mission, and everything else is laid out around them.
//!
//! In: the mission, and an earlier plan with the owners of its cells, of which some places are kept. Out: an arrangement of all places, and what of it is kept.
//! What is kept is ground that nothing else may touch (`ground`): the cells of the places, and of the passages between two of them. A passage that leaves a kept place begins with the cells that it had there, until it is clear of that ground (`stubs`). All else is laid out around it as around pins (`frame`).
//! Guaranteed: kept places and passages lie to each other as they did, with the same forms, sockets and ways; a place that is chosen but not kept is named in a warning.
//! Not guaranteed: that there is such an arrangement. Where passages find no ways, the passages between kept places are laid anew, then places are given up, those first at which such passages end.

mod frame;
mod ground;
mod stubs;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use self::frame::Frame;
use self::ground::cells_by_owner;
use super::outlets::Outlet;
use super::plan::{KeptPart, Plan, PlannedPlace};
use super::problem::LayoutProblem;
use super::sizes::{self, Sized};
use super::{Arrangement, boards, finish, lengths};
use crate::base::{Cell, Diagnostic, Direction, Outcome, Seed, SharedGrid};
use crate::level::{Owner, PassageForm, PassageId, PlaceId};
use crate::mission::{Instead, LayoutSettings, NodeId, RoomSet, Spacing};

/// An earlier level of a mission, and which places of it are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Where everything lay.
    pub plan: Arc<Plan>,
    /// To whom each cell belonged when the places were formed.
    pub owners: SharedGrid<Owner>,
    /// The nodes of the places that are kept.
    pub nodes: BTreeSet<NodeId>,
}

/// The code of: a place that was to be kept is not.
const NOT_KEPT: &str = "not-kept";

/// Why a place is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Spacing,
    Loops,
    Gone,
    New,
    OtherPassages,
    Doorway,
    NoWay,
}

impl Reason {
    fn text(self) -> &'static str {
        match self {
            Self::Spacing => "with this spacing each place lies beside the one before it",
            Self::Loops => "a passage of the mission leads from a place to itself",
            Self::Gone => "the mission has no such place any more",
            Self::New => "the level from which it was to be kept has no such place",
            Self::OtherPassages => "other passages lead to it than before",
            Self::Doorway => "it shares a wall with a place that is not kept",
            Self::NoWay => "no layout was found around it in which every passage has its way",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Spacing => "use compact or elastic spacing",
            Self::Loops => "let no edge lead from a node to itself",
            Self::Gone | Self::New | Self::OtherPassages => "select it again, and roll the rest",
            Self::Doorway => "keep both places of the doorway",
            Self::NoWay => "roll the rest again, or keep fewer places",
        }
    }

    fn warning(self, name: &str) -> Diagnostic {
        Diagnostic::warning(NOT_KEPT, format!("{name} is not kept: {}.", self.text())).hint(self.hint())
    }
}

/// What is still to be kept.
struct Selection<'k> {
    plan: &'k Plan,
    /// The cells of each owner of the earlier level.
    cells: BTreeMap<Owner, Vec<Cell>>,
    /// Each kept place with its index in the earlier plan.
    places: BTreeMap<usize, usize>,
    /// The same of passages.
    passages: BTreeMap<usize, usize>,
    /// Doorways for which corridors stand in.
    corridors: BTreeSet<usize>,
    /// Are corridors between kept places laid anew?
    lays_anew: bool,
}

/// All places, some of them as they were.
struct KeptArrangement<'a> {
    problem: LayoutProblem<'a>,
    sizes: Vec<Sized>,
    arranged: Arrangement,
    part: KeptPart,
}

/// Lays a mission out around what is kept, of which these diagnostics are known.
///
/// # Errors
/// If nothing is kept, the diagnostics with the reasons.
pub(super) fn lay_out(
    problem: &LayoutProblem,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    kept: &Kept,
    seed: Seed,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Outcome<Plan>, Vec<Diagnostic>> {
    let (arranged, found) = arrange(problem, rooms, settings, kept, seed);
    diagnostics.extend(found);
    let Some(KeptArrangement { problem, sizes, arranged, part }) = arranged else { return Err(diagnostics) };
    diagnostics.extend(lengths::check(&problem, &sizes, settings.spacing, &arranged));
    let lay_cards = |plan: &mut Plan| boards::lay(plan, &problem, rooms, seed.child("cards"));
    let finished = finish(&problem, arranged, &sizes, settings, lay_cards, diagnostics);
    Ok(finished.map(|plan| restored(plan, &kept.plan, part)))
}

/// Arranges all places around those that are kept, with what is to be said of it; no arrangement if none can be kept.
fn arrange<'a>(
    problem: &LayoutProblem<'a>,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    kept: &Kept,
    seed: Seed,
) -> (Option<KeptArrangement<'a>>, Vec<Diagnostic>) {
    let (mut selection, mut notes) = Selection::new(problem, kept);
    let is_sprawl = match settings.spacing {
        Spacing::Sprawl { .. } => true,
        Spacing::Compact { .. } | Spacing::Elastic { .. } | Spacing::Fixed { .. } => false,
    };
    if is_sprawl || problem.has_loops() {
        let reason = if is_sprawl { Reason::Spacing } else { Reason::Loops };
        notes.extend(selection.places.keys().map(|place| reason.warning(&problem.name(*place))));
        return (None, notes);
    }
    while !selection.places.is_empty() {
        notes.extend(selection.settle(problem));
        if selection.places.is_empty() {
            break;
        }
        let forms = selection.forms(problem);
        let (sizes, found) = sizes::draw_around(problem, rooms, settings, seed.child("sizes"), &forms);
        if found.iter().any(|d| [sizes::NO_ROOM, sizes::TOO_LARGE, boards::NO_CARD].contains(&d.code)) {
            notes.extend(selection.places.keys().map(|place| Reason::NoWay.warning(&problem.name(*place))));
            return (None, notes);
        }
        let arranged =
            Frame::new(problem, &sizes, settings, &selection).and_then(|frame| frame.arrange(settings, seed));
        match arranged {
            Ok(arranged) => {
                notes.extend(found);
                notes.extend(arranged.notes);
                let part = selection.part(arranged.moved);
                let (problem, arranged) = (arranged.problem, arranged.arranged);
                return (Some(KeptArrangement { problem, sizes, arranged, part }), notes);
            }
            Err(_) if problem.work.is_stopped() => break,
            Err(missing) => notes.extend(selection.give_up(problem, &missing)),
        }
    }
    (None, notes)
}

impl<'k> Selection<'k> {
    fn new(problem: &LayoutProblem, kept: &'k Kept) -> (Self, Vec<Diagnostic>) {
        let plan: &Plan = &kept.plan;
        let mut selection = Self {
            plan,
            cells: cells_by_owner(&kept.owners),
            places: BTreeMap::new(),
            passages: BTreeMap::new(),
            corridors: BTreeSet::new(),
            lays_anew: false,
        };
        let mut notes = Vec::new();
        for node in &kept.nodes {
            let here = problem.places.iter().position(|place| place.node == *node);
            let was = plan.places.iter().position(|place| place.node == *node);
            match (here, was) {
                (Some(here), Some(was)) if selection.has_same_passages(problem, here, was) => {
                    selection.places.insert(here, was);
                }
                (Some(here), Some(_)) => notes.push(Reason::OtherPassages.warning(&problem.name(here))),
                (Some(here), None) => notes.push(Reason::New.warning(&problem.name(here))),
                (None, _) => notes.push(Reason::Gone.warning(&format!("Node {}", node.0))),
            }
        }
        (selection, notes)
    }

    fn has_same_passages(&self, problem: &LayoutProblem, here: usize, was: usize) -> bool {
        let id = PlaceId::at(was);
        let before = self.plan.passages.iter().filter(|passage| [passage.from, passage.to].contains(&id));
        let before: BTreeSet<_> = before.map(|passage| (passage.edge, passage.route.is_empty())).collect();
        let now = problem.places[here].passages.iter().map(|passage| problem.passages[*passage].edge);
        before == now.map(|edge| (edge, false)).collect()
    }

    /// The index of a passage in the earlier plan.
    fn earlier(&self, problem: &LayoutProblem, passage: usize) -> Option<usize> {
        let edge = problem.passages[passage].edge;
        self.plan.passages.iter().position(|before| before.edge == edge)
    }

    /// The ends of a passage that are kept.
    fn kept_ends(&self, problem: &LayoutProblem, passage: usize) -> Vec<usize> {
        let passage = &problem.passages[passage];
        [passage.from, passage.to].into_iter().filter(|end| self.places.contains_key(end)).collect()
    }

    /// Settles which passages stay. A place whose doorway cannot stay, nor become a corridor, is not kept.
    fn settle(&mut self, problem: &LayoutProblem) -> Vec<Diagnostic> {
        let mut notes = Vec::new();
        let of_form = |form: PassageForm| {
            (0..problem.passages.len()).filter(move |number| problem.passages[*number].form == form)
        };
        self.corridors.clear();
        loop {
            let parted = of_form(PassageForm::Doorway).find_map(|passage| {
                let ends = self.kept_ends(problem, passage);
                (ends.len() == 1 && !self.corridors.contains(&passage)).then(|| (passage, ends[0]))
            });
            let Some((passage, end)) = parted else { break };
            match problem.passages[passage].otherwise {
                Instead::Corridor => drop(self.corridors.insert(passage)),
                Instead::Nothing => {
                    self.places.remove(&end);
                    notes.push(Reason::Doorway.warning(&problem.name(end)));
                }
            }
        }
        let stays = |selection: &Self, passage: usize| {
            let was = selection.earlier(problem, passage)?;
            let may_go = match selection.plan.passages[was].form {
                PassageForm::Corridor => selection.lays_anew,
                PassageForm::Open | PassageForm::Doorway => false,
            };
            (selection.kept_ends(problem, passage).len() == 2 && !may_go).then_some(was)
        };
        let staying =
            (0..problem.passages.len()).filter_map(|passage| Some((passage, stays(self, passage)?)));
        self.passages = staying.collect();
        // What crosses a passage that goes cannot stay.
        loop {
            let stay: BTreeSet<usize> = self.passages.values().copied().collect();
            let pairs = self.plan.crossings.iter();
            let pairs = pairs.map(|crossing| [crossing.over.index(), crossing.under.index()]);
            let gone: BTreeSet<usize> =
                pairs.filter(|pair| !pair.iter().all(|passage| stay.contains(passage))).flatten().collect();
            let before = self.passages.len();
            self.passages.retain(|_, was| !gone.contains(was));
            if self.passages.len() == before {
                return notes;
            }
        }
    }

    /// The sizes of the places that are kept; `None` for the others.
    fn forms(&self, problem: &LayoutProblem) -> Vec<Option<Sized>> {
        let sized = |place: &PlannedPlace| {
            // Ways are theirs already; how one leaves them matters no more.
            let outlet = |cell: Cell| Outlet {
                cell: cell - place.core.min,
                lead: Vec::new(),
                out: Direction::North,
                kind: None,
            };
            let sockets = place.sockets.iter().map(|socket| outlet(socket.cell)).collect();
            Sized { core: place.core.size, form: place.form.clone(), sockets }
        };
        let places = 0..problem.places.len();
        places.map(|place| self.places.get(&place).map(|was| sized(&self.plan.places[*was]))).collect()
    }

    /// Keeps less, where these passages found no ways.
    fn give_up(&mut self, problem: &LayoutProblem, missing: &[usize]) -> Vec<Diagnostic> {
        let is_corridor = |was: &usize| match self.plan.passages[*was].form {
            PassageForm::Corridor => true,
            PassageForm::Open | PassageForm::Doorway => false,
        };
        if !self.lays_anew && self.passages.values().any(is_corridor) {
            self.lays_anew = true;
            return Vec::new();
        }
        let last = |passage: &usize| self.kept_ends(problem, *passage).into_iter().max();
        let mut hindering: BTreeSet<usize> = missing.iter().filter_map(last).collect();
        if hindering.is_empty() {
            hindering.extend(self.places.keys().next_back().copied());
        }
        self.places.retain(|place, _| !hindering.contains(place));
        hindering.into_iter().map(|place| Reason::NoWay.warning(&problem.name(place))).collect()
    }

    fn part(&self, moved: Cell) -> KeptPart {
        let places = self.places.iter().map(|(here, was)| (PlaceId::at(*here), PlaceId::at(*was)));
        let passages = self.passages.iter().map(|(here, was)| (PassageId::at(*here), PassageId::at(*was)));
        KeptPart { moved, places: places.collect(), passages: passages.collect() }
    }
}

/// Writes what is kept into a plan, as it was.
fn restored(mut plan: Plan, earlier: &Plan, mut part: KeptPart) -> Plan {
    let first = part.places.iter().next();
    let corners =
        first.and_then(|(id, was)| Some((plan.place(*id)?.core.min, earlier.place(*was)?.core.min)));
    let Some((now, before)) = corners else { return plan };
    // The whole level may begin elsewhere.
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
    plan
}
