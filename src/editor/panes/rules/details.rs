//! The settings of a rule other than its drawing, one per row.

use egui::Ui;

use crate::base::Slot;
use crate::document::RuleSetting;
use crate::editor::widgets::parameters::parameter_row;
use crate::editor::widgets::rows::{RowLabel, choice_row, notes_row, switch_row, text_row};
use crate::grammar::{DanglingPolicy, DistanceOrigin, Geometry, LocksOnWay, MatchPreference, Rule};

/// Shows all settings. Returns the changes.
pub(super) fn details_ui(ui: &mut Ui, rule: &Rule) -> Vec<RuleSetting> {
    let mut changed = Vec::new();
    let of = |name, tooltip| RowLabel { name, of: &rule.name, tooltip };
    let mut weight = rule.weight;
    if parameter_row(ui, &rule.name, Slot::Number(&Rule::WEIGHT, &mut weight)) {
        changed.push(RuleSetting::Weight(weight));
    }
    changed.extend(limit_rows(ui, rule).map(RuleSetting::Limit));
    let row = of("Tags", "Tags that the recipe can pick it by, separated by commas.");
    if let Some(text) = text_row(ui, row, &rule.tags.join(", "), "grow, lock") {
        changed.push(RuleSetting::Tags(tags(&text)));
    }
    changed.extend(geometry_rows(ui, rule).map(RuleSetting::Geometry));
    changed.extend(preference_rows(ui, rule).map(RuleSetting::Prefer));
    let row = of(
        "Loose edges",
        "The action if a deleted node has edges that are not drawn under Before: skip the match, or delete those edges too.",
    );
    let choices = [(DanglingPolicy::Forbid, "Skip this match"), (DanglingPolicy::Drop, "Delete them too")];
    changed.extend(choice_row(ui, row, rule.dangling, &choices).map(RuleSetting::Dangling));
    let row = of("Notes", "Your remarks: what it is for.");
    changed.extend(notes_row(ui, row, &rule.notes, "What it is for").map(RuleSetting::Notes));
    changed
}

fn limit_rows(ui: &mut Ui, rule: &Rule) -> Option<Option<u32>> {
    let of = |name, tooltip| RowLabel { name, of: &rule.name, tooltip };
    let row = of("Limit per level", "Limits how often the rule is applied in one level.");
    let switched = switch_row(ui, row, rule.limit.is_some(), "Limited");
    let switched = switched.map(|is_limited| is_limited.then_some(1));
    let number = rule.limit.and_then(|mut limit| {
        let slot = Slot::Number(&Rule::LIMIT, &mut limit);
        parameter_row(ui, &rule.name, slot).then_some(Some(limit))
    });
    switched.or(number)
}

/// The kinds of preferred matches.
#[derive(Clone, Copy, PartialEq)]
enum PreferenceKind {
    Any,
    Farthest,
    Nearest,
}

fn preference_rows(ui: &mut Ui, rule: &Rule) -> Option<Option<MatchPreference>> {
    let of = |name, tooltip| RowLabel { name, of: &rule.name, tooltip };
    let first = rule.lhs.nodes.keys().min().copied()?;
    let node = rule.prefer.map_or(first, |preference| preference.node());
    let (from, locks) = rule.prefer.map_or_else(Default::default, |preference| preference.ways());
    let kind = match rule.prefer {
        None => PreferenceKind::Any,
        Some(MatchPreference::Farthest { .. }) => PreferenceKind::Farthest,
        Some(MatchPreference::Nearest { .. }) => PreferenceKind::Nearest,
    };
    let preferred = |kind, node, from, locks| match kind {
        PreferenceKind::Any => None,
        PreferenceKind::Farthest => Some(MatchPreference::Farthest { node, from, locks }),
        PreferenceKind::Nearest => Some(MatchPreference::Nearest { node, from, locks }),
    };
    let row = of("Preferred match", "The match that is used if the rule matches at several places.");
    let kinds = [
        (PreferenceKind::Any, "Any"),
        (PreferenceKind::Farthest, "The farthest"),
        (PreferenceKind::Nearest, "The nearest"),
    ];
    let new_kind = choice_row(ui, row, kind, &kinds).unwrap_or(kind);
    let mut new = preferred(new_kind, node, from, locks);
    if rule.prefer.is_some() {
        let names: Vec<String> = rule.lhs.nodes.keys().map(|id| id.0.to_string()).collect();
        let nodes: Vec<_> = rule.lhs.nodes.keys().copied().zip(names.iter().map(String::as_str)).collect();
        let row = of("Measured node", "The node on the Before side whose distance is measured.");
        let node = choice_row(ui, row, node, &nodes).unwrap_or(node);
        let row = of("Measured", "The way whose passages are counted.");
        let origins = [(DistanceOrigin::Start, "From the start"), (DistanceOrigin::Goal, "To the goal")];
        let from = choice_row(ui, row, from, &origins).unwrap_or(from);
        let row = of("Locks on the way", "Open locks count as passable. Closed ones end the way.");
        let choices = [(LocksOnWay::Open, "Open"), (LocksOnWay::Closed, "Closed")];
        let locks = choice_row(ui, row, locks, &choices).unwrap_or(locks);
        new = preferred(new_kind, node, from, locks);
    }
    (new != rule.prefer).then_some(new)
}

fn geometry_rows(ui: &mut Ui, rule: &Rule) -> Option<Geometry> {
    let of = |name, tooltip| RowLabel { name, of: &rule.name, tooltip };
    let row = of(
        "Geometry",
        "Free ignores the positions in the drawing. Lattice matches and builds places exactly as they are drawn.",
    );
    let lattice = Geometry::Lattice { turns: true, flips: true };
    let kind = if rule.geometry == Geometry::Free { Geometry::Free } else { lattice };
    let new = choice_row(ui, row, kind, &[(Geometry::Free, "Free"), (lattice, "Lattice")]);
    let Geometry::Lattice { turns, flips } = rule.geometry else { return new };
    let row = of("Turns", "The rule also matches with the drawing turned by quarter turns.");
    let turned =
        switch_row(ui, row, turns, "By quarter turns").map(|turns| Geometry::Lattice { turns, flips });
    let row = of("Flips", "The rule also matches with the drawing flipped.");
    let flipped =
        switch_row(ui, row, flips, "Like in a mirror").map(|flips| Geometry::Lattice { turns, flips });
    new.or(turned).or(flipped)
}

/// Splits a text into tags without duplicates.
fn tags(text: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in text.split(',').map(str::trim).filter(|tag| !tag.is_empty()) {
        if !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::tags;

    #[test]
    fn tags_are_what_stands_between_commas() {
        assert_eq!(tags(" grow,lock , ,grow,"), ["grow", "lock"]);
        assert!(tags("").is_empty());
    }
}
