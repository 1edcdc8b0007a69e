//! Creates a new rule to start with.

use super::free_rule_name;
use crate::grammar::{
    DanglingPolicy, ElementId, Geometry, Grammar, NodePattern, NodeReplacement, Pattern, Replacement, Rule,
    SymbolPattern, SymbolReplacement,
};
use crate::mission::Site;

/// Returns a rule with a free name that finds any node and keeps it, so that both sides can be edited.
pub fn new_rule(grammar: &Grammar) -> Rule {
    let node = ElementId(1);
    let (sought, kept): (NodePattern, NodeReplacement) =
        (SymbolPattern::Any.into(), SymbolReplacement::Keep.into());
    Rule {
        name: free_rule_name(grammar, "New rule"),
        notes: String::new(),
        enabled: true,
        weight: 1,
        limit: None,
        tags: Vec::new(),
        geometry: Geometry::Free,
        dangling: DanglingPolicy::Forbid,
        prefer: None,
        lhs: Pattern { nodes: [(node, sought)].into(), edges: Vec::new() },
        forbid: Vec::new(),
        rhs: Replacement { nodes: [(node, kept)].into(), ..Replacement::default() },
        or: Vec::new(),
        at: [(node, Site { x: 0, y: 0 })].into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Severity;
    use crate::document::test_project::grammar;
    use crate::grammar::check_grammar;

    #[test]
    fn new_rules_are_without_mistakes() {
        let mut grammar = grammar();
        for _ in 0..2 {
            let rule = new_rule(&grammar);
            grammar.rules.push(rule);
        }
        assert_ne!(grammar.rules[2].name, grammar.rules[3].name);
        assert!(check_grammar(&grammar).iter().all(|found| found.severity != Severity::Error));
    }
}
