//! Reading from texts, and what is said of those that are no levels.

use super::drawing::grid;
use crate::{Keys, Layer, Level, PassageEnd, PlaceId, Promise, ReadError, Value};

const SMALL: &str = include_str!("../../tests/small.json");

fn changed(old: &str, new: &str) -> ReadError {
    assert!(SMALL.contains(old), "{old}");
    Level::from_text(&SMALL.replacen(old, new, 1)).expect_err("it is no level")
}

fn contradictions(old: &str, new: &str) -> Vec<String> {
    match changed(old, new) {
        ReadError::Contradicts(problems) => problems.iter().map(ToString::to_string).collect(),
        error => panic!("{error}"),
    }
}

#[test]
fn level_is_read_from_json_and_from_what_ron_makes_of_it() {
    let level = Level::from_json(SMALL).expect("a level");
    let attributes = &level.places[1].attributes;
    assert_eq!(attributes["danger"], Value::Int(3));
    assert_eq!(attributes["lit"].as_bool(), Some(true));
    assert_eq!(attributes["theme"].as_text(), Some("ice"));
    let ron = ron::to_string(&level).expect("RON");
    assert_eq!(Level::from_ron(&ron), Ok(level.clone()));
    assert_eq!(Level::from_text(&format!("\u{feff}\n{ron}")), Ok(level.clone()));
    let json = serde_json::to_string(&level).expect("JSON");
    assert_eq!(Level::from_text(&json), Ok(level));
}

#[test]
fn unknown_fields_and_later_promises_are_skipped() {
    let later = SMALL.replacen("\"format\": 2", "\"weather\": {\"rain\": [1, 2.5, null]}, \"format\": 2", 1);
    let later = later.replacen(
        "\"report\": {}",
        "\"report\": {\"P9\": {\"name\": \"dry\", \"held\": true, \"broken_by\": []}}",
        1,
    );
    let level = Level::from_json(&later).expect("a level");
    assert!(level.report.promises[&Promise::Later].held);
    let ron = ron::to_string(&Level::from_json(SMALL).expect("a level")).expect("RON");
    let ron = ron.replacen("format:2", "weather:(rain:[Heavy,Some((1,'x'))],on:Node(3)),format:2", 1);
    let ron = ron.replacen("report:{}", "report:{P9:(name:\"dry\",held:true,broken_by:[])}", 1);
    assert_eq!(Level::from_ron(&ron), Ok(level));
}

#[test]
fn malformed_text_is_refused_with_line_and_column() {
    let error = changed("\"Cardinal\"", "\"Diagonal\"");
    let ReadError::Malformed { line, .. } = &error else { panic!("{error}") };
    assert_eq!(*line, 8);
    assert!(
        error.to_string().starts_with("line 8, column ") && error.to_string().contains("Diagonal"),
        "{error}"
    );
    let error = Level::from_text("(\n  format: 2,\n  width: x,").expect_err("it is no level");
    assert!(matches!(error, ReadError::Malformed { line: 3, .. }), "{error}");
    for text in ["", "{", "(", "[1]", "Grammar(format: 1)", "\u{feff}"] {
        assert!(matches!(Level::from_text(text), Err(ReadError::Malformed { .. })), "{text}");
    }
}

#[test]
fn level_of_format_1_is_brought_up_to_date() {
    let text = SMALL.replacen("\"format\": 2", "\"format\": 1", 1);
    let text = text.replacen(
        "\"locks\":[{\"place\":3,\"end\":\"To\",\"keys\":[1],\"needed\":1}]",
        "\"locked_by\":[1]",
        1,
    );
    let mut level = Level::from_json(&text.replacen("Goal", "Lock", 1)).expect("a level");
    let lock = level.passages.remove(1).locks.remove(0);
    assert_eq!((level.format, lock.place, lock.end, lock.needed), (1, PlaceId(3), PassageEnd::To, 1));
    assert_eq!(lock.keys, [level.entities[0].id]);
}

#[test]
fn other_versions_are_named() {
    assert_eq!(changed("\"format\": 2", "\"format\": 3"), ReadError::Version { format: 3 });
    let renamed = SMALL.replacen("\"format\": 2", "\"format\": 3", 1).replacen("\"tiles\"", "\"cells\"", 1);
    let error = Level::from_json(&renamed).expect_err("it is of a later version");
    assert_eq!(error, ReadError::Version { format: 3 });
    assert!(error.to_string().contains("newer delvewright-level"), "{error}");
    assert_eq!(changed("\"format\": 2", "\"format\": 0"), ReadError::Version { format: 0 });
}

#[test]
fn sizes_that_lie_are_named() {
    assert!(
        contradictions("\"width\": 11", "\"width\": 4294967295")
            .contains(&"tiles: there are 11 × 3 cells instead of 4294967295 × 3".to_owned())
    );
    assert!(
        contradictions("\"height\": 3", "\"height\": 2")
            .contains(&"owners: there are 11 × 3 cells instead of 11 × 2".to_owned())
    );
    let is_malformed = |old, new, expected| {
        let error = changed(old, new);
        assert!(matches!(error, ReadError::Malformed { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    };
    is_malformed("[[0,11]]", "[[0,4294967295],[0,4294967295]]", "row 1 of the owners");
    is_malformed("\"#..+", "\"#..+.", "row 1 of the tiles is not as long as the first, 11");
    assert_eq!(contradictions("\"#..+", "\"#é.+"), ["tiles[1]: the legend lacks 'é'"]);
}

#[test]
fn ids_and_cells_that_do_not_exist_are_named() {
    assert_eq!(
        contradictions("\"at\":[5,1]", "\"at\":[90,2]"),
        ["entities[0].at: (90, 2) lies outside of the level"]
    );
    assert_eq!(
        contradictions("\"anchor\":[1,1]", "\"anchor\":[-1,1]"),
        ["places[0].anchor: (-1, 1) lies outside of the level"]
    );
    assert_eq!(
        contradictions("\"from\":1,\"to\":2", "\"from\":1,\"to\":0"),
        ["passages[0].to: there is no place 0"]
    );
    assert_eq!(contradictions("\"keys\":[1]", "\"keys\":[1,7]"), ["passages[1].locks: there is no entity 7"]);
    assert_eq!(contradictions("{\"id\":3,", "{\"id\":5,"), ["places[2].id: it is 5, but it should be 3"]);
    assert_eq!(contradictions("\"opens\":[3]", "\"opens\":[4]"), ["entities[0].opens: there is no place 4"]);
    assert_eq!(contradictions("[3,2],[0,1]", "[4,2],[-9,1]").len(), 2);
}

#[test]
fn many_problems_are_listed_up_to_a_number() {
    let mut level = Level::from_json(SMALL).expect("a level");
    level.entities = vec![level.entities[0].clone(); 1000];
    assert_eq!(level.check().len(), Level::MOST_PROBLEMS);
}

#[test]
fn layer_shows_over_the_tile_where_it_has_something() {
    let mut level = Level::from_json(SMALL).expect("a level");
    let blank = " ".repeat(11);
    level.layers.push(Layer {
        tiles: grid(&[&blank, " +         ", &blank], |tile| tile),
        ..Layer::empty("moss", crate::Size::default())
    });
    assert_eq!(level.check(), []);
    let name = |x: i32| level.seen((x, 1).into()).map(|tile| tile.name.as_str());
    assert_eq!((name(0), name(1), name(2), name(99)), (Some("wall"), Some("door"), Some("floor"), None));
    let name = |x: i32| level.tile((x, 1).into()).map(|tile| tile.name.as_str());
    assert_eq!((name(1), name(-1)), (Some("floor"), None));
    assert_eq!(level.cells().count(), 33);
    assert_eq!(level.place_at((5, 1).into()).map(|place| place.id), Some(PlaceId(2)));
    assert!(level.passages[1].locks.iter().all(|lock| !lock.is_opened_by(&Keys::new())));
}
