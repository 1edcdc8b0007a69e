//! Fixes for settings of rules other than their drawings.

use super::Fix;
use crate::base::{Diagnostic, PathPart};
use crate::document::{
    Content, Edit, Location, RecipeEdit, RuleSetting, RulesEdit, free_rule_name, location_in_grammar,
};
use crate::grammar::{RecipeStep, RuleChoice, Times};

pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let Some(Location::Rule(position)) = location_in_grammar(diagnostic) else { return Vec::new() };
    let Some(rule) = content.grammar.rules.get(position) else { return Vec::new() };
    let field = match diagnostic.path.parts() {
        [_, _, PathPart::Field(field)] => Some(*field),
        _ => None,
    };
    let set = |words: &str, setting| {
        let edit = RulesEdit::Set { rule: position, name: rule.name.clone(), setting };
        Fix::new(words, Edit::Rules(edit))
    };
    match diagnostic.code {
        "rule-never-runs" if field == Some("weight") && rule.weight == 0 => {
            vec![set("Give it a weight of 1", RuleSetting::Weight(1))]
        }
        "rule-never-runs" if field == Some("limit") && rule.limit == Some(0) => {
            vec![set("Delete the limit", RuleSetting::Limit(None))]
        }
        "duplicate-rule-name" => {
            let to = free_rule_name(&content.grammar, &rule.name);
            let words = format!("Rename the second to \"{to}\"");
            let edit = RulesEdit::Rename { rule: position, name: rule.name.clone(), to };
            vec![Fix::new(words, Edit::Rules(edit))]
        }
        "unused-rule" => {
            let on = RulesEdit::Enable { rule: position, name: rule.name.clone(), enabled: true };
            let turn_on = (!rule.enabled).then(|| Fix::new("Turn on the rule", Edit::Rules(on)));
            let step = RecipeStep::apply(RuleChoice::Named(vec![rule.name.clone()]), Times::default());
            let at = vec![content.grammar.recipe.len()];
            let edit = Edit::Recipe(RecipeEdit::Insert { at, step: Box::new(step) });
            turn_on.into_iter().chain([Fix::new("Apply it at the end", edit)]).collect()
        }
        _ => Vec::new(),
    }
}
