//! Forms for conditions, changes and attributes of elements.

use egui::{ComboBox, RichText, Ui};
use egui_phosphor::regular as icon;

use crate::base::{printable, printable_line};
use crate::editor::widgets::formulas::keep_order;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::palette;
use crate::editor::widgets::theme_picker::theme_list_ui;
use crate::editor::widgets::values::{self, count, number, value, word};
use crate::grammar::{
    AttributeSource, AttributeTest, Change, Condition, Count, DegreeKind, DistanceOrigin, ElementId,
    LocksOnWay, SymbolPattern,
};
use crate::mission::{Alphabet, Attributes, THEME_ATTRIBUTE, Value};

/// The edges that a degree can include, with their words.
const DEGREE_KINDS: [(DegreeKind, &str); 3] =
    [(DegreeKind::All, "in all"), (DegreeKind::In, "in"), (DegreeKind::Out, "out")];

/// The ends from which a distance is measured, with their words.
const ORIGINS: [(DistanceOrigin, &str); 2] =
    [(DistanceOrigin::Start, "from the start"), (DistanceOrigin::Goal, "to the goal")];

/// The handling of locks on the way, with its words.
const LOCKS: [(LocksOnWay, &str); 2] =
    [(LocksOnWay::Open, "through locks"), (LocksOnWay::Closed, "around locks")];

/// Shows the form of a list of conditions. Returns the new list if it was changed.
pub(super) fn conditions_ui(
    ui: &mut Ui,
    of: &str,
    when: &[Condition],
    alphabet: &Alphabet,
    has_degrees: bool,
) -> Option<Vec<Condition>> {
    let mut new =
        list_ui(ui, "condition", of, when, |ui, name, condition| condition_ui(ui, name, condition, alphabet));
    ui.menu_button(format!("{}  Condition", icon::PLUS), |ui| {
        if ui.button("An attribute").clicked() {
            new.push(Condition::Attribute(first_attribute(alphabet), AttributeTest::Present));
        }
        if has_degrees && ui.button("Number of its edges").clicked() {
            new.push(Condition::Degree(DegreeKind::All, Count::AtMost(3)));
        }
        let (from, locks) = (DistanceOrigin::Start, LocksOnWay::Open);
        if has_degrees && ui.button("Its distance").clicked() {
            new.push(Condition::Distance { from, passages: Count::AtLeast(3), locks });
        }
        if has_degrees && ui.button("It is the farthest").clicked() {
            new.push(Condition::Farthest { from, locks });
        }
    })
    .response
    .on_hover_text("Checks more than the symbol");
    (new != when).then_some(new)
}

/// Shows a row for each item of a list, with a button to remove it. Returns the new list. `what` is the name
/// of an item.
fn list_ui<T: Clone>(
    ui: &mut Ui,
    what: &str,
    of: &str,
    items: &[T],
    item_ui: impl Fn(&mut Ui, &str, &T) -> Option<T>,
) -> Vec<T> {
    let mut left = Vec::new();
    for (position, item) in items.iter().enumerate() {
        ui.push_id((what, position), |ui| {
            ui.horizontal_wrapped(|ui| {
                let name = format!("{what} {} of {of}", position + 1);
                let changed = item_ui(ui, &name, item);
                if !icon_button(ui, icon::X, &format!("Delete {name}"), true) {
                    left.push(changed.unwrap_or_else(|| item.clone()));
                }
            });
        });
    }
    left
}

/// Shows a drop-down list, in the next line if this one is full. Returns the new choice if it was changed.
fn choice<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    value: &T,
    choices: &[(T, &str)],
    width: f32,
) -> Option<T> {
    if ui.layout().main_wrap
        && ui.available_size_before_wrap().x < width + 2.0 * ui.spacing().button_padding.x
    {
        ui.end_row();
    }
    values::choice(ui, ComboBox::from_id_salt(name).width(width), (name, name), value, choices)
}

fn first_attribute(alphabet: &Alphabet) -> String {
    let nodes = alphabet.nodes.values().map(|symbol| &symbol.attributes);
    let mut all = nodes.chain(alphabet.edges.values().map(|symbol| &symbol.attributes));
    all.find_map(|attributes| attributes.keys().next().cloned()).unwrap_or_else(|| "danger".to_owned())
}

fn condition_ui(ui: &mut Ui, name: &str, condition: &Condition, alphabet: &Alphabet) -> Option<Condition> {
    match condition {
        Condition::Attribute(attribute, test) => {
            let renamed = word(ui, &format!("Attribute in {name}"), attribute, "name", 74.0);
            let tested = test_ui(ui, name, test);
            (renamed.is_some() || tested.is_some()).then(|| {
                let attribute = renamed.unwrap_or_else(|| attribute.clone());
                Condition::Attribute(attribute, tested.unwrap_or_else(|| test.clone()))
            })
        }
        Condition::Degree(kind, number) => degree_ui(ui, name, &SymbolPattern::Any, *kind, *number, alphabet),
        Condition::DegreeOf(symbols, kind, number) => degree_ui(ui, name, symbols, *kind, *number, alphabet),
        Condition::Distance { from, passages, locks } => {
            let new_count = count_ui(ui, name, *passages);
            ui.label("passages");
            let (from, locks) = way_ui(ui, name, *from, *locks);
            let new = Condition::Distance { from, passages: new_count, locks };
            (new != *condition).then_some(new)
        }
        Condition::Farthest { from, locks } => {
            ui.label("farthest");
            let (from, locks) = way_ui(ui, name, *from, *locks);
            let new = Condition::Farthest { from, locks };
            (new != *condition).then_some(new)
        }
    }
}

fn test_ui(ui: &mut Ui, name: &str, test: &AttributeTest) -> Option<AttributeTest> {
    let other = choice(ui, &format!("Test in {name}"), test, &tests_like(test), 96.0);
    let mut new = other.unwrap_or_else(|| test.clone());
    let whole = |ui: &mut Ui, word: &str, known: &mut i64| {
        let bounds = (i64::from(i32::MIN), i64::from(i32::MAX));
        *known = number(ui, &format!("{word} in {name}"), *known, bounds.0, bounds.1).unwrap_or(*known);
    };
    match &mut new {
        AttributeTest::Equal(known) | AttributeTest::Not(known) => {
            if let Some(typed) = value(ui, &format!("Compared in {name}"), known, 66.0) {
                *known = typed;
            }
        }
        AttributeTest::Less(bound) | AttributeTest::More(bound) => whole(ui, "Number", bound),
        AttributeTest::Between(least, most) => {
            whole(ui, "Number", least);
            whole(ui, "Most", most);
            *most = keep_order(*least, *most).1;
        }
        AttributeTest::Present | AttributeTest::Absent => {}
    }
    (new != *test).then_some(new)
}

/// Returns the test itself and those of the other kinds, with the same value and numbers.
fn tests_like(test: &AttributeTest) -> [(AttributeTest, &'static str); 7] {
    let (least, most, any) = match test {
        AttributeTest::Equal(value) | AttributeTest::Not(value) => (0, 0, value.clone()),
        AttributeTest::Less(bound) | AttributeTest::More(bound) => (*bound, *bound, Value::Int(*bound)),
        AttributeTest::Between(least, most) => (*least, *most, Value::Int(*least)),
        AttributeTest::Present | AttributeTest::Absent => (0, 0, Value::Int(0)),
    };
    [
        (AttributeTest::Equal(any.clone()), "is"),
        (AttributeTest::Not(any), "is not"),
        (AttributeTest::Less(least), "is less than"),
        (AttributeTest::More(least), "is more than"),
        (AttributeTest::Between(least, most), "is between"),
        (AttributeTest::Present, "is set"),
        (AttributeTest::Absent, "is not set"),
    ]
}

/// Shows both ends of a way that is measured. Returns the new ones.
fn way_ui(ui: &mut Ui, name: &str, from: DistanceOrigin, locks: LocksOnWay) -> (DistanceOrigin, LocksOnWay) {
    let from = choice(ui, &format!("Way in {name}"), &from, &ORIGINS, 96.0).unwrap_or(from);
    let locks = choice(ui, &format!("Locks in {name}"), &locks, &LOCKS, 92.0).unwrap_or(locks);
    (from, locks)
}

/// Shows a required number. Returns the new one.
fn count_ui(ui: &mut Ui, name: &str, number: Count) -> Count {
    let other = choice(ui, &format!("Bound in {name}"), &number, &counts_like(number), 70.0);
    let mut new = other.unwrap_or(number);
    let whole = |ui: &mut Ui, word: &str, known: &mut u32| {
        *known = count(ui, &format!("{word} in {name}"), *known).unwrap_or(*known);
    };
    match &mut new {
        Count::Exactly(bound) | Count::AtLeast(bound) | Count::AtMost(bound) => whole(ui, "Number", bound),
        Count::Between(least, most) => {
            whole(ui, "Number", least);
            whole(ui, "Most", most);
            *most = keep_order(*least, *most).1;
        }
    }
    new
}

fn degree_ui(
    ui: &mut Ui,
    name: &str,
    symbols: &SymbolPattern,
    kind: DegreeKind,
    number: Count,
    alphabet: &Alphabet,
) -> Option<Condition> {
    let new = count_ui(ui, name, number);
    let ticked = symbols_ui(ui, &format!("Edges in {name}"), symbols, alphabet.edges.keys(), true);
    ui.label("edges");
    let new_kind = choice(ui, &format!("Way in {name}"), &kind, &DEGREE_KINDS, 52.0).unwrap_or(kind);
    let made = |symbols: &SymbolPattern, kind: DegreeKind, number: Count| match symbols {
        SymbolPattern::Any => Condition::Degree(kind, number),
        symbols => Condition::DegreeOf(symbols.clone(), kind, number),
    };
    let now = made(ticked.as_ref().unwrap_or(symbols), new_kind, new);
    (now != made(symbols, kind, number)).then_some(now)
}

/// Returns the count itself and those of the other kinds, with the same numbers.
fn counts_like(count: Count) -> [(Count, &'static str); 4] {
    let (least, most) = match count {
        Count::Exactly(count) | Count::AtLeast(count) | Count::AtMost(count) => (count, count),
        Count::Between(least, most) => (least, most),
    };
    [
        (Count::Exactly(least), "exactly"),
        (Count::AtLeast(least), "at least"),
        (Count::AtMost(least), "at most"),
        (Count::Between(least, most), "between"),
    ]
}

/// Shows a list in which symbols are ticked: none means any, one means that one, several mean a choice.
pub(super) fn symbols_ui<'a>(
    ui: &mut Ui,
    name: &str,
    symbols: &SymbolPattern,
    known: impl Iterator<Item = &'a String>,
    takes_any: bool,
) -> Option<SymbolPattern> {
    let mut ticked: Vec<String> = match symbols {
        SymbolPattern::Any => Vec::new(),
        SymbolPattern::Is(name) => vec![name.clone()],
        SymbolPattern::AnyOf(names) => names.clone(),
    };
    let before = ticked.clone();
    let text = printable_line(&crate::editor::canvas::graph::words_of_symbols(symbols)).into_owned();
    let button = ui.menu_button(format!("{text}  {}", icon::CARET_DOWN), |ui| {
        let mut is_any = ticked.is_empty();
        if takes_any && ui.checkbox(&mut is_any, "any").clicked() {
            ticked.clear();
        }
        egui::ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
            for symbol in known {
                let mut is_ticked = ticked.contains(symbol);
                if ui.checkbox(&mut is_ticked, printable(symbol).into_owned()).clicked() {
                    ticked.retain(|known| known != symbol);
                    if is_ticked {
                        ticked.push(symbol.clone());
                    }
                }
            }
        });
    });
    button.response.widget_info(|| info::list(name, &text));
    button.response.on_hover_text("Tick the symbols that fit");
    (ticked != before).then(|| match ticked.as_slice() {
        [] => SymbolPattern::Any,
        [one] => SymbolPattern::Is(one.clone()),
        _ => SymbolPattern::AnyOf(ticked),
    })
}

/// Shows the form of a list of changes. Returns the new list if it was changed. `sources` are elements that
/// values can be copied from.
pub(super) fn changes_ui(
    ui: &mut Ui,
    of: &str,
    changes: &[Change],
    alphabet: &Alphabet,
    sources: &[(AttributeSource, String)],
) -> Option<Vec<Change>> {
    let mut new = list_ui(ui, "change", of, changes, |ui, name, change| {
        change_ui(ui, (name, alphabet), change, sources)
    });
    ui.menu_button(format!("{}  Change", icon::PLUS), |ui| {
        let attribute = || first_attribute(alphabet);
        if ui.button("Set an attribute").clicked() {
            new.push(Change::Set(attribute(), Value::Int(1)));
        }
        if ui.button("Add to a number").clicked() {
            new.push(Change::Add(attribute(), 1));
        }
        if let Some((source, _)) = sources.first()
            && ui.button("Take an attribute from another").clicked()
        {
            new.push(Change::Take(attribute(), *source));
        }
        let first = nodes_of(sources).first().map(|(node, _)| *node);
        if let Some(node) = first
            && ui.button("Store a distance").clicked()
        {
            let (from, locks) = (DistanceOrigin::Start, LocksOnWay::Open);
            new.push(Change::Distance { name: "depth".to_owned(), node, from, locks });
        }
    })
    .response
    .on_hover_text("Changes an attribute when the rule is applied");
    (new != changes).then_some(new)
}

fn change_ui(
    ui: &mut Ui,
    (name, alphabet): (&str, &Alphabet),
    change: &Change,
    sources: &[(AttributeSource, String)],
) -> Option<Change> {
    let renamed = word(ui, &format!("Attribute in {name}"), change.name(), "name", 74.0);
    let own = renamed.clone().unwrap_or_else(|| change.name().to_owned());
    let changed = match change {
        Change::Set(_, known) => {
            ui.label("=");
            let label = format!("New content in {name}");
            let new = content_ui(ui, (change.name(), &label), known, alphabet, 72.0);
            Change::Set(own, new.unwrap_or_else(|| known.clone()))
        }
        Change::Add(_, known) => {
            ui.label("+");
            let bounds = (i64::from(i32::MIN), i64::from(i32::MAX));
            let new = number(ui, &format!("Added in {name}"), *known, bounds.0, bounds.1);
            Change::Add(own, new.unwrap_or(*known))
        }
        Change::Take(_, source) => {
            ui.label("= that of");
            Change::Take(own, source_ui(ui, name, *source, sources))
        }
        Change::TakeAs(taken, source, _) => {
            ui.label("=");
            let taken =
                word(ui, &format!("Taken in {name}"), taken, "name", 74.0).unwrap_or_else(|| taken.clone());
            ui.label("of");
            Change::TakeAs(taken, source_ui(ui, name, *source, sources), own)
        }
        Change::Distance { node, from, locks, .. } => {
            ui.label("= distance of");
            let nodes = nodes_of(sources);
            let node = choice(ui, &format!("Node in {name}"), node, &nodes, 84.0).unwrap_or(*node);
            let (from, locks) = way_ui(ui, name, *from, *locks);
            Change::Distance { name: own, node, from, locks }
        }
    };
    (changed != *change).then_some(changed)
}

/// Returns the nodes among the sources of values, with their names.
fn nodes_of(sources: &[(AttributeSource, String)]) -> Vec<(ElementId, &str)> {
    let nodes = sources.iter().filter_map(|(source, name)| match source {
        AttributeSource::Node(id) => Some((*id, name.as_str())),
        AttributeSource::Edge(_) => None,
    });
    nodes.collect()
}

fn source_ui(
    ui: &mut Ui,
    name: &str,
    source: AttributeSource,
    sources: &[(AttributeSource, String)],
) -> AttributeSource {
    let choices: Vec<(AttributeSource, &str)> =
        sources.iter().map(|(source, name)| (*source, name.as_str())).collect();
    choice(ui, &format!("Source in {name}"), &source, &choices, 84.0).unwrap_or(source)
}

/// Shows the form of an element's own attributes. Returns the new ones if they were changed.
pub(super) fn attributes_ui(
    ui: &mut Ui,
    of: &str,
    attributes: &Attributes,
    alphabet: &Alphabet,
) -> Option<Attributes> {
    let mut new = attributes.clone();
    for (position, (attribute, known)) in attributes.iter().enumerate() {
        ui.push_id(("value", position), |ui| {
            ui.horizontal_wrapped(|ui| {
                let name = format!("attribute {} of {of}", position + 1);
                if let Some(renamed) = word(ui, &format!("Name of {name}"), attribute, "name", 84.0)
                    && !renamed.is_empty()
                    && let Some(kept) = new.remove(attribute)
                {
                    new.insert(renamed, kept);
                }
                ui.label("=");
                let label = format!("Content of {name}");
                if let Some(changed) = content_ui(ui, (attribute, &label), known, alphabet, 84.0) {
                    new.insert(attribute.clone(), changed);
                }
                if icon_button(ui, icon::X, &format!("Delete {name}"), true) {
                    new.remove(attribute);
                }
            });
        });
    }
    let add = ui.button(format!("{}  Attribute", icon::PLUS));
    if add.on_hover_text("An attribute of its own, in addition to those of its symbol").clicked() {
        let first = first_attribute(alphabet);
        let free = (1..).map(|number| if number == 1 { first.clone() } else { format!("{first}{number}") });
        if let Some(name) = free.into_iter().find(|name| !new.contains_key(name)) {
            new.insert(name, Value::Int(1));
        }
    }
    (new != *attributes).then_some(new)
}

/// Shows the value of an attribute: a list of themes if it chooses a theme. Returns the new value.
fn content_ui(
    ui: &mut Ui,
    (attribute, name): (&str, &str),
    known: &Value,
    alphabet: &Alphabet,
    width: f32,
) -> Option<Value> {
    match known {
        Value::Text(theme) if attribute == THEME_ATTRIBUTE => {
            let about = (name, "The theme of its places");
            theme_list_ui(ui, about, theme, alphabet, width).map(Value::Text)
        }
        _ => value(ui, name, known, width),
    }
}

/// Returns the elements of a left side with their names as sources of values.
pub(super) fn sources_of(rule: &crate::grammar::Rule) -> Vec<(AttributeSource, String)> {
    let words = crate::editor::canvas::graph::words_of_symbols;
    let nodes = rule.lhs.nodes.iter();
    let nodes = nodes.map(|(id, node): (&ElementId, _)| {
        (AttributeSource::Node(*id), format!("{} {}", words(&node.symbol), id.0))
    });
    let edges = rule.lhs.edges.iter().zip(1_u32..);
    let edges = edges.map(|(edge, number)| {
        (AttributeSource::Edge(number), format!("{} {}–{}", words(&edge.symbol), edge.from.0, edge.to.0))
    });
    nodes.chain(edges).collect()
}

/// Shows a small dim word in front of a control.
pub(super) fn caption(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).small().color(palette(ui).dim));
}
