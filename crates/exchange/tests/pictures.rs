//! Drawn levels: a picture follows from the level, as a whole or in parts.

use std::num::NonZeroU32;
use std::sync::Arc;

use delvewright_engine::base::{Cell, Color, Rect, Size};
use delvewright_engine::insight::way_to_goal;
use delvewright_engine::level::{Break, Level, Passage, Promise};
use delvewright_engine::pipeline::Pipeline;
use delvewright_exchange::export::{Format, LegendSpot, PictureOptions, export, export_picture};
use delvewright_exchange::overlay::{LevelFacts, Mark, Overlay, name_marks};
use delvewright_exchange::picture::{CellPixels, CellSide, Image, Picture, thumbnail};

use crate::example_level::level;
use crate::examples::example;

fn pixel(image: &Image, x: u32, y: u32) -> Color {
    image.pixels[(y * image.size.width + x) as usize]
}

fn brightness(color: Color) -> u64 {
    u64::from(color.r) + u64::from(color.g) + u64::from(color.b)
}

/// Returns the mean brightness of matching cells in a part of a picture.
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
fn thumbnails_fit_their_square_and_show_where_the_ground_is() {
    for example in ["sunken_keep", "first_lock"] {
        let level = level(example, 3);
        let (width, height) = (u64::from(level.width), u64::from(level.height));
        for longest in [1, 40, 97, 256].map(|px| NonZeroU32::new(px).unwrap()) {
            let image = thumbnail(&level, &Arc::default(), longest);
            let Size { width: wide, height: high } = image.size;
            assert_eq!(wide.max(high), longest.get(), "{example}");
            assert_eq!(image.pixels.len(), image.size.area());
            let skew = (u64::from(wide) * height).abs_diff(u64::from(high) * width);
            assert!(skew <= width.max(height), "{example}: {wide} x {high}");
        }
        let longest = NonZeroU32::new(4 * level.width.max(level.height)).unwrap();
        let image = thumbnail(&level, &Arc::default(), longest);
        let all = Rect::new(Cell::new(0, 0), level.tiles.size());
        let ground = mean_brightness(&image, all, 4, |cell| level.is_walkable(cell));
        assert!(ground > mean_brightness(&image, all, 4, |cell| !level.is_walkable(cell)), "{example}");
    }
}

/// Returns the sum of the differences of two colours' channels.
fn distance(left: Color, right: Color) -> u64 {
    [(left.r, right.r), (left.g, right.g), (left.b, right.b)]
        .into_iter()
        .map(|(left, right)| u64::from(left.abs_diff(right)))
        .sum()
}

#[test]
fn thumbnails_with_small_cells_differ_little_from_whole_drawings() {
    for example in ["sunken_keep", "lattice_caves", "derelict", "moon_temple"] {
        let level = level(example, 2);
        let (cells, picture) = (level.tiles.size(), Picture::new(&level, true));
        for side in 1..=4 {
            let longest = NonZeroU32::new(side * cells.width.max(cells.height)).unwrap();
            let image = thumbnail(&level, &Arc::default(), longest);
            let all = Rect::new(Cell::new(0, 0), cells);
            let whole = picture.draw_at(all, CellPixels::new(side).unwrap());
            assert_eq!(image.size, whole.size);
            let pairs = image.pixels.iter().zip(&whole.pixels);
            let sum: u64 = pairs.map(|(left, right)| distance(*left, *right)).sum();
            let mean = sum as f64 / image.pixels.len() as f64;
            assert!(mean < 3.0, "{example} with {side} pixels a cell: {mean}");
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
fn a_block_of_tiles_is_drawn_as_one_large_thing() {
    let whole = level("desert_camp", 6);
    let named = |name: &str, walkable| {
        let mut tiles = whole.legend.iter();
        tiles.find(|(_, tile)| tile.name == name && tile.walkable == walkable).map(|(at, _)| *at)
    };
    let (tent, floor) = (named("great tent", false).expect("a tent"), named("floor", true).expect("floor"));
    let first = whole.tiles.iter().find(|(_, tile)| **tile == tent).map(|(cell, _)| cell).unwrap();
    let block = Rect::new(first, Size::new(3, 2));
    assert!(block.cells().all(|cell| whole.tiles.get(cell) == Some(&tent)));
    // Without one of its cells, the others are small tents.
    let mut cut = (*whole).clone();
    *cut.tiles.get_mut(Cell::new(first.x + 2, first.y + 1)).unwrap() = floor;
    let drawn = |level: &Level, cell| {
        Picture::new(level, false).draw(Rect::new(cell, Size::new(1, 1)), CellSide::Medium)
    };
    assert!(block.cells().all(|cell| drawn(&whole, cell) != drawn(&cut, cell)));
}

#[test]
fn keys_have_the_colour_of_the_locks_that_they_open() {
    let level = level("first_lock", 1);
    let key = level.entities.iter().find(|entity| !entity.opens.is_empty()).expect("a key");
    let is_locked = |passage: &&Passage| passage.locks.iter().any(|lock| lock.place == key.opens[0]);
    let locked: Vec<Cell> = level.passages.iter().filter(is_locked).flat_map(Passage::door_cells).collect();
    let is_of_lock = |cell: &&Cell| level.place_at(**cell).is_some_and(|place| place.id == key.opens[0]);
    let lock = *locked.iter().find(is_of_lock).expect("a door of what it opens");
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
        .filter(|color| !colors(key.at, false).contains(color))
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

fn overlays(shown: &[Overlay]) -> PictureOptions {
    PictureOptions {
        cell: CellPixels::new(16),
        overlays: shown.iter().copied().collect(),
        ..PictureOptions::default()
    }
}

/// Decodes the pixels of an exported picture.
fn exported(level: &Level, options: &PictureOptions) -> Image {
    let bytes = export_picture(level, options);
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let pixels = pixels.chunks(3).map(|rgb| Color::rgb(rgb[0], rgb[1], rgb[2])).collect();
    Image { size: Size::new(info.width, info.height), pixels }
}

fn middle(image: &Image, cell: Cell) -> Color {
    pixel(image, cell.x as u32 * 16 + 8, cell.y as u32 * 16 + 8)
}

#[test]
fn exported_picture_is_the_drawing_at_every_size() {
    let level = level("first_lock", 3);
    let whole = Rect::new(Cell::new(0, 0), Size::new(level.width, level.height));
    for side in CellSide::ALL {
        let options = PictureOptions { cell: Some(side.into()), ..PictureOptions::default() };
        assert!(exported(&level, &options) == Picture::new(&level, true).draw(whole, side), "{side:?}");
    }
    let inside = |pixels: u32| PictureOptions { cell: CellPixels::new(pixels), ..PictureOptions::default() };
    for pixels in [1, 3, 11, 20, 64] {
        let image = exported(&level, &inside(pixels));
        assert_eq!(image.size, Size::new(level.width * pixels, level.height * pixels));
        let mean = |is_so: fn(&Level, Cell) -> bool| {
            let level = &level;
            mean_brightness(&image, whole, pixels, |cell| is_so(level, cell))
        };
        let (floor, wall) =
            (mean(|level, cell| level.is_walkable(cell)), mean(|level, cell| !level.is_walkable(cell)));
        assert!(floor > 2 * wall, "{floor} and {wall} at {pixels}");
    }
}

#[test]
fn way_lies_over_the_cells_that_it_leads_through_and_nowhere_far_from_them() {
    let level = level("first_lock", 3);
    let way = way_to_goal(&level);
    assert!(way.len() > 20);
    let plain = exported(&level, &overlays(&[]));
    let shown = exported(&level, &overlays(&[Overlay::Way]));
    assert!(way.iter().all(|cell| middle(&shown, *cell) == Color::rgb(0x6d, 0xe4, 0xff)));
    let whole = Rect::new(Cell::new(0, 0), Size::new(level.width, level.height));
    for cell in whole.cells().filter(|cell| way.iter().all(|on| on.distance_squared(*cell) > 2)) {
        assert_eq!(middle(&shown, cell), middle(&plain, cell), "{cell:?}");
    }
}

#[test]
fn every_overlay_changes_the_picture_that_has_something_to_show() {
    let level = level("first_lock", 3);
    let plain = exported(&level, &overlays(&[]));
    for overlay in Overlay::ALL {
        let shown = exported(&level, &overlays(&[overlay]));
        let is_empty = matches!(overlay, Overlay::OneWay | Overlay::Broken | Overlay::Seals);
        assert_eq!(shown == plain, is_empty, "{overlay:?}");
    }
    let mut broken = Level::clone(&level);
    let at = broken.places[0].anchor;
    let result = broken.report.promises.get_mut(&Promise::P3).expect("it was proved");
    (result.held, result.broken_by) = (false, vec![Break { message: String::new(), at: Some(at) }]);
    let shown = exported(&broken, &overlays(&[Overlay::Broken]));
    assert_ne!(middle(&shown, at), middle(&plain, at));
    assert_eq!(LevelFacts::new(&broken).legend(Overlay::Broken)[0].text, "Cross: not whole");
}

#[test]
fn seals_colour_exactly_their_cells() {
    let run = Pipeline::default().run(&example("lattice_caves").request(3));
    let (level, seals) = (run.level.expect("a level"), run.seals);
    let of = |shown: &[Overlay], seals| exported(&level, &PictureOptions { seals, ..overlays(shown) });
    let plain = of(&[], None);
    let shown = of(&[Overlay::Seals], Some(Arc::clone(&seals)));
    assert!(!seals.is_empty() && seals.iter().all(|cell| !level.is_walkable(*cell)));
    for cell in level.tiles.rect().cells() {
        let is_seal = seals.contains(&cell);
        assert_eq!(middle(&shown, cell) != middle(&plain, cell), is_seal, "{cell:?}");
    }
    assert!(of(&[Overlay::Seals], None) == plain, "a level from a file has no seals");
}

#[test]
fn legend_says_whether_there_are_seals() {
    let level = level("first_lock", 3);
    let line = |seals| LevelFacts::new(&*level).with_seals(seals).legend(Overlay::Seals)[0].text.clone();
    assert_eq!(line(None), "Seals are not known, because level files lack them");
    assert_eq!(line(Some(Arc::new([]))), "No seals");
    assert_eq!(
        line(Some(Arc::new([Cell::new(0, 0)]))),
        "Stroke: seal, a wall between places without a passage"
    );
}

#[test]
fn legend_lies_below_or_beside_the_map_and_leaves_it_as_it_is() {
    let level = level("first_lock", 3);
    let with = |legend| PictureOptions { legend, ..overlays(&[Overlay::Distance]) };
    let map = exported(&level, &with(LegendSpot::Nowhere));
    for (spot, is_below) in [(LegendSpot::Below, true), (LegendSpot::Beside, false)] {
        let page = exported(&level, &with(spot));
        assert_eq!(page.size.height > map.size.height, is_below);
        assert_eq!(page.size.width > map.size.width, !is_below);
        for y in 0..map.size.height {
            assert!((0..map.size.width).all(|x| pixel(&page, x, y) == pixel(&map, x, y)), "row {y}");
        }
        let outside = page.pixels.iter().collect::<std::collections::BTreeSet<_>>().len();
        assert!(outside > 50, "the legend is empty");
    }
}

#[test]
fn names_cover_no_other_names_however_small_cells_are() {
    let level = level("underworks", 1);
    let measure = |text: &str, size: f32| (text.chars().count() as f32 * size * 0.6, size);
    let mut last = 0;
    for cell in [1.0, 4.0, 16.0, 64.0] {
        let marks = name_marks(&level, cell, None, measure);
        let boxes: Vec<[f32; 4]> = marks
            .iter()
            .map(|mark| match mark {
                Mark::Text { middle, text, size, .. } => {
                    let (width, height) = measure(text, *size);
                    [
                        middle.x - width / 2.0,
                        middle.y - height / 2.0,
                        middle.x + width / 2.0,
                        middle.y + height / 2.0,
                    ]
                }
                other => panic!("{other:?}"),
            })
            .collect();
        for (index, [left, top, right, bottom]) in boxes.iter().enumerate() {
            let covers = |other: &[f32; 4]| {
                other[0] < *right && *left < other[2] && other[1] < *bottom && *top < other[3]
            };
            assert!(!boxes[..index].iter().any(covers), "at {cell}");
        }
        assert!(boxes.len() >= last && !boxes.is_empty());
        last = boxes.len();
    }
    assert_eq!(last, level.places.len());
}

#[test]
fn names_cover_no_letters_of_the_mission() {
    let level = level("underworks", 1);
    let measure = |text: &str, size: f32| (text.chars().count() as f32 * size * 0.6, size);
    for (cell, radius) in [(4.0, 8.0), (16.0, 14.0)] {
        let marks = name_marks(&level, cell, Some(radius), measure);
        assert!(marks.len() > level.places.len() / 4);
        for mark in marks {
            let Mark::Text { middle, text, size, .. } = mark else { panic!("{mark:?}") };
            let (width, height) = measure(&text, size);
            for place in &level.places {
                let x = (place.anchor.x as f32 + 0.5) * cell;
                let y = (place.anchor.y as f32 + 0.5) * cell;
                // The point of the text nearest to the middle of the node.
                let dx = (x - middle.x).abs() - width / 2.0;
                let dy = (y - middle.y).abs() - height / 2.0;
                let far = dx.max(0.0).hypot(dy.max(0.0));
                assert!(far >= radius, "{text} lies {far} from the node of {}", place.symbol);
            }
        }
    }
}

#[test]
fn drops_inside_boards_are_drawn_and_written_down() {
    let dropping = (1..40).map(|seed| level("iron_catacombs", seed)).find(|level| {
        level.places.iter().any(|place| place.board.as_ref().is_some_and(|board| !board.drops.is_empty()))
    });
    let level = dropping.expect("a level with drops");
    let mut without = Level::clone(&level);
    let boards = without.places.iter_mut().filter_map(|place| place.board.as_mut());
    let count: usize = boards.map(|board| std::mem::take(&mut board.drops).len()).sum();
    let text = String::from_utf8(export(&level, Format::Txt).into_bytes()).unwrap();
    assert_eq!(text.lines().filter(|line| line.starts_with("drop in place ")).count(), count);
    let cells = |level: &Level| -> Vec<char> {
        let text = String::from_utf8(export(level, Format::Txt).into_bytes()).unwrap();
        text.lines().take(level.height as usize).collect::<String>().chars().collect()
    };
    let (with, plain) = (cells(&level), cells(&without));
    assert_eq!(with.iter().zip(&plain).filter(|(one, other)| one != other).count(), count);
    assert!(text.contains(" drop to the south, one way\n"), "{text}");
    assert!(exported(&level, &overlays(&[])) != exported(&without, &overlays(&[])));
}

/// Returns the cells of lights on walls, and those of decoration on floors.
fn lights_and_decoration(level: &Level) -> [Vec<Cell>; 2] {
    let layer = level.layers.iter().find(|layer| layer.name == "Dressing").expect("it is dressed");
    let drawn = layer.tiles.iter().filter(|(_, tile)| level.legend.contains_key(tile));
    let (floor, walls): (Vec<_>, Vec<_>) =
        drawn.map(|(cell, _)| cell).partition(|cell| level.is_walkable(*cell));
    [walls, floor]
}

#[test]
fn lights_on_walls_brighten_the_floor_before_them_and_nothing_far_away() {
    let level = level("sunken_keep", 3);
    let [lights, decoration] = lights_and_decoration(&level);
    let mut dark = Level::clone(&level);
    dark.layers.retain(|layer| layer.name != "Dressing");
    let all = level.tiles.rect();
    let drawn = |level: &Level| Picture::new(level, false).draw(all, CellSide::Small);
    let (lit, unlit) = (drawn(&level), drawn(&dark));
    let bare: Vec<Cell> = all.cells().filter(|cell| !decoration.contains(cell)).collect();
    let near = |cell: &Cell| lights.iter().any(|light| light.x == cell.x && light.y + 1 == cell.y);
    let mean = |image: &Image, cells: &[Cell]| mean_brightness(image, all, 8, |cell| cells.contains(&cell));
    let before: Vec<Cell> = bare.iter().filter(|cell| near(cell)).copied().collect();
    assert!(before.len() > 10 && mean(&lit, &before) > mean(&unlit, &before) * 11 / 10);
    let is_far = |cell: &Cell| {
        let drawn = lights.iter().chain(&decoration);
        drawn.map(|from| (from.x - cell.x).abs().max((from.y - cell.y).abs())).min() > Some(5)
    };
    let far: Vec<Cell> = bare.iter().filter(|cell| is_far(cell)).copied().collect();
    assert!(far.len() > 100 && mean(&lit, &far) == mean(&unlit, &far));
}
