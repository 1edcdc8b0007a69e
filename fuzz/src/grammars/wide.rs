//! Grammars with all settings in combination, each anywhere within its range and often at one of its ends.
//!
//! In: a grammar of choices ([`super::grammar`]). Out: one whose settings are drawn again.
//! The ranges are those that the settings themselves declare, so no setting can be forgotten.
//! Not guaranteed: that there is a level. Its places may not fit its bound, its pins or each other.

use delvewright::base::{Choice, Number, Parameters, Slot, each_parameter};
use delvewright::grammar::{ElementId, Grammar, Limits, Start, StartElement};
use delvewright::mission::{Alphabet, Bound, EdgeRole, NodeRole, Pin, PinnedPlace, Site};

use super::super::draw::Draw;

/// How many places a start graph has at most. Rules may add more.
const MOST_PLACES: u32 = 40;

/// A grammar without passes, whose settings are drawn from all that they can be.
pub fn grammar(draw: &mut Draw) -> Grammar {
    let mut grammar = super::grammar(draw);
    for symbol in grammar.alphabet.nodes.values_mut() {
        if let Some(form) = &mut symbol.form {
            vary_choice(draw, form);
        }
        symbol.forms.iter_mut().for_each(|choice| vary_choice(draw, &mut choice.form));
    }
    for symbol in grammar.alphabet.edges.values_mut() {
        vary_choice(draw, &mut symbol.kind);
        symbol.kinds.iter_mut().for_each(|choice| vary(draw, &mut choice.kind));
    }
    if draw.chance(70) {
        grammar.start = start(draw, &grammar.alphabet);
        // Rules may go on from there.
        if draw.chance(70) {
            grammar.recipe.clear();
        }
        grammar.limits = Limits { steps: 30, nodes: 4 * MOST_PLACES, edges: 8 * MOST_PLACES };
    }
    vary(draw, &mut grammar.layout);
    bound(draw, &mut grammar);
    pins(draw, &mut grammar);
    grammar
}

/// Adds passes, whose settings are drawn from all that they can be.
pub fn add_passes(draw: &mut Draw, grammar: &mut Grammar) {
    super::add_passes(draw, grammar);
    grammar.populate.iter_mut().for_each(|pass| vary(draw, &mut pass.pass));
}

/// Draws some of the parameters of a value again.
fn vary(draw: &mut Draw, of: &mut dyn Parameters) {
    each_parameter(of, &mut |_, slot| match slot {
        Slot::Number(number, value) => *value = drawn(draw, number, *value),
        Slot::Range(number, (least, most)) => {
            let ends = [drawn(draw, number, *least), drawn(draw, number, *most)];
            (*least, *most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        }
        Slot::Choice(_, choice) if draw.chance(30) => choose(draw, choice),
        Slot::Switch(_, _, value) if draw.chance(30) => *value = draw.is_so(),
        // Names are of something that is there, and lists have as many items as they were given.
        Slot::Choice(..)
        | Slot::Switch(..)
        | Slot::Name(..)
        | Slot::Names(..)
        | Slot::Text(..)
        | Slot::Rows(..) => {}
    });
}

/// Draws a value again that is one of a few.
fn vary_choice(draw: &mut Draw, of: &mut dyn Choice) {
    if draw.chance(30) {
        choose(draw, of);
    }
    vary(draw, of);
}

/// Takes one of the values.
fn choose(draw: &mut Draw, choice: &mut dyn Choice) {
    let choices = choice.choices();
    choice.choose(draw.pick(&choices).label);
}

/// As it was, at one of the ends, near the least or anywhere.
fn drawn(draw: &mut Draw, number: &Number, value: u32) -> u32 {
    let (least, most) = (number.least, number.most);
    match draw.below(20) {
        0..=7 => value,
        8..=10 => least,
        11..=12 => most,
        13..=16 => draw.number(least, most.min(least.saturating_add(8))),
        _ => draw.number(least, most),
    }
}

/// A connected graph of places, perhaps with sites.
fn start(draw: &mut Draw, alphabet: &Alphabet) -> Start {
    let places: Vec<&String> =
        alphabet.nodes.iter().filter(|(_, symbol)| symbol.form.is_some()).map(|(name, _)| name).collect();
    let passages: Vec<&String> = alphabet
        .edges
        .iter()
        .filter(|(_, symbol)| symbol.role == EdgeRole::Passage)
        .map(|(name, _)| name)
        .collect();
    if places.is_empty() || passages.is_empty() {
        return super::start::start(draw, alphabet);
    }
    let with_role = |role| places.iter().find(|name| alphabet.nodes[**name].role == Some(role));
    let count = if draw.chance(20) { draw.number(1, MOST_PLACES) } else { draw.number(1, 12) };
    let node = |draw: &mut Draw, id: u32| {
        let usual = match id {
            1 => with_role(NodeRole::Start),
            2 => with_role(NodeRole::Goal),
            _ => None,
        };
        let symbol = usual.unwrap_or_else(|| draw.pick(&places));
        (ElementId(id), StartElement { symbol: (*symbol).clone(), attributes: super::attributes(draw) })
    };
    let nodes = (1..=count).map(|id| node(draw, id)).collect();
    let edge = |draw: &mut Draw, from: u32, to: u32| {
        let symbol = (*draw.pick(&passages)).clone();
        (ElementId(from), StartElement { symbol, attributes: super::attributes(draw) }, ElementId(to))
    };
    // Long or bushy.
    let near = draw.number(1, count);
    let mut edges: Vec<_> = (2..=count)
        .map(|id| {
            let from = draw.number(id.saturating_sub(near).max(1), id - 1);
            edge(draw, from, id)
        })
        .collect();
    let most = *draw.pick(&[0, 1, 3, count]);
    for _ in 0..draw.number(0, most) {
        let ends = [draw.number(1, count), draw.number(1, count)];
        if ends[0] != ends[1] {
            edges.push(edge(draw, ends[0], ends[1]));
        }
    }
    Start::Graph { nodes, edges, at: sites(draw, count), drawn: Default::default() }
}

/// None, some or all places have sites, each its own.
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

/// Mostly none. The ends of the range alone would leave hardly a level.
fn bound(draw: &mut Draw, grammar: &mut Grammar) {
    let bound = &mut grammar.layout.shape.bound;
    *bound = match draw.below(10) {
        0 => *bound,
        1 | 2 => Bound::Within { width: draw.number(8, 300), height: draw.number(8, 300) },
        _ => Bound::None,
    };
}

/// Mostly none, or a few on cells not far from each other.
fn pins(draw: &mut Draw, grammar: &mut Grammar) {
    let Start::Graph { nodes, .. } = &grammar.start else { return };
    let ids: Vec<(u32, String)> = nodes.iter().map(|(id, node)| (id.0, node.symbol.clone())).collect();
    if ids.is_empty() || !draw.chance(35) {
        return;
    }
    let reach = *draw.pick(&[40, 100, 300]);
    for _ in 0..draw.number(1, 4) {
        let (id, symbol) = draw.pick(&ids).clone();
        let place = if draw.chance(80) { PinnedPlace::Node(id) } else { PinnedPlace::Symbol(symbol) };
        let at = (draw.number(2, reach), draw.number(2, reach));
        if grammar.layout.pins.iter().all(|pin| pin.place != place) {
            grammar.layout.pins.push(Pin { place, at });
        }
    }
}
