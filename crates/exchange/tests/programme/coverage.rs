//! Counts the features of the programme's grammars, so that it cannot become weak unnoticed.
//!
//! Only grammars without mistakes are counted, because the others test nothing.

use std::collections::{BTreeMap, BTreeSet};

use delvewright_engine::base::{Choice, Number, Parameters, PathPart, Severity, Slot, each_parameter};
use delvewright_engine::grammar::{Grammar, Start};
use delvewright_engine::mission::{Door, EdgeSymbol, Form, PassageKind, PassageLength};
use delvewright_engine::pipeline::ProjectFindings;
use delvewright_engine::settings::{SizeLimit, Spacing};

use super::Project;
use super::grammars::wide::MOST_PLACES;

/// Number of grammars that are counted.
const COUNTED: u64 = 1_500;

/// Values with which hardly any grammar gives a level, so that `check` reports them.
const HOPELESS: [&str; 3] =
    ["layout.scale: the least", "layout.width: the least", "layout.height: the least"];

/// Number of times that each value of each setting was drawn. Numbers have three values: the minimum, the
/// maximum and others.
#[derive(Default)]
struct Settings {
    counts: BTreeMap<String, u32>,
}

impl Settings {
    fn add(&mut self, name: String, by: u32) {
        *self.counts.entry(name).or_default() += by;
    }

    fn add_grammar(&mut self, grammar: &mut Grammar) {
        for symbol in grammar.alphabet.nodes.values_mut() {
            let forms = symbol.forms.iter_mut().map(|choice| &mut choice.form);
            forms.chain(&mut symbol.form).for_each(|form| self.add_choice("form", form));
        }
        for symbol in grammar.alphabet.edges.values_mut() {
            let kinds = symbol.kinds.iter_mut().map(|choice| &mut choice.kind);
            kinds.chain([&mut symbol.kind]).for_each(|kind| self.add_choice("kind", kind));
            self.add_choice("door", &mut symbol.door);
        }
        self.add_parameters("layout", &mut grammar.layout);
        self.add_choice("movement", &mut grammar.movement);
        for pass in &mut grammar.populate {
            self.add_choice("pass", &mut pass.pass);
        }
    }

    fn add_choice(&mut self, name: &str, of: &mut dyn Choice) {
        for value in of.choices() {
            self.add(format!("{name}: {}", value.label), u32::from(value.label == of.label()));
        }
        let name = format!("{name} {}", of.label());
        self.add_parameters(&name, of);
    }

    fn add_parameters(&mut self, name: &str, of: &mut dyn Parameters) {
        each_parameter(of, &mut |path, slot| {
            let name = format!("{name}.{}", slot.parameter().name);
            match slot {
                // Pins name places and cells.
                _ if path.first() == Some(&PathPart::Field("pins")) => {}
                Slot::Number(number, value) => self.add_number(&name, number, &[*value]),
                Slot::Range(number, (least, most)) => self.add_number(&name, number, &[*least, *most]),
                Slot::Choice(_, choice) => {
                    for value in choice.choices() {
                        self.add(
                            format!("{name}: {}", value.label),
                            u32::from(value.label == choice.label()),
                        );
                    }
                }
                Slot::Switch(.., value) => {
                    self.add(format!("{name}: yes"), u32::from(*value));
                    self.add(format!("{name}: no"), u32::from(!*value));
                }
                Slot::Name(..) | Slot::Names(..) | Slot::Text(..) | Slot::Rows(..) => {}
            }
        });
    }

    fn add_number(&mut self, name: &str, number: &Number, values: &[u32]) {
        let (least, most) = (number.least, number.most);
        for (label, is_meant) in [
            ("the least", values.contains(&least)),
            ("the most", values.contains(&most)),
            ("between", values.iter().any(|value| *value > least && *value < most)),
        ] {
            self.add(format!("{name}: {label}"), u32::from(is_meant));
        }
    }
}

/// Returns the features of a grammar that should be tested together.
fn features(grammar: &Grammar) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::from([spacing(grammar.layout.spacing)]);
    let mut add = |name, is_there: bool| _ = is_there.then(|| found.insert(name));
    let Grammar { alphabet, layout, start, .. } = grammar;
    let gap = match layout.spacing {
        Spacing::Elastic { gap } | Spacing::Compact { gap } => gap,
        Spacing::Fixed { .. } | Spacing::Sprawl { .. } => 0,
    };
    add("a wide gap", gap >= 8);
    add("a bound", layout.shape.bound != SizeLimit::None);
    add("pins", !layout.pins.is_empty());
    add("passes", !grammar.populate.is_empty());
    add("rules", !grammar.recipe.is_empty());
    add("sites", start.gives_sites());
    let Start::Graph { nodes, edges, .. } = start else { return found };
    for form in nodes.values().filter_map(|node| alphabet.nodes[&node.symbol].form.as_ref()) {
        add(technique(form), true);
    }
    for symbol in edges.iter().map(|(_, edge, _)| &alphabet.edges[&edge.symbol]) {
        edge_features(symbol, &mut add);
    }
    add("keys", nodes.values().any(|node| node.symbol == "Key"));
    add("many places", nodes.len() > 12);
    found
}

fn spacing(spacing: Spacing) -> &'static str {
    match spacing {
        Spacing::Elastic { .. } => "elastic",
        Spacing::Compact { .. } => "compact",
        Spacing::Fixed { .. } => "fixed",
        Spacing::Sprawl { .. } => "sprawl",
    }
}

fn technique(form: &Form) -> &'static str {
    match form {
        Form::Cave(_) => "caves",
        Form::Room(_) => "rooms",
        Form::Hall(_) => "halls",
        Form::Walkers(_) => "walkers",
        Form::Cards(_) => "cards",
    }
}

fn edge_features(symbol: &EdgeSymbol, add: &mut impl FnMut(&'static str, bool)) {
    add("one-way passages", symbol.one_way);
    add("drops", symbol.door == Door::Drop);
    add("doorways", matches!(symbol.kind, PassageKind::Doorway { .. }));
    add("open borders", symbol.kind == PassageKind::Open);
    if let PassageKind::Corridor { width, length, .. } = symbol.kind {
        add("wide corridors", width == 5);
        add("lengths", length != PassageLength::Any);
    }
}

/// Features that exclude each other.
const SPACINGS: [&str; 4] = ["elastic", "compact", "fixed", "sprawl"];
const WITHOUT_GAPS: [&str; 2] = ["fixed", "sprawl"];

fn exclude_each_other(one: &str, other: &str) -> bool {
    let both_in = |names: &[&str]| names.contains(&one) && names.contains(&other);
    both_in(&SPACINGS)
        || [(one, other), (other, one)]
            .iter()
            .any(|(one, other)| *one == "a wide gap" && WITHOUT_GAPS.contains(other))
}

fn grammars_without_mistakes() -> impl Iterator<Item = Grammar> {
    (1..=COUNTED).map(|number| Project::new(number, MOST_PLACES)).filter_map(|project| {
        let sets: Vec<_> = project.request().rooms;
        let findings = ProjectFindings::of(&project.grammar, &sets);
        findings.iter().all(|found| found.severity != Severity::Error).then_some(project.grammar)
    })
}

#[test]
fn programme_draws_every_setting_and_every_pair_of_features() {
    let (mut settings, mut without_mistakes) = (Settings::default(), 0);
    let (mut all, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    for mut grammar in grammars_without_mistakes() {
        let features = features(&grammar);
        settings.add_grammar(&mut grammar);
        for one in &features {
            all.insert(*one);
            pairs.extend(features.iter().filter(|other| one < *other).map(|other| (*one, *other)));
        }
        without_mistakes += 1;
    }
    assert!(without_mistakes * 10 >= COUNTED * 9, "{without_mistakes} of {COUNTED} are without mistakes");
    let missing = settings.counts.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name);
    let missing: Vec<&String> = missing.filter(|name| !HOPELESS.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "never drawn: {missing:#?}");
    let is_missing = |one: &&str, other: &&str| {
        one < other && !exclude_each_other(one, other) && !pairs.contains(&(*one, *other))
    };
    let missing: Vec<_> = all
        .iter()
        .flat_map(|one| all.iter().filter(move |other| is_missing(one, other)).map(move |other| (one, other)))
        .collect();
    assert!(missing.is_empty(), "never drawn together: {missing:#?}");
    assert_eq!(all.len(), 23, "{all:?}");
}
