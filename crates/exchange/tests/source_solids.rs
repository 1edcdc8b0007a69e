//! Walls and floor of sources that specify little, and a check that nothing is left out without a remark.

use delvewright_engine::base::Severity;
use delvewright_engine::mission::{Attributes, Value};
use delvewright_engine::rooms::{EmptyCells, LegendEntry, SourceReading, TileLook};
use delvewright_exchange::import::{
    ImportSource, Lexicon, SolidRule, SourceDrawing, SourceFormat, SourceLegend, read_rooms,
};

use crate::source_positions::{codes, only_picture, picture, read, read_with};

/// Returns a map of tile layers, each with its name and rows of digits; `tiles` is the XML of the tiles of
/// the set.
fn map(tiles: &str, layers: &[(&str, &[&str])]) -> String {
    let (width, height) = (layers[0].1[0].len(), layers[0].1.len());
    let layer = |(name, rows): &(&str, &[&str])| {
        let numbers: Vec<String> = rows.iter().flat_map(|row| row.chars().map(String::from)).collect();
        format!(
            r#"<layer name="{name}" width="{width}" height="{height}"><data encoding="csv">{}</data></layer>"#,
            numbers.join(",")
        )
    };
    format!(
        r#"<map orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="9">{tiles}</tileset>{}</map>"#,
        layers.iter().map(layer).collect::<String>()
    )
}

fn tile(id: u32, name: &str, kind: &str, value: &str) -> String {
    let kind = if kind.is_empty() { String::new() } else { format!(r#" type="{kind}""#) };
    format!(
        r#"<tile id="{id}"><properties><property name="{name}"{kind} value="{value}"/></properties></tile>"#
    )
}

fn tmx(text: &str) -> SourceDrawing {
    read(SourceFormat::Tmx, text)
}

const WALLS: [&str; 4] = ["11111", "10001", "10001", "11111"];
const ROOM: [&str; 4] = ["#####", "#...#", "#...#", "#####"];

#[test]
fn properties_of_many_names_make_tiles_solid() {
    let said = [
        ("solid", "bool", "true"),
        ("collides", "", "true"),
        ("Impassable", "", "yes"),
        ("block", "int", "1"),
        ("isBlocked", "bool", "true"),
        ("walkable", "bool", "false"),
        ("passable", "", "0"),
    ];
    for (name, kind, value) in said {
        let text =
            map(&tile(0, name, kind, value), &[("Tile Layer 1", &["11111", "12221", "12221", "11111"])]);
        assert_eq!(only_picture(&tmx(&text)), ROOM, "{name}={value}");
    }
    let odd = map(&tile(0, "solid", "", "maybe"), &[("Tile Layer 1", &WALLS)]);
    assert!(codes(&tmx(&odd)).contains(&"solid-value"));
}

#[test]
fn solid_tiles_lie_over_what_covers_them_only_for_the_eyes() {
    let tiles = tile(0, "collides", "bool", "true") + &tile(1, "collides", "bool", "false");
    let text = map(
        &tiles,
        &[("World", &["11111", "12221", "12221", "11111"]), ("Above", &["22222", "00000", "03000", "00000"])],
    );
    assert_eq!(only_picture(&tmx(&text)), ROOM);
}

#[test]
fn names_of_layers_say_what_tiles_do_not() {
    let floor: &[&str] = &["22222", "22222", "22222", "22222"];
    for name in ["Walls", "Collision", "collisions", "Solid Level 2", "Obstacles"] {
        let text = map("", &[("Ground", floor), (name, &WALLS)]);
        let drawing = tmx(&text);
        assert_eq!(only_picture(&drawing), ROOM, "{name}");
        assert!(codes(&drawing).iter().all(|code| *code == "assumed"), "{:?}", codes(&drawing));
    }
    let text = map("", &[("Walls", &WALLS), ("Wall shadows", floor)]);
    assert_eq!(only_picture(&tmx(&text)), ROOM, "floor within walls, and no shadows");
}

#[test]
fn empty_cells_within_walls_are_floor_unless_somebody_decides() {
    let text = map(r#"<tile id="0" type="Wall"/>"#, &[("L", &WALLS)]);
    let drawing = tmx(&text);
    assert_eq!(
        (only_picture(&drawing), codes(&drawing)),
        (ROOM.map(str::to_owned).to_vec(), vec!["empty-cells"])
    );
    let reading = SourceReading { empty: Some(EmptyCells::Nothing), ..SourceReading::default() };
    let lexicon = Lexicon { reading: Some(&reading), ..Lexicon::default() };
    let empty = ["#####", "#   #", "#   #", "#####"];
    assert_eq!(only_picture(&read_with(SourceFormat::Tmx, &text, lexicon)), empty);
    let with_floor = map(
        r#"<tile id="0" type="Wall"/><tile id="1" type="Floor"/>"#,
        &[("L", &["11111", "10021", "11111"])],
    );
    assert_eq!(
        only_picture(&tmx(&with_floor)),
        ["#####", "#  .#", "#####"],
        "a source with floor says where it is"
    );
    let reading = SourceReading { empty: Some(EmptyCells::Floor), ..SourceReading::default() };
    let lexicon = Lexicon { reading: Some(&reading), ..Lexicon::default() };
    assert_eq!(
        only_picture(&read_with(SourceFormat::Tmx, &with_floor, lexicon)),
        ["#####", "#...#", "#####"]
    );
}

#[test]
fn collision_shapes_are_the_last_resort() {
    let shape = r#"<tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile><tile id="1"><objectgroup><object id="1" x="4" y="4" width="4" height="4"/></objectgroup></tile>"#;
    let layer: &[&str] = &["11111", "12221", "12221", "11111"];
    assert_eq!(only_picture(&tmx(&map(shape, &[("L", layer)]))), ROOM);
    let said = shape
        .replace("</objectgroup></tile><tile", "</objectgroup></tile><tile id=\"2\" type=\"Wall\"/><tile");
    let drawing = tmx(&map(&said, &[("L", &["33333", "31113", "33333"])]));
    assert_eq!(only_picture(&drawing), ["#####", "#...#", "#####"]);
}

#[test]
fn designer_says_what_is_solid() {
    let tiles = tile(4, "sort", "", "rock") + r#"<tile id="5" type="ashlar"/>"#;
    let layers: [(&str, &[&str]); 2] =
        [("Low", &["55555", "52225", "55555"]), ("High", &["00000", "00600", "00000"])];
    let text = map(&tiles, &layers);
    let cases: [(&[&str], &[&str], [&str; 3]); 5] = [
        (&["t:4"], &[], ["#####", "#...#", "#####"]),
        (&["t:2-4"], &[], ["#####", "#...#", "#####"]),
        (&["sort=rock"], &[], ["#####", "#...#", "#####"]),
        (&["t:4", "ashlar"], &[], ["#####", "#.o.#", "#####"]),
        (&["t:4"], &["High"], ["#####", "#.o.#", "#####"]),
    ];
    for (solid, layers, expected) in cases {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let reading =
            SourceReading { solid: owned(solid), solid_layers: owned(layers), ..SourceReading::default() };
        let lexicon = Lexicon { reading: Some(&reading), ..Lexicon::default() };
        assert_eq!(
            only_picture(&read_with(SourceFormat::Tmx, &text, lexicon)),
            expected,
            "{solid:?} {layers:?}"
        );
    }
}

/// Entries of a legend, and the resulting picture.
type LegendCase<'c> = (&'c [(&'c str, LegendEntry)], [&'c str; 3]);

#[test]
fn lines_of_legends_explain_many_tiles() {
    let tiles = tile(0, "collides", "bool", "true") + r#"<tile id="2" type="moss"/>"#;
    let text = map(&tiles, &[("High", &["11111", "12341", "11111"])]);
    let ground = |name: &str| LegendEntry::Ground(TileLook { name: name.to_owned(), ..TileLook::default() });
    let cases: [LegendCase<'_>; 6] = [
        (&[("collides", LegendEntry::Wall)], ["#####", "#.~.#", "#####"]),
        (
            &[("property:collides=true", LegendEntry::Wall), ("t:1-3", ground("a"))],
            ["#####", "#~~~#", "#####"],
        ),
        (&[("t:*", LegendEntry::Wall), ("moss", LegendEntry::Floor)], ["#####", "##.##", "#####"]),
        (
            &[("t:*", LegendEntry::Wall), ("t:1-3", LegendEntry::Floor), ("t:3", LegendEntry::Wall)],
            ["#####", "#..##", "#####"],
        ),
        (&[("layer:High", LegendEntry::Wall), ("t:1-3", LegendEntry::Floor)], ["#####", "#...#", "#####"]),
        (
            &[("layer:High", LegendEntry::Wall), ("property:collides", LegendEntry::Floor)],
            [".....", ".###.", "....."],
        ),
    ];
    for (lines, expected) in cases {
        let legend: SourceLegend =
            lines.iter().map(|(line, entry)| ((*line).to_owned(), entry.clone())).collect();
        let lexicon = Lexicon { legend: Some(&legend), ..Lexicon::default() };
        assert_eq!(only_picture(&read_with(SourceFormat::Tmx, &text, lexicon)), expected, "{lines:?}");
    }
}

#[test]
fn tile_with_a_name_of_its_own_is_offered_once() {
    let drawing = tmx(&map(r#"<tile id="0" type="Blob"/>"#, &[("Low", &["222", "212", "222"])]));
    let tiles = |name: &str| SolidRule::Tiles(name.to_owned());
    let rules: Vec<SolidRule> = drawing.solid_candidates.iter().map(|found| found.rule.clone()).collect();
    assert_eq!(rules, [tiles("Blob"), SolidRule::Layer("Low".to_owned()), tiles("t:1")]);
}

#[test]
fn source_that_says_nothing_offers_what_may_be_solid() {
    let tiles = tile(0, "sort", "bool", "true");
    let drawing =
        tmx(&map(&tiles, &[("Low", &["22222", "22222", "22222"]), ("High", &["11111", "10001", "11111"])]));
    assert!(drawing.rooms.is_empty());
    let rules: Vec<SolidRule> = drawing.solid_candidates.iter().map(|found| found.rule.clone()).collect();
    let tiles = |name: &str| SolidRule::Tiles(name.to_owned());
    let layer = |name: &str| SolidRule::Layer(name.to_owned());
    assert_eq!(rules, [tiles("sort"), layer("High"), layer("Low"), tiles("t:1"), tiles("t:0")]);
    assert_eq!(drawing.solid_candidates[0].count, 12);
    let example: Vec<bool> = drawing.solid_candidates[1].example.values().to_vec();
    assert_eq!(example.iter().filter(|is_there| !**is_there).count(), 3);
    let warning =
        drawing.remarks.diagnostics().into_iter().find(|found| found.code == "no-solid").expect("a warning");
    assert!(
        warning
            .hint
            .expect("a remedy")
            .to_string()
            .starts_with("Choose what is solid: --solid \"sort\", --solid-layer \"High\"")
    );
}

#[test]
fn unknown_tiles_of_one_set_are_one_warning() {
    let tiles = r#"<tile id="0" type="Wall"/><tile id="1" type="Floor"/><tile id="8" type="odd"/>"#;
    let drawing = tmx(&map(tiles, &[("L", &["11111", "13452", "17921"])]));
    let unknown: Vec<String> = drawing
        .remarks
        .diagnostics()
        .into_iter()
        .filter(|found| found.code == "unknown-tile")
        .map(|found| found.message)
        .collect();
    assert_eq!(
        unknown,
        [
            "\"t\" tiles 2–4, 6, 8 (5 in all) (\"odd\") are not known, so its cells only have the content of other layers: 5 times, first in column 2, row 2 of the layer \"L\"."
        ]
    );
    assert_eq!(drawing.rooms[0].unread.len(), 5);
}

#[test]
fn old_maps_in_json_are_read() {
    let text = r#"{"version": 1, "orientation": "orthogonal", "width": 3, "height": 3, "tilewidth": 16, "tileheight": 16, "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 4,
"tiles": {"0": {"type": "Wall"}, "2": {"terrain": [0, 0, 0, 0]}}, "tileproperties": {"1": {"name": "Floor"}}, "tilepropertytypes": {"1": {"name": "string"}}, "terrains": [{"name": "moss", "tile": 2}]}],
"layers": [{"type": "tilelayer", "name": "L", "width": 3, "height": 3, "data": [1,1,1,1,2,1,1,1,1]},
{"type": "objectgroup", "name": "O", "objects": [{"id": 1, "name": "John", "type": "npc", "x": 24, "y": 24, "width": 0, "height": 0, "properties": {"gold": 3, "mood": "grim"}, "propertytypes": {"gold": "int", "mood": "string"}}]}]}"#;
    let drawing = read(SourceFormat::Tmj, text);
    assert_eq!(only_picture(&drawing), ["###", "#n#", "###"]);
    let expected = [("gold", Value::Int(3)), ("mood", text_value("grim")), ("name", text_value("John"))];
    assert_eq!(properties_of_thing(&drawing), expected.map(|(name, value)| (name.to_owned(), value)).into());
}

fn text_value(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Returns the properties of the only thing.
fn properties_of_thing(drawing: &SourceDrawing) -> Attributes {
    let entries = (0..).map_while(|number| drawing.palette.get(number));
    let things = entries.filter_map(|meaning| match &meaning.entry {
        LegendEntry::Entity(placed) => Some(placed.properties.clone()),
        _ => None,
    });
    things.into_iter().next().expect("a thing")
}

#[test]
fn links_lists_points_and_fractions_become_texts_alike() {
    let xml = r#"<objectgroup name="O"><object id="1" type="urn" x="24" y="24"><properties><property name="to" type="object" value="12"/><property name="none" type="object" value="0"/><property name="all" type="list"><item type="object" value="12"/><item type="int" value="3"/><item value="rope"/></property><property name="size" type="float" value="1.5"/></properties></object></objectgroup></map>"#;
    let text =
        map(r#"<tile id="0" type="Wall"/><tile id="1" type="Floor"/>"#, &[("L", &["111", "121", "111"])]);
    let drawing = tmx(&text.replace("</map>", xml));
    let expected = [("to", "@12"), ("all", "[@12, 3, rope]"), ("size", "1.5")];
    let expected = expected.map(|(name, text)| (name.to_owned(), text_value(text)));
    assert_eq!(properties_of_thing(&drawing), expected.into());
    let mut said = codes(&drawing);
    said.sort_unstable();
    assert_eq!(said, ["fraction", "lost-link", "property-as-text", "property-as-text"]);
    let field = |name: &str, kind: &str, value: &str| {
        format!(r#"{{"__identifier": "{name}", "__type": "{kind}", "__value": {value}}}"#)
    };
    let fields = [
        field(
            "to",
            "EntityRef",
            r#"{"entityIid": "i-12", "layerIid": "l", "levelIid": "v", "worldIid": "w"}"#,
        ),
        field("none", "EntityRef", "null"),
        field("all", "Array<Int>", "[1, 3]"),
        field("way", "Array<Point>", r#"[{"cx": 3, "cy": 4}]"#),
        field("size", "Float", "1.5"),
    ];
    let drawing = read(SourceFormat::Ldtk, &ldtk(&["111", "121", "111"], &fields.join(",")));
    let expected = [("to", "@i-12"), ("all", "[1, 3]"), ("way", "[(3, 4)]"), ("size", "1.5")];
    let expected = expected.map(|(name, text)| (name.to_owned(), text_value(text)));
    assert_eq!(properties_of_thing(&drawing), expected.into());
}

/// Returns a level with walls (1), floor (2), water (3) and stone (4), and an urn with fields in column 1,
/// row 1.
fn ldtk(rows: &[&str], fields: &str) -> String {
    let numbers: Vec<String> = rows.iter().flat_map(|row| row.chars().map(String::from)).collect();
    let urn = format!(
        r#"{{"__type": "Entities", "__identifier": "E", "__gridSize": 16, "entityInstances": [{{"__identifier": "urn", "px": [16, 16], "width": 16, "height": 16, "__pivot": [0, 0], "fieldInstances": [{fields}]}}]}},"#
    );
    format!(
        r#"{{"defs": {{"layers": [{{"uid": 1, "identifier": "Cells", "intGridValues": [{{"value": 1, "identifier": "walls"}}, {{"value": 2, "identifier": "Floor"}}, {{"value": 3, "identifier": "water"}}, {{"value": 4, "identifier": "stone"}}]}}]}},
"levels": [{{"identifier": "Hall", "layerInstances": [{} {{"__type": "IntGrid", "__identifier": "Cells", "layerDefUid": 1, "__cWid": {}, "__cHei": {}, "__gridSize": 16, "intGridCsv": [{}]}}]}}]}}"#,
        if fields.is_empty() { "" } else { &urn },
        rows[0].len(),
        rows.len(),
        numbers.join(",")
    )
}

#[test]
fn values_of_ldtk_are_understood_by_their_words_and_empty_ones_by_the_legend() {
    let rows = ["0000000", "0444440", "0403040", "0411110", "0000000"];
    let text = ldtk(&rows, "");
    assert_eq!(
        only_picture(&read(SourceFormat::Ldtk, &text)),
        ["#####", "#.~.#", "#####"],
        "cut to what is drawn"
    );
    let look = TileLook { name: "moss".to_owned(), ..TileLook::default() };
    let cases = [
        (LegendEntry::Ground(look), ["#####", "#~~~#", "#####"]),
        (LegendEntry::Nothing, ["#####", "# ~ #", "#####"]),
    ];
    for (entry, expected) in cases {
        let legend = SourceLegend::from([("Cells:0".to_owned(), entry)]);
        let lexicon = Lexicon { legend: Some(&legend), ..Lexicon::default() };
        assert_eq!(only_picture(&read_with(SourceFormat::Ldtk, &text, lexicon)), expected);
    }
}

#[test]
fn doctype_is_skipped_unless_it_declares_something() {
    let text = map(r#"<tile id="0" type="Wall"/>"#, &[("L", &WALLS)]);
    let old = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n{text}"
    );
    assert_eq!(only_picture(&tmx(&old)), ROOM);
    let odd = format!("<!DOCTYPE map [<!ENTITY a \"b\">]>\n{text}");
    let lexicon = Lexicon::default();
    let source =
        ImportSource { format: SourceFormat::Tmx, name: "keep", bytes: odd.as_bytes(), lexicon, places: &[] };
    let error = read_rooms(&source, &mut |_| Err(String::new())).expect_err("a DOCTYPE with declarations");
    assert!(error.message.contains("declares"), "{error}");
}

#[test]
fn defaults_of_classes_come_from_the_project_next_to_a_map() {
    let project = r#"{"propertyTypes": [{"name": "masonry", "type": "class", "members": [{"name": "solid", "type": "bool", "value": true}]}]}"#;
    let text = map(r#"<tile id="0" type="masonry"/>"#, &[("L", &WALLS)]);
    let lexicon = Lexicon::default();
    let source = ImportSource {
        format: SourceFormat::Tmx,
        name: "keep",
        bytes: text.as_bytes(),
        lexicon,
        places: &[],
    };
    let mut beside = |name: &str| match name {
        "../*.tiled-project" => Ok(project.as_bytes().to_vec()),
        _ => Err("is not there".to_owned()),
    };
    let drawing = read_rooms(&source, &mut beside).expect("a map");
    assert_eq!(only_picture(&drawing), ["ooooo", "o...o", "o...o", "ooooo"]);
}

#[test]
fn tables_and_texts_become_rooms() {
    let drawing = read(SourceFormat::Csv, "wall,wall,wall,\nwall,0,wall,\nwall,wall,wall,\n\n#,#\n");
    assert_eq!(picture(&drawing, &drawing.rooms[0]), ["###", "#.#", "###"]);
    let legend = SourceLegend::from([
        ("keep:1-4".to_owned(), LegendEntry::Wall),
        ("7".to_owned(), LegendEntry::Floor),
    ]);
    let lexicon = Lexicon { legend: Some(&legend), ..Lexicon::default() };
    assert_eq!(
        only_picture(&read_with(SourceFormat::Csv, "1;2;3\n4;7;1\n1;1;1", lexicon)),
        ["###", "#.#", "###"]
    );
    let text = "name: Hall\n    #+#\n    #.#\n    ###\n";
    let drawing = read(SourceFormat::Text, text);
    assert_eq!(
        (only_picture(&drawing), codes(&drawing)),
        (vec!["#+#".to_owned(), "#.#".to_owned(), "###".to_owned()], Vec::new())
    );
    assert_eq!(only_picture(&read(SourceFormat::Text, "####\n#  #\n####")), ["####", "#..#", "####"]);
}

#[test]
fn warnings_say_which_rooms_are_too_large() {
    let wide = vec!["#".repeat(200); 3].join("\n");
    let drawing = read(SourceFormat::Text, &format!("name: A\n{wide}\n\nname: B\n{wide}"));
    let said: Vec<_> = drawing
        .remarks
        .diagnostics()
        .into_iter()
        .filter(|found| found.severity == Severity::Warning)
        .collect();
    assert_eq!(said.len(), 2);
    assert!(said[1].message.starts_with("\"B\" has 200 × 3 cells"), "{}", said[1]);
}
