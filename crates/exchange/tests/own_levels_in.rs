//! Levels imported as maps of Tiled and LDtk give the same rooms as the levels themselves.

use std::collections::BTreeMap;

use delvewright_engine::base::Cell;
use delvewright_engine::level::{Level, Place};
use delvewright_engine::rooms::LegendEntry;
use delvewright_exchange::export::{Format, export};
use delvewright_exchange::import::{
    ImportSource, Lexicon, SourceDrawing, SourceFormat, draw_places, read_rooms,
};

use crate::example_level::{EXAMPLES_OF_EACH_KIND, level};
use crate::sample;

const FORMATS: [(Format, SourceFormat); 3] =
    [(Format::Tmx, SourceFormat::Tmx), (Format::Tmj, SourceFormat::Tmj), (Format::Ldtk, SourceFormat::Ldtk)];

/// Exports a level in a format and reads its rooms.
fn back(level: &Level, (format, source): (Format, SourceFormat)) -> SourceDrawing {
    let exported = export(level, format);
    let files: BTreeMap<&str, &[u8]> =
        exported.files().map(|file| (file.name.as_str(), file.bytes.as_slice())).collect();
    let mut beside =
        |name: &str| files.get(name).map(|bytes| bytes.to_vec()).ok_or_else(|| "is not there".to_owned());
    let lexicon = Lexicon::default();
    let source =
        ImportSource { format: source, name: "level", bytes: &exported.main.bytes, lexicon, places: &[] };
    read_rooms(&source, &mut beside).expect("a map of ours")
}

/// Returns the entries of a room, without properties of things.
fn cells(drawing: &SourceDrawing, room: usize) -> Vec<Vec<LegendEntry>> {
    let entry = |number: &u16| {
        let mut entry = drawing.palette.get(*number).expect("a known thing").entry.clone();
        if let LegendEntry::Entity(placed) | LegendEntry::Marker(placed) = &mut entry {
            placed.properties.clear();
        }
        entry
    };
    drawing.rooms[room].cells.rows().map(|row| row.iter().map(entry).collect()).collect()
}

#[test]
fn drawn_rooms_come_back_as_from_the_level_itself() {
    for example in EXAMPLES_OF_EACH_KIND {
        for seed in sample::of(1..3) {
            let level = level(example, seed);
            let straight = draw_places(&level, &[]);
            for format in FORMATS {
                let drawing = back(&level, format);
                let names = |drawing: &SourceDrawing| -> Vec<String> {
                    drawing.rooms.iter().map(|room| room.name.clone()).collect()
                };
                assert_eq!(names(&drawing), names(&straight), "{example} {seed} {format:?}");
                let has_template = |name: &str| {
                    level.places.iter().any(|place| {
                        format!("{} {}", place.symbol, place.id) == name && place.template.is_some()
                    })
                };
                for (at, room) in
                    straight.rooms.iter().enumerate().filter(|(_, room)| has_template(&room.name))
                {
                    let (own, expected) = (cells(&drawing, at), cells(&straight, at));
                    assert_eq!(own, expected, "{example} {seed} {format:?}: {}", room.name);
                    assert_eq!(drawing.rooms[at].settings, room.settings);
                }
            }
        }
    }
}

#[test]
fn things_of_the_mission_stay_out_with_a_note() {
    let level = level("sunken_keep", 1);
    let keys = level.entities.iter().filter(|entity| entity.node.is_some()).count();
    assert!(keys > 0);
    for format in FORMATS {
        let drawing = back(&level, format);
        let notes = drawing.remarks.diagnostics();
        assert!(notes.iter().any(|found| found.code == "of-the-mission"), "{format:?}: {notes:?}");
        let entries = (0..).map_while(|number| drawing.palette.get(number));
        let kinds: Vec<&str> = entries
            .filter_map(|meaning| match &meaning.entry {
                LegendEntry::Entity(placed) => Some(placed.kind.as_str()),
                _ => None,
            })
            .collect();
        let own = ["Lock", "BoardDrop", "PlayerStart", "Exit", "Key", "Passage", "Door", "Edge"];
        assert!(kinds.iter().all(|kind| !own.contains(kind)), "{format:?}: {kinds:?}");
    }
}

#[test]
fn places_come_back_from_tables() {
    for example in EXAMPLES_OF_EACH_KIND {
        let level = level(example, 1);
        let (straight, drawing) = (draw_places(&level, &[]), back(&level, (Format::Csv, SourceFormat::Csv)));
        let names = |drawing: &SourceDrawing| -> Vec<String> {
            drawing.rooms.iter().map(|room| room.name.clone()).collect()
        };
        assert_eq!(names(&drawing), names(&straight), "{example}");
        let sockets = |drawing: &SourceDrawing, at: usize| {
            let cells = cells(drawing, at).into_iter().flatten();
            cells.filter(|entry| matches!(entry, LegendEntry::Socket(_))).count()
        };
        // Tables contain neither the doors of a board through which passages come nor gaps.
        let gaps: Vec<Cell> = level.passages.iter().filter_map(|passage| passage.gap).collect();
        let has_lost = |name: &str| {
            let is_it = |place: &&Place| format!("{} {}", place.symbol, place.id) == name;
            let lost = |place: &Place| {
                place.board.is_some() || place.sockets.iter().any(|socket| gaps.contains(&socket.cell))
            };
            level.places.iter().find(is_it).is_some_and(lost)
        };
        for at in (0..straight.rooms.len()).filter(|at| !has_lost(&straight.rooms[*at].name)) {
            let (own, expected) = (sockets(&drawing, at), sockets(&straight, at));
            assert_eq!(own > 0, expected > 0, "{example}: {}", straight.rooms[at].name);
        }
        assert!(drawing.rooms.iter().all(|room| room.settings.notes.is_none()));
    }
}
