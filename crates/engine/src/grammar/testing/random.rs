//! Random small rules and missions in the notation of tests.

use super::notation::{self, lattice_rule, rule};
use crate::base::RandomStream;
use crate::grammar::{
    AttributeSource, AttributeTest, Change, Condition, Count, DanglingPolicy, DegreeKind, DistanceOrigin,
    EdgeDirection, EdgePattern, ElementId, Geometry, LocksOnWay, NodePattern, Pattern, Replacement, Rule,
    SymbolPattern, SymbolReplacement, pair_edges,
};
use crate::mission::{Alphabet, Edge, Mission, Node, NodeRole, Value};

/// Returns the alphabet of tests with ends and locks: A is a goal, B a lock and C a start. q is one way.
pub fn alphabet_with_ends() -> Alphabet {
    let mut alphabet = notation::alphabet();
    for (name, role) in [("A", NodeRole::Goal), ("B", NodeRole::Lock), ("C", NodeRole::Start)] {
        alphabet.nodes[name].role = Some(role);
    }
    alphabet.edges["q"].one_way = true;
    alphabet
}

/// Returns a mission of up to `most_nodes` nodes with loops and parallel edges; most nodes are on a board of
/// 3 × 3.
pub fn random_mission(random: &mut RandomStream, most_nodes: u32, most_edges: u32) -> Mission {
    let nodes = random.range(1, most_nodes);
    let board = shuffled_board(random);
    let mut tokens = Vec::new();
    for id in 1..=nodes {
        let site = board.get(id as usize).filter(|_| random.chance(85));
        let site = site.map_or_else(String::new, |(x, y)| format!("@{x},{y}"));
        tokens.push(format!("{id}:{}{site}", pick(random, &["A", "A", "B", "C"])));
    }
    for _ in 0..random.range(0, most_edges) {
        let (from, to) = (random.range(1, nodes), random.range(1, nodes));
        tokens.push(format!("{from}-{}>{to}", pick(random, &["p", "p", "q"])));
    }
    notation::mission(&tokens.join(" "))
}

/// Returns a rule with up to three nodes and edges on its left side.
///
/// Its right side keeps, changes, erases and creates.
pub fn random_rule(random: &mut RandomStream) -> Rule {
    let left_nodes = random.range(1, 3);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut on_right = Vec::new();
    for id in 1..=left_nodes {
        left.push(format!("{id}:{}", pick(random, &["A", "B", "*", "A|B", "B|C|A"])));
        if random.chance(70) {
            on_right.push(id);
            right.push(format!("{id}:{}", pick(random, &["=", "=", "B", "D"])));
        }
    }
    for _ in 0..random.range(0, 3) {
        let (from, to) = (random.range(1, left_nodes), random.range(1, left_nodes));
        let symbol = pick(random, &["p", "p", "q", "*", "p|q"]);
        left.push(format!("{from}-{symbol}{}{to}", pick(random, &[">", ">", "-"])));
        if on_right.contains(&from) && on_right.contains(&to) && random.chance(60) {
            right.push(format!("{from}-=>{to}"));
        }
    }
    for id in 4..4 + random.range(0, 2) {
        on_right.push(id);
        right.push(format!("{id}:{}", pick(random, &["A", "C"])));
    }
    for _ in 0..if on_right.is_empty() { 0 } else { random.range(0, 2) } {
        let ends = [(); 2].map(|()| *random.pick(&on_right).expect("there are nodes on the right"));
        right.push(format!("{}-{}>{}", ends[0], pick(random, &["p", "q"]), ends[1]));
    }
    random.shuffle(&mut left);
    let mut rule = rule("random", &left.join(" "), &right.join(" "));
    rule.dangling = if random.chance(50) { DanglingPolicy::Forbid } else { DanglingPolicy::Drop };
    // A named edge may have taken the partner of a kept one.
    let mut partners = pair_edges(&rule.lhs, &rule.rhs).into_iter();
    rule.rhs
        .edges
        .retain(|edge| partners.next().flatten().is_some() || edge.symbol != SymbolReplacement::Keep);
    rule
}

/// Returns a random rule on the lattice: each node of the rule has its own site.
pub fn random_lattice_rule(random: &mut RandomStream) -> Rule {
    let free = random_rule(random);
    let mut ids: Vec<u32> = free.lhs.nodes.keys().chain(free.rhs.nodes.keys()).map(|id| id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    let places = ids.iter().zip(shuffled_board(random)).map(|(id, (x, y))| format!("{id}@{x},{y}"));
    let at = lattice_rule("at", "", "", &places.collect::<Vec<_>>().join(" ")).at;
    let geometry = Geometry::Lattice { turns: random.chance(60), flips: random.chance(60) };
    Rule { geometry, at, ..free }
}

/// Returns the same mission with values on about half of its elements.
pub fn with_values(random: &mut RandomStream, mission: &Mission) -> Mission {
    let mut all = Mission::new();
    for (id, node) in mission.nodes() {
        let mut node: Node = node.clone();
        if random.chance(50) {
            node.attributes.insert(name(random), value(random));
        }
        all.put_node(id, node);
    }
    for (id, edge) in mission.edges() {
        let mut edge: Edge = edge.clone();
        if random.chance(50) {
            edge.attributes.insert(name(random), value(random));
        }
        all.put_edge(id, edge);
    }
    all
}

/// Adds conditions, changes, forbidden patterns and other right sides to a rule.
pub fn full(random: &mut RandomStream, mut rule: Rule) -> Rule {
    for node in rule.lhs.nodes.values_mut() {
        node.when = conditions(random, 25, true);
    }
    for edge in &mut rule.lhs.edges {
        edge.when = conditions(random, 15, false);
    }
    for _ in 0..pick_number(random, &[0, 0, 1, 1, 2]) {
        let forbidden = random_forbidden(random, &rule);
        rule.forbid.push(forbidden);
    }
    for _ in 0..pick_number(random, &[0, 0, 1, 2]) {
        let other = other_right_side(random, &rule);
        rule.or.push(other);
    }
    let sources: Vec<AttributeSource> = rule
        .lhs
        .nodes
        .keys()
        .map(|id| AttributeSource::Node(*id))
        .chain((1..=rule.lhs.edges.len() as u32).map(AttributeSource::Edge))
        .collect();
    for right in std::iter::once(&mut rule.rhs).chain(&mut rule.or) {
        right.weight = pick_number(random, &[0, 1, 1, 2]);
        right.nodes.values_mut().for_each(|node| node.change = changes(random, &sources));
        right.edges.iter_mut().for_each(|edge| edge.change = changes(random, &sources));
    }
    rule
}

/// Returns the right side without some of its elements. Created nodes remain, so that all have sites.
pub fn other_right_side(random: &mut RandomStream, rule: &Rule) -> Replacement {
    let mut right = rule.rhs.clone();
    right.nodes.retain(|_, _| random.chance(70));
    right.edges.retain(|edge| right.nodes.contains_key(&edge.from) && right.nodes.contains_key(&edge.to));
    right
}

/// Returns a pattern of up to two anchors with conditions, two own nodes, and two edges.
fn random_forbidden(random: &mut RandomStream, rule: &Rule) -> Pattern {
    let anchors: Vec<ElementId> = rule.lhs.nodes.keys().copied().collect();
    let mut pattern = Pattern::default();
    for id in &anchors {
        if random.chance(25) {
            let symbol = random_symbol(random, &["A", "B", "C"]);
            pattern.nodes.insert(*id, NodePattern { symbol, when: conditions(random, 30, true) });
        }
    }
    for id in 20..20 + pick_number(random, &[0, 1, 1, 2]) {
        let symbol = random_symbol(random, &["A", "B", "C"]);
        pattern.nodes.insert(ElementId(id), NodePattern { symbol, when: conditions(random, 20, true) });
    }
    let ends: Vec<ElementId> = anchors.iter().chain(pattern.nodes.keys()).copied().collect();
    for _ in 0..pick_number(random, &[0, 1, 1, 2]) {
        let [from, to] = [(); 2].map(|()| *random.pick(&ends).expect("a left side has nodes"));
        let direction = if random.chance(70) { EdgeDirection::FromTo } else { EdgeDirection::EitherWay };
        let symbol = random_symbol(random, &["p", "q"]);
        pattern.edges.push(EdgePattern { from, symbol, when: conditions(random, 20, false), to, direction });
    }
    pattern
}

fn random_symbol(random: &mut RandomStream, names: &[&str]) -> SymbolPattern {
    if random.chance(40) { SymbolPattern::Any } else { SymbolPattern::Is(pick(random, names).to_owned()) }
}

fn conditions(random: &mut RandomStream, percent: u32, of_node: bool) -> Vec<Condition> {
    let count = if random.chance(percent) { random.range(1, 2) } else { 0 };
    let condition = |_| match random.below(10) {
        0..4 if of_node => degree(random),
        4..6 if of_node => distance(random),
        _ => test(random),
    };
    (0..count).map(condition).collect()
}

fn distance(random: &mut RandomStream) -> Condition {
    let from = if random.chance(60) { DistanceOrigin::Start } else { DistanceOrigin::Goal };
    let locks = if random.chance(60) { LocksOnWay::Open } else { LocksOnWay::Closed };
    if random.chance(50) {
        return Condition::Farthest { from, locks };
    }
    Condition::Distance { from, passages: count(random), locks }
}

fn degree(random: &mut RandomStream) -> Condition {
    let way = *random.pick(&[DegreeKind::In, DegreeKind::Out, DegreeKind::All]).expect("there are ways");
    let count = count(random);
    if random.chance(50) {
        return Condition::Degree(way, count);
    }
    let both = SymbolPattern::AnyOf(vec!["p".to_owned(), "q".to_owned()]);
    let symbols = if random.chance(20) { both } else { random_symbol(random, &["p", "q"]) };
    Condition::DegreeOf(symbols, way, count)
}

fn count(random: &mut RandomStream) -> Count {
    let (least, more) = (random.range(0, 2), random.range(0, 2));
    let counts = [
        Count::Exactly(least),
        Count::AtLeast(least),
        Count::AtMost(least + 1),
        Count::Between(least, least + more),
    ];
    *random.pick(&counts).expect("there are counts")
}

fn test(random: &mut RandomStream) -> Condition {
    let number = i64::from(random.range(0, 2));
    let tests = [
        AttributeTest::Equal(value(random)),
        AttributeTest::Not(value(random)),
        AttributeTest::Less(number + 1),
        AttributeTest::More(number - 1),
        AttributeTest::Between(0, number),
        AttributeTest::Present,
        AttributeTest::Absent,
    ];
    Condition::Attribute(name(random), random.pick(&tests).expect("there are tests").clone())
}

fn changes(random: &mut RandomStream, sources: &[AttributeSource]) -> Vec<Change> {
    let count = pick_number(random, &[0, 0, 1, 2]);
    let change = |_| match random.range(0, 3) {
        0 => Change::Set(name(random), value(random)),
        1 => Change::Add(name(random), [-1, 1, i64::MAX][random.range(0, 2) as usize]),
        2 => {
            Change::TakeAs(name(random), *random.pick(sources).expect("a left side has nodes"), name(random))
        }
        _ => Change::Take(name(random), *random.pick(sources).expect("a left side has nodes")),
    };
    (0..count).map(change).collect()
}

fn name(random: &mut RandomStream) -> String {
    pick(random, &["x", "x", "s"]).to_owned()
}

fn value(random: &mut RandomStream) -> Value {
    let text = Value::Text("deep".to_owned());
    let values = [Value::Int(0), Value::Int(1), Value::Int(2), Value::Bool(true), text];
    random.pick(&values).expect("there are values").clone()
}

fn pick_number(random: &mut RandomStream, numbers: &[u32]) -> u32 {
    *random.pick(numbers).expect("there are numbers")
}

fn shuffled_board(random: &mut RandomStream) -> Vec<(i32, i32)> {
    let mut board: Vec<_> = (0..9).map(|n| (n % 3, n / 3)).collect();
    // Near the middle of the board twice out of three times, so that lattice rules match.
    if random.chance(66) {
        board.truncate(6);
    }
    random.shuffle(&mut board);
    board
}

fn pick<'a>(random: &mut RandomStream, items: &[&'a str]) -> &'a str {
    random.pick(items).expect("there are items")
}
