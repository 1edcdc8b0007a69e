//! Drawn levels: what a picture shows follows from the level, whole or in parts.

use std::sync::Arc;

use delvewright::base::{Cell, Color, Rect, Seed, Size};
use delvewright::files::load_example;
use delvewright::level::Level;
use delvewright::picture::{CellSide, Image, Picture};
use delvewright::pipeline::{Pipeline, Request};

fn level(example: &str, seed: u64) -> Arc<Level> {
    let project = load_example(example).expect("an example");
    let grammar = Arc::new(project.grammar.value.expect("it can be read"));
    let rooms = project.rooms.into_iter().filter_map(|rooms| rooms.set.value).map(Arc::new).collect();
    let request = Request { grammar, rooms, seed: Seed(seed) };
    Pipeline::default().run(&request).level.expect("a level")
}

fn pixel(image: &Image, x: u32, y: u32) -> Color {
    image.pixels[(y * image.size.width + x) as usize]
}

fn brightness(color: Color) -> u64 {
    u64::from(color.r) + u64::from(color.g) + u64::from(color.b)
}

/// The mean brightness of the cells of a part of which something is so.
fn mean_brightness(image: &Image, part: Rect, side: u32, is_so: impl Fn(Cell) -> bool) -> u64 {
    let cells: Vec<Cell> = part.cells().filter(|cell| is_so(*cell)).collect();
    let of_cell = |cell: &Cell| -> u64 {
        let (left, top) = ((cell.x - part.min.x) as u32 * side, (cell.y - part.min.y) as u32 * side);
        (0..side * side).map(|at| brightness(pixel(image, left + at % side, top + at / side))).sum()
    };
    cells.iter().map(of_cell).sum::<u64>() / (cells.len() as u64 * u64::from(side * side))
}

#[test]
fn parts_of_a_picture_are_those_of_the_whole() {
    let level = level("sunken_keep", 3);
    let picture = Picture::new(&level, true);
    for side in CellSide::ALL {
        let rows = Rect::new(Cell::new(0, 0), Size::new(level.width, 41));
        let whole = picture.draw(rows, side);
        let px = side.pixels();
        let part = Rect::new(Cell::new(17, 9), Size::new(23, 31));
        let drawn = picture.draw(part, side);
        for y in 0..part.size.height * px {
            for x in 0..part.size.width * px {
                assert_eq!(pixel(&drawn, x, y), pixel(&whole, 17 * px + x, 9 * px + y), "{x}, {y}");
            }
        }
    }
}

#[test]
fn ground_is_brighter_than_rock_in_every_size() {
    for example in ["sunken_keep", "lattice_caves", "wasteland"] {
        let level = level(example, 1);
        let place = level.places[0].bounds;
        let size = Size::new(place.size.width + 8, place.size.height + 8);
        let part = Rect::new(Cell::new(place.min.x - 4, place.min.y - 4), size);
        for side in CellSide::ALL {
            let image = Picture::new(&level, true).draw(part, side);
            let mean = |walkable| {
                let is_so = |cell| level.tile(cell).is_some() && level.is_walkable(cell) == walkable;
                mean_brightness(&image, part, side.pixels(), is_so)
            };
            assert!(
                mean(true) > 2 * mean(false),
                "{example} at {side:?}: {} and {}",
                mean(true),
                mean(false)
            );
        }
    }
}

#[test]
fn keys_have_the_colour_of_the_locks_that_they_open() {
    let level = level("first_lock", 1);
    let key = level.entities.iter().find(|entity| !entity.opens.is_empty()).expect("a key");
    let lock = level.place(key.opens[0]).expect("what it opens").anchor;
    let colors = |cell: Cell, with_items: bool| {
        let part = Rect::new(cell, Size::new(1, 1));
        let image = Picture::new(&level, with_items).draw(part, CellSide::Medium);
        let mut colors = image.pixels;
        colors.sort_unstable();
        colors.dedup();
        colors
    };
    let shared: Vec<Color> = colors(key.at, true)
        .into_iter()
        .filter(|color| colors(lock, true).contains(color))
        .filter(|color| !colors(key.at, false).contains(color) && !colors(lock, false).contains(color))
        .collect();
    assert!(shared.iter().any(|color| brightness(*color) > 300), "{shared:?}");
}

#[test]
fn levels_without_cells_and_parts_outside_them_can_be_drawn() {
    let level = level("first_lock", 1);
    let outside = Rect::new(Cell::new(-3, -3), Size::new(5, 5));
    let image = Picture::new(&level, true).draw(outside, CellSide::Small);
    assert_eq!(image.pixels.len(), 40 * 40);
    assert_eq!(pixel(&image, 0, 0), Color::rgb(0xff, 0, 0xff));
    let nothing = Rect::new(Cell::new(0, 0), Size::new(0, 0));
    assert_eq!(Picture::new(&level, true).draw(nothing, CellSide::Large).pixels, []);
}
