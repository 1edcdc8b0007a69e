//! Faults: each function returns all mutants of a grammar with one fault.

use std::collections::BTreeSet;

use delvewright_engine::grammar::{
    EdgePattern, EdgeReplacement, ElementId, Grammar, NodePattern, Pattern, RecipeStep, Replacement, Rule,
    RuleChoice, SymbolPattern, SymbolReplacement, Times, pair_edges,
};
use delvewright_engine::mission::EdgeRole;

const PASSAGE: &[EdgeRole] = &[EdgeRole::Passage];
const RELATIONS: &[EdgeRole] = &[EdgeRole::Opens, EdgeRole::Contains];

/// Replaces each node that only one rule makes and others ask for by name.
pub fn no_longer_made(grammar: &Grammar) -> Vec<Grammar> {
    let mut mutants = Vec::new();
    for name in grammar.alphabet.nodes.keys() {
        let is_it = |symbol: &SymbolReplacement| *symbol == SymbolReplacement::Is(name.clone());
        let makes = |right: &Replacement| right.nodes.values().any(|node| is_it(&node.symbol));
        let makes_any = |rule: &Rule| makes(&rule.rhs) || rule.or.iter().any(makes);
        let makers: Vec<usize> =
            (0..grammar.rules.len()).filter(|rule| makes_any(&grammar.rules[*rule])).collect();
        let asked = grammar
            .rules
            .iter()
            .any(|rule| rule.lhs.nodes.values().any(|node| node.symbol == SymbolPattern::Is(name.clone())));
        let is_at_start = text_of_start(grammar).contains(&format!("\"{name}\""));
        if let ([maker], true, false) = (makers.as_slice(), asked, is_at_start) {
            let mut mutant = grammar.clone();
            let other = mutant.alphabet.nodes.get_index(0).expect("a symbol").0.clone();
            let Rule { rhs, or, .. } = &mut mutant.rules[*maker];
            let nodes = std::iter::once(rhs).chain(or).flat_map(|right| right.nodes.values_mut());
            for node in nodes.filter(|node| is_it(&node.symbol)) {
                node.symbol = SymbolReplacement::Is(other.clone());
            }
            mutants.push(mutant);
        }
    }
    mutants
}

/// Makes each node of a left side ask for a symbol that nothing makes.
pub fn never_there(grammar: &Grammar) -> Vec<Grammar> {
    (0..grammar.rules.len())
        .flat_map(|position| grammar.rules[position].lhs.nodes.keys().map(move |id| (position, *id)))
        .map(|(position, id): (usize, ElementId)| {
            let mut mutant = grammar.clone();
            let first = mutant.alphabet.nodes.get_index(0).expect("a symbol").1.clone();
            mutant.alphabet.nodes.insert("Unheard of".to_owned(), first);
            mutant.rules[position].lhs.nodes[&id].symbol = SymbolPattern::Is("Unheard of".to_owned());
            mutant
        })
        .collect()
}

/// Reverses relations of left sides. A key that contains its place, or a place that opens its key, never
/// occurs.
pub fn turned_on_the_left(grammar: &Grammar) -> Vec<Grammar> {
    let mut mutants = each_rule(grammar, |grammar, rule| {
        let is_relation = |symbol: &SymbolPattern| match symbol {
            SymbolPattern::Is(name) => {
                matches!(grammar.alphabet.edges[name].role, EdgeRole::Opens | EdgeRole::Contains)
            }
            SymbolPattern::Any | SymbolPattern::AnyOf(_) => false,
        };
        let edge = rule.lhs.edges.iter_mut().find(|edge| is_relation(&edge.symbol));
        edge.map(|edge| std::mem::swap(&mut edge.from, &mut edge.to)).is_some()
    });
    // The kept edge would have no partner, which is an error that hides all other diagnostics.
    for rule in mutants.iter_mut().flat_map(|mutant| &mut mutant.rules) {
        let partners = pair_edges(&rule.lhs, &rule.rhs);
        let mut partners = partners.iter();
        rule.rhs.edges.retain(|edge| {
            partners.next().is_some_and(Option::is_some) || edge.symbol != SymbolReplacement::Keep
        });
    }
    mutants
}

/// Duplicates each rule, also in the recipe.
pub fn doubled(grammar: &Grammar) -> Vec<Grammar> {
    let double = |rule: &Rule| {
        let mut mutant = grammar.clone();
        let name = format!("{} again", rule.name);
        add_to_recipe(&mut mutant.recipe, &rule.name, &name);
        mutant.rules.push(Rule { name, ..rule.clone() });
        mutant
    };
    grammar.rules.iter().map(double).collect()
}

/// Adds unlimited growth: another dead end at any place, or another place on any passage.
pub fn endless(grammar: &Grammar) -> Vec<Grammar> {
    let unbounded = |rule: &&Rule| {
        let keeps = |id| rule.rhs.nodes.get(id).is_some_and(|node| node.symbol == SymbolReplacement::Keep);
        let partners = pair_edges(&rule.lhs, &rule.rhs);
        let keeps_edges = (0..rule.lhs.edges.len()).all(|edge| partners.contains(&Some(edge)));
        let subdivides = rule.name.ends_with("on the way") || rule.name == "Build a gallery";
        rule.geometry.is_free() && (rule.lhs.nodes.keys().all(keeps) && keeps_edges || subdivides)
    };
    let endless = |rule: &Rule| {
        let mut mutant = grammar.clone();
        let rules = RuleChoice::Named(vec![rule.name.clone()]);
        mutant.recipe.push(RecipeStep::apply(rules, Times::UntilNone));
        for rule in mutant.rules.iter_mut().filter(|other| other.name == rule.name) {
            rule.limit = None;
            rule.forbid.clear();
            rule.or.clear();
            rule.lhs.nodes.values_mut().for_each(|node| node.when.clear());
            rule.lhs.edges.iter_mut().for_each(|edge| edge.when.clear());
        }
        mutant
    };
    grammar.rules.iter().filter(unbounded).map(endless).collect()
}

/// Repeats the last step, which takes everything it finds.
pub fn after_all_is_taken(grammar: &Grammar) -> Vec<Grammar> {
    let mut mutant = grammar.clone();
    let until_none = |step: &RecipeStep| match step {
        RecipeStep::Apply { rules, times: Times::UntilNone, .. } => Some(rules.clone()),
        _ => None,
    };
    let Some(rules) = mutant.recipe.last().and_then(until_none) else { return Vec::new() };
    mutant.recipe.push(RecipeStep::apply(rules, Times::Exactly(1)));
    vec![mutant]
}

/// Leaves out each new passage.
pub fn without_passages(grammar: &Grammar) -> Vec<Grammar> {
    that_part(grammar, each_edge(grammar, true, PASSAGE, leave_out))
}

/// Turns each new passage into an edge that nobody walks.
pub fn passages_as_relations(grammar: &Grammar) -> Vec<Grammar> {
    let relation = grammar.alphabet.edges.iter().find(|(_, edge)| edge.role != EdgeRole::Passage);
    let Some((name, _)) = relation else { return Vec::new() };
    let rename = |edges: &mut Vec<EdgeReplacement>, edge: usize| {
        edges[edge].symbol = SymbolReplacement::Is(name.clone());
    };
    that_part(grammar, each_edge(grammar, true, PASSAGE, rename))
}

/// Leaves out each new edge from a key to a lock.
pub fn without_opens(grammar: &Grammar) -> Vec<Grammar> {
    each_edge(grammar, true, &[EdgeRole::Opens], leave_out)
}

/// Leaves out each new edge from a place to its content.
pub fn without_contains(grammar: &Grammar) -> Vec<Grammar> {
    each_edge(grammar, true, &[EdgeRole::Contains], leave_out)
}

/// Leaves out each kept relation on the right side.
pub fn without_kept_relations(grammar: &Grammar) -> Vec<Grammar> {
    each_edge(grammar, false, RELATIONS, leave_out)
}

/// Reverses each new relation.
pub fn turned_on_the_right(grammar: &Grammar) -> Vec<Grammar> {
    each_edge(grammar, true, RELATIONS, |edges, edge| {
        let edge = &mut edges[edge];
        std::mem::swap(&mut edge.from, &mut edge.to);
    })
}

/// Turns each new place into something that is not a place.
pub fn places_as_items(grammar: &Grammar) -> Vec<Grammar> {
    let symbols = &grammar.alphabet.nodes;
    let Some((item, _)) = symbols.iter().find(|(_, symbol)| symbol.form.is_none()) else { return Vec::new() };
    let mut mutants = Vec::new();
    for (position, rule) in grammar.rules.iter().enumerate() {
        for (id, node) in &rule.rhs.nodes {
            let is_place = |name: &String| symbols[name].form.is_some();
            let SymbolReplacement::Is(name) = &node.symbol else { continue };
            if is_place(name) && !rule.lhs.nodes.contains_key(id) {
                let mut mutant = grammar.clone();
                mutant.rules[position].rhs.nodes[id].symbol = SymbolReplacement::Is(item.clone());
                mutants.push(mutant);
            }
        }
    }
    mutants
}

/// Keeps the mutants in which the changed rule joins fewer of its nodes. Leaving out one passage of a cycle,
/// or a way between places joined elsewhere, is harmless.
fn that_part(grammar: &Grammar, mutants: Vec<Grammar>) -> Vec<Grammar> {
    let is_parted = |mutant: &Grammar| {
        let pairs = mutant.rules.iter().zip(&grammar.rules);
        pairs.filter(|(rule, was)| rule != was).any(|(rule, was)| {
            let (before, whole) = (ways(grammar, &was.lhs, None), ways(grammar, &was.lhs, Some(&was.rhs)));
            let parted = ways(grammar, &rule.lhs, Some(&rule.rhs));
            let is_old =
                |id: &ElementId| was.lhs.nodes.get(id).is_some_and(|node| may_be_place(grammar, node));
            whole.difference(&parted).any(|pair| {
                let (one, other) = pair;
                before.contains(pair) || !is_old(one) && is_old(other) || is_old(one) && !is_old(other)
            })
        })
    };
    mutants.into_iter().filter(is_parted).collect()
}

fn may_be_place(grammar: &Grammar, node: &NodePattern) -> bool {
    match &node.symbol {
        SymbolPattern::Is(name) => grammar.alphabet.nodes[name].form.is_some(),
        SymbolPattern::Any | SymbolPattern::AnyOf(_) => true,
    }
}

/// Returns the pairs of nodes that are connected by passages on the left side, or on the right side.
fn ways(grammar: &Grammar, left: &Pattern, right: Option<&Replacement>) -> BTreeSet<(ElementId, ElementId)> {
    let is_passage = |name: &String| grammar.alphabet.edges[name].role == EdgeRole::Passage;
    let is_left = |edge: &EdgePattern| match &edge.symbol {
        SymbolPattern::Is(name) => is_passage(name),
        SymbolPattern::AnyOf(names) => names.iter().any(is_passage),
        SymbolPattern::Any => true,
    };
    let mut found: BTreeSet<(ElementId, ElementId)> = match right {
        None => left.edges.iter().filter(|edge| is_left(edge)).map(|edge| (edge.from, edge.to)).collect(),
        Some(right) => {
            let partners = pair_edges(left, right);
            let is_right = |edge: &EdgeReplacement, partner: Option<usize>| match &edge.symbol {
                SymbolReplacement::Is(name) => is_passage(name),
                SymbolReplacement::Keep => partner.is_some_and(|partner| is_left(&left.edges[partner])),
            };
            let edges = right.edges.iter().zip(partners);
            let walked = edges.filter(|(edge, partner)| is_right(edge, *partner));
            walked.map(|(edge, _)| (edge.from, edge.to)).collect()
        }
    };
    found.extend(found.clone().into_iter().map(|(from, to)| (to, from)));
    loop {
        let longer: Vec<_> = found
            .iter()
            .flat_map(|(from, over)| {
                found.iter().filter(move |next| next.0 == *over).map(|next| (*from, next.1))
            })
            .filter(|pair| !found.contains(pair))
            .collect();
        if longer.is_empty() {
            return found;
        }
        found.extend(longer);
    }
}

fn leave_out(edges: &mut Vec<EdgeReplacement>, edge: usize) {
    edges.remove(edge);
}

/// Returns one mutant for each rule that can be changed.
fn each_rule(grammar: &Grammar, change: impl Fn(&Grammar, &mut Rule) -> bool) -> Vec<Grammar> {
    let mutant = |position: usize| {
        let mut mutant = grammar.clone();
        change(grammar, mutant.rules.get_mut(position)?).then_some(mutant)
    };
    (0..grammar.rules.len()).filter_map(mutant).collect()
}

fn role(grammar: &Grammar, symbol: &SymbolReplacement) -> Option<EdgeRole> {
    match symbol {
        SymbolReplacement::Is(name) => grammar.alphabet.edges.get(name).map(|edge| edge.role),
        SymbolReplacement::Keep => None,
    }
}

/// Returns one mutant for each edge of a right side with one of these roles that is new or kept, as
/// requested.
fn each_edge(
    grammar: &Grammar,
    is_new: bool,
    roles: &[EdgeRole],
    change: impl Fn(&mut Vec<EdgeReplacement>, usize),
) -> Vec<Grammar> {
    let mut mutants = Vec::new();
    for (position, rule) in grammar.rules.iter().enumerate() {
        for (edge, partner) in pair_edges(&rule.lhs, &rule.rhs).into_iter().enumerate() {
            let symbol = match partner.map(|partner| &rule.lhs.edges[partner].symbol) {
                None => role(grammar, &rule.rhs.edges[edge].symbol),
                Some(SymbolPattern::Is(name)) => Some(grammar.alphabet.edges[name].role),
                Some(SymbolPattern::Any | SymbolPattern::AnyOf(_)) => None,
            };
            if partner.is_none() == is_new && symbol.is_some_and(|role| roles.contains(&role)) {
                let mut mutant = grammar.clone();
                change(&mut mutant.rules[position].rhs.edges, edge);
                mutants.push(mutant);
            }
        }
    }
    mutants
}
fn text_of_start(grammar: &Grammar) -> String {
    format!("{:?}", grammar.start)
}

/// Adds another name wherever a rule is named.
fn add_to_recipe(recipe: &mut [RecipeStep], name: &str, other: &str) {
    for step in recipe {
        if let RecipeStep::Apply { rules: RuleChoice::Named(names), .. } = step
            && names.iter().any(|known| known == name)
        {
            names.push(other.to_owned());
        }
    }
}
