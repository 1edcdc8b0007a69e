//! Explains the origin of a cell, with links.
//!
//! The facts are its tile, its place or passage, and the rule and step that made it. They continue with the
//! room or technique that formed it, and the passes that touched it.

use egui::Ui;
use egui_phosphor::regular as icon;

use super::context::PaneContext;
use crate::base::{Cell, Choice as _, printable, printable_line};
use crate::document::{Location, Symbol};
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::layout::template_name;
use crate::level::{Level, Place};
use crate::mission::NodeId;
use crate::pipeline::{CellOrigin, MadeBy, Origin};

/// A fact about a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Description of the fact.
    pub words: String,
    /// Target of the link.
    pub lead: Option<FactLink>,
}

/// The target of a fact's link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactLink {
    /// A part of the project.
    To(Location),
    /// The mission after a number of steps.
    Step(usize),
}

/// Returns the facts about a cell, from its tile to the things on it.
pub fn facts_of(level: &Level, cell: Cell, context: &PaneContext<'_>) -> Vec<Fact> {
    let origin = Origin::of(level, context.derivation(), cell);
    let mut facts = vec![Fact { words: format!("{}, {}", cell.x, cell.y), lead: None }];
    let mut add = |words: String, lead: Option<FactLink>| {
        facts.push(Fact { words: printable_line(&words).into_owned(), lead });
    };
    if let Some(tile) = origin.tile {
        add(tile.name.clone(), None);
    }
    match origin.owner {
        CellOrigin::Nobody => add("nobody's".to_owned(), None),
        CellOrigin::Place { place, made: by } => {
            let symbol = Location::Symbol(Symbol::Node(place.symbol.clone()));
            add(
                format!("{}, place {} (node {})", place.symbol, place.id, place.node.0),
                Some(FactLink::To(symbol)),
            );
            add(formed(place), room_of(place, context));
            made(context, by).into_iter().for_each(|(words, lead)| add(words, Some(lead)));
        }
        CellOrigin::Passage { passage, made: by } => {
            let symbol = Location::Symbol(Symbol::Edge(passage.symbol.clone()));
            add(format!("{}, passage {}", passage.symbol, passage.id), Some(FactLink::To(symbol)));
            made(context, by).into_iter().for_each(|(words, lead)| add(words, Some(lead)));
        }
    }
    for (pass, tile) in &origin.drawn {
        add(format!("{} by the pass \"{pass}\"", tile.name), pass_of(pass, context));
    }
    for pass in &origin.walled {
        add(format!("made wall by the pass \"{pass}\""), pass_of(pass, context));
    }
    for entity in &origin.things {
        match &entity.pass {
            Some(pass) => add(format!("{} by the pass \"{pass}\"", entity.kind), pass_of(pass, context)),
            None => {
                let symbol = Location::Symbol(Symbol::Node(entity.kind.clone()));
                add(entity.kind.clone(), entity.node.map(|_| FactLink::To(symbol)));
            }
        }
    }
    facts
}

/// Returns the facts about a mission node: its symbol, and its origin.
pub fn facts_of_node(node: NodeId, context: &PaneContext<'_>) -> Vec<Fact> {
    let Some(derivation) = context.derivation() else { return Vec::new() };
    let Some(found) = derivation.mission.node(node) else { return Vec::new() };
    let (symbol, _) = derivation.alphabet.node(found.symbol);
    let lead = FactLink::To(Location::Symbol(Symbol::Node(symbol.to_owned())));
    let of_symbol = (format!("{symbol}, node {}", node.0), lead);
    let made = made(context, MadeBy::of(derivation, found.made_by));
    let fact = |(words, lead): (String, FactLink)| Fact {
        words: printable_line(&words).into_owned(),
        lead: Some(lead),
    };
    [of_symbol].into_iter().chain(made).map(fact).collect()
}

/// Describes how a place was formed.
fn formed(place: &Place) -> String {
    match &place.template {
        Some(template) => format!("the room \"{template}\""),
        None => format!("built as {}", place.technique.label()),
    }
}

fn room_of(place: &Place, context: &PaneContext<'_>) -> Option<FactLink> {
    let template = place.template.as_ref()?;
    let sets = context.document.rooms().iter().enumerate();
    let mut rooms = sets.flat_map(|(number, set)| {
        set.set
            .rooms
            .iter()
            .enumerate()
            .map(move |(room, template)| (number, room, template_name(&set.set, template)))
    });
    let (set, room, _) = rooms.find(|(_, _, name)| name == template)?;
    Some(FactLink::To(Location::Room(set, room)))
}

fn pass_of(name: &str, context: &PaneContext<'_>) -> Option<FactLink> {
    let mut passes = context.document.grammar().populate.iter();
    Some(FactLink::To(Location::Pass(passes.position(|pass| pass.name == name)?)))
}

/// Returns the rule and the step that made a node or edge; without a step, the start made it.
fn made(context: &PaneContext<'_>, made_by: Option<MadeBy>) -> Vec<(String, FactLink)> {
    let (number, rule) = match made_by {
        None => return Vec::new(),
        Some(MadeBy::Start) => {
            return vec![("there from the start".to_owned(), FactLink::To(Location::Start))];
        }
        Some(MadeBy::Step { number, rule }) => (number, rule),
    };
    let rule = context.run_view.run.as_ref().and_then(|run| run.request.grammar.rules.get(rule));
    let Some(rule) = rule else { return Vec::new() };
    let mut rules = context.document.grammar().rules.iter();
    let position = rules.position(|other| other.name == rule.name);
    let by_rule = position.map(|rule_at| {
        (format!("made by the rule \"{}\"", rule.name), FactLink::To(Location::Rule(rule_at)))
    });
    by_rule.into_iter().chain([(format!("at step {number}"), FactLink::Step(number))]).collect()
}

/// Lists the facts about a cell in a menu; those with a link are buttons.
pub fn menu_ui(ui: &mut Ui, facts: &[Fact], context: &mut PaneContext<'_>) {
    for fact in facts {
        match &fact.lead {
            None => {
                ui.label(printable(&fact.words));
            }
            Some(lead) => {
                let button = ui.button(format!("{}  {}", icon::ARROW_RIGHT, fact.words));
                if button.on_hover_text(meaning(lead)).clicked() {
                    follow(lead, context);
                    ui.close();
                }
            }
        }
    }
}

fn meaning(lead: &FactLink) -> &'static str {
    match lead {
        FactLink::To(Location::Symbol(_)) => "Shows the symbol",
        FactLink::To(Location::Rule(_)) => "Shows the rule",
        FactLink::To(Location::Room(..)) => "Shows the room",
        FactLink::To(Location::Pass(_)) => "Shows the pass",
        FactLink::To(Location::Theme(_)) => "Shows the theme",
        FactLink::To(Location::Start | Location::Step(_) | Location::Settings) => "Opens the setting",
        FactLink::Step(_) => "Shows the mission after this step",
    }
}

fn follow(lead: &FactLink, context: &mut PaneContext<'_>) {
    match lead {
        FactLink::To(location) => context.commands.push(Command::GoTo(location.clone())),
        FactLink::Step(step) => {
            context.shared.film.go_to(*step);
            context.commands.push(Command::ShowPane(Pane::Mission));
        }
    }
}
