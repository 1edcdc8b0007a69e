//! Results of the action search other than actions: rules, symbols, steps, rooms, settings and problems. Each
//! shows its place.

use std::borrow::Cow;

use crate::base::{Parameters, each_parameter, printable};
use crate::document::{Content, Location, Symbol};
use crate::editor::actions::{ActionGroup, ActionRow};
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::panes::problems::collect::ProblemList;
use crate::editor::panes::words::{location_label, step_words};
use crate::grammar::Grammar;
use crate::metrics::LAYOUT_METRICS;
use crate::mission::{EdgeSymbol, NodeSymbol};
use crate::settings::MOVEMENT;

/// Returns all results in the order of the files; problems come first.
pub fn place_rows(content: &Content, problems: &ProblemList) -> Vec<ActionRow> {
    let grammar = &content.grammar;
    let mut rows = problem_rows(problems);
    let rules = (0..grammar.rules.len()).map(Location::Rule);
    let nodes = grammar.alphabet.nodes.keys().cloned().map(Symbol::Node);
    let edges = grammar.alphabet.edges.keys().cloned().map(Symbol::Edge);
    let symbols = nodes.chain(edges).map(Location::Symbol);
    let passes = (0..grammar.populate.len()).map(Location::Pass);
    let rooms = content.rooms.iter().enumerate();
    let rooms =
        rooms.flat_map(|(set, rooms)| (0..rooms.set.rooms.len()).map(move |room| Location::Room(set, room)));
    for place in rules.chain(symbols).chain(rooms).chain(passes) {
        rows.extend(
            location_label(&place, content).map(|name| row(name, "Goes there.", Command::GoTo(place))),
        );
    }
    for (number, step) in grammar.recipe.iter().enumerate() {
        let name = format!("Step {}: {}", number + 1, step_words(step, grammar));
        rows.push(row(name, "Opens this step of the recipe.", Command::GoTo(Location::Step(vec![number]))));
    }
    rows.extend(setting_rows(grammar));
    rows
}

fn problem_rows(problems: &ProblemList) -> Vec<ActionRow> {
    let numbered = problems.iter().enumerate();
    let rows = numbered.map(|(position, problem)| {
        let place = problems.mending(position).and_then(|mending| mending.place.clone());
        let command = place.map_or(Command::ShowPane(Pane::Problems), Command::GoTo);
        row(format!("Problem: {}", printable(&problem.message)), "Opens the place of the problem.", command)
    });
    rows.collect()
}

/// Returns the settings of the level, those of each symbol, and the readings of the layout.
fn setting_rows(grammar: &Grammar) -> Vec<ActionRow> {
    let mut rows = Vec::new();
    let mut add = |name: &str, meaning: String, of: &str, place: &Location| {
        let of = if of.is_empty() { String::new() } else { format!(" of \"{}\"", printable(of)) };
        rows.push(row(format!("Setting: {name}{of}"), meaning, Command::GoTo(place.clone())));
    };
    let movement = MOVEMENT;
    add(movement.name, movement.tooltip.to_owned(), "", &Location::Settings);
    let mut add_all = |parameters: &mut dyn Parameters, of: &str, place: &Location| {
        each_parameter(parameters, &mut |_, slot| add(slot.parameter().name, slot.tooltip(), of, place));
    };
    add_all(&mut grammar.layout.clone(), "", &Location::Settings);
    for (name, symbol) in &grammar.alphabet.nodes {
        let place = Location::Symbol(Symbol::Node(name.clone()));
        add_all(&mut NodeSymbol::clone(symbol), name, &place);
    }
    for (name, symbol) in &grammar.alphabet.edges {
        let place = Location::Symbol(Symbol::Edge(name.clone()));
        add_all(&mut EdgeSymbol::clone(symbol), name, &place);
    }
    for metric in &LAYOUT_METRICS {
        let (name, show) = (metric.words(), Command::ShowPane(Pane::Settings));
        rows.push(row(format!("Figure of this level: {name}"), metric.definition, show));
    }
    rows
}

fn row(name: String, meaning: impl Into<Cow<'static, str>>, command: Command) -> ActionRow {
    let meaning = meaning.into();
    ActionRow {
        group: ActionGroup::Edit,
        part: 0,
        name,
        step: None,
        meaning,
        keys: Vec::new(),
        is_ready: true,
        command,
    }
}
