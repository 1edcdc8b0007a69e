//! The rules that a step applies: all, those with a tag, or some by name.

use std::collections::BTreeSet;

use egui::{ScrollArea, Ui, WidgetType};
use egui_phosphor::regular as icon;

use crate::base::printable;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{RowLabel, choice_row, icon_button, pick_row, remark_ui, row};
use crate::grammar::{Grammar, RecipeStep, RuleChoice};

/// Returns the tags of all rules, without duplicates.
fn tags_of(grammar: &Grammar) -> Vec<&str> {
    let tags: BTreeSet<&str> = grammar.rules.iter().flat_map(|rule| &rule.tags).map(String::as_str).collect();
    tags.into_iter().collect()
}

/// Shows a menu of rules for a new step. Returns the step once they are chosen.
pub(super) fn menu_ui(ui: &mut Ui, mut step: RecipeStep, grammar: &Grammar) -> Option<RecipeStep> {
    let named = |name: &str| RuleChoice::Named(vec![name.to_owned()]);
    let tags = tags_of(grammar).into_iter();
    let tags =
        tags.map(|tag| (format!("Rules tagged \"{}\"", printable(tag)), RuleChoice::Tag(tag.to_owned())));
    let names = grammar.rules.iter().map(|rule| rule.name.as_str());
    let names = names.map(|name| (format!("Rule \"{}\"", printable(name)), named(name)));
    let mut selected = None;
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for (words, rules) in
            std::iter::once(("All rules".to_owned(), RuleChoice::All)).chain(tags).chain(names)
        {
            if ui.button(words).clicked() {
                selected = Some(rules);
            }
        }
    });
    *step.rules_mut()? = selected?;
    Some(step)
}

/// Shows the choice of rules. Returns `true` if it was changed.
pub(super) fn choice_rows(ui: &mut Ui, of: &str, rules: &mut RuleChoice, grammar: &Grammar) -> bool {
    let tags = tags_of(grammar);
    let names: Vec<&str> = grammar.rules.iter().map(|rule| rule.name.as_str()).collect();
    let about = RowLabel { name: "Rules", of, tooltip: "The rules that the step may apply." };
    let tagged = match rules {
        RuleChoice::Tag(_) => rules.clone(),
        _ => RuleChoice::Tag(tags.first().copied().unwrap_or_default().to_owned()),
    };
    let named = match rules {
        RuleChoice::Named(_) => rules.clone(),
        _ => RuleChoice::Named(names.first().map(|name| (*name).to_owned()).into_iter().collect()),
    };
    let choices = [(RuleChoice::All, "All rules"), (tagged, "Those with a tag"), (named, "These rules")];
    if let Some(other) = choice_row(ui, about, rules.clone(), &choices) {
        *rules = other;
        return true;
    }
    match rules {
        RuleChoice::All => false,
        RuleChoice::Tag(tag) => tag_rows(ui, of, tag, &tags),
        RuleChoice::Named(listed) => named_rows(ui, of, listed, &names),
    }
}

fn tag_rows(ui: &mut Ui, of: &str, tag: &mut String, tags: &[&str]) -> bool {
    if tags.is_empty() {
        remark_ui(ui, "No rule has a tag yet; give rules some in their details.");
        return false;
    }
    let before = tag.clone();
    row(ui, RowLabel { name: "Tag", of, tooltip: "All rules that have this tag." }, |ui, name| {
        ui.horizontal_wrapped(|ui| {
            for known in tags {
                let chip = egui::Button::selectable(*known == before, printable(known)).corner_radius(9.0);
                let response = ui.add(chip);
                let is_on = *known == before;
                let name = format!("{name}: {known}");
                response.widget_info(|| info::selected(WidgetType::RadioButton, true, is_on, &name));
                if response.clicked() {
                    (*known).clone_into(tag);
                }
            }
        });
    });
    *tag != before
}

fn named_rows(ui: &mut Ui, of: &str, listed: &mut Vec<String>, names: &[&str]) -> bool {
    let mut removed = None;
    for (position, name) in listed.iter().enumerate() {
        let about = RowLabel {
            name: if position == 0 { "Selected" } else { "" },
            of,
            tooltip: "The rules by their names.",
        };
        row(ui, about, |ui, _| {
            if icon_button(ui, icon::X, &format!("Delete {name}"), true) {
                removed = Some(position);
            }
            ui.add(egui::Label::new(printable(name).into_owned()).wrap());
        });
    }
    if let Some(position) = removed {
        listed.remove(position);
        return true;
    }
    let others: Vec<&str> =
        names.iter().copied().filter(|name| !listed.iter().any(|known| known == name)).collect();
    if others.is_empty() {
        return false;
    }
    let about = RowLabel {
        name: "One more rule that the step may apply.",
        of,
        tooltip: "One more rule that it may apply.",
    };
    let picked = pick_row(ui, about, "Select a rule…", &others).and_then(|picked| others.get(picked));
    picked.is_some_and(|name| {
        listed.push((*name).to_owned());
        true
    })
}
