//! Writes levels and reads them again.

use std::path::Path;

use crate::random_level::random_level;
use delvewright_engine::base::{Cell, Color, Grid, Position, Seed, Size, StageContext};
use delvewright_engine::level::{
    Entity, EntityId, Layer, Level, Lock, MissionRecord, Owner, PassageEnd, PlaceId, Report, Tile,
};
use delvewright_engine::settings::Movement;
use delvewright_engine::text::{parse_grammar, parse_room_set};
use delvewright_engine::verify::verify;
use delvewright_exchange::export::{
    ExportOptions, Format, LevelReadError, PictureOptions, TextOptions, export, export_picture, export_with,
    read_level,
};
use delvewright_exchange::picture::CellSide;
use proptest::prelude::*;

#[test]
fn texts_show_layers_and_entities_when_asked() {
    let mut level = small();
    level.legend.insert('"', Tile { name: "grass".to_owned(), walkable: true, color: Color::rgb(9, 9, 9) });
    level.layers.push(Layer::empty("plants", Size::new(3, 2)));
    let mut plants = Grid::filled(Size::new(3, 2), Layer::NOTHING);
    plants[Cell::new(2, 0)] = '"';
    plants[Cell::new(0, 1)] = '"';
    level.layers[0].tiles = plants.into();
    let at = |id: u32, kind: &str, cell: Cell, marker: bool| Entity {
        id: EntityId(id),
        kind: kind.to_owned(),
        at: cell,
        place: PlaceId(1),
        node: None,
        opens: Vec::new(),
        properties: Default::default(),
        marker,
        pass: None,
        solid: false,
    };
    level.entities = vec![
        at(1, "Key", Cell::new(0, 1), false),
        at(2, "Kobold", Cell::new(2, 1), false),
        at(3, "Spot", Cell::new(2, 0), true),
    ];
    let text = |with_layers, with_entities| {
        let options =
            ExportOptions { text: TextOptions { with_layers, with_entities }, ..Default::default() };
        String::from_utf8(export_with(&level, Format::Txt, &options).into_bytes()).unwrap()
    };
    let picture = |text: &str| text.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(picture(&text(false, false)), ["##.", ".#."]);
    assert_eq!(picture(&text(true, false)), ["##\"", "\"#."]);
    assert_eq!(picture(&text(false, true)), ["##.", "K#O"]);
    let both = text(true, true);
    assert_eq!(picture(&both), ["##\"", "K#O"]);
    assert!(both.contains("\nK entity Key\nO entity Kobold\n"), "{both}");
    assert_eq!(text(false, false), String::from_utf8(export(&level, Format::Txt).into_bytes()).unwrap());
}

proptest! {
    #[test]
    fn what_was_exported_reads_back_the_same(seed: u64) {
        let level = random_level(seed);
        for format in [Format::Ron, Format::Json] {
            let bytes = export(&level, format).into_bytes();
            prop_assert_eq!(read_level(&bytes, format), Ok(level.clone()));
            prop_assert_eq!(export(&level, format).into_bytes(), bytes);
        }
    }

    #[test]
    fn damaged_bytes_are_an_error_and_no_panic(seed: u64, at: prop::sample::Index, byte: u8) {
        for format in [Format::Ron, Format::Json] {
            let mut bytes = export(&random_level(seed), format).into_bytes();
            let index = at.index(bytes.len() - 2);
            bytes[index] = byte;
            let _ = read_level(&bytes, format);
            bytes.truncate(index);
            prop_assert!(read_level(&bytes, format).is_err());
        }
    }
}

fn small() -> Level {
    let tile = |name: &str, walkable, color| Tile { name: name.to_owned(), walkable, color };
    Level {
        format: 1,
        generator: "a hand".to_owned(),
        grammar: "Two \"rooms\"".to_owned(),
        seed: Seed(u64::MAX),
        rolls: Vec::new(),
        variables: Default::default(),
        width: 3,
        height: 2,
        movement: Movement::EightWay,
        legend: [
            ('#', tile("wall", false, Color::rgb(1, 2, 3))),
            ('.', tile("floor", true, Color::rgb(200, 100, 50))),
        ]
        .into(),
        tiles: Grid::from_values(Size::new(3, 2), "##..#.".chars().collect()).unwrap().into(),
        owners: Grid::from_values(Size::new(3, 2), [0, 0, 1, 1, -1, -1].map(Owner).to_vec()).unwrap().into(),
        layers: Vec::new(),
        places: Vec::new(),
        passages: Vec::new(),
        entities: Vec::new(),
        templates: Default::default(),
        bridges: Vec::new(),
        populate: Vec::new(),
        themes: Default::default(),
        mission: MissionRecord::default(),
        report: Report::default(),
    }
}

#[test]
fn json_has_a_row_a_line() {
    let text = String::from_utf8(export(&small(), Format::Json).into_bytes()).unwrap();
    let expected = r###"{
  "format": 1,
  "generator": "a hand",
  "grammar": "Two \"rooms\"",
  "seed": "18446744073709551615",
  "width": 3,
  "height": 2,
  "movement": "EightWay",
  "legend": {
    "#": {"name":"wall","walkable":false,"color":"#010203"},
    ".": {"name":"floor","walkable":true,"color":"#c86432"}
  },
  "tiles": [
    "##.",
    ".#."
  ],
  "owners": [
    [[0,2],[1,1]],
    [[1,1],[-1,2]]
  ],
  "places": [],
  "passages": [],
  "entities": [],
  "templates": {},
  "bridges": [],
  "mission": {
    "nodes": [],
    "edges": []
  },
  "report": {}
}
"###;
    assert_eq!(text, expected);
}

#[test]
fn ron_has_a_row_a_line() {
    let text = String::from_utf8(export(&small(), Format::Ron).into_bytes()).unwrap();
    let expected = r###"  legend: {
    '#': (name:"wall",walkable:false,color:"#010203"),
    '.': (name:"floor",walkable:true,color:"#c86432")
  },
  tiles: [
    "##.",
    ".#."
  ],
  owners: [
    [(0,2),(1,1)],
    [(1,1),(-1,2)]
  ],
"###;
    assert!(text.contains(expected), "{text}");
}

#[test]
fn text_begins_with_the_picture() {
    let text = String::from_utf8(export(&small(), Format::Txt).into_bytes()).unwrap();
    let expected = "##.\n.#.\n\n\"Two \"rooms\"\", seed 18446744073709551615, 3 × 2 cells, EightWay\n\n# wall\n. floor, walkable\n";
    assert_eq!(text, expected);
}

#[test]
fn flat_picture_shows_each_cell_in_its_colour() {
    let options =
        PictureOptions { cell: Some(CellSide::Small.into()), is_flat: true, ..PictureOptions::default() };
    let bytes = export_picture(&small(), &options);
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (24, 16));
    let pixel = |x: usize, y: usize| &pixels[3 * (y * 24 + x)..][..3];
    for (x, y) in [(0, 0), (15, 7), (8, 8), (15, 15)] {
        assert_eq!(pixel(x, y), [1, 2, 3], "at {x}, {y}");
    }
    for (x, y) in [(16, 0), (23, 7), (7, 8), (16, 15)] {
        assert_eq!(pixel(x, y), [200, 100, 50], "at {x}, {y}");
    }
}

#[test]
fn level_without_cells_is_exported_all_the_same() {
    let mut level = small();
    level.tiles = Grid::filled(Size::new(0, 0), '#').into();
    level.owners = Grid::filled(Size::new(0, 0), Owner::NOBODY).into();
    for format in Format::ALL {
        assert!(!export(&level, format).into_bytes().is_empty());
    }
}

#[test]
fn unreadable_level_names_line_and_column() {
    let position_of = |format: Format, old: &str, new: &str| {
        let text = String::from_utf8(export(&small(), format).into_bytes()).unwrap();
        let line = text.lines().position(|line| line.contains(old)).unwrap() as u32 + 1;
        match read_level(text.replacen(old, new, 1).as_bytes(), format) {
            Err(LevelReadError::Malformed { position: Position { line: found, column }, message }) => {
                assert_eq!(found, line, "{message}");
                assert!(column > 1 && !message.contains("line"), "{message}");
            }
            other => panic!("{other:?}"),
        }
    };
    position_of(Format::Json, "\"height\": 2", "\"height\": two");
    position_of(Format::Ron, "height: 2", "height: two");
    position_of(Format::Json, "\"bridges\"", "\"bridgets\"");
    position_of(Format::Ron, "bridges", "bridgets");
}

#[test]
fn pictures_cannot_be_read_back() {
    for format in Format::ALL.into_iter().filter(|format| !format.is_readable()) {
        assert_eq!(read_level(b"", format), Err(LevelReadError::WriteOnly(format)));
    }
    assert_eq!(read_level(&[0xff, 0xfe], Format::Ron), Err(LevelReadError::NotUtf8));
}

#[test]
fn byte_order_mark_is_no_obstacle() {
    let mut bytes = "\u{feff}".as_bytes().to_vec();
    bytes.extend(export(&small(), Format::Ron).into_bytes());
    assert_eq!(read_level(&bytes, Format::Ron), Ok(small()));
}

#[test]
fn format_follows_the_extension() {
    assert_eq!(Format::from_path(Path::new("a/level.JSON")), Some(Format::Json));
    assert_eq!(Format::from_path(Path::new("level.tar.png")), Some(Format::Png));
    assert_eq!(Format::from_path(Path::new("png")), None);
    assert_eq!(Format::from_path(Path::new("level.gif")), None);
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
}

/// A start, two consecutive gates, and a drop to the goal.
const FORMAT_1: [(Format, &str); 2] = [
    (Format::Json, include_str!("older_levels/format_1.json")),
    (Format::Ron, include_str!("older_levels/format_1.ron")),
];

#[test]
fn levels_of_format_1_are_read_and_proved() {
    for (format, text) in FORMAT_1 {
        let level = read_level(text.as_bytes(), format).expect("a level");
        let report = verify(&level, StageContext::default()).unwrap();
        assert!(report.all_held(), "{:?}", report.broken().collect::<Vec<_>>());
        let lock =
            |place, end, key| Lock { place: PlaceId(place), end, keys: vec![EntityId(key)], needed: 1 };
        let locks: Vec<_> = level.passages.iter().map(|passage| passage.locks.clone()).collect();
        let between = vec![lock(2, PassageEnd::From, 1), lock(3, PassageEnd::To, 2)];
        assert_eq!(locks, [vec![lock(2, PassageEnd::To, 1)], between, vec![lock(3, PassageEnd::From, 2)]]);
    }
}

#[test]
fn a_key_of_format_1_that_opens_no_end_is_kept_for_the_checker() {
    for (format, text) in FORMAT_1 {
        let text = text.replacen("[1,2]", "[1,2,7]", 1);
        let level = read_level(text.as_bytes(), format).expect("a level");
        let lock = Lock { place: PlaceId(2), end: PassageEnd::From, keys: vec![EntityId(7)], needed: 1 };
        assert_eq!(level.passages[1].locks.last(), Some(&lock));
    }
}

#[test]
fn exported_level_that_is_opened_as_a_grammar_is_called_a_level_and_nothing_else() {
    let level = small();
    for format in [Format::Ron, Format::Json] {
        let text = String::from_utf8(export(&level, format).into_bytes()).unwrap();
        let loaded = parse_grammar(&text, None);
        let messages: Vec<&str> = loaded.diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, ["This is an exported level, but a grammar is needed."], "{format:?}");
        assert!(!loaded.complete);
        assert_eq!(parse_room_set(&text, None).diagnostics.len(), 1);
    }
}
