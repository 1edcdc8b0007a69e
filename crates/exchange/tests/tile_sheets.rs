//! Tile sheets of designers: the piece that a cell shows, in pictures and in maps.

use std::sync::Arc;

use delvewright_engine::base::{Cell, Color, Grid, Size};
use delvewright_engine::level::{Layer, Level, Owner, Tile};
use delvewright_engine::rooms::{RoomSet, SheetBlock, TileChoice, TileSheet};
use delvewright_exchange::export::{ExportOptions, Format, PictureOptions, export_with};
use delvewright_exchange::picture::{CellSide, Picture, SheetImage, TileLooks};

use crate::example_level::level;
use crate::tile_pictures::png;

/// Returns a sheet of pieces of one pixel each; piece n has n as its red value and `alpha(n)` as its opacity.
fn numbered(columns: u32, rows: u32, alpha: impl Fn(u32) -> u8) -> Vec<u8> {
    let pixels = (0..columns * rows).flat_map(|number| [number as u8, 0, 0, alpha(number)]);
    png(columns, rows, png::ColorType::Rgba, &pixels.collect::<Vec<_>>())
}

fn looks(sheet: &[u8], choices: &[(&str, TileChoice)]) -> Arc<TileLooks> {
    let entry = TileSheet { tile: (1, 1), ..TileSheet::of_file("sheet.png".to_owned()) };
    let sheet = Arc::new(SheetImage::read(&entry, sheet).unwrap());
    let set = RoomSet {
        format: RoomSet::FORMAT,
        name: "Set".to_owned(),
        notes: String::new(),
        legend: Default::default(),
        blocker: Default::default(),
        sheet: Some(entry),
        looks: choices.iter().map(|(name, choice)| ((*name).to_owned(), choice.clone())).collect(),
        sources: indexmap::IndexMap::new(),
        rooms: Vec::new(),
    };
    Arc::new(TileLooks::of_sets([(&set, Some(sheet))]))
}

/// Returns a level of these tiles and nothing more.
fn drawn(rows: &[&str]) -> Level {
    let size = Size::new(rows[0].len() as u32, rows.len() as u32);
    let mut tiles = Grid::filled(size, '#');
    for (y, row) in rows.iter().enumerate() {
        for (x, tile) in row.chars().enumerate() {
            tiles[Cell::new(x as i32, y as i32)] = tile;
        }
    }
    let mut level = Level::clone(&level("first_lock", 1));
    level.legend.insert('~', Tile { name: "water".into(), walkable: true, color: Color::rgb(0, 0, 200) });
    (level.width, level.height) = (size.width, size.height);
    level.tiles = tiles.into();
    level.owners = Grid::filled(size, Owner::default()).into();
    level.layers.clear();
    level.places.clear();
    level.passages.clear();
    level.entities.clear();
    level
}

/// Returns the red value of the middle of each cell as one character: `0` to `9`, then `A` to `Z`, then `a`
/// to `z`.
///
/// Cells that show no piece keep their own character.
fn pieces(level: &Level, looks: &Arc<TileLooks>, side: CellSide) -> Vec<String> {
    let image = Picture::dressed(level, looks, false).draw(level.tiles.rect(), side);
    let own = Picture::new(level, false).draw(level.tiles.rect(), side);
    let digits: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
    let at = |x: u32, y: u32| {
        let px = side.pixels();
        let pixel = ((y * px + px / 2) * image.size.width + x * px + px / 2) as usize;
        if image.pixels[pixel] == own.pixels[pixel] {
            level.tiles[Cell::new(x as i32, y as i32)]
        } else {
            digits[usize::from(image.pixels[pixel].r)]
        }
    };
    (0..level.height).map(|y| (0..level.width).map(|x| at(x, y)).collect()).collect()
}

#[test]
fn walls_of_16_pieces_show_which_sides_go_on() {
    let level = drawn(&["#####", "#...#", "#.#.#", "#...#", "#####"]);
    let choice = TileChoice::Block16(SheetBlock { at: (0, 0), columns: 4 });
    let looks = looks(&numbered(4, 4, |_| 255), &[("wall", choice)]);
    for side in CellSide::ALL {
        assert_eq!(pieces(&level, &looks, side), ["FBBBF", "D...7", "D.0.7", "D...7", "FEEEF",]);
    }
}

#[test]
fn water_of_47_pieces_shows_corners_where_both_sides_go_on() {
    let level = drawn(&["......", ".~~~~.", ".~~~~.", ".~~.~.", "......"]);
    let choice = TileChoice::Block47(SheetBlock { at: (1, 1), columns: 8 });
    let looks = looks(&numbered(9, 7, |_| 255), &[("water", choice)]);
    // Masks, by hand, with their numbers among the 47:
    //     28  124 124 112        10  31  31  26
    //     31  247 199 209   ->   12  44  36  37
    //      7  193   .   1         4  34   .   1
    // The piece n is at column 1 + n % 8 and row 1 + n / 8 of a sheet with nine columns.
    let at = |number: u32| (1 + number / 8) * 9 + 1 + number % 8;
    let digits: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
    let shown = |row: [Option<u32>; 4]| -> String {
        let inner: String =
            row.map(|number| number.map_or('.', |number| digits[at(number) as usize])).iter().collect();
        format!(".{inner}.")
    };
    let expected = [
        "......".to_owned(),
        shown([Some(10), Some(31), Some(31), Some(26)]),
        shown([Some(12), Some(44), Some(36), Some(37)]),
        shown([Some(4), Some(34), None, Some(1)]),
        "......".to_owned(),
    ];
    assert_eq!(pieces(&level, &looks, CellSide::Small), expected);
}

#[test]
fn one_sees_the_floor_through_pieces_that_hide_nothing() {
    let level = drawn(&["~.~"]);
    let clear = numbered(3, 1, |number| if number == 2 { 0 } else { 255 });
    let water = ("water", TileChoice::Piece((2, 0)));
    let floor = ("floor", TileChoice::Piece((1, 0)));
    assert_eq!(pieces(&level, &looks(&clear, &[water.clone(), floor]), CellSide::Small), ["111"]);
    // Without a piece for the floor, the floor of the program is used.
    let image =
        Picture::dressed(&level, &looks(&clear, &[water]), false).draw(level.tiles.rect(), CellSide::Small);
    // In the middle of a cell, because walls throw shadows at its edges.
    let mean = |cell: usize| {
        image.pixels.iter().skip(cell * 8 + 4).step_by(24).map(|color| u32::from(color.r)).sum::<u32>()
    };
    assert!(mean(0).abs_diff(mean(1)) < mean(1) / 4, "{} {}", mean(0), mean(1));
}

#[test]
fn what_the_program_draws_stands_on_the_floor_of_the_sheet() {
    let mut level = drawn(&["...", ".~.", "..."]);
    let pillar = level.legend.get_mut(&'~').unwrap();
    (pillar.name, pillar.walkable) = ("pillar".to_owned(), false);
    let looks = looks(&numbered(8, 8, |_| 255), &[("floor", TileChoice::Piece((1, 7)))]);
    let image = Picture::dressed(&level, &looks, false).draw(level.tiles.rect(), CellSide::Medium);
    let floor = Color::rgb(57, 0, 0);
    let of_pillar: Vec<Color> = (0..256).map(|at| image.pixels[(16 + at / 16) * 48 + 16 + at % 16]).collect();
    assert_eq!(of_pillar[0], floor, "its corner");
    assert_ne!(of_pillar[8 * 16 + 8], floor, "its middle");
}

#[test]
fn a_tile_can_look_as_the_program_draws_another() {
    let level = drawn(&["....", ".~~.", "...."]);
    let mut other = level.clone();
    other.legend.get_mut(&'~').unwrap().name = "sand".to_owned();
    let looks = looks(&numbered(1, 1, |_| 255), &[("water", TileChoice::Like("sand".to_owned()))]);
    let draw = |level: &Level, looks: &Arc<TileLooks>| {
        Picture::dressed(level, looks, false).draw(level.tiles.rect(), CellSide::Medium)
    };
    assert_eq!(draw(&level, &looks), draw(&other, &Arc::default()));
    assert_ne!(draw(&level, &looks), draw(&level, &Arc::default()));
}

#[test]
fn a_tile_that_looks_like_floor_or_wall_has_their_colour_and_pieces() {
    let level = drawn(&["#####", "#.~.#", "#.~.#", "#####"]);
    let draw = |level: &Level, looks: &Arc<TileLooks>| {
        Picture::dressed(level, looks, false).draw(level.tiles.rect(), CellSide::Medium)
    };
    for (name, same) in [("floor", '.'), ("wall", '#')] {
        let mut other = level.clone();
        other.tiles = other.tiles.map(|tile| if *tile == '~' { same } else { *tile }).into();
        let like = ("water", TileChoice::Like(name.to_owned()));
        let sheet = numbered(1, 1, |_| 255);
        let own = draw(&other, &Arc::default());
        assert!(draw(&level, &looks(&sheet, std::slice::from_ref(&like))) == own, "like {name}");
        let dressed = looks(&sheet, &[like, (name, TileChoice::Piece((0, 0)))]);
        assert!(draw(&level, &dressed) == draw(&other, &dressed), "like a {name} with pieces");
    }
}

#[test]
fn choices_that_cannot_be_had_leave_the_own_look() {
    let level = drawn(&["....", ".~~.", "...."]);
    let own = Picture::new(&level, false).draw(level.tiles.rect(), CellSide::Medium);
    let outside = [
        TileChoice::Piece((3, 0)),
        TileChoice::Piece((u32::MAX, u32::MAX)),
        TileChoice::Block16(SheetBlock { at: (0, 0), columns: 0 }),
        TileChoice::Block47(SheetBlock { at: (0, u32::MAX), columns: 1 }),
        TileChoice::Block16(SheetBlock { at: (0, 0), columns: 3 }),
        TileChoice::Like("xyzzy".to_owned()),
    ];
    for choice in outside {
        let looks = looks(&numbered(3, 3, |_| 255), &[("water", choice.clone())]);
        let image = Picture::dressed(&level, &looks, false).draw(level.tiles.rect(), CellSide::Medium);
        assert!(image == own, "{choice:?}");
    }
}

fn decoded(png: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let samples = info.color_type.samples();
    (info.width, info.height, bytes.chunks(samples).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect())
}

#[test]
fn pictures_and_maps_show_the_same_pieces() {
    let mut level = Level::clone(&level("sunken_keep", 7));
    // Only levels with themes have light, which maps leave out.
    level.themes = Default::default();
    let choices = [
        ("wall", TileChoice::Block47(SheetBlock { at: (0, 0), columns: 8 })),
        ("floor", TileChoice::Piece((7, 5))),
    ];
    let looks = looks(&numbered(8, 6, |_| 255), &choices);
    let expected = Picture::dressed(&level, &looks, false).draw(level.tiles.rect(), CellSide::Medium);
    let expected: Vec<[u8; 3]> = expected.pixels.iter().map(|color| [color.r, color.g, color.b]).collect();
    let picture = PictureOptions { has_items: false, looks, ..PictureOptions::default() };
    let options = ExportOptions { picture, ..ExportOptions::default() };
    let png = export_with(&level, Format::Png, &options).into_bytes();
    assert!(decoded(&png).2 == expected);
    let simple = export_with(&level, Format::LdtkSimple, &options);
    let composite = simple.files().find(|file| file.name.ends_with("_composite.png")).expect("a picture");
    let (width, _, composite) = decoded(&composite.bytes);
    let mut compared = 0;
    for cell in level.tiles.rect().cells() {
        // Decoration next to a cell changes its piece in pictures only.
        let mut near = [cell].into_iter().chain(cell.around());
        let is_drawn = near.any(|near| {
            level.layers.iter().any(|layer| layer.tiles.get(near).is_some_and(|tile| *tile != Layer::NOTHING))
        });
        if is_drawn || !["wall", "floor"].contains(&&*level.tile(cell).expect("a tile").name) {
            continue;
        }
        for (x, y) in (0..16).flat_map(|y| (0..16).map(move |x| (x, y))) {
            let at = ((cell.y as u32 * 16 + y) * width + cell.x as u32 * 16 + x) as usize;
            assert_eq!(composite[at], expected[at], "{cell:?}");
        }
        compared += 1;
    }
    assert!(compared > 200, "{compared}");
    // Few pieces give few tiles.
    let tiles = export_with(&level, Format::Tmx, &options);
    let (width, height, _) =
        decoded(&tiles.files().find(|file| file.name.ends_with("-tiles.png")).unwrap().bytes);
    let plain = export_with(&level, Format::Tmx, &ExportOptions::default());
    let (_, plain, _) = decoded(&plain.files().find(|file| file.name.ends_with("-tiles.png")).unwrap().bytes);
    assert!(width == 1024 && height < plain, "{height} {plain}");
}
