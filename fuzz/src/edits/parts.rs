//! Edits of settings, the alphabet, rules, the recipe and passes.

use delvewright::base::Seed;
use delvewright::document::{
    AlphabetEdit, Content, PinsEdit, PopulateEdit, PropertiesEdit, RecipeEdit, RuleSetting, RulesEdit,
    SettingsEdit, StepPath, Symbol, ThemesEdit, VariablesEdit, steps_with_paths,
};
use delvewright::grammar::{DanglingPolicy, Geometry, Limits, Variable};
use delvewright::mission::{DerivedTheme, NodeId};
use delvewright::properties::{KeyDemand, LevelProperty, PropertyClaim};
use delvewright::settings::{Movement, PinnedPlace, Roll};

use crate::draw::Draw;
use crate::grammars;

/// Names for new things.
pub(super) const NAMES: [&str; 4] = ["Pit", "way", "Hollow", "path"];

pub(super) fn settings(draw: &mut Draw) -> SettingsEdit {
    match draw.below(6) {
        0 => SettingsEdit::Name(draw.name(&NAMES)),
        1 => SettingsEdit::Notes(draw.name(&NAMES)),
        2 => SettingsEdit::Limits(Limits {
            steps: draw.any_number(),
            nodes: draw.any_number(),
            edges: draw.any_number(),
        }),
        3 => SettingsEdit::Theme(draw.name(&["crypt", "lava", "moss"])),
        4 => SettingsEdit::Layout { what: "layout", layout: grammars::layout(draw) },
        _ => SettingsEdit::Movement(*draw.pick(&[Movement::Cardinal, Movement::EightWay])),
    }
}

pub(super) fn variables(draw: &mut Draw) -> VariablesEdit {
    let name = draw.name(&NAMES);
    let variable = Variable {
        default: i64::from(draw.any_number()),
        range: (i64::from(draw.any_number()), i64::from(draw.any_number())),
        notes: draw.name(&NAMES),
    };
    match draw.below(6) {
        0 => VariablesEdit::SetValue { name, value: i64::from(draw.any_number()) },
        1 => VariablesEdit::ResetValues,
        2 => VariablesEdit::Add { name, variable },
        3 => VariablesEdit::Set { name, what: "range", variable },
        4 => VariablesEdit::Rename { name, to: draw.name(&NAMES) },
        _ => VariablesEdit::Remove(name),
    }
}

pub(super) fn properties(draw: &mut Draw) -> PropertiesEdit {
    let claim = PropertyClaim::KeyBeforeLock { keys: KeyDemand::default() };
    let property = Box::new(LevelProperty { name: draw.name(&NAMES), claim });
    match draw.below(4) {
        0 => PropertiesEdit::Add(property),
        1 => PropertiesEdit::Set { at: draw.below(4), what: "name", property },
        2 => PropertiesEdit::Remove(draw.below(4)),
        _ => PropertiesEdit::Move { from: draw.below(4), to: draw.below(4) },
    }
}

pub(super) fn themes(draw: &mut Draw) -> ThemesEdit {
    let name = draw.name(&NAMES);
    let theme = Box::new(DerivedTheme::like(&draw.name(&["crypt", "lava", "moss"])));
    match draw.below(5) {
        0 => ThemesEdit::Add { name, theme },
        1 => ThemesEdit::Set { name, what: "model", theme },
        2 => ThemesEdit::Rename { name, to: draw.name(&NAMES) },
        3 => ThemesEdit::Duplicate(name),
        _ => ThemesEdit::Remove(name),
    }
}

pub(super) fn pins(draw: &mut Draw, content: &Content) -> PinsEdit {
    let at = (draw.any_number(), draw.any_number());
    let (seed, node) = (Seed(draw.below(3) as u64), NodeId(draw.below(9) as u32));
    match draw.below(8) {
        0 => PinsEdit::ForSeed { seed, node, at },
        1 => {
            let symbol = grammars::node_name(draw, &content.grammar.alphabet);
            PinsEdit::ForAll { symbol, at, seed, node }
        }
        2 => PinsEdit::OffSeed { seed, node },
        3 => {
            let roll = Roll { keep: vec![node], seed, pins: None };
            PinsEdit::Roll { seed, roll, kept: [node].into() }
        }
        4 => PinsEdit::OffRolls { seed },
        5 => PinsEdit::LayOutAnew { seed },
        6 => PinsEdit::OffWholeSeed { seed },
        _ => {
            let pins = &content.grammar.layout.pins;
            let known = (!pins.is_empty()).then(|| draw.pick(pins).place.clone());
            PinsEdit::OffAll(known.unwrap_or(PinnedPlace::Node(node.0)))
        }
    }
}

/// Returns a symbol that usually exists.
pub(super) fn symbol(draw: &mut Draw, content: &Content) -> Symbol {
    let alphabet = &content.grammar.alphabet;
    let is_node = draw.is_so();
    let known: Vec<&str> = match is_node {
        true => alphabet.nodes.keys().map(String::as_str).collect(),
        false => alphabet.edges.keys().map(String::as_str).collect(),
    };
    let name = draw.name(&known);
    if is_node { Symbol::Node(name) } else { Symbol::Edge(name) }
}

pub(super) fn alphabet(draw: &mut Draw, content: &Content) -> AlphabetEdit {
    let symbol = symbol(draw, content);
    match draw.below(9) {
        0 => {
            AlphabetEdit::AddNode { symbol: draw.name(&NAMES), value: Box::new(grammars::node_symbol(draw)) }
        }
        1 => {
            AlphabetEdit::AddEdge { symbol: draw.name(&NAMES), value: Box::new(grammars::edge_symbol(draw)) }
        }
        2 => AlphabetEdit::SetNode {
            symbol: symbol.name().to_owned(),
            what: "all",
            value: grammars::node_symbol(draw),
        },
        3 => AlphabetEdit::SetEdge {
            symbol: symbol.name().to_owned(),
            what: "all",
            value: grammars::edge_symbol(draw),
        },
        4 => AlphabetEdit::Rename { symbol, to: draw.name(&NAMES) },
        5 => {
            let by = self::symbol(draw, content).name().to_owned();
            AlphabetEdit::Replace { symbol, by }
        }
        6 => AlphabetEdit::Duplicate(symbol),
        7 => AlphabetEdit::Remove(symbol),
        _ => AlphabetEdit::Move { symbol, to: draw.below(9) },
    }
}

pub(super) fn populate(draw: &mut Draw, content: &Content) -> PopulateEdit {
    let grammar = &content.grammar;
    let at = draw.below(grammar.populate.len() + 2);
    let name = |draw: &mut Draw, names: Vec<&str>| draw.name(&names);
    let entity = |draw: &mut Draw| name(draw, grammar.alphabet.entities.keys().map(String::as_str).collect());
    let tile = |draw: &mut Draw| name(draw, grammar.alphabet.tiles.keys().map(String::as_str).collect());
    let pass = |draw: &mut Draw| {
        let name = draw.name(&NAMES);
        Box::new(grammars::pass(draw, grammar, &name))
    };
    match draw.below(13) {
        0 | 1 => PopulateEdit::Insert { at, pass: pass(draw) },
        2 => PopulateEdit::Set { at, what: "all", pass: pass(draw) },
        3 => PopulateEdit::Remove(at),
        4 => PopulateEdit::Move { from: at, to: draw.below(9) },
        5 => PopulateEdit::SetEntity { name: draw.name(&NAMES), value: grammars::entity(draw) },
        6 => PopulateEdit::SetTile { name: draw.name(&NAMES), value: grammars::tile(draw) },
        7 => PopulateEdit::RenameEntity { from: entity(draw), to: draw.name(&NAMES) },
        8 => PopulateEdit::RenameTile { from: tile(draw), to: draw.name(&NAMES) },
        9 => PopulateEdit::RemoveEntity(entity(draw)),
        10 => PopulateEdit::RunOnly(at),
        11 => PopulateEdit::RunAll,
        _ => PopulateEdit::RemoveTile(tile(draw)),
    }
}

pub(super) fn rules(draw: &mut Draw, content: &Content) -> RulesEdit {
    let rules = &content.grammar.rules;
    let rule = draw.below(rules.len() + 1);
    let name = rules.get(rule).map_or_else(String::new, |rule| rule.name.clone());
    match draw.below(8) {
        0 => {
            let number = draw.below(8);
            let rule = Box::new(grammars::rule(draw, &content.grammar.alphabet, number));
            RulesEdit::Insert { at: draw.below(rules.len() + 2), rule }
        }
        1 => RulesEdit::Duplicate { rule, name },
        2 => RulesEdit::Remove { rule, name },
        3 => RulesEdit::Move { rule, name, to: draw.below(9) },
        4 => RulesEdit::Rename { rule, name, to: draw.name(&NAMES) },
        5 => RulesEdit::Enable { rule, name, enabled: draw.is_so() },
        _ => RulesEdit::Set { rule, name, setting: rule_setting(draw) },
    }
}

fn rule_setting(draw: &mut Draw) -> RuleSetting {
    match draw.below(6) {
        0 => RuleSetting::Weight(draw.any_number()),
        1 => RuleSetting::Limit(draw.is_so().then(|| draw.any_number())),
        2 => RuleSetting::Tags(draw.some(2, |draw| draw.name(&NAMES))),
        3 if draw.is_so() => RuleSetting::Geometry(Geometry::Free),
        3 => RuleSetting::Geometry(Geometry::Lattice { turns: draw.is_so(), flips: draw.is_so() }),
        4 => RuleSetting::Dangling(*draw.pick(&[DanglingPolicy::Forbid, DanglingPolicy::Drop])),
        _ => RuleSetting::Notes(draw.name(&NAMES)),
    }
}

/// Returns a path to a step that usually exists, or into it.
fn path(draw: &mut Draw, content: &Content) -> StepPath {
    let steps = steps_with_paths(&content.grammar.recipe);
    let mut path = steps.get(draw.below(steps.len() + 1)).map_or_else(Vec::new, |(path, _)| path.clone());
    if path.is_empty() || draw.chance(25) {
        path.push(draw.below(4));
    }
    path
}

pub(super) fn recipe(draw: &mut Draw, content: &Content) -> RecipeEdit {
    let grammar = &content.grammar;
    let at = path(draw, content);
    let step = |draw: &mut Draw| Box::new(grammars::step(draw, &grammar.rules, 0));
    match draw.below(7) {
        0 | 1 => RecipeEdit::Insert { at, step: step(draw) },
        2 => RecipeEdit::Duplicate(at),
        3 => RecipeEdit::Move { from: at, to: path(draw, content) },
        4 => RecipeEdit::Remove(at),
        5 if draw.chance(20) => RecipeEdit::Replace { what: "New recipe".into(), recipe: vec![*step(draw)] },
        _ => RecipeEdit::Set { at, what: "all", step: step(draw) },
    }
}
