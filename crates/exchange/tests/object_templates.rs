//! Maps with object templates in files of their own, and layers in other encodings, as Tiled writes them.

use delvewright_engine::base::Diagnostic;
use delvewright_engine::mission::Value;
use delvewright_engine::rooms::{LegendEntry, Placed, RoomSet};
use delvewright_exchange::import::{
    ImportSource, Lexicon, SourceDrawing, SourceFormat, merge, read_rooms, set_for,
};

const CHEST: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<template>
 <object name="chest" width="8" height="8">
  <properties><property name="gold" type="int" value="30"/><property name="trap" type="bool" value="false"/></properties>
 </object>
</template>"#;

const GATE: &str = r#"{"type": "template", "object": {"type": "Socket", "point": true, "properties": [{"name": "kind", "type": "string", "value": "gate"}]}}"#;

/// A template with a tile of a set that the map lacks; the set is next to the template.
const RAT: &str = r#"<template><tileset firstgid="1" source="things.tsx"/><object gid="2" width="8" height="8"/></template>"#;

const THINGS: &str = r#"<tileset name="things" tilecount="2"><tile id="1" type="rat"/></tileset>"#;

fn beside(name: &str) -> Result<Vec<u8>, String> {
    let files = [
        ("templates/chest.tx", CHEST),
        ("gate.tj", GATE),
        ("../rat.tx", RAT),
        ("../things.tsx", THINGS),
        ("broken.tx", "<map/>"),
    ];
    let found = files.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| "is not there".to_owned())
}

fn read(format: SourceFormat, map: &str) -> Result<SourceDrawing, Box<Diagnostic>> {
    let source = ImportSource {
        format,
        name: "keep",
        bytes: map.as_bytes(),
        lexicon: Lexicon::default(),
        places: &[],
    };
    read_rooms(&source, &mut beside)
}

fn set_of(drawing: &SourceDrawing) -> RoomSet {
    merge(&set_for(drawing, "keep"), drawing, None, "Room", |_| false).set
}

/// Returns a map of 4 × 1 floor tiles with these objects.
fn tmx(data: &str, objects: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="4" height="1" tilewidth="8" tileheight="8"><tileset firstgid="1" name="t"><tile id="0" type="Floor"/></tileset><layer name="L" width="4" height="1"><data {data}</data></layer><objectgroup name="O">{objects}</objectgroup></map>"#
    )
}

fn placed<'s>(set: &'s RoomSet, kind: &str) -> &'s Placed {
    let placed = set.legend.values().filter_map(|entry| match entry {
        LegendEntry::Entity(placed) => Some(placed),
        _ => None,
    });
    placed.into_iter().find(|placed| placed.kind == kind).expect("a thing of that kind")
}

fn assert_objects_of_templates(set: &RoomSet, remarks: &[Diagnostic]) {
    let chest = placed(set, "chest");
    let expected = [("gold", Value::Int(7)), ("trap", Value::Bool(false))];
    assert_eq!(chest.properties, expected.map(|(name, value)| (name.to_owned(), value)).into());
    assert!(placed(set, "rat").properties.is_empty());
    let socket = set.legend.values().find_map(|entry| match entry {
        LegendEntry::Socket(socket) => Some(socket),
        _ => None,
    });
    assert_eq!(socket.and_then(|socket| socket.kind.as_deref()), Some("gate"));
    let said: Vec<(&str, &str)> = remarks.iter().map(|found| (found.code, found.message.as_str())).collect();
    let [(code, message)] = said[..] else { panic!("{said:?}") };
    assert_eq!(code, "object-left-out");
    assert!(message.contains("lost.tx: is not there"), "{message}");
}

#[test]
fn objects_are_what_their_templates_say_unless_they_say_it_themselves() {
    let objects = r#"<object id="1" template="templates/chest.tx" x="0" y="0"><properties><property name="gold" type="int" value="7"/></properties></object>
        <object id="2" template="gate.tj" x="12" y="4"/><object id="3" template="../rat.tx" x="16" y="8"/>
        <object id="4" template="lost.tx" x="24" y="0"/>"#;
    let drawing = read(SourceFormat::Tmx, &tmx(r#"encoding="csv">1,1,1,1"#, objects)).expect("a map");
    assert_objects_of_templates(&set_of(&drawing), &drawing.remarks.diagnostics());
}

#[test]
fn maps_in_json_have_templates_too() {
    let map = r#"{"type": "map", "width": 4, "height": 1, "tilewidth": 8, "tileheight": 8,
        "tilesets": [{"firstgid": 1, "name": "t", "tiles": [{"id": 0, "type": "Floor"}]}],
        "layers": [{"type": "tilelayer", "name": "L", "width": 4, "height": 1, "data": [1, 1, 1, 1]},
        {"type": "objectgroup", "name": "O", "objects": [
            {"id": 1, "template": "templates/chest.tx", "x": 0, "y": 0, "properties": [{"name": "gold", "type": "int", "value": 7}]},
            {"id": 2, "template": "gate.tj", "x": 12, "y": 4}, {"id": 3, "template": "../rat.tx", "x": 16, "y": 8},
            {"id": 4, "template": "lost.tx", "x": 24, "y": 0}]}]}"#;
    let drawing = read(SourceFormat::Tmj, map).expect("a map");
    assert_objects_of_templates(&set_of(&drawing), &drawing.remarks.diagnostics());
}

#[test]
fn what_is_no_template_is_remarked_once_for_all_its_objects() {
    let object = r#"<object id="1" template="broken.tx" x="0" y="0"/>"#;
    let drawing =
        read(SourceFormat::Tmx, &tmx(r#"encoding="csv">1,1,1,1"#, &object.repeat(9))).expect("a map");
    let remarks = drawing.remarks.diagnostics();
    let [remark] = &remarks[..] else { panic!("{remarks:?}") };
    assert!(
        remark.message.contains("9 times") && remark.message.contains("not an object template"),
        "{}",
        remark.message
    );
}

#[test]
fn templates_take_no_more_memory_than_maps_may() {
    let long = format!(
        r#"<template><object name="a"><properties><property name="n" value="{}"/></properties></object></template>"#,
        "x".repeat(1 << 20)
    );
    let mut beside = |_: &str| Ok(long.clone().into_bytes());
    let objects = r#"<object id="1" template="long.tx" x="0" y="0"/>"#.repeat(1_000);
    let map = tmx(r#"encoding="csv">1,1,1,1"#, &objects);
    let (bytes, lexicon) = (map.as_bytes(), Lexicon::default());
    let source = ImportSource { format: SourceFormat::Tmx, name: "keep", bytes, lexicon, places: &[] };
    let error = read_rooms(&source, &mut beside).expect_err("a gigabyte");
    assert!(error.message.contains("templates") && error.position.is_some(), "{error}");
}

/// Compressed by zstd 1.5: the numbers 1, 1, 1, 1.
#[test]
fn layers_packed_with_zstandard_are_read() {
    let data = "encoding=\"base64\" compression=\"zstd\">KLUv/QBYVQAAIAEAAAABAHOOCA==";
    assert_eq!(set_of(&read(SourceFormat::Tmx, &tmx(data, "")).expect("a map")).rooms[0].picture, ["...."]);
}
