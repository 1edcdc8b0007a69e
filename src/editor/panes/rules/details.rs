//! The settings of a rule other than its drawing, one per row.

use egui::Ui;

use crate::base::Slot;
use crate::document::RuleSetting;
use crate::editor::widgets::parameters::parameter_row;
use crate::editor::widgets::rows::{RowLabel, choice_row, notes_row, switch_row, text_row};
use crate::grammar::{DanglingPolicy, Geometry, Rule};

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
