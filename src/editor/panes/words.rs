//! Parts of a project in words, as context speak of them.

use crate::base::{printable, printable_line};
use crate::document::{Content, Location, step_at, step_label};
use crate::grammar::{Bound, RecipeStep, Requirement, RuleChoice, Times};

/// "Rule “Lock the way”"; `None` if it is not there.
pub fn location_label(place: &Location, content: &Content) -> Option<String> {
    Some(match place {
        Location::Symbol(symbol) => format!("Symbol “{}”", printable(symbol.name())),
        Location::Start => "Start".to_owned(),
        Location::Rule(rule) => match content.grammar.rules.get(*rule)?.name.trim() {
            "" => format!("Rule {}", rule + 1),
            name => format!("Rule “{}”", printable(name)),
        },
        Location::Step(path) if path.is_empty() => "Recipe".to_owned(),
        Location::Step(path) => {
            step_at(&content.grammar.recipe, path)?;
            format!("Step {} of the recipe", step_label(path))
        }
        Location::Pass(pass) => match content.grammar.populate.get(*pass) {
            Some(pass) => format!("Pass “{}”", printable(&pass.name)),
            None => "Populate".to_owned(),
        },
        Location::Room(set, room) => {
            let set = &content.rooms.get(*set)?.set;
            let room = set.rooms.get(*room)?;
            format!("Room “{}” in “{}”", printable(&room.name), printable(&set.name))
        }
        Location::Settings => "Settings".to_owned(),
    })
}

/// What a step does: "Apply grow, 6 to 9 times".
pub fn step_words(step: &RecipeStep) -> String {
    match step {
        RecipeStep::Apply { rules, times, .. } => {
            format!("Apply {}, {}", choice_words(rules), times_words(*times))
        }
        RecipeStep::ApplyAll { rules, .. } => format!("Apply {} everywhere at once", choice_words(rules)),
        RecipeStep::Repeat { times: Times::UntilNone, .. } => "Repeat until nothing changes".to_owned(),
        RecipeStep::Repeat { times, .. } => format!("Repeat {}", times_words(*times)),
        RecipeStep::Choose(blocks) => match blocks.len() {
            1 => "Choose the only block".to_owned(),
            count => format!("Choose one of {count} blocks"),
        },
        RecipeStep::Chance { percent, .. } => format!("In {percent} of 100 cases"),
        RecipeStep::Block { notes, .. } if notes.is_empty() => "Block".to_owned(),
        RecipeStep::Block { notes, .. } => format!("Block: {}", printable_line(notes)),
        RecipeStep::Require { condition, .. } => format!("Require {}", requirement_words(condition)),
    }
}

/// "all rules", "grow", "“Lock” and 2 more".
pub fn choice_words(choice: &RuleChoice) -> String {
    match choice {
        RuleChoice::All => "all rules".to_owned(),
        RuleChoice::Tag(tag) if tag.trim().is_empty() => "no rule (select a tag)".to_owned(),
        RuleChoice::Tag(tag) => printable(tag).into_owned(),
        RuleChoice::Named(names) => match names.as_slice() {
            [] => "no rule".to_owned(),
            [one] => format!("“{}”", printable(one)),
            [one, other] => format!("“{}” or “{}”", printable(one), printable(other)),
            [first, rest @ ..] => format!("“{}” or {} others", printable(first), rest.len()),
        },
    }
}

/// "once", "6 to 9 times", "until none matches".
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

/// "at least 3 nodes".
pub fn requirement_words(requirement: &Requirement) -> String {
    match requirement {
        Requirement::Present(_) => "a pattern to be there".to_owned(),
        Requirement::Absent(_) => "a pattern not to be there".to_owned(),
        Requirement::Counted { times: Bound::AtLeast(1), .. } => "a pattern at least once".to_owned(),
        Requirement::Counted { times: Bound::AtMost(1), .. } => "a pattern at most once".to_owned(),
        Requirement::Counted { times, .. } => format!("a pattern {} times", bound_words(*times)),
        Requirement::Nodes(bound) => format!("{} nodes", bound_words(*bound)),
        Requirement::Edges(bound) => format!("{} edges", bound_words(*bound)),
        Requirement::LongestWay(bound) => format!("a longest way of {} passages", bound_words(*bound)),
    }
}

/// "at least 3".
pub fn bound_words(bound: Bound) -> String {
    match bound {
        Bound::AtLeast(least) => format!("at least {least}"),
        Bound::AtMost(most) => format!("at most {most}"),
        Bound::Between(least, most) => format!("{least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_without_a_tag_says_that_one_is_to_be_selected() {
        let step = RecipeStep::apply(RuleChoice::Tag(String::new()), Times::Exactly(1));
        assert_eq!(step_words(&step), "Apply no rule (select a tag), once");
    }

    #[test]
    fn step_is_reported_in_words() {
        let grow = || RuleChoice::Tag("grow".to_owned());
        assert_eq!(step_words(&RecipeStep::apply(grow(), Times::Between(6, 9))), "Apply grow, 6 to 9 times");
        let names = ["Lock", "Key", "Hide"].map(str::to_owned).to_vec();
        let step = RecipeStep::apply(RuleChoice::Named(names), Times::default());
        assert_eq!(step_words(&step), "Apply “Lock” or 2 others, once");
        let condition = Requirement::Nodes(Bound::AtLeast(3));
        let step = RecipeStep::Require { notes: String::new(), condition, otherwise: Default::default() };
        assert_eq!(step_words(&step), "Require at least 3 nodes");
    }
}
