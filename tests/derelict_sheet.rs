//! Draws `rooms/derelict.png`, the tile sheet of the example "Derelict", and checks that the file is equal.
//!
//! It has eight pieces of 16 × 16 pixels per row: the 47 pieces of the hull, then decks and objects on them.
//! After a change, `UPDATE_GOLDEN=1 cargo test derelict_sheet` rewrites the file.

use std::fs;
use std::path::Path;

use delvewright::files::load_example;
use delvewright::picture::{MASKS_OF_47, SheetImage};
use delvewright::rooms::TileSheet;

type Rgba = [u8; 4];

/// Side of a piece, in pixels.
const SIDE: i32 = 16;
const COLUMNS: usize = 8;
const NOTHING: Rgba = [0, 0, 0, 0];
const SPACE: Rgba = [10, 13, 22, 255];
/// Thickness of the hull, in pixels.
const HULL: f32 = 11.0;

/// The pieces after the hull: below its six rows, in this order.
const DECKS: [fn(i32, i32) -> Rgba; 7] = [deck, grating, ice, console, cryo_pod, crate_, welded_plate];

fn rgb(r: u8, g: u8, b: u8) -> Rgba {
    [r, g, b, 255]
}

/// Makes a colour lighter by some steps, or darker.
fn lit([r, g, b, a]: Rgba, by: i32) -> Rgba {
    let part = |value: u8| (i32::from(value) + by).clamp(0, 255) as u8;
    [part(r), part(g), part(b), a]
}

/// Returns a number from -`most` to `most` that is always the same for a pixel.
fn grain(x: i32, y: i32, most: i32) -> i32 {
    let mixed = (x.wrapping_mul(374_761_393) ^ y.wrapping_mul(668_265_263)).wrapping_mul(1_274_126_177);
    ((mixed >> 13) & 0xff) * (2 * most + 1) / 256 - most
}

/// Returns the distance of a pixel of a hull cell from the nearest side or corner that is not hull.
fn to_the_inside(mask: u8, x: i32, y: i32) -> f32 {
    let (x, y, side) = (x as f32 + 0.5, y as f32 + 0.5, SIDE as f32);
    let (right, below) = (side - x, side - y);
    let ways = [y, right.hypot(y), right, right.hypot(below), below, x.hypot(below), x, x.hypot(y)];
    let open = ways.into_iter().enumerate().filter(|(bit, _)| mask & (1 << bit) == 0);
    // A corner is used only between two sides that are hull; otherwise the side itself is nearer.
    open.map(|(_, far)| far).fold(f32::INFINITY, f32::min)
}

/// Draws a bulkhead with a lit rim towards the decks and a dark one towards space.
fn hull(mask: u8, x: i32, y: i32) -> Rgba {
    let far = to_the_inside(mask, x, y);
    let plate = rgb(78, 88, 102);
    match far {
        far if far < 1.0 => rgb(26, 30, 38),
        far if far < 2.0 => lit(plate, 46),
        far if far < 3.0 => lit(plate, 18),
        far if far < HULL - 3.0 => {
            let seam = (x + 2 * y / 3) % 8 == 0;
            lit(plate, grain(x, y, 4) + if seam { -12 } else { 0 })
        }
        far if far < HULL - 2.0 => lit(plate, -22),
        far if far < HULL => lit(plate, -42),
        far if far < HULL + 1.0 => rgb(30, 38, 56),
        _ => SPACE,
    }
}

/// Draws a plate with seams and four rivets.
fn deck(x: i32, y: i32) -> Rgba {
    let plate = lit(rgb(104, 114, 124), grain(x, y, 3));
    let is_rivet = |at: i32| at == 3 || at == 12;
    match (x, y) {
        (0, _) | (_, 0) => lit(plate, 14),
        (15, _) | (_, 15) => lit(plate, -26),
        _ if is_rivet(x) && is_rivet(y) => lit(plate, -30),
        _ if is_rivet(x - 1) && is_rivet(y - 1) => lit(plate, 16),
        _ => plate,
    }
}

/// Draws bars over a dark shaft.
fn grating(x: i32, y: i32) -> Rgba {
    match (x % 4, y % 4) {
        (0, _) => rgb(112, 122, 130),
        (_, 0) => rgb(92, 101, 110),
        (1, _) | (_, 1) => rgb(34, 39, 47),
        _ => rgb(22, 26, 33),
    }
}

/// Draws rime on the deck, with the deck's seams visible through it.
fn ice(x: i32, y: i32) -> Rgba {
    let streak = (x - y).rem_euclid(11) < 2 || (x + 2 * y).rem_euclid(17) == 0;
    let rime = lit(rgb(158, 196, 214), grain(x, y, 7) + if streak { 26 } else { 0 });
    if x == 15 || y == 15 { lit(rime, -22) } else { rime }
}

/// Draws a desk with a screen.
fn console(x: i32, y: i32) -> Rgba {
    match (x, y) {
        (1..15, 2) => rgb(126, 138, 148),
        (3..13, 4..9) if y == 4 || x == 3 => rgb(22, 44, 52),
        (3..13, 4..9) => {
            let line = y % 2 == 0 && x < 6 + (x + y) % 5;
            if line { rgb(170, 250, 240) } else { rgb(44, 148, 156) }
        }
        (1..15, 3..10) => rgb(58, 66, 76),
        (3..13, 11) if x % 2 == 1 => {
            if x == 11 {
                rgb(230, 120, 70)
            } else {
                rgb(180, 190, 196)
            }
        }
        (1..15, 10..13) => rgb(82, 92, 102),
        (1..15, 13) => rgb(36, 41, 49),
        (2..15, 14) => [0, 0, 0, 90],
        _ => NOTHING,
    }
}

/// Draws an upright capsule with a glowing window.
fn cryo_pod(x: i32, y: i32) -> Rgba {
    let (across, along) = ((x as f32 - 7.5) / 5.6, (y as f32 - 7.0) / 6.8);
    let far = across.abs().powi(3) + along.abs().powi(3);
    let (pane_x, pane_y) = ((x as f32 - 7.5) / 3.2, (y as f32 - 6.0) / 4.4);
    let pane = pane_x.hypot(pane_y);
    match far {
        far if far > 1.25 && (13..15).contains(&y) && (3..14).contains(&x) => [0, 0, 0, 90],
        far if far > 1.0 => NOTHING,
        _ if pane < 0.55 => rgb(196, 246, 250),
        _ if pane < 1.0 => {
            if x < 8 {
                rgb(120, 214, 226)
            } else {
                rgb(78, 170, 190)
            }
        }
        far if far > 0.72 => {
            if x + y < 15 {
                rgb(206, 214, 220)
            } else {
                rgb(86, 96, 108)
            }
        }
        _ => rgb(148, 160, 170),
    }
}

/// Draws a box with two straps.
fn crate_(x: i32, y: i32) -> Rgba {
    let wood = lit(rgb(140, 116, 70), grain(x, y, 5));
    match (x, y) {
        (2..14, 2..13) if x == 2 || y == 2 => lit(wood, 34),
        (2..14, 2..13) if x == 13 || y == 12 => lit(wood, -44),
        (5 | 10, 2..13) => rgb(60, 62, 66),
        (6 | 11, 2..13) => lit(wood, -24),
        (2..14, 2..13) => wood,
        (3..15, 13) => [0, 0, 0, 90],
        _ => NOTHING,
    }
}

/// Draws a plate across an opening, with a weld bead.
fn welded_plate(x: i32, y: i32) -> Rgba {
    let plate = lit(rgb(94, 90, 88), grain(x, y, 4));
    let on_bead = (x - y).abs() <= 1 || (x + y - 15).abs() <= 1;
    match (x, y) {
        (0 | 15, _) | (_, 0 | 15) => rgb(44, 44, 48),
        (1, _) | (_, 1) => lit(plate, 24),
        _ if on_bead && (x + y) % 3 == 0 => rgb(214, 150, 92),
        _ if on_bead => rgb(150, 98, 62),
        _ => plate,
    }
}

/// Returns width and height, and the pixels row by row.
fn drawn() -> ((u32, u32), Vec<Rgba>) {
    let rows = (MASKS_OF_47.len() + 1).div_ceil(COLUMNS) + DECKS.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as i32 * SIDE, rows as i32 * SIDE);
    let pixel = |x: i32, y: i32| {
        let number = (y / SIDE) as usize * COLUMNS + (x / SIDE) as usize;
        let (x, y) = (x % SIDE, y % SIDE);
        let first_deck = (MASKS_OF_47.len() + 1).next_multiple_of(COLUMNS);
        match (MASKS_OF_47.get(number), number.checked_sub(first_deck).and_then(|deck| DECKS.get(deck))) {
            (Some(mask), _) => hull(*mask, x, y),
            (None, Some(deck)) => deck(x, y),
            (None, None) => NOTHING,
        }
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| pixel(x, y)));
    ((width as u32, height as u32), pixels.collect())
}

#[test]
fn the_file_is_as_drawn_here() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rooms/derelict.png");
    let ((width, height), pixels) = drawn();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(pixels.as_flattened()).unwrap();
        fs::write(&path, bytes).unwrap();
    }
    let entry = TileSheet::of_file("derelict.png".to_owned());
    let sheet = SheetImage::read(&entry, &fs::read(path).unwrap()).unwrap();
    assert_eq!((sheet.size().width, sheet.size().height), (width, height));
    assert!(sheet.pixels() == pixels, "run UPDATE_GOLDEN=1 cargo test derelict_sheet, and look at the file");
}

#[test]
fn the_example_wears_it_with_and_without_its_files() {
    let looks = load_example("derelict").unwrap().looks();
    assert_eq!(looks.piece_at("crate", |_, _| false), Some((5, 6)));
    assert_eq!(looks.piece_at("grating", |_, _| true), Some((1, 6)));
    // The hull has the theme of the ship.
    assert_eq!(looks.piece_at("wall", |_, _| true), None);
}
