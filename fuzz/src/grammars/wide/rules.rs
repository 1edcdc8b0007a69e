//! Rules that let a mission grow and keep it safe, and sometimes arbitrary rules.

use delvewright_engine::grammar::{
    DanglingPolicy, EdgeDirection, EdgePattern, EdgeReplacement, ElementId, Geometry, Grammar, NodePattern,
    NodeReplacement, Pattern, RecipeStep, Replacement, Rule, RuleChoice, SymbolPattern, SymbolReplacement,
    Times,
};

use super::super::super::draw::Draw;
use super::start::Symbols;

/// Sets rules and a recipe for them.
pub(super) fn set(draw: &mut Draw, grammar: &mut Grammar) {
    match draw.below(20) {
        // Keeps the existing rules, for which nothing is promised.
        0 => {}
        1..=7 => {
            grammar.rules = growth(draw, grammar);
            let times = draw.number(1, 6);
            let step = RecipeStep::apply(RuleChoice::All, Times::Exactly(times));
            grammar.recipe = match draw.below(3) {
                0 => vec![RecipeStep::Chance { notes: String::new(), percent: 50, steps: vec![step] }],
                1 => vec![RecipeStep::Repeat {
                    notes: String::new(),
                    times: Times::Exactly(2),
                    steps: vec![step],
                }],
                _ => vec![step],
            };
        }
        _ => {
            grammar.rules.clear();
            grammar.recipe.clear();
        }
    }
}

/// Returns rules that add a place at an end, a place within a passage, or a passage back to the start.
fn growth(draw: &mut Draw, grammar: &Grammar) -> Vec<Rule> {
    let symbols = Symbols::of(&grammar.alphabet);
    let plain = |draw: &mut Draw| (*draw.pick(&symbols.plain)).to_owned();
    let passage = |draw: &mut Draw| (*draw.pick(&symbols.both_ways)).to_owned();
    let mut rules = Vec::new();
    let (new, by) = (plain(draw), passage(draw));
    let is_plain = SymbolPattern::AnyOf(symbols.plain.iter().map(|name| (*name).to_owned()).collect());
    let grown = [(1, SymbolReplacement::Keep), (2, SymbolReplacement::Is(new.clone()))];
    rules.push(rule("Grow", [(1, is_plain.clone())], [], grown, [(1, by.clone(), 2)]));
    let within =
        [(1, SymbolReplacement::Keep), (2, SymbolReplacement::Is(new)), (3, SymbolReplacement::Keep)];
    let both = [(1, is_plain.clone()), (3, is_plain.clone())];
    let parted = [(1, by.clone(), 2), (2, by.clone(), 3)];
    rules.push(rule("Part", both.clone(), [(1, by.clone(), 3)], within, parted));
    if let Some(down) = symbols.one_way.first() {
        let kept = [(1, SymbolReplacement::Keep), (2, SymbolReplacement::Keep)];
        let from_to = [(1, is_plain), (2, SymbolPattern::Is(symbols.start.to_owned()))];
        rules.push(rule("Back", from_to, [], kept, [(1, (*down).to_owned(), 2)]));
    }
    rules
}

fn rule<const L: usize, const R: usize>(
    name: &str,
    left: [(u32, SymbolPattern); L],
    before: impl IntoIterator<Item = (u32, String, u32)>,
    right: [(u32, SymbolReplacement); R],
    after: impl IntoIterator<Item = (u32, String, u32)>,
) -> Rule {
    let lhs = Pattern {
        nodes: left
            .into_iter()
            .map(|(id, symbol)| (ElementId(id), NodePattern { symbol, when: Vec::new() }))
            .collect(),
        edges: before
            .into_iter()
            .map(|(from, symbol, to)| EdgePattern {
                from: ElementId(from),
                symbol: SymbolPattern::Is(symbol),
                when: Vec::new(),
                to: ElementId(to),
                direction: EdgeDirection::FromTo,
            })
            .collect(),
    };
    let rhs = Replacement {
        nodes: right
            .into_iter()
            .map(|(id, symbol)| (ElementId(id), NodeReplacement { symbol, change: Vec::new() }))
            .collect(),
        edges: after
            .into_iter()
            .map(|(from, symbol, to)| EdgeReplacement {
                from: ElementId(from),
                symbol: SymbolReplacement::Is(symbol),
                change: Vec::new(),
                to: ElementId(to),
            })
            .collect(),
        ..Replacement::default()
    };
    Rule {
        name: name.to_owned(),
        notes: String::new(),
        enabled: true,
        weight: 1,
        limit: None,
        tags: Vec::new(),
        geometry: Geometry::Free,
        dangling: DanglingPolicy::Drop,
        prefer: None,
        lhs,
        forbid: Vec::new(),
        rhs,
        or: Vec::new(),
        at: Default::default(),
    }
}
