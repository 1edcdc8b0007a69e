//! Sequences of edits of an open project, mixed with undo, redo and travel through the history.
//!
//! Asserted:
//!
//! - no edit panics, or leaves a project on which checking, fixing or printing panics
//! - the text that saving would write reads as the edited project
//! - undoing everything gives the original bytes, and redoing everything the final ones

mod graph;
mod parts;
mod room;

use std::sync::{Arc, LazyLock};

use delvewright::document::{
    AlphabetEdit, Content, Document, Edit, Fix, FixAction, OpenRooms, PinsEdit, PopulateEdit, RecipeEdit,
    RoomsEdit, RulesEdit, SettingsEdit, fixes, new_rule, rooms_for_alphabet,
};
use delvewright::files::{
    EXAMPLES, load_example, parse_grammar, parse_room_set, print_grammar, print_room_set,
};
use delvewright::grammar::lint_grammar;
use delvewright::rooms::{check_room_set, check_rooms_for};

use crate::draw::{Draw, one_in, tell};

/// Maximum number of edits in an input.
const MOST_EDITS: usize = 48;

/// For one input in this many, the bytes of the files are compared, not only their content.
const PRINTED_AGAIN: u64 = 8;

/// A small project with something of everything.
const GRAMMAR: &str = include_str!("../../seeds/small.ron");
const ROOMS: &str = include_str!("../../seeds/everything_rooms.ron");

static PROJECTS: LazyLock<Vec<Content>> = LazyLock::new(|| {
    let small = Content {
        rooms: vec![OpenRooms {
            path: "everything_rooms.ron".to_owned(),
            set: Arc::new(parse_room_set(ROOMS, None).value.expect("it can be read")),
        }],
        ..Content::of(parse_grammar(GRAMMAR, None).value.expect("it can be read"))
    };
    let examples = EXAMPLES.iter().filter_map(|example| {
        let project = load_example(example.name)?;
        let rooms = project.rooms.iter().filter_map(|rooms| {
            let set = Arc::new(rooms.set.value.clone()?);
            Some(OpenRooms { path: rooms.path.to_string_lossy().into_owned(), set })
        });
        let mut grammar = project.grammar.value.clone()?;
        let rooms: Vec<OpenRooms> = rooms.collect();
        grammar.rooms = rooms.iter().map(|rooms| rooms.path.clone()).collect();
        Some(Content { rooms, ..Content::of(grammar) })
    });
    std::iter::once(small).chain(examples).collect()
});

/// Edits a project as the bytes determine.
pub fn check(data: &[u8]) {
    let draw = &mut Draw::new(data);
    // Usually the small one: the examples take longer and have no more kinds of things.
    let beginning = if draw.chance(98) { &PROJECTS[0] } else { draw.pick(&PROJECTS[..]) };
    let mut document = Document::opened(beginning.clone(), None);
    for _ in 0..MOST_EDITS {
        if draw.is_done() {
            break;
        }
        act(draw, &mut document);
    }
    let end = files(document.content());
    check_content(document.content(), &end);
    check_history(document, beginning, &end, one_in(PRINTED_AGAIN, data));
}

/// Returns everything that saving would write.
fn files(content: &Content) -> Vec<String> {
    let sets = content.rooms.iter().map(|rooms| print_room_set(&rooms.set));
    std::iter::once(print_grammar(&content.grammar)).chain(sets).collect()
}

fn act(draw: &mut Draw, document: &mut Document) {
    match draw.below(24) {
        0 => drop(document.undo()),
        1 => drop(document.redo()),
        2 => drop(document.travel(draw.below(document.steps().len() + 2))),
        3 | 4 => document.finish_gesture(),
        5 => mend(draw, document),
        _ => {
            let edit = edit(draw, document.content());
            tell(|| format!("{edit:?}"));
            assert!(!edit.name().is_empty());
            let before = document.content().clone();
            if !document.apply(edit) {
                assert_eq!(document.content(), &before, "an edit that does nothing does something");
            }
        }
    }
}

/// Applies one of the offered fixes.
fn mend(draw: &mut Draw, document: &mut Document) {
    let content = document.content();
    let edit = |fix: Fix| match fix.means {
        FixAction::Edit(edit) => Some(edit),
        FixAction::RoomsFor(_) | FixAction::Rooms { .. } | FixAction::Word { .. } => None,
    };
    let mut offered: Vec<Edit> =
        found(content).iter().flat_map(|found| fixes(found, content)).filter_map(edit).collect();
    if !offered.is_empty() {
        document.apply(offered.swap_remove(draw.below(offered.len())));
    }
}

fn found(content: &Content) -> Vec<delvewright::base::Diagnostic> {
    let grammar = &content.grammar;
    let sets: Vec<_> = content.rooms.iter().map(|rooms| &*rooms.set).collect();
    let mut found = delvewright::grammar::check_grammar(grammar);
    found.extend(lint_grammar(grammar));
    found.extend(sets.iter().flat_map(|set| check_room_set(set)));
    let together = check_rooms_for(&grammar.alphabet, &sets);
    found.extend(together.grammar);
    found.extend(together.sets.into_iter().flatten());
    found
}

fn edit(draw: &mut Draw, content: &Content) -> Edit {
    match draw.below(20) {
        0 => Edit::Settings(parts::settings(draw)),
        1..=3 => Edit::Alphabet(parts::alphabet(draw, content)),
        4 | 5 => Edit::Rules(parts::rules(draw, content)),
        6 | 7 => Edit::Recipe(parts::recipe(draw, content)),
        8..=11 => Edit::Graph(graph::edit(draw, content)),
        12 | 13 => Edit::Rooms(room::edit(draw, content)),
        14 => Edit::Populate(parts::populate(draw, content)),
        15 => Edit::Pins(parts::pins(draw, content)),
        16 => Edit::Variables(parts::variables(draw)),
        17 => Edit::Properties(parts::properties(draw)),
        18 => Edit::Themes(parts::themes(draw)),
        _ if draw.chance(10) => Edit::ReplaceAll(PROJECTS[0].clone()),
        _ => rooms_for_alphabet(content).unwrap_or_else(|| {
            let rule = Box::new(new_rule(&content.grammar));
            Edit::Rules(RulesEdit::Insert { at: 0, rule })
        }),
    }
}

fn check_content(content: &Content, files: &[String]) {
    let (grammar, sets) = files.split_first().expect("a project has a grammar");
    let loaded = parse_grammar(grammar, None);
    assert_eq!(
        loaded.value.as_ref(),
        Some(&*content.grammar),
        "the print reads as another grammar:\n{grammar}"
    );
    for (rooms, printed) in content.rooms.iter().zip(sets) {
        let loaded = parse_room_set(printed, None);
        assert_eq!(
            loaded.value.as_ref(),
            Some(&*rooms.set),
            "the print reads as another room set:\n{printed}"
        );
    }
    found(content);
}

fn check_history(mut document: Document, beginning: &Content, end: &[String], is_printed: bool) {
    let (content, done) = (document.content().clone(), document.steps_done());
    while document.undo() {}
    assert_eq!(document.content(), beginning, "undoing everything gives another project");
    assert!(!document.is_dirty(), "it is as its files are, and yet to be saved");
    if is_printed {
        assert_eq!(files(document.content()), files(beginning), "undoing everything gives other files");
    }
    while document.steps_done() < done {
        assert!(document.redo(), "what was undone cannot be redone");
    }
    assert_eq!(document.content(), &content, "redoing everything gives another project");
    if is_printed {
        assert_eq!(files(document.content()), end, "redoing everything gives other files");
    }
}

// Lists the families of edits, so that a new one fails to compile here.
const _: fn(&Edit) = |edit| match edit {
    Edit::Settings(
        SettingsEdit::Name(_)
        | SettingsEdit::Notes(_)
        | SettingsEdit::Limits(_)
        | SettingsEdit::Layout { .. }
        | SettingsEdit::Movement(_)
        | SettingsEdit::Theme(_),
    )
    | Edit::Alphabet(
        AlphabetEdit::AddNode { .. }
        | AlphabetEdit::AddEdge { .. }
        | AlphabetEdit::SetNode { .. }
        | AlphabetEdit::SetEdge { .. }
        | AlphabetEdit::Rename { .. }
        | AlphabetEdit::Replace { .. }
        | AlphabetEdit::Duplicate(_)
        | AlphabetEdit::Remove(_)
        | AlphabetEdit::Move { .. },
    )
    | Edit::Variables(_)
    | Edit::Properties(_)
    | Edit::Themes(_)
    | Edit::Graph(_)
    | Edit::Rules(_)
    | Edit::Recipe(
        RecipeEdit::Replace { .. }
        | RecipeEdit::Insert { .. }
        | RecipeEdit::Remove(_)
        | RecipeEdit::Duplicate(_)
        | RecipeEdit::Move { .. }
        | RecipeEdit::Set { .. },
    )
    | Edit::Populate(
        PopulateEdit::Insert { .. }
        | PopulateEdit::Remove(_)
        | PopulateEdit::Move { .. }
        | PopulateEdit::RunOnly(_)
        | PopulateEdit::RunAll
        | PopulateEdit::Set { .. }
        | PopulateEdit::SetEntity { .. }
        | PopulateEdit::SetTile { .. }
        | PopulateEdit::RemoveEntity(_)
        | PopulateEdit::RemoveTile(_)
        | PopulateEdit::RenameEntity { .. }
        | PopulateEdit::RenameTile { .. },
    )
    | Edit::Rooms(
        RoomsEdit::Add { .. }
        | RoomsEdit::Instead { .. }
        | RoomsEdit::Remove(_)
        | RoomsEdit::Set { .. }
        | RoomsEdit::Insert { .. }
        | RoomsEdit::Keep { .. }
        | RoomsEdit::Import { .. }
        | RoomsEdit::Take { .. }
        | RoomsEdit::Move { .. }
        | RoomsEdit::Room { .. },
    )
    | Edit::Pins(
        PinsEdit::ForSeed { .. }
        | PinsEdit::ForAll { .. }
        | PinsEdit::OffSeed { .. }
        | PinsEdit::OffWholeSeed { .. }
        | PinsEdit::OffAll(_)
        | PinsEdit::Roll { .. }
        | PinsEdit::OffRolls { .. }
        | PinsEdit::LayOutAnew { .. },
    )
    | Edit::Tidy
    | Edit::ReplaceAll(_) => {}
};
