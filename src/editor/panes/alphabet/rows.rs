//! The row of a symbol: its circle or arrow, its name, and its main facts.

use egui::{Painter, Pos2, Rect, Sense, Stroke, Ui, WidgetType, vec2};

use crate::base::{Choice, printable, printable_line, printable_text};
use crate::document::Symbol;
use crate::editor::canvas::swatch::swatch;
use crate::editor::widgets::dragging::{Dropped, drag, drop_on};
use crate::editor::widgets::elided::elided;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, paint_of, palette};
use crate::grammar::Grammar;
use crate::mission::{EdgeRole, EdgeSymbol, NodeRole, NodeSymbol};

/// The interaction with a row.
pub(super) struct SymbolRow {
    pub rect: Rect,
    pub is_clicked: bool,
    pub dropped: Option<Dropped<Symbol>>,
}

/// Shows the row of a symbol, which can be clicked and dragged.
pub(super) fn row_ui(ui: &mut Ui, symbol: &Symbol, grammar: &Grammar, is_open: bool) -> SymbolRow {
    let colors = palette(ui);
    let size = vec2(ui.available_width(), style::ROW_HEIGHT + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let name = symbol.name();
    response.widget_info(|| {
        info::selected(WidgetType::CollapsingHeader, true, is_open, format!("Symbol {name}"))
    });
    drag(&response, symbol);
    if is_open || response.hovered() || response.has_focus() {
        let fill = if is_open { colors.field_hovered } else { colors.field.gamma_multiply(0.6) };
        ui.painter().rect_filled(rect, 5.0, fill);
    }
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    let (facts, notes) = match symbol {
        Symbol::Node(name) => {
            let known = grammar.alphabet.nodes.get(name);
            swatch(&painter, at(16.0), 9.5, name, &grammar.alphabet);
            (known.map(node_facts), known.map_or("", |known| &known.notes))
        }
        Symbol::Edge(name) => {
            let known = grammar.alphabet.edges.get(name);
            if let Some(known) = known {
                arrow(&painter, at(16.0), known);
            }
            (known.map(edge_facts), known.map_or("", |known| &known.notes))
        }
    };
    let small = font(style::SMALL);
    let facts =
        painter.layout_no_wrap(printable_line(&facts.unwrap_or_default()).into_owned(), small, colors.dim);
    let facts_at = rect.right_center() - vec2(facts.size().x + 8.0, facts.size().y / 2.0);
    let name_rect = Rect::from_min_max(rect.left_top(), Pos2::new(facts_at.x - 8.0, rect.bottom()));
    painter.galley(facts_at, facts, colors.dim);
    let color = if is_open { colors.strong } else { colors.text };
    let is_cut = elided(&painter, at(34.0), name_rect.right(), (&printable(name), style::BODY), color);
    let dropped = drop_on::<Symbol>(ui, rect, response.id);
    let is_clicked = response.clicked();
    if !notes.is_empty() {
        response.on_hover_text(printable_text(notes).into_owned());
    } else if is_cut {
        response.on_hover_text(printable(name));
    }
    SymbolRow { rect, is_clicked, dropped }
}

/// Paints the symbol's arrow: with a head if it has a direction, dashed if it is a relation.
fn arrow(painter: &Painter, middle: Pos2, symbol: &EdgeSymbol) {
    let stroke = Stroke::new(2.0, paint_of(symbol.color));
    let (from, to) = (middle - vec2(10.0, 0.0), middle + vec2(10.0, 0.0));
    if symbol.role == EdgeRole::Passage {
        painter.line_segment([from, to], stroke);
    } else {
        painter.extend(egui::Shape::dashed_line(&[from, to], stroke, 4.0, 3.0));
    }
    for side in [-4.0, 4.0] {
        painter.line_segment([to, to + vec2(-5.0, side)], stroke);
    }
}

/// Returns the facts of a node symbol: "Goal · Room".
pub(super) fn node_facts(symbol: &NodeSymbol) -> String {
    let role = symbol.role.map(|role| role.label().to_owned());
    let form = symbol.form.as_ref().map_or_else(|| "Item".to_owned(), |form| form.technique().to_string());
    // A key is always an item, so that is not repeated.
    let form = if symbol.role == Some(NodeRole::Key) && symbol.form.is_none() { None } else { Some(form) };
    role.into_iter().chain(form).collect::<Vec<_>>().join("  ·  ")
}

/// Returns the facts of an edge symbol: "Passage · one way".
pub(super) fn edge_facts(symbol: &EdgeSymbol) -> String {
    let role = symbol.role.label();
    let one_way = symbol.one_way.then_some("one way");
    [role].into_iter().chain(one_way).collect::<Vec<_>>().join("  ·  ")
}
