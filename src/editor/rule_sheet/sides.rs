//! The two sides of the rule beside each other, each with its tabs, and what is chosen below them.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Rect, RichText, Sense, Ui, UiBuilder, vec2};
use egui_phosphor::regular as icon;

use super::RuleView;
use super::drawn::Drawn;
use crate::document::{Edit, Element, GraphEdit, Sheet};
use crate::editor::command::Command;
use crate::editor::graph::{paint_edge_labels, paint_edges, paint_node, paint_node_name};
use crate::editor::panes::Panes;
use crate::editor::sheet::{LENS, Paper, SheetView, inspector_ui, sheet_ui};
use crate::editor::style::{self, palette};
use crate::grammar::{Grammar, Rule, pair_edges};

/// The height of the tabs above a side, in points.
const TABS: f32 = 30.0;
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
    let view = &mut panes.view.rule;
    let mut edits = Vec::new();
    egui::Panel::bottom("chosen").resizable(false).show_separator_line(false).frame(egui::Frame::new()).show(
        ui,
        |ui| {
            let (left, right) = papers(view, &drawn, grammar, rule, position, &links);
            edits.extend(inspector_ui(ui, &left, &view.left));
            edits.extend(inspector_ui(ui, &right, &view.right));
        },
    );
    let rect = ui.available_rect_before_wrap();
    let (left_rect, middle, right_rect) = split(ui, rect, &mut view.split);
    let area = |rect: Rect, name: &str| UiBuilder::new().max_rect(rect).id_salt(name.to_owned());
    edits.extend(left_ui(
        &mut ui.new_child(area(left_rect, "left")),
        view,
        &drawn,
        grammar,
        rule,
        position,
        &links,
    ));
    edits.extend(right_ui(
        &mut ui.new_child(area(right_rect, "right")),
        view,
        &drawn,
        grammar,
        rule,
        position,
        &links,
    ));
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

type Links = (BTreeSet<Element>, BTreeSet<Element>);

fn papers<'a>(
    view: &RuleView,
    drawn: &'a Drawn,
    grammar: &'a Grammar,
    rule: &Rule,
    position: usize,
    links: &'a Links,
) -> (Paper<'a>, Paper<'a>) {
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
        has_numbers: true,
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

fn left_ui(
    ui: &mut Ui,
    view: &mut RuleView,
    drawn: &Drawn,
    grammar: &Grammar,
    rule: &Rule,
    position: usize,
    links: &Links,
) -> Vec<GraphEdit> {
    let mut edits = Vec::new();
    let before = view.forbid;
    tabs(ui, |ui| {
        if tab(ui, view.forbid.is_none(), "Must be there", "What the rule looks for").clicked() {
            view.forbid = None;
        }
        for number in 0..rule.forbid.len() {
            let name = format!("Must not be there {}", number + 1);
            let response = tab(
                ui,
                view.forbid == Some(number),
                &name,
                "Where this is found too, the rule is not applied",
            );
            response.context_menu(|ui| {
                if ui.button("Duplicate").clicked() {
                    edits.push(GraphEdit::AddForbidden { rule: position, copied: Some(number) });
                }
                if ui.button("Remove").clicked() {
                    edits.push(GraphEdit::RemoveForbidden { rule: position, number });
                }
            });
            if response.clicked() {
                view.forbid = Some(number);
            }
        }
        if add_button(ui, "Add what must not be there") {
            edits.push(GraphEdit::AddForbidden { rule: position, copied: None });
            view.forbid = Some(rule.forbid.len());
        }
        if let Some(number) = view.forbid.filter(|number| *number < rule.forbid.len())
            && remove_button(ui, "Remove what must not be there")
        {
            edits.push(GraphEdit::RemoveForbidden { rule: position, number });
            view.forbid = None;
        }
    });
    if view.forbid != before {
        view.left.reset();
    }
    let (paper, _) = papers(view, drawn, grammar, rule, position, links);
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

fn right_ui(
    ui: &mut Ui,
    view: &mut RuleView,
    drawn: &Drawn,
    grammar: &Grammar,
    rule: &Rule,
    position: usize,
    links: &Links,
) -> Vec<GraphEdit> {
    let mut edits = Vec::new();
    let before = view.side;
    let count = rule.or.len() + 1;
    tabs(ui, |ui| {
        for side in 0..count {
            let name = if count == 1 { "Result".to_owned() } else { format!("Result {}", side + 1) };
            let response = tab(ui, view.side == side, &name, "What will be there");
            response.context_menu(|ui| {
                if ui.button("Duplicate").clicked() {
                    edits.push(GraphEdit::AddSide { rule: position, copied: Some(side) });
                }
                if count > 1 && ui.button("Remove").clicked() {
                    edits.push(GraphEdit::RemoveSide { rule: position, side });
                }
            });
            if response.clicked() {
                view.side = side;
            }
        }
        if add_button(ui, "Add another result") {
            edits.push(GraphEdit::AddSide { rule: position, copied: None });
            view.side = count;
        }
        if count > 1 && view.side < count {
            weight_ui(ui, rule, position, view.side, &mut edits);
            if remove_button(ui, "Remove this result") {
                edits.push(GraphEdit::RemoveSide { rule: position, side: view.side });
                view.side = view.side.saturating_sub(1);
            }
        }
    });
    if view.side != before {
        view.right.reset();
    }
    let (_, paper) = papers(view, drawn, grammar, rule, position, links);
    let before = view.right.chosen.clone();
    edits.extend(sheet_ui(ui, paper, &mut view.camera, &mut view.right));
    give_way(&before, &view.right, &mut view.left);
    edits
}

fn weight_ui(ui: &mut Ui, rule: &Rule, position: usize, side: usize, edits: &mut Vec<GraphEdit>) {
    let Some(known) = rule.alternatives().nth(side) else { return };
    let mut weight = known.weight;
    let drag =
        egui::DragValue::new(&mut weight).range(0..=1000).speed(0.1).prefix("× ").update_while_editing(false);
    let response = ui.add(drag);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::drag_value(true, f64::from(known.weight));
        info.label = Some("Weight of this result".to_owned());
        info
    });
    response.on_hover_text("Weight: how often this result is taken, beside the others");
    if weight != known.weight {
        edits.push(GraphEdit::SetWeight { rule: position, side, weight });
    }
}

fn tabs(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let rect = Rect::from_min_size(ui.available_rect_before_wrap().min, vec2(ui.available_width(), TABS));
    ui.advance_cursor_after_rect(rect);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut row = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(8.0, 3.0))).layout(layout));
    row.shrink_clip_rect(rect);
    egui::ScrollArea::horizontal().show(&mut row, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            content(ui);
        });
    });
}

fn tab(ui: &mut Ui, is_front: bool, name: &str, tooltip: &str) -> egui::Response {
    let colors = palette(ui);
    let text = RichText::new(name).small().color(if is_front { colors.strong } else { colors.dim });
    let fill = if is_front { colors.field } else { egui::Color32::TRANSPARENT };
    ui.add(egui::Button::new(text).fill(fill).stroke(egui::Stroke::NONE)).on_hover_text(tooltip)
}

fn add_button(ui: &mut Ui, name: &str) -> bool {
    small_button(ui, icon::PLUS, name)
}

fn remove_button(ui: &mut Ui, name: &str) -> bool {
    small_button(ui, icon::X, name)
}

fn small_button(ui: &mut Ui, icon: &str, name: &str) -> bool {
    let text = RichText::new(icon).small().color(palette(ui).dim);
    let response =
        ui.add(egui::Button::new(text).fill(egui::Color32::TRANSPARENT).stroke(egui::Stroke::NONE));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    response.on_hover_text(name).clicked()
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
