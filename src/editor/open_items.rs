//! The open rule, symbol, step, pass and room, for panes that show one of many.

use serde::{Deserialize, Serialize};

use super::pane::Pane;
use crate::document::{Document, Location, StepPath, Symbol, step_at};

/// The open item of each pane that shows one of many.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenItems {
    /// Position of the rule.
    pub rule: usize,
    /// Symbol with an open form.
    pub symbol: Option<Symbol>,
    /// Step of the recipe with an open form.
    pub step: Option<StepPath>,
    /// Position of the populate pass with an open form.
    pub pass: Option<usize>,
    /// Derived theme with an open form.
    pub theme: Option<String>,
    /// Position of the room set, and position of the room in it.
    pub room: (usize, usize),
}

impl OpenItems {
    /// Opens an item. Returns the pane that shows it.
    pub fn open(&mut self, target: Location) -> Pane {
        match target {
            Location::Symbol(symbol) => {
                self.symbol = Some(symbol);
                Pane::Alphabet
            }
            Location::Start => Pane::Start,
            Location::Rule(rule) => {
                self.rule = rule;
                Pane::Rule
            }
            Location::Step(step) => {
                self.step = Some(step);
                Pane::Recipe
            }
            Location::Room(set, room) => {
                self.room = (set, room);
                Pane::Room
            }
            Location::Pass(pass) => {
                self.pass = Some(pass);
                Pane::Populate
            }
            Location::Theme(theme) => {
                self.theme = Some(theme);
                self.symbol = None;
                Pane::Alphabet
            }
            Location::Settings => Pane::Settings,
        }
    }

    /// Closes items that no longer exist, for example after an undo.
    pub fn keep_within(&mut self, document: &Document) {
        let grammar = document.grammar();
        self.rule = self.rule.min(grammar.rules.len().saturating_sub(1));
        let is_known = |symbol: &Symbol| match symbol {
            Symbol::Node(name) => grammar.alphabet.nodes.contains_key(name),
            Symbol::Edge(name) => grammar.alphabet.edges.contains_key(name),
        };
        self.symbol.take_if(|symbol| !is_known(symbol));
        self.step.take_if(|step| step_at(&grammar.recipe, step).is_none());
        self.theme.take_if(|theme| !grammar.alphabet.themes.contains_key(theme));
        self.pass.take_if(|pass| *pass >= grammar.populate.len());
        let (set, room) = &mut self.room;
        *set = (*set).min(document.rooms().len().saturating_sub(1));
        let rooms = document.rooms().get(*set).map_or(0, |rooms| rooms.set.rooms.len());
        *room = (*room).min(rooms.saturating_sub(1));
    }
}
