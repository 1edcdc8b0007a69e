//! How often rules were applied, in the level at hand and in those before it.

use std::collections::{BTreeMap, VecDeque};

/// How many levels are remembered.
const MOST_LEVELS: usize = 20;

/// What is looked at among the rules, and how often each was applied lately.
#[derive(Clone, Debug, Default)]
pub struct RulesView {
    /// What the rules are searched for.
    pub search: String,
    /// Is each rule one line?
    pub(super) is_compact: bool,
    /// Does each tag have a group of its own?
    pub(super) by_tag: bool,
    /// How often each rule was applied in each of the last levels, by its name; the newest last.
    levels: VecDeque<BTreeMap<String, u32>>,
    /// The rule that was open in the last frame.
    pub(super) followed: usize,
}

impl RulesView {
    /// Forgets the levels, as when another project is opened.
    pub fn forget_levels(&mut self) {
        self.levels.clear();
        self.followed = 0;
    }

    /// Remembers a level.
    pub fn remember(&mut self, counts: &BTreeMap<String, u32>) {
        if counts.is_empty() {
            return;
        }
        if self.levels.len() == MOST_LEVELS {
            self.levels.pop_front();
        }
        self.levels.push_back(counts.clone());
    }

    /// How often a rule was applied in the last levels, in words; nothing until there are two.
    pub(super) fn lately(&self, rule: &str) -> Option<String> {
        let sum: u64 =
            self.levels.iter().filter_map(|counts| counts.get(rule)).map(|count| u64::from(*count)).sum();
        (self.levels.len() > 1).then(|| format!("applied {sum}× in the last {} levels", self.levels.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_levels_count() {
        let mut view = RulesView::default();
        let counts = |count| BTreeMap::from([("Lock".to_owned(), count)]);
        view.remember(&counts(100));
        assert_eq!(view.lately("Lock"), None);
        view.remember(&counts(2));
        assert_eq!(view.lately("Lock").as_deref(), Some("applied 102× in the last 2 levels"));
        (0..19).for_each(|_| view.remember(&counts(1)));
        assert_eq!(view.lately("Lock").as_deref(), Some("applied 21× in the last 20 levels"));
    }
}
