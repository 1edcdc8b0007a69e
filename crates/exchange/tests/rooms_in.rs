//! Rooms from other programs: the meaning of small sources, and a check that no source makes the program
//! panic.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use delvewright_engine::base::{Diagnostic, Severity};
use delvewright_engine::mission::Value;
use delvewright_engine::rooms::{LegendEntry, RoomSet, RoomTemplate, SocketEntry, TileLook, check_room_set};
use delvewright_exchange::export::Format;
use delvewright_exchange::import::{
    ImportSource, Lexicon, MergedChange, SourceDrawing, SourceFormat, SourceLegend, draw_places, merge,
    new_errors, read_rooms, set_for,
};
use proptest::prelude::*;

use crate::example_level::{EXAMPLES_OF_EACH_KIND, level};
use crate::tile_pictures::png;

const TILES: &str = r##"<tileset version="1.8" name="tiles" tilewidth="16" tileheight="16" tilecount="6" columns="6">
 <tile id="0" type="Wall"/>
 <tile id="1" type="Floor"/>
 <tile id="2" type="Ground"><properties><property name="name" value="water"/><property name="color" type="color" value="#ff3060c0"/></properties></tile>
 <tile id="3" type="pillar"><properties><property name="solid" type="bool" value="true"/></properties></tile>
 <tile id="4" type="mystery"/>
</tileset>"##;

/// Two rooms on one map of 8 × 5 tiles: one is 5 wide, the other 3.
const GIDS: [u32; 40] = [
    1, 1, 1, 1, 1, 1, 1, 1, //
    1, 2, 3, 2, 1, 1, 2, 1, //
    1, 2, 4, 2, 1, 1, 5, 1, //
    1, 2, 2, 2, 1, 1, 2, 1, //
    1, 1, 1, 1, 1, 1, 1, 1, //
];

const OBJECTS: &str = r#"<objectgroup id="2" name="Things">
 <object id="1" name="Hall" type="Room" x="0" y="0" width="80" height="80"><properties><property name="symbol" value="Gate"/><property name="weight" type="int" value="3"/></properties></object>
 <object id="2" name="Nook" type="Room" x="80" y="0" width="48" height="80"/>
 <object id="3" type="Socket" x="40" y="8"><point/></object>
 <object id="4" type="Socket" x="0" y="16" width="16" height="16"><properties><property name="kind" value="gate"/></properties></object>
 <object id="5" name="chest" x="40" y="24"><point/><properties><property name="gold" type="int" value="30"/></properties></object>
 <object id="6" type="Socket" x="104" y="72"><point/></object>
 <object id="7" name="way" x="0" y="0"><polyline points="0,0 3,3"/></object>
</objectgroup>"#;

fn csv(gids: &[u32]) -> String {
    let numbers: Vec<String> = gids.iter().map(u32::to_string).collect();
    format!(r#"<data encoding="csv">{}</data>"#, numbers.join(","))
}

fn map_with(data: &str, objects: &str) -> String {
    format!(
        r#"<map version="1.8" orientation="orthogonal" width="8" height="5" tilewidth="16" tileheight="16" infinite="0"><tileset firstgid="1" source="tiles.tsx"/><layer id="1" name="Tiles" width="8" height="5">{data}</layer>{objects}</map>"#
    )
}

fn map() -> String {
    map_with(&csv(&GIDS), OBJECTS)
}

fn read_with(
    format: SourceFormat,
    bytes: &[u8],
    lexicon: Lexicon<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    let files = BTreeMap::from([("tiles.tsx", TILES)]);
    let mut beside = |name: &str| {
        files.get(name).map(|text| text.as_bytes().to_vec()).ok_or_else(|| "is not there".to_owned())
    };
    read_rooms(&ImportSource { format, name: "keep", bytes, lexicon, places: &[] }, &mut beside)
}

fn read(format: SourceFormat, text: &str) -> SourceDrawing {
    read_with(format, text.as_bytes(), Lexicon::default()).expect("a source")
}

/// Returns the rooms in a set of their own.
fn set_of(drawing: &SourceDrawing) -> RoomSet {
    merge(&set_for(drawing, "keep"), drawing, Some("keep.tmx"), "Room", |_| false).set
}

fn pictures(set: &RoomSet) -> Vec<(&str, Vec<&str>)> {
    set.rooms
        .iter()
        .map(|room| (room.name.as_str(), room.picture.iter().map(String::as_str).collect()))
        .collect()
}

fn codes(drawing: &SourceDrawing) -> Vec<&'static str> {
    drawing.remarks.diagnostics().iter().map(|found| found.code).collect()
}

#[test]
fn maps_become_rooms_with_sockets_and_things() {
    let drawing = read(SourceFormat::Tmx, &map());
    let set = set_of(&drawing);
    let expected = [
        ("Hall", vec!["##+##", "=.c.#", "#.p.#", "#...#", "#####"]),
        ("Nook", vec!["###", "#.#", "# #", "#.#", "#+#"]),
    ];
    assert_eq!(pictures(&set), expected);
    assert_eq!((set.rooms[0].symbol.as_str(), set.rooms[0].weight), ("Gate", 3));
    let LegendEntry::Entity(chest) = &set.legend[&'c'] else { panic!("{:?}", set.legend) };
    assert_eq!(chest.properties, BTreeMap::from([("gold".to_owned(), Value::Int(30))]));
    assert_eq!(chest.on.as_ref().map(|look| look.name.as_str()), Some("water"));
    let gate = SocketEntry { kind: Some("gate".to_owned()), blocker: None };
    assert_eq!(set.legend[&'='], LegendEntry::Socket(gate));
    assert_eq!(codes(&drawing), ["unknown-tile", "object-left-out"]);
}

#[test]
fn maps_without_bounds_are_one_room() {
    let set = set_of(&read(SourceFormat::Tmx, &map_with(&csv(&GIDS), "")));
    let expected = vec!["########", "#.w.##.#", "#.p.## #", "#...##.#", "########"];
    assert_eq!(pictures(&set), [("keep", expected)]);
}

#[test]
fn objects_off_the_map_are_left_out_and_leave_the_room_as_it_is() {
    let expected = vec!["########", "#.w.##.#", "#.p.## #", "#...##.#", "########"];
    let object =
        |id: u32, x: i32| format!("\n<object id=\"{id}\" type=\"rat\" x=\"{x}\" y=\"40\"><point/></object>");
    for far in [168, -8, 4000] {
        let objects =
            format!("<objectgroup name=\"Things\">{}{}</objectgroup>", object(1, far), object(2, 4008));
        let drawing = read(SourceFormat::Tmx, &map_with(&csv(&GIDS), &objects));
        assert_eq!(pictures(&set_of(&drawing)), [("keep", expected.clone())], "{far}");
        let remark = drawing.remarks.diagnostics().into_iter().find(|found| found.code == "object-left-out");
        let message = "Objects outside the map are left out: 2 times, first in the layer \"Things\", line 2 (object 1, \"rat\").";
        assert_eq!(remark.expect("a remark").message, message);
    }
    let infinite =
        map_with(&csv(&GIDS), &format!("<objectgroup name=\"T\">{}</objectgroup>", object(1, 136)));
    let infinite = infinite.replace("infinite=\"0\"", "infinite=\"1\"");
    let drawing = read(SourceFormat::Tmx, &infinite);
    assert_eq!(
        pictures(&set_of(&drawing))[0].1[2],
        "#.p.## #r",
        "a map without edges reaches as far as its objects"
    );
}

#[test]
fn chunks_of_infinite_maps_lie_where_they_say() {
    let chunk =
        |x: i32, y: i32, gids: &str| format!(r#"<chunk x="{x}" y="{y}" width="2" height="2">{gids}</chunk>"#);
    let data =
        format!(r#"<data encoding="csv">{}{}</data>"#, chunk(-2, -2, "1,1,1,2"), chunk(0, -2, "1,0,2,1"));
    let set = set_of(&read(SourceFormat::Tmx, &map_with(&data, "")));
    assert_eq!(pictures(&set), [("keep", vec!["### ", "#..#"])]);
}

#[test]
fn turned_tiles_are_the_same_tiles() {
    let mut gids = GIDS;
    gids[9] |= 0xe000_0000;
    let drawing = read(SourceFormat::Tmx, &map_with(&csv(&gids), OBJECTS));
    assert!(codes(&drawing).contains(&"turned-tile"));
    assert_eq!(set_of(&drawing), set_of(&read(SourceFormat::Tmx, &map())));
}

#[test]
fn tiles_that_no_set_has_are_remarked_and_not_drawn() {
    let mut gids = GIDS;
    gids[9] = 77;
    let drawing = read(SourceFormat::Tmx, &map_with(&csv(&gids), OBJECTS));
    let remark = &drawing.remarks.diagnostics()[0];
    assert_eq!(
        remark.message,
        "No tile set has the tile 77, so its cells only have the content of other layers: in column 2, row 2 of the layer \"Tiles\"."
    );
    assert_eq!(pictures(&set_of(&drawing))[0].1[1], "= c.#");
}

#[test]
fn maps_with_layers_of_wrong_length_are_refused_with_their_place() {
    for gids in [&GIDS[..39], &[GIDS.as_slice(), &[1]].concat()] {
        let error = read_with(SourceFormat::Tmx, map_with(&csv(gids), "").as_bytes(), Lexicon::default());
        let error = error.expect_err("a layer of another length");
        assert!(error.position.is_some() && error.message.contains("40 cells"), "{error}");
    }
}

#[test]
fn missing_tile_sets_are_remarked() {
    let text = map().replace("tiles.tsx", "../tiles.tsx");
    let drawing = read(SourceFormat::Tmx, &text);
    let remark = drawing.remarks.diagnostics().remove(0);
    assert!(remark.message.contains("../tiles.tsx: is not there"), "{remark}");
}

#[test]
fn legend_beside_a_map_explains_its_tiles() {
    let legend = SourceLegend::from([
        (
            "mystery".to_owned(),
            LegendEntry::Ground(TileLook { name: "moss".to_owned(), ..TileLook::default() }),
        ),
        ("chest".to_owned(), LegendEntry::Floor),
    ]);
    let lexicon = Lexicon { legend: Some(&legend), ..Lexicon::default() };
    let drawing = read_with(SourceFormat::Tmx, map().as_bytes(), lexicon).unwrap();
    let set = set_of(&drawing);
    assert_eq!(pictures(&set)[1].1[2], "#m#");
    assert!(!codes(&drawing).contains(&"unknown-tile"));
}

const PROJECT: &str = r#"{"__header__": {}, "iid": "", "worlds": [],
"defs": {"layers": [{"uid": 5, "intGridValues": [{"value": 1, "identifier": "Wall"}, {"value": 2, "identifier": "Floor"}, {"value": 3, "identifier": "Ground_water"}, {"value": 4, "identifier": "Odd"}]}]},
"levels": [{"identifier": "Hall", "fieldInstances": [{"__identifier": "symbol", "__value": "Gate"}, {"__identifier": "mood", "__value": "grim"}], "layerInstances": [
 {"__type": "Entities", "__identifier": "Entities", "entityInstances": [
  {"__identifier": "Socket", "px": [24, 8], "width": 16, "height": 16, "__pivot": [0.5, 0.5], "fieldInstances": [{"__identifier": "kind", "__value": "gate"}]},
  {"__identifier": "Chest", "px": [16, 16], "width": 16, "height": 16, "__pivot": [0, 0], "fieldInstances": [{"__identifier": "gold", "__value": 30}, {"__identifier": "links", "__value": [1]}]}]},
 {"__type": "Tiles", "__identifier": "Pretty", "gridTiles": []},
 {"__type": "IntGrid", "__identifier": "Cells", "layerDefUid": 5, "__cWid": 4, "__cHei": 3, "__gridSize": 16, "intGridCsv": [1,1,1,1, 1,3,2,4, 1,1,1,1]}]}]}"#;

#[test]
fn levels_of_projects_become_rooms() {
    let drawing = read(SourceFormat::Ldtk, PROJECT);
    let set = set_of(&drawing);
    assert_eq!(pictures(&set), [("Hall", vec!["#=##", "#C. ", "####"])]);
    assert_eq!(set.rooms[0].symbol, "Gate");
    let LegendEntry::Entity(chest) = &set.legend[&'C'] else { panic!("{:?}", set.legend) };
    assert_eq!(
        (chest.on.as_ref().map(|look| look.name.as_str()), chest.properties.len()),
        (Some("water"), 2)
    );
    assert_eq!(codes(&drawing), ["unknown-tile", "property-as-text", "room-property"]);
}

fn drawn(rows: &[&str]) -> Vec<u8> {
    let pixel = |letter: char| match letter {
        '#' => [0, 0, 0, 255],
        '.' => [255, 255, 255, 255],
        '+' => [255, 0, 0, 255],
        '?' => [9, 9, 9, 255],
        _ => [0, 0, 0, 0],
    };
    let pixels: Vec<u8> = rows.iter().flat_map(|row| row.chars().flat_map(pixel)).collect();
    png(rows[0].len() as u32, rows.len() as u32, png::ColorType::Rgba, &pixels)
}

#[test]
fn pictures_become_rooms_that_lie_apart() {
    let legend = [
        ("#000000", LegendEntry::Wall),
        ("#ffffff", LegendEntry::Floor),
        ("#FF0000", LegendEntry::Socket(SocketEntry::default())),
    ];
    let legend: SourceLegend = legend.map(|(color, entry)| (color.to_owned(), entry)).into();
    let lexicon = Lexicon { legend: Some(&legend), ..Lexicon::default() };
    let bytes = drawn(&["#+#  ##", "#.# ##?", "###  ##"]);
    let drawing = read_with(SourceFormat::Png, &bytes, lexicon).unwrap();
    let expected = [("keep 1", vec!["#+#", "#.#", "###"]), ("keep 2", vec![" ##", "## ", " ##"])];
    assert_eq!(pictures(&set_of(&drawing)), expected);
    let remark = drawing.remarks.diagnostics().remove(0);
    assert_eq!(
        remark.message,
        "The colour \"#090909\" is not known, so its cells are empty: in column 3, row 2 of \"keep 2\"."
    );
}

#[test]
fn texts_become_rooms_with_blank_lines_between() {
    let text = "symbol: Gate\nlegend: ~ ground water\n\nname: Hall\nweight: 3\nturns: yes\n##+##\n#.~.#\n#####\n\n\n#+#\r\n#?\r\n###\r\n";
    let drawing = read(SourceFormat::Text, text);
    let set = set_of(&drawing);
    let expected = [("Hall", vec!["##+##", "#.~.#", "#####"]), ("keep 2", vec!["#+#", "#  ", "###"])];
    assert_eq!(pictures(&set), expected);
    let said: Vec<_> = set.rooms.iter().map(|room| (room.symbol.as_str(), room.weight, room.turns)).collect();
    assert_eq!(said, [("Gate", 3, true), ("Gate", 1, false)]);
    assert_eq!(codes(&drawing), ["unknown-tile"]);
}

#[test]
fn texts_of_very_many_pictures_are_read_in_part_and_say_so() {
    let drawing = read(SourceFormat::Text, &"#\n\n".repeat(100_001));
    let found = drawing.remarks.diagnostics();
    let said = |part: &str| found.iter().any(|found| found.message.contains(part));
    assert!(said("The text has more than 100000 pictures; the others are left out"));
    assert!(said("There are more than 1000 rooms; the others are left out"));
    assert_eq!(drawing.rooms.len(), 1000);
}

#[test]
fn tables_with_uneven_rows_say_so_once() {
    let drawing = read(SourceFormat::Csv, "#,#,#,#\n#,.,+\n#,#,#,#\n\n#,#\n+,.,#\n#,#\n");
    assert_eq!(pictures(&set_of(&drawing))[0].1, ["####", "#.+ ", "####"]);
    let found: Vec<Diagnostic> =
        drawing.remarks.diagnostics().into_iter().filter(|found| found.code == "uneven-rows").collect();
    let expected = "Rows of a room differ in length; shorter ones end with empty cells: 2 times, first in line 2, which has 3 cells instead of 4.";
    assert_eq!(found.iter().map(|found| found.message.as_str()).collect::<Vec<_>>(), [expected]);
    let even = read(SourceFormat::Csv, "sep=;\n#;#;#;\n#;.;#;\n#;+;#;\n;;;\n#;#;#;\n#;.;+;\n#;#;#\n");
    assert_eq!((even.rooms.len(), codes(&even)), (2, vec![]));
}

#[test]
fn each_source_has_its_own_words() {
    let hints = |format, text: &str| -> String {
        let found = read(format, text).remarks.diagnostics();
        found
            .into_iter()
            .map(|found| {
                format!("{} {}\n", found.message, found.hint.map(|hint| hint.to_string()).unwrap_or_default())
            })
            .collect()
    };
    let table = hints(SourceFormat::Csv, "7,7,7\n7,9,w\n7,7,7\n");
    assert!(
        table.contains("legend next to the table") && table.contains("The word \"w\" is not known"),
        "{table}"
    );
    let text = hints(SourceFormat::Text, "###\n#?+\n###\n");
    assert!(text.contains("legend next to the text"), "{text}");
    for said in [table, text] {
        for word in ["layer", "project", "identifier", "Tiled", "LAYER"] {
            assert!(!said.contains(word), "{word}: {said}");
        }
    }
    let large = hints(SourceFormat::Text, &"#".repeat(200));
    assert!(large.contains("200 × 1 cells") && large.contains("blank line between rooms"), "{large}");
}

#[test]
fn hidden_rooms_are_left_out_and_listed() {
    let hidden = OBJECTS.replace("name=\"Nook\"", "name=\"Nook\" visible=\"0\"");
    let drawing = read(SourceFormat::Tmx, &map_with(&csv(&GIDS), &hidden));
    assert_eq!(drawing.rooms.iter().map(|room| room.name.as_str()).collect::<Vec<_>>(), ["Hall"]);
    assert!(codes(&drawing).contains(&"room-left-out"));
}

#[test]
fn tiles_whose_name_the_set_has_for_another_kind_get_another_name() {
    let ground = "name: Hall\nlegend: m ground moss\n#+#\n#m#\n###";
    let obstacle = "name: Nook\nlegend: o obstacle moss\nlegend: d ground door\n#+#\n#d#\n#o#";
    let set = set_of(&read(SourceFormat::Text, ground));
    let (after, _, remarks) = again(&set, obstacle);
    let messages: Vec<&str> = remarks.iter().map(|found| found.message.as_str()).collect();
    let expected = [
        "The tile \"door\" is called \"door 2\", because the name is reserved for the level's own tiles.",
        "The tile \"moss\" is called \"moss 2\", because in the set you can walk on the tile of that name.",
    ];
    assert_eq!(messages[..2], expected);
    assert!(matches!(&after.legend[&'o'], LegendEntry::Obstacle(look) if look.name == "moss 2"));
    let errors = check_room_set(&after).into_iter().filter(|found| found.severity == Severity::Error);
    assert_eq!(errors.collect::<Vec<_>>(), []);
    assert_eq!(again(&after, obstacle).0, after);
}

#[test]
fn errors_of_a_set_are_new_only_if_it_had_them_not() {
    let good = set_of(&read(SourceFormat::Text, "name: Hall\nlegend: m ground moss\n#+#\n#m#\n###"));
    let mut spoilt = good.clone();
    spoilt.blocker.name.clear();
    spoilt.rooms[0].name.clear();
    let codes = |before: Option<&RoomSet>, after: &RoomSet| -> Vec<_> {
        new_errors(before, after).iter().map(|found| found.code).collect()
    };
    assert_eq!(codes(Some(&good), &spoilt), ["empty-tile-name"], "rooms have their own errors");
    assert_eq!(codes(None, &spoilt), ["empty-tile-name"]);
    assert!(codes(Some(&spoilt), &spoilt).is_empty() && codes(Some(&good), &good).is_empty());
}

#[test]
fn things_whose_name_cannot_be_seen_get_a_character_that_can() {
    let objects = "<objectgroup name=\"T\"><object type=\"Entity\" name=\"\u{200b}\" x=\"24\" y=\"24\"><properties><property name=\"character\" value=\"\u{200b}\"/></properties><point/></object></objectgroup>";
    let set = set_of(&read(SourceFormat::Tmx, &map_with(&csv(&GIDS), objects)));
    assert_eq!(set.rooms[0].picture[1].chars().nth(1), Some('a'));
    assert!(check_room_set(&set).iter().all(|found| found.code != "unseen-character"));
}

/// Returns rectangles of the class `Room` with these attributes.
fn bounded(rooms: &[&str]) -> String {
    let rooms = rooms.iter().map(|room| format!(r#"<object type="Room" {room}/>"#));
    map_with(
        &csv(&GIDS),
        &format!(r#"<objectgroup name="Rooms">{}</objectgroup>"#, rooms.collect::<String>()),
    )
}

#[test]
fn rooms_outside_of_the_map_are_left_out() {
    let drawing = read(
        SourceFormat::Tmx,
        &bounded(&[
            r#"id="1" name="Hall" x="0" y="0" width="80" height="80""#,
            r#"id="2" name="Far" x="800" y="0" width="80" height="80""#,
        ]),
    );
    assert_eq!(drawing.rooms.iter().map(|room| room.name.as_str()).collect::<Vec<_>>(), ["Hall"]);
    let messages: Vec<String> =
        drawing.remarks.diagnostics().into_iter().map(|found| found.message).collect();
    let expected = "Rooms in which nothing is drawn are left out: in \"Far\".";
    assert!(messages.iter().any(|message| message == expected), "{messages:?}");
}

#[test]
fn turned_rooms_are_listed_as_turned() {
    let room = r#"id="1" name="Hall" x="0" y="0" width="80" height="80" rotation="30""#;
    let drawing = read(SourceFormat::Tmx, &bounded(&[room]));
    assert!(codes(&drawing).contains(&"turned-room"), "{:?}", codes(&drawing));
    assert!(!codes(&drawing).contains(&"room-between-tiles"));
}

#[test]
fn rooms_whose_name_is_blank_are_called_by_their_number() {
    let drawing =
        read(SourceFormat::Tmx, &bounded(&[r#"id="1" name="  " x="0" y="0" width="80" height="80""#]));
    assert_eq!(drawing.rooms[0].name, "Room 1");
}

#[test]
fn remarks_of_one_kind_are_one_with_how_often_and_where_first() {
    let points: String = (1..=600)
        .map(|id| {
            format!("\n<object id=\"{id}\" name=\"way {id}\" visible=\"0\" x=\"8\" y=\"8\"><point/></object>")
        })
        .collect();
    let objects = format!(r#"<objectgroup name="Things">{points}</objectgroup>"#);
    let drawing = read(SourceFormat::Tmx, &map_with(&csv(&GIDS), &objects));
    let messages: Vec<String> =
        drawing.remarks.diagnostics().into_iter().map(|found| found.message).collect();
    let expected = "Hidden objects are left out: 600 times, first in the layer \"Things\", line 2 (object 1, \"way 1\").";
    assert_eq!(messages.iter().filter(|message| message.contains("idden")).collect::<Vec<_>>(), [expected]);
}

#[test]
fn thousand_rooms_of_one_name_are_taken_and_the_others_cut_off() {
    let rooms = vec![r#"name="Hall" x="0" y="0" width="80" height="80""#; 20_000];
    let drawing = read(SourceFormat::Tmx, &bounded(&rooms));
    assert_eq!((drawing.rooms.len(), drawing.rooms[999].name.as_str()), (1_000, "Hall 1000"));
    let merged = merge(&set_for(&drawing, "keep"), &drawing, Some("keep.tmx"), "Room", |_| false);
    let of = |code: &str| merged.remarks.iter().filter(|found| found.code == code).count();
    assert_eq!(["same-name", "too-many-rooms", "no-symbol"].map(of), [1, 1, 1]);
}

#[test]
fn pictures_of_too_many_pieces_are_refused() {
    let rows = ["# ".repeat(300), "  ".repeat(300)];
    let rows: Vec<&str> = (0..200).map(|y| rows[y % 2].as_str()).collect();
    let error = read_with(SourceFormat::Png, &drawn(&rows), Lexicon::default()).expect_err("30,000 pieces");
    assert!(error.message.contains("30000 separate pieces"), "{error}");
}

#[test]
fn name_in_a_text_before_a_blank_line_is_that_of_the_next_room() {
    let drawing = read(SourceFormat::Text, "name: Hall\n\n#+#\n#.#\n###\n\n#+#\n###");
    let names: Vec<&str> = drawing.rooms.iter().map(|room| room.name.as_str()).collect();
    assert_eq!(names, ["Hall", "keep 2"]);
    assert_eq!(codes(&drawing), [""; 0]);
}

#[test]
fn names_in_a_text_that_name_no_room_are_listed() {
    let drawing = read(SourceFormat::Text, "name: Hall\n\nname: Nook\n#+#\n###\n\nname: Crypt\n");
    assert_eq!(drawing.rooms.iter().map(|room| room.name.as_str()).collect::<Vec<_>>(), ["Nook"]);
    let messages: Vec<String> =
        drawing.remarks.diagnostics().into_iter().map(|found| found.message).collect();
    let expected =
        ["Hall", "Crypt"].map(|name| format!("The line \"name: {name}\" names no room and is left out."));
    assert_eq!(messages, expected);
}

#[test]
fn place_that_a_level_lacks_is_a_mistake_that_names_those_it_has() {
    let level = level("first_lock", 3);
    let bytes =
        delvewright_exchange::export::export(&level, delvewright_exchange::export::Format::Json).into_bytes();
    let read = |place| {
        let places = [delvewright_engine::level::PlaceId(place)];
        let lexicon = Lexicon::default();
        let source = ImportSource {
            format: SourceFormat::Level,
            name: "keep",
            bytes: &bytes,
            lexicon,
            places: &places,
        };
        read_rooms(&source, &mut |_| Err("is not there".to_owned()))
    };
    assert_eq!(read(level.places[0].id.0).unwrap().rooms.len(), 1);
    let error = read(999).expect_err("no such place");
    let ids = || level.places.iter().map(|place| place.id.0);
    let hint = format!("Choose a place from {} to {}.", ids().min().unwrap(), ids().max().unwrap());
    assert_eq!((error.code, error.hint), ("no-place", Some(hint.into())));
}

/// Returns the set after it was changed here, and imported again from a text that also changed.
fn again(set: &RoomSet, text: &str) -> (RoomSet, Vec<(String, MergedChange)>, Vec<Diagnostic>) {
    let drawing = read(SourceFormat::Text, text);
    let merged = merge(set, &drawing, Some("keep.tmx"), "Room", |_| false);
    let rooms = merged.rooms.into_iter().map(|room| (room.name, room.change)).collect();
    (merged.set, rooms, merged.remarks)
}

const HALL: &str = "name: Hall\n##+##\n#...#\n#...#\n#####";

#[test]
fn importing_again_changes_nothing_if_nothing_changed() {
    let set = set_of(&read(SourceFormat::Text, HALL));
    let (after, rooms, remarks) = again(&set, HALL);
    assert_eq!(after, set);
    assert_eq!(rooms, [("Hall".to_owned(), MergedChange::Unchanged)]);
    assert_eq!(remarks, []);
}

#[test]
fn importing_again_keeps_what_was_added_here_and_takes_what_changed_there() {
    let mut set = set_of(&read(SourceFormat::Text, HALL));
    let gate = SocketEntry { kind: Some("gate".to_owned()), blocker: None };
    set.legend.insert('+', LegendEntry::Socket(gate));
    set.legend.insert('c', LegendEntry::Floor);
    let room = &mut set.rooms[0];
    (room.name, room.symbol, room.weight) = ("Great hall".to_owned(), "Throne".to_owned(), 7);
    room.picture[1] = "#.c.#".to_owned();
    let (after, rooms, _) = again(&set, "name: Hall\nweight: 2\n##+##\n#...#\n#...#\n##+##");
    let redrawn = MergedChange::Redrawn { cells: 1, kept: 1 };
    assert_eq!(rooms, [("Great hall".to_owned(), redrawn)]);
    let room = &after.rooms[0];
    assert_eq!((room.name.as_str(), room.symbol.as_str(), room.weight), ("Great hall", "Throne", 7));
    assert_eq!(room.picture[..3], ["##+##", "#.c.#", "#...#"], "the socket keeps the kind it got here");
    let new = room.picture[3].chars().nth(2).unwrap();
    assert_eq!(after.legend[&new], LegendEntry::Socket(SocketEntry::default()));
}

#[test]
fn what_changed_on_both_sides_stays_as_here_and_is_remarked() {
    let mut set = set_of(&read(SourceFormat::Text, HALL));
    set.rooms[0].picture[2] = "#.#.#".to_owned();
    let (after, _, remarks) = again(&set, "name: Hall\nlegend: ~ ground water\n##+##\n#...#\n#.~.#\n#####");
    assert_eq!(after.rooms[0].picture[2], "#.#.#");
    assert!(remarks.iter().any(|found| found.code == "changed-on-both-sides"), "{remarks:?}");
}

#[test]
fn what_changed_on_both_sides_is_remarked_until_the_sides_agree() {
    let mut set = set_of(&read(SourceFormat::Text, HALL));
    set.rooms[0].picture[2] = "#.#.#".to_owned();
    let text = "name: Hall\nlegend: ~ ground water\n##+##\n#...#\n#.~.#\n##+##";
    let (first, rooms, remarks) = again(&set, text);
    assert_eq!(rooms, [("Hall".to_owned(), MergedChange::Redrawn { cells: 1, kept: 1 })]);
    assert_eq!(first.rooms[0].source.as_ref().unwrap().picture[2..], ["#...#", "##+##"]);
    let (second, rooms, later) = again(&first, text);
    assert_eq!((second == first, later), (true, remarks));
    assert_eq!(rooms, [("Hall".to_owned(), MergedChange::Redrawn { cells: 0, kept: 1 })]);
    assert_eq!(rooms[0].1.words(), "unchanged, 1 cell as changed here");
    let mut agreed = second;
    agreed.rooms[0].picture[2] = "#.~.#".to_owned();
    let (after, rooms, remarks) = again(&agreed, text);
    assert_eq!((rooms, remarks), (vec![("Hall".to_owned(), MergedChange::Unchanged)], Vec::new()));
    assert_eq!(after.rooms[0].source.as_ref().unwrap().picture, after.rooms[0].picture);
}

#[test]
fn redrawn_room_whose_source_got_another_size_stays_and_both_sizes_are_remarked() {
    let mut set = set_of(&read(SourceFormat::Text, HALL));
    set.rooms[0].picture[2] = "#.#.#".to_owned();
    let text = "name: Hall\n###+##\n#....#\n######";
    let expected =
        "The source of \"Hall\" now has 6 × 3 cells, but the room was redrawn here and stays at 5 × 4 cells.";
    for _ in 0..2 {
        let (after, rooms, remarks) = again(&set, text);
        assert_eq!(after, set);
        assert!(matches!(rooms[0].1, MergedChange::Redrawn { cells: 0, .. }), "{rooms:?}");
        let messages: Vec<&str> = remarks.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, [expected]);
        set = after;
    }
}

#[test]
fn rooms_that_are_gone_from_the_source_stay() {
    let set = set_of(&read(SourceFormat::Text, HALL));
    let (after, rooms, _) = again(&set, "name: Nook\n#+#\n#.#\n###");
    assert_eq!(after.rooms.len(), 2);
    let expected = [("Nook".to_owned(), MergedChange::Added), ("Hall".to_owned(), MergedChange::Gone)];
    assert_eq!(rooms, expected);
}

#[test]
fn places_of_levels_become_rooms_without_mistakes() {
    for (example, seed) in EXAMPLES_OF_EACH_KIND.into_iter().flat_map(|example| [(example, 1), (example, 2)])
    {
        let level = level(example, seed);
        let drawing = draw_places(&level, &[]);
        let small = level.places.iter().filter(|place| {
            let walls = if place.template.is_some() || place.board.is_some() { 0 } else { 2 };
            let most = RoomTemplate::MAX_SIDE - walls;
            place.bounds.size.width <= most && place.bounds.size.height <= most
        });
        assert_eq!(drawing.rooms.len(), small.count(), "{example}");
        let set = set_of(&drawing);
        let mistakes = check_room_set(&set).into_iter().filter(|found| found.severity == Severity::Error);
        let mistakes: Vec<String> = mistakes.map(|found| found.to_string()).collect();
        assert_eq!(mistakes, [""; 0], "{example}");
    }
}

/// Returns a complete source of each format.
fn sources() -> &'static [(SourceFormat, Vec<u8>)] {
    static SOURCES: LazyLock<Vec<(SourceFormat, Vec<u8>)>> = LazyLock::new(whole_sources);
    &SOURCES
}

fn whole_sources() -> Vec<(SourceFormat, Vec<u8>)> {
    let level = level("first_lock", 3);
    let exported = delvewright_exchange::export::export(&level, delvewright_exchange::export::Format::Json);
    let embedded = map().replace(
        r#"<tileset firstgid="1" source="tiles.tsx"/>"#,
        &TILES.replace("<tileset", "<tileset firstgid=\"1\""),
    );
    let tmj = r#"{"type": "map", "orientation": "orthogonal", "width": 2, "height": 2, "tilewidth": 16, "tileheight": 16, "tilesets": [{"firstgid": 1, "source": "tiles.tsx"}], "layers": [{"type": "tilelayer", "name": "T", "width": 2, "height": 2, "encoding": "base64", "compression": "zlib", "data": "eNpjZGBgYAJiZiBmAWIAAGACCw=="}, {"type": "group", "layers": [{"type": "objectgroup", "name": "O", "objects": [{"id": 1, "name": "chest", "point": true, "x": 3.5, "y": 4}]}]}]}"#;
    vec![
        (SourceFormat::Tmx, embedded.into_bytes()),
        (SourceFormat::Tmj, tmj.as_bytes().to_vec()),
        (SourceFormat::Ldtk, PROJECT.as_bytes().to_vec()),
        (SourceFormat::Png, drawn(&["#+#", "#.#", "###"])),
        (SourceFormat::Text, HALL.as_bytes().to_vec()),
        (SourceFormat::Level, exported.into_bytes()),
        (SourceFormat::Csv, b"1,2,wall,\n1,0,\"a, b\"\n\n#,#\n".to_vec()),
        (SourceFormat::RexPaint, delvewright_exchange::export::export(&level, Format::RexPaint).into_bytes()),
    ]
}

/// Reads and merges arbitrary bytes.
fn take_in(format: SourceFormat, bytes: &[u8]) {
    if let Ok(drawing) = read_with(format, bytes, Lexicon::default()) {
        set_of(&drawing);
        drawing.remarks.diagnostics();
    }
}

#[test]
fn sources_that_are_cut_off_anywhere_are_refused_or_read_in_part() {
    for (format, bytes) in sources() {
        let step = (bytes.len() / 500).max(1);
        for length in (0..bytes.len()).step_by(step) {
            take_in(*format, &bytes[..length]);
        }
    }
}

#[test]
fn hostile_maps_are_refused() {
    let deep = |open: &str, close: &str, count: usize| open.repeat(count) + &close.repeat(count);
    let groups =
        format!("<map tilewidth=\"16\" tileheight=\"16\">{}</map>", deep("<group>", "</group>", 5_000));
    let huge = map().replace("width=\"8\" height=\"5\"", "width=\"4294967295\" height=\"4294967295\"");
    let entities = r#"<!DOCTYPE map [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><map>&b;</map>"#.to_owned();
    let json = deep("[", "]", 100_000);
    let texts = [
        (SourceFormat::Tmx, groups),
        (SourceFormat::Tmx, deep("<a>", "</a>", 50_000)),
        (SourceFormat::Tmx, huge),
        (SourceFormat::Tmx, entities),
        (SourceFormat::Tmj, json.clone()),
        (SourceFormat::Ldtk, json),
    ];
    for (format, text) in texts {
        let head: String = text.chars().take(60).collect();
        assert!(read_with(format, text.as_bytes(), Lexicon::default()).is_err(), "{head}");
    }
}

#[test]
fn far_places_and_huge_numbers_do_no_harm() {
    let numbers =
        ["-1", "0", "1e300", "NaN", "2147483647", "4294967295", "-9223372036854775808", "0.0001", ""];
    for number in numbers {
        for attribute in
            ["x", "y", "width", "height", "id", "firstgid", "tilewidth", "tileheight", "tilecount"]
        {
            let quoted = format!(" {attribute}=\"");
            let parts: Vec<String> = map().split(&quoted).map(str::to_owned).collect();
            let (first, rest) = parts.split_first().unwrap();
            let changed = rest.iter().map(|part| {
                let (_, behind) = part.split_once('"').unwrap();
                format!("{quoted}{number}\"{behind}")
            });
            take_in(SourceFormat::Tmx, (first.clone() + &changed.collect::<String>()).as_bytes());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mutated_sources_never_panic(
        source in 0_usize..8,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..4), 1..6),
    ) {
        let (format, mut bytes) = sources()[source].clone();
        for (at, byte, how) in changes {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"0123456789-.\"<>{}[],"[usize::from(byte) % 20],
                2 => { bytes.remove(at); }
                _ => bytes.insert(at, byte),
            }
            if bytes.is_empty() { break; }
        }
        take_in(format, &bytes);
    }
}
