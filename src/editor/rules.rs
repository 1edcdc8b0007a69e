//! The pane that shows each rule as a picture: left side ⇒ right side.

use egui::emath::TSTransform;
use egui::{Align2, RichText, ScrollArea, Sense, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2};
use egui_phosphor::regular as icon;

use super::graph::{
    Drawing, Emphasis, RuleDrawing, draw_rule, paint_edge_labels, paint_edges, paint_node, paint_node_name,
};
use super::panes::Panes;
use super::style::{self, palette};
use crate::grammar::{Grammar, Rule};

/// How high the picture of a rule may get, in points.
const PICTURE_HEIGHT: f32 = 140.0;
/// The room for the arrow between the sides, in points.
const ARROW_WIDTH: f32 = 30.0;
/// The size of a side without nodes, in units of a drawing.
const EMPTY_SIDE: f32 = 60.0;
/// Points on the screen for a unit of a drawing, at most.
const LARGEST_ZOOM: f32 = 0.8;

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
                rule_ui(ui, rule, grammar);
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
    ui.horizontal(|ui| {
        ui.label(RichText::new("Left: what must be there. Right: ").small().color(colors.dim));
        ui.label(RichText::new("made").small().color(colors.good));
        ui.label(RichText::new("taken out").small().color(colors.bad));
    });
}

/// Does the text occur in the rule's name, notes, tags or symbols?
fn is_found(rule: &Rule, sought: &str) -> bool {
    let symbols = rule.lhs.nodes.values().map(|pattern| format!("{:?}", pattern.symbol));
    let made = rule.rhs.nodes.values().map(|replacement| format!("{:?}", replacement.symbol));
    let own = [rule.name.clone(), rule.notes.clone()].into_iter();
    own.chain(rule.tags.iter().cloned())
        .chain(symbols)
        .chain(made)
        .any(|text| text.to_lowercase().contains(sought))
}

fn rule_ui(ui: &mut Ui, rule: &Rule, grammar: &Grammar) {
    let colors = palette(ui);
    let card = egui::Frame::new().fill(colors.bar).corner_radius(6).inner_margin(10);
    card.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(&rule.name).strong().color(colors.strong));
        ui.label(RichText::new(facts(rule)).small().color(colors.dim));
        picture_ui(ui, rule, &draw_rule(rule, &grammar.alphabet));
        if !rule.notes.is_empty() {
            ui.label(RichText::new(&rule.notes).color(colors.text));
        }
    });
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

fn picture_ui(ui: &mut Ui, rule: &Rule, drawing: &RuleDrawing) {
    let (left, right) = (drawing.lhs.bounds(), drawing.rhs.bounds());
    let (left_width, right_width) = (left.width().max(EMPTY_SIDE), right.width().max(EMPTY_SIDE));
    let height = left.height().max(right.height()).max(EMPTY_SIDE);
    // Both sides on one scale, so that what is kept looks the same.
    let room = (ui.available_width() - ARROW_WIDTH).max(1.0);
    let zoom = (room / (left_width + right_width)).min(PICTURE_HEIGHT / height).min(LARGEST_ZOOM);
    let size = vec2(ui.available_width(), height * zoom + 8.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response
        .widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, format!("Picture of {}", rule.name)));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let slack = (room - (left_width + right_width) * zoom) / 4.0;
    let left_middle = rect.left() + slack + left_width * zoom / 2.0;
    let arrow_middle = rect.left() + 2.0 * slack + left_width * zoom + ARROW_WIDTH / 2.0;
    let right_middle = rect.right() - slack - right_width * zoom / 2.0;
    side_ui(ui, &drawing.lhs, vec2(left_middle, rect.center().y), zoom);
    let arrow = pos2(arrow_middle, rect.center().y);
    ui.painter().text(arrow, Align2::CENTER_CENTER, icon::ARROW_RIGHT, style::font(20.0), palette(ui).dim);
    side_ui(ui, &drawing.rhs, vec2(right_middle, rect.center().y), zoom);
}

fn side_ui(ui: &Ui, drawing: &Drawing, middle: Vec2, zoom: f32) {
    let colors = palette(ui);
    if drawing.nodes.is_empty() {
        return;
    }
    let transform = TSTransform::new(middle - drawing.bounds().center().to_vec2() * zoom, zoom);
    paint_edges(ui.painter(), drawing, transform, colors, None);
    for node in &drawing.nodes {
        paint_node_name(ui.painter(), node, transform, colors, colors.bar);
    }
    paint_edge_labels(ui.painter(), drawing, transform, colors, colors.bar, None);
    for node in &drawing.nodes {
        paint_node(ui.painter(), node, transform, colors, Emphasis::None);
    }
}
