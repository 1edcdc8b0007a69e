//! What the search for actions finds besides actions: rules, symbols, steps, rooms, settings and problems. Each leads to its place.

use crate::base::{each_parameter, printable};
use crate::document::{Content, Location, Symbol};
use crate::editor::actions::{Group, Row};
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::panes::problems::collect::Problems;
use crate::editor::panes::words::{location_label, step_words};
use crate::grammar::Grammar;
use crate::mission::{Movement, NodeSymbol};

/// All of them, in the order of the files; problems first.
pub fn place_rows(content: &Content, problems: &Problems) -> Vec<Row> {
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

fn problem_rows(problems: &Problems) -> Vec<Row> {
    let numbered = problems.iter().enumerate();
    let rows = numbered.map(|(position, problem)| {
        let place = problems.mending(position).and_then(|mending| mending.place.clone());
        let command = place.map_or(Command::ShowPane(Pane::Problems), Command::GoTo);
        row(format!("Problem: {}", printable(&problem.message)), "Goes where the problem is.", command)
    });
    rows.collect()
}

/// The settings of the level, and those of each symbol that is built as something.
fn setting_rows(grammar: &Grammar) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |name: &str, of: &str, place: &Location| {
        let of = if of.is_empty() { String::new() } else { format!(" of \"{}\"", printable(of)) };
        rows.push(row(format!("Setting: {name}{of}"), "Goes to this setting.", Command::GoTo(place.clone())));
    };
    add(Movement::PARAMETER.name, "", &Location::Settings);
    each_parameter(&mut grammar.layout.clone(), &mut |_, slot| {
        add(slot.parameter().name, "", &Location::Settings);
    });
    for (name, symbol) in &grammar.alphabet.nodes {
        let place = Location::Symbol(Symbol::Node(name.clone()));
        each_parameter(&mut NodeSymbol::clone(symbol), &mut |_, slot| {
            add(slot.parameter().name, name, &place)
        });
    }
    rows
}

fn row(name: String, meaning: &'static str, command: Command) -> Row {
    Row { group: Group::Edit, part: 0, name, step: None, meaning, keys: Vec::new(), is_ready: true, command }
}
