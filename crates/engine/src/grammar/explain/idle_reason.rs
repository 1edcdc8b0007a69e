//! Hindrances: reasons why a rule cannot run, wherever it matches.

use std::fmt::{self, Display, Formatter};

use crate::base::times;
use crate::grammar::{Grammar, steps_that_apply};

/// A reason why a rule cannot run, for any mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleReason {
    /// The rule is disabled.
    Disabled,
    /// The weight is 0.
    NoWeight,
    /// The rule has been applied as often as its limit allows.
    LimitUsedUp {
        /// The limit.
        limit: u32,
    },
    /// No step of the recipe asks for it.
    NotAskedFor,
}

/// Returns all hindrances of a rule that was applied `applied` times; empty if there is no such rule.
pub fn find_hindrances(grammar: &Grammar, rule: usize, applied: u32) -> Vec<IdleReason> {
    let Some(authored) = grammar.rules.get(rule) else { return Vec::new() };
    let limit = authored.limit.filter(|limit| applied >= *limit);
    [
        (!authored.enabled).then_some(IdleReason::Disabled),
        (authored.weight == 0).then_some(IdleReason::NoWeight),
        limit.map(|limit| IdleReason::LimitUsedUp { limit }),
        (steps_that_apply(grammar, rule).is_empty()).then_some(IdleReason::NotAskedFor),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl Display for IdleReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disabled => write!(f, "The rule is turned off."),
            Self::NoWeight => write!(f, "The rule has the weight 0, so it is never chosen."),
            Self::LimitUsedUp { limit } => {
                write!(f, "The rule may be applied {}, and its limit is used up.", times(*limit))
            }
            Self::NotAskedFor => write!(f, "No step of the recipe uses the rule."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::testing::{grammar, rule};
    use crate::grammar::{RecipeStep, Rule, RuleChoice, Times};

    #[test]
    fn hindrances_are_all_reported() {
        let off = Rule { enabled: false, weight: 0, limit: Some(2), ..rule("off", "1:A", "1:=") };
        let asked = RecipeStep::apply(RuleChoice::Named(vec!["on".to_owned()]), Times::Exactly(1));
        let block = RecipeStep::Block { notes: String::new(), steps: vec![asked] };
        let on = Rule { limit: Some(2), ..rule("on", "1:A", "1:=") };
        let grammar = grammar("1:A", vec![off, on], vec![block]);
        assert_eq!(
            find_hindrances(&grammar, 0, 2),
            [
                IdleReason::Disabled,
                IdleReason::NoWeight,
                IdleReason::LimitUsedUp { limit: 2 },
                IdleReason::NotAskedFor
            ]
        );
        assert_eq!(find_hindrances(&grammar, 1, 1), []);
        assert_eq!(find_hindrances(&grammar, 1, 2), [IdleReason::LimitUsedUp { limit: 2 }]);
        assert_eq!(find_hindrances(&grammar, 2, 0), []);
    }
}
