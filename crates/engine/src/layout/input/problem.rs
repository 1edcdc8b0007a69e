//! The part of a mission that layout needs: its places and passages, numbered from 0.
//!
//! In: a mission and its alphabet. Out: a problem, with diagnostics for everything that cannot become part of a plan.
//! Strategies derive other problems from it: with fewer passages, other sites, pins, or fewer steps.
//! Sizes are not part of a problem; `sizes` draws them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use petgraph::graphmap::UnGraphMap;
use petgraph::visit::{Bfs, VisitMap, Visitable};

use super::context::{LayoutContext, MissingRoomPolicy};
use super::work::StepBudget;
use crate::base::{Cell, Diagnostic, Direction, PathRef, Rect, StageContext, ValuePath};
use crate::layout::budget::SEARCH_STEPS;
use crate::layout::budget::problem::MOST_NAMED;
use crate::level::{PassageEnd, PassageForm};
use crate::mission::{
    Alphabet, Door, DoorwayFallback, EdgeId, EdgeRole, EdgeSymbol, Form, Mission, NodeId, NodeRole,
    PassageKind, Site,
};
use crate::place_shape::PlaceShape;
use crate::settings::{Movement, Shape};

/// The places and passages of a mission, with the limits for laying them out.
#[derive(Clone)]
pub(in crate::layout) struct LayoutProblem<'a> {
    /// The places, in the order of their nodes.
    pub places: Vec<ProblemPlace<'a>>,
    /// The passages, in the order of their edges.
    pub passages: Vec<ProblemPassage<'a>>,
    /// The remaining steps of searches.
    pub work: Rc<StepBudget>,
    /// Maximum number of cells of the level.
    pub most_cells: u64,
    /// The steps of walkers.
    pub movement: Movement,
    /// The policy for places whose rooms cannot be used.
    pub stand_ins: MissingRoomPolicy,
    /// `true` if no site may lie left of the first column or above the first row.
    pub is_bounded: bool,
    /// The wanted shape of the whole level.
    pub shape: Shape,
}

/// A node that becomes an area of tiles.
#[derive(Clone)]
pub(in crate::layout) struct ProblemPlace<'a> {
    pub node: NodeId,
    pub symbol: &'a str,
    pub form: &'a Form,
    /// The shape of the place, if it is known before sizes are drawn.
    pub shape: Option<Arc<PlaceShape>>,
    pub is_start: bool,
    pub is_goal: bool,
    pub is_lock: bool,
    pub site: Option<Site>,
    pub pin: Option<PlacePin>,
    /// The kept place of which this is a part, if any. Parts are pinned and may touch each other.
    pub part_of: Option<usize>,
    /// The preferred cell for its middle, if the place should stay near its earlier position or its neighbours.
    pub near: Option<Cell>,
    /// The rectangle around the cells of a kept place, relative to the corner of its core.
    pub kept: Option<Rect>,
    /// The passages that begin or end here, in order. Loops are listed once.
    pub passages: Vec<usize>,
    /// Number of loops: passages that both begin and end here.
    pub loops: usize,
}

impl ProblemPlace<'_> {
    /// Returns the number of route ends at the place. Loops count twice.
    pub fn degree(&self) -> usize {
        self.passages.len() + self.loops
    }

    /// Returns the minimum side of a core: 3 cells keep four corridors apart, 5 cells eight, and so on.
    pub fn least_side(&self) -> u32 {
        3 + 2 * ((self.degree() as u32).saturating_sub(1) / 4)
    }
}

/// The pin of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) struct PlacePin {
    /// The cell of the middle of its core.
    pub at: Cell,
    /// The rank among the pins. Pins with a higher rank are dropped first.
    pub rank: usize,
}

/// An edge that becomes a route.
#[derive(Clone)]
pub(in crate::layout) struct ProblemPassage<'a> {
    pub edge: EdgeId,
    pub symbol: &'a str,
    pub from: usize,
    pub to: usize,
    pub form: PassageForm,
    pub width: u32,
    pub roughness: u32,
    /// Minimum and maximum number of cells between its places, if its symbol sets them.
    pub length: Option<(u32, u32)>,
    pub bends: u32,
    pub wander: u32,
    /// The replacement for a doorway whose places cannot share a wall.
    pub otherwise: DoorwayFallback,
    pub door: Door,
    /// The end next to which its door belongs.
    pub guarded: PassageEnd,
    /// The socket kind that it uses if a room has one of that kind.
    pub socket: Option<&'a str>,
}

impl ProblemPassage<'_> {
    /// Returns the place at the other end.
    pub fn other(&self, place: usize) -> usize {
        if self.from == place { self.to } else { self.from }
    }
}

impl<'a> LayoutProblem<'a> {
    /// Reads the mission. The diagnostics name everything that can never become part of a plan.
    pub fn new(
        mission: &Mission,
        alphabet: &'a Alphabet,
        layout_context: LayoutContext<'_>,
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
                    shape: None,
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
            movement: layout_context.movement,
            stand_ins: layout_context.stand_ins,
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
                    .hint("Give the symbols at both ends a form."),
                ),
            }
        }
        diagnostics.extend(problem.check_places());
        (problem, diagnostics)
    }

    /// Returns the problem with another shape for the level.
    pub fn with_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Returns the part of the problem with these places, and those of these passages that join them.
    pub fn part(&self, places: &[usize], passages: &[usize]) -> Self {
        let new_index: BTreeMap<usize, usize> = places.iter().copied().zip(0..).collect();
        let cleared =
            |place: &usize| ProblemPlace { passages: Vec::new(), loops: 0, ..self.places[*place].clone() };
        let joined = |passage: &usize| {
            let passage = &self.passages[*passage];
            let [from, to] = [passage.from, passage.to].map(|end| new_index.get(&end).copied());
            Some(ProblemPassage { from: from?, to: to?, ..passage.clone() })
        };
        self.with_parts(places.iter().map(cleared).collect(), passages.iter().filter_map(joined).collect())
    }

    /// Returns the problem with other places and passages.
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
            movement: self.movement,
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

    /// Returns the problem with only these passages.
    pub fn with_passages_of(&self, passages: &[usize]) -> Self {
        let all: Vec<usize> = (0..self.places.len()).collect();
        self.part(&all, passages)
    }

    /// Returns the problem with these passages turned into corridors.
    pub fn with_corridors(&self, passages: &BTreeSet<usize>) -> Self {
        let mut problem = self.with_parts(self.places.clone(), Vec::new());
        problem.passages.clone_from(&self.passages);
        for passage in passages {
            problem.passages[*passage].form = PassageForm::Corridor;
        }
        problem
    }

    /// Returns the problem with preferred cells for the middles of places.
    pub fn near_to(&self, middles: impl IntoIterator<Item = Cell>) -> Self {
        let mut problem = self.clone();
        for (place, middle) in problem.places.iter_mut().zip(middles) {
            place.near = Some(middle);
        }
        problem
    }

    /// Returns `true` if all places should stay near their earlier positions.
    pub fn is_near(&self) -> bool {
        self.places.iter().all(|place| place.near.is_some())
    }

    /// Returns the problem with these sites.
    pub fn with_sites(mut self, sites: &[Site]) -> Self {
        for (place, site) in self.places.iter_mut().zip(sites) {
            place.site = Some(*site);
        }
        self
    }

    /// Returns the problem without sites.
    pub fn without_sites(&self) -> Self {
        let mut problem = self.clone();
        problem.places.iter_mut().for_each(|place| place.site = None);
        problem
    }

    /// Returns the problem with a new search budget of this many steps, from the same share.
    pub fn with_work(&self, steps: u64) -> Self {
        Self { work: Rc::new(self.work.another(steps)), ..self.clone() }
    }

    /// Returns the problem with a share of its own, of at most this many steps.
    pub fn with_share(&self, steps: u64) -> Self {
        Self { work: Rc::new(self.work.share(steps)), ..self.clone() }
    }

    /// Returns the problem with at most this many steps for its whole layout.
    pub fn within_steps(&self, steps: u64) -> Self {
        self.with_share(steps).with_work(SEARCH_STEPS)
    }

    /// Returns the problem with a share of this percentage of the remaining steps.
    pub fn with_percent(&self, percent: u64) -> Self {
        self.with_share(self.work.left_in_share() / 100 * percent).with_work(self.work.left())
    }

    /// Returns `true` if a place without a given site may lie there.
    pub fn has_site(&self, site: Site) -> bool {
        !self.is_bounded || (site.x >= 0 && site.y >= 0)
    }

    /// Returns the neighbours of a place, in the order of its passages.
    pub fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> {
        self.places[place].passages.iter().map(move |passage| self.passages[*passage].other(place))
    }

    /// Returns `true` if sites give each passage of a place a side of its own, on which it leads straight to the
    /// next site, and walkers cannot step from one passage to another at a corner of the place.
    pub fn leaves_straight(&self, place: usize) -> bool {
        let Some(here) = self.places[place].site else { return false };
        let side = |other: usize| {
            let there = self.places[other].site?;
            let may_lie_aside = self.places[other].form.technique().is_entered_by_sockets();
            let is_towards = |side: &Direction| {
                let Cell { x, y } = side.offset();
                !may_lie_aside && here.x + x == there.x && here.y + y == there.y
            };
            Direction::ALL.into_iter().find(is_towards)
        };
        let Some(mut sides) = self.neighbours(place).map(side).collect::<Option<Vec<Direction>>>() else {
            return false;
        };
        let degree = sides.len();
        sides.sort_unstable();
        sides.dedup();
        let is_line = sides.windows(2).all(|pair| pair[0].is_level() == pair[1].is_level());
        sides.len() == degree && (is_line || self.movement == Movement::Cardinal)
    }

    /// Returns `true` if a passage leads from a place to itself.
    pub fn has_loops(&self) -> bool {
        self.places.iter().any(|place| place.loops > 0)
    }

    /// Returns `true` if no place has a site.
    pub fn is_free(&self) -> bool {
        self.places.iter().all(|place| place.site.is_none())
    }

    /// Returns `true` if every place has a site.
    pub fn all_sited(&self) -> bool {
        self.places.iter().all(|place| place.site.is_some())
    }

    /// Returns `true` if pins determine where the level begins, and all places must lie right of and below that corner.
    ///
    /// Parts of something kept do not count as pins here, because they may move together.
    pub fn has_corner(&self) -> bool {
        let is_pinned = self.places.iter().any(|place| place.pin.is_some() && place.part_of.is_none());
        is_pinned && self.begins_at_corner()
    }

    /// Returns `true` if all places must lie right of the first column and below the first row.
    ///
    /// This is not so if a place has a given site and no pin.
    pub fn begins_at_corner(&self) -> bool {
        self.places.iter().all(|place| place.site.is_none() || place.pin.is_some())
    }

    /// Returns the name of a place for messages.
    pub fn name(&self, place: usize) -> String {
        let ProblemPlace { symbol, node, .. } = &self.places[place];
        format!("\"{symbol}\" (node {})", node.0)
    }

    /// Links a message to these places.
    pub fn about(&self, places: impl IntoIterator<Item = usize>, found: Diagnostic) -> Diagnostic {
        found.of_nodes(places.into_iter().map(|place| self.places[place].node.0))
    }

    /// Links a message to the places that these passages join.
    pub fn about_passages<'p>(
        &self,
        passages: impl IntoIterator<Item = &'p usize>,
        found: Diagnostic,
    ) -> Diagnostic {
        let ends = |passage: &usize| [self.passages[*passage].from, self.passages[*passage].to];
        self.about(passages.into_iter().flat_map(ends), found)
    }

    /// Returns the name of a passage for messages.
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
        // Two open passages between the same places would merge, so only the first can be open.
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

    /// Adds a passage to the lists of the places at both ends.
    fn note_ends(&mut self, number: usize, from: usize, to: usize) {
        for end in BTreeSet::from([from, to]) {
            self.places[end].passages.push(number);
        }
        self.places[from].loops += usize::from(from == to);
    }

    /// Returns the end that a door guards: the locked one. If neither or both are locked, a drop lies at the start of
    /// the passage, and any other door at its end.
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
                .hint("Give the symbols of rooms, halls or caves a form."),
            );
        }
        let parts = self.connected_parts();
        for part in parts.iter().skip(1) {
            let names: Vec<_> = part.iter().take(MOST_NAMED).map(|place| self.name(*place)).collect();
            let more = part.len().saturating_sub(names.len());
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            let message =
                format!("No passage joins {}{rest} with the rest of the mission.", names.join(", "));
            let found = Diagnostic::error("unconnected-places", message).hint("Join them by a passage.");
            diagnostics.push(self.about(part.iter().copied(), found));
        }
        diagnostics
    }

    /// Returns `true` if passages connect all places.
    pub fn is_connected(&self) -> bool {
        self.connected_parts().len() == 1
    }

    /// Returns the connected components of the mission. The one with the start (or the first place) comes first.
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

/// Returns the path of a symbol in the grammar, for diagnostics that name it.
pub(in crate::layout) fn path_of(symbol: &str) -> ValuePath {
    PathRef::ROOT.field("alphabet").entry("nodes", symbol).into()
}
