//! The pane that shows each rule as a picture, and how often it was applied.

use egui::{RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::graph::draw_rule;
use super::panes::Panes;
use super::rule_picture::Picture;
use super::style::{self, Palette, palette};
use crate::grammar::{Grammar, Rule};

/// How visible a rule is that is turned off.
const OFF_OPACITY: f32 = 0.42;

/// Lists the rules that fit the search.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    margin.show(ui, |ui| {
        search_ui(ui, &mut panes.view.rule_search);
        key_ui(ui);
        let grammar = panes.document.grammar();
        let sought = panes.view.rule_search.trim().to_lowercase();
        let found: Vec<&Rule> = grammar.rules.iter().filter(|rule| is_found(rule, &sought)).collect();
        if found.is_empty() {
            let text = if grammar.rules.is_empty() { "This grammar has no rules" } else { "No rule fits" };
            ui.label(RichText::new(text).color(palette(ui).dim));
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for rule in found {
                rule_ui(ui, rule, grammar, panes.shown.rule_counts.get(&rule.name).copied());
                ui.add_space(style::GAP);
            }
        });
    });
}

fn search_ui(ui: &mut Ui, search: &mut String) {
    let hint = format!("{}  Search names, labels and symbols", icon::MAGNIFYING_GLASS);
    let field = egui::TextEdit::singleline(search).hint_text(hint).desired_width(f32::INFINITY);
    let response = ui.add(field.margin(vec2(8.0, 4.0)));
    let typed = search.clone();
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(true, &typed, &typed, "");
        info.label = Some("Search rules".to_owned());
        info
    });
}

/// What the colours mean.
fn key_ui(ui: &mut Ui) {
    let colors = palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 2.0);
        ui.spacing_mut().interact_size.y = 0.0;
        ui.label(RichText::new("Left: what must be there. Right: what will be.").small().color(colors.dim));
        for (word, color) in [
            ("made", colors.good),
            ("changed", colors.doubtful),
            ("taken out", colors.bad),
            ("crossed out: must not be there", colors.bad),
        ] {
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

/// `count` says how often it was applied in the level at hand, if there is one.
fn rule_ui(ui: &mut Ui, rule: &Rule, grammar: &Grammar, count: Option<u32>) {
    let colors = palette(ui);
    let card = egui::Frame::new().fill(colors.bar).corner_radius(6).inner_margin(10);
    card.show(ui, |ui| {
        ui.set_width(ui.available_width());
        head_ui(ui, rule, count, colors);
        ui.scope(|ui| {
            if !rule.enabled {
                ui.set_opacity(OFF_OPACITY);
            }
            ui.label(RichText::new(facts(rule)).small().color(colors.dim));
            picture_ui(ui, rule, grammar);
            if !rule.notes.is_empty() {
                ui.label(RichText::new(&rule.notes).color(colors.text));
            }
        });
    });
}

/// The name, and at the right end whether it is off or how often it was applied.
fn head_ui(ui: &mut Ui, rule: &Rule, count: Option<u32>, colors: &Palette) {
    let (state, color) = match count {
        _ if !rule.enabled => ("off".to_owned(), colors.strong),
        None => (String::new(), colors.dim),
        Some(0) => ("not used".to_owned(), colors.dim),
        Some(1) => ("used once".to_owned(), colors.text),
        Some(count) => (format!("used {count} times"), colors.text),
    };
    egui::Sides::new().shrink_left().truncate().show(
        ui,
        |ui| {
            let name = RichText::new(&rule.name).strong();
            ui.label(name.color(if rule.enabled { colors.strong } else { colors.dim }));
        },
        |ui| {
            let label = ui.label(RichText::new(state).small().color(color));
            label.on_hover_text("In the level that is shown");
        },
    );
}

/// "Weight 2 · at most 3 times · grow, lock".
fn facts(rule: &Rule) -> String {
    let mut facts = vec![format!("Weight {}", rule.weight)];
    facts.extend(rule.limit.map(|limit| match limit {
        1 => "at most once".to_owned(),
        limit => format!("at most {limit} times"),
    }));
    if !rule.tags.is_empty() {
        facts.push(rule.tags.join(", "));
    }
    facts.join("  ·  ")
}

fn picture_ui(ui: &mut Ui, rule: &Rule, grammar: &Grammar) {
    let drawing = draw_rule(rule, &grammar.alphabet);
    let weights: Vec<u32> = rule.alternatives().map(|side| side.weight).collect();
    let width = ui.available_width();
    let picture = Picture::new(ui, &drawing, &weights, width);
    let (rect, response) = ui.allocate_exact_size(vec2(width, picture.height() + style::GAP), Sense::hover());
    response
        .widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, format!("Picture of {}", rule.name)));
    if ui.is_rect_visible(rect) {
        picture.paint(ui, rect);
    }
}
