//! Numbers of rule applications, in the displayed level and in previous ones.

use std::collections::{BTreeMap, VecDeque};

use super::pictures::RulePictures;

/// Number of levels remembered.
const MOST_LEVELS: usize = 20;

/// The view of the rules, with the applications in recent levels.
#[derive(Default)]
pub struct RulesView {
    /// Search text.
    pub search: String,
    /// `true` if each rule is one line.
    pub(super) is_compact: bool,
    /// `true` if rules are grouped by tag.
    pub(super) by_tag: bool,
    /// Number of applications of each rule in recent levels, by name; the newest level last.
    levels: VecDeque<BTreeMap<String, u32>>,
    /// Rule that was open in the last frame.
    pub(super) followed: usize,
    pub(super) pictures: RulePictures,
}

impl RulesView {
    /// Drops the levels, for example when another project is opened.
    pub fn forget_levels(&mut self) {
        self.levels.clear();
        self.followed = 0;
    }

    /// Records a level.
    pub fn remember(&mut self, counts: &BTreeMap<String, u32>) {
        if counts.is_empty() {
            return;
        }
        if self.levels.len() == MOST_LEVELS {
            self.levels.pop_front();
        }
        self.levels.push_back(counts.clone());
    }

    /// Describes the number of applications in recent levels; `None` if there is only one.
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
