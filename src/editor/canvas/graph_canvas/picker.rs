//! A list of symbols that opens in place: type to filter, then choose with arrow keys and Enter.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Id, Key, Modifiers, Popup, PopupCloseBehavior, PopupKind, ScrollArea, Sense, TextEdit, Ui, WidgetType,
    pos2, vec2,
};
use egui_phosphor::regular as icon;

use super::model::GraphModel;
use super::view::{GraphView, Picker, Purpose};
use crate::base::printable;
use crate::document::{Element, GraphEdit, NewSymbol, new_node, next_id};
use crate::editor::canvas::camera::Canvas;
use crate::editor::canvas::swatch::disc;
use crate::editor::widgets::elided::elided;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, paint_of, palette};
use crate::grammar::SymbolPattern;
use crate::mission::{EdgeRole, NodeRole};

/// Width of the list, in points.
const WIDTH: f32 = 230.0;
/// Height of a row, in points.
const ROW: f32 = 26.0;

/// Maximum number of visible rows.
const MOST_ROWS: usize = 9;

/// A row of the list.
struct SymbolOption {
    symbol: SymbolPattern,
    name: String,
    label: String,
    fill: Option<egui::Color32>,
    is_relation: bool,
    /// Meaning of a symbol that does not exist yet.
    new: Option<SymbolMeaning>,
}

/// The meaning of a new symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SymbolMeaning {
    Node(Option<NodeRole>),
    Edge(EdgeRole),
}

/// Possible meanings of a new node symbol, in the order of the rows.
const MEANINGS: [Option<NodeRole>; 5] =
    [None, Some(NodeRole::Key), Some(NodeRole::Lock), Some(NodeRole::Goal), Some(NodeRole::Start)];

impl SymbolOption {
    /// Returns the text of the row: `Create "Gate" as a lock`.
    fn text(&self) -> String {
        let name = printable(&self.name);
        let role = match self.new {
            None => return name.into_owned(),
            Some(SymbolMeaning::Edge(_) | SymbolMeaning::Node(None)) => "",
            Some(SymbolMeaning::Node(Some(NodeRole::Key))) => " as a key",
            Some(SymbolMeaning::Node(Some(NodeRole::Lock))) => " as a lock",
            Some(SymbolMeaning::Node(Some(NodeRole::Goal))) => " as a goal",
            Some(SymbolMeaning::Node(Some(NodeRole::Start))) => " as a start",
        };
        format!("Create \"{name}\"{role}")
    }
}

/// Shows the list, if it is open.
pub(super) fn show(
    canvas: &Canvas,
    model: &GraphModel<'_>,
    view: &mut GraphView,
    edits: &mut Vec<GraphEdit>,
) {
    let Some(mut picker) = view.picker.take() else { return };
    let ctx = canvas.ui.ctx();
    // Must run before the text field, which would take these keys.
    let is_pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let keys = PickerKeys {
        down: is_pressed(Key::ArrowDown),
        up: is_pressed(Key::ArrowUp),
        enter: is_pressed(Key::Enter),
    };
    let is_called_off = is_pressed(Key::Escape);
    let popup = Popup::new(
        canvas.response.id.with("symbols"),
        ctx.clone(),
        picker.at + vec2(12.0, 12.0),
        canvas.ui.layer_id(),
    );
    let list = popup
        .kind(PopupKind::Menu)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .open(true)
        .width(WIDTH)
        .show(|ui| list_ui(ui, canvas.response.id.with("find a symbol"), model, &mut picker, keys));
    let mut is_closed = is_called_off;
    let mut picked = None;
    if let Some(list) = list {
        picked = list.inner.filter(|_| !is_called_off);
        is_closed |= !picker.is_fresh && list.response.clicked_elsewhere();
    }
    picker.is_fresh = false;
    if let Some(choice) = picked {
        edits.push(edit(model, view, picker, choice));
        is_closed = true;
    } else if !is_closed {
        view.picker = Some(picker);
    }
    if is_closed {
        canvas.response.request_focus();
    }
}

/// The keys of this frame that control the list.
#[derive(Clone, Copy)]
struct PickerKeys {
    down: bool,
    up: bool,
    enter: bool,
}

/// Shows the text field and the matching rows. Returns the choice, if one was made.
///
/// Text and Enter may arrive in one frame, so the list is made after the field has read the text.
fn list_ui(
    ui: &mut Ui,
    field: Id,
    model: &GraphModel<'_>,
    picker: &mut Picker,
    keys: PickerKeys,
) -> Option<SymbolOption> {
    ui.memory_mut(|memory| memory.request_focus(field));
    if picker.is_fresh {
        put_cursor_after(ui, field, &picker.sought);
    }
    let edit = TextEdit::singleline(&mut picker.sought).id(field).hint_text("Type to find or create");
    let response = ui.add(edit.desired_width(WIDTH).margin(vec2(8.0, 4.0)));
    response.widget_info(|| info::field("Find a symbol", "", ""));
    let choices = choices(model, picker);
    let last = choices.len().saturating_sub(1);
    if response.changed() {
        picker.row = 0;
    }
    if keys.down {
        picker.row = (picker.row + 1).min(last);
    }
    if keys.up {
        picker.row = picker.row.saturating_sub(1);
    }
    if choices.is_empty() {
        ui.label(egui::RichText::new("Type a name to create a symbol").color(palette(ui).dim));
    }
    let mut picked = keys.enter.then_some(picker.row);
    // The list may grow while it is open; without this, new rows would stay hidden.
    let room = ROW * choices.len().min(MOST_ROWS) as f32;
    ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, choice) in choices.iter().enumerate() {
            if row_ui(ui, choice, picker.row == index) {
                picked = Some(index);
            }
        }
    });
    picked.and_then(|row| choices.into_iter().nth(row))
}

/// Puts the cursor after a text that was begun on the canvas. The field remembers its position in the last list.
fn put_cursor_after(ui: &Ui, field: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), field).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(text.chars().count()))));
    state.store(ui.ctx(), field);
}

fn row_ui(ui: &mut Ui, choice: &SymbolOption, is_selected: bool) -> bool {
    let colors = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH, ROW), Sense::click());
    let name = choice.text();
    let name = if choice.new.is_some() { name } else { format!("Symbol {name}") };
    response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, is_selected, &name));
    if is_selected || response.hovered() {
        let fill = if is_selected { ui.visuals().selection.bg_fill } else { colors.field };
        ui.painter().rect_filled(rect, egui::CornerRadius::same(5), fill);
    }
    if is_selected {
        ui.scroll_to_rect(rect, None);
    }
    let middle = pos2(rect.left() + 17.0, rect.center().y);
    match choice.fill {
        _ if choice.new.is_some() => {
            let sign = style::font(style::BODY);
            ui.painter().text(middle, egui::Align2::CENTER_CENTER, icon::PLUS, sign, colors.dim);
        }
        Some(fill) => {
            disc(ui.painter(), middle, 9.5, &choice.label, fill);
        }
        None => {
            let ends = [middle - vec2(9.0, 0.0), middle + vec2(9.0, 0.0)];
            let stroke = egui::Stroke::new(if choice.is_relation { 1.4 } else { 2.2 }, colors.text);
            if choice.is_relation {
                ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
            } else {
                ui.painter().line_segment(ends, stroke);
            }
        }
    }
    let color = if is_selected { colors.strong } else { colors.text };
    let at = pos2(rect.left() + 36.0, rect.center().y);
    let text = (&*choice.text(), style::BODY);
    let is_cut = elided(ui.painter(), at, rect.right() - 4.0, text, color);
    let response = if is_cut { response.on_hover_text(choice.text()) } else { response };
    response.clicked()
}

/// Returns the choices that match the typed text: an exact match first, then those that begin with it.
fn choices(model: &GraphModel<'_>, picker: &Picker) -> Vec<SymbolOption> {
    let is_about_edges = picker.is_about_edges();
    let alphabet = &model.grammar.alphabet;
    let mut choices: Vec<SymbolOption> = if is_about_edges {
        let edge = |(name, symbol): (&String, &crate::mission::EdgeSymbol)| SymbolOption {
            symbol: SymbolPattern::Is(name.clone()),
            name: name.clone(),
            label: String::new(),
            fill: None,
            is_relation: symbol.role != EdgeRole::Passage,
            new: None,
        };
        alphabet.edges.iter().map(edge).collect()
    } else {
        let node = |(name, symbol): (&String, &crate::mission::NodeSymbol)| SymbolOption {
            symbol: SymbolPattern::Is(name.clone()),
            name: name.clone(),
            label: symbol.letters(name),
            fill: Some(paint_of(alphabet.color_of_node(name))),
            is_relation: false,
            new: None,
        };
        alphabet.nodes.iter().map(node).collect()
    };
    if !model.graph.needs_one_symbol() {
        let fill = (!is_about_edges).then(|| paint_of(crate::base::Color::default()));
        let (name, label) = ("any".to_owned(), "✱".to_owned());
        let symbol = SymbolPattern::Any;
        // Without any text, Enter takes this choice, because rules with weaker conditions match more.
        let at = if picker.sought.trim().is_empty() { 0 } else { choices.len() };
        choices.insert(at, SymbolOption { symbol, name, label, fill, is_relation: false, new: None });
    }
    let new = picker.sought.trim();
    let is_known = new.is_empty() || choices.iter().any(|choice| choice.name == new);
    let sought = new.to_lowercase();
    choices.retain(|choice| {
        choice.name.to_lowercase().contains(&sought) || choice.label.to_lowercase().starts_with(&sought)
    });
    choices.sort_by_key(|choice| {
        let name = choice.name.to_lowercase();
        (
            choice.name != new,
            name != sought,
            !(name.starts_with(&sought) || choice.label.to_lowercase() == sought),
        )
    });
    if !is_known {
        let meanings = match picker.purpose.edge() {
            Some(position) => vec![SymbolMeaning::Edge(model.role_of_edge(position))],
            None => MEANINGS.map(SymbolMeaning::Node).to_vec(),
        };
        choices.extend(meanings.into_iter().map(|meaning| SymbolOption {
            symbol: SymbolPattern::Is(new.to_owned()),
            name: new.to_owned(),
            label: String::new(),
            fill: None,
            is_relation: false,
            new: Some(meaning),
        }));
    }
    choices
}

fn edit(model: &GraphModel<'_>, view: &mut GraphView, picker: Picker, choice: SymbolOption) -> GraphEdit {
    if let (true, SymbolPattern::Is(name)) = (picker.is_about_edges(), &choice.symbol) {
        view.edge_symbol = Some(name.clone());
    }
    let symbol = match choice.new {
        None => return edit_with(model, view, picker.purpose, choice.symbol, None),
        Some(SymbolMeaning::Node(role)) => NewSymbol::Node(choice.name, role),
        Some(SymbolMeaning::Edge(role)) => NewSymbol::Edge(choice.name, role),
    };
    let edit = edit_with(model, view, picker.purpose, choice.symbol, Some(&symbol));
    GraphEdit::WithSymbol { symbol, edit: Box::new(edit) }
}

fn edit_with(
    model: &GraphModel<'_>,
    view: &mut GraphView,
    purpose: Purpose,
    symbol: SymbolPattern,
    made: Option<&NewSymbol>,
) -> GraphEdit {
    let graph = model.graph;
    let new = next_id(model.grammar, graph);
    match &purpose {
        Purpose::AddNode(_) | Purpose::ConnectNew { .. } | Purpose::Insert(_) => {
            view.selected = [Element::Node(new)].into();
            view.added = Some(new);
        }
        Purpose::Set(_) => {}
    }
    match purpose {
        Purpose::AddNode(site) => GraphEdit::AddNode { graph, symbol, site },
        Purpose::ConnectNew { from, site } => {
            let will_be = match made {
                Some(NewSymbol::Node(_, role)) => Some(new_node(model.grammar, *role)),
                Some(NewSymbol::Edge(..)) | None => None,
            };
            let to = match &symbol {
                SymbolPattern::Is(name) => model.grammar.alphabet.nodes.get(name).or(will_be.as_ref()),
                SymbolPattern::Any | SymbolPattern::AnyOf(_) => None,
            };
            let edge = model.edge_between(model.symbol_of_node(from), to, view.edge_symbol.as_ref());
            let edge_symbol = SymbolPattern::Is(edge.symbol.clone());
            edge.drawn(GraphEdit::ConnectNew { graph, from, edge: edge_symbol, node: symbol, site })
        }
        Purpose::Insert(edge) => GraphEdit::Insert { graph, edge, symbol },
        Purpose::Set(elements) => GraphEdit::SetSymbol { graph, elements, symbol },
    }
}
