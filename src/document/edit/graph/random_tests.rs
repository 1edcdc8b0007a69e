//! Applies long random sequences of edits, most of them about missing elements.
//!
//! Nothing may panic, drawings must stay well-formed, and every step must be undoable.

use crate::base::{RandomStream, Seed};
use crate::document::{Content, Document, Edit, Element, Fragment, GraphEdit, GraphId};
use crate::files::print_grammar;
use crate::grammar::testing::{grammar, rule};
use crate::grammar::{
    AttributeSource, AttributeTest, Change, Condition, Count, DegreeKind, EdgeDirection, ElementId, Geometry,
    Grammar, Pattern, Rule, Start, SymbolPattern, SymbolReplacement, pair_edges,
};
use crate::mission::{Site, Value};

const NODE_SYMBOLS: [&str; 3] = ["A", "B", "C"];
const EDGE_SYMBOLS: [&str; 2] = ["p", "q"];

fn beginning(random: &mut RandomStream) -> Document {
    let mut lattice = rule("Lattice", "1:A 2:* 1-p>2", "1:= 2:B 3:A 1-=>2 2-q>3");
    lattice.geometry = Geometry::Lattice { turns: true, flips: false };
    lattice.at = [(1, 0), (2, 1), (3, 2)].map(|(id, x)| (ElementId(id), Site { x, y: 0 })).into();
    let mut free = rule("Free", "1:A 2:B 1-p-2 1-p>2 2-q>2", "1:= 2:= 4:C 1-=>2 1-=>2 4-p>1");
    free.forbid = vec![crate::grammar::testing::pattern("9:A 2-p>9")];
    let rules = vec![free, lattice, rule("Empty", "1:*", "1:=")];
    let mut grammar = grammar("1:A 2:B@3,3 3:C 1-p>2 2-q>3", rules, Vec::new());
    if random.chance(10) {
        grammar.rules.truncate(1);
    }
    Document::opened(Content::of(grammar), None)
}

fn graph(random: &mut RandomStream) -> GraphId {
    let (rule, number) = (random.range(0, 3) as usize, random.range(0, 2) as usize);
    match random.range(0, 7) {
        0 => GraphId::Start,
        1..=3 => GraphId::Lhs(rule),
        4..=6 => GraphId::Rhs(rule, number),
        _ => GraphId::Forbid(rule, number),
    }
}

fn id(random: &mut RandomStream) -> ElementId {
    ElementId(random.range(0, 12))
}

fn site(random: &mut RandomStream) -> Site {
    let far = random.chance(3);
    let number = |random: &mut RandomStream| if far { i32::MAX } else { random.range(0, 7) as i32 - 3 };
    Site { x: number(random), y: number(random) }
}

fn element(random: &mut RandomStream) -> Element {
    if random.chance(60) { Element::Node(id(random)) } else { Element::Edge(random.range(0, 6) as usize) }
}

fn elements(random: &mut RandomStream) -> Vec<Element> {
    (0..random.range(1, 3)).map(|_| element(random)).collect()
}

fn positions(random: &mut RandomStream) -> Vec<usize> {
    (0..random.range(1, 3)).map(|_| random.range(0, 6) as usize).collect()
}

fn symbol(random: &mut RandomStream, names: &[&str]) -> SymbolPattern {
    let mut name = || names[random.range(0, names.len() as u32 - 1) as usize].to_owned();
    let (one, other) = (name(), name());
    match random.range(0, 6) {
        0 => SymbolPattern::Any,
        1 => SymbolPattern::AnyOf(vec![one, other]),
        2 => SymbolPattern::AnyOf(Vec::new()),
        _ => SymbolPattern::Is(one),
    }
}

fn fragment(random: &mut RandomStream, grammar: &Grammar) -> Fragment {
    let ids: Vec<ElementId> = (0..4).map(|_| id(random)).collect();
    let graph = graph(random);
    let fragment = Fragment::of(grammar, graph, &ids);
    Fragment::parse(&fragment.print()).unwrap_or(fragment)
}

fn changes(random: &mut RandomStream) -> Vec<Change> {
    let name = || "danger".to_owned();
    match random.range(0, 3) {
        0 => vec![Change::Set(name(), Value::Bool(true))],
        1 => vec![Change::Add(name(), 1)],
        _ => Vec::new(),
    }
}

fn edit(random: &mut RandomStream, grammar: &Grammar) -> GraphEdit {
    let graph = graph(random);
    let (rule, side) = (random.range(0, 3) as usize, random.range(0, 2) as usize);
    let copied = random.chance(50).then(|| random.range(0, 2) as usize);
    let is_on_nodes = random.chance(60);
    let names: &[&str] = if is_on_nodes { &NODE_SYMBOLS } else { &EDGE_SYMBOLS };
    match random.range(0, 21) {
        0 => GraphEdit::Move { graph, to: (0..3).map(|_| (id(random), site(random))).collect() },
        1..=3 => GraphEdit::AddNode { graph, symbol: symbol(random, &NODE_SYMBOLS), site: site(random) },
        4..=7 => GraphEdit::Connect {
            graph,
            from: id(random),
            to: id(random),
            symbol: symbol(random, &EDGE_SYMBOLS),
        },
        8 => GraphEdit::ConnectNew {
            graph,
            from: id(random),
            edge: symbol(random, &EDGE_SYMBOLS),
            node: symbol(random, &NODE_SYMBOLS),
            site: site(random),
        },
        9 if random.chance(50) => GraphEdit::Insert {
            graph,
            edge: random.range(0, 6) as usize,
            symbol: symbol(random, &NODE_SYMBOLS),
        },
        9..=10 => {
            let elements = elements(random).into_iter();
            let elements = elements.filter(|element| matches!(element, Element::Node(_)) == is_on_nodes);
            GraphEdit::SetSymbol { graph, elements: elements.collect(), symbol: symbol(random, names) }
        }
        11 => {
            let direction = if random.chance(50) { EdgeDirection::FromTo } else { EdgeDirection::EitherWay };
            GraphEdit::SetDirection { graph, edges: positions(random), direction }
        }
        12 => GraphEdit::Reverse { graph, edges: positions(random) },
        13 => GraphEdit::Remove { graph, elements: elements(random) },
        14..=15 => GraphEdit::Keep { rule, side, elements: elements(random), is_kept: random.chance(50) },
        16 if random.chance(40) => {
            GraphEdit::Paste { graph, fragment: fragment(random, grammar), site: site(random) }
        }
        16..=17 => {
            let when = vec![Condition::Attribute("danger".to_owned(), AttributeTest::Present), degree()];
            GraphEdit::SetConditions { graph, element: element(random), when }
        }
        18 => GraphEdit::SetChanges { graph, element: element(random), change: changes(random) },
        19 => GraphEdit::AddSide { rule, copied },
        20 if random.chance(50) => GraphEdit::AddForbidden { rule, copied },
        20 => GraphEdit::RemoveForbidden { rule, number: side },
        _ if random.chance(50) => GraphEdit::RemoveSide { rule, side },
        _ => GraphEdit::SetSited { nodes: vec![id(random)], is_sited: random.chance(50) },
    }
}

fn degree() -> Condition {
    Condition::Degree(DegreeKind::All, Count::AtMost(3))
}

fn assert_well_formed(grammar: &Grammar, story: &str) {
    if let Start::Graph { nodes, edges, at, drawn } = &grammar.start {
        assert!(
            edges.iter().all(|(from, _, to)| nodes.contains_key(from) && nodes.contains_key(to)),
            "{story}"
        );
        assert!(at.keys().chain(drawn.keys()).all(|id| nodes.contains_key(id)), "{story}");
        assert!(drawn.keys().all(|id| !at.contains_key(id)), "{story}");
    }
    for rule in &grammar.rules {
        assert_rule_well_formed(rule, story);
    }
}

fn assert_rule_well_formed(rule: &Rule, story: &str) {
    let lhs = &rule.lhs;
    let is_left = |id: &ElementId| lhs.nodes.contains_key(id);
    let has_ends = |pattern: &Pattern| {
        let is_node = |id: &ElementId| is_left(id) || pattern.nodes.contains_key(id);
        pattern.edges.iter().all(|edge| is_node(&edge.from) && is_node(&edge.to))
    };
    assert!(has_ends(lhs), "{story}: {lhs:?}");
    assert!(rule.forbid.iter().all(has_ends), "{story}: {:?}", rule.forbid);
    for side in rule.alternatives() {
        let is_node = |id: &ElementId| side.nodes.contains_key(id);
        assert!(side.edges.iter().all(|edge| is_node(&edge.from) && is_node(&edge.to)), "{story}: {side:?}");
        let mut nodes = side.nodes.iter();
        assert!(nodes.all(|(id, node)| is_left(id) || node.symbol != SymbolReplacement::Keep), "{story}");
        let partners = pair_edges(lhs, side);
        let mut edges = side.edges.iter().zip(partners);
        assert!(
            edges.all(|(edge, partner)| partner.is_some() || edge.symbol != SymbolReplacement::Keep),
            "{story}: {lhs:?} {side:?}"
        );
        let changes = side.nodes.values().flat_map(|node| &node.change);
        for (_, source) in changes.filter_map(Change::taken) {
            assert!(matches!(source, AttributeSource::Node(id) if is_left(&id)), "{story}");
        }
    }
    let is_known =
        |id: &ElementId| is_left(id) || rule.alternatives().any(|side| side.nodes.contains_key(id));
    let is_forbidden = |id: &ElementId| rule.forbid.iter().any(|side| side.nodes.contains_key(id));
    assert!(rule.at.keys().all(|id| is_known(id) || is_forbidden(id)), "{story}: {:?}", rule.at);
}

#[test]
fn thousands_of_edits_keep_drawings_well_formed_and_can_all_be_undone() {
    let mut done = 0;
    for case in 0..100 {
        let random = &mut Seed(11).numbered(case).stream();
        let mut document = beginning(random);
        let mut printed = vec![print_grammar(document.grammar())];
        for _ in 0..80 {
            match random.range(0, 9) {
                0 => {
                    document.undo();
                }
                1 => {
                    document.redo();
                }
                _ => {
                    let edit = edit(random, document.grammar());
                    let story = format!("case {case}, step {}: {edit:?}", document.steps_done());
                    let before = document.steps_done();
                    document.apply(Edit::Graph(edit));
                    document.finish_gesture();
                    assert_well_formed(document.grammar(), &story);
                    if document.steps_done() > before {
                        printed.truncate(document.steps_done());
                        printed.push(print_grammar(document.grammar()));
                        done += 1;
                    }
                }
            }
        }
        while document.undo() {
            assert_eq!(print_grammar(document.grammar()), printed[document.steps_done()]);
        }
    }
    assert!(done > 1_000, "{done}");
}
