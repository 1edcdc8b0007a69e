//! Mistakes in conditions and changes.

use super::*;

/// Returns a change that adds a condition to the first left-side node of the first rule.
fn when(condition: Condition) -> impl Fn(&mut Grammar) {
    move |g| g.rules[0].lhs.nodes[&ElementId(1)].when.push(condition.clone())
}

fn attribute(name: &str, test: AttributeTest) -> Condition {
    Condition::Attribute(name.to_owned(), test)
}

fn change(change: Change) -> impl Fn(&mut Grammar) {
    move |g| g.rules[0].rhs.nodes[&ElementId(2)].change.push(change.clone())
}

#[test]
fn check_finds_mistakes_in_conditions() {
    let path = "rules[0].lhs.nodes[1].when[0]";
    error("empty-name", path, when(attribute(" ", AttributeTest::Absent)));
    error("range-backwards", path, when(attribute("x", AttributeTest::Between(3, 2))));
    error("range-backwards", path, when(Condition::Degree(DegreeKind::In, Count::Between(3, 2))));
    warning("unknown-attribute", path, when(attribute("y", AttributeTest::Present)));
    let z = SymbolPattern::Is("z".to_owned());
    error("unknown-symbol", path, when(Condition::DegreeOf(z, DegreeKind::All, Count::AtMost(2))));
    let edge = |g: &mut Grammar| {
        g.rules[1].lhs.edges[0].when.push(Condition::Degree(DegreeKind::All, Count::AtMost(2)));
    };
    error("degree-of-edge", "rules[1].lhs.edges[0][1].when[0]", edge);
}

#[test]
fn check_warns_of_conditions_that_exclude_each_other() {
    let value = |number| Value::Int(number);
    let contradictions = [
        [AttributeTest::Equal(value(1)), AttributeTest::Equal(value(2))],
        [AttributeTest::Equal(value(1)), AttributeTest::Not(value(1))],
        [AttributeTest::Equal(Value::Bool(true)), AttributeTest::Less(3)],
        [AttributeTest::Less(2), AttributeTest::More(1)],
        [AttributeTest::Between(1, 2), AttributeTest::Between(3, 4)],
        [AttributeTest::Between(1, 1), AttributeTest::Not(value(1))],
        [AttributeTest::Present, AttributeTest::Absent],
        [AttributeTest::Less(i64::MIN), AttributeTest::Present],
        [AttributeTest::More(i64::MAX), AttributeTest::Present],
    ];
    for tests in contradictions {
        let both = |g: &mut Grammar| tests.iter().for_each(|test| when(attribute("x", test.clone()))(g));
        warning("never-matches", "rules[0].lhs.nodes[1].when", both);
    }
    let harmless = [
        [AttributeTest::Less(2), AttributeTest::More(0)],
        [AttributeTest::Absent, AttributeTest::Not(value(1))],
        [AttributeTest::Between(1, 2), AttributeTest::Not(value(1))],
        [AttributeTest::Not(value(1)), AttributeTest::Not(value(2))],
    ];
    for tests in harmless {
        assert_eq!(said(|g| tests.iter().for_each(|test| when(attribute("x", test.clone()))(g))), []);
    }
    warning("never-matches", "rules[0].lhs.nodes[1].when", |g| {
        when(Condition::Degree(DegreeKind::In, Count::Exactly(2)))(g);
        when(Condition::Degree(DegreeKind::In, Count::AtLeast(3)))(g);
    });
    warning("never-matches", "rules[1].lhs.nodes[1].when[0]", |g| {
        g.rules[1].lhs.nodes[&ElementId(1)].when.push(Condition::Degree(DegreeKind::Out, Count::AtMost(0)));
    });
}

#[test]
fn check_finds_mistakes_in_changes() {
    let path = "rules[0].rhs.nodes[2].change[0]";
    let take = |name: &str, source| change(Change::Take(name.to_owned(), source));
    error("take-from-unknown", path, take("x", AttributeSource::Node(ElementId(2))));
    error("take-from-unknown", path, take("x", AttributeSource::Edge(1)));
    error("take-from-unknown", path, take("x", AttributeSource::Edge(0)));
    warning("unknown-attribute", path, take("y", AttributeSource::Node(ElementId(1))));
    assert_eq!(said(take("x", AttributeSource::Node(ElementId(1)))), []);
    let take_as =
        |taken: &str, source, name: &str| change(Change::TakeAs(taken.to_owned(), source, name.to_owned()));
    error("take-from-unknown", path, take_as("x", AttributeSource::Node(ElementId(2)), "z"));
    error("empty-name", path, take_as("x", AttributeSource::Node(ElementId(1)), ""));
    warning("unknown-attribute", path, take_as("y", AttributeSource::Node(ElementId(1)), "x"));
    assert_eq!(said(take_as("x", AttributeSource::Node(ElementId(1)), "z")), []);
    warning("add-to-text", "rules[0].rhs.nodes[2].change[1]", |g| {
        change(Change::Set("x".to_owned(), Value::Bool(true)))(g);
        change(Change::Add("x".to_owned(), 1))(g);
    });
    warning("add-to-text", "rules[0].rhs.nodes[1].change[0]", |g| {
        g.rules[0].lhs = pattern("1:D");
        g.rules[0].rhs.nodes[&ElementId(1)].change.push(Change::Add("s".to_owned(), 1));
    });
}

#[test]
fn check_looks_at_the_values_of_the_start() {
    let give = |name: &'static str| {
        move |g: &mut Grammar| {
            let Start::Graph { nodes, .. } = &mut g.start else { panic!("a graph") };
            nodes[0].attributes.insert(name.to_owned(), Value::Int(1));
        }
    };
    let id = match sound().start {
        Start::Graph { nodes, .. } => nodes.get_index(0).map_or(0, |(id, _)| id.0),
        Start::Lattice { .. } | Start::Tree { .. } | Start::Scatter(_) => 0,
    };
    assert_eq!(said(give("y")), []);
    error("empty-name", &format!("start.nodes[{id}].attributes[\" \"]"), give(" "));
    // Conditions may use attributes of the start.
    assert_eq!(said(|g| (give("y")(g), when(attribute("y", AttributeTest::Present))(g)).1), []);
}

fn begin_at_a(g: &mut Grammar) {
    let form = Some(Form::Cave(Cave::default()));
    let symbol = &mut g.alphabet.nodes["A"];
    (symbol.role, symbol.form) = (Some(NodeRole::Start), form);
}

#[test]
fn check_finds_mistakes_in_distances() {
    let path = "rules[0].lhs.nodes[1].when[0]";
    let (from, locks) = (DistanceOrigin::Start, LocksOnWay::Open);
    let ended = |condition: Condition| {
        move |g: &mut Grammar| {
            begin_at_a(g);
            when(condition.clone())(g);
        }
    };
    let distance = |passages| Condition::Distance { from, passages, locks };
    error("range-backwards", path, ended(distance(Count::Between(3, 2))));
    warning("distance-without-end", path, when(Condition::Farthest { from: DistanceOrigin::Goal, locks }));
    assert_eq!(said(when(distance(Count::AtLeast(2)))).len(), 1, "no symbol is a start");
    let stored = |node: u32, from| {
        let name = "depth".to_owned();
        change(Change::Distance { name, node: ElementId(node), from, locks })
    };
    let path = "rules[0].rhs.nodes[2].change[0]";
    warning("distance-without-end", path, stored(1, DistanceOrigin::Goal));
    error("take-from-unknown", path, |g| {
        begin_at_a(g);
        stored(2, from)(g);
    });
    let sound = |g: &mut Grammar| {
        begin_at_a(g);
        stored(1, from)(g);
        g.rules[1].lhs.nodes[&ElementId(1)].when.push(attribute("depth", AttributeTest::More(1)));
    };
    assert_eq!(said(sound), said(begin_at_a), "a stored attribute is known");
    error("distance-of-edge", "rules[1].lhs.edges[0][1].when[0]", |g| {
        begin_at_a(g);
        g.rules[1].lhs.edges[0].when.push(Condition::Farthest { from, locks });
    });
    let prefer = |node: u32| {
        move |g: &mut Grammar| {
            begin_at_a(g);
            g.rules[0].prefer = Some(MatchPreference::Nearest { node: ElementId(node), from, locks });
        }
    };
    error("prefer-unknown-node", "rules[0].prefer", prefer(9));
    let without_start = |g: &mut Grammar| {
        g.rules[0].prefer = Some(MatchPreference::Farthest { node: ElementId(1), from, locks });
    };
    warning("distance-without-end", "rules[0].prefer", without_start);
}
