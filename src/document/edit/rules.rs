//! Edits of the list of rules, and of settings of a rule other than its drawing.

use crate::document::free_name;
use crate::grammar::{DanglingPolicy, Geometry, Grammar, MatchPreference, RecipeStep, Rule, RuleChoice};

/// An edit of the rules. Rules are given by position, because names may be duplicated in a file that is being
/// repaired. The name is for the list of steps.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum RulesEdit {
    /// Inserts a rule at a position, at most at the end.
    Insert { at: usize, rule: Box<Rule> },
    /// Removes a rule.
    Remove { rule: usize, name: String },
    /// Puts a copy directly after a rule.
    Duplicate { rule: usize, name: String },
    /// Moves a rule to another position, counted without it, at most to the end.
    Move { rule: usize, name: String, to: usize },
    /// Renames a rule everywhere, in the recipe too. Empty names and names already taken are refused.
    Rename { rule: usize, name: String, to: String },
    /// Enables or disables a rule.
    Enable { rule: usize, name: String, enabled: bool },
    /// Changes a setting of a rule.
    Set { rule: usize, name: String, setting: RuleSetting },
}

/// A setting of a rule other than its drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleSetting {
    /// Weight among the rules that match.
    Weight(u32),
    /// Maximum number of applications in one derivation.
    Limit(Option<u32>),
    /// Labels by which a recipe can pick it.
    Tags(Vec<String>),
    /// The meaning of drawn positions.
    Geometry(Geometry),
    /// The effect of erasing a node that has edges outside the match.
    Dangling(DanglingPolicy),
    /// The matches that it prefers.
    Prefer(Option<MatchPreference>),
    /// Remarks of the author.
    Notes(String),
}

impl RuleSetting {
    /// Returns the name of the setting in the designer's words.
    const fn what(&self) -> &'static str {
        match self {
            Self::Weight(_) => "weight",
            Self::Limit(_) => "limit",
            Self::Tags(_) => "tags",
            Self::Geometry(_) => "geometry",
            Self::Dangling(_) => "loose edges",
            Self::Prefer(_) => "preferred match",
            Self::Notes(_) => "notes",
        }
    }

    fn apply(&self, rule: &mut Rule) {
        match self {
            Self::Weight(weight) => rule.weight = *weight,
            Self::Limit(limit) => rule.limit = *limit,
            Self::Tags(tags) => rule.tags.clone_from(tags),
            Self::Geometry(geometry) => rule.geometry = *geometry,
            Self::Dangling(dangling) => rule.dangling = *dangling,
            Self::Prefer(preference) => rule.prefer = *preference,
            Self::Notes(notes) => rule.notes.clone_from(notes),
        }
    }
}

impl RulesEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Insert { rule, .. } => format!("Add rule \"{}\"", rule.name),
            Self::Remove { name, .. } => format!("Delete rule \"{name}\""),
            Self::Duplicate { name, .. } => format!("Duplicate \"{name}\""),
            Self::Move { name, .. } => format!("Move \"{name}\""),
            Self::Rename { name, to, .. } => format!("Rename \"{name}\" to \"{}\"", to.trim()),
            Self::Enable { name, enabled: true, .. } => format!("Turn on \"{name}\""),
            Self::Enable { name, enabled: false, .. } => format!("Turn off \"{name}\""),
            Self::Set { name, setting, .. } => format!("Set {} of \"{name}\"", setting.what()),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::Set { .. })
    }

    pub(super) fn apply_to(&self, grammar: &mut Grammar) {
        let count = grammar.rules.len();
        match self {
            Self::Insert { at, rule } => grammar.rules.insert((*at).min(count), Rule::clone(rule)),
            Self::Remove { rule, .. } => {
                if *rule < count {
                    grammar.rules.remove(*rule);
                }
            }
            Self::Duplicate { rule, .. } => {
                if let Some(known) = grammar.rules.get(*rule) {
                    let mut copy = known.clone();
                    copy.name = free_rule_name(grammar, &format!("{} copy", copy.name));
                    grammar.rules.insert(*rule + 1, copy);
                }
            }
            Self::Move { rule, to, .. } => {
                if *rule < count {
                    let moved = grammar.rules.remove(*rule);
                    grammar.rules.insert((*to).min(count - 1), moved);
                }
            }
            Self::Rename { rule, to, .. } => rename(grammar, *rule, to.trim()),
            Self::Enable { rule, enabled, .. } => {
                if let Some(rule) = grammar.rules.get_mut(*rule) {
                    rule.enabled = *enabled;
                }
            }
            Self::Set { rule, setting, .. } => {
                if let Some(rule) = grammar.rules.get_mut(*rule) {
                    setting.apply(rule);
                }
            }
        }
    }
}

/// Returns the name, or the name with the first number that no rule has.
pub fn free_rule_name(grammar: &Grammar, name: &str) -> String {
    free_name(name, |name| is_taken(grammar, name))
}

fn is_taken(grammar: &Grammar, name: &str) -> bool {
    grammar.rules.iter().any(|rule| rule.name == name)
}

fn rename(grammar: &mut Grammar, position: usize, to: &str) {
    if to.is_empty() || is_taken(grammar, to) {
        return;
    }
    let Some(rule) = grammar.rules.get_mut(position) else { return };
    let before = std::mem::replace(&mut rule.name, to.to_owned());
    // If two rules had the name, the recipe still means the other one.
    if !is_taken(grammar, &before) {
        rename_in(&mut grammar.recipe, &before, to);
    }
}

fn rename_in(steps: &mut [RecipeStep], before: &str, to: &str) {
    for step in steps {
        if let RecipeStep::Apply { rules: RuleChoice::Named(names), .. }
        | RecipeStep::ApplyAll { rules: RuleChoice::Named(names), .. } = step
        {
            names.iter_mut().filter(|name| *name == before).for_each(|name| to.clone_into(name));
        }
        for list in step.lists_mut() {
            rename_in(list, before, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::test_project::{edited, grammar};
    use crate::document::{Content, Edit};
    use crate::grammar::{DistanceOrigin, ElementId, LocksOnWay};

    fn names(content: &Content) -> Vec<&str> {
        content.grammar.rules.iter().map(|rule| rule.name.as_str()).collect()
    }

    fn after(edit: RulesEdit) -> Content {
        edited(&Content::of(grammar()), Edit::Rules(edit))
    }

    #[test]
    fn rule_is_duplicated_right_behind_itself() {
        let once = after(RulesEdit::Duplicate { rule: 0, name: "Grow".into() });
        assert_eq!(names(&once), ["Grow", "Grow copy", "Lock"]);
        let twice = edited(&once, Edit::Rules(RulesEdit::Duplicate { rule: 0, name: "Grow".into() }));
        assert_eq!(names(&twice), ["Grow", "Grow copy 2", "Grow copy", "Lock"]);
    }

    #[test]
    fn rule_is_moved_to_a_position() {
        let moved = after(RulesEdit::Move { rule: 0, name: "Grow".into(), to: 1 });
        assert_eq!(names(&moved), ["Lock", "Grow"]);
        let to_the_end = after(RulesEdit::Move { rule: 0, name: "Grow".into(), to: 99 });
        assert_eq!(names(&to_the_end), ["Lock", "Grow"]);
    }

    #[test]
    fn rule_is_renamed_in_the_recipe_too() {
        let renamed = after(RulesEdit::Rename { rule: 1, name: "Lock".into(), to: " Close ".into() });
        assert_eq!(names(&renamed), ["Grow", "Close"]);
        let text = format!("{:?}", renamed.grammar.recipe);
        assert!(text.contains("\"Close\"") && !text.contains("\"Lock\""), "{text}");
    }

    #[test]
    fn rule_takes_no_name_that_is_taken_or_empty() {
        for to in ["Grow", "  ", "", "Lock"] {
            let same = after(RulesEdit::Rename { rule: 1, name: "Lock".into(), to: to.into() });
            assert_eq!(same, Content::of(grammar()), "{to}");
        }
    }

    #[test]
    fn rule_says_what_was_set() {
        let set = |setting| {
            after(RulesEdit::Set { rule: 1, name: "Lock".into(), setting }).grammar.rules[1].clone()
        };
        assert_eq!(set(RuleSetting::Weight(7)).weight, 7);
        assert_eq!(set(RuleSetting::Limit(Some(2))).limit, Some(2));
        assert_eq!(set(RuleSetting::Tags(vec!["a".into()])).tags, ["a"]);
        let lattice = Geometry::Lattice { turns: true, flips: false };
        assert_eq!(set(RuleSetting::Geometry(lattice)).geometry, lattice);
        assert_eq!(set(RuleSetting::Dangling(DanglingPolicy::Drop)).dangling, DanglingPolicy::Drop);
        let farthest = MatchPreference::Farthest {
            node: ElementId(1),
            from: DistanceOrigin::Start,
            locks: LocksOnWay::Open,
        };
        assert_eq!(set(RuleSetting::Prefer(Some(farthest))).prefer, Some(farthest));
        assert_eq!(set(RuleSetting::Notes("why".into())).notes, "why");
    }

    #[test]
    fn edit_of_a_rule_that_is_not_there_changes_nothing() {
        let name = || "None".to_owned();
        for edit in [
            RulesEdit::Remove { rule: 9, name: name() },
            RulesEdit::Duplicate { rule: 9, name: name() },
            RulesEdit::Move { rule: 9, name: name(), to: 0 },
            RulesEdit::Rename { rule: 9, name: name(), to: "New".into() },
            RulesEdit::Enable { rule: 9, name: name(), enabled: false },
            RulesEdit::Set { rule: 9, name: name(), setting: RuleSetting::Weight(3) },
        ] {
            assert_eq!(after(edit), Content::of(grammar()));
        }
    }
}
