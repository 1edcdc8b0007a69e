//! The pane that shows each rule as a picture or as one line, with its number of applications and its
//! settings.

mod card;
pub mod counts;
mod details;
mod line;
mod pictures;

use std::collections::BTreeSet;

use egui::{RichText, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use counts::RulesView;

use crate::document::{Edit, Location, RulesEdit, new_rule};
use crate::editor::canvas::graph::{MARKS, mark_color};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::words::NAME_OF_RULE;
use crate::editor::widgets::fields::write_in;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{icon_button, related_mark, remark_ui, search_ui, title_ui};
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::{self, palette};
use crate::grammar::{Grammar, Rule};

/// A rule with additional data for its card.
struct RuleCard<'a> {
    position: usize,
    /// `true` if the rules are in the order of the file, so that one can be dropped between them.
    is_in_order: bool,
    rule: &'a Rule,
    grammar: &'a Grammar,
    is_selected: bool,
    /// Number of applications in the displayed level, if there is one.
    count: Option<u32>,
    /// Applications in recent levels, in words.
    lately: Option<String>,
}

/// A rule being dragged, by position: within the list, or into the recipe.
#[derive(Clone, Copy, Debug)]
pub struct DraggedRule(pub usize);

/// Lists the rules that match the search.
pub fn pane_ui(ui: &mut Ui, view: &mut RulesView, context: &mut PaneContext<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    margin.show(ui, |ui| {
        let grammar = context.document.authored().clone();
        head_ui(ui, &grammar, view, context);
        view.pictures.follow(ui, &grammar);
        if !view.is_compact {
            key_ui(ui);
        }
        let sought = view.search.trim().to_lowercase();
        let rules = grammar.rules.iter().enumerate();
        let found: Vec<(usize, &Rule)> = rules.filter(|(_, rule)| is_found(rule, &sought)).collect();
        if grammar.rules.is_empty() {
            remark_ui(ui, "A rule finds a graph in the mission and replaces it. Add the first rule with the button above.");
        } else if found.is_empty() {
            remark_ui(ui, "No rule matches the search");
        }
        scrolled(ui, |ui| {
            if view.by_tag {
                for (tag, tagged) in groups(&found) {
                    title_ui(ui, &tag.map_or_else(|| "Without a tag".to_owned(), |tag| format!("Tag {tag}")));
                    ui.push_id(tag, |ui| cards_ui(ui, &grammar, &tagged, view, context));
                }
            } else {
                cards_ui(ui, &grammar, &found, view, context);
            }
            view.followed = context.shared.open.rule;
        });
    });
}

/// A rule with its position in the grammar.
type RuleAt<'a> = (usize, &'a Rule);

/// Groups the rules by tag, with those without a tag last.
fn groups<'a>(rules: &[RuleAt<'a>]) -> Vec<(Option<&'a str>, Vec<RuleAt<'a>>)> {
    let tags: BTreeSet<&str> = rules.iter().flat_map(|(_, rule)| &rule.tags).map(String::as_str).collect();
    let with = |tag: &str| {
        rules.iter().copied().filter(|(_, rule)| rule.tags.iter().any(|known| known == tag)).collect()
    };
    let without: Vec<_> = rules.iter().copied().filter(|(_, rule)| rule.tags.is_empty()).collect();
    let tagged = tags.into_iter().map(|tag| (Some(tag), with(tag)));
    tagged.chain((!without.is_empty()).then_some((None, without))).collect()
}

/// Shows rules as cards or lines.
fn cards_ui(
    ui: &mut Ui,
    grammar: &Grammar,
    rules: &[RuleAt<'_>],
    view: &mut RulesView,
    context: &mut PaneContext<'_>,
) {
    for (position, rule) in rules.iter().copied() {
        let card = RuleCard {
            position,
            is_in_order: !view.by_tag,
            rule,
            grammar,
            is_selected: context.shared.open.rule == position,
            count: context.run_view.rule_counts.get(&rule.name).copied(),
            lately: view.lately(&rule.name),
        };
        let shown = ui.push_id(position, |ui| {
            if view.is_compact { card.line_ui(ui) } else { card.ui(ui, &mut view.pictures) }
        });
        context.commands.extend(shown.inner);
        if context.shared.related.marks().rules.contains(&position) {
            related_mark(ui, shown.response.rect, &rule.name);
        }
        let is_new = card.is_selected && view.followed != position;
        if is_new
            && !ui
                .clip_rect()
                .intersects(shown.response.rect.shrink(40.0_f32.min(shown.response.rect.height() / 2.0)))
        {
            ui.scroll_to_rect(shown.response.rect, Some(egui::Align::TOP));
        }
        if !view.is_compact {
            ui.add_space(style::GAP);
        }
    }
}

/// Minimum width of the search field, in points.
const LEAST_SEARCH: f32 = 24.0;

/// Shows the search field, and buttons.
fn head_ui(ui: &mut Ui, grammar: &Grammar, view: &mut RulesView, context: &mut PaneContext<'_>) {
    ui.horizontal(|ui| {
        // A pane can be arbitrarily narrow.
        let width = (ui.available_width() - 3.0 * (style::ICON_BUTTON.x + style::GAP)).max(LEAST_SEARCH);
        ui.scope(|ui| {
            ui.set_max_width(width);
            search_ui(ui, &mut view.search, "Search rules", "Names, labels and symbols");
        });
        toggle_ui(ui, icon::LIST, "One line a rule", &mut view.is_compact);
        toggle_ui(ui, icon::TAG, "Group by tag", &mut view.by_tag);
        if icon_button(ui, icon::PLUS, "Add rule", true) {
            view.search.clear();
            write_in(ui.ctx(), NAME_OF_RULE.to_owned());
            let at = grammar.rules.len();
            let rule = Box::new(new_rule(grammar));
            context.commands.push(Command::Edit(Edit::Rules(RulesEdit::Insert { at, rule })));
            context.commands.push(Command::GoTo(Location::Rule(at)));
        }
    });
}

/// Shows a small square button that stays pressed.
fn toggle_ui(ui: &mut Ui, icon: &str, name: &str, is_on: &mut bool) {
    let colors = palette(ui);
    let color = if *is_on { colors.panel } else { colors.text };
    let mut button = egui::Button::new(RichText::new(icon).color(color)).min_size(style::ICON_BUTTON);
    if *is_on {
        button = button.fill(colors.accent);
    }
    let response = ui.add(button);
    response.widget_info(|| info::selected(WidgetType::Checkbox, true, *is_on, name));
    *is_on ^= response.on_hover_text(name).clicked();
}

/// Shows the meanings of the colours.
fn key_ui(ui: &mut Ui) {
    let colors = palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 2.0);
        ui.spacing_mut().interact_size.y = 0.0;
        ui.label(RichText::new("Before: what must be there. After: what will be.").small().color(colors.dim));
        for (word, mark) in MARKS {
            let color = mark_color(mark, colors).unwrap_or(colors.text);
            let text = RichText::new(word).small().color(color);
            ui.add(egui::Label::new(text).extend());
        }
    });
}

/// Returns `true` if the rule's name, notes, tags or symbols contain the text.
fn is_found(rule: &Rule, sought: &str) -> bool {
    let patterns = || std::iter::once(&rule.lhs).chain(&rule.forbid);
    let symbols =
        patterns().flat_map(|pattern| pattern.nodes.values()).map(|node| format!("{:?}", node.symbol));
    let edges = patterns().flat_map(|pattern| &pattern.edges).map(|edge| format!("{:?}", edge.symbol));
    let sides = || rule.alternatives();
    let made = sides().flat_map(|side| side.nodes.values()).map(|node| format!("{:?}", node.symbol));
    let joined = sides().flat_map(|side| &side.edges).map(|edge| format!("{:?}", edge.symbol));
    let own = [rule.name.clone(), rule.notes.clone()].into_iter();
    own.chain(rule.tags.iter().cloned())
        .chain(symbols.chain(edges).chain(made).chain(joined))
        .any(|text| text.to_lowercase().contains(sought))
}
