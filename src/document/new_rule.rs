//! A rule to begin with: a place gets another one beside it.

use indexmap::IndexMap;

use super::free_rule_name;
use crate::grammar::{
    Dangling, EdgeReplacement, ElementId, Geometry, Grammar, NodeReplacement, Pattern, Replacement, Rule,
    SymbolPattern, SymbolReplacement,
};
use crate::mission::{EdgeRole, Site};

/// A rule that joins a new place to any node, as far as the alphabet has symbols for that; its name is free.
pub fn new_rule(grammar: &Grammar) -> Rule {
    let (one, two) = (ElementId(1), ElementId(2));
    let alphabet = &grammar.alphabet;
    let place = alphabet.nodes.iter().find(|(_, symbol)| symbol.form.is_some() && symbol.role.is_none());
    let place = place.or_else(|| alphabet.nodes.first()).map(|(name, _)| name.clone());
    let passage = alphabet.edges.iter().find(|(_, symbol)| symbol.role == EdgeRole::Passage);
    let passage = passage.or_else(|| alphabet.edges.first()).map(|(name, _)| name.clone());
    let mut rhs = Replacement::default();
    rhs.nodes.insert(one, NodeReplacement::from(SymbolReplacement::Keep));
    let mut at = IndexMap::from([(one, Site { x: 0, y: 0 })]);
    if let Some(place) = place {
        rhs.nodes.insert(two, NodeReplacement::from(SymbolReplacement::Is(place)));
        at.insert(two, Site { x: 1, y: 0 });
        rhs.edges.extend(passage.map(|name| EdgeReplacement {
            from: one,
            symbol: SymbolReplacement::Is(name),
            change: Vec::new(),
            to: two,
        }));
    }
    Rule {
        name: free_rule_name(grammar, "New rule"),
        notes: String::new(),
        enabled: true,
        weight: 1,
        limit: None,
        tags: Vec::new(),
        geometry: Geometry::Free,
        dangling: Dangling::Forbid,
        lhs: Pattern { nodes: IndexMap::from([(one, SymbolPattern::Any.into())]), edges: Vec::new() },
        forbid: Vec::new(),
        rhs,
        or: Vec::new(),
        at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Severity;
    use crate::document::test_project::grammar;
    use crate::grammar::check_grammar;

    #[test]
    fn new_rule_is_without_mistakes() {
        let mut grammar = grammar();
        for _ in 0..2 {
            let rule = new_rule(&grammar);
            assert!(rule.rhs.edges.len() == 1);
            grammar.rules.push(rule);
        }
        assert_ne!(grammar.rules[2].name, grammar.rules[3].name);
        assert!(check_grammar(&grammar).iter().all(|found| found.severity != Severity::Error));
    }
}
