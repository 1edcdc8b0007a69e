//! The form for the claim of a property.

use egui::Ui;

use crate::editor::widgets::bounds::{count_bound_rows, metric_bound_rows};
use crate::editor::widgets::rows::{RowLabel, choice_row, pick_row};
use crate::grammar::{CountBound, Grammar};
use crate::metrics::{LEVEL_METRICS, MetricUnit};
use crate::properties::{
    CountedThing, KeyDemand, MetricBound, MetricNumber, NeighbourDemand, NeighbourTrait, OrderDemand,
    PropertyClaim,
};

/// Shows the rows of a claim. Returns `true` if it was changed.
pub(super) fn claim_rows(ui: &mut Ui, of: &str, claim: &mut PropertyClaim, grammar: &Grammar) -> bool {
    let before = claim.clone();
    let kinds = kinds_like(claim, grammar);
    let kinds: Vec<(PropertyClaim, &str)> =
        kinds.into_iter().map(|kind| (kind.clone(), name_of(&kind))).collect();
    let about = RowLabel { name: "Claim", of, tooltip: "The kind of requirement on each level." };
    if let Some(other) = choice_row(ui, about, claim.clone(), &kinds) {
        *claim = other;
    }
    match claim {
        PropertyClaim::Metric { metric, value } => {
            metric_row(ui, of, metric, value);
            metric_bound_rows(ui, of, value);
        }
        PropertyClaim::Count { of: thing, number } => {
            thing_row(ui, of, thing, grammar);
            count_bound_rows(ui, of, number);
        }
        PropertyClaim::KeyBeforeLock { keys } => key_row(ui, of, keys),
        PropertyClaim::Order { first, then, demand } => {
            symbol_row(ui, ("First", "The places that come first."), of, first, grammar);
            symbol_row(ui, ("Then", "The places that come later."), of, then, grammar);
            order_row(ui, of, demand);
        }
        PropertyClaim::Adjacent { symbol, to, demand } => {
            symbol_row(ui, ("Places", "The places that are looked at."), of, symbol, grammar);
            symbol_row(ui, ("Neighbours", "The places next to them."), of, to, grammar);
            neighbour_row(ui, of, demand);
        }
        PropertyClaim::DistinctNeighbours { by } => trait_row(ui, of, by),
    }
    *claim != before
}

const fn name_of(claim: &PropertyClaim) -> &'static str {
    match claim {
        PropertyClaim::Metric { .. } => "A metric",
        PropertyClaim::Count { .. } => "A number of things",
        PropertyClaim::KeyBeforeLock { .. } => "Keys before their locks",
        PropertyClaim::Order { .. } => "An order of places",
        PropertyClaim::Adjacent { .. } => "Neighbours",
        PropertyClaim::DistinctNeighbours { .. } => "Different neighbours",
    }
}

/// Returns one claim of each kind, with the present one as it is.
fn kinds_like(claim: &PropertyClaim, grammar: &Grammar) -> Vec<PropertyClaim> {
    let mut symbols =
        claim.clone().symbols_mut().into_iter().map(|(_, name)| name.clone()).collect::<Vec<_>>();
    symbols.extend(grammar.alphabet.nodes.keys().cloned());
    let symbol = |position: usize| symbols.get(position).or(symbols.first()).cloned().unwrap_or_default();
    let demand = OrderDemand::default();
    let kinds = [
        PropertyClaim::Metric {
            metric: "dead_ends".to_owned(),
            value: MetricBound::AtMost(MetricNumber::Whole(3)),
        },
        PropertyClaim::Count { of: CountedThing::Symbol(symbol(0)), number: CountBound::AtLeast(1) },
        PropertyClaim::KeyBeforeLock { keys: KeyDemand::default() },
        PropertyClaim::Order { first: symbol(0), then: symbol(1), demand },
        PropertyClaim::Adjacent { symbol: symbol(0), to: symbol(1), demand: NeighbourDemand::default() },
        PropertyClaim::DistinctNeighbours { by: NeighbourTrait::default() },
    ];
    let same_kind = |kind: &PropertyClaim| std::mem::discriminant(kind) == std::mem::discriminant(claim);
    kinds.into_iter().map(|kind| if same_kind(&kind) { claim.clone() } else { kind }).collect()
}

/// Shows the list of metrics with their units. A share gets a bound in percent.
fn metric_row(ui: &mut Ui, of: &str, metric: &mut String, value: &mut MetricBound) {
    let label = |name: &str, unit: MetricUnit| format!("{name} ({})", unit.name());
    let labels: Vec<String> = LEVEL_METRICS.iter().map(|metric| label(metric.name, metric.unit)).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let known = LEVEL_METRICS.iter().find(|known| known.name == *metric);
    let current = known.map_or_else(|| metric.clone(), |known| label(known.name, known.unit));
    let tooltip = known.map_or("The metric is unknown.", |known| known.definition);
    let about = RowLabel { name: "Metric", of, tooltip };
    let picked = pick_row(ui, about, &current, &labels).and_then(|picked| LEVEL_METRICS.get(picked));
    if let Some(picked) = picked {
        picked.name.clone_into(metric);
        let is_share = picked.unit == MetricUnit::Share;
        if is_share != value.is_in_percent() && known.is_none_or(|known| known.unit != picked.unit) {
            let number = if is_share { MetricNumber::Percent(50) } else { MetricNumber::Whole(3) };
            *value = match value {
                MetricBound::AtLeast(_) => MetricBound::AtLeast(number),
                MetricBound::AtMost(_) | MetricBound::Between(..) => MetricBound::AtMost(number),
            };
        }
    }
}

/// Shows the list of things that can be counted: node symbols, then entities.
fn thing_row(ui: &mut Ui, of: &str, thing: &mut CountedThing, grammar: &Grammar) {
    let symbols = grammar.alphabet.nodes.keys().map(|name| CountedThing::Symbol(name.clone()));
    let entities = grammar.alphabet.entities.keys().map(|name| CountedThing::Entity(name.clone()));
    let mut things: Vec<CountedThing> = symbols.chain(entities).collect();
    if !things.contains(thing) {
        things.push(thing.clone());
    }
    let label = |thing: &CountedThing| match thing {
        CountedThing::Symbol(name) => name.clone(),
        CountedThing::Entity(name) => format!("{name} (entity)"),
    };
    let labels: Vec<String> = things.iter().map(label).collect();
    let choices: Vec<(CountedThing, &str)> =
        things.into_iter().zip(labels.iter().map(String::as_str)).collect();
    let tooltip = "The nodes of a symbol, or the entities of a kind.";
    if let Some(new) = choice_row(ui, RowLabel { name: "Counted", of, tooltip }, thing.clone(), &choices) {
        *thing = new;
    }
}

fn symbol_row(ui: &mut Ui, (name, tooltip): (&str, &str), of: &str, symbol: &mut String, grammar: &Grammar) {
    let names: Vec<&str> = grammar.alphabet.nodes.keys().map(String::as_str).collect();
    let picked = pick_row(ui, RowLabel { name, of, tooltip }, symbol, &names);
    if let Some(name) = picked.and_then(|picked| names.get(picked)) {
        (*name).clone_into(symbol);
    }
}

fn key_row(ui: &mut Ui, of: &str, keys: &mut KeyDemand) {
    let choices = [(KeyDemand::Each, "Every key of each lock"), (KeyDemand::Enough, "As many as it needs")];
    let tooltip = "The keys that can be reached while their lock is shut.";
    if let Some(new) = choice_row(ui, RowLabel { name: "Keys", of, tooltip }, *keys, &choices) {
        *keys = new;
    }
}

fn order_row(ui: &mut Ui, of: &str, demand: &mut OrderDemand) {
    let choices = [
        (OrderDemand::Possible, "The first can be reached before"),
        (OrderDemand::Forced, "Nobody gets there without the first"),
    ];
    let tooltip = "The strength of the requirement.";
    if let Some(new) = choice_row(ui, RowLabel { name: "Order", of, tooltip }, *demand, &choices) {
        *demand = new;
    }
}

fn neighbour_row(ui: &mut Ui, of: &str, demand: &mut NeighbourDemand) {
    let choices = [
        (NeighbourDemand::Each, "Each place has one"),
        (NeighbourDemand::AtLeastOne, "At least one place has one"),
        (NeighbourDemand::Never, "No place has one"),
    ];
    let tooltip = "The places that need such a neighbour.";
    if let Some(new) = choice_row(ui, RowLabel { name: "Demand", of, tooltip }, *demand, &choices) {
        *demand = new;
    }
}

fn trait_row(ui: &mut Ui, of: &str, by: &mut NeighbourTrait) {
    let choices = [(NeighbourTrait::Room, "The authored room"), (NeighbourTrait::Symbol, "The symbol")];
    let tooltip = "The trait in which neighbours differ.";
    if let Some(new) = choice_row(ui, RowLabel { name: "Trait", of, tooltip }, *by, &choices) {
        *by = new;
    }
}
