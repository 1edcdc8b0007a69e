//! Ten thousand random edits of every kind, mixed with undo, redo and travel through the history.
//!
//! Afterwards, undoing everything must restore the original files exactly, and redoing everything the final
//! ones.

use std::sync::Arc;

use crate::base::{Color, RandomStream, Seed};
use crate::document::test_project::content as test_project;
use crate::document::{
    AlphabetEdit, Content, Document, Edit, GraphEdit, GraphId, PopulateEdit, PropertiesEdit, RecipeEdit,
    RoomsEdit, RuleSetting, RulesEdit, SettingsEdit, StepPath, Symbol, rooms_for_alphabet, steps_with_paths,
};
use crate::files::{print_grammar, print_room_set};
use crate::grammar::{
    CountBound, DanglingPolicy, ElementId, Geometry, Limits, RecipeStep, Requirement, RuleChoice,
    SymbolPattern, Times, UnmetAction, WeightedBlock,
};
use crate::mission::{
    Cave, Door, DoorwayFallback, EdgeRole, EdgeSymbol, EntitySymbol, Form, FormChoice, Hall, NodeRole,
    NodeSymbol, PassageKind, Room, Site, TileSymbol, Value, Walkers,
};
use crate::properties::{LevelProperty, OrderDemand, PropertyClaim};
use crate::settings::{
    Bridges, LayoutSettings, Movement, Pass, PassKind, PassSettings, Spacing, SprawlNeighbour,
};

const EDITS: usize = 10_000;
/// Number of items in a list above which removals become more likely than insertions.
const MANY: usize = 9;
const NAMES: [&str; 8] = ["Hollow", "path", "Pit", "way", "", "  ", "say \"hi\" \\ {}", "Höhle"];

/// Returns everything that saving would write.
fn files(content: &Content) -> Vec<String> {
    let sets = content.rooms.iter().map(|rooms| format!("{}\n{}", rooms.path, print_room_set(&rooms.set)));
    std::iter::once(print_grammar(&content.grammar)).chain(sets).collect()
}

#[test]
fn undoing_everything_gives_the_files_of_the_beginning() {
    let beginning = test_project();
    let mut document = Document::opened(beginning.clone(), None);
    let mut random = Random::new(1);
    for _ in 0..EDITS {
        random.act(&mut document);
    }
    let end = files(document.content());
    assert!(document.steps().len() > 100, "most edits change something");
    let done = document.steps_done();
    while document.undo() {}
    assert_eq!(files(document.content()), files(&beginning));
    assert!(!document.is_dirty());
    while document.steps_done() < done {
        assert!(document.redo());
    }
    assert_eq!(files(document.content()), end);
}

/// Generates random edits of every kind.
pub(super) struct Random {
    random: RandomStream,
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Seed(seed).stream() }
    }

    /// Does an edit, or sometimes a walk through the history.
    pub(super) fn act(&mut self, document: &mut Document) {
        match self.below(40) {
            0 => drop(document.undo()),
            1 => drop(document.redo()),
            2 if self.below(9) == 0 => {
                let steps = document.steps().len();
                let away = self.below(20);
                document.travel((document.steps_done() + away).min(steps).saturating_sub(self.below(20)));
            }
            3..6 => document.finish_gesture(),
            _ => {
                let edit = self.edit(document.content());
                assert!(!edit.name().is_empty());
                document.apply(edit);
            }
        }
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u64) as usize
    }

    fn number(&mut self) -> u32 {
        self.random.range(0, 12)
    }

    fn is_so(&mut self) -> bool {
        self.random.chance(50)
    }

    pub(super) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        self.random.pick(items).cloned().expect("there are some")
    }

    fn text(&mut self) -> String {
        self.pick(&NAMES).to_owned()
    }

    pub(super) fn edit(&mut self, content: &Content) -> Edit {
        match self.below(30) {
            0..3 => Edit::Settings(self.settings()),
            3..11 => Edit::Alphabet(self.alphabet(content)),
            11..18 => Edit::Rules(self.rules(content)),
            18..26 => Edit::Recipe(self.recipe(content)),
            26 => Edit::Graph(self.graph()),
            27 if self.is_so() => Edit::Properties(self.properties()),
            27 => Edit::Populate(self.populate(content)),
            28 => self.rooms(content),
            _ if self.below(20) == 0 => Edit::ReplaceAll(test_project()),
            _ => rooms_for_alphabet(content)
                .filter(|_| content.rooms.len() < 3)
                .unwrap_or_else(|| self.rooms(content)),
        }
    }

    fn populate(&mut self, content: &Content) -> PopulateEdit {
        let is_full = content.grammar.populate.len() > MANY;
        let kinds = [PassKind::Chests, PassKind::Foes, PassKind::TileVariants, PassKind::Epochs];
        let pass = Box::new(Pass::new(self.text(), PassSettings::of(self.pick(&kinds))));
        let at = self.below(MANY);
        match self.below(9) {
            0 | 1 if is_full => PopulateEdit::Remove(at),
            0 | 1 => PopulateEdit::Insert { at, pass },
            2 => PopulateEdit::Remove(at),
            3 => PopulateEdit::Move { from: at, to: self.below(MANY) },
            4 => PopulateEdit::Set { at, what: "all", pass },
            5 => PopulateEdit::SetEntity { name: self.text(), value: EntitySymbol::default() },
            6 => PopulateEdit::SetTile { name: self.text(), value: TileSymbol::default() },
            7 => PopulateEdit::RenameEntity { from: self.text(), to: self.text() },
            _ => PopulateEdit::RemoveTile(self.text()),
        }
    }

    fn properties(&mut self) -> PropertiesEdit {
        let (first, then) = (self.text(), self.text());
        let claim = PropertyClaim::Order { first, then, demand: OrderDemand::Forced };
        let property = Box::new(LevelProperty { name: self.text(), claim });
        match self.below(5) {
            0 | 1 => PropertiesEdit::Add(property),
            2 => PropertiesEdit::Set { at: self.below(MANY), what: "claim", property },
            3 => PropertiesEdit::Remove(self.below(MANY)),
            _ => PropertiesEdit::Move { from: self.below(MANY), to: self.below(MANY) },
        }
    }

    fn settings(&mut self) -> SettingsEdit {
        let spacing = match self.below(4) {
            3 => Spacing::Compact { gap: self.number() },
            0 => Spacing::Elastic { gap: self.number() },
            1 => Spacing::Fixed { scale: self.number() },
            _ => Spacing::Sprawl { length: (self.number(), self.number()), beside: SprawlNeighbour::Parent },
        };
        let bridges = self.pick(&[Bridges::Allow, Bridges::Forbid]);
        match self.below(5) {
            0 => SettingsEdit::Name(self.text()),
            1 => SettingsEdit::Notes(self.text()),
            2 => SettingsEdit::Limits(Limits {
                steps: self.number(),
                nodes: self.number(),
                edges: self.number(),
            }),
            3 => SettingsEdit::Layout {
                what: "layout",
                layout: LayoutSettings { spacing, bridges, ..LayoutSettings::default() },
            },
            _ => SettingsEdit::Movement(self.pick(&[Movement::Cardinal, Movement::EightWay])),
        }
    }

    /// Returns a symbol that usually exists.
    fn symbol(&mut self, content: &Content) -> Symbol {
        let alphabet = &content.grammar.alphabet;
        let is_node = self.is_so();
        let known: Vec<&String> =
            if is_node { alphabet.nodes.keys().collect() } else { alphabet.edges.keys().collect() };
        let name = match self.random.pick(&known) {
            Some(name) if self.below(6) > 0 => (*name).clone(),
            _ => self.text(),
        };
        if is_node { Symbol::Node(name) } else { Symbol::Edge(name) }
    }

    fn alphabet(&mut self, content: &Content) -> AlphabetEdit {
        let symbol = self.symbol(content);
        let alphabet = &content.grammar.alphabet;
        let is_full = alphabet.nodes.len() > MANY || alphabet.edges.len() > MANY;
        match self.below(9) {
            0 | 1 if is_full => AlphabetEdit::Remove(symbol),
            0 => AlphabetEdit::AddNode { symbol: self.text(), value: Box::new(self.node()) },
            1 => AlphabetEdit::AddEdge { symbol: self.text(), value: Box::new(self.edge()) },
            2 => AlphabetEdit::SetNode { symbol: symbol.name().to_owned(), what: "all", value: self.node() },
            3 => AlphabetEdit::SetEdge { symbol: symbol.name().to_owned(), what: "all", value: self.edge() },
            4 => AlphabetEdit::Rename { symbol, to: self.text() },
            5 => AlphabetEdit::Replace { symbol, by: self.text() },
            6 if !is_full => AlphabetEdit::Duplicate(symbol),
            7 => AlphabetEdit::Remove(symbol),
            _ => AlphabetEdit::Move { symbol, to: self.below(9) },
        }
    }

    fn node(&mut self) -> NodeSymbol {
        let form = match self.below(5) {
            0 => Some(Form::Cave(Cave::default())),
            1 => Some(Form::Room(Room::default())),
            2 => Some(Form::Hall(Hall { width: (self.number(), self.number()), ..Hall::default() })),
            3 => Some(Form::Walkers(Walkers { floors: self.number(), ..Walkers::default() })),
            _ => None,
        };
        let value = match self.below(3) {
            0 => Value::Int(i64::from(self.number())),
            1 => Value::Bool(self.is_so()),
            _ => Value::Text(self.text()),
        };
        NodeSymbol {
            label: self.text(),
            look: self.text(),
            color: Color::rgb(1, 2, self.number() as u8),
            role: self.pick(&[None, Some(NodeRole::Start), Some(NodeRole::Key)]),
            forms: form
                .iter()
                .map(|form| FormChoice { attribute: self.text(), value: self.text(), form: form.clone() })
                .collect(),
            form,
            attributes: [(self.text(), value)].into(),
            theme: String::new(),
            notes: self.text(),
        }
    }

    fn edge(&mut self) -> EdgeSymbol {
        EdgeSymbol {
            kind: self.pick(&[
                PassageKind::Open,
                PassageKind::default(),
                PassageKind::Doorway { otherwise: DoorwayFallback::Corridor },
            ]),
            one_way: self.is_so(),
            door: self.pick(&[Door::Plain, Door::Secret]),
            socket: self.is_so().then(|| self.text()),
            ..EdgeSymbol::of_role(self.pick(&[EdgeRole::Passage, EdgeRole::Opens, EdgeRole::Other]))
        }
    }

    fn rules(&mut self, content: &Content) -> RulesEdit {
        let rules = &content.grammar.rules;
        let rule = self.below(rules.len() + 1);
        let name = rules.get(rule).map_or_else(String::new, |rule| rule.name.clone());
        let is_full = rules.len() > MANY;
        match self.below(7) {
            0 if !is_full => {
                let mut new = test_project().grammar.rules[0].clone();
                new.name = self.text();
                RulesEdit::Insert { at: rule, rule: Box::new(new) }
            }
            1 if !is_full => RulesEdit::Duplicate { rule, name },
            0 | 1 => RulesEdit::Remove { rule, name },
            2 => RulesEdit::Move { rule, name, to: self.below(9) },
            3 => RulesEdit::Rename { rule, name, to: self.text() },
            4 => RulesEdit::Enable { rule, name, enabled: self.is_so() },
            _ => RulesEdit::Set { rule, name, setting: self.rule_setting() },
        }
    }

    fn rule_setting(&mut self) -> RuleSetting {
        let lattice = Geometry::Lattice { turns: self.is_so(), flips: self.is_so() };
        match self.below(6) {
            0 => RuleSetting::Weight(self.number()),
            1 => RuleSetting::Limit(self.is_so().then(|| self.number())),
            2 => RuleSetting::Tags(vec![self.text(), self.text()]),
            3 => RuleSetting::Geometry(self.pick(&[Geometry::Free, lattice])),
            4 => RuleSetting::Dangling(self.pick(&[DanglingPolicy::Forbid, DanglingPolicy::Drop])),
            _ => RuleSetting::Notes(self.text()),
        }
    }

    /// Returns a path to a step that usually exists, or into it.
    fn path(&mut self, content: &Content) -> StepPath {
        let steps = steps_with_paths(&content.grammar.recipe);
        let mut path = steps.get(self.below(steps.len() + 1)).map_or_else(Vec::new, |(path, _)| path.clone());
        if self.below(4) == 0 || path.is_empty() {
            path.push(self.below(4));
        }
        path
    }

    fn recipe(&mut self, content: &Content) -> RecipeEdit {
        let at = self.path(content);
        let is_full = steps_with_paths(&content.grammar.recipe).len() > 4 * MANY;
        match self.below(6) {
            0 | 1 if is_full => RecipeEdit::Remove(at),
            0 => RecipeEdit::Insert { at, step: Box::new(self.step()) },
            1 => RecipeEdit::Duplicate(at),
            2 | 3 => RecipeEdit::Move { from: at, to: self.path(content) },
            4 if self.below(9) == 0 => {
                RecipeEdit::Replace { what: "New recipe".into(), recipe: vec![self.step()] }
            }
            4 => RecipeEdit::Remove(at),
            _ => RecipeEdit::Set { at, what: "all", step: Box::new(self.step()) },
        }
    }

    fn step(&mut self) -> RecipeStep {
        let notes = self.text();
        let rules = match self.below(3) {
            0 => RuleChoice::All,
            1 => RuleChoice::Tag(self.text()),
            _ => RuleChoice::Named(vec!["Grow".to_owned(), self.text()]),
        };
        let times = match self.below(3) {
            0 => Times::Exactly(self.number()),
            1 => Times::Between(self.number(), self.number()),
            _ => Times::UntilNone,
        };
        let steps = if self.is_so() { Vec::new() } else { vec![RecipeStep::apply(RuleChoice::All, times)] };
        match self.below(7) {
            0 => RecipeStep::Apply { notes, rules, times },
            1 => RecipeStep::ApplyAll { notes, rules },
            2 => RecipeStep::Repeat { notes, times, steps },
            3 => RecipeStep::Chance { notes, percent: self.number(), steps },
            4 => RecipeStep::Block { notes, steps },
            5 => RecipeStep::Choose(vec![WeightedBlock { notes, weight: self.number(), steps }]),
            _ => {
                let pattern = test_project().grammar.rules[0].lhs.clone();
                let bound = CountBound::AtLeast(self.number());
                let condition = match self.below(3) {
                    0 => Requirement::Present(pattern),
                    1 => Requirement::Counted { times: bound, pattern },
                    _ => Requirement::Nodes(bound),
                };
                let otherwise = self.pick(&[UnmetAction::Stop, UnmetAction::Retry { times: 3 }]);
                RecipeStep::Require { notes, condition, otherwise }
            }
        }
    }

    fn graph(&mut self) -> GraphEdit {
        let rule = self.below(4);
        let graph =
            self.pick(&[GraphId::Start, GraphId::Lhs(rule), GraphId::Rhs(rule, 1), GraphId::Forbid(rule, 0)]);
        let site = Site { x: self.number() as i32, y: self.number() as i32 };
        match self.below(4) {
            0 => {
                let symbol = Symbol::Node(self.text());
                let edit =
                    GraphEdit::AddNode { graph, symbol: SymbolPattern::Is(symbol.name().to_owned()), site };
                GraphEdit::WithSymbol { symbol: symbol.into(), edit: Box::new(edit) }
            }
            _ => GraphEdit::Move { graph, to: vec![(ElementId(self.number()), site)] },
        }
    }

    fn rooms(&mut self, content: &Content) -> Edit {
        let set = test_project().rooms[0].set.clone();
        let path = self.pick(&["keep.ron", "other.ron"]).to_owned();
        let is_there = content.rooms.iter().any(|rooms| rooms.path == path);
        Edit::Rooms(match self.is_so() {
            true if is_there => RoomsEdit::Remove(path),
            _ => RoomsEdit::Add { path, set: Arc::clone(&set) },
        })
    }
}
