use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::base::{Cell, Symmetry};
use crate::document::{Document, Edit};
use crate::files::{EXAMPLES, load_example, parse_room_set, print_room_set};
use crate::rooms::{LegendEntry, Placed, SocketEntry, TileLook};

const SET: &str = r###"RoomSet(
    format: 1,
    name: "Keep",
    legend: {'#': Wall, '.': Floor, '+': Socket, 'o': Obstacle(name: "pillar"), '~': Ground(name: "water")},
    rooms: [(name: "Guard room", symbol: "Gate", picture: [
        "##+##",
        "#...#",
        "+.o.+",
        "#~~~#",
        "##+##",
    ])],
)"###;

fn document_with(text: &str) -> Document {
    let project = load_example(EXAMPLES[0].name).expect("an example");
    let mut content = Content::of(project.grammar.value.expect("a grammar"));
    let set = parse_room_set(text, None).value.expect("a room set");
    Arc::make_mut(&mut content.grammar).rooms = vec!["keep.ron".to_owned()];
    content.rooms.push(OpenRooms { path: "keep.ron".to_owned(), set: Arc::new(set) });
    Document::opened(content, None)
}

fn document() -> Document {
    document_with(SET)
}

fn change(change: RoomChange) -> Edit {
    Edit::Rooms(RoomsEdit::Room { set: 0, room: 0, name: "Guard room".to_owned(), change })
}

fn edit(edit: PictureEdit) -> Edit {
    change(RoomChange::Picture(edit))
}

fn draw(brush: Brush, with: char) -> Edit {
    edit(PictureEdit::Draw { brush, with })
}

fn of_set(change: SetChange) -> Edit {
    Edit::Rooms(RoomsEdit::Set { set: 0, name: "Keep".to_owned(), change })
}

fn picture(document: &Document) -> String {
    document.rooms()[0].set.rooms[0].picture.join("/")
}

/// Returns the picture after an edit and the name of the step, and undoes it.
fn after(edit: Edit) -> (String, String) {
    let mut document = document();
    assert!(document.apply(edit));
    (picture(&document), document.undo_name().unwrap_or_default().to_owned())
}

#[test]
fn painted_cells_are_counted_in_the_name_of_the_step() {
    let cells = vec![Cell::new(1, 1), Cell::new(2, 1)];
    let (picture, name) = after(draw(Brush::Cells(cells), 'o'));
    assert_eq!(picture, "##+##/#oo.#/+.o.+/#~~~#/##+##");
    assert_eq!(name, "Paint 2 tiles of \"Guard room\"");
}

#[test]
fn rectangles_are_drawn_between_any_two_corners_inside_the_picture() {
    let (from, to) = (Cell::new(9, 4), Cell::new(2, 2));
    assert_eq!(after(draw(Brush::Block(from, to), '~')).0, "##+##/#...#/+.~~~/#~~~~/##~~~");
    assert_eq!(after(draw(Brush::Frame(from, to), '.')).0, "##+##/#...#/+..../#~.~#/##...");
}

#[test]
fn fill_stops_at_other_characters() {
    let (picture, name) = after(draw(Brush::Fill(Cell::new(1, 1)), '~'));
    assert_eq!(
        (picture.as_str(), name.as_str()),
        ("##+##/#~~~#/+~o~+/#~~~#/##+##", "Fill a part of \"Guard room\"")
    );
}

#[test]
fn growing_inside_takes_walls_and_sockets_along() {
    let sides = SideGrowth { right: 2, bottom: 1, ..SideGrowth::default() };
    let grown = |growth| after(edit(PictureEdit::Resize { sides, growth })).0;
    assert_eq!(grown(ResizeMode::Inside), "##+####/#.....#/+.o...+/#~~~~~#/#~~~~~#/##+####");
    assert_eq!(grown(ResizeMode::Outside), "##+####/#...###/+.o.+##/#~~~###/##+####/#######");
}

#[test]
fn shrinking_inside_keeps_the_outermost_lines() {
    let sides = SideGrowth { left: -1, top: -1, ..SideGrowth::default() };
    let shrunk = |growth| after(edit(PictureEdit::Resize { sides, growth })).0;
    assert_eq!(shrunk(ResizeMode::Inside), "#+##/+o.+/#~~#/#+##");
    assert_eq!(shrunk(ResizeMode::Outside), "...#/.o.+/~~~#/#+##");
}

#[test]
fn rooms_neither_vanish_nor_grow_without_bounds() {
    let mut document = document();
    for side in [-5, -900, i32::MIN, 126, i32::MAX] {
        for growth in [ResizeMode::Inside, ResizeMode::Outside] {
            let sides = SideGrowth { left: side, ..SideGrowth::default() };
            assert!(!document.apply(edit(PictureEdit::Resize { sides, growth })), "{side}");
        }
    }
}

#[test]
fn picture_whose_rows_are_empty_grows_by_wall() {
    for growth in [ResizeMode::Inside, ResizeMode::Outside] {
        let mut document = document();
        document.apply(edit(PictureEdit::Replace(vec![String::new(); 2])));
        let sides = SideGrowth { left: 1, right: 2, ..SideGrowth::default() };
        assert!(document.apply(edit(PictureEdit::Resize { sides, growth })));
        assert_eq!(picture(&document), "###/###");
    }
}

#[test]
fn picture_is_turned_and_flipped() {
    let (picture, name) = after(edit(PictureEdit::Turn(Symmetry::new(1, false))));
    assert_eq!((picture.as_str(), name.as_str()), ("##+##/#~..#/+~o.+/#~..#/##+##", "Turn \"Guard room\""));
    let mut document = document();
    for _ in 0..4 {
        document.apply(edit(PictureEdit::Turn(Symmetry::new(1, false))));
    }
    assert_eq!(self::picture(&document), "##+##/#...#/+.o.+/#~~~#/##+##");
}

#[test]
fn uneven_pictures_are_evened_by_painting() {
    let mut document = document_with(&SET.replace("\"#...#\"", "\"#.\"").replace("\"#~~~#\"", "\"\""));
    assert!(document.apply(draw(Brush::Cells(vec![Cell::new(3, 1)]), '.')));
    assert_eq!(picture(&document), "##+##/#.#.#/+.o.+/#####/##+##");
}

#[test]
fn what_is_not_there_is_not_changed() {
    let mut document = document();
    let outside = vec![Cell::new(-1, 0), Cell::new(5, 0), Cell::new(0, i32::MAX)];
    assert!(!document.apply(draw(Brush::Cells(outside), '.')));
    assert!(!document.apply(draw(Brush::Fill(Cell::new(40, 2)), '.')));
    let name = String::new();
    for edit in [
        RoomsEdit::Take { set: 0, room: 7, name: name.clone() },
        RoomsEdit::Take { set: 3, room: 0, name: name.clone() },
        RoomsEdit::Move { set: 0, room: 7, to: 0, name: name.clone() },
        RoomsEdit::Room { set: 0, room: 7, name, change: RoomChange::Weight(3) },
    ] {
        assert!(!document.apply(Edit::Rooms(edit.clone())), "{edit:?}");
    }
    let wall = LegendEntry::Wall;
    assert!(!document.apply(of_set(SetChange::SetEntry { character: 'x', what: "kind", entry: wall })));
    assert!(!document.apply(of_set(SetChange::RenameCharacter { from: '.', to: '#' })));
    assert_eq!(document.undo_name(), None);
}

#[test]
fn character_is_renamed_in_the_legend_and_everywhere_it_is_drawn() {
    let mut document = document();
    document.apply(of_set(SetChange::RenameCharacter { from: '~', to: 'w' }));
    assert_eq!(picture(&document), "##+##/#...#/+.o.+/#www#/##+##");
    assert_eq!(document.rooms()[0].set.legend.keys().collect::<String>(), "#.+ow");
    assert_eq!(document.undo_name(), Some("Draw \"~\" as \"w\" in \"Keep\""));
}

#[test]
fn removed_entry_leaves_another_one_where_it_was_drawn() {
    let mut document = document();
    document.apply(of_set(SetChange::RemoveEntry { character: 'o', instead: Some('.') }));
    assert_eq!(picture(&document), "##+##/#...#/+...+/#~~~#/##+##");
    assert_eq!(document.rooms()[0].set.legend.keys().collect::<String>(), "#.+~");
}

#[test]
fn rooms_are_copied_under_a_name_of_their_own_and_moved() {
    let mut document = document();
    for _ in 0..2 {
        let copy = RoomsEdit::duplicate_room(document.content(), 0, 0).expect("a room");
        document.apply(Edit::Rooms(copy));
    }
    document.apply(Edit::Rooms(RoomsEdit::Move { set: 0, room: 0, to: 99, name: "Guard room".to_owned() }));
    let names: Vec<_> = document.rooms()[0].set.rooms.iter().map(|room| room.name.as_str()).collect();
    assert_eq!(names, ["Guard room 3", "Guard room 2", "Guard room"]);
}

#[test]
fn new_sets_are_without_mistakes_and_have_names_of_their_own() {
    let mut document = document();
    for _ in 0..3 {
        let new = RoomsEdit::new_set(document.content());
        assert!(document.apply(Edit::Rooms(new)));
    }
    let names: Vec<_> = document.rooms().iter().map(|rooms| rooms.set.name.as_str()).collect();
    assert_eq!(names, ["Keep", "New rooms", "New rooms 2", "New rooms 3"]);
    assert_eq!(document.grammar().rooms[2..], ["new-rooms-2.ron", "new-rooms-3.ron"]);
    for rooms in document.rooms() {
        assert_eq!(crate::rooms::check_room_set(&rooms.set), []);
    }
}

#[test]
fn weight_is_gradual_and_strokes_are_not() {
    let mut document = document();
    for weight in 2..5 {
        document.apply(change(RoomChange::Weight(weight)));
    }
    for x in 1..4 {
        document.apply(draw(Brush::Cells(vec![Cell::new(x, 1)]), 'o'));
    }
    assert_eq!(document.steps().len(), 4);
}

fn character() -> impl Strategy<Value = char> {
    prop_oneof![proptest::sample::select("#.+o~x w'\"\\".chars().collect::<Vec<_>>()), any::<char>()]
}

fn cell() -> impl Strategy<Value = Cell> {
    (-2..9_i32, -2..9_i32).prop_map(|(x, y)| Cell::new(x, y))
}

fn entry() -> impl Strategy<Value = LegendEntry> {
    let look = || "[a-z]{0,4}".prop_map(|name| TileLook { name, ..TileLook::default() });
    let socket = (proptest::option::of("[a-z]{1,3}"), proptest::option::of(look()));
    let placed = ("[a-z]{0,4}", proptest::option::of(look()));
    let placed = placed.prop_map(|(kind, on)| Placed { kind, on, ..Placed::default() });
    prop_oneof![
        Just(LegendEntry::Wall),
        Just(LegendEntry::Nothing),
        socket.prop_map(|(kind, blocker)| LegendEntry::Socket(SocketEntry { kind, blocker })),
        look().prop_map(LegendEntry::Ground),
        look().prop_map(LegendEntry::Obstacle),
        placed.clone().prop_map(LegendEntry::Entity),
        placed.prop_map(LegendEntry::Marker),
    ]
}

fn picture_edit() -> impl Strategy<Value = PictureEdit> {
    let brush = prop_oneof![
        proptest::collection::vec(cell(), 0..6).prop_map(Brush::Cells),
        (cell(), cell()).prop_map(|(from, to)| Brush::Frame(from, to)),
        (cell(), cell()).prop_map(|(from, to)| Brush::Block(from, to)),
        cell().prop_map(Brush::Fill),
    ];
    let sides = (-3..4_i32, -3..4_i32, -3..4_i32, -3..4_i32)
        .prop_map(|(left, top, right, bottom)| SideGrowth { left, top, right, bottom });
    let growth = prop_oneof![Just(ResizeMode::Inside), Just(ResizeMode::Outside)];
    prop_oneof![
        (brush.clone(), character()).prop_map(|(brush, with)| PictureEdit::Draw { brush, with }),
        (sides, growth).prop_map(|(sides, growth)| PictureEdit::Resize { sides, growth }),
        (0..4_u8, any::<bool>()).prop_map(|(turn, flip)| PictureEdit::Turn(Symmetry::new(turn, flip))),
        (
            proptest::collection::vec("[#.+o]{0,6}", 0..5),
            cell(),
            proptest::option::of((brush.clone(), character()))
        )
            .prop_map(|(rows, at, left)| PictureEdit::Place { rows, at, left }),
        proptest::collection::vec("[#.+o]{0,6}", 0..5).prop_map(PictureEdit::Replace),
    ]
}

fn room_change() -> impl Strategy<Value = RoomChange> {
    prop_oneof![
        6 => picture_edit().prop_map(RoomChange::Picture),
        1 => "[a-z ]{0,5}".prop_map(RoomChange::Name),
        1 => ".{0,5}".prop_map(RoomChange::Notes),
        1 => any::<u32>().prop_map(RoomChange::Weight),
        1 => proptest::option::of(0..9_u32).prop_map(RoomChange::AtMost),
        1 => any::<bool>().prop_map(RoomChange::Turns),
        1 => proptest::option::of((0..9_u32, 0..9_u32)).prop_map(|cell| {
            RoomChange::Card(cell.map(|cell| crate::rooms::CardSettings { cell: cell.into(), ..Default::default() }))
        }),
    ]
}

fn set_change() -> impl Strategy<Value = SetChange> {
    prop_oneof![
        (character(), entry()).prop_map(|(character, entry)| SetChange::AddEntry { character, entry }),
        (character(), entry()).prop_map(|(character, entry)| SetChange::SetEntry {
            character,
            what: "kind",
            entry
        }),
        (character(), proptest::option::of(character()))
            .prop_map(|(character, instead)| SetChange::RemoveEntry { character, instead }),
        (character(), character()).prop_map(|(from, to)| SetChange::RenameCharacter { from, to }),
    ]
}

/// Returns any edit except those of the list of sets. Positions are in and around the existing range.
fn any_edit() -> impl Strategy<Value = RoomsEdit> {
    let at = || 0..4_usize;
    let name = || Just(String::new());
    prop_oneof![
        6 => (0..2_usize, at(), name(), room_change())
            .prop_map(|(set, room, name, change)| RoomsEdit::Room { set, room, name, change }),
        3 => (0..2_usize, name(), set_change())
            .prop_map(|(set, name, change)| RoomsEdit::Set { set, name, change }),
        1 => (at(), at(), name()).prop_map(|(room, to, name)| RoomsEdit::Move { set: 0, room, to, name }),
        1 => (at(), name()).prop_map(|(room, name)| RoomsEdit::Take { set: 0, room, name }),
        2 => at().prop_map(|at| {
            let room = crate::rooms::RoomTemplate {
                name: "Den".to_owned(), notes: String::new(), symbol: "Gate".to_owned(), weight: 1,
                at_most: None, turns: false, flips: false, card: None, source: None, picture: vec!["#+#".to_owned(), "#.".to_owned()],
            };
            RoomsEdit::Insert { set: 0, at, rooms: vec![room] }
        }),
    ]
}

fn printed(document: &Document) -> String {
    print_room_set(&document.rooms()[0].set)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn undoing_and_redoing_random_edits_gives_the_same_bytes(
        edits in proptest::collection::vec(any_edit(), 1..16),
    ) {
        let mut document = document();
        let mut states = vec![printed(&document)];
        for edit in edits {
            if document.apply(Edit::Rooms(edit)) {
                document.finish_gesture();
                states.push(printed(&document));
            }
        }
        for state in states.iter().rev().skip(1) {
            prop_assert!(document.undo());
            prop_assert_eq!(&printed(&document), state);
        }
        for state in states.iter().skip(1) {
            prop_assert!(document.redo());
            prop_assert_eq!(&printed(&document), state);
        }
        prop_assert!(!document.redo());
    }

    #[test]
    fn every_picture_edit_but_replacing_leaves_even_rows(edit in picture_edit()) {
        let mut document = document_with(&SET.replace("\"#...#\"", "\"#..\""));
        let is_drawn = !matches!(edit, PictureEdit::Replace(_));
        if document.apply(self::edit(edit)) && is_drawn {
            let rows = &document.rooms()[0].set.rooms[0].picture;
            let lengths: std::collections::BTreeSet<_> = rows.iter().map(|row| row.chars().count()).collect();
            prop_assert_eq!(lengths.len(), 1);
        }
    }
}
