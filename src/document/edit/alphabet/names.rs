//! Visits every symbol name in a project, to rename symbols and to find their uses.

use std::sync::Arc;

use crate::document::edit::populate::each_name;
use crate::document::{Content, Location, OpenRooms, Symbol, steps_with_paths};
use crate::grammar::{
    Condition, NodeReplacement, Pattern, RecipeStep, Replacement, Requirement, Rule, Start, SymbolPattern,
    SymbolReplacement,
};
use crate::properties::LevelProperty;
use crate::settings::{Pass, Pin, PinnedPlace, SYMBOLS};

/// Visits every name of one kind of symbol, and may replace it.
struct Visitor<'a> {
    is_node: bool,
    act: &'a mut dyn FnMut(&mut String),
}

impl Visitor<'_> {
    fn node(&mut self, name: &mut String) {
        if self.is_node {
            (self.act)(name);
        }
    }

    fn edge(&mut self, name: &mut String) {
        if !self.is_node {
            (self.act)(name);
        }
    }

    fn start(&mut self, start: &mut Start) {
        match start {
            Start::Graph { nodes, edges, .. } => {
                nodes.values_mut().for_each(|node| self.node(&mut node.symbol));
                edges.iter_mut().for_each(|(_, edge, _)| self.edge(&mut edge.symbol));
            }
            Start::Lattice { node, edge, .. } | Start::Tree { node, edge, .. } => {
                self.node(node);
                self.edge(edge);
            }
            Start::Scatter(scatter) => {
                self.node(&mut scatter.start);
                self.node(&mut scatter.exit);
                scatter.features.iter_mut().for_each(|(symbol, _)| self.node(symbol));
                self.node(&mut scatter.crossing);
                self.edge(&mut scatter.edge);
            }
        }
    }

    fn rule(&mut self, rule: &mut Rule) {
        self.pattern(&mut rule.lhs);
        rule.forbid.iter_mut().for_each(|pattern| self.pattern(pattern));
        self.replacement(&mut rule.rhs);
        rule.or.iter_mut().for_each(|side| self.replacement(side));
    }

    fn pattern(&mut self, pattern: &mut Pattern) {
        for node in pattern.nodes.values_mut() {
            names_of(&mut node.symbol).iter_mut().for_each(|name| self.node(name));
            self.conditions(&mut node.when);
        }
        for edge in &mut pattern.edges {
            names_of(&mut edge.symbol).iter_mut().for_each(|name| self.edge(name));
            self.conditions(&mut edge.when);
        }
    }

    fn conditions(&mut self, conditions: &mut [Condition]) {
        for condition in conditions {
            match condition {
                Condition::DegreeOf(symbols, ..) => {
                    names_of(symbols).iter_mut().for_each(|name| self.edge(name));
                }
                Condition::Attribute(..)
                | Condition::Degree(..)
                | Condition::Distance { .. }
                | Condition::Farthest { .. } => {}
            }
        }
    }

    fn replacement(&mut self, side: &mut Replacement) {
        for NodeReplacement { symbol, .. } in side.nodes.values_mut() {
            if let SymbolReplacement::Is(name) = symbol {
                self.node(name);
            }
        }
        for edge in &mut side.edges {
            if let SymbolReplacement::Is(name) = &mut edge.symbol {
                self.edge(name);
            }
        }
    }

    /// Visits the step itself, without nested steps.
    fn step(&mut self, step: &mut RecipeStep) {
        if let RecipeStep::Require { condition, .. } = step {
            match condition {
                Requirement::Present(pattern)
                | Requirement::Absent(pattern)
                | Requirement::Counted { pattern, .. } => self.pattern(pattern),
                Requirement::Nodes(_) | Requirement::Edges(_) | Requirement::LongestWay(_) => {}
            }
        }
    }

    fn steps(&mut self, steps: &mut [RecipeStep]) {
        for step in steps {
            self.step(step);
            for inner in step.lists_mut() {
                self.steps(inner);
            }
        }
    }

    fn pins(&mut self, pins: &mut [Pin]) {
        for pin in pins {
            match &mut pin.place {
                PinnedPlace::Symbol(name) => self.node(name),
                PinnedPlace::Node(_) | PinnedPlace::MissionNode(_) => {}
            }
        }
    }

    fn properties(&mut self, properties: &mut [LevelProperty]) {
        let names = properties.iter_mut().flat_map(|property| property.claim.symbols_mut());
        names.for_each(|(_, name)| self.node(name));
    }

    fn passes(&mut self, passes: &mut [Pass]) {
        if self.is_node {
            each_name(passes, SYMBOLS.table, self.act);
        }
    }
}

fn names_of(symbols: &mut SymbolPattern) -> &mut [String] {
    match symbols {
        SymbolPattern::Any => &mut [],
        SymbolPattern::Is(name) => std::slice::from_mut(name),
        SymbolPattern::AnyOf(names) => names,
    }
}

/// Returns the project with a symbol's name replaced everywhere outside the alphabet.
pub(super) fn with_names_replaced(content: &Content, symbol: &Symbol, by: &str) -> Content {
    let mut after = content.clone();
    let mut replace = |name: &mut String| {
        if name == symbol.name() {
            by.clone_into(name);
        }
    };
    let mut visitor = Visitor { is_node: matches!(symbol, Symbol::Node(_)), act: &mut replace };
    after.change_grammar(|grammar| {
        visitor.start(&mut grammar.start);
        grammar.rules.iter_mut().for_each(|rule| visitor.rule(rule));
        visitor.steps(&mut grammar.recipe);
        visitor.pins(&mut grammar.layout.pins);
        visitor.passes(&mut grammar.populate);
        visitor.properties(&mut grammar.properties);
    });
    if !after.left_starts.is_empty() {
        Arc::make_mut(&mut after.left_starts).iter_mut().for_each(|start| visitor.start(start));
    }
    for rooms in after.rooms.iter_mut().filter(|rooms| names_any(rooms, symbol)) {
        let set = Arc::make_mut(&mut rooms.set);
        set.rooms.iter_mut().for_each(|room| visitor.node(&mut room.symbol));
    }
    after
}

fn names_any(rooms: &OpenRooms, symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::Node(name) if rooms.set.rooms.iter().any(|room| room.symbol == *name))
}

/// Returns every location outside the alphabet that names a symbol, with the name, in the order of the file.
///
/// `is_node` selects node or edge symbols.
pub(in crate::document) fn names_in_use(content: &Content, is_node: bool) -> Vec<(Location, String)> {
    let mut found = Vec::new();
    let mut note = |place: Location, visit: &mut dyn FnMut(&mut Visitor<'_>)| {
        let mut act = |name: &mut String| found.push((place.clone(), name.clone()));
        visit(&mut Visitor { is_node, act: &mut act });
    };
    let grammar = &content.grammar;
    note(Location::Start, &mut |visitor| visitor.start(&mut grammar.start.clone()));
    for (position, rule) in grammar.rules.iter().enumerate() {
        note(Location::Rule(position), &mut |visitor| visitor.rule(&mut rule.clone()));
    }
    for (path, step) in steps_with_paths(&grammar.recipe) {
        if matches!(step, RecipeStep::Require { .. }) {
            note(Location::Step(path), &mut |visitor| visitor.step(&mut step.clone()));
        }
    }
    note(Location::Settings, &mut |visitor| {
        visitor.pins(&mut grammar.layout.pins.clone());
        visitor.properties(&mut grammar.properties.clone());
    });
    for (position, pass) in grammar.populate.iter().enumerate() {
        let mut pass = pass.clone();
        note(Location::Pass(position), &mut |visitor| visitor.passes(std::slice::from_mut(&mut pass)));
    }
    for (set, rooms) in content.rooms.iter().enumerate() {
        for (position, room) in rooms.set.rooms.iter().enumerate() {
            note(Location::Room(set, position), &mut |visitor| visitor.node(&mut room.symbol.clone()));
        }
    }
    found
}
