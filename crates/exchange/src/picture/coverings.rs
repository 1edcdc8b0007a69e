//! Draws ground whose look depends on where its area ends: rugs, mosaics, shores, gratings, pits, planks and
//! stairs.
//!
//! The border runs around the whole area of a tile, not around each cell.

use super::ground::{GroundLook, UNITS, tone_at};
use super::ink::{noise, shade};
use super::motif::Motif;
use super::patches::{smooth_depth, uneven_depth};
use crate::base::Color;
use crate::level::ThemeLiquid;

/// Purposes of noise.
const SHORE: u32 = 31;
const WEAVE: u32 = 32;

/// Light thread of rugs.
const THREAD: Color = Color::rgb(0xf4, 0xdc, 0x9c);

const WHITE: Color = Color::rgb(0xff, 0xff, 0xff);

/// Returns the colour at a point of a covering. `None` for other ground, and where the floor is visible.
pub(super) fn at(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    match ground.motif {
        Motif::Rug => Some(rug(ground, u, v)),
        Motif::Patterned => Some(mosaic(ground, u, v)),
        Motif::Grate => Some(grate(ground, u, v)),
        Motif::Pit => Some(pit(ground, u, v)),
        Motif::Stairs => Some(stairs(ground, u, v)),
        Motif::Liquid | Motif::Fire => shore(ground, u, v),
        Motif::Puddle => puddle(ground, u, v),
        Motif::Vein => vein(ground, u, v),
        Motif::Planks => (ground.edge(u, v) < 2).then(|| shade(ground.color, 52)),
        _ => None,
    }
}

/// Returns the distance from the end of the tile's area, also at walls.
fn border(ground: &GroundLook, u: i32, v: i32) -> i32 {
    let mut least = UNITS;
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let far = |step: i32, at: i32| match step {
            -1 => at,
            1 => UNITS - 1 - at,
            _ => 0,
        };
        if !ground.has_same(dx, dy) {
            least = least.min(far(dx, u).max(far(dy, v)));
        }
    }
    least
}

fn rug(ground: &GroundLook, u: i32, v: i32) -> Color {
    let color = ground.color;
    let (x, y) = ground.point(u, v);
    let thread = color.mixed(THREAD, 62);
    let (across, down) = (x.rem_euclid(16) - 8, y.rem_euclid(16) - 8);
    match (border(ground, u, v), across.abs() + down.abs()) {
        (0..2, _) => shade(color, 50),
        (2..5, _) => shade(color, 84),
        (5..7, _) => thread,
        (7..9, _) => shade(color, 66),
        (_, 0..3) => thread,
        (_, 6..8) => shade(color, 82),
        _ => shade(color, 98 + noise(x / 2, y / 2, WEAVE) % 5),
    }
}

fn mosaic(ground: &GroundLook, u: i32, v: i32) -> Color {
    let color = ground.color;
    let (x, y) = ground.point(u, v);
    let is_joint = x.rem_euclid(4) == 3 || y.rem_euclid(4) == 3;
    let tone = 96 + noise(x / 4, y / 4, WEAVE) % 10;
    let diamond = (x.rem_euclid(UNITS) - UNITS / 2).abs() + (y.rem_euclid(UNITS) - UNITS / 2).abs();
    let is_odd = (x.div_euclid(4) + y.div_euclid(4)).rem_euclid(2) == 1;
    let stone = match (border(ground, u, v), diamond) {
        (0..4, _) => shade(color, 62),
        (4..8, _) if is_odd => color.mixed(WHITE, 42),
        (4..8, _) => shade(color, 80),
        (_, 0..7) => color.mixed(THREAD, 55),
        (_, 7..12) => shade(color, 76),
        (_, 24..) => color.mixed(WHITE, 28),
        _ => color,
    };
    shade(stone, if is_joint { tone - 16 } else { tone })
}

fn grate(ground: &GroundLook, u: i32, v: i32) -> Color {
    let color = ground.color;
    match (border(ground, u, v), u % 8, v % 8) {
        (0..1, ..) => shade(color, 55),
        (1..3, ..) => shade(color, 112),
        (_, 0, _) | (_, _, 0) => shade(color, 118),
        (_, 1, _) | (_, _, 1) => shade(color, 84),
        _ => shade(color, 24),
    }
}

fn pit(ground: &GroundLook, u: i32, v: i32) -> Color {
    const FACE: i32 = 14;
    let rock = ground.style.floor.mixed(ground.color, 50);
    let is_joint = v % 6 == 5 || (u + v / 6 * 5).rem_euclid(12) == 0;
    match border(ground, u, v) {
        0..2 => shade(rock, 76),
        _ if !ground.has_same(0, -1) && v < FACE => {
            let tone = 58 - 3 * v.cast_unsigned();
            shade(rock, if is_joint { tone * 3 / 4 } else { tone })
        }
        2..4 => shade(rock, 20),
        _ => shade(ground.color, 12),
    }
}

fn stairs(ground: &GroundLook, u: i32, v: i32) -> Color {
    let is_side = |dx: i32, far: i32| far < 3 && !ground.has_same(dx, 0);
    let tread = (v / 8).cast_unsigned();
    let tone = match v % 8 {
        0 => 124,
        6 => 62,
        7 => 46,
        _ => 106 - tread * 3,
    };
    let tone = if is_side(-1, u) || is_side(1, UNITS - 1 - u) { tone * 3 / 4 } else { tone };
    shade(ground.color, tone)
}

/// Draws the shore of a liquid: the curb of a built pool, or wet floor with stones, foam, and shallows.
fn shore(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    if ground.is_built {
        return curb(ground, u, v);
    }
    let depth = uneven_depth(ground, u, v);
    let floor = || ground.bare_floor(u, v);
    let (x, y) = ground.point(u, v);
    let stone = noise(x.div_euclid(4), y.div_euclid(4), SHORE);
    if (-2..5).contains(&depth) && stone.is_multiple_of(9) {
        return Some(shade(ground.style.rim.mixed(ground.style.floor, 50), if y % 4 < 2 { 112 } else { 78 }));
    }
    match (depth, ground.liquid()) {
        (..-2, _) => Some(floor()),
        (..0, _) => Some(shade(floor(), 86)),
        (0..2, ThemeLiquid::Water) => Some(shade(floor().mixed(ground.color, 30), 72)),
        (2..4, ThemeLiquid::Water) => Some(ground.color.mixed(WHITE, 48)),
        (4..9, ThemeLiquid::Water) => Some(ground.color.mixed(WHITE, 15)),
        (0..4, ThemeLiquid::Ice) => Some(shade(ground.color.mixed(WHITE, 60), 90)),
        (0..4, ThemeLiquid::Lava) => Some(shade(floor(), 46)),
        (4..7, ThemeLiquid::Lava) => Some(shade(ground.color, 66)),
        _ => None,
    }
}

/// Draws the stone border of a built pool, and its shadow on the liquid.
fn curb(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let (x, y) = ground.point(u, v);
    let stone = ground.style.rim.mixed(ground.style.floor, 60);
    let is_joint = (x.rem_euclid(16) == 0) || (y.rem_euclid(16) == 0);
    match smooth_depth(ground, u, v) {
        ..0 => Some(ground.bare_floor(u, v)),
        0..1 => Some(shade(stone, 62)),
        1..6 => Some(shade(stone, if is_joint { 82 } else { 108 })),
        6..7 => Some(shade(stone, 60)),
        7..11 => Some(shade(ground.color, 62)),
        _ => None,
    }
}

/// Draws a shallow puddle: its wet edge, its shine, and the floor below. `None` beside it.
fn puddle(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let (x, y) = ground.point(u, v);
    let floor = || ground.bare_floor(u, v);
    match uneven_depth(ground, u, v) - 2 {
        ..1 => None,
        1..3 => Some(shade(floor().mixed(ground.color, 30), 76)),
        _ => {
            let is_shiny = (x + 2 * y).rem_euclid(32) < 4 && tone_at((x, y), 16, WEAVE) > 150;
            Some(floor().mixed(ground.color, 64).mixed(WHITE, if is_shiny { 30 } else { 0 }))
        }
    }
}

/// Draws ore in the ground: ochre bands that branch, with bright specks, and nuggets on them.
fn vein(ground: &GroundLook, u: i32, v: i32) -> Option<Color> {
    let depth = uneven_depth(ground, u, v);
    if depth < 0 {
        return None;
    }
    let (x, y) = ground.point(u, v);
    let ochre = shade(ground.color, 66);
    let nugget = noise(x.div_euclid(8), y.div_euclid(8), SHORE);
    let (across, down) = (x.rem_euclid(8) - 4, y.rem_euclid(8) - 4);
    if depth > 4 && nugget.is_multiple_of(11) && across.abs() + down.abs() < 4 {
        return Some(if across + down < 0 { ground.color.mixed(WHITE, 40) } else { shade(ground.color, 84) });
    }
    let bend = (tone_at((x, y), 32, SHORE) / 5 + tone_at((x, y), 8, WEAVE) / 32).cast_signed();
    let across = (x + 2 * y + bend).rem_euclid(64);
    let band = if depth < 4 { 32 } else { (across - 32).unsigned_abs() };
    let is_speck = noise(x / 2, y / 2, WEAVE).is_multiple_of(17);
    match band {
        ..8 if is_speck => Some(ground.color.mixed(WHITE, 46)),
        ..8 => Some(shade(ochre, 92 + noise(x / 2, y / 2, SHORE) % 16)),
        8..12 => Some(shade(ground.bare_floor(u, v).mixed(ochre, 40), 76)),
        _ if is_speck => Some(ground.bare_floor(u, v).mixed(ground.color, 46)),
        _ => Some(ground.bare_floor(u, v).mixed(ochre, 14)),
    }
}
