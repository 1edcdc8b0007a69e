//! Explanations in plain English.

use std::fmt::{self, Display, Formatter};

use super::{
    Absence, AtStep, Explanation, MismatchReason, MissedStepReason, NamedElement, RequiredPlace,
    SymbolAbsence,
};
use crate::grammar::{
    AttributeTest, Condition, Count, DegreeKind, DistanceOrigin, LocksOnWay, SymbolPattern,
};
use crate::mission::{EdgeId, NodeId};

impl Display for NamedElement<NodeId> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "node {} ({})", self.id.0, self.symbol)
    }
}

impl Display for NamedElement<EdgeId> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "edge {} ({})", self.id.0, self.symbol)
    }
}

impl Display for Explanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matches(found) => {
                let nodes =
                    found.nodes.iter().map(|(element, node)| format!("{} is node {}", element.0, node.0));
                write!(f, "The rule matches here: {}.", listed(nodes))
            }
            Self::UnusableRule => write!(f, "There is no such rule, or it has a mistake."),
            Self::UnknownNode(id) => write!(f, "The mission has no node {}.", id.0),
            Self::TooMany => write!(f, "The rule fits in too many ways to check."),
            Self::Fails { matched, reason } => {
                write!(f, "{reason}")?;
                if matched.is_empty() {
                    return Ok(());
                }
                let nodes = matched.iter().map(|(element, node)| format!("{} is {node}", element.0));
                write!(f, " Matched so far: {}.", listed(nodes))
            }
        }
    }
}

impl Display for MismatchReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NodeSymbol { element, node } => {
                write!(f, "The symbol of {node} does not fit node {} of the rule.", element.0)
            }
            Self::NodeCondition { element, node, condition } => {
                write!(f, "Node {} of the rule requires {}, which {node} lacks.", element.0, asked(condition))
            }
            Self::NodePlace { element, node, required: RequiredPlace::Somewhere } => {
                write!(f, "Node {} of the rule must lie on the lattice; {node} does not.", element.0)
            }
            Self::NodePlace { element, node, required: RequiredPlace::Beside { seen_from, right, down } } => {
                let place = beside(*right, *down);
                write!(
                    f,
                    "Node {} of the rule must lie {place} node {}; {node} does not.",
                    element.0, seen_from.0
                )
            }
            Self::MissingNode { element } => write!(f, "No node is left for node {} of the rule.", element.0),
            Self::NodesTaken { element, takers } => {
                write!(f, "No node is left for node {} of the rule: ", element.0)?;
                match takers.as_slice() {
                    [(taker, node)] => {
                        write!(
                            f,
                            "the only one that fits, {node}, is already node {} of the rule.",
                            taker.0
                        )?;
                    }
                    several => {
                        let nodes = several.iter().map(|(taker, node)| format!("{node} is node {}", taker.0));
                        write!(f, "those that fit are already other nodes of the rule ({}).", listed(nodes))?;
                    }
                }
                write!(f, " Different nodes of a rule match different nodes.")
            }
            Self::MissingEdge { number, at } => {
                write!(f, "No edge at {at} could be edge {number} of the rule.")
            }
            Self::EdgeSymbol { number, edge } => {
                write!(f, "The symbol of {edge} does not fit edge {number} of the rule.")
            }
            Self::EdgeDirection { number, edge } => {
                write!(f, "The direction of {edge} is not that of edge {number} of the rule.")
            }
            Self::EdgeCondition { number, edge, condition } => {
                write!(f, "Edge {number} of the rule requires {}, which {edge} lacks.", asked(condition))
            }
            Self::Forbidden { number, nodes, edges } => {
                let there = nodes
                    .iter()
                    .map(NamedElement::to_string)
                    .chain(edges.iter().map(NamedElement::to_string));
                write!(f, "Forbidden pattern {number} of the rule matches: {}.", listed(there))
            }
            Self::Dangling { element, node } => write!(
                f,
                "The rule deletes {node}, its node {}, but that node has edges that are not on the Before side.",
                element.0
            ),
            Self::SiteTaken { element, site: Some(site) } => {
                write!(f, "The site ({}, {}) for new node {} is taken.", site.x, site.y, element.0)
            }
            Self::SiteTaken { element, site: None } => {
                write!(f, "The site for new node {} is too far away.", element.0)
            }
            Self::NoWeight => write!(f, "All After sides of the rule have the weight 0."),
        }
    }
}

/// Returns "2 sites right of", "1 site left of and 3 sites above".
fn beside(right: i32, down: i32) -> String {
    let sites = |count: i32, ahead: &str, behind: &str| {
        let noun = if count.unsigned_abs() == 1 { "site" } else { "sites" };
        let side = if count > 0 { ahead } else { behind };
        (count != 0).then(|| format!("{} {noun} {side}", count.unsigned_abs()))
    };
    let parts = sites(right, "right of", "left of").into_iter().chain(sites(down, "below", "above"));
    parts.collect::<Vec<_>>().join(" and ")
}

fn listed(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

fn asked(condition: &Condition) -> String {
    match condition {
        Condition::Attribute(name, test) => format!("\"{name}\" {}", tested(test)),
        Condition::Degree(way, count) => format!("{} edges {}", counted(*count), degree_text(*way)),
        Condition::DegreeOf(symbols, way, count) => {
            let symbols = match symbols {
                SymbolPattern::Any => "any".to_owned(),
                SymbolPattern::Is(name) => name.clone(),
                SymbolPattern::AnyOf(names) => names.join(" or "),
            };
            format!("{} edges ({symbols}) {}", counted(*count), degree_text(*way))
        }
        Condition::Distance { from, passages, locks } => {
            format!("a way of {} passages {}", counted(*passages), way_text(*from, *locks))
        }
        Condition::Farthest { from, locks } => {
            format!("the longest way {} of all nodes that could be it", way_text(*from, *locks))
        }
    }
}

fn way_text(from: DistanceOrigin, locks: LocksOnWay) -> String {
    let end = match from {
        DistanceOrigin::Start => "from the start",
        DistanceOrigin::Goal => "to the goal",
    };
    let locks = match locks {
        LocksOnWay::Open => "",
        LocksOnWay::Closed => " around locks",
    };
    format!("{end}{locks}")
}

fn tested(test: &AttributeTest) -> String {
    match test {
        AttributeTest::Equal(value) => format!("equal to {value}"),
        AttributeTest::Not(value) => format!("not equal to {value}"),
        AttributeTest::Less(bound) => format!("less than {bound}"),
        AttributeTest::More(bound) => format!("more than {bound}"),
        AttributeTest::Between(least, most) => format!("from {least} to {most}"),
        AttributeTest::Present => "with any value".to_owned(),
        AttributeTest::Absent => "without a value".to_owned(),
    }
}

fn counted(count: Count) -> String {
    match count {
        Count::Exactly(count) => format!("exactly {count}"),
        Count::AtLeast(least) => format!("at least {least}"),
        Count::AtMost(most) => format!("at most {most}"),
        Count::Between(least, most) => format!("{least} to {most}"),
    }
}

fn degree_text(way: DegreeKind) -> &'static str {
    match way {
        DegreeKind::In => "in",
        DegreeKind::Out => "out",
        DegreeKind::All => "in all",
    }
}

impl Display for Absence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hindered(hindrance) => write!(f, "{hindrance}"),
            Self::Unusable => write!(f, "The rule has a mistake."),
            Self::AtStep(AtStep { label, happened }) => write!(f, "Step {label} of the recipe: {happened}"),
            Self::Undone { tries } => {
                let were = if *tries == 1 { "was" } else { "were" };
                let tries = text_counted(*tries as usize, "try", "tries");
                write!(f, "{tries} {were} undone because of a requirement, with all rules applied in them.")
            }
        }
    }
}

impl Display for MissedStepReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChance { label, percent } => {
                write!(f, "the {percent} % chance of step {label} did not come up.")
            }
            Self::OtherBlock { label } => write!(f, "step {label} chose another of its blocks."),
            Self::NoRepeat { label } => write!(f, "step {label} was repeated zero times."),
            Self::EndedBefore => write!(f, "the derivation ended before this step."),
            Self::AppliedNothing { matches } => {
                let matches = text_counted(*matches, "match", "matches");
                write!(f, "it applied nothing this time, although the rule had {matches}.")
            }
            Self::Outdrawn { matching, looked, weight, of } => {
                write!(
                    f,
                    "the rule matched before {matching} of the {looked} applications, but another was"
                )?;
                write!(f, " chosen each time; its weight is {weight} of {of}.")
            }
            Self::NoMatch { looked, after, at, farthest } => {
                let missions = text_counted(*looked, "mission", "missions");
                write!(f, "the rule matches nowhere in {missions}. ")?;
                write!(f, "It came nearest at node {} after step {after}: {farthest}", at.0)
            }
            Self::NothingThere => write!(f, "the mission had no node to match."),
            Self::TooMany => write!(f, "the rule fits in too many ways to check."),
        }
    }
}

impl Display for SymbolAbsence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverMade => write!(f, "Neither the start nor any rule creates it."),
            Self::NotApplied { name, .. } => {
                write!(f, "The rule \"{name}\" creates it, but was not applied.")
            }
            Self::Taken { node, step, name, .. } => {
                write!(f, "Node {} had it until step {step}, when the rule \"{name}\" removed it.", node.0)
            }
        }
    }
}

/// Returns "1 match", "3 matches".
fn text_counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
