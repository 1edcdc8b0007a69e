//! Describes parts of a project in words, as panes show them.

use crate::base::{printable, printable_line};
use crate::document::{Content, Location, step_at, step_label};
use crate::editor::widgets::formulas::spelled;
use crate::grammar::{
    CountBound, Grammar, Pattern, RecipeStep, Requirement, RuleChoice, SymbolPattern, Times,
};

/// Accessible name of the field for a rule's name, above its drawing.
pub const NAME_OF_RULE: &str = "Name of the rule";

/// Returns the label of a location: `Rule "Lock the way"`. `None` if it does not exist.
pub fn location_label(place: &Location, content: &Content) -> Option<String> {
    Some(match place {
        Location::Symbol(symbol) => format!("Symbol \"{}\"", printable(symbol.name())),
        Location::Start => "Start".to_owned(),
        Location::Rule(rule) => match content.grammar.rules.get(*rule)?.name.trim() {
            "" => format!("Rule {}", rule + 1),
            name => format!("Rule \"{}\"", printable(name)),
        },
        Location::Step(path) if path.is_empty() => "Recipe".to_owned(),
        Location::Step(path) => {
            step_at(&content.grammar.recipe, path)?;
            format!("Step {} of the recipe", step_label(path))
        }
        Location::Pass(pass) => match content.grammar.populate.get(*pass) {
            Some(pass) => format!("Pass \"{}\"", printable(&pass.name)),
            None => "Populate".to_owned(),
        },
        Location::Room(set, room) => {
            let set = &content.rooms.get(*set)?.set;
            let room = set.rooms.get(*room)?;
            format!("Room \"{}\" in \"{}\"", printable(&room.name), printable(&set.name))
        }
        Location::Theme(name) => {
            content.grammar.alphabet.themes.get(name)?;
            format!("Theme \"{}\"", printable(name))
        }
        Location::Settings => "Settings".to_owned(),
    })
}

/// Describes a step: "Apply grow, 6 to 9 times".
pub fn step_words(step: &RecipeStep, grammar: &Grammar) -> String {
    spelled(match step {
        RecipeStep::Apply { rules, times, .. } => apply_words(rules, *times),
        RecipeStep::ApplyAll { rules, .. } => format!("Apply {} everywhere at once", choice_words(rules)),
        RecipeStep::Repeat { times: Times::UntilNone, .. } => "Repeat until nothing changes".to_owned(),
        RecipeStep::Repeat { times, .. } => format!("Repeat {}", times_words(*times)),
        RecipeStep::Choose(blocks) => match blocks.len() {
            1 => "Do the only block".to_owned(),
            count => format!("Do one of {count} blocks"),
        },
        RecipeStep::Chance { percent, .. } => format!("{percent} % chance"),
        RecipeStep::Block { notes, .. } if notes.is_empty() => "Block".to_owned(),
        RecipeStep::Block { notes, .. } => format!("Block: {}", printable_line(notes)),
        RecipeStep::Require { condition, .. } => format!("Require {}", requirement_words(condition, grammar)),
    })
}

/// Describes an application: "Apply one rule, chosen from all", `Apply 6 to 9 rules tagged "grow"`, `Apply
/// "Lock", once`.
fn apply_words(rules: &RuleChoice, times: Times) -> String {
    let counted = match times {
        Times::UntilNone => return format!("Apply {} {}", choice_words(rules), times_words(times)),
        Times::Exactly(1) | Times::Between(1, 1) => "one rule".to_owned(),
        Times::Between(0, 1) => "at most one rule".to_owned(),
        Times::Exactly(times) => format!("{times} rules"),
        Times::Between(0, most) => format!("at most {most} rules"),
        Times::Between(least, most) if least == most => format!("{most} rules"),
        Times::Between(least, most) => format!("{least} to {most} rules"),
    };
    match rules {
        RuleChoice::All => format!("Apply {counted}, chosen from all"),
        RuleChoice::Tag(tag) if !tag.trim().is_empty() => {
            format!("Apply {counted} tagged \"{}\"", printable(tag))
        }
        RuleChoice::Named(names) if !names.is_empty() => {
            format!("Apply {}, {}", choice_words(rules), times_words(times))
        }
        RuleChoice::Tag(_) | RuleChoice::Named(_) => format!("Apply {}", choice_words(rules)),
    }
}

/// Describes a choice of rules: "all rules", `rules tagged "grow"`, `"Lock" or 2 others`.
pub fn choice_words(choice: &RuleChoice) -> String {
    match choice {
        RuleChoice::All => "all rules".to_owned(),
        RuleChoice::Tag(tag) if tag.trim().is_empty() => "no rule (select a tag)".to_owned(),
        RuleChoice::Tag(tag) => format!("rules tagged \"{}\"", printable(tag)),
        RuleChoice::Named(names) => match names.as_slice() {
            [] => "no rule (select some)".to_owned(),
            [one] => format!("\"{}\"", printable(one)),
            [one, other] => format!("\"{}\" or \"{}\"", printable(one), printable(other)),
            [first, rest @ ..] => format!("\"{}\" or {} others", printable(first), rest.len()),
        },
    }
}

/// Describes a number of times: "once", "6 to 9 times", "until none matches".
pub fn times_words(times: Times) -> String {
    match times {
        Times::Exactly(1) => "once".to_owned(),
        Times::Exactly(times) => format!("{times} times"),
        Times::Between(0, 1) => "at most once".to_owned(),
        Times::Between(0, most) => format!("at most {most} times"),
        Times::Between(least, most) => format!("{least} to {most} times"),
        Times::UntilNone => "until none matches".to_owned(),
    }
}

/// Describes a requirement: "at least 3 nodes".
pub fn requirement_words(requirement: &Requirement, grammar: &Grammar) -> String {
    let named = |pattern| pattern_words(pattern, grammar);
    match requirement {
        Requirement::Present(pattern) => format!("{} to be there", named(pattern)),
        Requirement::Absent(pattern) => format!("{} not to be there", named(pattern)),
        Requirement::Counted { times: CountBound::AtLeast(1), pattern } => {
            format!("{} at least once", named(pattern))
        }
        Requirement::Counted { times: CountBound::AtMost(1), pattern } => {
            format!("{} at most once", named(pattern))
        }
        Requirement::Counted { times, pattern } => {
            format!("{} {} times", named(pattern), bound_words(*times))
        }
        Requirement::Nodes(bound) => format!("{} nodes", bound_words(*bound)),
        Requirement::Edges(bound) => format!("{} edges", bound_words(*bound)),
        Requirement::LongestWay(bound) => format!("a longest way of {} passages", bound_words(*bound)),
    }
}

/// Describes a pattern: `Before of "Lock"` if that rule has it, otherwise "Crossing, any place; 1 edge".
pub fn pattern_words(pattern: &Pattern, grammar: &Grammar) -> String {
    if let Some(rule) = grammar.rules.iter().find(|rule| rule.lhs == *pattern) {
        return format!("Before of \"{}\"", printable(&rule.name));
    }
    let nodes = pattern.nodes.values().map(|node| match &node.symbol {
        SymbolPattern::Any => "any place".to_owned(),
        SymbolPattern::Is(name) => name.clone(),
        SymbolPattern::AnyOf(names) => names.join(" or "),
    });
    let nodes = printable_line(&nodes.collect::<Vec<_>>().join(", ")).into_owned();
    match (nodes.is_empty(), pattern.edges.len()) {
        (true, _) => "nothing".to_owned(),
        (false, 0) => nodes,
        (false, 1) => format!("{nodes}; 1 edge"),
        (false, edges) => format!("{nodes}; {edges} edges"),
    }
}

/// Describes a bound: "at least 3".
pub fn bound_words(bound: CountBound) -> String {
    match bound {
        CountBound::AtLeast(least) => format!("at least {least}"),
        CountBound::AtMost(most) => format!("at most {most}"),
        CountBound::Between(least, most) => format!("{least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::testing::{grammar, rule};

    #[test]
    fn step_is_reported_in_words() {
        let grammar = grammar("1:A", vec![rule("Lock", "1:A 2:B 1-p>2", "1:= 2:=")], Vec::new());
        let words = |rules, times| step_words(&RecipeStep::apply(rules, times), &grammar);
        let grow = || RuleChoice::Tag("grow".to_owned());
        let named = |names: &[&str]| RuleChoice::Named(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(words(RuleChoice::All, Times::Exactly(1)), "Apply one rule, chosen from all");
        assert_eq!(words(RuleChoice::All, Times::Between(5, 8)), "Apply 5 to 8 rules, chosen from all");
        assert_eq!(words(grow(), Times::Between(6, 9)), "Apply 6 to 9 rules tagged \"grow\"");
        assert_eq!(words(grow(), Times::UntilNone), "Apply rules tagged \"grow\" until none matches");
        assert_eq!(
            words(named(&["Lock", "Key", "Hide"]), Times::Exactly(1)),
            "Apply \"Lock\" or 2 others, once"
        );
        assert_eq!(words(named(&["Lock"]), Times::UntilNone), "Apply \"Lock\" until none matches");
        let percent = RecipeStep::Chance { notes: String::new(), percent: 70, steps: Vec::new() };
        assert_eq!(step_words(&percent, &grammar), "70 % chance");
        let require = |condition| {
            let step = RecipeStep::Require { notes: String::new(), condition, otherwise: Default::default() };
            step_words(&step, &grammar)
        };
        assert_eq!(require(Requirement::Nodes(CountBound::AtLeast(3))), "Require at least 3 nodes");
        let known = grammar.rules[0].lhs.clone();
        assert_eq!(require(Requirement::Absent(known)), "Require Before of \"Lock\" not to be there");
        let other = rule("Other", "1:A", "1:=").lhs;
        assert_eq!(require(Requirement::Present(other)), "Require A to be there");
    }

    #[test]
    fn step_that_has_no_rule_yet_says_what_to_select() {
        let grammar = grammar("1:A", Vec::new(), Vec::new());
        let words = |rules| step_words(&RecipeStep::apply(rules, Times::Exactly(1)), &grammar);
        assert_eq!(words(RuleChoice::Tag(String::new())), "Apply no rule (select a tag)");
        assert_eq!(words(RuleChoice::Named(Vec::new())), "Apply no rule (select some)");
    }
}
