//! Reports content that is written outside of the brackets that it needs: fields of a file without its name, and
//! rooms or rules outside of their list.
//!
//! Input: a text as it was read, with its mistakes. Output: the mistakes, with one in place of all that follow from
//! the missing brackets.

use std::collections::BTreeSet;

use ron_edit::{FIELDS_OUTSIDE, Position, Source, TreeNodeId, TreeValue, VALUE_OUTSIDE};

use super::file_kind::FileKind;
use crate::base::Diagnostic;

/// The code of the mistake that rooms or rules are outside of their list.
const ITEMS_OUTSIDE: &str = "items-outside";

/// Returns the error that a file has items, and nothing around them.
pub(super) fn only_items(source: &Source, kind: &FileKind) -> Diagnostic {
    let (name, items, list) = (kind.name, kind.items, kind.list);
    let message = format!("The {items} must be inside {name}( … {list}: [ … ] ).");
    let hint = format!("Begin the file with {name}(, and put the {items} inside {list}: [ … ].");
    at(source.tree.node(source.root).at, message, hint)
}

/// Replaces the mistakes that follow from missing brackets.
pub(super) fn explain_outside(source: &Source, kind: &FileKind, found: &mut Vec<Diagnostic>) {
    explain_fields(source, kind, found);
    explain_items(source, kind, found);
}

fn at(position: Position, message: String, hint: String) -> Diagnostic {
    Diagnostic { position: Some(position), ..Diagnostic::error(ITEMS_OUTSIDE, message).hint(hint) }
}

/// Names the brackets that the fields of a file need. The fields missing at the top may have been lost with them.
fn explain_fields(source: &Source, kind: &FileKind, found: &mut Vec<Diagnostic>) {
    let Some(outside) = found.iter_mut().find(|one| one.code == FIELDS_OUTSIDE) else { return };
    outside.message = format!("The fields of {} must be inside {}( … ).", kind.words, kind.name);
    outside.hint = Some(format!("Begin the file with {}( and end it with ).", kind.name).into());
    let start = Some(source.tree.node(source.root).at);
    found.retain(|one| one.code != "missing-field" || one.position != start);
}

/// Reports items outside of their list once, without the consequences.
fn explain_items(source: &Source, kind: &FileKind, found: &mut Vec<Diagnostic>) {
    let tree = &source.tree;
    let list = tree.field(source.root, kind.list).map(|field| field.value);
    let is_outside = |node: &TreeNodeId| Some(*node) != list && is_item(source, kind, *node);
    let outside: BTreeSet<TreeNodeId> = tree.children(source.root).filter(is_outside).collect();
    let Some(first) = outside.first().map(|first| tree.node(*first).at) else { return };
    let mut places: BTreeSet<Position> = outside.iter().map(|node| tree.node(*node).at).collect();
    if let TreeValue::Record { fields, .. } = tree.value(source.root) {
        places.extend(fields.iter().filter(|field| outside.contains(&field.value)).map(|field| field.at));
    }
    let (items, name) = (kind.items, kind.list);
    let start = tree.node(source.root).at;
    let is_consequence = |one: &Diagnostic| {
        let lacks_list = one.code == "missing-field" && one.message.contains(&format!("`{name}`"));
        one.position.is_some_and(|at| places.contains(&at) || lacks_list && at == start)
    };
    found.retain(|one| !is_consequence(one));
    let hint = match list {
        Some(_) => format!("Move them into {name}: [ … ]."),
        None => format!("Write {name}: [ before the first of them and ] after the last."),
    };
    found.push(at(first, format!("The {items} must be inside {name}: [ … ]."), hint));
}

/// Names the brackets that end too early, and the list for the items after them.
pub(super) fn explain_after_end(kind: &FileKind, found: &mut [Diagnostic]) {
    for one in found.iter_mut().filter(|one| one.code == VALUE_OUTSIDE) {
        let FileKind { name, list, .. } = kind;
        one.message = format!("This is outside {name}( … ), which ends before it.");
        one.hint = Some(format!("Move it into {list}: [ … ], before the bracket that ends {name}.").into());
    }
}

/// Returns `true` for an item of a file, for example a room, and for a list of them.
pub(super) fn is_item(source: &Source, kind: &FileKind, node: TreeNodeId) -> bool {
    let tree = &source.tree;
    let has_mark = |node: TreeNodeId| tree.field(node, kind.mark).is_some();
    match tree.value(node) {
        TreeValue::List(items) => items.iter().any(|item| has_mark(*item)),
        _ => has_mark(node),
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{is_room_set, parse_grammar, parse_room_set};

    const ROOM: &str = r####"(name: "Hall", symbol: "Start", picture: ["###", "#.#", "###"])"####;
    const HEAD: &str = r#"format: 1, name: "Set", legend: {'#': Wall, '.': Floor},"#;

    fn told(diagnostics: Vec<crate::base::Diagnostic>) -> Vec<String> {
        let told = |one: crate::base::Diagnostic| {
            let at = one.position.expect("a position");
            format!("{}:{} {}: {}", at.line, at.column, one.code, one.message)
        };
        diagnostics.into_iter().map(told).collect()
    }

    #[test]
    fn fields_without_the_name_of_the_file_are_reported_once() {
        let fields = "alphabet: (\n    nodes: {\"A\": (form: Hall())},\n    edges: {},\n),\n\
                      start: Graph(nodes: {1: \"A\"}),\n";
        let expected = ["1:1 fields-outside: The fields of a grammar must be inside Grammar( … )."];
        for text in [
            format!("{fields}recipe: [],\n"),
            format!("format: 1, name: \"x\", {fields}"),
            format!("{fields})"),
            fields.replacen("alphabet:", "alphabet =", 1),
            fields.replacen("alphabet", "\"alphabet\"", 1),
        ] {
            let loaded = parse_grammar(&text, None);
            let wrapper: Vec<String> =
                told(loaded.diagnostics).into_iter().filter(|one| one.contains(": The ")).collect();
            assert!(wrapper.contains(&expected[0].to_owned()), "{text}: {wrapper:?}");
            assert_eq!(loaded.value.map(|grammar| grammar.alphabet.nodes.len()), Some(1), "{text}");
            assert!(!is_room_set(&text));
        }
        let loaded = parse_grammar(&format!("// A comment.\n\n{fields}"), None);
        assert_eq!(told(loaded.diagnostics).len(), 1);
        let text = format!("{HEAD}\nrooms: [{ROOM}],");
        let expected = ["1:1 fields-outside: The fields of a room set must be inside RoomSet( … )."];
        assert_eq!(told(parse_room_set(&text, None).diagnostics)[0], expected[0]);
        assert!(is_room_set(&text));
    }

    #[test]
    fn rooms_outside_of_their_list_are_reported_once() {
        for outside in [
            format!("{ROOM},\n    {ROOM}"),
            format!("[{ROOM}]"),
            format!("Room{ROOM}"),
            format!("\"Hall\": {ROOM}"),
            format!("templates: [{ROOM}]"),
        ] {
            let text = format!("RoomSet({HEAD}\n{outside},\n)");
            let told = told(parse_room_set(&text, None).diagnostics);
            assert_eq!(told.len(), 1, "{text}: {told:?}");
            assert!(told[0].ends_with("items-outside: The rooms must be inside rooms: [ … ]."), "{told:?}");
            assert!(told[0].starts_with("2:"), "{told:?}");
        }
        for whole in [format!("[{ROOM}, {ROOM}]"), ROOM.to_owned(), format!("{ROOM},\n{ROOM}")] {
            let told = told(parse_room_set(&whole, None).diagnostics);
            let expected = ["1:1 items-outside: The rooms must be inside RoomSet( … rooms: [ … ] )."];
            assert_eq!(told, expected, "{whole}");
            assert!(is_room_set(&whole), "{whole}");
        }
    }

    #[test]
    fn rooms_after_the_end_of_the_set_are_told_where_to_move() {
        for after in [ROOM.to_owned(), format!(", {ROOM}"), format!("Room{ROOM}"), format!("[{ROOM}]")] {
            let text = format!("RoomSet({HEAD} rooms: [{ROOM}])\n{after}");
            let mut found = parse_room_set(&text, None).diagnostics;
            found.retain(|one| one.code == super::VALUE_OUTSIDE);
            let hints: Vec<String> =
                found.iter().filter_map(|one| Some(one.hint.as_ref()?.to_string())).collect();
            let expected = ["Move it into rooms: [ … ], before the bracket that ends RoomSet."];
            assert_eq!(hints, expected, "{text}");
            let told = told(found);
            assert_eq!(told, ["2:1 value-outside: This is outside RoomSet( … ), which ends before it."]);
        }
    }

    #[test]
    fn rules_outside_of_their_list_are_reported_once() {
        let rule = r#"(name: "R", lhs: (nodes: {1: "A"}), rhs: (nodes: {1: Keep}))"#;
        let text = format!(
            "Grammar(format: 1, name: \"x\", alphabet: (nodes: {{\"A\": ()}}, edges: {{}}),\n\
             start: Graph(nodes: {{1: \"A\"}}),\n{rule},\n)"
        );
        let told = told(parse_grammar(&text, None).diagnostics);
        assert_eq!(told, ["3:1 items-outside: The rules must be inside rules: [ … ]."]);
    }
}
