//! The pane that shows each rule as a picture, how often it was applied, and what it says beside its drawing.

mod card;
pub mod counts;
mod details;

use egui::{RichText, ScrollArea, Ui, vec2};
use egui_phosphor::regular as icon;

use counts::RulesView;

use crate::document::{Edit, Location, RulesEdit, new_rule};
use crate::editor::canvas::graph::{MARKS, mark_color};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::rows::{icon_button, remark_ui, search_ui};
use crate::editor::widgets::style::{self, palette};
use crate::grammar::{Grammar, Rule};

/// A rule with what its card shows besides.
struct Card<'a> {
    position: usize,
    rule: &'a Rule,
    grammar: &'a Grammar,
    is_selected: bool,
    /// How often it was applied in the level at hand, if there is one.
    count: Option<u32>,
    /// The same for the last levels, in words.
    lately: Option<String>,
}

/// A rule that is being dragged, by its position.
#[derive(Clone, Copy, Debug)]
struct DraggedRule(usize);

/// Lists the rules that fit the search.
pub fn pane_ui(ui: &mut Ui, view: &mut RulesView, context: &mut PaneContext<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    margin.show(ui, |ui| {
        let grammar = context.document.grammar().clone();
        head_ui(ui, &grammar, view, context);
        key_ui(ui);
        let sought = view.search.trim().to_lowercase();
        let rules = grammar.rules.iter().enumerate();
        let found: Vec<(usize, &Rule)> = rules.filter(|(_, rule)| is_found(rule, &sought)).collect();
        if grammar.rules.is_empty() {
            remark_ui(ui, "A rule says what may be found in a mission and what is put in its place. Add the first one with the button above.");
        } else if found.is_empty() {
            remark_ui(ui, "No rule fits");
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (position, rule) in found {
                let card = Card {
                    position,
                    rule,
                    grammar: &grammar,
                    is_selected: context.shared.open.rule == position,
                    count: context.run_view.rule_counts.get(&rule.name).copied(),
                    lately: view.lately(&rule.name),
                };
                let shown = ui.push_id(position, |ui| card.ui(ui));
                context.commands.extend(shown.inner);
                let is_new = card.is_selected && view.followed != position;
                if is_new && !ui.clip_rect().intersects(shown.response.rect.shrink(40.0)) {
                    ui.scroll_to_rect(shown.response.rect, Some(egui::Align::TOP));
                }
                ui.add_space(style::GAP);
            }
            view.followed = context.shared.open.rule;
        });
    });
}

/// What to search for, and a button to add.
fn head_ui(ui: &mut Ui, grammar: &Grammar, view: &mut RulesView, context: &mut PaneContext<'_>) {
    ui.horizontal(|ui| {
        let width = ui.available_width() - style::ICON_BUTTON.x - style::GAP;
        ui.scope(|ui| {
            ui.set_max_width(width);
            search_ui(ui, &mut view.search, "Search rules", "Search names, labels and symbols");
        });
        if icon_button(ui, icon::PLUS, "Add a rule", true) {
            view.search.clear();
            let at = grammar.rules.len();
            let rule = Box::new(new_rule(grammar));
            context.commands.push(Command::Edit(Edit::Rules(RulesEdit::Insert { at, rule })));
            context.commands.push(Command::GoTo(Location::Rule(at)));
        }
    });
}

/// What the colours mean.
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

/// Does the text occur in the rule's name, notes, tags or symbols?
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
