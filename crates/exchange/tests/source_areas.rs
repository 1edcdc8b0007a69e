//! Walls that a source draws as objects or marks by a property of a layer, and rooms whose walls enclose
//! nothing.

use delvewright_exchange::import::SourceFormat;

use crate::source_positions::{codes, only_picture, read};

/// Returns a map of 6 × 5 cells of 16 pixels with further elements after its tile layer, which is all floor
/// or empty.
fn map(tiles: &str, more: &str) -> String {
    let numbers = vec![tiles; 30].join(",");
    format!(
        r#"<map orientation="orthogonal" width="6" height="5" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="2"><tile id="1" type="Floor"/></tileset>
<layer name="L" width="6" height="5"><data encoding="csv">{numbers}</data></layer>{more}</map>"#
    )
}

fn group(attributes: &str, objects: &str) -> String {
    format!(r#"<objectgroup {attributes}>{objects}</objectgroup>"#)
}

/// Returns rectangles around the map, each with these XML attributes.
fn frame(said: &str) -> String {
    let rects = [(0, 0, 96, 16), (0, 64, 96, 16), (0, 0, 16, 80), (80, 0, 16, 80)];
    let object = |(x, y, width, height): (i32, i32, i32, i32)| {
        format!(r#"<object x="{x}" y="{y}" width="{width}" height="{height}" {said}/>"#)
    };
    rects.map(object).concat()
}

const ROOM: [&str; 5] = ["######", "#....#", "#....#", "#....#", "######"];

#[test]
fn rectangles_that_mark_collisions_are_walls() {
    let by_property = frame("").replace(
        "/>",
        r#"><properties><property name="collides" type="bool" value="true"/></properties></object>"#,
    );
    let cases = [
        (group(r#"name="Things""#, &frame(r#"type="Wall""#)), 0),
        (group(r#"name="Things""#, &frame(r#"class="Solid""#)), 1),
        (group(r#"name="Collision""#, &frame("")), 1),
        (group(r#"name="Things""#, &by_property), 1),
    ];
    for (objects, assumed) in cases {
        for tiles in ["2", "1", "0"] {
            let drawing = read(SourceFormat::Tmx, &map(tiles, &objects));
            assert_eq!(only_picture(&drawing), ROOM, "{objects} {tiles}");
            let rests = usize::from(tiles == "1");
            let said = codes(&drawing).iter().filter(|code| **code == "assumed").count();
            assert_eq!(said, assumed + rests, "{:?}", drawing.remarks.diagnostics());
        }
    }
}

#[test]
fn named_things_on_a_layer_of_walls_stay_things() {
    let things = frame("") + r#"<object name="urn" x="32" y="32" width="16" height="16"/>"#;
    let drawing = read(SourceFormat::Tmx, &map("2", &group(r#"name="Walls""#, &things)));
    assert_eq!(only_picture(&drawing), ["######", "#....#", "#.u..#", "#....#", "######"]);
}

#[test]
fn areas_cover_the_cells_whose_middle_they_hold() {
    let walls = [
        // One pixel more or less changes nothing.
        (r#"x="17" y="15" width="31" height="17""#, ["......", ".##...", "......", "......", "......"]),
        // Turned about its upper left corner, it extends to the left of and below that corner.
        (
            r#"x="48" y="16" width="32" height="16" rotation="90""#,
            ["......", "..#...", "..#...", "......", "......"],
        ),
        (
            r#"x="48" y="8" width="46" height="46" rotation="45""#,
            ["......", "..##..", ".####.", "..##..", "......"],
        ),
        (r#"x="-40" y="-40" width="60" height="90""#, ["#.....", "#.....", "#.....", "......", "......"]),
    ];
    for (rectangle, expected) in walls {
        let objects = group(r#"name="O""#, &format!(r#"<object type="Wall" {rectangle}/>"#));
        let drawing = read(SourceFormat::Tmx, &map("2", &objects));
        assert_eq!(only_picture(&drawing), expected, "{rectangle}");
    }
    for rectangle in [r#"x="20" y="17" width="2" height="40""#, r#"x="900" y="0" width="16" height="16""#] {
        let objects = group(r#"name="O""#, &format!(r#"<object type="Wall" {rectangle}/>"#));
        let drawing = read(SourceFormat::Tmx, &map("2", &objects));
        assert_eq!(codes(&drawing), ["object-left-out"], "{rectangle}");
    }
}

#[test]
fn areas_without_end_are_left_out_quickly() {
    let huge = r#"<object type="Wall" x="-1000000" y="-1000000" width="9000000" height="9000000"/>"#;
    let endless = map("2", &group(r#"name="O""#, &huge.repeat(50))).replace("<map ", r#"<map infinite="1" "#);
    let drawing = read(SourceFormat::Tmx, &endless);
    assert_eq!(codes(&drawing), ["object-left-out"]);
}

#[test]
fn property_of_a_layer_makes_its_tiles_solid() {
    let layer = |name: &str, properties: &str, numbers: &str| {
        let properties = format!("<properties>{properties}</properties>");
        format!(
            r#"<layer name="{name}" width="6" height="5">{properties}<data encoding="csv">{numbers}</data></layer>"#
        )
    };
    let ring = "1,1,1,1,1,1,1,0,0,0,0,1,1,0,0,0,0,1,1,0,0,0,0,1,1,1,1,1,1,1";
    let solid = r#"<property name="solid" type="bool" value="true"/>"#;
    let drawing = read(SourceFormat::Tmx, &map("1", &layer("Player", solid, ring)));
    assert_eq!(only_picture(&drawing), ROOM);
    assert!(codes(&drawing).iter().all(|code| *code == "assumed"), "{:?}", codes(&drawing));
    let grouped = format!("<group><properties>{solid}</properties>{}</group>", layer("Decoration", "", ring));
    assert_eq!(only_picture(&read(SourceFormat::Tmx, &map("1", &grouped))), ROOM);
    let other = r#"<property name="depth" type="int" value="3"/>"#;
    let drawing = read(SourceFormat::Tmx, &map("2", &layer("Walls", other, ring)));
    assert_eq!(only_picture(&drawing), ROOM);
    assert!(codes(&drawing).contains(&"layer-property"), "{:?}", codes(&drawing));
    let json = |properties: &str| {
        format!(
            r#"{{"type": "map", "orientation": "orthogonal", "width": 6, "height": 5, "tilewidth": 16, "tileheight": 16, "tilesets": [{{"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 2}}], "layers": [{{"type": "tilelayer", "name": "L", "width": 6, "height": 5, "properties": [{properties}], "data": [{ring}]}}]}}"#
        )
    };
    let solid = r#"{"name": "solid", "type": "bool", "value": true}"#;
    assert_eq!(only_picture(&read(SourceFormat::Tmj, &json(solid))), ROOM);
    assert!(read(SourceFormat::Tmj, &json("")).rooms.is_empty(), "nobody says what is solid");
}

#[test]
fn properties_that_say_nothing_here_are_listed() {
    let text = map("2", "").replace(
        r#"<tile id="1" type="Floor"/>"#,
        r#"<tile id="1" type="Floor"><properties><property name="cost" type="int" value="2"/></properties></tile>"#,
    );
    assert_eq!(codes(&read(SourceFormat::Tmx, &text)), ["tile-property"]);
    let property = r#"<properties><property name="symbol" value="Hall"/><property name="mood" value="grim"/></properties><tileset "#;
    let room = group(r#"name="O""#, r#"<object id="3" class="Room" x="0" y="0" width="96" height="80"/>"#);
    let text = map("2", &room).replacen("<tileset ", property, 1);
    let drawing = read(SourceFormat::Tmx, &text);
    assert_eq!(codes(&drawing), ["room-property"]);
    assert_eq!(drawing.rooms[0].settings.symbol.as_deref(), Some("Hall"), "rooms have what the map says");
}

#[test]
fn thing_below_another_is_listed_by_its_name() {
    let tiles = r#"<tile id="1" type="Floor"/></tileset><tileset firstgid="3" name="u" tilewidth="16" tileheight="16" tilecount="2"><tile id="0" type="Entity_bell"/><tile id="1" type="Entity_urn"/></tileset>"#;
    let layer = |number: u32| {
        let numbers = format!("{number}{}", ",0".repeat(29));
        format!(r#"<layer name="T" width="6" height="5"><data encoding="csv">{numbers}</data></layer>"#)
    };
    let text = map("2", &(layer(3) + &layer(4))).replace(r#"<tile id="1" type="Floor"/></tileset>"#, tiles);
    let drawing = read(SourceFormat::Tmx, &text);
    let said: Vec<String> = drawing.remarks.diagnostics().into_iter().map(|found| found.message).collect();
    assert_eq!(
        said,
        ["\"bell\" lies below another thing and is left out: in column 1, row 1 of the layer \"T\"."]
    );
}

/// Returns a project with one level of IntGrid values, and perhaps an entity.
fn ldtk(values: &str, rows: &[&str], entity: Option<(i32, i32)>) -> String {
    let (width, height) = (rows[0].len(), rows.len());
    let numbers: Vec<String> = rows.iter().flat_map(|row| row.chars().map(String::from)).collect();
    let entity = entity.map_or_else(String::new, |(x, y)| {
        format!(
            r#"{{"__type": "Entities", "__identifier": "E", "__gridSize": 16, "entityInstances": [{{"__identifier": "urn", "px": [{}, {}], "width": 16, "height": 16, "__pivot": [0, 0], "fieldInstances": []}}]}},"#,
            x * 16,
            y * 16
        )
    });
    format!(
        r#"{{"defs": {{"layers": [{{"uid": 1, "identifier": "Cells", "intGridValues": [{values}]}}]}}, "levels": [{{"identifier": "Hall", "pxWid": {}, "pxHei": {}, "layerInstances": [{entity} {{"__type": "IntGrid", "__identifier": "Cells", "layerDefUid": 1, "__cWid": {width}, "__cHei": {height}, "__gridSize": 16, "intGridCsv": [{}]}}]}}]}}"#,
        width * 16,
        height * 16,
        numbers.join(",")
    )
}

const WALL: &str = r#"{"value": 1, "identifier": "wall"}"#;

#[test]
fn edge_of_a_level_is_its_wall_where_walls_enclose_nothing() {
    let text = ldtk(WALL, &["000000", "001100", "000000", "010000", "000000"], Some((4, 3)));
    let drawing = read(SourceFormat::Ldtk, &text);
    assert_eq!(only_picture(&drawing), ["######", "#.##.#", "#....#", "##..u#", "######"]);
    assert_eq!(codes(&drawing), ["empty-cells", "openings"]);
    let full = read(SourceFormat::Ldtk, &ldtk(WALL, &["11", "11"], None));
    assert_eq!((only_picture(&full), codes(&full)), (vec!["##".to_owned(); 2], Vec::new()));
}

#[test]
fn thing_in_an_opening_does_not_keep_it_open() {
    let text = ldtk(WALL, &["11111", "10000", "10000", "11011"], Some((4, 2)));
    let drawing = read(SourceFormat::Ldtk, &text);
    assert_eq!(only_picture(&drawing), ["#####", "#...+", "#...u", "##+##"]);
}

#[test]
fn walls_that_enclose_nothing_without_an_edge_say_so() {
    let drawing = read(SourceFormat::Text, "#\n#\n###\n");
    assert_eq!(only_picture(&drawing), ["#  ", "#  ", "###"]);
    assert_eq!(codes(&drawing), ["not-enclosed"]);
}

#[test]
fn earth_is_wall_where_nothing_else_can_be() {
    let earth = r#"{"value": 1, "identifier": "dirt"}, {"value": 2, "identifier": "grass"}"#;
    let rows = ["12121", "10001", "20001", "11111"];
    let drawing = read(SourceFormat::Ldtk, &ldtk(earth, &rows, None));
    assert_eq!(only_picture(&drawing), ["#####", "#...#", "#...#", "#####"]);
    assert_eq!(codes(&drawing), ["assumed", "empty-cells"]);
    let covered = read(SourceFormat::Ldtk, &ldtk(earth, &["1212", "2121"], None));
    assert!(covered.rooms.is_empty(), "earth everywhere is ground");
}

#[test]
fn candidates_are_named_where_all_is_called_floor() {
    let text = map("1", "").replace(r#"name="L""#, r#"name="Ground""#);
    let drawing = read(SourceFormat::Tmx, &text);
    assert!(drawing.rooms.is_empty());
    assert_eq!(drawing.solid_candidates.len(), 2, "the layer, and the tile");
    assert!(codes(&drawing).contains(&"no-solid"), "{:?}", codes(&drawing));
}
