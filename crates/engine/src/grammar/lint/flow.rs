//! The possible symbols of missions at each step of the recipe.
//!
//! A [`SymbolSet`] only grows, because a removed symbol may still exist elsewhere.
//! It therefore covers every mission of every derivation up to that point.
//! A left side that it does not cover matches in none of them.

use std::collections::{BTreeMap, BTreeSet};

use super::{after, can_run};
use crate::grammar::recipe_walk::{PlacedStep, size, walk};
use crate::grammar::resolve::{NewEdgeEnd, NodeChangeKind, ReadyRule, RightSide};
use crate::grammar::{EdgeDirection, Grammar, RecipeStep, RuleNames, Start, Times};
use crate::mission::{EdgeSymbolId, NodeSymbolId};

pub(in crate::grammar) type Nodes = BTreeSet<NodeSymbolId>;

/// The symbols that a mission may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::grammar) struct SymbolSet {
    pub nodes: Nodes,
    pub edges: BTreeMap<EdgeSymbolId, EdgeEnds>,
}

/// The possible end nodes of edges of a symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::grammar) struct EdgeEnds {
    pub from: Nodes,
    pub to: Nodes,
}

/// The part of a left side that no mission has; numbers are positions in the lists of the ready rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::grammar) enum MissingElement {
    Node(usize),
    Edge(usize),
}

/// A step of the recipe that may run and apply rules.
pub(in crate::grammar) struct LiveStep {
    /// The number in the order of the recipe.
    pub number: usize,
    /// The rules that it may draw.
    pub rules: Vec<usize>,
}

/// The possible events in derivations.
pub(in crate::grammar) struct SymbolFlow<'a> {
    /// All steps of the recipe.
    pub placed: Vec<PlacedStep<'a>>,
    /// The steps that may apply rules, by number.
    pub live: BTreeMap<usize, LiveStep>,
    /// For each rule, `true` if it may match when its turn comes.
    pub can_match: Vec<bool>,
    /// For each rule, the missing part at its last turn, if it had one.
    pub missing: Vec<Option<MissingElement>>,
    /// The symbols that missions may have at the end, or at any time before.
    pub end: SymbolSet,
    /// The work left, in symbols examined.
    work_left: usize,
}

/// Maximum work to follow the symbols of missions.
const MOST_WORK: usize = 10_000_000;

impl<'a> SymbolFlow<'a> {
    /// Follows the recipe of a grammar; `None` if the grammar is too large.
    pub fn new(grammar: &'a Grammar, rules: &[ReadyRule]) -> Option<Self> {
        let flow = Self {
            placed: walk(&grammar.recipe),
            live: BTreeMap::new(),
            can_match: vec![false; rules.len()],
            missing: vec![None; rules.len()],
            end: start_vocabulary(grammar),
            work_left: MOST_WORK,
        };
        let mut run = FlowTracer { names: RuleNames::new(grammar), grammar, rules, flow };
        run.run_list(&grammar.recipe, 0);
        (run.flow.work_left > 0).then_some(run.flow)
    }

    /// Returns "Step 3.1 of the recipe".
    pub fn title(&self, number: usize) -> String {
        format!("Step {} of the recipe", self.placed[number].label)
    }
}

struct FlowTracer<'a, 'r> {
    grammar: &'a Grammar,
    names: RuleNames<'a>,
    rules: &'r [ReadyRule],
    flow: SymbolFlow<'a>,
}

impl FlowTracer<'_, '_> {
    fn run_list(&mut self, steps: &[RecipeStep], first: usize) {
        let mut number = first;
        for step in steps {
            self.spend(1);
            if self.flow.work_left == 0 {
                return;
            }
            self.run_step(step, number);
            number += step.size();
        }
    }

    fn run_step(&mut self, step: &RecipeStep, number: usize) {
        match step {
            RecipeStep::Apply { rules, times, .. } => self.apply(self.names.positions(rules), *times, number),
            RecipeStep::ApplyAll { rules, .. } => {
                self.apply(self.names.positions(rules), Times::UntilNone, number);
            }
            RecipeStep::Repeat { times, steps, .. } => {
                for _ in 0..most_times(*times) {
                    self.spend(self.flow.end.size());
                    let before = self.flow.end.clone();
                    self.run_list(steps, number + 1);
                    if self.flow.end == before || self.flow.work_left == 0 {
                        break;
                    }
                }
            }
            RecipeStep::Choose(blocks) => {
                let mut first = number + 1;
                for block in blocks {
                    if block.weight > 0 {
                        self.run_list(&block.steps, first);
                    }
                    first += size(&block.steps);
                }
            }
            RecipeStep::Chance { percent: 0, .. } | RecipeStep::Require { .. } => {}
            RecipeStep::Chance { steps, .. } | RecipeStep::Block { steps, .. } => {
                self.run_list(steps, number + 1);
            }
        }
    }

    fn apply(&mut self, mut candidates: Vec<usize>, times: Times, number: usize) {
        self.spend(candidates.len());
        candidates.retain(|&rule| can_run(&self.grammar.rules[rule]));
        if most_times(times) == 0 {
            return;
        }
        for _ in 0..most_times(times) {
            if !self.round(&candidates) {
                break;
            }
        }
        self.flow.live.insert(number, LiveStep { number, rules: candidates });
    }

    fn spend(&mut self, work: usize) {
        self.flow.work_left = self.flow.work_left.saturating_sub(work);
    }

    /// Applies each rule once. Returns `true` if there was anything new.
    fn round(&mut self, candidates: &[usize]) -> bool {
        let before = self.flow.end.clone();
        let size = before.size();
        self.spend(size);
        for &rule in candidates {
            self.spend(size * (self.rules[rule].nodes.len() + self.rules[rule].edges.len()));
            if self.flow.work_left == 0 {
                return false;
            }
            match before.candidates(&self.rules[rule]) {
                Ok(nodes) => {
                    self.flow.can_match[rule] = true;
                    self.flow.end.add_results(&self.rules[rule], &nodes);
                }
                Err(missing) => self.flow.missing[rule] = Some(missing),
            }
        }
        self.flow.end != before
    }
}

pub(super) fn most_times(times: Times) -> u32 {
    match times {
        Times::Exactly(times) => times,
        Times::Between(_, most) => most,
        Times::UntilNone => u32::MAX,
    }
}

fn start_vocabulary(grammar: &Grammar) -> SymbolSet {
    let (alphabet, mut vocabulary) = (&grammar.alphabet, SymbolSet::default());
    match &grammar.start {
        Start::Graph { nodes, edges, .. } => {
            vocabulary.nodes.extend(nodes.values().filter_map(|node| alphabet.node_id(&node.symbol)));
            for (from, edge, to) in edges {
                let node = |id| nodes.get(id).and_then(|node| alphabet.node_id(&node.symbol));
                if let (Some(from), Some(symbol), Some(to)) =
                    (node(from), alphabet.edge_id(&edge.symbol), node(to))
                {
                    vocabulary.add_edges(symbol, &Nodes::from([from]), &Nodes::from([to]));
                }
            }
        }
        Start::Lattice { width, height, node, edge } | Start::Tree { width, height, node, edge, .. } => {
            let Some(node) = alphabet.node_id(node) else { return vocabulary };
            vocabulary.nodes.insert(node);
            if let Some(edge) = alphabet.edge_id(edge).filter(|_| (*width, *height) != (1, 1)) {
                vocabulary.add_edges(edge, &Nodes::from([node]), &Nodes::from([node]));
            }
        }
        Start::Scatter(scatter) => {
            let drawn = scatter.drawn_symbols().chain([scatter.crossing.as_str()]);
            let between: Nodes = drawn.filter_map(|name| alphabet.node_id(name)).collect();
            let [start, exit] = [&scatter.start, &scatter.exit].map(|name| alphabet.node_id(name));
            let (mut from, mut to) = (between.clone(), between);
            from.extend(start);
            to.extend(exit);
            vocabulary.nodes.extend(from.union(&to));
            if let Some(edge) = alphabet.edge_id(&scatter.edge) {
                vocabulary.add_edges(edge, &from, &to);
            }
        }
    }
    vocabulary
}

impl SymbolSet {
    /// Returns the number of symbols, including those at the ends of edges.
    fn size(&self) -> usize {
        let ends = self.edges.values().map(|ends| ends.from.len() + ends.to.len());
        self.nodes.len() + ends.sum::<usize>()
    }

    /// Returns the possible symbols of each left-side node where the rule matches.
    ///
    /// # Errors
    /// Returns the missing part if the rule cannot match.
    pub fn candidates(&self, rule: &ReadyRule) -> Result<Vec<Nodes>, MissingElement> {
        let mut found: Vec<Nodes> = Vec::with_capacity(rule.nodes.len());
        for (position, node) in rule.nodes.iter().enumerate() {
            let fitting: Nodes =
                self.nodes.iter().copied().filter(|symbol| node.fits.contains(*symbol)).collect();
            if fitting.is_empty() {
                return Err(MissingElement::Node(position));
            }
            found.push(fitting);
        }
        for (position, edge) in rule.edges.iter().enumerate() {
            let mut here = EdgeEnds::default();
            for (_, ends) in self.edges.iter().filter(|(symbol, _)| edge.fits.contains(**symbol)) {
                here.add_between(&found[edge.from], &found[edge.to], &ends.from, &ends.to);
                if edge.direction == EdgeDirection::EitherWay {
                    here.add_between(&found[edge.from], &found[edge.to], &ends.to, &ends.from);
                }
            }
            found[edge.from].retain(|symbol| here.from.contains(symbol));
            found[edge.to].retain(|symbol| here.to.contains(symbol));
            if found[edge.from].is_empty() || found[edge.to].is_empty() {
                return Err(MissingElement::Edge(position));
            }
        }
        Ok(found)
    }

    fn add_results(&mut self, rule: &ReadyRule, candidates: &[Nodes]) {
        for side in rule.sides.iter().filter(|side| side.weight > 0) {
            for (before, fate) in candidates.iter().zip(&side.fates) {
                if let NodeChangeKind::Become(symbol) = fate {
                    self.rename(before, *symbol);
                }
            }
            self.nodes.extend(side.new_nodes.iter().map(|node| node.symbol));
            for edge in &side.new_edges {
                let (from, to) = (end(side, candidates, edge.from), end(side, candidates, edge.to));
                self.add_edges(edge.symbol, &from, &to);
            }
        }
    }

    /// Adds the possibility that a node of one of these symbols gets another one and keeps its edges.
    fn rename(&mut self, before: &Nodes, symbol: NodeSymbolId) {
        self.nodes.insert(symbol);
        for ends in self.edges.values_mut() {
            for side in [&mut ends.from, &mut ends.to] {
                if !side.is_disjoint(before) {
                    side.insert(symbol);
                }
            }
        }
    }

    fn add_edges(&mut self, symbol: EdgeSymbolId, from: &Nodes, to: &Nodes) {
        let ends = self.edges.entry(symbol).or_default();
        ends.from.extend(from);
        ends.to.extend(to);
    }
}

impl EdgeEnds {
    /// Adds the wanted ends that edges of a symbol have, if they have both.
    fn add_between(&mut self, want_from: &Nodes, want_to: &Nodes, from: &Nodes, to: &Nodes) {
        if !want_from.is_disjoint(from) && !want_to.is_disjoint(to) {
            self.from.extend(want_from.intersection(from));
            self.to.extend(want_to.intersection(to));
        }
    }
}

/// Returns the possible symbols of a new edge's end after the step.
pub(super) fn end(side: &RightSide, candidates: &[Nodes], end: NewEdgeEnd) -> Nodes {
    match end {
        NewEdgeEnd::Left(position) => after(side.fates[position], &candidates[position]),
        NewEdgeEnd::New(position) => Nodes::from([side.new_nodes[position].symbol]),
    }
}
