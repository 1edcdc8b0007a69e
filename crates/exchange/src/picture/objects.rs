//! Draws objects of tiles on their ground, in units of the cell: tufts, cracks, slabs, columns, steps.

use super::ground::{GroundLook, UNITS};
use super::ink::{noise, shade};
use super::motif::Motif;
use crate::base::Color;

const TUFTS: u32 = 11;
const CRACKS: u32 = 12;
const BOARDS: u32 = 13;

/// Returns the colour of a tile's object at a point of its cell. `None` if the ground is visible there.
pub(super) fn over(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    match ground.motif {
        Motif::Growth => growth(ground, u, v),
        Motif::Cracks => cracks(ground, u, v),
        Motif::Steps => steps(ground, u, v),
        Motif::Block => block(ground, u, v),
        Motif::Round => round(ground, u, v),
        Motif::Closed => closed(ground, u, v),
        Motif::Secret => secret(ground, u, v),
        Motif::Wall
        | Motif::Floor
        | Motif::Patterned
        | Motif::Grains
        | Motif::Liquid
        | Motif::Fire
        | Motif::Planks
        | Motif::Door
        | Motif::Gate
        | Motif::Drop
        | Motif::Figure(_) => None,
    }
}

/// Returns the noise of a square with the given side in units. A cell must hold a whole number of squares.
fn noise_of(ground: &GroundLook, (u, v): (i32, i32), square: i32, purpose: u32) -> u32 {
    let squares = UNITS / square;
    noise(
        ground.cell.x.wrapping_mul(squares).wrapping_add(u / square),
        ground.cell.y.wrapping_mul(squares).wrapping_add(v / square),
        purpose,
    )
}

fn growth(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let tuft = noise_of(ground, (u, v), 8, TUFTS);
    let (across, down) = (u % 8, v % 8);
    let blade = noise_of(ground, (u, v), 2, TUFTS) % 5;
    let is_tuft = tuft % 8 < 6 && (across - 3).abs() + (down - 4).abs() <= 3 + (tuft % 3).cast_signed();
    is_tuft.then(|| shade(ground.color, 72 + blade * 11))
}

fn cracks(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let way = noise(ground.cell.x, ground.cell.y, CRACKS);
    let (u, v) = if way & 1 == 0 { (u, v) } else { (UNITS - 1 - u, v) };
    let (u, v) = if way & 2 == 0 { (u, v) } else { (v, u) };
    let bend = ((way >> 4) % 9).cast_signed() - 4;
    let along = u * 3 / 4 + if u > 16 { bend } else { -bend / 2 } + 4;
    let branch = 26 - u / 2 + bend;
    let stone = noise_of(ground, (u, v), 8, CRACKS);
    let is_stone = stone.is_multiple_of(5) && (1..6).contains(&(u % 8)) && (2..6).contains(&(v % 8));
    if v == along || (u > 12 && v == branch) {
        Some(shade(ground.floor, 52))
    } else if is_stone {
        Some(shade(ground.color, if v % 8 == 2 { 124 } else { 84 + stone % 12 }))
    } else {
        None
    }
}

fn steps(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let is_rail = (2..6).contains(&u) || (26..30).contains(&u);
    let is_rung = (6..26).contains(&u) && v % 8 < 4;
    if is_rail {
        Some(shade(ground.color, if u % 24 == 2 { 128 } else { 92 }))
    } else if is_rung {
        Some(shade(ground.color, if v % 8 == 0 { 122 } else { 100 }))
    } else {
        Some(shade(ground.floor_at(u, v), 46))
    }
}

/// Draws a low block: its top, and its face below.
fn block(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    const TOP: i32 = 21;
    let (joined_west, joined_east, joined_south) =
        (ground.has_same(-1, 0), ground.has_same(1, 0), ground.has_same(0, 1));
    let left = if joined_west { 0 } else { 3 };
    let right = if joined_east { UNITS } else { UNITS - 3 };
    if u < left || u >= right || v < 3 && !ground.has_same(0, -1) {
        return None;
    }
    let edge =
        u == left && !joined_west || u == right - 1 && !joined_east || v == 3 && !ground.has_same(0, -1);
    if v < TOP || joined_south {
        let tone = if edge { 122 } else { 100 };
        return Some(shade(ground.color, if v == TOP - 1 && !joined_south { 128 } else { tone }));
    }
    if v >= UNITS - 3 {
        return Some(shade(ground.floor_at(u, v), 58));
    }
    Some(shade(ground.color, 68 - (v - TOP).cast_unsigned()))
}

fn round(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let disc = |cu: i32, cv: i32, radius: i32| (u - cu).pow(2) + (v - cv).pow(2) <= radius.pow(2);
    let light = (u - 11).pow(2) + (v - 8).pow(2);
    if disc(16, 12, 9) {
        let tone = if disc(16, 12, 6) { 118 } else { 96 };
        Some(shade(ground.color, tone + u32::from(light < 26) * 14))
    } else if disc(16, 14, 11) || ((5..28).contains(&u) && (14..24).contains(&v)) || disc(16, 23, 11) {
        let across = (u - 12).unsigned_abs().min(16);
        Some(shade(ground.color, 86 - across * 3))
    } else if disc(18, 25, 12) {
        Some(shade(ground.floor_at(u, v), 60))
    } else {
        None
    }
}

/// Draws boards across a closed door position.
fn closed(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let board = v / 8;
    let slant = if board % 2 == 0 { u / 10 } else { (UNITS - u) / 10 };
    let row = v % 8 - slant + 1;
    let edge = (2..30).contains(&u) && (0..6).contains(&row);
    let is_nail = (u == 5 || u == 26) && row == 2;
    match (edge, is_nail) {
        (true, true) => Some(Color::rgb(0x2a, 0x24, 0x22)),
        (true, false) if row == 5 => Some(shade(ground.color, 58)),
        (true, false) => Some(shade(ground.color, 84 + noise(u / 5, board + ground.cell.x * 4, BOARDS) % 18)),
        _ => Some(shade(ground.floor.mixed(ground.color, 30), 26)),
    }
}

/// Draws a wall with a hairline around a secret door.
fn secret(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let outline = ((u == 7 || u == 24) && v >= 8) || (v == 8 && (7..25).contains(&u));
    outline.then(|| ground.color.mixed(ground.floor, 42))
}
