//! All numbers of a grammar that a sweep can change, each with the path that leads to it.
//!
//! In: the text of a grammar. Out: its variables, the numbers in it, and those that its records leave out, with
//! their ranges. The descriptions of the types tell quantities from the numbers of nodes and from positions in
//! drawings, which are left out; so is the weight of an only right side.

use std::collections::BTreeSet;

use ron_edit::{Tree, TreeNodeId, TreeValue, parse_source};

use super::sweep_path::children;
use crate::base::{NumberFacts, ValueShape, shape};
use crate::grammar::{Grammar, missing_numbers, number_of, part_of};

/// Types whose numbers name a part of a rule or of the mission, or a position in a drawing.
const NO_QUANTITIES: [&str; 3] = ["AttributeSource", "PinnedPlace", "Site"];

/// Types of edges: the first and the last number name nodes.
const EDGES: [&str; 2] = ["EdgePattern", "EdgeReplacement"];

/// The field with the number of a node.
const NODE: &str = "node";

/// A number that a sweep can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepNumber {
    /// The path that leads to it, for a sweep.
    pub path: String,
    /// The value; `None` for a formula.
    pub value: Option<i64>,
    /// The smallest and the largest value.
    pub range: (i64, i64),
}

/// Returns all numbers in the text of a grammar, variables first, then in the order of the text.
pub fn sweep_numbers(text: &str) -> Vec<SweepNumber> {
    let (Some(source), _) = parse_source(text) else { return Vec::new() };
    let (tree, root) = (&source.tree, source.root);
    let mut found = variables(tree, root);
    for (name, child) in distinct(tree, root) {
        // The numbers of variables are swept as variables.
        let is_setting = !["format", "variables"].contains(&name.as_str());
        if let Some((_, shape)) = part_of(tree, root, child, &shape::<Grammar>()).filter(|_| is_setting) {
            collect(tree, child, &shape, name, &mut found);
        }
    }
    found
}

fn variables(tree: &Tree, root: TreeNodeId) -> Vec<SweepNumber> {
    let Some(TreeValue::Map(entries)) = tree.field(root, "variables").map(|field| tree.value(field.value))
    else {
        return Vec::new();
    };
    let int = |node: TreeNodeId| match tree.value(node) {
        TreeValue::Int(number) => i64::try_from(*number).ok(),
        _ => None,
    };
    let variable = |(key, value): &(TreeNodeId, TreeNodeId)| {
        let TreeValue::Tuple { items, .. } = tree.value(tree.field(*value, "range")?.value) else {
            return None;
        };
        let [low, high] = items.as_slice() else { return None };
        let default = int(tree.field(*value, "default")?.value);
        let path = format!("variables/{}", tree.key_text(*key)?);
        Some(SweepNumber { path, value: default, range: (int(*low)?, int(*high)?) })
    };
    entries.iter().filter_map(variable).collect()
}

fn collect(tree: &Tree, node: TreeNodeId, shape: &ValueShape, path: String, found: &mut Vec<SweepNumber>) {
    if matches!(shape, ValueShape::Type(name, _) if NO_QUANTITIES.contains(name)) {
        return;
    }
    let value = match tree.value(node) {
        TreeValue::Int(number) => Some(i64::try_from(*number).ok()),
        TreeValue::Tuple { name: Some(name), .. } if name == "Var" => Some(None),
        _ => None,
    };
    if let Some((value, facts)) = value.zip(number_of(shape)) {
        found.push(SweepNumber { path, value, range: range_of(facts) });
        return;
    }
    if let TreeValue::Tuple { items, .. } = tree.value(node)
        && let [only] = items.as_slice()
    {
        if let Some((_, inner)) = part_of(tree, node, *only, shape) {
            collect(tree, *only, &inner, path, found);
        }
        return;
    }
    for field in missing_numbers(tree, node, shape) {
        if let Some(facts) = number_of(&field.shape) {
            let value = field.default.and_then(|text| text.parse().ok());
            let range = range_of(field.offered.unwrap_or(facts));
            found.push(SweepNumber { path: format!("{path}/{}", field.name), value, range });
        }
    }
    for (name, child) in distinct(tree, node) {
        let is_end = is_edge(shape) && ["1", "3"].contains(&name.as_str());
        if is_end || name == NODE {
            continue;
        }
        if let Some((_, inner)) = part_of(tree, node, child, shape) {
            let is_only_side = name == "rhs" && tree.field(node, "or").is_none();
            collect(tree, child, &inner, format!("{path}/{name}"), found);
            if is_only_side {
                found.retain(|number| number.path != format!("{path}/rhs/weight"));
            }
        }
    }
}

/// Returns `true` for an edge of a rule or of the start graph.
fn is_edge(shape: &ValueShape) -> bool {
    match shape {
        ValueShape::Type(name, _) => EDGES.contains(name),
        // Only edges of the start graph are three values in parentheses, without names.
        ValueShape::Tuple(parts) => parts.len() == 3,
        _ => false,
    }
}

fn range_of(facts: NumberFacts) -> (i64, i64) {
    (facts.least, facts.most.unwrap_or_else(|| u32::MAX.into()))
}

/// Returns each part of a value once: by its name, or by its number if another part has the name already.
fn distinct(tree: &Tree, node: TreeNodeId) -> Vec<(String, TreeNodeId)> {
    let (mut names, mut nodes) = (BTreeSet::new(), Vec::new());
    for (name, child) in children(tree, node) {
        if nodes.iter().all(|(_, known)| *known != child) && names.insert(name.clone()) {
            nodes.push((name, child));
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SweepPath;

    const TEXT: &str = r#"Grammar(
    format: 1,
    name: "Tower",
    variables: {"floors": (default: 3, range: (1, 10))},
    alphabet: (
        nodes: {
            "Stairs": (role: Start, form: Hall(width: (4, 9))),
            "Cave": (form: Cave(radius: (5, 8), wall_percent: 40)),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Stairs"}, edges: [(1, "path", 1)]),
    rules: [
        (
            name: "Grow",
            lhs: (nodes: {1: "Stairs"}),
            rhs: (nodes: {1: Keep, 2: "Cave"}, edges: [(1, "path", 2)]),
        ),
        (
            name: "Grow",
            weight: 4,
            prefer: Farthest(node: 1, from: Start),
            lhs: (
                nodes: {1: (symbol: "Stairs", when: [Distance(from: Start, passages: AtLeast(2))])},
                edges: [(1, (symbol: "path", when: [Attribute("width", More(3))]), 1)],
            ),
            rhs: (
                nodes: {
                    1: (symbol: Keep, change: [Distance(name: "far", node: 1, from: Goal), Take("width", Edge(1))]),
                    2: "Cave",
                },
                edges: [(1, "path", 2)],
            ),
            at: {1: (0, 0), 2: (1, 0)},
        ),
    ],
    recipe: [Apply(rules: All, times: Var("floors")), Apply(rules: All, times: (2, 5))],
)"#;

    fn value_of(path: &str) -> Option<i64> {
        let numbers = sweep_numbers(TEXT);
        let found = numbers.iter().find(|number| number.path == path);
        found.unwrap_or_else(|| panic!("{path} in {numbers:#?}")).value
    }

    #[test]
    fn variables_weights_and_settings_are_listed_with_their_values() {
        for (path, value) in [
            ("variables/floors", Some(3)),
            ("rules/Grow/weight", Some(1)),
            ("rules/2/weight", Some(4)),
            ("alphabet/nodes/Cave/form/radius/1", Some(5)),
            ("alphabet/nodes/Cave/form/wall_percent", Some(40)),
            ("recipe/1/times", None),
            ("recipe/2/times/2", Some(5)),
            ("rules/2/lhs/nodes/1/when/1/passages", Some(2)),
            ("rules/2/lhs/edges/1/2/when/1/2", Some(3)),
        ] {
            assert_eq!(value_of(path), value, "{path}");
        }
    }

    #[test]
    fn every_listed_path_leads_to_its_number_and_none_to_a_node() {
        let numbers = sweep_numbers(TEXT);
        for number in &numbers {
            let path = SweepPath::find(TEXT, &number.path).unwrap_or_else(|error| panic!("{error}"));
            assert!(path.value(TEXT).is_none_or(|value| Some(value) == number.value), "{}", number.path);
        }
        let paths: Vec<&str> = numbers.iter().map(|number| number.path.as_str()).collect();
        let of_rule: Vec<&str> = paths.iter().filter_map(|path| path.strip_prefix("rules/2/")).collect();
        // The weight of the only right side has no effect.
        assert_eq!(of_rule, ["weight", "lhs/nodes/1/when/1/passages", "lhs/edges/1/2/when/1/2"]);
        assert!(!paths.contains(&"format") && paths.iter().all(|path| !path.starts_with("start/")));
    }
}
