//! Draws objects of tiles on their ground, in units of the cell: tufts, cracks, slabs, columns, steps.

use super::coverings::ragged_edge;
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
        Motif::Closed => closed(ground, u, v),
        Motif::Secret => secret(ground, u, v),
        Motif::Wall
        | Motif::Floor
        | Motif::Patterned
        | Motif::Rug
        | Motif::Grate
        | Motif::Pit
        | Motif::Stairs
        | Motif::DoorInWall(_)
        | Motif::Grains
        | Motif::Liquid
        | Motif::Fire
        | Motif::Puddle
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
    // Grass is dense inside its area, and ends in tufts.
    if ragged_edge(ground, u, v) > 2 {
        let is_light = noise_of(ground, (u, v), 4, TUFTS).is_multiple_of(7) && v % 4 < 3;
        return Some(shade(ground.color, if is_light { 112 } else { 78 + blade * 5 }));
    }
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
        Some(shade(ground.style.floor, 52))
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

/// Draws a walled-up opening: in the face of the wall, or along the open sides of its top.
fn closed(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    const TOP: i32 = 10;
    let fill = |row: i32, along: i32| {
        let is_joint = row % 6 == 5 || (along + row / 6 * 5).rem_euclid(11) == 10;
        shade(ground.color, if is_joint { 50 } else { 84 + noise(along / 11, row / 6, BOARDS) % 20 })
    };
    if !ground.is_high(0, 1) && v >= TOP {
        let is_round = v < TOP + 5 && (u < 11 - (v - TOP) || u > 20 + (v - TOP));
        return match u {
            _ if is_round => None,
            8..24 if v >= TOP + 4 => Some(fill(v - TOP, u)),
            5..27 => Some(ground.style.top.mixed(ground.style.floor, 58)),
            _ => None,
        };
    }
    let sides = [(-1, 0, u, v), (1, 0, UNITS - 1 - u, v), (0, -1, v, u)];
    let side = sides
        .into_iter()
        .find(|(dx, dy, far, along)| !ground.is_high(*dx, *dy) && *far < 7 && (5..27).contains(along));
    side.map(|(_, _, far, along)| fill(far + 1, along))
}

/// Draws a wall with a hairline around a secret door.
fn secret(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let outline = ((u == 7 || u == 24) && v >= 8) || (v == 8 && (7..25).contains(&u));
    outline.then(|| ground.color.mixed(ground.style.floor, 42))
}
