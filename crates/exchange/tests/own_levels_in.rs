//! Levels imported as maps of Tiled and LDtk give the same rooms as the levels themselves.

use std::collections::BTreeMap;

use delvewright_engine::base::Cell;
use delvewright_engine::level::{Level, OwnedBy, Owner, Place};
use delvewright_engine::rooms::LegendEntry;
use delvewright_exchange::export::{ExportOptions, Exported, Format, MapImporter, export, export_with};
use delvewright_exchange::import::{
    ImportSource, Lexicon, SourceDrawing, SourceFormat, draw_places, read_rooms,
};
use serde_json::{Value, json};

use crate::example_level::{EXAMPLES_OF_EACH_KIND, level};
use crate::sample;

const FORMATS: [(Format, SourceFormat); 3] =
    [(Format::Tmx, SourceFormat::Tmx), (Format::Tmj, SourceFormat::Tmj), (Format::Ldtk, SourceFormat::Ldtk)];

/// Exports a level in a format and reads its rooms.
fn back(level: &Level, formats: (Format, SourceFormat)) -> SourceDrawing {
    read_back(export(level, formats.0), formats.1)
}

fn read_back(exported: Exported, source: SourceFormat) -> SourceDrawing {
    let files: BTreeMap<&str, &[u8]> =
        exported.files().map(|file| (file.name.as_str(), file.bytes.as_slice())).collect();
    let mut beside =
        |name: &str| files.get(name).map(|bytes| bytes.to_vec()).ok_or_else(|| "is not there".to_owned());
    let lexicon = Lexicon::default();
    let source =
        ImportSource { format: source, name: "level", bytes: &exported.main.bytes, lexicon, places: &[] };
    read_rooms(&source, &mut beside).expect("a map of ours")
}

/// The number of an owner in maps of LDtk, with its name.
fn owner_number(owner: Owner) -> Option<(u32, String)> {
    match owner.who() {
        OwnedBy::Place(id) => Some((id.0, format!("Room_{id}"))),
        OwnedBy::Passage(id) => Some((50_000 + id.0, format!("Passage_{id}"))),
        OwnedBy::Nobody => None,
    }
}

/// Adds the owners of all cells to a project of LDtk, as numbers.
fn add_owners_to_project(level: &Level, main: &mut Vec<u8>) {
    let mut project: Value = serde_json::from_slice(main).expect("JSON");
    let numbers = || level.owners.rows().flat_map(|row| row.iter().map(|owner| owner_number(*owner)));
    let names: BTreeMap<u32, String> = numbers().flatten().collect();
    let values: Vec<Value> = names
        .into_iter()
        .map(|(value, name)| json!({"value": value, "identifier": name, "color": "#000000", "groupUid": 0}))
        .collect();
    let csv: Vec<u32> = numbers().map(|owner| owner.map_or(0, |(number, _)| number)).collect();
    let layers = project["defs"]["layers"].as_array_mut().expect("layers");
    layers.push(json!({"identifier": "Owners", "type": "IntGrid", "__type": "IntGrid", "uid": 99_999,
        "gridSize": 16, "intGridValues": values, "intGridValuesGroups": []}));
    let layers = project["levels"][0]["layerInstances"].as_array_mut().expect("layers");
    layers.push(
        json!({"__identifier": "Owners", "__type": "IntGrid", "layerDefUid": 99_999, "visible": false,
        "__cWid": level.width, "__cHei": level.height, "__gridSize": 16, "intGridCsv": csv,
        "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "autoLayerTiles": [], "gridTiles": []}),
    );
    *main = serde_json::to_vec(&project).expect("JSON");
}

/// Adds the owners of all cells to a map of Tiled, as a rectangle for each cell.
fn add_owners_to_map(level: &Level, main: &mut Vec<u8>) {
    let mut map: Value = serde_json::from_slice(main).expect("JSON");
    let ids: BTreeMap<String, Value> = map["layers"]
        .as_array()
        .expect("layers")
        .iter()
        .flat_map(|layer| layer["objects"].as_array().into_iter().flatten())
        .map(|object| (object["name"].as_str().expect("a name").to_owned(), object["id"].clone()))
        .collect();
    let mut areas = Vec::new();
    for cell in level.tiles.rect().cells() {
        let name = match level.owner(cell).who() {
            OwnedBy::Place(id) => format!("room_{id}"),
            OwnedBy::Passage(id) => format!("passage_{id}"),
            OwnedBy::Nobody => continue,
        };
        let owner = json!({"name": "owner", "type": "object", "value": ids[&name]});
        areas.push(json!({"id": 100_000 + areas.len(), "name": "", "type": "Area", "rotation": 0,
            "x": cell.x * 16, "y": cell.y * 16, "width": 16, "height": 16, "visible": true,
            "properties": [owner]}));
    }
    let layer = json!({"type": "objectgroup", "id": 99, "name": "Owners", "visible": false, "opacity": 1,
        "x": 0, "y": 0, "draworder": "topdown", "objects": areas});
    map["layers"].as_array_mut().expect("layers").push(layer);
    *main = serde_json::to_vec(&map).expect("JSON");
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

/// Returns the difference between rooms of a map and of the level that it was exported from.
fn lost(straight: &SourceDrawing, drawing: &SourceDrawing) -> Vec<String> {
    let mut lost = Vec::new();
    if straight.rooms.len() != drawing.rooms.len() {
        lost.push(format!("{} rooms instead of {}", drawing.rooms.len(), straight.rooms.len()));
        return lost;
    }
    for (at, room) in straight.rooms.iter().enumerate() {
        let (own, expected) = (cells(drawing, at), cells(straight, at));
        for (y, (own, expected)) in own.iter().zip(&expected).enumerate() {
            for (x, (own, expected)) in own.iter().zip(expected).enumerate() {
                if own != expected {
                    lost.push(format!("{} at {x}, {y}: {own:?} instead of {expected:?}", room.name));
                }
            }
        }
        if own.len() != expected.len() || drawing.rooms[at].settings != room.settings {
            lost.push(format!("{} has another size or other settings", room.name));
        }
    }
    lost
}

/// Caves and halls have no rectangle of their own, so only the owners of cells tell them apart.
#[test]
fn all_places_of_all_examples_come_back_from_maps_with_owners() {
    for example in sample::of(crate::examples::examples()) {
        let level = level(&example.name, 1);
        let straight = draw_places(&level, &[]);
        for (format, source) in [(Format::Tmj, SourceFormat::Tmj), (Format::Ldtk, SourceFormat::Ldtk)] {
            let mut exported = export(&level, format);
            let has_owners = String::from_utf8_lossy(&exported.main.bytes).contains("\"Owners\"");
            match format {
                _ if has_owners => {}
                Format::Ldtk => add_owners_to_project(&level, &mut exported.main.bytes),
                _ => add_owners_to_map(&level, &mut exported.main.bytes),
            }
            let lost = lost(&straight, &read_back(exported, source));
            assert!(
                lost.is_empty(),
                "{} {format:?}: {} cells: {:#?}",
                example.name,
                lost.len(),
                &lost[..lost.len().min(9)]
            );
        }
    }
}

#[test]
fn maps_for_bevy_come_back_like_all_others() {
    let level = level("sunken_keep", 1);
    let types = Some("my_game::level".parse().expect("a path"));
    let options = ExportOptions { target: MapImporter::Bevy, types, ..ExportOptions::default() };
    let [plain, typed] = [ExportOptions::default(), options]
        .map(|options| read_back(export_with(&level, Format::Tmx, &options), SourceFormat::Tmx));
    assert!(!plain.rooms.is_empty());
    assert_eq!(lost(&plain, &typed), Vec::<String>::new());
}

#[test]
fn characters_of_tiles_are_never_foreign() {
    for format in FORMATS {
        let drawing = back(&level("sunken_keep", 1), format);
        let wanted =
            (0..).map_while(|number| drawing.palette.get(number)).filter_map(|meaning| meaning.wanted);
        assert!(wanted.into_iter().all(|character| character.is_ascii()), "{format:?}");
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
