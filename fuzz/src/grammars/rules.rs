//! Rules with all features.

use delvewright_engine::grammar::{
    AttributeSource, AttributeTest, Change, Condition, Count, DanglingPolicy, DegreeKind, DistanceOrigin,
    EdgeDirection, EdgePattern, EdgeReplacement, ElementId, Geometry, LocksOnWay, MatchPreference,
    NodePattern, NodeReplacement, Pattern, Replacement, Rule, SymbolPattern, SymbolReplacement, pair_edges,
};
use delvewright_engine::mission::{Alphabet, Site};

use super::super::draw::Draw;
use super::{VALUES, edge_name, node_name, value};

const NAMES: [&str; 6] = ["Grow", "Lock", "Branch", "Close", "Prune", "Paint"];
const TAGS: [&str; 2] = ["grow", "lock"];

/// Returns a rule that keeps, changes, erases and creates.
pub fn rule(draw: &mut Draw, alphabet: &Alphabet, number: usize) -> Rule {
    let lhs = left(draw, alphabet);
    let rhs = right(draw, alphabet, &lhs);
    let or = draw.some(1, |draw| right(draw, alphabet, &lhs));
    let forbid = draw.some(1, |draw| forbidden(draw, alphabet, &lhs));
    let mut rule = Rule {
        name: NAMES.get(number).map_or_else(|| format!("Rule {number}"), |name| (*name).to_owned()),
        notes: String::new(),
        enabled: !draw.chance(5),
        weight: *draw.pick(&[1, 1, 3, 0]),
        limit: draw.chance(20).then(|| draw.number(0, 3)),
        tags: draw.some(1, |draw| draw.name(&TAGS)),
        geometry: Geometry::Free,
        dangling: *draw.pick(&[DanglingPolicy::Drop, DanglingPolicy::Forbid]),
        prefer: draw.chance(10).then(|| preference(draw, &lhs)),
        lhs,
        forbid,
        rhs,
        or,
        at: Default::default(),
    };
    if draw.chance(20) {
        rule.geometry = Geometry::Lattice { turns: draw.is_so(), flips: draw.is_so() };
        rule.at = sites(&rule);
    }
    rule
}

/// Returns a separate site for each node, except for forbidden ones, which have none.
fn sites<T: FromIterator<(ElementId, Site)>>(rule: &Rule) -> T {
    let mut ids: Vec<ElementId> = rule.lhs.nodes.keys().copied().collect();
    ids.extend(rule.alternatives().flat_map(|side| side.nodes.keys().copied()));
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().zip(0..).map(|(id, number)| (id, Site { x: number % 3, y: number / 3 })).collect()
}

/// Returns a preference for a node of the left side.
fn preference(draw: &mut Draw, lhs: &Pattern) -> MatchPreference {
    let ids: Vec<ElementId> = lhs.nodes.keys().copied().collect();
    let node = *draw.pick(&ids);
    let (from, locks) = ways(draw);
    if draw.is_so() {
        MatchPreference::Farthest { node, from, locks }
    } else {
        MatchPreference::Nearest { node, from, locks }
    }
}

fn ways(draw: &mut Draw) -> (DistanceOrigin, LocksOnWay) {
    let origin = *draw.pick(&[DistanceOrigin::Start, DistanceOrigin::Goal]);
    (origin, *draw.pick(&[LocksOnWay::Open, LocksOnWay::Closed]))
}

fn left(draw: &mut Draw, alphabet: &Alphabet) -> Pattern {
    let count = draw.number(1, 3);
    let nodes = (1..=count).map(|id| (ElementId(id), node_pattern(draw, alphabet))).collect();
    let mut edges: Vec<EdgePattern> =
        (2..=count).map(|id| edge_pattern(draw, alphabet, id - 1, id)).collect();
    for _ in 0..draw.below(3) {
        let (from, to) = (draw.number(1, count), draw.number(1, count));
        edges.push(edge_pattern(draw, alphabet, from, to));
    }
    Pattern { nodes, edges }
}

fn node_pattern(draw: &mut Draw, alphabet: &Alphabet) -> NodePattern {
    let symbol = match draw.below(4) {
        0 => SymbolPattern::Any,
        1 => SymbolPattern::AnyOf(vec![node_name(draw, alphabet), node_name(draw, alphabet)]),
        _ => SymbolPattern::Is(node_name(draw, alphabet)),
    };
    NodePattern { symbol, when: if draw.chance(15) { conditions(draw, alphabet, true) } else { Vec::new() } }
}

fn edge_pattern(draw: &mut Draw, alphabet: &Alphabet, from: u32, to: u32) -> EdgePattern {
    let symbol = match draw.below(4) {
        0 => SymbolPattern::Any,
        1 => SymbolPattern::AnyOf(vec![edge_name(draw, alphabet), edge_name(draw, alphabet)]),
        _ => SymbolPattern::Is(edge_name(draw, alphabet)),
    };
    EdgePattern {
        from: ElementId(from),
        symbol,
        when: if draw.chance(10) { conditions(draw, alphabet, false) } else { Vec::new() },
        to: ElementId(to),
        direction: *draw.pick(&[EdgeDirection::FromTo, EdgeDirection::EitherWay]),
    }
}

/// Returns a right side that keeps most of the left side and adds to it.
fn right(draw: &mut Draw, alphabet: &Alphabet, lhs: &Pattern) -> Replacement {
    let mut side = Replacement { weight: *draw.pick(&[1, 1, 2, 0]), ..Replacement::default() };
    for id in lhs.nodes.keys() {
        let symbol = match draw.below(10) {
            0 => continue,
            1 | 2 => SymbolReplacement::Is(node_name(draw, alphabet)),
            _ => SymbolReplacement::Keep,
        };
        side.nodes.insert(*id, NodeReplacement { symbol, change: some_changes(draw, lhs) });
    }
    for edge in &lhs.edges {
        if draw.chance(40) || !side.nodes.contains_key(&edge.from) || !side.nodes.contains_key(&edge.to) {
            continue;
        }
        let symbol = match draw.below(6) {
            0 => SymbolReplacement::Is(edge_name(draw, alphabet)),
            _ => SymbolReplacement::Keep,
        };
        side.edges.push(EdgeReplacement {
            from: edge.from,
            symbol,
            change: some_changes(draw, lhs),
            to: edge.to,
        });
    }
    for id in 4..4 + draw.number(0, 2) {
        let symbol = SymbolReplacement::Is(node_name(draw, alphabet));
        let others: Vec<ElementId> = side.nodes.keys().copied().collect();
        side.nodes.insert(ElementId(id), NodeReplacement { symbol, change: some_changes(draw, lhs) });
        if !others.is_empty() {
            let far = *draw.pick(&others);
            side.edges.push(new_edge(draw, alphabet, far, ElementId(id)));
        }
    }
    let ids: Vec<ElementId> = side.nodes.keys().copied().collect();
    for _ in 0..if ids.is_empty() { 0 } else { draw.below(3) } {
        let (from, to) = (*draw.pick(&ids), *draw.pick(&ids));
        if from != to || draw.chance(10) {
            side.edges.push(new_edge(draw, alphabet, from, to));
        }
    }
    // A named edge may have taken the partner of a kept one.
    let mut partners = pair_edges(lhs, &side).into_iter();
    side.edges.retain(|edge| partners.next().flatten().is_some() || edge.symbol != SymbolReplacement::Keep);
    side
}

fn new_edge(draw: &mut Draw, alphabet: &Alphabet, one: ElementId, other: ElementId) -> EdgeReplacement {
    let (from, to) = if draw.is_so() { (one, other) } else { (other, one) };
    EdgeReplacement { from, symbol: SymbolReplacement::Is(edge_name(draw, alphabet)), change: Vec::new(), to }
}

fn forbidden(draw: &mut Draw, alphabet: &Alphabet, lhs: &Pattern) -> Pattern {
    let mut pattern = Pattern::default();
    let anchors: Vec<ElementId> = lhs.nodes.keys().copied().collect();
    let anchor = *draw.pick(&anchors);
    match draw.below(3) {
        0 => {
            pattern.nodes.insert(ElementId(20), node_pattern(draw, alphabet));
            pattern.edges.push(edge_pattern(draw, alphabet, anchor.0, 20));
        }
        1 => {
            let other = *draw.pick(&anchors);
            pattern.edges.push(edge_pattern(draw, alphabet, anchor.0, other.0));
        }
        _ => {
            pattern.nodes.insert(anchor, node_pattern(draw, alphabet));
        }
    }
    pattern
}

/// Returns conditions of a node or of an edge.
pub fn conditions(draw: &mut Draw, alphabet: &Alphabet, of_node: bool) -> Vec<Condition> {
    draw.some(2, |draw| {
        let way = *draw.pick(&[DegreeKind::In, DegreeKind::Out, DegreeKind::All]);
        let (from, locks) = ways(draw);
        match draw.below(5) {
            0 if of_node => Condition::Degree(way, count(draw)),
            1 if of_node => {
                Condition::DegreeOf(SymbolPattern::Is(edge_name(draw, alphabet)), way, count(draw))
            }
            2 if of_node => Condition::Distance { from, passages: count(draw), locks },
            3 if of_node => Condition::Farthest { from, locks },
            _ => Condition::Attribute(draw.name(&VALUES), test(draw)),
        }
    })
}

fn count(draw: &mut Draw) -> Count {
    match draw.below(4) {
        0 => Count::Exactly(draw.number(0, 4)),
        1 => Count::AtLeast(draw.number(0, 4)),
        2 => Count::AtMost(draw.number(0, 4)),
        _ => {
            let least = draw.number(0, 2);
            Count::Between(least, least + draw.number(0, 3))
        }
    }
}

fn test(draw: &mut Draw) -> AttributeTest {
    let number = i64::from(draw.number(0, 3));
    match draw.below(7) {
        0 => AttributeTest::Equal(value(draw)),
        1 => AttributeTest::Not(value(draw)),
        2 => AttributeTest::Less(number),
        3 => AttributeTest::More(number),
        4 => AttributeTest::Between(number, number + i64::from(draw.number(0, 3))),
        5 => AttributeTest::Present,
        _ => AttributeTest::Absent,
    }
}

fn some_changes(draw: &mut Draw, lhs: &Pattern) -> Vec<Change> {
    if draw.chance(15) { changes(draw, lhs) } else { Vec::new() }
}

/// Returns changes that copy from elements of the left side.
pub fn changes(draw: &mut Draw, lhs: &Pattern) -> Vec<Change> {
    let mut sources: Vec<AttributeSource> = lhs.nodes.keys().map(|id| AttributeSource::Node(*id)).collect();
    sources.extend((1..=lhs.edges.len() as u32).map(AttributeSource::Edge));
    draw.some(2, |draw| match draw.below(4) {
        0 if !sources.is_empty() => Change::Take(draw.name(&VALUES), *draw.pick(&sources)),
        1 if !sources.is_empty() => {
            Change::TakeAs(draw.name(&VALUES), *draw.pick(&sources), draw.name(&VALUES))
        }
        2 => Change::Add(draw.name(&VALUES), *draw.pick(&[1, -1, i64::MAX, i64::MIN])),
        _ => Change::Set(draw.name(&VALUES), value(draw)),
    })
}
