//! Room sets as maps, and back: the rooms that come in again equal those that went out.

use std::collections::BTreeMap;
use std::fs;

use delvewright_engine::mission::Value;
use delvewright_engine::rooms::{LegendEntry, RoomSet, RoomTemplate};
use delvewright_engine::text::parse_room_set;
use delvewright_exchange::export::{Exported, export_rooms};
use delvewright_exchange::import::{
    ImportSource, Lexicon, MergedChange, SourceFormat, merge, read_rooms, set_for,
};
use indexmap::IndexMap;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;

use crate::examples::folder_of_workspace;
use crate::random_rooms::{cards, entries, tiles};

/// Returns the rooms of a map, read together with its tiles.
fn read(exported: &Exported) -> delvewright_exchange::import::SourceDrawing {
    let files: BTreeMap<&str, &[u8]> =
        exported.files().map(|file| (file.name.as_str(), file.bytes.as_slice())).collect();
    let mut beside =
        |name: &str| files.get(name).map(|bytes| bytes.to_vec()).ok_or_else(|| "is not there".to_owned());
    let source = ImportSource {
        format: SourceFormat::Tmx,
        name: "set",
        bytes: &exported.main.bytes,
        lexicon: Lexicon::default(),
        places: &[],
    };
    read_rooms(&source, &mut beside).expect("a map")
}

/// Returns the room set that a map of rooms gives without an earlier set.
fn back(exported: &Exported) -> RoomSet {
    let drawing = read(exported);
    assert_eq!(drawing.remarks.diagnostics(), []);
    let merged = merge(&set_for(&drawing, "other"), &drawing, Some("set.tmx"), "Other", |_| false);
    let without_source = |room| RoomTemplate { source: None, ..room };
    RoomSet { rooms: merged.set.rooms.into_iter().map(without_source).collect(), ..merged.set }
}

fn examples() -> Vec<RoomSet> {
    let mut paths: Vec<_> =
        fs::read_dir(folder_of_workspace("rooms")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let sets = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "ron"));
    sets.map(|path| parse_room_set(&fs::read_to_string(path).unwrap(), None).value.unwrap()).collect()
}

#[test]
fn example_room_sets_come_back_from_maps_as_they_were() {
    let sets = examples();
    assert!(sets.len() >= 8);
    for set in sets {
        let (exported, left_out) = export_rooms(&set, "set");
        assert_eq!(left_out, []);
        let back = back(&exported);
        assert_eq!(back, set);
        assert!(back.legend.keys().eq(set.legend.keys()), "{}", set.name);
    }
}

#[test]
fn map_that_comes_back_unchanged_changes_nothing_in_its_set() {
    let set = examples().swap_remove(0);
    let drawing = read(&export_rooms(&set, "set").0);
    let once = merge(&set, &drawing, Some("set.tmx"), "Other", |_| false);
    assert!(once.rooms.iter().all(|room| room.change == MergedChange::Unchanged), "{:?}", once.rooms);
    assert_eq!(once.set.rooms.len(), set.rooms.len());
    let twice = merge(&once.set, &drawing, Some("set.tmx"), "Other", |_| false);
    assert_eq!(twice.set, once.set);
}

#[test]
fn rooms_without_a_picture_and_unknown_characters_are_listed() {
    let mut set = examples().swap_remove(0);
    set.rooms[0].picture.clear();
    set.rooms[1].picture[1].replace_range(1..2, "¿");
    let codes: Vec<_> = export_rooms(&set, "set").1.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["empty-picture", "unknown-character"]);
}

fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{1,8}",
        "attribute_[a-z]{0,2}",
        "int_[a-z]{0,2}",
        "kind|on|color|name|blocker",
        any::<String>()
    ]
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::Int),
        any::<i8>().prop_map(|number| Value::Int(number.into())),
        any::<bool>().prop_map(Value::Bool),
        names().prop_map(Value::Text),
        "-?[0-9]{1,3}".prop_map(Value::Text),
    ]
}

fn room_sets() -> impl Strategy<Value = RoomSet> {
    let entry = entries(names().boxed(), values().boxed());
    let legend = btree_map(any::<char>(), entry, 1..7);
    let head = (any::<String>(), any::<String>(), tiles(names().boxed()));
    (head, legend, btree_set(names().prop_filter("a name", |name| !name.is_empty()), 1..4)).prop_flat_map(
        |((name, notes, blocker), legend, rooms)| {
            let legend: IndexMap<char, LegendEntry> = legend.into_iter().collect();
            let rooms: Vec<_> =
                rooms.into_iter().map(|name| room(name, legend.keys().copied().collect())).collect();
            rooms.prop_map(move |rooms| RoomSet {
                format: RoomSet::FORMAT,
                name: name.clone(),
                notes: notes.clone(),
                legend: legend.clone(),
                blocker: blocker.clone(),
                sheet: None,
                looks: BTreeMap::new(),
                sources: IndexMap::new(),
                rooms,
            })
        },
    )
}

fn room(name: String, characters: Vec<char>) -> impl Strategy<Value = RoomTemplate> {
    let picture = (1_usize..7, 1_usize..7).prop_flat_map(move |(width, height)| {
        let row = vec(prop::sample::select(characters.clone()), width);
        vec(row.prop_map(|row| row.into_iter().collect::<String>()), height)
    });
    let numbers = any::<(u32, Option<u32>, bool, bool)>();
    (names(), any::<String>(), numbers, option::of(cards()), picture).prop_map(
        move |(symbol, notes, (weight, at_most, turns, flips), card, picture)| RoomTemplate {
            name: name.clone(),
            notes,
            symbol,
            weight,
            at_most,
            turns,
            flips,
            card,
            picture,
            source: None,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn room_sets_come_back_from_maps_as_they_were(set in room_sets()) {
        let (exported, left_out) = export_rooms(&set, "set");
        prop_assert_eq!(left_out, []);
        let back = back(&exported);
        prop_assert_eq!(&back, &set);
        prop_assert!(back.legend.keys().eq(set.legend.keys()));
    }
}
