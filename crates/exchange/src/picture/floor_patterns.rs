//! Patterns of floors in themes, point by point.
//!
//! In: the style of a cell and a point within the period of the noise. Out: a colour without shadows.
//! All patterns repeat with that period, so that levels have few different tiles.

use super::ground::{PERIOD_UNITS, UNITS, tone_at};
use super::ink::{noise, noise_between, shade};
use super::mosaic::stone_at;
use super::theme_style::GroundStyle;
use crate::base::Color;
use crate::level::FloorPattern;

/// Purposes of noise.
const TONE: u32 = 40;
const GRAIN: u32 = 41;
const PATCH: u32 = 42;
const DETAIL: u32 = 43;
const GLOW: u32 = 44;

const WHITE: Color = Color::rgb(0xff, 0xff, 0xff);

/// Returns the colour of a floor at a point. `None` for patterns that every level has.
pub(super) fn floor_at(style: &GroundStyle, color: Color, at: (i32, i32)) -> Option<Color> {
    Some(match style.floor_pattern {
        FloorPattern::Slabs | FloorPattern::Earth => return None,
        FloorPattern::Flags => flags(color, at),
        FloorPattern::Moss => moss(style, color, at),
        FloorPattern::Cobbles => cobbles(style, color, at),
        FloorPattern::Gravel => gravel(color, at),
        FloorPattern::Sand => sand(color, at),
        FloorPattern::Plates => plates(style, color, at),
        FloorPattern::Scrap => scrap(style, color, at),
        FloorPattern::Panels => panels(style, color, at),
        FloorPattern::Boards => boards(color, at),
        FloorPattern::Parquet => parquet(color, at),
        FloorPattern::Marble => marble(style, color, at),
        FloorPattern::Ice => ice(style, color, at),
        FloorPattern::Snow => snow(style, color, at),
        FloorPattern::Basalt => basalt(style, color, at),
        FloorPattern::Grass => grass(style, color, at),
    })
}

fn grained(color: Color, (x, y): (i32, i32), tone: u32) -> Color {
    shade(color, tone + noise(x / 2, y / 2, GRAIN) % 5)
}

fn flags(color: Color, at: (i32, i32)) -> Color {
    let stone = stone_at(at, 32, TONE);
    match stone.edge {
        0..=1 => shade(color, 62),
        2..=3 => shade(color, 106),
        _ => grained(color, at, 86 + stone.id % 16),
    }
}

fn moss(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let stone = stone_at(at, 32, TONE);
    let growth = tone_at(at, 32, PATCH) + tone_at(at, 8, DETAIL) / 4;
    let blade = noise(at.0 / 2, at.1 / 2, GRAIN) % 24;
    if growth > 176 || stone.edge <= 2 {
        return shade(style.stain, 74 + blade);
    }
    if growth > 160 {
        return shade(color.mixed(style.stain, 50), 78 + blade / 2);
    }
    grained(color, at, 86 + stone.id % 14)
}

fn cobbles(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let stone = stone_at(at, 16, TONE);
    if stone.edge <= 1 {
        return shade(style.stain.mixed(color, 20), 52);
    }
    let is_wet = stone.id.is_multiple_of(7) && stone.near <= 2;
    let dome = 108_u32.saturating_sub(stone.near.cast_unsigned() * 4) + stone.id % 8;
    let stained = if tone_at(at, 32, PATCH) > 150 { color.mixed(style.stain, 40) } else { color };
    if is_wet { stained.mixed(WHITE, 28) } else { shade(stained, dome.max(70)) }
}

fn gravel(color: Color, at: (i32, i32)) -> Color {
    let stone = stone_at(at, 16, TONE);
    let wide = tone_at(at, 32, PATCH) / 26;
    match stone.edge {
        0 => shade(color, 70 + wide),
        1 => shade(color, 80 + wide),
        _ if stone.near <= 2 && stone.id.is_multiple_of(3) => shade(color, 106 + wide),
        _ => shade(color, 84 + stone.id % 10 + wide),
    }
}

fn sand(color: Color, at: (i32, i32)) -> Color {
    let (x, y) = at;
    let bend = (tone_at(at, 32, PATCH) / 7).cast_signed();
    let phase = (y + bend + x / 8).rem_euclid(16);
    let is_calm = tone_at(at, 64, DETAIL) < 104;
    let grain = noise(x / 2, y / 2, GRAIN) % 6;
    let tone = match phase {
        _ if is_calm => 95,
        0..=2 => 104,
        3..=4 => 84,
        5..=7 => 91,
        _ => 96,
    };
    shade(color, tone + grain)
}

fn plates(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let (x, y) = at;
    let (u, v) = (x.rem_euclid(UNITS), y.rem_euclid(UNITS));
    let plate = noise(x.div_euclid(UNITS), y.div_euclid(UNITS), TONE);
    let edge = u.min(v).min(UNITS - 1 - u).min(UNITS - 1 - v);
    let is_rivet = (3..6).contains(&u.min(UNITS - 1 - u)) && (3..6).contains(&v.min(UNITS - 1 - v));
    let rust = tone_at(at, 32, PATCH) + tone_at(at, 8, DETAIL) / 4;
    let metal = if rust > 180 { color.mixed(style.stain, 62) } else { color };
    let tread = ((x + y).rem_euclid(16) < 3) != ((x - y).rem_euclid(16) < 3);
    match edge {
        0 => shade(metal, 56),
        1 => shade(metal, 110),
        _ if is_rivet => shade(metal, 64),
        _ if tread && !plate.is_multiple_of(3) => shade(metal, 106),
        _ => grained(metal, at, 86 + plate % 10),
    }
}

/// Draws dusty ground with a few bits of metal, and the tracks of wheels.
fn scrap(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let (x, y) = at;
    let (column, row) = (x.div_euclid(16), y.div_euclid(16));
    let piece = noise(column, row, DETAIL);
    let (u, v) = (x.rem_euclid(16), y.rem_euclid(16));
    let (left, top) = ((piece % 7).cast_signed(), (piece / 7 % 8).cast_signed());
    let (wide, high) = (3 + (piece / 64 % 5).cast_signed(), 2 + (piece / 512 % 3).cast_signed());
    let dust = color.mixed(Color::rgb(0xb4, 0xa6, 0x94), 40);
    let is_piece =
        piece.is_multiple_of(9) && (left..left + wide).contains(&u) && (top..top + high).contains(&v);
    if is_piece {
        let metals = [style.face, Color::rgb(0x8f, 0x95, 0x9a), style.stain];
        let metal = metals[(piece / 9 % 3) as usize].mixed(dust, 34);
        return shade(metal, if v == top { 112 } else { 84 });
    }
    let track = (y + (tone_at((x, 0), 64, GLOW) / 6).cast_signed()).rem_euclid(PERIOD_UNITS);
    let is_track = matches!(track, 30..36 | 52..58) && tone_at(at, 32, DETAIL) > 96;
    let tone = 91 + tone_at(at, 32, TONE) * 8 / 255 + tone_at(at, 8, PATCH) * 4 / 255;
    let ground = grained(dust, at, tone);
    if is_track { shade(ground, if (x + track).rem_euclid(6) < 3 { 80 } else { 88 }) } else { ground }
}

fn panels(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let (x, y) = at;
    let row = y.div_euclid(UNITS);
    let shifted = x + row.rem_euclid(2) * UNITS;
    let (u, v) = (shifted.rem_euclid(2 * UNITS), y.rem_euclid(UNITS));
    let panel = noise(shifted.rem_euclid(PERIOD_UNITS).div_euclid(2 * UNITS), row, TONE);
    let edge = u.min(v).min(2 * UNITS - 1 - u).min(UNITS - 1 - v);
    let is_light = panel.is_multiple_of(4) && (28..36).contains(&u) && (14..17).contains(&v);
    match edge {
        0 => shade(color, 58),
        1 => shade(color, 112),
        4 if panel.is_multiple_of(3) => shade(color, 84),
        _ if is_light => style.accent,
        _ => shade(color, 92 + panel % 9 + (v / 16).cast_unsigned()),
    }
}

fn boards(color: Color, (x, y): (i32, i32)) -> Color {
    let board = y.div_euclid(8);
    let along = (x + board * 40).rem_euclid(PERIOD_UNITS);
    let plank = noise(along / 64, board, TONE);
    let grain = noise(along / 8, y, GRAIN) % 9;
    match (y.rem_euclid(8), along % 64) {
        (7, _) | (_, 63) => shade(color, 54),
        (3 | 4, 2 | 60) => shade(color, 62),
        (0, _) => shade(color, 104 + plank % 8),
        _ => shade(color, 82 + plank % 18 + grain),
    }
}

fn parquet(color: Color, (x, y): (i32, i32)) -> Color {
    let (column, row) = (x.div_euclid(16), y.div_euclid(16));
    let is_across = (column + row).rem_euclid(2) == 0;
    let (along, aside) = if is_across { (x, y) } else { (y, x) };
    let strip = noise(column * 4 + aside.rem_euclid(16) / 4, row, TONE);
    match (aside.rem_euclid(4), along.rem_euclid(16)) {
        (3, _) | (_, 15) => shade(color, 66),
        (0, _) => shade(color, 104 + strip % 8),
        _ => shade(color, 84 + strip % 18 + noise(along / 4, aside, GRAIN) % 4),
    }
}

fn marble(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let (x, y) = at;
    let slab = 2 * UNITS;
    let (column, row) = (x.div_euclid(slab), y.div_euclid(slab));
    let (u, v) = (x.rem_euclid(slab), y.rem_euclid(slab));
    let edge = u.min(v).min(slab - 1 - u).min(slab - 1 - v);
    let corner = u.min(slab - 1 - u) + v.min(slab - 1 - v);
    let is_dark = (column + row).rem_euclid(2) == 0;
    let vein = tone_at((x, y), 16, PATCH).abs_diff(128) < 7;
    let stone = if is_dark { color.mixed(style.stain, 80) } else { color };
    match (corner, edge) {
        (0..=7, _) => style.accent,
        (8, _) => shade(style.accent, 60),
        (_, 0) => shade(color, 74),
        (_, 1) => shade(stone, 104),
        _ if vein => shade(stone, 92),
        _ => shade(stone, 97 + noise(column, row, TONE) % 4),
    }
}

fn ice(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let (x, y) = at;
    let crack = stone_at(at, 64, TONE);
    let sheen = (x + y * 2).rem_euclid(128);
    let deep = tone_at(at, 32, PATCH);
    let base = color.mixed(style.stain, 0).mixed(style.accent, 8 + deep * 26 / 255);
    match crack.edge {
        0 => base.mixed(WHITE, 78),
        1 => shade(base, 84),
        _ if sheen < 5 || (9..11).contains(&sheen) => base.mixed(WHITE, 42),
        _ => shade(base, 96 + crack.id % 6),
    }
}

/// Draws pale blue snow with drifts, each of which has a light crest and a blue shadow.
fn snow(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let (x, y) = at;
    let base = shade(color.mixed(style.stain, 20), 84);
    let drift = (y + (tone_at(at, 32, PATCH) / 5).cast_signed()).rem_euclid(UNITS);
    let is_calm = tone_at(at, 64, DETAIL) < 116;
    let sparkle = noise(x / 2, y / 2, GRAIN).is_multiple_of(97);
    match drift {
        _ if sparkle => base.mixed(WHITE, 80),
        _ if is_calm => shade(base, 97 + tone_at(at, 16, TONE) * 4 / 255),
        0..3 => base.mixed(WHITE, 34),
        3..6 => base.mixed(style.accent, 26),
        6..14 => base.mixed(style.accent, 12),
        _ => shade(base, 99),
    }
}

fn basalt(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let stone = stone_at(at, 32, TONE);
    let heat = tone_at(at, 32, GLOW);
    let is_hot = heat > 138;
    match stone.edge {
        0..=1 if is_hot => style.accent.mixed(Color::rgb(0xff, 0xe2, 0x80), (heat - 138).min(60)),
        2..=3 if is_hot => color.mixed(style.accent, 52),
        4..=6 if is_hot => color.mixed(style.accent, 14),
        0..=1 => shade(color, 46),
        2..=3 => shade(color, 114),
        _ => grained(color, at, 80 + stone.id % 20),
    }
}

fn grass(style: &GroundStyle, color: Color, at: (i32, i32)) -> Color {
    let (x, y) = at;
    let (column, row) = (x.div_euclid(16), y.div_euclid(16));
    let bloom = noise(column, row, DETAIL);
    let (u, v) = (x.rem_euclid(16) - 8, y.rem_euclid(16) - 8);
    let (du, dv) = (u - (bloom % 7).cast_signed() + 3, v - (bloom / 7 % 7).cast_signed() + 3);
    if bloom.is_multiple_of(11) && du.abs() + dv.abs() <= 2 {
        let petals = [style.accent, WHITE, Color::rgb(0xe0, 0x7a, 0xa8)];
        return if du == 0 && dv == 0 {
            Color::rgb(0xf6, 0xd2, 0x4a)
        } else {
            petals[(bloom / 11 % 3) as usize]
        };
    }
    let meadow = tone_at(at, 32, PATCH);
    let base = color.mixed(style.stain, meadow * 70 / 255);
    // Tufts of three blades stand on calm grass.
    let tuft = noise(column, row, TONE);
    let (left, top) = ((tuft % 8).cast_signed(), (tuft / 8 % 9).cast_signed());
    let (across, down) = ((x.rem_euclid(16) - left).div_euclid(2), (y.rem_euclid(16) - top).div_euclid(2));
    let blade = down - [1, 0, 1].get(across.clamp(0, 2) as usize).copied().unwrap_or(0);
    match blade {
        0 if tuft % 5 < 3 && (0..3).contains(&across) => shade(base, 116),
        1 | 2 if tuft % 5 < 3 && (0..3).contains(&across) => shade(base, 80),
        _ => shade(base, noise_between(x / 4, y / 4, GRAIN, 95, 100)),
    }
}
