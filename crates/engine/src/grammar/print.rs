//! Prints a derivation as text, and a mission as a Graphviz graph.

use super::recipe_walk::{PlacedStep, walk};
use super::{Derivation, Grammar, MissionChange, NodeChange, RecipeCount, RecipeStep, Step};
use crate::base::{DotGraph, counted, dot_label, printable, times};
use crate::mission::{Alphabet, Attributes, Edge, Mission, Node, Site, Value, edge_style};

/// Prints each step with its rule and changes, the counts of each recipe step, and the final mission.
///
/// ```text
/// start: 1 node, 0 edges
/// step 1: "Grow" at node 1 (recipe step 1)
///   + node 2 Hollow
///   + edge 1 path 1 -> 2
///
/// recipe:
///   step 1 Apply (recipe[0]): carried out once, 1 step
///
/// mission after 1 step: 2 nodes, 1 edge
///   node 1 Entrance (start)
///   node 2 Hollow (step 1)
///   edge 1 path 1 -> 2 (step 1)
/// ```
pub fn print_derivation_text(grammar: &Grammar, derivation: &Derivation) -> String {
    let alphabet = &derivation.alphabet;
    let mut text = format!("start: {}\n", size_text(&derivation.start));
    let recipe = walk(&grammar.recipe);
    for (step, number) in derivation.steps.iter().zip(1..) {
        let label = recipe.get(step.recipe_step).map_or("", |placed| placed.label.as_str());
        text += &step_text(grammar, alphabet, number, step, label);
    }
    if !recipe.is_empty() {
        text += "\nrecipe:\n";
    }
    for (placed, count) in recipe.iter().zip(&derivation.recipe_counts) {
        text += &recipe_text(placed, count);
    }
    let steps = counted(derivation.steps.len(), "step");
    text += &format!("\nmission after {steps}: {}\n", size_text(&derivation.mission));
    for (id, node) in derivation.mission.nodes() {
        text += &format!("  node {} {} ({})\n", id.0, node_text(alphabet, node), made_by(node.made_by));
    }
    for (id, edge) in derivation.mission.edges() {
        text += &format!("  edge {} {} ({})\n", id.0, edge_text(alphabet, edge), made_by(edge.made_by));
    }
    text
}

fn recipe_text(placed: &PlacedStep<'_>, count: &RecipeCount) -> String {
    let RecipeCount { path, runs, steps, skipped, thrown_away } = count;
    let indent = "  ".repeat(placed.depth);
    let (label, kind) = (&placed.label, placed.step.kind());
    let mut text = format!("{indent}step {label} {kind} ({path}): ");
    text += &if *runs == 0 { "not carried out".to_owned() } else { format!("carried out {}", times(*runs)) };
    if *runs > 0 && !matches!(placed.step, RecipeStep::Require { .. }) {
        text += &format!(", {}", counted(*steps as usize, "step"));
    }
    if *skipped > 0 {
        let matches = if *skipped == 1 { "match" } else { "matches" };
        text += &format!(", {skipped} overlapping {matches} skipped");
    }
    if *thrown_away > 0 {
        let tries = if *thrown_away == 1 { "try" } else { "tries" };
        text += &format!(", {thrown_away} {tries} thrown away");
    }
    text + "\n"
}

fn step_text(grammar: &Grammar, alphabet: &Alphabet, number: usize, step: &Step, label: &str) -> String {
    let name = printable(grammar.rules.get(step.rule).map_or("", |rule| &rule.name));
    let nodes: Vec<String> = step.matched.nodes.iter().map(|(_, id)| id.0.to_string()).collect();
    let noun = if nodes.len() == 1 { "node" } else { "nodes" };
    let list = nodes.join(", ");
    let side = right_side_text(grammar, step);
    let mut text = format!("step {number}: \"{name}\"{side} at {noun} {list} (recipe step {label})\n");
    for change in &step.delta.changes {
        text += &format!("  {}\n", change_text(alphabet, change));
    }
    text
}

fn change_text(alphabet: &Alphabet, change: &MissionChange) -> String {
    match change {
        MissionChange::EdgeRemoved(id, edge) => format!("- edge {} {}", id.0, edge_text(alphabet, edge)),
        MissionChange::NodeRemoved(id, node) => format!("- node {} {}", id.0, node_text(alphabet, node)),
        MissionChange::NodeChanged(change) => {
            format!("~ node {} {}", change.id.0, node_change_text(alphabet, change))
        }
        MissionChange::EdgeChanged(change) => {
            let values = values_text(&change.before.attributes, &change.after.attributes);
            format!("~ edge {} {}: {values}", change.id.0, edge_text(alphabet, &change.after))
        }
        MissionChange::NodeAdded(id, node) => format!("+ node {} {}", id.0, node_text(alphabet, node)),
        MissionChange::EdgeAdded(id, edge) => format!("+ edge {} {}", id.0, edge_text(alphabet, edge)),
    }
}

/// Returns which right side was drawn, if there are several.
fn right_side_text(grammar: &Grammar, step: &Step) -> String {
    let count = grammar.rules.get(step.rule).map_or(1, |rule| rule.alternatives().count());
    if count == 1 { String::new() } else { format!(", right side {} of {count},", step.alternative + 1) }
}

/// Returns "Hollow becomes Cellar, danger 2 -> 3".
fn node_change_text(alphabet: &Alphabet, NodeChange { before, after, .. }: &NodeChange) -> String {
    let (old, new) = (printable(alphabet.node(before.symbol).0), printable(alphabet.node(after.symbol).0));
    let values = values_text(&before.attributes, &after.attributes);
    match (old == new, values.is_empty()) {
        (true, _) => format!("{new}: {values}"),
        (false, true) => format!("{old} becomes {new}"),
        (false, false) => format!("{old} becomes {new}: {values}"),
    }
}

/// Returns "danger 2 -> 3, secret = true": changed and new values.
fn values_text(before: &Attributes, after: &Attributes) -> String {
    let changed = after.iter().filter_map(|(name, value)| match before.get(name) {
        Some(old) if old == value => None,
        Some(old) => Some(format!("{} {} -> {}", printable(name), value_text(old), value_text(value))),
        None => Some(format!("{} = {}", printable(name), value_text(value))),
    });
    changed.collect::<Vec<_>>().join(", ")
}

fn value_text(value: &Value) -> String {
    printable(&value.to_string()).into_owned()
}

fn size_text(mission: &Mission) -> String {
    format!("{}, {}", counted(mission.node_count(), "node"), counted(mission.edge_count(), "edge"))
}

fn node_text(alphabet: &Alphabet, node: &Node) -> String {
    let site = node.site.map_or_else(String::new, |Site { x, y }| format!(" on ({x}, {y})"));
    format!("{}{site}", printable(alphabet.node(node.symbol).0))
}

fn edge_text(alphabet: &Alphabet, edge: &Edge) -> String {
    format!("{} {} -> {}", printable(alphabet.edge(edge.symbol).0), edge.from.0, edge.to.0)
}

fn made_by(step: u32) -> String {
    if step == 0 { "start".to_owned() } else { format!("step {step}") }
}

/// Prints a mission as a Graphviz `digraph`: coloured nodes, dashed relations, sites as positions for `neato
/// -n`.
///
/// # Panics
/// Panics if the mission has another alphabet.
pub fn print_mission_dot(alphabet: &Alphabet, mission: &Mission) -> String {
    let mut dot = DotGraph::new("mission", "style=filled");
    for (id, node) in mission.nodes() {
        let (name, _) = alphabet.node(node.symbol);
        let mut attributes = vec![
            ("label".to_owned(), dot_label(&format!("{} {name}", id.0))),
            ("fillcolor".to_owned(), format!("\"{}\"", alphabet.color_of_node(name))),
        ];
        if let Some(Site { x, y }) = node.site {
            // In points; y grows upwards there.
            let (x, y) = (i64::from(x) * 72, i64::from(y) * -72);
            attributes.push(("pos".to_owned(), format!("\"{x},{y}!\"")));
        }
        dot.node(id.0, &attributes);
    }
    for (_, edge) in mission.edges() {
        let (name, symbol) = alphabet.edge(edge.symbol);
        let attributes = [
            ("label".to_owned(), dot_label(name)),
            ("color".to_owned(), format!("\"{}\"", symbol.color)),
            ("style".to_owned(), edge_style(symbol.role).to_owned()),
        ];
        dot.edge(edge.from.0, edge.to.0, &attributes);
    }
    dot.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::grammar::testing::{derived, grammar, lattice_rule, mission, pattern, replacement, rule};
    use crate::grammar::{
        Change, DerivationRecord, ElementId, RecipeStep, Replacement, Rule, RuleChoice, Times,
    };

    fn example() -> (Grammar, Derivation) {
        let rules = vec![
            lattice_rule("Grow", "1:A", "1:B 2:C 1-q>2", "1@0,0 2@1,0"),
            rule("Cut", "1:B 2:A 1-p>2", "1:="),
        ];
        let recipe = ["Cut", "Grow", "Cut"]
            .map(|name| RecipeStep::apply(RuleChoice::Named(vec![name.to_owned()]), Times::Exactly(1)));
        let mut grammar = grammar("1:B@0,0 2:A 3:A@5,5 1-p>2 3-r>3", rules, recipe.into());
        grammar.rules[0].geometry = crate::grammar::Geometry::Lattice { turns: false, flips: false };
        let outcome = derived(&grammar, Seed(1));
        (grammar, outcome.value)
    }

    #[test]
    fn text_tells_each_step_and_the_mission() {
        let (grammar, derivation) = example();
        let expected = "\
start: 3 nodes, 2 edges
step 1: \"Cut\" at nodes 1, 2 (recipe step 1)
  - edge 1 p 1 -> 2
  - node 2 A
step 2: \"Grow\" at node 3 (recipe step 2)
  ~ node 3 A becomes B
  + node 4 C on (6, 5)
  + edge 3 q 3 -> 4

recipe:
  step 1 Apply (recipe[0]): carried out once, 1 step
  step 2 Apply (recipe[1]): carried out once, 1 step
  step 3 Apply (recipe[2]): carried out once, 0 steps

mission after 2 steps: 3 nodes, 2 edges
  node 1 B on (0, 0) (start)
  node 3 B on (5, 5) (start)
  node 4 C on (6, 5) (step 2)
  edge 2 r 3 -> 3 (start)
  edge 3 q 3 -> 4 (step 2)
";
        assert_eq!(print_derivation_text(&grammar, &derivation), expected);
    }

    #[test]
    fn text_tells_values_and_which_right_side_was_drawn() {
        let mut rule = rule("Warn", "1:A 2:B 1-p>2", "1:C 2:= 1-p>2");
        let set = |value| vec![Change::Set("mood".to_owned(), value)];
        rule.rhs.nodes[&ElementId(2)].change = vec![Change::Add("danger".to_owned(), 1)];
        rule.rhs.edges[0].change = set(Value::Text("grim".to_owned()));
        rule.or.push(Replacement { weight: 0, ..rule.rhs.clone() });
        rule.limit = Some(1);
        let again = Rule {
            name: "Again".to_owned(),
            lhs: pattern("1:C 2:B 1-p>2"),
            rhs: Replacement { nodes: rule.rhs.nodes.clone(), ..replacement("1-p>2") },
            or: Vec::new(),
            ..rule.clone()
        };
        let recipe = vec![RecipeStep::apply(RuleChoice::All, Times::UntilNone)];
        let grammar = grammar("1:A 2:B 1-p>2", vec![rule, again], recipe);
        let derivation = derived(&grammar, Seed(1)).value;
        assert_eq!(derivation.changes_of_edge(crate::mission::EdgeId(1)), [1]);
        let text = print_derivation_text(&grammar, &derivation);
        let expected = "\
step 1: \"Warn\", right side 1 of 2, at nodes 1, 2 (recipe step 1)
  ~ node 1 A becomes C: x = 1
  ~ node 2 B: danger = 1
  ~ edge 1 p 1 -> 2: mood = \"grim\"
step 2: \"Again\" at nodes 1, 2 (recipe step 1)
  ~ node 2 B: danger 1 -> 2
";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn dot_quotes_names_and_draws_relations_dashed() {
        let mut alphabet = crate::grammar::testing::alphabet();
        let (mut nodes, mut edges) =
            (std::mem::take(&mut alphabet.nodes), std::mem::take(&mut alphabet.edges));
        let odd = nodes.shift_remove("A").expect("A is there");
        nodes.shift_insert(0, "a \"b\"\\".to_owned(), odd);
        edges["q"].role = crate::mission::EdgeRole::Opens;
        (alphabet.nodes, alphabet.edges) = (nodes, edges);
        let expected = r##"digraph mission {
  node [style=filled];
  1 [label="1 a \"b\"\\", fillcolor="#4c92b4", pos="72,-144!"];
  2 [label="2 B", fillcolor="#b44c73"];
  1 -> 2 [label="p", color="#8a8f98", style=solid];
  2 -> 1 [label="q", color="#8a8f98", style=dashed];
}
"##;
        assert_eq!(print_mission_dot(&alphabet, &mission("1:A@1,2 2:B 1-p>2 2-q>1")), expected);
    }

    #[test]
    fn record_reads_back_from_ron_and_json() {
        let (grammar, derivation) = example();
        let record = DerivationRecord::new(&grammar, Seed(1), &derivation);
        assert_eq!(record.steps.len(), 2);
        assert_eq!(record.steps[0].rule, "Cut");
        let ron = ron::to_string(&record).expect("it can be written");
        assert_eq!(ron::from_str::<DerivationRecord>(&ron).as_ref(), Ok(&record));
        let json = serde_json::to_string(&record).expect("it can be written");
        assert_eq!(serde_json::from_str::<DerivationRecord>(&json).ok().as_ref(), Some(&record));
    }
}
