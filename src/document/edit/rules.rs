//! Edits of the list of rules, and of what a rule says beside its drawing.

use crate::grammar::{Grammar, Rule};

/// Something to do to the rules. Rules are known by their positions, since names may be double in a file that is being mended.
#[derive(Clone, Debug)]
pub enum RulesEdit {
    /// Puts a rule at a position; at the end if it lies behind it.
    Insert {
        /// The position.
        at: usize,
        /// The rule.
        rule: Box<Rule>,
    },
    /// Takes a rule out.
    Remove {
        /// Its position.
        rule: usize,
        /// Its name.
        name: String,
    },
    /// Turns a rule on or off.
    Enable {
        /// Its position.
        rule: usize,
        /// Its name.
        name: String,
        /// On?
        enabled: bool,
    },
}

impl RulesEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Insert { rule, .. } => format!("Add rule {}", rule.name),
            Self::Remove { name, .. } => format!("Remove rule {name}"),
            Self::Enable { name, enabled: true, .. } => format!("Turn on {name}"),
            Self::Enable { name, enabled: false, .. } => format!("Turn off {name}"),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::Insert { .. } | Self::Remove { .. } | Self::Enable { .. } => false,
        }
    }

    pub(super) fn carry_out(&self, grammar: &mut Grammar) {
        match self {
            Self::Insert { at, rule } => {
                grammar.rules.insert((*at).min(grammar.rules.len()), Rule::clone(rule));
            }
            Self::Remove { rule, .. } => {
                if *rule < grammar.rules.len() {
                    grammar.rules.remove(*rule);
                }
            }
            Self::Enable { rule, enabled, .. } => {
                if let Some(rule) = grammar.rules.get_mut(*rule) {
                    rule.enabled = *enabled;
                }
            }
        }
    }
}
