//! Starts with safe missions: from everywhere a walker can get, every goal is still reachable.
//!
//! The places are joined by a tree of two-way passages. The key of a lock is in a place with a smaller
//! number. The way there from the root uses only such places. Other passages may be one-way if there is no
//! lock between the root and their end.

use std::collections::BTreeSet;

use delvewright_engine::grammar::{ElementId, Grammar, Scatter, Start, StartElement};
use delvewright_engine::mission::{Alphabet, EdgeRole, NodeRole, Site};
use delvewright_engine::settings::{Pin, PinnedPlace};

use super::super::super::draw::Draw;

/// Usual maximum number of places.
const USUAL_PLACES: u32 = 12;

/// Number of the first key; those of places are smaller.
const FIRST_KEY: u32 = 1_000;

/// The symbols of an alphabet by their use. The first passage is two-way.
pub(super) struct Symbols<'a> {
    /// Places that are not locks, starts or goals.
    pub plain: Vec<&'a str>,
    pub start: &'a str,
    pub goal: &'a str,
    locks: Vec<&'a str>,
    keys: Vec<&'a str>,
    pub both_ways: Vec<&'a str>,
    pub one_way: Vec<&'a str>,
    opens: Option<&'a str>,
    holds: Option<&'a str>,
    others: Vec<&'a str>,
}

impl<'a> Symbols<'a> {
    pub fn of(alphabet: &'a Alphabet) -> Self {
        let nodes = |role, is_place: bool| -> Vec<&str> {
            let nodes = alphabet.nodes.iter();
            nodes
                .filter(|(_, symbol)| symbol.role == role && symbol.form.is_some() == is_place)
                .map(|(name, _)| name.as_str())
                .collect()
        };
        let edges = |role, one_way: Option<bool>| -> Vec<&str> {
            let edges = alphabet.edges.iter();
            edges
                .filter(|(_, symbol)| symbol.role == role && one_way.is_none_or(|is| is == symbol.one_way))
                .map(|(name, _)| name.as_str())
                .collect()
        };
        Self {
            plain: nodes(None, true),
            start: super::mend::START,
            goal: super::mend::GOAL,
            locks: nodes(Some(NodeRole::Lock), true),
            keys: nodes(Some(NodeRole::Key), false),
            both_ways: edges(EdgeRole::Passage, Some(false)),
            one_way: edges(EdgeRole::Passage, Some(true)),
            opens: edges(EdgeRole::Opens, None).first().copied(),
            holds: edges(EdgeRole::Contains, None).first().copied(),
            others: edges(EdgeRole::Other, None),
        }
    }

    /// Returns the locks, if there are keys for them.
    fn usable_locks(&self) -> &[&'a str] {
        if self.keys.is_empty() || self.opens.is_none() || self.holds.is_none() { &[] } else { &self.locks }
    }
}

/// Returns a start: usually a graph of places, otherwise one that is grown.
pub(super) fn start(draw: &mut Draw, alphabet: &Alphabet, most_places: u32) -> Start {
    let symbols = Symbols::of(alphabet);
    let node = |draw: &mut Draw| (*draw.pick(&symbols.plain)).to_owned();
    let edge = |draw: &mut Draw| (*draw.pick(&symbols.both_ways)).to_owned();
    match draw.below(14) {
        0 => Start::Lattice {
            width: draw.number(1, 4),
            height: draw.number(1, 4),
            node: node(draw),
            edge: edge(draw),
        },
        1 => Start::Tree {
            width: draw.number(1, 5),
            height: draw.number(1, 4),
            node: node(draw),
            edge: edge(draw),
            extra_percent: *draw.pick(&[0, 10, 50, 100]),
        },
        2 => Start::Scatter(Scatter {
            width: draw.number(2, 5),
            height: draw.number(2, 5),
            start: symbols.start.to_owned(),
            exit: symbols.goal.to_owned(),
            features: draw.some(3, |draw| (node(draw), draw.number(0, 3))),
            count: (draw.number(0, 3), draw.number(3, 6)),
            distance: draw.number(0, 3),
            edge: edge(draw),
            crossing: node(draw),
        }),
        _ => Graph::new(symbols).draw(draw, most_places),
    }
}

/// A graph under construction.
struct Graph<'a> {
    symbols: Symbols<'a>,
    nodes: Vec<(ElementId, StartElement)>,
    edges: Vec<(ElementId, StartElement, ElementId)>,
    /// Places with a lock on their way from the root, or with one of their own.
    locked: BTreeSet<u32>,
}

impl<'a> Graph<'a> {
    fn new(symbols: Symbols<'a>) -> Self {
        Self { symbols, nodes: Vec::new(), edges: Vec::new(), locked: BTreeSet::new() }
    }

    fn draw(mut self, draw: &mut Draw, most_places: u32) -> Start {
        let usual = most_places.min(USUAL_PLACES);
        let most = if draw.chance(20) { most_places } else { usual };
        let count = draw.number(1, most);
        // The tree is long or bushy.
        let near = draw.number(1, count);
        for id in 1..=count {
            let before = (id > 1).then(|| draw.number(id.saturating_sub(near).max(1), id - 1));
            self.add_place(draw, id, before);
        }
        let most = *draw.pick(&[0, 1, 3, count / 2, count]);
        for _ in 0..draw.number(0, most) {
            let (from, to) = (draw.number(1, count), draw.number(1, count));
            self.add_passage(draw, from, to);
        }
        if let Some(other) = self.symbols.others.first().copied().filter(|_| draw.chance(20)) {
            let (from, to) = (draw.number(1, count), draw.number(1, count));
            self.add_edge(draw, other, from, to);
        }
        let drawn = (1..=count).filter(|_| draw.chance(5));
        let drawn = drawn.map(|id| (ElementId(id), Site { x: id as i32 % 5, y: id as i32 / 5 })).collect();
        Start::Graph {
            nodes: self.nodes.into_iter().collect(),
            edges: self.edges,
            at: sites(draw, count),
            drawn,
        }
    }

    fn add_place(&mut self, draw: &mut Draw, id: u32, before: Option<u32>) {
        let locks = self.symbols.usable_locks();
        let symbol = match id {
            1 => self.symbols.start,
            2 => self.symbols.goal,
            _ if !locks.is_empty() && draw.chance(15) => {
                let lock = *draw.pick(locks);
                self.locked.insert(id);
                self.add_key(draw, id);
                lock
            }
            // Sometimes another start or goal.
            _ if draw.chance(3) && before.is_some_and(|before| !self.locked.contains(&before)) => {
                self.symbols.start
            }
            _ if draw.chance(3) => self.symbols.goal,
            _ => draw.pick(&self.symbols.plain),
        };
        self.add_node(draw, id, symbol);
        if let Some(before) = before {
            let edge = *draw.pick(&self.symbols.both_ways);
            self.add_edge(draw, edge, before, id);
            if self.locked.contains(&before) {
                self.locked.insert(id);
            }
        }
    }

    fn add_key(&mut self, draw: &mut Draw, lock: u32) {
        let (Some(opens), Some(holds)) = (self.symbols.opens, self.symbols.holds) else { return };
        for number in 0..draw.number(1, 2) {
            let key = FIRST_KEY + 2 * lock + number;
            let symbol = *draw.pick(&self.symbols.keys);
            self.add_node(draw, key, symbol);
            let holder = draw.number(1, lock - 1);
            self.add_edge(draw, holds, holder, key);
            self.add_edge(draw, opens, key, lock);
        }
    }

    fn add_passage(&mut self, draw: &mut Draw, from: u32, to: u32) {
        // Sometimes a passage from a place to itself.
        if from == to && !draw.chance(10) {
            return;
        }
        let may_be_one_way = !self.symbols.one_way.is_empty() && !self.locked.contains(&to) && from != to;
        let symbols =
            if may_be_one_way && draw.chance(70) { &self.symbols.one_way } else { &self.symbols.both_ways };
        let symbol = *draw.pick(symbols);
        self.add_edge(draw, symbol, from, to);
    }

    fn add_node(&mut self, draw: &mut Draw, id: u32, symbol: &str) {
        let attributes = super::super::attributes(draw);
        self.nodes.push((ElementId(id), StartElement { symbol: symbol.to_owned(), attributes }));
    }

    fn add_edge(&mut self, draw: &mut Draw, symbol: &str, from: u32, to: u32) {
        let attributes = super::super::attributes(draw);
        let element = StartElement { symbol: symbol.to_owned(), attributes };
        self.edges.push((ElementId(from), element, ElementId(to)));
    }
}

/// Returns separate sites for none, some or all places.
fn sites<T: FromIterator<(ElementId, Site)>>(draw: &mut Draw, count: u32) -> T {
    let percent = *draw.pick(&[0, 0, 30, 80, 100]);
    let width = draw.number(1, 8).max(count.div_ceil(8));
    let mut free: Vec<u32> = (0..width * width.max(count.div_ceil(width))).collect();
    let mut sites = Vec::new();
    for id in 1..=count {
        if free.is_empty() || !draw.chance(percent) {
            continue;
        }
        // In the order of their numbers, or anywhere.
        let position = if draw.chance(70) { 0 } else { draw.below(free.len()) };
        let site = free.remove(position);
        sites.push((ElementId(id), Site { x: (site % width) as i32, y: (site / width) as i32 }));
    }
    sites.into_iter().collect()
}

/// Sets pins: usually none, otherwise a few on cells close to each other.
pub(super) fn pins(draw: &mut Draw, grammar: &mut Grammar) {
    let Start::Graph { nodes, .. } = &grammar.start else { return };
    let places = nodes.iter().filter(|(id, _)| id.0 < FIRST_KEY);
    let ids: Vec<(u32, String)> = places.map(|(id, node)| (id.0, node.symbol.clone())).collect();
    if ids.is_empty() || !draw.chance(30) {
        return;
    }
    let within = grammar.layout.shape.bound.size().map_or(300, |size| size.width.min(size.height) / 2);
    let reach = (*draw.pick(&[40, 100, 300])).min(within).max(2);
    for _ in 0..draw.number(1, 4) {
        let (id, symbol) = draw.pick(&ids).clone();
        let place = match draw.below(10) {
            0 => PinnedPlace::MissionNode(id),
            1 | 2 => PinnedPlace::Symbol(symbol),
            _ => PinnedPlace::Node(id),
        };
        let at = (draw.number(2, reach), draw.number(2, reach));
        if grammar.layout.pins.iter().all(|pin| pin.place != place) {
            grammar.layout.pins.push(Pin { place, at });
        }
    }
}
