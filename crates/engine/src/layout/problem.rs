//! What layout needs to know of a mission: its places and passages, numbered from 0.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use petgraph::graphmap::UnGraphMap;
use petgraph::visit::{Bfs, VisitMap, Visitable};

use super::context::{LayoutContext, MissingRoomPolicy};
use super::work::StepBudget;
use crate::base::{Cell, Diagnostic, PathRef, Rect, StageContext, ValuePath};
use crate::layout::budget::SEARCH_STEPS;
use crate::level::{PassageEnd, PassageForm};
use crate::mission::{
    Alphabet, Door, DoorwayFallback, EdgeId, EdgeRole, EdgeSymbol, Form, Mission, NodeId, NodeRole,
    PassageKind, Site,
};
use crate::settings::Shape;

/// The places and passages of a mission.
#[derive(Clone)]
pub(super) struct LayoutProblem<'a> {
    /// In the order of their nodes.
    pub places: Vec<ProblemPlace<'a>>,
    /// In the order of their edges.
    pub passages: Vec<ProblemPassage<'a>>,
    /// What searches for its layout may still cost.
    pub work: Rc<StepBudget>,
    /// How many cells the level may have.
    pub most_cells: u64,
    /// What is done about places whose rooms cannot be used.
    pub stand_ins: MissingRoomPolicy,
    /// Are there no sites left of the first column, and none above the first row?
    pub is_bounded: bool,
    /// What its level should look like as a whole.
    pub shape: Shape,
}

/// A node that is to become an area of tiles.
#[derive(Clone)]
pub(super) struct ProblemPlace<'a> {
    pub node: NodeId,
    pub symbol: &'a str,
    pub form: &'a Form,
    pub is_start: bool,
    pub is_goal: bool,
    pub is_lock: bool,
    pub site: Option<Site>,
    pub pin: Option<PlacePin>,
    /// The place of which it is a part, if it stands for something that is kept; those are pinned, and may
    /// touch each other.
    pub part_of: Option<usize>,
    /// Of a place that is laid out anew around others or around pins, or that should stay about where it was,
    /// the cell where its middle was.
    pub near: Option<Cell>,
    /// Of a place that is kept the rectangle around its cells, from the corner of its core.
    pub kept: Option<Rect>,
    /// The passages that begin or end here, in their order; one that does both is there once.
    pub passages: Vec<usize>,
    /// How many passages do both.
    pub loops: usize,
}

impl ProblemPlace<'_> {
    /// How many ways leave the place.
    pub fn degree(&self) -> usize {
        self.passages.len() + self.loops
    }
}

/// Where a place is pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacePin {
    /// The cell of its middle.
    pub at: Cell,
    /// Its number among the pins: the first is the last to be given up.
    pub rank: usize,
}

/// An edge that is to become a way.
#[derive(Clone)]
pub(super) struct ProblemPassage<'a> {
    pub edge: EdgeId,
    pub symbol: &'a str,
    pub from: usize,
    pub to: usize,
    pub form: PassageForm,
    pub width: u32,
    pub roughness: u32,
    /// How many cells it has between its places, the least and the most, if its symbol says so.
    pub length: Option<(u32, u32)>,
    pub bends: u32,
    pub wander: u32,
    /// What stands in for it if it is a doorway whose places cannot share a wall.
    pub otherwise: DoorwayFallback,
    pub door: Door,
    /// The end near which its door belongs.
    pub guarded: PassageEnd,
    /// The kind of sockets that it uses where a room has some.
    pub socket: Option<&'a str>,
}

impl ProblemPassage<'_> {
    /// The place at the other end.
    pub fn other(&self, place: usize) -> usize {
        if self.from == place { self.to } else { self.from }
    }
}

impl<'a> LayoutProblem<'a> {
    /// Reads the mission; the diagnostics name what can never become part of a plan.
    pub fn new(
        mission: &Mission,
        alphabet: &'a Alphabet,
        terms: LayoutContext<'_>,
        context: &StageContext<'_>,
    ) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut places = Vec::new();
        let mut index_of = BTreeMap::new();
        for (node, content) in mission.nodes() {
            let (name, symbol) = alphabet.node(content.symbol);
            if let Some(form) = symbol.form_of(&content.attributes) {
                index_of.insert(node, places.len());
                places.push(ProblemPlace {
                    node,
                    symbol: name,
                    form,
                    is_start: symbol.role == Some(NodeRole::Start),
                    is_goal: symbol.role == Some(NodeRole::Goal),
                    is_lock: symbol.role == Some(NodeRole::Lock),
                    site: content.site,
                    pin: None,
                    part_of: None,
                    near: None,
                    kept: None,
                    passages: Vec::new(),
                    loops: 0,
                });
            }
        }
        let work = Rc::new(StepBudget::new(SEARCH_STEPS, u64::MAX, context.stop.clone()));
        let most_cells = context.ceilings.level_cells();
        let mut problem = Self {
            places,
            passages: Vec::new(),
            work,
            most_cells,
            stand_ins: terms.stand_ins,
            is_bounded: false,
            shape: Shape::default(),
        };
        for (edge, content) in mission.edges() {
            let (name, symbol) = alphabet.edge(content.symbol);
            if symbol.role != EdgeRole::Passage {
                continue;
            }
            match (index_of.get(&content.from), index_of.get(&content.to)) {
                (Some(&from), Some(&to)) => {
                    let kind = symbol.kind_of(&content.attributes);
                    problem.add_passage(edge, (name, symbol, kind), from, to);
                }
                _ => diagnostics.push(
                    Diagnostic::warning(
                        "passage-to-nothing",
                        format!("A passage \"{name}\" (edge {}) leads to a node that is not a place, so it is left out.", edge.0),
                    )
                    .hint("give the symbols at both ends a form, or use a relation"),
                ),
            }
        }
        diagnostics.extend(problem.check_places());
        (problem, diagnostics)
    }

    /// The same mission, whose level should have that shape.
    pub fn with_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// The mission with these places and those of these passages that lie between them.
    pub fn part(&self, places: &[usize], passages: &[usize]) -> Self {
        let new_index: BTreeMap<usize, usize> = places.iter().copied().zip(0..).collect();
        let cleared =
            |place: &usize| ProblemPlace { passages: Vec::new(), loops: 0, ..self.places[*place].clone() };
        let mut part = Self {
            places: places.iter().map(cleared).collect(),
            passages: Vec::new(),
            work: Rc::clone(&self.work),
            most_cells: self.most_cells,
            stand_ins: self.stand_ins,
            is_bounded: self.is_bounded,
            shape: self.shape,
        };
        for passage in passages.iter().map(|passage| &self.passages[*passage]) {
            let (Some(&from), Some(&to)) = (new_index.get(&passage.from), new_index.get(&passage.to)) else {
                continue;
            };
            part.note_ends(part.passages.len(), from, to);
            part.passages.push(ProblemPassage { from, to, ..passage.clone() });
        }
        part
    }

    /// The same mission with other places and passages.
    pub fn with_parts<'b>(
        &self,
        places: Vec<ProblemPlace<'b>>,
        passages: Vec<ProblemPassage<'b>>,
    ) -> LayoutProblem<'b> {
        let mut problem = LayoutProblem {
            places,
            passages: Vec::new(),
            work: Rc::clone(&self.work),
            most_cells: self.most_cells,
            stand_ins: self.stand_ins,
            is_bounded: self.is_bounded,
            shape: self.shape,
        };
        for passage in passages {
            problem.note_ends(problem.passages.len(), passage.from, passage.to);
            problem.passages.push(passage);
        }
        problem
    }

    /// The same places with these passages alone.
    pub fn with_passages_of(&self, passages: &[usize]) -> Self {
        let all: Vec<usize> = (0..self.places.len()).collect();
        self.part(&all, passages)
    }

    /// The same mission with corridors for these passages.
    pub fn with_corridors(&self, passages: &BTreeSet<usize>) -> Self {
        let mut problem = self.with_parts(self.places.clone(), Vec::new());
        problem.passages.clone_from(&self.passages);
        for passage in passages {
            problem.passages[*passage].form = PassageForm::Corridor;
        }
        problem
    }

    /// The same mission, in which places would like to lie with their middles on these cells.
    pub fn near_to(&self, middles: impl IntoIterator<Item = Cell>) -> Self {
        let mut problem = self.clone();
        for (place, middle) in problem.places.iter_mut().zip(middles) {
            place.near = Some(middle);
        }
        problem
    }

    /// The same mission with these sites.
    pub fn with_sites(mut self, sites: &[Site]) -> Self {
        for (place, site) in self.places.iter_mut().zip(sites) {
            place.site = Some(*site);
        }
        self
    }

    /// The same mission, in which no place has a site yet.
    pub fn without_sites(&self) -> Self {
        let mut problem = self.clone();
        problem.places.iter_mut().for_each(|place| place.site = None);
        problem
    }

    /// The same mission, for which searches may cost so much.
    pub fn with_work(&self, steps: u64) -> Self {
        Self { work: Rc::new(self.work.another(steps)), ..self.clone() }
    }

    /// Returns the same mission, for which all searches together may take at most so many steps.
    pub fn with_share(&self, steps: u64) -> Self {
        Self { work: Rc::new(self.work.share(steps)), ..self.clone() }
    }

    /// Returns the same mission, to be laid out in at most so many steps.
    pub fn within_steps(&self, steps: u64) -> Self {
        self.with_share(steps).with_work(SEARCH_STEPS)
    }

    /// Returns the same mission, for which all searches together may take so many hundredths of what is left.
    pub fn with_percent(&self, percent: u64) -> Self {
        self.with_share(self.work.left_in_share() / 100 * percent).with_work(self.work.left())
    }

    /// May a place without a site of its own lie there?
    pub fn has_site(&self, site: Site) -> bool {
        !self.is_bounded || (site.x >= 0 && site.y >= 0)
    }

    /// The places to which the passages of a place lead, in their order.
    pub fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        self.places[place].passages.iter().map(move |passage| self.passages[*passage].other(place))
    }

    /// Does a passage lead from a place to itself?
    pub fn has_loops(&self) -> bool {
        self.places.iter().any(|place| place.loops > 0)
    }

    /// Has no place a site yet?
    pub fn is_free(&self) -> bool {
        self.places.iter().all(|place| place.site.is_none())
    }

    /// Has every place a site already?
    pub fn all_sited(&self) -> bool {
        self.places.iter().all(|place| place.site.is_some())
    }

    /// Do pins say where the level begins, and do all places lie right of there and below? What is kept may
    /// move as one.
    pub fn has_corner(&self) -> bool {
        let is_pinned = self.places.iter().any(|place| place.pin.is_some() && place.part_of.is_none());
        is_pinned && self.begins_at_corner()
    }

    /// Do all places lie right of the first column and below the first row? Those with sites of their own lie
    /// as these do.
    pub fn begins_at_corner(&self) -> bool {
        self.places.iter().all(|place| place.site.is_none() || place.pin.is_some())
    }

    /// How a place is called in messages.
    pub fn name(&self, place: usize) -> String {
        let ProblemPlace { symbol, node, .. } = &self.places[place];
        format!("\"{symbol}\" (node {})", node.0)
    }

    /// A message about these places.
    pub fn about(&self, places: impl IntoIterator<Item = usize>, found: Diagnostic) -> Diagnostic {
        found.of_nodes(places.into_iter().map(|place| self.places[place].node.0))
    }

    /// A message about these passages, thus about the places that they join.
    pub fn about_passages<'p>(
        &self,
        passages: impl IntoIterator<Item = &'p usize>,
        found: Diagnostic,
    ) -> Diagnostic {
        let ends = |passage: &usize| [self.passages[*passage].from, self.passages[*passage].to];
        self.about(passages.into_iter().flat_map(ends), found)
    }

    /// How a passage is called in messages.
    pub fn passage_name(&self, passage: usize) -> String {
        let ProblemPassage { symbol, edge, .. } = &self.passages[passage];
        format!("\"{symbol}\" (edge {})", edge.0)
    }

    fn add_passage(
        &mut self,
        edge: EdgeId,
        (symbol, meaning, kind): (&'a str, &'a EdgeSymbol, PassageKind),
        from: usize,
        to: usize,
    ) {
        let number = self.passages.len();
        let may_join = [from, to].iter().all(|end| self.places[*end].form.technique().joins_openly());
        // Of two passages between the same places only one can be open: two open ones would be one.
        let first = !self.places[from]
            .passages
            .iter()
            .map(|passage| &self.passages[*passage])
            .any(|other| other.other(from) == to && other.form == PassageForm::Open);
        let form = match kind {
            PassageKind::Open if may_join && first && from != to => PassageForm::Open,
            PassageKind::Corridor { .. } | PassageKind::Open => PassageForm::Corridor,
            PassageKind::Doorway { .. } => PassageForm::Doorway,
        };
        let (width, roughness, length, bends, wander) = match kind {
            PassageKind::Corridor { width, roughness, length, bends, wander } => {
                (width, roughness, length.limits(), bends, wander)
            }
            PassageKind::Open | PassageKind::Doorway { .. } => (1, 0, None, 0, 0),
        };
        self.passages.push(ProblemPassage {
            edge,
            symbol,
            from,
            to,
            form,
            width,
            roughness,
            length: length.map(|(least, most)| (least, most.max(least))),
            bends,
            wander,
            otherwise: kind.stand_in().unwrap_or_default(),
            door: meaning.door,
            guarded: self.guarded_end(meaning.door, from, to),
            socket: meaning.socket.as_deref(),
        });
        self.note_ends(number, from, to);
    }

    /// Lists a passage at the places of both its ends.
    fn note_ends(&mut self, number: usize, from: usize, to: usize) {
        for end in BTreeSet::from([from, to]) {
            self.places[end].passages.push(number);
        }
        self.places[from].loops += usize::from(from == to);
    }

    /// A door guards the end that is locked. Where that does not decide, one drops at the beginning, and
    /// enters by a gate at the end.
    fn guarded_end(&self, door: Door, from: usize, to: usize) -> PassageEnd {
        match [from, to].map(|end| self.places[end].is_lock) {
            [true, false] => PassageEnd::From,
            [false, true] => PassageEnd::To,
            _ if door == Door::Drop => PassageEnd::From,
            _ => PassageEnd::To,
        }
    }

    fn check_places(&self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        if self.places.is_empty() {
            diagnostics.push(
                Diagnostic::error(
                    "no-places",
                    "The mission has no place, because no symbol of its nodes has a form.",
                )
                .hint("give the symbols of rooms, halls or caves a form"),
            );
        }
        let parts = self.connected_parts();
        for part in parts.iter().skip(1) {
            let names: Vec<_> = part.iter().take(5).map(|place| self.name(*place)).collect();
            let more = part.len().saturating_sub(names.len());
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            let message =
                format!("No passage joins {}{rest} with the rest of the mission.", names.join(", "));
            let found = Diagnostic::error("unconnected-places", message)
                .hint("join them by a passage, or remove the form from their symbols");
            diagnostics.push(self.about(part.iter().copied(), found));
        }
        diagnostics
    }

    /// Do passages hold all places together?
    pub fn is_connected(&self) -> bool {
        self.connected_parts().len() == 1
    }

    /// The parts of the mission that passages hold together, that with the start (or the first place) first.
    fn connected_parts(&self) -> Vec<Vec<usize>> {
        let ends = self.passages.iter().map(|passage| (passage.from, passage.to));
        let mut graph = UnGraphMap::<usize, ()>::from_edges(ends);
        for place in 0..self.places.len() {
            graph.add_node(place);
        }
        let start = self.places.iter().position(|place| place.is_start);
        let mut walk = Bfs { stack: VecDeque::new(), discovered: graph.visit_map() };
        let mut parts = Vec::new();
        for first in start.into_iter().chain(0..self.places.len()) {
            if walk.discovered.visit(first) {
                walk.stack.push_back(first);
                parts.push(std::iter::from_fn(|| walk.next(&graph)).collect());
            }
        }
        parts
    }
}

/// The place of a symbol in a grammar, where the check has reported already that nothing is drawn for it.
pub(super) fn path_of(symbol: &str) -> ValuePath {
    PathRef::ROOT.field("alphabet").entry("nodes", symbol).into()
}
