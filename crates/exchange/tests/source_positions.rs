//! Positions of tiles and things of other programs in the rooms made from them.

use delvewright_engine::rooms::LegendEntry;
use delvewright_exchange::import::{
    DrawnRoom, ImportSource, Lexicon, SourceDrawing, SourceFormat, read_rooms,
};

pub(crate) fn read_with(format: SourceFormat, text: &str, lexicon: Lexicon<'_>) -> SourceDrawing {
    let source = ImportSource { format, name: "keep", bytes: text.as_bytes(), lexicon, places: &[] };
    read_rooms(&source, &mut |_| Err("is not there".to_owned())).expect("a source that can be read")
}

pub(crate) fn read(format: SourceFormat, text: &str) -> SourceDrawing {
    read_with(format, text, Lexicon::default())
}

/// Returns a room as characters, with the first letter of the kind for each thing.
pub(crate) fn picture(drawing: &SourceDrawing, room: &DrawnRoom) -> Vec<String> {
    let letter = |number: &u16| match &drawing.palette.get(*number).expect("a known thing").entry {
        LegendEntry::Wall => '#',
        LegendEntry::Floor => '.',
        LegendEntry::Nothing => ' ',
        LegendEntry::Socket(_) => '+',
        LegendEntry::Ground(_) => '~',
        LegendEntry::Obstacle(_) => 'o',
        LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => {
            placed.kind.chars().next().unwrap_or('?')
        }
    };
    room.cells.rows().map(|row| row.iter().map(letter).collect()).collect()
}

pub(crate) fn only_picture(drawing: &SourceDrawing) -> Vec<String> {
    let [room] = drawing.rooms.as_slice() else { panic!("{:?}", drawing.remarks.diagnostics()) };
    picture(drawing, room)
}

pub(crate) fn codes(drawing: &SourceDrawing) -> Vec<&'static str> {
    drawing.remarks.diagnostics().iter().map(|found| found.code).collect()
}

const PLAIN: [&str; 4] = ["#####", "#...#", "#...#", "#####"];

/// Returns the numbers of a picture: 1 is wall, 2 is floor.
fn csv(rows: &[&str]) -> String {
    let number = |letter| match letter {
        '#' => "1",
        '.' => "2",
        _ => "0",
    };
    rows.iter().flat_map(|row| row.chars().map(number)).collect::<Vec<_>>().join(",")
}

/// Returns a map of 5 × 4 cells of 16 pixels: attributes of its tile layer and of a second tile set, and
/// further layers.
fn map(layer: &str, things: &str, more: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="5" height="4" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="2"><tile id="0" type="Wall"/><tile id="1" type="Floor"/></tileset>
<tileset firstgid="11" name="things" {things}><tile id="0" type="urn"/></tileset>
<layer name="L" width="5" height="4" {layer}><data encoding="csv">{}</data></layer>{more}</map>"#,
        csv(&PLAIN)
    )
}

fn objects(group: &str, objects: &str) -> String {
    format!(r#"<objectgroup name="O" {group}>{objects}</objectgroup>"#)
}

/// Returns the column and row of the first thing of a map.
fn cell_of_thing(text: &str) -> (usize, usize) {
    let rows = only_picture(&read(SourceFormat::Tmx, text));
    let at = |(y, row): (usize, &String)| row.find('u').map(|x| (x, y));
    rows.iter().enumerate().find_map(at).unwrap_or_else(|| panic!("{rows:?}"))
}

#[test]
fn objects_with_tiles_lie_by_the_alignment_of_their_set() {
    // The tile covers the cell in column 2 and row 1, from (32, 16) to (48, 32).
    let corners = [
        ("", 32, 32),
        ("unspecified", 32, 32),
        ("topleft", 32, 16),
        ("top", 40, 16),
        ("topright", 48, 16),
        ("left", 32, 24),
        ("center", 40, 24),
        ("right", 48, 24),
        ("bottomleft", 32, 32),
        ("bottom", 40, 32),
        ("bottomright", 48, 32),
    ];
    for (alignment, x, y) in corners {
        let set = format!(r#"tilewidth="16" tileheight="16" objectalignment="{alignment}""#);
        let object = format!(r#"<object id="1" gid="11" x="{x}" y="{y}" width="16" height="16"/>"#);
        assert_eq!(cell_of_thing(&map("", &set, &objects("", &object))), (2, 1), "{alignment}");
    }
}

#[test]
fn objects_without_a_size_have_that_of_their_tile() {
    let set = r#"tilewidth="32" tileheight="32""#;
    let object = r#"<object id="1" gid="11" x="16" y="48"/>"#;
    assert_eq!(cell_of_thing(&map("", set, &objects("", object))), (2, 2), "the tile size of the set");
    let collection = map("", set, &objects("", object)).replace(
        r#"<tile id="0" type="urn"/></tileset>
<layer"#,
        r#"<tile id="0" type="urn"><image source="urn.png" width="16" height="16"/></tile></tileset>
<layer"#,
    );
    assert_eq!(cell_of_thing(&collection), (1, 2), "the size of the picture");
}

#[test]
fn objects_turn_about_the_point_by_which_they_are_aligned() {
    let set = r#"tilewidth="16" tileheight="16""#;
    // Aligned at the lower left, at (32, 32): for quarter turns clockwise, the middle moves around that
    // point.
    let turns = [
        (0, (2, 1)),
        (360, (2, 1)),
        (-360, (2, 1)),
        (90, (2, 2)),
        (180, (1, 2)),
        (270, (1, 1)),
        (-90, (1, 1)),
    ];
    for (rotation, expected) in turns {
        let object = format!(
            r#"<object id="1" gid="11" x="32" y="32" width="16" height="16" rotation="{rotation}"/>"#
        );
        assert_eq!(cell_of_thing(&map("", set, &objects("", &object))), expected, "{rotation}");
    }
}

#[test]
fn layers_moved_by_parts_of_a_tile_lose_nothing() {
    let urn = r#"<object id="1" name="urn" x="40" y="24"><point/></object>"#;
    let text = map("", "", &objects(r#"offsetx="7" offsety="-7""#, urn));
    assert_eq!(cell_of_thing(&text), (2, 1));
    let text = map("", "", &objects(r#"offsetx="9""#, urn));
    assert_eq!(cell_of_thing(&text), (3, 1));
    let drawing = read(SourceFormat::Tmx, &map(r#"offsetx="5" offsety="-6""#, "", ""));
    assert_eq!(only_picture(&drawing), PLAIN);
    assert_eq!(codes(&drawing), ["moved-layer"]);
}

#[test]
fn offsets_of_groups_move_rectangles_of_rooms_too() {
    let text = map("", "", "").replace("<layer", r#"<group offsetx="16" offsety="32"><layer"#).replace(
        "</map>",
        r#"<objectgroup name="O"><object id="7" name="Hall" class="Room" x="0" y="0" width="80" height="64"/></objectgroup></group></map>"#,
    );
    let drawing = read(SourceFormat::Tmx, &text);
    assert_eq!((only_picture(&drawing), codes(&drawing)), (PLAIN.map(str::to_owned).to_vec(), Vec::new()));
    assert_eq!(drawing.rooms[0].id.as_deref(), Some("7"));
}

#[test]
fn offsets_of_tile_sets_move_their_tiles() {
    let text = map("", "", "").replace(r#"tilecount="2">"#, r#"tilecount="2"><tileoffset x="16" y="0"/>"#);
    let room = r#"<object id="7" class="Room" x="16" y="0" width="80" height="64"/>"#;
    let drawing = read(SourceFormat::Tmx, &text.replace("</map>", &(objects("", room) + "</map>")));
    assert_eq!((only_picture(&drawing), codes(&drawing)), (PLAIN.map(str::to_owned).to_vec(), Vec::new()));
}

#[test]
fn parallax_is_ignored_with_a_note() {
    let drawing = read(SourceFormat::Tmx, &map(r#"parallaxx="0.5""#, "", ""));
    assert_eq!(
        (only_picture(&drawing), codes(&drawing)),
        (PLAIN.map(str::to_owned).to_vec(), vec!["parallax"])
    );
}

/// Returns a layer of LDtk.
fn layer(kind: &str, name: &str, uid: u32, side: u32, more: &str) -> String {
    let (width, height) = (80 / side, 64 / side);
    format!(
        r#"{{"__type": "{kind}", "__identifier": "{name}", "layerDefUid": {uid}, "__cWid": {width}, "__cHei": {height}, "__gridSize": {side}, {more}}}"#
    )
}

fn numbers(name: &str, uid: u32, side: u32, more: &str, csv: &str) -> String {
    layer("IntGrid", name, uid, side, &format!(r#"{more}"intGridCsv": [{csv}]"#))
}

fn entity(class: &str, (x, y): (i32, i32), size: (u32, u32), pivot: &str) -> String {
    format!(
        r#"{{"__identifier": "{class}", "iid": "i-{class}", "px": [{x}, {y}], "width": {}, "height": {}, "__pivot": [{pivot}], "fieldInstances": []}}"#,
        size.0, size.1
    )
}

fn entities(more: &str, entities: &[String]) -> String {
    layer("Entities", "E", 9, 16, &format!(r#"{more}"entityInstances": [{}]"#, entities.join(",")))
}

/// Returns a project with one level of 80 × 64 pixels; the uppermost layer comes first.
fn project(layers: &[String]) -> String {
    format!(
        r#"{{"__header__": {{}}, "jsonVersion": "1.5.3", "defaultGridSize": 16, "defs": {{"layers": [
{{"uid": 1, "identifier": "Cells", "intGridValues": [{{"value": 1, "identifier": "Wall"}}, {{"value": 2, "identifier": "Floor"}}]}},
{{"uid": 2, "identifier": "Fine", "intGridValues": [{{"value": 1, "identifier": "Wall"}}, {{"value": 2, "identifier": "Ground_moss"}}]}}], "tilesets": []}},
"levels": [{{"identifier": "Hall", "iid": "i-hall", "pxWid": 80, "pxHei": 64, "fieldInstances": [], "layerInstances": [{}]}}]}}"#,
        layers.join(",\n")
    )
}

#[test]
fn layers_of_ldtk_lie_by_their_offsets_and_entities_by_their_pivots() {
    let pivots = [("0, 0", (32, 16)), ("0.5, 0.5", (40, 24)), ("1, 1", (48, 32)), ("0.5, 1", (40, 32))];
    for (pivot, at) in pivots {
        let things = entities("", &[entity("urn", at, (16, 16), pivot)]);
        let text = project(&[things, numbers("Cells", 1, 16, "", &csv(&PLAIN))]);
        assert_eq!(only_picture(&read(SourceFormat::Ldtk, &text))[1], "#.u.#", "{pivot}");
    }
    let moved = r#""__pxTotalOffsetX": 16, "__pxTotalOffsetY": -16, "#;
    let things = entities(moved, &[entity("urn", (16, 32), (16, 16), "0, 0")]);
    let text = project(&[things, numbers("Cells", 1, 16, moved, &csv(&PLAIN))]);
    let drawing = read(SourceFormat::Ldtk, &text);
    assert_eq!(only_picture(&drawing)[2], "#u..#", "{:?}", drawing.remarks.diagnostics());
    assert_eq!(drawing.rooms[0].id.as_deref(), Some("i-hall"));
}

#[test]
fn fine_layer_on_top_does_not_decide() {
    let cells = numbers("Cells", 1, 16, "", &csv(&PLAIN));
    let mut fine = vec!["0"; 80];
    let text = project(&[numbers("Fine", 2, 8, "", &fine.join(",")), cells.clone()]);
    assert_eq!(only_picture(&read(SourceFormat::Ldtk, &text)), PLAIN);
    for at in [22, 23, 32, 33] {
        fine[at] = "2";
    }
    fine[44] = "1";
    let text = project(&[numbers("Fine", 2, 8, "", &fine.join(",")), cells]);
    let drawing = read(SourceFormat::Ldtk, &text);
    assert_eq!(
        only_picture(&drawing),
        ["#####", "#~..#", "#...#", "#####"],
        "a quarter of a cell is not enough"
    );
    assert_eq!(codes(&drawing), ["finer-layer"]);
}

#[test]
fn everything_outside_of_rooms_is_listed() {
    let room = entity("Room", (0, 0), (48, 64), "0, 0");
    let things =
        [room, entity("urn", (16, 16), (16, 16), "0, 0"), entity("bell", (600, 16), (16, 16), "0, 0")];
    let text = project(&[entities("", &things), numbers("Cells", 1, 16, "", &csv(&PLAIN))]);
    let drawing = read(SourceFormat::Ldtk, &text);
    assert_eq!(only_picture(&drawing), ["###", "#u.", "#..", "###"]);
    assert_eq!((drawing.rooms[0].name.as_str(), drawing.rooms[0].id.as_deref()), ("Hall 1", Some("i-Room")));
    let messages: Vec<String> =
        drawing.remarks.diagnostics().into_iter().map(|found| found.message).collect();
    let expected = [
        "Cells outside all rooms are left out: 8 times, first in column 4, row 1 of the level.",
        "\"bell\" stands outside all rooms and is left out: in column 39, row 2 of the level.",
    ];
    assert_eq!(messages, expected);
    let text = project(&[
        entities("", &[entity("bell", (600, 16), (16, 16), "0, 0")]),
        numbers("Cells", 1, 16, "", &csv(&PLAIN)),
    ]);
    assert_eq!(codes(&read(SourceFormat::Ldtk, &text)), ["object-left-out"]);
}

#[test]
fn hidden_layers_of_ldtk_are_left_out_with_a_warning() {
    let hidden = numbers("Cells", 1, 16, r#""visible": false, "#, &csv(&["#####"; 4]));
    let text = project(&[hidden, numbers("Cells", 1, 16, "", &csv(&PLAIN))]);
    let drawing = read(SourceFormat::Ldtk, &text);
    assert_eq!(
        (only_picture(&drawing), codes(&drawing)),
        (PLAIN.map(str::to_owned).to_vec(), vec!["hidden-layer"])
    );
}

#[test]
fn projects_of_old_versions_say_what_to_do() {
    let text = project(&[]).replace("1.5.3", "0.7.2");
    let source = ImportSource {
        format: SourceFormat::Ldtk,
        name: "keep",
        bytes: text.as_bytes(),
        lexicon: Lexicon::default(),
        places: &[],
    };
    let error = read_rooms(&source, &mut |_| Err(String::new())).expect_err("an old project");
    assert_eq!(error.hint, Some("Open it in a newer LDtk and save it again.".into()));
}
