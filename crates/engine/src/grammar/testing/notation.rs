//! Small graphs in text, for tests.
//!
//! ```text
//! mission       1:A@0,0  2:B  1-p>2
//! left side     1:A  2:*  3:A|B  1-p>2  2-*-3      (`-` at the end: either way)
//! right side    1:=  2:B  3:C    1-=>2             (`=`: keep)
//! ```

use indexmap::IndexMap;

use crate::grammar::{
    EdgeDirection, EdgePattern, EdgeReplacement, ElementId, Geometry, Grammar, Limits, Pattern, RecipeStep,
    Replacement, Rule, Start, SymbolPattern, SymbolReplacement,
};
use crate::mission::{
    Alphabet, Attributes, Edge, EdgeRole, EdgeSymbol, Mission, Node, NodeId, NodeSymbol, PassageKind, Site,
    Value,
};
use crate::settings::{LayoutSettings, Movement};

/// Returns an alphabet of node symbols A to E and edge symbols p, q and r.
///
/// C begins with x: 1, D with x: 5 and s: "deep", q with x: 2.
pub fn alphabet() -> Alphabet {
    let passage = EdgeSymbol {
        role: EdgeRole::Passage,
        kind: PassageKind::default(),
        kinds: Vec::new(),
        one_way: false,
        socket: None,
        theme: String::new(),
        door: Default::default(),
        color: Default::default(),
        attributes: Attributes::new(),
        notes: String::new(),
    };
    let mut alphabet = Alphabet {
        nodes: ["A", "B", "C", "D", "E"].map(|name| (name.to_owned(), NodeSymbol::default())).into(),
        edges: ["p", "q", "r"].map(|name| (name.to_owned(), passage.clone())).into(),
        ..Alphabet::default()
    };
    let value = |name: &str, value: Value| (name.to_owned(), value);
    alphabet.nodes["C"].attributes.extend([value("x", Value::Int(1))]);
    alphabet.nodes["D"]
        .attributes
        .extend([value("x", Value::Int(5)), value("s", Value::Text("deep".to_owned()))]);
    alphabet.edges["q"].attributes.extend([value("x", Value::Int(2))]);
    alphabet
}

/// Returns a grammar without mistakes over [`alphabet`].
pub fn grammar(start: &str, rules: Vec<Rule>, recipe: Vec<RecipeStep>) -> Grammar {
    Grammar {
        format: Grammar::FORMAT,
        name: "Test".to_owned(),
        notes: String::new(),
        rooms: Vec::new(),
        variables: IndexMap::new(),
        properties: Vec::new(),
        alphabet: alphabet(),
        start: self::start(start),
        rules,
        recipe,
        limits: Limits::default(),
        layout: LayoutSettings::default(),
        movement: Movement::default(),
        theme: String::new(),
        populate: Vec::new(),
        formulas: Default::default(),
    }
}

/// Returns a rule of weight 1.
pub fn rule(name: &str, lhs: &str, rhs: &str) -> Rule {
    Rule {
        name: name.to_owned(),
        notes: String::new(),
        enabled: true,
        weight: 1,
        limit: None,
        tags: Vec::new(),
        geometry: Geometry::Free,
        dangling: Default::default(),
        prefer: None,
        lhs: pattern(lhs),
        forbid: Vec::new(),
        rhs: replacement(rhs),
        or: Vec::new(),
        at: IndexMap::new(),
    }
}

/// Returns a rule with sites, which may be turned and flipped: `1@0,0 2@1,0`.
pub fn lattice_rule(name: &str, lhs: &str, rhs: &str, at: &str) -> Rule {
    let at = at.split_whitespace().map(|token| {
        let (id, site) = token.split_once('@').expect("an id and a place");
        (element(id), site_of(site))
    });
    Rule {
        geometry: Geometry::Lattice { turns: true, flips: true },
        at: at.collect(),
        ..rule(name, lhs, rhs)
    }
}

/// Returns an explicit start graph.
pub fn start(text: &str) -> Start {
    let (mut nodes, mut edges, mut at) = (IndexMap::new(), Vec::new(), IndexMap::new());
    for token in text.split_whitespace() {
        match read(token) {
            NotationToken::Node { id, symbol, site } => {
                nodes.insert(id, symbol.into());
                at.extend(site.map(|site| (id, site)));
            }
            NotationToken::Edge { from, symbol, to, .. } => edges.push((from, symbol.into(), to)),
        }
    }
    Start::Graph { nodes, edges, at, drawn: IndexMap::new() }
}

/// Returns a mission over [`alphabet`].
///
/// Nodes get the ids of the text, in any order; edges get theirs in order from 1.
pub fn mission(text: &str) -> Mission {
    let alphabet = alphabet();
    let mut mission = Mission::new();
    for token in text.split_whitespace() {
        match read(token) {
            NotationToken::Node { id, symbol, site } => {
                let symbol = alphabet.node_id(symbol).expect("a node symbol");
                let attributes = alphabet.node(symbol).1.attributes.clone().into();
                mission.put_node(NodeId(id.0), Node { symbol, site, made_by: 0, attributes });
            }
            NotationToken::Edge { from, symbol, to, .. } => {
                let symbol = alphabet.edge_id(symbol).expect("an edge symbol");
                let attributes = alphabet.edge(symbol).1.attributes.clone().into();
                let (from, to) = (NodeId(from.0), NodeId(to.0));
                mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes });
            }
        }
    }
    mission
}

/// Returns the left side of a rule.
pub fn pattern(text: &str) -> Pattern {
    let mut pattern = Pattern::default();
    for token in text.split_whitespace() {
        match read(token) {
            NotationToken::Node { id, symbol, .. } => {
                pattern.nodes.insert(id, symbol_pattern(symbol).into());
            }
            NotationToken::Edge { from, symbol, to, direction } => {
                pattern.edges.push(EdgePattern {
                    from,
                    symbol: symbol_pattern(symbol),
                    when: Vec::new(),
                    to,
                    direction,
                });
            }
        }
    }
    pattern
}

/// Returns the right side of a rule.
pub fn replacement(text: &str) -> Replacement {
    let mut replacement = Replacement::default();
    for token in text.split_whitespace() {
        match read(token) {
            NotationToken::Node { id, symbol, .. } => {
                replacement.nodes.insert(id, symbol_replacement(symbol).into());
            }
            NotationToken::Edge { from, symbol, to, .. } => {
                replacement.edges.push(EdgeReplacement {
                    from,
                    symbol: symbol_replacement(symbol),
                    change: Vec::new(),
                    to,
                });
            }
        }
    }
    replacement
}

/// Prints a mission in the order of its ids, with everything that matters.
pub fn print(mission: &Mission) -> String {
    let alphabet = alphabet();
    let nodes = mission.nodes().map(|(id, node)| {
        let site = node.site.map_or(String::new(), |site| format!("@{},{}", site.x, site.y));
        format!("{}:{}{site}", id.0, alphabet.node(node.symbol).0)
    });
    let edges = mission
        .edges()
        .map(|(_, edge)| format!("{}-{}>{}", edge.from.0, alphabet.edge(edge.symbol).0, edge.to.0));
    nodes.chain(edges).collect::<Vec<_>>().join(" ")
}

/// Draws a mission on a lattice: a sign at each node's site, edges between neighbours as arrows.
///
/// # Panics
/// Panics if a node has no site, or an edge joins no neighbours.
pub fn draw_lattice(
    mission: &Mission,
    (width, height): (usize, usize),
    sign: impl Fn(NodeId) -> char,
) -> String {
    let mut rows = vec![vec![' '; width * 4 - 3]; height * 2 - 1];
    let site = |id| mission.node(id).and_then(|node| node.site).expect("every node has a site");
    for (id, _) in mission.nodes() {
        let Site { x, y } = site(id);
        rows[y as usize * 2][x as usize * 4] = sign(id);
    }
    for (_, edge) in mission.edges() {
        let (from, to) = (site(edge.from), site(edge.to));
        let (y, x) = ((from.y + to.y) as usize, (from.x + to.x) as usize * 2);
        match (to.x - from.x, to.y - from.y) {
            (1, 0) => rows[y][x - 1..=x + 1].copy_from_slice(&['-', '-', '>']),
            (-1, 0) => rows[y][x - 1..=x + 1].copy_from_slice(&['<', '-', '-']),
            (0, 1) => rows[y][x] = 'v',
            (0, -1) => rows[y][x] = '^',
            other => panic!("an edge joins no neighbours: {other:?}"),
        }
    }
    rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n").collect()
}

enum NotationToken<'a> {
    Node { id: ElementId, symbol: &'a str, site: Option<Site> },
    Edge { from: ElementId, symbol: &'a str, to: ElementId, direction: EdgeDirection },
}

fn read(token: &str) -> NotationToken<'_> {
    if let Some((id, rest)) = token.split_once(':') {
        let (symbol, site) =
            rest.split_once('@').map_or((rest, None), |(symbol, site)| (symbol, Some(site_of(site))));
        return NotationToken::Node { id: element(id), symbol, site };
    }
    let (from, rest) = token.split_once('-').expect("an edge");
    let end = rest.rfind(['>', '-']).expect("the end of an edge");
    let direction =
        if rest[end..].starts_with('>') { EdgeDirection::FromTo } else { EdgeDirection::EitherWay };
    NotationToken::Edge {
        from: element(from),
        symbol: &rest[..end],
        to: element(&rest[end + 1..]),
        direction,
    }
}

fn element(text: &str) -> ElementId {
    ElementId(text.parse().expect("a number"))
}

fn site_of(text: &str) -> Site {
    let (x, y) = text.split_once(',').expect("x and y");
    Site { x: x.parse().expect("a number"), y: y.parse().expect("a number") }
}

fn symbol_pattern(text: &str) -> SymbolPattern {
    match text {
        "*" => SymbolPattern::Any,
        _ if text.contains('|') => SymbolPattern::AnyOf(text.split('|').map(str::to_owned).collect()),
        _ => SymbolPattern::Is(text.to_owned()),
    }
}

fn symbol_replacement(text: &str) -> SymbolReplacement {
    if text == "=" { SymbolReplacement::Keep } else { SymbolReplacement::Is(text.to_owned()) }
}
