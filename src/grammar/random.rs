//! Random small rules and missions in the notation of tests.

use super::notation::{self, lattice_rule, rule};
use super::{
    Change, Condition, Count, Dangling, Direction, EdgePattern, ElementId, Geometry, NodePattern, Pattern,
    Replacement, Rule, Source, SymbolPattern, SymbolReplacement, Test, Way, pair_edges,
};
use crate::base::Lots;
use crate::mission::{Edge, Mission, Node, Value};

/// A mission of up to `most_nodes` nodes with loops and parallel edges; most nodes lie on a board of 3 × 3.
pub fn random_mission(lots: &mut Lots, most_nodes: u32, most_edges: u32) -> Mission {
    let nodes = lots.range(1, most_nodes);
    let board = shuffled_board(lots);
    let mut tokens = Vec::new();
    for id in 1..=nodes {
        let site = board.get(id as usize).filter(|_| lots.chance(85));
        let site = site.map_or_else(String::new, |(x, y)| format!("@{x},{y}"));
        tokens.push(format!("{id}:{}{site}", pick(lots, &["A", "A", "B", "C"])));
    }
    for _ in 0..lots.range(0, most_edges) {
        let (from, to) = (lots.range(1, nodes), lots.range(1, nodes));
        tokens.push(format!("{from}-{}>{to}", pick(lots, &["p", "p", "q"])));
    }
    notation::mission(&tokens.join(" "))
}

/// A rule with up to three nodes and edges on its left side, and a right side that keeps, changes, erases and creates.
pub fn random_rule(lots: &mut Lots) -> Rule {
    let left_nodes = lots.range(1, 3);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut on_right = Vec::new();
    for id in 1..=left_nodes {
        left.push(format!("{id}:{}", pick(lots, &["A", "B", "*", "A|B", "B|C|A"])));
        if lots.chance(70) {
            on_right.push(id);
            right.push(format!("{id}:{}", pick(lots, &["=", "=", "B", "D"])));
        }
    }
    for _ in 0..lots.range(0, 3) {
        let (from, to) = (lots.range(1, left_nodes), lots.range(1, left_nodes));
        let symbol = pick(lots, &["p", "p", "q", "*", "p|q"]);
        left.push(format!("{from}-{symbol}{}{to}", pick(lots, &[">", ">", "-"])));
        if on_right.contains(&from) && on_right.contains(&to) && lots.chance(60) {
            right.push(format!("{from}-=>{to}"));
        }
    }
    for id in 4..4 + lots.range(0, 2) {
        on_right.push(id);
        right.push(format!("{id}:{}", pick(lots, &["A", "C"])));
    }
    for _ in 0..if on_right.is_empty() { 0 } else { lots.range(0, 2) } {
        let ends = [(); 2].map(|()| *lots.pick(&on_right).expect("there are nodes on the right"));
        right.push(format!("{}-{}>{}", ends[0], pick(lots, &["p", "q"]), ends[1]));
    }
    lots.shuffle(&mut left);
    let mut rule = rule("random", &left.join(" "), &right.join(" "));
    rule.dangling = if lots.chance(50) { Dangling::Forbid } else { Dangling::Drop };
    // A named edge may have taken the partner of a kept one.
    let mut partners = pair_edges(&rule.lhs, &rule.rhs).into_iter();
    rule.rhs
        .edges
        .retain(|edge| partners.next().flatten().is_some() || edge.symbol != SymbolReplacement::Keep);
    rule
}

/// The same on the lattice: each node of the rule has a place of its own.
pub fn random_lattice_rule(lots: &mut Lots) -> Rule {
    let free = random_rule(lots);
    let mut ids: Vec<u32> = free.lhs.nodes.keys().chain(free.rhs.nodes.keys()).map(|id| id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    let places = ids.iter().zip(shuffled_board(lots)).map(|(id, (x, y))| format!("{id}@{x},{y}"));
    let at = lattice_rule("at", "", "", &places.collect::<Vec<_>>().join(" ")).at;
    let geometry = Geometry::Lattice { turns: lots.chance(60), flips: lots.chance(60) };
    Rule { geometry, at, ..free }
}

/// The same mission with values on about half of its elements.
pub fn with_values(lots: &mut Lots, mission: &Mission) -> Mission {
    let mut all = Mission::new();
    for (id, node) in mission.nodes() {
        let mut node: Node = node.clone();
        if lots.chance(50) {
            node.attributes.insert(name(lots), value(lots));
        }
        all.put_node(id, node);
    }
    for (id, edge) in mission.edges() {
        let mut edge: Edge = edge.clone();
        if lots.chance(50) {
            edge.attributes.insert(name(lots), value(lots));
        }
        all.put_edge(id, edge);
    }
    all
}

/// A rule made full: conditions, changes, forbidden patterns, and other right sides, on top of what it had.
pub fn full(lots: &mut Lots, mut rule: Rule) -> Rule {
    for node in rule.lhs.nodes.values_mut() {
        node.when = conditions(lots, 25, true);
    }
    for edge in &mut rule.lhs.edges {
        edge.when = conditions(lots, 15, false);
    }
    for _ in 0..pick_number(lots, &[0, 0, 1, 1, 2]) {
        let forbidden = random_forbidden(lots, &rule);
        rule.forbid.push(forbidden);
    }
    for _ in 0..pick_number(lots, &[0, 0, 1, 2]) {
        let other = other_right_side(lots, &rule);
        rule.or.push(other);
    }
    let sources: Vec<Source> = rule
        .lhs
        .nodes
        .keys()
        .map(|id| Source::Node(*id))
        .chain((1..=rule.lhs.edges.len() as u32).map(Source::Edge))
        .collect();
    for right in std::iter::once(&mut rule.rhs).chain(&mut rule.or) {
        right.weight = pick_number(lots, &[0, 1, 1, 2]);
        right.nodes.values_mut().for_each(|node| node.change = changes(lots, &sources));
        right.edges.iter_mut().for_each(|edge| edge.change = changes(lots, &sources));
    }
    rule
}

/// The right side with some of its elements left out; what it creates it still creates, so that all have places.
pub fn other_right_side(lots: &mut Lots, rule: &Rule) -> Replacement {
    let mut right = rule.rhs.clone();
    right.nodes.retain(|_, _| lots.chance(70));
    right.edges.retain(|edge| right.nodes.contains_key(&edge.from) && right.nodes.contains_key(&edge.to));
    right
}

/// Up to two anchors of which more is asked, up to two nodes of its own, up to two edges.
fn random_forbidden(lots: &mut Lots, rule: &Rule) -> Pattern {
    let anchors: Vec<ElementId> = rule.lhs.nodes.keys().copied().collect();
    let mut pattern = Pattern::default();
    for id in &anchors {
        if lots.chance(25) {
            let symbol = random_symbol(lots, &["A", "B", "C"]);
            pattern.nodes.insert(*id, NodePattern { symbol, when: conditions(lots, 30, true) });
        }
    }
    for id in 20..20 + pick_number(lots, &[0, 1, 1, 2]) {
        let symbol = random_symbol(lots, &["A", "B", "C"]);
        pattern.nodes.insert(ElementId(id), NodePattern { symbol, when: conditions(lots, 20, true) });
    }
    let ends: Vec<ElementId> = anchors.iter().chain(pattern.nodes.keys()).copied().collect();
    for _ in 0..pick_number(lots, &[0, 1, 1, 2]) {
        let [from, to] = [(); 2].map(|()| *lots.pick(&ends).expect("a left side has nodes"));
        let direction = if lots.chance(70) { Direction::FromTo } else { Direction::EitherWay };
        let symbol = random_symbol(lots, &["p", "q"]);
        pattern.edges.push(EdgePattern { from, symbol, when: conditions(lots, 20, false), to, direction });
    }
    pattern
}

fn random_symbol(lots: &mut Lots, names: &[&str]) -> SymbolPattern {
    if lots.chance(40) { SymbolPattern::Any } else { SymbolPattern::Is(pick(lots, names).to_owned()) }
}

fn conditions(lots: &mut Lots, percent: u32, of_node: bool) -> Vec<Condition> {
    let count = if lots.chance(percent) { lots.range(1, 2) } else { 0 };
    (0..count).map(|_| if of_node && lots.chance(50) { degree(lots) } else { test(lots) }).collect()
}

fn degree(lots: &mut Lots) -> Condition {
    let way = *lots.pick(&[Way::In, Way::Out, Way::All]).expect("there are ways");
    let (least, more) = (lots.range(0, 2), lots.range(0, 2));
    let counts = [
        Count::Exactly(least),
        Count::AtLeast(least),
        Count::AtMost(least + 1),
        Count::Between(least, least + more),
    ];
    let count = *lots.pick(&counts).expect("there are counts");
    if lots.chance(50) {
        return Condition::Degree(way, count);
    }
    let both = SymbolPattern::AnyOf(vec!["p".to_owned(), "q".to_owned()]);
    let symbols = if lots.chance(20) { both } else { random_symbol(lots, &["p", "q"]) };
    Condition::DegreeOf(symbols, way, count)
}

fn test(lots: &mut Lots) -> Condition {
    let number = i64::from(lots.range(0, 2));
    let tests = [
        Test::Equal(value(lots)),
        Test::Not(value(lots)),
        Test::Less(number + 1),
        Test::More(number - 1),
        Test::Between(0, number),
        Test::Present,
        Test::Absent,
    ];
    Condition::Attribute(name(lots), lots.pick(&tests).expect("there are tests").clone())
}

fn changes(lots: &mut Lots, sources: &[Source]) -> Vec<Change> {
    let count = pick_number(lots, &[0, 0, 1, 2]);
    let change = |_| match lots.range(0, 3) {
        0 => Change::Set(name(lots), value(lots)),
        1 => Change::Add(name(lots), [-1, 1, i64::MAX][lots.range(0, 2) as usize]),
        2 => Change::TakeAs(name(lots), *lots.pick(sources).expect("a left side has nodes"), name(lots)),
        _ => Change::Take(name(lots), *lots.pick(sources).expect("a left side has nodes")),
    };
    (0..count).map(change).collect()
}

fn name(lots: &mut Lots) -> String {
    pick(lots, &["x", "x", "s"]).to_owned()
}

fn value(lots: &mut Lots) -> Value {
    let text = Value::Text("deep".to_owned());
    let values = [Value::Int(0), Value::Int(1), Value::Int(2), Value::Bool(true), text];
    lots.pick(&values).expect("there are values").clone()
}

fn pick_number(lots: &mut Lots, numbers: &[u32]) -> u32 {
    *lots.pick(numbers).expect("there are numbers")
}

fn shuffled_board(lots: &mut Lots) -> Vec<(i32, i32)> {
    let mut board: Vec<_> = (0..9).map(|n| (n % 3, n / 3)).collect();
    // Near the middle of the board twice out of three times, so that lattice rules match.
    if lots.chance(66) {
        board.truncate(6);
    }
    lots.shuffle(&mut board);
    board
}

fn pick<'a>(lots: &mut Lots, items: &[&'a str]) -> &'a str {
    lots.pick(items).expect("there are items")
}
