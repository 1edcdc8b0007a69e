//! Rooms that are imported again: rooms are recognised, rooms that can no longer be read stay, and rooms with
//! errors stay out.

use delvewright_engine::base::Cell;
use delvewright_engine::rooms::RoomSet;
use delvewright_exchange::import::{
    ImportSource, Lexicon, Merged, MergedChange, SourceDrawing, SourceFormat, merge, merge_sound, read_rooms,
    set_for,
};

const HALL: [&str; 4] = ["###+###", "#.....#", "#.....#", "#######"];
/// The hall with one more wall.
const HALL_WITH_PILLAR: [&str; 4] = ["###+###", "#..#..#", "#.....#", "#######"];
/// A room that resembles the hall, but not closely.
const CELLS: [&str; 4] = ["###+###", "#.#.#.#", "#.#.#.#", "#######"];
/// A room that resembles neither of the two.
const MAZE: [&str; 4] = ["#.###.#", "+.###.+", "#.###.#", "#.....#"];
const MAZE_WITH_PILLAR: [&str; 4] = ["#.###.#", "+.###.+", "#.###.#", "#..#..#"];
const TALL: [&str; 5] = ["##+##", "#...#", "#...#", "#...#", "#####"];

/// An iid of LDtk.
const IID: &str = "7dd05550-66b0-11ec-9cd7-43f2676cf90";

type Room<'r> = (&'r str, Option<&'r str>, &'r [&'r str]);

/// Returns a source with rooms of these names, identities and pictures.
fn drawing(rooms: &[Room<'_>]) -> SourceDrawing {
    let texts: Vec<String> =
        rooms.iter().map(|(name, _, picture)| format!("name: {name}\n{}\n", picture.join("\n"))).collect();
    let text = texts.join("\n");
    let source = ImportSource {
        format: SourceFormat::Text,
        name: "keep",
        bytes: text.as_bytes(),
        lexicon: Lexicon::default(),
        places: &[],
    };
    let mut drawing = read_rooms(&source, &mut |_| Err("is not there".to_owned())).expect("a text");
    assert_eq!(drawing.rooms.len(), rooms.len());
    for (room, (_, id, _)) in drawing.rooms.iter_mut().zip(rooms) {
        room.id = id.map(str::to_owned);
    }
    drawing
}

fn import(set: &RoomSet, drawing: &SourceDrawing) -> Merged {
    merge(set, drawing, Some("keep.tmx"), "Hall", |_| false)
}

fn imported(rooms: &[Room<'_>]) -> RoomSet {
    let drawing = drawing(rooms);
    import(&set_for(&drawing, "keep"), &drawing).set
}

/// Returns the set after the import, the change of each room, and the codes of the remarks on recognised
/// rooms.
fn again(set: &RoomSet, rooms: &[Room<'_>]) -> (RoomSet, Vec<(String, MergedChange)>, Vec<&'static str>) {
    let merged = import(set, &drawing(rooms));
    let changes = merged.rooms.into_iter().map(|room| (room.name, room.change)).collect();
    let codes = merged.remarks.iter().map(|found| found.code).filter(|code| *code != "no-symbol");
    (merged.set, changes, codes.collect())
}

fn picture<'s>(set: &'s RoomSet, name: &str) -> &'s [String] {
    &set.rooms.iter().find(|room| room.name == name).expect("a room of that name").picture
}

fn source_name<'s>(set: &'s RoomSet, name: &str) -> &'s str {
    let room = set.rooms.iter().find(|room| room.name == name).expect("a room of that name");
    &room.source.as_ref().expect("it was imported").room
}

fn changes(expected: &[(&str, MergedChange)]) -> Vec<(String, MergedChange)> {
    expected.iter().map(|(name, change)| ((*name).to_owned(), change.clone())).collect()
}

use MergedChange::{Added, Gone, Redrawn, Unchanged, Unread};

#[test]
fn room_with_an_identity_is_found_under_another_name() {
    let mut set = imported(&[("Level_0", Some("a"), &HALL), ("Level_1", Some("b"), &MAZE)]);
    set.rooms[1].name = "Vault".to_owned();
    let rooms: [Room<'_>; 3] =
        [("Level_0", Some("a"), &HALL), ("Level_1", Some("c"), &TALL), ("Level_2", Some("b"), &MAZE)];
    let (after, found, codes) = again(&set, &rooms);
    assert_eq!(found, changes(&[("Level_0", Unchanged), ("Level_1", Added), ("Vault", Unchanged)]));
    assert_eq!(
        (picture(&after, "Vault"), source_name(&after, "Vault")),
        (&set.rooms[1].picture[..], "Level_2")
    );
    assert_eq!(codes, [""; 0]);
    let rooms: [Room<'_>; 2] = [("Level_1", Some("a"), &CELLS), ("Level_0", Some("b"), &TALL)];
    let (after, found, _) = again(&set, &rooms);
    assert!(matches!(found[0], (ref name, Redrawn { .. }) if name == "Level_0"), "{found:?}");
    assert_eq!(picture(&after, "Vault"), TALL, "an identity counts more than name and picture");
}

#[test]
fn without_identities_the_picture_counts_more_than_the_name() {
    let mut set = imported(&[("Level_0", None, &HALL), ("Level_1", None, &MAZE)]);
    set.rooms[1].name = "Vault".to_owned();
    let rooms: [Room<'_>; 3] =
        [("Level_0", Some("a"), &HALL), ("Level_1", Some("c"), &CELLS), ("Level_2", Some("b"), &MAZE)];
    let (after, found, codes) = again(&set, &rooms);
    assert_eq!(found, changes(&[("Level_0", Unchanged), ("Level_1", Added), ("Vault", Unchanged)]));
    assert_eq!(codes, ["swapped-room"]);
    let ids: Vec<_> = after.rooms.iter().map(|room| room.source.as_ref().unwrap().id.as_deref()).collect();
    assert_eq!(ids, [Some("a"), Some("b"), Some("c")], "a set from before identities gets them");
    assert_eq!(again(&after, &rooms).0, after);
}

#[test]
fn renamed_room_is_found_by_its_picture() {
    let mut set = imported(&[("Old", None, &HALL), ("Other", None, &MAZE)]);
    set.rooms[0].weight = 7;
    let (after, found, codes) = again(&set, &[("New", None, &HALL), ("Other", None, &MAZE)]);
    assert_eq!(found, changes(&[("Old", Unchanged), ("Other", Unchanged)]));
    assert_eq!((source_name(&after, "Old"), after.rooms[0].weight, codes), ("New", 7, vec!["renamed-room"]));
    let (after, found, codes) = again(&set, &[("New", None, &HALL_WITH_PILLAR), ("Other", None, &MAZE)]);
    let redrawn = Redrawn { cells: 1, kept: 0 };
    assert_eq!(found, changes(&[("Old", redrawn), ("Other", Unchanged)]));
    assert_eq!((source_name(&after, "Old"), codes), ("New", vec!["nearest-room"]));
}

#[test]
fn swapped_names_do_not_swap_rooms() {
    let set = imported(&[("Hall", None, &HALL), ("Maze", None, &MAZE)]);
    let (after, found, codes) = again(&set, &[("Hall", None, &MAZE), ("Maze", None, &HALL)]);
    assert_eq!(found, changes(&[("Maze", Unchanged), ("Hall", Unchanged)]));
    assert_eq!(codes, ["swapped-room"; 2]);
    assert_eq!((source_name(&after, "Hall"), source_name(&after, "Maze")), ("Maze", "Hall"));
    let (after, _, codes) =
        again(&set, &[("Hall", None, &MAZE_WITH_PILLAR), ("Maze", None, &HALL_WITH_PILLAR)]);
    assert_eq!(codes, ["nearest-room"; 2]);
    assert_eq!(
        (picture(&after, "Hall"), picture(&after, "Maze")),
        (&HALL_WITH_PILLAR.map(str::to_owned)[..], &MAZE_WITH_PILLAR.map(str::to_owned)[..])
    );
}

#[test]
fn namesake_is_the_same_room_if_nothing_contradicts() {
    let set = imported(&[("Hall", None, &HALL), ("Maze", None, &MAZE)]);
    let (after, found, codes) = again(&set, &[("Hall", None, &TALL), ("Maze", None, &MAZE)]);
    assert!(matches!(found[0], (ref name, Redrawn { .. }) if name == "Hall"), "{found:?}");
    assert_eq!((picture(&after, "Hall"), codes), (&TALL.map(str::to_owned)[..], Vec::new()));
}

#[test]
fn copy_in_the_source_is_added() {
    for (first, second) in [(None, None), (Some("1"), Some("2"))] {
        let set = imported(&[("Hall", first, &HALL)]);
        let (after, found, codes) = again(&set, &[("Hall", first, &HALL), ("Copy", second, &HALL)]);
        assert_eq!(found, changes(&[("Hall", Unchanged), ("Copy", Added)]));
        assert_eq!((after.rooms[0] == set.rooms[0], codes), (true, Vec::new()));
    }
    let twins = imported(&[("One", None, &HALL), ("Two", None, &HALL)]);
    let (after, found, codes) = again(&twins, &[("Three", None, &HALL), ("Four", None, &HALL)]);
    assert_eq!(found, changes(&[("Three", Added), ("Four", Added), ("One", Gone), ("Two", Gone)]));
    assert_eq!((after.rooms.len(), codes), (4, vec!["unsure-room"; 2]));
}

#[test]
fn lasting_identity_is_not_doubted_when_a_level_is_copied() {
    let set = imported(&[("Level_0", Some(IID), &HALL)]);
    let rooms: [Room<'_>; 2] = [("Level_0", Some("n"), &HALL), ("Level_1", Some(IID), &MAZE)];
    let (after, found, _) = again(&set, &rooms);
    assert_eq!(found[0], ("Level_0 2".to_owned(), Added));
    assert_eq!(
        (picture(&after, "Level_0"), source_name(&after, "Level_0")),
        (&MAZE.map(str::to_owned)[..], "Level_1")
    );
}

#[test]
fn numbers_that_are_given_out_again_do_not_mix_up_rooms() {
    let set = imported(&[("Hall", Some("1"), &HALL), ("Maze", Some("2"), &MAZE)]);
    let rooms: [Room<'_>; 3] =
        [("New", Some("1"), &TALL), ("Hall", Some("2"), &HALL), ("Maze", Some("3"), &MAZE)];
    let (after, found, codes) = again(&set, &rooms);
    assert_eq!(found, changes(&[("New", Added), ("Hall", Unchanged), ("Maze", Unchanged)]));
    assert_eq!(codes, ["numbered-again"]);
    assert_eq!(again(&after, &rooms).2, [""; 0], "the new numbers are known now");
}

#[test]
fn room_with_another_identity_is_added_and_the_doubt_is_said() {
    let set = imported(&[("Hall", Some("1"), &HALL)]);
    let (after, found, codes) = again(&set, &[("Hall", Some("5"), &HALL_WITH_PILLAR)]);
    assert_eq!(found, changes(&[("Hall 2", Added), ("Hall", Gone)]));
    assert_eq!((picture(&after, "Hall"), codes), (&HALL.map(str::to_owned)[..], vec!["unsure-room"]));
    let (after, found, codes) = again(&set, &[("Hall", Some("5"), &HALL)]);
    assert_eq!((found, codes), (changes(&[("Hall", Unchanged)]), vec!["new-identities"]));
    assert_eq!(after.rooms[0].source.as_ref().unwrap().id.as_deref(), Some("5"));
}

/// Another iid for each number.
fn iid(number: usize) -> String {
    format!("{number:08}-66b0-11ec-9cd7-43f2676cf901")
}

#[test]
fn pictures_decide_if_all_identities_are_new() {
    let ids: Vec<String> = (0..8).map(iid).collect();
    let id = |number: usize| ids.get(number).map(String::as_str);
    let mut set = imported(&[("L_0", id(0), &HALL), ("L_1", id(1), &MAZE), ("L_2", id(2), &TALL)]);
    set.rooms[0].weight = 7;
    let shifted: [Room<'_>; 4] = [
        ("L_0", id(3), &CELLS),
        ("L_1", id(4), &HALL),
        ("L_2", id(5), &MAZE_WITH_PILLAR),
        ("L_3", id(6), &TALL),
    ];
    let (after, found, codes) = again(&set, &shifted);
    let redrawn = Redrawn { cells: 1, kept: 0 };
    let expected = [("L_0 2", Added), ("L_0", Unchanged), ("L_1", redrawn), ("L_2", Unchanged)];
    assert_eq!(found, changes(&expected));
    assert_eq!((source_name(&after, "L_0"), after.rooms[0].weight, after.rooms.len()), ("L_1", 7, 4));
    assert!(["new-identities", "swapped-room", "nearest-room"].iter().all(|code| codes.contains(code)));
    assert_eq!(again(&after, &shifted).2, [""; 0], "the new identities are known now");
    let (_, found, codes) = again(&set, &[("L_0", id(3), &CELLS)]);
    assert_eq!(found, changes(&[("L_0 2", Added), ("L_0", Gone), ("L_1", Gone), ("L_2", Gone)]));
    assert_eq!(codes, ["unsure-room"]);
}

#[test]
fn between_equal_pictures_nothing_decides_if_names_have_moved() {
    let ids: Vec<String> = (0..8).map(iid).collect();
    let id = |number: usize| ids.get(number).map(String::as_str);
    for known in [[id(0), id(1), id(2)], [None; 3]] {
        let set = imported(&[("A", known[0], &HALL), ("B", known[1], &HALL), ("C", known[2], &MAZE)]);
        let same = again(&set, &[("A", id(3), &HALL), ("B", id(4), &HALL), ("C", id(5), &MAZE)]);
        assert_eq!(same.1, changes(&[("A", Unchanged), ("B", Unchanged), ("C", Unchanged)]));
        let moved = [("B", id(3), &HALL[..]), ("C", id(4), &HALL[..]), ("A", id(5), &MAZE[..])];
        let (after, found, codes) = again(&set, &moved);
        let expected = [("B 2", Added), ("C 2", Added), ("C", Unchanged), ("A", Gone), ("B", Gone)];
        assert_eq!(found, changes(&expected));
        assert_eq!(codes.iter().filter(|code| **code == "unsure-room").count(), 2);
        assert_eq!((after.rooms.len(), picture(&after, "A")), (5, &set.rooms[0].picture[..]));
        let renamed = again(&set, &[("D", id(3), &HALL), ("B", id(4), &HALL), ("C", id(5), &MAZE)]);
        assert_eq!(renamed.1, changes(&[("A", Unchanged), ("B", Unchanged), ("C", Unchanged)]));
    }
}

#[test]
fn room_that_was_drawn_again_under_a_new_number_is_the_same() {
    let set = imported(&[("Hall", Some("1"), &HALL), ("Maze", Some("2"), &MAZE)]);
    let (after, found, codes) = again(&set, &[("Hall", Some("1"), &HALL), ("Den", Some("9"), &MAZE)]);
    assert_eq!(found, changes(&[("Hall", Unchanged), ("Maze", Unchanged)]));
    assert_eq!((after.rooms.len(), codes), (2, vec!["renamed-room"]));
}

#[test]
fn equal_identities_in_two_files_are_two_rooms() {
    let set = imported(&[("Hall", Some("1"), &HALL)]);
    let other = drawing(&[("Maze", Some("1"), &MAZE)]);
    let merged = merge(&set, &other, Some("other.tmx"), "Hall", |_| false);
    assert_eq!(merged.rooms.iter().map(|room| &room.change).collect::<Vec<_>>(), [&Added]);
    assert_eq!(merged.set.rooms[0], set.rooms[0]);
}

#[test]
fn source_is_known_however_its_name_is_spelt() {
    let mut set = imported(&[("Hall", None, &HALL)]);
    for (known, named) in [("maps\\keep.tmx", "maps/keep.tmx"), ("./maps/keep.tmx", "maps/keep.tmx")] {
        set.rooms[0].source.as_mut().unwrap().file = known.to_owned();
        let merged = merge(&set, &drawing(&[("Hall", None, &HALL)]), Some(named), "Hall", |_| false);
        assert_eq!(merged.rooms[0].change, Unchanged);
    }
}

#[test]
fn copy_in_the_set_does_not_follow_the_source_and_is_not_gone() {
    for id in [None, Some("1")] {
        let mut set = imported(&[("Hall", id, &HALL)]);
        let mut copy = set.rooms[0].clone();
        copy.name = "Hall copy".to_owned();
        set.rooms.push(copy);
        let (after, found, codes) = again(&set, &[("Hall", id, &HALL_WITH_PILLAR)]);
        assert_eq!(found, changes(&[("Hall", Redrawn { cells: 1, kept: 0 })]));
        assert_eq!((after.rooms[1] == set.rooms[1], codes), (true, vec!["copied-room"]));
    }
}

#[test]
fn cells_that_cannot_be_read_stay() {
    let set = imported(&[("Hall", Some("1"), &HALL_WITH_PILLAR)]);
    let mut now = drawing(&[("Hall", Some("1"), &["###+###", "#.. ..#", "#...#.#", "#######"])]);
    now.rooms[0].unread.insert(Cell::new(3, 1));
    let merged = import(&set, &now);
    assert_eq!(picture(&merged.set, "Hall"), ["###+###", "#..#..#", "#...#.#", "#######"]);
    assert_eq!(merged.rooms[0].change, Redrawn { cells: 1, kept: 0 });
    assert!(merged.remarks.iter().any(|found| found.code == "unread-cells"), "{:?}", merged.remarks);
    assert!(!merged.set.legend.contains_key(&' '), "what is not drawn needs no character");
    let later =
        import(&merged.set, &drawing(&[("Hall", Some("1"), &["###+###", "#.....#", "#...#.#", "#######"])]));
    assert_eq!(picture(&later.set, "Hall")[1], "#.....#", "once it can be read it is taken over");
}

#[test]
fn room_of_which_most_cannot_be_read_stays() {
    let set = imported(&[("Hall", Some("1"), &HALL)]);
    let holes: [&[&str]; 2] = [&["#######", "#", "#", "#"], &["+     +"]];
    for rows in holes {
        let merged = import(&set, &drawing(&[("Hall", Some("1"), rows)]));
        assert_eq!((&merged.rooms[0].change, &merged.set), (&Unread, &set));
    }
    let mut smaller = drawing(&[("Hall", Some("1"), &["##+##", "#...#", "#####"])]);
    assert!(matches!(import(&set, &smaller).rooms[0].change, Redrawn { .. }), "it was made smaller");
    smaller.rooms[0].unread.insert(Cell::new(1, 1));
    assert_eq!(import(&set, &smaller).rooms[0].change, Unread, "nobody knows which cell was which");
}

#[test]
fn rooms_with_errors_are_left_out_as_if_the_source_had_them_not() {
    const OPEN: [&str; 4] = ["###+###", "#.....#", "#......", "#######"];
    let sound = |set: &RoomSet, rooms: &[Room<'_>]| {
        merge_sound(set, &drawing(rooms), Some("keep.tmx"), "Hall", |_| false)
    };
    let set = imported(&[("Hall", Some("1"), &HALL)]);
    let merged =
        sound(&set, &[("Hall", Some("1"), &OPEN), ("Open", Some("2"), &OPEN), ("Tall", Some("3"), &TALL)]);
    let found: Vec<_> = merged.rooms.iter().map(|room| (room.name.as_str(), &room.change)).collect();
    let (stays, out) = (MergedChange::LeftOut { stays: true }, MergedChange::LeftOut { stays: false });
    assert_eq!(found, [("Hall", &stays), ("Open", &out), ("Tall", &Added)]);
    let expected = "The edge of \"Open\" is open in one cell: at column 7, row 3.";
    assert_eq!(merged.rooms[1].errors[0].message, expected);
    assert_eq!((merged.set.rooms.len(), &merged.set.rooms[0]), (2, &set.rooms[0]));
    let broken = imported(&[("Hall", Some("1"), &OPEN)]);
    let redrawn = ["###+###", "#.....#", "#..#...", "#######"];
    let merged = sound(&broken, &[("Hall", Some("1"), &redrawn)]);
    assert_eq!(merged.rooms[0].change, Redrawn { cells: 1, kept: 0 }, "the import does not spoil it");
    assert_eq!(merged.rooms[0].errors.len(), 1);
}

#[test]
fn rooms_go_by_their_pictures_when_their_numbers_have_changed_places() {
    let names = [("Room 1", "Room 2"), ("Room 2", "Room 1")];
    let set = imported(&[("Room 1", Some("1"), &HALL), ("Room 2", Some("2"), &MAZE)]);
    for (one, two) in names {
        let (after, _, codes) = again(&set, &[(one, Some("1"), &MAZE), (two, Some("2"), &HALL)]);
        assert!(codes.contains(&"numbered-again"), "{codes:?}");
        assert_eq!(after.rooms.len(), 2);
        assert_eq!(picture(&after, "Room 1"), &HALL.map(str::to_owned)[..]);
        assert_eq!(picture(&after, "Room 2"), &MAZE.map(str::to_owned)[..]);
    }
}
