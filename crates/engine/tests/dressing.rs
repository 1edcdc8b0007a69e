//! Decoration in levels of the examples: where it may lie, and what it may not change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use delvewright_engine::base::Cell;
use delvewright_engine::grammar::Grammar;
use delvewright_engine::level::{Layer, Level, PropPosition, PropRule, THEMES};
use delvewright_engine::mission::DerivedTheme;
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::settings::{Dress, Pass, PassSettings};

use crate::examples::{Example, example, examples};
use crate::sample;

const NAME: &str = "dressing";

fn level_of(request: &Request) -> Arc<Level> {
    Pipeline::default().run(request).level.expect("a level")
}

/// Returns the request for a level of an example in a theme, without decoration.
fn undressed(example: &Example, seed: u64, theme: &str) -> Request {
    let mut grammar = Grammar::clone(&example.grammar);
    grammar.theme = theme.to_owned();
    grammar.populate.retain(|pass| !matches!(pass.pass, PassSettings::Dress(_)));
    Request { grammar: Arc::new(grammar), ..example.request(seed) }
}

fn dressed(example: &Example, seed: u64, theme: &str) -> Request {
    let bare = undressed(example, seed, theme);
    let mut grammar = Grammar::clone(&bare.grammar);
    grammar
        .populate
        .push(Pass::new(NAME, PassSettings::Dress(Dress { density: 200, lights: 4, ..Dress::default() })));
    Request { grammar: Arc::new(grammar), ..bare }
}

fn drawn(level: &Level) -> Vec<(Cell, char)> {
    let layers = level.layers.iter().filter(|layer| layer.name == NAME);
    let cells = layers.flat_map(|layer| layer.tiles.iter().map(|(cell, tile)| (cell, *tile)));
    cells.filter(|(_, tile)| *tile != Layer::NOTHING).collect()
}

/// Returns the cells on which nothing may be drawn.
fn kept_free(level: &Level) -> BTreeSet<Cell> {
    let doors = level.passages.iter().flat_map(|passage| passage.doors.iter().chain(&passage.threshold));
    let near = doors.flat_map(|door| {
        (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).map(|(dx, dy)| (door.x + dx, door.y + dy))
    });
    let things = level.entities.iter().map(|entity| (entity.at.x, entity.at.y));
    near.chain(things).map(|(x, y)| Cell::new(x, y)).collect()
}

#[test]
fn decoration_lies_on_bare_floor_and_walls_away_from_doors_and_things() {
    let mut counts = (0, 0);
    let walkers = ["desert_camp", "underworks"].map(|name| (example(name), 403));
    for (number, (example, seed)) in sample::of(examples()).map(|one| (one, 1)).chain(walkers).enumerate() {
        let theme = THEMES[number % THEMES.len()].name;
        let level = level_of(&dressed(example, seed, theme));
        assert!(level.report.promises.values().all(|result| result.held), "{}", example.name);
        let free = kept_free(&level);
        for (cell, tile) in drawn(&level) {
            let below = level.tile(cell).expect("a tile");
            assert_eq!(below.name, if below.walkable { "floor" } else { "wall" }, "{}", example.name);
            assert_eq!(level.legend[&tile].walkable, below.walkable, "{} {cell:?}", example.name);
            let is_light = !below.walkable;
            let front = Cell::new(cell.x, cell.y + 1);
            assert!(!free.contains(if is_light { &front } else { &cell }), "{} {cell:?}", example.name);
            assert!(!is_light || level.is_walkable(front), "a light hangs over floor: {cell:?}");
            counts = if is_light { (counts.0 + 1, counts.1) } else { (counts.0, counts.1 + 1) };
        }
    }
    assert!(counts.0 > 10 && counts.1 > 50, "{counts:?}");
}

#[test]
fn derived_themes_place_their_own_things() {
    let own = ["anvil", "shrine lamp"];
    for example in sample::of(examples()) {
        let mut request = dressed(example, 3, "moss");
        let grammar = Arc::make_mut(&mut request.grammar);
        "own".clone_into(&mut grammar.theme);
        let mut theme = DerivedTheme::like("moss");
        for position in PropPosition::ALL {
            let name = if position == PropPosition::Lights { own[1] } else { own[0] };
            *theme.props.at_mut(position) = Some(vec![name.to_owned()]);
        }
        grammar.alphabet.themes.insert("own".to_owned(), theme);
        for symbol in grammar.alphabet.nodes.values_mut() {
            symbol.theme.clear();
        }
        let level = level_of(&request);
        assert!(level.report.promises.values().all(|result| result.held), "{}", example.name);
        let pass = level.populate.iter().find(|pass| pass.name == NAME).expect("the pass");
        let is_own = |tile: &String| own.contains(&tile.as_str());
        let has_others = !level.themes.places.is_empty() || !level.themes.passages.is_empty();
        assert!(!pass.tiles.is_empty() && (has_others || pass.tiles.keys().all(is_own)), "{}", example.name);
    }
}

#[test]
fn decoration_changes_nothing_else() {
    for example in sample::of(examples()) {
        let plain = level_of(&undressed(example, 2, "crypt"));
        let level = level_of(&dressed(example, 2, "crypt"));
        assert_eq!(*level, *level_of(&dressed(example, 2, "crypt")));
        assert_eq!((&level.tiles, &level.owners), (&plain.tiles, &plain.owners), "{}", example.name);
        assert_eq!(level.entities, plain.entities, "{}", example.name);
        assert!(level.layers.starts_with(&plain.layers), "{}", example.name);
        assert!(!drawn(&level).is_empty(), "{}", example.name);
    }
}

#[test]
fn no_place_has_too_many_of_a_kind_and_large_things_are_whole() {
    let mut large = 0;
    for (number, example) in sample::of(examples()).enumerate() {
        let level = level_of(&dressed(example, 5, THEMES[(number * 5 + 2) % THEMES.len()].name));
        let mut cells_of_kinds: BTreeMap<(_, String), BTreeSet<Cell>> = BTreeMap::new();
        for (cell, tile) in drawn(&level).into_iter().filter(|(cell, _)| level.is_walkable(*cell)) {
            let kind = (level.owner(cell).place(), level.legend[&tile].name.clone());
            cells_of_kinds.entry(kind).or_default().insert(cell);
        }
        for ((place, name), mut cells) in cells_of_kinds {
            let rule = PropRule::of(&name);
            let mut count = 0;
            while let Some(first) = cells.iter().min_by_key(|cell| (cell.y, cell.x)).copied() {
                let (wide, high) = (rule.size.width as i32, rule.size.height as i32);
                let of_thing = (0..high).flat_map(|dy| (0..wide).map(move |dx| Cell::new(dx, dy)));
                of_thing.for_each(|by| assert!(cells.remove(&(first + by)), "{name} at {first:?}"));
                large += u32::from(wide * high > 1);
                count += 1;
            }
            assert!(place.is_none() || count <= rule.most, "{count} {name} in {place:?}");
        }
    }
    assert!(large > 3, "{large}");
}

#[test]
fn nothing_floats_in_a_side_view() {
    let mut standing = 0;
    for seed in 1..4 {
        let mut request = dressed(example("iron_catacombs"), seed, "crypt");
        let settings = Dress { density: 200, gravity: true, ..Dress::default() };
        let pass = Pass::new(NAME, PassSettings::Dress(settings));
        *Arc::make_mut(&mut request.grammar).populate.last_mut().expect("a pass") = pass;
        let level = level_of(&request);
        assert!(level.report.promises.values().all(|result| result.held));
        let drawn: BTreeMap<Cell, char> = drawn(&level).into_iter().collect();
        for (cell, tile) in drawn.iter().filter(|(cell, _)| level.is_walkable(**cell)) {
            let below = Cell::new(cell.x, cell.y + 1);
            let stands = !level.is_walkable(below) || drawn.get(&below) == Some(tile);
            standing += usize::from(stands);
            assert!(stands || PropRule::of(&level.legend[tile].name).hangs, "{cell:?}");
        }
    }
    assert!(standing > 10, "{standing}");
}
