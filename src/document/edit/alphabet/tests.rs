use super::*;
use crate::document::test_project::{content, edited};
use crate::document::{Edit, uses_of};

fn after(edit: AlphabetEdit) -> Content {
    edited(&content(), Edit::Alphabet(edit))
}

fn node(name: &str) -> Symbol {
    Symbol::Node(name.to_owned())
}

fn edge(name: &str) -> Symbol {
    Symbol::Edge(name.to_owned())
}

fn nodes(content: &Content) -> Vec<&str> {
    content.grammar.alphabet.nodes.keys().map(String::as_str).collect()
}

fn edges(content: &Content) -> Vec<&str> {
    content.grammar.alphabet.edges.keys().map(String::as_str).collect()
}

#[test]
fn symbol_is_renamed_everywhere_and_stays_where_it_is() {
    for (symbol, to) in [(node("Hollow"), "Cavern"), (edge("path"), "way")] {
        let renamed = after(AlphabetEdit::Rename { symbol: symbol.clone(), to: format!(" {to} ") });
        assert_eq!(uses_of(&renamed, &symbol), []);
        assert_eq!(uses_of(&renamed, &symbol.named(to)), uses_of(&content(), &symbol));
        let back = edited(
            &renamed,
            Edit::Alphabet(AlphabetEdit::Rename { symbol: symbol.named(to), to: symbol.name().into() }),
        );
        assert_eq!(back, content());
    }
}

#[test]
fn label_that_begins_the_name_follows_it() {
    for (label, before, expected) in [
        ("S", "Start", "E"),
        ("St", "Start", "En"),
        ("", "Start", ""),
        ("X", "Start", "X"),
        ("S", "start", "E"),
    ] {
        assert_eq!(label_after(label, before, "Entrance"), expected, "{label} of {before}");
    }
    assert_eq!(label_after("K", "Key", "ключ"), "К");
}

#[test]
fn renaming_a_node_leaves_the_edge_of_that_name_alone() {
    let both = after(AlphabetEdit::Rename { symbol: node("Hollow"), to: "path".into() });
    assert_eq!(uses_of(&both, &edge("path")), uses_of(&content(), &edge("path")));
    let node_again = AlphabetEdit::Rename { symbol: node("path"), to: "Hollow".into() };
    assert_eq!(edited(&both, Edit::Alphabet(node_again)), content());
}

#[test]
fn name_that_is_taken_or_empty_is_refused() {
    let value = || Box::new(NodeSymbol::default());
    for name in ["Hollow", "", "  "] {
        for edit in [
            AlphabetEdit::Rename { symbol: node("Gate"), to: name.into() },
            AlphabetEdit::AddNode { symbol: name.into(), value: value() },
        ] {
            assert_eq!(after(edit), content(), "{name:?}");
        }
    }
}

#[test]
fn symbol_is_added_copied_moved_and_taken_out() {
    let added = after(AlphabetEdit::AddNode { symbol: "Pit".into(), value: Box::default() });
    assert_eq!(nodes(&added), ["Entrance", "Hollow", "Gate", "Key", "Pit"]);
    let copied = after(AlphabetEdit::Duplicate(edge("opens")));
    assert_eq!(edges(&copied), ["path", "opens", "opens copy", "holds"]);
    let moved = after(AlphabetEdit::Move { symbol: node("Key"), to: 0 });
    assert_eq!(nodes(&moved), ["Key", "Entrance", "Hollow", "Gate"]);
    let to_the_end = after(AlphabetEdit::Move { symbol: edge("path"), to: 99 });
    assert_eq!(edges(&to_the_end), ["opens", "holds", "path"]);
    let removed = after(AlphabetEdit::Remove(node("Hollow")));
    assert_eq!(nodes(&removed), ["Entrance", "Gate", "Key"]);
    assert_eq!(removed.grammar.rules, content().grammar.rules);
}

#[test]
fn unknown_symbol_is_replaced_by_a_known_one_only() {
    let broken = after(AlphabetEdit::Remove(node("Hollow")));
    let replace = |by: &str| {
        edited(&broken, Edit::Alphabet(AlphabetEdit::Replace { symbol: node("Hollow"), by: by.into() }))
    };
    assert_eq!(uses_of(&replace("Gate"), &node("Hollow")), []);
    assert_eq!(replace("Nowhere"), broken);
}

#[test]
fn edit_of_a_symbol_that_is_not_there_changes_nothing() {
    for symbol in [node("None"), edge("None")] {
        for edit in [
            AlphabetEdit::Rename { symbol: symbol.clone(), to: "New".into() },
            AlphabetEdit::Duplicate(symbol.clone()),
            AlphabetEdit::Remove(symbol.clone()),
            AlphabetEdit::Move { symbol: symbol.clone(), to: 0 },
            AlphabetEdit::Replace { symbol: symbol.clone(), by: "path".into() },
        ] {
            assert_eq!(after(edit), content());
        }
    }
}

#[test]
fn history_says_what_a_symbol_is_built_as() {
    let name_for = |form| {
        let value = NodeSymbol { form, ..NodeSymbol::default() };
        let edit = AlphabetEdit::SetNode { symbol: "Hall".into(), what: NodeSymbol::FORM.name, value };
        Edit::Alphabet(edit).name()
    };
    let room = Some(crate::mission::Form::of(crate::mission::Technique::Room));
    assert_eq!(name_for(room), "Set \"Hall\" to Built as: Room");
    assert_eq!(name_for(None), "Set \"Hall\" to Built as: Item");
}
