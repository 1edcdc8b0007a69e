//! The two sides of the rule beside each other, each with its tabs, and what is chosen below them.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Rect, Sense, Ui, UiBuilder, vec2};
use egui_phosphor::regular as icon;

use super::drawn::Drawn;
use super::{RuleView, tabs};
use crate::document::{Edit, Element, GraphEdit, Sheet};
use crate::editor::command::Command;
use crate::editor::graph::{paint_edge_labels, paint_edges, paint_node, paint_node_name};
use crate::editor::panes::Panes;
use crate::editor::sheet::{LENS, Paper, SheetView, inspector_ui, sheet_ui};
use crate::editor::style::{self, palette};
use crate::grammar::{Grammar, Rule, pair_edges};

/// The width of the arrow between the sides, in points.
const ARROW: f32 = 26.0;

/// Shows the sides and what is chosen on them.
pub(super) fn sides_ui(
    ui: &mut Ui,
    panes: &mut Panes<'_>,
    grammar: &Arc<Grammar>,
    rule: &Rule,
    position: usize,
) {
    let drawn = panes.view.rule.drawn(grammar, rule, position);
    if panes.view.rule.is_one_picture {
        one_picture_ui(ui, &mut panes.view.rule, &drawn, grammar, rule);
        return;
    }
    let links = links(&panes.view.rule, rule);
    let at_hand = AtHand { drawn: &drawn, grammar, rule, position, links: &links };
    let view = &mut panes.view.rule;
    let mut edits = Vec::new();
    let chosen = egui::Panel::bottom("chosen").resizable(false).show_separator_line(false);
    chosen.frame(egui::Frame::new()).show(ui, |ui| {
        let (left, right) = papers(view, &at_hand);
        edits.extend(inspector_ui(ui, &left, &view.left));
        edits.extend(inspector_ui(ui, &right, &view.right));
    });
    let rect = ui.available_rect_before_wrap();
    let (left_rect, middle, right_rect) = split(ui, rect, &mut view.split);
    let area = |rect: Rect, name: &str| UiBuilder::new().max_rect(rect).id_salt(name.to_owned());
    edits.extend(left_ui(&mut ui.new_child(area(left_rect, "left")), view, &at_hand));
    edits.extend(right_ui(&mut ui.new_child(area(right_rect, "right")), view, &at_hand));
    let colors = palette(ui);
    ui.painter().vline(middle.center().x, middle.y_range(), egui::Stroke::new(1.0, colors.line));
    let badge = Rect::from_center_size(middle.center(), vec2(ARROW, ARROW));
    ui.painter().circle_filled(badge.center(), ARROW / 2.0, colors.canvas);
    let at = badge.center();
    ui.painter().text(at, egui::Align2::CENTER_CENTER, icon::ARROW_RIGHT, style::font(18.0), colors.dim);
    panes.commands.extend(edits.into_iter().map(|edit| Command::Edit(Edit::Graph(edit))));
}

/// What is pointed at or chosen on one side is lit on the other: on the left, then on the right.
fn links(view: &RuleView, rule: &Rule) -> (BTreeSet<Element>, BTreeSet<Element>) {
    let Some(side) = rule.alternatives().nth(view.side) else { return Default::default() };
    let partners = pair_edges(&rule.lhs, side);
    let on_left = |element: &Element| match element {
        Element::Node(id) => rule.lhs.nodes.contains_key(id).then_some(*element),
        Element::Edge(at) => partners.get(*at).copied().flatten().map(Element::Edge),
    };
    let on_right = |element: &Element| match element {
        Element::Node(id) => side.nodes.contains_key(id).then_some(*element),
        Element::Edge(at) => partners.iter().position(|partner| *partner == Some(*at)).map(Element::Edge),
    };
    let right = view.right.chosen.iter().chain(&view.right.hovered).filter_map(on_left).collect();
    // What is forbidden has edges of its own.
    let is_linked = |element: &&Element| view.forbid.is_none() || matches!(element, Element::Node(_));
    let left =
        view.left.chosen.iter().chain(&view.left.hovered).filter(is_linked).filter_map(on_right).collect();
    (right, left)
}

/// What is lit on the left because of the right, and on the right because of the left.
type Links = (BTreeSet<Element>, BTreeSet<Element>);

/// The rule at hand.
struct AtHand<'a> {
    drawn: &'a Drawn,
    grammar: &'a Grammar,
    rule: &'a Rule,
    position: usize,
    links: &'a Links,
}

fn papers<'a>(view: &RuleView, at_hand: &AtHand<'a>) -> (Paper<'a>, Paper<'a>) {
    let AtHand { drawn, grammar, rule, position, links } = *at_hand;
    let (to_left, to_right) = links;
    let (sheet, drawing, hits, below, hint) = match view.forbid {
        None => (
            Sheet::Lhs(position),
            &drawn.drawing.lhs,
            &*drawn.lhs,
            None,
            "Double-click to add a node:\nwhat must be there",
        ),
        Some(number) => (
            Sheet::Forbid(position, number),
            drawn.drawing.forbid.get(number).unwrap_or(&drawn.drawing.lhs),
            drawn.forbid.get(number).unwrap_or(&drawn.lhs),
            Some(&drawn.drawing.lhs),
            "Draw what must not be there",
        ),
    };
    let name = match view.forbid {
        None => "Left side",
        Some(_) => "Must not be there",
    };
    let left = Paper {
        sheet,
        name,
        grammar,
        drawing,
        hits,
        below,
        sites: &drawn.sites,
        linked: to_left,
        world: drawn.world,
        hint,
    };
    let side = view.side.min(rule.or.len());
    let right = Paper {
        sheet: Sheet::Rhs(position, side),
        name: "Right side",
        drawing: drawn.drawing.sides.get(side).unwrap_or(&drawn.drawing.lhs),
        hits: drawn.sides.get(side).unwrap_or(&drawn.lhs),
        below: None,
        linked: to_right,
        hint: "Nothing stays.\nDouble-click to add a node",
        ..left
    };
    (left, right)
}

/// The places of the left side, of what is between, and of the right side; what is between can be dragged.
fn split(ui: &mut Ui, rect: Rect, share: &mut f32) -> (Rect, Rect, Rect) {
    let x = rect.left() + rect.width() * *share;
    let bar = Rect::from_x_y_ranges(x - 4.0..=x + 4.0, rect.y_range());
    let response = ui.interact(bar, ui.id().with("split"), Sense::drag());
    if response.hovered() || response.dragged() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::ResizeHorizontal);
    }
    *share = (*share + response.drag_delta().x / rect.width().max(1.0)).clamp(0.2, 0.8);
    (rect.with_max_x(x - 1.0), bar, rect.with_min_x(x + 1.0))
}

fn left_ui(ui: &mut Ui, view: &mut RuleView, at_hand: &AtHand<'_>) -> Vec<GraphEdit> {
    let mut edits = Vec::new();
    tabs::left_ui(ui, view, at_hand.rule, at_hand.position, &mut edits);
    let (paper, _) = papers(view, at_hand);
    let before = view.left.chosen.clone();
    edits.extend(sheet_ui(ui, paper, &mut view.camera, &mut view.left));
    give_way(&before, &view.left, &mut view.right);
    edits
}

/// There is one choice: what is chosen on one side lets go of what was chosen on the other.
fn give_way(before: &BTreeSet<Element>, one: &SheetView, other: &mut SheetView) {
    if one.chosen != *before && !one.chosen.is_empty() {
        other.chosen.clear();
    }
}

fn right_ui(ui: &mut Ui, view: &mut RuleView, at_hand: &AtHand<'_>) -> Vec<GraphEdit> {
    let mut edits = Vec::new();
    tabs::right_ui(ui, view, at_hand.rule, at_hand.position, &mut edits);
    let (_, paper) = papers(view, at_hand);
    let before = view.right.chosen.clone();
    edits.extend(sheet_ui(ui, paper, &mut view.camera, &mut view.right));
    give_way(&before, &view.right, &mut view.left);
    edits
}

/// The whole rule as one graph, to look at.
fn one_picture_ui(ui: &mut Ui, view: &mut RuleView, drawn: &Drawn, grammar: &Grammar, rule: &Rule) {
    let drawing = view.one_picture(drawn, grammar, rule);
    let canvas = view.camera.steady_canvas(ui, "The rule as one picture", drawing.bounds(), LENS);
    let (colors, transform) = (palette(&canvas.ui), canvas.screen_from_world);
    let painter = canvas.ui.painter();
    paint_edges(painter, &drawing, transform, colors, None);
    for node in &drawing.nodes {
        paint_node_name(painter, node, transform, colors, colors.canvas);
    }
    paint_edge_labels(painter, &drawing, transform, colors, colors.canvas, None);
    for node in &drawing.nodes {
        paint_node(painter, node, transform, colors, Default::default());
    }
    key_ui(&canvas.ui, canvas.response.rect);
}

/// What the colours mean.
fn key_ui(ui: &Ui, rect: Rect) {
    let colors = palette(ui);
    let mut at = rect.left_bottom() + vec2(12.0, -12.0);
    for (word, color) in [
        ("made", colors.good),
        ("changed", colors.doubtful),
        ("taken out, or must not be there (crossed out)", colors.bad),
    ] {
        let drawn = ui.painter().text(at, egui::Align2::LEFT_BOTTOM, word, style::font(style::SMALL), color);
        at.x = drawn.right() + 14.0;
    }
}
