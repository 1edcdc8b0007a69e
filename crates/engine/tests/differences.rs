//! Differences of levels, against brute force, and against changes that are known.

use std::sync::Arc;

use delvewright_engine::base::{Cell, Rect, Seed};
use delvewright_engine::difference::{
    CellDifference, DifferenceMark, EntityChange, LevelAlignment, LevelDifference, PlaceChange,
    PlaceMatching, difference_json, difference_text,
};
use delvewright_engine::level::{Level, OwnedBy, Owner, PlaceId, Tile};
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::text::parse_grammar;

use crate::examples::{example, examples};
use crate::sample;

/// A chain of halls between a start and a goal, with a key in the start.
fn chain(halls: u32, seed: u64) -> Arc<Level> {
    let grammar = format!(
        r#"Grammar(
    format: 1,
    name: "Chain",
    alphabet: (
        nodes: {{
            "Start": (role: Start, form: Hall(width: (4, 6), height: (4, 6))),
            "Hall": (form: Hall(width: (4, 6), height: (4, 6))),
            "Goal": (role: Goal, form: Hall(width: (4, 6), height: (4, 6))),
            "Lamp": (),
        }},
        edges: {{"path": (role: Passage), "holds": (role: Contains)}},
    ),
    start: Graph(nodes: {{1: "Start", 2: "Goal", 3: "Lamp"}}, edges: [(1, "path", 2), (1, "holds", 3)]),
    rules: [(
        name: "One hall more",
        lhs: (nodes: {{1: Any, 2: "Goal"}}, edges: [(1, "path", 2)]),
        rhs: (nodes: {{1: Keep, 2: Keep, 3: "Hall"}}, edges: [(1, "path", 3), (3, "path", 2)]),
    )],
    recipe: [Apply(rules: All, times: {halls})],
)"#
    );
    let grammar = parse_grammar(&grammar, None).value.expect("it has no mistakes");
    Pipeline::default().run(&Request::new(grammar.into(), Vec::new(), Seed(seed))).level.expect("a level")
}

fn level(name: &str, seed: u64) -> Arc<Level> {
    Pipeline::default().run(&example(name).request(seed)).level.expect("a level")
}

fn by_position(before: &Level, after: &Level) -> LevelDifference {
    LevelDifference::of(before, after, LevelAlignment::Position)
}

#[test]
fn level_does_not_differ_from_itself() {
    for example in sample::of(examples()) {
        let Some(level) = Pipeline::default().run(&example.request(1)).level else { continue };
        for alignment in LevelAlignment::ALL {
            let difference = LevelDifference::of(&level, &level, alignment);
            assert!(difference.is_empty(), "{}: {difference:#?}", example.name);
            assert_eq!(difference.matched_places, level.places.len());
            assert!(difference_text(&difference).ends_with("the levels are equal\n"));
        }
    }
}

#[test]
fn difference_the_other_way_round_is_mirrored() {
    let mut pairs = vec![
        (chain(3, 1), chain(5, 1)),
        (chain(4, 1), chain(4, 2)),
        (level("first_lock", 1), level("first_lock", 2)),
        (level("first_lock", 1), level("desert_camp", 1)),
    ];
    if sample::is_full() {
        for example in examples() {
            pairs.push((level(&example.name, 1), level(&example.name, 2)));
        }
    }
    for (before, after) in pairs {
        for alignment in LevelAlignment::ALL {
            let there = LevelDifference::of(&before, &after, alignment);
            let back = LevelDifference::of(&after, &before, alignment);
            assert!(!there.is_empty());
            assert_eq!(there.mirrored(), back, "{}", before.grammar);
        }
    }
}

/// Compares a cell by names alone; `None` if that does not decide, because both owners are passages.
fn cell_by_names(
    [before, after]: [&Level; 2],
    one: Cell,
    other: Cell,
    matching: &PlaceMatching,
) -> Option<CellDifference> {
    let tile = |level: &Level, cell: Cell| level.tile(cell).cloned();
    let (tile_before, tile_after) = (tile(before, one), tile(after, other));
    let is_walkable = |tile: &Option<Tile>| tile.as_ref().is_some_and(|tile| tile.walkable);
    if is_walkable(&tile_before) != is_walkable(&tile_after) {
        let is_opened = is_walkable(&tile_after);
        return Some(if is_opened { CellDifference::Opened } else { CellDifference::Closed });
    }
    let is_floor = is_walkable(&tile_before);
    let name = |tile: &Option<Tile>| tile.as_ref().map(|tile| tile.name.clone());
    let is_in_both = tile_before.is_some() && tile_after.is_some();
    let decoration = |level: &Level, cell: Cell| -> Vec<(String, String)> {
        let tiles = level.layers.iter().filter_map(|layer| {
            let tile = level.legend.get(layer.tiles.get(cell)?)?;
            Some((layer.name.clone(), tile.name.clone()))
        });
        tiles.collect()
    };
    let is_decorated_alike = decoration(before, one) == decoration(after, other);
    if (is_in_both && name(&tile_before) != name(&tile_after)) || !is_decorated_alike {
        return Some(if is_floor { CellDifference::Retiled } else { CellDifference::Rewalled });
    }
    let is_same = match (before.owner(one).who(), after.owner(other).who()) {
        (OwnedBy::Passage(_), OwnedBy::Passage(_)) => return None,
        (OwnedBy::Place(one), OwnedBy::Place(other)) => matching.after(one) == Some(other),
        (one, other) => one == other,
    };
    Some(match (is_same, is_floor) {
        (true, _) => CellDifference::Same,
        (false, true) => CellDifference::Reowned,
        (false, false) => CellDifference::Rewalled,
    })
}

#[test]
fn cells_differ_as_brute_force_finds() {
    for (before, after) in [
        (chain(3, 1), chain(4, 1)),
        (level("desert_camp", 1), level("desert_camp", 2)),
        (level("first_lock", 1), level("first_lock", 3)),
    ] {
        let matching = PlaceMatching::of(&before, &after);
        for alignment in LevelAlignment::ALL {
            let difference = LevelDifference::of(&before, &after, alignment);
            let (cells, shift) = (&difference.cells, difference.shift);
            let margin = Rect::new(Cell::new(-40, -40), before.tiles.size()).union(cells.area()).grown(20);
            let (mut found, mut decided) = ([0_usize; 3], 0_usize);
            for cell in margin.cells() {
                let names = cell_by_names([&before, &after], cell, cell + shift, &matching);
                if let Some(expected) = names {
                    assert_eq!(cells.at(cell), expected, "{cell} of {}", before.grammar);
                    decided += 1;
                }
                if let Some(mark) = cells.at(cell).mark() {
                    found[mark as usize] += 1;
                }
            }
            let counts = cells.counts();
            let counted = DifferenceMark::ALL.map(|mark| counts.marked(mark));
            assert_eq!(found, counted);
            assert!(decided > margin.size.area() / 2);
        }
    }
}

#[test]
fn most_places_decide_the_shift() {
    let before = chain(4, 1);
    let mut after = Level::clone(&before);
    let by = Cell::new(3, 2);
    let (width, height) = (before.width + 3, before.height + 2);
    let moved = |cell: Cell| cell - by;
    let wall = *before.tiles.get(Cell::new(0, 0)).expect("a wall");
    let size = delvewright_engine::base::Size::new(width, height);
    let mut tiles = delvewright_engine::base::Grid::filled(size, wall);
    let mut owners = delvewright_engine::base::Grid::filled(size, Owner::NOBODY);
    for cell in tiles.rect().cells() {
        if let Some(tile) = before.tiles.get(moved(cell)) {
            tiles[cell] = *tile;
            owners[cell] = before.owner(moved(cell));
        }
    }
    (after.tiles, after.owners) = (tiles.into(), owners.into());
    (after.width, after.height) = (width, height);
    for place in &mut after.places {
        place.anchor = place.anchor + by;
        place.bounds = place.bounds.moved(by);
    }
    for entity in &mut after.entities {
        entity.at = entity.at + by;
    }
    let difference = LevelDifference::of(&before, &after, LevelAlignment::Places);
    assert_eq!(difference.shift, by);
    assert!(difference.cells.is_empty() && difference.places.is_empty() && difference.entities.is_empty());
    assert_eq!(difference.fields, ["size"]);
    let position = by_position(&before, &after);
    assert_eq!((position.shift, position.places.len()), (Cell::default(), before.places.len()));
    assert_eq!(position.places[0].changes, [PlaceChange::Moved(by)]);
}

#[test]
fn edits_by_hand_are_found_one_by_one() {
    let before = chain(4, 1);
    let mut after = Level::clone(&before);
    let hall = before.places.iter().find(|place| place.symbol == "Hall").expect("a hall");
    let wall = *before.tiles.get(Cell::new(0, 0)).expect("a wall");
    after.tiles[hall.anchor] = wall;
    let entity = &mut after.entities[0];
    entity.at = entity.at.step(Cell::new(1, 0));
    after.passages.pop();
    let difference = by_position(&before, &after);
    assert_eq!(difference.cells.at(hall.anchor), CellDifference::Closed);
    assert_eq!(difference.cells.counts().closed, 1);
    assert_eq!(difference.entities.len(), 1);
    assert_eq!(difference.entities[0].changes, [EntityChange::Moved(Cell::new(1, 0))]);
    let removed: Vec<DifferenceMark> =
        difference.passages.iter().map(|passage| passage.sides.mark()).collect();
    assert_eq!(removed, [DifferenceMark::Removed]);
    let passages = difference.metrics.iter().find(|metric| metric.name == "passages").expect("a metric");
    assert_eq!(passages.direction(), Some(false));
    assert!(difference.places.is_empty());
}

#[test]
fn one_hall_more_is_one_place_added() {
    let (before, after) = (chain(3, 1), chain(4, 1));
    let difference = by_position(&before, &after);
    assert_eq!(difference.places_marked(DifferenceMark::Added), 1);
    assert_eq!(difference.places_marked(DifferenceMark::Removed), 0);
    assert_eq!(difference.matched_places, before.places.len());
    let added = difference.places.iter().find(|place| place.mark() == DifferenceMark::Added);
    let added = added.and_then(|place| place.sides.after.as_ref()).expect("a place");
    assert_eq!(added.symbol, "Hall");
    let text = difference_text(&difference);
    assert!(text.contains("\n  + place \"Hall\" "), "{text}");
    assert!(text.contains(&format!("\n  ↑ {:18} 5 → 6\n", "places")), "{text}");
    assert!(text.contains("also different:"), "{text}");
}

#[test]
fn renamed_place_is_the_same_place_with_another_symbol() {
    let before = chain(4, 1);
    let mut after = Level::clone(&before);
    let hall = before.places.iter().position(|place| place.symbol == "Hall").expect("a hall");
    after.places[hall].symbol = "Lair".to_owned();
    let node = after.places[hall].node;
    for record in after.mission.nodes.iter_mut().filter(|record| record.id == node) {
        record.symbol = "Lair".to_owned();
    }
    let difference = by_position(&before, &after);
    assert_eq!(difference.places.len(), 1);
    assert_eq!(difference.places[0].changes, [PlaceChange::Symbol]);
    assert!(difference_text(&difference).contains(": now \"Lair\""));
}

#[test]
fn places_without_common_numbers_are_matched_by_symbol_and_neighbours() {
    let before = chain(4, 1);
    let mut after = Level::clone(&before);
    let renumber = |node: &mut delvewright_engine::mission::NodeId| node.0 += 100;
    after.places.iter_mut().for_each(|place| renumber(&mut place.node));
    after.mission.nodes.iter_mut().for_each(|record| renumber(&mut record.id));
    after.entities.iter_mut().filter_map(|entity| entity.node.as_mut()).for_each(renumber);
    let matching = PlaceMatching::of(&before, &after);
    let pairs: Vec<(PlaceId, PlaceId)> = matching.pairs().collect();
    assert_eq!(pairs.len(), before.places.len());
    assert!(pairs.iter().all(|(one, other)| one == other), "{pairs:?}");
}

#[test]
fn json_has_a_character_for_each_cell() {
    let difference = by_position(&chain(3, 1), &chain(4, 1));
    let json: serde_json::Value = serde_json::from_str(&difference_json(&difference)).expect("JSON");
    let rows = json["cells"]["rows"].as_array().expect("rows");
    let area = difference.cells.area();
    assert_eq!(rows.len(), area.size.height as usize);
    let signs = |sign: char| {
        rows.iter().flat_map(|row| row.as_str().expect("a row").chars()).filter(|cell| *cell == sign).count()
    };
    let counts = difference.cells.counts();
    assert_eq!([signs('+'), signs('-')], [counts.opened, counts.closed]);
    assert_eq!([signs('~'), signs('o'), signs('w')], [counts.retiled, counts.reowned, counts.rewalled]);
    assert_eq!(json["places"].as_array().map(Vec::len), Some(difference.places.len()));
    assert_eq!(json["metrics"][0]["name"], "places");
    assert_eq!((&json["metrics"][0]["before"], &json["metrics"][0]["after"]), (&5.into(), &6.into()));
}
