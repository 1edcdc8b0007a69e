//! Mistakes in conditions, and conditions that can never hold together.

use std::collections::BTreeMap;
use std::fmt::Arguments;

use super::sides::RuleSides;
use crate::base::{Diagnostic, PathRef};
use crate::grammar::check_values::{check_edge_symbol, check_name, lower};
use crate::grammar::{
    AttributeTest, Condition, Count, DegreeKind, DistanceOrigin, EdgeDirection, EdgePattern, ElementId,
    SymbolPattern,
};
use crate::mission::{NodeRole, Value};

/// Maximum number of conditions that are compared with each other.
const MOST_COMPARED: usize = 256;

impl RuleSides<'_> {
    pub fn check_conditions(
        &self,
        when: &[Condition],
        path: PathRef<'_>,
        title: Arguments<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let mut tests: BTreeMap<&str, Vec<&AttributeTest>> = BTreeMap::new();
        for (position, condition) in when.iter().enumerate() {
            let path = path.item("when", position);
            match condition {
                Condition::Attribute(name, test) => {
                    check_name(
                        found,
                        path,
                        format_args!("An attribute that {} asks for", lower(title)),
                        name,
                    );
                    check_backwards(condition, path, title, found);
                    let needs_value = !matches!(test, AttributeTest::Not(_) | AttributeTest::Absent);
                    if needs_value && !self.known.contains(name.as_str()) {
                        let unknown = self.unknown_attribute(name, format_args!("{title} asks for"), found);
                        found.push(unknown.at(path));
                    }
                    tests.entry(name).or_default().push(test);
                }
                Condition::Degree(..) => check_backwards(condition, path, title, found),
                Condition::DegreeOf(symbol, ..) => {
                    check_backwards(condition, path, title, found);
                    for name in self.names(symbol, path, found) {
                        check_edge_symbol(found, self.alphabet, path, title, name);
                    }
                }
                Condition::Distance { from, .. } | Condition::Farthest { from, .. } => {
                    check_backwards(condition, path, title, found);
                    self.check_origin(*from, path, format_args!("{title} asks for"), found);
                }
            }
        }
        if when.len() > MOST_COMPARED {
            return;
        }
        for (name, _) in tests.iter().filter(|(_, tests)| contradict(tests)) {
            let what = format!("asks for values of \"{name}\" that exclude each other");
            found.push(never_matches(title, &what).at(path.field("when")));
        }
        if degrees_contradict(when) {
            let what = "asks for numbers of edges that exclude each other";
            found.push(never_matches(title, what).at(path.field("when")));
        }
    }

    /// Warns of a distance from or to an end that no mission has. `title` is the beginning of a sentence.
    pub fn check_origin(
        &self,
        origin: DistanceOrigin,
        path: PathRef<'_>,
        title: Arguments<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let (role, name) = match origin {
            DistanceOrigin::Start => (NodeRole::Start, "start"),
            DistanceOrigin::Goal => (NodeRole::Goal, "goal"),
        };
        if !self.alphabet.nodes.values().any(|symbol| symbol.role == Some(role)) {
            let message = format!("{title} a distance, but no symbol has the role {name}.");
            let warning = Diagnostic::warning("distance-without-end", message).at(path);
            found.push(warning.hint(format!("Give a node symbol the role {name}.")));
        }
    }

    /// Checks the preferred matches of the rule.
    pub fn check_preference(&self, found: &mut Vec<Diagnostic>) {
        let Some(preference) = &self.rule.prefer else { return };
        let path = self.path.field("prefer");
        let id = preference.node();
        if !self.rule.lhs.nodes.contains_key(&id) {
            let message = format!(
                "{} prefers matches by the distance of node {}, which its Before side does not have.",
                self.title, id.0
            );
            let error = Diagnostic::error("prefer-unknown-node", message).at(path);
            found.push(error.hint("Choose a node of the Before side."));
        }
        let (origin, _) = preference.ways();
        self.check_origin(origin, path, format_args!("{} prefers matches by", self.title), found);
    }

    pub fn check_degrees_of_edge(
        &self,
        when: &[Condition],
        path: PathRef<'_>,
        title: Arguments<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        for (position, condition) in when.iter().enumerate() {
            let (code, what) = match condition {
                Condition::Attribute(..) => continue,
                Condition::Degree(..) | Condition::DegreeOf(..) => {
                    ("degree-of-edge", "a number of edges, but only nodes have edges")
                }
                Condition::Distance { .. } | Condition::Farthest { .. } => {
                    ("distance-of-edge", "a distance, but only nodes have distances")
                }
            };
            let error = Diagnostic::error(code, format!("{title} asks for {what}."));
            let hint = "Add the condition to one of the two nodes.";
            found.push(error.at(path.item("when", position)).hint(hint));
        }
    }

    /// Warns of left-side nodes that show more edges than they may have.
    pub fn check_shown_degrees(&self, found: &mut Vec<Diagnostic>) {
        for (id, node) in &self.rule.lhs.nodes {
            for (position, condition) in node.when.iter().enumerate() {
                let (symbols, way, count) = match condition {
                    Condition::Attribute(..) | Condition::Distance { .. } | Condition::Farthest { .. } => {
                        continue;
                    }
                    Condition::Degree(way, count) => (&SymbolPattern::Any, *way, *count),
                    Condition::DegreeOf(symbols, way, count) => (symbols, *way, *count),
                };
                let shown =
                    self.rule.lhs.edges.iter().map(|edge| shown(edge, *id, symbols, way)).sum::<u32>();
                let (least, most) = count.bounds();
                if shown > most && least <= most {
                    let title = format_args!("Node {} of {}", id.0, lower(self.left.title));
                    let what =
                        format!("may have at most {most} such edges, but the Before side shows {shown}");
                    let path = self.left.path.item("nodes", id.0 as usize);
                    found.push(never_matches(title, &what).at(path.item("when", position)));
                }
            }
        }
    }
}

/// Returns how often an edge of the left side certainly adds to the degree of a node.
fn shown(edge: &EdgePattern, id: ElementId, symbols: &SymbolPattern, way: DegreeKind) -> u32 {
    let counts = match (symbols, &edge.symbol) {
        (SymbolPattern::Any, _) => true,
        (SymbolPattern::Is(wanted), SymbolPattern::Is(name)) => wanted == name,
        (SymbolPattern::AnyOf(wanted), SymbolPattern::Is(name)) => wanted.contains(name),
        (SymbolPattern::Is(_) | SymbolPattern::AnyOf(_), SymbolPattern::Any | SymbolPattern::AnyOf(_)) => {
            false
        }
    };
    let (arrives, leaves) = (u32::from(edge.to == id), u32::from(edge.from == id));
    let is_sure = edge.direction == EdgeDirection::FromTo || edge.from == edge.to;
    match way {
        DegreeKind::All if counts => arrives + leaves,
        DegreeKind::In if counts && is_sure => arrives,
        DegreeKind::Out if counts && is_sure => leaves,
        DegreeKind::All | DegreeKind::In | DegreeKind::Out => 0,
    }
}

fn never_matches(title: Arguments<'_>, what: &str) -> Diagnostic {
    let message = format!("{title} {what}, so the rule never matches.");
    Diagnostic::warning("never-matches", message).hint("Widen one of the conditions.")
}

fn check_backwards(
    condition: &Condition,
    path: PathRef<'_>,
    title: Arguments<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let range = match condition {
        Condition::Attribute(_, AttributeTest::Between(least, most)) if least > most => Some((*least, *most)),
        Condition::Degree(_, Count::Between(least, most))
        | Condition::DegreeOf(_, _, Count::Between(least, most))
        | Condition::Distance { passages: Count::Between(least, most), .. }
            if least > most =>
        {
            Some((i64::from(*least), i64::from(*most)))
        }
        Condition::Attribute(..)
        | Condition::Degree(..)
        | Condition::DegreeOf(..)
        | Condition::Distance { .. }
        | Condition::Farthest { .. } => None,
    };
    if let Some((least, most)) = range {
        let message =
            format!("{title} has a range from {least} down to {most}, but the minimum comes first.");
        let error = Diagnostic::error("range-backwards", message).at(path);
        found.push(error.hint(format!("Swap the two numbers: {most} to {least}.")));
    }
}

/// Returns `true` if the tests hold for no value, nor for a missing one.
fn contradict(tests: &[&AttributeTest]) -> bool {
    let all = |value: Option<&Value>| tests.iter().all(|test| test.holds(value));
    let is_backwards =
        |test: &&AttributeTest| matches!(test, AttributeTest::Between(least, most) if least > most);
    if tests.iter().any(is_backwards) || all(None) {
        return false;
    }
    let equal = tests.iter().find_map(|test| match test {
        AttributeTest::Equal(value) => Some(value),
        _ => None,
    });
    if let Some(value) = equal {
        return !all(Some(value));
    }
    if tests.contains(&&AttributeTest::Absent) {
        return true;
    }
    // Only whole numbers are bounded. From the bounds inwards, only numbers named by a `Not` are excluded.
    let bounds = tests.iter().filter_map(|test| match test {
        AttributeTest::Less(bound) => Some((i64::MIN, bound.checked_sub(1))),
        AttributeTest::More(bound) => {
            Some((bound.checked_add(1).unwrap_or(i64::MAX), bound.checked_add(1).and(Some(i64::MAX))))
        }
        AttributeTest::Between(least, most) => Some((*least, Some(*most))),
        AttributeTest::Equal(_) | AttributeTest::Not(_) | AttributeTest::Present | AttributeTest::Absent => {
            None
        }
    });
    let mut is_bounded = false;
    let (mut least, mut most) = (i64::MIN, Some(i64::MAX));
    for (low, high) in bounds {
        is_bounded = true;
        least = least.max(low);
        most = most.zip(high).map(|(most, high)| most.min(high));
    }
    let Some(most) = most else { return true };
    let near = (0..=tests.len() as i64).filter_map(|step| least.checked_add(step));
    is_bounded && !near.take_while(|number| *number <= most).any(|number| all(Some(&Value::Int(number))))
}

/// Returns `true` if two bounds for the same edges exclude each other.
fn degrees_contradict(when: &[Condition]) -> bool {
    let counts: Vec<_> = when
        .iter()
        .filter_map(|condition| match condition {
            Condition::Attribute(..) | Condition::Distance { .. } | Condition::Farthest { .. } => None,
            Condition::Degree(way, count) => Some((&SymbolPattern::Any, way, count.bounds())),
            Condition::DegreeOf(symbols, way, count) => Some((symbols, way, count.bounds())),
        })
        .filter(|(_, _, (least, most))| least <= most)
        .collect();
    counts.iter().enumerate().any(|(position, (symbols, way, (least, most)))| {
        counts[position + 1..].iter().any(|(other_symbols, other_way, (other_least, other_most))| {
            symbols == other_symbols && way == other_way && (least > other_most || other_least > most)
        })
    })
}
