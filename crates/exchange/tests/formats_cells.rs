//! Cells as CSV and as `.xp` of REXPaint, read back by independent readers.

use std::io::Read as _;

use crate::random_level::random_level;
use delvewright_engine::base::{Cell, Color, Grid, Size};
use delvewright_engine::level::{Layer, Level, LevelThemes, THEMES};
use delvewright_engine::mission::DerivedTheme;
use delvewright_exchange::export::{ExportOptions, Exported, Format, export, export_with};
use delvewright_exchange::picture::ThemeSample;
use proptest::prelude::*;

/// Parses the rows of a table according to RFC 4180.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut characters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(character) = characters.next() {
        let row = rows.last_mut().expect("a row");
        match character {
            '"' if is_quoted && characters.next_if_eq(&'"').is_some() => {
                row.last_mut().expect("a cell").push('"')
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(String::new()),
            '\n' if !is_quoted => rows.push(vec![String::new()]),
            other => row.last_mut().expect("a cell").push(other),
        }
    }
    assert_eq!(rows.pop(), Some(vec![String::new()]), "the last line ends");
    rows
}

fn table(exported: &Exported, name: &str) -> Vec<Vec<String>> {
    let file = exported.files().find(|file| file.name == name);
    let file = file.unwrap_or_else(|| panic!("{name} is missing"));
    rows(std::str::from_utf8(&file.bytes).expect("a text"))
}

fn numbers(exported: &Exported, name: &str) -> Vec<Vec<i64>> {
    let rows = table(exported, name);
    rows.iter().map(|row| row.iter().map(|cell| cell.parse().expect("a number")).collect()).collect()
}

/// Returns the numbers of the tiles of a grid, by the order of the legend.
fn expected(level: &Level, tiles: &Grid<char>) -> Vec<Vec<i64>> {
    let number = |tile: &char| level.legend.keys().position(|key| key == tile).map_or(-1, |at| at as i64);
    tiles.rows().map(|row| row.iter().map(number).collect()).collect()
}

proptest! {
    #[test]
    fn tables_hold_every_cell_and_every_name(seed: u64) {
        let level = random_level(seed);
        let options = ExportOptions { name: "crypt".to_owned(), ..ExportOptions::default() };
        let exported = export_with(&level, Format::Csv, &options);
        prop_assert_eq!(&exported.main.name, "crypt.csv");
        prop_assert_eq!(numbers(&exported, "crypt.csv"), expected(&level, &level.tiles));
        let owners = level.owners.rows().map(|row| row.iter().map(|owner| i64::from(owner.0)).collect());
        prop_assert_eq!(numbers(&exported, "crypt-owners.csv"), owners.collect::<Vec<Vec<i64>>>());
        for (layer, number) in level.layers.iter().zip(1..) {
            let name = format!("crypt-layer-{number}.csv");
            let mut cells = expected(&level, &layer.tiles);
            for (number, tile) in cells.iter_mut().flatten().zip(layer.tiles.rows().flatten()) {
                *number = if *tile == Layer::NOTHING { -1 } else { *number };
            }
            prop_assert_eq!(numbers(&exported, &name), cells);
            prop_assert_eq!(&table(&exported, "crypt-layers.csv")[number], &[number.to_string(), layer.name.clone()]);
        }
        let legend = table(&exported, "crypt-legend.csv");
        for ((character, tile), row) in level.legend.iter().zip(&legend[1..]) {
            prop_assert_eq!(&row[1..3], [character.to_string(), tile.name.clone()]);
            prop_assert_eq!(&row[3..], [tile.walkable.to_string(), tile.color.to_string()]);
        }
        let entities = table(&exported, "crypt-entities.csv");
        prop_assert_eq!(entities.len(), level.entities.len() + 1);
        for (entity, row) in level.entities.iter().zip(&entities[1..]) {
            let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
            let expected = [
                entity.id.to_string(),
                entity.kind.clone(),
                entity.at.x.to_string(),
                entity.at.y.to_string(),
                entity.place.to_string(),
                number(entity.node.map(|node| node.0)),
                entity.pass.clone().unwrap_or_default(),
                entity.marker.to_string(),
                entity.solid.to_string(),
            ];
            prop_assert_eq!(row, &expected);
        }
        let places = table(&exported, "crypt-places.csv");
        for (place, row) in level.places.iter().zip(&places[1..]) {
            prop_assert_eq!(&row[2], &place.symbol);
            prop_assert_eq!(&row[9..], [place.bounds.size.width.to_string(), place.bounds.size.height.to_string()]);
        }
        let passages = table(&exported, "crypt-passages.csv");
        for (passage, row) in level.passages.iter().zip(&passages[1..]) {
            prop_assert_eq!(&row[2], &passage.symbol);
            prop_assert_eq!(&row[7], &passage.one_way.to_string());
        }
    }
}

/// A glyph with its foreground and background colours.
type Drawn = (u32, Color, Color);

const BLACK: Color = Color::rgb(0, 0, 0);
const NOTHING: Drawn = (32, BLACK, Color::rgb(255, 0, 255));

/// Parses the layers of a file.
fn layers(bytes: &[u8]) -> Vec<Grid<Drawn>> {
    let mut data = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut data).expect("gzip");
    let mut at = 0;
    let mut take = |count: usize| {
        at += count;
        data[at - count..at].to_vec()
    };
    let number =
        |take: &mut dyn FnMut(usize) -> Vec<u8>| u32::from_le_bytes(take(4).try_into().expect("four"));
    assert_eq!(number(&mut take), u32::MAX, "version -1");
    let count = number(&mut take);
    let mut layers = Vec::new();
    for _ in 0..count {
        let size = Size::new(number(&mut take), number(&mut take));
        let mut grid = Grid::filled(size, NOTHING);
        for x in 0..size.width.cast_signed() {
            for y in 0..size.height.cast_signed() {
                let glyph = number(&mut take);
                let colors = take(6);
                let color = |from: usize| Color::rgb(colors[from], colors[from + 1], colors[from + 2]);
                grid[Cell::new(x, y)] = (glyph, color(0), color(3));
            }
        }
        layers.push(grid);
    }
    assert_eq!(at, data.len(), "nothing is left");
    layers
}

/// Returns the glyphs of the characters in random levels.
fn glyph(character: char) -> u32 {
    match character {
        '\0' => 0,
        ' '..='~' => character.into(),
        'é' => 0x82,
        '→' => 0x1a,
        'ß' => 0xe1,
        _ => '?'.into(),
    }
}

proptest! {
    #[test]
    fn characters_have_three_layers_of_glyphs_and_colours(seed: u64) {
        let level = Level { themes: LevelThemes::default(), ..random_level(seed) };
        let [tiles, decoration, entities] = layers(&export(&level, Format::RexPaint).into_bytes()).try_into().unwrap();
        let color = |tile: char| level.legend.get(&tile).map_or(Color::rgb(255, 0, 255), |tile| tile.color);
        for cell in level.tiles.rect().cells() {
            let tile = level.tiles[cell];
            prop_assert_eq!(tiles[cell], (glyph(tile), color(tile), BLACK));
            let mut uppermost = level.layers.iter().filter_map(|layer| layer.tiles.get(cell).copied());
            let drawn = uppermost.rfind(|tile| *tile != Layer::NOTHING);
            prop_assert_eq!(decoration[cell], drawn.map_or(NOTHING, |tile| (glyph(tile), color(tile), BLACK)));
            let first = level.entities.iter().find(|entity| entity.at == cell);
            let letter = first.map_or(' ', |entity| entity.kind.chars().next().unwrap_or(' '));
            prop_assert_eq!(entities[cell].0, glyph(letter));
            prop_assert_eq!(entities[cell].2 == BLACK, first.is_some());
        }
    }
}

#[test]
fn tiles_have_the_colours_of_their_themes() {
    for theme in &THEMES {
        let sample = ThemeSample::new(&DerivedTheme::like(theme.name)).expect("a sample");
        let level = sample.level();
        let tiles = layers(&export(level, Format::RexPaint).into_bytes()).remove(0);
        let wanted =
            [("floor", theme.colors.floor), ("wall", theme.colors.wall_top), ("water", theme.colors.liquid)];
        for (name, color) in wanted {
            let is_one = |cell: &Cell| level.tile(*cell).is_some_and(|tile| tile.name == name);
            let mut cells = level.tiles.rect().cells().filter(is_one).peekable();
            assert!(cells.peek().is_some(), "{name}");
            assert!(cells.all(|cell| tiles[cell].1 == color), "{name} of {}", theme.name);
        }
    }
}

#[test]
fn level_without_cells_is_one_unknown_character() {
    let mut level = random_level(1);
    level.tiles = Grid::filled(Size::new(0, 0), '#').into();
    let layers = layers(&export(&level, Format::RexPaint).into_bytes());
    assert_eq!(layers[0].size(), Size::new(1, 1));
    assert_eq!(layers[0][Cell::new(0, 0)].0, u32::from('?'));
}
