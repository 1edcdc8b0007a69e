//! Texts of grammars and room sets with arbitrary mistakes.
//!
//! Asserted for every text: reading and checking never panics, and every mistake is at a position within the
//! text.
//!
//! For one in 32:
//!
//! - the printed value reads back equal, without mistakes of syntax and with the same mistakes of meaning,
//!   and prints as the same text
//! - every offered fix can be applied and undone

use std::sync::{Arc, LazyLock};

use delvewright::base::{Diagnostic, Position, lines_of};
use delvewright::document::{Content, Document, FixAction, OpenRooms, fixes};
use delvewright::files::{Loaded, parse_grammar, parse_room_set, print_grammar, print_room_set};
use delvewright::grammar::Grammar;
use delvewright::mission::Alphabet;
use delvewright::rooms::{RoomSet, check_rooms_for};

use crate::draw::one_in;

/// One input in this many is printed and fixed, because that takes several times as long as reading it.
const PRINTED: u64 = 32;

/// Maximum number of mistakes to fix.
const MOST_MENDED: usize = 12;

/// Reads a text as a grammar.
pub fn grammar(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let loaded = parse_grammar(text, None);
    check_positions(text, &loaded.diagnostics);
    let Some(grammar) = loaded.value.clone() else { return };
    if one_in(PRINTED, data) {
        let printed = print_grammar(&grammar);
        check_print(&loaded, &parse_grammar(&printed, None), &printed, print_grammar);
        mend(&loaded.diagnostics, Content::of(grammar));
    }
}

/// Reads a text as a room set.
pub fn room_set(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let loaded = parse_room_set(text, None);
    check_positions(text, &loaded.diagnostics);
    let Some(set) = loaded.value.clone() else { return };
    if !one_in(PRINTED, data) {
        return;
    }
    let printed = print_room_set(&set);
    check_print(&loaded, &parse_room_set(&printed, None), &printed, print_room_set);
    check_rooms_for(&Alphabet::default(), &[&set]);
    let grammar = EXAMPLE.clone();
    let found = check_rooms_for(&grammar.alphabet, &[&set, &set]);
    let all: Vec<Diagnostic> =
        loaded.diagnostics.into_iter().chain(found.grammar).chain(found.sets.into_iter().flatten()).collect();
    mend(&all, content_with(grammar, set));
}

/// A grammar with the symbols that the room sets of the corpus name.
static EXAMPLE: LazyLock<Grammar> = LazyLock::new(|| {
    let text = include_str!("../seeds/everything.ron");
    parse_grammar(text, None).value.expect("it can be read")
});

fn content_with(grammar: Grammar, set: RoomSet) -> Content {
    let rooms = vec![OpenRooms { path: "rooms.ron".to_owned(), set: Arc::new(set) }];
    Content { rooms, ..Content::of(Grammar { rooms: vec!["rooms.ron".to_owned()], ..grammar }) }
}

fn check_positions(text: &str, diagnostics: &[Diagnostic]) {
    let lines: Vec<usize> = lines_of(text).map(|line| line.chars().count()).collect();
    for diagnostic in diagnostics {
        let Some(Position { line, column }) = diagnostic.position else { continue };
        let length = lines.get((line as usize).wrapping_sub(1));
        assert!(
            length.is_some_and(|length| (1..=length + 1).contains(&(column as usize))),
            "{diagnostic:?} lies outside the text"
        );
        assert!(!diagnostic.message.is_empty());
    }
}

fn check_print<T: PartialEq + std::fmt::Debug>(
    first: &Loaded<T>,
    again: &Loaded<T>,
    printed: &str,
    print: impl Fn(&T) -> String,
) {
    assert!(again.complete, "the print cannot be read in full: {:?}\n{printed}", again.diagnostics);
    assert_eq!(first.value, again.value, "the print reads as another value:\n{printed}");
    assert_eq!(again.value.as_ref().map(print).as_deref(), Some(printed), "the print prints otherwise");
    if first.complete {
        assert_eq!(messages(first), messages(again), "the print has other mistakes:\n{printed}");
    }
}

/// Returns the messages without their positions.
fn messages<T>(loaded: &Loaded<T>) -> Vec<(&'static str, &str)> {
    let mut messages: Vec<_> =
        loaded.diagnostics.iter().map(|found| (found.code, found.message.as_str())).collect();
    messages.sort_unstable();
    messages
}

fn mend(diagnostics: &[Diagnostic], content: Content) {
    for diagnostic in diagnostics.iter().take(MOST_MENDED) {
        for fix in fixes(diagnostic, &content) {
            let mut document = Document::opened(content.clone(), None);
            assert!(!fix.name.is_empty());
            if let FixAction::Edit(edit) = fix.means
                && document.apply(edit)
            {
                assert!(document.undo());
            }
            assert_eq!(document.content(), &content, "a fix cannot be undone");
        }
    }
}
